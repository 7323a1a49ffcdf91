"""What stands in `answer` although it was written for another problem: every answer cell uses the same name."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ragedu.learn.checking import WORDS
from ragedu.learn.problems import JudgementProblem, Problem


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a name held when a problem was checked, and in which cell that was."""

    problem_id: str
    value: object
    cell: int


_last: dict[str, _Checked] = {}


def note(problem: Problem, namespace: Mapping[str, Any]) -> None:
    """Remember what this problem's check found under each name that it read."""
    for name in ("answer", *(WORDS if isinstance(problem, JudgementProblem) else ())):
        if name in namespace and not from_another(name, problem.id, namespace):
            _last[name] = _Checked(problem.id, namespace[name], len(_cells(namespace)) - 1)


def from_another(name: str, problem_id: str, namespace: Mapping[str, Any]) -> str:
    """The id of the problem for which this name's value was written, when it is another than this one; else empty.

    The same value may well be written twice, so the cells that ran since are looked at: whether any of them wrote to
    the name. Where there is no list of them, as in a plain console, nothing is said to be left over.
    """
    before, cells = _last.get(name), _cells(namespace)
    if not before or before.problem_id == problem_id or before.value is not namespace.get(name):
        return ""
    since = cells[before.cell + 1 :]
    return "" if not since or any(_writes(each, name) for each in since) else before.problem_id


def _cells(namespace: Mapping[str, Any]) -> list[Any]:
    """The text of each cell that ran, as IPython keeps them; the last is the one that runs now."""
    cells = namespace.get("In")
    return cells if type(cells) is list else []


def _writes(cell: object, name: str) -> bool:
    try:
        tree = ast.parse(cell) if isinstance(cell, str) else None
    except (SyntaxError, ValueError):
        tree = None
    if tree is None:  # nobody knows: better to take an old answer than to refuse a new one
        return True
    names = (each for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return any(each.id == name for each in names) or any(each in str(cell) for each in _UNSEEN)


_UNSEEN = ("exec(", "globals(", "_magic(")
"""What may write to a name without its standing there."""
