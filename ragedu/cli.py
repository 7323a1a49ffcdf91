"""The `ragedu` command. Each verb loads what it needs when it is called, so that the command starts at once."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Self

import typer

from ragedu import __version__

if TYPE_CHECKING:
    from ragedu.evaluation import Evaluation
    from ragedu.grading import Graded
    from ragedu.grading.classroom import Classroom, Order
    from ragedu.grading.grader import Exams
    from ragedu.measuring import Limit

ALL_RIGHT, SOMETHING_WRONG, NOT_GRADABLE, OUR_FAULT, STOPPED, READER_GONE = 0, 1, 2, 3, 130, 141

app = typer.Typer(
    help="Learn to evaluate a retrieval-augmented generation system.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """The entry point."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    if sys.stdout is None:  # closed by whoever started this: nothing could be told
        os._exit(NOT_GRADABLE)
    if sys.stderr is None:  # then print would take the standard output instead
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115, for as long as this runs
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr = _Log.in_place_of(sys.stderr)
    # A terminal that lacks a letter shows a question mark for it rather than a traceback.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    app()


class _Log(TextIOWrapper):
    """Standard error, where nothing goes wrong: who can't be told has the exit code."""

    @classmethod
    def in_place_of(cls, stream: TextIOWrapper) -> Self:
        """The same stream, with a question mark for what it can't show."""
        encoding, lines, at_once = stream.encoding, stream.line_buffering, stream.write_through
        return cls(stream.detach(), encoding, "replace", line_buffering=lines, write_through=at_once)

    def write(self, text: str) -> int:
        """Write it, if that can be done."""
        with suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        """Hand on what was written, if that can be done: also at the very end, which would change the exit code."""
        with suppress(OSError):
            super().flush()


