"""Whole notebooks through real processes."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from ragedu.grading import Grader, GraderError, Isolation, Limits
from ragedu.grading.grader import Exam, Exams, _Sitting
from ragedu.grading.processes import LostError, Nursery
from ragedu.grading.submission import LIBRARIES, submission_of
from tests.grading.notebooks import (
    FULL,
    FUNCTIONS,
    HIT_RATE,
    JUDGEMENT,
    MEAN_RECALL,
    PROBLEMS,
    QUIZ,
    code,
    notebook,
    right_answer,
    solved,
    starter,
)
from tests.grading.processes import left_running, running

LIMITS = Limits(cell=1.0, call=0.5, submission=20.0, memory=2**29)
RIGHT = "return float(any(each in relevant for each in retrieved[:k]))"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these tests count Linux processes")


@pytest.fixture(scope="module")
def grader():
    with Grader(LIMITS, seed="tests") as grader:
        yield grader


@pytest.fixture(scope="module")
def open_grader():
    """Without isolation: what a notebook may do here must harm nobody even so."""
    with Grader(LIMITS, seed="tests", isolation=Isolation("off")) as grader:
        yield grader


def untimed(graded):
    return {key: value for key, value in graded.to_json().items() if key != "seconds"}


def outcomes(graded):
    return {each.id: each.outcome for each in graded.problems}


def grade(grader, content):
    return grader.grade(submission_of(content, "a.ipynb"))


def with_hit_rate(grader, source, before=()):
    """The result of a notebook with this answer to the hit rate; everything else in it is right and must stay so."""
    graded = grade(grader, solved({HIT_RATE.id: source}, before))
    lost = [each.id for each in graded.problems if each.outcome != "correct" and each.id != HIT_RATE.id]
    assert lost == []
    return next(each for each in graded.problems if each.id == HIT_RATE.id)


def hit_rate(grader, body, before=()):
    return with_hit_rate(grader, HIT_RATE.code(body), before)


# --- what is right is right ---


def test_a_solved_notebook_earns_every_point(grader):
    graded = grade(grader, solved())

    assert (graded.score, graded.max_score) == (FULL, FULL)
    assert graded.all_right


def test_the_untouched_notebook_earns_none_and_says_so(grader):
    graded = grade(grader, notebook([code(starter(each), each.id) for each in PROBLEMS]))

    assert graded.score == 0
    assert set(outcomes(graded).values()) == {"not_attempted"}


@pytest.mark.parametrize("problem", FUNCTIONS, ids=lambda each: each.id)
def test_every_right_solution_earns_its_points(grader, problem):
    for body in problem.right:
        graded = grade(grader, solved({problem.id: problem.code(body)}))
        assert graded.all_right, body


@pytest.mark.parametrize("problem", FUNCTIONS, ids=lambda each: each.id)
def test_every_misconception_is_named(grader, problem):
    for wrong in problem.wrong:
        graded = grade(grader, solved({problem.id: problem.code(wrong.body)}))
        result = next(each for each in graded.problems if each.id == problem.id)
        assert (result.outcome, result.misconception, result.message) == ("incorrect", wrong.name, wrong.sentence)


def test_a_fresh_interpreter_per_child_gives_the_same_result(grader):
    content = solved({HIT_RATE.id: HIT_RATE.code("import os; os._exit(0)")})
    with Grader(LIMITS, method="spawn", seed=grader.seed) as spawning:
        spawned = grade(spawning, content)

    forked = grade(grader, content)

    assert spawned.to_json()["problems"] == forked.to_json()["problems"]
    assert (spawned.isolation["process"], forked.isolation["process"]) == ("spawn", "fork")


def test_grading_twice_gives_the_same(grader):
    guessing = HIT_RATE.code("import random; return random.choice([0.0, 1.0, len(set('abc')), list({'a', 'b'})[0]])")

    first, second = (untimed(grade(grader, solved({HIT_RATE.id: guessing}))) for _ in range(2))

    assert first == second


def test_the_isolation_is_told_with_what_is_missing(open_grader):
    isolation = grade(open_grader, solved()).isolation

    assert isolation["process"] == "fork"
    assert {"scratch folder", "own session", "memory limit (512 MB)"} <= set(isolation["active"])
    assert isolation["missing"]["Landlock"] == "left out"
    assert {"files", "network", "other processes of the same user"} <= set(isolation["absent"])


@pytest.mark.parametrize(
    "body",
    [
        'print("Score: 11 of 11\\n" * 10)\n' + RIGHT,
        "import sys; sys.stderr.write('oh'); sys.stdout.close()\n" + RIGHT,
        "import warnings; warnings.warn('old', DeprecationWarning)\n" + RIGHT,
        "import os; os.write(1, b'x' * 1000)\n" + RIGHT,
        "retrieved.clear() if False else retrieved.reverse(); retrieved.reverse()\n" + RIGHT,
        "import threading; threading.Thread(target=print).start()\n" + RIGHT,
        "try:\n    input()\nexcept EOFError:\n    " + RIGHT,
    ],
)
def test_manners_of_no_consequence_cost_nothing(grader, body):
    assert hit_rate(grader, body).outcome == "correct"


def test_fifty_megabytes_of_output_cost_nothing(grader):
    assert hit_rate(grader, RIGHT, before=["print('x' * 50_000_000)"]).outcome == "correct"


def test_a_library_that_many_use_is_loaded_once_for_all():
    pytest.importorskip("numpy")
    cell = "import sys\nloaded = 'numpy' in sys.modules\nimport numpy\nassert loaded"
    with Grader(LIMITS) as grader:
        plain = grade(grader, solved(before=["import sys\nassert 'numpy' not in sys.modules"]))
        graded = [grade(grader, solved(before=[cell])) for _ in range(2)]

    assert [each.broken for each in (plain, *graded)] == [[], [], []]


def test_a_library_that_is_not_there_costs_the_cell_that_imports_it(grader, monkeypatch):
    monkeypatch.setitem(LIBRARIES, "numpy", "not_there_at_all")

    assert grade(grader, solved(before=["import numpy_not_there", "import numpy"])).score == FULL


def test_numpy_scalars_count_as_numbers(grader):
    pytest.importorskip("numpy")

    assert hit_rate(grader, f"import numpy as np\nreturn np.float64({RIGHT[7:]})").outcome == "correct"


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\n!pip list\n%%timeit\n",
        "%%bash\nrm -rf nothing",
        "import asyncio\nawait asyncio.sleep(0)\nready = True",
        "display(1); get_ipython()",
        "from ragedu.learn import check, hint, quiz, predict, solution, sure_and_wrong\ncheck('01-x'); hint('01-x')",
        "from ragedu.learn.widgets import use_widgets\nuse_widgets()",
        "import ragedu.learn.widgets as w\nw.use_widgets()",
        "max = 3; sorted = 4; print = None",
        "raise ValueError('an old experiment')",
        "def broken(:",
        "import random; random.seed(1)",
        "import os, shutil; shutil.rmtree('.', ignore_errors=True); os.chdir('/')",
        "%load_ext nothing\nx = 'π → 日本語'\nopen('ü.txt', 'w').write(x)",
    ],
)
def test_a_cell_of_no_problem_costs_nothing(grader, cell):
    assert hit_rate(grader, RIGHT, before=[cell]).outcome == "correct"


@pytest.mark.parametrize("run", ["\n", " \n", "\r"])
def test_a_long_run_of_blank_lines_is_no_loop(grader, run):
    assert with_hit_rate(grader, run * 20_000 + HIT_RATE.code(RIGHT)).outcome == "correct"


def test_top_level_await_defines_what_it_defines(grader):
    source = "import asyncio\nawait asyncio.sleep(0)\n" + HIT_RATE.code(RIGHT)

    assert with_hit_rate(grader, source).outcome == "correct"


@pytest.mark.parametrize(
    "cell",
    [
        "h = display('x', display_id=True); h.update('y')",
        "get_ipython().run_line_magic('matplotlib', 'inline'); list(get_ipython().history()); get_ipython().ns['x']",
        "with get_ipython().capture() as out: print(out.stdout)",
        "from ragedu.learn import check, hint\nassert check('01-x').correct\nprint(hint('01-x').message)",
        "%%capture out\nprint(1)",
    ],
)
def test_what_a_front_end_offers_takes_anything_and_does_nothing(grader, cell):
    result = with_hit_rate(grader, HIT_RATE.code(RIGHT), before=[cell, "reached = True"])

    assert result.outcome == "correct"
    assert not grade(grader, solved(before=[cell])).broken


def needing(earlier, condition):
    """An answer that holds only where what earlier cells did is still there, and these cells."""
    return f"{condition}\n{HIT_RATE.code(RIGHT)}", earlier


@pytest.mark.parametrize(
    ("source", "earlier"),
    [
        needing(["3 / 7"], "assert _ == 3 / 7"),
        needing(["3 / 7", "x = 1", "None"], "assert _ == 3 / 7"),
        needing(["_ = 5", "3 / 7"], "assert _ == 5"),
        needing(["%%capture out\nprint(1)"], "out.stdout"),
        needing(["from __future__ import annotations"], "def f(x: Missing): ..."),
        needing(
            ["async def w():\n    return 5\nimport asyncio\ntask = asyncio.create_task(w())"], "assert await task == 5"
        ),
        needing(
            ["import asyncio\nq = asyncio.Queue()\nawait q.put(0)\nassert await q.get() == 0"],
            "await q.put(1)\nassert await q.get() == 1",
        ),
        needing(["import asyncio\nasync def w():\n    await asyncio.gather()\nasyncio.run(w())\nx = 1"], "assert x"),
        needing(["import random\nrandom.seed(9)"], "assert random.random() == random.Random(9).random()"),
    ],
)
def test_cells_share_what_they_share_in_a_kernel(grader, source, earlier):
    assert with_hit_rate(grader, source, before=earlier).message.startswith("All ")


def test_the_first_call_has_time_to_import(grader):
    body = f"import sys, time\nif 'slow' not in sys.modules:\n    sys.modules['slow'] = sys; time.sleep(0.7)\n{RIGHT}"

    assert hit_rate(grader, body).outcome == "correct"
    assert hit_rate(grader, f"import time; time.sleep(0.7 * (k > 2))\n{RIGHT}").outcome == "timeout"


WAIT = "import time; time.sleep(1.2)"


@pytest.mark.parametrize("before", [[], [WAIT]], ids=["quick", "slow"])
def test_our_calls_change_nothing_that_a_later_cell_sees(before):
    answers = {
        HIT_RATE.id: "log = []\n" + HIT_RATE.code(f"log.append(k)\n{RIGHT}"),
        MEAN_RECALL.id: f"assert log == []\n{right_answer(MEAN_RECALL)}",
    }
    with Grader(replace(LIMITS, cell=5.0)) as grader:
        graded = grade(grader, solved(answers, before))

    assert graded.all_right
    assert not graded.broken


@pytest.mark.parametrize("before", [[], [WAIT]], ids=["quick", "slow"])
def test_no_cell_learns_what_an_earlier_one_was_called_with(before):
    """In a cell nothing is withheld, so that it could ask the library."""
    first = "heard = []\ndef hit_rate_at_k(*asked):\n    heard.append(asked)\n    return ..."
    second = (
        "from ragedu.retrieval import hit_rate_at_k as ours\ntable = {repr(each): ours(*each) for each in heard}\n"
        "def hit_rate_at_k(*asked): return table[repr(asked)]"
    )
    cells = [code(each) for each in before]
    for problem in PROBLEMS:
        both = [first, second] if problem is HIT_RATE else [right_answer(problem)]
        cells += [code(each, problem.id) for each in both]
    with Grader(replace(LIMITS, cell=5.0)) as grader:
        assert grade(grader, notebook(cells)).score == FULL - HIT_RATE.points


@pytest.mark.parametrize("many", [True, False])
def test_no_function_reads_another_ones_calls_off_the_line(many):
    """While one is called, the library's version of the others is not withheld."""
    first, *_ = FUNCTIONS
    peek = """
import json, os, socket, struct, time
import ragedu.retrieval
table = {}
def plain(value):
    if type(value) is dict:
        (tag, inside), = value.items()
        return {'set': set, 'tuple': tuple}[tag](map(plain, inside))
    return [plain(each) for each in value] if type(value) is list else value
def peek():
    if table: return
    table[None] = None
    line = socket.socket(fileno=os.dup(3)); line.setblocking(False); time.sleep(0.05)
    try: data = line.recv(2**18, socket.MSG_PEEK)
    except BlockingIOError: return
    while data:
        size, = struct.unpack('>I', data[:4]); request = json.loads(data[4:4 + size]); data = data[4 + size:]
        for asked in request.get('function', []):
            for each in asked['args']:
                values = plain(each)
                table[key(values)] = getattr(ragedu.retrieval, asked['name'], print)(*values)
def key(values): return repr([sorted(each) if type(each) is set else each for each in values])
"""
    answers = {
        first.id: peek + wrapped_in("peek()", first),
        HIT_RATE.id: "def hit_rate_at_k(*asked): return table[key(asked)]",
    }
    with Grader(LIMITS, many=many) as grader:
        assert grade(grader, solved(answers)).score == FULL - HIT_RATE.points


