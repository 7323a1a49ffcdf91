"""BLEU: what counts, what is clipped, what short and empty answers score, and what is said when the shape is wrong."""

import builtins
import re
import xml.etree.ElementTree as ET
from dataclasses import FrozenInstanceError
from math import exp
from typing import Any

import pytest

from ragedu.bleu import (
    Breakdown,
    Order,
    Precision,
    bleu,
    breakdown,
    brevity_penalty,
    characters,
    closest_reference_length,
    corpus_bleu,
    jieba_words,
    modified_precision,
    ngrams,
    words,
)
from ragedu.extras import installing
from ragedu.learn import bank
from ragedu.learn.problems import PredictProblem

THE_CAT = ["the cat is on the mat".split(), "there is a cat on the mat".split()]
SMOOTHINGS = [None, "epsilon", "exponential"]


# --- n-grams and precision ---


def test_ngrams_are_every_run_with_repeats():
    assert ngrams(["a", "b", "a", "b"], 2) == [("a", "b"), ("b", "a"), ("a", "b")]
    assert ngrams(["a", "b"], 2) == [("a", "b")]


def test_there_is_no_ngram_longer_than_the_text():
    assert ngrams(["a", "b"], 3) == ngrams([], 1) == ngrams(["a"], 10**12) == []


def test_an_ngram_is_used_up_as_often_as_one_reference_has_it():
    assert modified_precision(THE_CAT, ["the"] * 7, 1) == Precision(2, 7)
    # Two references with one each don't make two.
    assert modified_precision([["a"], ["a"]], ["a", "a"], 1) == Precision(1, 2)


def test_each_ngram_takes_the_reference_that_has_most_of_it():
    assert modified_precision([["a", "a", "c"], ["b", "b", "c"]], ["a", "a", "b", "b"], 1) == Precision(4, 4)


def test_a_precision_is_not_reduced_so_that_it_pools():
    half, quarter = (
        modified_precision([["a", "b"]], ["a", "x"], 1),
        modified_precision([["a"]], ["a", "x", "x", "x"], 1),
    )

    assert half + quarter == Precision(2, 6)
    assert str(Precision(2, 4)) == "2/4"
    assert Precision(2, 4) != Precision(1, 2)
    assert Precision(2, 4).value == 0.5


def test_where_no_ngram_was_written_none_is_counted():
    none = modified_precision([["a", "b"]], ["a"], 2)

    assert none == Precision(0, 0)
    assert none.value == 0.0


# --- brevity ---


def test_the_closest_reference_counts_and_of_two_equally_near_the_shorter():
    three = ["a"] * 3

    assert closest_reference_length([["a"] * 4, ["a"] * 2], three) == 2
    assert closest_reference_length([["a"] * 2, ["a"] * 4], three) == 2
    assert closest_reference_length([["a"] * 4, ["a"]], three) == 4
    assert closest_reference_length([["a"] * 9, []], []) == 0


def test_the_tie_between_two_lengths_shows_in_the_score():
    shorter, longer = ["a", "b"], ["a", "b", "c", "d"]

    assert bleu([longer, shorter], ["a", "b", "c"]) == 1.0
    assert bleu([longer], ["a", "b", "c"]) == pytest.approx(exp(1 - 4 / 3), abs=1e-15)


def test_only_a_short_answer_is_penalised():
    assert brevity_penalty(8, 8) == brevity_penalty(8, 80) == brevity_penalty(0, 1) == 1.0
    assert brevity_penalty(8, 4) == exp(-1)


def test_an_empty_answer_has_nothing_to_show():
    assert brevity_penalty(8, 0) == brevity_penalty(0, 0) == 0.0


def test_no_length_is_too_long():
    assert brevity_penalty(10**400, 1) == 0.0
    assert brevity_penalty(1, 10**400) == 1.0
    assert brevity_penalty(1000, 1) == exp(-999) == 0.0


