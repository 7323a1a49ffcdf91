"""Every problem of the course, a module a lesson: `LESSON` for those in the notebook, `EXERCISE` for the graded."""

import pkgutil
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from ragedu.learn.problems import Problem


@cache
def lessons() -> tuple[str, ...]:
    """The numbers of the lessons that have problems: "00", "01", …"""
    names = (re.fullmatch(r"lesson_(\d\d)", module.name) for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(found.group(1) for found in names if found))


def of_lesson(number: str) -> Sequence[Problem]:
    """The problems inside a lesson's notebook, in its order."""
    problems: Sequence[Problem] = _module(number).LESSON
    return problems


def of_exercise(number: str) -> Sequence[Problem]:
    """The problems of a lesson's exercise notebook, in its order: those that a grader counts."""
    problems: Sequence[Problem] = _module(number).EXERCISE
    return problems


def everything() -> list[Problem]:
    """Every problem there is."""
    return [problem for number in lessons() for problem in (*of_lesson(number), *of_exercise(number))]


def ids() -> list[str]:
    """The ids of all problems."""
    return [problem.id for problem in everything()]


def find(problem_id: str) -> Problem | None:
    """The problem with this id, or None."""
    number = problem_id[:2] if isinstance(problem_id, str) else ""
    if number not in lessons():
        return None
    return next((each for each in (*of_lesson(number), *of_exercise(number)) if each.id == problem_id), None)


def heading(problem_id: str) -> str:
    """What stands above a problem in its exercise notebook, such as "2. Groups"; its id where it has no title."""
    problem = find(problem_id)
    if problem is None or not problem.title:
        return problem_id
    number = [each.id for each in of_exercise(problem_id[:2])].index(problem_id) + 1
    return f"{number}. {problem.title}"


@cache
def _module(number: str) -> Any:
    return import_module(f"ragedu.learn.bank.lesson_{number}")
