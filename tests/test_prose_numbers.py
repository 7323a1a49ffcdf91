"""Numbers in prose: a tag holds its text to the value, a result without a tag is seen."""

from typing import Any

import pytest
from prose_numbers import about_markdown, complaints, departure, prose_of

from ragedu.learn import session

NAMES: dict[str, Any] = {"found": 5, "asked": 7, "share": 5 / 7, "two": "two days"}


def said_of(markdown: str) -> list[str]:
    return list(about_markdown(markdown, dict(NAMES)))


# --- tags ---


@pytest.mark.parametrize(
    "markdown",
    [
        'Recall is 5/7<!--= f"{found}/{asked}" -->.',
        "5<!--= found --> of 7<!--= asked -->",
        "**0.714<!--= round(share, 3) -->** of all",
        "It takes two days<!--= two -->.",
        "about 71 %<!--= f'{share:.0%}'.replace('%', ' %') --> of them",
        "a tag\nover lines: 5<!--=\n found\n-->",
        "(5<!--= found -->)",
        "-5<!--= -found -->",
        "k = 5, 7<!--= asked -->",
    ],
)
def test_a_text_that_says_the_value_is_in_order(markdown: str):
    assert said_of(markdown) == []


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("6/7<!--= f'{found}/{asked}' -->", "gives '5/7', and '6/7' stands there"),
        ("0.71<!--= round(share, 3) -->", "gives '0.714', and '0.71' stands there"),
        ("5<!--= f'{found}/{asked}' -->", "gives '5/7'"),
        ("5 <!--= found -->", "gives '5', and '5' stands there; write '5' directly before the comment"),
        ("**5**<!--= found -->", "directly before the comment"),
        ("15<!--= found -->", "only the end of '15'; let the expression give all of it"),
        ("1.5<!--= found -->", "only the end of '1.5'"),
        ("1,5<!--= found -->", "only the end of '1,5'"),
        ("3/5<!--= found -->", "only the end of '3/5'"),
        ("v5<!--= found -->", "only the end of 'v5'"),
        ("it is -5<!--= found -->", "only the end of 'it is -5'"),
        ("it is −5<!--= found -->", "only the end of"),
        ("5<!--= nowhere -->", "stopped with NameError: name 'nowhere' is not defined; only names from cells above"),
        ("5<!--= found + -->", "stopped with SyntaxError"),
        ("5<!--= '' -->", "the expression gives an empty text"),
    ],
)
def test_a_text_that_says_otherwise_is_named(markdown: str, said: str):
    assert any(said in line for line in said_of(markdown)), said_of(markdown)


@pytest.mark.parametrize(
    "markdown",
    ["5<!-- = found -->", "5<!-= found -->", "5<!--= found", "0.5<!--fix-->", "it grows<!-- claim: 1 -->"],
)
def test_what_only_looks_like_a_tag_is_named(markdown: str):
    assert any("begins no tag" in line for line in said_of(markdown))


def test_any_other_comment_is_left_alone():
    assert said_of("Text <!-- for editors: 3/7 of this is new --> goes on.") == []


def test_a_tag_shown_inside_code_is_code():
    assert said_of("Write `5<!--= nowhere -->` or\n\n```\n0.5<!--= nowhere -->\n```\n") == []


def test_text_ends_where_its_comment_begins():
    prose = prose_of("a 5<!--= found --> b 7<!--= asked -->")

    assert prose.text == "a 5 b 7"
    assert [(tag.expression, prose.text[: tag.end]) for tag in prose.tags] == [("found", "a 5"), ("asked", "a 5 b 7")]


def test_a_value_at_the_very_start_is_found():
    assert departure("5", "5") == ""


# --- claims ---


def test_a_claim_that_holds_is_in_order():
    assert said_of("Some are missed.<!--claim: found < asked -->") == []


@pytest.mark.parametrize(
    ("claim", "said"),
    [("found > asked", "gives False, not True"), ("found", "gives 5, not True"), ("nowhere > 1", "NameError")],
)
def test_a_claim_that_does_not_hold_is_named(claim: str, said: str):
    (line,) = said_of(f"So it is.<!--claim: {claim} -->")

    assert line.startswith(f"the claim {claim}: ")
    assert said in line


