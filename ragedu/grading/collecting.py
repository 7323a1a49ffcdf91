"""Where a class's notebooks are: a folder, or a zip as Moodle and Canvas make them. Nothing is ever unpacked to disk.

Names inside a zip are only ever shown and never used as a path; what a member holds is read up to a limit, whatever its
header says. No learner is lost in silence: each notebook has a place of its own, and what may hide one is listed.
"""

import os
import re
import threading
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path, PurePath
from typing import NamedTuple

from ragedu.grading.results import one_line
from ragedu.grading.submission import LARGEST, UngradableError, too_large

MOST_MEMBERS = 100_000
"""Entries that a zip may have."""

_DEEPEST = 6
"""No learner's folder lies so deep; a name in a zip may tell of thousands, one in another."""

_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_.*", flags=re.DOTALL)
_CANVAS = re.compile(r"([^_]+)(?:_LATE)?_\d+_\d+_.+", flags=re.DOTALL)

_PASSED_OVER = ("__MACOSX", "__pycache__")
"""Folders that no learner made; beside these, whatever is hidden: .ipynb_checkpoints, .git and the like."""

_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".rar", ".7z")
_ARCHIVE = "is an archive, which is not looked into. Unpack it where it is, and grade again."
_MISNAMED = "is not named as a notebook. Give it a name that ends in .ipynb, and grade again."
_LINK = "is a link to a folder, which is not followed. Put the folder itself in its place, and grade again."
_NOTHING = "holds no notebook. Ask its learner for one, or remove the folder."

STATE, GRADEBOOK = "class.json", "class.csv"
"""Files that a folder of results has, and no learner's has both."""


class _Zip:
    """A zip that stays open, since to open one is to read its whole list."""

    def __init__(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path)
        self.lock = threading.Lock()

    def start_of(self, member: zipfile.ZipInfo) -> bytes:
        """What a member holds, up to one byte more than a notebook may have."""
        with self.lock, self.zip.open(member) as file:
            return file.read(LARGEST + 1)


class _Member(NamedTuple):
    """One of a zip, known by its entry: several may have one name."""

    archive: _Zip
    entry: zipfile.ZipInfo


class _Seen(NamedTuple):
    """A notebook, or what may hide one, and then why that can't be told; or any folder."""

    parts: tuple[str, ...]
    source: Path | _Member
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One notebook of a class.

    place    its path in the folder or the zip as it may be shown, unlike any other's; it names its results too
    student  whose it is, as far as the names tell
    trouble  why there is nothing to grade, where that is known beforehand
    """

    place: str
    student: str
    source: Path | _Member
    trouble: str = ""

    def content(self) -> bytes:
        """What is in it; UngradableError when it can't be read."""
        if self.trouble:
            raise UngradableError(f"{self.place} {self.trouble}")
        content = self._member(self.source) if isinstance(self.source, _Member) else self._file(self.source)
        if len(content) > LARGEST:
            raise UngradableError(too_large(self.place))
        return content

    def _file(self, path: Path) -> bytes:
        try:
            if not path.is_file():
                raise UngradableError(f"{self.place} is not a file. Remove it from the folder.")
            with path.open("rb") as file:
                return file.read(LARGEST + 1)
        except OSError as error:
            raise UngradableError(f"{self.place} can't be read: {_why(error)}. Check who may read it.") from None

    def _member(self, member: _Member) -> bytes:
        try:
            return member.archive.start_of(member.entry)
        except Exception as error:
            # Every way to compress has errors of its own, and zipfile hands them on as they are.
            raise UngradableError(
                f"{self.place} can't be read from the zip: {_why(error)}. Ask for it once more."
            ) from None


def collected(path: Path) -> list[Found]:
    """All notebooks of a class, sorted by place, what may hide one, and learners' folders that hold none.

    An archive, a link or a misnamed notebook is left out where its learner has a notebook beside it.

    Errors  UngradableError when there is no notebook at all
    """
    everything = sorted(_in_zip(path) if path.is_file() else _in_folder(path), key=lambda each: each.parts)
    seen = [each for each in everything if each.trouble != _NOTHING]
    # nbgrader's folders are a learner's each, also where there is but one.
    around = 0 if _submitted(path).is_dir() else _folders_around(seen)
    folders = {each.parts: each for each in everything if each.trouble == _NOTHING}
    found = _named(sorted([*seen, *_without_notebook(folders, seen, around)], key=lambda each: each.parts), around)
    learners = {each.student for each in found if not each.trouble}
    if not learners:
        told = f" {found[0].place} {found[0].trouble}" if found else ""
        raise UngradableError(
            f"{one_line(str(path), 200)} holds no notebook, at any depth. Name the folder or zip with your learners' "
            f"files, which end in .ipynb.{told}"
        )
    maybe_only_beside = (_ARCHIVE, _LINK, _MISNAMED)
    counting = (each for each in found if each.trouble not in maybe_only_beside or each.student not in learners)
    return sorted(counting, key=lambda each: each.place)


def is_class(path: Path) -> bool:
    """Whether a path names many notebooks rather than one."""
    return path.is_dir() or (path.suffix.lower() == ".zip" and path.is_file())


