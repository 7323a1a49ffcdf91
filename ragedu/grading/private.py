"""An instructor's own problems, in a Python file that learners never see. The grader runs it, as it does its own code.

    EXERCISE = [FunctionProblem(id="01-…", …), QuizProblem(id="01-…", …)]

An id begins with the exercise's number. One that the course has too replaces the course's.
"""

import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path
from types import BuiltinFunctionType, FunctionType

from ragedu.grading.results import printable
from ragedu.learn.problems import CodeProblem, Problem


def private_problems(path: Path) -> list[Problem]:
    """The problems in this file; ValueError says what is wrong with it."""
    name = printable(str(path), 200)
    if not path.is_file():
        raise ValueError(f"--problems needs a Python file, and there is none at {name}. Check the name.")
    spec = importlib.util.spec_from_file_location("private_problems", path)
    if not spec or not spec.loader:
        raise ValueError(f"--problems needs a Python file, and {name} is none. Name one that ends in .py.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{name} can't be run: {type(error).__name__}: {printable(str(error), 300)}.") from None
    problems = getattr(module, "EXERCISE", None)
    if not isinstance(problems, list | tuple) or not problems:
        raise ValueError(f"{name} must hold a list of problems named EXERCISE, and it doesn't.")
    for place, each in enumerate(problems):
        if not isinstance(each, Problem):
            kind = printable(type(each).__name__, 80)
            raise ValueError(f"{name}: EXERCISE[{place}] is no problem, such as a QuizProblem, but of type {kind}.")
        if not re.fullmatch(r"\d\d-[a-z0-9-]+", each.id):
            raise ValueError(f'{name}: an id begins with the exercise\'s number, as in "01-mine", unlike "{each.id}".')
        if isinstance(each, CodeProblem) and not isinstance(each.reference, FunctionType | BuiltinFunctionType):
            kind = printable(type(each.reference).__name__, 80)
            raise ValueError(f"{name}: the reference of {each.id} is a function that solves it, not of type {kind}.")
    return list(problems)


def with_private(problems: Sequence[Problem], private: Sequence[Problem], exercise: str) -> list[Problem]:
    """The problems of an exercise, with those of the instructor's that belong to it."""
    own = {each.id: each for each in private if each.id.startswith(f"{exercise}-")}
    return [*(own.pop(each.id, each) for each in problems), *own.values()]
