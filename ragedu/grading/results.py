"""What grading a notebook gives: a result per problem, the table that shows them, the JSON that keeps them."""

import json
import re
import shutil
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragedu import __version__
from ragedu.files import written
from ragedu.learn.feedback import FIRST_WORD
from ragedu.tables import Table

LONGEST_MESSAGE = 2_000

FOR_A_PERSON = "For a person to read, without points:"
"""What stands above a learner's words."""


@dataclass(frozen=True, slots=True)
class ProblemResult:
    """One problem's outcome, its points, and the reason.

    misconception  the name of the known one that the answer shows; empty when it shows none
    words          what the learner wrote for a person to read; carries no points
    """

    id: str
    outcome: str
    score: int
    max_score: int
    message: str
    misconception: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Graded:
    """A graded notebook.

    isolation  how the learner's code was shut in: the kind of process, the layers active, those absent
    broken     which cells stopped with an error, and why, in their order
    seed       what the further calls were drawn from; grading with it again gives the same result
    printed    bytes that the cells printed; never looked at
    seconds    how long it took: the one field that differs when it is graded again
    """

    notebook: str
    exercise: str
    problems: Sequence[ProblemResult]
    isolation: Mapping[str, Any]
    broken: Sequence[str] = ()
    seed: str = ""
    printed: int = 0
    seconds: float = 0.0

    @property
    def score(self) -> int:
        """Points earned."""
        return sum(each.score for each in self.problems)

    @property
    def max_score(self) -> int:
        """Points there are."""
        return sum(each.max_score for each in self.problems)

    @property
    def all_right(self) -> bool:
        """Whether every problem is solved."""
        return all(each.outcome == "correct" for each in self.problems)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        return {
            "ragedu": __version__,
            "notebook": self.notebook,
            "exercise": self.exercise,
            "score": self.score,
            "max_score": self.max_score,
            "seed": self.seed,
            "isolation": dict(self.isolation),
            "problems": [_problem_json(each) for each in self.problems],
            "broken_cells": list(self.broken),
            "printed": self.printed,
            "seconds": round(self.seconds, 4),
        }

    def report(self, width: int = 80) -> str:
        """The result for a person at a terminal."""
        table = Table(
            f"{one_line(self.notebook)}, exercise {self.exercise}",
            ["problem", "outcome", "points"],
            [(each.id, each.outcome.replace("_", " "), f"{each.score} of {each.max_score}") for each in self.problems],
        )
        reasons = [_reason(each, width) for each in self.problems]
        counted = any(re.search(r"\b[Cc]ell \d", each.message) for each in self.problems)
        how = ["Cells are counted from the top, code cells only."] if counted else []
        return "\n\n".join([str(table), *reasons, *how, f"Score: {self.score} of {self.max_score}"])


def _problem_json(result: ProblemResult) -> dict[str, Any]:
    shown = {
        "id": result.id,
        "outcome": result.outcome,
        "score": result.score,
        "max_score": result.max_score,
        "message": result.message,
    }
    if result.misconception:
        shown["misconception"] = result.misconception
    if result.words:
        shown["words"] = dict(result.words)
    return shown


def _reason(result: ProblemResult, width: int) -> str:
    lines = reason(_problem_json(result)).splitlines()
    # Only now is it known where lines begin, which is where a workflow's log would obey them.
    body = "\n".join(one_line(wrapped) for line in lines for wrapped in _wrapped(line, width - 2))
    return f"{result.id}\n{textwrap.indent(body, '  ')}"


def reason(problem: Mapping[str, Any]) -> str:
    """Why a problem, given as in a result's JSON, has its outcome: a word, the message, what a person should read."""
    lines = [first_word(problem), problem["message"]]
    if words := problem.get("words"):
        lines.append(FOR_A_PERSON)
        lines.extend(f"{name}: {text}" for name, text in words.items())
    return unobeyed("\n".join(lines))


def first_word(problem: Mapping[str, Any]) -> str:
    """What the reason begins with, by the outcome."""
    return FIRST_WORD.get(problem["outcome"], "Not graded.")


def not_graded(outcome: str, why: str) -> dict[str, Any]:
    """The result of a notebook that was not graded, as plain JSON: never a score of zero."""
    return {"ragedu": __version__, "outcome": outcome, "error": why}


def _wrapped(line: str, width: int) -> list[str]:
    # Code keeps its shape, a caret below it its place.
    return [line] if line.startswith("    ") else textwrap.wrap(line, width, break_on_hyphens=False)


def terminal_width() -> int:
    """A comfortable width for the terminal there is."""
    return max(40, min(100, shutil.get_terminal_size((80, 24)).columns))


# --- text of a stranger ---

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_JOINERS = "\u200c\u200d"  # Persian, Hindi and many emoji are wrong without them


def printable(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """A stranger's text as it may safely be shown: no terminal escapes, no control or direction marks, not too long.

    A byte of a file name that is no text is written out, as in bad\\xff.ipynb.
    """
    plain = _ESCAPES.sub("", text[: 4 * longest]).expandtabs(4)
    # Most texts are harmless, which is seen in one go.
    harmless = plain.replace("\n", "").isprintable()
    clean = plain if harmless else "".join(map(_safe, plain))
    return clean if len(clean) <= longest else f"{clean[: longest - 2]} …"


def one_line(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """The same in one line, which a log of GitHub Actions takes for no command: for names, and what is told in a line.

    There `::` is obeyed at the start of a line, where a table shows a learner's name, and `##[` anywhere in it.
    """
    line = printable(text, longest).replace("\n", " ").replace("##[", "## [")
    return re.sub(r"^(\s*):(?=:)", r"\1: ", line)


def unobeyed(text: str) -> str:
    """The same, of which no line is a command of a workflow's log."""
    return "\n".join(map(one_line, text.split("\n")))


def _safe(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # how Python keeps such a byte
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter if _is_safe(letter) else ""


def _is_safe(letter: str) -> bool:
    return letter in "\n" + _JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


# --- files ---


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a result to a file, in one go."""
    with written(path) as file:
        json.dump(content, file, indent=2, ensure_ascii=False)
        file.write("\n")
