"""Numbers: what a piece of text is worth, in which unit, and where it stands."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.grounding import numbers
from ragedu.grounding.formats import FORMATS, readings_of


def read(text: str) -> list[tuple[str, str]]:
    """Readings, smallest writing first, and unit of each number."""
    return [(" or ".join(sorted(map(_written, each.readings))), each.unit) for each in numbers(text)]


def _written(reading: Decimal | str) -> str:
    return reading if isinstance(reading, str) else f"{reading.normalize():f}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5 days", [("5", "day")]),
        ("1,000", [("1 or 1000", "")]),
        ("1.000,50", [("1000.5", "")]),
        ("1 000 000", [("1000000", "")]),
        ("1'000.50", [("1000.5", "")]),
        ("12,34,567", [("1234567", "")]),
        ("0.500", [("0.5", "")]),
        (".5", [("0.5", "")]),
        ("-5 °C", [("-5", "celsius")]),
        ("3 - 5", [("3", ""), ("5", "")]),
        ("3–5 days", [("3", "day"), ("5", "day")]),
        ("between 3 and 5 days", [("3", "day"), ("5", "day")]),
        ("€3–5", [("3", "eur"), ("5", "eur")]),
        ("3 € 5 days", [("3", "eur"), ("5", "day")]),
        ("20 %", [("20", "percent")]),
        ("20 per cent", [("20", "percent")]),
        ("EUR 5", [("5", "eur")]),
        ("5 working days", [("5", "day")]),
        ("5, days", [("5", "")]),
        ("5 of the days", [("5", "")]),
        ("1.5 million euro", [("1500000", "eur")]),
        ("€2m", [("2000000", "eur")]),
        ("2 m", [("2", "metre")]),
        ("2m", [("2", "metre")]),
        ("1.5M users", [("1500000", "user")]),
        ("1.5M USD", [("1500000", "usd")]),
        ("USD 1.5M", [("1500000", "usd")]),
        ("1.5m euro", [("1500000", "eur")]),
        ("5 M €", [("5000000", "eur")]),
        ("7B parameters", [("7000000000", "parameter")]),
        ("5 MB", [("5", "megabyte")]),
        ("20 mW, 20 MW", [("20", "milliwatt"), ("20", "megawatt")]),
        ("20 milliwatts", [("20", "milliwatt")]),
        ("one thousand five hundred euro", [("1500", "eur")]),
        ("a thousand two hundred and five days", [("1205", "day")]),
        ("two million three hundred thousand people", [("2300000", "person")]),
        ("three hundred and fifty thousand euro", [("350000", "eur")]),
        ("one thousand and one nights", [("1001", "night")]),
        ("minus 5 °C", [("-5", "celsius")]),
        ("минус 5 градуса", [("-5", "degree")]),
        ("零下5°C", [("-5", "celsius")]),
        ("8 minus 5", [("8", "minu"), ("5", "")]),
        ("1990s", [("1990", "decade")]),
        ("the 1990's", [("1990", "decade")]),
        ("30s", [("30", "second")]),
        ("1500s", [("1500", "second")]),
        ("9am", [("9 or 9:00 or ~9:00", "am")]),
        ("9:30 p.m.", [("21:30 or ~9:30", "pm")]),
        ("12 am and 12 pm", [("0:00 or 12 or ~12:00", "am"), ("12 or 12:00 or ~12:00", "pm")]),
        ("25 pm", [("25", "pm")]),
        ("18.30 Uhr", [("18:30", "clock")]),
        ("9 o'clock", [("21:00 or 9:00", "clock")]),
        ("18h30", [("18:30", "")]),
        ("18h", [("18 or 18:00", "hour")]),
        ("9点", [("21:00 or 9:00", "clock")]),
        ("the third edition", [("3", "ordinal")]),
        ("a third edit, every second, first of all", []),
        ("a quarter of users", [("0.25 or 1/4 or 25", "")]),
        ("half an hour, the second half of 2024", [("2024", "")]),
        ("C$5, US$5, A$5", [("5", "cad"), ("5", "usd"), ("5", "aud")]),
        ("items 1,2 and 3", [("1", ""), ("2", ""), ("3", "")]),
        ("pages 4,7 and 9", [("4", ""), ("7", ""), ("9", "")]),
        ("1,2 and 3,5 metres", [("1.2", "metre"), ("3.5", "metre")]),
        ("between 1,5 and 2 metres", [("1.5", "metre"), ("2", "metre")]),
        ("5 тыс. рублей", [("5000", "rub")]),
        ("३ दिन", [("3", "day")]),
        ("五天 5天", [("5", "day")]),
        ("5个工作日", [("5", "day")]),
        ("two hundred and five", [("205", "")]),
        ("twenty-one days", [("21", "day")]),
        ("six or seven", [("6", ""), ("7", "")]),
        ("sixty", [("60", "")]),
        ("a hundred euro", [("100", "eur")]),
        ("no one knows", []),
        ("someone, often, tent", []),
        ("4.8/5", [("4.8", ""), ("5", "")]),
        ("5 Millionen", [("5000000", "")]),
        ("Step 2: pack 3 parcels", [("3", "parcel")]),
        ("2-3 million euro", [("2 or 2000000", "eur"), ("3000000", "eur")]),
        ("25 degrees Celsius", [("25", "celsius")]),
        ("½ hour", [("0.5 or 1/2", "hour")]),
        ("2½", [("2.5", "")]),
        ("3/0", [("3/0", "")]),
        ("9:30", [("9:30", "")]),
        ("3:1", [("3", ""), ("1", "")]),
        ("2024 100 people", [("2024", ""), ("100", "person")]),
        ("1 May 2024", [("2024-05-01", "")]),
        ("May 2024", [("2024-05", "")]),
        ("5/1/2024", [("2024-01-05 or 2024-05-01", "")]),
        ("2024-13-01", [("2024", ""), ("13", ""), ("1", "")]),
        ("You may 5 times", [("5", "times")]),
        ("v2.1 and COVID-19", [("v2.1", ""), ("covid19", "")]),
        ("m² and x²", []),
        ("①", []),
        ("10x5 cm", [("10", "centimetre"), ("5", "centimetre")]),
        ("https://shop.example/5?a=7", []),
        ("[5] 【7†source】", []),
        ("1. Ask\n2) Wait\n(3) Pay\n- 4. Go", []),
        ("30", [("30", "")]),
        ("30.", [("30", "")]),
    ],
)
def test_each_writing_is_read(text: str, found: list[tuple[str, str]]):
    assert read(text) == found


@pytest.mark.parametrize(("example", "pattern"), [(example, pattern) for example, pattern, _ in FORMATS])
def test_each_format_fits_its_own_example(example: str, pattern: object):
    assert pattern.fullmatch(example)  # type: ignore[attr-defined]
    assert readings_of(example)


def test_a_number_says_where_it_stands_in_the_text_as_it_came():
    (number,) = numbers("Only １４ days")

    assert (number.text, number.start, number.end) == ("１４", 5, 7)


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("€5 per day", ["day"]),
        ("5 euro a month", ["month"]),
        ("5 €/week", ["week"]),
        ("5 GB per second", ["second"]),
        ("5 лв. на месец", ["month"]),
        ("5 euro", [""]),
        ("5 euro and a day", [""]),
        ("5 parcels a day", [""]),
        ("5 euro per parcel", [""]),
        ("20% every year", ["year"]),
    ],
)
def test_a_rate_is_what_stands_right_behind_the_unit(text: str, rates: list[str]):
    assert [each.rate for each in numbers(text)] == rates


def test_an_id_in_the_running_text_is_no_number():
    assert read("As return-1 says") == [("return1", "")]
    assert numbers("As return-1 says", ["return-1"]) == []


def test_an_id_that_is_a_number_takes_no_number_away():
    assert [each.text for each in numbers("2 days [2]", ["2"])] == ["2"]


def test_a_date_implies_its_year_and_its_day():
    (number,) = numbers("1 May 2024")

    assert number.implied == {Decimal(2024), "2024-05", "--05-01"}


def test_a_number_of_thousands_of_digits_is_a_number():
    (number,) = numbers("9" * 50_000 + " million euro")

    assert number.unit == "eur"


def test_what_is_no_text_is_refused_in_a_sentence():
    with pytest.raises(
        ValueError, match=r"^sentences, citations and numbers are read from a text, not from 5 \(int\)\.$"
    ):
        numbers(5)  # type: ignore[arg-type]


@given(st.text(st.sampled_from("0159.,:/' -–€%½xv天[]\n٣१km")) | st.text())
def test_any_text_has_numbers_in_order_or_none(text: str):
    found = numbers(text)

    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(each.readings for each in found)


@given(st.integers(0, 10**9), st.sampled_from(["{:,}", "{:_}"]), st.sampled_from([" ", ",", ".", "'", "\u202f"]))
def test_a_whole_number_is_the_same_with_any_sign_between_its_thousands(value: int, form: str, sign: str):
    written = form.format(value).replace(",", sign).replace("_", sign)

    assert any(Decimal(value) in each.readings for each in numbers(f"x {written} y"))


@given(st.decimals(0, 10**6, places=2), st.sampled_from([".", ","]))
def test_a_decimal_is_the_same_with_point_and_comma(value: Decimal, sign: str):
    (number,) = numbers(f"x {value:f} y".replace(".", sign))

    assert value in number.readings
