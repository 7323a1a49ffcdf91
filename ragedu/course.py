"""The course's files: where they are, and a copy of them to work in, which is never written over."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PARTS = ("notebooks", "exercises")
FIRST_LESSON = "notebooks/00_start_here.ipynb"


class CourseError(Exception):
    """The course can't be found or copied; the text says why, and what to do."""


@dataclass(slots=True)
class Copied:
    """What became of each file of the course, by its place in the folder."""

    new: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)


def course_folder() -> Path:
    """The folder that holds notebooks and exercises: the checkout's, or the one that came with the installation."""
    package = Path(__file__).resolve().parent
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "notebooks").is_dir():
        return checkout
    if (package / "course" / "notebooks").is_dir():
        return package / "course"
    raise CourseError(
        f"The lessons are missing from this installation of ragedu ({package}). Install ragedu again, or work in a "
        "clone of its repository."
    )


def course_files(course: Path) -> Iterator[Path]:
    """The files to copy, by their place in the course's folder."""
    for part in PARTS:
        for path in sorted((course / part).rglob("*")):
            place = path.relative_to(course)
            if path.is_file() and not any(each.startswith((".", "__")) for each in place.parts):
                yield place


def folder_named(name: str) -> Path:
    """The folder that somebody named on a command line; CourseError for a name that is a slip."""
    if not name.strip():
        raise CourseError("The folder's name is empty. Name one to put the course into, such as course.")
    if name.startswith("-"):
        raise CourseError(f"{name} looks like an option. For a folder of that name write ./{name}.")
    return Path(name)


def start(folder: Path) -> Copied:
    """Copy lessons and exercises into the folder. What is there already stays, the learner's work above all."""
    if folder.exists() and not folder.is_dir():
        raise CourseError(f"{folder} is a file. Name a folder to put the course into; it may be a new one.")
    for part in PARTS:
        if (folder / part).exists() and not (folder / part).is_dir():
            raise CourseError(f"{folder / part} is a file, and the course needs a folder there. Rename it first.")
    course = course_folder()
    copied = Copied()
    for place in course_files(course):
        try:
            _copy(course / place, folder / place, place, copied)
        except OSError as error:
            raise CourseError(
                f"{folder / place} can't be written: {error.strerror or error}. Name another folder, or make room; the "
                "same command goes on from here."
            ) from None
    return copied


def _copy(source: Path, target: Path, place: Path, copied: Copied) -> None:
    content = source.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        # Mode "x" never opens what exists, not even when it came into being a moment ago.
        with target.open("xb") as file:
            file.write(content)
    except FileExistsError:
        is_same = target.is_file() and target.read_bytes() == content
        (copied.same if is_same else copied.kept).append(place)
    else:
        copied.new.append(place)
