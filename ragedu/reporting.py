"""The three questions put to every trace: did it find, does the answer stand on what was found, is it right?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any

from ragedu.cases import Case, Hit, Trace, described, ids_of, is_made_of_text
from ragedu.evaluation import SCREEN, Evaluation, among, count, cut
from ragedu.grounding import Grounding, check_grounding, citations, is_refusal
from ragedu.grounding.plain import UNREADABLE, blanked
from ragedu.measures import QUESTIONS as QUESTIONS
from ragedu.measures import Judged
from ragedu.retrieval import found_at_k
from ragedu.statistics import Interval, bootstrap_interval, share_interval
from ragedu.tables import Table

WORST = 20
"""So many traces are kept whole, those of which most goes wrong; of all others only what is said of them."""

SHOWN = 20
"""A report of more questions than these is printed without the questions themselves."""


@dataclass(frozen=True, slots=True, repr=False)
class Report(Evaluation):
    """Found, grounded and right for each question, each 1 or 0, with the reason where it is 0.

    An `Evaluation` like any other: it has means, intervals and slices, and two can be compared. What can't be known of
    a question is missing there, so each mean has a divisor of its own; `unknown` says why.

    reasons   question -> what went wrong, a sentence each
    unknown   reason -> the questions of which it can't be told, as "found: no passage answers it"
    answers   question -> what the system said
    tokens    question -> size of prompt and answer together
    refusals  the questions whose answer only says that it has none: grounded, as it claims nothing
    kept      the traces of which most goes wrong, `WORST` of them at most; `worst` has those of these questions
    """

    reasons: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unknown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    refusals: Sequence[str] = ()
    kept: Sequence[Trace] = ()

    @property
    def worst(self) -> list[Trace]:
        """The traces of which most goes wrong, the worst first: wrong answers, then the others."""
        return [trace for trace in self.kept if trace.case.id in self.per_question]

    @property
    def mean_tokens(self) -> float | None:
        """Tokens a question, over those whose size is known; None when none is."""
        known = self._known_tokens()
        return fsum(known) / len(known) if known else None

    def interval_of_tokens(self, **options: Any) -> Interval | None:
        """The same with its bootstrap interval; options as `bootstrap_interval` takes them. None when none is known."""
        known = self._known_tokens()
        return bootstrap_interval(known, **options) if known else None

    def _known_tokens(self) -> list[int]:
        return [self.tokens[each] for each in self.per_question if each in self.tokens]

    def share(self, name: str) -> str:
        """One measure in words, such as "3 of 7".

        >>> report([]).share("found")
        '0 of 0'
        """
        scores = self.scores(name)
        return f"{sum(scores.values()):.0f} of {len(scores)}"

    def interval(self, name: str, **options: Any) -> Interval:
        """One share with its interval, as `share_interval` takes it from yes and no; options as there.

        ValueError if it was not measured, or is known of no question.
        """
        scores = self.scores(name)
        return share_interval(round(sum(scores.values())), len(scores), **options)

    def table(self) -> Table:
        """The three means: a row for each question put, with its interval."""
        rows = [(name, self.share(name), self._cell(name), self._ends(name)) for name in QUESTIONS]
        caption = f"Found, grounded, right over {count(self.questions)}"
        return Table(caption, ["measure", "share", "mean", "95 % interval"], rows, note=self._note())

    def interval_of_mean(self, name: str) -> Interval | None:
        """The share with its interval; None where it is known of no question."""
        return self.interval(name) if self.scores(name) else None

    def table_per_question(self, wrong_only: bool = False) -> Table:
        """Every question, with what went wrong.

        wrong_only  leave out those of which nothing is known to be wrong
        """
        rows = [self._row(question) for question in self.per_question if not wrong_only or self.reasons.get(question)]
        shares = ", ".join(f"{name} {self.share(name)}" for name in QUESTIONS)
        return Table(shares[0].upper() + shares[1:], ["question", *QUESTIONS, "what goes wrong"], rows)

    def _row(self, question: str) -> list[str]:
        scores = self.per_question[question]
        said = ("–" if name not in scores else "yes" if scores[name] else "no" for name in QUESTIONS)
        return [self._named(question), *said, " ".join(self.reasons.get(question, ()))]

    @property
    def remarks(self) -> list[str]:
        """Tokens and refusals, and the gaps."""
        tokens = self.mean_tokens
        spent = [] if tokens is None else [f"Tokens: {tokens:.0f} a question."]
        return [*spent, *self._refused(), *self.gaps]

    @property
    def gaps(self) -> list[str]:
        """What can't be known, and the rest as in every evaluation."""
        unknown = [f"Left out of {reason} ({self._listed(questions)})." for reason, questions in self.unknown.items()]
        # super() without arguments fails in a dataclass with slots.
        return [*unknown, *Evaluation.remarks.fget(self)]  # type: ignore[attr-defined]

    @property
    def refused(self) -> int:
        """How many answers only say that they have none."""
        return sum(question in self.per_question for question in self.refusals)

    @property
    def grounded_refusals(self) -> int:
        """How many of the grounded answers claim nothing: they only say that they have none."""
        return sum(self.per_question.get(question, {}).get("grounded") == 1 for question in self.refusals)

    def _refused(self) -> list[str]:
        many = self.grounded_refusals
        say = "only says that it doesn't know" if many == 1 else "only say that they don't know"
        return [f"Of the {self.share('grounded').split()[0]} grounded, {many} {say}."] if many else []

    def columns(self) -> dict[str, Mapping[str, object]]:
        """Of each question its tokens, whether its answer is a refusal (1 or 0), the answer, and what went wrong."""
        refused = set(self.refusals)
        wrong = {question: " ".join(sentences) for question, sentences in self.reasons.items()}
        return {
            "tokens": self.tokens,
            "refusal": {question: int(question in refused) for question in self.answers},
            "answer": self.answers,
            "what goes wrong": {question: wrong.get(question, "") for question in self.per_question},
        }

    def _slice(self, name: str, questions: set[str]) -> Evaluation:
        part = Evaluation._slice(self, name, questions)
        return replace(part, unknown=among(self.unknown, questions))  # type: ignore[call-arg]

    def means_to_dict(self) -> dict[str, Any]:
        """The means as plain values, with tokens and what can't be known."""
        return {
            **Evaluation.means_to_dict(self),
            "tokens": self.mean_tokens,
            "refusals": self.refused,
            "unknown": {reason: list(questions) for reason, questions in self.unknown.items()},
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        reasons = {question: list(sentences) for question, sentences in self.reasons.items()}
        return {**Evaluation.to_dict(self), "reasons": reasons, "answers": dict(self.answers)}

    def __str__(self) -> str:
        return "\n\n".join(table.text(SCREEN) for table in self._tables())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self._tables())

    def _tables(self) -> list[Table]:
        each = [self.table_per_question()] if 0 < self.questions <= SHOWN else []
        return [*each, self.table()]