def _in_folder(folder: Path) -> Iterator[_Seen]:
    # An nbgrader course holds the teacher's own notebooks as well.
    top = _submitted(folder) if _submitted(folder).is_dir() else folder
    closed: list[OSError] = []
    for place, folders, files in os.walk(top, onerror=closed.append):
        folders[:] = [each for each in folders if not _is_passed_over(each)]
        here = Path(place)
        if not {STATE, GRADEBOOK} <= {*files}:
            yield _Seen(here.relative_to(top).parts, here, _NOTHING)
        told = {name: _trouble_of(name) for name in files}
        told |= {name: _LINK for name in folders if (here / name).is_symlink()}
        told |= {name: "" for name in folders if _is_notebook(name)}
        for name, trouble in told.items():
            if trouble is not None and not _is_passed_over(name):
                yield _Seen((*here.relative_to(top).parts, name), here / name, trouble)
    for error in closed:
        yield _closed(error, top)


def _submitted(folder: Path) -> Path:
    """Where nbgrader keeps what learners handed in."""
    return folder / "submitted"


def _closed(error: OSError, top: Path) -> _Seen:
    """A folder that can't be read, which may hold anybody's notebook; the class's own is an error."""
    told = f"can't be read: {_why(error)}. Check who may read it, and grade again."
    path = Path(error.filename)
    if path == top:
        raise UngradableError(f"{one_line(str(top), 200)} {told}")
    return _Seen(path.relative_to(top).parts, path, told)


def _in_zip(path: Path) -> Iterator[_Seen]:
    archive = _opened(path)
    members = archive.zip.infolist()
    if len(members) > MOST_MEMBERS:
        raise UngradableError(f"{one_line(str(path), 200)} has {len(members):,} entries. Grade it in parts.")
    listed = [(_parts(each.filename), each) for each in members]
    states, gradebooks = ({parts[:-1] for parts, _ in listed if parts[-1:] == (name,)} for name in (STATE, GRADEBOOK))
    for parts, each in listed:
        if any(map(_is_passed_over, parts)):
            continue
        trouble = _trouble_of(each.filename)
        if trouble is not None:
            yield _Seen(parts, _Member(archive, each), trouble)
        is_folder = each.filename.replace("\\", "/").endswith("/")
        folders = {parts[:depth] for depth in range(1, min(len(parts) + is_folder, _DEEPEST))}
        yield from (_Seen(folder, _Member(archive, each), _NOTHING) for folder in folders - (states & gradebooks))


def _opened(path: Path) -> _Zip:
    try:
        return _Zip(path)
    except Exception as error:  # of many kinds, as of a member
        raise UngradableError(
            f"{one_line(str(path), 200)} can't be read as a zip: {_why(error)}. Download it once more, or "
            "unpack it and grade the folder."
        ) from None


def _parts(name: str) -> tuple[str, ...]:
    """The folders and the file that a member's name tells of, wherever it would climb or begin."""
    parts = re.sub("^[A-Za-z]:", "", name.replace("\\", "/")).split("/")
    return tuple(each for each in parts if each not in ("", ".", ".."))


def _is_passed_over(name: str) -> bool:
    return name.startswith(".") or name in _PASSED_OVER


def _is_notebook(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def _trouble_of(name: str) -> str | None:
    """Why a file of this name can't be graded; "" for a notebook, None for what none of the learners' work is in."""
    if _is_notebook(name):
        return ""
    if name.lower().endswith(_ARCHIVES):
        return _ARCHIVE
    return _MISNAMED if ".ipynb" in PurePath(name).name.lower() else None


def _without_notebook(folders: Mapping[tuple[str, ...], _Seen], seen: Sequence[_Seen], around: int) -> Iterator[_Seen]:
    """The folders of learners in which nothing was seen, where each learner has a folder."""
    if any(len(each.parts) <= around + 1 for each in seen if not each.trouble):
        return
    # Moodle makes a folder for a learner's files and another for what was typed into a field.
    learners = {_up_to_the_kind(each.parts[: around + 1]) for each in seen}
    wrapper = {each.parts[:around] for each in seen if not each.trouble}
    for parts, folder in folders.items():
        learner = _up_to_the_kind(parts)
        if len(parts) == around + 1 and parts[:around] in wrapper and learner not in learners:
            learners.add(learner)
            yield folder


def _up_to_the_kind(parts: tuple[str, ...]) -> tuple[str, ...]:
    return (*parts[:-1], parts[-1].partition("_assignsubmission_")[0]) if parts else ()


def _named(seen: Sequence[_Seen], around: int) -> list[Found]:
    """Each under a place of its own: names may be equal in a zip, or as far as they can be shown."""
    taken: set[str] = set()
    repeats: Counter[str] = Counter()
    found = []
    for each in seen:
        name = place = one_line("/".join(each.parts), 300)
        while place in taken:
            repeats[name] += 1
            place = f"{name} ({repeats[name] + 1})"
        taken.add(place)
        found.append(Found(place, _student(each.parts[around:] or each.parts), each.source, each.trouble))
    return found


def _folders_around(seen: Sequence[_Seen]) -> int:
    """How many folders lie around all notebooks, as when a folder was zipped: they tell nobody's name."""
    folders = [each.parts[:-1] for each in seen if not each.trouble]
    same = takewhile(lambda names: len(set(names)) == 1 and not _MOODLE.fullmatch(names[0]), zip(*folders))  # noqa: B905
    return len(list(same)) if len(folders) > 1 else 0


def _student(parts: Sequence[str]) -> str:
    """The student's name: a folder's, or at the start of a file's name; the file's own where nothing else tells."""
    name, patterns = (parts[0], [_MOODLE]) if len(parts) > 1 else (PurePath(parts[0]).stem, [_MOODLE, _CANVAS])
    matched = next(filter(None, (each.fullmatch(name) for each in patterns)), None)
    return one_line(matched.group(1) if matched else name, 200)


def _why(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return one_line(told.removesuffix(".") or type(error).__name__, 200)
