"""The journal: a line for each attempt, in a file beside the learner's notebooks; nothing in it says who it was.

Several kernels write at once, and any of them may be killed. So each attempt is one line, added by a single write to
a file opened for appending; a line that was torn all the same costs itself alone.
"""

import contextlib
import errno
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, the browser
    fcntl = None  # type: ignore[assignment]

FILE_NAME = "progress.jsonl"
VARIABLE = "RAGEDU_PROGRESS"
"""The environment variable that names another file, or says `off`."""

COURSE = ("notebooks", "exercises")
LONGEST_LINE = 2_000
"""Bytes of a line; a longer one was not written here."""

SECONDS_FOR_THE_LOCK = 0.5


@dataclass(frozen=True, slots=True)
class Entry:
    """One attempt, as the journal keeps it.

    time           in UTC, to the second
    problem        the problem's id
    outcome        "correct", "incorrect", "error" or "timeout"
    sure           how sure the learner was of a prediction; empty for other problems
    misconception  the name of the known one that the answer showed; empty when it showed none
    """

    time: str
    problem: str
    outcome: str
    sure: str = ""
    misconception: str = ""


@dataclass(frozen=True, slots=True)
class Journal:
    """What a journal's file holds: its entries in order, and how many lines could not be read."""

    entries: tuple[Entry, ...] = ()
    torn: int = 0


# --- where it is ---


def place(folder: Path | None = None) -> Path | None:
    """The file of the journal; None where none is kept.

    It lies in the folder of the course, the one that holds `notebooks` or `exercises`; for a notebook that lies
    elsewhere, beside it. A console outside of a course leaves no file behind.
    """
    if is_off():
        return None
    if named := os.environ.get(VARIABLE, "").strip():
        return Path(named).expanduser()
    try:
        here = (folder or Path.cwd()).resolve()
    except OSError:  # the folder is gone
        return None
    for each in (here, *here.parents):
        if any((each / part).is_dir() and any((each / part).glob("0[0-9]_*.ipynb")) for part in COURSE):
            return each / FILE_NAME
    return here / FILE_NAME if folder or "ipykernel" in sys.modules else None


def place_of(named: Path) -> Path | None:
    """The journal that a path names: a file, or a folder, whose own journal goes before that of a course around it.

    ValueError where there is no such path.
    """
    if not named.is_dir():
        if not named.exists():
            raise ValueError(f"{named}: there is no such file or folder. Name the course's folder, or a journal.")
        return named
    return named / FILE_NAME if (named / FILE_NAME).is_file() else place(named)


def is_off() -> bool:
    """Whether the learner wants no journal."""
    return os.environ.get(VARIABLE, "").strip().casefold() == "off"


# --- writing ---


class Keeper:
    """Keeps the attempts of one session; where that can't be done, it says so once and harms nothing."""

    def __init__(self) -> None:
        self._said = False

    @cached_property
    def file(self) -> Path | None:
        """Where, found once: a notebook may go to another folder later on."""
        return place()

    def entries(self) -> Sequence[Entry]:
        """What was kept so far; nothing where it can't be read, which `progress` tells."""
        try:
            return read(self.file).entries if self.file else ()
        except OSError:
            return ()

    def keep(self, entry: Entry) -> str:
        """Add an attempt; what the learner must be told about it, mostly nothing."""
        if self.file is None:
            return ""
        try:
            append(self.file, entry)
        except OSError as error:
            said, self._said = self._said, True
            why = error.strerror or "it can't be opened"
            return "" if said else f"Your progress can't be kept in {self.file}: {why}. Everything else works."
        return ""


def append(file: Path, entry: Entry) -> None:
    """Add an attempt at the end of the file; OSError when it can't be written whole."""
    line = json.dumps({name: each for name, each in asdict(entry).items() if each}) + "\n"
    descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    try:
        with _locked(descriptor):
            # After a line that was torn, this one begins anew.
            content = (b"" if _ends_well(descriptor) else b"\n") + line.encode("ascii")
            if os.write(descriptor, content) != len(content):
                raise OSError(errno.ENOSPC, "the disk is full")
    finally:
        os.close(descriptor)


def _ends_well(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    if size == 0:
        return True
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"


@contextlib.contextmanager
def _locked(descriptor: int) -> Iterator[None]:
    """Nobody else who asks may write meanwhile. Where locks are not to be had in time, the single write must do."""
    ends = time.monotonic() + SECONDS_FOR_THE_LOCK
    held = False
    while fcntl and not held and time.monotonic() < ends:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = True
        except BlockingIOError:
            time.sleep(0.002)
        except OSError:  # a file system without locks
            break
    try:
        yield
    finally:
        if held:
            fcntl.flock(descriptor, fcntl.LOCK_UN)


def now() -> str:
    """The time, as an entry has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# --- reading ---


def read(file: Path) -> Journal:
    """The entries of a journal, a stranger's too; lines that are none are counted and left out."""
    entries, torn = [], 0
    for line in _lines(file):
        entry = _entry_in(line)
        if entry:
            entries.append(entry)
        elif line.strip():
            torn += 1
    return Journal(tuple(entries), torn)


def _lines(file: Path) -> Iterator[bytes]:
    """Line by line, and never more of one than it may have: the file may be anything."""
    with file.open("rb") as opened:
        begun = b""
        while part := opened.readline(LONGEST_LINE):
            if part.endswith(b"\n") or len(part) < LONGEST_LINE:
                yield begun or part
                begun = b""
            else:
                begun = b"(too long)"
        if begun:
            yield begun


def _entry_in(line: bytes) -> Entry | None:
    try:
        said = json.loads(line)
        known = {name: said[name] for name in ("time", "problem", "outcome")}
        more = {name: said.get(name, "") for name in ("sure", "misconception")}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    fields = {**known, **more}
    return Entry(**fields) if all(isinstance(each, str) for each in fields.values()) else None
