"""The vector model that can be read in one screen."""

from collections import Counter
from math import isclose

import pytest

from ragedu.assistant.retrievers import TrigramRetriever, cosine, trigrams
from ragedu.cases import Passage, ids_of


def test_a_word_is_cut_into_threes_with_a_blank_on_either_side():
    assert trigrams("Card") == Counter([" ca", "car", "ard", "rd "])


def test_pieces_are_counted_and_never_run_over_two_words():
    assert trigrams("to, TO!") == Counter({" to": 2, "to ": 2})


def test_letters_of_any_script_count():
    assert set(trigrams("Ден")) == {" де", "ден", "ен "}


def test_a_text_without_letters_has_no_pieces():
    assert trigrams("?! …") == Counter()


def test_the_same_direction_is_one_and_nothing_in_common_is_nought():
    assert isclose(cosine(trigrams("card"), trigrams("card card")), 1)
    assert cosine(trigrams("card"), trigrams("zoo")) == 0
    assert cosine(Counter(), trigrams("card")) == cosine(Counter(), Counter()) == 0


def test_cosine_is_the_same_both_ways():
    assert cosine(trigrams("bank card"), trigrams("card")) == cosine(trigrams("card"), trigrams("bank card"))


def test_passages_of_equal_similarity_come_by_id():
    retriever = TrigramRetriever([Passage("b", "card"), Passage("c", "zoo"), Passage("a", "card")])

    assert ids_of(retriever.search("card", 3)) == ["a", "b", "c"]


def test_k_may_pass_the_number_of_passages():
    assert ids_of(TrigramRetriever([Passage("a", "card")]).search("card", 10)) == ["a"]
    assert TrigramRetriever([]).search("card", 1) == []


def test_k_nought_is_refused():
    with pytest.raises(ValueError, match="k must be a whole number from 1 up, not 0"):
        TrigramRetriever([]).search("card", 0)


def test_searching_twice_gives_the_same():
    retriever = TrigramRetriever([Passage("a", "card"), Passage("b", "bank")])

    assert retriever.search("bank card", 2) == retriever.search("bank card", 2)
