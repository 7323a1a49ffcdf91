"""The rubric: weights worked by hand, one call or several, and dimensions that a judge cannot see."""

import json

import pytest

from ragedu.judging import DIMENSIONS, ChatJudge, Dimension, JudgeError, OverlapJudge, Rating, rubric
from tests.judging.endpoint import endpoint, says


def rates_in_order(request: dict):
    """An endpoint that rates the dimensions it is asked for 5, 4, 3 …, down to 0."""
    asked = json.loads(request["messages"][-1]["content"])["dimensions"]
    ratings = [
        {"dimension": name, "score": max(0, 5 - place), "reason": f"place {place}"} for place, name in enumerate(asked)
    ]
    return says(json.dumps({"ratings": ratings}))


class Rater:
    name = "Rater"
    blind = ()

    def __init__(self, **ratings: float | None) -> None:
        self.ratings = {name: Rating(score, "why") for name, score in ratings.items()}

    def rate(self, question, answer, contexts, dimensions):
        return self.ratings


def test_the_total_is_the_weighted_mean():
    dimensions = [Dimension("correct", "?", 3), Dimension("fluent", "?", 1)]

    assert rubric("q", "a", [], Rater(correct=4, fluent=2), dimensions=dimensions).score == (3 * 4 + 2) / 4


def test_the_seven_dimensions_are_asked_in_one_call_or_in_seven():
    with endpoint(answer=rates_in_order) as running:
        judge = ChatJudge("m", base_url=running.url)
        together = rubric("q", "a", ["c"], judge)
        assert len(running.requests) == 1
        apart = rubric("q", "a", ["c"], judge, one_call=False)
        assert len(running.requests) == 8

    assert [rating.score for rating in together.ratings.values()] == [5, 4, 3, 2, 1, 0, 0]
    assert [rating.score for rating in apart.ratings.values()] == [5] * 7
    assert list(together.ratings) == [each.name for each in DIMENSIONS]
    weighted = (1 * 5 + 2 * 4 + 3 * 3 + 3 * 2 + 1 * 1) / 11
    assert together.score == pytest.approx(weighted)


def test_what_the_judge_cannot_see_is_left_out_and_said():
    passage = "Money is paid to your account within 5 days."
    result = rubric("When is money paid?", "Money is paid within 5 days.", [passage], OverlapJudge())

    assert result.unrated == ["correct", "logical", "fluent", "natural"]
    assert (result.score, result.ratings["no invention"].score) == (5.0, 5.0)
    assert str(result) == (
        "rubric: 5.00 of 5, weighted (judged by OverlapJudge); not rated, and left out: "
        "correct, logical, fluent, natural"
    )
    assert result.ratings["fluent"].reason == "OverlapJudge cannot see this."


def test_without_any_rating_there_is_no_total():
    result = rubric("q", "I don't know.", [], OverlapJudge(), dimensions=[Dimension("fluent", "?")])

    assert result.score is None
    assert str(result).startswith("rubric: no total")


def test_the_table_shows_score_weight_and_reason():
    dimensions = [Dimension("correct", "?", 3), Dimension("fluent", "?", 0.5)]
    result = rubric("q", "a", [], Rater(correct=4, fluent=None), dimensions=dimensions)

    assert result.table.text().splitlines() == [
        "rubric: 4.00 of 5, weighted (judged by Rater); not rated, and left out: fluent",
        "",
        "dimension  0 to 5  weight  reason",
        "---------  ------  ------  ------",
        "correct    4       3       why",
        "fluent     –       0.5     why",
    ]
    assert repr(result) == result.table.text()
    assert "<table" in result._repr_html_()
    assert list(result.to_frame().weight) == [3, 0.5]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: rubric("q", "a", [], Rater(), dimensions=[]),
            "there are no dimensions to rate. Leave dimensions out for the seven usual ones.",
        ),
        (
            lambda: rubric("q", "a", [], Rater(), dimensions=[Dimension("x", "?"), Dimension("x", "!")]),
            "each dimension must have a name of its own, not ['x', 'x'].",
        ),
        (
            lambda: rubric("q", "a", [], Rater(), dimensions=["fluent"]),  # type: ignore[list-item]
            "each dimension must be a Dimension, not the text 'fluent'. "
            'Write Dimension("fluent", question), with the question that the judge is asked.',
        ),
        (
            lambda: rubric("q", "a", [], Rater(), dimensions=[Dimension("x", "?"), None]),  # type: ignore[list-item]
            "each dimension must be a Dimension, not None (NoneType). "
            'Write Dimension("fluent", question), with the question that the judge is asked.',
        ),
        (
            lambda: rubric("q", "a", [], Rater(), dimensions="fluent"),  # type: ignore[arg-type]
            "dimensions must be a list of Dimension, not the text 'fluent'. For one write [it].",
        ),
        (
            lambda: rubric("q", "a", [], None, dimensions=[Dimension("x", "?")]),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not None (NoneType).",
        ),
        (lambda: Dimension("x", "?", 0), "the weight of 'x' must be a number above 0, not 0."),
        (lambda: Dimension("x", "?", float("nan")), "the weight of 'x' must be a number above 0, not nan."),
        (lambda: Rating(6), "a rating must lie between 0 and 5, not 6."),
        (lambda: Rating(float("nan")), "a rating must lie between 0 and 5, not nan."),
    ],
)
def test_what_cannot_be_rated_is_refused_with_a_sentence(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert str(caught.value) == said


def test_a_judge_that_leaves_a_dimension_out_is_found_out():
    with pytest.raises(JudgeError, match=r"^the judge gave no rating for y\. It must give one for each dimension\.$"):
        rubric("q", "a", [], Rater(x=1), dimensions=[Dimension("x", "?"), Dimension("y", "?")])
