"""Intervals and paired tests: what scipy finds, what small cases give exactly, and what the sentences say."""

import random
from collections import Counter
from itertools import product
from math import comb

import numpy
import pandas
import pytest
import scipy.stats

from ragedu import statistics
from ragedu.statistics import (
    Difference,
    Interval,
    bootstrap_interval,
    compare_paired,
    mean_interval,
    randomisation_test,
    share_interval,
)

SEEDS = range(5)


def scores_of(seed: int, count: int = 40, shift: float = 0.0) -> list[float]:
    source = random.Random(seed)
    return [min(1.0, max(0.0, source.gauss(0.5 + shift, 0.25))) for _ in range(count)]


# --- the bootstrap interval ---


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_agrees_with_scipy_but_for_the_draws(seed, level):
    scores = scores_of(seed)

    ours = bootstrap_interval(scores, level=level, resamples=5000, seed=seed)
    theirs = scipy.stats.bootstrap(
        (scores,), numpy.mean, confidence_level=level, n_resamples=5000, method="percentile", rng=seed
    )

    # The standard error of such a quantile over 5,000 draws is about 0.0015 here, and there are two of them.
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.01)
    assert ours.mean == pytest.approx(numpy.mean(scores), abs=1e-12)
    assert (ours.level, ours.questions) == (level, 40)


def test_the_ends_are_those_of_numpys_quantiles():
    scores, resamples = scores_of(1), 333
    source = random.Random(9)
    means = [numpy.mean(source.choices(scores, k=len(scores))) for _ in range(resamples)]

    interval = bootstrap_interval(scores, level=0.9, resamples=resamples, seed=9)

    assert [interval.low, interval.high] == pytest.approx(list(numpy.quantile(means, [0.05, 0.95])), abs=1e-12)


def test_a_small_case_is_near_what_all_resamples_give():
    # Of the 2^4 equally likely samples of four from one right and one wrong half, the mean is k/4 in comb(4, k).
    interval = bootstrap_interval([0, 0, 1, 1], level=0.5, resamples=20_000)

    assert sum(comb(4, k) for k in (0, 1)) / 16 > 0.25  # so a quarter from below lies at 1/4
    assert (interval.low, interval.high) == (0.25, 0.75)


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says():
    source = random.Random(4)
    inside = 0
    for seed in range(200):
        scores = [float(source.random() < 0.7) for _ in range(60)]
        interval = bootstrap_interval(scores, level=0.9, resamples=300, seed=seed)
        inside += interval.low <= 0.7 <= interval.high
    assert 165 <= inside <= 195


def test_a_narrower_level_and_more_questions_give_a_narrower_interval():
    def width(interval: Interval) -> float:
        return interval.high - interval.low

    assert width(bootstrap_interval(scores_of(0), level=0.5)) < width(bootstrap_interval(scores_of(0), level=0.95))
    assert width(bootstrap_interval(scores_of(0, count=400))) < width(bootstrap_interval(scores_of(0, count=40)))


def test_the_interval_never_leaves_the_range_of_the_scores():
    for seed in range(30):
        scores = scores_of(seed, count=1 + seed % 6)
        interval = bootstrap_interval(scores, level=0.999, resamples=200, seed=seed)
        assert min(scores) <= interval.low <= interval.high <= max(scores)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    assert bootstrap_interval(scores_of(0), seed=3) == bootstrap_interval(scores_of(0), seed=3)
    assert bootstrap_interval(scores_of(0), seed=3) != bootstrap_interval(scores_of(0), seed=4)


def test_the_global_random_numbers_are_left_alone():
    random.seed(1)
    before = random.getstate()
    bootstrap_interval([0, 1])
    randomisation_test([0.0] * 20, [1.0] * 20)

    assert random.getstate() == before


def test_scores_may_come_by_question():
    assert bootstrap_interval({"a": 0.0, "b": 1.0}) == bootstrap_interval([0.0, 1.0])


