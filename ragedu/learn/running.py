"""Running a learner's code, or ours, in this process: a call gives back a Result, whatever happens inside it."""

import ast
import copy
import ctypes
import linecache
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from ragedu.learn.problems import Call
from ragedu.learn.values import NotPlainError, Plain, plain

CALL_LIMIT = 2.0
"""Seconds that one call may take."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one call.

    how     "value", "error" (the code raised), "timeout", or "not_plain" (it gave back an object we can't compare);
            a call in another process may also end in "crashed" or "memory"
    value   the plain value, when how is "value"
    detail  the error's type, or the object's type
    told    the error as the learner should read it, with the line of their cell
    """

    how: Literal["value", "error", "timeout", "not_plain", "crashed", "memory"]
    value: Plain = None
    detail: str = ""
    told: str = ""


class TooLongError(BaseException):
    """Raised inside a call that passed its limit. Not an Exception, so that `except Exception` does not swallow it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt the block with TooLongError when it takes longer than this.

    An asynchronous exception works in any thread and on every system, which signals do not. It can't end a
    call into C that never returns, and where there are no threads (the browser edition) there is no limit.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    lock, done = threading.Lock(), False

    def interrupt() -> None:
        with lock:
            if not done:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLongError))

    timer = threading.Timer(seconds, interrupt)
    timer.daemon = True
    try:
        timer.start()
    except RuntimeError:  # no threads here
        yield
        return
    try:
        yield
    finally:
        # Without the lock the interrupt could still arrive after the block, in somebody else's code.
        with lock:
            done = True
        timer.cancel()


def run_call(function: Callable[..., Any], call: Call, limit: float = CALL_LIMIT) -> Result:
    """Call the function with a copy of the arguments, so that changing them harms no later call."""
    arguments = copy.deepcopy(call.args)
    try:
        with time_limit(limit):
            value = function(*arguments)
            return Result("value", plain(value))
    except TooLongError:
        return Result("timeout")
    except NotPlainError as error:
        return Result("not_plain", detail=str(error))
    except (Exception, SystemExit) as error:
        return Result("error", detail=type(error).__name__, told=told(error))


def run_calls(function: Callable[..., Any], calls: Sequence[Call], limit: float = CALL_LIMIT) -> list[Result]:
    """The results of all calls. After the first timeout the rest count as timeouts too: no learner waits for each."""
    results: list[Result] = []
    for call in calls:
        hung = bool(results) and results[-1].how == "timeout"
        results.append(Result("timeout") if hung else run_call(function, call, limit))
    return results


def defined(code: str, name: str) -> Callable[..., Any]:
    """The function of this name that a piece of code defines, in a namespace of its own."""
    namespace: dict[str, Any] = {"__name__": "problem"}
    exec(compile(code, "<problem>", "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
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
    """An error in one line: its type and text, and the last line of the learner's own code on the way to it."""
    text = " ".join(traceback.format_exception_only(error)[-1].split())
    steps = [each for each in traceback.extract_tb(error.__traceback__) if _is_learners(each.filename)]
    if not steps:
        return text
    line = (steps[-1].line or linecache.getline(steps[-1].filename, steps[-1].lineno or 0)).strip()
    return f"{text}, in line {steps[-1].lineno}" + (f": {line}" if line else "")


def _is_learners(filename: str) -> bool:
    # A notebook cell's file is "<ipython-input-…>", a path ending in "ipykernel_1234/567.py", or our own "cell 3".
    return filename.startswith(("<ipython", "cell ", "<stdin", "<string")) or "ipykernel_" in filename
