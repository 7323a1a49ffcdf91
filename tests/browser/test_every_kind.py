"""Every kind of problem in a real JupyterLab: by mouse and by keys alone, and with what a screen reader needs.

The problems are those that CONTRIBUTING.md shows. Whatever is answered, the widget says what the text skin says.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from examples import blocks, problems
from nbformat.v4 import new_code_cell, new_notebook

from ragedu.learn import bank, session
from ragedu.learn.attempts import Attempts
from ragedu.learn.problems import OrderProblem

if TYPE_CHECKING:
    from conftest import Lab, Opened
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

EXAMPLES = problems()
ORDER = EXAMPLES["order"]
assert isinstance(ORDER, OrderProblem)

SET_UP = """
from ragedu.learn import ask, bank
from ragedu.learn.problems import Problem
from ragedu.learn.widgets import use_widgets

examples = [each for each in list(globals().values()) if isinstance(each, Problem)]
bank.find = {each.id: each for each in examples}.get
use_widgets()"""

WRITTEN = """
def reciprocal_rank(retrieved, relevant):
    return next((1 / rank for rank, each in enumerate(retrieved, 1) if each in relevant), 0.0)"""


@pytest.fixture(autouse=True)
def in_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text skin, here in the test, knows the same problems and starts anew."""
    monkeypatch.setattr(session, "attempts", Attempts())
    monkeypatch.setattr(bank, "find", {each.id: each for each in EXAMPLES.values()}.get)


@pytest.fixture(scope="module")
def kinds(lab: Lab, opened: Callable[[Lab, Path], Opened], tmp_path_factory: pytest.TempPathFactory) -> Opened:
    cells = [new_code_cell(source.strip(), id=f"block-{place}") for place, source in enumerate([*blocks(), SET_UP])]
    for kind, problem in EXAMPLES.items():
        cells.append(new_code_cell(f'ask("{problem.id}")', id=kind.replace("_", "-")))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    path = tmp_path_factory.mktemp("every-kind") / "every-kind.ipynb"
    cells.insert(len(blocks()) + 1, new_code_cell(WRITTEN.strip(), id="written"))
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)
    return opened(lab, path)


def numbers(*places: int) -> list[int]:
    """The numbers on the screen of lines that the author counts so."""
    lines = [*ORDER.lines, *ORDER.distractors]
    return [ORDER.shown.index(lines[place - 1]) + 1 for place in places]


# ---- the same input, three ways ------------------------------------------------------------------------------------


class ByMouse:
    """A learner who points and clicks; text is typed all the same."""

    def __init__(self, question: Locator) -> None:
        self.question = question

    def type(self, label: str, text: str) -> None:
        self.question.get_by_label(label).click()
        self.question.get_by_label(label).fill(text)

    def pick(self, place: int, group: int = 0) -> None:
        self.question.get_by_role("radiogroup").nth(group).get_by_role("radio").nth(place).click()

    def press(self, button: str, times: int = 1) -> None:
        for _ in range(times):
            self.question.get_by_role("button", name=button, exact=True).click()


class ByKeys:
    """A learner without a mouse: Tab goes on, arrows choose, Enter and Space act."""

    def __init__(self, question: Locator) -> None:
        self.question, self.keyboard = question, question.page.keyboard

    def type(self, label: str, text: str) -> None:
        self.tab_to(self.question.get_by_label(label))
        self.keyboard.press("Control+A")
        self.keyboard.press("Delete")
        self.keyboard.type(text)

    def pick(self, place: int, group: int = 0) -> None:
        radios = self.question.get_by_role("radiogroup").nth(group).get_by_role("radio")
        self.tab_to(radios)
        self.keyboard.press("Space")
        for _ in range(radios.count()):
            if radios.nth(place).is_checked():
                return
            self.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrow keys do not reach radio button {place}")

    def press(self, button: str, times: int = 1) -> None:
        self.tab_to(self.question.get_by_role("button", name=button, exact=True))
        for _ in range(times):
            self.keyboard.press("Enter")

    def tab_to(self, wanted: Locator) -> None:
        """From wherever the focus is, on with Tab until it is here; a question has few stops."""
        if not self.question.evaluate("question => question.contains(document.activeElement)"):
            self.question.locator("input, textarea, button").first.focus()
        for key in ["Tab"] * 12 + ["Shift+Tab"] * 24:
            if wanted.evaluate_all("all => all.includes(document.activeElement)"):
                return
            self.keyboard.press(key)
        raise AssertionError(f"Tab does not reach {wanted}")


def put_in_order(learner: Any, wanted: list[int], order: list[int], out: tuple[int, ...] = ()) -> None:
    """Leave out what is not wanted, then move each line up to its place; each time when the lines stand as expected.

    out  those that are left out already, which stand at the end
    """
    for number in sorted(set(order) - set(wanted) - set(out)):
        wait_until_lines_stand(learner.question, order)
        learner.pick(order.index(number))
        learner.press("Leave out or take back")
        order = [*(each for each in order if each != number), number]
    for place, number in enumerate(wanted):
        wait_until_lines_stand(learner.question, order)
        if order.index(number) != place:
            learner.pick(order.index(number))
            learner.press("Up", times=order.index(number) - place)
            order = [each for each in order if each != number]
            order.insert(place, number)
    wait_until_lines_stand(learner.question, order)


