"""The journal: a line an attempt, from several kernels at once, whatever ends them."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ragedu.learn import bank, journal, session
from ragedu.learn.attempts import Attempts
from ragedu.learn.journal import FILE_NAME, Entry, Journal, Keeper, append, place, read
from ragedu.learn.session import predict, progress, quiz, solution, sure_and_wrong

ENTRY = Entry("2030-01-01T10:00:00Z", "01-predict-rank", "incorrect", "certain", "said 1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.fixture
def kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session of its own, whose attempts are kept in this file."""
    monkeypatch.setenv("RAGEDU_PROGRESS", str(file))
    monkeypatch.setattr(session, "attempts", Attempts())
    monkeypatch.setattr(session, "keeper", Keeper())
    return file


# --- writing and reading ---


def test_what_is_written_is_read(file: Path):
    other = Entry("2030-01-01T10:00:01Z", "01-recall-at-k", "correct")
    append(file, ENTRY)
    append(file, other)

    assert read(file) == Journal((ENTRY, other), torn=0)


def test_an_entry_is_one_line_and_says_no_more_than_it_must(file: Path):
    append(file, Entry("2030-01-01T10:00:01Z", "01-recall-at-k", "correct"))

    assert file.read_text() == ('{"time": "2030-01-01T10:00:01Z", "problem": "01-recall-at-k", "outcome": "correct"}\n')


def test_after_a_torn_line_the_next_begins_anew(file: Path):
    append(file, ENTRY)
    with file.open("a") as opened:
        opened.write('{"time": "2030-01-01T1')
    append(file, ENTRY)

    assert read(file) == Journal((ENTRY, ENTRY), torn=1)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00",
        b"{}",
        b"[1]",
        b'"text"',
        b"null",
        b'{"time": 1, "problem": "p", "outcome": "correct"}',
        b'{"time": "t", "problem": "p", "outcome": "correct", "sure": []}',
        b"[" * 1500,
        b"9" * 1900,
        b"x" * 1_000_000,
        b'{"time": "t", "problem": "' + b"p" * 5000 + b'", "outcome": "correct"}',
    ],
    ids=lambda line: str(line[:20]),
)
def test_a_line_that_is_no_entry_is_counted_and_left_out(file: Path, line: bytes):
    append(file, ENTRY)
    with file.open("ab") as opened:
        opened.write(line + b"\n\r\n\n")
    append(file, ENTRY)

    assert read(file) == Journal((ENTRY, ENTRY), torn=1)
    file.write_bytes(line)
    assert read(file) == Journal((), torn=1)


def test_a_file_of_zeros_is_read_in_pieces(file: Path):
    with file.open("wb") as opened:
        opened.truncate(50_000_000)
    started = time.monotonic()

    assert read(file) == Journal((), torn=1)
    assert time.monotonic() - started < 10


# --- several at once, and killed ---

# It takes half a second at least, so that there is a middle to be killed in.
WRITER = """
import sys, time
from pathlib import Path
from ragedu.learn.journal import Entry, append
for number in range(1000):
    append(Path(sys.argv[1]), Entry(f"{number:04}", sys.argv[2], "correct", "", "x" * (number % 300)))
    print(number, flush=True)
    time.sleep(0.0005)
"""


def writers(file: Path) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen([sys.executable, "-c", WRITER, str(file), name], stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]


def numbers_of(kept: Journal, name: str) -> list[int]:
    return [int(each.time) for each in kept.entries if each.problem == name]


def test_two_at_once_lose_nothing(file: Path):
    for each in writers(file):
        each.communicate()
        assert each.returncode == 0

    kept = read(file)
    assert kept.torn == 0
    assert [numbers_of(kept, name) for name in ("one", "two")] == [list(range(1000))] * 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("seed", range(3))
def test_killed_in_the_middle_at_most_the_line_being_written_is_lost(file: Path, seed: int):
    pair = writers(file)
    draw = random.Random(seed)
    for each in pair:
        assert each.stdout
        for _ in range(draw.randint(1, 300)):
            each.stdout.readline()
    for each in pair:
        each.send_signal(signal.SIGKILL)
    said = [each.communicate()[0].split() for each in pair]

    kept = read(file)
    assert [each.returncode for each in pair] == [-signal.SIGKILL] * 2
    assert kept.torn <= 2  # one a process
    for name, numbers in zip(("one", "two"), said, strict=True):
        found = numbers_of(kept, name)
        assert found == list(range(len(found)))
        assert len(found) > max(map(int, numbers), default=0)  # whatever was said to be written is there
    append(file, ENTRY)
    assert read(file).entries[-1] == ENTRY


