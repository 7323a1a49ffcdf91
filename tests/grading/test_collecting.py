import errno
import json
import os
import struct
import sys
import zipfile
from pathlib import Path

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
    tmp_path.mkdir(exist_ok=True)
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


@pytest.mark.parametrize("made", [folder_of, zip_of])
def test_folders_around_the_whole_class_tell_nobodys_name(tmp_path, made):
    flat = made(tmp_path / "1", "class/hw 1/ada.ipynb", "class/hw 1/bob.ipynb", "class/hw 1/cyd.zip", "left.zip")
    deep = made(tmp_path / "2", "class/ada/hw.ipynb", "class/bob/hw.ipynb", "class/bob/data.zip", "class/cyd/hw.zip")
    moodles = made(
        tmp_path / "3", "class/Ada L_1_assignsubmission_file_/1.ipynb", "class/Bo_2_assignsubmission_file_/1.ipynb"
    )
    one = made(tmp_path / "4", "Ada L_1_assignsubmission_file_/1.ipynb", "Ada L_1_assignsubmission_file_/2.ipynb")

    assert [each for each, _ in students(flat)] == ["ada", "bob", "cyd", "left"]
    assert [each for each, _ in students(deep)] == ["ada", "bob", "cyd"]
    assert [each for each, _ in students(moodles)] == ["Ada L", "Bo"]
    assert [each for each, _ in students(one)] == ["Ada L", "Ada L"]


@pytest.mark.parametrize("made", [folder_of, zip_of])
@pytest.mark.parametrize(
    ("places", "without"),
    {
        "a folder for each": (["ada/1.ipynb", "bob/work.py", "cyd/deep/er/2.ipynb"], ["bob"]),
        "one around all": (["class/ada/1.ipynb", "class/bob/a/b/c.py", "class/cyd/2.ipynb"], ["class/bob"]),
        "Moodle's": (
            ["Ada L_1_assignsubmission_file_/1.ipynb", "Bo_2_assignsubmission_file_/1.py"],
            ["Bo_2_assignsubmission_file_"],
        ),
        "Moodle's, of two kinds": (
            [
                *("Ada_1_assignsubmission_file/1.ipynb", "Ada_1_assignsubmission_onlinetext/t.html"),
                *("Ada_2_assignsubmission_file/a.py", "Ada_2_assignsubmission_onlinetext/t.html"),
            ],
            ["Ada_2_assignsubmission_file"],
        ),
        "data of that name": (["ada/1.ipynb", "bob/2.ipynb", "cyd/class.json"], ["cyd"]),
        "flat, with data beside": (["ada.ipynb", "bob.ipynb", "data/shop.csv"], []),
        "results inside": (["ada/1.ipynb", "bob/2.ipynb", "results/class.json", "results/class.csv"], []),
        "hidden": (["ada/1.ipynb", "bob/2.ipynb", ".git/config", "__MACOSX/a"], []),
        "something that may hide one": (["ada/1.ipynb", "bob/work.zip"], ["bob/work.zip"]),
    }.values(),
)
def test_a_learners_folder_that_holds_no_notebook_is_listed(tmp_path, made, places, without):
    assert [each.place for each in collected(made(tmp_path, *places)) if each.trouble] == without


def test_an_empty_folder_of_a_learner_is_listed(tmp_path):
    folder = folder_of(tmp_path, "ada/1.ipynb", "bob/2.ipynb")
    (folder / "cyd" / "empty").mkdir(parents=True)
    with zipfile.ZipFile(zip_of(tmp_path, "ada/1.ipynb", "bob/2.ipynb"), "a") as archive:
        archive.mkdir("cyd") if hasattr(archive, "mkdir") else archive.writestr("cyd/", b"")

    with zipfile.ZipFile(zip_of(tmp_path / "2", "ada/1.ipynb", "bob/2.ipynb"), "a") as archive:
        for name in ("cyd\\", "Qx"):  # as old programs name a folder, and what will have no name
            archive.writestr(name, b"")
    old = tmp_path / "2" / "class.zip"
    old.write_bytes(old.read_bytes().replace(b"Qx", b"\0x"))

    for each in (folder, tmp_path / "class.zip", old):
        found = {each.student: each.trouble for each in collected(each)}
        assert found == {
            "ada": "",
            "bob": "",
            "cyd": "holds no notebook. Ask its learner for one, or remove the folder.",
        }


