"""Reciprocal-rank fusion: its arithmetic, its edges, and a retriever made of others."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.assistant import shop
from ragedu.assistant.fusion import FusedRetriever, fuse
from ragedu.assistant.search import EmbeddingRetriever, KeywordRetriever
from ragedu.cases import Hit, Passage, ids_of

RANKINGS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=8), max_size=4)


class Fixed:
    """A retriever whose ranking is known."""

    def __init__(self, *ids: str) -> None:
        self.passages = [Passage(each, f"text of {each}") for each in ids]
        self.asked: list[int] = []

    def search(self, question: str, k: int) -> list[Hit]:
        self.asked.append(k)
        return [Hit(each.id, 1.0, each.text) for each in self.passages[:k]]


def test_scores_are_the_sums_of_reciprocal_ranks():
    scores = fuse([["a", "b"], ["b", "c", "a"]])

    assert list(scores) == ["b", "a", "c"]
    assert isclose(scores["b"], 1 / 62 + 1 / 61)
    assert isclose(scores["a"], 1 / 61 + 1 / 63)


def test_the_smaller_k_the_more_the_very_top_counts():
    rankings = [["a", "b"], ["c", "b"]]

    assert next(iter(fuse(rankings, k=60))) == "b"
    assert fuse(rankings, k=1)["a"] / fuse(rankings, k=1)["b"] > fuse(rankings)["a"] / fuse(rankings)["b"]


def test_an_id_that_comes_twice_in_one_ranking_counts_at_its_first_place():
    assert fuse([["a", "a", "b"]]) == {"a": 1 / 61, "b": 1 / 63}


def test_equal_scores_come_by_id():
    assert list(fuse([["b"], ["a"]])) == ["a", "b"]


def test_nothing_fused_is_nothing():
    assert fuse([]) == fuse([[], []]) == {}


@given(RANKINGS, st.integers(1, 100))
def test_fusion_agrees_with_exact_fractions_and_its_range(rankings, k):
    exact: dict[str, Fraction] = {}
    for ranking in rankings:
        for each in set(ranking):
            exact[each] = exact.get(each, Fraction(0)) + Fraction(1, k + ranking.index(each) + 1)

    scores = fuse(rankings, k)
    assert scores.keys() == exact.keys()
    assert all(isclose(score, exact[each]) and 0 < score <= len(rankings) / (k + 1) for each, score in scores.items())
    assert list(scores.values()) == sorted(scores.values(), reverse=True)


@given(RANKINGS)
def test_the_order_of_the_searches_makes_no_difference(rankings):
    assert list(fuse(rankings).items()) == list(fuse(rankings[::-1]).items())


@pytest.mark.parametrize("k", [0, -1, 0.5])
def test_a_k_that_is_none_is_refused(k):
    with pytest.raises(ValueError, match="k must be a whole number from 1 up"):
        fuse([["a"]], k)


@pytest.mark.parametrize("rankings", ["ab", ["ab"], [{"a"}], [[1]]])
def test_what_is_no_ranking_is_refused(rankings):
    with pytest.raises(ValueError, match="retrieved must"):
        fuse(rankings)


def test_a_fused_retriever_ranks_what_both_found_first():
    fused = FusedRetriever(Fixed("a", "b"), Fixed("c", "b"))

    assert fused.search("?", 2) == [Hit("b", 2 / 62, "text of b"), Hit("a", 1 / 61, "text of a")]
    assert [each.id for each in fused.passages] == ["c", "b", "a"]


def test_each_ranking_is_read_deeper_than_what_is_asked_for():
    first, second = Fixed("a"), Fixed("b")
    fused = FusedRetriever(first, second, depth=5)
    fused.search("?", 2)
    fused.search("?", 9)

    assert first.asked == second.asked == [5, 9]


def test_one_retriever_is_no_fusion():
    with pytest.raises(ValueError, match="needs at least two retrievers, not 1"):
        FusedRetriever(Fixed("a"))


@pytest.mark.parametrize("settings", [{"k": 0}, {"depth": 0}])
def test_settings_that_are_none_are_refused(settings):
    with pytest.raises(ValueError, match="must be a whole number from 1 up"):
        FusedRetriever(Fixed("a"), Fixed("b"), **settings)


def test_keywords_vectors_and_the_shops_own_model_can_be_fused():
    fused = FusedRetriever(KeywordRetriever(shop.passages), EmbeddingRetriever(shop.passages), shop.retriever)

    assert ids_of(fused.search("My bank declined the card", 1)) == ["payment-2"]
    assert len(fused.passages) == 9
