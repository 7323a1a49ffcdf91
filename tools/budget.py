#!/usr/bin/env python3
"""The budget of a lesson: how long it may be, and what it must hold.

    python tools/budget.py    a line for each lesson that is over budget, or lacks something; exit code 1 if any

What the numbers are for: a lesson that can be finished in a sitting, where the learner acts every few minutes, and
no wall of text or code stands between two actions.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median

from prose_numbers import PARTS

from notebooks import Cell, Notebook, report, source_of, tags_of
from ragedu.learn import bank
from ragedu.learn.problems import QuizProblem

CELLS = (25, 60)
WORDS = (800, 2000)
CODE_LINES_MEDIAN, CODE_LINES_MOST = 6, 25
MARKDOWN_WORDS_MEDIAN, MARKDOWN_WORDS_MOST = (20, 60), 150
CELLS_PER_ACTION = 6
TOP = 4

VERBS = ("predict", "fill", "find_bug", "quiz", "order", "check", "ask")
YOUR_TURN = "your-turn"
PROBLEM_ID = re.compile(r"`(\d\d-[a-z0-9-]+)`")
HEADING = re.compile(r"(#{1,6})\s+(.*)")
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\S")
FENCE = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[ \t]*$|\Z)", flags=re.DOTALL | re.MULTILINE)
NOT_SEEN = re.compile(
    r"(?:\bnot\b|n['’]t\b|\bnever\b|\bcannot\b|\bnothing\b|\bblind\b).*\b(?:see|sees|seen|side|spot)\b"
)
TAKE_AWAYS = re.compile(r"\btake[- ]?aways?\b")


@dataclass(frozen=True)
class Action:
    """Something the learner does: in which cell (from 0), by which verb, at which problem."""

    place: int
    verb: str
    problem_id: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson's cells, seen as the budget sees them."""

    cells: Sequence[Cell]

    def of_type(self, cell_type: str) -> list[tuple[str, str]]:
        """Id and source of the cells of a type."""
        return [(str(c.get("id")), source_of(c)) for c in self.cells if c.get("cell_type") == cell_type]

    @cached_property
    def words(self) -> dict[str, int]:
        """How many words each Markdown cell has, by its id."""
        return {its_id: words_in(source) for its_id, source in self.of_type("markdown")}

    @cached_property
    def lines(self) -> dict[str, int]:
        """How many lines that are not blank each code cell has, by its id."""
        return {
            its_id: sum(bool(line.strip()) for line in source.splitlines()) for its_id, source in self.of_type("code")
        }

    @cached_property
    def actions(self) -> list[Action]:
        """What the learner does, in order."""
        return [action for place, cell in enumerate(self.cells) for action in actions_in(place, cell)]

    @cached_property
    def headings(self) -> list[tuple[int, int, str]]:
        """The place of the cell (from 0), the level and the text of each heading."""
        return [
            (place, len(found[1]), found[2].strip())
            for place, cell in enumerate(self.cells)
            if cell.get("cell_type") == "markdown"
            for line in FENCE.sub("", source_of(cell)).splitlines()
            if (found := HEADING.match(line))
        ]


# --- reading cells ---


def words_in(markdown: str) -> int:
    """The words of a Markdown text that a learner reads as prose: no comments, no code blocks, no addresses."""
    text = FENCE.sub("", PARTS.sub(lambda part: part[0] if part["ticks"] else (" " if part["code"] else ""), markdown))
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def calls_in(cell: Cell) -> list[ast.Call]:
    """The calls of a code cell, in order; none where it is no plain Python."""
    try:
        tree = ast.parse(source_of(cell))
    except SyntaxError:
        return []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def actions_in(place: int, cell: Cell) -> Iterator[Action]:
    """The actions of a cell: the verbs that it calls, or its tag."""
    if YOUR_TURN in tags_of(cell):
        yield Action(place, YOUR_TURN)
    if cell.get("cell_type") != "code":
        return
    for call in calls_in(cell):
        if verb := verb_of(call):
            first = call.args[0] if call.args else None
            problem_id = first.value if isinstance(first, ast.Constant) else ""
            yield Action(place, verb, str(problem_id))