def _end(number: int, _frame: object) -> NoReturn:
    """Leave in order when told to, so that no process and no file stays behind; being told again changes nothing."""
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


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
    notebook: Annotated[
        Path,
        typer.Argument(
            help="An exercise notebook with your answers; or a folder or zip with those of a class.",
            show_default=False,
            readable=False,
        ),
    ],
    exercise: Annotated[
        str | None,
        typer.Option(help="Which exercise it is, such as 01, if the notebook can't say.", show_default=False),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file as well.", metavar="FILE")] = None,
    format: Annotated[
        str, typer.Option(help="Print the result in this form instead.", metavar="gradescope|junit|github|csv|html|…")
    ] = "",
    output: Annotated[
        Path | None, typer.Option(help="Write what --format gives to this file instead.", metavar="FILE")
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            help="Repeat a grading: the seed in its result. Every other draws one that nobody knows.",
            envvar="RAGEDU_SEED",
        ),
    ] = "",
    isolation: Annotated[
        str, typer.Option(help="How a notebook's code is shut in.", metavar="auto|strict|off")
    ] = "auto",
    problems: Annotated[
        Path | None, typer.Option(help="A Python file with problems of your own, added to ours.", metavar="FILE")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Of a class: how many at a time.", metavar="N")] = 1,
    results: Annotated[
        Path | None,
        typer.Option(
            help="Of a class: the folder to write results to; FOLDER-results if not given.",
            metavar="FOLDER",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Count the points of an exercise notebook, or of a class's, with a reason for each problem.

    Exit code 0: all is right, or every notebook of the class was graded; 1: something is wrong; 2: a notebook can't be
    graded; 3: the grader failed.
    """
    from ragedu.grading.collecting import is_class

    order = _Grading(notebook, exercise, seed, isolation, problems)
    with _never_a_score():
        if is_class(notebook):
            for option, given in (("--json", json), ("--format", format), ("--output", output)):
                if given:
                    _stop(f"{option} is for one notebook; the results of a class are in a folder, see --results.")
            raise typer.Exit(_grade_class(order, jobs, results))
        if results:
            _stop(f"--results is for a class, and {notebook} is no folder and no zip. Use --json for one notebook.")
        raise typer.Exit(_grade_one(order, json, format, output))


@dataclass(frozen=True, slots=True)
class _Grading:
    """What was asked of `ragedu grade`, for one notebook or many."""

    notebook: Path
    exercise: str | None
    seed: str
    isolation: str
    problems: Path | None

    def order(self) -> "Order":
        """The same, checked; ValueError says what is wrong."""
        from hashlib import sha256

        from ragedu.grading import Isolation, UngradableError
        from ragedu.grading.classroom import Order
        from ragedu.grading.submission import existing

        if self.exercise is not None and not self.exercise.strip():
            # A script's variable that was never set must not leave the choice to the submission.
            raise ValueError("--exercise is empty. Name the exercise, such as 01, or leave the option out.")
        if self.exercise:
            try:
                existing(self.exercise)
            except UngradableError as error:
                raise ValueError(str(error)) from None
        if self.isolation not in ("auto", "strict", "off"):
            raise ValueError(f"--isolation is auto, strict or off, not {self.isolation}.")
        mode: Any = self.isolation
        private = sha256(self.problems.read_bytes()).hexdigest() if self.problems and self.problems.is_file() else ""
        return Order(self.exercise or "", Isolation(mode), problems=private)

    def exams(self, seed: str = "") -> "Exams":
        """The exams, with the instructor's own problems; ValueError when those can't be read."""
        from ragedu.grading.grader import Exams
        from ragedu.grading.private import private_problems

        if any("\ud800" <= each <= "\udfff" for each in self.seed):
            raise ValueError("--seed must be text, and this one holds what is no UTF-8. Use letters and digits.")
        return Exams(self.seed or seed, private_problems(self.problems) if self.problems else ())


def _stop(why: str, code: int = NOT_GRADABLE) -> NoReturn:
    _tell_not_graded(why)
    raise typer.Exit(code)


def _tell_not_graded(why: str) -> None:
    _tell(f"Not graded: {why}")


def _tell(sentence: str) -> None:
    """Say it on standard error, in one line whatever names it holds."""
    from ragedu.grading.results import one_line

    print(one_line(sentence), file=sys.stderr, flush=True)


@contextmanager
def _never_a_score() -> Iterator[None]:
    """Whatever else goes wrong is told in one sentence: Python would end with 1, which is a score's code."""
    from ragedu.grading import UngradableError

    try:
        yield
    except typer.Exit:
        raise
    except KeyboardInterrupt:
        _tell("Stopped.")
        raise typer.Exit(STOPPED) from None
    except (UngradableError, ValueError) as error:
        _stop(str(error))
    except Exception as error:
        if os.environ.get("RAGEDU_DEBUG"):
            raise
        if isinstance(error, OSError) and isinstance(error.filename, str):
            _stop(
                f"{error.filename} can't be opened: {error.strerror}. Check the name, and who may read and write there."
            )
        _stop(_our_fault(error), OUR_FAULT)


# --- one notebook ---


def _grade_one(asked: _Grading, json: Path | None, format: str, output: Path | None) -> int:
    from ragedu.grading.formats import FORMATS
    from ragedu.grading.results import terminal_width

    if format and format not in FORMATS:
        _stop(f"there is no format {format}. Those there are: {', '.join(FORMATS)}.")
    if output and not format:
        _stop("--output needs --format; for the result as we keep it, use --json.")
    for option, path in (("--json", json), ("--output", output)):
        if path and (trouble := _trouble_with(option, path, reads=[asked.notebook, asked.problems])):
            _stop(trouble)
    result, code, graded = _result_of_one(asked)
    with _writing(json):
        _write(json, result)
    if format:
        _show_formatted(format, result, output)
    elif graded:
        _show_graded(graded.report(terminal_width()))
    return code


def _result_of_one(asked: _Grading) -> "tuple[dict[str, Any], int, Graded | None]":
    """The result, whatever comes: where there is no score it says why, and so does standard error."""
    from ragedu.grading import IsolationError, UngradableError
    from ragedu.grading.results import not_graded, one_line

    stopped = "Stopped before the notebook was graded."
    try:
        graded = _graded(asked)
        return graded.to_json(), ALL_RIGHT if graded.all_right else SOMETHING_WRONG, graded
    except (UngradableError, ValueError) as error:
        outcome, why, code = "ungradable", str(error), NOT_GRADABLE
    except KeyboardInterrupt:
        outcome, why, code = "grader_error", stopped, STOPPED
    except SystemExit as told:
        outcome, why, code = "grader_error", stopped, int(told.code or 0)
    except IsolationError as error:
        outcome, why, code = "grader_error", str(error), OUR_FAULT
    except Exception as error:
        if os.environ.get("RAGEDU_DEBUG"):
            raise
        outcome, why, code = "grader_error", _our_fault(error), OUR_FAULT
    _tell_not_graded(why)
    return {**not_graded(outcome, one_line(why)), "notebook": one_line(str(asked.notebook), 200)}, code, None


def _show_formatted(format: str, result: Mapping[str, Any], output: Path | None) -> None:
    from ragedu.files import written
    from ragedu.grading.formats import formatted
    from ragedu.grading.formats.github import add_to_summary

    text = formatted(format, result)
    if output:
        with _writing(output), written(output) as file:
            file.write(text)
    else:
        _show_graded(text.removesuffix("\n"))
    if format == "github":
        with _writing("the job's summary, to which GITHUB_STEP_SUMMARY leads"):
            add_to_summary(result)


# --- a class ---


def _grade_class(asked: _Grading, jobs: int, results: Path | None) -> int:
    from ragedu.grading import IsolationError
    from ragedu.grading.classroom import Classroom, Progress, seed_of
    from ragedu.grading.collecting import collected
    from ragedu.tables import on_screen

    try:
        folder = results or _results_of(asked.notebook)
        if jobs < 1:
            raise ValueError(f"--jobs must be a whole number from 1 up, not {jobs}.")
        if folder.resolve() == asked.notebook.resolve() or (folder.exists() and not folder.is_dir()):
            raise ValueError(f"--results needs a folder of its own, and {folder} is none.")
        found = collected(asked.notebook)
        room = Classroom(found, folder, asked.order(), asked.exams(seed_of(folder)))
        room.grade(min(jobs, len(found)), Progress())
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return STOPPED
    except IsolationError as error:
        _stop(str(error), OUR_FAULT)
    with _writing(folder / "class.csv or class.html"):
        room.write_table()
    _show_graded(on_screen(*room.overview()))
    return _class_summary(room)


def _results_of(notebooks: Path) -> Path:
    """The folder beside a class's folder or zip that is named for it."""
    named = notebooks if notebooks.name not in ("", "..") else notebooks.resolve()
    if not named.name:
        raise ValueError(f"{notebooks} has no folder beside it for results. Name one with --results.")
    return named.with_name(f"{named.name if named.is_dir() else named.stem}-results")


def _class_summary(room: "Classroom") -> int:
    """Tell what was done and what could not be."""
    from ragedu.grading.results import one_line

    _show_graded(f"\n{room.summary}\nReports, class.csv and class.html are in {one_line(str(room.folder))}.")
    if names := room.namesakes:
        more = " …" if len(names) > 10 else ""
        _tell(f"Several notebooks under one name, a row for each: {', '.join(names[:10])}{more}")
    for each in room.failed:
        _tell_not_graded(each.error if each.error.startswith(each.place) else f"{each.place}: {each.error}")
    faults = any(each.outcome == "grader_error" for each in room.failed)
    return OUR_FAULT if faults else NOT_GRADABLE if room.failed else ALL_RIGHT


@contextmanager
def _writing(place: object) -> Iterator[None]:
    """What can't be written is told in one sentence: it is neither a fault of the grader nor of the notebook."""
    try:
        yield
    except OSError as error:
        _tell(f"Not written: {place}: {error.strerror}.")
        raise typer.Exit(NOT_GRADABLE) from None


def _show_graded(report: str) -> None:
    """Print it; where the output can't be written, that is neither a fault of the grader nor of the notebook."""
    try:
        print(report, flush=True)
    except OSError as error:
        # What is still to be written would fail once more at the very end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # whoever closed a pipe has seen enough
            print(f"Graded, but the report can't be written: {error.strerror}.", file=sys.stderr)
        raise typer.Exit(NOT_GRADABLE) from None


def _graded(asked: _Grading) -> "Graded":
    from ragedu.grading import Grader, read_submission

    order = asked.order()
    with Grader(isolation=order.isolation, exams=asked.exams()) as grader:
        return grader.grade(read_submission(asked.notebook), order.exercise)


def _trouble_with(option: str, path: Path, reads: Sequence[Path | None] = ()) -> str:
    """Why a result can't be written there; empty when it can."""
    from ragedu.grading.results import printable

    name, example = printable(str(path), 200), f"result{option.replace('--', '.')}"
    if path.suffix.lower() == ".ipynb":
        return f"{option} would write over a notebook, {name}. Name another file, such as {example}."
    if path.exists() and any(each and each.exists() and path.samefile(each) for each in reads):
        return f"{option} would write over {name}, which is read. Name another file, such as {example}."
    if (path.exists() and not path.is_file() and not path.is_dir()) or str(path).startswith(("/dev/", "/proc/")):
        return f"{option} needs a plain file, and {name} is a device or a pipe. Name a file, such as {example}."
    if path.is_dir():
        return f"{option} needs a file, and {name} is a folder. Name a file in it, such as {name}/{example}."
    if not path.parent.is_dir():
        return f"{option} can't write {name}: its folder is not there. Make the folder first, or name another file."
    if not os.access(path.parent, os.W_OK):
        return f"{option} can't write {name}: its folder is closed to you. Name a file where you may write."
    if path.exists() and not _is_ours(path):
        return f"{option} would write over {name}, which is no result of ragedu. Name another file, or remove that one."
    return ""


_OURS = (
    *(b'"ragedu"', b"<!-- ragedu -->", b"<!doctype html><!-- ragedu -->"),
    *(b"measure,", b"question,", b"stage,", b"knob,"),
)


def _is_ours(path: Path) -> bool:
    """Whether a file is empty, or begins as the results do that ragedu writes."""
    with path.open("rb") as file:
        start = file.read(100)
    if start.startswith(b"\x89PNG"):
        return b"Software\0ragedu" in start
    return not start.strip() or start.lstrip(b"{ \r\n").startswith(_OURS)


def _write(path: Path | None, content: Mapping[str, Any]) -> None:
    if path:
        from ragedu.grading.results import write_json

        write_json(path, content)


def _our_fault(error: Exception) -> str:
    from ragedu.grading import GraderError
    from ragedu.grading.results import printable

    told = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
    return (
        f"this is a fault of the grader, not of the notebook: {printable(told, 500)}. `ragedu doctor` looks for its "
        "cause; RAGEDU_DEBUG=1 before the command shows where it happened."
    )


# --- autograder ---


@app.command()
def autograder(
    system: Annotated[str, typer.Argument(help="gradescope, github or nbgrader.", show_default=False)],
    exercise: Annotated[str, typer.Option(help="Which exercise it grades.")] = "01",
    output: Annotated[
        Path | None,
        typer.Option(help="Where to write it, if not to its usual place.", metavar="FILE", show_default=False),
    ] = None,
) -> None:
    """Write what a system needs to grade an exercise.

    gradescope  autograder.zip, ready to upload
    github      .github/workflows/grade.yml, a workflow for GitHub Actions
    nbgrader    source/exercise_NN/….ipynb, for generate_assignment; needs a clone of ragedu's repository
    """
    from ragedu.course import course_folder
    from ragedu.grading.autograder import GITHUB, GRADESCOPE, PLACES, WHEEL, write_github, write_gradescope
    from ragedu.grading.nbgrader import write_nbgrader

    with _plain_errors():
        if system not in PLACES:
            raise ValueError(f"There is an autograder for {', '.join(PLACES)}, not for {system}.")
        number, name = exercise.zfill(2), _exercise_notebook(exercise.zfill(2))
        path = output or Path(PLACES[system].format(exercise=number, notebook=name))
        solved = course_folder() / "solutions" / name
        if path.exists():
            raise ValueError(f"{path} is there already. Remove it, or name another file with --output.")
        if system == GRADESCOPE:
            write_gradescope(path, number)
        elif system == GITHUB:
            write_github(path, number, name)
        elif not solved.is_file():
            raise ValueError(f"The solved notebook is not at {solved}. Run this in a clone of ragedu's repository.")
        else:
            write_nbgrader(path, number, solved)
        print(f"{path} grades exercise {number}.")
        if system == GITHUB:
            print(
                f"It installs {WHEEL}, so put that file into the repository too: in a clone of ragedu, "
                "`python -m pip wheel --no-deps --wheel-dir FOLDER .` makes it."
            )


def _exercise_notebook(number: str) -> str:
    """The file name of an exercise; ValueError names those there are."""
    from ragedu.course import course_folder

    there = {each.name[:2]: each.name for each in sorted((course_folder() / "exercises").glob("[0-9][0-9]_*.ipynb"))}
    if number not in there:
        raise ValueError(f"There is no exercise {number}. Those there are: {', '.join(there)}.")
    return there[number]


# --- evaluate, report, compare ---


def _underscored(value: str) -> str:
    return value.replace("-", "_")


_Qrels = Annotated[
    Path | None,
    typer.Option(help="What is relevant: TREC or BEIR qrels, a BEIR folder, or labelled traces.", metavar="FILE"),
]
_Ks = Annotated[
    list[str] | None, typer.Option("-k", help="Cuts; 1,3,5,10 if not given.", metavar="K,K,…", show_default=False)
]
_Measures = Annotated[
    list[str] | None, typer.Option(help="Only these, such as recall@10,rr.", metavar="NAME,NAME,…", show_default=False)
]
_Format = Annotated[str, typer.Option(help="The results' format, if it should not be found out.", metavar="NAME")]
_Split = Annotated[
    str | None, typer.Option(help="Which judgements of a BEIR folder; test if not given.", show_default=False)
]
_Gain = Annotated[str, typer.Option(help="Of nDCG.", metavar="linear|exponential")]
_Missing = Annotated[
    str,
    typer.Option(help="A judged question without a ranking.", metavar="zero|leave_out", callback=_underscored),
]
_Nothing = Annotated[
    str,
    typer.Option(help="A question to which nothing is relevant.", metavar="leave_out|zero", callback=_underscored),
]
_By = Annotated[str, typer.Option(help="Means for each value of this label.", metavar="LABEL")]
_PerQuestion = Annotated[bool, typer.Option("--per-question", help="Every question's scores as well.")]
_Json = Annotated[Path | None, typer.Option("--json", help="Write the result to this file as well.", metavar="FILE")]
_Csv = Annotated[
    Path | None,
    typer.Option(
        help="Write the means to this file, with --by those of each value; with --per-question, the scores.",
        metavar="FILE",
    ),
]
_Figure = Annotated[
    Path | None, typer.Option(help="Draw it into this file, .svg or .png.", metavar="FILE", show_default=False)
]
_Html = Annotated[
    Path | None,
    typer.Option(help="Write a page to read without a network: tables, figures, the worst answers.", metavar="FILE"),
]
_FailUnder = Annotated[
    list[str] | None, typer.Option(help="End with 1 when a mean is lower; may be repeated.", metavar="NAME=VALUE")
]


@app.command()
def evaluate(
    results: Annotated[Path, typer.Argument(help="A TREC run, or traces in JSON Lines.", show_default=False)],
    qrels: _Qrels = None,
    ks: _Ks = None,
    measures: _Measures = None,
    format: _Format = "",
    split: _Split = None,
    gain: _Gain = "linear",
    missing: _Missing = "zero",
    nothing_relevant: _Nothing = "leave_out",
    by: _By = "",
    per_question: _PerQuestion = False,
    json: _Json = None,
    csv: _Csv = None,
    fail_under: _FailUnder = None,
) -> None:
    """Ranking metrics of a file of results, with what they were divided by and what was left out.

    Exit code 0; 1: a --fail-under was not reached; 2: a file or an option can't be read; 3: a fault of ragedu.
    """
    from ragedu import measuring

    with _plain_errors():
        limits = [measuring.limit_in(each) for each in fail_under or []]
        options = {"gain": gain, "missing": missing, "nothing_relevant": nothing_relevant, "split": split}
        asked = measuring.asked_for(ks or [], measures or [], limits)
        _refuse_targets({"--json": json, "--csv": csv}, reads=(results, qrels))
        result = measuring.evaluated(results, qrels, format=format, **asked, **options)
        missed = _told(result, by, per_question, json, csv, limits)
    raise typer.Exit(SOMETHING_WRONG if missed else ALL_RIGHT)


@app.command()
def report(
    traces: Annotated[Path, typer.Argument(help="Traces with answers, in JSON Lines.", show_default=False)],
    format: _Format = "",
    by: _By = "",
    per_question: Annotated[bool, typer.Option("--per-question", help="What goes wrong with every question.")] = False,
    json: _Json = None,
    csv: _Csv = None,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(help="End with 1 when found, grounded or right is lower; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
) -> None:
    """Found, grounded and right: did it find, does the answer stand on what was found, is it right? With intervals.

    Exit code 0; 1: a --fail-under was not reached; 2: a file or an option can't be read; 3: a fault of ragedu.
    """
    from ragedu import measuring

    with _plain_errors():
        limits = [measuring.limit_in(each, of_answers=True) for each in fail_under or []]
        _refuse_targets({"--json": json, "--csv": csv}, reads=(traces,))
        missed = _told(measuring.reported(traces, format), by, per_question, json, csv, limits)
    raise typer.Exit(SOMETHING_WRONG if missed else ALL_RIGHT)


def _told(
    result: "Evaluation",
    by: str,
    per_question: bool,
    json: Path | None,
    csv: Path | None,
    limits: "Sequence[Limit]",
) -> bool:
    """Print and write what came of a file; whether a limit was missed, which standard error then says."""
    from ragedu import measuring

    print(measuring.shown(result, by, per_question))
    _write(json, measuring.as_json(result, by))
    if csv:
        measuring.write_csv(csv, result, per_question, by)
    missed = measuring.below(result, limits)
    print(*missed, sep="\n", end="\n" if missed else "", file=sys.stderr)
    return bool(missed)


@app.command()
def compare(
    a: Annotated[Path, typer.Argument(help="The results of system A.", show_default=False)],
    b: Annotated[Path, typer.Argument(help="The results of system B.", show_default=False)],
    qrels: _Qrels = None,
    ks: _Ks = None,
    measures: _Measures = None,
    format: _Format = "",
    split: _Split = None,
    gain: _Gain = "linear",
    missing: _Missing = "zero",
    nothing_relevant: _Nothing = "leave_out",
    seed: Annotated[int, typer.Option(help="Of the random draws.")] = 0,
    json: _Json = None,
) -> None:
    """Two systems on the same questions: differences with intervals, and a paired test.

    Where both files hold answers, found, grounded and right are compared as well; --measures right names one alone.

    Exit code 0; 2: a file or an option can't be read; 3: a fault of ragedu.
    """
    from ragedu import measuring

    with _plain_errors():
        options = {"gain": gain, "missing": missing, "nothing_relevant": nothing_relevant, "split": split}
        asked = measuring.asked_for(ks or [], measures or [], answers=True)
        _refuse_targets({"--json": json}, reads=(a, b, qrels))
        compared = measuring.compared(a, b, qrels, format=format, seed=seed, **asked, **options)
        print(measuring.shown_comparison(compared, a, b))
        _write(json, compared.to_dict())


@app.command()
def diagnose(
    traces: Annotated[Path, typer.Argument(help="Traces in JSON Lines.", show_default=False)],
    cut: Annotated[
        int | None,
        typer.Option(
            help="How many passages reach the prompt by design, where it is not as many as are in it, or it isn't "
            "recorded.",
            metavar="K",
            show_default=False,
        ),
    ] = None,
    format: _Format = "",
    by: Annotated[str, typer.Option(help="Bad answers for each value of this label.", metavar="LABEL")] = "",
    per_question: Annotated[
        bool, typer.Option("--per-question", help="Every bad answer's first failure as well.")
    ] = False,
    json: _Json = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Write the stages to this file; with --per-question, every question.", metavar="FILE"),
    ] = None,
    figure: _Figure = None,
    html: _Html = None,
) -> None:
    """Where each badly answered question first failed: index, retrieval, reranking, prompt cut, or generation.

    Exit code 0; 2: a file or an option can't be read; 3: a fault of ragedu.
    """
    from ragedu import figures, measuring, report_page

    with _plain_errors():
        _refuse_targets({"--json": json, "--csv": csv, "--figure": figure, "--html": html}, reads=(traces,))
        measuring.refuse_figure(figure)
        result, report = measuring.diagnosed(
            traces, csv, per_question, with_report=bool(html), cut=cut, format=format or None, by=by
        )
        print("\n" * per_question + measuring.shown_breakdown(result))
        _write(json, result.to_dict())
        if figure:
            figures.pareto(result).save(figure)
        if html:
            measuring.write_page(html, report_page.diagnosis_page(result, report, traces.name, cut))


@app.command()
def sweep(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Traces in JSON Lines: a file for each setting; or one, whose rankings are cut at each k. None: the "
            "shop's assistant, live.",
            metavar="[FILE]…",
            show_default=False,
        ),
    ] = None,
    ks: Annotated[
        list[str] | None,
        typer.Option(
            "-k",
            help="How many passages reach the prompt; 1,2,3,4 if not given, for one file 1,3,5,10.",
            metavar="K,K,…",
            show_default=False,
        ),
    ] = None,
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            help="Similarity that a passage needs; with one -k, at that k.", metavar="X,X,…", show_default=False
        ),
    ] = None,
    assistant: Annotated[
        str,
        typer.Option(
            help="Your own, live: an Assistant, or a function that makes one for a setting.", metavar="MODULE:NAME"
        ),
    ] = "",
    cases: Annotated[
        Path | None, typer.Option(help="What to ask it, in JSON Lines.", metavar="FILE", show_default=False)
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="What several files are called, in their order.", metavar="NAME,NAME,…", show_default=False),
    ] = None,
    knob: Annotated[str, typer.Option(help="What was turned between several files.", metavar="NAME")] = "",
    format: _Format = "",
    per_question: Annotated[
        bool, typer.Option("--per-question", help="What goes wrong with every question as well.")
    ] = False,
    json: _Json = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Write the settings to this file; with --per-question, every question.", metavar="FILE"),
    ] = None,
    figure: _Figure = None,
    html: _Html = None,
) -> None:
    """The same questions at several settings: found, grounded, right and tokens, side by side with their intervals.

    Exit code 0; 2: a file or an option can't be read; 3: a fault of ragedu.
    """
    from ragedu import figures, measuring, report_page, sweeping

    with _plain_errors():
        given = files or []
        _refuse_targets({"--json": json, "--csv": csv, "--figure": figure, "--html": html}, reads=(*given, cases))
        measuring.refuse_figure(figure)
        asked = sweeping.Asked(given, ks or [], threshold or [], assistant, cases, name or [], knob, format or None)
        result = sweeping.swept(asked)
        print(sweeping.shown(result, per_question))
        _write(json, result.to_dict())
        if csv:
            sweeping.write_csv(csv, result, per_question)
        if figure:
            figures.sweep(result).save(figure)
        if html:
            measuring.write_page(html, report_page.sweep_page(result, asked.source))


