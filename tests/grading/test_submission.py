import json
import os

import pytest

from ragedu.grading.submission import (
    LARGEST,
    MOST_CELLS,
    Cell,
    UngradableError,
    answer_cells,
    defines,
    exercise_of,
    libraries_of,
    read_submission,
    submission_of,
)
from tests.grading.notebooks import HIT_RATE, QUIZ, code, notebook, right_answer, solved, written


def refused(path):
    with pytest.raises(UngradableError) as caught:
        exercise_of(read_submission(path))
    # Messages name the path as it was given, so that thirty notebooks of one name can be told apart.
    return str(caught.value).replace(f"{path.parent}/", "")


# --- files ---


def test_a_missing_file_is_named(tmp_path):
    assert refused(tmp_path / "nowhere.ipynb").startswith("There is no file nowhere.ipynb.")


def test_a_folder_is_no_notebook(tmp_path):
    assert "is a folder. Name one notebook in it" in refused(tmp_path)


def test_an_empty_file_is_called_empty(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(" \n")

    assert refused(path).startswith("a.ipynb is empty. `ragedu start FOLDER` gives you a fresh copy")


def test_a_file_that_is_no_json_is_told_the_line(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text('{"cells": [\n<<<<<<< HEAD\n]}')

    assert refused(path).startswith("a.ipynb is not a notebook: its line 2 is no JSON. Open it in JupyterLab")


def test_a_file_that_is_no_text_is_no_notebook(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")

    assert "no UTF-8 text" in refused(path)


def test_what_python_cannot_read_as_json_is_refused_too(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text("[" * 100_000)

    assert refused(path).startswith("a.ipynb is JSON but no notebook")


def test_a_number_longer_than_python_reads_is_no_fault(tmp_path):
    content = solved()
    content["cells"][0]["outputs"] = [{"data": {"application/json": 0}}]
    path = written(tmp_path, content)
    path.write_text(path.read_text().replace('"application/json": 0', f'"application/json": {"7" * 5_000}'))

    assert len(read_submission(path).cells) == len(content["cells"])


def test_empty_lines_however_many_are_looked_through_at_once():
    content = notebook([code("\n" * 300_000 + "import numpy\n\timport  pandas")])

    assert libraries_of(submission_of(content, "a")) == ["numpy", "pandas"]


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "a.ipynb"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)

    assert "larger than 50 MB. Clear its outputs" in refused(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.ipynb")

    assert "is not a file" in refused(tmp_path / "pipe.ipynb")


def test_a_byte_order_mark_is_no_fault(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(solved()).encode())

    assert exercise_of(read_submission(path)) == "01"


# --- the form of a notebook ---

ODD_CELLS = [
    1,
    None,
    [],
    {},
    {"cell_type": 1},
    {"cell_type": "code", "source": 5},
    {"cell_type": "code", "source": [1]},
]


@pytest.mark.parametrize("cell", ODD_CELLS)
def test_a_cell_that_is_none_is_named_by_its_place(tmp_path, cell):
    assert "entry 2 of its cells is no cell" in refused(written(tmp_path, notebook([code("x = 1"), cell])))


@pytest.mark.parametrize("content", [1, "text", [], None, {}, {"cells": None}, {"cells": {}}, {"cells": "cells"}])
def test_json_that_is_no_notebook_is_refused(tmp_path, content):
    assert "is JSON but not a notebook" in refused(written(tmp_path, content, "a.ipynb"))


def test_a_notebook_without_cells_is_refused(tmp_path):
    assert "has no cells" in refused(written(tmp_path, notebook([])))


def test_an_old_notebook_is_told_to_be_saved_anew(tmp_path):
    old = {"nbformat": 3, "worksheets": [{"cells": []}]}

    assert "old notebook format 3; 4 is needed. Open it in JupyterLab, save it" in refused(written(tmp_path, old))


@pytest.mark.parametrize("odd", [1, None, [], "x", {"nbgrader": 1}, {"nbgrader": {"grade_id": []}}, {"ragedu": []}])
def test_odd_metadata_are_as_good_as_none(odd):
    cell = {"cell_type": "code", "metadata": odd, "source": [right_answer(HIT_RATE)]}
    submission = submission_of({"cells": [cell], "metadata": odd}, "a.ipynb")

    assert exercise_of(submission) == "01"
    assert [each.number for each in answer_cells(submission, HIT_RATE.id, HIT_RATE.name)] == [1]


# --- which exercise it is ---


def test_the_ids_say_it_where_the_metadata_do_not():
    cells = [code("answer = 'd'", QUIZ.id)]

    assert exercise_of(submission_of(notebook(cells, exercise=""), "a.ipynb")) == "01"


def test_a_notebook_of_another_course_is_refused(tmp_path):
    other = notebook([code("x = 1", "cell-f2a"), code("def solve(): pass")], exercise="")

    said = refused(written(tmp_path, other, "homework.ipynb"))

    assert said.startswith("homework.ipynb is not an exercise of this course: no cell carries the id of a problem")
    assert "--exercise 01 names the exercise from outside" in said


def test_an_exercise_from_the_future_is_refused(tmp_path):
    assert "belongs to exercise 99, which this version of ragedu doesn't have" in refused(
        written(tmp_path, notebook([code("x = 1")], exercise="99"))
    )


def test_a_notebook_that_says_which_but_holds_no_answer_is_refused(tmp_path):
    assert "holds no answer cell of exercise 01" in refused(written(tmp_path, notebook([code("x = 1")])))


def test_asking_for_another_exercise_than_the_notebook_holds_is_refused(monkeypatch):
    monkeypatch.setattr("ragedu.learn.bank.lessons", lambda: ("01", "02"))
    monkeypatch.setattr("ragedu.learn.bank.of_exercise", {"01": [QUIZ], "02": [HIT_RATE]}.get)
    submission = submission_of(solved(), "a.ipynb")

    with pytest.raises(UngradableError, match=r"a\.ipynb holds the answers of exercise 01, not of 02"):
        exercise_of(submission, "02")
    with pytest.raises(UngradableError, match=r"There is no exercise 77\. Those there are: 01, 02"):
        exercise_of(submission, "77")
    assert exercise_of(submission, "1") == "01"


def test_the_metadata_may_write_the_number_short(tmp_path):
    content = solved()
    content["metadata"]["ragedu"] = {"exercise": "1"}

    assert exercise_of(submission_of(content, "a.ipynb")) == "01"


def test_a_lesson_in_place_of_its_exercise_is_told_apart(tmp_path):
    lesson = notebook([code('predict("01-predict-rank")'), code('quiz("01-quiz-absent")')], exercise="")

    assert refused(written(tmp_path, lesson, "01.ipynb")) == (
        "01.ipynb looks like a lesson, which has no points. Grade its exercises, in the folder exercises."
    )


def test_an_exercise_without_questions_has_no_exercise_notebook():
    with pytest.raises(UngradableError, match=r"^There is no exercise 00\. Those there are: 01"):
        exercise_of(submission_of(solved(), "a.ipynb"), "00")


def test_cells_that_lost_their_ids_are_found_by_what_they_check():
    cells = [code('answer = "d"\ncheck("01-quiz-rank-zero")'), code("x = 1")]
    submission = submission_of(notebook(cells, exercise=""), "a.ipynb")

    assert exercise_of(submission) == "01"
    assert [cell.number for cell in answer_cells(submission, "01-quiz-rank-zero")] == [1]


def test_a_cell_with_an_id_answers_no_other_problem_by_what_it_checks():
    cells = [code('answer = 1\ncheck("01-quiz-rank-zero")', "01-judge-k")]

    assert answer_cells(submission_of(notebook(cells), "a.ipynb"), "01-quiz-rank-zero") == []


def test_a_notebook_of_more_cells_than_anybody_writes_is_refused(tmp_path):
    many = notebook([code("x = 1")] * (MOST_CELLS + 1))

    said = refused(written(tmp_path, many, "a.ipynb"))

    assert said.startswith("a.ipynb has 20,001 cells, and no more than 20,000 are graded.")


@pytest.mark.parametrize(
    "source",
    [
        "hit_rate_at_k = lambda retrieved, relevant, k: 1.0",
        "hit_rate_at_k: object = lambda *_: 1.0",
        "class hit_rate_at_k:\n    pass",
        "async def hit_rate_at_k(): pass",
        "\ufeffdef hit_rate_at_k(): pass",
        "x = 1\ndef  hit_rate_at_k (): pass",
    ],
)
def test_a_function_may_be_defined_in_any_form(source):
    assert defines(Cell(1, source), "hit_rate_at_k")


@pytest.mark.parametrize("source", ["hit_rate_at_k(1)", "def my_hit_rate_at_k(): pass", "x = 'def hit_rate_at_k():'"])
def test_naming_a_function_does_not_define_it(source):
    assert not defines(Cell(1, source), "hit_rate_at_k")