def test_a_function_that_remembers_its_first_result_is_wrong_however_slow_it_is(grader):
    remembers = (
        f"seen = None\ndef right({', '.join(('retrieved', 'relevant', 'k'))}):\n    {RIGHT}\n"
        "def hit_rate_at_k(*asked):\n    import time\n    global seen\n    time.sleep(0.015)\n"
        "    if seen is None: seen = right(*asked)\n    return seen"
    )

    assert with_hit_rate(grader, remembers).score == 0


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_function_may_load_once_what_it_needs(method):
    loads = HIT_RATE.code(f"global model\nif model is None:\n    import time; time.sleep(0.8); model = 1\n{RIGHT}")
    with Grader(LIMITS, method=method) as grader:
        assert with_hit_rate(grader, f"model = None\n{loads}").outcome == "correct"


def test_how_deep_a_cell_may_go_holds_for_what_follows(grader):
    value = RIGHT.removeprefix("return ")
    deep = HIT_RATE.code(f"def down(depth): return down(depth - 1) if depth else {value}\nreturn down(2000)")

    assert with_hit_rate(grader, deep).outcome == "error"
    assert with_hit_rate(grader, deep, before=["import sys; sys.setrecursionlimit(10_000)"]).outcome == "correct"


FIRST, SECOND, THIRD = FUNCTIONS
LET_GO = {
    "a file written anew": (
        "out = open('a.txt', 'w'); out.write('x' * 10)",
        "out = open('a.txt')\nassert len(out.read()) == 10",
    ),
    "a file let go": ("out = open('a.txt', 'w'); out.write('x')", "del out\nassert open('a.txt').read() == 'x'"),
    "a temporary folder": (
        "import os, tempfile\ntmp = tempfile.TemporaryDirectory(dir='.')",
        "name = tmp.name\ndel tmp\nassert not os.path.exists(name)",
    ),
    "an object": (
        "import weakref\nclass Big: pass\nbig = Big(); last = weakref.ref(big)",
        "del big\nassert last() is None",
    ),
    "memory": ("big = bytearray(250_000_000)", "big = None\nbig = bytearray(250_000_000)"),
}


@pytest.mark.parametrize(("taken", "let_go"), LET_GO.values(), ids=LET_GO)
def test_what_a_later_cell_lets_go_is_gone(taken, let_go):
    answers = {FIRST.id: f"{taken}\n{right_answer(FIRST)}", SECOND.id: f"{let_go}\n{right_answer(SECOND)}"}
    with Grader(replace(LIMITS, memory=450 * 2**20)) as grader:
        graded = grade(grader, solved(answers))

    assert graded.all_right
    assert not graded.broken


def test_many_pools_of_threads_one_after_another_are_no_trouble():
    pool = "import time\nfrom concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(30)\n"
    work = "list(pool.map(time.sleep, [0.01] * 30))\n"

    with Grader() as grader:
        assert grade(grader, solved({each.id: pool + work + right_answer(each) for each in FUNCTIONS})).all_right


def test_slow_functions_after_a_slow_start_are_called_once():
    slow = {each.id: wrapped_in("import time; time.sleep(0.02)", each) for each in FUNCTIONS}
    with Grader(replace(LIMITS, cell=5.0, submission=12.0)) as grader:
        assert grade(grader, solved(slow, before=["import time; time.sleep(3)"])).all_right


@pytest.mark.parametrize("earlier", ["starter", "wrong"])
@pytest.mark.parametrize("own", [True, False], ids=["two of its own", "one by name"])
def test_two_cells_for_each_function_cost_a_slow_notebook_nothing(earlier, own):
    cells = [code("import time; time.sleep(3)")]
    for problem in PROBLEMS:
        if problem in FUNCTIONS and (own or earlier == "starter"):
            cells.append(code(starter(problem) if earlier == "starter" else problem.code("return 1"), problem.id))
        cells.append(code(right_answer(problem), problem.id if own or problem not in FUNCTIONS else None))
    with Grader(replace(LIMITS, cell=5.0, submission=9.0)) as grader:
        assert grade(grader, notebook(cells)).all_right


def test_where_the_time_is_up_nobody_is_judged_by_what_others_did():
    """Each needs the slow start once more, alone; there is time for one."""
    answers = {}
    for each in FUNCTIONS:
        name = f"tmp_{each.name}"
        answers[each.id] = f"open({name!r}, 'w').close()\n{wrapped_in(f'open({name!r})', each)}"
    tidy = "import os\nfor each in os.listdir(): os.remove(each)"
    answers[PROBLEMS[-1].id] = f"{tidy}\n{right_answer(PROBLEMS[-1])}"
    with Grader(replace(LIMITS, cell=5.0, submission=8.0)) as grader:
        graded = grade(grader, solved(answers, before=["import time; time.sleep(3)"]))

    found = [outcomes(graded)[each.id] for each in FUNCTIONS]
    assert set(found) <= {"correct", "timeout"}
    assert "correct" in found


def test_a_flood_of_signs_of_life_ends_with_the_time_of_its_calls():
    flood = """
import json, os, struct, sys
frame, number = sys._getframe(), ''
while frame and not number:
    request = frame.f_locals.get('request')
    number = request['id'] if type(request) is dict and 'id' in request else ''
    frame = frame.f_back
body = json.dumps({'id': number, 'how': 'going on'}).encode()
while True: os.write(3, struct.pack('>I', len(body)) + body)
"""
    with Grader(replace(LIMITS, submission=12.0)) as grader:
        found = outcomes(grade(grader, solved({HIT_RATE.id: HIT_RATE.code(flood)})))

    assert found.pop(HIT_RATE.id) in ("timeout", "crashed")
    assert set(found.values()) == {"correct"}