def report(traces: Iterable[Trace]) -> Report:
    """Put the three questions to each trace.

    found     every group of the evidence has a passage in the prompt (where that is not recorded: in the ranking)
    grounded  `check_grounding` finds nothing in the answer that the prompt's passages don't hold; where a file gave
              them no ids, no citation is asked for, and numbers and units are held against the whole prompt
    right     the trace's verdict; without one, whether the answer contains the expected text. A reference, which is a
              whole answer, judges nothing

    Errors    ValueError for anything but traces, and for a question answered twice
    """
    told = Reporter()
    if isinstance(traces, Trace | str) or not isinstance(traces, Iterable):
        raise ValueError(f"report takes a list of traces, not {described(traces)}. For one trace write [trace].")
    for trace in traces:
        told.add(trace)
    return told.report()


class AnsweredTwiceError(ValueError):
    """A question has two traces, and nobody knows which one counts."""


@dataclass(slots=True)
class Reporter:
    """A report in the making, trace by trace. Of each it keeps what is said of it; whole only the worst."""

    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    reasons: dict[str, list[str]] = field(default_factory=dict)
    unknown: dict[str, list[str]] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    stages: set[str] = field(default_factory=set)
    without_ids: int = 0
    kept: list[Trace] = field(default_factory=list)

    def add(self, trace: Trace) -> None:
        """Put the three questions to one more trace. ValueError for anything else, and for a question's second one."""
        if not isinstance(trace, Trace):
            raise ValueError(f"report takes traces; the list holds {described(trace)}.")
        question = trace.case.id
        if question in self.cases:
            raise AnsweredTwiceError(f"question {question!r} is answered twice. Give one trace for each question.")
        self._take(question, trace)
        self.scores[question] = {}
        checked = _checked(trace)
        self.without_ids += isinstance(checked, Grounding) and _lacks_ids(_read(trace)[1])
        if trace.answer is not None and _is_refusal(trace.answer, checked):
            self.refusals.append(question)
        for name, answer in (("found", _found(trace)), ("grounded", _grounded(checked)), ("right", _right(trace))):
            if isinstance(answer, _Unknown):
                self.unknown.setdefault(f"{name}: {answer.why}", []).append(question)
            else:
                self.scores[question][name] = float(not answer)
                self.reasons.setdefault(question, []).extend(answer)
        if _by_luck(self.scores[question]):
            self.reasons[question].append("Right all the same: the model knew, or guessed.")
        if 0 in self.scores[question].values():
            self._keep(trace)

    def _take(self, question: str, trace: Trace) -> None:
        self.cases[question] = trace.case
        if trace.answer is not None:
            self.answers[question] = trace.answer
        if trace.tokens is not None:
            self.tokens[question] = trace.tokens
        if stage := _read(trace)[0]:
            self.stages.add(stage)

    def _keep(self, trace: Trace) -> None:
        self.kept.append(trace)
        if len(self.kept) >= 2 * WORST:
            self.kept = self._worst()

    def _worst(self) -> list[Trace]:
        def goodness(trace: Trace) -> tuple[bool, int]:
            scores = self.scores[trace.case.id]
            return scores.get("right") != 0, -list(scores.values()).count(0)

        return sorted(self.kept, key=goodness)[:WORST]

    def _notes(self) -> list[str]:
        if not self.without_ids:
            return []
        where = "" if self.without_ids == len(self.answers) else f" ({count(self.without_ids)})"
        return [f"{WITHOUT_IDS.removesuffix('.')}{where}."]

    def report(self) -> Report:
        """What has come of it so far."""
        stages, cases = sorted(self.stages), self.cases
        return Report(
            self.scores,
            left_out={},
            counted_zero={},
            measures_asked=QUESTIONS,
            source={"stage": "+".join(stages)} if stages else {},
            truth={
                question: Judged(dict.fromkeys(case.relevant, 1), case.evidence, case.relevant)
                for question, case in cases.items()
                if case.evidence is not None
            },
            labels={question: case.labels for question, case in cases.items() if case.labels},
            texts={question: case.question for question, case in cases.items() if case.question},
            reasons={question: sentences for question, sentences in self.reasons.items() if sentences},
            unknown=self.unknown,
            answers=self.answers,
            tokens=self.tokens,
            refusals=self.refusals,
            notes=self._notes(),
            kept=self._worst(),
        )


