"""Experiments: from rankings and the truth about them to means that say what they were divided by."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from ragedu import __version__
from ragedu.cases import Case, Evidence, Hit, Trace, ids_of
from ragedu.formats import (
    FormatError,
    MixedQuestionsError,
    Ranking,
    detect_format,
    iter_run,
    iter_traces,
    read_beir,
    read_qrels,
    read_run,
)
from ragedu.retrieval import (
    Gain,
    average_precision,
    checked_k,
    context_precision,
    evidence_recall_at_k,
    found_at_k,
    hit_rate_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)
from ragedu.statistics import Difference, Interval, bootstrap_interval, compare_paired
from ragedu.tables import Table

Ranked = Sequence[str] | Sequence[Hit] | Ranking
Truth = Iterable[Case] | Mapping[str, Mapping[str, float]] | Mapping[str, set[str]]
Results = Iterable[Trace] | Iterable[tuple[str, Ranked]] | Mapping[str, Ranked]
Missing = Literal["zero", "leave_out"]
Nothing = Literal["leave_out", "zero"]

DEFAULT_KS = (1, 3, 5, 10)

AT_K: dict[str, Callable[..., float]] = {
    "precision": precision_at_k,
    "recall": recall_at_k,
    "hit_rate": hit_rate_at_k,
    "ndcg": ndcg_at_k,
    "found": found_at_k,
    "evidence_recall": evidence_recall_at_k,
}
"""Measures that look at the first k places; asked for as "recall@10"."""

WHOLE: dict[str, Callable[..., float]] = {
    "rr": reciprocal_rank,
    "ap": average_precision,
    "context_precision": context_precision,
}
"""Measures of the whole ranking; a cut may be given, as in "rr@10"."""

OVER_EVIDENCE = ("found", "evidence_recall")
"""Measures that take the groups of a case's evidence rather than a set of ids; qrels have no groups."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over questions, and how many it was divided by. None when there was no question to divide by."""

    mean: float | None
    questions: int


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """What came of an evaluation: every measure for every question, their means, and what was left out and why.

    per_question  question -> measure -> score, each as its definition card says
    left_out      reason -> the questions that no mean counts
    counted_zero  reason -> the questions that count 0 in every mean
    signature     the choices made, in one line
    labels        question -> its case's labels, to slice by
    notes         what else a reader should know, such as how the file was read
    """

    per_question: Mapping[str, Mapping[str, float]]
    left_out: Mapping[str, Sequence[str]]
    counted_zero: Mapping[str, Sequence[str]]
    signature: str
    measures_asked: Sequence[str]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: Sequence[str] = ()

    @property
    def questions(self) -> int:
        """How many questions each mean was divided by."""
        return len(self.per_question)

    @property
    def measures(self) -> dict[str, Mean]:
        """The mean of every measure, with its number of questions."""
        return {name: self.mean(name) for name in self.measures_asked}

    def mean(self, name: str) -> Mean:
        """The mean of one measure, such as "recall@3"."""
        scores = self.scores(name).values()
        return Mean(sum(scores) / len(scores) if scores else None, len(scores))

    def scores(self, name: str) -> dict[str, float]:
        """One measure, question by question."""
        if name not in self.measures_asked:
            raise ValueError(f"{name!r} was not measured. Measured were: {', '.join(self.measures_asked)}.")
        return {question: scores[name] for question, scores in self.per_question.items()}

    def interval(self, name: str, **options: Any) -> Interval:
        """The mean of one measure with its bootstrap interval; options as `bootstrap_interval` takes them."""
        return bootstrap_interval(self.scores(name), **options)

    def by(self, label: str) -> dict[str, "Evaluation"]:
        """The same evaluation for each value of a label; questions without it come under "(none)"."""
        slices: dict[str, list[str]] = {}
        for question in self.per_question:
            slices.setdefault(self.labels.get(question, {}).get(label, "(none)"), []).append(question)
        if set(slices) == {"(none)"}:
            known = sorted({each for labels in self.labels.values() for each in labels})
            raise ValueError(f"no question has the label {label!r}. Labels are: {', '.join(known) or '(none)'}.")
        return {value: self._slice(f"{label}={value}", questions) for value, questions in sorted(slices.items())}

    def _slice(self, name: str, questions: Sequence[str]) -> "Evaluation":
        return Evaluation(
            {question: self.per_question[question] for question in questions},
            left_out={},
            counted_zero={},
            signature=f"{self.signature} | slice:{name}",
            measures_asked=self.measures_asked,
            labels=self.labels,
        )

    def to_frame(self) -> Any:
        """A pandas DataFrame: a row for each question, a column for each measure."""
        try:
            import pandas as pd
        except ImportError:
            raise ImportError("to_frame() needs pandas. Install it with: pip install 'ragedu[lab]'") from None
        return pd.DataFrame.from_dict(self.per_question, orient="index", columns=list(self.measures_asked))

    def table(self) -> Table:
        """The means: a row for each measure, a column for each cut."""
        cuts = sorted({int(cut) for _, cut in map(split_measure, self.measures_asked) if cut})
        names = list(dict.fromkeys(name for name, _ in map(split_measure, self.measures_asked)))
        whole = any(not cut for _, cut in map(split_measure, self.measures_asked))
        columns = ["measure", *(f"@{cut}" for cut in cuts), *(["whole ranking"] if whole else [])]
        rows = [
            [name, *(self._cell(f"{name}@{cut}") for cut in cuts), *([self._cell(name)] if whole else [])]
            for name in names
        ]
        return Table(f"Means over {_count(self.questions)}", columns, rows, note=self._note())

    def table_by(self, label: str) -> Table:
        """The means for each value of a label: a row for each value, a column for each measure."""
        rows = [
            [value, each.questions, *(each._cell(name) for name in self.measures_asked)]
            for value, each in self.by(label).items()
        ]
        return Table(f"Means by {label}", [label, "questions", *self.measures_asked], rows)

    def table_per_question(self) -> Table:
        """Every score: a row for each question, a column for each measure."""
        rows = [
            [question, *(f"{scores[name]:.3f}" for name in self.measures_asked)]
            for question, scores in self.per_question.items()
        ]
        return Table("Every question", ["question", *self.measures_asked], rows)

    def _cell(self, name: str) -> str:
        if name not in self.measures_asked:
            return ""
        mean = self.mean(name).mean
        return "–" if mean is None else f"{mean:.3f}"

    def _note(self) -> str:
        return "\n".join([*self.remarks, self.signature])

    @property
    def remarks(self) -> list[str]:
        """What was left out, what counts 0, and the notes: a sentence each."""
        remarks = [
            f"{how}: {_count(len(questions))}, {reason} ({_some(questions)})."
            for how, group in (("Left out", self.left_out), ("Counted 0", self.counted_zero))
            for reason, questions in group.items()
        ]
        return [*remarks, *self.notes]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; `ragedu/data/schemas/evaluation.schema.json` describes it."""
        return {
            "ragedu": __version__,
            "signature": self.signature,
            "questions": self.questions,
            "measures": {
                name: {"mean": each.mean, "questions": each.questions} for name, each in self.measures.items()
            },
            "left_out": {reason: list(questions) for reason, questions in self.left_out.items()},
            "counted_zero": {reason: list(questions) for reason, questions in self.counted_zero.items()},
            "notes": list(self.notes),
            "per_question": {question: dict(scores) for question, scores in self.per_question.items()},
        }

    def __str__(self) -> str:
        return str(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def evaluate(
    results: Results,
    truth: Truth | None = None,
    *,
    ks: Sequence[int] = DEFAULT_KS,
    measures: Sequence[str] | None = None,
    gain: Gain = "linear",
    missing: Missing = "zero",
    nothing_relevant: Nothing = "leave_out",
) -> Evaluation:
    """Score rankings against the truth, question by question and in the mean.

    results           traces; or a run: question -> ranking (ids, or hits), also as pairs that are read one by one
    truth             cases; or qrels: question -> id -> grade, or -> set of ids; None takes the traces' own cases
    ks                the cuts for the measures that take one
    measures          names such as "recall@10", "rr", "rr@10"; None takes all that the truth allows, at every k
    gain              of nDCG, "linear" or "exponential"
    missing           a judged question without a ranking: "zero" counts 0, "leave_out" leaves it out (as trec_eval
                      without -c and pytrec_eval do)
    nothing_relevant  a question to which nothing is relevant: "leave_out", or "zero" (as trec_eval does)

    Errors            ValueError for a measure or an option that does not exist, a question answered twice, or no truth
    A question that was answered and never judged is left out, always.

    >>> evaluate({"q1": ["a", "b"], "q2": ["c"]}, {"q1": {"b"}, "q2": {"c"}}, measures=["recall@1", "rr"]).measures
    {'recall@1': Mean(mean=0.5, questions=2), 'rr': Mean(mean=0.75, questions=2)}
    """
    _check_option("missing", missing, ("zero", "leave_out"))
    _check_option("nothing_relevant", nothing_relevant, ("leave_out", "zero"))
    judged = None if truth is None else _judged_questions(truth)
    asked = list(measures) if measures is not None else default_measures(ks, with_evidence=_has_groups(truth))
    tally = _Tally({name: scorer_of(name, gain) for name in asked}, judged)
    for answer in _answers(results):
        tally.add(answer)
    return tally.evaluation(missing, nothing_relevant, f"gain:{gain}")


def default_measures(ks: Sequence[int], with_evidence: bool) -> list[str]:
    """Every measure at every cut, and those of the whole ranking; over evidence groups only where there are groups."""
    names = [name for name in AT_K if with_evidence or name not in OVER_EVIDENCE]
    return [*(f"{name}@{checked_k(k)}" for name in names for k in ks), *WHOLE]


def split_measure(name: str) -> tuple[str, str]:
    """ "recall@10" as its measure and its cut; the cut is empty where there is none."""
    measure, _, cut = name.partition("@")
    return measure, cut


def scorer_of(name: str, gain: Gain = "linear") -> "Scorer":
    """The function that scores one question by the measure of this name. ValueError where there is none."""
    measure, cut = split_measure(name)
    if measure not in AT_K and measure not in WHOLE:
        known = ", ".join([*(f"{each}@k" for each in AT_K), *WHOLE])
        raise ValueError(f"there is no measure {name!r}. Measures are: {known}.")
    needs_a_cut = measure in AT_K or "@" in name
    if (cut or needs_a_cut) and not (cut.isascii() and cut.isdigit() and int(cut) >= 1):
        raise ValueError(f"{name!r} needs a whole number from 1 up behind the @, for example {measure}@10.")
    k = int(cut) if cut else None
    function = AT_K.get(measure) or WHOLE[measure]
    if measure in OVER_EVIDENCE:
        return lambda retrieved, judged: function(retrieved, judged.evidence, k)
    if measure == "ndcg":
        return lambda retrieved, judged: function(retrieved, judged.grades, k, gain=gain)
    return lambda retrieved, judged: function(retrieved, judged.grades, k)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What is known of one question: the grades of its relevant ids, its evidence, its labels."""

    grades: Mapping[str, float]
    evidence: Evidence
    labels: Mapping[str, str]