def test_an_interval_reads_as_a_line():
    interval = Interval(mean=0.7142, low=0.4286, high=1.0, level=0.95, questions=7)

    assert str(interval) == repr(interval) == "0.714 [0.429 to 1.000], 7 questions"


def test_when_all_scored_the_same_the_interval_says_that_it_knows_nothing():
    assert str(bootstrap_interval([1, 1, 1])) == (
        "1.000 [1.000 to 1.000], 3 questions: all scored the same, which leaves the bootstrap nothing to vary"
    )
    assert str(bootstrap_interval([0.5])).startswith("0.500 [0.500 to 0.500], 1 question: ")


# --- the randomisation test ---


@pytest.mark.parametrize("seed", SEEDS)
def test_with_few_questions_the_test_is_exact_as_scipys(seed):
    a, b = scores_of(seed, count=9), scores_of(seed + 100, count=9, shift=0.15)

    theirs = scipy.stats.permutation_test(
        (a, b), lambda x, y: numpy.mean(y) - numpy.mean(x), permutation_type="samples", n_resamples=numpy.inf
    )

    assert randomisation_test(a, b) == pytest.approx(theirs.pvalue, abs=1e-12)
    assert randomisation_test(a, b, seed=1) == randomisation_test(a, b, seed=2)


@pytest.mark.parametrize("seed", SEEDS)
def test_with_many_questions_the_test_agrees_with_scipy_but_for_the_draws(seed):
    a, b = scores_of(seed, count=50), scores_of(seed + 100, count=50, shift=0.06)

    theirs = scipy.stats.permutation_test(
        (a, b),
        lambda x, y, axis: numpy.mean(y, axis=axis) - numpy.mean(x, axis=axis),
        permutation_type="samples",
        n_resamples=10_000,
        vectorized=True,
        rng=seed,
    )

    # Two standard errors of each p over 10,000 draws are at most 0.01.
    assert randomisation_test(a, b, seed=seed) == pytest.approx(theirs.pvalue, abs=0.025)


def test_the_exact_test_counts_every_way_to_swap():
    differences = [0.5, -0.25, 0.125, 0.5]
    extreme = sum(
        abs(sum(sign * each for sign, each in zip(signs, differences, strict=True))) >= abs(sum(differences))
        for signs in product((1, -1), repeat=4)
    )

    assert randomisation_test([0.0] * 4, differences) == extreme / 16


@pytest.mark.parametrize(("better", "p"), [(1, 1.0), (2, 0.5), (5, 0.0625), (12, 2 / 4096)])
def test_when_every_question_is_better_p_is_two_of_all_the_ways(better, p):
    assert randomisation_test([0] * better, [1] * better) == p


def test_questions_that_scored_the_same_do_not_change_p():
    assert randomisation_test([0] * 5 + [1] * 30, [1] * 35) == randomisation_test([0] * 5, [1] * 5) == 0.0625


def test_two_equal_systems_have_p_1():
    assert randomisation_test([0.1, 0.2, 0.3], [0.1, 0.2, 0.3]) == 1.0
    assert randomisation_test([0.0, 1.0], [1.0, 0.0]) == 1.0


def test_p_is_never_0_and_does_not_depend_on_who_is_first():
    a, b = [0.0] * 40, [1.0] * 40

    assert randomisation_test(a, b, resamples=99) == 0.01
    assert randomisation_test(scores_of(1), scores_of(2), seed=5) == randomisation_test(
        scores_of(2), scores_of(1), seed=5
    )


def test_rounding_does_not_make_equal_sums_differ():
    # 0.1 + 0.2 + 0.3 in another order is another float; all eight ways with equal signs count.
    assert randomisation_test([0.0] * 3, [0.1, 0.2, 0.3]) == 0.25
    assert randomisation_test([0.3, 0.2, 0.1], [0.4, 0.4, 0.4]) == 0.25


