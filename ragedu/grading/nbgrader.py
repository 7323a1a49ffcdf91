"""An exercise as nbgrader's instructors need it: the solved notebook, with a locked cell after each answer that awards
the points which our own grader awards."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ragedu.learn import bank
from ragedu.learn.problems import FunctionProblem, Problem


def write_nbgrader(path: Path, exercise: str, solved: Path) -> None:
    """Write the notebook for nbgrader's source folder."""
    notebook = json.loads(solved.read_text(encoding="utf-8"))
    problems = {each.id: each for each in bank.of_exercise(exercise)}
    content = {**notebook, "cells": list(_with_points(notebook["cells"], problems))}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _with_points(cells: list[Any], problems: Mapping[str, Problem]) -> Iterator[Any]:
    for cell in cells:
        if "solution" in cell["metadata"].get("tags", []):
            continue  # commentary for who has solved it; nbgrader would hand it out
        yield cell
        answered = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if answered in problems:
            yield _points_cell(problems[answered])


def _points_cell(problem: Problem) -> dict[str, Any]:
    lines = [f'feedback = check("{problem.id}")']
    if not isinstance(problem, FunctionProblem):
        lines.append("answer = ...  # so that the next problem never finds this one's")
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"{problem.id}-points",
        "metadata": {
            "nbgrader": {
                "grade": True,
                "grade_id": f"{problem.id}-points",
                "locked": True,
                "points": problem.points,
                "schema_version": 3,
                "solution": False,
                "task": False,
            }
        },
        "outputs": [],
        "source": "\n".join([*lines, "assert feedback.correct, feedback"]),
    }
