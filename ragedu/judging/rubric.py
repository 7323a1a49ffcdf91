"""Rating an answer on several named dimensions, each with its weight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from ragedu.cases import described
from ragedu.judging.judges import HIGHEST, Dimension, Judge, JudgeError, Rating, checked_judge
from ragedu.judging.measures import Contexts, texts_of
from ragedu.judging.results import NO_TEXT
from ragedu.tables import Table

DIMENSIONS = (
    Dimension("sufficient", "Do the passages hold all that is needed to answer the question?", 1.0),
    Dimension("to the question", "Does the answer speak to the question, and to all of it?", 2.0),
    Dimension("no invention", "Does the answer say nothing that the passages do not say?", 3.0),
    Dimension("correct", "Is what the answer says right, numbers, units and conditions included?", 3.0),
    Dimension("logical", "Do its sentences follow from one another, without contradiction?", 1.0),
    Dimension("fluent", "Does it read well, without slips of grammar?", 0.5),
    Dimension("natural", "Would a friendly person say it like this?", 0.5),
)
"""Seven dimensions to start from. The weights say what this shop minds most; change them to what yours does."""


@dataclass(frozen=True, slots=True, repr=False)
class Rubric:
    """An answer's ratings.

    ratings     a rating for each dimension, by its name
    dimensions  what was rated, with the weights
    judge       the judge's name
    """

    ratings: Mapping[str, Rating]
    dimensions: tuple[Dimension, ...]
    judge: str

    @property
    def score(self) -> float | None:
        """The weighted mean of the ratings, 0 to 5, over the dimensions that were rated; None when none was."""
        rated = [(each.weight, self.ratings[each.name].score) for each in self.dimensions]
        known = [(weight, score) for weight, score in rated if score is not None]
        if not known:
            return None
        return fsum(weight * score for weight, score in known) / fsum(weight for weight, _ in known)

    @property
    def unrated(self) -> list[str]:
        """The dimensions that the judge could not rate, and that the total leaves out."""
        return [each.name for each in self.dimensions if self.ratings[each.name].score is None]

    @property
    def table(self) -> Table:
        """A row for each dimension: score, weight, reason."""
        rows = [[each.name, *_shown(self.ratings[each.name], each.weight)] for each in self.dimensions]
        return Table(str(self), ["dimension", f"0 to {HIGHEST}", "weight", "reason"], rows)

    def to_frame(self) -> Any:
        """The ratings as a pandas data frame, a row for each dimension."""
        import pandas

        rows = [
            [each.name, self.ratings[each.name].score, each.weight, self.ratings[each.name].reason]
            for each in self.dimensions
        ]
        return pandas.DataFrame(rows, columns=["dimension", "score", "weight", "reason"])

    def __str__(self) -> str:
        total = "no total" if self.score is None else f"{self.score:.2f} of {HIGHEST}"
        left_out = f"; not rated, and left out: {', '.join(self.unrated)}" if self.unrated else ""
        return f"rubric: {total}, weighted (judged by {self.judge}){left_out}"

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def rubric(
    question: str,
    answer: str,
    contexts: Contexts,
    judge: Judge,
    *,
    dimensions: Sequence[Dimension] = DIMENSIONS,
    one_call: bool = True,
) -> Rubric:
    """Rate an answer on named dimensions.

    Formula     sum of weight * score / sum of weights, over the dimensions that the judge could rate
    Takes       the question, the answer, its contexts, a judge; one_call=False asks for each dimension by itself
    Range       0 to 5; None when the judge could rate none
    Errors      ValueError if there is no dimension, one stands twice or is none, or the judge is none; JudgeError if it
                can't be asked

    >>> from ragedu.judging import OverlapJudge
    >>> answer, passage = "Money is paid within 30 days.", "Money is paid to your account within 5 days."
    >>> result = rubric("When is my money paid?", answer, [passage], OverlapJudge())
    >>> result.ratings["no invention"].score, result.ratings["to the question"].score
    (0.0, 5.0)
    >>> result.unrated
    ['correct', 'logical', 'fluent', 'natural']

    Elsewhere   G-Eval asks for each dimension by itself, and weighs a model's probabilities of the scores
    Our choice  one call is cheaper, and lets the impression of one dimension colour the next; compare both
    Source      Liu et al.: G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment, 2023
    """
    asked = _checked(dimensions)
    checked_judge(judge, "rate")
    texts = texts_of(contexts)
    batches = [asked] if one_call else [(each,) for each in asked]
    ratings: dict[str, Rating] = {}
    for batch in batches:
        ratings.update(judge.rate(question, answer, texts, batch))
    missing = [each.name for each in asked if each.name not in ratings]
    if missing:
        raise JudgeError(f"the judge gave no rating for {', '.join(missing)}. It must give one for each dimension.")
    return Rubric({each.name: ratings[each.name] for each in asked}, asked, judge.name)


def _checked(dimensions: Sequence[Dimension]) -> tuple[Dimension, ...]:
    if isinstance(dimensions, str) or not isinstance(dimensions, Sequence):
        raise ValueError(f"dimensions must be a list of Dimension, not {described(dimensions)}. For one write [it].")
    for each in dimensions:
        if not isinstance(each, Dimension):
            name = each if isinstance(each, str) else "fluent"
            raise ValueError(
                f"each dimension must be a Dimension, not {described(each)}. "
                f'Write Dimension("{name}", question), with the question that the judge is asked.'
            )
    names = [each.name for each in dimensions]
    if not names:
        raise ValueError("there are no dimensions to rate. Leave dimensions out for the seven usual ones.")
    if len(set(names)) < len(names):
        raise ValueError(f"each dimension must have a name of its own, not {names}.")
    return tuple(dimensions)


def _shown(rating: Rating, weight: float) -> list[str]:
    return [NO_TEXT if rating.score is None else f"{rating.score:g}", f"{weight:g}", rating.reason or NO_TEXT]
