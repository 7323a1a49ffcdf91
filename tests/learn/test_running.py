"""Running a learner's code in this process: whatever happens inside a call, a result comes back and nothing is left."""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from ragedu.learn.problems import Call
from ragedu.learn.running import Result, defined, last_value, run_call, run_calls, told

SHORT = 0.2


def called(function: Callable[..., Any], *args: Any, limit: float = SHORT) -> Result:
    return run_call(function, Call(args), limit)


def a_cell(source: str, name: str = "f", filename: str = "cell 3000") -> Callable[..., Any]:
    """A function that a learner's cell defines. The cell is one whose lines no other test has made known."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, filename, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    return function


# --- results ---


def test_a_value_comes_back_plain():
    assert called(lambda x: (x, {"a": x}), 1) == Result("value", (1, {"a": 1}))


def test_an_object_comes_back_by_the_name_of_its_type():
    assert called(object) == Result("not_plain", detail="an object of type object")


def test_a_generator_is_no_value():
    assert called(lambda: (x for x in "a")).how == "not_plain"


@pytest.mark.parametrize("error", [ValueError, KeyError, ZeroDivisionError, SystemExit, RecursionError, StopIteration])
def test_an_error_comes_back_by_the_name_of_its_type(error: type[BaseException]):
    def fails() -> None:
        raise error("why")

    result = called(fails)
    assert (result.how, result.detail) == ("error", error.__name__)


def test_endless_recursion_is_an_error():
    assert called(a_cell("def f():\n    return f()"), limit=5).detail == "RecursionError"


def test_the_learners_own_interrupt_goes_through():
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        called(interrupted)


def test_the_wrong_number_of_arguments_is_an_error():
    assert called(lambda x: x).detail == "TypeError"


# --- arguments ---


def test_changing_an_argument_harms_no_later_call():
    call = Call((["b", "a"], {"x": [1]}))

    def changes(letters: list[str], numbers: dict[str, list[int]]) -> int:
        letters.sort()
        numbers["x"].append(2)
        return len(numbers["x"])

    assert run_calls(changes, [call, call]) == [Result("value", 2), Result("value", 2)]
    assert call.args == (["b", "a"], {"x": [1]})


# --- time ---


def test_an_endless_loop_is_stopped_in_time():
    started = time.monotonic()

    assert called(a_cell("def f():\n    while True:\n        pass")).how == "timeout"
    assert time.monotonic() - started < SHORT + 2


def test_except_exception_does_not_swallow_the_stop():
    source = "def f():\n    while True:\n        try:\n            pass\n        except Exception:\n            pass"

    assert called(a_cell(source)).how == "timeout"


# It gives up by itself after three seconds, so that this test ends whatever happens.
SWALLOWS = """
def f():
    import time
    ends = time.monotonic() + 3
    while time.monotonic() < ends:
        try:
            sum(range(100))
        except:
            pass
    return 1
"""


def test_a_bare_except_in_a_loop_does_not_swallow_the_stop():
    started = time.monotonic()
    result = called(a_cell(SWALLOWS))

    assert result.how == "timeout"
    assert time.monotonic() - started < 2


def test_after_a_timeout_the_rest_is_not_run():
    ran = []

    def slow(x: int) -> int:
        ran.append(x)
        while x == 2:
            pass
        return x

    results = run_calls(slow, [Call((1,)), Call((2,)), Call((3,)), Call((4,))], limit=SHORT)
    assert [each.how for each in results] == ["value", "timeout", "not_called", "not_called"]
    assert ran == [1, 2]


def test_an_interrupt_that_comes_at_the_last_moment_stays_inside_the_call():
    limit = 0.02

    def about_as_long() -> int:
        ends = time.perf_counter() + limit
        while time.perf_counter() < ends:
            pass
        return 1

    outcomes = {called(about_as_long, limit=limit).how for _ in range(60)}
    assert outcomes <= {"value", "timeout"}
    spin(0.05)


def test_nothing_is_left_pending_after_a_timeout():
    called(a_cell("def f():\n    while True:\n        pass"), limit=0.05)

    spin(0.3)


def spin(seconds: float) -> None:
    """Give a stray interrupt the chance to arrive."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        sum(range(10))


def test_a_quick_call_leaves_its_timer_behind_it():
    assert called(lambda: 1, limit=0.1) == Result("value", 1)

    spin(0.3)