def test_under_no_difference_p_is_small_as_rarely_as_it_says():
    small = sum(randomisation_test(scores_of(seed, 10), scores_of(seed + 5000, 10)) <= 0.1 for seed in range(200))

    assert 8 <= small <= 34


# --- two systems compared ---


def test_two_systems_that_differ_are_told_apart_and_the_sentence_says_so():
    a = scores_of(1, count=60)
    b = [min(1.0, each + 0.1) for each in a]
    difference = compare_paired(a, b)

    assert difference.can_tell_apart
    assert str(difference).startswith("60 questions tell these apart, B is better: mean difference +0.")
    assert str(compare_paired(b, a)).startswith("60 questions tell these apart, A is better: mean difference -0.")


def test_forty_questions_may_not_tell_two_systems_apart():
    a = scores_of(1)
    b = [each + (0.1 if number % 2 else -0.09) for number, each in enumerate(a)]
    difference = compare_paired(a, b)

    assert not difference.can_tell_apart
    assert str(difference).startswith("40 questions cannot tell these apart: mean difference ")


def test_a_difference_reads_as_a_sentence():
    interval = Interval(mean=0.05, low=-0.01, high=0.11, level=0.95, questions=3)
    difference = Difference(interval, p=0.25, better=2, worse=0, equal=1)

    assert (
        str(difference)
        == repr(difference)
        == (
            "3 questions cannot tell these apart: mean difference +0.050, 95 % interval -0.010 to +0.110, p = 0.250; "
            "better on 2, worse on 0, the same on 1."
        )
    )


def test_an_interval_alone_is_not_enough():
    above = Interval(mean=0.05, low=0.01, high=0.11, level=0.95, questions=4)

    assert not Difference(above, p=0.125, better=4, worse=0, equal=0).can_tell_apart
    assert Difference(above, p=0.05, better=4, worse=0, equal=0).can_tell_apart


def test_the_questions_are_counted_by_who_was_better():
    difference = compare_paired([0.2, 0.4, 0.6, 0.8], [0.3, 0.4, 0.5, 0.7])

    assert (difference.better, difference.worse, difference.equal) == (1, 2, 1)
    assert difference.interval.mean == pytest.approx(-0.025)
    assert difference.interval.questions == 4


def test_dicts_are_paired_by_question_and_not_by_order():
    a, b = {"q1": 0.0, "q2": 1.0, "q3": 0.5}, {"q3": 0.5, "q2": 1.0, "q1": 0.0}

    assert compare_paired(a, b).equal == 3
    assert randomisation_test(a, b) == 1.0


def test_pairing_makes_a_small_steady_gain_visible():
    a = scores_of(1, count=40)
    b = [each + 0.02 for each in a]
    apart = [bootstrap_interval(a), bootstrap_interval(b)]

    assert apart[0].high > apart[1].low
    assert compare_paired(a, b).can_tell_apart


