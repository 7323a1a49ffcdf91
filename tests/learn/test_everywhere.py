"""The same words in a plain console, without ipywidgets, and in a notebook that a program runs."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from examples import blocks, problems
from nbclient import NotebookClient

from ragedu.learn.problems import OrderProblem

ORDER = problems()["order"]
assert isinstance(ORDER, OrderProblem)
BACKWARDS = list(range(len(ORDER.shown), 0, -1))

SET_UP = """
from ragedu.learn import ask, bank, check, fill, find_bug, hint, order, predict, progress, quiz, solution
from ragedu.learn import journal
from ragedu.learn.problems import Problem
from ragedu.learn.widgets import use_widgets

examples = [each for each in list(globals().values()) if isinstance(each, Problem)]
known = {each.id: each for each in [*bank.everything(), *examples]}
bank.find = known.get"""

ANSWERS = f"""
for each in known.values():
    print(ask(each.id))
print(quiz("99-quiz-cut", "a"), quiz("99-quiz-cut", "b"))
print(predict("99-predict-cut", 2), predict("99-predict-cut", "5", sure="certain"))
print(find_bug("99-find-first", line=6), find_bug("99-find-first", 3))
print(fill("99-fill-first", "rank"), fill("99-fill-first", "1 / gone"), fill("99-fill-first", "1 / rank"))
print(order("99-order-first", {BACKWARDS}), order("99-order-first", {ORDER.numbers_of(chr(10).join(ORDER.lines))}))
answer, decision, because = "2/7", "k = 4", "Two in seven."
print(check("99-judge-cut"), check("01-judge-k"))
print(hint("99-fill-first"), solution("99-fill-first"))
print("kept in", journal.place())"""

WRITTEN = """
def reciprocal_rank(retrieved, relevant):
    rank = 0
    return 1 / rank"""
CHECKED = 'print(check("99-reciprocal-rank"))'
CELLS = ["\n".join(blocks()), SET_UP, WRITTEN, ANSWERS, CHECKED]


def in_a_console(*blocked: str) -> str:
    block = f"import sys\nsys.modules.update(dict.fromkeys({blocked!r}))\n"
    code = block + "\n".join(CELLS)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def in_a_notebook(folder: Path, blocked: tuple[str, ...]) -> str:
    block = f"import sys\nsys.modules.update(dict.fromkeys({blocked!r}))"
    cells = [nbformat.v4.new_code_cell(each) for each in [block, *CELLS]]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "IPYTHONDIR": str(folder)})
    return "".join(
        output["text"] for cell in notebook.cells for output in cell.outputs if output.get("name") == "stdout"
    )


@pytest.fixture(scope="module")
def console() -> str:
    return in_a_console("ipywidgets", "anywidget", "IPython")


def test_a_console_tells_every_kind_of_answer(console: str):
    for words in (
        "Not yet.\na: What stands below the cut never reaches the prompt.",
        "Say how sure you are: guessing, fairly sure or certain.",
        "Not so.\nYou said 5; the last line gives 2.",
        "Line 3 should read",
        "That is the rank itself.",
        "stopped with NameError: name 'gone' is not defined, in line 4. Expected was 0.5.\n    return 1 / gone",
        "Python can't read the code so: ",
        "Your figure is right.",
        "For a person to read:\n    decision: k = 4",
        "Hint 1 of 2: ",
        "kept in None",
        "stopped with ZeroDivisionError: division by zero",
    ):
        assert words in console
    assert console.count("Correct.") == 4


# In a notebook the function's cell has a file of its own, so that the line is shown as well.
OWN_LINE = ", in line 3. Expected was 0.0.\n    return 1 / rank\n"


@pytest.mark.parametrize("blocked", [(), ("ipywidgets", "anywidget")], ids=["with widgets", "without"])
def test_a_notebook_says_what_the_console_says(console: str, tmp_path: Path, blocked: tuple[str, ...]):
    *same, _checked = console.split("kept in None\n")
    shown = in_a_notebook(tmp_path, blocked)

    assert shown.startswith("".join(same))
    assert OWN_LINE in shown
    assert list(tmp_path.glob("*.jsonl")) == []


def test_every_kind_is_among_them():
    asked: dict[str, Any] = {kind: problem.id for kind, problem in problems().items()}

    assert [each for each in asked.values() if f'"{each}"' not in ANSWERS + CHECKED] == []