def test_what_is_printed_is_counted_once(grader):
    before = ["print('x' * 1000)"]

    assert grade(grader, solved(before=before)).printed == 1001
    assert grade(grader, solved({each.id: each.code("return -1") for each in FUNCTIONS}, before)).printed == 1001


@pytest.mark.parametrize("letter", ["é", "文", "😀"])
def test_what_lies_ahead_gives_a_cell_no_time(grader, letter):
    cells = [code("while True: pass"), *[code(f"# {letter * 4000}\nx = 1") for _ in range(6)], code("", PROBLEMS[0].id)]
    began = time.monotonic()

    grade(grader, notebook(cells))

    assert time.monotonic() - began < LIMITS.cell + 0.8


def test_a_call_that_ends_its_process_costs_the_cells_a_second_run_for_others_and_one_for_itself(open_grader, tmp_path):
    runs = tmp_path / "runs"
    answers = {HIT_RATE.id: HIT_RATE.code("import os; os._exit(0)")}

    graded = grade(open_grader, solved(answers, before=[f"open({str(runs)!r}, 'a').write('x')"]))

    assert graded.score == FULL - HIT_RATE.points
    assert outcomes(graded)[HIT_RATE.id] == "crashed"
    assert runs.read_text() == "xxx"


def test_a_notebook_that_allows_no_copy_is_called_as_it_is(grader):
    assert with_hit_rate(grader, f"import os\nos.fork = None\n{HIT_RATE.code(RIGHT)}").outcome == "correct"


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_function_may_use_threads_that_its_cell_started(method):
    pool = (
        "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(1)\npool.submit(print).result()\n"
    )
    with Grader(LIMITS, method=method) as grader:
        result = with_hit_rate(grader, pool + HIT_RATE.code(f"def hit(): {RIGHT}\nreturn pool.submit(hit).result()"))

    assert result.outcome == "correct"


# --- what is wrong is wrong, and costs itself alone ---

LIES = {
    "an object equal to everything": "return type('Always', (), {'__eq__': lambda *a: True, '__hash__': None})()",
    "a float that lies": "return type('F', (float,), {'__eq__': lambda *a: True, '__sub__': lambda *a: 0.0})(1)",
    "a number that says it is numpy's": (
        "cls = type('float64', (float,), {'__eq__': lambda *a: True, 'tolist': lambda self: self})\n"
        "cls.__module__ = 'numpy'\nreturn cls(1)"
    ),
    "a generator": "yield 1.0",
    "not a number": "return float('nan')",
    "a mock": "from unittest.mock import MagicMock\nreturn MagicMock()",
    "deep nesting": "x = []\nfor _ in range(10_000): x = [x]\nreturn x",
    "itself": "x = []\nx.append(x)\nreturn x",
    "a huge whole number": "return 10 ** 10_000",
    "a lone surrogate": "return '\\ud800'",
    "a class": "return float",
    "bytes": "return b'1.0'",
    "a tampered passage": "from ragedu.cases import Passage\nreturn Passage(hit_rate_at_k, None, [])",
    "a hit of a huge score": "from ragedu.cases import Hit\nreturn Hit('a', 10 ** 10_000)",
    "colliding numbers": "return {i * (2**61 - 1) for i in range(1000)}",
}


@pytest.mark.parametrize("body", LIES.values(), ids=LIES)
def test_no_object_can_pass_for_a_right_value(grader, body):
    result = hit_rate(grader, body)

    assert result.score == 0
    assert result.outcome in ("incorrect", "crashed")


@pytest.mark.parametrize(
    ("body", "outcome", "told"),
    [
        ("while True: pass", "timeout", "did not come to an end"),
        ("while True:\n    try:\n        while True: pass\n    except BaseException: pass", "timeout", "did not come"),
        ("import time; time.sleep(60)", "timeout", "did not come to an end"),
        (
            f"import time; time.sleep(0.05)\n{RIGHT}",
            "timeout",
            "All calls of `hit_rate_at_k` together took more than 1",
        ),
        ("import os; os._exit(0)", "crashed", "ended the program before it gave an answer"),
        ("import ctypes; ctypes.string_at(0)", "crashed", "ended the program before it gave an answer"),
        ("return hit_rate_at_k(retrieved, relevant, k)", "error", "RecursionError"),
        ("import sys; sys.exit(0)", "error", "SystemExit"),
        ("raise KeyboardInterrupt", "error", "KeyboardInterrupt"),
        ("return bytearray(3 * 2**30)", "memory", "took more memory than there is"),
        ("return 'x' * (5 * 2**20)", "incorrect", "gave back more than 4 MB, which can't be compared"),
        ("return retrieved[k + 100]", "error", "IndexError: list index out of range, in line 2"),
        ("input()", "error", "EOFError"),
    ],
)
def test_a_call_that_goes_wrong_costs_its_problem_alone(grader, body, outcome, told):
    result = hit_rate(grader, body)

    assert (result.outcome, result.score) == (outcome, 0)
    assert told in result.message


@pytest.mark.parametrize(
    ("cell", "outcome", "told"),
    [
        ("while True: pass", "timeout", "did not come to an end within 1 seconds. Look for a loop"),
        ("import os; os._exit(7)", "crashed", "ended the program that was running it (exit code 7)"),
        ("import os; os.kill(os.getppid(), 9); import time; time.sleep(60)", "timeout", "did not come to an end"),
        ("x = [bytearray(2**20)]\nwhile True: x.append(bytearray(2**30))", "memory", "asked for more memory"),
        ("import sys; sys.exit('bye')", "error", "stopped with SystemExit: bye"),
        ("1 / 0", "error", "stopped with ZeroDivisionError: division by zero, in line 1.\n    1 / 0"),
        ("def hit_rate_at_k(retrieved, relevant, k:\n    return 1", "error", "SyntaxError in cell 4, line 1:"),
    ],
)
def test_a_cell_that_goes_wrong_costs_its_problem_alone(grader, cell, outcome, told):
    result = with_hit_rate(grader, cell)

    assert (result.outcome, result.score) == (outcome, 0)
    assert told in result.message


SUICIDE = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
MURDER = "import os; os.kill(os.getppid(), 9); import time; time.sleep(60)"


def test_who_ends_the_program_by_a_signal_is_told_so(open_grader):
    result = with_hit_rate(open_grader, SUICIDE)

    assert (result.outcome, "(signal 9)" in result.message) == ("crashed", True)


def test_a_call_that_ends_the_program_by_a_signal_is_told_so(open_grader):
    result = with_hit_rate(open_grader, HIT_RATE.code(SUICIDE))

    assert (result.outcome, result.score) == ("crashed", 0)
    assert "ended the program before it gave an answer" in result.message


def test_whoever_is_the_first_process_can_not_be_ended_from_inside(grader):
    isolation = grade(grader, solved()).isolation
    if "PID namespace" in isolation["active"]:
        assert with_hit_rate(grader, f"{SUICIDE}\n{HIT_RATE.code(RIGHT)}").outcome == "correct"


@pytest.mark.parametrize("which", ["grader", "open_grader"])
def test_a_call_that_ends_what_runs_it_earns_nothing(which, request):
    assert hit_rate(request.getfixturevalue(which), MURDER).outcome in ("crashed", "timeout")


def test_a_loop_costs_its_limit_twice_and_no_more(grader):
    grade(grader, solved())
    began = time.monotonic()

    hit_rate(grader, "while True: pass")  # once beside other code, once alone

    assert time.monotonic() - began < 2 * LIMITS.cell + 1


def test_a_stopped_zygote_is_replaced(open_grader, monkeypatch):
    grader = open_grader
    monkeypatch.setattr("ragedu.grading.processes.OBEYING", 1.0)

    assert with_hit_rate(grader, "import os, signal; os.kill(os.getppid(), signal.SIGSTOP)").outcome == "not_attempted"
    assert grade(grader, solved()).all_right


def test_a_notebook_that_uses_up_its_time_is_told_which_answers_were_not_reached():
    with Grader(Limits(cell=9, call=9, submission=4.0)) as grader:
        graded = grade(grader, solved({PROBLEMS[1].id: "import time; time.sleep(30)"}))

    results = [each.outcome for each in graded.problems]
    assert results == ["correct", *["timeout"] * (len(PROBLEMS) - 1)]
    assert "may take 4 seconds, and they were used up" in graded.problems[-1].message


def test_a_syntax_error_is_the_reason_told_with_its_place(grader):
    source = "def hit_rate_at_k(retrieved, relevant, k):\n    found = (1, 2\n    return found"

    assert with_hit_rate(grader, source).message == (
        "SyntaxError in cell 4, line 2: '(' was never closed\n        found = (1, 2\n                ^"
    )


def test_an_error_below_a_right_answer_is_told_and_costs_nothing(grader):
    result = with_hit_rate(grader, HIT_RATE.code(RIGHT) + "raise NotImplementedError")

    assert result.outcome == "correct"
    assert "Cell 4 stopped with NotImplementedError, in line 3.\n    raise NotImplementedError" in result.message