# --- the score of one answer ---


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 11, 60])
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("max_n", [1, 2, 4, 7])
def test_a_copy_of_any_length_is_exactly_1(length: int, smoothing: str | None, max_n: int):
    tokens = [f"t{number % 7}" for number in range(length)]

    assert bleu([["other"], tokens], tokens, smoothing=smoothing, max_n=max_n) == 1.0
    assert corpus_bleu([[tokens], [["one"]]], [tokens, ["one"]], smoothing=smoothing, max_n=max_n) == 1.0


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("effective_order", [True, False])
def test_nothing_shared_is_exactly_0_whatever_the_smoothing(smoothing: str | None, effective_order: bool):
    options = {"smoothing": smoothing, "effective_order": effective_order}

    assert bleu([["a", "b"]], ["c", "d"], **options) == 0.0
    assert corpus_bleu([[["a", "b"]]], [["c", "d"]], **options) == 0.0


@pytest.mark.parametrize(("references", "hypothesis"), [([["a"]], []), ([[]], ["a"]), ([[]], []), ([["a"], []], [])])
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_what_is_empty_shares_nothing(references: list[list[str]], hypothesis: list[str], smoothing: str | None):
    for effective_order in (True, False):
        options = {"smoothing": smoothing, "effective_order": effective_order}
        assert bleu(references, hypothesis, **options) == 0.0
        assert corpus_bleu([references], [hypothesis], **options) == 0.0


def test_an_order_without_a_match_is_0_unless_it_is_smoothed():
    references, hypothesis = [["a", "b", "c", "d"]], ["a", "x", "c", "y"]  # 2/4, 0/3, 0/2, 0/1

    assert bleu(references, hypothesis) == 0.0
    assert bleu(references, hypothesis, smoothing="epsilon") == pytest.approx(
        (2 / 4 * 0.1 / 3 * 0.1 / 2 * 0.1 / 1) ** (1 / 4), abs=1e-15
    )
    assert bleu(references, hypothesis, smoothing="exponential") == pytest.approx(
        (2 / 4 * 1 / 2 / 3 * 1 / 4 / 2 * 1 / 8 / 1) ** (1 / 4), abs=1e-15
    )


def test_orders_longer_than_the_answer_are_left_out_or_count_as_missed():
    references, hypothesis = [["five", "days"]], ["five", "days"]

    assert bleu(references, hypothesis, effective_order=False) == 0.0
    assert bleu(references, hypothesis, effective_order=False, smoothing="epsilon") == pytest.approx(
        (0.1 * 0.1) ** (1 / 4), abs=1e-15
    )


def test_more_orders_than_a_float_can_halve_are_no_error():
    assert bleu([["a", "b"]], ["a"] * 1200, max_n=1200, smoothing="exponential") == 0.0
    assert bleu([["a", "b"]], ["a"], max_n=10**12) == exp(-1)


def test_a_reference_more_never_hurts_the_precision():
    one = bleu(THE_CAT[:1], "there is a cat on a mat".split(), smoothing="epsilon")

    assert bleu(THE_CAT, "there is a cat on a mat".split(), smoothing="epsilon") > one


def test_numpys_whole_numbers_are_whole_numbers():
    import numpy as np

    assert bleu(THE_CAT, THE_CAT[0], max_n=np.int64(2)) == 1.0
    assert breakdown(THE_CAT, THE_CAT[0], max_n=np.int64(2)).max_n == 2


# --- the score of many ---


def test_a_corpus_of_one_is_its_answer():
    hypothesis = "the cat is here on the mat".split()

    assert corpus_bleu([THE_CAT], [hypothesis], max_n=3) == bleu(THE_CAT, hypothesis, max_n=3) > 0


def test_counts_are_added_up_before_anything_is_divided():
    references = [[["a", "b"]], [["c", "d", "e"]]]
    hypotheses = [["a", "x"], ["c", "d"]]  # 1/2 + 2/2, 0/1 + 1/1; 4 tokens against 5

    assert corpus_bleu(references, hypotheses, max_n=2) == pytest.approx(
        exp(1 - 5 / 4) * (3 / 4 * 1 / 2) ** 0.5, abs=1e-15
    )


