"""Experiments: from rankings, traces or a live system to means that say what they were divided by.

`evaluation` holds what comes of one, `comparison` sets two side by side, `measures` knows the names; `reporting` puts
the three questions to traces, `sweeps` turns a knob. All of it can be had from here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set, Sized
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from ragedu.assistant.retrievers import Retriever
from ragedu.cases import Case, Hit, Trace, described, is_text_id
from ragedu.comparison import Comparison, compare
from ragedu.evaluation import NO_RANKING, Choices, Evaluation, Mean, Missing, Nothing, count, cut
from ragedu.formats import (
    FormatError,
    MixedQuestionsError,
    Ranking,
    best_first,
    detect_format,
    iter_run,
    iter_traces,
    quoted,
    read_beir,
    read_qrels,
    read_run,
    repeat_in,
)
from ragedu.measures import (
    DEFAULT_KS,
    QUESTIONS,
    Judged,
    Scorer,
    checked_ks,
    checked_names,
    default_measures,
    refuse_groups,
    scorer_of,
    split_measure,
)
from ragedu.reporting import AnsweredTwiceError, Report, Reporter, report
from ragedu.retrieval import Gain, checked_gain, checked_grade
from ragedu.sweeps import Pipeline, Sweep, rankings_of, side_by_side, sweep, sweep_k, sweep_threshold

__all__ = [
    "Choices",
    "Comparison",
    "Evaluation",
    "Mean",
    "Report",
    "Sweep",
    "compare",
    "compare_files",
    "default_measures",
    "evaluate",
    "evaluate_file",
    "evaluate_pipeline",
    "read_truth",
    "report",
    "scorer_of",
    "side_by_side",
    "sweep",
    "sweep_k",
    "sweep_threshold",
]

Ranked = Sequence[str] | Sequence[Hit] | Ranking | Mapping[str, float] | Sequence[tuple[str, float]]
Truth = Iterable[Case] | Mapping[str, Mapping[str, float]] | Mapping[str, Set[str]] | Mapping[str, Sequence[str]]
Results = Iterable[Trace] | Iterable[tuple[str, Ranked]] | Mapping[str, Ranked]
Watch = Callable[[Iterable[Any], str | Path, int | None], Iterable[Any]]


def evaluate(
    results: Results,
    truth: Truth | None = None,
    *,
    ks: Iterable[int] = DEFAULT_KS,
    measures: Iterable[str] | None = None,
    also: Sequence[str] = (),
    gain: Gain = "linear",
    missing: Missing = "zero",
    nothing_relevant: Nothing = "leave_out",
) -> Evaluation:
    """Score rankings against the truth, question by question and in the mean.

    results           traces; or a run: question -> ranking, also as pairs that are read one by one. A ranking is a list
                      of ids or hits, best first; or scores, id -> score or pairs of both, which are put in order as
                      trec_eval does: highest first, ties by id
    truth             cases; or qrels: question -> id -> grade, or -> ids; None takes the traces' own cases
    ks                the cuts for the measures that take one
    measures          names such as "recall@10", "rr", "rr@10"; None takes all that the truth allows, at every k, but
                      for those over evidence that would only repeat recall or hit_rate
    also              measures beside those
    gain              of nDCG, "linear" or "exponential"
    missing           a judged question without a ranking: "zero" counts 0, "leave_out" leaves it out (as trec_eval
                      without -c and pytrec_eval do)
    nothing_relevant  a question to which nothing is relevant: "leave_out", or "zero" (as trec_eval does)

    Errors            ValueError for a measure or an option that does not exist, a question answered twice, no truth,
                      or a ranking or a truth of the wrong kind, naming the question
    A question that was answered and never judged is left out, always.

    >>> evaluate({"q1": ["a", "b"], "q2": ["c"]}, {"q1": {"b"}, "q2": {"c"}}, measures=["recall@1", "rr"]).measures
    {'recall@1': Mean(mean=0.5, questions=2), 'rr': Mean(mean=0.75, questions=2)}
    """
    choices = _checked(Choices(gain, missing, nothing_relevant))
    cuts, also = checked_ks(ks), checked_names(also) if also else []
    with_evidence = not isinstance(truth, Mapping)
    named = checked_names(measures) if measures is not None else default_measures(cuts, with_evidence)
    asked = list(dict.fromkeys([*named, *also]))
    tally = _Tally({name: scorer_of(name, gain) for name in asked})
    if not with_evidence:
        refuse_groups(asked)
    if truth is not None:
        tally.take_truth(truth)
    for answer in _answers(results):
        tally.add(answer)
    needless = tally.needless(keep=also) if measures is None else []
    return tally.evaluation(choices, [name for name in asked if name not in needless])


def _checked(choices: Choices) -> Choices:
    checked_gain(choices.gain)
    for name, allowed in (("missing", ("zero", "leave_out")), ("nothing_relevant", ("leave_out", "zero"))):
        value = getattr(choices, name)
        if value not in allowed:
            raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {value!r}.")
    return choices


# --- one question after another ---


@dataclass(frozen=True, slots=True)
class _Answer:
    """One question's ranking, and its trace where it came with one. No ranking: the record has none."""

    question: str
    retrieved: Sequence[str] | None
    trace: Trace | None = None


