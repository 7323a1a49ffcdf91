"""A real Chromium, driven by Playwright, in front of a real JupyterLab.

A test takes `lab` and `page`, puts a notebook into the lab's folder and works with it as a learner would:

    def test_a_lesson_runs(lab, page):
        lab.open_notebook(page, lab.put(LESSON))
        lab.run_all(page)
        lab.output(page, 3).get_by_text("Correct").wait_for()

Nothing here touches the Jupyter settings of whoever runs the tests.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_CHROMIUM = (
    "No browser for this test: install Chromium (Debian: apt-get install chromium), "
    "or name its program in the variable RAGEDU_CHROMIUM."
)
# The browser itself stays off the network; without a sandbox only where Chromium refuses to have one.
CHROMIUM_OPTIONS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]

# What JupyterLab is told beforehand, per settings file: no pop-up with news, and every cell in the page, since a
# cell left out for being far down cannot be waited for.
QUIET_SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}

# True once the first code cell has a new number and none is waiting. That is the end also if a cell failed: the
# ones after it then lose their star. Cells with nothing in them never get a number.
RUN_IS_OVER = """before => {
    const prompts = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')]
        .filter(cell => cell.querySelector('.cm-content').textContent.trim())
        .map(cell => cell.querySelector('.jp-InputPrompt').textContent);
    return /\\d/.test(prompts[0]) && prompts[0] !== before && !prompts.some(prompt => prompt.includes('*'));
}"""

# Every cell: its source, whether it is the active one, and whether it is selected.
CELLS = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].map(cell => [
    cell.querySelector('.jp-InputArea').textContent,
    cell.classList.contains('jp-mod-active'), cell.classList.contains('jp-mod-selected')])"""

SCREENSHOTS = Path(__file__).parent / "screenshots"

# JupyterLab shows an exception under the type of stderr; these are how IPython begins a report of one.
ERROR = re.compile(r"^\s*(-{20,}|(Cell In|File ).*line \d+)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: while Playwright is open, its event loop would stop others from running one."""
    here = Path(__file__).parent
    items.sort(key=lambda item: here in item.path.parents)


def find_chromium() -> str | None:
    named = os.environ.get("RAGEDU_CHROMIUM")
    candidates = [named] if named else CHROMIUM_NAMES
    return next((found for name in candidates if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    found = find_chromium()
    if found:
        return found
    if os.environ.get("CI") == "true":
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that shares no cookie and no storage with another test's."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: where it is, what lets one in, the folder it shows."""

    url: str
    token: str
    root: Path

    def put(self, notebook: Path, name: str | None = None) -> str:
        """Copy a notebook into the lab's folder; its name there."""
        name = name or notebook.name
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(notebook, self.root / name)
        return name

    def address(self, name: str) -> str:
        # A workspace of its own, or the notebooks of earlier tests would come back as tabs.
        workspace = secrets.token_hex(4)
        return f"{self.url}/lab/workspaces/{workspace}/tree/{quote(name)}?token={self.token}"

    def open_notebook(self, page: Page, name: str) -> None:
        """Open a notebook and wait for its kernel."""
        page.goto(self.address(name))
        page.locator(".jp-Notebook").wait_for()
        # Not the round indicator above the notebook: it says idle before there is a kernel.
        page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()

    def run_all(self, page: Page, seconds: float = 90) -> None:
        """Run all cells as the menu does, until each has run or one has failed; errors() tells which."""
        before = page.locator(".jp-Notebook .jp-CodeCell .jp-InputPrompt").first.text_content()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_function(RUN_IS_OVER, arg=before, timeout=seconds * 1000)

    def errors(self, page: Page) -> list[str]:
        """The text of every output that reports an exception."""
        shown = page.locator('.jp-Notebook [data-mime-type="application/vnd.jupyter.stderr"]')
        return [text for text in shown.all_inner_texts() if ERROR.match(text)]

    def code_cell(self, page: Page, index: int) -> Locator:
        return page.locator(".jp-Notebook .jp-CodeCell").nth(index)

    def output(self, page: Page, index: int) -> Locator:
        """What a code cell, counted from 0, shows. Searching the cell itself would find its source as well."""
        return self.code_cell(page, index).locator(".jp-OutputArea").first


class Opened:
    """A notebook that has run in a lab, with its cells by their ids."""

    def __init__(self, lab: Lab, page: Page, notebook: Path) -> None:
        self.lab, self.page = lab, page
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        self.places = {each["id"]: place for place, each in enumerate(c for c in cells if c["cell_type"] == "code")}
        lab.open_notebook(page, lab.put(notebook))
        lab.run_all(page)

    def output(self, cell_id: str) -> Locator:
        return self.lab.output(self.page, self.places[cell_id])

    def cells(self) -> list[tuple[str, bool, bool]]:
        found: list[tuple[str, bool, bool]] = self.page.evaluate(CELLS)
        return found

    def picture(self, name: str, top: str) -> None:
        """A picture of the window, scrolled so that this cell comes first."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.lab.code_cell(self.page, self.places[top]).evaluate("cell => cell.scrollIntoView({ block: 'start' })")
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Callable[[Lab, Path], Opened]]:
    """Open a notebook, run it, and keep it for the tests of this file: most of their time is a kernel's start."""
    contexts = []

    def open_in(lab: Lab, notebook: Path) -> Opened:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 1000}))
        return Opened(lab, contexts[-1].new_page(), notebook)

    yield open_in
    for each in contexts:
        each.close()


