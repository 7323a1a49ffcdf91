"""The grader: asks children to run a learner's cells and calls, compares out here, and turns what came into results.

Whatever a notebook does, it costs the cell or the call that does it, and nothing else: a new child replays the other
cells, and grading goes on.
"""

import contextlib
import re
import secrets
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from types import TracebackType
from typing import Any, Self

from ragedu.grading import wire
from ragedu.grading.isolation import lacking
from ragedu.grading.linux import closed_memory
from ragedu.grading.private import with_private
from ragedu.grading.processes import Asked, Child, GraderError, Isolation, Limits, LostError, Method, Nursery, watch
from ragedu.grading.results import Graded, ProblemResult, printable
from ragedu.grading.submission import (
    FRESH_COPY,
    Cell,
    Submission,
    answer_cells,
    exercise_of,
    libraries_of,
    name_of,
    substitute_cells,
)
from ragedu.learn import bank
from ragedu.learn.checking import WORDS, FunctionCheck, check_value, not_a_value, not_your_own, words_missing
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import CodeProblem, FunctionProblem, JudgementProblem, Problem
from ragedu.learn.running import Result, as_sentence
from ragedu.learn.values import show
from ragedu.tables import width_of

FURTHER_CALLS = 40
"""Other calls than those of `check`, and more of them: what fits the one by accident fails the other."""


class Grader:
    """Grades notebooks one after another, with one zygote for all of them. Use it in a `with` block.

    seed   what the further calls are drawn from; one that nobody can know, unless a grading is to be repeated
    exams  those of another grader, to share its seed and its work
    many   whether many notebooks follow one another: each one's process then comes while that before is at work
    """

    def __init__(
        self,
        limits: Limits | None = None,
        method: Method | None = None,
        seed: str = "",
        isolation: Isolation | None = None,
        exams: "Exams | None" = None,
        many: bool = False,
    ) -> None:
        self.limits = limits or Limits()
        self.exams = exams or Exams(seed)
        self.closed = False
        closed_memory.close()
        try:
            self.nursery = Nursery(method, isolation, ahead=many)
            try:
                self.nursery.warm_up()
            except BaseException:
                self.nursery.close()
                raise
        except BaseException:
            closed_memory.reopen()
            raise

    def grade(self, submission: Submission, exercise: str = "") -> Graded:
        """Grade a notebook. UngradableError says what is wrong with it, GraderError what is wrong with us."""
        number = exercise_of(submission, exercise)
        self.nursery.have_ready(libraries_of(submission))
        return _Sitting(submission, number, self.exams.of(number), self.nursery, self.limits).graded()

    @property
    def seed(self) -> str:
        """What the further calls are drawn from."""
        return self.exams.seed

    def close(self) -> None:
        """End every process and remove every file of the grader's."""
        if not self.closed:
            self.closed = True
            try:
                self.nursery.close()
            finally:
                closed_memory.reopen()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class Exams:
    """The exams of all exercises, each made ready once, for however many graders.

    private  an instructor's own problems, beside those of the course
    """

    def __init__(self, seed: str = "", private: Sequence[Problem] = ()) -> None:
        self.seed = seed or secrets.token_hex(8)
        self.private = private
        self._exams: dict[str, Exam] = {}
        self._lock = threading.Lock()

    def of(self, number: str) -> "Exam":
        """The exam of an exercise, with all that is expected worked out."""
        with self._lock:
            if number not in self._exams:
                exam = Exam(with_private(bank.of_exercise(number), self.private, number), self.seed)
                _ = exam.wired_requests  # our work, which no learner's clock should count
                self._exams[number] = exam
            return self._exams[number]