def test_the_one_learner_of_an_nbgrader_course_is_named_by_the_folder(tmp_path):
    folder = folder_of(tmp_path, "submitted/ada/hw1/01.ipynb", "submitted/ada/hw2/02.ipynb")

    assert [each for each, _ in students(folder)] == ["ada", "ada"]


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
        ("Иван Петров_12345_assignsubmission_file_01.ipynb", "Иван Петров"),
        ("Ada_P_1234567_assignsubmission_file_my work (2).ipynb", "Ada_P"),
        ("plain.ipynb", "plain"),
        ("plain.IPYNB", "plain"),
        ("/ada/01.ipynb", "ada"),
        ("//ada/01.ipynb", "ada"),
        ("../ada/01.ipynb", "ada"),
        ("./ada.ipynb", "ada"),
        ("C:\\ada\\01.ipynb", "ada"),
        ("__ada/01.ipynb", "__ada"),
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


# Names that are equal, or are shown as equal: each is a notebook of its own.
ALIKE = {
    "equal": ["dana.ipynb", "dana.ipynb", "dana.ipynb"],
    "a mark that nobody sees": ["dana.ipynb", "dana\u200f.ipynb"],
    "another slash": ["a/b.ipynb", "a\\b.ipynb"],
    "somewhere else": ["a/b.ipynb", "../a/b.ipynb", "/a/b.ipynb", "C:/a/b.ipynb", "a//b.ipynb"],
    "very long": ["x" * 301 + "1.ipynb", "x" * 301 + "2.ipynb"],
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", ALIKE.values(), ids=ALIKE)
def test_members_of_one_name_are_notebooks_of_their_own(tmp_path, names):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, each in enumerate(names):
            archive.writestr(each, str(number))

    found = collected(path)

    assert len({each.place for each in found}) == len(names)
    assert sorted(int(each.content()) for each in found) == list(range(len(names)))


@pytest.mark.skipif(sys.platform != "linux", reason="names of bytes that are no text")
def test_files_whose_names_are_shown_as_equal_or_are_no_text_are_notebooks_of_their_own(tmp_path):
    names = [b"bad\xfe.ipynb", b"bad\xff.ipynb", b"dana.ipynb", "dana\u200f.ipynb".encode(), b"two\nlines.IPYNB"]
    for each in names:
        (tmp_path / os.fsdecode(each)).write_bytes(each)

    found = collected(tmp_path)

    assert [each.place for each in found] == [
        *("bad\\xfe.ipynb", "bad\\xff.ipynb", "dana.ipynb", "dana.ipynb (2)", "two lines.IPYNB"),
    ]
    assert sorted(each.content() for each in found) == sorted(names)


HIDING = {
    "archives": (
        ["ada.ipynb", "bob/work.zip", "cyd.tar.gz"],
        ["bob/work.zip is an archive", "cyd.tar.gz is an archive"],
    ),
    "an archive beside its learner's notebook": (["ada/01.ipynb", "ada/data.zip"], []),
    "other names": (
        ["ada.ipynb", "bob/hw.ipynb.txt", "cyd.IPYNB (1)", "dee.ipynb.json"],
        ["bob/hw.ipynb.txt is not named as a notebook", r"cyd.IPYNB \(1\) is not", "dee.ipynb.json is not named"],
    ),
    "another name beside its learner's notebook": (["ada/01.ipynb", "ada/01.ipynb.bak"], []),
    "what no learner made": (["ada.ipynb", ".git/x.zip", "__MACOSX/x.zip", "__pycache__/x.zip", "notes.txt"], []),
}


@pytest.mark.parametrize("made", [folder_of, zip_of])
@pytest.mark.parametrize(("places", "told"), HIDING.values(), ids=HIDING)
def test_what_may_hide_a_notebook_is_listed_with_a_reason(tmp_path, made, places, told):
    found = [each for each in collected(made(tmp_path, *places)) if each.trouble]

    assert len(found) == len(told)
    for each, expected in zip(found, told, strict=True):
        with pytest.raises(UngradableError, match=expected):
            each.content()


def test_where_all_is_in_archives_the_first_is_named(tmp_path):
    with pytest.raises(UngradableError, match=r"holds no notebook.* work\.zip is an archive.* Unpack it"):
        collected(zip_of(tmp_path, "work.zip"))


def test_a_link_to_a_folder_is_listed(tmp_path):
    folder = folder_of(tmp_path, "ada.ipynb")
    (folder / "bob").symlink_to(tmp_path, target_is_directory=True)

    assert students(folder) == [("ada", "ada.ipynb"), ("bob", "bob")]
    with pytest.raises(UngradableError, match="bob is a link to a folder, which is not followed"):
        collected(folder)[1].content()


@pytest.fixture
def closed(monkeypatch):
    """Folders that can't be read, whoever runs the tests: the set holds their names."""
    names, scandir = set(), os.scandir

    def scan(path):
        if Path(path).name in names:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
    return names


def test_a_folder_that_can_not_be_read_is_listed_even_where_its_learner_has_a_notebook(tmp_path, closed):
    closed |= {"closed", "bob"}
    folder = folder_of(tmp_path, "ada/01.ipynb", "ada/closed/02.ipynb", "bob/01.ipynb", ".closed/x.ipynb")

    assert students(folder) == [("ada", "ada/01.ipynb"), ("ada", "ada/closed"), ("bob", "bob")]
    with pytest.raises(UngradableError, match=r"bob can't be read: Permission denied\. Check who may read it"):
        collected(folder)[2].content()


def test_a_class_whose_folder_can_not_be_read_is_told(tmp_path, closed):
    closed.add("class")

    with pytest.raises(UngradableError, match=r"class can't be read: Permission denied\."):
        collected(folder_of(tmp_path, "ada.ipynb"))


def test_a_zip_is_opened_once(tmp_path, monkeypatch):
    path = zip_of(tmp_path, *(f"{number}.ipynb" for number in range(20)))
    opened, really = [], zipfile.ZipFile
    monkeypatch.setattr(zipfile, "ZipFile", lambda *given: opened.append(given) or really(*given))

    assert {each.content() for each in collected(path)} == {NOTEBOOK}
    assert len(opened) == 1


def test_a_member_that_swells_is_read_no_further_than_a_notebook_may_be_long(tmp_path):
    path = zip_of(tmp_path, "bomb.ipynb", content=b" " * (LARGEST + 10))
    assert path.stat().st_size < LARGEST / 100

    with pytest.raises(UngradableError, match="larger than 50 MB"):
        collected(path)[0].content()


def damaged(content, start, length):
    return content[:start] + bytes(each ^ 0xFF for each in content[start : start + length]) + content[start + length :]


def with_field(content, entry, value):
    """The zip with another number in this field of its last entry in the list of members."""
    place = content.rfind(b"PK\x01\x02") + entry
    return content[:place] + struct.pack("<H", value) + content[place + 2 :]


METHODS = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
@pytest.mark.parametrize("begin", [0, 4, 12, 40])
def test_a_damaged_member_costs_itself_alone(tmp_path, method, begin):
    path = zip_of(tmp_path, "a.ipynb")
    with zipfile.ZipFile(path, "a", method) as archive:
        archive.writestr("b.ipynb", NOTEBOOK)
        start = archive.getinfo("b.ipynb").header_offset + 30 + len("b.ipynb")
    path.write_bytes(damaged(path.read_bytes(), start + begin, 30))

    first, second = collected(path)
    assert first.content() == NOTEBOOK
    with pytest.raises(UngradableError, match=r"b\.ipynb can't be read from the zip: .+\. Ask for it once more\."):
        second.content()


@pytest.mark.parametrize(("field", "value"), [(8, 1), (10, 97), (42, 9999)], ids=["locked", "unknown method", "astray"])
def test_a_member_that_can_not_be_unpacked_costs_itself_alone(tmp_path, field, value):
    path = zip_of(tmp_path, "a.ipynb", "b.ipynb")
    path.write_bytes(with_field(path.read_bytes(), field, value))

    first, second = collected(path)
    assert first.content() == NOTEBOOK
    with pytest.raises(UngradableError, match=r"b\.ipynb can't be read from the zip"):
        second.content()


def test_a_zip_that_python_can_not_read_is_told(tmp_path):
    path = zip_of(tmp_path, "a.ipynb", "ж.ipynb")
    whole = path.read_bytes()

    for content in (with_field(whole, 6, 99), whole.replace("ж".encode(), b"\xff\xff")):
        path.write_bytes(content)
        with pytest.raises(UngradableError, match=r"can't be read as a zip: .+ or unpack it and grade the folder\."):
            collected(path)


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
