#!/usr/bin/env python3
"""How long a check takes, for every problem of the bank, and how long `import ragedu.learn` does.

    python benchmarks/check_time.py          15 checks of each problem; a line for the slowest ten
    python benchmarks/check_time.py 50 all   50 checks of each, a line for every problem

A check is what a learner waits for: a function is right, wrong in a way that is known, and wrong in another, and the
slowest of the three counts; any other problem is answered rightly and wrongly. The peer runs the same calls of the
same function with pytest, as exercises are often checked: one process, one test a call.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

GOAL, IMPORT_GOAL = 100, 150
os.environ["RAGEDU_PROGRESS"] = "off"


def milliseconds(act: Callable[[], Any]) -> float:
    """How long something takes."""
    started = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - started)


def answers_to(problem: Any) -> list[Callable[[], Any]]:
    """Checks of a problem: one that is right, and some that are wrong."""
    from ragedu.learn import session
    from ragedu.learn.checking import truth_of
    from ragedu.learn.running import defined

    if problem.kind == "function":
        bodies = [problem.right[0], problem.wrong[-1].body, "return 'something else'"]
        notebooks = [{problem.name: defined(problem.code(body), problem.name)} for body in bodies]
        return [partial(session.check_in, problem, each) for each in notebooks]
    given = {
        "quiz": lambda: [*problem.lettered],
        "find_bug": lambda: range(1, len(problem.lines) + 1),
        "predict": lambda: [truth_of(problem), *(each.value for each in problem.slips)],
        "judgement": lambda: [truth_of(problem), *(each.value for each in problem.slips)],
        "fill_blank": lambda: [*problem.right, *(each.body for each in problem.wrong), "no python at all"],
        "order": lambda: [list(range(1, len(problem.shown) + 1)), problem.numbers_of("\n".join(problem.lines))],
    }[problem.kind]()
    return [partial(session.answered, problem, each, "guessing") for each in given]


def time_of(problem: Any, rounds: int) -> float:
    """The median time of the slowest kind of answer."""
    return max(median(milliseconds(each) for _ in range(rounds)) for each in answers_to(problem))


def time_of_peer(problem: Any) -> float:
    """The same calls of a right function, as tests in a file of their own that pytest runs."""
    from ragedu.learn.checking import FunctionCheck

    check = FunctionCheck(problem, seed="check", further=20)
    code = problem.code(problem.right[0])
    for number, (call, expected) in enumerate(zip(check.calls, check.expected, strict=True)):
        code += f"\ndef test_{number}():\n    assert {problem.name}(*{call.args!r}) == {expected.value!r}\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "test_peer.py")
        file.write_text(code, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", folder, str(file)]
        return milliseconds(lambda: subprocess.run(command, check=True, capture_output=True, cwd=folder))


def import_times(rounds: int) -> dict[str, float]:
    """What a fresh Python takes longer for these imports than for nothing; run in turn."""
    statements = {"nothing": "pass", "import ragedu.learn": "import ragedu.learn"}
    statements["from ragedu.learn import check"] = "from ragedu.learn import check"
    statements["import unittest (a peer)"] = "import unittest"
    times: dict[str, list[float]] = {each: [] for each in statements}
    for _ in range(rounds):
        for name, statement in statements.items():
            command = [sys.executable, "-c", statement]
            times[name].append(milliseconds(lambda command=command: subprocess.run(command, check=True)))
    bare = median(times.pop("nothing"))
    return {name: median(taken) - bare for name, taken in times.items()}


def main(arguments: list[str]) -> int:
    """Print the figures; the exit code says nothing of them."""
    from ragedu.learn import bank

    rounds = int(arguments[0]) if arguments else 15
    problems = {each.id: each for each in bank.everything()}
    times = {its_id: time_of(each, rounds) for its_id, each in problems.items()}
    slowest = sorted(times, key=lambda each: -times[each])
    print(f"a check, median of {rounds}, slowest answer of each problem{'':4}ms")
    for its_id in slowest if "all" in arguments else slowest[:10]:
        print(f"    {its_id:50}{times[its_id]:8.1f}")
    print(f"{sum(each < GOAL for each in times.values())} of {len(times)} problems below {GOAL} ms")
    function = next(each for each in problems.values() if each.kind == "function")
    print(f"\n{function.id} by ragedu{times[function.id]:36.1f}")
    print(f"the same calls by pytest{time_of_peer(function):34.1f}")
    print(f"\nimports, ms more than a bare Python (goal for ragedu.learn: {IMPORT_GOAL})")
    for name, more in import_times(rounds).items():
        print(f"    {name:50}{more:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
