#!/usr/bin/env python3
"""Make the learner's exercise notebooks out of the solved ones.

    python tools/exercises.py            write exercises/ from solutions/
    python tools/exercises.py --check    write nothing; exit code 1 when something would change

What stands between `### BEGIN SOLUTION` and `### END SOLUTION` is cut. Inside a function one line remains,
`return ...  # your code here`; at the left edge each assigned name remains, with `...` as its value and the comment
of its line. Cells tagged `solution` are left out. Everything else, the ids of the cells too, stays as it is.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from notebooks import (
    ROOT,
    Cell,
    NotANotebookError,
    Notebook,
    in_form,
    name_of,
    read,
    source_of,
    stored,
    tags_of,
    text_of,
)
from ragedu.learn import bank
from ragedu.learn.problems import FunctionProblem, Problem, QuizProblem

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
ALMOST_A_MARKER = re.compile(r"\b(BEGIN|END)[ _-]*SOLUTION\b", re.IGNORECASE)
YOURS = "return ...  # your code here"
SOLUTION_TAG = "solution"
MAKE = "python tools/exercises.py"

# A shorter line of a solution, such as `return 0.0` or `if each in relevant:`, gives nothing away.
TELLING = 24


class FaultError(Exception):
    """Something in a solved notebook that its author can put right; the text says what and how."""


def answer_metadata(problem_id: str) -> dict[str, object]:
    """The metadata by which a grader, nbgrader too, knows the cell of an answer. Points stand in the bank alone."""
    flags = {"grade": False, "solution": True, "locked": False, "task": False}
    return {"schema_version": 3, **flags, "grade_id": problem_id}


def grade_id_of(cell: Cell) -> str:
    """Which problem a cell answers; empty for any other cell."""
    return str(cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", ""))


# --- one cell ---


@dataclass
class Cut:
    """A cell's source without its solution, and the lines that were taken out."""

    lines: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)


def without_solution(source: str) -> Cut:
    """Cut every solution region of a code cell."""
    cut, region, opened = Cut(), list[str](), ""
    for number, line in enumerate(source.split("\n"), start=1):
        marker = line.strip()
        if marker == BEGIN:
            if opened:
                raise FaultError(f"line {number} opens a region inside another; write `{END}` before it")
            opened = line
        elif marker == END:
            if not opened:
                raise FaultError(f"line {number} closes a region that was never opened; write `{BEGIN}` above it")
            indent = opened[: len(opened) - len(opened.lstrip())]
            cut.lines += [indent + YOURS] if indent else names_left_open(region)
            cut.taken, region, opened = cut.taken + region, [], ""
        else:
            (region if opened else cut.lines).append(line)
    if opened:
        raise FaultError(f"a solution region is not closed; write `{END}` below it")
    return cut


def names_left_open(region: Sequence[str]) -> list[str]:
    """What remains of a region at the left edge: `answer = "d"  # a, b, c or d` as `answer = ...  # a, b, c or d`."""
    source = "\n".join(region)
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        raise FaultError(
            f"the region at the left edge is no Python of its own ({error.msg}); a solution inside a function needs "
            "its markers indented as the function's lines are"
        ) from None
    comments = comments_of(source)
    remaining: dict[str, str] = {}
    for statement in statements:
        for name in assigned_by(statement):
            comment = comments.get(statement.lineno, "")
            remaining.setdefault(name, f"{name} = ..." + (f"  {comment}" if comment else ""))
    if not remaining:
        raise FaultError("the region at the left edge assigns no name, so nothing would be left for the learner")
    return list(remaining.values())


def assigned_by(statement: ast.stmt) -> list[str]:
    """The names that a statement assigns."""
    if isinstance(statement, ast.AnnAssign):
        targets: Sequence[ast.expr] = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    else:
        return []
    if not all(isinstance(each, ast.Name) for each in targets):
        raise FaultError(f"`{ast.unparse(statement)}` assigns more than a plain name; write one name a line")
    return [each.id for each in targets if isinstance(each, ast.Name)]


def comments_of(source: str) -> dict[int, str]:
    """The comment at the end of each line that has one, by the line's number."""
    tokens = tokenize.generate_tokens(io.StringIO(source + "\n").readline)
    return {each.start[0]: each.string for each in tokens if each.type == tokenize.COMMENT}


# --- one notebook ---


@dataclass
class Exercise:
    """What came of a solved notebook: the learner's copy, the lines taken out, and what is wrong with the source."""

    notebook: Notebook
    taken: list[str]
    faults: list[str]


