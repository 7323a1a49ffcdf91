"""A whole class: every notebook of a folder or a zip, graded one by one and written one by one.

A run that is stopped goes on where it was; a notebook that has not changed is not graded again. One that can't be
graded stops nobody: it is listed at the end.
"""

import hashlib
import json
import queue
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ragedu import __version__
from ragedu.files import written
from ragedu.grading.collecting import GRADEBOOK, STATE, Found
from ragedu.grading.formats.html import html_report
from ragedu.grading.formats.markdown import markdown_report
from ragedu.grading.formats.table import Row, gradebook, is_sound, row_of
from ragedu.grading.grader import Exams, Grader
from ragedu.grading.processes import GraderError, Isolation, IsolationError, Limits
from ragedu.grading.results import not_graded, printable, write_json
from ragedu.grading.submission import UngradableError, notebook_in
from ragedu.learn import bank
from ragedu.learn.checking import misconceptions_of
from ragedu.learn.problems import CodeProblem
from ragedu.pages import Section, page, table_of_points
from ragedu.tables import CellText, Table

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Order:
    """How a class is to be graded: each of these being the same, an unchanged notebook's result stands."""

    exercise: str = ""
    isolation: Isolation = field(default_factory=Isolation)
    limits: Limits = field(default_factory=Limits)
    problems: str = ""

    def fingerprint(self, content: bytes, seed: str) -> str:
        """What a result depends on, in a few letters."""
        order = json.dumps([asdict(self), seed, __version__], sort_keys=True)
        return hashlib.sha256(order.encode() + b"\n" + content).hexdigest()


