import os
import stat
import threading
from pathlib import Path

import pytest

from ragedu.files import written


def write(path: Path, text: str) -> None:
    with written(path) as file:
        file.write(text)


def test_a_file_is_there_only_when_it_is_complete(tmp_path):
    target = tmp_path / "a.json"
    target.write_text("old")

    with written(target) as file:
        file.write("new")
        file.flush()
        assert target.read_text() == "old"

    assert target.read_text() == "new"
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_when_writing_fails_nothing_changes(tmp_path):
    target = tmp_path / "a.json"
    target.write_text("old")

    def fails_half_way() -> None:
        with written(target) as file:
            file.write("half")
            raise KeyError

    with pytest.raises(KeyError):
        fails_half_way()

    assert target.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)

    write(link, "new")

    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    arrived: list[str] = []
    reader = threading.Thread(target=lambda: arrived.append(pipe.read_text()))
    reader.start()

    write(pipe, "through")

    reader.join(timeout=10)
    assert arrived == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
