"""What instructors upload, unpacked and run as the system would."""

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile

import pytest
import yaml

from ragedu import __version__
from tests.grading.notebooks import FULL, HIT_RATE, solved

RAGEDU = [sys.executable, "-m", "ragedu.cli"]


def ragedu(*arguments, folder):
    return subprocess.run([*RAGEDU, *arguments], capture_output=True, text=True, cwd=folder, timeout=60)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A Gradescope machine: the zip unpacked into source, run_autograder beside it."""
    home = tmp_path_factory.mktemp("autograder")
    done = ragedu("autograder", "gradescope", "--exercise", "1", folder=home)
    assert done.stdout == "autograder.zip grades exercise 01.\n", done.stderr
    with zipfile.ZipFile(home / "autograder.zip") as archive:
        archive.extractall(home / "source")
        (home / "run_autograder").write_bytes(archive.read("run_autograder"))
        modes = {each.filename: each.external_attr >> 16 for each in archive.infolist()}
    assert all(modes[each] & stat.S_IXUSR for each in ("setup.sh", "run_autograder"))
    (home / "submission").mkdir()
    return home


def run(home, python=sys.executable):
    shutil.rmtree(home / "results", ignore_errors=True)
    environment = {"AUTOGRADER": str(home), "PYTHON": str(python), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["bash", home / "run_autograder"], env=environment, capture_output=True, text=True, timeout=60
    )
    return done, json.loads((home / "results" / "results.json").read_text("utf-8"))


def submit(home, content):
    for each in (home / "submission").iterdir():
        each.unlink()
    if content is not None:
        (home / "submission" / "anything.ipynb").write_text(content, encoding="utf-8")


def test_gradescopes_autograder_grades(home):
    submit(home, json.dumps(solved({HIT_RATE.id: HIT_RATE.code("return 1.0")})))

    done, results = run(home)

    assert (done.returncode, results["score"]) == (0, FULL - HIT_RATE.points)
    assert str(home / "source") not in sys.path


@pytest.mark.parametrize("content", [None, "{", json.dumps({"cells": []})])
def test_gradescope_gets_results_for_what_can_not_be_graded(home, content):
    submit(home, content)

    done, results = run(home)

    assert done.returncode == 0
    assert results["tests"][0]["output"].startswith("Not graded, so this is no grade: ")


@pytest.mark.parametrize(
    "content", ["exit 127", "kill -9 $$", "echo no JSON; exit 0"], ids=["none", "killed", "another"]
)
def test_gradescope_gets_results_where_python_does_not_come_to_its_end(home, tmp_path, content):
    submit(home, json.dumps(solved()))
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{content}\n")
    python.chmod(0o755)

    for each in (python, tmp_path / "nowhere"):
        done, results = run(home, each)

        assert "score" not in results
        assert [(test["score"], test["max_score"]) for test in results["tests"]] == [(0, 0)]
        assert "the grader did not come to its end" in results["tests"][0]["output"]
    assert done.returncode == 127


def test_gradescope_gets_the_results_of_this_submission(home):
    submit(home, json.dumps(solved()))
    run(home)

    assert [each.name for each in (home / "results").iterdir()] == ["results.json"]


def test_the_scripts_are_sound_shell(home):
    for each in ("setup.sh", "run_autograder"):
        assert subprocess.run(["bash", "-n", home / "source" / each]).returncode == 0


def test_the_zip_is_the_same_each_time_and_holds_no_more_than_is_needed(home, tmp_path):
    ragedu("autograder", "gradescope", "--exercise", "01", folder=tmp_path)

    assert (tmp_path / "autograder.zip").read_bytes() == (home / "autograder.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        tops = {each.partition("/")[0] for each in archive.namelist()}
        assert tops == {"setup.sh", "run_autograder", "ragedu"}
        assert not [each for each in archive.namelist() if each.endswith((".pyc", ".ipynb"))]


def test_the_workflow_grades_the_exercises_notebook(tmp_path):
    done = ragedu("autograder", "github", folder=tmp_path)

    workflow = yaml.safe_load((tmp_path / ".github" / "workflows" / "grade.yml").read_text("utf-8"))
    steps = workflow["jobs"]["grade"]["steps"]
    assert done.returncode == 0
    assert workflow["permissions"] == {"contents": "read"}
    command = "ragedu grade 01_does_it_find_it.ipynb --exercise 01 --format github --json result.json"
    assert command in [each.get("run") for each in steps]


def test_the_workflow_installs_what_its_repository_carries(tmp_path):
    """A package index may hold something else under our name."""
    done = ragedu("autograder", "github", folder=tmp_path)

    workflow = yaml.safe_load((tmp_path / ".github" / "workflows" / "grade.yml").read_text("utf-8"))
    wheel = f".github/ragedu-{__version__}-py3-none-any.whl"
    installing = [each["run"] for each in workflow["jobs"]["grade"]["steps"] if "pip" in each.get("run", "")]
    assert installing == [f'python -m pip install "./{wheel}"']
    assert f"It installs {wheel}, so put that file into the repository too" in done.stdout


def test_what_is_there_is_never_written_over(tmp_path):
    (tmp_path / "autograder.zip").write_text("mine")

    done = ragedu("autograder", "gradescope", folder=tmp_path)

    assert (done.returncode, "autograder.zip is there already" in done.stderr) == (2, True)
    assert (tmp_path / "autograder.zip").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["moodle"], "There is an autograder for gradescope, github, nbgrader, not for moodle."),
        (["github", "--exercise", "99"], "There is no exercise 99. Those there are: 01"),
    ],
)
def test_what_there_is_none_for_is_told(tmp_path, arguments, told):
    done = ragedu("autograder", *arguments, folder=tmp_path)

    assert (done.returncode, told in done.stderr) == (2, True)
