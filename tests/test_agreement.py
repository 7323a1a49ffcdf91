"""Agreement of two raters: published and hand-worked kappas, NLTK's, and an interval that keeps its promise."""

import random

import numpy
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as some
from nltk.metrics import AnnotationTask

from ragedu.statistics import agreement, cohen_kappa

# The worked example in Cohen (1960), table 1: two raters, three diagnoses, as counts of 200. There kappa is 0.492.
COHENS_OWN = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]


def labels_of(counts: list[list[int]]) -> tuple[list[int], list[int]]:
    pairs = [(a, b) for a, row in enumerate(counts) for b, many in enumerate(row) for _ in range(many)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def nltks_kappa(a: list, b: list) -> float:
    rated = [("a", str(item), label) for item, label in enumerate(a)]
    return AnnotationTask(data=rated + [("b", str(item), label) for item, label in enumerate(b)]).kappa()


def asymptotic_error(counts: list[list[int]]) -> float:
    """Kappa's standard error for many items, after Fleiss, Cohen and Everitt (1969)."""
    share = numpy.array(counts) / numpy.sum(counts)
    of_a, of_b = share.sum(axis=1), share.sum(axis=0)
    same, chance = share.trace(), of_a @ of_b
    kappa = (same - chance) / (1 - chance)
    diagonal = sum(share[i, i] * (1 - (of_a[i] + of_b[i]) * (1 - kappa)) ** 2 for i in range(len(share)))
    beside = (1 - kappa) ** 2 * sum(
        share[i, j] * (of_b[i] + of_a[j]) ** 2 for i in range(len(share)) for j in range(len(share)) if i != j
    )
    middle = (kappa - chance * (1 - kappa)) ** 2
    return float(((diagonal + beside - middle) / (1 - chance) ** 2 / numpy.sum(counts)) ** 0.5)


def test_kappa_is_the_one_in_cohens_own_paper():
    result = agreement(*labels_of(COHENS_OWN))

    assert result.share == 0.7
    assert result.kappa.mean == pytest.approx(0.29 / 0.59, abs=1e-15)
    assert round(result.kappa.mean, 3) == 0.492


@pytest.mark.parametrize("seed", range(50))
def test_kappa_is_nltks(seed):
    source = random.Random(seed)
    kinds, items = source.randint(2, 6), source.randint(2, 80)
    a = [source.randrange(kinds) for _ in range(items)]
    b = [each if source.random() < 0.6 else source.randrange(kinds) for each in a]
    if len({*a, *b}) == 1:
        b[0] = "another"

    assert cohen_kappa(a, b) == pytest.approx(nltks_kappa(a, b), abs=1e-12)


def test_the_worst_is_minus_1_and_chance_is_0():
    assert cohen_kappa(["x", "y"], ["y", "x"]) == -1.0
    assert cohen_kappa(["x", "x", "y", "y"], ["x", "y", "x", "y"]) == 0.0
    assert cohen_kappa(["x", "x"], ["y", "y"]) == 0.0
    assert cohen_kappa(["x", "y"], ["x", "y"]) == 1.0


def test_of_many_labels_the_commonest_are_shown_and_the_rest_is_counted():
    a, b = [1, 1, 1, *range(2, 400)], [1, 1, 2, *range(2, 400)]
    result = agreement(a, b, resamples=10)

    assert len(result.labels) == 399
    assert [len(result.table.rows), result.table.rows[0][:3]] == [20, ["A: 1", 2, 1]]
    assert "Shown are the 20 commonest of 399 labels." in repr(result)
    assert len(result._repr_html_()) < 100_000
    assert "Shown" not in repr(agreement([1, 2], [1, 1]))


def test_one_and_the_same_label_throughout_has_no_kappa_and_says_why():
    result = agreement(["good"] * 4, ["good"] * 4)

    assert (result.share, result.kappa, cohen_kappa(["good"] * 4, ["good"] * 4)) == (1.0, None, None)
    assert str(result) == (
        "A and B agree on 4 of 4 items (1.000); no kappa: both gave good throughout, so chance alone explains it all."
    )


def test_with_many_items_the_interval_is_the_asymptotic_one():
    counts = [[each * 5 for each in row] for row in COHENS_OWN]
    kappa = agreement(*labels_of(counts)).kappa
    error = asymptotic_error(counts)

    # Each end of 2,000 resamples moves by about a tenth of the standard error from seed to seed.
    assert kappa.low == pytest.approx(kappa.mean - 1.96 * error, abs=error / 3)
    assert kappa.high == pytest.approx(kappa.mean + 1.96 * error, abs=error / 3)


def test_the_interval_holds_the_true_kappa_about_as_often_as_it_says():
    # Two raters who see a coin's side rightly in 9 of 10 throws: they agree in 0.82, chance is 0.5, kappa 0.64.
    source = random.Random(3)
    inside = 0
    for seed in range(200):
        coins = [source.random() < 0.5 for _ in range(80)]
        a, b = ([coin ^ (source.random() < 0.1) for coin in coins] for _ in range(2))
        kappa = agreement(a, b, level=0.9, resamples=300, seed=seed).kappa
        inside += kappa.low <= 0.64 <= kappa.high

    assert 165 <= inside <= 195


def test_resamples_without_a_kappa_are_left_out_and_counted():
    result = agreement(["x", "x", "x", "y"], ["x", "x", "y", "y"], resamples=1000)

    # All four draws are an (x, x) in 1 of 16 resamples, all four the (y, y) in 1 of 256.
    assert result.undefined == pytest.approx(1000 * (1 / 16 + 1 / 256), abs=25)
    assert str(result).endswith(f". {result.undefined} resamples without a kappa are left out of it.")


def test_raters_who_agree_throughout_leave_nothing_to_vary():
    assert str(agreement(["x", "y", "y"], ["x", "y", "y"])) == (
        "A and B agree on 3 of 3 items (1.000); kappa 1.000, 95 % interval 1.000 to 1.000: "
        "every resample has the same, which leaves the bootstrap nothing to vary."
    )


def test_the_same_seed_gives_the_same_interval():
    a, b = labels_of(COHENS_OWN)

    assert agreement(a, b, seed=3) == agreement(a, b, seed=3)
    assert agreement(a, b, seed=3).kappa != agreement(a, b, seed=4).kappa
    assert (agreement(a, b, level=0.5).kappa.level, agreement(a, b).kappa.questions) == (0.5, 200)


def test_the_confusion_table_counts_every_pair():
    result = agreement(["bad", "bad", "good", "good", "good"], ["bad", "good", "good", "good", "fair"])

    assert result.table.text().splitlines() == [
        "How often A gave the row's label and B the column's",
        "",
        "         B: bad  B: fair  B: good",
        "-------  ------  -------  -------",
        "A: bad   1       0        1",
        "A: fair  0       0        0",
        "A: good  0       1        2",
        "",
        str(result),
    ]
    assert repr(result) == result.table.text()
    assert '<th scope="row"' in result._repr_html_()


def test_number_labels_stand_by_size():
    assert list(agreement([10, 2, 0], [2, 2, 10]).labels) == [0, 2, 10]
    assert list(agreement([10, "x", None][:2], ["b", 2]).labels) == [2, 10, "b", "x"]


def test_labels_by_item_are_paired_by_item():
    a, b = {"q1": "good", "q2": "bad"}, {"q2": "bad", "q1": "good"}

    assert agreement(a, b).share == cohen_kappa(pandas.Series(a), pandas.Series(b)) == 1.0
    assert cohen_kappa((each for each in "xyx"), iter(["x", "y", "x"])) == 1.0


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ([], [], "there are no items. Give both raters' label for each."),
        ({}, {}, "there are no items. Give both raters' label for each."),
        ([1], [1, 2], "both raters must have labelled the same items, not 1 and 2 of them."),
        (
            {"q1": 1, "q2": 1},
            {"q1": 1},
            "both raters must have labelled the same items; 1 have only one label, as 'q2'. "
            "Compare on the items that both labelled.",
        ),
        (
            {"q1": 1},
            [1],
            "give both raters' labels in the same form: two lists in the same order, or two dicts.",
        ),
        ("yes", "yes", "labels must be a list, one for each item, not 'yes'."),
        (3, [3], "labels must be a list, one for each item, not 3."),
        ([None], [1], "every item must have a label, not None. Leave that item out for both, and say so."),
        ([1], [float("nan")], "every item must have a label, not nan. Leave that item out for both, and say so."),
        ([[1]], [1], "a label must be a plain value such as a text or a number, not [1]."),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_sentence(a, b, said):
    for function in (agreement, cohen_kappa):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            function(a, b)
        assert str(caught.value) == said


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match=r"^level must lie between 0 and 1, not 95\. Usual is 0\.95\.$"):
        agreement([1, 2], [1, 2], level=95)
    with pytest.raises(ValueError, match=r"^resamples must be 1 or more, not 0\. Usual is 2000\.$"):
        agreement([1, 2], [1, 2], resamples=0)
    with pytest.raises(ValueError, match=r"^none of the 1 resamples had two labels\. Give more items, or more res"):
        agreement([1, 2], [1, 2], resamples=1, seed=0)


@given(some.lists(some.tuples(some.integers(0, 4), some.integers(0, 4)), min_size=1, max_size=30))
def test_kappa_stays_in_its_range_and_does_not_depend_on_who_is_first(pairs):
    a, b = [a for a, _ in pairs], [b for _, b in pairs]
    result = agreement(a, b, resamples=50)

    assert cohen_kappa(a, b) == cohen_kappa(b, a)
    assert 0 <= result.share <= 1
    assert (result.kappa is None) == (len({*a, *b}) == 1)
    if result.kappa:
        assert -1 <= result.kappa.low <= result.kappa.high <= 1
        assert -1 <= result.kappa.mean <= 1
