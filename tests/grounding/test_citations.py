"""Citations: every form that models write, and what stands in brackets and is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.grounding import citations

IDS = ["return-1", "return-2", "1", "2", "3", "Terms of sale.pdf", "a,b"]


def cited(answer: str, known_ids: list[str]) -> list[str]:
    """The ids; an unknown one with a question mark behind it."""
    return [each.id + ("" if each.known else "?") for each in citations(answer, known_ids)]


@pytest.mark.parametrize(
    ("answer", "ids"),
    [
        ("x [return-1]", ["return-1"]),
        ("x[return-1]", ["return-1"]),
        ("x [RETURN-1 ]", ["return-1"]),
        ("x [return-1, return-2]", ["return-1", "return-2"]),
        ("x [return-1; return-2]", ["return-1", "return-2"]),
        ("x [return-1][return-2]", ["return-1", "return-2"]),
        ("x [1-3]", ["1", "2", "3"]),
        ("x [1–3, return-1]", ["1", "2", "3", "return-1"]),
        ("x [2-4]", ["2", "3", "4?"]),
        ("x [3-1]", ["3-1?"]),
        ("x [1-999999]", ["1-999999?"]),
        ("x 【1†source】", ["1"]),
        ("x 【1】", ["1"]),
        ("x [1](https://shop.example/9)", ["1"]),
        ("x [9](https://shop.example/9)", ["9?"]),
        ("x [return-9](https://shop.example/9)", ["return-9?"]),
        ("x [our terms](https://shop.example/9)", []),
        ("x [terms](https://shop.example/9)", []),
        ("x (return-1)", ["return-1"]),
        ("x (return-1, return-2)", ["return-1", "return-2"]),
        ("x (return-9)", []),
        ("x (see [return-1])", ["return-1"]),
        ("(1) First (2) Second", ["2"]),
        ("x [[1]]", ["1"]),
        ("x [^1]", ["1"]),
        ("x [**1**]", ["1"]),
        ("x \\[1\\]", ["1"]),
        ("x ［1］", ["1"]),
        ("x [１]", ["1"]),
        ("x [Source: return-1]", ["return-1"]),
        ("x [source 1]", ["1"]),
        ("x [Terms of Sale.pdf]", ["Terms of sale.pdf"]),
        ("x [a,b]", ["a,b"]),
        ("x [return-9]", ["return-9?"]),
        ("x [...]", []),
        ("x []", []),
        ("x [ ]", []),
    ],
)
def test_each_form_is_read(answer: str, ids: list[str]):
    assert cited(answer, IDS) == ids


def test_words_in_brackets_are_an_aside_where_no_id_has_blanks():
    assert cited("Send it [in its box] back [in-1].", ["in-1"]) == ["in-1"]
    assert cited("Send it [in its box] back.", ["terms of sale"]) == ["in its box?"]


NAMED = ["return-1", "1a", "gift"]


@pytest.mark.parametrize(
    ("answer", "ids"),
    [
        ("x [1]", ["return-1"]),
        ("x [2]", ["1a"]),
        ("x [1][3]", ["return-1", "gift"]),
        ("x [1, 3]", ["return-1", "gift"]),
        ("x [1-3]", ["return-1", "1a", "gift"]),
        ("x [2-4]", ["1a", "gift", "4?"]),
        ("x 【3†source】", ["gift"]),
        ("x [Source 3]", ["gift"]),
        ("x [^3]", ["gift"]),
        ("x [３] [३]", ["gift", "gift"]),
        ("x [1](https://shop.example/9)", ["return-1"]),
        ("x [gift, 1]", ["gift", "return-1"]),
        ("x [1a]", ["1a"]),
        ("x [0]", ["0?"]),
        ("x [4]", ["4?"]),
        ("x [-1]", ["-1?"]),
        ("x [2024]", ["2024?"]),
        ("x [99999999999]", ["99999999999?"]),
        ("x [1.5]", ["1.5?"]),
        ("x (1)", []),
        ("x [4](https://shop.example/9)", []),
    ],
)
def test_a_number_in_brackets_is_a_place_in_the_prompt_where_no_id_is_a_number(answer: str, ids: list[str]):
    assert cited(answer, NAMED) == ids


@pytest.mark.parametrize("known", [["1", "2"], ["7", "return-1"], ["return-1", "٢"], {"a", "b"}, frozenset("ab"), []])
def test_no_place_is_meant_where_an_id_is_a_number_or_the_ids_have_no_order(known: list[str]):
    assert cited("x [3]", known) == ["3?"]
    assert not any(each.by_place for each in citations("x [1] [2]", known))


def test_a_dict_has_an_order_and_a_piece_of_a_passage_a_place():
    assert cited("[2]", {"b": "", "a": ""}) == ["a"]  # type: ignore[arg-type]
    assert cited("[3]", ["a", "a", "b"]) == ["b"]
    assert [each.by_place for each in citations("[2] [b]", ["a", "b"])] == [True, False]


def test_a_citation_says_where_it_stands():
    (citation,) = citations("14 days [return-1].", ["return-1"])

    assert "14 days [return-1]."[citation.start : citation.end] == "[return-1]"


def test_ids_are_given_back_as_the_prompt_has_them():
    assert cited("[RETURN-1]", ["Return-1"]) == ["Return-1"]


@pytest.mark.parametrize(
    ("answer", "ids", "said"),
    [
        (None, ["a"], "sentences, citations and numbers are read from a text, not from None (NoneType)."),
        (5, ["a"], "sentences, citations and numbers are read from a text, not from 5 (int)."),
        ("x", "a-1", "known_ids must be several ids, not the text 'a-1'. For one write [\"return-1\"]."),
        ("x", [1], "passage ids must be text, not 1 (int)."),
    ],
)
def test_what_is_no_answer_and_no_id_is_refused_in_a_sentence(answer: object, ids: object, said: str):
    with pytest.raises(ValueError) as error:  # noqa: PT011 the whole message is compared
        citations(answer, ids)  # type: ignore[arg-type]

    assert str(error.value) == said


@given(st.text(st.sampled_from("ab1,;-–[]()【】†\\^ \n［］")) | st.text(), st.lists(st.text()))
def test_any_text_has_citations_in_order_or_none(answer: str, ids: list[str]):
    found = citations(answer, ids)

    assert all(0 <= each.start < each.end <= len(answer) for each in found)
    assert [each.start for each in found] == sorted(each.start for each in found)
    assert all(each.id in ids for each in found if each.known)
