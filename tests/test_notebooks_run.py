"""Every stored notebook runs from a clean kernel, in another folder, without a network; lessons without `lab` too."""

import os
import re
import time
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from notebooks import name_of, stored

SECONDS = 60
LAB = ("ipywidgets", "anywidget", "matplotlib", "pandas", "nltk")

# Python runs this file at the start of a kernel. Only Python's own sockets are guarded, and zmq's are not Python's.
GUARD = '''
import os, socket, sys


class Without:
    """A finder that does not find some packages, as if they had never been installed."""

    def __init__(self, finder, names):
        self.finder, self.names = finder, names

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in self.names else self.finder.find_spec(name, path, target)

    def __getattr__(self, name):
        return getattr(self.finder, name)


names = os.environ["RAGEDU_TEST_WITHOUT"].split()
sys.meta_path[:] = [Without(finder, names) for finder in sys.meta_path]


def stays_here(host):
    host = host.decode() if isinstance(host, bytes) else host
    return host in (None, "", "localhost", "::1") or str(host).startswith("127.")


def refuse(what):
    with open(os.environ["RAGEDU_TEST_ATTEMPTS"], "a") as attempts:
        print(what, file=attempts)
    raise OSError(f"no network in this test: {what}")


def guarded(original, name):
    def method(self, *arguments):
        for address in arguments:
            if isinstance(address, tuple) and not stays_here(address[0]):
                refuse(f"{name} {address}")
        return original(self, *arguments)
    return method


for name in ("connect", "connect_ex", "sendto", "sendmsg"):
    if hasattr(socket.socket, name):
        setattr(socket.socket, name, guarded(getattr(socket.socket, name), name))
look_up = socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **more: (
    look_up(host, *rest, **more) if stays_here(host) else refuse(f"getaddrinfo {host}")
)
'''


