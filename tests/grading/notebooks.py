"""Notebooks for the tests: made in memory, from the answer to each problem of exercise 01."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragedu.learn import bank
from ragedu.learn.problems import (
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)

PROBLEMS: Sequence[Problem] = bank.of_exercise("01")
FUNCTIONS = [each for each in PROBLEMS if isinstance(each, FunctionProblem)]
VALUES = [each for each in PROBLEMS if not isinstance(each, FunctionProblem)]

HIT_RATE = next(each for each in FUNCTIONS if each.id == "01-hit-rate-at-k")
MEAN_RECALL = next(each for each in FUNCTIONS if each.id == "01-mean-recall")
QUIZ = next(each for each in VALUES if isinstance(each, QuizProblem))
JUDGEMENT = next(each for each in VALUES if isinstance(each, JudgementProblem))

FULL = sum(each.points for each in PROBLEMS)


def right_answer(problem: Problem) -> str:
    """A cell that solves the problem."""
    if isinstance(problem, FunctionProblem):
        return problem.code(problem.right[0])
    if isinstance(problem, QuizProblem):
        return f"answer = {''.join(sorted(problem.key))!r}"
    if isinstance(problem, FindBugProblem):
        return f"answer = {problem.line}"
    assert isinstance(problem, PredictProblem | JudgementProblem)
    *body, last = problem.code.strip().splitlines()
    return "\n".join([*body, f"answer = {last}"])


def starter(problem: Problem) -> str:
    """The cell as a learner finds it."""
    return problem.starter if isinstance(problem, FunctionProblem) else "answer = ...  # your answer"


def code(source: str, grade_id: str = "") -> dict[str, Any]:
    """A code cell."""
    metadata = {"nbgrader": {"grade_id": grade_id, "schema_version": 3}} if grade_id else {}
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": [], "execution_count": None}


def notebook(cells: Sequence[Mapping[str, Any]], exercise: str = "01") -> dict[str, Any]:
    """A notebook of these cells."""
    metadata = {"ragedu": {"exercise": exercise}} if exercise else {}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells)}


def solved(answers: Mapping[str, str] | None = None, before: Sequence[str] = ()) -> dict[str, Any]:
    """Every problem solved, but for these answers by problem id; with cells of no problem before them."""
    wanted = {each.id: right_answer(each) for each in PROBLEMS} | dict(answers or {})
    return notebook([*map(code, before), *(code(source, grade_id) for grade_id, source in wanted.items())])


def written(folder: Path, content: object, name: str = "01_does_it_find_it.ipynb") -> Path:
    """The notebook as a file."""
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path
