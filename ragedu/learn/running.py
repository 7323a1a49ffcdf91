"""Running a learner's code, or ours, in this process: a call gives back a Result, whatever happens inside it."""

import _thread
import ast
import contextlib
import copy
import ctypes
import io
import linecache
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ragedu.learn.problems import Call
from ragedu.learn.values import NotPlainError, Plain, plain

CALL_LIMIT = 2.0
"""Seconds that one call may take."""

CALLS_OF_FULL_LENGTH = 5
TOGETHER = CALLS_OF_FULL_LENGTH * CALL_LIMIT
"""Seconds that all calls together may take, here as in a grader."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one call.

    how     "value", "error" (the code raised), "timeout", "not_plain" (it gave back an object we can't compare), or
            "not_called" (an earlier call hung); a call in another process may also end in "crashed" or "memory"
    value   the plain value, when how is "value"
    detail  the error's type, or the object's type; of a timeout that all calls together brought about, their limit
    told    the error as the learner should read it; the line of their code follows on a line of its own
    """

    how: Literal["value", "error", "timeout", "not_plain", "not_called", "crashed", "memory"]
    value: Plain = None
    detail: str = ""
    told: str = ""


class TooLongError(BaseException):
    """Raised inside a call that passed its limit. Not an Exception, so that `except Exception` does not swallow it."""


def within(seconds: float, act: Callable[[], Any]) -> Any:
    """What act() gives back; TooLongError when it takes longer than this.

    An asynchronous exception works in any thread and on every system, which signals do not. It can't end a
    call into C that never returns. Where there are no threads (the browser edition) the clock is looked at instead
    with every line that runs.
    Inside another `within` it is the outer one's limit that counts: two watches over one thread get into each other's
    way.
    """
    if getattr(_watched, "already", False):
        return act()
    watch = _Watch(seconds)
    try:
        watch.begin()
    except RuntimeError:  # no threads here
        return _within_by_trace(seconds, act)
    _watched.already = True
    try:
        return act()
    finally:
        _watched.already = False
        # The last interrupt may arrive in the middle of this, and must not stop it. The loop stands here and not in a
        # function of its own, on whose first line an interrupt would already be outside of the try.
        while True:
            try:
                watch.end()
                break
            except TooLongError:
                continue


_watched = threading.local()


def _within_by_trace(seconds: float, act: Callable[[], Any]) -> Any:
    ends = time.monotonic() + seconds

    def look_at_the_clock(*_: object) -> Any:
        if time.monotonic() > ends:
            raise TooLongError
        return look_at_the_clock

    before = sys.gettrace()
    _watched.already = True
    sys.settrace(look_at_the_clock)
    try:
        return act()
    finally:
        sys.settrace(before)
        _watched.already = False


