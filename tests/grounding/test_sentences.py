"""Sentences: what ends one, in many scripts, and what only looks as if it did."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.grounding import sentences


def said(text: str) -> list[str]:
    return [str(each) for each in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "It costs approx. 5 euro.",
        "It costs 3.50 euro.",
        "Shoes, bags, e.g. large ones, are included.",
        "Ask Dr. Smith about it.",
        "Ask J. Smith about it.",
        "See No. 5 for more.",
        "The shop opens at 9 a.m. every day.",
        "Версия 2.1.3 е нова.",
        "Обади се на г-н Иванов, т.е. на шефа.",
        "Виж чл. 5 от закона.",
        "Офисът е в г. София.",
        "Офисът е в гр. София, ж.к. Младост, бл. 5, вх. 2.",
        "До с. Бистрица, обл. Софийска, се пътува час.",
        "Он родился в г. Москва и живёт там.",
        "Роден е през 1990 г. в София.",
        "Wait... it works.",
        "Send it within\n14 days or\nkeep it.",
        "See https://shop.example/a.b?c=1 for more.",
        "1. Pack it.",
        "Das gilt z. B. für Schuhe, d. h. nicht für alle.",
        "Это т. е. 5 дней.",
        "J. R. Smith wrote it.",
        "Ab dem 3. März 2024 gilt es.",
        "49 € zzgl. Versand",
        "It ends without a stop",
    ],
)
def test_one_sentence_stays_one(text: str):
    assert said(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Is it free? No. It costs 3 euro.", ["Is it free?", "No.", "It costs 3 euro."]),
        ("It costs 5 лв. Връщане до 14 дни.", ["It costs 5 лв.", "Връщане до 14 дни."]),
        ("We open at 9 a.m. The door is blue.", ["We open at 9 a.m.", "The door is blue."]),
        ("От 2020 г. Връщането е безплатно.", ["От 2020 г.", "Връщането е безплатно."]),
        ("В 2020 г. Цена выросла.", ["В 2020 г.", "Цена выросла."]),
        ("Купи 5 кг. Плати после.", ["Купи 5 кг.", "Плати после."]),
        ("Shoes, bags, etc. They are free.", ["Shoes, bags, etc.", "They are free."]),
        ("yes. it is free. it takes 5 days.", ["yes.", "it is free.", "it takes 5 days."]),
        ("И так далее, и т. д. Затем ещё.", ["И так далее, и т. д.", "Затем ещё."]),
        ("We close at 5. May I help?", ["We close at 5.", "May I help?"]),
        ("Founded in 2019. January was cold.", ["Founded in 2019.", "January was cold."]),
        ("1. Pack it. 2. Send it.", ["1. Pack it.", "2. Send it."]),
        ("- one\n- two\n\nThree", ["- one", "- two", "Three"]),
        ("पहला वाक्य। दूसरा वाक्य।", ["पहला वाक्य।", "दूसरा वाक्य।"]),
        ("价格是5元。14天内退货！好吗？", ["价格是5元。", "14天内退货！", "好吗？"]),
        ("متى يصل؟ بعد يومين.", ["متى يصل؟", "بعد يومين."]),
        ("او آمد۔ وہ گیا۔", ["او آمد۔", "وہ گیا۔"]),
        ("“Is it free?” Yes.", ["“Is it free?”", "Yes."]),
        ("First line\nSecond line", ["First line", "Second line"]),
        ("A windows line.\r\nAnother one.", ["A windows line.", "Another one."]),
    ],
)
def test_several_sentences_are_several(text: str, parts: list[str]):
    assert said(text) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Free. [a-1] Quick. [a-2]", ["Free. [a-1]", "Quick. [a-2]"]),
        ("Free.[a-1] Quick.", ["Free.[a-1]", "Quick."]),
        ("Free. [a-1][a-2] [a-3] Quick.", ["Free. [a-1][a-2] [a-3]", "Quick."]),
        ("免费。【1†source】很快。", ["免费。【1†source】", "很快。"]),
        ("Free. (a-1) Quick.", ["Free. (a-1)", "Quick."]),
        ("Free. (Optional) Quick.", ["Free.", "(Optional) Quick."]),
        ("Free.\n[a-1]\nQuick.", ["Free.\n[a-1]", "Quick."]),
        ("Free\n[a-1]\nQuick", ["Free\n[a-1]", "Quick"]),
        ("Free. [Our terms](https://shop.example) say so.", ["Free.", "[Our terms](https://shop.example) say so."]),
    ],
)
def test_a_citation_behind_the_full_stop_belongs_to_the_sentence_before(text: str, parts: list[str]):
    assert said(text) == parts


@pytest.mark.parametrize("text", ["", "  \n", "...", "***", "[]"])
def test_what_has_no_letter_and_no_digit_is_no_sentence(text: str):
    assert sentences(text) == []


def test_what_is_no_text_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"^sentences, citations and numbers are read from a text, not from None"):
        sentences(None)  # type: ignore[arg-type]


@given(st.text(st.sampled_from("aZ5. !?\n[]()।。؟'\"…1-*\r\t")) | st.text())
def test_sentences_stand_in_order_where_they_say_and_lose_no_letter(text: str):
    spans = sentences(text)

    assert all(text[each.start : each.end] == each.text == each.text.strip() for each in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert "".join(filter(str.isalnum, text)) == "".join(filter(str.isalnum, "".join(map(str, spans))))
