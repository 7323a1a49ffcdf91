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