Scorer = Callable[[Sequence[str], _Judged], float]


@dataclass(frozen=True, slots=True)
class _Answer:
    """One question's ranking, and the trace's own case where it came with one. No ranking: the record has none."""

    question: str
    retrieved: Sequence[str] | None
    own: Case | None = None


@dataclass(slots=True)
class _Tally:
    """Takes answers one by one, so that a run need not fit into memory."""

    scorers: Mapping[str, Scorer]
    judged: dict[str, _Judged] | None
    per_question: dict[str, dict[str, float]] = field(default_factory=dict)
    seen: dict[str, bool] = field(default_factory=dict)
    unjudged: list[str] = field(default_factory=list)
    own: dict[str, _Judged] = field(default_factory=dict)

    def add(self, answer: _Answer) -> None:
        if answer.question in self.seen:
            raise ValueError(f"question {answer.question!r} is answered twice. Give one ranking for each question.")
        self.seen[answer.question] = answer.retrieved is not None
        judged = self._judged(answer)
        if judged is None:
            self.unjudged.append(answer.question)
        elif judged.grades and answer.retrieved is not None:
            ranking = answer.retrieved
            self.per_question[answer.question] = {name: score(ranking, judged) for name, score in self.scorers.items()}

    def _judged(self, answer: _Answer) -> _Judged | None:
        if self.judged is not None:
            return self.judged.get(answer.question)
        if answer.own is None:
            raise ValueError("a run says nothing about what is relevant. Give cases or qrels as the second argument.")
        judged = _of_case(answer.own)
        if judged is not None:
            self.own[answer.question] = judged
        return judged

    def evaluation(self, missing: Missing, nothing_relevant: Nothing, choices: str) -> Evaluation:
        truth = self.own if self.judged is None else self.judged
        if self.seen and truth and truth.keys().isdisjoint(self.seen):
            # A table of zeros would hide that the two files merely name their questions differently.
            raise ValueError(
                f"none of the {_count(len(self.seen))} answered is among those judged: the first answered is "
                f"{next(iter(self.seen))!r}, the first judged {next(iter(truth))!r}. Do both use the same ids?"
            )
        absent = [each for each, judged in truth.items() if judged.grades and not self.seen.get(each)]
        empty = [each for each, judged in truth.items() if not judged.grades]
        zero = {
            "no ranking was given": absent if missing == "zero" else [],
            "nothing is relevant": empty if nothing_relevant == "zero" else [],
        }
        left_out = {
            "never judged": self.unjudged,
            "no ranking was given": absent if missing == "leave_out" else [],
            "nothing is relevant": empty if nothing_relevant == "leave_out" else [],
        }
        for question in [each for questions in zero.values() for each in questions]:
            self.per_question[question] = dict.fromkeys(self.scorers, 0.0)
        options = f"missing:{missing} | nothing relevant:{nothing_relevant}"
        return Evaluation(
            self.per_question,
            left_out={reason: questions for reason, questions in left_out.items() if questions},
            counted_zero={reason: questions for reason, questions in zero.items() if questions},
            signature=f"ragedu:{__version__} | questions:{len(self.per_question)} | {choices} | {options}",
            measures_asked=list(self.scorers),
            labels={question: judged.labels for question, judged in truth.items() if judged.labels},
        )


