"""Two systems on the same questions, measure by measure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from ragedu import __version__
from ragedu.cases import described, is_text_id
from ragedu.evaluation import NO_RANKING, SCREEN, Evaluation, count, cut, some
from ragedu.measures import checked_names
from ragedu.statistics import Difference, compare_paired, p_text, signed
from ragedu.tables import Table, percent


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """System B against system A, measure by measure, on the questions that both answer for.

    differences  measure -> the paired difference B - A
    means        measure -> the means of A and of B over the shared questions
    left_out     questions that only one of the two has a score for
    signature    the choices made, in one line
    remarks      what each of the two left out or counted 0
    texts        question -> its words, where its id says nothing to a reader
    """

    differences: Mapping[str, Difference]
    means: Mapping[str, tuple[float, float]]
    left_out: Sequence[str]
    signature: str
    remarks: Sequence[str] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> int:
        """How many questions the two share; a measure may be known for fewer."""
        return max(each.interval.questions for each in self.differences.values())

    @property
    def _any(self) -> Difference:
        return next(iter(self.differences.values()))

    def table(self, *, counts: bool = True) -> Table:
        """A row for each measure: both means, the difference with its interval, and what that says.

        counts  on how many questions B scored higher, lower and the same as well
        """
        columns = ["measure", "A", "B", f"B - A [{percent(self._any.interval.level)} interval]", "p", "finding"]
        if counts:
            columns.append("+ / - / =")
        rows = [self._row(name, each)[: len(columns)] for name, each in self.differences.items()]
        return Table(f"B against A on {count(self.questions)}", columns, rows, note="\n".join(self._notes()))

    def _row(self, name: str, each: Difference) -> list[str]:
        low, high = signed(each.interval.low), signed(each.interval.high)
        of = each.interval.questions
        return [
            name if of == self.questions else f"{name} (of {of})",
            *(f"{mean:.3f}" for mean in self.means[name]),
            f"{signed(each.interval.mean)} [{low}, {high}]",
            p_text(each.p),
            _finding(each),
            f"{each.better} / {each.worse} / {each.equal}",
        ]

    def _notes(self) -> list[str]:
        notes = list(self.remarks)
        if self.left_out:
            alone = some([cut(self.texts.get(each, each)) for each in self.left_out[:3]], len(self.left_out))
            notes.append(f"Left out: {count(len(self.left_out))} that only one has ({alone}).")
        if all(each.same_everywhere for each in self.differences.values()):
            notes.append("The two are the same everywhere: every question has equal scores in both.")
        if len(self.differences) > 1:
            by_chance = round(1 / (1 - self._any.interval.level))
            notes.append(
                f"{len(self.differences)} measures were tested, and of equal systems about one in {by_chance} differs "
                "by chance. Decide on one before you look."
            )
        return [*notes, self.signature]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        return {
            "ragedu": __version__,
            "signature": self.signature,
            "questions": self.questions,
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
        whole = self.table()
        return str(whole if whole.width <= SCREEN else self.table(counts=False))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def compare(
    a: Evaluation,
    b: Evaluation,
    measures: Iterable[str] | None = None,
    *,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Comparison:
    """Two evaluations of the same questions, measure by measure: paired bootstrap and paired randomisation test.

    measures   which to compare; None takes all that both have
    level, resamples, seed  as `compare_paired` takes them

    Errors     ValueError if the two made different choices, disagree on what is relevant to a question, share no
               question, or a measure was not taken in both
    """
    for each in (a, b):
        if not isinstance(each, Evaluation):
            raise ValueError(f"compare takes two evaluations, as evaluate gives them, not {described(each)}.")
    _refuse_other_choices(a, b)
    shared = [question for question in a.per_question if question in b.per_question]
    if not shared:
        raise ValueError("the two evaluations share no question. Evaluate both with the same truth.")
    _refuse_other_questions(a, b)
    _refuse_other_truth(a, b)
    common = [each for each in a.measures_asked if each in b.measures_asked]
    if measures is None and not common:
        raise ValueError("the two evaluations share no measure. Evaluate both with the same measures.")
    differences, means = {}, {}
    for name in _both_have(a, b, common) if measures is None else checked_names(measures):
        before, after = _shared_scores(name, a, b)
        differences[name] = compare_paired(before, after, level=level, resamples=resamples, seed=seed)
        means[name] = (fsum(before) / len(before), fsum(after) / len(after))
    drawn = {"level": level, "resamples": resamples, "seed": seed}
    return Comparison(
        differences,
        means,
        left_out=sorted(a.per_question.keys() ^ b.per_question.keys()),
        signature=_signature(a, b, len(shared), drawn),
        remarks=[f"{name}: {remark}" for name, each in (("A", a), ("B", b)) for remark in each.remarks],
        texts={question: words for question, words in {**b.texts, **a.texts}.items() if is_text_id(question)},
    )


def _both_have(a: Evaluation, b: Evaluation, names: Iterable[str]) -> list[str]:
    """The measures that both have for some question; a report may lack one for every question."""
    shared = [name for name in names if not a.scores(name).keys().isdisjoint(b.scores(name))]
    if not shared:
        raise ValueError("the two evaluations share no measure of any question. Evaluate both with the same measures.")
    return shared


def _shared_scores(name: str, a: Evaluation, b: Evaluation) -> tuple[list[float], list[float]]:
    """One measure on the questions for which both have it."""
    before, after = a.scores(name), b.scores(name)
    shared = [question for question in before if question in after]
    if not shared:
        raise ValueError(f"there is no question for which both have {name}. Name the measures that both have.")
    return [before[each] for each in shared], [after[each] for each in shared]


def _refuse_other_choices(a: Evaluation, b: Evaluation) -> None:
    if a.choices != b.choices:
        raise ValueError(
            f"the two evaluations made different choices: A {a.choices}; B {b.choices}. "
            "Evaluate both with the same, or the difference may be theirs."
        )


def _refuse_other_questions(a: Evaluation, b: Evaluation) -> None:
    """Where no ranking counts 0, two runs of other questions would be compared with nothing but those."""
    asked = [[each for each in one.per_question if each not in one.counted_zero.get(NO_RANKING, ())] for one in (a, b)]
    if all(asked) and set(asked[0]).isdisjoint(asked[1]):
        had, others = (
            f"{len(each)} ({some([cut(one.texts.get(question, question)) for question in each[:3]], len(each))})"
            for one, each in zip((a, b), asked, strict=True)
        )
        raise ValueError(
            f"A and B share no question. Questions with a ranking in A: {had}; in B: {others}. "
            "Compare two systems on the same questions."
        )


def _refuse_other_truth(a: Evaluation, b: Evaluation) -> None:
    for question, known in a.truth.items():
        if question in b.truth and not known.agrees_with(b.truth[question]):
            raise ValueError(
                f"A and B disagree on what is relevant to question {question!r}. Evaluate both with the same truth."
            )


def _signature(a: Evaluation, b: Evaluation, shared: int, drawn: Mapping[str, object]) -> str:
    parts = {"ragedu": __version__, "questions": shared}
    both = {key: (a.source.get(key, "?"), b.source.get(key, "?")) for key in {**a.source, **b.source}}
    source = {key: one if one == other else f"{one}/{other}" for key, (one, other) in both.items()}
    before, after = ([f"{key}:{value}" for key, value in each.items()] for each in (parts, {**source, **drawn}))
    return " | ".join([*before, str(a.choices), *after])


def _finding(difference: Difference) -> str:
    if difference.same_everywhere:
        return "the same"
    if not difference.can_tell_apart:
        return "can't tell"
    return "B is better" if difference.interval.mean > 0 else "A is better"