# --- numbers without a tag ---


@pytest.mark.parametrize(
    ("markdown", "number"),
    [
        ("It is 0.43 here.", "0.43"),
        ("It is 0.43.", "0.43"),
        ("some 14 % more", "14 %"),
        ("some 14% more", "14%"),
        ("some 7.7 percent", "7.7 percent"),
        ("some 7,7 %", "7,7 %"),
        ("recall is 5/7", "5/7"),
        ("found in 3 of 7", "3 of 7"),
        ("found in 3 out of 7", "3 out of 7"),
        ("found in 3 of the 7", "3 of the 7"),
        ("| a | 0.5 |", "0.5"),
        ("- **1.0**", "1.0"),
        ("3 of 7<!--= asked -->", "3 of 7"),
        ("3/7<!--= asked -->", "3/7"),
        ("0.5 <!--fixed-->", "0.5"),
        ("0.2 and 0.5<!--fixed-->", "0.2"),
    ],
)
def test_a_result_without_a_tag_is_named(markdown: str, number: str):
    assert any(f"{number!r} in " in line and "is not tagged" in line for line in said_of(markdown)), said_of(markdown)


@pytest.mark.parametrize(
    "markdown",
    [
        "There are 8 questions, at k = 3; 14 days.",
        "See `recall = 0.43` and `5/7`.",
        "``a ` 0.43``",
        "```python\n0.43\n3 of 7\n```",
        "~~~\n14 %\n~~~",
        "[part 1](../a/1/2.5.html) and <https://example.org/5/7> and https://example.org/5/7",
        "lesson 00, `delivery-1`, return-2, recall@3",
        "JupyterLab 4.6.1",
        "a threshold of 0.16<!--fixed-->",
        'they say "from 71 % to 86 %"<!--fixed--> and *6 of 7*<!--fixed-->',
        "(3 of 7, 0.43)<!--fixed-->",
        "**0.43**<!--fixed-->",
    ],
)
def test_code_ids_and_fixed_numbers_need_no_tag(markdown: str):
    assert said_of(markdown) == []


# --- a lesson ---


def lesson(*cells: tuple[str, str] | tuple[str, str, list[str]]) -> dict[str, Any]:
    return {
        "cells": [
            {"id": f"c{place}", "cell_type": kind, "source": source, "metadata": {"tags": tags[0] if tags else []}}
            for place, (kind, source, *tags) in enumerate(cells)
        ]
    }


def test_a_tag_sees_what_the_cells_above_have_computed():
    assert complaints(lesson(("code", "n = 1"), ("markdown", "1<!--= n -->"), ("code", "n = 2"))) == []


def test_a_tag_does_not_see_what_the_cells_below_will_compute():
    (line,) = complaints(lesson(("markdown", "1<!--= n -->"), ("code", "n = 1")))

    assert (
        line
        == "cell c0: n: stopped with NameError: name 'n' is not defined; only names from cells above are known here"
    )


def test_a_number_that_changes_later_is_held_to_its_value_at_that_point():
    (line,) = complaints(lesson(("code", "n = 1"), ("code", "n = 2"), ("markdown", "1<!--= n -->")))

    assert line.startswith("cell c2: n: gives '2', and '1' stands there")


def test_a_cell_that_stops_is_named_and_what_follows_is_not():
    lines = complaints(lesson(("code", "1 / 0"), ("markdown", "1<!--= n -->")))

    assert lines == ["cell c0: stopped with ZeroDivisionError: division by zero; mend the cell first"]


def test_a_cell_that_may_raise_may_raise():
    assert complaints(lesson(("code", "1 / 0", ["raises-exception"]))) == []


def test_what_a_lesson_prints_or_tries_leaves_no_trace_here(capsys: pytest.CaptureFixture[str]):
    before = list(session.attempts.made)
    tried = "from ragedu.learn import quiz\nprint(quiz('01-quiz-reading', 'a'))"

    assert complaints(lesson(("code", tried))) == []
    assert session.attempts.made == before
    assert capsys.readouterr().out == ""
