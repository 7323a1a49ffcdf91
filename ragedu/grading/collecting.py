"""Where a class's notebooks are: a folder, or a zip as Moodle and Canvas make them. Nothing is ever unpacked to disk.

Names inside a zip are only ever shown and never used as a path; what a member holds is read up to a limit, whatever its
header says.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ragedu.grading.results import printable
from ragedu.grading.submission import LARGEST, UngradableError, too_large

MOST_MEMBERS = 100_000
"""Entries that a zip may have."""

_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_\w+")
_CANVAS = re.compile(r"([^_]+)(?:_LATE)?_\d+_\d+_.+")


@dataclass(frozen=True, slots=True)
class Found:
    """One notebook of a class.

    place    its path in the folder or the zip, which names its results too
    student  whose it is, as far as the names tell
    """

    place: str
    student: str
    source: Path
    member: str = ""

    def content(self) -> bytes:
        """What is in it; UngradableError when it can't be read."""
        try:
            return self._member() if self.member else self._file()
        except OSError as error:
            raise UngradableError(f"{self.place} can't be read: {error.strerror or error}.") from None

    def _file(self) -> bytes:
        if not self.source.is_file():
            raise UngradableError(f"{self.place} is not a file. Remove it from the folder.")
        with self.source.open("rb") as file:
            return self._within_limits(file.read(LARGEST + 1))

    def _member(self) -> bytes:
        try:
            with zipfile.ZipFile(self.source) as archive, archive.open(self.member) as file:
                return self._within_limits(file.read(LARGEST + 1))
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
            raise UngradableError(
                f"{self.place} can't be read from the zip: {printable(str(error), 200)}. Ask for it once more."
            ) from None

    def _within_limits(self, content: bytes) -> bytes:
        if len(content) > LARGEST:
            raise UngradableError(too_large(self.place))
        return content


def collected(path: Path) -> list[Found]:
    """All notebooks of a class, sorted by place; UngradableError when there are none."""
    found = list(_in_zip(path) if path.is_file() else _in_folder(path))
    if not found:
        raise UngradableError(
            f"{printable(str(path), 200)} holds no notebook, at any depth. Name the folder or zip with your learners' "
            "files, which end in .ipynb."
        )
    return sorted(found, key=lambda each: each.place)


def is_class(path: Path) -> bool:
    """Whether a path names many notebooks rather than one."""
    return path.is_dir() or (path.suffix.lower() == ".zip" and path.is_file())


def _in_folder(folder: Path) -> Iterator[Found]:
    inside = folder / "submitted"
    top = inside if inside.is_dir() else folder  # an nbgrader course holds the teacher's own notebooks as well
    for path in top.rglob("*.ipynb"):
        place = path.relative_to(top)
        if not _is_passed_over(place.parts):
            yield Found(place.as_posix(), _student(place.parts), path)


def _in_zip(path: Path) -> Iterator[Found]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, EOFError) as error:
        raise UngradableError(
            f"{printable(str(path), 200)} can't be read as a zip: {printable(str(error), 200)}. Download it once more."
        ) from None
    if len(members) > MOST_MEMBERS:
        raise UngradableError(f"{printable(str(path), 200)} has {len(members):,} entries. Grade it in parts.")
    for each in members:
        parts = PurePosixPath(each.filename.replace("\\", "/")).parts
        if each.filename.lower().endswith(".ipynb") and not _is_passed_over(parts):
            yield Found(printable("/".join(parts), 300), _student(parts), path, each.filename)


def _is_passed_over(parts: tuple[str, ...]) -> bool:
    # .ipynb_checkpoints, __MACOSX and the like
    return any(each.startswith((".", "__")) and each != ".." for each in parts)


def _student(parts: tuple[str, ...]) -> str:
    """The student's name: a folder's, or at the start of a file's name; the file's own where nothing else tells."""
    name = parts[0] if len(parts) > 1 else PurePosixPath(parts[0]).stem
    pattern = _MOODLE if len(parts) > 1 else _CANVAS
    matched = pattern.fullmatch(name)
    return printable(matched.group(1) if matched else name, 200)
