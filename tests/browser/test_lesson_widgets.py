"""Lesson 01 in a real JupyterLab: answering with the mouse, answering with the keys alone, and keys that do no harm.

Pictures for a person to look at go to tests/browser/screenshots/, in the light and the dark theme, wide and narrow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from examples import blocks
from nbformat.v4 import new_code_cell, new_notebook

from ragedu.learn import bank

if TYPE_CHECKING:
    from conftest import Lab, Opened

pytestmark = pytest.mark.browser

LESSON = Path(__file__).parents[2] / "notebooks" / "01_does_it_find_it.ipynb"

# One question of every kind, and the other widgets that the guard gives names to.
KINDS = {
    # The guard's own output is gone at once, as it is when JupyterLab leaves a far cell out of the page.
    "set-up": """
from IPython.display import clear_output
from ragedu.learn import ask, bank, find_bug, predict, quiz
from ragedu.learn.bank import lesson_01
from ragedu.learn.problems import Option, QuizProblem
from ragedu.learn.questions import Question
from ragedu.learn.widgets import use_widgets
import ipywidgets

use_widgets()
clear_output()""",
    "predict": 'predict("01-predict-rank")',
    "find_bug": 'find_bug("01-find-cut")',
    "find_repeats": 'find_bug("02-find-repeats")',
    "quiz": 'quiz("01-quiz-reading")',
    "several": """
several = QuizProblem(
    id="01-several", objective="", minutes=1, hints=["Read it once more."],
    statement="Which of these are right? Look at `rank` and at a_name_that_is_very_long_and_has_no_blank_anywhere.",
    options=[
        Option("When `1 <= rank <= k` holds, for a text long enough to need a second line on any screen that "
               "people use to read, be it large or small.", "Yes.", right=True),
        Option("When `rank < k` holds.", "No."),
        Option("Always, in `a_name_that_is_very_long_and_has_no_blank_where_a_line_could_break`.", "Yes.", right=True),
    ],
)
lesson_01.LESSON.append(several)
Question(several, globals())""",
    "function": 'ask("01-recall-at-k")',
    "examples": "\n".join(blocks()),
    "fill": "Question(FILL_FIRST, globals())",
    "order": "Question(ORDER_FIRST, globals())",
    "judgement": "Question(JUDGE_CUT, globals())",
    "others": """
