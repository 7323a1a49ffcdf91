"""A learner's notebook, read with json alone: its cells, and which exercise it is. None of its code runs here."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragedu.grading.results import printable
from ragedu.learn import bank
from ragedu.learn.problems import FunctionProblem

LARGEST = 50 * 2**20
"""Bytes that a notebook may have."""

MOST_CELLS = 20_000
"""Cells that a notebook may have."""

FRESH_COPY = "`ragedu start FOLDER` gives you a fresh copy of every exercise"


class UngradableError(Exception):
    """The notebook can't be graded; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a notebook.

    number    counted among the code cells, from 1
    grade_id  the id of the problem it answers; empty when it carries none
    turned    whether it is no code cell any more; its id says that it was one
    """

    number: int
    source: str
    grade_id: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """A notebook to grade.

    name      what to call it in messages: the path it was read from
    exercise  the exercise its metadata names; empty when they name none
    cells     the code cells, in order, and those that were
    """

    name: str
    exercise: str
    cells: Sequence[Cell]


# --- reading ---


def read_submission(path: Path) -> Submission:
    """The notebook in this file; UngradableError when it is none."""
    name = printable(str(path), 200)
    return notebook_in(_content_of(path, name), name)


def _whole(digits: str) -> int | float:
    # Python reads no longer ones; what stands in some output is no reason to refuse a notebook.
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)


_LONGEST_NUMBER = 4_000


def notebook_in(content: bytes, name: str) -> Submission:
    """The notebook in these bytes, which messages call by this name; UngradableError when it is none."""
    text = _text_in(content, name)
    try:
        notebook = json.loads(text, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise UngradableError(
            f"{name} is not a notebook: its line {error.lineno} is no JSON. Open it in JupyterLab and save it again; "
            f"if that fails, {FRESH_COPY}."
        ) from None
    except (ValueError, RecursionError):
        raise UngradableError(f"{name} is JSON but no notebook that can be read. {FRESH_COPY}.") from None
    return submission_of(notebook, name)


def _text_in(content: bytes, name: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UngradableError(
            f"{name} is not a notebook: it is no UTF-8 text. Save it as UTF-8, or name a file that JupyterLab saved."
        ) from None
    if not text.strip():
        raise UngradableError(f"{name} is empty. {FRESH_COPY}.")
    return text


def _content_of(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise UngradableError(f"{name} is a folder. Name one notebook in it, a file that ends in .ipynb.")
        if not path.exists():
            raise UngradableError(f"There is no file {name}. Check the name and the folder.")
        if not path.is_file():
            raise UngradableError(f"{name} is not a file. Name a notebook, a file that ends in .ipynb.")
        if path.stat().st_size > LARGEST:
            raise UngradableError(too_large(name))
        return path.read_bytes()
    except OSError as error:
        raise UngradableError(f"{name} can't be read: {error.strerror}. Check who may read it.") from None


def too_large(name: str) -> str:
    """What to say of a notebook that is larger than any may be."""
    return (
        f"{name} is larger than {LARGEST // 2**20} MB. Clear its outputs in JupyterLab "
        "(Edit > Clear Outputs of All Cells), save it and grade it again."
    )


def submission_of(notebook: object, name: str) -> Submission:
    """The submission in a notebook's JSON; UngradableError when it has not a notebook's form."""
    if not isinstance(notebook, dict):
        raise UngradableError(f"{name} is JSON but not a notebook. Name a file that JupyterLab saved as .ipynb.")
    form = notebook.get("nbformat")
    if type(form) is int and form < 4:
        raise UngradableError(
            f"{name} is in the old notebook format {form}; 4 is needed. Open it in JupyterLab, save it, grade it again."
        )
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise UngradableError(f"{name} is JSON but not a notebook: it has no list of cells. {FRESH_COPY}.")
    if not cells:
        raise UngradableError(f"{name} has no cells. {FRESH_COPY}.")
    if len(cells) > MOST_CELLS:
        raise UngradableError(
            f"{name} has {len(cells):,} cells, and no more than {MOST_CELLS:,} are graded. {FRESH_COPY}."
        )
    code: list[Cell] = []
    for place, cell in enumerate(cells, start=1):
        _add_code(_checked(cell, place, name), code)
    return Submission(name, _exercise_in(notebook.get("metadata")), code)


def _add_code(cell: Mapping[str, Any], code: list[Cell]) -> None:
    grade_id = _grade_id(cell.get("metadata"))
    source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
    turned = cell["cell_type"] != "code"
    # Y and M are neighbours under JupyterLab's keys: an answer's cell is Markdown before one knows.
    if not turned or re.match(r"\d\d-", grade_id):
        code.append(Cell(len(code) + 1, source, grade_id, turned))


def _checked(cell: object, place: int, name: str) -> Mapping[str, Any]:
    if isinstance(cell, dict) and isinstance(cell.get("cell_type"), str):
        source = cell.get("source")
        if isinstance(source, str) or (isinstance(source, list) and all(isinstance(each, str) for each in source)):
            return cell
    raise UngradableError(
        f"{name} is not a sound notebook: entry {place} of its cells is no cell. Open it in JupyterLab and save it "
        f"again; if that fails, {FRESH_COPY}."
    )


def _grade_id(metadata: object) -> str:
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    return grade_id if isinstance(grade_id, str) else ""


def _exercise_in(metadata: object) -> str:
    ragedu = metadata.get("ragedu") if isinstance(metadata, dict) else None
    exercise = ragedu.get("exercise") if isinstance(ragedu, dict) else None
    return exercise.zfill(2) if isinstance(exercise, str) and exercise else ""


LIBRARIES = {
    "numpy": "numpy",
    "pandas": "pandas",
    "matplotlib": "matplotlib.pyplot",
    "nltk": "nltk",
}
"""What is slow to load and often used: the module to load for each."""


def libraries_of(submission: Submission) -> list[str]:
    """Which of the slow libraries a notebook seems to use: enough to have them ready, never to judge by."""
    # Within a line: a blank that may be a new line would make many empty lines slow work.
    imported = re.compile(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(LIBRARIES)})\b", flags=re.MULTILINE)
    found = {name for cell in submission.cells for name in imported.findall(cell.source)}
    return [LIBRARIES[each] for each in sorted(found)]


# --- which exercise it is ---


def existing(typed: str) -> str:
    """The number of an exercise that somebody typed; UngradableError when there is none such."""
    number = typed.zfill(2)
    if number not in _exercises():
        known = ", ".join(_exercises())
        raise UngradableError(f"There is no exercise {printable(typed, 20)}. Those there are: {known}.")
    return number


def _exercises() -> list[str]:
    return [number for number in bank.lessons() if bank.of_exercise(number)]


def exercise_of(submission: Submission, asked: str = "") -> str:
    """The number of the exercise: as asked for, else as the metadata say, else by its ids, else by its functions."""
    name = submission.name
    asked = existing(asked) if asked else ""
    by_id = _most_frequent(_exercises_by_id(submission))
    if asked and by_id and by_id != asked:
        raise UngradableError(
            f"{name} holds the answers of exercise {by_id}, not of {asked}. Grade it without --exercise, or name the "
            f"notebook of exercise {asked}."
        )
    number = asked or submission.exercise or by_id or _most_frequent(_exercises_by_function(submission))
    if looks_like_a_lesson(submission) and not by_id:
        raise UngradableError(
            f"{name} looks like a lesson, which has no points. Grade its exercises, in the folder exercises."
        )
    if not number:
        raise UngradableError(
            f"{name} is not an exercise of this course: no cell carries the id of a problem, and none defines a "
            f"function that an exercise asks for. {FRESH_COPY}; --exercise 01 names the exercise from outside."
        )
    if number not in _exercises():
        raise UngradableError(
            f"{name} belongs to exercise {printable(number, 20)}, which this version of ragedu doesn't have. "
            "Update ragedu, or grade with the version the notebook came with."
        )
    if not any(answer_cells(submission, problem.id, name_of(problem)) for problem in bank.of_exercise(number)):
        raise UngradableError(f"{name} holds no answer cell of exercise {number}. {FRESH_COPY}.")
    return number


def answer_cells(submission: Submission, problem_id: str, function: str = "") -> list[Cell]:
    """The cells that answer a problem: those with its id.

    When the ids are lost, as copying and some programs lose them: those that check it, else those that define its
    function.
    """
    marked = [cell for cell in submission.cells if cell.grade_id == problem_id]
    if marked:
        return marked
    unmarked = [cell for cell in submission.cells if not cell.grade_id]
    checking = [cell for cell in unmarked if problem_id in checked_in(cell)]
    return checking or [cell for cell in unmarked if function and defines(cell, function)]


def substitute_cells(
    submission: Submission, problem_id: str, function: str = "", answering: Sequence[Cell] = ()
) -> list[Cell]:
    """Cells without an id that answer a problem beside its own, as one does that was written below the starter."""
    own = {cell.number for cell in answering}
    return [
        cell
        for cell in submission.cells
        if not cell.grade_id
        and cell.number not in own
        and (problem_id in checked_in(cell) or (function and defines(cell, function)))
    ]


def checked_in(cell: Cell) -> list[str]:
    """The ids of the problems that a cell calls `check` for: enough to know where to look, never to judge by."""
    return re.findall(r"""^check\(\s*["']([\w-]+)["']\s*\)""", cell.source, flags=re.MULTILINE)


def looks_like_a_lesson(submission: Submission) -> bool:
    """Whether its cells ask questions in the way that only lessons do."""
    asks = re.compile(r"^(?:predict|quiz|find_bug)\(", flags=re.MULTILINE)
    return sum(bool(asks.search(cell.source)) for cell in submission.cells) >= 2


def defines(cell: Cell, function: str) -> bool:
    """Whether a cell looks as if it defines this function: enough to know where to look, never to judge by."""
    name = re.escape(function)
    forms = rf"(?:async\s+)?def\s+{name}\s*\(|class\s+{name}\b|{name}\s*(?::[^=\n]*)?=\s*lambda\b"
    return bool(re.search(rf"^\ufeff?(?:{forms})", cell.source, flags=re.MULTILINE))


def name_of(problem: object) -> str:
    """The function that a problem asks for; empty when it asks for a value."""
    return problem.name if isinstance(problem, FunctionProblem) else ""


def _exercises_by_id(submission: Submission) -> Iterator[str]:
    for cell in submission.cells:
        named = [cell.grade_id] if cell.grade_id else checked_in(cell)
        yield from (each[:2] for each in named if _is_of_an_exercise(each))


def _is_of_an_exercise(problem_id: str) -> bool:
    number = problem_id[:2]
    return number in bank.lessons() and any(problem.id == problem_id for problem in bank.of_exercise(number))


def _exercises_by_function(submission: Submission) -> Iterator[str]:
    for number in bank.lessons():
        for function in filter(None, map(name_of, bank.of_exercise(number))):
            yield from (number for cell in submission.cells if defines(cell, function))


def _most_frequent(numbers: Iterator[str]) -> str:
    counted = Counter(numbers).most_common(1)
    return counted[0][0] if counted else ""
