"""Figures in a real JupyterLab at the width of a phone, and the pages of `--html` in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from ragedu import report_page
from ragedu.assistant import firmware, shop
from ragedu.diagnosis import breakdown
from ragedu.experiment import report, sweep_k

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

SCREENSHOTS = Path(__file__).parent / "screenshots"

CELL = """
from ragedu import figures
figures.precision_walk([f"passage-{number}" for number in range(1, 21)], {"passage-2"})
"""
WHOLE = """
from ragedu import figures
from ragedu.assistant import firmware
from ragedu.diagnosis import breakdown
figures.pareto(breakdown(firmware.traces))
"""
# The smallest letters of a figure, as they stand on the screen.
LETTERS = """picture => Math.min(...[...picture.querySelectorAll('text')].map(each =>
    parseFloat(getComputedStyle(each).fontSize) * each.ownerSVGElement.getScreenCTM().a))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    traces = list(firmware.traces)
    made = {
        "sweep": report_page.sweep_page(sweep_k(shop.assistant, shop.cases), "the shop's assistant"),
        "diagnosis": report_page.diagnosis_page(breakdown(traces, by="topic"), report(traces), "traces.jsonl"),
    }
    for name, page in made.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in made}


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=[1200, 420])
def opened_page(browser: Browser, theme: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 900}, color_scheme=theme)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", ["sweep", "diagnosis"])
def test_a_page_reads_well_in_either_theme_at_either_width(opened_page: Page, pages: dict[str, Path], name: str):
    from axe_playwright_python.sync_playwright import Axe

    asked: list[str] = []
    opened_page.on("request", lambda request: asked.append(request.url))
    opened_page.goto(pages[name].as_uri())

    assert asked == [pages[name].as_uri()]  # nothing but the page itself
    assert Axe().run(opened_page).response["violations"] == []
    wide = opened_page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert opened_page.locator(".ragedu-picture").first.evaluate(LETTERS) >= 9


def scrolled(frame: Locator) -> float:
    return float(frame.evaluate("frame => frame.scrollLeft"))


def test_at_440_pixels_figures_in_jupyterlab_are_readable_and_whole_or_scrolled_by_keys(
    lab, browser: Browser, tmp_path: Path
):
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    cells = [new_code_cell(each.strip()) for each in (WHOLE, CELL)]
    nbformat.write(new_notebook(cells=cells, metadata=kernel), tmp_path / "figure.ipynb")
    context = browser.new_context(viewport={"width": 440, "height": 900})
    page = context.new_page()
    lab.open_notebook(page, lab.put(tmp_path / "figure.ipynb"))
    lab.run_all(page)
    if page.locator(".jp-SideBar.jp-mod-left [aria-selected=true]").count():
        page.keyboard.press("Control+b")  # the file list would leave no room at all
    whole, frame = page.locator(".jp-OutputArea .ragedu-picture").all()
    frame.scroll_into_view_if_needed()
    outside = page.evaluate("document.querySelector('.jp-Notebook').scrollWidth - innerWidth")

    for each in (whole, frame):
        assert each.evaluate(LETTERS) >= 9
    assert not whole.evaluate("frame => frame.scrollWidth > frame.clientWidth + 1")
    assert outside <= 0  # the frame is scrolled, not the notebook
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")

    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "figure-440.png")

    frame.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelectorAll('.ragedu-picture')[1].scrollLeft > 40")
    assert scrolled(frame) > 40
    assert frame.evaluate("frame => frame === document.activeElement")
    page.keyboard.press("b")  # in command mode this would insert a cell
    assert page.locator(".jp-Notebook .jp-Cell").count() == 2
    context.close()
