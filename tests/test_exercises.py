"""Exercises come out of solved notebooks: nothing of a solution stays, and what goes wrong is said to the author."""

import re
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from exercises import (
    FaultError,
    answer_metadata,
    exercise_from,
    grade_id_of,
    leaks,
    main,
    make,
    names_left_open,
    telling,
    without_solution,
)
from notebooks import ROOT, complaints, name_of, read, source_of, stored, tags_of
from ragedu.learn import bank
from ragedu.learn.problems import FunctionProblem, Option, Problem, QuizProblem

# --- the tree as it is ---


def test_exercises_are_what_the_solutions_give(capsys: pytest.CaptureFixture[str]):
    code = main(["--check"])

    assert capsys.readouterr().out == ""
    assert code == 0


each_solution = pytest.mark.parametrize("solved", stored("solutions"), ids=name_of)


def twin_of(solved: Path) -> Path:
    return ROOT / "exercises" / solved.name


def problems_of(solved: Path) -> Sequence[Problem]:
    return bank.of_exercise(solved.name[:2])


def test_there_are_solutions():
    assert next(path.name for path in stored("solutions")) == "01_does_it_find_it.ipynb"


@each_solution
def test_an_exercise_has_the_cells_of_its_solution_less_the_commentary(solved: Path):
    kept = [cell["id"] for cell in read(solved)["cells"] if "solution" not in tags_of(cell)]

    assert [cell["id"] for cell in read(twin_of(solved))["cells"]] == kept


@each_solution
def test_only_the_answers_differ(solved: Path):
    was = {cell["id"]: cell for cell in read(solved)["cells"]}
    changed = [cell for cell in read(twin_of(solved))["cells"] if cell["source"] != was[cell["id"]]["source"]]

    assert [grade_id_of(cell) for cell in changed] == [each.id for each in problems_of(solved)]


@each_solution
def test_neither_marker_nor_tag_nor_solution_remains(solved: Path):
    exercise = read(twin_of(solved))
    text = twin_of(solved).read_text(encoding="utf-8")

    assert not re.search(r"(BEGIN|END) SOLUTION", text, flags=re.IGNORECASE)
    assert not [cell["id"] for cell in exercise["cells"] if "solution" in tags_of(cell)]
    assert leaks(exercise, problems_of(solved)) == []


@each_solution
def test_a_solution_comments_on_every_problem(solved: Path):
    commentary = [cell for cell in read(solved)["cells"] if "solution" in tags_of(cell)]

    assert len(commentary) >= len(problems_of(solved))


@each_solution
def test_an_exercise_notebook_holds_four_to_seven_problems_from_easy_to_hard(solved: Path):
    kinds = [each.kind for each in problems_of(solved)]

    assert 4 <= len(kinds) <= 7
    assert kinds.count("function") >= 2
    assert kinds.count("judgement") == 1
    assert problems_of(solved)[0].difficulty == 1


@each_solution
def test_the_text_above_an_answer_puts_the_problem_as_the_bank_does(solved: Path):
    cells = read(twin_of(solved))["cells"]
    above = {grade_id_of(cell): source_of(before) for before, cell in pairwise(cells)}

    assert [line for each in problems_of(solved) for line in not_in_the_text(each, above[each.id])] == []
    assert [above[each.id].partition("\n")[0] for each in problems_of(solved)] == [
        f"## {bank.heading(each.id)}" for each in problems_of(solved)
    ]


def not_in_the_text(problem: Problem, text: str) -> list[str]:
    wanted = [problem.statement, f"{problem.minutes} minute", f"{problem.points} point"]
    wanted += [each.text for each in problem.options] if isinstance(problem, QuizProblem) else []
    code = getattr(problem, "code", "").strip().splitlines() if problem.kind in ("predict", "find_bug") else []
    told = getattr(problem, "show_code", True)
    wanted += code if told else []
    given_away = [] if told else [each for each in code if each and each in text]
    return [f"{problem.id}: the text above does not say: {each}" for each in wanted if each not in text] + [
        f"{problem.id}: the text above gives the answer away: {each}" for each in given_away
    ]


# --- cutting one cell ---


def cut(source: str) -> str:
    return "\n".join(without_solution(source).lines)


def test_a_region_inside_a_function_becomes_one_line_at_its_indent():
    solved = "def f(x):\n    ### BEGIN SOLUTION\n    y = x\n    return y\n    ### END SOLUTION\n\n\nf(1)"

    assert cut(solved) == "def f(x):\n    return ...  # your code here\n\n\nf(1)"


