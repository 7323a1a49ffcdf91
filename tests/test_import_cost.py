"""`import ragedu` is light: it loads nothing heavy, and hardly anything of its own."""

import re
import subprocess
import sys

import pytest

import ragedu

HEAVY = {
    "ipywidgets",
    "anywidget",
    "pandas",
    "matplotlib",
    "nltk",
    "IPython",
    "numpy",
    "typer",
    "openai",
    "wordllama",
    "distributed",
}


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python holds after a statement. `-X importtime` leaves out what import_module loads."""
    done = run("-c", f"{statement}\nimport sys\nprint('MODULES', *sys.modules)")
    return set(done.stdout.rpartition("MODULES")[2].split())


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *options], capture_output=True, text=True, check=True)


def tops(modules: set[str]) -> set[str]:
    return {each.partition(".")[0] for each in modules}


@pytest.mark.parametrize(
    "statement",
    [
        "import ragedu",
        "import ragedu; ragedu.recall_at_k(['a'], {'a'}, 1)",
        "import ragedu.learn",
        "from ragedu.learn import bank; bank.everything()",
        "from ragedu.learn import quiz; quiz('01-quiz-reading', 'a')",
        "import ragedu.figures",
        "import ragedu.grading",
        "from ragedu.judging import OverlapJudge, faithfulness; faithfulness(['A lamp.'], ['A lamp.'], OverlapJudge())",
        "from ragedu.assistant import shop; shop.answer('card')",
    ],
)
def test_nothing_heavy_is_loaded(statement: str):
    bare = tops(loaded_by("pass"))

    assert (tops(loaded_by(statement)) - bare) & HEAVY == set()


def test_the_time_table_of_imports_names_nothing_heavy():
    lines = run("-X", "importtime", "-c", "import ragedu").stderr.splitlines()
    named = {line.rpartition("|")[2].strip() for line in lines}

    assert "ragedu" in named
    assert tops(named) & HEAVY == set()


def test_the_door_opens_no_room():
    assert {each for each in loaded_by("import ragedu") if each.startswith("ragedu")} == {"ragedu"}


def test_a_name_opens_its_own_room_and_no_lesson():
    rooms = {each for each in loaded_by("import ragedu; ragedu.recall_at_k") if each.startswith("ragedu")}

    assert "ragedu.retrieval" in rooms
    assert not [each for each in rooms if re.match(r"ragedu\.(learn|assistant|figures|grading)", each)]


def test_something_heavy_would_be_seen():
    assert "json" in tops(loaded_by("import json"))


def test_every_name_on_the_door_is_behind_it():
    assert [name for name in ragedu.__all__ if not hasattr(ragedu, name)] == []
    assert set(ragedu.__all__) <= set(dir(ragedu))
    assert ragedu.__all__ == sorted(ragedu.__all__)


def test_a_name_that_is_not_there_is_named():
    with pytest.raises(AttributeError, match="module 'ragedu' has no attribute 'recall'"):
        ragedu.recall  # noqa: B018