def _answers(results: Results) -> Iterator[_Answer]:
    pairs = results.items() if isinstance(results, Mapping) else results
    for each in pairs:
        if isinstance(each, Trace):
            ranking = each.ranking
            yield _Answer(each.case.id, None if ranking is None else ids_of(ranking), each.case)
        else:
            question, retrieved = each
            yield _Answer(question, _ids(retrieved))


def _ids(ranked: Ranked) -> Sequence[str]:
    if isinstance(ranked, Ranking):
        return ranked.ids
    return [each.id if isinstance(each, Hit) else each for each in ranked]


def _judged_questions(truth: Truth) -> dict[str, _Judged]:
    if isinstance(truth, Mapping):
        return {question: _of_grades(relevant) for question, relevant in truth.items()}
    judged: dict[str, _Judged] = {}
    for case in truth:
        if case.id in judged:
            raise ValueError(f"two cases have the id {case.id!r}. Give each question an id of its own.")
        known = _of_case(case)
        if known is not None:
            judged[case.id] = known
    return judged


def _of_case(case: Case) -> _Judged | None:
    """What a case knows; None when nobody has labelled it."""
    return None if case.evidence is None else _Judged(dict.fromkeys(case.relevant, 1), case.evidence, case.labels)


def _of_grades(relevant: Mapping[str, float] | set[str]) -> _Judged:
    grades = relevant if isinstance(relevant, Mapping) else dict.fromkeys(relevant, 1.0)
    return _Judged({each: grade for each, grade in grades.items() if grade > 0}, Evidence(), {})


