"""Imports only go down: a room of ragedu imports from floors below it, lazily or not, and from nowhere else."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ragedu

PACKAGE = Path(ragedu.__file__).parent

# Lowest first. A room is a module, or a folder with all in it; the longest name that fits is the room.
FLOORS = [
    ["cases", "tables", "files", "progress", "extras"],
    ["retrieval", "choice", "bleu", "statistics", "embeddings", "pages"],
    ["grounding", "measures"],
    ["judging", "evaluation"],
    ["assistant", "formats", "comparison", "reporting"],
    ["sweeps"],
    ["experiment", "diagnosis"],
    ["figures", "trace_files"],
    ["learn", "report_page"],
    ["learn.widgets", "grading", "course"],
    ["doctor", "measuring"],
    ["sweeping"],
    ["cli"],
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# What may be imported from outside at the top of a room; everything else is imported where it is used.
OUTSIDE = {"cli": {"typer"}, "learn.widgets": {"IPython", "anywidget", "ipywidgets", "traitlets"}}
# The front door itself: __version__ and names that load on first use. Anyone may hold on to the handle.
DOOR = ""


def modules() -> dict[str, str]:
    """The source of each module, by its name below ragedu; packages by the name of their folder."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] != "data":
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def room_of(module: str) -> str:
    """The room that a module of ragedu, named from below ragedu, belongs to; empty for the front door."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in FLOOR_OF), "" if module == DOOR else f"{parts[0]} (unknown)")


def imports_of(source: str) -> Iterator[tuple[int, str]]:
    """Line and full name of whatever a piece of code imports, at any depth, by statement or by import_module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "ragedu imports by full name"
            yield from ((node.lineno, f"{node.module}.{each.name}") for each in node.names)
        elif isinstance(node, ast.Call) and node.args and ast.unparse(node.func).endswith("import_module"):
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


def violations(sources: dict[str, str]) -> list[str]:
    """Each import that goes up or sideways, in a sentence."""
    return [
        f"ragedu.{module}, line {line}: {here} (floor {FLOOR_OF[here]}) imports {there} (floor {FLOOR_OF[there]}); "
        "a room imports only from floors below it"
        for module, source in sources.items()
        if module != DOOR and (here := room_of(module)) in FLOOR_OF
        for line, name in imports_of(source)
        if name.split(".")[0] == "ragedu"
        and (there := room_of(name.partition(".")[2])) in FLOOR_OF
        and there != here
        and FLOOR_OF[there] >= FLOOR_OF[here]
    ]


def top_imports_of(source: str) -> Iterator[str]:
    """What is imported when a module is, apart from what only a type checker reads."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (name for _, name in imports_of(ast.unparse(node)))


def strangers(sources: dict[str, str]) -> list[str]:
    """Each import from outside that would make a module dear, or fail, where it is only passed through."""
    return [
        f"ragedu.{module} imports {name} at its top; import it in the function that uses it"
        for module, source in sources.items()
        for name in top_imports_of(source)
        if (top := name.split(".")[0]) not in {"ragedu", *sys.stdlib_module_names, *OUTSIDE.get(room_of(module), ())}
        and top
    ]


# --- the package as it is ---


def test_every_module_has_a_room():
    rooms = {module: room_of(module) for module in modules()}

    assert {module for module, room in rooms.items() if room.endswith("(unknown)")} == set(), "give it a floor"


def test_there_is_something_to_look_at():
    assert {"", "cases", "learn.bank.lesson_01", "assistant.shop"} <= set(modules())


def test_imports_only_go_down():
    assert violations(modules()) == []


def test_only_the_door_and_rooms_below_are_imported_by_name():
    """`import ragedu` in a room gives it every floor through the names that load on first use."""
    through_the_door = [
        f"ragedu.{module}, line {line}: {name}"
        for module, source in modules().items()
        for line, name in imports_of(source)
        if name.startswith("ragedu.") and name.split(".")[1] in ragedu.__all__
    ]

    assert through_the_door == []


def test_nothing_from_outside_is_imported_at_the_top():
    assert strangers(modules()) == []


# --- the check can fail ---


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("retrieval", "from ragedu.learn import check", "retrieval (floor 1) imports learn (floor 8)"),
        ("retrieval", "from ragedu import choice", "retrieval (floor 1) imports choice (floor 1)"),
        ("cases", "def f():\n    import ragedu.figures", "ragedu.cases, line 2: cases (floor 0) imports figures"),
        ("experiment", "from importlib import import_module\nimport_module('ragedu.figures')", "imports figures"),
        (
            "learn.bank.lesson_02",
            "from ragedu.learn.widgets.drawing import bundle",
            "learn (floor 8) imports learn",
        ),
        ("grading.grader", "from ragedu import cli", "grading (floor 9) imports cli (floor 12)"),
        ("grading.grader", "from ragedu.learn.widgets import use_widgets", "imports learn.widgets (floor 9)"),
    ],
)
def test_an_import_that_goes_up_or_sideways_is_seen(module: str, source: str, said: str):
    (line,) = violations({module: source})

    assert said in line


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("learn.session", "from ragedu.learn import bank\nfrom ragedu.tables import Table"),
        ("learn.widgets.drawing", "from ragedu.learn.session import answered"),
        ("assistant.shop", "from ragedu.retrieval import checked_k"),
        ("cli", "from ragedu import __version__, grading"),
        ("cases", "import re"),
    ],
)
def test_an_import_that_goes_down_is_in_order(module: str, source: str):
    assert violations({module: source}) == []


def test_a_room_without_a_floor_is_seen():
    assert room_of("attic.chest") == "attic (unknown)"


def test_a_stranger_at_the_top_is_seen_and_one_inside_a_function_is_not():
    assert strangers({"figures": "import matplotlib as mpl"}) == [
        "ragedu.figures imports matplotlib at its top; import it in the function that uses it"
    ]
    assert strangers({"figures": "def f():\n    import matplotlib", "cli": "import typer"}) == []
    assert strangers({"grading": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas"}) == []