def _refuse_targets(targets: Mapping[str, Path | None], reads: Sequence[Path | None]) -> None:
    for option, path in targets.items():
        if path and (trouble := _trouble_with(option, path, reads)):
            raise ValueError(trouble)


@contextmanager
def _plain_errors() -> Iterator[None]:
    """A file or an option that can't be read is one sentence and exit code 2, our own fault is 3, never a traceback.

    When whoever reads the output has gone, as `head` does, it ends quietly.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still to be written has no reader: without this, Python would say so as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(READER_GONE) from None
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        raise typer.Exit(STOPPED) from None
    except Exception as error:
        if os.environ.get("RAGEDU_DEBUG"):
            raise
        expected = isinstance(error, ValueError | OSError)
        print(_sentence(error) if expected else _unforeseen(error), file=sys.stderr)
        raise typer.Exit(NOT_GRADABLE if expected else OUR_FAULT) from None


def _sentence(error: Exception) -> str:
    from ragedu.tables import visible

    return visible(str(error))


def _unforeseen(error: Exception) -> str:
    told = " ".join(f"{type(error).__name__}: {error}".split())[:500]
    return f"This is a fault of ragedu, not of the files: {told}. RAGEDU_DEBUG=1 before the command shows where."


# --- progress ---


@app.command()
def progress(
    where: Annotated[
        Path | None,
        typer.Argument(help="A course's folder, or a journal. The folder you are in, if not given.", metavar="FOLDER"),
    ] = None,
    of_class: Annotated[
        Path | None,
        typer.Option("--class", help="A folder with the journals of a whole class instead.", metavar="FOLDER"),
    ] = None,
) -> None:
    """What you have done, what you were sure and wrong about, and what to look at again.

    With --class: the problems that a class missed most, and the misconceptions it showed. Exit code 0; 2: a journal
    can't be read.
    """
    from ragedu.learn import journal, reports
    from ragedu.tables import on_screen

    with _plain_errors():
        if of_class:
            report = reports.progress_of_class(_folder(of_class))
        else:
            file = journal.place_of(where) if where else journal.place(Path.cwd())
            if file is None:
                raise ValueError(f"No progress is kept: the variable {journal.VARIABLE} says off.")
            report = reports.report_of(file)
        print(on_screen(report))


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise ValueError(f"{path} is no folder. Name the folder that holds the journals of the class.")
    return path


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
    named: Annotated[
        str,
        typer.Argument(help="Where to put the course; made if it isn't there.", show_default=False, metavar="FOLDER"),
    ],
) -> None:
    """Copy lessons and exercises into a folder to work in. What is there already is never written over."""
    from importlib.util import find_spec

    from ragedu.course import FIRST_LESSON, CourseError, folder_named
    from ragedu.course import start as copy_course
    from ragedu.extras import command, installing

    try:
        folder = folder_named(named)
        copied = copy_course(folder)
    except CourseError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(SOMETHING_WRONG) from None
    if copied.new:
        print(f"Copied {len(copied.new)} file{'s' * (len(copied.new) != 1)} into {folder}.")
    else:
        print(f"Nothing new to copy into {folder}.")
    for place in copied.kept:
        print(f"kept, it differs from the course's (rename it to get a fresh one): {folder / place}")
    if not find_spec("jupyterlab"):
        print(f"\nLessons need JupyterLab. First:\n    {installing('lab')}")
    address = f"--LabApp.default_url=/lab/tree/{FIRST_LESSON}"
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # Where no environment is activated, the interpreter that runs this knows the way; and in JupyterLab's terminal the
    # course is to be where one stands, and `ragedu` a command.
    lab = ["jupyter", "lab"] if shutil.which("jupyter") else [sys.executable, "-m", "jupyterlab"]
    path = (
        "" if shutil.which("ragedu") or os.name == "nt" else f"PATH={command(str(Path(sys.executable).parent))}:$PATH "
    )
    print(f"\nNext:\n    {command('cd', str(folder.absolute()))}\n    {path}{command(*lab, address, *as_root)}")


if __name__ == "__main__":
    main()
