"""The explorers in a real JupyterLab: by mouse and by keys alone, in both themes, wide, narrow and enlarged.

Pictures for a person to look at go to tests/browser/screenshots/.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from ragedu.assistant import firmware, shop
from ragedu.learn import explore
from ragedu.learn.explorers.ranking import told

if TYPE_CHECKING:
    from conftest import Lab, Opened
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

SHOES = ["payment-2", "exchange-1", "delivery-3", "warranty-1", "return-1"]
HELPS = {"exchange-1", "return-1"}

CELLS = {
    "set-up": """
from ragedu.assistant import firmware, shop
from ragedu.learn import explore
from ragedu.learn.widgets import use_widgets

use_widgets()""",
    "ranking": f"explore.ranking({SHOES}, {{'exchange-1', 'return-1'}})",
    "grades": "explore.ranking(['gift', 'refund', 'refund'], {'refund': 2, 'parcel': 1})",
    "k": "explore.k()",
    "answer": "explore.answer('It costs 3 euro [delivery-1].', shop.search('delivery', 3), 'What is delivery?')",
    "bleu": "explore.bleu('Your money is back within five days.', 'Your money is back in five days.')",
    "prompt-cut": "explore.prompt_cut(firmware.traces)",
}

# What reaches past the right edge of its explorer; a figure may, for it is scrolled inside its own frame.
TOO_WIDE = """() => [...document.querySelectorAll('.ragedu-explorer')].flatMap(explorer =>
    [...explorer.querySelectorAll('*')]
        .filter(each => !each.closest('style, .ragedu-picture > *, .noUi-base') && each.checkVisibility())
        .filter(each => each.getBoundingClientRect().right > explorer.getBoundingClientRect().right + 1)
        .map(each => each.className || each.outerHTML.slice(0, 80)))"""
FOCUSED = "() => document.activeElement.textContent"


def notebook(folder: Path, name: str, **more: str) -> Path:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    cells = [new_code_cell(source.strip(), id=its_id) for its_id, source in {**more, **CELLS}.items()]
    path = folder / f"{name}.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)
    return path


@pytest.fixture(scope="module")
def explorers(lab: Lab, opened: Callable[[Lab, Path], Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(lab, notebook(tmp_path_factory.mktemp("explorers"), "explorers"))


def says(explorer: Locator, words: str) -> None:
    """Wait until the live region says just this."""
    explorer.get_by_role("status").filter(has_text=re.compile(f"^{re.escape(words)}$")).wait_for()


def places(explorer: Locator) -> list[str]:
    """The passages of a ranking from the top, as they stand on the page."""
    moves = explorer.get_by_role("button", name=re.compile("^move .* up$")).all_text_contents()
    return [re.sub(r"^move (.*) up$", r"\1", each) for each in moves]


def button(explorer: Locator, name: str) -> Locator:
    return explorer.get_by_role("button", name=name, exact=True)


def test_every_explorer_is_drawn(explorers: Opened):
    assert not explorers.lab.errors(explorers.page)
    for cell_id in list(CELLS)[1:]:
        button(explorers.output(cell_id), "Reset").wait_for()


def test_a_ranking_is_rearranged_by_mouse(explorers: Opened):
    explorer, state = explorers.output("ranking"), explore.ranking(SHOES, HELPS)
    button(explorer, "move return-1 up").click()
    says(explorer, f"return-1 stands at rank 4. {told(state, state := state.moved(4, -1))}")
    explorer.get_by_role("checkbox", name="payment-2").click()
    says(explorer, f"payment-2 is relevant. {told(state, state := state.marked('payment-2', 1))}")
    button(explorer, "drop exchange-1").click()
    says(explorer, f"exchange-1 is out of the ranking. {told(state, state := state.dropped(1))}")
    button(explorer, "bring back exchange-1").click()
    says(explorer, f"exchange-1 stands at rank 5. {told(state, state := state.brought_back(0))}")

    assert tuple(places(explorer)) == state.retrieved
    for score in state.scores:
        explorer.get_by_role("row", name=f"{score.name} {score.division}").wait_for()
    button(explorer, "Reset").click()
    says(explorer, f"As it was at the start. {told(state, explore.ranking(SHOES, HELPS))}")
    assert places(explorer) == SHOES


def test_a_ranking_is_rearranged_with_the_keyboard_alone(explorers: Opened):
    explorer, keyboard = explorers.output("ranking"), explorers.page.keyboard
    explorer.get_by_role("checkbox", name="payment-2").focus()
    for _ in range(4 * 4 + 1):  # four stops a row
        keyboard.press("Tab")
    assert explorers.page.evaluate(FOCUSED) == "move return-1 up"
    for rank in (4, 3, 2, 1):
        keyboard.press("Enter")
        explorer.get_by_role("status").filter(has_text=f"return-1 stands at rank {rank}.").wait_for()
        assert explorers.page.evaluate(FOCUSED) == "move return-1 up"
    keyboard.press("Enter")
    says(explorer, "return-1 stands first already.")

    keyboard.press("Shift+Tab")
    keyboard.press("Space")  # return-1 is not relevant any more
    explorer.get_by_role("status").filter(has_text="return-1 is not relevant.").wait_for()
    explorer.get_by_role("slider", name="k").focus()
    keyboard.press("ArrowLeft")
    explorer.get_by_role("status").filter(has_text="k is 4.").wait_for()
    explorer.get_by_role("row", name="precision@4 1 / 4 0.25 was 0.20").wait_for()
    keyboard.press("Tab")  # the number beside the slider, where a k can be typed
    keyboard.press("Tab")
    keyboard.press("Enter")
    explorer.get_by_role("status").filter(has_text="As it was at the start.").wait_for()
    assert places(explorer) == SHOES


def test_a_key_held_down_moves_one_passage_and_no_other(explorers: Opened):
    """Each press that comes before the page has seen the last would move whatever stands there by then."""
    explorer, keyboard = explorers.output("ranking"), explorers.page.keyboard
    button(explorer, "move return-1 up").focus()
    for _ in range(12):
        keyboard.press("Enter")
    explorers.page.wait_for_timeout(800)

    assert [each for each in places(explorer) if each != "return-1"] == SHOES[:4]
    button(explorer, "Reset").click()
    explorer.get_by_role("status").filter(has_text="As it was at the start.").wait_for()


def test_passages_are_graded_and_a_repeat_is_named(explorers: Opened):
    explorer, keyboard = explorers.output("grades"), explorers.page.keyboard
    assert places(explorer) == ["gift", "refund (rank 2)", "refund (rank 3)"]
    assert explorer.get_by_text("a repeat: adds nothing").filter(visible=True).count() == 1
    explorer.get_by_role("combobox", name="gift").focus()
    keyboard.press("ArrowDown")
    explorer.get_by_role("status").filter(has_text="gift has grade 1. Changed: recall@3").wait_for()
    explorer.get_by_role("combobox", name="parcel").select_option("0")
    explorer.get_by_role("status").filter(has_text="parcel has grade 0.").wait_for()


@pytest.mark.parametrize(
    ("cell_id", "label", "left", "right"),
    [
        ("k", "k", explore.k(2).brief, explore.k(4).brief),
        (
            "prompt-cut",
            "Prompt cut",
            explore.prompt_cut(firmware.traces, 9).brief,
            explore.prompt_cut(firmware.traces, 11).brief,
        ),
    ],
)
def test_a_cut_is_moved_by_keys_and_dragged(explorers: Opened, cell_id: str, label: str, left: str, right: str):
    explorer, page = explorers.output(cell_id), explorers.page
    slider = explorer.get_by_role("slider", name=label)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    says(explorer, left)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    says(explorer, right)

    slider.scroll_into_view_if_needed()
    handle = slider.bounding_box()
    assert handle
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(handle["x"] + 600, handle["y"], steps=5)
    page.mouse.up()
    last = int(float(slider.get_attribute("aria-valuemax") or 0))
    says(explorer, (explore.k(last) if cell_id == "k" else explore.prompt_cut(firmware.traces, last)).brief)


def test_an_answer_is_typed_and_its_marks_follow(explorers: Opened):
    explorer, keyboard = explorers.output("answer"), explorers.page.keyboard
    explorer.get_by_role("textbox", name="Answer").click()
    keyboard.press("Control+A")
    typed = "It costs 5 days [delivery-1, delivery-9]."
    keyboard.type(typed, delay=15)

    says(explorer, explore.answer(typed, shop.search("delivery", 3)).brief)
    explorer.locator("bdi", has_text="other unit").wait_for()


def test_two_texts_are_typed_and_their_n_grams_follow(explorers: Opened):
    explorer, keyboard = explorers.output("bleu"), explorers.page.keyboard
    reference = "Your money is back within five days."
    explorer.get_by_role("textbox", name="Hypothesis").focus()
    keyboard.press("Control+A")
    typed = "It is back in five, five days."
    keyboard.type(typed, delay=15)
    says(explorer, explore.bleu(reference, typed).brief.strip())
    assert explorer.get_by_role("img", name="clipped:").count() == 1
    keyboard.press("Tab")
    keyboard.press("ArrowDown")
    says(explorer, explore.bleu(reference, typed, "epsilon").brief)
    assert explore.bleu(reference, typed, "epsilon").formula in " ".join(explorer.inner_text().split())


@pytest.mark.parametrize(
    ("cell_id", "role", "name"),
    [
        ("ranking", "button", "move delivery-3 down"),
        ("ranking", "checkbox", "delivery-3"),
        ("grades", "combobox", "gift"),
        ("k", "slider", "k"),
        ("bleu", "textbox", "Reference"),
    ],
)
def test_command_keys_in_an_explorer_change_no_cell(explorers: Opened, cell_id: str, role: str, name: str):
    widget = explorers.output(cell_id).get_by_role(role, name=name, exact=True)
    widget.focus()
    before = explorers.cells()
    for key in ("b", "d", "d", "ArrowDown", "ArrowUp", "x"):
        widget.focus()
        explorers.page.keyboard.press(key)
    explorers.page.wait_for_timeout(200)  # long enough for the cell that must not come

    assert explorers.cells() == before


def test_without_anywidget_the_mouse_still_does_everything(lab: Lab, opened: Callable[[Lab, Path], Opened], tmp_path):
    blocked = "import sys\nsys.modules['anywidget'] = None"
    unguarded = opened(lab, notebook(tmp_path, "unguarded", blocked=blocked))
    explorer = unguarded.output("ranking")
    button(explorer, "move return-1 up").click()
    explorer.get_by_role("status").filter(has_text="return-1 stands at rank 4.").wait_for()
    unguarded.output("bleu").get_by_role("textbox", name="Hypothesis").fill("Your money is back within five days.")
    unguarded.output("bleu").get_by_role("status").filter(has_text="BLEU is 1.000.").wait_for()

    assert not unguarded.lab.errors(unguarded.page)


# ---- looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_explorers_are_readable_by_everyone(theme: str, request: pytest.FixtureRequest, tmp_path: Path):
    """In the light theme as the tests above have left them, in the dark one as they begin."""
    if theme == "Light":
        explorers = request.getfixturevalue("explorers")
    else:
        dark = request.getfixturevalue("start_lab")(theme="JupyterLab Dark")
        explorers = request.getfixturevalue("opened")(dark, notebook(tmp_path, "explorers-dark"))
    page = explorers.page
    for name, width, height in (("wide", 1280, 2000), ("enlarged", 640, 1000), ("narrow", 420, 2000)):
        page.set_viewport_size({"width": width, "height": height})
        if name == "enlarged":
            page.get_by_role("tab", name="File Browser").click()  # closes it
        page.wait_for_timeout(500)
        for cell_id in ("ranking", "answer", "prompt-cut"):
            explorers.picture(f"explorers-{theme.lower()}-{name}-{cell_id}", top=cell_id)

        assert page.evaluate(TOO_WIDE) == []
        assert violations(explorers) == []


def violations(explorers: Opened) -> list[str]:
    """What axe finds in our outputs that is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(explorers.page, context=".jp-CodeCell .jp-OutputArea-output").response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in ("serious", "critical")
    ]
