"""The bar of what takes long, as a notebook shows it; that a terminal does is tested with the commands."""

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

SLOW = """
from time import sleep
from ragedu.assistant import shop
from ragedu.experiment import sweep

class Slow:
    def __init__(self, k):
        self.k = k
    def ask(self, case):
        sleep({seconds})
        return shop.answer(case.question, self.k)

result = sweep("k", Slow, [1, 2], shop.cases)
print(result[2].share("found"))
"""
WIDGET = "application/vnd.jupyter.widget-view+json"


def run(*cells: str) -> list[list[nbformat.NotebookNode]]:
    """The outputs of each cell, run in a kernel of its own."""
    notebook = new_notebook(cells=[new_code_cell(each) for each in cells])
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    return [cell.outputs for cell in notebook.cells]


def shown(outputs: list[nbformat.NotebookNode]) -> str:
    return "".join(each.get("text", "") for each in outputs)


def test_a_notebook_shows_a_bar_while_a_sweep_takes_longer_than_a_second():
    (outputs,) = run(SLOW.format(seconds=0.15))

    bars = [each for each in outputs if WIDGET in each.get("data", {})]
    assert len(bars) == 1
    assert "Trying each k" in bars[0].data["text/plain"]
    assert shown(outputs) == "5 of 7\n"


def test_a_short_sweep_needs_no_bar():
    (outputs,) = run(SLOW.format(seconds=0))

    assert [each.output_type for each in outputs] == ["stream"]


def test_without_ipywidgets_nothing_breaks():
    _, outputs = run("import sys; sys.modules['ipywidgets'] = None", SLOW.format(seconds=0.15))

    assert not any(WIDGET in each.get("data", {}) for each in outputs)
    assert shown(outputs) == "5 of 7\n"