def test_an_order_is_left_out_where_no_answer_has_it():
    references = [[["a", "b"]], [["c", "d"]]]

    assert corpus_bleu(references, [["a", "b"], ["c"]]) == pytest.approx(exp(1 - 4 / 3), abs=1e-15)
    assert corpus_bleu(references, [["a", "b"], ["c"]], effective_order=False) == 0.0


# --- the picture ---


def test_a_breakdown_says_what_matched_was_clipped_and_was_missed():
    picture = breakdown([["five", "days"]], ["five", "days", "five", "maximum"], max_n=2)

    ones, twos = picture.orders
    assert [(each.ngram, each.starts, each.in_reference, each.finding) for each in ones.ngrams] == [
        (("five",), (0, 2), 1, "clipped to 1"),
        (("days",), (1,), 1, "matched"),
        (("maximum",), (3,), 0, "missed"),
    ]
    assert (ones.matched, ones.clipped, ones.missed) == (2, 1, 1)
    assert (twos.matched, twos.clipped, twos.missed) == (1, 0, 2)
    assert (ones.precision, twos.precision) == (Precision(2, 4), Precision(1, 3))


def test_a_figure_finds_a_place_for_each_token_that_starts_an_ngram():
    ones, twos = breakdown([["five", "days"]], ["five", "days", "five", "maximum"], max_n=2).orders

    assert ones.places == ("matched", "matched", "clipped", "missed")
    assert twos.places == ("matched", "missed", "missed")


def test_a_breakdown_carries_the_score_and_what_it_is_made_of():
    picture = breakdown(["Within five days."], "Five days", tokenizer=words, smoothing="epsilon")

    assert picture.hypothesis == ("Five", "days")
    assert (picture.hypothesis_length, picture.reference_length, picture.references) == (2, 4, 1)
    assert [each.share for each in picture.orders] == [0.5, 0.1]
    assert picture.brevity_penalty == exp(-1)
    assert picture.score == pytest.approx(exp(-1) * 0.05**0.5, abs=1e-15)
    assert picture.score == bleu(["Within five days."], "Five days", tokenizer=words, smoothing="epsilon")
    assert picture.signature == "max_n 4, smoothing epsilon, effective order, references 1"


def test_a_breakdown_prints_both_of_its_tables():
    assert str(breakdown([["five", "days"]], ["five", "five"], max_n=2)) == (
        "BLEU 0.000\n"
        "\n"
        "n  matched  clipped  missed  precision  in the mean\n"
        "-  -------  -------  ------  ---------  -----------\n"
        "1  1        1        0       1/2        0.500\n"
        "2  0        0        1       0/1        0.000\n"
        "\n"
        "Brevity penalty 1.000: 2 tokens in the hypothesis, 2 in the closest reference.\n"
        "An n without a match makes the score 0, as there is no smoothing.\n"
        "max_n 2, smoothing none, effective order, references 1\n"
        "\n"
        "N-grams of the hypothesis\n"
        "\n"
        "n-gram     in the hypothesis  in a reference  finding\n"
        "---------  -----------------  --------------  ------------\n"
        "five       2                  1               clipped to 1\n"
        "five five  1                  0               missed"
    )


def test_a_breakdown_says_why_a_score_is_0_and_what_is_left_out():
    assert "No n-gram has more than 1 token, so a longer n is left out." in str(breakdown([["a"]], ["a"]))
    assert "No token is shared, so the score is 0." in str(breakdown([["a"]], ["b"]))
    empty = str(breakdown([["a"]], []))
    assert "0 tokens in the hypothesis" in empty
    assert "left out" not in empty
    assert "all orders" in str(breakdown([["a"]], ["a"], effective_order=False))


