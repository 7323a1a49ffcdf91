import os
import sys
from pathlib import Path

import pytest

from ragedu.grading import folders
from ragedu.grading.folders import Workplace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and descriptors of folders are of POSIX")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return Workplace()


@pytest.fixture
def victim(tmp_path):
    folder = tmp_path / "victim"
    (folder / "inside").mkdir(parents=True)
    (folder / "inside").chmod(0o711)
    (folder / "precious.txt").write_text("keep me")
    return folder


def unharmed(victim):
    return (
        sorted(each.name for each in victim.iterdir()) == ["inside", "precious.txt"]
        and (victim / "inside").stat().st_mode & 0o777 == 0o711
    )


def left(place):
    return list(place.path.parent.iterdir())


def test_what_stands_in_the_folder_goes_with_it(place):
    scratch = place.scratch()
    (scratch / "deep" / "er").mkdir(parents=True)
    (scratch / "deep" / "er" / "notes.txt").write_text("x")
    (scratch / "deep" / "er").chmod(0)
    (scratch / "deep").chmod(0)

    place.remove()

    assert left(place) == []


def test_a_link_inside_is_removed_and_not_followed(place, victim):
    (place.scratch() / "link").symlink_to(victim)

    place.remove()

    assert left(place) == []
    assert unharmed(victim)


@pytest.mark.parametrize("emptied_first", [True, False])
def test_a_link_in_place_of_the_folder_is_removed_and_not_followed(place, victim, emptied_first):
    place.path.rmdir()
    place.path.symlink_to(victim)

    assert not place.stands()
    if emptied_first:
        place.empty()
    place.remove()

    assert left(place) == []
    assert unharmed(victim)


def test_a_file_in_place_of_the_folder_is_removed(place):
    place.path.rmdir()
    place.path.write_text("mine")

    place.remove()

    assert left(place) == []


def test_another_folder_in_its_place_is_told_apart_and_removed_too(place):
    place.path.rmdir()
    (place.path / "inside").mkdir(parents=True)

    assert not place.stands()
    place.remove()

    assert left(place) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells where a folder went")
def test_a_folder_that_was_moved_away_is_removed_where_it_is(place, tmp_path):
    (place.scratch() / "notes.txt").write_text("x")
    place.path.rename(tmp_path / "moved")

    place.remove()

    assert not (tmp_path / "moved").exists()


def test_folders_deeper_than_any_path_may_be_long_are_removed(place):
    here = os.open(place.scratch(), os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("ddddd", dir_fd=here)
        below = os.open("ddddd", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)

    place.remove()

    assert left(place) == []


def test_what_can_not_be_removed_stays_without_a_word(place, monkeypatch):
    (place.scratch() / "stuck").mkdir()

    def refuse(*_args, **_kwargs):
        raise PermissionError("no")

    with monkeypatch.context() as patched:
        patched.setattr("os.rmdir", refuse)
        place.remove()

    assert len(left(place)) == 1


def test_a_folder_that_fills_as_fast_as_it_is_emptied_is_left_after_a_while(place, monkeypatch):
    (place.scratch() / "never empty").mkdir()
    monkeypatch.setattr(folders, "PATIENCE", -1.0)

    place.remove()

    assert left(place) == [place.path]


def test_no_descriptor_stays_open(place):
    before = len(list(Path("/dev/fd").iterdir()))
    (place.scratch() / "a" / "b").mkdir(parents=True)

    place.remove()

    assert len(list(Path("/dev/fd").iterdir())) == before - 2