def test_a_deeper_region_keeps_its_own_indent():
    solved = "def f(x):\n    if x:\n        ### BEGIN SOLUTION\n        return x\n        ### END SOLUTION\n    return"

    assert cut(solved) == "def f(x):\n    if x:\n        return ...  # your code here\n    return"


@pytest.mark.parametrize(
    ("region", "left"),
    [
        ('answer = "d"  # a, b, c or d', ["answer = ...  # a, b, c or d"]),
        ("answer = 3", ["answer = ..."]),
        ("answer: float = 3 / 7  # a share", ["answer = ...  # a share"]),
        ('answer = "#1"  # a colour', ["answer = ...  # a colour"]),
        ("import math\nfor x in [1]:\n    y = x\nanswer = y", ["answer = ..."]),
        ("def f():\n    inner = 1\n    return inner\n\n\nanswer = f()", ["answer = ..."]),
        ("answer = (  # in days\n    1\n    + 2  # a telling remark\n)", ["answer = ...  # in days"]),
        ("answer = 1\nanswer = 2\nbecause = 'x'  # for a person", ["answer = ...", "because = ...  # for a person"]),
        ("a = b = 1", ["a = ...", "b = ..."]),
        ("# first the share\nanswer = 1\nanswer += 1", ["answer = ..."]),
    ],
)
def test_a_region_at_the_left_edge_keeps_names_and_their_comments(region: str, left: list[str]):
    assert names_left_open(region.split("\n")) == left


def test_what_stands_outside_of_the_regions_stays_to_the_letter():
    solved = "x = 1\n\n### BEGIN SOLUTION\nanswer = x\n### END SOLUTION\n\n# a remark\ncheck('a')"

    assert cut(solved) == "x = 1\n\nanswer = ...\n\n# a remark\ncheck('a')"


def test_two_regions_of_a_cell_are_both_cut():
    both = "### BEGIN SOLUTION\na = 1\n### END SOLUTION\n### BEGIN SOLUTION\nb = 1\n### END SOLUTION"

    assert cut(both) == "a = ...\nb = ..."


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("### BEGIN SOLUTION\na = 1", "is not closed; write `### END SOLUTION` below it"),
        ("a = 1\n### END SOLUTION", "line 2 closes a region that was never opened"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\na = 1\n### END SOLUTION", "line 2 opens a region inside another"),
        ("### BEGIN SOLUTION\n### END SOLUTION", "assigns no name, so nothing would be left"),
        ("### BEGIN SOLUTION\nprint(1)\n### END SOLUTION", "assigns no name"),
        ("### BEGIN SOLUTION\na, b = 1, 2\n### END SOLUTION", "`a, b = (1, 2)` assigns more than a plain name"),
        ("### BEGIN SOLUTION\nd['x'] = 1\n### END SOLUTION", "assigns more than a plain name"),
        ("def f():\n### BEGIN SOLUTION\n    return 1\n### END SOLUTION", "needs its markers indented"),
    ],
)
def test_a_region_that_cannot_be_cut_is_explained(source: str, said: str):
    with pytest.raises(FaultError, match=re.escape(said)):
        without_solution(source)


# --- one notebook ---

FUNCTION = next(each for each in bank.of_exercise("01") if isinstance(each, FunctionProblem))
QUIZ = next(each for each in bank.of_exercise("01") if isinstance(each, QuizProblem))
PROBLEMS = [QUIZ, FUNCTION]


def code(its_id: str, source: str, problem_id: str = "", **metadata: Any) -> dict[str, Any]:
    graded = {"nbgrader": answer_metadata(problem_id)} if problem_id else {}
    return {"id": its_id, "cell_type": "code", "source": source, "metadata": {**graded, **metadata}}


def markdown(its_id: str, source: str, *tags: str) -> dict[str, Any]:
    return {"id": its_id, "cell_type": "markdown", "source": source, "metadata": {"tags": list(tags)}}


QUIZ_CELL = code("quiz", '### BEGIN SOLUTION\nanswer = "d"  # a, b, c or d\n### END SOLUTION', QUIZ.id)
FUNCTION_CELL = code(
    "function",
    f"{FUNCTION.signature}\n    ### BEGIN SOLUTION\n    return 7\n    ### END SOLUTION",
    FUNCTION.id,
)
WHY = markdown("why", "Why it is so.", "solution")