def test_a_long_answer_does_not_flood_the_screen():
    tokens = [str(number) for number in range(500)]
    picture = breakdown([tokens], tokens)

    assert len(str(picture).splitlines()) < 60
    assert str(picture).endswith("\n\n40 of 1994; ngram_table() has all.")
    assert len(picture.ngram_table().rows) == 1994
    assert len(picture.ngram_table(2).rows) == 499
    assert picture.ngram_table(2).caption == "N-grams of the hypothesis, n = 2"


def test_a_breakdown_shows_as_tables_and_no_token_is_markup():
    evil = "<script>alert('&')</script>"
    html = ET.fromstring(f"<div>{breakdown([[evil]], [evil, 'x'])._repr_html_()}</div>")

    assert [each.text for each in html.iter("caption")] == ["BLEU 0.000", "N-grams of the hypothesis"]
    assert evil in ["".join(each.itertext()) for each in html.iter("th")]
    assert html.find(".//script") is None


def test_a_breakdown_cannot_be_changed():
    picture = breakdown([["a"]], ["a"])

    assert isinstance(picture, Breakdown)
    assert isinstance(picture.orders[0], Order)
    with pytest.raises(FrozenInstanceError):
        picture.score = 1.0
    with pytest.raises(FrozenInstanceError):
        picture.orders[0].precision.numerator = 2


# --- tokenizers ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Within five days.", "Within|five|days|."),
        ("Don’t wait, it's well-known [return-1]!", "Don’t|wait|,|it's|well-known|[|return-1|]|!"),
        ("3.50 euro, 1,000 points, 1'000, 5.", "3.50|euro|,|1,000|points|,|1'000|,|5|."),
        ("5-day (10:30) 50% $5 -3", "5|-|day|(|10|:|30|)|50|%|$|5|-|3"),
        ("rock 'n' roll -- customers'", "rock|'|n|'|roll|-|-|customers|'"),
        ("Парите се връщат до 5 дни, нали?", "Парите|се|връщат|до|5|дни|,|нали|?"),
        ("पैसे ५ दिनों में, ३.५ क्षेत्र।", "पैसे|५|दिनों|में|,|३.५|क्षेत्र|।"),
        ("退款要14天，共３．５元。", "退|款|要|14|天|，|共|３．５|元|。"),
        ("コーヒーを飲む", "コ|ー|ヒ|ー|を|飲|む"),
        ("한국어 단어", "한국어|단어"),
        ("ราคา ๓.๕ น้ำ", "ร|า|ค|า|๓.๕|น้|ำ"),
        ("می\u200cخواهم ۳٫۵", "می\u200cخواهم|۳٫۵"),
        ("المال خلال ٥ أيام، نعم؟", "المال|خلال|٥|أيام|،|نعم|؟"),
        ("צה״ל col·lecció", "צה״ל|col·lecció"),
        ("nai\u0308ve so\u00adft a\u200bb \ufeffc\x00d\n", "naïve|soft|a|b|c|d"),
        ("👩\u200d🔬 ok ❤\ufe0f🔬", "👩\u200d🔬|ok|❤\ufe0f|🔬"),
        ("m² v1.2.3 x@y.com a_b", "m²|v1.2.3|x|@|y|.|com|a|_|b"),
        ("", ""),
        (" \t\u3000\n", ""),
    ],
)
def test_words_are_what_a_reader_would_call_one_thing(text: str, expected: str):
    assert words(text) == (expected.split("|") if expected else [])


def test_case_is_a_difference():
    assert bleu(["Five days"], "five days", tokenizer=words, max_n=1) == 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Five 5.", "F|i|v|e|5|."),
        ("दिनों में", "दि|नों|में"),
        ("e\u0301 é", "é|é"),
        ("14天", "1|4|天"),
        ("👩\u200d🔬!", "👩\u200d🔬|!"),
        ("\u0301a", "\u0301|a"),
    ],
)
def test_a_character_keeps_its_marks(text: str, expected: str):
    assert characters(text) == expected.split("|")


