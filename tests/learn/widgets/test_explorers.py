"""The explorers on the screen do what their plain values do, keep the focus, and say in words what happened."""

import asyncio
import itertools
import re
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("ipywidgets", reason="the widget skin needs the extra `lab`")

import ipywidgets

from ragedu.assistant import firmware
from ragedu.learn import explore
from ragedu.learn.explorers.base import Explorer
from ragedu.learn.explorers.ranking import NOTHING_RELEVANT, told
from ragedu.learn.widgets.explorers import bundle, draw, pieces

SHOES = ["payment-2", "exchange-1", "delivery-3", "warranty-1", "return-1"]
HELPS = {"exchange-1", "return-1"}
ALL: dict[str, Explorer] = {
    "ranking": explore.ranking(SHOES, HELPS, k=3),
    "grades": explore.ranking(SHOES, {"exchange-1": 2, "return-2": 1}),
    "answer": explore.answer("Within 30 days [return-1].", {"return-1": "Send it back within 14 days."}),
    "bleu": explore.bleu("within five days", "in five days"),
    "k": explore.k(3),
    "prompt_cut": explore.prompt_cut(firmware.traces),
}


@pytest.fixture
def focused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the buttons that were given the focus."""
    names: list[str] = []
    monkeypatch.setattr(ipywidgets.Button, "focus", lambda button: names.append(button.description))
    return names


def said(drawn: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", drawn.words.value).split())


def shown_ranking(drawn: Any) -> list[str]:
    rows = drawn.rows[: len(drawn.ranked.children)]
    assert [row.box for row in rows] == list(drawn.ranked.children)
    return [row.worth.widget.description for row in rows]


# ---- a ranking -----------------------------------------------------------------------------------------------------


def test_a_passage_moves_with_the_focus_on_it_and_the_change_is_said(focused):
    drawn = draw(explore.ranking(SHOES, HELPS))
    before = drawn.now
    drawn.rows[4].up.click()

    assert shown_ranking(drawn) == ["payment-2", "exchange-1", "delivery-3", "return-1", "warranty-1"]
    assert focused == ["move return-1 up"]
    assert said(drawn) == f"return-1 stands at rank 4. {told(before, drawn.now)}"


def test_the_keyboard_takes_a_passage_all_the_way_and_is_told_at_the_top(focused):
    drawn = draw(explore.ranking(SHOES, HELPS))
    for place in (4, 3, 2, 1, 0):
        drawn.rows[place].up.click()

    assert shown_ranking(drawn)[0] == "return-1"
    assert focused == ["move return-1 up"] * 4
    assert said(drawn) == "return-1 stands first already."
    drawn.rows[4].down.click()
    assert said(drawn) == "warranty-1 stands last already."


def test_every_button_has_a_name_of_its_own():
    drawn = draw(explore.ranking(["a", "a", "b"], {"a": 1, "c": 2}))
    names = [each.description for row in drawn.rows[:3] for each in (row.up, row.down, row.drop)]
    names += [row.back.description for row in drawn.left_rows[:1]]

    assert names[:3] == ["move a (rank 1) up", "move a (rank 1) down", "drop a (rank 1)"]
    assert names[-4:] == ["move b up", "move b down", "drop b", "bring back c"]
    assert len(names) == len(set(names))


def test_a_tick_makes_a_passage_relevant_and_taking_the_last_away_is_calm():
    drawn = draw(explore.ranking(["a", "b"], {"a"}))
    drawn.rows[1].worth.widget.value = True
    assert drawn.now.grade("b") == 1
    assert said(drawn).startswith("b is relevant. Changed: precision@2 from 0.50 to 1.00")

    for row in drawn.rows[:2]:
        row.worth.widget.value = False
    assert NOTHING_RELEVANT in drawn.scores.value
    assert said(drawn) == f"b is not relevant. {NOTHING_RELEVANT}"


def test_a_grade_is_chosen_from_0_to_3_and_those_already_given():
    drawn = draw(explore.ranking(["a", "b"], {"a": 1, "b": 7.5}))
    grade = drawn.rows[0].worth.widget

    assert [label for label, _ in grade.options] == ["0", "1", "2", "3", "7.5"]
    grade.value = 3
    assert drawn.now.grades == {"a": 3, "b": 7.5}
    assert said(drawn).startswith("a has grade 3. Changed: nDCG@2 from")


def test_what_is_dropped_stands_below_and_can_be_brought_back(focused):
    drawn = draw(explore.ranking(["a", "b", "c"], {"a", "c"}))
    drawn.rows[2].drop.click()
    drawn.rows[0].drop.click()

    assert shown_ranking(drawn) == ["b"]
    assert [row.worth.widget.description for row in drawn.left_rows[:2]] == ["c", "a"]
    assert len(drawn.left.children) == 2
    drawn.left_rows[0].back.click()
    assert shown_ranking(drawn) == ["b", "c"]
    # Where a row went away the focus has gone to its neighbour.
    assert focused == ["drop b", "drop b", "bring back a"]


def test_with_every_passage_dropped_the_focus_has_a_place_to_go(focused):
    drawn = draw(explore.ranking(["a"], {"a"}))
    drawn.rows[0].drop.click()
    drawn.left_rows[0].back.click()

    assert focused == ["bring back a", "move a up"]
    assert drawn.left_head.layout.display == "none"


def test_the_cut_is_dragged_and_drawn_under_its_row():
    drawn = draw(explore.ranking(SHOES, HELPS))
    drawn.cut.value = 2

    assert [row.cut.layout.display for row in drawn.rows] == ["none", None, "none", "none", "none"]
    assert drawn.rows[1].cut.value == "cut at k = 2"
    assert said(drawn).startswith("k is 2. Changed: recall@2 from 1.00 to 0.50")


def test_a_cut_past_the_end_of_the_ranking_is_told():
    drawn = draw(explore.ranking(["a", "b", "c"], {"a"}))
    drawn.rows[2].drop.click()
    assert drawn.below.value == "cut at k = 3: 1 of its places is empty"
    drawn.cut.value = 2
    assert drawn.below.value == ""


def test_reset_takes_everything_back():
    start = explore.ranking(SHOES, HELPS)
    drawn = draw(start)
    drawn.rows[4].up.click()
    drawn.rows[0].drop.click()
    drawn.cut.value = 1
    drawn.rows[0].worth.widget.value = False
    reset(drawn).click()

    assert drawn.now == start
    assert shown_ranking(drawn) == SHOES
    assert drawn.cut.value == 5
    assert [row.worth.widget.value for row in drawn.rows] == [False, True, False, False, True]


def reset(drawn: Any) -> Any:
    return next(each for each in widgets_in(drawn.box) if getattr(each, "description", "") == "Reset")


def widgets_in(box: Any) -> list[Any]:
    inside = [widgets_in(each) for each in getattr(box, "children", ())]
    return [box, *itertools.chain.from_iterable(inside)]


def test_a_long_ranking_is_drawn_in_part():
    drawn = draw(explore.ranking([f"page-{number}" for number in range(1000)], {"page-3"}))

    assert len(drawn.ranked.children) == 20
    assert drawn.below.value == "980 more below, which stay where they are."
    drawn.rows[19].down.click()
    assert said(drawn) == "page-19 is the last that can be moved here."


def test_nothing_on_the_page_is_built_anew_by_a_move():
    """Widgets taken away and put back would take the keyboard's focus with them."""
    drawn = draw(explore.ranking(SHOES, HELPS))
    before = drawn.ranked.children
    drawn.rows[4].up.click()

    assert drawn.ranked.children == before


