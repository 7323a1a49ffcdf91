"""What a judge is: the five questions it answers, and the form its answers take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragedu.cases import described

GRADES = {0: "not", 1: "partly", 2: "fully"}
"""What a verdict's grade says, in a word."""

LOWEST, HIGHEST = 0, 5
"""A rating's score goes from one to the other."""


class JudgeError(RuntimeError):
    """A judge could not answer: no key, no endpoint, no readable reply. The text says which, and what to do."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's answer to one question.

    grade     0 not, 1 partly, 2 fully
    evidence  the words it rests on, as they stand in the text that was judged against; may stay empty
    reason    why, in a sentence
    """

    grade: int
    evidence: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if type(self.grade) is not int or self.grade not in GRADES:
            raise ValueError(f"a verdict's grade must be 0 (not), 1 (partly) or 2 (fully), not {self.grade!r}.")


@dataclass(frozen=True, slots=True)
class Rating:
    """A score from 0 to 5 on one dimension; None when the judge cannot see it, and the reason says why."""

    score: float | None
    reason: str = ""

    def __post_init__(self) -> None:
        if self.score is not None and not LOWEST <= self.score <= HIGHEST:
            raise ValueError(f"a rating must lie between {LOWEST} and {HIGHEST}, not {self.score!r}.")


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing an answer is rated on.

    name      as tables show it
    question  what the judge is asked
    weight    how much it counts beside the others; above 0
    """

    name: str
    question: str
    weight: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise ValueError(f"the weight of {self.name!r} must be a number above 0, not {self.weight!r}.")


class Judge(Protocol):
    """Whatever can answer these questions about texts. A judge of your own needs only the methods you call.

    name   as results show it
    blind  what it cannot see, a sentence each
    """

    @property
    def name(self) -> str:
        """The judge's name, as results show it."""
        ...

    @property
    def blind(self) -> Sequence[str]:
        """What this judge cannot see, a sentence each."""
        ...

    def claims(self, answer: str, question: str | None = None) -> Sequence[str]:
        """The statements an answer makes, each readable without the others."""
        ...

    def supports(self, claims: Sequence[str], contexts: Sequence[str]) -> Sequence[Verdict]:
        """For each claim, in order: do the contexts say so?"""
        ...

    def relevant(self, question: str, answer: str) -> Verdict:
        """Does the answer answer the question? Whether it is true is another matter."""
        ...

    def useful(self, question: str, reference: str, contexts: Sequence[str]) -> Sequence[Verdict]:
        """For each context, in order: does it help to reach the reference answer?"""
        ...

    def rate(
        self, question: str, answer: str, contexts: Sequence[str], dimensions: Sequence[Dimension]
    ) -> Mapping[str, Rating]:
        """A rating for each dimension, by its name."""
        ...


def checked_judge(judge: Judge, method: str) -> Judge:
    """The judge itself, once it is sure that it has a name and can answer the question; otherwise ValueError."""
    if isinstance(judge, type):
        what = f"the class {judge.__name__}. Write {judge.__name__}()"
    elif callable(getattr(judge, method, None)) and hasattr(judge, "name"):
        return judge
    else:
        what = described(judge)
        if any(hasattr(judge, each) for each in ("claims", "supports", "relevant", "useful", "rate")):
            lacks = "name" if callable(getattr(judge, method, None)) else f"method {method}"
            what = f"{what}, which has no {lacks}"
    raise ValueError(f"the judge must be one such as OverlapJudge() or ChatJudge(model), not {what}.")