def _has_groups(truth: Truth | None) -> bool:
    return not isinstance(truth, Mapping)


# --- files ---


def evaluate_file(
    path: str | Path,
    qrels: str | Path | Truth | None = None,
    *,
    format: str | None = None,
    split: str = "test",
    watch: Callable[[Iterable[Any]], Iterable[Any]] = iter,
    **options: Any,
) -> Evaluation:
    """Evaluate a file of results: a TREC run, or traces in any of the formats that `iter_traces` reads.

    path     the results
    qrels    the truth, or a file that `read_truth` reads; None takes the traces' own cases
    format   the format of path; None finds it out. The signature says which one was taken
    split    which judgements of a BEIR folder
    watch    is handed what is read, one question at a time, and hands it on: a place for a progress bar
    options  as `evaluate` takes them

    Errors   FormatError for a file that can't be read, naming its line; ValueError as `evaluate`
    """
    taken = format or detect_format(path)
    if taken in ("trec-qrels", "beir"):
        raise FormatError(path, None, "results", f"judgements ({taken})", "Give the results first, and these as qrels.")
    if taken == "trec-run" and qrels is None:
        raise FormatError(path, None, "qrels beside a run", "none", "A run doesn't say what is relevant.")
    truth = read_truth(qrels, split) if isinstance(qrels, str | Path) else qrels
    notes = []
    try:
        results = iter_run(path) if taken == "trec-run" else iter_traces(path, taken)
        result = evaluate(watch(results), truth, **options)
    except MixedQuestionsError as error:
        notes.append(f"{error} Here it was read into memory.")
        result = evaluate(watch(read_run(path).items()), truth, **options)
    return replace(result, notes=notes, signature=f"{result.signature} | format:{taken}")