@pytest.fixture(scope="module", autouse=True)
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders of our own for Jupyter and IPython, here and in the kernels; nothing of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "guard").mkdir()
    (folder / "guard" / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
            patch.setenv(name, str(folder / name.lower()))
        patch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
        patch.setenv("PYTHONPATH", str(folder / "guard"))
        patch.setenv("RAGEDU_TEST_ATTEMPTS", str(folder / "attempts.txt"))
        yield folder
    run_stored.cache_clear()


class Run:
    """What came of running a notebook: its cells with outputs, how long it took, what it tried to reach."""

    def __init__(self, notebook: Any, seconds: float, attempts: str) -> None:
        self.notebook, self.seconds, self.attempts = notebook, seconds, attempts

    @property
    def shown(self) -> dict[str, str]:
        """What a reader sees below each code cell, by the cell's id, without the ids of widgets."""
        return {cell.id: as_text(cell.outputs) for cell in self.notebook.cells if cell.cell_type == "code"}


def as_text(outputs: list[Any]) -> str:
    # A busy machine hands on what a cell prints in pieces, and its two streams in any order.
    printed = [each for each in outputs if each.get("name") != "stderr"]
    parts = []
    for is_stream, some in groupby(printed, key=lambda each: each.output_type == "stream"):
        texts = [each.text if is_stream else _data_as_text(each) for each in some]
        parts += ["".join(texts)] if is_stream else texts
    warned = "".join(each.text for each in outputs if each.get("name") == "stderr")
    parts += [warned] if warned else []
    return re.sub(r"\b[0-9a-f]{32}\b", "(id)", "\n".join(parts))


def _data_as_text(output: Any) -> str:
    return "\n".join(str(text) for text in data_of(output).values())


def data_of(output: Any) -> dict[str, str]:
    shown = output.get("data", {"error": str(output.get("evalue"))})
    return {kind: text for kind, text in sorted(shown.items()) if kind.startswith(("text/", "image/", "error"))}


def run(notebook: Any, folder: Path, without: tuple[str, ...] = (), seed: str = "0") -> Run:
    attempts = Path(os.environ["RAGEDU_TEST_ATTEMPTS"])
    attempts.write_text("")
    environment = {**os.environ, "RAGEDU_TEST_WITHOUT": " ".join(without), "PYTHONHASHSEED": seed}
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    started = time.monotonic()
    client.execute(env=environment)
    return Run(notebook, time.monotonic() - started, attempts.read_text())


@cache
def run_stored(path: Path, folder: Path, without: tuple[str, ...] = (), seed: str = "1") -> Run:
    notebook = nbformat.read(path, as_version=4)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    return run(notebook, elsewhere, without, seed)


each_notebook = pytest.mark.parametrize("path", stored(), ids=name_of)
each_lesson = pytest.mark.parametrize("path", stored("notebooks"), ids=name_of)
each_solution = pytest.mark.parametrize("path", stored("solutions"), ids=name_of)
each_exercise = pytest.mark.parametrize("path", stored("exercises"), ids=name_of)


# --- the notebooks as they are ---


@each_notebook
def test_runs_from_a_clean_kernel_within_a_minute_and_reaches_for_nothing(path: Path, private: Path):
    done = run_stored(path, private)

    assert done.seconds < SECONDS
    assert done.attempts == ""


# Another seed for hashes: an order that comes from a set would show.
@each_lesson
def test_shows_the_same_again(path: Path, private: Path):
    assert run_stored(path, private, seed="2").shown == run_stored(path, private).shown


@each_lesson
def test_goes_on_as_text_where_the_lab_extra_is_missing(path: Path, private: Path):
    done = run_stored(path, private, without=LAB)

    assert all(output.output_type != "error" for cell in done.notebook.cells for output in cell.get("outputs", []))


@each_solution
def test_every_answer_of_a_solution_is_right(path: Path, private: Path):
    answers = answers_of(run_stored(path, private))

    assert answers
    # Of a judgement only the figure is checked, and its feedback says so.
    right = ("Correct.", "Your figure is right.")
    assert {its_id: text for its_id, text in answers.items() if not any(each in text for each in right)} == {}


@each_exercise
def test_every_answer_of_an_untouched_exercise_is_not_attempted_yet(path: Path, private: Path):
    answers = answers_of(run_stored(path, private))

    assert answers
    assert {its_id: text for its_id, text in answers.items() if "Not attempted yet." not in text} == {}


def answers_of(done: Run) -> dict[str, str]:
    graded = [cell.id for cell in done.notebook.cells if "nbgrader" in cell.metadata]
    return {its_id: done.shown[its_id] for its_id in graded}


# --- the guard can refuse ---


def a_notebook(*sources: str) -> Any:
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


@pytest.mark.parametrize(
    "reaching",
    [
        "import urllib.request; urllib.request.urlopen('http://192.0.2.1/')",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))",
    ],
)
def test_reaching_for_the_network_fails_and_is_noted(tmp_path: Path, reaching: str):
    with pytest.raises(CellExecutionError, match="no network in this test"):
        run(a_notebook(reaching), tmp_path)
    assert Path(os.environ["RAGEDU_TEST_ATTEMPTS"]).read_text()


def test_a_kernel_without_lab_finds_no_widgets_and_talks_to_its_own_machine(tmp_path: Path):
    sources = [
        "import importlib.util; print([importlib.util.find_spec(name) for name in ('matplotlib', 'ipywidgets')])",
        "import socket; here = socket.create_server(('127.0.0.1', 0)); socket.create_connection(here.getsockname())",
        "try:\n    import pandas\nexcept ModuleNotFoundError as error:\n    print(error)",
    ]
    shown = list(run(a_notebook(*sources), tmp_path, without=LAB).shown.values())

    assert shown[0] == "[None, None]\n"
    assert shown[2] == "No module named 'pandas'\n"


def test_an_order_that_comes_from_a_set_differs_between_two_runs(tmp_path: Path):
    source = "print(list({'delivery-1', 'return-1', 'payment-1', 'warranty-1', 'exchange-1'}))"
    one, other = (list(run(a_notebook(source), tmp_path, seed=seed).shown.values()) for seed in ("1", "2"))

    assert one != other
