"""A gradebook as CSV: a line for each notebook, every field quoted, nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(slots=True)
class Row:
    """What a gradebook and an overview keep of one notebook's result.

    score, max_score  None where there is none
    misconceptions    those shown, each as the problem's id and the name
    """

    place: str
    student: str
    score: int | None
    max_score: int | None
    outcome: str
    outcomes: Mapping[str, str]
    misconceptions: Sequence[tuple[str, str]]
    error: str = ""
    exercise: str = ""


def row_of(place: str, student: str, result: Mapping[str, Any]) -> Row:
    """The row of a result."""
    problems = result.get("problems", [])
    return Row(
        place,
        student,
        result.get("score"),
        result.get("max_score"),
        result.get("outcome", "graded"),
        {each["id"]: each["outcome"] for each in problems},
        [(each["id"], each["misconception"]) for each in problems if each.get("misconception")],
        result.get("error", ""),
        result.get("exercise", ""),
    )


def is_sound(row: Row) -> bool:
    """Whether a row made of a file that anybody may have changed holds what a row should: then it can be written."""
    shown = [row.outcome, row.error, row.exercise, *row.outcomes, *row.outcomes.values()]
    texts = [*shown, *(each for pair in row.misconceptions for each in pair)]
    if not all(type(each) is str and _is_text(each) for each in texts):
        return False
    if row.score is None or row.max_score is None:
        return row.score is row.max_score and bool(row.error)
    return type(row.score) is int and type(row.max_score) is int and 0 <= row.score <= row.max_score


def _is_text(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


def gradebook(rows: Sequence[Row]) -> str:
    """The gradebook of these rows."""
    problems = sorted({each for row in rows for each in row.outcomes})
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["student", "notebook", "score", "max_score", "outcome", *problems, "error"])
    for row in rows:
        outcomes = [row.outcomes.get(each, "") for each in problems]
        fields = [row.student, row.place, row.score, row.max_score, row.outcome, *outcomes, row.error]
        writer.writerow(["" if each is None else _defused(str(each)) for each in fields])
    return file.getvalue()


def csv_of_one(result: Mapping[str, Any]) -> str:
    """The gradebook of one result."""
    place = result.get("notebook", "")
    return gradebook([row_of(place, result.get("student", place), result)])


def _defused(text: str) -> str:
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text