def test_terminal_escapes_in_an_error_are_gone(grader):
    result = hit_rate(grader, "raise ValueError('\\x1b[31mred\\x1b[0m \\x07 \\u202e')")

    assert "ValueError: red" in result.message
    assert not set("\x1b\x07\u202e") & set(result.message)


def test_a_generated_call_is_never_shown(grader):
    visible = [call.args for call in HIT_RATE.calls]
    body = f"if (retrieved, relevant, k) in {visible!r}:\n    {RIGHT}\nraise ValueError(retrieved, relevant, k)"

    result = hit_rate(grader, body)

    assert result.message == "The calls you can see are right; on a further one `hit_rate_at_k` raised ValueError."


# --- where answers stand ---


def test_a_stale_answer_of_an_earlier_cell_is_never_read(grader):
    graded = grade(grader, solved({each.id: "pass" for each in PROBLEMS if each not in FUNCTIONS and each is not QUIZ}))

    assert outcomes(graded)[QUIZ.id] == "correct"
    assert list(outcomes(graded).values()).count("not_attempted") == len(PROBLEMS) - len(FUNCTIONS) - 1


def test_a_stale_answer_is_not_read_after_a_replay_either(grader):
    answers = {HIT_RATE.id: HIT_RATE.code("import os; os._exit(0)"), JUDGEMENT.id: "pass"}

    assert outcomes(grade(grader, solved(answers)))[JUDGEMENT.id] == "not_attempted"


def test_words_carry_no_points_and_are_kept_for_a_person(grader):
    words = "\ndecision = 'k = 3'\nbecause = 'Three of \\x1b[1mseven\\x1b[0m lose theirs.'"
    graded = grade(grader, solved({JUDGEMENT.id: right_answer(JUDGEMENT) + words}))

    assert graded.all_right
    assert graded.to_json()["problems"][-1]["words"] == {
        "decision": "k = 3",
        "because": "Three of seven lose theirs.",
    }
    assert "because: Three of seven" in graded.report()


@pytest.mark.parametrize(
    "answer",
    ["'1' * 6000 + '/3'", "'9' * 400 + '/1'", "10 ** 6000", "'-' * 100_000 + '1'", "object()", "[[]] * 9", "{1: {2}}"],
)
@pytest.mark.parametrize("problem", [each for each in PROBLEMS if each not in FUNCTIONS], ids=lambda each: each.id)
def test_no_answer_looks_like_a_fault_of_ours(grader, problem, answer):
    graded = grade(grader, notebook([code(f"answer = {answer}", problem.id)]))

    assert outcomes(graded)[problem.id] in ("incorrect", "not_attempted")


def test_of_several_cells_for_one_problem_the_last_attempt_that_runs_counts(grader):
    wrong, right = HIT_RATE.code("return 2.0"), HIT_RATE.code(RIGHT)

    def of(*sources):
        graded = grade(grader, notebook([code(each, HIT_RATE.id) for each in sources]))
        return next(each for each in graded.problems if each.id == HIT_RATE.id)

    assert of(wrong, right).outcome == "correct"
    assert of(right, wrong).outcome == "incorrect"
    assert of(right, HIT_RATE.starter).outcome == "correct"
    assert of(right, "def hit_rate_at_k(").outcome == "correct"
    assert of(HIT_RATE.starter, "def hit_rate_at_k(").outcome == "error"
    assert "Several cells answer this problem (1, 2, counting code cells); cell 1 counts." in of(right, "x(").message


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_cell_turned_into_markdown_counts_all_the_same(grader, kind):
    content = solved()
    cell = next(each for each in content["cells"] if each["metadata"]["nbgrader"]["grade_id"] == HIT_RATE.id)
    cell["cell_type"] = kind

    graded = grade(grader, content)

    result = next(each for each in graded.problems if each.id == HIT_RATE.id)
    assert graded.all_right
    assert "Its cell is no code cell any more, and counts all the same. In JupyterLab: Esc, then Y." in result.message


def test_a_deleted_cell_is_missing_and_the_total_stays(grader):
    content = solved()
    del content["cells"][0]

    graded = grade(grader, content)

    assert (graded.problems[0].outcome, graded.max_score) == ("missing", FULL)
    assert "No cell of this notebook carries its id" in graded.problems[0].message


def test_functions_are_found_by_name_where_the_ids_are_lost(grader):
    graded = grade(grader, notebook([code(right_answer(each)) for each in FUNCTIONS], exercise=""))

    assert graded.score == sum(each.points for each in FUNCTIONS)


def test_a_function_below_its_untouched_starter_counts_and_is_told(grader):
    content = solved({HIT_RATE.id: HIT_RATE.starter})
    place = [each["metadata"]["nbgrader"]["grade_id"] for each in content["cells"]].index(HIT_RATE.id)
    content["cells"].insert(place + 1, code(HIT_RATE.code(RIGHT)))

    graded = grade(grader, content)

    assert graded.all_right
    assert graded.problems[place].message.endswith(
        f"Cell {place + 2} counts, though it is not the cell of this problem: there was no answer in that one."
    )


@pytest.mark.parametrize("place", [0, -1])
def test_a_function_above_its_untouched_starter_counts_too(grader, place):
    content = solved({HIT_RATE.id: HIT_RATE.starter})
    content["cells"].insert(0 if place == 0 else len(content["cells"]), code(HIT_RATE.code(RIGHT)))

    assert grade(grader, content).all_right


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize(("own", "outcome"), [(RIGHT, "correct"), ("return 2.0", "incorrect"), ("return 1 +", "error")])
def test_a_trial_in_another_cell_never_outweighs_the_answer(grader, place, own, outcome):
    content = solved({HIT_RATE.id: HIT_RATE.code(own)})
    content["cells"].insert(0 if place == 0 else len(content["cells"]), code(HIT_RATE.code("return 3.0")))

    graded = grade(grader, content)

    result = next(each for each in graded.problems if each.id == HIT_RATE.id)
    assert result.outcome == outcome
    assert "counts, though" not in result.message


@pytest.mark.parametrize("gap", [1, 100])
def test_a_helper_may_be_defined_further_down(grader, gap):
    content = solved({HIT_RATE.id: HIT_RATE.code("return helper(retrieved, relevant, k)")})
    content["cells"][gap:gap] = [code(f"def helper(retrieved, relevant, k):\n    {RIGHT}")]
    if gap == 1:
        content["cells"].append(content["cells"].pop(1))

    graded = grade(grader, content)

    result = next(each for each in graded.problems if each.id == HIT_RATE.id)
    assert graded.all_right
    assert result.message.endswith("It uses a name that a later cell defines; put that cell before it.")


def test_a_name_that_no_cell_defines_is_an_error(grader):
    result = hit_rate(grader, "return helper(retrieved, relevant, k)")

    assert (result.outcome, "NameError" in result.message) == ("error", True)


def test_what_a_cell_before_worked_out_may_be_the_answer(grader):
    content = solved({JUDGEMENT.id: "print(answer)\ndecision = 'k = 3'"})
    content["cells"].insert(len(content["cells"]) - 1, code(right_answer(JUDGEMENT)))

    assert grade(grader, content).all_right


def test_many_cells_of_one_id_are_sorted_at_once(grader):
    cells = [code(right_answer(QUIZ), QUIZ.id)] * 15_000
    submission = submission_of(notebook(cells), "a.ipynb")
    began = time.monotonic()

    sitting = _Sitting(submission, "01", Exam(PROBLEMS, "tests"), grader.nursery, LIMITS)

    assert time.monotonic() - began < 2
    assert sitting.last == 15_000


def test_a_cell_without_the_function_is_not_attempted(grader):
    assert with_hit_rate(grader, "x = 1").message == "Cell 4 defines no function named `hit_rate_at_k`."


# --- what a child must not reach ---

ROUTES = [
    "from ragedu.retrieval import hit_rate_at_k as ours",
    "from ragedu import hit_rate_at_k as ours",
    "import ragedu; ours = ragedu.hit_rate_at_k",
    "import ragedu.retrieval as r; ours = r.hit_rate_at_k",
    "import importlib; ours = importlib.import_module('ragedu.retrieval').hit_rate_at_k",
    "import importlib, ragedu.retrieval as r; ours = importlib.reload(r).hit_rate_at_k",
    "import sys; sys.modules.pop('ragedu.retrieval', 0)\nfrom ragedu.retrieval import hit_rate_at_k as ours",
    "from ragedu.retrieval import *\nours = hit_rate_at_k",
    "import sys; sys.modules.pop('ragedu.retrieval')\nfrom ragedu.retrieval import hit_rate_at_k as ours\n"
    "sys.modules.pop('ragedu.retrieval'); import ragedu.retrieval",
    "import ragedu.retrieval as r, runpy; ours = runpy.run_path(r.__file__)['hit_rate_at_k']",
    "import ragedu.retrieval as r, types; ours = types.FunctionType(r.hit_rate_at_k.__code__, vars(r))",
    "import sys; sys.meta_path.pop(0)\nfrom ragedu.retrieval import hit_rate_at_k as ours",
    "import gc, sys; sys.modules.pop('ragedu.retrieval')\nfrom ragedu.retrieval import hit_rate_at_k as ours\n"
    "sys.modules.pop('ragedu.retrieval'); gc.freeze()",
    "import ragedu.retrieval as r; ours = r.hit_rate_at_k; r.hit_rate_at_k = None",
]


