import json
import re
from pathlib import Path

import pytest

from ragedu import course
from ragedu.course import CourseError, course_folder, folder_named, start


def files_below(folder):
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def test_a_new_folder_gets_lessons_and_exercises(tmp_path):
    copied = start(tmp_path / "my course")

    names = set(files_below(tmp_path / "my course"))
    assert {str(each) for each in copied.new} == names
    assert {"notebooks/00_start_here.ipynb", "exercises/01_does_it_find_it.ipynb"} <= names
    assert not any("solution" in name or ".ipynb_checkpoints" in name for name in names)


def test_a_learners_work_is_never_written_over(tmp_path):
    start(tmp_path)
    mine = tmp_path / "exercises" / "01_does_it_find_it.ipynb"
    mine.write_text("my answers")
    (tmp_path / "exercises" / "notes.txt").write_text("my notes")
    before = files_below(tmp_path)

    copied = start(tmp_path)

    assert files_below(tmp_path) == before
    assert copied.kept == [Path("exercises/01_does_it_find_it.ipynb")]
    assert not copied.new


def test_a_lost_file_comes_back(tmp_path):
    start(tmp_path)
    (tmp_path / "notebooks" / "00_start_here.ipynb").unlink()

    assert start(tmp_path).new == [Path("notebooks/00_start_here.ipynb")]


def test_a_folder_where_a_file_should_be_is_left_alone(tmp_path):
    (tmp_path / "notebooks" / "00_start_here.ipynb").mkdir(parents=True)

    assert Path("notebooks/00_start_here.ipynb") in start(tmp_path).kept


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    path = tmp_path / "course"
    path.write_text("mine")

    with pytest.raises(CourseError, match=r"is a file\. Name a folder"):
        start(path)
    assert path.read_text() == "mine"


def test_an_installed_course_is_found_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "ragedu"
    lesson = package / "course" / "notebooks" / "00_start_here.ipynb"
    lesson.parent.mkdir(parents=True)
    lesson.write_text(json.dumps({}))
    monkeypatch.setattr(course, "__file__", str(package / "course.py"))

    assert course_folder() == package / "course"
    assert start(tmp_path / "mine").new == [Path("notebooks/00_start_here.ipynb")]


def test_an_installation_without_lessons_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(course, "__file__", str(tmp_path / "ragedu" / "course.py"))

    with pytest.raises(CourseError, match="The lessons are missing from this installation"):
        course_folder()


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("", "The folder's name is empty."),
        ("  ", "is empty."),
        ("-x", "-x looks like an option."),
        ("--x", "write ./--x"),
    ],
)
def test_a_folder_s_name_that_is_a_slip_is_told(named: str, told: str):
    with pytest.raises(CourseError, match=re.escape(told)):
        folder_named(named)


@pytest.mark.parametrize("named", [".", "course", "./-x", "my course"])
def test_any_other_name_is_taken(named: str):
    assert folder_named(named) == Path(named)


@pytest.mark.parametrize("part", ["notebooks", "exercises"])
def test_a_file_where_a_folder_of_the_course_belongs_is_told(tmp_path, part: str):
    (tmp_path / part).write_text("")

    with pytest.raises(CourseError, match=re.escape(f"{tmp_path / part} is a file, and the course needs a folder")):
        start(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [part]


def test_a_course_that_can_not_be_written_is_told(tmp_path):
    (tmp_path / "mine").write_text("")

    with pytest.raises(CourseError, match=r"can't be written: .+ Name another folder"):
        start(tmp_path / "mine" / "course")
