"""What a cell shows of the verbs in it, in a real kernel: each verdict once, wherever it stands."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

VERBS = "from ragedu.learn import ask, check, find_bug, hint, predict, quiz, solution"
UNTOUCHED = "def evidence_recall_at_k(retrieved, groups, k):\n    return ..."
VERDICT, HINT = "Not attempted yet.", "Hint 1 of"

CELLS = {
    "a hint below": ('check("05-evidence-recall")\nhint("05-evidence-recall")', [VERDICT, HINT]),
    "last": ('check("05-evidence-recall")', [VERDICT]),
    "last, behind a hint": ('hint("05-evidence-recall")\ncheck("05-evidence-recall")', [HINT, VERDICT]),
    "work below": ('check("05-evidence-recall")\nx = 1', [VERDICT]),
    "work below that shows": ('check("05-evidence-recall")\n"the end"', [VERDICT, "'the end'"]),
    "printed": ('print(check("05-evidence-recall"))', [VERDICT]),
    "kept": ('told = check("05-evidence-recall")', []),
    "kept, then shown": ('told = check("05-evidence-recall")\ntold', [VERDICT]),
    "side by side": ('check("05-evidence-recall"), hint("05-evidence-recall")', [f"({VERDICT}"]),
    "in a loop": ('for each in ("05-evidence-recall", "05-evidence-recall"):\n    check(each)', [VERDICT, VERDICT]),
    "in a function": ('def go():\n    check("05-evidence-recall")\n\ngo()', [VERDICT]),
    "inside a branch": ('if True:\n    check("05-evidence-recall")', [VERDICT]),
    "awaited beside": ('import asyncio\ncheck("05-evidence-recall")\nawait asyncio.sleep(0)', [VERDICT]),
    "an answer": ('quiz("05-quiz-groups", "a")\nx = 1', ["Not yet."]),
    "a question": ('quiz("05-quiz-groups")\nx = 1', ['"Which bulb does it take']),
    "no such problem": ('check("05-evidence")\nx = 1', ["There is no problem named"]),
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each cell shows, as text, output by output."""
    folder: Path = tmp_path_factory.mktemp("telling")
    # Each cell begins anew, so that none changes what another is told.
    again = "from ragedu.learn import session\nsession.attempts = session.Attempts()"
    sources = [f"{VERBS}\n{again}\n{UNTOUCHED}\n{source}" for source, _ in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in sources])
    NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    return dict(zip(CELLS, (list(map(words, cell.outputs)) for cell in notebook.cells), strict=True))


def words(output: nbformat.NotebookNode) -> str:
    return str(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"])


@pytest.mark.parametrize("name", CELLS)
def test_a_cell_shows_each_verdict_once(shown: dict[str, list[str]], name: str):
    expected = CELLS[name][1]

    assert [each[: len(begin)] for each, begin in zip(shown[name], expected, strict=True)] == expected