@dataclass(frozen=True, slots=True)
class _Unknown:
    """That a question can't be answered for a trace, and why."""

    why: str


def _read(trace: Trace) -> tuple[str | None, Sequence[Hit]]:
    """What the model read, and which stage that is: the prompt, or, where it is not recorded, the ranking."""
    if trace.prompt is not None:
        return "prompt", trace.prompt
    return trace.stage, trace.ranking or ()


def _found(trace: Trace) -> list[str] | _Unknown:
    evidence = trace.case.evidence
    stage, hits = _read(trace)
    if evidence is None:
        return _Unknown('nobody has said under "evidence" which passages answer it')
    if not evidence:
        return _Unknown("no passage answers it")
    if stage is None:
        return _Unknown("what was retrieved is not recorded")
    ids = ids_of(hits)
    if ids and found_at_k(ids, evidence, len(ids)):
        return []
    missing = [" or ".join(group) for group in evidence.groups if not set(group) & set(ids)]
    return [f"{' and '.join(missing)} did not reach the {'prompt' if stage == 'prompt' else 'ranking'}."]


WITHOUT_IDS = (
    "The passages have no ids, so no citation was asked for: numbers and units were held against the whole prompt."
)


def _checked(trace: Trace) -> Grounding | _Unknown:
    """The answer held against what the model read, where both are known."""
    stage, hits = _read(trace)
    if trace.answer is None:
        return _Unknown("no answer is recorded")
    if stage is None:
        return _Unknown("what was retrieved is not recorded")
    if any(hit.text is None for hit in hits):
        return _Unknown('the texts of the passages are not recorded, as in "prompt": [{"id": "fan-1", "text": "…"}]')
    return held_against(trace.answer, hits)


def _lacks_ids(hits: Sequence[Hit]) -> bool:
    return bool(hits) and all(map(is_made_of_text, hits))


def held_against(answer: str, hits: Sequence[Hit]) -> Grounding:
    """`check_grounding`, as a report asks for it.

    Passages without ids could not be cited: then numbers and units are held against all of them as if they were one
    passage, and cited; unless one is cited after all, by its place in the prompt say.
    """
    cited = citations(answer, ids_of(hits)) if _lacks_ids(hits) else []
    if not _lacks_ids(hits) or not answer.strip() or any(each.known for each in cited):
        return check_grounding(answer, hits)
    unmarked = blanked(answer, [(each.start, each.end) for each in cited]).replace(UNREADABLE, " ")
    whole = "the prompt"
    checked = check_grounding(f"{unmarked} [{whole}]", {whole: "\n\n".join(hit.text or "" for hit in hits)})
    marks = [mark for mark in checked.marks if mark.end <= len(answer)]
    return replace(checked, answer=answer, marks=tuple(marks))


def _grounded(checked: Grounding | _Unknown) -> list[str] | _Unknown:
    return checked if isinstance(checked, _Unknown) else [problem.reason for problem in checked.problems[:1]]


def _is_refusal(answer: str, checked: Grounding | _Unknown) -> bool:
    return is_refusal(answer) if isinstance(checked, _Unknown) else checked.refusal


def _right(trace: Trace) -> list[str] | _Unknown:
    if trace.judged is None:
        return _Unknown("there is neither a verdict nor an expected text")
    if trace.judged == "right":
        return []
    expected = trace.case.expected
    return [f'It should say "{cut(expected)}".' if expected else "It was judged wrong."]


def _by_luck(scores: Mapping[str, float]) -> bool:
    return scores.get("found") == 0 and scores.get("right") == 1