def solved(*cells: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def faults(*cells: dict[str, Any], **metadata: Any) -> list[str]:
    return exercise_from(solved(*cells, **metadata), "01", PROBLEMS).faults


def test_commentary_is_dropped_and_answers_are_open():
    extra = code("more", "a = 1", tags=["solution"])
    exercise = exercise_from(solved(QUIZ_CELL, WHY, FUNCTION_CELL, extra), "01", PROBLEMS)

    assert exercise.faults == []
    assert [cell["id"] for cell in exercise.notebook["cells"]] == ["quiz", "function"]
    assert [cell["metadata"] for cell in exercise.notebook["cells"]] == [
        {"nbgrader": answer_metadata(QUIZ.id)},
        {"nbgrader": answer_metadata(FUNCTION.id)},
    ]
    assert exercise.notebook["cells"][1]["source"] == FUNCTION.starter.strip()


def test_the_notebook_knows_its_number_and_keeps_what_else_it_knew():
    told = exercise_from(solved(QUIZ_CELL, FUNCTION_CELL, ragedu={"minutes": 35}), "01", PROBLEMS)

    assert told.notebook["metadata"]["ragedu"] == {"exercise": "01", "minutes": 35}


def test_an_answer_carries_what_nbgrader_needs():
    assert answer_metadata("01-x") == {
        "schema_version": 3,
        "grade": False,
        "solution": True,
        "locked": False,
        "task": False,
        "grade_id": "01-x",
    }


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([QUIZ_CELL], f"{FUNCTION.id} has no cell; write one with this grade_id"),
        ([QUIZ_CELL, FUNCTION_CELL, {**QUIZ_CELL, "id": "again"}], f"cell again: {QUIZ.id} has another cell as well"),
        ([FUNCTION_CELL, QUIZ_CELL], "the answers stand in another order than the bank's"),
        (
            [QUIZ_CELL, FUNCTION_CELL, code("x", "### BEGIN SOLUTION\na = 1\n### END SOLUTION", "01-gone")],
            "cell x: answers '01-gone', which is no problem of this exercise",
        ),
        (
            [QUIZ_CELL, FUNCTION_CELL, code("x", "### BEGIN SOLUTION\na = 1\n### END SOLUTION")],
            "cell x: holds a solution and no grade_id; give it the metadata",
        ),
        ([QUIZ_CELL, FUNCTION_CELL, code("x", "### BEGIN SOLUTION\na = 1")], "cell x: a solution region is not closed"),
        (
            [QUIZ_CELL, FUNCTION_CELL, code("x", "###BEGIN SOLUTION\na = 1\n###END SOLUTION", "01-x")],
            "cell x: holds something like a marker",
        ),
        ([code("quiz", "answer = 1", QUIZ.id), FUNCTION_CELL], f"cell quiz: answers {QUIZ.id} and leaves nothing open"),
        (
            [code("quiz", "### BEGIN SOLUTION\npick = 1\n### END SOLUTION", QUIZ.id), FUNCTION_CELL],
            f"the cell of {QUIZ.id} must put the answer into the variable `answer`",
        ),
        (
            [QUIZ_CELL, {**FUNCTION_CELL, "source": FUNCTION_CELL["source"].replace("def ", "def my_")}],
            f"the cell of {FUNCTION.id} must define the bank's function: {FUNCTION.signature}",
        ),
        (
            [{**QUIZ_CELL, "metadata": {"nbgrader": {**answer_metadata(QUIZ.id), "points": 2}}}, FUNCTION_CELL],
            "cell quiz: the metadata must be",
        ),
    ],
)
def test_a_fault_in_the_source_is_named(cells: list[dict[str, Any]], said: str):
    assert any(said in fault for fault in faults(*cells)), faults(*cells)


def test_another_number_in_the_metadata_is_named():
    (fault,) = faults(QUIZ_CELL, FUNCTION_CELL, ragedu={"exercise": "02"})

    assert fault == "its metadata says that it is exercise '02', its name says '01'; make them agree"


# --- leaks ---

A_RIGHT_LINE = telling(line for body in FUNCTION.right for line in body.split("\n"))[0]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (markdown("x", f"Try `{A_RIGHT_LINE}`."), f"tells a line of a right solution of {FUNCTION.id}"),
        (code("x", f"    {A_RIGHT_LINE.replace(' ', '  ', 1)}"), f"tells a line of a right solution of {FUNCTION.id}"),
        (markdown("x", QUIZ.options[-1].why), f"tells an explanation of {QUIZ.id}"),
        (code("x", f'quiz("{QUIZ.id}", "d")'), f"answers {QUIZ.id} in the call of quiz"),
        (code("x", 'answer = "d"', QUIZ.id), "holds an answer; put it between the markers"),
    ],
)
def test_a_leak_is_named(cell: dict[str, Any], said: str):
    (leak,) = leaks(solved(cell), PROBLEMS)

    assert leak.startswith(f"cell x: {said}")