def read_truth(path: str | Path, split: str = "test") -> Truth:
    """What is relevant, from a file: TREC or BEIR qrels, a BEIR folder, or traces whose cases are labelled."""
    taken = detect_format(path)
    if taken == "trec-qrels":
        return read_qrels(path)
    if taken == "beir":
        return read_beir(path, split).qrels
    if taken == "trec-run":
        raise FormatError(
            path, None, "qrels, of four columns", "a run, of six", "Give the run first, and qrels as these."
        )
    return [trace.case for trace in iter_traces(path, taken)]


def _check_option(name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {value!r}.")


def _count(questions: int) -> str:
    return "1 question" if questions == 1 else f"{questions} questions"


def _some(questions: Sequence[str]) -> str:
    return ", ".join(questions[:3]) + (f" and {len(questions) - 3} more" if len(questions) > 3 else "")


# --- two systems ---


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """System B against system A, measure by measure, on the questions that both answer for.

    differences  measure -> the paired difference B - A
    signature    the choices made, in one line
    left_out     questions that only one of the two has a score for
    remarks      what each of the two left out or counted 0
    """

    differences: Mapping[str, Difference]
    means: Mapping[str, tuple[float, float]]
    left_out: Sequence[str]
    signature: str
    remarks: Sequence[str] = ()

    def table(self) -> Table:
        """A row for each measure: both means, the difference with its interval, and what that says."""
        rows = [
            (
                name,
                f"{self.means[name][0]:.3f}",
                f"{self.means[name][1]:.3f}",
                f"{each.interval.mean:+.3f} [{each.interval.low:+.3f} to {each.interval.high:+.3f}]",
                f"{each.p:.3f}",
                _verdict(each),
            )
            for name, each in self.differences.items()
        ]
        questions = next(iter(self.differences.values())).interval.questions
        alone = (
            f"Left out: {_count(len(self.left_out))} that only one has ({_some(self.left_out)})."
            if self.left_out
            else ""
        )
        return Table(
            f"B against A on {_count(questions)}",
            ["measure", "A", "B", "B - A, with 95% interval", "p", "finding"],
            rows,
            note="\n".join(each for each in (*self.remarks, alone, self.signature) if each),
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        return {
            "ragedu": __version__,
            "signature": self.signature,
            "left_out": list(self.left_out),
            "remarks": list(self.remarks),
            "measures": {
                name: {
                    "a": self.means[name][0],
                    "b": self.means[name][1],
                    "difference": each.interval.mean,
                    "low": each.interval.low,
                    "high": each.interval.high,
                    "level": each.interval.level,
                    "p": each.p,
                    "questions": each.interval.questions,
                    "better": each.better,
                    "worse": each.worse,
                    "equal": each.equal,
                    "can_tell_apart": each.can_tell_apart,
                }
                for name, each in self.differences.items()
            },
        }

    def __str__(self) -> str:
        return str(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def compare(a: Evaluation, b: Evaluation, measures: Sequence[str] | None = None, *, seed: int = 0) -> Comparison:
    """Two evaluations of the same questions, measure by measure: paired bootstrap and paired randomisation test.

    Errors  ValueError if the two share no question, or a measure was not taken in both
    """
    asked = list(measures) if measures is not None else [each for each in a.measures_asked if each in b.measures_asked]
    shared = [question for question in a.per_question if question in b.per_question]
    if not shared or not asked:
        raise ValueError("the two evaluations share no question, or no measure. Evaluate both with the same truth.")
    alone = sorted(a.per_question.keys() ^ b.per_question.keys())
    differences, means = {}, {}
    for name in asked:
        before, after = ({question: each.scores(name)[question] for question in shared} for each in (a, b))
        differences[name] = compare_paired(before, after, seed=seed)
        means[name] = (sum(before.values()) / len(shared), sum(after.values()) / len(shared))
    remarks = [f"{name}: {remark}" for name, each in (("A", a), ("B", b)) for remark in each.remarks]
    return Comparison(differences, means, alone, f"{a.signature} | seed:{seed}", remarks)


def _verdict(difference: Difference) -> str:
    if not difference.can_tell_apart:
        return "can't tell apart"
    return "B is better" if difference.interval.mean > 0 else "A is better"