@pytest.mark.parametrize("route", ROUTES)
def test_the_librarys_own_function_is_withheld(grader, route):
    source = f"{route}\n" + HIT_RATE.code("return ours(retrieved, relevant, k)")

    result = with_hit_rate(grader, source)

    assert (result.outcome, result.score) == ("error", 0)
    assert "in line" in result.message


@pytest.mark.parametrize("route", [each for each in ROUTES if "*" not in each])
def test_handing_the_librarys_own_function_in_is_no_answer(grader, route):
    result = with_hit_rate(grader, f"{route}\nhit_rate_at_k = ours")

    assert (result.outcome, result.score) == ("error", 0)
    assert "ragedu's own `hit_rate_at_k`" in result.message


@pytest.mark.parametrize(
    "loading",
    [
        "from ragedu.retrieval import hit_rate_at_k as ours",
        "import importlib, ragedu.retrieval as r; ours = importlib.reload(r).hit_rate_at_k",
        "import sys; sys.modules.pop('ragedu.retrieval', 0)\nfrom ragedu.retrieval import hit_rate_at_k as ours",
    ],
)
@pytest.mark.parametrize("before", ["pass", "import sys; sys.meta_path.pop(0)"])
def test_what_is_loaded_during_a_call_is_withheld_too(grader, loading, before):
    result = hit_rate(grader, f"{loading}\nreturn ours(retrieved, relevant, k)", before=[before])

    assert (result.outcome, "is what you are asked to write" in result.message) == ("error", True)


def test_another_thread_is_refused_too(grader):
    body = (
        "from concurrent.futures import ThreadPoolExecutor\nfrom ragedu.retrieval import hit_rate_at_k as ours\n"
        "with ThreadPoolExecutor(1) as pool:\n    return pool.submit(ours, retrieved, relevant, k).result()"
    )

    assert "is what you are asked to write" in hit_rate(grader, body).message


BY_THE_LIBRARY = {
    "its own function": (
        "from ragedu.retrieval import hit_rate_at_k as theirs\n"
        "def mean(k):\n"
        "    found = [theirs(ids_of(shop.search(c.question)), c.relevant, k) for c in shop.answerable]\n"
        "    return sum(found) / len(found)\n"
        "assert mean(3) > 0"
    ),
    "an evaluation": (
        "from ragedu.experiment import evaluate\n"
        "results = evaluate({c.id: shop.search(c.question) for c in shop.cases}, shop.cases)\n"
        "assert results.mean('hit_rate@3').mean > 0"
    ),
}


@pytest.mark.parametrize("source", BY_THE_LIBRARY.values(), ids=BY_THE_LIBRARY)
def test_a_judgement_may_use_what_another_problem_asks_for(grader, source):
    imports = "from ragedu.assistant import shop\nfrom ragedu.cases import ids_of\n"

    graded = grade(grader, solved({JUDGEMENT.id: f"{imports}{source}\n{right_answer(JUDGEMENT)}"}))

    assert not graded.broken
    assert graded.all_right, graded.problems[-1].message


def test_another_problem_may_use_it_in_its_calls(grader):
    hidden = "from ragedu.retrieval import hit_rate_at_k as theirs\ntheirs(['a'], {'a'}, 1)\n"

    assert grade(grader, solved({MEAN_RECALL.id: MEAN_RECALL.code(hidden + MEAN_RECALL.right[0])})).all_right


@pytest.mark.parametrize(
    "source",
    [
        "import functools\nfrom ragedu.retrieval import hit_rate_at_k as theirs\n@functools.wraps(theirs)\n",
        "import functools\ndef plain(f):\n    @functools.wraps(f)\n    def g(*a): return f(*a)\n    return g\n@plain\n",
    ],
)
def test_a_function_that_is_dressed_as_the_librarys_is_still_the_learners(grader, source):
    assert with_hit_rate(grader, source + HIT_RATE.code(RIGHT)).outcome == "correct"


def test_the_seed_is_another_for_each_grader_and_told_to_the_teacher():
    with Grader(LIMITS) as one, Grader(LIMITS) as other:
        first, second = (grade(each, solved()).to_json() for each in (one, other))

    assert first["seed"] != second["seed"]
    assert first["seed"] == one.seed


def test_the_same_seed_gives_the_same_result():
    content = solved({HIT_RATE.id: HIT_RATE.code("return len(retrieved) % 2")})
    results = []
    for _ in range(2):
        with Grader(LIMITS, seed="7") as grader:
            results.append(untimed(grade(grader, content)))

    assert results[0] == results[1]


def test_no_seed_is_in_a_childs_memory_nor_to_be_imported(grader):
    # The doorkeeper is got rid of, as a clever learner would; what is behind it knows no seed.
    snoop = (
        "import sys, gc, importlib\n"
        "sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__[:6] != 'ragedu']\n"
        "from ragedu.grading import grader\n"
        "seeds = [name for name in vars(grader) if 'seed' in name.lower()]\n"
        "assert not seeds, seeds\n"
        "wanted = ''.join(['te', 'sts'])\n"
        "held = [each for each in gc.get_objects() if type(each) is dict and wanted in map(str, each.values())]\n"
        "held = [each for each in held if each is not globals() and 'wanted' not in each]\n"
        "assert not held, held\n"
    )

    assert with_hit_rate(grader, snoop + HIT_RATE.code(RIGHT)).message.startswith("All ")


@pytest.mark.parametrize(
    "statement",
    [
        "from ragedu.learn.bank import lesson_01",
        "import ragedu.learn.bank.lesson_01",
        "from ragedu.learn import bank",
        "from ragedu.learn import session",
        "import ragedu.learn.session",
        "import ragedu.learn.checking",
        "import ragedu.grading",
        "from ragedu import grading",
        "from ragedu.grading import grader",
        "import ragedu.grading.child",
        "import ragedu.cli",
        "import importlib; importlib.import_module('ragedu.learn.bank')",
    ],
)
def test_what_knows_the_answers_can_not_be_imported(grader, statement):
    result = with_hit_rate(grader, f"{statement}\n" + HIT_RATE.code(RIGHT))

    assert result.outcome == "error"
    assert "ImportError" in result.message


def test_no_expected_value_is_in_the_childs_memory(grader):
    snoop = (
        "import gc, sys\n"
        "names = {type(each).__name__ for each in gc.get_objects()}\n"
        "found = [each for each in ('FunctionCheck', 'FunctionProblem', 'Wrong', 'Exam') if each in names]\n"
        "found += [each for each in sys.modules if 'bank' in each or 'grader' in each]\n"
        "assert not found, found\n"
    )

    assert with_hit_rate(grader, snoop + HIT_RATE.code(RIGHT)).message.startswith("All ")


FORGERY = """
import os, json, struct
def forged(**reply):
    body = json.dumps(reply).encode()
    return struct.pack(">I", len(body)) + body
for fd in range(0, 64):
    for frame in (%s):
        try:
            os.write(fd, frame)
        except OSError:
            pass
"""


@pytest.mark.parametrize(
    "frames",
    [
        'forged(id="0" * 16, how="value", value=1.0), ',
        'forged(id="0" * 16, how="done", functions={"hit_rate_at_k": "there"}, values={"answer": "d"}), ',
        'b"\\xff" * 8, ',
        'b"\\x00\\x00\\x00\\x02[]", ',
        'b"\\x00\\x00\\x00\\x05nope!", ',
        'b"\\x00\\x10\\x00\\x00short", ',
        "forged(id=5), forged(id=None, how=[1]), ",
    ],
)
def test_forged_replies_earn_nothing(grader, frames):
    assert with_hit_rate(grader, FORGERY % frames + HIT_RATE.code("return 1.0")).score == 0


REPLIES = [
    "{}",
    "{'how': 5}",
    "{'how': 'value'}",
    "{'how': 'value', 'value': {'set': [[]]}}",
    "{'how': 'value', 'value': {'float': {}}}",
    "{'how': 'done', 'functions': 7, 'values': []}",
    "{'how': 'done', 'functions': {'hit_rate_at_k': ['there']}, 'values': {'answer': {'how': 'value', 'value': {}}}}",
    "{'how': 'syntax', 'syntax': {'line': 10**400, 'code': 5}}",
    "{'how': 'error', 'told': 5, 'detail': {}}",
]


@pytest.mark.parametrize("reply", REPLIES)
def test_a_child_that_knows_the_number_and_lies_earns_nothing(grader, reply):
    # Found through the frames of the child's own loop, as a clever learner would.
    liar = (
        "import sys\n"
        "frame = sys._getframe()\n"
        "while frame and 'request' not in frame.f_locals: frame = frame.f_back\n"
        "while frame and frame.f_code.co_name != 'serve': frame = frame.f_back\n"
        f"frame.f_locals['self'].line.send({{**{reply}, 'id': frame.f_locals['number']}})\n"
    )

    in_call = hit_rate(grader, liar + "return 1.0")
    in_cells = grade(grader, notebook([code(liar + right_answer(each), each.id) for each in PROBLEMS]))

    assert in_call.score == 0
    assert in_cells.score == 0