def test_whoever_holds_the_lock_for_long_holds_nobody_up(file: Path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(journal, "SECONDS_FOR_THE_LOCK", 0.05)
    append(file, ENTRY)
    with file.open("a") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        append(file, ENTRY)

    assert len(read(file).entries) == 2


def test_where_no_locks_are_to_be_had_the_single_write_must_do(file: Path, monkeypatch):
    monkeypatch.setattr(journal, "fcntl", None)
    append(file, ENTRY)

    assert read(file).entries == (ENTRY,)


# --- where it is ---


@pytest.fixture
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAGEDU_PROGRESS")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for part in ("notebooks", "exercises"):
        (tmp_path / "course" / part).mkdir(parents=True)
        (tmp_path / "course" / part / "01_does_it_find_it.ipynb").touch()
    return tmp_path / "course"


@pytest.mark.parametrize("here", ["", "notebooks", "exercises", "notebooks/mine"])
def test_in_a_course_it_lies_in_the_courses_folder(course: Path, here: str, nothing_named):
    (course / here).mkdir(exist_ok=True)

    assert place(course / here) == course / FILE_NAME


def test_a_notebook_elsewhere_has_it_beside_itself(tmp_path: Path, nothing_named, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ipykernel", sys)

    assert place() == tmp_path / FILE_NAME


def test_a_console_outside_of_a_course_leaves_nothing_behind(tmp_path: Path, nothing_named, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)

    assert place() is None


def test_a_variable_names_it_or_says_off(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("RAGEDU_PROGRESS", str(tmp_path / "mine.jsonl"))
    assert place() == tmp_path / "mine.jsonl"

    monkeypatch.setenv("RAGEDU_PROGRESS", "Off")
    assert place() is None


# --- in a session ---


def test_each_attempt_is_a_line_and_what_was_none_is_not(kept: Path):
    quiz("01-quiz-reading")
    quiz("01-quiz-reading", "nothing")
    predict("01-predict-rank", 1)
    predict("01-predict-rank", 1, sure="certain")
    quiz("01-quiz-reading", "a")
    quiz("01-quiz-reading", "c")

    assert [(each.problem, each.outcome, each.sure, each.misconception) for each in read(kept).entries] == [
        ("01-predict-rank", "incorrect", "certain", "said 1"),
        ("01-quiz-reading", "incorrect", "", "option a"),
        ("01-quiz-reading", "correct", "", ""),
    ]


def test_nothing_personal_is_in_it(kept: Path):
    quiz("01-quiz-reading", "a")

    assert set(json.loads(kept.read_text())) == {"time", "problem", "outcome", "misconception"}
    assert set(Entry.__dataclass_fields__) == {"time", "problem", "outcome", "sure", "misconception"}


def test_where_it_can_not_be_written_that_is_said_once_and_the_check_goes_on(kept: Path):
    kept.mkdir()
    said = [str(quiz("01-quiz-reading", "c")) for _ in range(3)]

    assert said[0].endswith(f"\nYour progress can't be kept in {kept}: Is a directory. Everything else works.")
    assert said[1] == said[2] == said[0].rpartition("\n")[0]
    assert all(each.startswith("Correct.") for each in said)


def test_a_folder_closed_to_the_learner_breaks_no_check(kept: Path, monkeypatch):
    def refuse(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(journal.os, "open", refuse)

    assert str(quiz("01-quiz-reading", "c")).endswith("Read-only file system. Everything else works.")


def test_a_disk_that_takes_half_a_line_is_told_and_the_next_line_is_whole(kept: Path, monkeypatch):
    write = os.write
    with monkeypatch.context() as patch:
        patch.setattr(journal.os, "write", lambda descriptor, content: write(descriptor, content[:20]))
        said = str(quiz("01-quiz-reading", "c"))
    quiz("01-quiz-reading", "c")

    assert said.endswith(f"Your progress can't be kept in {kept}: the disk is full. Everything else works.")
    assert (len(read(kept).entries), read(kept).torn) == (1, 1)


def test_progress_is_read_from_the_journal_of_all_sessions(kept: Path, monkeypatch):
    quiz("01-quiz-reading", "c")
    monkeypatch.setattr(session, "attempts", Attempts())
    monkeypatch.setattr(session, "keeper", Keeper())

    assert "01      1 of 16" in str(progress())


def test_progress_that_is_switched_off_says_so(monkeypatch):
    monkeypatch.setattr(session, "keeper", Keeper())

    assert str(progress()) == "Nothing is kept here, as RAGEDU_PROGRESS is set to off."


def new_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "attempts", Attempts())
    monkeypatch.setattr(session, "keeper", Keeper())


def test_a_new_kernel_knows_the_tries_of_the_last(kept: Path, monkeypatch):
    for picked in "ab":
        quiz("01-quiz-reading", picked)
    new_kernel(monkeypatch)
    assert "one more try" in str(solution("01-quiz-reading"))

    quiz("01-quiz-reading", "d")
    assert str(solution("01-quiz-reading")).startswith("Right: ")
    assert len(read(kept).entries) == 3


def test_a_new_kernel_knows_what_was_solved_and_where_one_was_sure_and_wrong(kept: Path, monkeypatch):
    quiz("01-quiz-reading", "c")
    predict("01-predict-rank", 1, sure="certain")
    new_kernel(monkeypatch)

    assert str(solution("01-quiz-reading")).startswith("Right: ")
    assert "01-predict-rank" in str(sure_and_wrong())


def test_a_journal_that_can_not_be_read_is_no_hindrance(kept: Path):
    kept.mkdir()

    assert "3 more tries" in str(solution("01-quiz-reading"))


def test_progress_where_none_is_kept_says_so(monkeypatch):
    monkeypatch.delenv("RAGEDU_PROGRESS")
    monkeypatch.setattr(journal, "place", lambda: None)
    monkeypatch.setattr(session, "keeper", Keeper())

    assert str(progress()) == "No progress is kept here: this is no folder of the course, and no notebook."


def test_progress_that_can_not_be_read_is_a_sentence(kept: Path):
    kept.mkdir()

    assert str(progress()) == f"{kept} can't be read: Is a directory."


def test_a_session_stays_with_its_journal_when_the_notebook_goes_elsewhere(course: Path, monkeypatch, nothing_named):
    monkeypatch.chdir(course / "notebooks")
    keeper = Keeper()
    keeper.keep(ENTRY)
    monkeypatch.chdir(course.parent)
    keeper.keep(ENTRY)

    assert len(read(course / FILE_NAME).entries) == 2


def test_every_problem_has_an_id_that_fits_into_a_line():
    entry: dict[str, Any] = {"time": "2030-01-01T10:00:00Z", "outcome": "not_attempted", "sure": "guessing"}
    longest = max(len(json.dumps({**entry, "problem": each, "misconception": "x" * 200})) for each in bank.ids())

    assert longest < journal.LONGEST_LINE / 2