def test_a_second_click_before_the_page_has_seen_the_first_is_let_go(monkeypatch):
    monkeypatch.setattr("ragedu.learn.widgets.roundtrip.PATIENCE_WITH_A_STRANGER", 60)

    async def two_clicks() -> list[str]:
        drawn = draw(explore.ranking(SHOES, HELPS))
        drawn.rows[4].up.click()
        drawn.rows[4].up.click()  # would take back the first
        once = shown_ranking(drawn)
        drawn._settled._back.value = drawn._settled._there.value  # the page answers
        drawn.rows[3].up.click()
        assert shown_ranking(drawn)[2] == "return-1"
        return once

    assert asyncio.run(two_clicks())[3] == "return-1"


# ---- two texts -----------------------------------------------------------------------------------------------------


def test_the_texts_in_the_fields_are_compared():
    drawn = draw(explore.bleu("within five days", "in five days"))
    drawn.hypothesis.value = "within five days"

    assert said(drawn) == "BLEU is 1.000. Matched, for n from 1 up: 3/3, 2/2, 1/1."
    assert "BLEU = 1.000 × ³√(3/3 × 2/2 × 1/1) = 1.000" in drawn.picture.value
    drawn.hypothesis.value = ""
    assert "The hypothesis is empty" in drawn.picture.value
    reset(drawn).click()
    assert drawn.now == drawn.start


def test_smoothing_is_chosen_from_a_list():
    drawn = draw(explore.bleu("within five days", "in five days", smoothing="exponential"))
    assert drawn.smoothing.value == "exponential"
    drawn.smoothing.value = ""

    assert drawn.now.smoothing is None
    assert said(drawn).startswith("BLEU is 0.000.")


def test_what_is_typed_is_read_once_after_a_pause(monkeypatch):
    monkeypatch.setattr(pieces, "PAUSE", 0.05)

    async def typing() -> list[str]:
        drawn = draw(explore.bleu("within five days", ""))
        read: list[str] = []
        drawn.words.observe(lambda change: read.append(said(drawn)), "value")
        for end in range(1, 17):
            drawn.hypothesis.value = "within five days"[:end]
            await asyncio.sleep(0)
        assert read == []
        await asyncio.sleep(0.3)
        return read

    assert asyncio.run(typing()) == ["BLEU is 1.000. Matched, for n from 1 up: 3/3, 2/2, 1/1."]