# --- what is refused, and how ---


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: bootstrap_interval([]), "there are no scores. Give one for each question."),
        (lambda: bootstrap_interval({}), "there are no scores. Give one for each question."),
        (
            lambda: bootstrap_interval([0.5, float("nan")]),
            "every score must be a finite number, not nan. Leave that question out, and say so.",
        ),
        (
            lambda: randomisation_test([0.5], [float("inf")]),
            "every score must be a finite number, not inf. Leave that question out, and say so.",
        ),
        (lambda: bootstrap_interval([1], level=95), "level must lie between 0 and 1, not 95. Usual is 0.95."),
        (lambda: compare_paired([1], [1], level=1), "level must lie between 0 and 1, not 1. Usual is 0.95."),
        (lambda: bootstrap_interval([1], resamples=0), "resamples must be 1 or more, not 0. Usual is 2000."),
        (
            lambda: randomisation_test([1] * 20, [0] * 20, resamples=0),
            "resamples must be 1 or more, not 0. Usual is 2000.",
        ),
        (
            lambda: compare_paired([1, 0], [1]),
            "both systems must have a score for the same questions, not 2 and 1 scores.",
        ),
        (
            lambda: compare_paired({"q1": 1, "q2": 0}, {"q1": 1, "q3": 0}),
            "both systems must have a score for the same questions; 2 have only one, as 'q2'. "
            "Compare on the questions that both answered.",
        ),
        (
            lambda: compare_paired({"q1": 1}, [1]),
            "give both systems' scores in the same form: two lists in the same order, or two dicts.",
        ),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_a_sentence(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()

    assert str(caught.value) == said


# --- what is not quite a list of numbers ---


def test_float_noise_is_no_difference():
    difference = compare_paired([0.3, 0.5], [0.1 + 0.2, 0.5])

    assert (difference.better, difference.worse, difference.equal) == (0, 0, 2)
    assert str(difference) == "the same everywhere: A and B have equal scores on 2 questions."


def test_what_rounds_to_nothing_has_no_sign():
    difference = compare_paired([0.5, 0.5, 0.0], [0.4999, 0.5, 0.0])

    assert "-0.000" not in str(difference)
    assert "-0.000" not in str(difference.interval)


def test_a_p_is_never_shown_as_zero():
    assert "p <0.001;" in str(compare_paired([0.0] * 30, [1.0] * 30))


def test_series_are_paired_by_their_questions():
    a, b = pandas.Series({"q1": 0.0, "q2": 1.0}), pandas.Series({"q2": 1.0, "q1": 0.0})

    assert compare_paired(a, b).same_everywhere
    with pytest.raises(ValueError, match=r"^both systems must have a score for the same questions; 2 have only one"):
        compare_paired(a, b.rename({"q1": "q3"}))
    with pytest.raises(ValueError, match=r"^the scores name a question twice"):
        bootstrap_interval(pandas.Series([0.0, 1.0], index=["q1", "q1"]))


def test_scores_may_come_from_a_generator():
    assert bootstrap_interval(each / 2 for each in range(3)) == bootstrap_interval([0.0, 0.5, 1.0])
    assert compare_paired((0.0 for _ in range(3)), (1.0 for _ in range(3))).better == 3


@pytest.mark.parametrize("scores", ["0110", b"01", 0.5, None])
def test_what_is_no_list_of_scores_is_an_error(scores):
    with pytest.raises(ValueError, match=r"^scores must be numbers, one for each question, not "):
        bootstrap_interval(scores)


@pytest.mark.parametrize("score", ["1", None, float("nan"), 10**400])
def test_a_score_that_is_no_finite_number_is_an_error(score):
    with pytest.raises(ValueError, match=r"^every score must be a finite number, not "):
        bootstrap_interval([score, 1.0])


def test_with_five_questions_the_interval_is_too_narrow_as_its_card_says():
    source = random.Random(1)
    inside = 0
    for seed in range(400):
        interval = bootstrap_interval([source.gauss(0.5, 0.1) for _ in range(5)], resamples=300, seed=seed)
        inside += interval.low <= 0.5 <= interval.high

    assert 0.78 < inside / 400 < 0.88
    assert "83 %" in bootstrap_interval.__doc__


# --- shares of yes and no ---


@pytest.mark.parametrize(("successes", "of"), [(0, 1), (1, 1), (3, 7), (8, 8), (0, 40), (199, 200)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_the_interval_of_a_share_is_wilsons(successes: int, of: int, level: float):
    theirs = scipy.stats.binomtest(successes, of).proportion_ci(level, method="wilson")
    ours = share_interval(successes, of, level=level)

    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    assert ours.low <= ours.mean <= ours.high


def test_all_right_is_no_certainty():
    assert share_interval(8, 8).low < 0.7
    assert bootstrap_interval([1] * 8).low == 1


@pytest.mark.parametrize(("successes", "of"), [(0, 0), (3, 2), (-1, 4)])
def test_a_share_of_nothing_or_of_more_than_all_is_refused(successes: int, of: int):
    with pytest.raises(ValueError, match=f"from none to all of them yes, not {successes} of {of}"):
        share_interval(successes, of)


# --- many questions ---


@pytest.mark.parametrize("values", [[0] * 900 + [1] * 300, [-1, 0, 0, 0.25, 1] * 400, [3] * 2000])
def test_counting_the_draws_gives_the_interval_that_drawing_one_by_one_does(values, monkeypatch):
    by_counts = bootstrap_interval(values, resamples=8000)
    monkeypatch.setattr(statistics, "LONG", 10**9)
    one_by_one = bootstrap_interval(values, resamples=8000)

    assert by_counts.mean == one_by_one.mean
    assert by_counts.low == pytest.approx(one_by_one.low, abs=0.003)
    assert by_counts.high == pytest.approx(one_by_one.high, abs=0.003)


@pytest.mark.parametrize(("trials", "share"), [(1, 0.5), (7, 0.1), (40, 0.3), (1000, 0.975)])
def test_binomial_draws_fall_as_scipys_do(trials, share):
    source = random.Random(5)
    drawn = Counter(statistics.binomial(trials, share, source) for _ in range(20_000))
    truth = scipy.stats.binom(trials, share)

    for many in range(trials + 1):
        assert drawn[many] / 20_000 == pytest.approx(truth.pmf(many), abs=0.015)
    mean = sum(many * times for many, times in drawn.items()) / 20_000
    assert mean == pytest.approx(truth.mean(), abs=5 * truth.std() / 20_000**0.5)


def test_a_hundred_thousand_scores_are_no_more_than_a_moment():
    interval = bootstrap_interval([0, 1] * 50_000)

    assert 0.003 < (interval.high - interval.low) / 2 < 0.0033  # 1.96 * sqrt(0.25 / 100000) is 0.0031


def test_with_as_many_scores_as_questions_they_are_drawn_one_by_one():
    scores = [place / 1500 for place in range(1500)]

    assert bootstrap_interval(scores, resamples=50).low < 0.5 < bootstrap_interval(scores, resamples=50).high


# --- the interval of a table ---


def test_a_tables_interval_is_that_of_a_share_where_all_scores_are_0_or_1():
    assert mean_interval([1.0, 0.0, 1]) == share_interval(2, 3)
    assert mean_interval([1.0] * 200).low < 1


@pytest.mark.parametrize("many", [2, 50])
def test_a_tables_interval_of_few_questions_is_the_bootstraps(many):
    scores = [place / many for place in range(many)]

    assert mean_interval(scores) == bootstrap_interval(scores)
    assert mean_interval(scores, level=0.8) == bootstrap_interval(scores, level=0.8)


@pytest.mark.parametrize("power", [1, 8])
def test_a_tables_interval_of_many_questions_is_the_bootstraps_to_the_eye(power):
    source = random.Random(power)
    scores = [source.random() ** power for _ in range(400)]
    quick, drawn = mean_interval(scores), bootstrap_interval(scores)

    assert quick.mean == drawn.mean
    assert quick.low == pytest.approx(drawn.low, abs=0.01)
    assert quick.high == pytest.approx(drawn.high, abs=0.01)


def test_a_tables_interval_never_leaves_the_range_of_the_scores():
    scores = [0.99] * 99 + [0.0]

    assert mean_interval(scores).high <= 0.99
    assert mean_interval([0.1] * 100).low == mean_interval([0.1] * 100).high == 0.1


@pytest.mark.parametrize(("scores", "level", "said"), [([], 0.95, "no scores"), ([0.5] * 60, 95, "level must lie")])
def test_a_tables_interval_refuses_what_the_bootstrap_refuses(scores, level, said):
    with pytest.raises(ValueError, match=said):
        mean_interval(scores, level=level)
