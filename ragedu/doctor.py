"""Is everything here that the course needs? One line each, and for what is wrong the command that mends it."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ragedu import __version__
from ragedu.course import CourseError, course_folder
from ragedu.extras import checkout, command, installing

OLDEST_PYTHON = (3, 11)

# Without these the lessons ask their questions as text, and everything else works.
OPTIONAL = ("ipywidgets", "anywidget")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it stands ("ok", "note" or "wrong"), and the command that mends it."""

    what: str
    stands: str = "ok"
    mend: str = ""

    def __str__(self) -> str:
        line = f"{self.stands:<6}{self.what}"
        return f"{line}\n      mend it with: {self.mend}" if self.mend else line


def findings() -> Iterator[Finding]:
    """Everything there is to say, in an order in which one would mend it."""
    yield python_finding(sys.version_info[:3])
    yield Finding(f"ragedu {__version__} in {Path(__file__).resolve().parent}")
    wanted = lab_requirements()
    if any(find_spec(name) for name, _ in wanted):
        yield from (package_finding(name, bounds) for name, bounds in wanted)
        yield kernel_finding()
    else:
        mend = installing("lab")
        yield Finding("JupyterLab and its company are not installed; only the lessons need them", "note", mend)
    yield lessons_finding()
    yield grader_finding()


def python_finding(version: tuple[int, ...]) -> Finding:
    """Whether Python is new enough."""
    told = f"Python {'.'.join(map(str, version))} at {sys.executable}"
    if version >= OLDEST_PYTHON:
        return Finding(told)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Finding(f"{told}; {oldest} or newer is needed", "wrong", f"python{oldest} -m pip install {_own_source()}")


# --- packages ---


def lab_requirements() -> list[tuple[str, str]]:
    """What the course uses, from ragedu's own metadata: (name, bounds)."""
    try:
        lines = metadata.requires("ragedu") or []
    except metadata.PackageNotFoundError:
        return []
    wanted = [line.partition(";") for line in lines]
    return [_name_and_bounds(line) for line, _, extra in wanted if re.search(r"""extra == ['"]lab['"]""", extra)]


def _name_and_bounds(requirement: str) -> tuple[str, str]:
    found = re.match(r"\s*([A-Za-z0-9._-]+)\s*\(?([^)]*)\)?", requirement)
    assert found
    return found.group(1), found.group(2).strip()


def package_finding(name: str, bounds: str) -> Finding:
    """Whether a package is here, in a version within the bounds, and can be loaded."""
    mend = command(sys.executable, "-m", "pip", "install", name + bounds)
    wrong = "note" if name in OPTIONAL else "wrong"
    without = "; without it questions are asked as text" if name in OPTIONAL else ""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(f"{name} is not installed{without}", wrong, mend)
    if not within(version, bounds):
        return Finding(f"{name} {version} is here, {bounds} is needed", "wrong", mend)
    trouble = _trouble(lambda: import_module(name))
    if trouble:
        return Finding(f"{name} {version} can't be loaded: {trouble}", "wrong", f"{mend} --force-reinstall")
    return Finding(f"{name} {version}")


def within(version: str, bounds: str) -> bool:
    """Whether a version keeps to bounds such as ">=4.6,<4.7"; only >= and < are ever asked of us."""
    return all(
        _numbers(version) >= _numbers(each[2:]) if each.startswith(">=") else _numbers(version) < _numbers(each[1:])
        for each in filter(None, map(str.strip, bounds.split(",")))
        if each[0] in "<>"
    )


def _numbers(version: str) -> list[int]:
    numbers = [int(each) for each in re.match(r"\s*v?((?:\d+\.?)*)", version).group(1).split(".") if each]  # type: ignore[union-attr]
    return [*numbers, 0, 0, 0][: max(3, len(numbers))]


# --- kernel, lessons, grader ---


def kernel_finding() -> Finding:
    """Whether notebooks will run in this very Python."""
    mend = f"{_python()} -m ipykernel install --sys-prefix --name python3"
    try:
        starts = _kernel_command()
    except ImportError:
        return Finding(
            "no Jupyter is installed, so there is no kernel", "wrong", f"{_python()} -m pip install ipykernel"
        )
    except Exception:
        return Finding("there is no kernel named python3", "wrong", mend)
    if Path(starts).is_absolute() and not _same_file(starts, sys.executable):
        return Finding(f"the kernel python3 starts another Python, {starts}", "wrong", mend)
    return Finding("the kernel python3 starts this Python")


def _kernel_command() -> str:
    specs: Any = import_module("jupyter_client.kernelspec")
    import_module("ipykernel")
    return str(specs.KernelSpecManager().get_kernel_spec("python3").argv[0])


def _same_file(one: str, other: str) -> bool:
    # Links are not followed: a virtual environment's Python is a link to the one it was made from.
    folders = [Path(each).parent.resolve() for each in (one, other)]
    return folders[0] == folders[1]


def lessons_finding() -> Finding:
    """Whether the course's files are here."""
    try:
        course = course_folder()
    except CourseError:
        return Finding(
            "the lessons are missing from this installation",
            "wrong",
            f"{_python()} -m pip install --force-reinstall --no-deps {_own_source()}",
        )
    lessons, exercises = (len(list((course / part).glob("*.ipynb"))) for part in ("notebooks", "exercises"))
    return Finding(f"lessons ({lessons}) and exercises ({exercises}) in {course}")


def grader_finding() -> Finding:
    """Whether a notebook of one right answer is graded as right."""
    try:
        return Finding(f"the grader works ({_self_grade()})")
    except Exception as error:
        mend = f"{_python()} -m pip install --force-reinstall --no-deps {_own_source()}"
        return Finding(f"the grader does not work: {error}", "wrong", mend)


def _self_grade() -> str:
    from ragedu.grading import Grader, GraderError
    from ragedu.grading.submission import submission_of
    from ragedu.learn import bank
    from ragedu.learn.problems import FunctionProblem

    graded_here = (each for number in bank.lessons() for each in bank.of_exercise(number))
    problem = next(each for each in graded_here if isinstance(each, FunctionProblem))
    cell = {"cell_type": "code", "metadata": {}, "source": problem.code(problem.right[0])}
    with Grader() as grader:
        graded = grader.grade(submission_of({"nbformat": 4, "cells": [cell]}, "trial"), problem.id[:2])
    result = next(each for each in graded.problems if each.id == problem.id)
    if result.outcome != "correct":
        raise GraderError(f"a right answer came out as {result.outcome}: {result.message}")
    return how_shut_in(graded.isolation["process"], graded.isolation["absent"])


def how_shut_in(process: str, absent: Sequence[str]) -> str:
    """How processes are made here, and what of this machine a notebook's code could still reach.

    absent  as a result names it: what nothing bars
    """
    if absent:
        return f"processes by {process}; no barrier yet before {', '.join(absent)}"
    return f"processes by {process}; a notebook reaches no file, no network and no process but its own"


# --- commands that mend ---


def _python() -> str:
    return command(sys.executable)


def _own_source() -> str:
    clone = checkout()
    return command("-e", str(clone)) if clone else "FILE_YOU_INSTALLED_FROM"


def _trouble(load: Callable[[], object]) -> str:
    try:
        load()
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return ""
