"""The budget of a lesson: a lesson in order gives no complaint, and each drift gives one that says how to mend it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from budget import actions_in, complaints, draws_a_figure, items_of, words_in

Cells = list[dict[str, Any]]


def code(its_id: str, source: str, *tags: str) -> dict[str, Any]:
    return {"id": its_id, "cell_type": "code", "source": source, "metadata": {"tags": list(tags)}}


def markdown(its_id: str, source: str) -> dict[str, Any]:
    return {"id": its_id, "cell_type": "markdown", "source": source, "metadata": {}}


def words(count: int) -> str:
    return " ".join(["word"] * count)


OBJECTIVES = (
    "After this lesson you can\n\n- say the rank\n  of a passage (`01-predict-rank`);\n- tell (`01-quiz-reading`)."
)
ACTIONS = ['predict("01-predict-rank")', 'find_bug("01-find-cut")', 'quiz("01-quiz-reading")']


def a_lesson() -> Cells:
    """30 cells: a title, objectives, steps of text and code with an action every fifth cell, a close."""
    cells = [markdown("title", f"# A lesson\n\n{words(40)}"), markdown("objectives", OBJECTIVES)]
    cells.append(code("set-up", "from ragedu import figures\nfigures.rank_strip({}, k=1)"))
    for step in range(5):
        action = ACTIONS[0] if step < 3 else ACTIONS[1]
        cells += [
            markdown(f"text-{step}", f"## Step {step}\n\n{words(50)}"),
            code(f"code-{step}", "1 + 1", *(["your-turn"] if step == 0 else [])),
            markdown(f"more-{step}", words(55)),
            code(f"act-{step}", action),
        ]
    cells += [
        markdown("limits", f"## What recall does not see\n\n{words(50)}"),
        code("quiz", ACTIONS[2]),
        *(markdown(f"close-{place}", words(50)) for place in range(3)),
        markdown("take-aways", f"## Take-aways\n\n{words(50)}"),
        markdown("next", f"## Next\n\n{words(20)}"),
    ]
    return cells


def said_of(cells: Cells) -> list[str]:
    return complaints({"cells": cells})


def test_a_lesson_in_order_gives_no_complaint():
    assert said_of(a_lesson()) == []


# --- each drift, alone ---


def without(*ids: str) -> Callable[[Cells], Cells]:
    return lambda cells: [cell for cell in cells if cell["id"] not in ids]


def with_source(its_id: str, source: str) -> Callable[[Cells], Cells]:
    return lambda cells: [{**cell, "source": source} if cell["id"] == its_id else cell for cell in cells]


def replacing(old: str, new: str) -> Callable[[Cells], Cells]:
    return lambda cells: [{**cell, "source": cell["source"].replace(old, new)} for cell in cells]


DRIFTS: dict[str, tuple[Callable[[Cells], Cells], str]] = {
    "too few cells": (
        without("code-0", "more-0", "code-1", "more-1", "code-2", "more-2"),
        "has 24 cells, fewer than 25; cut steps smaller",
    ),
    "too many cells": (
        lambda cells: [*cells[:3], *(code(f"x{n}", ACTIONS[0]) for n in range(31)), *cells[3:]],
        "has 61 cells, more than 60; move a part",
    ),
    "too few words": (replacing(words(50), words(21)), "words of prose, fewer than 800"),
    "too many words": (replacing(words(50), words(149)), "words of prose, more than 2000; cut"),
    "long code": (replacing("1 + 1", "\n".join(["1 + 1"] * 26)), "cell code-0: has 26 lines of code, more than 25"),
    "long code on the whole": (
        lambda cells: [{**c, "source": c["source"] + "\n1" * 6} if c["cell_type"] == "code" else c for c in cells],
        "half of its code cells have 7 lines or more; aim at 6",
    ),
    "a wall of text": (with_source("more-0", words(151)), "cell more-0: has 151 words, more than 150"),
    "text too short on the whole": (
        lambda cells: [{**c, "source": words(19)} if c["id"].startswith(("more", "text", "clo")) else c for c in cells],
        "the median of its Markdown cells is 19 words, not 20 to 60",
    ),
    "a long way without an action": (
        with_source("act-1", "1"),
        "cells text-1 to more-2: 7 cells without an action by the learner; have one at least every 6 cells",
    ),
    "a long way to the first action": (
        lambda cells: [cells[0], code("x", "1"), code("y", "1"), *cells[1:]],
        "cells title to text-0: 6 cells without an action",
    ),
    "a long way after the last action": (
        lambda cells: [*cells[:-1], markdown("x", words(50)), cells[-1]],
        "cells close-0 to next: 6 cells without an action",
    ),
    "no prediction": (replacing(ACTIONS[0], 'check("01-recall-at-k")'), "asks for no prediction; put a predict"),
    "no bug": (replacing(ACTIONS[1], ACTIONS[0]), "holds no bug to find and no blank to fill; put a find_bug"),
    "a close without a quiz": (
        with_source("quiz", ACTIONS[0]),
        "ends with predict('01-predict-rank'); close with a quiz",
    ),
    "an unknown problem": (with_source("act-0", 'predict("01-gone")'), "cell act-0: there is no problem '01-gone'"),
    "a name for an id": (with_source("act-0", "predict(problem)"), "write the id as text"),
    "the wrong verb": (
        with_source("act-0", 'quiz("01-predict-rank")'),
        "cell act-0: 01-predict-rank is asked with predict(…), not with quiz(…)",
    ),
    "no figure": (with_source("set-up", "1"), "draws no figure; call a function of ragedu.figures"),
    "no objectives": (with_source("objectives", words(30)), "lists no objectives in its first 4 cells"),
    "an objective without a problem": (
        replacing("- tell (`01-quiz-reading`).", "- tell."),
        "cell objectives: the objective '- tell.' names no problem that shows it",
    ),
    "an objective with an unknown problem": (
        replacing("`01-quiz-reading`", "`01-gone`"),
        "names 01-gone, which is not in the bank",
    ),
    "no section on limits": (replacing("What recall does not see", "More"), "has no section on what its number misses"),
    "no take-aways": (replacing("Take-aways", "Then"), "does not end with its take-aways"),
    "take-aways in the middle": (
        lambda cells: replacing("## Take-aways", "## Then")(replacing("## Step 1", "## Take-aways")(cells)),
        "does not end with its take-aways",
    ),
    "two titles": (replacing("## Step 1", "# Step 1"), "has 2 headings of level 1"),
    "no title": (replacing("# A lesson", "A lesson"), "has 0 headings of level 1"),
    "a skipped level": (
        replacing("## Step 1", "#### Step 1"),
        "cell text-1: the heading 'Step 1' of level 4 follows one of level 2; skip no level",
    ),
}


@pytest.mark.parametrize(("drift", "said"), DRIFTS.values(), ids=list(DRIFTS))
def test_a_drift_is_named(drift: Callable[[Cells], Cells], said: str):
    lines = said_of(drift(copy.deepcopy(a_lesson())))

    assert any(said in line for line in lines), lines


def test_a_tag_makes_a_cell_the_learners_turn():
    tagged = [{**c, "metadata": {"tags": ["your-turn"]}} if c["id"] == "code-2" else c for c in a_lesson()]

    assert said_of(with_source("act-1", "1")(tagged)) == []


# --- reading cells ---


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("## One two\n\nthree `four` - five.", 5),
        ("one<!--= a + b --> two", 2),
        ("one\n\n```python\nmany = words in code\n```\n\ntwo", 2),
        ("[one two](three/four.html)", 2),
        ("| one | two |\n|---|---|", 2),
    ],
)
def test_words_are_those_of_the_prose(source: str, count: int):
    assert words_in(source) == count


def test_only_calls_of_our_verbs_are_actions():
    source = 'learn.check("01-a")\nother.check("01-b")\nquiz\n"quiz(1)"\nquiz("01-c", "a")\n# predict("01-d")'

    assert [(each.verb, each.problem_id) for each in actions_in(0, code("x", source))] == [
        ("check", "01-a"),
        ("quiz", "01-c"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "from ragedu import figures\nfigures.a(1)",
        "from ragedu import figures as f\nf.a(1)",
        "from ragedu.figures import a\na(1)",
        "import ragedu.figures\nragedu.figures.a(1)",
        "import ragedu.figures as f\nf.a(1)",
    ],
)
def test_a_figure_is_seen_under_any_name(source: str):
    assert draws_a_figure([code("x", source)])


@pytest.mark.parametrize("source", ["from ragedu import figures", "figures.a(1)", "from ragedu.figures import a\nb(1)"])
def test_an_import_alone_is_no_figure(source: str):
    assert not draws_a_figure([code("x", source)])


def test_an_item_may_run_over_lines():
    assert items_of("- one\n  two\n- three\n\nfour\n1. five") == ["- one two", "- three", "1. five"]