ipywidgets.VBox([
    ipywidgets.IntSlider(description="k"),
    ipywidgets.ToggleButtons(description="Cut", options=["one", "two"]),
    ipywidgets.ToggleButton(description="Bold"),
    ipywidgets.Dropdown(description="Sort", options=["up", "down"]),
])""",
}

# Elements of our outputs whose content is wider than they are: what a reader would have to scroll sideways for.
TOO_WIDE = """() => [...document.querySelectorAll('.jp-OutputArea-output, .ragedu-question, .ragedu-question *')]
    .filter(each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
    .filter(each => !each.matches('input')).map(each => each.className || each.outerHTML.slice(0, 80))"""

# The contrast of every text in our outputs with what is painted behind it, as WCAG 2 computes it.
FAINT = """least => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = colour => channels(colour).slice(0, 3).map(each => each / 255)
        .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
        .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
    const behind = element => {
        for (let each = element; each; each = each.parentElement) {
            const colour = getComputedStyle(each).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0.99) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const texts = document.createTreeWalker(document.querySelector('.jp-Notebook'), NodeFilter.SHOW_TEXT);
    const faint = [];
    let seen = 0;
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!element.closest('.ragedu-question') || element.matches('style') || !element.checkVisibility()) continue;
        if (!texts.currentNode.data.trim()) continue;
        seen += 1;
        const pair = [getComputedStyle(element).color, behind(element)].map(light).sort((a, b) => b - a);
        const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
        if (contrast < least) faint.push([texts.currentNode.data.slice(0, 40), contrast]);
    }
    return seen > 20 ? faint : ['too few texts looked at: ' + seen];
}"""

# Undoes the guard for the next key: runs after it, before JupyterLab.
WITHOUT_THE_GUARD = """addEventListener('keydown',
    event => event.target.removeAttribute('data-lm-suppress-shortcuts'), { capture: true, once: true })"""


def notebook_of_every_kind(folder: Path, name: str = "kinds") -> Path:
    cells = [new_code_cell(source.strip(), id=name) for name, source in KINDS.items()]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    path = folder / f"{name}.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)
    return path


@pytest.fixture(scope="module")
def lesson(lab: Lab, opened: Callable[[Lab, Path], Opened]) -> Opened:
    return opened(lab, LESSON)


@pytest.fixture(scope="module")
def kinds(lab: Lab, opened: Callable[[Lab, Path], Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened(lab, notebook_of_every_kind(tmp_path_factory.mktemp("kinds")))


# ---- the lesson ----------------------------------------------------------------------------------------------------


def test_the_lesson_runs_and_its_questions_are_widgets(lesson):
    assert not lesson.lab.errors(lesson.page)
    for cell_id in ("ask-rank", "ask-cut", "ask-reading"):
        lesson.output(cell_id).get_by_role("button", name="Check").wait_for()


def test_a_learner_types_a_prediction_and_reads_the_feedback(lesson):
    question = lesson.output("ask-rank")
    question.get_by_label("Your prediction").fill("1")
    question.get_by_role("radio", name="fairly sure").check()
    question.get_by_role("button", name="Check").click()

    feedback = question.get_by_role("status").filter(has_text="You said 1; it is 2.")
    feedback.wait_for()
    assert feedback.inner_text().startswith("Not so.")
    assert "stand in the question letter by letter." in feedback.inner_text()
    lesson.picture("lesson-light-predict", top="ask-rank")


def test_a_quiz_is_answered_with_the_keyboard_alone(lesson):
    question, keyboard = lesson.output("ask-reading"), lesson.page.keyboard
    question.get_by_role("radio").first.focus()
    keyboard.press("Space")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("Tab")
    keyboard.press("Enter")

    question.get_by_role("status").filter(has_text="Correct. c: That is all it says").wait_for()
    assert question.get_by_role("radio", checked=True).count() == 1
    lesson.picture("lesson-light-quiz", top="ask-reading")


@pytest.mark.parametrize(("role", "name"), [("button", "Check"), ("radio", "guessing"), ("textbox", "Your prediction")])
def test_command_keys_on_a_focused_widget_change_no_cell(lesson, role, name):
    widget = lesson.output("ask-found").get_by_role(role, name=name)
    widget.click()
    before = lesson.cells()
    for key in ("b", "d", "d", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Shift+M", "Control+Backspace", "x"):
        widget.focus()
        lesson.page.keyboard.press(key)
    lesson.page.wait_for_timeout(200)  # long enough for the cell that must not come

    assert lesson.cells() == before
    assert sum(active for _, active, _ in before) == 1


# ---- every kind ----------------------------------------------------------------------------------------------------


def test_an_empty_line_has_its_number_and_can_not_be_picked(kinds):
    question = kinds.output("find_repeats")
    lines = bank.find("02-find-repeats").lines
    empty = lines.index("") + 1
    radios = question.get_by_role("radio")

    assert radios.count() == len(lines) - 1
    question.locator(".widget-radio-box label").nth(empty - 1).click(force=True)
    assert question.get_by_role("radio", checked=True).count() == 0
    radios.nth(empty - 2).check()
    radios.nth(empty - 2).press("ArrowDown")
    assert radios.nth(empty - 1).is_checked()  # the line below the empty one


def test_every_kind_can_be_answered(kinds):
    assert not kinds.lab.errors(kinds.page)
    several, find_bug = kinds.output("several"), kinds.output("find_bug")

    for option in (0, 2):
        several.get_by_role("checkbox").nth(option).check()
    several.get_by_role("button", name="Check").click()
    several.get_by_role("status").filter(has_text="Correct.").wait_for()

    for line in (1, 2, 3):
        find_bug.get_by_role("radio").nth(line - 1).check()
        find_bug.get_by_role("button", name="Check").click()
        find_bug.get_by_role("status").filter(has_text="Not yet.").wait_for()
        find_bug.get_by_text(f"Line {line}:" if line > 1 else "That line does what it should").wait_for()
    find_bug.get_by_role("button", name="Solution").click()
    find_bug.get_by_role("status").filter(has_text="if 0 < rank <= k:").wait_for()

    function = kinds.output("function")
    function.get_by_role("button", name="Hint").click()
    function.get_by_text("Hint 1 of 2").wait_for()
    function.get_by_role("button", name="Check my code").click()
    function.get_by_text("Define a function named recall_at_k").wait_for()


def test_enter_in_the_field_checks(kinds):
    question = kinds.output("predict")
    question.get_by_role("radio", name="certain").check()
    question.get_by_label("Your prediction").fill("2")
    question.get_by_label("Your prediction").press("Enter")

    question.get_by_role("status").filter(has_text="Correct. It is 2.").wait_for()


def test_every_widget_has_its_name_and_state(kinds):
    quiz, others = kinds.output("quiz"), kinds.output("others")

    quiz.get_by_role("group", name="Recall@3 on the shop is 6/7. What does that tell you?").wait_for()
    quiz.get_by_role("radiogroup", name="Pick one").wait_for()
    others.get_by_role("slider", name="k").wait_for()
    others.get_by_role("group", name="Cut").get_by_role("button", name="one", pressed=True).wait_for()
    others.get_by_role("button", name="two", pressed=False).click()
    others.get_by_role("button", name="two", pressed=True).wait_for()
    others.get_by_role("button", name="Bold", pressed=False).click()
    others.get_by_role("button", name="Bold", pressed=True).wait_for()
    assert quiz.locator(".ragedu-feedback [role=status]").count() == 0  # one live region, not two in each other


def test_a_value_typed_in_one_go_is_checked_as_a_whole(kinds):
    """Held back by ipywidgets while the kernel was busy with its first letter, it once arrived after the click."""
    question, keyboard = kinds.output("predict"), kinds.page.keyboard
    question.get_by_role("radio", name="certain").check()
    question.get_by_label("Your prediction").fill("")
    for key in (*"0.12345", "Enter"):
        keyboard.press(key)

    question.get_by_role("status").filter(has_text="You said 0.12345;").wait_for()


def test_a_list_a_slider_and_toggles_answer_to_their_own_keys(kinds):
    others, keyboard, before = kinds.output("others"), kinds.page.keyboard, None
    for widget in (others.get_by_role("combobox"), others.get_by_role("slider"), others.get_by_role("button").first):
        widget.focus()
        before = before or kinds.cells()
        for key in ("ArrowDown", "ArrowRight", "b", "d", "d"):
            keyboard.press(key)

    assert others.get_by_role("combobox").input_value() == "down"
    assert others.get_by_role("slider").get_attribute("aria-valuenow") != "0.0"
    assert kinds.cells() == before


def test_from_inside_a_widget_a_cell_can_still_be_run(kinds):
    check = kinds.output("quiz").get_by_role("button", name="Check")
    check.click()
    kinds.output("quiz").get_by_text("Not attempted yet.").wait_for()
    check.press("Shift+Enter")

    # The question is drawn anew, with nothing in it, and the next cell is the active one.
    kinds.output("quiz").get_by_text("Not attempted yet.").wait_for(state="detached")
    kinds.output("quiz").get_by_role("button", name="Check").wait_for()
    assert [active for _, active, _ in kinds.cells()].index(True) == kinds.places["quiz"] + 1


def test_after_a_restart_everything_works_again(kinds):
    kinds.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    kinds.page.get_by_role("menuitem", name=re.compile("^Restart Kernel and Clear Outputs")).click()
    kinds.page.locator(".jp-Dialog .jp-mod-accept").click()
    kinds.page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()
    kinds.lab.run_all(kinds.page)

    assert not kinds.lab.errors(kinds.page)
    quiz = kinds.output("quiz")
    quiz.get_by_role("radio").nth(2).check()
    quiz.get_by_role("button", name="Check").click()
    quiz.get_by_text("That is all it says").wait_for()


def test_without_the_guard_b_would_insert_a_cell(kinds):
    """Last, for it leaves a cell behind: what the tests of keys look for does happen."""
    check = kinds.output("quiz").get_by_role("button", name="Check")
    check.focus()
    before = len(kinds.cells())
    kinds.page.evaluate(WITHOUT_THE_GUARD)
    kinds.page.keyboard.press("b")
    kinds.page.wait_for_function(
        "before => document.querySelectorAll('.jp-Notebook .jp-Cell').length > before", arg=before
    )


# ---- looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_questions_are_readable_in_both_themes_and_on_a_narrow_screen(theme, lab, start_lab, opened, tmp_path):
    in_this_theme = lab if theme == "Light" else start_lab(theme="JupyterLab Dark")
    kinds = opened(in_this_theme, notebook_of_every_kind(tmp_path, f"looks-{theme}"))
    answer_some(kinds)

    # 640 is what a window of 1280 has at a zoom of 200 %, 375 a phone.
    for name, width, height in (("wide", 1280, 2000), ("zoomed", 640, 2600), ("narrow", 375, 2600)):
        kinds.page.set_viewport_size({"width": width, "height": height})
        if name == "zoomed":
            kinds.page.get_by_role("tab", name="File Browser").click()  # closes it
        kinds.page.wait_for_timeout(300)
        kinds.picture(f"kinds-{theme.lower()}-{name}", top="set-up")
        kinds.picture(f"more-kinds-{theme.lower()}-{name}", top="fill")

        assert kinds.page.evaluate(TOO_WIDE) == []
        assert kinds.page.evaluate(FAINT, 4.5) == []
        assert violations(kinds) == []


def test_axe_would_find_a_field_without_a_label(kinds):
    field = kinds.page.locator(".ragedu-question textarea").first
    field.evaluate("field => ['id', 'placeholder'].forEach(each => field.removeAttribute(each))")

    assert any(each.startswith("label (critical): ") for each in violations(kinds))


def violations(kinds: Opened) -> list[str]:
    """What axe finds in our outputs that is serious or critical; what it finds in JupyterLab's frame is not ours."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(kinds.page, context=".jp-CodeCell .jp-OutputArea-output").response["violations"]
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def answer_some(kinds: Opened) -> None:
    """One right, one wrong, one blank, so that every kind of feedback is in the picture."""
    predict, find_bug, quiz, several, fill, judgement = map(
        kinds.output, ("predict", "find_bug", "quiz", "several", "fill", "judgement")
    )
    predict.get_by_label("Your prediction").fill("4")
    predict.get_by_role("radio", name="certain").check()
    find_bug.get_by_role("radio").nth(3).check()
    quiz.get_by_role("radio").nth(0).check()
    fill.get_by_role("textbox").fill("1 / ranks")
    judgement.get_by_label("Your figure").fill("2/7")
    for question, word in (
        (predict, "Not so."),
        (find_bug, "Correct."),
        (quiz, "Not yet."),
        (several, "Not attempted"),
        (fill, "Your code stopped with an error."),
        (judgement, "Still to be written"),
    ):
        question.get_by_role("button", name="Check").click()
        question.get_by_text(word).wait_for()
    several.get_by_role("button", name="Hint").click()
    quiz.get_by_role("button", name="Check").focus()
