"""The table of answers and what a careful reader makes of them: tests/choice_cases.tsv."""

from pathlib import Path
from typing import NamedTuple

import pytest

from ragedu.choice import parse_choice

TABLE = Path(__file__).with_name("choice_cases.tsv")


class Case(NamedTuple):
    options: list[str] | dict[str, str]
    outcome: str
    rule: str
    text: str
    tests: str
    is_known_miss: bool


def cases() -> list[Case]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [case_of(line) for line in lines if not line.startswith("#")]


def case_of(line: str) -> Case:
    options, outcome, rule, text, tests = line.split("\t")
    return Case(options_of(options), outcome.lstrip("!"), rule, unescaped(text), tests, outcome.startswith("!"))


def options_of(written: str) -> list[str] | dict[str, str]:
    if "=" in written:
        return dict(each.split("=", 1) for each in written.split("|"))
    return written.split() if " " in written else list(written)


def unescaped(text: str) -> str:
    return (
        text.encode("ascii", "backslashreplace")
        .decode("unicode_escape")
        .encode("utf-16", "surrogatepass")
        .decode("utf-16")
    )


def picked_of(case: Case) -> frozenset[str] | None:
    if case.outcome in ("blank", "unreadable"):
        return None if case.outcome == "unreadable" else frozenset()
    return frozenset([case.outcome] if case.outcome in case.options else case.outcome)


def as_parameter(case: Case) -> object:
    marks = pytest.mark.xfail(strict=True, reason=case.tests) if case.is_known_miss else ()
    return pytest.param(case, id=f"{case.tests} [{case.text[:20]!a}]", marks=marks)


@pytest.mark.parametrize("case", [as_parameter(each) for each in cases()])
def test_an_answer_is_read_as_a_careful_reader_reads_it(case: Case):
    reading = parse_choice(case.text, case.options)

    assert reading.picked == picked_of(case)
    assert reading.status == (case.outcome if case.outcome in ("blank", "unreadable") else "answered")
    assert case.is_known_miss or reading.rule == case.rule
    assert bool(reading.why) == (reading.status == "unreadable")


def test_the_table_is_large_and_no_case_stands_in_it_twice():
    known = [(str(case.options), case.text) for case in cases()]

    assert len(known) >= 110
    assert len(set(known)) == len(known)
    assert {case.rule for case in cases() if not case.is_known_miss} == {
        *("tag", "stated", "letters", "blank", "line", "none")
    }