class Exam:
    """The problems of one exercise, with everything expected of their functions."""

    def __init__(self, problems: Sequence[Problem], seed: str) -> None:
        self.problems, self.seed = problems, seed

    @cached_property
    def checks(self) -> dict[str, FunctionCheck]:
        """How each function is checked."""
        functions = [each for each in self.problems if isinstance(each, FunctionProblem)]
        return {each.id: FunctionCheck(each, self.seed, FURTHER_CALLS, hidden=True) for each in functions}

    @cached_property
    def wired_calls(self) -> dict[str, wire.Ready]:
        """The arguments of each function's calls, as they travel."""
        return {each: wire.ready(list(call.args) for call in check.calls) for each, check in self.checks.items()}

    @cached_property
    def wired_requests(self) -> dict[str, bytes]:
        """What asks for all calls of each function, as it travels."""
        return {
            each: wire.body(
                {
                    "name": check.problem.name,
                    "args": self.wired_calls[each],
                    "withheld": own_version(check.problem),
                }
            )
            for each, check in self.checks.items()
        }

    @cached_property
    def withheld(self) -> list[str]:
        """The library's own versions of what is asked for, by name."""
        return sorted({name for check in self.checks.values() for name in own_version(check.problem)})


def own_version(problem: CodeProblem) -> list[str]:
    """The names of what already does what a problem asks for: the library's own version, and those elsewhere."""
    function = problem.reference
    home = function.__module__
    named = getattr(sys.modules.get(home), function.__qualname__, None) is function
    public = named and home.startswith("ragedu.") and not home.startswith("ragedu.learn.")
    return [*([f"{home}:{function.__qualname__}"] if public else []), *problem.elsewhere]


class _OutOfTimeError(Exception):
    """The time for the whole notebook is used up."""


class _GivenUpError(Exception):
    """No child comes any more, since the notebook's code began to run."""