def test_a_fault_is_told_for_eyes_too_after_words_for_ears_alone(monkeypatch):
    drawn = draw(ALL["answer"])
    drawn.answer.value = "Within 14 days [return-1]."
    monkeypatch.setattr(drawn, "read", lambda: 1 / 0)
    drawn.in_words(drawn.read)

    assert "Something went wrong inside ragedu" in said(drawn)
    assert "ragedu-heard" not in drawn.words._dom_classes


# ---- an answer -----------------------------------------------------------------------------------------------------


def test_the_answer_in_the_field_is_checked():
    drawn = draw(ALL["answer"])
    drawn.answer.value = "Within 14 days [return-1]."

    assert said(drawn) == "Grounded, as far as rules can see."
    assert drawn.now.grounding._repr_html_() in drawn.picture.value
    assert "ragedu-heard" in drawn.words._dom_classes  # the picture begins with the same words
    drawn.answer.value = ""
    assert said(drawn) == "Not grounded: 1 problem."
    assert "The answer is empty: it says nothing and cites nothing." in drawn.picture.value
    reset(drawn).click()
    assert drawn.now.answer == "Within 30 days [return-1]."


# ---- a cut ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("k", 1), ("prompt_cut", 50)])
def test_a_dragged_cut_shows_and_says_what_the_call_gives(name, value):
    drawn = draw(ALL[name])
    drawn.cut.value = value
    by_hand = ALL[name].cut_at(value)  # type: ignore[attr-defined]

    assert said(drawn) == by_hand.brief.replace("<", "&lt;")
    for part in list(by_hand.parts)[1:]:
        assert (part if isinstance(part, str) else part._repr_html_()) in drawn.picture.value
    reset(drawn).click()
    assert drawn.now.cut == drawn.start.cut


def test_beside_the_numbers_of_the_shop_stands_what_they_were():
    drawn = draw(explore.k(3))
    drawn.cut.value = 4

    assert "was 6 of 7" in drawn.picture.value
    assert "was 7 of 8" in drawn.picture.value


# ---- all of them ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("explored", ALL.values(), ids=ALL)
def test_beside_the_widget_stands_the_starting_picture(explored):
    data = bundle(explored)

    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert data["text/plain"] == str(explored)
    assert data["text/html"] == explored._repr_html_()


@pytest.mark.parametrize("explored", ALL.values(), ids=ALL)
def test_nothing_is_said_before_anything_happened(explored):
    assert draw(explored).words.value == ""


@pytest.mark.parametrize("explored", ALL.values(), ids=ALL)
def test_one_explorer_drawn_twice_is_two_widgets(explored):
    first, second = draw(explored), draw(explored)

    assert not {each.model_id for each in widgets_in(first.box)} & {each.model_id for each in widgets_in(second.box)}


def test_a_fault_of_ours_is_told_in_words(monkeypatch):
    drawn = draw(explore.ranking(SHOES, HELPS))
    monkeypatch.setattr(type(drawn.now), "moved", lambda *_: 1 / 0)
    drawn.rows[1].up.click()

    assert "it is no fault of yours: ZeroDivisionError" in said(drawn)
    assert "You can do the same by hand." in said(drawn)
    drawn.rows[1].drop.click()
    assert said(drawn).startswith("exchange-1 is out of the ranking.")


# ---- where there are no widgets ------------------------------------------------------------------------------------

IN_A_NOTEBOOK = """
from IPython.core.interactiveshell import InteractiveShell
from ragedu.learn import explore

shell = InteractiveShell.instance()
from ragedu.learn.widgets import use_widgets
use_widgets()
explored = explore.ranking(["a", "b"], {"b"})
print(*sorted(shell.display_formatter.format(explored)[0]))
"""


def kinds_shown(without: tuple[str, ...] = ()) -> str:
    block = f"import sys\nsys.modules.update(dict.fromkeys({without!r}))\n"
    done = subprocess.run([sys.executable, "-c", block + IN_A_NOTEBOOK], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_a_notebook_draws_an_explorer_alive_with_anywidget_or_without():
    alive = "application/vnd.jupyter.widget-view+json text/html text/plain"

    assert kinds_shown() == kinds_shown(without=("anywidget",)) == alive


def test_without_ipywidgets_a_notebook_shows_the_picture():
    assert kinds_shown(without=("ipywidgets", "anywidget")) == "text/html text/plain"


def test_exploring_in_text_loads_no_widget():
    code = "from ragedu.learn import explore; explore.k(3); import sys; print('ipywidgets' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def test_a_page_made_from_an_executed_notebook_shows_the_starting_picture():
    pytest.importorskip("nbconvert")
    import nbclient
    import nbconvert
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [
        "from ragedu.learn import explore\nfrom ragedu.learn.widgets import use_widgets\nuse_widgets()",
        'explore.ranking(["gift", "refund"], {"refund"})',
    ]
    notebook = new_notebook(cells=[new_code_cell(each) for each in cells])
    nbclient.NotebookClient(notebook, kernel_name="python3", store_widget_state=False).execute()
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)

    assert "What each metric makes of it" in page
    assert "1.00 / 1.00" not in page
    assert "0.63 / 1.00" in page
