"""The checker is held to a careful reader's verdicts, row by row; what it is known to miss is expected to fail."""

import re
from collections import Counter

import pytest

from ragedu.grounding import KINDS, check_grounding
from tests.grounding.cases import MISSES, ROWS, Row


def said_of(row: Row) -> str:
    """What the checker says of a row, in the table's own words."""
    passages = {"p": row.passages} if isinstance(row.passages, str) else row.passages
    return " ".join(each.kind for each in check_grounding(row.answer, passages).problems) or "ok"


def as_parameter(row: Row) -> object:
    """A row that is a known miss must fail, and may not begin to pass unseen."""
    reason = MISSES[row.name][1] if row.name in MISSES else ""
    marks = [pytest.mark.xfail(reason=reason, strict=True, raises=AssertionError)] if reason else []
    return pytest.param(row, id=row.name, marks=marks)


@pytest.mark.parametrize("row", [as_parameter(row) for row in ROWS])
def test_the_checker_says_what_a_careful_reader_says(row: Row):
    assert said_of(row) == row.verdict


@pytest.mark.parametrize("row", [row for row in ROWS if row.name in MISSES], ids=lambda row: row.name)
def test_a_known_miss_is_the_one_that_is_told(row: Row):
    assert said_of(row) == MISSES[row.name][0]


# --- the table itself ---


def test_every_row_has_a_name_of_its_own_and_every_miss_a_row():
    names = Counter(row.name for row in ROWS)

    assert max(names.values()) == 1
    assert MISSES.keys() <= names.keys()


def test_every_verdict_is_ok_or_kinds_in_their_order():
    for row in ROWS:
        kinds = row.verdict.split()
        assert kinds == ["ok"] or kinds == sorted(kinds, key=KINDS.index)


def test_the_table_is_long_and_written_in_many_scripts():
    scripts = {
        "Latin": "[a-z]",
        "Cyrillic": "[а-я]",
        "Devanagari": "[\u0900-\u097f]",
        "Chinese": "[\u4e00-\u9fff]",
        "Arabic": "[\u0600-\u06ff]",
        "Bengali": "[\u0980-\u09ff]",
    }

    assert len(ROWS) >= 200
    for name, letters in scripts.items():
        assert any(re.search(letters, row.answer) for row in ROWS), name


def test_both_verdicts_and_every_kind_are_there_often():
    counts = Counter(kind for row in ROWS for kind in row.verdict.split())

    assert counts["ok"] >= 80
    assert all(counts[kind] >= 6 for kind in KINDS)