@dataclass(slots=True)
class _Answer:
    """What is known about one problem so far.

    cells        those that carry it
    substitutes  the numbers of others that answer it as well, and count while nothing in its own does
    counted      the number of the cell that the feedback is about; 0 while there is none
    """

    feedback: Feedback
    words: dict[str, str] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    substitutes: frozenset[int] = frozenset()
    counted: int = 0

    @property
    def attempted(self) -> bool:
        """Whether anything was tried."""
        return bool(self.counted) and self.feedback.outcome != "not_attempted"

    @property
    def by_substitute(self) -> bool:
        """Whether what counts stands in another cell than the problem's own."""
        return self.counted in self.substitutes


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A function that will be called when all other cells have run as well."""

    problem: FunctionProblem
    cell: Cell
    ran: Mapping[str, Any]


Request = dict[str, Any]

_MOST_AHEAD, _SHORT = 4, 2**14
"""So many requests to run a cell of so many bytes lie in a socket, and whoever sends them never waits."""


class _Sitting:
    """One notebook being graded."""

    def __init__(self, submission: Submission, exercise: str, exam: Exam, nursery: Nursery, limits: Limits) -> None:
        self.began_at = time.monotonic()
        self.submission, self.exercise, self.exam = submission, exercise, exam
        self.nursery, self.limits = nursery, limits
        self.deadline = time.monotonic() + limits.submission
        self.answers = {each.id: self._unanswered(each) for each in exam.problems}
        self.problems_of: dict[int, list[Problem]] = {cell.number: [] for cell in submission.cells}
        for problem in exam.problems:
            answer = self.answers[problem.id]
            for number in sorted({*(cell.number for cell in answer.cells), *answer.substitutes}):
                self.problems_of[number].append(problem)
        # Jupyter's name for the value that a cell ended in.
        self.asks_for_last = any(re.search(r"\b_\b", cell.source) for cell in submission.cells)
        self.last = max((number for number, problems in self.problems_of.items() if problems), default=0)
        self.guilty: set[int] = set()
        self.broken: dict[int, str] = {}
        self.child: Child | None = None
        self.report: dict[str, Any] = {"active": [], "missing": {}, "guards": []}
        self.began = False
        self.printed: dict[int, int] = {}
        self.waiting: list[_Waiting] = []
        self.held: set[int] = set()
        self.doubtful: list[_Waiting] = []
        self.ahead: deque[tuple[dict[str, Any], Asked]] = deque()

    def graded(self) -> Graded:
        """The results, once every answer's cell has been run."""
        try:
            self._run_all()
        finally:
            self._end_child(wait=not self.nursery.ahead)
        results = [self._result(each) for each in self.exam.problems]
        broken = list(self.broken.values())
        return Graded(
            self.submission.name,
            self.exercise,
            results,
            self._isolation(),
            broken,
            self.exam.seed,
            printed=sum(self.printed.values()),
            seconds=time.monotonic() - self.began_at,
        )

    def _isolation(self) -> dict[str, Any]:
        powerless = "no capabilities" in self.report["active"]
        closed = ["grader's memory closed"] if closed_memory.holds(powerless) else []
        # The mark that finds what a notebook left running stands in an environment, and can be taken out of it.
        unfound = ["processes that a notebook leaves behind and hides"] if self.nursery.may_miss_processes else []
        return {
            "process": self.nursery.method,
            "mode": self.nursery.isolation.mode,
            "active": [*self.report["active"], *closed],
            "missing": self.report["missing"],
            "absent": [*lacking(self.report["guards"]), *([] if closed else ["the grader's memory"]), *unfound],
        }

    # --- where the answers are ---

    def _unanswered(self, problem: Problem) -> _Answer:
        cells = answer_cells(self.submission, problem.id, name_of(problem))
        others = substitute_cells(self.submission, problem.id, name_of(problem), cells)
        substitutes = frozenset(cell.number for cell in others)
        if cells:
            return _Answer(Feedback("not_attempted"), cells=cells, substitutes=substitutes)
        if problem not in bank.of_exercise(self.exercise):
            own = "It is a problem of your instructor's own: ask for the notebook that has it."
            return _Answer(Feedback("missing", f"No cell of this notebook carries its id. {own}"))
        return _Answer(
            Feedback(
                "missing",
                f"No cell of this notebook carries its id, as cells lose it that are pasted or cleaned. {FRESH_COPY}; "
                "put your code into the cell for it there.",
            )
        )

    # --- running ---

    def _run_all(self) -> None:
        cells = [cell for cell in self.submission.cells if cell.number <= self.last]
        later = [cell for cell in self.submission.cells if cell.number > self.last]
        rest = deque(cells)
        try:
            while rest:
                self._one_cell(rest[0], list(islice(rest, 1, 1 + _MOST_AHEAD)))
                rest.popleft()
            self._settle()
        except _OutOfTimeError:
            sentence = f"The whole notebook may take {self.limits.submission:g} seconds, and they were used up"
            self._close_book(rest, "timeout", f"{sentence} before this was checked.")
        except _GivenUpError:
            self._close_book(rest, "crashed", "The notebook keeps ending the program that runs it.")
        else:
            with contextlib.suppress(_OutOfTimeError, _GivenUpError):
                self._judge_what_needs_later_cells(later)

    def _judge_what_needs_later_cells(self, later: Sequence[Cell]) -> None:
        """A helper may be defined further down, as in a notebook that was worked on up and down: judge it once more."""
        functions = [each for each in self.exam.problems if isinstance(each, FunctionProblem)]
        feedback_on = {each.id: self.answers[each.id].feedback for each in functions}
        # Where the function is right, it is its cell that misses a name, as that of `check`.
        stopped = [each for each in functions if feedback_on[each.id].outcome == "error"]
        waiting = [each for each in stopped if "NameError" in feedback_on[each.id].message]
        end = replace(self.submission.cells[-1], number=len(self.submission.cells) + 1)
        for problem in waiting:
            self._end_child()  # what was called in it may have changed what the later cells find
            for cell in later:
                self._one_cell(cell)
            feedback = self._feedback_on_calls(problem, self._results(problem, end))
            if feedback.outcome in ("correct", "incorrect"):
                note = "It uses a name that a later cell defines; put that cell before it."
                self.answers[problem.id].feedback = replace(feedback, message=f"{feedback.message}\n{note}")

    def _close_book(self, cells: Iterable[Cell], outcome: str, message: str) -> None:
        for cell in (*(each.cell for each in self.waiting), *cells):
            for problem in self.problems_of[cell.number]:
                if not self.answers[problem.id].counted:
                    self._note(problem, cell, Feedback(outcome, message))
        for each in self.doubtful:  # what others may have done to it is no verdict on it
            if self.answers[each.problem.id].counted == each.cell.number:
                self._note(each.problem, each.cell, Feedback(outcome, message))

    def _one_cell(self, cell: Cell, following: Sequence[Cell] = ()) -> None:
        self._need_child(cell)
        problems = self._asked_in(cell)
        try:
            ran = self._run_cell(cell, following)
        except LostError as lost:
            feedback = self._about_lost_cell(cell, lost)
            for problem in problems:
                self._note(problem, cell, feedback, runs=False)
            return
        if broken := _what_broke(cell, ran):
            self.broken.setdefault(cell.number, broken.message.splitlines()[0])
        for problem in problems:
            if isinstance(problem, FunctionProblem) and _part(ran, "functions").get(problem.name) == "there":
                self.waiting.append(_Waiting(problem, cell, ran))
            else:
                self._judge(problem, cell, ran)

    def _settle(self) -> None:
        """Call and judge the functions that wait, in the order of their cells.

        Others that were called before them may have taken their memory or their threads, written in their files,
        changed a list that they read. What is right all the same is right; what isn't is called once more, alone.
        """
        self._call([each for each in self.waiting if not self._stands_in(each.problem, each.cell)])
        for each in self.waiting:
            if self._stands_in(each.problem, each.cell) and each.problem in self._asked_in(each.cell):
                self._call([each])
        self.waiting = []
        # Last those that may take longest.
        self.doubtful.sort(key=lambda each: self.answers[each.problem.id].feedback.outcome == "timeout")
        while self.doubtful:
            each = self.doubtful[0]
            if self.answers[each.problem.id].counted == each.cell.number:  # and no later cell
                self._end_child()
                self._judge(each.problem, each.cell, each.ran)
            self.doubtful.pop(0)

    def _stands_in(self, problem: Problem, cell: Cell) -> bool:
        return cell.number in self.answers[problem.id].substitutes

    def _call(self, functions: Sequence[_Waiting]) -> None:
        """Call functions in the child that has run all cells, then judge what they gave."""
        called = []
        try:
            for each in functions:
                called.append((each, self._results_beside(each)))
            if len(functions) == len(self.waiting):  # nobody else needs it, and it ends while we judge
                self._end_child(wait=not self.nursery.ahead)
        finally:  # what came before the time was used up counts
            for each, results in called:
                feedback = self._judge(each.problem, each.cell, each.ran, results)
                if feedback.outcome not in ("correct", "not_attempted"):
                    self.doubtful.append(each)

    def _results_beside(self, waiting: _Waiting) -> list[Result]:
        """What a function gives in a child that has run all cells, and where others were called before it."""
        try:
            if waiting.cell.number not in self.held:  # the child that held it is gone
                self._end_child()
                self._need_child(_after(self.waiting[-1].cell))
            return self._results_in_one_go(waiting.problem, waiting.cell)
        except LostError as lost:
            return [Result(lost.how)]

    def _need_child(self, upto: Cell) -> None:
        """See to it that there is a child in which all cells before this one have run, but for the guilty."""
        while self.child is None:
            self._new_child()
            for cell in self.submission.cells:
                if cell.number >= upto.number:
                    return
                if cell.number in self.guilty:
                    continue
                try:
                    self._run_cell(cell)
                except LostError as lost:  # from now on it is left out, so each cell gets here once at most
                    self._about_lost_cell(cell, lost)
                    break

    def _new_child(self) -> None:
        self._seconds(self.limits.cell)
        try:
            self.child, self.report = self.nursery.child(self.limits, self.exam.withheld)
        except (LostError, OSError) as error:
            if self.began:
                raise _GivenUpError from None
            why = str(error.why if isinstance(error, LostError) else error)
            raise GraderError(
                "the process that runs notebooks could not be started" + (f": {printable(why, 300)}" if why else "")
            ) from None

    def _asked_in(self, cell: Cell) -> list[Problem]:
        """The problems that a cell answers; those that it only stands in for drop out when their own cell has."""
        answers = [(each, self.answers[each.id]) for each in self.problems_of[cell.number]]
        return [
            each
            for each, answer in answers
            if not self._stands_in(each, cell) or not answer.attempted or answer.by_substitute
        ]

    def _run_cell(self, cell: Cell, following: Sequence[Cell] = ()) -> Mapping[str, Any]:
        """Run a cell.

        following  the cells that will be run next, whatever this one does
        """
        if self.ahead:
            request, asked = self.ahead.popleft()
        else:
            request = self._to_run(cell)
            asked = self._send(request, self.limits.cell)
        assert request["number"] == cell.number, "replies come in the order of requests"
        with contextlib.suppress(LostError):  # the reply tells
            self._send_ahead(following)
        ran = self._reply(asked, self.limits.cell)
        if request["functions"]:
            self.held.add(cell.number)
        self.printed.setdefault(cell.number, _count(ran, "printed"))
        if ran.get("how") == "memory":
            # What it holds would be missing for the others.
            self._end_child()
            raise LostError("memory")
        return ran

    def _to_run(self, cell: Cell) -> Request:
        problems = self._asked_in(cell)
        return {
            "do": "cell",
            "number": cell.number,
            "source": cell.source,
            "read": _variables(problems),
            "functions": [name_of(each) for each in problems if name_of(each)],
            "keep_last": self.asks_for_last,
        }

    def _send_ahead(self, following: Sequence[Cell]) -> None:
        """Ask for the next cells that have not been asked for yet, so that the child need not wait for us.

        It ends before a cell that only stands in, for what is asked of it depends on what comes first, and before one
        that is too long to lie in a socket.
        """
        for cell in islice(following, len(self.ahead), _MOST_AHEAD):
            stands_in = any(self._stands_in(each, cell) for each in self.problems_of[cell.number])
            # JSON has up to twelve bytes for a letter.
            if stands_in or len(cell.source) * (1 if cell.source.isascii() else 12) > _SHORT:
                return
            assert self.child
            request = self._to_run(cell)
            self.ahead.append((request, Asked(self.child.channel, request, self._seconds(self.limits.cell))))

    def _send(self, request: Request, limit: float) -> Asked:
        assert self.child
        self.began = True
        with self._or_without_child(seconds := self._seconds(limit), limit):
            return Asked(self.child.channel, request, seconds)

    def _reply(self, asked: Asked, limit: float) -> Mapping[str, Any]:
        assert self.child
        with self._or_without_child(seconds := self._seconds(limit), limit):
            self.nursery.call_next(self.limits, self.exam.withheld)
            return asked.reply(seconds, partial(watch, self.child, self.limits))

    @contextlib.contextmanager
    def _or_without_child(self, seconds: float, limit: float) -> Iterator[None]:
        """Part with a child that does not answer; the next one has all cells run anew."""
        try:
            yield
        except LostError as lost:
            status = self._end_child()
            if lost.how == "timeout" and seconds < limit:
                raise _OutOfTimeError from None
            raise LostError(lost.how, lost.why or _ending(status)) from None

    def _seconds(self, limit: float) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _OutOfTimeError
        return min(limit, left)

    def _end_child(self, wait: bool = True) -> int | None:
        child, self.child = self.child, None
        self.held.clear()
        self.ahead.clear()
        return child.end(wait) if child else None

    def _about_lost_cell(self, cell: Cell, lost: LostError) -> Feedback:
        self.guilty.add(cell.number)
        feedback = self._how_it_was_lost(cell, lost)
        self.broken.setdefault(cell.number, feedback.message)  # what it would have defined is missing from here on
        return feedback

    def _how_it_was_lost(self, cell: Cell, lost: LostError) -> Feedback:
        if lost.how == "timeout":
            return Feedback(
                "timeout",
                f"Cell {cell.number} did not come to an end within {self.limits.cell:g} seconds. Look for a loop that "
                "never stops.",
            )
        if lost.how == "memory":
            return Feedback("memory", f"Cell {cell.number} asked for more memory than there is here.")
        why = f" ({lost.why})" if lost.why else ""
        return Feedback("crashed", f"Cell {cell.number} ended the program that was running it{why}.")

    # --- judging ---

    def _judge(
        self, problem: Problem, cell: Cell, ran: Mapping[str, Any], results: list[Result] | None = None
    ) -> Feedback:
        """The feedback on a problem whose cell has run; a function's results, where it has been called already."""
        broken = _what_broke(cell, ran)
        if broken and ran.get("how") == "syntax":
            self._note(problem, cell, broken, runs=False)
            return broken
        if isinstance(problem, FunctionProblem):
            feedback = self._function_feedback(problem, cell, _part(ran, "functions").get(problem.name), results)
        else:
            feedback = _value_feedback(problem, cell, _part(ran, "values").get("answer"))
            self._keep_words(problem, _part(ran, "values"))
            missing = words_missing(problem, self.answers[problem.id].words)
            if feedback and feedback.correct and missing:
                feedback = replace(feedback, message=f"{feedback.message}\n{missing}")
        if broken and feedback is None:
            feedback = broken
        elif broken and feedback:
            feedback = replace(feedback, message=f"{feedback.message}\n{broken.message}")
        feedback = feedback or _nothing_there(problem, cell)
        self._note(problem, cell, feedback)
        return feedback

    def _function_feedback(
        self, problem: FunctionProblem, cell: Cell, found: object, results: list[Result] | None
    ) -> Feedback | None:
        if found == "ours":
            return not_your_own(problem)
        if found != "there":
            return None
        return self._feedback_on_calls(problem, results or self._results(problem, _after(cell)))

    def _feedback_on_calls(self, problem: FunctionProblem, results: list[Result]) -> Feedback:
        check = self.exam.checks[problem.id]
        # It has shown what it does, and every further call would cost as much again.
        not_called = [Result("not_called")] * (len(self.exam.wired_calls[problem.id]) - len(results))
        feedback = _guarded(lambda: check.feedback([*results, *not_called]), lambda: check.feedback(check.expected))
        return feedback or Feedback("incorrect", f"`{problem.name}` gives back what can't be compared.")

    def _results(self, problem: FunctionProblem, upto: Cell) -> list[Result]:
        """What a function gives when the cells before one have run: one by one if it didn't come to an end before."""
        results = []
        try:
            self._need_child(upto)
            if self.answers[problem.id].feedback.outcome in ("incorrect", "error"):
                with contextlib.suppress(LostError):
                    return self._results_in_one_go(problem)
                self._need_child(upto)
            for each in self._results_one_by_one(problem):
                results.append(each)
        except LostError as lost:
            results.append(Result(lost.how))
        return results

    def _results_in_one_go(self, problem: FunctionProblem, as_of: Cell | None = None) -> list[Result]:
        """The results of all calls: as all stands, or with its function as a cell left it.

        No other's calls travel meanwhile, for they could be read off the line where nothing is withheld from them.
        """
        function = wire.Ready([self.exam.wired_requests[problem.id]])
        request = {"do": "calls", "function": function, "as_of": as_of.number if as_of else 0}
        asked, last = self._send(request, self.limits.call), time.monotonic() + self.limits.cell
        reply: Mapping[str, Any] = {"how": "going on"}
        while reply.get("how") == "going on":  # a sign that some calls were made
            if (left := last - time.monotonic()) <= 0:
                self._end_child()
                raise LostError("timeout")
            reply = self._reply(asked, min(self.limits.call, left))
        results = _items(reply, "results")[: len(self.exam.wired_calls[problem.id])]
        return [_read(each) or Result("crashed") for each in results] or [Result("crashed")]

    def _results_one_by_one(self, problem: FunctionProblem) -> Iterator[Result]:
        """Each call under a limit of its own, and all together under that of a cell."""
        last = time.monotonic() + self.limits.cell
        for place, arguments in enumerate(self.exam.wired_calls[problem.id]):
            # The first call may have to load what the function imports.
            limit, left = self.limits.call if place else self.limits.cell, last - time.monotonic()
            result = self._result_of(problem, arguments, max(0.001, min(limit, left)))
            if place and result.how == "timeout" and left < limit:
                result = replace(result, detail=f"{self.limits.cell:g} seconds")
            yield result
            if result.how in ("timeout", "crashed", "memory"):
                return

    def _result_of(self, problem: FunctionProblem, arguments: bytes, limit: float) -> Result:
        call = {"name": problem.name, "args": wire.Ready([arguments]), "withheld": own_version(problem)}
        request = {"do": "calls", "function": wire.Ready([wire.body(call)]), "as_of": 0}
        try:
            reply = self._reply(self._send(request, limit), limit)
        except LostError as lost:
            return Result(lost.how)
        results = _items(reply, "results") or [reply]
        return _read(results[0]) or Result("crashed")

    def _keep_words(self, problem: Problem, values: Mapping[str, Any]) -> None:
        if not isinstance(problem, JudgementProblem):
            return
        for name in WORDS:
            result = _read(values.get(name))
            if result and result.how == "value" and result.value not in (None, ...):
                text = result.value if isinstance(result.value, str) else _shown(result.value)
                self.answers[problem.id].words[name] = printable(text)

    def _note(self, problem: Problem, cell: Cell, feedback: Feedback, runs: bool = True) -> None:
        """Keep the feedback, unless an earlier cell of the same problem was an attempt and this is none that runs.

        A cell that is not the problem's own counts only while nothing in its own is an attempt.
        """
        answer = self.answers[problem.id]
        substitute = self._stands_in(problem, cell)
        if substitute and feedback.outcome == "not_attempted":
            return
        outranked = answer.by_substitute and not substitute
        if answer.attempted and (feedback.outcome == "not_attempted" or (not runs and not outranked)):
            return
        answer.feedback, answer.counted = self._with_its_cause(feedback, cell), cell.number

    def _with_its_cause(self, feedback: Feedback, cell: Cell) -> Feedback:
        """A name that is missing is mostly missing because an earlier cell broke: say so."""
        earlier = [why for number, why in sorted(self.broken.items()) if number < cell.number]
        if "NameError" not in feedback.message or not earlier:
            return feedback
        return replace(feedback, message=f"{feedback.message}\nBefore that: {earlier[0]}")

    def _result(self, problem: Problem) -> ProblemResult:
        answer = self.answers[problem.id]
        feedback, message = answer.feedback, answer.feedback.message
        if answer.by_substitute:
            message += (
                f"\nCell {answer.counted} counts, though it is not the cell of this problem: there was no answer in "
                "that one."
            )
        elif len(answer.cells) > 1:
            numbers = ", ".join(str(cell.number) for cell in answer.cells[:10])
            numbers += " …" if len(answer.cells) > 10 else ""
            message += (
                f"\nSeveral cells answer this problem ({numbers}, counting code cells); cell {answer.counted} counts."
            )
        if any(cell.turned and cell.number == answer.counted for cell in answer.cells):
            message += "\nIts cell is no code cell any more, and counts all the same. In JupyterLab: Esc, then Y."
        points = problem.points if feedback.correct else 0
        return ProblemResult(
            problem.id,
            feedback.outcome,
            points,
            problem.points,
            printable(message.strip("\n")),
            feedback.misconception,
            answer.words,
        )


