"""Keyword search and embeddings, as a library does them and as we promise."""

import logging
import re
import socket
import subprocess
import sys
from math import isclose

import pytest

from ragedu import embeddings
from ragedu.assistant import shop
from ragedu.assistant.search import EmbeddingRetriever, KeywordRetriever, words_of
from ragedu.cases import Passage, ids_of
from ragedu.extras import installing

BOTH = [KeywordRetriever, EmbeddingRetriever]


@pytest.fixture(params=BOTH, ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


def test_the_passage_in_question_comes_first(kind):
    assert ids_of(kind(shop.passages).search("My bank declined the card", 1)) == ["payment-2"]


def test_a_hit_carries_its_score_and_its_text(kind):
    hits = kind(shop.passages).search("My bank declined the card", 3)

    assert hits[0].text == "If the bank declines your card, please try another card."
    assert all(isinstance(hit.score, float) for hit in hits)
    assert hits == sorted(hits, key=lambda hit: -hit.score)


def test_equal_passages_come_by_id_whatever_their_order(kind):
    twins = [Passage(each, "The fan hums.") for each in ("b", "c", "a")]

    assert ids_of(kind(twins).search("fan", 3)) == ["a", "b", "c"]


def test_searching_twice_gives_the_same(kind):
    retriever = kind(shop.passages)

    assert retriever.search("card", 5) == retriever.search("card", 5) == kind(shop.passages).search("card", 5)


@pytest.mark.parametrize("k", [0, -1, 1.5, True])
def test_a_k_that_is_none_is_refused(kind, k):
    with pytest.raises(ValueError, match="k must be a whole number from 1 up"):
        kind(shop.passages).search("card", k)


@pytest.mark.parametrize("question", ["", "???", "\n", "你好", "qwrtzp" * 1000])
def test_a_question_that_shares_nothing_is_no_accident(kind, question):
    for hit in kind(shop.passages).search(question, 3):
        assert isclose(hit.score, hit.score)


def test_without_passages_nothing_is_found(kind):
    assert kind([]).search("card", 3) == []
    assert kind([]).passages == []


def test_a_passage_without_a_word_is_found_last_or_not_at_all(kind):
    hits = kind([Passage("empty", ""), Passage("card", "Your card was declined.")]).search("my card", 2)

    assert hits[0].id == "card"
    assert [hit.score for hit in hits[1:]] in ([], [0.0])


def test_keyword_search_knows_words_and_no_meaning():
    keyword = KeywordRetriever(shop.passages)

    assert keyword.search("parcels", 3) == []
    assert ids_of(keyword.search("PARCEL", 3)) == ["delivery-3"]


def test_keyword_scores_are_those_of_bm25_worked_by_hand():
    """Lucene's formula: two texts of two words, one of which holds the word once: idf · 1 / (1 + 1.5)."""
    from math import log

    (hit,) = KeywordRetriever([Passage("a", "fan hums"), Passage("b", "lamp glows")]).search("fan", 2)

    assert isclose(hit.score, log(1 + 1.5 / 1.5) * 1 / (1 + 1.5), rel_tol=1e-6)


def test_chinese_and_hindi_are_found_by_their_words():
    texts = [
        Passage("zh", "五天内退款"),
        Passage("hi", "पैसे पाँच दिन में वापस आते हैं"),
        Passage("ru", "Деньги вернутся за пять дней"),
    ]
    keyword = KeywordRetriever(texts)

    assert [ids_of(keyword.search(each, 3)) for each in ("退款要几天", "वापस कब", "ДЕНЬГИ?")] == [
        ["zh"],
        ["hi"],
        ["ru"],
    ]


def test_a_word_keeps_its_marks_and_a_chinese_sentence_has_no_words_of_its_own():
    assert words_of("हिन्दी café") == ["हिन्दी", "café"]
    assert words_of("退货5天 refund") == ["退", "货", "5", "天", "refund"]
    assert words_of("_ - !") == []


def test_embeddings_are_nearer_where_words_are_used_alike():
    scores = {hit.id: hit.score for hit in EmbeddingRetriever(shop.passages).search("refund", 9)}

    assert scores["return-2"] > scores["warranty-1"]
    assert all(-1.001 <= score <= 1.001 for score in scores.values())


def test_nothing_is_printed_logged_or_fetched(kind, capsys, caplog, monkeypatch):
    def refuse(*arguments: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with caplog.at_level(logging.INFO):
        kind(shop.passages).search("card", 3)

    assert capsys.readouterr() == ("", "")
    assert caplog.records == []


@pytest.mark.parametrize(("kind", "library"), [(KeywordRetriever, "bm25s"), (EmbeddingRetriever, "wordllama")])
def test_without_the_library_one_sentence_says_what_to_install(kind, library, monkeypatch):
    embeddings._model.cache_clear()
    monkeypatch.setitem(sys.modules, library, None)

    with pytest.raises(ImportError, match=rf"needs? {library}\. Install it with: {re.escape(installing('search'))}"):
        kind(shop.passages)


def test_neither_library_is_imported_before_a_retriever_is_made():
    names = "{'bm25s', 'wordllama', 'numpy'}"
    code = f"import sys, ragedu.assistant.search, ragedu.assistant.fusion\nprint({names} & set(sys.modules))"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