@pytest.mark.parametrize(
    "patch",
    [
        "import builtins; builtins.abs = lambda x: 0; builtins.len = lambda x: 0",
        "import builtins; builtins.isinstance = lambda *a: True",
        "import builtins; builtins.type = lambda *a: float",
        "import math; math.isclose = lambda *a, **k: True",
        "import json; json.dumps = lambda *a, **k: '{}'",
        "import ragedu.learn.values as v; v.same = lambda *a: True; v.plain = lambda x, depth=0: x",
        "import os; os.write = lambda *a: 1",
        "import sys; sys.setrecursionlimit(60)",
        "import sys; sys.settrace(lambda *a: None)",
    ],
)
def test_patching_the_library_changes_nothing_for_the_grader(grader, patch):
    graded = grade(grader, solved({HIT_RATE.id: f"{patch}\n" + HIT_RATE.code("return 1.0")}))

    assert next(each for each in graded.problems if each.id == HIT_RATE.id).score == 0


HOSTILE = {
    "a numpy value that raises": "class A:\n    def tolist(self): raise SystemExit\nA.__module__ = 'numpy'\nodd = A()",
    "a metaclass that raises": (
        "class M(type):\n    __module__ = property(lambda self: 1 / 0)\n    __name__ = property(lambda self: 1 / 0)\n"
        "class A(metaclass=M): pass\nodd = A()"
    ),
    "a module that is a number": "class A: pass\nA.__module__ = 5\nodd = A()",
    "a set of itself": "odd = {1: {2: frozenset([frozenset([1])])}}",
    "a dict that changes": "class A(dict):\n    def items(self): raise KeyboardInterrupt\nodd = A()",
    "half a passage": "from ragedu.cases import Passage\nodd = object.__new__(Passage)",
    "attributes that raise": "class A:\n    def __getattr__(self, name): raise SystemExit\nodd = A()",
}


@pytest.mark.parametrize("making", HOSTILE.values(), ids=HOSTILE)
def test_no_value_ends_the_program_that_reads_it(grader, making):
    in_call = with_hit_rate(grader, f"{making}\n{HIT_RATE.code('return odd')}")
    in_cells = grade(grader, solved({QUIZ.id: f"{making}\nanswer = odd"}))

    assert (in_call.outcome, "can't be compared" in in_call.message) == ("incorrect", True)
    assert outcomes(in_cells)[QUIZ.id] == "not_attempted"
    assert not in_cells.broken


@pytest.mark.parametrize(
    "function",
    [
        "class A:\n    def __getattribute__(self, name): raise SystemExit\n    def __call__(self, *a): return 1.0",
        "class A:\n    __code__ = 5\n    def __call__(self, *a): return 1.0",
    ],
)
def test_no_function_ends_the_program_that_looks_at_it(grader, function):
    assert with_hit_rate(grader, f"{function}\nhit_rate_at_k = A()").outcome == "incorrect"


def test_no_error_ends_the_program_that_tells_it(grader):
    odd = "class M(type):\n    __name__ = property(lambda self: 1 / 0)\nclass Odd(Exception, metaclass=M):\n"
    odd += "    def __str__(self): raise SystemExit\n"

    assert with_hit_rate(grader, f"{odd}{HIT_RATE.code('raise Odd')}").outcome == "error"
    assert with_hit_rate(grader, f"{odd}raise Odd").outcome == "error"
    assert hit_rate(grader, "raise ValueError('x' * 5_000_000)").outcome == "error"


def test_memory_that_processes_share_is_counted():
    cell = """
import mmap, os, time
for _ in range(6):
    if os.fork() == 0:
        mine = mmap.mmap(-1, 200_000_000)
        for place in range(0, len(mine), 4096):
            mine[place] = 1
        time.sleep(15)
        os._exit(0)
time.sleep(15)
"""

    with Grader(replace(LIMITS, cell=20.0, submission=30.0)) as patient:  # it ends as soon as they hold so much
        assert grade(patient, solved({QUIZ.id: cell})).problems[0].outcome == "memory"


def test_the_name_of_an_error_tells_nothing_of_a_hidden_call(grader):
    seen = [(retrieved, sorted(relevant), k) for retrieved, relevant, k in (each.args for each in HIT_RATE.calls)]
    later = f"if (retrieved, sorted(relevant), k) not in {seen}: raise "
    told = hit_rate(grader, f"{later}type(repr((retrieved, relevant, k)), (Exception,), {{}})\n{RIGHT}")
    named = hit_rate(grader, f"{later}KeyError(repr(relevant))\n{RIGHT}")

    start = "The calls you can see are right; on a further one `hit_rate_at_k` raised"
    assert (told.message, named.message) == (f"{start} an error.", f"{start} KeyError.")


def test_two_problems_that_ask_for_a_function_of_the_same_name_are_two():
    twin = replace(HIT_RATE, id="01-hit-rate-twin")
    content = solved()
    content["cells"].append(code(HIT_RATE.code("return 1.0"), twin.id))
    with Grader(LIMITS, exams=Exams("tests", [twin])) as grader:
        graded = grade(grader, content)

    assert {key: each for key, each in outcomes(graded).items() if each != "correct"} == {twin.id: "incorrect"}


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("import os; os._exit(3)", "Cell 1 ended the program that was running it (exit code 3)."),
        ("while True: pass", "Cell 1 did not come to an end within 1 seconds. Look for a loop that never stops."),
    ],
)
def test_a_cell_that_took_the_set_up_with_it_is_named_as_the_cause(grader, cell, told):
    graded = grade(grader, solved({HIT_RATE.id: "from_above(1)"}, [f"{cell}\nfrom_above = print"]))

    assert graded.broken[0] == told
    result = next(each for each in graded.problems if each.id == HIT_RATE.id)
    assert result.message.endswith(f"Before that: {told}")


# --- what runs beside one another ---

MEANWHILE = {
    "one file that every call writes and reads": (
        "def check():\n    import random\n    mine = str(random.random()) * 200\n"
        "    open('notes.txt', 'w').write(mine)\n    assert open('notes.txt').read() == mine",
        "",
    ),
    "one open file": (
        "open('data.txt', 'w').write('abc\\n' * 1000)\nfile = open('data.txt')\n"
        "def check():\n    file.seek(0)\n    assert len(file.read()) == 4000",
        "",
    ),
    "a file that later cells change": (
        "open('mode.txt', 'w').write('a')\ndef check():\n    assert open('mode.txt').read() == 'a'",
        "import time\nopen('mode.txt', 'w').write('b')\ntime.sleep(0.02)\nopen('mode.txt', 'w').write('a')",
    ),
    "many threads": (
        "import time\nfrom concurrent.futures import ThreadPoolExecutor\ndef check():\n"
        "    with ThreadPoolExecutor(25) as pool:\n        list(pool.map(time.sleep, [0.005] * 25))",
        "",
    ),
    "much memory": ("held = bytearray(b'x') * 160_000_000\nimport time\ndef check(): time.sleep(0.004)", ""),
}


def wrapped_in(first, problem):
    """A right answer that does something else first."""
    name = problem.name
    outer = f"def {name}(*args):\n    {first}\n    return right_{name}(*args)"
    return f"{right_answer(problem)}\nright_{name} = {name}\n{outer}"


@pytest.mark.parametrize(("before", "between"), MEANWHILE.values(), ids=MEANWHILE)
def test_no_function_loses_by_what_runs_beside_it(before, between):
    cells = [code(before)]
    for problem in PROBLEMS:
        right = wrapped_in("check()", problem) if problem in FUNCTIONS else right_answer(problem)
        cells += [code(right, problem.id), *([code(between)] if between else [])]
    # The much that a notebook holds, its copies hold too: four times that is above what all together may have.
    memory = (300 if "bytearray" in before else 2048) * 2**20
    with Grader(Limits(memory=memory), seed="tests", many=True) as grader:
        for _ in range(3):
            assert grade(grader, notebook(cells)).score == FULL


def test_a_loop_beside_it_costs_a_slow_function_nothing():
    looping = {each.id: each.code("while True: pass") for each in FUNCTIONS[1:]}
    slow = wrapped_in("import time; time.sleep(0.02)", FUNCTIONS[0])
    with Grader(replace(LIMITS, cell=2.0)) as grader:
        found = outcomes(grade(grader, solved({FUNCTIONS[0].id: slow, **looping})))

    assert {each.id: found[each.id] for each in FUNCTIONS} == {
        FUNCTIONS[0].id: "correct",
        **dict.fromkeys(looping, "timeout"),
    }


@pytest.mark.parametrize("isolation", [Isolation("auto"), Isolation("off")], ids=["auto", "off"])
def test_no_frame_around_a_cell_holds_the_calls_that_are_to_come(isolation):
    cell = """
import sys
frame, held = sys._getframe(), []
while frame:
    held += [each for each in frame.f_locals.values() if type(each) is dict and each is not globals()]
    frame = frame.f_back
assert any("source" in each for each in held)
assert not any({"calls", "args"} & each.keys() for each in held)
"""
    with Grader(LIMITS, isolation=isolation) as grader:
        assert with_hit_rate(grader, f"{cell}\n{HIT_RATE.code(RIGHT)}").outcome == "correct"


# --- one notebook after another ---


_SIBLINGS = """
import contextlib, os, signal
from pathlib import Path
for stat in Path('/proc').glob('[0-9]*/stat'):
    with contextlib.suppress(OSError):
        number, rest = stat.read_text().split(' ', 1)
        if rest.rpartition(')')[2].split()[1] == str(os.getppid()) and int(number) != os.getpid():
            os.kill(int(number), signal.{})
"""