# --- reading what a child says: every field may be anything ---


def _variables(problems: Iterable[Problem]) -> list[str]:
    values = [each for each in problems if not isinstance(each, FunctionProblem)]
    words = WORDS if any(isinstance(each, JudgementProblem) for each in values) else ()
    return ["answer", *words] if values else []


def _part(reply: Mapping[str, Any], name: str) -> dict[str, Any]:
    part = reply.get(name)
    return part if isinstance(part, dict) else {}


def _items(reply: Mapping[str, Any], name: str) -> list[Any]:
    part = reply.get(name)
    return part if isinstance(part, list) else []


def _count(reply: Mapping[str, Any], name: str) -> int:
    number = reply.get(name)
    return number if type(number) is int and 0 <= number < 2**53 else 0


def _text(reply: Mapping[str, Any], name: str, longest: int = 300) -> str:
    text = reply.get(name)
    return printable(text, longest) if isinstance(text, str) else ""


def _result(reply: Mapping[str, Any]) -> Result:
    how = reply.get("how")
    if how == "value":
        return Result("value", wire.decode(reply.get("value")))
    if how == "error":
        return Result("error", detail=_text(reply, "detail", 80), told=_text(reply, "told"))
    if how == "not_plain":
        return Result("not_plain", detail=_text(reply, "detail", 80))
    if how == "memory":
        return Result("memory")
    if how == "timeout":
        return Result("timeout")
    if how == "too_large":
        return Result("not_plain", detail=f"more than {wire.LARGEST_REPLY // 2**20} MB")
    return Result("crashed")


