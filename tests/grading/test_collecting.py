import json
import zipfile

import pytest

from ragedu.grading import UngradableError
from ragedu.grading.collecting import Found, collected, is_class
from ragedu.grading.submission import LARGEST, notebook_in
from tests.grading.notebooks import solved

NOTEBOOK = json.dumps(solved()).encode()


def folder_of(tmp_path, *places):
    for each in places:
        path = tmp_path / "class" / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(NOTEBOOK)
    return tmp_path / "class"


def zip_of(tmp_path, *places, content=NOTEBOOK):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in places:
            archive.writestr(each, content)
    return path


def students(path):
    return [(each.student, each.place) for each in collected(path)]


def test_flat_folders_are_named_by_file(tmp_path):
    assert students(folder_of(tmp_path, "zoë.ipynb", "ada.ipynb")) == [("ada", "ada.ipynb"), ("zoë", "zoë.ipynb")]


def test_nbgraders_folders_are_named_by_student_and_the_teachers_own_left_out(tmp_path):
    folder = folder_of(tmp_path, "submitted/ada/rag/01.ipynb", "source/rag/01.ipynb", "submitted/bob/rag/01.ipynb")

    expected = [("ada", "ada/rag/01.ipynb"), ("bob", "bob/rag/01.ipynb")]
    assert students(folder) == expected
    assert students(folder / "submitted") == expected


def test_checkpoints_and_what_macs_add_are_passed_over(tmp_path):
    folder = folder_of(tmp_path, "a.ipynb", ".ipynb_checkpoints/a-checkpoint.ipynb", "__MACOSX/._a.ipynb", "._a.ipynb")

    assert students(folder) == [("a", "a.ipynb")]


@pytest.mark.parametrize(
    ("member", "student"),
    [
        ("Ada Lovelace_1234567_assignsubmission_file_/01.ipynb", "Ada Lovelace"),
        ("Ада_П_1234567_assignsubmission_file/01.ipynb", "Ада_П"),
        ("lovelaceada_12345_678901_01_does_it_find_it.ipynb", "lovelaceada"),
        ("lovelaceada_LATE_12345_678901_01_does_it_find_it-2.ipynb", "lovelaceada"),
        ("plain.ipynb", "plain"),
    ],
)
def test_moodles_and_canvas_zips_tell_whose_it_is(tmp_path, member, student):
    (found,) = collected(zip_of(tmp_path, member))

    assert found.student == student
    assert notebook_in(found.content(), found.place).exercise == "01"


def test_a_member_that_would_climb_out_of_its_folder_only_has_an_odd_name(tmp_path):
    path = zip_of(tmp_path, "../../evil.ipynb", "/etc/evil.ipynb", "..\\..\\evil2.ipynb")

    assert all(found.content() == NOTEBOOK for found in collected(path))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["class.zip"]


def test_a_member_that_swells_is_read_no_further_than_a_notebook_may_be_long(tmp_path):
    path = zip_of(tmp_path, "bomb.ipynb", content=b" " * (LARGEST + 10))
    assert path.stat().st_size < LARGEST / 100

    with pytest.raises(UngradableError, match="larger than 50 MB"):
        collected(path)[0].content()


def test_a_damaged_member_costs_itself_alone(tmp_path):
    path = zip_of(tmp_path, "a.ipynb", "b.ipynb")
    content = bytearray(path.read_bytes())
    content[60:80] = bytes(20)
    path.write_bytes(content)

    first, second = collected(path)
    with pytest.raises(UngradableError, match=r"a\.ipynb can't be read from the zip"):
        first.content()
    assert second.content() == NOTEBOOK


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no zip at all"])
def test_what_is_no_zip_is_told(tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)

    with pytest.raises(UngradableError, match="can't be read as a zip"):
        collected(tmp_path / "a.zip")


def test_a_folder_without_notebooks_is_told(tmp_path):
    (tmp_path / "notes.txt").write_text("x")

    with pytest.raises(UngradableError, match="holds no notebook, at any depth"):
        collected(tmp_path)


def test_a_link_that_leads_nowhere_is_told(tmp_path):
    (tmp_path / "a.ipynb").symlink_to(tmp_path / "gone")

    with pytest.raises(UngradableError, match="is not a file"):
        Found("a.ipynb", "a", tmp_path / "a.ipynb").content()


def test_many_notebooks_are_a_folder_or_a_zip(tmp_path):
    assert is_class(tmp_path)
    assert is_class(zip_of(tmp_path, "a.ipynb"))
    assert not is_class(tmp_path / "a.ipynb")
    assert not is_class(tmp_path / "no.zip")
