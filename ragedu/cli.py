"""The `ragedu` command. Each verb loads what it needs when it is called, so that the command starts at once."""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ragedu import __version__

if TYPE_CHECKING:
    from ragedu.grading import Graded

ALL_RIGHT, SOMETHING_WRONG, NOT_GRADABLE, OUR_FAULT, STOPPED = 0, 1, 2, 3, 130

app = typer.Typer(
    help="Learn to evaluate a retrieval-augmented generation system.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows a question mark for it rather than a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"ragedu {__version__}")
        raise typer.Exit


@app.callback()
def _ragedu(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    pass


# --- grade ---


@app.command()
def grade(
    notebook: Annotated[Path, typer.Argument(help="An exercise notebook with your answers.", show_default=False)],
    exercise: Annotated[str, typer.Option(help="Which exercise it is, such as 01, if the notebook can't say.")] = "",
    json: Annotated[Path | None, typer.Option(help="Write the result to this file as well.", metavar="FILE")] = None,
) -> None:
    """Count the points of an exercise notebook, with a reason for each problem.

    Exit code 0: all is right; 1: something is wrong; 2: the notebook can't be graded; 3: the grader failed.
    """
    from ragedu.grading import UngradableError

    if json:
        _check_target(json)
    try:
        graded = _graded(notebook, exercise)
        print(graded.report(_width()))
        _write(json, graded.to_json())
    except UngradableError as error:
        _refuse(json, "ungradable", str(error), NOT_GRADABLE)
    except KeyboardInterrupt:
        _refuse(json, "grader_error", "Stopped before the notebook was graded.", STOPPED)
    except Exception as error:
        if os.environ.get("RAGEDU_DEBUG"):
            raise
        _refuse(json, "grader_error", _our_fault(error), OUR_FAULT)
    raise typer.Exit(ALL_RIGHT if graded.all_right else SOMETHING_WRONG)


def _graded(notebook: Path, exercise: str) -> "Graded":
    from ragedu.grading import Grader, read_submission

    with Grader() as grader:
        return grader.grade(read_submission(notebook), exercise)


def _width() -> int:
    from ragedu.grading.results import terminal_width

    return terminal_width()


def _check_target(path: Path) -> None:
    from ragedu.grading.results import printable

    name = printable(str(path), 200)
    if path.suffix.lower() == ".ipynb":
        trouble = f"--json would write over a notebook, {name}. Name another file, such as result.json."
    elif path.is_dir():
        trouble = f"--json needs a file, and {name} is a folder. Name a file in it, such as {name}/result.json."
    elif not path.parent.is_dir():
        trouble = f"--json can't write {name}: its folder is not there. Make the folder first, or name another file."
    else:
        return
    print(f"Not graded: {trouble}", file=sys.stderr)
    raise typer.Exit(NOT_GRADABLE)


def _write(path: Path | None, content: Mapping[str, Any]) -> None:
    if path:
        from ragedu.grading.results import write_json

        write_json(path, content)


def _refuse(path: Path | None, outcome: str, why: str, code: int) -> NoReturn:
    """Say why there is no result, in the file too: never a score of zero for a notebook that wasn't graded."""
    print(f"Not graded: {why}", file=sys.stderr)
    try:
        _write(path, {"ragedu": __version__, "outcome": outcome, "error": why})
    except OSError as error:
        print(f"{path} can't be written: {error.strerror}.", file=sys.stderr)
    raise typer.Exit(code)


def _our_fault(error: Exception) -> str:
    from ragedu.grading import GraderError
    from ragedu.grading.results import printable

    told = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
    return (
        f"this is a fault of the grader, not of the notebook: {printable(told, 500)}. `ragedu doctor` looks for its "
        "cause; RAGEDU_DEBUG=1 before the command shows where it happened."
    )


# --- doctor, start ---


@app.command()
def doctor() -> None:
    """Check that everything the course needs is here."""
    from ragedu.doctor import findings

    wrong = 0
    for finding in findings():
        print(finding, flush=True)
        wrong += finding.stands == "wrong"
    print(
        "\nAll is well." if not wrong else f"\n{wrong} to mend: run the command below each, then ragedu doctor again."
    )
    raise typer.Exit(SOMETHING_WRONG if wrong else ALL_RIGHT)


@app.command()
def start(
    folder: Annotated[
        Path, typer.Argument(help="Where to put the course; made if it isn't there.", show_default=False)
    ],
) -> None:
    """Copy lessons and exercises into a folder to work in. What is there already is never written over."""
    from ragedu.course import FIRST_LESSON, CourseError
    from ragedu.course import start as copy_course

    try:
        copied = copy_course(folder)
    except CourseError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(SOMETHING_WRONG) from None
    if copied.new:
        print(f"Copied {len(copied.new)} files into {folder}.")
    else:
        print(f"Nothing to copy: {folder} has everything already.")
    for place in copied.kept:
        print(f"kept yours: {folder / place}")
    print(f"\nNext:\n    {_jupyter_lab()} {shlex.quote(str(folder))} --LabApp.default_url=/lab/tree/{FIRST_LESSON}")


def _jupyter_lab() -> str:
    # Where no environment is activated, the interpreter that runs this knows the way.
    return "jupyter lab" if shutil.which("jupyter") else f"{shlex.quote(sys.executable)} -m jupyterlab"


if __name__ == "__main__":
    main()