def _read(reply: object) -> Result | None:
    if not isinstance(reply, dict):
        return None
    try:
        return _result(reply)
    except wire.MalformedError:
        return Result("crashed")


def _what_broke(cell: Cell, ran: Mapping[str, Any]) -> Feedback | None:
    """What stopped the cell; None when it ran to its end."""
    how = ran.get("how")
    if how == "done":
        return None
    if how == "error":
        return Feedback("error", f"Cell {cell.number} stopped with {as_sentence(_text(ran, 'told') or 'an error')}")
    if how == "syntax":
        return Feedback("error", _about_syntax(cell, _part(ran, "syntax")))
    if how == "too_large":
        return Feedback("crashed", f"The answer in cell {cell.number} is larger than {wire.LARGEST_REPLY // 2**20} MB.")
    return Feedback("crashed", f"Cell {cell.number} gave no sensible sign of having run.")


def _about_syntax(cell: Cell, syntax: Mapping[str, Any]) -> str:
    line, column = syntax.get("line"), syntax.get("column")
    kind, text = _text(syntax, "kind", 40) or "SyntaxError", _text(syntax, "text", 200)
    told = f"{kind} in cell {cell.number}, line {line if type(line) is int and line.bit_length() < 32 else '?'}: {text}"
    code = syntax.get("code")
    if not isinstance(code, str) or not code.strip() or type(column) is not int or not 1 <= column <= len(code) + 1:
        return told
    start = max(0, column - _CODE_WIDTH)
    line_of_code, before = (printable(each) for each in (code[start : start + _CODE_WIDTH], code[start : column - 1]))
    return f"{told}\n    {line_of_code}\n    {' ' * width_of(before)}^"