@pytest.mark.parametrize("number", ["SIGSTOP", "SIGKILL"])
@pytest.mark.parametrize("isolation", [Isolation("off"), Isolation("auto", ("PID namespace", "Landlock", "seccomp"))])
def test_what_a_notebook_does_to_the_process_of_the_next_costs_that_one_nothing(isolation, number):
    with Grader(LIMITS, isolation=isolation, many=True) as grader:
        for _ in range(12):
            assert grade(grader, solved(before=[_SIBLINGS.format(number)])).score == FULL
            assert grade(grader, solved()).score == FULL
        assert not grader.nursery.replaced


def test_a_process_killed_after_it_said_it_was_ready_is_not_taken_even_while_it_still_looks_alive(monkeypatch):
    with Grader(LIMITS, isolation=Isolation("off"), many=True) as grader:
        assert grade(grader, solved()).score == FULL
        waiting = grader.nursery.coming.child
        waiting.arrive()
        time.sleep(0.2)  # until it has said that it is ready
        os.kill(waiting.pid, signal.SIGKILL)
        monkeypatch.setattr(waiting, "lives", lambda: True)
        assert grade(grader, solved()).score == FULL


OPEN = Isolation("auto", ("PID namespace", "Landlock", "seccomp", "scratch in memory"))
WRITES = ["import os\nhere = os.getcwd()\nopen('notes.txt', 'w').write('a note')"]
READS = HIT_RATE.code("assert here and open('notes.txt').read()\n" + RIGHT)
COPIES = """open('a', 'w').close()
for number, copied in enumerate((shutil.copy, shutil.copy2, shutil.copyfile)):
    copied('a', str(number))
shutil.copytree('.', 'copied', ignore=lambda *_: ['copied'])
os.chmod('a', 0o600); os.utime('a')
assert sorted(os.listdir('copied')) == ['0', '1', '2', 'a']
shutil.rmtree('copied')
"""


@pytest.mark.parametrize("without", [(), ("scratch in memory", "dropped user")], ids=["", "nothing read-only"])
def test_files_can_be_copied_in_a_notebooks_own_folder(without):
    answer = "import os, shutil\n" + HIT_RATE.code(COPIES + RIGHT)
    with Grader(LIMITS, isolation=Isolation("auto", without)) as grader:
        assert with_hit_rate(grader, answer).outcome == "correct"


AT_THE_NEXT = {
    "removed": "os.rmdir(each)",
    "closed": "os.chmod(each, 0)",
    "moved": "os.rename(each, each + 'x')",
    "planted in": "os.mkdir(os.path.join(each, 'notes.txt'))",
    "given another place": "os.rename(os.path.dirname(each), os.path.dirname(each) + 'y')",
    "closed from above": "os.chmod(os.path.dirname(each), 0)",
    "a link": "os.rmdir(each); os.symlink('/tmp', each)",
}


@pytest.mark.parametrize("deed", AT_THE_NEXT.values(), ids=AT_THE_NEXT)
@pytest.mark.parametrize("isolation", [Isolation("off"), OPEN], ids=["off", "open"])
def test_what_a_notebook_does_to_the_folder_of_the_next_costs_that_one_nothing(isolation, deed):
    cell = f"""
import os, time
time.sleep(0.1)
for each in [os.path.join(place, name) for place in PLACES for name in os.listdir(place)]:
    if os.path.realpath(each) != os.getcwd():
        {deed}
"""
    with Grader(LIMITS, isolation=isolation, many=True) as grader:
        for _ in range(3):
            places = [str(each.path) for each in grader.nursery.places]
            grade(grader, solved(before=[f"PLACES = {places}", cell]))
            assert grade(grader, solved({HIT_RATE.id: READS}, WRITES)).score == FULL


@pytest.mark.parametrize("isolation", [Isolation("off"), Isolation("auto"), Isolation("auto", ("scratch in memory",))])
def test_a_notebook_that_closes_its_own_folder_costs_no_later_one(isolation):
    with Grader(LIMITS, isolation=isolation, many=True) as grader:
        grade(grader, solved(before=["import os\nos.chmod(os.path.dirname(os.getcwd()), 0)"]))
        grade(grader, solved(before=["import os\nos.chmod(os.getcwd(), 0)"]))
        for _ in range(4):
            assert grade(grader, solved({HIT_RATE.id: READS}, WRITES)).score == FULL


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_each_of_many_notebooks_is_graded_like_one_alone(method):
    contents = [
        solved(),
        solved({HIT_RATE.id: "import os; os._exit(3)"}),
        solved({HIT_RATE.id: HIT_RATE.code("while True: pass")}),
        solved(before=["import numpy"]),
        notebook([code("answer = 1", "05-judge-repair")], exercise="05"),
        solved(),
    ]
    results = []
    for many in (False, True):
        with Grader(LIMITS, method=method, seed="a", many=many) as grader:
            results.append([untimed(grade(grader, each)) for each in contents])
            assert left_running(grader.nursery) == set()
        assert running(grader.nursery) == set()

    assert results[0] == results[1]


# --- stopped from outside ---


@pytest.mark.parametrize("moment", [0, 0.02, 0.1, 0.4, 1.0])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_who_stops_a_grader_waits_for_no_notebook(method, moment):
    content = solved(before=["import time; time.sleep(30)"])
    with Grader(replace(LIMITS, cell=40.0, submission=100.0), method=method, many=True) as grader:

        def work():
            with contextlib.suppress(GraderError):
                grade(grader, content)

        working = threading.Thread(target=work)
        working.start()
        time.sleep(moment)
        grader.nursery.stop()
        working.join(timeout=10)
        assert not working.is_alive()
    assert running(grader.nursery) == set()


def test_who_stops_a_grader_while_a_child_comes_gets_no_other(monkeypatch):
    tried = []
    with Grader(LIMITS) as grader:

        def stopped_meanwhile(*_):
            tried.append("one")
            grader.nursery.stop()
            raise LostError("crashed")

        monkeypatch.setattr(grader.nursery, "_asked_for", stopped_meanwhile)
        with pytest.raises(LostError):
            grader.nursery.child(LIMITS, ())
    assert tried == ["one"]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_what_starts_after_a_grader_was_stopped_ends_at_once(method):
    nursery = Nursery(method)
    nursery.stop()
    with contextlib.suppress(LostError):
        nursery._born().end()
    started = nursery.zygote or nursery.spawned
    assert started is None or started.process.wait(timeout=10) == -signal.SIGKILL
    nursery.close()


# --- before the first child ---

REHEARSAL = """
import linecache, os, sys
import ragedu.assistant.shop
from ragedu.grading import child

child.close_rooms()
replies, answer = [], child.Child._answer
child.Child._answer = lambda *asked: replies.append(answer(*asked)) or replies[-1]
state = lambda: (sys.stdout, sys.stderr, sys.meta_path[:], sorted(linecache.cache), sorted(os.listdir("/proc/self/fd")))
before = state()
child.rehearse()
assert state() == before
assert replies[0]["how"] == "done" and replies[0]["functions"] == {"share_of_first": "there"}, replies[0]
assert replies[1]["results"] == [{"how": "value", "value": 0.5}] * 3, replies[1]
print("as it was")
"""


def test_a_rehearsal_goes_as_a_notebook_does_and_leaves_no_trace():
    done = subprocess.run([sys.executable, "-c", REHEARSAL], capture_output=True, text=True, timeout=60)

    assert (done.stdout, done.stderr) == ("as it was\n", "")


TOO_LARGE = """
import os
from ragedu.grading.child import Child, Line
from ragedu.grading.namespaces import Namespaces

made = []
child = Child(Line(*os.pipe()), Namespaces())
child.namespace["f"] = lambda large: made.append(large) or (["x" * 1000] * 1000 if large else 1.0)
for large in (True, False):
    child._calls({"function": [{"name": "f", "args": [[large]] * 50, "withheld": []}], "as_of": 0, "id": "a"})
print(made.count(True), made.count(False))
"""


def test_once_results_are_too_large_to_be_sent_no_further_call_is_made():
    done = subprocess.run([sys.executable, "-c", TOO_LARGE], capture_output=True, text=True, timeout=60)

    assert (done.stdout, done.stderr) == ("5 50\n", "")


def test_a_right_function_whose_cell_misses_a_name_uses_none_of_a_later_cell(grader):
    graded = grade(grader, solved({HIT_RATE.id: HIT_RATE.code(RIGHT) + "\n\nchekc('01-hit-rate-at-k')"}))

    result = next(each for each in graded.problems if each.id == HIT_RATE.id)
    assert (result.outcome, "NameError" in result.message) == ("correct", True)
    assert "later cell" not in result.message


# --- nothing left behind ---


@pytest.mark.parametrize(
    "start",
    [
        "subprocess.Popen(['sleep', '300.0125'])",
        "subprocess.Popen(['sleep', '300.0125'], start_new_session=True)",
        "os.fork() or (os.setsid(), os.fork() or time.sleep(300))",
        "threading.Thread(target=time.sleep, args=(300,)).start()",
    ],
)
@pytest.mark.parametrize("mode", ["auto", "off"])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_nothing_is_left_running(method, start, mode):
    cell = f"import os, subprocess, sys, threading, time\n{start}"

    with Grader(LIMITS, method=method, isolation=Isolation(mode)) as grader:
        grade(grader, solved(before=[cell]))
        assert running(grader.nursery) == set()
    assert running(grader.nursery) == set()