def test_characters_and_words_hold_the_same_letters():
    text = "पैसे ५ दिनों में। Don't 退款 👩\u200d🔬"

    assert "".join(words(text)) == "".join(characters(text))


def test_chinese_words_are_jiebas():
    assert jieba_words("退款需要 14 天。") == ["退款", "需要", "14", "天", "。"]
    assert bleu(["退款需要14天"], "退款需要5天", tokenizer=jieba_words, max_n=1) == 0.75


def test_jieba_cuts_the_sentences_of_the_exercise_as_they_are_written_out():
    problem = bank.find("07-predict-characters")
    assert isinstance(problem, PredictProblem)
    shown: dict[str, Any] = {}
    exec(problem.code, shown)

    assert [jieba_words(shown["said"]), jieba_words(shown["wanted"])] == [shown["said_words"], shown["wanted_words"]]


def test_without_jieba_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def without(name: str, *rest: object) -> object:
        if name == "jieba":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(
        ImportError, match=rf"^jieba_words\(\) needs jieba\. Install it with: {re.escape(installing('zh'))}$"
    ):
        jieba_words("退款")


def test_any_function_of_a_text_is_a_tokenizer():
    assert bleu(["five days"], "five days", tokenizer=str.split) == 1.0
    assert bleu(["ab"], "ab", tokenizer=iter) == 1.0


# --- what is refused, and how ---


def said(function: object, *given: object, **options: object) -> str:
    with pytest.raises(ValueError, match=r".") as caught:
        function(*given, **options)
    return str(caught.value)


FLAT = (
    'references must be a list of token lists, but its first item is the text "five". '
    'For one reference write [["five", "days"]]. For whole texts, add tokenizer=words.'
)


@pytest.mark.parametrize("function", [bleu, breakdown, closest_reference_length])
def test_a_flat_list_of_references_is_refused_with_the_shape(function: object):
    assert said(function, ["five", "days"], ["five", "days"]) == FLAT


def test_a_flat_list_is_refused_everywhere():
    assert said(modified_precision, ["five", "days"], ["five", "days"], 1) == FLAT
    assert said(corpus_bleu, [["five", "days"]], [["five", "days"]]) == f"pair 1: {FLAT}"
    assert 'but its item 2 is the text "days"' in said(bleu, [["five"], "days"], ["five"])
    assert r'the text "red \x1b[31m"' in said(bleu, ["red \x1b[31m"], ["five"])


@pytest.mark.parametrize(
    ("references", "hypothesis", "sentence"),
    [
        (
            "five days",
            ["five"],
            "references must be a list of token lists, not the text 'five days'. For one reference write "
            '[["five", "days"]].',
        ),
        ({"five"}, ["five"], "references must be a list of token lists, not {'five'} (set). For one "),
        ([], ["five"], "there are no references, so there is nothing to compare with. Leave the question out of the "),
        ([["a"], 5], ["five"], 'reference 2 must be a list of tokens, not 5 (int). Write ["five", "days"], or words('),
        ([["a"], [5]], ["five"], 'reference 2 must hold tokens (text), not 5 (int). Write ["5", "days"].'),
        ([["a"]], "five days", "hypothesis must be a list of tokens, not the text 'five days'. Write [\"five\", "),
        ([["a"]], None, "hypothesis must be a list of tokens, not None (NoneType). "),
        ([["a"]], [["a"]], "hypothesis must hold tokens (text), not ['a'] (list). "),
    ],
)
def test_another_shape_is_refused_with_what_came_and_what_to_write(
    references: object, hypothesis: object, sentence: str
):
    for function in (bleu, breakdown, closest_reference_length):
        assert said(function, references, hypothesis).startswith(sentence)
    assert said(corpus_bleu, [[["a"]], references], [["a"], hypothesis]).startswith(f"pair 2: {sentence}")