def verb_of(call: ast.Call) -> str:
    """Which of our verbs a call calls: `quiz(…)` or `learn.quiz(…)`; empty for any other."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "learn":
        return function.attr if function.attr in VERBS else ""
    return function.id if isinstance(function, ast.Name) and function.id in VERBS else ""


def draws_a_figure(cells: Sequence[Cell]) -> bool:
    """Whether some cell calls into ragedu.figures, under whatever name it was imported."""
    imported = {name for cell in cells if cell.get("cell_type") == "code" for name in _figures_in(cell)}
    called = (ast.unparse(call.func) for cell in cells if cell.get("cell_type") == "code" for call in calls_in(cell))
    return any(each in imported or each.rpartition(".")[0] in {*imported, "ragedu.figures"} for each in called)


def _figures_in(cell: Cell) -> Iterator[str]:
    try:
        tree = ast.parse(source_of(cell))
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                if node.module == "ragedu.figures" or (node.module, each.name) == ("ragedu", "figures"):
                    yield each.asname or each.name
        elif isinstance(node, ast.Import):
            yield from (each.asname for each in node.names if each.name == "ragedu.figures" and each.asname)


# --- the budget: each says what is over or missing, and how to mend it ---


def length(lesson: Lesson) -> Iterator[str]:
    """How long the whole is."""
    cells, words = len(lesson.cells), sum(lesson.words.values())
    if cells < CELLS[0]:
        yield f"has {cells} cells, fewer than {CELLS[0]}; cut steps smaller, one idea a cell"
    if cells > CELLS[1]:
        yield f"has {cells} cells, more than {CELLS[1]}; move a part to another lesson or to the exercises"
    if words < WORDS[0]:
        yield f"has {words} words of prose, fewer than {WORDS[0]}; answer the questions that outputs raise"
    if words > WORDS[1]:
        yield f"has {words} words of prose, more than {WORDS[1]}; cut what the outputs say by themselves"


def code_cells(lesson: Lesson) -> Iterator[str]:
    """How long the code is."""
    if lesson.lines and median(lesson.lines.values()) > CODE_LINES_MEDIAN:
        middle = median(lesson.lines.values())
        yield f"half of its code cells have {middle:g} lines or more; aim at {CODE_LINES_MEDIAN}, one step a cell"
    for its_id, lines in lesson.lines.items():
        if lines > CODE_LINES_MOST:
            yield f"cell {its_id}: has {lines} lines of code, more than {CODE_LINES_MOST}; split it or import a part"


def markdown_cells(lesson: Lesson) -> Iterator[str]:
    """How long the text between two pieces of code is."""
    least, most = MARKDOWN_WORDS_MEDIAN
    middle = median(lesson.words.values()) if lesson.words else 0
    if not least <= middle <= most:
        yield f"the median of its Markdown cells is {middle:g} words, not {least} to {most}; split, cut or explain more"
    for its_id, words in lesson.words.items():
        if words > MARKDOWN_WORDS_MOST:
            yield f"cell {its_id}: has {words} words, more than {MARKDOWN_WORDS_MOST}; put code or a question between"


def pace(lesson: Lesson) -> Iterator[str]:
    """How long the learner only reads and runs."""
    places = [-1, *sorted({each.place for each in lesson.actions}), len(lesson.cells)]
    for earlier, later in pairwise(places):
        if later - earlier > CELLS_PER_ACTION:
            first, last = lesson.cells[earlier + 1].get("id"), lesson.cells[later - 1].get("id")
            yield (
                f"cells {first} to {last}: {later - earlier - 1} cells without an action by the learner; have one at "
                f"least every {CELLS_PER_ACTION} cells: a {', a '.join(VERBS)}, or a cell tagged {YOUR_TURN} that "
                "asks to change something and run it"
            )


def problems(lesson: Lesson) -> Iterator[str]:
    """Which problems it poses."""
    verbs = [each.verb for each in lesson.actions]
    if "predict" not in verbs:
        yield "asks for no prediction; put a predict(…) before a result that surprises"
    if not {"find_bug", "fill"}.intersection(verbs):
        yield "holds no bug to find and no blank to fill; put a find_bug(…) or fill(…) where a slip is at hand"
    posed = [each for each in lesson.actions if each.verb in VERBS]
    for each in posed:
        known = bank.find(each.problem_id)
        where = f"cell {lesson.cells[each.place].get('id')}"
        if not known:
            yield f"{where}: there is no problem {each.problem_id!r} in the bank; write the id as text"
        elif each.verb not in (known.verb, "ask"):
            yield f"{where}: {each.problem_id} is asked with {known.verb}(…), not with {each.verb}(…)"
    if posed and not isinstance(bank.find(posed[-1].problem_id), QuizProblem):
        yield f"ends with {posed[-1].verb}({posed[-1].problem_id!r}); close with a quiz(…)"


def figure(lesson: Lesson) -> Iterator[str]:
    """Whether something is drawn."""
    if not draws_a_figure(lesson.cells):
        yield "draws no figure; call a function of ragedu.figures on the lesson's own data"


def objectives(lesson: Lesson) -> Iterator[str]:
    """What the learner can do afterwards, each with the problem that shows it."""
    top = [cell for cell in lesson.cells[:TOP] if cell.get("cell_type") == "markdown"]
    listing = [cell for cell in top if any(ITEM.match(line) for line in source_of(cell).splitlines())]
    if not listing:
        yield f"lists no objectives in its first {TOP} cells; list what the learner can do afterwards, a line each"
        return
    for item in items_of(source_of(listing[0])):
        ids = PROBLEM_ID.findall(item)
        where = f"cell {listing[0].get('id')}: the objective {item[:50]!r}"
        if not ids:
            yield f"{where} names no problem that shows it; put the id in backticks behind it"
        for unknown in (each for each in ids if not bank.find(each)):
            yield f"{where} names {unknown}, which is not in the bank"


def items_of(markdown: str) -> list[str]:
    """The items of the lists in a text; an item may run over several lines."""
    items: list[str] = []
    open_item = False
    for line in markdown.splitlines():
        if ITEM.match(line):
            items.append(line.strip())
            open_item = True
        elif not line.strip():
            open_item = False
        elif open_item:
            items[-1] += " " + line.strip()
    return items


def closing(lesson: Lesson) -> Iterator[str]:
    """What the number does not see, and what to take away."""
    if not any(NOT_SEEN.search(text.lower()) for _, _, text in lesson.headings):
        yield "has no section on what its number misses; give one a heading such as: What recall does not see"
    sections = [text for _, level, text in lesson.headings if level == 2]
    if not any(TAKE_AWAYS.search(text.lower()) for text in sections[-2:]):
        yield "does not end with its take-aways; make that the last section, or the last but one, with such a heading"


def outline(lesson: Lesson) -> Iterator[str]:
    """What a screen reader's list of headings shows."""
    levels = [level for _, level, _ in lesson.headings]
    if levels.count(1) != 1 or levels[:1] != [1]:
        yield f"has {levels.count(1)} headings of level 1; begin with one, the title, and have no other"
    for (_, above, _), (place, level, text) in pairwise(lesson.headings):
        if level > above + 1:
            where = f"cell {lesson.cells[place].get('id')}"
            yield f"{where}: the heading {text!r} of level {level} follows one of level {above}; skip no level"


Rule = Callable[[Lesson], Iterator[str]]
RULES: list[Rule] = [
    length,
    code_cells,
    markdown_cells,
    pace,
    problems,
    figure,
    objectives,
    closing,
    outline,
]


def complaints(notebook: Notebook) -> list[str]:
    """What is over budget in a lesson, or missing: a line each."""
    lesson = Lesson(notebook["cells"])
    return [line for rule in RULES for line in rule(lesson)]


if __name__ == "__main__":
    sys.exit(report(complaints))