def test_a_line_that_was_cut_and_stands_elsewhere_too_is_a_leak():
    line = "return sorted(everything, key=len)[0]"
    body = f"{FUNCTION.signature}\n    ### BEGIN SOLUTION\n    {line}\n    ### END SOLUTION"

    (fault,) = faults(QUIZ_CELL, {**FUNCTION_CELL, "source": body}, markdown("x", f"Look: `{line}`"))
    assert fault == f"cell x: tells a line of the solution: {line}"


def test_trivial_lines_tell_nothing():
    assert telling(["    return 0.0", "if each in relevant:", "# a long comment that the learner may well read"]) == []


def test_a_fresh_problem_of_another_exercise_is_no_secret_here():
    other = QuizProblem(id="02-x", objective="", statement="", minutes=1, options=[Option("a", "Because of the sky.")])

    assert leaks(solved(markdown("x", "Because of the sky.")), PROBLEMS) == []
    assert leaks(solved(markdown("x", "Because of the sky.")), [other]) != []


# --- the folder ---

NAME = "01_does_it_find_it.ipynb"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the first solution and its exercise."""
    for folder in ("solutions", "exercises"):
        (tmp_path / folder).mkdir()
        shutil.copy(ROOT / folder / NAME, tmp_path / folder / NAME)
    return tmp_path


def test_writing_twice_changes_nothing_the_second_time(course: Path, capsys: pytest.CaptureFixture[str]):
    (course / "exercises" / NAME).unlink()

    assert main([], course) == 0
    assert capsys.readouterr().out == f"exercises/{NAME}: written from solutions/{NAME}\n"
    assert main([], course) == 0
    assert capsys.readouterr().out == ""
    assert complaints(course / "exercises" / NAME, course) == []


def test_an_exercise_edited_by_hand_is_sent_to_its_source(course: Path, capsys: pytest.CaptureFixture[str]):
    edited = course / "exercises" / NAME
    edited.write_text(edited.read_text(encoding="utf-8").replace("Rank 0", "Rank nil"), encoding="utf-8")
    before = edited.read_bytes()

    assert main(["--check"], course) == 1
    assert capsys.readouterr().out == (
        f"exercises/{NAME}: is not what solutions/{NAME} gives. It is generated: "
        f"put every change into solutions/{NAME}, then run python tools/exercises.py\n"
    )
    assert edited.read_bytes() == before


def test_a_copy_with_answers_is_never_written_over_unasked(course: Path, capsys: pytest.CaptureFixture[str]):
    answered = course / "exercises" / NAME
    answered.write_text(answered.read_text(encoding="utf-8").replace("answer = ...", "answer = 3"), encoding="utf-8")
    before = answered.read_bytes()

    assert main([], course) == 1
    assert capsys.readouterr().out.endswith(
        "which would be lost, so nothing is written. "
        "Copy the notebook away, or run: python tools/exercises.py --force\n"
    )
    assert answered.read_bytes() == before
    assert main(["--force"], course) == 0
    assert answered.read_bytes() != before


def test_a_missing_exercise_is_named(course: Path, capsys: pytest.CaptureFixture[str]):
    (course / "exercises" / NAME).unlink()

    assert main(["--check"], course) == 1
    assert "is missing; it is made from solutions/" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_an_exercise_without_a_solution_fails_and_stays(
    course: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    shutil.copy(course / "exercises" / NAME, course / "exercises" / "09_old.ipynb")

    assert main(arguments, course) == 1
    assert capsys.readouterr().out == (
        "exercises/09_old.ipynb: there is no solutions/09_old.ipynb to make it from; write that, or delete this\n"
    )
    assert (course / "exercises" / "09_old.ipynb").exists()


def test_a_solution_with_a_fault_is_named_with_its_file_and_nothing_is_written(
    course: Path, capsys: pytest.CaptureFixture[str]
):
    source, target = course / "solutions" / NAME, course / "exercises" / NAME
    source.write_text(source.read_text(encoding="utf-8").replace("### END SOLUTION", "", 1), encoding="utf-8")
    before = target.read_bytes()

    assert main([], course) == 1
    assert capsys.readouterr().out.startswith(f"solutions/{NAME}: cell ")
    assert target.read_bytes() == before


def test_a_solution_that_the_bank_does_not_know_is_named(course: Path):
    shutil.copy(course / "solutions" / NAME, course / "solutions" / "77_new.ipynb")

    (fault,) = make(course)[-1].faults
    assert fault.startswith("the bank knows no lesson 77")


def test_a_solution_that_is_no_notebook_is_named(course: Path, capsys: pytest.CaptureFixture[str]):
    (course / "solutions" / NAME).write_text("{", encoding="utf-8")

    assert main(["--check"], course) == 1
    assert capsys.readouterr().out.startswith(f"solutions/{NAME}: is not JSON")