@pytest.mark.parametrize(
    ("references", "hypothesis", "tokenizer", "sentence"),
    [
        (
            "five days",
            "five",
            words,
            "references must be a list of texts, as there is a tokenizer, not the text 'five days'. "
            'For one reference write ["five days"].',
        ),
        ([["five"]], "five", words, "reference 1 must be text, not ['five'] (list)."),
        (["five"], ["five"], words, "hypothesis must be text, not ['five'] (list)."),
        ([], "five", words, "there are no references, "),
        (["a"], "a", 5, "tokenizer must be a function of a text, such as words, not 5 (int)."),
        (["a"], "a", len, "a tokenizer must give a list of tokens, not 1 (int)."),
        (["a"], "a", str, "a tokenizer must give a list of tokens, not the text 'a'."),
        (["a"], "a", str.encode, "what the tokenizer gave must hold tokens (text), not 97 (int). "),
    ],
)
def test_texts_and_tokenizers_are_looked_at_as_well(
    references: object, hypothesis: object, tokenizer: object, sentence: str
):
    assert said(bleu, references, hypothesis, tokenizer=tokenizer).startswith(sentence)
    assert said(corpus_bleu, [references], [hypothesis], tokenizer=tokenizer).startswith(f"pair 1: {sentence}")


def test_a_corpus_of_unequal_lists_is_refused():
    expected = "list_of_references must hold a list of references for each hypothesis, and at least one, "

    advice = " From sacrebleu's order, write list(zip(*references))."
    assert said(corpus_bleu, [[["a"]]], [["a"], ["b"]]) == f"{expected}not 1 for 2.{advice}"
    assert said(corpus_bleu, [], []) == f"{expected}not 0 for 0.{advice}"
    assert said(corpus_bleu, "a", [["a"]]) == (
        "list_of_references must be a list, with an item for each question, not the text 'a'."
    )
    assert said(corpus_bleu, [[["a"]]], None).startswith("hypotheses must be a list, with an item for each question, ")


def test_so_many_orders_as_would_fill_the_memory_are_refused():
    for function in (bleu, breakdown):
        assert said(function, [["a"]], ["a"], max_n=10**9, effective_order=False).startswith(
            "max_n must be at most 1000 with effective_order=False"
        )
    assert said(corpus_bleu, [[["a"]]], [["a"]], max_n=1001, effective_order=False).startswith("max_n must be at most")
    assert bleu([["a"]], ["a"], max_n=1000, effective_order=False) == 0.0


@pytest.mark.parametrize("max_n", [0, -1, 1.0, True, "4", None, float("nan")])
def test_a_number_of_tokens_is_a_whole_number_from_1_up(max_n: object):
    expected = "must be a whole number from 1 up, not "

    for function in (bleu, breakdown):
        assert said(function, [["a"]], ["a"], max_n=max_n).startswith(f"max_n {expected}")
    assert said(corpus_bleu, [[["a"]]], [["a"]], max_n=max_n).startswith(f"max_n {expected}")
    assert said(ngrams, ["a"], max_n).startswith(f"n {expected}")
    assert said(modified_precision, [["a"]], ["a"], max_n).startswith(f"n {expected}")


def test_a_length_is_a_whole_number_from_0_up():
    assert said(brevity_penalty, -1, 3) == "reference_length must be a whole number from 0 up, not -1 (int)."
    assert said(brevity_penalty, 3, 2.5) == "hypothesis_length must be a whole number from 0 up, not 2.5 (float)."


def test_a_smoothing_that_there_is_not_is_refused_even_for_an_empty_answer():
    expected = 'smoothing must be None, "epsilon" or "exponential", not the text \'method1\'.'

    assert said(bleu, [["a"]], [], smoothing="method1") == expected
    assert said(corpus_bleu, [[["a"]]], [["a"]], smoothing="method1") == expected


def test_only_texts_are_cut_into_tokens():
    for tokenizer in (words, characters, jieba_words):
        assert said(tokenizer, 5) == "what is cut into tokens must be text, not 5 (int)."
    assert said(ngrams, "five days", 2).startswith("tokens must be a list of tokens, not the text 'five days'. ")
