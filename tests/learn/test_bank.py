"""Every problem of the bank passes the gate that `make check` is; so do the examples that CONTRIBUTING.md shows.

The rules stand in tools/check.py; tests/test_check.py shows that each of them can fail.
"""

from typing import Any

import check
import pytest
from examples import blocks, problems

from ragedu.learn import bank
from ragedu.learn import problems as kinds
from ragedu.learn.problems import Problem

each_problem = pytest.mark.parametrize("problem", bank.everything(), ids=lambda problem: problem.id)
each_example = pytest.mark.parametrize("problem", problems().values(), ids=lambda problem: problem.kind)


@each_problem
def test_a_problem_of_the_bank_is_in_order(problem: Problem):
    assert check.complaints_about(problem) == []


def test_the_bank_as_a_whole_is_in_order():
    assert check.complaints_about_the_bank() == []


def test_the_bank_is_not_empty():
    assert {"00", "01"} <= set(bank.lessons())
    assert {"function", "quiz", "predict", "find_bug", "judgement"} <= {each.kind for each in bank.everything()}


@each_problem
def test_find_gives_the_problem_back(problem: Problem):
    assert bank.find(problem.id) is problem


@pytest.mark.parametrize("unknown", ["01-gone", "99-rank-of", "", "rank-of", 1, None])
def test_an_unknown_id_finds_nothing(unknown: Any):
    assert bank.find(unknown) is None


# --- what CONTRIBUTING.md shows ---


@each_example
def test_an_example_for_authors_is_in_order(problem: Problem):
    assert check.complaints_about(problem) == []


def test_there_is_an_example_of_every_kind_and_of_no_other():
    every = {each.kind for each in vars(kinds).values() if isinstance(each, type) and issubclass(each, Problem)}

    assert set(problems()) == every - {Problem.kind}


def test_an_example_takes_ten_to_thirty_lines():
    assert [len(block.splitlines()) for block in blocks()[1:] if not 10 <= len(block.splitlines()) <= 30] == []


@each_example
def test_every_example_has_its_text_skin_in_the_heading_before_it(problem: Problem):
    from examples import CONTRIBUTING

    assert f'{problem.verb}("{problem.id}"' in CONTRIBUTING.read_text(encoding="utf-8") or problem.kind == "judgement"


def test_a_problem_is_headed_by_its_number_and_title_or_by_its_id():
    assert bank.heading("05-evidence-recall") == "2. Groups"
    assert bank.heading("05-quiz-label") == "05-quiz-label"
    assert bank.heading("99-nowhere") == "99-nowhere"