# --- what is told of an error ---


def test_an_error_is_told_with_the_line_of_the_learners_cell():
    function = a_cell("def f(x):\n    y = x\n    return 1 / y", filename="<ipython-input-3-abc>")

    assert called(function, 0).told == "ZeroDivisionError: division by zero, in line 3"


def test_an_error_below_the_learners_code_is_told_where_the_learner_called():
    function = a_cell("import json\n\ndef f():\n    return json.loads('{')", filename="/tmp/ipykernel_12/34.py")

    assert called(function).told.endswith(", in line 4")


def test_an_error_outside_of_the_learners_code_is_told_without_a_line():
    with pytest.raises(ValueError, match="invalid") as raised:
        int("x")

    assert told(raised.value) == "ValueError: invalid literal for int() with base 10: 'x'"


def test_an_error_of_several_lines_is_told_in_one():
    function = a_cell("def f():\n    raise ValueError('one\\n   two')")

    assert called(function).told == "ValueError: one two, in line 2"


def test_no_trace_of_ours_is_told():
    assert "ragedu" not in called(a_cell("def f():\n    raise KeyError('a')")).told


# --- pieces of code ---


def test_the_value_of_a_piece_of_code_is_that_of_its_last_line():
    assert last_value("x = 2\nx + 1\n") == 3


def test_a_piece_of_code_without_a_value_is_refused():
    with pytest.raises(ValueError, match="must end in an expression; this does not"):
        last_value("x = 2")


def test_pieces_of_code_do_not_see_one_another():
    last_value("x = 2\nx")

    with pytest.raises(NameError):
        last_value("x")


def test_a_defined_function_keeps_to_a_namespace_of_its_own():
    assert defined("def f():\n    return __name__", "f")() == "problem"
    assert "problem" not in sys.modules


# --- what the time limit leaves behind ---

TRACED = """
import sys
from ragedu.learn.problems import Call
from ragedu.learn.running import run_call

def endless():
    while True:
        pass

def after():
    return 1

for function, how in ((lambda: 1, "value"), (endless, "timeout"), (lambda: 1, "value")):
    assert run_call(function, Call(()), 0.2).how == how
    sys.settrace(lambda *_: None)
    after()
    sys.settrace(None)
print("fine")
"""


def test_a_debugger_works_after_a_check():
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=60)

    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_many_calls_at_their_limit_let_nothing_stray():
    ends = time.monotonic() + 2
    while time.monotonic() < ends:
        for seconds in (0.0015, 0.002, 0.0021, 0.01):
            called(spin, seconds, limit=0.002)
    spin(0.1)


def test_a_limit_inside_a_limit_is_the_outer_one():
    inner = []

    def checks_something_itself() -> int:
        inner.append(called(lambda: 1, limit=0.01).how)
        spin(10)
        return 1

    assert called(checks_something_itself, limit=0.2).how == "timeout"
    assert inner == ["value"]
    spin(0.1)


def test_a_large_heap_to_free_does_not_let_the_watch_go_on():
    started = time.monotonic()
    result = called(a_cell("def f():\n    return [0 for _ in iter(int, 1)]"), limit=0.3)
    spin(0.3)

    assert result.how == "timeout"
    assert time.monotonic() - started < 10


def test_an_error_whose_text_never_ends_comes_to_an_end():
    started = time.monotonic()
    source = "class Odd(Exception):\n    def __str__(self):\n        while True: pass\ndef f():\n    raise Odd"

    assert called(a_cell(source)).how in ("error", "timeout")
    assert time.monotonic() - started < 3


def test_a_recursion_limit_that_the_call_sets_is_set_back():
    before = sys.getrecursionlimit()
    called(a_cell("import sys\ndef f():\n    sys.setrecursionlimit(150)\n    return 1"))

    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("name", ["GeneratorExit", "asyncio.CancelledError", "SystemExit"])
def test_what_is_no_exception_is_told_like_one(name: str):
    result = called(a_cell(f"import asyncio\ndef f():\n    raise {name}"))

    assert (result.how, result.detail) == ("error", name.rpartition(".")[2])


def test_all_calls_together_have_a_limit():
    started = time.monotonic()
    results = run_calls(lambda: time.sleep(0.15), [Call(())] * 50, limit=SHORT)

    assert results[-1].how == "not_called"
    assert time.monotonic() - started < 3