def exercise_from(solved: Notebook, number: str, problems: Sequence[Problem]) -> Exercise:
    """The learner's copy of a solved notebook."""
    cells, taken, faults = [], list[str](), list[str]()
    for cell in solved["cells"]:
        if SOLUTION_TAG in tags_of(cell):
            continue
        try:
            kept, lines = learners_cell(cell)
        except FaultError as fault:
            faults.append(f"cell {cell.get('id')}: {fault}")
            continue
        cells.append(kept)
        taken += lines
    ragedu = {**solved.get("metadata", {}).get("ragedu", {}), "exercise": number}
    notebook = in_form({**solved, "cells": cells, "metadata": {**solved.get("metadata", {}), "ragedu": ragedu}})
    faults += [] if faults else [*_about_the_answers(solved, notebook, problems), *leaks(notebook, problems, taken)]
    faults += _about_the_number(solved, number)
    return Exercise(notebook, taken, faults)


def learners_cell(cell: Cell) -> tuple[Cell, list[str]]:
    """A cell as the learner gets it, and the lines that were taken out of it."""
    source = source_of(cell)
    if cell.get("cell_type") != "code" or not ALMOST_A_MARKER.search(source):
        return cell, []
    cut = without_solution(source)
    text = "\n".join(cut.lines).rstrip("\n")
    if ALMOST_A_MARKER.search(text):
        raise FaultError(f"holds something like a marker; a marker stands alone on its line, as `{BEGIN}` or `{END}`")
    problem_id = grade_id_of(cell)
    if not problem_id:
        raise FaultError(
            "holds a solution and no grade_id; give it the metadata "
            f'"nbgrader": {_json(answer_metadata("the id of its problem"))}, or tag it {SOLUTION_TAG}'
        )
    metadata = {**cell["metadata"], "nbgrader": answer_metadata(problem_id)}
    return {**cell, "source": text, "metadata": metadata}, cut.taken


def _json(metadata: dict[str, object]) -> str:
    return str(metadata).replace("'", '"').replace("True", "true").replace("False", "false")


def _about_the_number(solved: Notebook, number: str) -> Iterator[str]:
    says = solved.get("metadata", {}).get("ragedu", {}).get("exercise", number)
    if says != number:
        yield f"its metadata says that it is exercise {says!r}, its name says {number!r}; make them agree"


def _about_the_answers(solved: Notebook, exercise: Notebook, problems: Sequence[Problem]) -> Iterator[str]:
    """Each problem of the exercise has one cell, and each answer's cell one problem; in the same order."""
    answers = [cell for cell in solved["cells"] if cell.get("metadata", {}).get("nbgrader")]
    given, wanted = [grade_id_of(cell) for cell in answers], [each.id for each in problems]
    for cell, problem_id in zip(answers, given, strict=True):
        where = f"cell {cell.get('id')}"
        if problem_id not in wanted:
            yield f"{where}: answers {problem_id!r}, which is no problem of this exercise; they are {', '.join(wanted)}"
        elif cell["metadata"]["nbgrader"] != answer_metadata(problem_id):
            said = _json(answer_metadata(problem_id))
            yield f'{where}: the metadata must be "nbgrader": {said}; points stand in the bank alone'
        if given.count(problem_id) > 1:
            yield f"{where}: {problem_id} has another cell as well; a problem has one"
        if not any(each.get("id") == cell.get("id") and _is_open(each) for each in exercise["cells"]):
            yield f"{where}: answers {problem_id} and leaves nothing open; put {BEGIN} and {END} round the answer"
    yield from (f"{each} has no cell; write one with this grade_id" for each in wanted if each not in given)
    if sorted(given) == sorted(wanted) and given != wanted:
        yield f"the answers stand in another order than the bank's, which is {', '.join(wanted)}"
    yield from _about_the_signatures(exercise, problems)


def _is_open(cell: Cell) -> bool:
    return " ..." in source_of(cell)


def _about_the_signatures(exercise: Notebook, problems: Sequence[Problem]) -> Iterator[str]:
    """The function that a learner finds must be the one that will be called."""
    sources = {grade_id_of(cell): source_of(cell) for cell in exercise["cells"]}
    for each in problems:
        if isinstance(each, FunctionProblem) and each.id in sources:
            if each.signature not in sources[each.id].split("\n"):
                yield f"the cell of {each.id} must define the bank's function: {each.signature}"
        elif each.id in sources and not re.search(r"^answer = \.\.\.", sources[each.id], flags=re.MULTILINE):
            yield f"the cell of {each.id} must put the answer into the variable `answer`"


# --- what must not be told ---


def leaks(exercise: Notebook, problems: Sequence[Problem], taken: Sequence[str] = ()) -> list[str]:
    """Where an exercise tells a solution: a line of one, a quiz's key, or an option's explanation."""
    secrets = [*((line, "a line of the solution") for line in telling(taken)), *_secrets_of(problems)]
    found = []
    for cell in exercise["cells"]:
        text = _squeezed(source_of(cell))
        found += [f"cell {cell.get('id')}: tells {what}: {line}" for line, what in secrets if _squeezed(line) in text]
        found += [f"cell {cell.get('id')}: {each}" for each in _answers_in(cell, problems)]
    return list(dict.fromkeys(found))


