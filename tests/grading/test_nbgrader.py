"""nbgrader on our exercises: it hands them out, validates them, grades them, and awards the points that we award."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragedu.grading import Grader
from ragedu.grading.submission import submission_of
from ragedu.learn import bank
from tests.grading.notebooks import FULL, HIT_RATE, PROBLEMS

HERE = Path(__file__).resolve().parent.parent.parent
NOTEBOOK = "01_does_it_find_it.ipynb"


def write_source(folder):
    command = [sys.executable, "-m", "ragedu.cli", "autograder", "nbgrader", "--exercise", "01"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return folder / "source" / "exercise_01" / NOTEBOOK


def grade_cells(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    metadata = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
    return {each["grade_id"]: each["points"] for each in metadata if each["grade"]}


def test_the_source_awards_the_points_of_the_bank(tmp_path):
    expected = {f"{each.id}-points": each.points for each in bank.of_exercise("01")}

    assert grade_cells(write_source(tmp_path)) == expected


def test_our_grader_takes_the_sources_cells_for_what_they_are(tmp_path):
    with Grader() as grader:
        graded = grader.grade(submission_of(json.loads(write_source(tmp_path).read_text("utf-8")), "a"))

    assert (graded.score, list(graded.broken)) == (FULL, [])


# --- with nbgrader itself: `make slow` ---


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = tmp_path_factory.mktemp("course")
    write_source(course)
    nbgrader(course, "generate_assignment", "exercise_01", "--create")
    return course


def nbgrader(course, *arguments):
    command = [sys.executable, "-m", "nbgrader", *arguments]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # it calls alembic by name
    home = {"HOME": str(course), "JUPYTER_CONFIG_DIR": str(course / "config"), "PATH": path}
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, timeout=300, env={**os.environ, **home})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def released(course):
    return json.loads((course / "release" / "exercise_01" / NOTEBOOK).read_text("utf-8"))


def answered(course, answers):
    """The released notebook with these answers in the learner's cells."""
    content = released(course)
    for cell in content["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in answers:
            cell["source"] = answers[grade_id]
    return content


def solved_sources():
    cells = json.loads((HERE / "solutions" / NOTEBOOK).read_text("utf-8"))["cells"]
    with_ids = {cell["metadata"].get("nbgrader", {}).get("grade_id"): "".join(cell["source"]) for cell in cells}
    return {each.id: with_ids[each.id] for each in PROBLEMS}


@pytest.mark.slow
def test_what_is_handed_out_holds_no_solution(course):
    text = json.dumps(released(course))

    assert "SOLUTION" not in text
    assert "YOUR CODE HERE" in text
    assert HIT_RATE.right[0] not in text


@pytest.mark.slow
def test_a_solved_notebook_is_valid_and_an_open_one_is_not(course):
    for name, answers, told in (("solved", solved_sources(), "Success!"), ("open", {}, "failed")):
        path = course / f"{name}.ipynb"
        path.write_text(json.dumps(answered(course, answers)), encoding="utf-8")
        assert told in nbgrader(course, "validate", str(path))


@pytest.mark.slow
def test_points_agree_with_ours(course):
    wrong = {HIT_RATE.id: HIT_RATE.code("return 1.0")}
    first = PROBLEMS[0].id
    learners = {
        "ada": solved_sources(),
        "bob": {**solved_sources(), **wrong},
        "cyd": {},
        "dan": {key: value for key, value in solved_sources().items() if key == first},
    }
    ours = {}
    with Grader() as grader:
        for name, answers in learners.items():
            content = answered(course, answers)
            path = course / "submitted" / name / "exercise_01" / NOTEBOOK
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(content), encoding="utf-8")
            ours[name] = float(grader.grade(submission_of(content, name)).score)

    nbgrader(course, "autograde", "exercise_01", "--create")
    nbgrader(course, "export")

    with (course / "grades.csv").open(encoding="utf-8") as file:
        theirs = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert theirs == ours
    assert ours["ada"] == FULL