def wait_until_lines_stand(question: Locator, order: list[int]) -> None:
    """Wait until the lines on the screen bear these numbers, from top to bottom."""
    question.page.wait_for_function(
        """([question, order]) => {
            const labels = [...question.querySelectorAll('.widget-radio-box label')];
            return labels.map(each => parseInt(each.textContent)).join() === order.join();
        }""",
        arg=[question.element_handle(), order],
    )


def answer(kind: str, learner: Any, given: Any) -> None:
    """Give an answer to a question of this kind, and check it."""
    if kind == "predict":
        learner.type("Your prediction", given[0])
        learner.pick(["guessing", "fairly", "certain"].index(given[1]))
    elif kind == "quiz":
        learner.pick("abc".index(given))
    elif kind == "find_bug":
        learner.pick(given - 1)
    elif kind == "fill_blank":
        learner.type("What stands at ___?", given)
    elif kind == "order":
        put_in_order(learner, *given)
    elif kind == "judgement":
        for label, text in zip(("Your figure", "Your decision", "Because"), given, strict=True):
            learner.type(label, text)
    learner.press("Check my code" if kind == "function" else "Check")


def in_words(kind: str, given: Any) -> str:
    """What the text skin says to the same answer."""
    its_id = EXAMPLES[kind].id
    written: dict[str, Any] = {"check": session.check}
    exec(WRITTEN, written)
    if kind == "judgement":
        written.update(zip(("answer", "decision", "because"), given, strict=True))
    verbs: dict[str, Callable[[], Any]] = {
        "predict": lambda: session.predict(its_id, given[0], sure=given[1]),
        "quiz": lambda: session.quiz(its_id, given),
        "find_bug": lambda: session.find_bug(its_id, line=given),
        "fill_blank": lambda: session.fill(its_id, given),
        "order": lambda: session.order(its_id, given[0]),
        "function": lambda: eval(f"check({its_id!r})", written),
        "judgement": lambda: eval(f"check({its_id!r})", written),
    }
    return plain(str(verbs[kind]()))


def plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def wait_until_said(question: Locator, expected: str, seconds: float = 15) -> None:
    """Wait until a live region of the question says this, and no other words."""
    ends = time.monotonic() + seconds
    said: list[str] = []
    while time.monotonic() < ends:
        said = [plain(each) for each in question.get_by_role("status").all_inner_texts()]
        if expected in said:
            return
        time.sleep(0.05)
    raise AssertionError(f"expected {expected!r}, and it says {said}")


AS_SHOWN, RIGHT_ORDER = list(range(1, len(ORDER.shown) + 1)), numbers(1, 2, 3, 4, 5)
LAST_TWO_SWAPPED, OUT = [*RIGHT_ORDER[:3], *RIGHT_ORDER[:2:-1]], tuple(numbers(6))

# A wrong answer, then a right one; by keys after the mouse, so the second begins where the first left the question.
ANSWERS: dict[str, list[Any]] = {
    "quiz": ["a", "b"],
    "predict": [("5", "certain"), ("2", "fairly")],
    "find_bug": [6, 3],
    "fill_blank": ["rank", "1 / rank"],
    "order": [(LAST_TWO_SWAPPED, AS_SHOWN), (RIGHT_ORDER, [*LAST_TWO_SWAPPED, *OUT], OUT)],
    "function": [None],
    "judgement": [("2", "", ""), ("0.29", "k = 4", "Two customers in seven.")],
}


@pytest.mark.parametrize("how", [ByMouse, ByKeys])
@pytest.mark.parametrize("kind", ANSWERS)
def test_each_kind_is_answered_and_says_what_the_text_says(kinds: Opened, kind: str, how: type):
    question = kinds.output(kind.replace("_", "-"))
    # The lines stand as the mouse has left them; so the keys swap the last two, and swap them back.
    end = (LAST_TWO_SWAPPED, [*RIGHT_ORDER, *OUT], OUT)
    answers = [end, *ANSWERS[kind][1:]] if (kind, how) == ("order", ByKeys) else ANSWERS[kind]
    for given in answers:
        answer(kind, how(question), given)
        wait_until_said(question, in_words(kind, given))


def test_a_choice_changed_in_one_go_is_checked_as_it_stands(kinds: Opened):
    """JupyterLab has clicks and values handled in two threads; about one in ten was once checked as it stood before."""
    question, keyboard = kinds.output("quiz"), kinds.page.keyboard
    for wanted, first in (("a", 1), ("b", 2)) * 6:
        question.get_by_role("radio").nth(first).focus()
        for key in ("Space", "ArrowDown", "ArrowDown", "Tab", "Enter"):
            keyboard.press(key)
        assert question.get_by_role("radio").nth("abc".index(wanted)).is_checked()
        wait_until_said(question, in_words("quiz", wanted))


# ---- what everyone needs -------------------------------------------------------------------------------------------


def test_every_field_has_its_label_and_every_feedback_a_live_region(kinds: Opened):
    for kind, label in (("fill-blank", "What stands at ___?"), ("judgement", "Because")):
        kinds.output(kind).get_by_role("textbox", name=label).wait_for()
    kinds.output("order").get_by_role("radiogroup", name="Pick a line, then move it").wait_for()
    for kind in EXAMPLES:
        question = kinds.output(kind.replace("_", "-"))
        places = question.locator(".ragedu-feedback")
        assert places.count() == question.locator(".ragedu-feedback[role=status]").count() >= 2
