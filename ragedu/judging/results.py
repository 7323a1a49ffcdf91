"""What came of judging: the score, and for each claim the verdict with the evidence it rests on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Literal

from ragedu.cases import folded
from ragedu.judging.judges import GRADES, JudgeError, Verdict
from ragedu.tables import Table

Kind = Literal["claim", "answer", "context"]
NO_TEXT = "–"


@dataclass(frozen=True, slots=True)
class Judged:
    """One text and what the judge made of it.

    text      the claim, answer or context
    grade     0 not, 1 partly, 2 fully
    evidence  the words that the verdict rests on
    reason    why, in a sentence
    quoted    whether the evidence stands in the text it is said to be from; None where the judge gave none
    """

    text: str
    grade: int
    evidence: str = ""
    reason: str = ""
    quoted: bool | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Judgement:
    """One measure on one answer.

    measure   its name
    score     0 to 1; None when there was nothing to judge, and why_none says so
    verdicts  one for each claim (or answer, or context), in order
    judge     the judge's name
    kind      what each verdict is on
    """

    measure: str
    score: float | None
    verdicts: tuple[Judged, ...]
    judge: str
    kind: Kind = "claim"
    why_none: str = ""

    def count(self, grade: int) -> int:
        """How many verdicts have this grade."""
        return sum(each.grade == grade for each in self.verdicts)

    @property
    def table(self) -> Table:
        """A row for each claim: the verdict, its evidence, its reason."""
        columns = [self.kind, "verdict", "evidence", "reason"]
        rows = [[each.text, GRADES[each.grade], _evidence(each), each.reason or NO_TEXT] for each in self.verdicts]
        return Table(str(self), columns, rows)

    def to_frame(self) -> Any:
        """The verdicts as a pandas data frame, a row each."""
        import pandas

        names = ["text", "grade", "evidence", "reason", "quoted"]
        rows = [[getattr(each, name) for name in names] for each in self.verdicts]
        return pandas.DataFrame(rows, columns=names)

    def __str__(self) -> str:
        if self.score is None:
            return f"{self.measure}: none, for {self.why_none}"
        many = f"{len(self.verdicts)} {self.kind}{'' if len(self.verdicts) == 1 else 's'}"
        counts = ", ".join(f"{self.count(grade)} {word}" for grade, word in sorted(GRADES.items(), reverse=True))
        return f"{self.measure} {self.score:.3f}: {many}, {counts} (judged by {self.judge})"

    def __repr__(self) -> str:
        return self.table.text() if self.verdicts else str(self)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


@dataclass(frozen=True, slots=True, repr=False)
class FactualCorrectness:
    """An answer against a reference answer, both ways.

    precision  the answer's claims, judged by the reference
    recall     the reference's claims, judged by the answer
    f1         the harmonic mean of both; 0 when only one of the two claims anything, None when neither does
    """

    precision: Judgement
    recall: Judgement

    @property
    def f1(self) -> float | None:
        """2 * precision * recall / (precision + recall); 0 when both are 0, or when only one text claims anything.

        A refusal where there is something to say is a bad answer: left out of the mean, it would be the best policy.
        """
        precision, recall = self.precision.score, self.recall.score
        if precision is None and recall is None:
            return None
        if precision is None or recall is None:
            return 0.0
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

    score = f1

    @property
    def table(self) -> Table:
        """A row for each claim of the answer, then of the reference."""
        sides = [("answer", self.precision), ("reference", self.recall)]
        rows = [
            [each.text, side, GRADES[each.grade], _evidence(each), each.reason or NO_TEXT]
            for side, judgement in sides
            for each in judgement.verdicts
        ]
        return Table(str(self), ["claim", "of", "verdict", "evidence", "reason"], rows)

    def __str__(self) -> str:
        named = [("precision", self.precision.score), ("recall", self.recall.score), ("F1", self.f1)]
        scores = ", ".join(f"{name} {'none' if score is None else f'{score:.3f}'}" for name, score in named)
        why = next((f"; {each.why_none}" for each in (self.precision, self.recall) if each.why_none), "")
        return f"factual correctness: {scores} (judged by {self.precision.judge}){why}"

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


@dataclass(frozen=True, slots=True)
class MeanScore:
    """A mean over answers; those without a score are counted apart, as neither 0 nor 1."""

    mean: float | None
    counted: int
    without: int

    def __str__(self) -> str:
        mean = "no mean" if self.mean is None else f"{self.mean:.3f}"
        apart = f"; {self.without} without a score are counted apart" if self.without else ""
        return f"{mean} over {self.counted} answer{'' if self.counted == 1 else 's'}{apart}"


def mean_score(judgements: Iterable[Judgement | FactualCorrectness]) -> MeanScore:
    """The mean of several answers' scores, and how many had none.

    >>> nothing = Judgement("faithfulness", None, (), "nobody", why_none="the answer claims nothing")
    >>> print(mean_score([Judgement("faithfulness", 0.5, (), "nobody"), nothing]))
    0.500 over 1 answer; 1 without a score are counted apart
    """
    scores = [each.score for each in judgements]
    known = [each for each in scores if each is not None]
    return MeanScore(fsum(known) / len(known) if known else None, len(known), len(scores) - len(known))


def judged(texts: Sequence[str], verdicts: Sequence[Verdict], sources: Iterable[str]) -> tuple[Judged, ...]:
    """Each text with its verdict, once it is sure that the judge gave one for each; sources hold the evidence."""
    if len(verdicts) != len(texts):
        raise JudgeError(f"the judge gave {len(verdicts)} verdicts on {len(texts)} texts. It must give one for each.")
    source = folded("\n".join(sources))
    stands = {each.evidence: folded(each.evidence) in source for each in verdicts}
    return tuple(
        Judged(text, each.grade, each.evidence, each.reason, stands[each.evidence] if each.evidence else None)
        for text, each in zip(texts, verdicts, strict=True)
    )


def _evidence(judged: Judged) -> str:
    if not judged.evidence:
        return NO_TEXT
    return judged.evidence if judged.quoted else f"{judged.evidence} (stands nowhere in the source)"
