"""Where a passage stands, how much was found, whether anything was; and what input is refused."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.cases import Hit
from ragedu.retrieval import dcg_at_k, hit_rate_at_k, ndcg_at_k, rank_of, recall_at_k

IDS = ["delivery-1", "delivery-2", "return-1", "return-2"]

each_cut_metric = pytest.mark.parametrize("metric", [recall_at_k, hit_rate_at_k], ids=lambda each: each.__name__)


# --- rank ---


def test_the_first_place_is_rank_one():
    assert rank_of(["a", "b"], "a") == 1


def test_an_absent_passage_has_rank_nought():
    assert rank_of(["a", "b"], "c") == 0
    assert rank_of([], "c") == 0


def test_of_two_places_the_first_counts():
    assert rank_of(["a", "b", "b"], "b") == 2


def test_a_part_of_an_id_is_not_the_id():
    assert rank_of(["return-10", "return-1"], "return-1") == 2


# --- recall ---


def test_the_kth_place_is_inside():
    assert recall_at_k(["a", "b"], {"b"}, k=2) == 1.0
    assert recall_at_k(["a", "b"], {"b"}, k=1) == 0.0


def test_a_passage_found_twice_counts_once():
    assert recall_at_k(["a", "a", "b"], {"a", "b"}, k=2) == 0.5


def test_k_may_pass_the_end():
    assert recall_at_k(["a"], {"a", "b"}, k=100) == 0.5


def test_nothing_retrieved_is_nought():
    assert recall_at_k([], {"a"}, k=1) == 0.0


def test_recall_divides_by_what_was_expected_even_where_k_is_smaller():
    assert recall_at_k(["a", "b"], {"a", "b", "c", "d"}, k=2) == 0.5


# --- hit rate ---


def test_one_of_two_is_a_hit_and_half_a_recall():
    assert hit_rate_at_k(["a"], {"a", "b"}, k=1) == 1.0
    assert recall_at_k(["a"], {"a", "b"}, k=1) == 0.5


def test_a_hit_behind_the_cut_is_none():
    assert hit_rate_at_k(["a", "b"], {"b"}, k=1) == 0.0


def test_a_hit_is_a_number_not_a_truth_value():
    assert type(hit_rate_at_k(["a"], {"a"}, k=1)) is float


# --- grades ---


@each_cut_metric
def test_a_grade_above_nought_makes_a_passage_relevant(metric: Callable[..., float]):
    assert metric(["a", "b"], {"a": 2, "b": 0, "c": -1}, k=1) == 1.0
    assert metric(["b", "c"], {"a": 2, "b": 0, "c": -1}, k=2) == 0.0


# --- input ---


@each_cut_metric
@pytest.mark.parametrize("k", [0, -1, 1.0, 2.5, "3", None, True])
def test_k_must_be_a_whole_number_from_one_up(metric: Callable[..., float], k: Any):
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        metric(["a"], {"a"}, k)

    assert str(refused.value) == (f"k must be a whole number from 1 up, not {k!r}. For the top passage alone, use k=1.")


@each_cut_metric
@pytest.mark.parametrize("relevant", [set(), {}, frozenset(), {"a": 0}, {"a": -1}])
def test_a_question_with_nothing_relevant_has_no_score(metric: Callable[..., float], relevant: Any):
    with pytest.raises(ValueError, match="nothing is relevant to this question, so its score is not defined"):
        metric(["a"], relevant, 1)


@each_cut_metric
@pytest.mark.parametrize("relevant", ["return-1", ["return-1"], None, 1])
def test_relevant_must_be_a_set_or_grades(metric: Callable[..., float], relevant: Any):
    with pytest.raises(ValueError, match=r'For one passage write \{"return-1"\}\.'):
        metric(["return-1"], relevant, 1)


@pytest.mark.parametrize("retrieved", ["return-1", {"return-1"}, None, 1, (each for each in ["return-1"])])
def test_retrieved_must_be_a_list(retrieved: Any):
    calls: list[Callable[[], object]] = [
        lambda: recall_at_k(retrieved, {"return-1"}, 1),
        lambda: hit_rate_at_k(retrieved, {"return-1"}, 1),
        lambda: rank_of(retrieved, "return-1"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r'best first, .*For one passage write \["return-1"\]\.'):
            call()


def test_a_text_given_for_a_list_is_quoted_in_the_refusal():
    with pytest.raises(ValueError, match="not the text 'return-1'"):
        recall_at_k("return-1", {"return-1"}, 1)


def test_a_tuple_is_as_good_as_a_list():
    assert recall_at_k(("a", "b"), frozenset({"b"}), k=2) == 1.0
    assert rank_of(("a", "b"), "b") == 2


# --- whatever the input ---

rankings = st.lists(st.sampled_from(IDS), max_size=8)
relevants = st.sets(st.sampled_from(IDS), min_size=1)
cuts = st.integers(min_value=1, max_value=10)


@given(rankings, relevants, cuts)
def test_scores_stay_in_their_range_and_only_grow_with_k(retrieved: list[str], relevant: set[str], k: int):
    for metric in (recall_at_k, hit_rate_at_k):
        assert 0 <= metric(retrieved, relevant, k) <= metric(retrieved, relevant, k + 1) <= 1


@given(rankings, relevants, cuts)
def test_with_one_relevant_passage_recall_and_hit_rate_are_one_number(retrieved: list[str], relevant: set[str], k: int):
    one = {min(relevant)}

    found = float(1 <= rank_of(retrieved, min(relevant)) <= k)
    assert recall_at_k(retrieved, one, k) == hit_rate_at_k(retrieved, one, k) == found


@given(rankings, relevants, cuts)
def test_a_hit_is_any_recall_at_all(retrieved: list[str], relevant: set[str], k: int):
    assert hit_rate_at_k(retrieved, relevant, k) == float(recall_at_k(retrieved, relevant, k) > 0)


def test_hits_where_ids_are_meant_are_an_error_that_says_what_to_write():
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        recall_at_k([Hit("a")], {"a"}, 1)
    assert str(caught.value) == (
        "retrieved must hold passage ids (text), not Hit(id='a', score=None, text=None). For hits write ids_of(hits)."
    )


def test_a_long_value_is_cut_in_a_message():
    with pytest.raises(ValueError, match=r"^relevant must be a set of passage ids") as caught:
        recall_at_k(["a"], ["an id"] * 1000, 1)
    assert len(str(caught.value)) < 220


def test_k_may_be_a_whole_number_of_numpy():
    assert recall_at_k(["a", "b"], {"b"}, numpy.int64(2)) == 1.0


@pytest.mark.parametrize("k", [numpy.float64(1), numpy.bool_(True), True, 1.0])
def test_k_may_not_be_a_float_or_a_truth(k):
    with pytest.raises(ValueError, match="k must be a whole number from 1 up, not "):
        recall_at_k(["a"], {"a"}, k)


@pytest.mark.parametrize("grade", [None, "1", float("nan"), 10**400])
def test_a_grade_that_is_no_finite_number_is_an_error(grade):
    with pytest.raises(ValueError, match=r"^the grade of 'a' must be a finite number, not "):
        ndcg_at_k(["a"], {"a": grade}, 1)


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("grade", [1e-17, 5e-324])
def test_a_tiny_grade_is_still_a_grade(gain, grade):
    assert ndcg_at_k(["a"], {"a": grade}, 1, gain=gain) == 1.0


def test_the_gain_is_checked_when_nothing_was_retrieved_as_well():
    with pytest.raises(ValueError, match=r"^gain must be"):
        dcg_at_k([], {"a": 1}, 1, gain="log")