def _secrets_of(problems: Sequence[Problem]) -> Iterator[tuple[str, str]]:
    for problem in problems:
        if isinstance(problem, FunctionProblem):
            for body in problem.right:
                yield from ((line, f"a line of a right solution of {problem.id}") for line in telling(body.split("\n")))
        if isinstance(problem, QuizProblem):
            yield from ((each.why, f"an explanation of {problem.id}") for each in problem.options)


def telling(lines: Sequence[str]) -> list[str]:
    """The lines that would give something away; comments are for the learner and do not."""
    stripped = (line.strip() for line in lines)
    return [line for line in stripped if len(line) >= TELLING and not line.startswith("#")]


def _answers_in(cell: Cell, problems: Sequence[Problem]) -> Iterator[str]:
    if cell.get("cell_type") != "code":
        return
    if grade_id_of(cell) and re.search(r"^answer = (?!\.\.\.)", source_of(cell), flags=re.MULTILINE):
        yield "holds an answer; put it between the markers"
    for problem in problems:
        if re.search(rf"\b{problem.verb}\(\s*[\"']{re.escape(problem.id)}[\"']\s*,", source_of(cell)):
            yield f"answers {problem.id} in the call of {problem.verb}; leave the answer to the learner"


def _squeezed(text: str) -> str:
    return " ".join(text.split())


# --- the folder ---


@dataclass
class Made:
    """An exercise to be: its file, the file it comes from, its text, and what is wrong with the source."""

    target: Path
    source: Path
    text: str
    faults: list[str]


def make(root: Path = ROOT) -> list[Made]:
    """All exercises, as they should stand."""
    return [_made(source, root) for source in stored("solutions", root=root)]


def _made(source: Path, root: Path) -> Made:
    target = root / "exercises" / source.name
    number = source.name[:2]
    if number not in bank.lessons():
        fault = f"the bank knows no lesson {number}; a solved notebook is named as in 01_does_it_find_it.ipynb"
        return Made(target, source, "", [fault])
    try:
        exercise = exercise_from(read(source), number, bank.of_exercise(number))
    except NotANotebookError as error:
        return Made(target, source, "", [str(error)])
    return Made(target, source, text_of(exercise.notebook), exercise.faults)


def orphans(made: Sequence[Made], root: Path = ROOT) -> list[str]:
    """Exercises that no solution gives."""
    known = {each.target for each in made}
    return [
        f"{name_of(path, root)}: there is no solutions/{path.name} to make it from; write that, or delete this"
        for path in stored("exercises", root=root)
        if path not in known
    ]


def difference(made: Made, root: Path = ROOT) -> str:
    """Where the stored exercise departs from what its source gives; empty where it does not."""
    target, source = name_of(made.target, root), name_of(made.source, root)
    if not made.target.exists():
        return f"{target}: is missing; it is made from {source}: run {MAKE}"
    if made.target.read_bytes() != made.text.encode("utf-8"):
        return f"{target}: is not what {source} gives. It is generated: put every change into {source}, then run {MAKE}"
    return ""


def answers_in(target: Path) -> str:
    """The first problem that somebody has answered in a learner's copy; empty when nobody has."""
    try:
        cells = read(target)["cells"] if target.exists() else []
    except NotANotebookError:
        return ""
    return next((grade_id_of(cell) for cell in cells if grade_id_of(cell) and not _is_open(cell)), "")


def main(arguments: list[str], root: Path = ROOT) -> int:
    """The command line; the exit code."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when something would change")
    parser.add_argument("--force", action="store_true", help="write over a copy that holds answers, too")
    asked = parser.parse_args(arguments)
    checking = asked.check
    made = make(root)
    said = [f"{name_of(each.source, root)}: {fault}" for each in made for fault in each.faults] + orphans(made, root)
    for each in made:
        changed = "" if each.faults else difference(each, root)
        if changed and checking:
            said.append(changed)
        elif changed and not asked.force and (held := answers_in(each.target)):
            said.append(
                f"{name_of(each.target, root)}: holds an answer to {held}, which would be lost, so nothing is written. "
                "Copy the notebook away, or run: python tools/exercises.py --force"
            )
        elif changed:
            each.target.parent.mkdir(exist_ok=True)
            each.target.write_bytes(each.text.encode("utf-8"))
            print(f"{name_of(each.target, root)}: written from {name_of(each.source, root)}")
    print(*said, sep="\n", end="\n" if said else "")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