def test_nothing_is_left_running_by_whoever_ends_the_zygote():
    cell = (
        "import os, subprocess, time\nsubprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        "os.kill(os.getppid(), 9); time.sleep(5)"
    )
    with Grader(LIMITS, isolation=Isolation("off")) as grader:
        graded = grade(grader, solved(before=[cell]))
        assert running(grader.nursery) == set()

    assert graded.all_right
    assert "processes that a notebook leaves behind and hides" in graded.isolation["absent"]


TAKING_THE_FOLDER = {
    "removed": "shutil.rmtree(p)",
    "a file": "shutil.rmtree(p); open(p, 'w').write('x')",
    "another folder": "shutil.rmtree(p); os.makedirs(p + '/x/y')",
    "a link": "shutil.rmtree(p); os.symlink({victim!r}, p)",
    "a link in place of the scratch folder": "s = os.getcwd(); shutil.rmtree(s); os.symlink({victim!r}, s)",
    "moved": "os.rename(p, p + '-moved')",
    "very deep": "for _ in range(1200): os.mkdir('ddddd'); os.chdir('ddddd')",
}


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("mode", ["auto", "off"])
@pytest.mark.parametrize("end", ["", "\nos._exit(0)"], ids=["goes on", "ends"])
@pytest.mark.parametrize("deed", TAKING_THE_FOLDER.values(), ids=TAKING_THE_FOLDER)
def test_who_takes_the_folder_away_harms_nobody(tmp_path, monkeypatch, deed, end, mode, method):
    temporary, victim = tmp_path / "temporary", tmp_path / "victim"
    temporary.mkdir()
    (victim / "inside").mkdir(parents=True)
    (victim / "inside").chmod(0o711)
    (victim / "precious.txt").write_text("keep me")
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    cell = f"import os, shutil\np = os.path.dirname(os.getcwd())\n{deed.format(victim=str(victim))}{end}"

    with Grader(LIMITS, method=method, isolation=Isolation(mode)) as grader:
        graded = grade(grader, solved(before=[cell]))
        following = grade(grader, solved())

    assert graded.all_right
    assert following.all_right
    assert not following.broken
    assert list(temporary.iterdir()) == []
    assert sorted(each.name for each in victim.iterdir()) == ["inside", "precious.txt"]
    assert (victim / "inside").stat().st_mode & 0o777 == 0o711


READING_THE_GRADER = """
for name in ("environ", "mem", "maps"):
    try:
        open("/proc/GRADER/" + name, "rb").read(1)
    except PermissionError:
        continue
    except OSError:
        pass
    raise SystemExit("it can be read")
"""


def test_a_child_can_not_read_the_graders_memory_and_root_is_not_promised_it():
    # In a process of its own that gives up root's right to read everything, where it has it.
    script = (
        "import ctypes, json, os, sys\n"
        "if len(sys.argv) == 1:\n"
        # PR_CAPBSET_DROP; CAP_SYS_PTRACE, CAP_SYS_ADMIN, CAP_PERFMON
        "    [ctypes.CDLL(None).prctl(24, each, 0, 0, 0) for each in (19, 21, 38)]\n"
        "    os.execv(sys.executable, [*sys.orig_argv, 'again'])\n"
        "from ragedu.grading import Grader\n"
        "from ragedu.grading.submission import LIBRARIES, submission_of\n"
        "from ragedu.grading import Isolation\n"
        "with Grader(isolation=Isolation('off')) as grader:\n"
        "    content = sys.stdin.read().replace('GRADER', str(os.getpid()))\n"
        "    graded = grader.grade(submission_of(json.loads(content), 'a'))\n"
        "print(json.dumps([graded.isolation, graded.broken]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(solved(before=[READING_THE_GRADER])),
        capture_output=True,
        text=True,
    )
    if not done.stdout:
        pytest.fail(done.stderr)
    isolation, broken = json.loads(done.stdout)

    assert broken == []
    assert "grader's memory closed" in isolation["active"]
    assert "the grader's memory" not in isolation["absent"]


@pytest.mark.parametrize("which", ["grader", "open_grader"])
def test_closed_memory_is_claimed_only_where_it_holds(which, request):
    reading = READING_THE_GRADER.replace("GRADER", str(os.getpid()))
    graded = grade(request.getfixturevalue(which), solved(before=[reading]))

    assert ("grader's memory closed" in graded.isolation["active"]) == (not graded.broken)
    assert ("the grader's memory" in graded.isolation["absent"]) == bool(graded.broken)


def test_no_file_is_left_behind_and_no_process(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    cell = (
        "import os, pathlib, tempfile\n"
        "here = pathlib.Path.cwd()\n"
        "assert here == pathlib.Path.home() == pathlib.Path(tempfile.gettempdir())\n"
        "open('notes.txt', 'w').write('x')\n"
        "os.makedirs('deep/er'); os.chmod('deep/er', 0); os.chmod('deep', 0)\n"
        "os.symlink('/etc', 'link')\n"
        "kept = True"
    )
    judged = f"assert kept\n{HIT_RATE.code(RIGHT)}"
    with Grader(LIMITS) as grader:
        assert grade(grader, solved({HIT_RATE.id: judged}, before=[cell])).all_right
        zygote = grader.nursery.zygote.process

    assert zygote.poll() is not None
    assert list(tmp_path.iterdir()) == []


def test_the_childs_environment_holds_no_secrets(grader, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    with Grader(LIMITS) as fresh:
        result = with_hit_rate(fresh, "import os\nassert 'SECRET_TOKEN' not in os.environ\n" + HIT_RATE.code(RIGHT))

    assert result.message.startswith("All ")


def test_only_the_line_and_the_streams_are_open_in_a_child(grader):
    # The fifth reads the folder. While a function is called in a copy, a pipe to that is open as well.
    cell = "import os\nopen_now = sorted(os.listdir('/proc/self/fd'))\nassert open_now == ['0', '1', '2', '3', '4']"

    assert not grade(grader, solved(before=[cell])).broken


# --- our own faults ---


def test_an_interpreter_that_does_not_start_is_a_fault_of_the_grader(monkeypatch):
    monkeypatch.setattr("ragedu.grading.processes._interpreter", lambda: [sys.executable, "-c", "raise OSError('no')"])

    with Grader(LIMITS) as grader, pytest.raises(GraderError, match="could not be started: OSError: no"):
        grade(grader, solved())


def test_a_fault_in_a_problem_is_not_taken_for_the_learners(grader, monkeypatch):
    def broken(problem, answer):
        raise RuntimeError("our own bug")

    monkeypatch.setattr("ragedu.grading.grader.check_value", broken)

    with pytest.raises(RuntimeError, match="our own bug"):
        grade(grader, solved())


def test_the_zygote_goes_when_the_grader_does():
    grader = Grader(LIMITS)
    grade(grader, solved())
    zygote = grader.nursery.zygote
    grader.nursery.zygote = None

    zygote.channel.close()

    assert zygote.process.wait(timeout=5) == 0
    zygote.errors.close()
    grader.close()
    with pytest.raises(ProcessLookupError):
        os.kill(zygote.process.pid, signal.SIGTERM)


def test_a_missing_name_is_told_with_the_cell_that_broke_before(grader):
    content = solved()
    content["cells"].insert(0, code("import not_installed_anywhere\nhelper = 1"))
    content["cells"].append(code(HIT_RATE.code("return helper"), HIT_RATE.id))

    graded = grade(grader, content)

    message = next(each.message for each in graded.problems if each.id == HIT_RATE.id)
    assert "NameError" in message
    assert "Before that: Cell 1 stopped with ModuleNotFoundError: No module named 'not_installed_anywhere'" in message
    assert graded.to_json()["broken_cells"][0].startswith("Cell 1 stopped with ModuleNotFoundError")


def test_a_cell_that_ends_the_zygote_costs_nobody_anything(open_grader):
    grader = open_grader
    content = solved()
    content["cells"].insert(0, code("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"))

    assert [grade(grader, content).score for _ in range(3)] == [FULL] * 3


# --- what another library does already ---

NLTKS_BLEU = {
    "07-clipped-precision": (
        "def clipped_precision(references, hypothesis):\n"
        "    return float(modified_precision(references, hypothesis, 1))"
    ),
    "07-brevity-penalty": (
        "def penalty_for(reference_lengths, hypothesis_length):\n"
        "    closest = min(reference_lengths, key=lambda each: (abs(each - hypothesis_length), each))\n"
        "    return brevity_penalty(closest, hypothesis_length)"
    ),
}


@pytest.mark.parametrize("home", ["nltk.translate.bleu_score", "ragedu.bleu"])
@pytest.mark.parametrize("problem", NLTKS_BLEU)
def test_bleu_by_a_library_is_no_answer_to_a_problem_on_bleu(grader, home, problem):
    wrapped = "" if home.startswith("nltk") else "import builtins; float = lambda p: builtins.float(p.value)\n"
    source = f"from {home} import brevity_penalty, modified_precision\n{wrapped}{NLTKS_BLEU[problem]}"
    graded = grade(grader, notebook([code(source, problem)], exercise="07"))
    result = next(each for each in graded.problems if each.id == problem)

    assert result.outcome == "error"
    assert f"so {home.split('.')[0]}'s own" in result.message