_CODE_WIDTH = 70


def _value_feedback(problem: Problem, cell: Cell, reply: object) -> Feedback | None:
    result = _read(reply)
    if result is None:
        return None
    if result.how == "not_plain":
        return not_a_value(result.detail)
    if result.how != "value":
        return Feedback("crashed", f"What cell {cell.number} left in `answer` can't be read.")
    # 0 is a harmless answer to any kind of problem.
    feedback = _guarded(lambda: check_value(problem, result.value), lambda: check_value(problem, 0))
    return feedback or Feedback("incorrect", "This answer can't be read. Give a plain number, or a short text.")


def _guarded(judge: Callable[[], Feedback], probe: Callable[[], Feedback]) -> Feedback | None:
    """What judging gives; None when the answer makes it fail although a harmless one does not.

    A learner's value must never look like a fault of ours, nor a fault of ours like a learner's.
    """
    try:
        return judge()
    except Exception:
        probe()
        return None


def _nothing_there(problem: Problem, cell: Cell) -> Feedback:
    if isinstance(problem, FunctionProblem):
        return Feedback("not_attempted", f"Cell {cell.number} defines no function named `{problem.name}`.")
    return Feedback("not_attempted", f"Cell {cell.number} puts nothing into `answer`.")


def _shown(value: object) -> str:
    try:
        return show(value)
    except ValueError:
        return ""


def _after(cell: Cell) -> Cell:
    return replace(cell, number=cell.number + 1)


def _ending(status: int | None) -> str:
    if status is None:
        return ""
    return f"exit code {status}" if status >= 0 else f"signal {-status}"