@pytest.fixture(scope="session")
def start_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Lab]]:
    """Start a JupyterLab: start_lab(theme="JupyterLab Dark"). All of them end with the session."""
    with ExitStack() as running:

        def start(theme: str = "JupyterLab Light") -> Lab:
            return running.enter_context(jupyterlab(tmp_path_factory.mktemp("lab"), theme))

        yield start


# chromium_path comes first, so that nothing is started where no browser is.
@pytest.fixture(scope="session")
def lab(chromium_path: str, start_lab: Callable[..., Lab]) -> Lab:
    """The light JupyterLab that most tests share."""
    return start_lab()


@contextmanager
def jupyterlab(folder: Path, theme: str) -> Iterator[Lab]:
    root = folder / "root"
    root.mkdir()
    port = free_port()
    lab = Lab(f"http://127.0.0.1:{port}", secrets.token_hex(16), root)
    log = folder / "jupyter.log"
    with log.open("w") as written:
        server = subprocess.Popen(
            server_command(lab, port),
            cwd=root,
            env=private_environment(folder, lab.token, theme),
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_until_up(lab, server, log)
            yield lab
        finally:
            end(server)


def server_command(lab: Lab, port: int) -> list[str]:
    return [
        sys.executable,
        *("-m", "jupyterlab", "--allow-root", "--no-browser"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={lab.root}",
    ]


def private_environment(folder: Path, token: str, theme: str) -> dict[str, str]:
    """Every folder Jupyter and IPython would otherwise share with the person at this machine."""
    settings = folder / "settings"
    write_settings(settings, theme)
    private = {
        "JUPYTERLAB_SETTINGS_DIR": settings,
        "JUPYTERLAB_WORKSPACES_DIR": folder / "workspaces",
        "JUPYTER_CONFIG_DIR": folder / "config",
        "JUPYTER_DATA_DIR": folder / "data",
        "JUPYTER_RUNTIME_DIR": folder / "runtime",
        "IPYTHONDIR": folder / "ipython",
    }
    paths = {name: str(path) for name, path in private.items()}
    return {**os.environ, **paths, "JUPYTER_TOKEN": token, "JUPYTER_PREFER_ENV_PATH": "1"}


def write_settings(settings: Path, theme: str) -> None:
    themed = {"@jupyterlab/apputils-extension/themes": {"theme": theme}}
    for name, values in {**QUIET_SETTINGS, **themed}.items():
        file = settings / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_up(lab: Lab, server: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    # Loopback never goes through a proxy, whatever the environment says.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            opener.open(f"{lab.url}/api/status?token={lab.token}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    end = log.read_text(encoding="utf-8", errors="replace")[-2000:]
    pytest.fail(f"JupyterLab did not start within {seconds:.0f} s. The end of its log:\n{end}", pytrace=False)


def end(server: subprocess.Popen[bytes]) -> None:
    """Ask first, for the server takes its kernels with it; then insist."""
    server.terminate()
    try:
        server.wait(timeout=15)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