class _Watch:
    """Interrupts the thread that began it, once the time is up and then again and again: a bare `except:` in a loop
    swallows one interrupt, and before long another arrives where nothing catches it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._watched = ctypes.c_ulong(threading.get_ident())
        self._over = threading.Event()
        self._firing = threading.Lock()
        self._fired = False

    def begin(self) -> None:
        # Not threading.Thread, whose start() waits for a sign of life: a thread that is just being born still bears
        # its maker's number, and an interrupt meant for the maker may kill it before it gives the sign.
        _thread.start_new_thread(self._wait_and_fire, ())

    def _wait_and_fire(self) -> None:
        wait = self._seconds
        while not self._over.wait(wait):
            with self._firing:
                if self._over.is_set():
                    return
                self._fired = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._watched, ctypes.py_object(TooLongError))
            wait = 0.02

    def end(self) -> None:
        """End the watch; from here on nothing arrives any more."""
        self._over.set()
        with self._firing:  # whoever fires has fired by now
            pass
        if self._fired:
            # What is on its way arrives in this loop. Python 3.11 must not be asked to take it back: it would spin
            # in the next function that a debugger traces.
            for _ in range(10):
                pass


def run_call(function: Callable[..., Any], call: Call, limit: float = CALL_LIMIT) -> Result:
    """Call the function with a copy of the arguments, so that changing them harms no later call."""
    arguments = copy.deepcopy(call.args)
    deepest = sys.getrecursionlimit()
    try:
        result: Result = within(limit, lambda: _result(function, arguments))
        return result
    except TooLongError:
        return Result("timeout")
    finally:
        sys.setrecursionlimit(deepest)


def _result(function: Callable[..., Any], arguments: Sequence[Any]) -> Result:
    try:
        return Result("value", plain(function(*arguments)))
    except NotPlainError as error:
        return Result("not_plain", detail=str(error))
    except (KeyboardInterrupt, TooLongError):
        raise
    except BaseException as error:
        return Result("error", detail=type(error).__name__, told=told(error))


class Swallowed(io.TextIOBase):
    """Where the output goes that nobody is to read; it only remembers whether there was any."""

    def __init__(self) -> None:
        self.any = False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.any = self.any or bool(text)
        return len(text)


def run_calls(
    function: Callable[..., Any], calls: Sequence[Call], limit: float = CALL_LIMIT, quiet: Swallowed | None = None
) -> list[Result]:
    """The results of all calls. After the first timeout no further call is made: no learner waits for each.

    All calls together may take five times what one may; where that ends them, the timeout's detail says so.

    quiet  takes what is printed by all calls but the first
    """
    results: list[Result] = []
    together = CALLS_OF_FULL_LENGTH * limit
    ends = time.monotonic() + together
    with contextlib.ExitStack() as silence:
        for call in calls:
            hung = bool(results) and results[-1].how in ("timeout", "not_called")
            left = min(limit, max(0.001, ends - time.monotonic()))
            result = Result("not_called") if hung else run_call(function, call, left)
            cut_short = result.how == "timeout" and left < limit
            results.append(replace(result, detail=f"{together:g} seconds") if cut_short else result)
            # Around the limit and not within it: an interrupt must not arrive while the output is being given back.
            if quiet and len(results) == 1:
                silence.enter_context(contextlib.redirect_stdout(quiet))
    return results


def defined(code: str, name: str, file: str = "<problem>") -> Callable[..., Any]:
    """The function of this name that a piece of code defines, in a namespace of its own."""
    namespace: dict[str, Any] = {"__name__": "problem"}
    exec(compile(code, file, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    return function


YOUR_CODE = "<string> of the learner"
"""The file that code is said to stand in which was made of a learner's answer, so that an error names its line."""


def defined_by_learner(code: str, name: str, limit: float = CALL_LIMIT) -> Callable[..., Any]:
    """The function of this name that a learner's answer makes; whatever the code raises, or TooLongError, comes out."""
    linecache.cache[YOUR_CODE] = (len(code), None, code.splitlines(keepends=True), YOUR_CODE)
    function: Callable[..., Any] = within(limit, lambda: defined(code, name, YOUR_CODE))
    return function


def last_value(code: str) -> Plain:
    """The value of a piece of code's last line, run in a namespace of its own."""
    *body, last = ast.parse(code.strip()).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"the code of this problem must end in an expression; this does not:\n{code}")
    namespace: dict[str, Any] = {"__name__": "problem"}
    exec(compile(ast.Module(body, []), "<problem>", "exec"), namespace)
    return plain(eval(compile(ast.Expression(last.value), "<problem>", "eval"), namespace))


def told(error: BaseException) -> str:
    """An error in one line, its type, text and place; below it, as code, the last line of the learner's own on its way.

    A syntax error has its place in itself.
    """
    text = " ".join(traceback.format_exception_only(error)[-1].split())
    steps = [each for each in traceback.extract_tb(error.__traceback__) if _is_learners(each.filename)]
    if isinstance(error, SyntaxError) and _is_learners(error.filename or ""):
        number, line = error.lineno or 0, error.text or ""
    elif steps:
        number = steps[-1].lineno or 0
        line = steps[-1].line or linecache.getline(steps[-1].filename, number)
    else:
        return text
    return f"{text.removesuffix('.')}, in line {number}" + (f"\n    {line.strip()}" if line.strip() else "")


def as_sentence(told: str) -> str:
    """What was told of an error as the end of a sentence: the full stop comes before the line of code."""
    sentence, *code = told.split("\n")
    return "\n".join([f"{sentence}.", *code])


def _is_learners(filename: str) -> bool:
    # A notebook cell's file is "<ipython-input-…>", a path ending in "ipykernel_1234/567.py", or our own "cell 3".
    return filename.startswith(("<ipython", "cell ", "<stdin", "<string")) or "ipykernel_" in filename