class Classroom:
    """The notebooks of a class and the folder in which their results are."""

    def __init__(self, found: Sequence[Found], folder: Path, order: Order, exams: Exams) -> None:
        self.found, self.folder, self.order, self.exams = found, folder, order, exams
        self.files = _file_names(found)
        self.rows: dict[str, Row] = {}
        self.graders: list[Grader] = []
        self.unchanged: set[str] = set()

    def grade(self, jobs: int, progress: Callable[[int, int], None]) -> None:
        """Grade what has not been graded; each result is on disk as soon as it is known."""
        self._begin()
        done: queue.Queue[Row | BaseException] = queue.Queue()
        pupils = _Shared(self.found)
        workers = [threading.Thread(target=self._work, args=(pupils, done)) for _ in range(jobs)]
        for each in workers:
            each.start()
        try:
            for count in range(1, len(self.found) + 1):
                row = done.get()
                if isinstance(row, BaseException):
                    raise row
                self.rows[row.place] = row
                progress(count, len(self.found))
        finally:
            pupils.stop()
            for grader in list(self.graders):
                grader.nursery.stop()
            for each in workers:
                each.join()

    def _begin(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_json(self.folder / STATE, {"ragedu": __version__, "seed": self.exams.seed})
        except OSError as error:
            raise ValueError(
                f"{self.folder / STATE} can't be written: {error.strerror}. Remove what is in its way, or name another "
                "folder with --results."
            ) from None

    def _work(self, pupils: "_Shared", done: "queue.Queue[Row | BaseException]") -> None:
        grader: Grader | None = None
        try:
            for each in pupils:
                content, row = self._looked_at(each)
                if row is None:
                    if grader is None:
                        grader = Grader(self.order.limits, isolation=self.order.isolation, exams=self.exams, many=True)
                        self.graders.append(grader)
                    result = self._graded(grader, each, content)
                    if pupils.stopped:  # what it was grading was cut short
                        return
                    row = self._kept(each, result, content)
                done.put(row)
        except BaseException as error:
            done.put(error)
        finally:
            if grader:
                self.graders.remove(grader)
                grader.close()

    def _looked_at(self, found: Found) -> tuple[bytes, Row | None]:
        """What is in a notebook, and its row when there is nothing more to do."""
        try:
            content = found.content()
        except UngradableError as error:
            return b"", self._kept(found, not_graded("ungradable", str(error)), b"")
        row = self._earlier(found, self.order.fingerprint(content, self.exams.seed))
        if row:
            self.unchanged.add(found.place)
        return content, row

    def _earlier(self, found: Found, fingerprint: str) -> Row | None:
        """The row of an earlier run, where one graded the same; a file that holds none is no result."""
        try:
            result = json.loads((self.folder / f"{self.files[found.place]}.json").read_text(encoding="utf-8"))
            if result["fingerprint"] != fingerprint or result.get("outcome") == "grader_error":
                return None
            row = row_of(found.place, found.student, result)
            return row if is_sound(row) else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def _graded(self, grader: Grader, found: Found, content: bytes) -> dict[str, Any]:
        try:
            return grader.grade(notebook_in(content, found.place), self.order.exercise).to_json()
        except UngradableError as error:
            return not_graded("ungradable", str(error))
        except IsolationError:
            raise
        except GraderError as error:
            return not_graded("grader_error", printable(str(error), 500))
        except Exception as error:
            # Whatever it is, the others are still to be graded; this one is listed at the end.
            return _fault(error)

    def _kept(self, found: Found, result: Mapping[str, Any], content: bytes) -> Row:
        name = self.files[found.place]
        whole = {
            **result,
            "notebook": found.place,
            "student": found.student,
            "fingerprint": self.order.fingerprint(content, self.exams.seed),
        }
        try:
            self._write(name, whole)
            return row_of(found.place, found.student, whole)
        except OSError as error:
            # A folder in the way, or a name too long for this disk, is no reason to stop the others.
            told = (
                f"its result can't be written as {name}.json: {error.strerror}. Remove what is in its way, or name "
                "another folder with --results, and grade again."
            )
            return row_of(found.place, found.student, not_graded("ungradable", told))
        except Exception as error:
            return row_of(found.place, found.student, _fault(error))

    def _write(self, name: str, whole: Mapping[str, Any]) -> None:
        for ending, report in ((".html", html_report), (".md", markdown_report)):
            with written(self.folder / (name + ending)) as file:
                file.write(report(whole))
        # Last, since whoever finds it takes the notebook as done.
        write_json(self.folder / f"{name}.json", whole)

    # --- what the instructor reads ---

    @property
    def in_order(self) -> list[Row]:
        """All rows, by student and place."""
        return sorted(self.rows.values(), key=lambda each: (each.student.casefold(), each.student, each.place))

    @property
    def failed(self) -> list[Row]:
        """Those without a score."""
        return [each for each in self.in_order if each.score is None]

    @property
    def summary(self) -> str:
        """How many are graded, how many of those in an earlier run, and how many can't be."""
        failed = {each.place for each in self.failed}
        graded, before = len(self.rows) - len(failed), len(self.unchanged - failed)
        earlier = " (nothing new)" if before == graded else f", {before} of them before"
        cant = f"; {len(failed)} can't be graded" if failed else ""
        return f"{graded} of {len(self.rows)} graded{earlier if before else ''}{cant}."

    @property
    def namesakes(self) -> list[str]:
        """Names at which several notebooks stand: one learner's, or those of several learners of one name."""
        counted = Counter(each.student for each in self.found if not each.trouble)
        return [name for name, many in counted.items() if many > 1]

    def write_table(self) -> None:
        """Write the gradebook, and the overview as a page."""
        with written(self.folder / GRADEBOOK) as file:
            file.write(gradebook(self.in_order))
        with written(self.folder / "class.html") as file:
            file.write(self._page())

    def overview(self) -> list[Table]:
        """Scores by student, and the misconceptions that the class shows, the most frequent first."""
        misconceptions = self._misconceptions()
        return [self._scores(), misconceptions] if misconceptions.rows else [self._scores()]

    def _page(self) -> str:
        exercises = self._exercises
        named = f"Exercise{'s' * (len(exercises) > 1)} {', '.join(exercises)}: " if exercises else ""
        sections = [Section("Who solved what", [table_of_points(self._scores(reasons=True))])]
        if (misconceptions := self._misconceptions()).rows:  # first, for a class is long
            sections.insert(0, Section("What was misunderstood", [table_of_points(misconceptions)]))
        title = f"{named}{len(self.rows) - len(self.failed)} of {len(self.rows)} graded"
        return page(title, "", sections, contents=False)

    @property
    def _exercises(self) -> list[str]:
        return sorted({each.exercise for each in self.rows.values() if each.exercise})

    def _scores(self, reasons: bool = False) -> Table:
        """Who has how many points, and what is not solved.

        reasons  whether a notebook that was not graded says why; at a terminal that is told on standard error
        """
        begin = len("01-") if len(self._exercises) == 1 else 0  # the same before every id
        named = any(each.place != f"{each.student}.ipynb" for each in self.rows.values())
        columns = ["student", "points", "not solved", *["notebook"] * named]
        rows = []
        for each in self.in_order:
            told = ", ".join(problem[begin:] for problem in _unsolved(each)) or each.error * reasons
            student = CellText(each.student, target=f"{quote(self.files[each.place])}.html")
            rows.append([student, _points(each), told, *[each.place] * named])
        return Table("Scores", columns, rows)

    def _misconceptions(self) -> Table:
        counted = Counter(each for row in self.rows.values() for each in row.misconceptions)
        by_count = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
        rows = [(bank.heading(problem), count, self._told(problem, name)) for (problem, name), count in by_count]
        return Table("Misconceptions, the most frequent first", ["problem", "learners", "what they were told"], rows)

    def _told(self, problem_id: str, name: str) -> str:
        """The sentence that meets a misconception; of a value or an option also which it was."""
        own = {each.id: each for each in self.exams.private}
        problem = own.get(problem_id) or bank.find(problem_id)
        sentence = misconceptions_of(problem).get(name, "") if problem else ""
        if not sentence:
            return name
        return sentence if isinstance(problem, CodeProblem) else f"{name}: {sentence}"


class _Shared:
    """The notebooks, handed out one by one to however many threads ask."""

    def __init__(self, found: Sequence[Found]) -> None:
        self.rest = iter(found)
        self.lock = threading.Lock()
        self.stopped = False

    def __iter__(self) -> Iterator[Found]:
        while True:
            with self.lock:
                each = None if self.stopped else next(self.rest, None)
            if each is None:
                return
            yield each

    def stop(self) -> None:
        """Hand out no more."""
        self.stopped = True


def seed_of(folder: Path) -> str:
    """The seed of an earlier run into this folder; empty when there was none."""
    try:
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
        seed = state["seed"]
        return seed if isinstance(seed, str) and seed.encode() else ""
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def _file_names(found: Sequence[Found]) -> dict[str, str]:
    """A file name for each place: readable, and no two alike, not even where capital letters don't count."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for each in found:
        # Few digits may be met on purpose; all of them are not.
        digits = next(count for count in (8, 64) if _file_name(each.place, count).casefold() not in taken)
        names[each.place] = _file_name(each.place, digits)
        taken.add(names[each.place].casefold())
    return names


def _file_name(place: str, digits: int) -> str:
    readable = re.sub(r"[^\w.-]+", "_", place.removesuffix(".ipynb")).strip("._")[:_LONGEST_NAME]
    # A disk counts bytes, of which a letter has up to four.
    fitting = readable.encode()[: 2 * _LONGEST_NAME].decode(errors="ignore")
    return f"{fitting}-{hashlib.sha256(place.encode()).hexdigest()[:digits]}"


def _fault(error: Exception) -> dict[str, Any]:
    return not_graded("grader_error", printable(f"{type(error).__name__}: {error}", 500))


def _points(row: Row) -> str:
    return "not graded" if row.score is None else f"{row.score} of {row.max_score}"


def _unsolved(row: Row) -> list[str]:
    return [problem for problem, outcome in row.outcomes.items() if outcome != "correct"]


class Progress:
    """How many are done and how long the rest will take, on one line of a terminal or now and then in a log."""

    def __init__(self, stream: Any = None) -> None:
        self.stream = stream or sys.stderr
        self.live = bool(self.stream.isatty())
        self.began = time.monotonic()
        self.last = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Say so, if it is time to. A notebook that can't be graded is done as well."""
        now = time.monotonic()
        if done < total and now - self.last < (0.2 if self.live else 10.0):
            return
        self.last = now
        left = (now - self.began) / done * (total - done)
        line = f"{done} of {total} done" + (f", about {left:.0f} s left" if done < total else "")
        end = "\n" if done == total or not self.live else ""
        with suppress(OSError):  # a log that is full is no reason to stop
            print(f"\r{line:40}" if self.live else line, end=end, file=self.stream, flush=True)