@dataclass(slots=True)
class _Tally:
    """Takes answers one by one, so that a run need not fit into memory.

    given  whether the truth was given; otherwise the traces bring it along
    met    whether an id was ever both retrieved and judged; until then, apart holds the first of either
    """

    scorers: Mapping[str, Scorer]
    given: bool = False
    truth: dict[str, Judged] = field(default_factory=dict)
    labels: dict[str, Mapping[str, str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    per_question: dict[str, dict[str, float]] = field(default_factory=dict)
    seen: dict[str, bool] = field(default_factory=dict)
    unjudged: list[str] = field(default_factory=list)
    stages: Counter[str] = field(default_factory=Counter)
    met: bool = False
    apart: tuple[str, str] | None = None

    def take_truth(self, truth: Truth) -> None:
        self.given = True
        if isinstance(truth, Mapping):
            self.truth = {_question_id(question): _of_qrels(question, each) for question, each in truth.items()}
            return
        for case in _cases(truth):
            self._take_case(case)

    def _take_case(self, case: Case) -> None:
        if case.labels:
            self.labels[case.id] = {**self.labels.get(case.id, {}), **case.labels}
        if is_text_id(case.id):
            self.texts[case.id] = case.question
        if case.evidence is not None and case.id not in self.truth:
            relevant = dict.fromkeys(case.relevant, 1)
            self.truth[case.id] = Judged(relevant, case.evidence, relevant)

    def add(self, answer: _Answer) -> None:
        question, trace, retrieved = answer.question, answer.trace, answer.retrieved
        if question in self.seen:
            raise AnsweredTwiceError(f"question {self._named(question)} is answered twice. Give one ranking for each.")
        self.seen[question] = retrieved is not None
        if trace is not None:
            self._take_trace(trace)
        elif not self.given:
            raise ValueError("a run says nothing about what is relevant. Give cases or qrels as the second argument.")
        judged = self.truth.get(question)
        if judged is None:
            self.unjudged.append(question)
        elif retrieved is not None:
            self._meet(retrieved, judged)
            if judged.grades:
                self.per_question[question] = {name: score(retrieved, judged) for name, score in self.scorers.items()}

    def _take_trace(self, trace: Trace) -> None:
        if trace.stage is not None:
            self.stages[trace.stage] += 1
        if not self.given:
            self._take_case(trace.case)
        elif trace.case.labels:
            # Where both name a label, the truth's counts.
            self.labels[trace.case.id] = {**trace.case.labels, **self.labels.get(trace.case.id, {})}
        if is_text_id(trace.case.id):
            self.texts[trace.case.id] = trace.case.question

    def _meet(self, retrieved: Sequence[str], judged: Judged) -> None:
        if self.met or not retrieved or not judged.ids:
            return
        self.met = not set(judged.ids).isdisjoint(retrieved)
        self.apart = self.apart or (retrieved[0], next(iter(judged.ids)))

    def _named(self, question: str) -> str:
        return repr(cut(self.texts.get(question, question)))

    def needless(self, keep: Sequence[str]) -> list[str]:
        """Measures over evidence that would repeat others: each group one id, or each question one group."""
        evidence = [judged.evidence for judged in self.truth.values() if judged.evidence]
        repeated = {
            "evidence_recall": all(len(group) == 1 for each in evidence for group in each.groups),
            "found": all(len(each.groups) == 1 for each in evidence),
        }
        return [name for name in self.scorers if repeated.get(split_measure(name)[0]) and name not in keep]

    def evaluation(self, choices: Choices, asked: Sequence[str]) -> Evaluation:
        """What came of it, once all are in."""
        self._refuse_strangers()
        absent, empty = self._without_score(choices)
        zero = {
            NO_RANKING: absent if choices.missing == "zero" else [],
            "nothing is relevant": empty if choices.nothing_relevant == "zero" else [],
        }
        left_out = {
            "never judged": self.unjudged,
            NO_RANKING: absent if choices.missing == "leave_out" else [],
            "nothing is relevant": empty if choices.nothing_relevant == "leave_out" else [],
        }
        scores = {question: {name: each[name] for name in asked} for question, each in self.per_question.items()}
        scores.update((each, dict.fromkeys(asked, 0.0)) for questions in zero.values() for each in questions)
        return Evaluation(
            scores,
            left_out={reason: questions for reason, questions in left_out.items() if questions},
            counted_zero={reason: questions for reason, questions in zero.items() if questions},
            measures_asked=asked,
            choices=choices,
            source={"stage": "+".join(sorted(self.stages))} if self.stages else {},
            truth=self.truth,
            labels=self.labels,
            texts=self.texts,
            notes=self._notes(asked),
        )

    def _refuse_strangers(self) -> None:
        if self.seen and self.truth and self.truth.keys().isdisjoint(self.seen):
            # A table of zeros would hide that the two files merely name their questions differently.
            raise ValueError(
                f"none of the {count(len(self.seen))} answered is among those judged: the first answered is "
                f"{self._named(next(iter(self.seen)))}, the first judged {self._named(next(iter(self.truth)))}. "
                "Do both use the same ids?"
            )

    def _without_score(self, choices: Choices) -> tuple[list[str], list[str]]:
        """The judged questions without a ranking, and those to which nothing is relevant.

        Both may be true of one; then it comes under the first, unless only the second leaves it out.
        """
        second = (choices.missing, choices.nothing_relevant) == ("zero", "leave_out")
        absent, empty = [], []
        for question, judged in self.truth.items():
            if not self.seen.get(question) and (judged.grades or not second):
                absent.append(question)
            elif not judged.grades:
                empty.append(question)
        return absent, empty

    def _notes(self, asked: Sequence[str]) -> list[str]:
        notes = []
        if self.apart and not self.met:
            retrieved, judged = map(quoted, self.apart)
            notes.append(
                f"No retrieved id was ever judged: the first retrieved is {retrieved}, the first judged {judged}. "
                "Do both use the same ids?"
            )
        if len(self.stages) > 1:
            parts = ", ".join(f"{stage} of {count(many)}" for stage, many in sorted(self.stages.items()))
            notes.append(f"Different stages were ranked: {parts}.")
        named = {split_measure(name)[0] for name in asked}
        groups = (group for judged in self.truth.values() if judged.evidence for group in judged.evidence.groups)
        if {"recall", "evidence_recall"} <= named and any(len(group) > 1 for group in groups):
            notes.append("Some passages have alternatives: recall counts every one, evidence_recall counts groups.")
        return notes


# --- what was given, checked ---


def _answers(results: Results) -> Iterator[_Answer]:
    if isinstance(results, str | bytes | Path | Trace | Case) or not isinstance(results, Iterable):
        next_step = (
            "For one trace write [trace]." if isinstance(results, Trace | Case) else "For a file take evaluate_file."
        )
        raise ValueError(
            f"results must be a list of traces, or a run, question -> ranking, not {described(results)}. {next_step}"
        )
    for each in results.items() if isinstance(results, Mapping) else results:
        if isinstance(each, Trace):
            question, ranking = _question_id(each.case.id), each.ranking
            yield _Answer(question, None if ranking is None else _ranked_ids(question, ranking), each)
        elif isinstance(each, tuple | list) and len(each) == 2:
            yield _Answer(_question_id(each[0]), _ranked_ids(*each))
        else:
            raise ValueError(f"results must hold traces, or pairs of question and ranking, not {described(each)}.")


def _question_id(question: object) -> str:
    if not isinstance(question, str):
        raise ValueError(f"the ids of questions are text, not {described(question)}. Write {str(question)!r}.")
    return question


def _ranked_ids(question: str, ranked: Ranked) -> Sequence[str]:
    if isinstance(ranked, Ranking):
        return ranked.ids
    if isinstance(ranked, Mapping):
        return _by_score(question, list(ranked.items()))
    if isinstance(ranked, str | bytes) or not isinstance(ranked, Sequence):
        raise ValueError(
            f"the ranking of question {question!r} must be a list of passage ids, best first, or a dict of id to "
            f"score, not {described(ranked)}."
        )
    if ranked and all(isinstance(each, tuple | list) and len(each) == 2 for each in ranked):
        return _by_score(question, ranked)
    ids = [each.id if isinstance(each, Hit) else each for each in ranked]
    return _checked_ids(f"the ranking of question {question!r}", ids)


def _by_score(question: str, pairs: Sequence[Any]) -> Sequence[str]:
    ids = _checked_ids(f"the ranking of question {question!r}", [each for each, _ in pairs])
    for each, score in pairs:
        if isinstance(score, str) or not _is_finite(score):
            raise ValueError(
                f"the ranking of question {question!r}: the score of {each!r} must be a finite number, "
                f"not {described(score)}."
            )
    return best_first(ids, [score for _, score in pairs]).ids


def _is_finite(value: Any) -> bool:
    try:
        return isfinite(value)
    except (TypeError, OverflowError):
        return False


def _checked_ids(where: str, ids: Sequence[Any]) -> Sequence[str]:
    for each in ids:
        if not isinstance(each, str):
            raise ValueError(f"{where} must hold passage ids (text), not {described(each)}. Ids are text.")
    return ids


def _of_qrels(question: str, relevant: object) -> Judged:
    where = f"what is relevant to question {question!r}"
    if isinstance(relevant, Mapping):
        _checked_ids(where, list(relevant))
        try:
            grades = {each: checked_grade(each, grade) for each, grade in relevant.items()}
        except ValueError as error:
            raise ValueError(f"question {question!r}: {error}") from None
        return Judged({each: grade for each, grade in grades.items() if grade > 0}, None, grades)
    if not isinstance(relevant, Set | list | tuple):
        raise ValueError(f"{where} must be a dict of id to grade, or a set of ids, not {described(relevant)}.")
    ids = dict.fromkeys(_checked_ids(where, list(relevant)), 1)
    return Judged(ids, None, ids)


def _cases(truth: Iterable[Case]) -> Iterator[Case]:
    expected = "truth must be a list of cases, or qrels, question -> id -> grade,"
    if isinstance(truth, str | bytes | Path | Case | Trace) or not isinstance(truth, Iterable):
        next_step = "For one case write [case]." if isinstance(truth, Case) else ""
        if isinstance(truth, str | Path):
            next_step = "For a file take evaluate_file, or read_truth."
        raise ValueError(f"{expected} not {described(truth)}. {next_step}".rstrip())
    seen = set()
    for case in truth:
        if not isinstance(case, Case):
            raise ValueError(f"{expected} but it holds {described(case)}.")
        if _question_id(case.id) in seen:
            raise ValueError(f"two cases have the id {case.id!r}. Give each question an id of its own.")
        seen.add(case.id)
        yield case


# --- a live pipeline ---


def evaluate_pipeline(
    pipeline: Pipeline | Retriever,
    qrels: Truth,
    ks: Iterable[int] = DEFAULT_KS,
    *,
    questions: Mapping[str, str] | None = None,
    depth: int | None = None,
    **options: Any,
) -> Evaluation:
    """Put every judged question to a pipeline, and score what it ranks.

    pipeline   a function from a question's words to ids or hits, best first; or a retriever with `search(question, k)`
    qrels      cases; or question -> id -> grade, or -> ids
    ks         the cuts
    questions  for qrels: question's id -> its words; None where the qrels are keyed by the words themselves
    depth      how many places are asked for; None takes the largest k, but at least 100
    options    as `evaluate` takes them

    >>> evaluate_pipeline(lambda question: ["a", "b"], {"Which?": {"b"}}, measures=["rr"]).measures
    {'rr': Mean(mean=0.5, questions=1)}
    """
    cuts = checked_ks(ks)
    truth = qrels if isinstance(qrels, Mapping) else list(_cases(qrels))
    if isinstance(truth, Mapping):
        words = {_question_id(each): each if questions is None else _words_of(each, questions) for each in truth}
    else:
        words = {case.id: case.question for case in truth}
    return evaluate(rankings_of(pipeline, words, depth or max(100, *cuts)), truth, ks=cuts, **options)


def _words_of(question: str, questions: Mapping[str, str]) -> str:
    if question not in questions:
        raise ValueError(f"question {question!r} is judged, but questions does not say its words. Add them there.")
    return questions[question]


# --- files ---


def _unwatched(results: Iterable[Any], path: str | Path, total: int | None) -> Iterable[Any]:
    return results


def evaluate_file(
    path: str | Path,
    qrels: str | Path | Truth | None = None,
    *,
    format: str | None = None,
    split: str | None = None,
    watch: Watch = _unwatched,
    **options: Any,
) -> Evaluation:
    """Evaluate a file of results: a TREC run, or traces in any of the formats that `iter_traces` reads.

    path     the results
    qrels    the truth, or a file that `read_truth` reads; None takes the traces' own cases
    format   the format of path; None finds it out. The signature says which one was taken
    split    which judgements of a BEIR folder; None takes "test"
    watch    is handed what is read, one question at a time, the path, and how many there will be where that is known;
             it hands on what is read: a place for a progress bar
    options  as `evaluate` takes them

    Errors   FormatError for a file that can't be read, naming its line; ValueError as `evaluate`
    """
    taken = format or detect_format(path)
    _refuse_without_truth(path, taken, qrels)
    truth, source = _truth_given(qrels, split)
    total = len(truth) if taken == "trec-run" and isinstance(truth, Sized) else None
    notes = []
    try:
        results: Iterable[Any] = iter_run(path) if taken == "trec-run" else iter_traces(path, taken)
        result = evaluate(watch(results, path, total), truth, **options)
    except MixedQuestionsError as error:
        named = quoted(error.question)
        notes.append(
            f"The lines of question {named} are not together (line {error.line}), so the run was read into memory."
        )
        result = evaluate(watch(read_run(path).items(), path, total), truth, **options)
    except AnsweredTwiceError as error:
        raise (None if taken == "trec-run" else repeat_in(path, taken)) or error from None
    if taken == "ragedu" and qrels is None and not result.questions:
        notes.append(
            'No trace could be measured. What is needed stands under "evidence" (groups of ids), what was retrieved '
            'under "candidates", "reranked" or "prompt"; other keys are not read.'
        )
    return replace(result, notes=[*result.notes, *notes], source={**result.source, "format": taken, **source})


def _refuse_without_truth(path: str | Path, taken: str, qrels: object) -> None:
    if taken in ("trec-qrels", "beir"):
        raise FormatError(path, None, "results", f"judgements ({taken})", "Give the results first, and these as qrels.")
    if taken == "trec-run" and qrels is None:
        raise FormatError(path, None, "qrels beside a run", "none", "A run doesn't say what is relevant.")
    if taken == "ragas-old" and qrels is None:
        raise _names_no_passages(path)


def _names_no_passages(path: str | Path) -> FormatError:
    advice = "Before 0.2, ragas doesn't say which passages are relevant."
    return FormatError(path, None, "the passages that are needed, or qrels", "none (ragas-old)", advice)


def _truth_given(qrels: str | Path | Truth | None, split: str | None) -> tuple[Truth | None, dict[str, str]]:
    """The truth, and what the signature says of it."""
    if isinstance(qrels, str | Path):
        taken = detect_format(qrels)
        used = {"split": split or "test"} if taken == "beir" else {}
        return read_truth(qrels, split), {"truth": taken, **used}
    if split is not None:
        raise ValueError(f"split {split!r} chooses among the judgements of a BEIR folder, and none was given.")
    # A run that can't be streamed is evaluated a second time: what can be read only once is kept.
    return (qrels if isinstance(qrels, Mapping | None) else list(_cases(qrels))), {}


def read_truth(path: str | Path, split: str | None = None) -> Truth:
    """What is relevant, from a file: TREC or BEIR qrels, a BEIR folder, or traces whose cases are labelled.

    split    which judgements of a BEIR folder; None takes "test"

    Errors   FormatError for a file that can't be read or names no relevant passages; ValueError for a split where
             there is none to choose
    """
    taken = detect_format(path)
    if split is not None and taken != "beir":
        raise ValueError(f"split {split!r} chooses among the judgements of a BEIR folder; {path} is {taken}.")
    if taken == "trec-qrels":
        return read_qrels(path)
    if taken == "beir":
        return read_beir(path, split or "test").qrels
    if taken == "trec-run":
        raise FormatError(
            path, None, "qrels, of four columns", "a run, of six", "Give the run first, and qrels as these."
        )
    if taken == "ragas-old":
        raise _names_no_passages(path)
    return _cases_in(path, taken)


def _cases_in(path: str | Path, taken: str) -> list[Case]:
    cases = [trace.case for trace in iter_traces(path, taken)]
    if len({case.id for case in cases}) < len(cases):
        raise repeat_in(path, taken) or ValueError(f"{path} changed while it was read. Read it again.")
    return cases


def compare_files(
    a: str | Path,
    b: str | Path,
    qrels: str | Path | Truth | None = None,
    *,
    format: str | None = None,
    split: str | None = None,
    watch: Watch = _unwatched,
    measures: Iterable[str] | None = None,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
    **options: Any,
) -> Comparison:
    """Two files of results, compared on the same truth; arguments as `evaluate_file` and `compare` take them.

    measures  as `evaluate` takes them, and found, grounded, right as `report` tells them; None takes all that both
              files allow, the latter where both hold answers

    Without qrels, the truth is what the cases of both files say together. What is found, grounded and right is told by
    each trace's own case.

    Errors   FormatError for a file that can't be read; ValueError as `evaluate` and `compare`, and where the two files
             say different things of a question
    """
    formats = [format or detect_format(each) for each in (a, b)]
    truth, source = _truth_given(qrels, split)
    if qrels is None:
        truth, source = _cases_of_both([a, b], formats), {"truth": "both"}
    named = None if measures is None else checked_names(measures)
    read = [
        _both_kinds(path, taken, truth, named, watch=watch, **options)
        for path, taken in zip((a, b), formats, strict=True)
    ]
    told = [report for _, report in read]
    results = [replace(each, source={**each.source, **source}) for each, _ in read if each is not None]
    before, after = results or told
    # Unasked for, answers are compared where both files hold some.
    if results and (set(named or ()) & set(QUESTIONS) or (named is None and all(each.answers for each in told))):
        before, after = (_with_answers(*each) for each in zip(results, told, strict=True))
    return compare(before, after, named, level=level, resamples=resamples, seed=seed)


def _both_kinds(
    path: str | Path, taken: str, truth: Truth | None, named: Sequence[str] | None, *, watch: Watch, **options: Any
) -> tuple[Evaluation | None, Report]:
    """What a file's rankings come to, unless only answers were asked for, and what its answers do, in one pass."""
    reporter = Reporter()
    if named is None or not set(QUESTIONS).isdisjoint(named):
        watch = _told_as_well(reporter, watch, all_of_them=named is not None)
    of_rankings = None if named is None else [each for each in named if each not in QUESTIONS]
    if of_rankings == []:
        _read_traces(path, taken, watch)
        return None, reporter.report()
    result = evaluate_file(path, truth, format=taken, watch=watch, measures=of_rankings, **options)
    return result, reporter.report()


def _told_as_well(reporter: Reporter, watch: Watch, all_of_them: bool) -> Watch:
    """A watch that lets a reporter see every trace that passes, or only those with an answer."""

    def told(answers: Iterable[Any], path: str | Path, total: int | None) -> Iterator[Any]:
        for each in watch(answers, path, total):
            yield each
            # Behind the yield: whoever reads it is first to refuse a question that is answered twice.
            if isinstance(each, Trace) and (all_of_them or each.answer is not None):
                reporter.add(each)

    return told


def _read_traces(path: str | Path, taken: str, watch: Watch) -> None:
    """Let a watch see every trace of a file."""
    if taken == "trec-run":
        raise FormatError(path, None, "traces", "a run", "What was answered, a run doesn't say.")
    try:
        for _ in watch(iter_traces(path, taken), path, None):
            pass
    except AnsweredTwiceError as error:
        raise repeat_in(path, taken) or error from None


def _with_answers(result: Evaluation, told: Report) -> Evaluation:
    """The evaluation of a file with found, grounded and right before its own measures."""
    questions = [*result.per_question, *(each for each in told.per_question if each not in result.per_question)]
    return replace(
        result,
        per_question={
            each: {**told.per_question.get(each, {}), **result.per_question.get(each, {})} for each in questions
        },
        measures_asked=[*QUESTIONS, *result.measures_asked],
        notes=[*told.remarks, *result.notes],
        texts={**told.texts, **result.texts},
    )


def _cases_of_both(paths: Sequence[str | Path], formats: Sequence[str]) -> list[Case] | None:
    """The cases that either file has; None when none of them is labelled."""
    cases: dict[str, Case] = {}
    for path, taken in zip(paths, formats, strict=True):
        for case in _cases_in(path, taken) if taken not in ("trec-run", "trec-qrels", "beir") else []:
            known = cases.get(case.id, case)
            if known.evidence is not None and case.evidence is not None and known.evidence != case.evidence:
                raise ValueError(
                    f"{' and '.join(map(str, paths))} disagree on what is relevant to question {quoted(case.id)}. "
                    "Give one truth for both as qrels."
                )
            labelled = case if known.evidence is None else known
            cases[case.id] = replace(labelled, labels={**case.labels, **known.labels})
    return list(cases.values()) if any(case.evidence is not None for case in cases.values()) else None
