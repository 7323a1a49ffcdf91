"""Submissions that deceive, break in, break down or were simply unlucky, each with what a careful person would give.

Every one is a notebook of exercise 01 in which all other answers are right. A *body* stands in the function
`hit_rate_at_k`, an *answer* in its cell, a *cell* before all of them. Bombs end by themselves: a layer that fails must
hurt nobody. Words in capitals are filled in by the test: paths, ports and process ids of its own.
"""

from dataclasses import dataclass

RIGHT = "return float(any(each in relevant for each in retrieved[:k]))"
DEFINED = f"def hit_rate_at_k(retrieved, relevant, k):\n    {RIGHT}\n"
GUESS = "def hit_rate_at_k(retrieved, relevant, k):\n    return 1.0\n"


@dataclass(frozen=True)
class Hostile:
    """One submission.

    earns   whether the function's points are earned; all others always are
    walled  whether it would reach what it must not where no layer stands before it, so that it runs only with layers
    """

    name: str
    source: str
    place: str = "body"
    earns: bool = False
    walled: bool = False


def lies(name: str, source: str) -> Hostile:
    """A body that gives back something that pretends."""
    return Hostile(name, source)


def cheat(name: str, source: str, walled: bool = False) -> Hostile:
    """An answer that tries to earn what it has not solved: it guesses, once it has done its deed."""
    return Hostile(name, f"{source}\n{GUESS}", "answer", walled=walled)


def bad_luck(name: str, source: str, walled: bool = False) -> Hostile:
    """A cell that does something foolish or wild; the answers after it are right and must count."""
    return Hostile(name, source, "cell", earns=True, walled=walled)


def manners(name: str, source: str) -> Hostile:
    """A body of odd manners that is right in the end."""
    return Hostile(name, f"{source}\n{RIGHT}", earns=True)


def breakdown(name: str, source: str, walled: bool = False) -> Hostile:
    """A body that breaks down."""
    return Hostile(name, source, walled=walled)


LIES = [
    lies("equal to everything", "return type('A', (), {'__eq__': lambda *a: True, '__hash__': None})()"),
    lies(
        "a float that lies",
        "return type('F', (float,), {'__eq__': lambda *a: True, '__sub__': lambda *a: 0.0, "
        "'__rsub__': lambda *a: 0.0, '__le__': lambda *a: True, '__float__': lambda s: 1.0})(1)",
    ),
    lies("a number that says it is 1", "return type('int', (int,), {'__eq__': lambda *a: True})(1)"),
    lies("a text that lies", "return type('S', (str,), {'__eq__': lambda *a: True, '__hash__': str.__hash__})('1.0')"),
    lies("a dict that lies", "return type('D', (dict,), {'__eq__': lambda *a: True})()"),
    lies(
        "a type that says it is float",
        "return type('M', (type,), {'__eq__': lambda *a: True, '__hash__': type.__hash__})('float', (), {})()",
    ),
    lies(
        "a value of numpy's name",
        "c = type('float64', (float,), {'tolist': lambda s: s})\nc.__module__ = 'numpy'\nreturn c(1)",
    ),
    lies("a class property that lies", "return type('A', (), {'__class__': property(lambda s: float)})()"),
    lies("a mock", "from unittest.mock import MagicMock\nreturn MagicMock()"),
    lies("a generator", "yield 1.0"),
    lies("a coroutine", "async def later():\n    return 1.0\ncoming = later()\ncoming.close()\nreturn coming"),
    lies("not a number", "return float('nan')"),
    lies("without end", "return float('inf')"),
    lies("a complex number", "return 1 + 0j"),
    lies("bytes", "return b'1.0'"),
    lies("the exception that was asked about", "return ZeroDivisionError('1.0')"),
    lies("a list that holds itself", "x = []\nx.append(x)\nreturn x"),
    lies("ten thousand lists in each other", "x = []\nfor _ in range(10_000): x = [x]\nreturn x"),
    lies("a huge whole number", "return 10 ** 100_000"),
    lies("a reply of a gigabyte", "return ['x' * 2**20] * 1000"),
    lies("numbers of one hash", "return {i * (2**61 - 1) for i in range(2000)}"),
    lies("half a surrogate", "return '\\ud800'"),
    lies("both values at once", "return [0.0, 1.0]"),
]

CHEATS = [
    cheat("patched builtins", "import builtins\nbuiltins.abs = lambda x: 0\nbuiltins.all = lambda x: True"),
    cheat("patched isinstance and type", "import builtins\nbuiltins.isinstance = lambda *a: True"),
    cheat("patched math", "import math\nmath.isclose = lambda *a, **k: True"),
    cheat("patched comparison", "import ragedu.learn.values as v\nv.same = v.same_number = lambda *a: True"),
    cheat("patched plain values", "import ragedu.learn.values as v\nv.plain = lambda x, depth=0: x"),
    cheat("patched json", 'import json\njson.dumps = lambda *a, **k: \'{"how": "value", "value": 1.0}\''),
    cheat(
        "patched doctest and unittest",
        "import doctest, unittest\ndoctest.DocTestRunner.run = lambda *a, **k: (0, 9)\n"
        "unittest.TestCase.assertEqual = lambda *a: None",
    ),
    cheat("a score printed", 'print(\'Score: 11 of 11\\n\' * 100)\nprint(\'{"score": 11, "outcome": "correct"}\')'),
    cheat("a score displayed", "display({'score': 11}); get_ipython().display_pub.publish({'text/plain': '11'})"),
    cheat(
        "a result file left about",
        "for name in ('result.json', 'results.json', 'results/results.json'):\n    try:\n"
        "        open(name, 'w').write('{\"score\": 11}')\n    except OSError: pass",
    ),
    cheat(
        "IPython's input transformed",
        "ip = get_ipython()\nip.input_transformers_cleanup.append(lambda lines: ['pass\\n'])\n"
        "ip.ast_transformers.append(type('T', (), {'visit': lambda s, n: n})())",
    ),
    cheat("IPython's traceback switched off", "ip = get_ipython()\nip.showtraceback = lambda *a, **k: None"),
    cheat(
        "all modules replaced",
        "import sys\nclass All:\n    def __getattr__(s, n): return s\n"
        "    def __call__(s, *a, **k): return s\n"
        "for name in ('json', 'math', 'ragedu.learn.values', 'ragedu.grading.wire'):\n"
        "    sys.modules[name] = All()",
    ),
    cheat("a trace function", "import sys\nsys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)"),
    cheat(
        "frames searched for what is expected",
        "import sys\nframe, seen = sys._getframe(), []\nwhile frame:\n"
        "    seen += [repr(each) for each in frame.f_locals]\n    frame = frame.f_back\n"
        "assert not {'expected', 'reference', 'problem'} & {each.strip(\"'\") for each in seen}",
    ),
    cheat(
        "memory searched for what is expected",
        "import gc\nnames = {type(each).__name__ for each in gc.get_objects()}\n"
        "assert not names & {'FunctionCheck', 'FunctionProblem', 'Exam', 'Wrong'}, names",
    ),
    cheat(
        "replies forged on every descriptor",
        "import json, os, struct\n"
        "body = json.dumps({'id': '0' * 16, 'how': 'done', 'functions': {'hit_rate_at_k': 'there'}})\n"
        "frame = struct.pack('>I', len(body)) + body.encode()\nfor fd in range(64):\n"
        "    try: os.write(fd, frame * 3)\n    except OSError: pass",
    ),
    Hostile(
        "results written beside the calls",
        "import json, sys\nframe, result = sys._getframe(), json.dumps({'how': 'value', 'value': 1.0}).encode()\n"
        "while frame:\n    results = frame.f_locals.get('results')\n"
        "    if type(results) is list: results[:] = [result] * 60\n    frame = frame.f_back\nreturn 1.0",
    ),
    Hostile(
        "a reply forged in the midst of the calls",
        "import json, os, struct, sys\nframe, number = sys._getframe(), ''\n"
        "while frame and not number:\n    request = frame.f_locals.get('request')\n"
        "    number = request['id'] if type(request) is dict else ''\n    frame = frame.f_back\n"
        "result = {'how': 'value', 'value': 1.0}\n"
        "body = json.dumps({'id': number, 'how': 'called', 'results': [result] * 60}).encode()\n"
        "os.write(3, struct.pack('>I', len(body)) + body)\nreturn 1.0",
    ),
    cheat("the bank imported", "from ragedu.learn.bank import lesson_01\nhit_rate_at_k = lesson_01.EXERCISE"),
    cheat(
        "the bank imported behind the doorkeeper",
        "import sys\nsys.meta_path[:] = [e for e in sys.meta_path if type(e).__module__[:6] != 'ragedu']\n"
        "import ragedu.grading.grader",
    ),
    Hostile(
        "the library's own function",
        "from ragedu.retrieval import hit_rate_at_k as ours\nreturn ours(retrieved, relevant, k)",
    ),
    Hostile(
        "a copy of the library's function",
        "import ragedu.retrieval as r, types\n"
        "ours = types.FunctionType(r.hit_rate_at_k.__code__, vars(r))\n"
        "def hit_rate_at_k(retrieved, relevant, k):\n    return ours(retrieved, relevant, k)\n",
        "answer",
    ),
    Hostile(
        "the visible calls learnt by heart",
        "known = {(('return-2', 'warranty-1', 'return-1'), 3): 1.0}\nreturn known.get((tuple(retrieved), k), 0.0)",
    ),
    Hostile("an answer that counts the calls", "global n\nn = globals().get('n', 0) + 1\nreturn float(n % 2)"),
]

BREAK_INS = [
    cheat(
        "the solution read from the disk",
        "exec(open('SOLUTION').read())\nprint(hit_rate_at_k)\nraise SystemExit",
        walled=True,
    ),
    cheat(
        "the solution found by searching",
        "import os\nfor at, _, names in os.walk('FOLDER'):\n    for each in names:\n"
        "        exec(open(os.path.join(at, each)).read()); raise SystemExit",
        walled=True,
    ),
    cheat(
        "another's submission linked and read",
        "import os\nos.symlink('SOLUTION', 'mine.py')\nexec(open('mine.py').read())\nraise SystemExit",
        walled=True,
    ),
    cheat(
        "a hard link to the solution",
        "import os\nos.link('SOLUTION', 'mine.py')\nexec(open('mine.py').read())\nraise SystemExit",
        walled=True,
    ),
    bad_luck("the results overwritten", "open('PRECIOUS', 'w').write('mine')", walled=True),
    bad_luck("the results removed", "import os\nos.remove('PRECIOUS')", walled=True),
    bad_luck("the results truncated", "import os\nos.truncate('PRECIOUS', 0)", walled=True),
    bad_luck("the results renamed", "import os\nos.rename('PRECIOUS', 'FOLDER/gone')", walled=True),
    bad_luck("the results closed to their owner", "import os\nos.chmod('PRECIOUS', 0)", walled=True),
    bad_luck("the results' folder closed", "import os\nos.chmod('FOLDER', 0o500)", walled=True),
    bad_luck("the results made older", "import os\nos.utime('PRECIOUS', (1, 1))", walled=True),
    bad_luck("the results marked", "import os\nos.setxattr('PRECIOUS', 'user.mine', b'1')", walled=True),
    bad_luck("a file made beside the results", "open('FOLDER/more.txt', 'w').write('x')", walled=True),
    cheat("a secret in the environment", "import os\nassert 'RAGEDU_TEST_SECRET' not in os.environ"),
    cheat(
        "a secret in the parent's environment",
        "assert b'RAGEDU_TEST_SECRET' not in open('/proc/GRADER/environ', 'rb').read()",
        walled=True,
    ),
    cheat("the grader's memory", "open('/proc/GRADER/mem', 'rb').read(1)\nraise SystemExit", walled=True),
    cheat("the grader's command line", "print(open('/proc/GRADER/cmdline').read())\nraise SystemExit", walled=True),
    cheat("the grader traced", "import ctypes\nassert ctypes.CDLL(None).ptrace(16, GRADER, 0, 0) == -1", walled=True),
    cheat(
        "the grader's memory by system call",
        "import ctypes\nassert ctypes.CDLL(None).process_vm_readv(GRADER, 0, 0, 0, 0, 0) == -1",
        walled=True,
    ),
    bad_luck("the grader signalled", "import os\nos.kill(GRADER, 28)", walled=True),
    bad_luck(
        "the grader's limits lowered",
        "import resource\nresource.prlimit(GRADER, resource.RLIMIT_CORE, (0, 0))",
        walled=True,
    ),
    bad_luck("the grader's turn put off", "import os\nos.setpriority(os.PRIO_PROCESS, GRADER, 9)", walled=True),
    bad_luck("the grader kept to one processor", "import os\nos.sched_setaffinity(GRADER, {0})", walled=True),
    bad_luck(
        "a connection to somebody",
        "import socket\nsocket.create_connection(('127.0.0.1', PORT), 1).send(b'x')",
        walled=True,
    ),
    bad_luck(
        "a datagram to somebody", "import socket\nsocket.socket(2, 2).sendto(b'x', ('127.0.0.1', PORT))", walled=True
    ),
    bad_luck(
        "a socket file connected to",
        "import socket\nsocket.socket(socket.AF_UNIX).connect('FOLDER/socket')",
        walled=True,
    ),
    bad_luck(
        "a server opened", "import socket\nserver = socket.create_server(('127.0.0.1', 0)); server.close()", walled=True
    ),
    bad_luck("another program started", "import subprocess\nsubprocess.run(['touch', 'FOLDER/touched'])", walled=True),
    bad_luck("a new user namespace", "import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) == 0", walled=True),
    bad_luck(
        "root's user taken back", "import os\nos.setresuid(0, 0, 0)\nopen('PRECIOUS', 'w').write('mine')", walled=True
    ),
]

BREAKDOWNS = [
    breakdown("a loop in a call", "while True: pass"),
    breakdown(
        "a loop that swallows everything",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ),
    breakdown("a sleep in a call", "import time; time.sleep(60)"),
    breakdown("a deadlock", "import threading\nlock = threading.Lock(); lock.acquire(); lock.acquire()"),
    breakdown("a slow pattern", "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')"),
    breakdown("an exit in a call", "import os; os._exit(0)"),
    breakdown("a segmentation fault", "import ctypes; ctypes.string_at(0)"),
    breakdown("an abort", "import os; os.abort()"),
    breakdown("sys.exit in a call", "import sys; sys.exit(0)"),
    breakdown("recursion", "return hit_rate_at_k(retrieved, relevant, k)"),
    breakdown(
        "recursion beyond the stack",
        "import sys; sys.setrecursionlimit(10**6)\nf = lambda n: f(n + 1) if n < 10**6 else 1.0\nreturn f(0)",
    ),
    breakdown("two gigabytes", "return bytearray(2 * 2**30)"),
    breakdown(
        "an error full of escapes", "raise ValueError('\\x1b[2J\\x1b]0;mine\\x07<script>alert(1)</script>\\u202e')"
    ),
    breakdown("an error of five megabytes", "raise ValueError('x' * 5_000_000)"),
    breakdown("an error that shows the call", "raise ValueError(retrieved, relevant, k)"),
    breakdown("a question to the user", "return float(input('What is it? '))"),
    Hostile("a syntax error", "def hit_rate_at_k(retrieved, relevant, k:\n    return 1\n", "answer"),
    Hostile("an untouched starter", "def hit_rate_at_k(retrieved, relevant, k):\n    return ...\n", "answer"),
    Hostile("only a comment", "# I ran out of time\n", "answer"),
    Hostile("a loop in the answer's cell", f"while True: pass\n{DEFINED}", "answer"),
    Hostile("an exit in the answer's cell", f"import os; os._exit(1)\n{DEFINED}", "answer"),
]

UNLUCKY = [
    bad_luck("a loop in a cell", "while True: pass"),
    bad_luck(
        "a loop that swallows interrupts",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ),
    bad_luck("a loop in __del__", "class A:\n    def __del__(self):\n        while True: pass\nA()"),
    bad_luck("a loop at the end of the program", "import atexit\n@atexit.register\ndef never():\n    while True: pass"),
    bad_luck(
        "a loop in an import",
        "open('slow.py', 'w').write('while True: pass')\nimport sys; sys.path.insert(0, '.')\nimport slow",
    ),
    bad_luck("an exit in a cell", "import os; os._exit(0)"),
    bad_luck("a cell that kills itself", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
    bad_luck("a cell that stops itself", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"),
    bad_luck("a cell that ends its process group", "import os, signal; os.killpg(os.getpgid(0), signal.SIGTERM)"),
    bad_luck("an alarm", "import signal; signal.alarm(1)"),
    bad_luck("sys.exit", "import sys; sys.exit(1)"),
    bad_luck("an interrupt raised", "raise KeyboardInterrupt"),
    bad_luck("a memory bomb", "x = []\nfor _ in range(64): x.append(bytearray(2**26))"),
    bad_luck(
        "a fork bomb",
        "import os, time\nfor _ in range(5):\n    try: os.fork()\n    except OSError: break\ntime.sleep(0.3)",
    ),
    bad_luck(
        "a thread bomb",
        "import threading, time\nfor _ in range(300): threading.Thread(target=time.sleep, args=(0.2,)).start()",
    ),
    bad_luck(
        "a thread left running",
        "import threading, time\nthreading.Thread(target=lambda: [time.sleep(0.01) for _ in range(3000)]).start()",
    ),
    bad_luck(
        "a daemon",
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(30)\n    os._exit(0)",
    ),
    bad_luck("fifty megabytes printed", "print('x' * 50_000_000)"),
    bad_luck(
        "binary output",
        "import os, sys\nsys.stdout.buffer.write(bytes(range(256)) * 4000); os.write(1, b'\\xff' * 100_000)",
    ),
    bad_luck("escapes printed", "print('\\x1b[2J\\x1b]0;mine\\x07<script>alert(1)</script>')"),
    bad_luck("output closed", "import sys; sys.stdout.close(); sys.stderr.close()"),
    bad_luck("descriptors closed", "import os\nfor fd in (0, 1, 2): os.close(fd)"),
    bad_luck("output replaced", "import sys\nsys.stdout = sys.stderr = None"),
    bad_luck(
        "the folder emptied",
        "import os, shutil\nfor each in os.listdir('.'): shutil.rmtree(each)\nos.rmdir(os.getcwd())",
    ),
    bad_luck("another folder", "import os; os.chdir('/')"),
    bad_luck("a disk filled", "with open('big', 'wb') as f:\n    for _ in range(100): f.write(bytes(2**20))"),
    bad_luck("thousands of files", "for i in range(12_000): open(f'f{i}', 'w').close()"),
    bad_luck("descriptors used up", "kept = [open('x', 'w') for _ in range(400)]"),
    bad_luck("very deep folders", "import os\nfor _ in range(600): os.mkdir('d'); os.chdir('d')"),
    bad_luck("names that hide Python's", "max = sorted = print = object = 3"),
    bad_luck("warnings as errors", "import warnings; warnings.simplefilter('error')"),
    bad_luck("garbage collection off", "import gc; gc.disable(); gc.set_threshold(1)"),
    bad_luck("a small stack", "import sys; sys.setrecursionlimit(80)"),
    bad_luck("magics of all kinds", "%matplotlib inline\n!pip install nothing\n%%time\nx = %time 3"),
    bad_luck("a whole other language", "%%bash\nrm -rf nothing"),
    bad_luck("top-level await", "import asyncio\nawait asyncio.sleep(0.01)"),
    bad_luck("a question to the user in a cell", "name = input('Your name? ')"),
    bad_luck("a plot without a library", "import matplotlib_not_here.pyplot as plt\nplt.plot([1])"),
    bad_luck("text of many scripts", "Ωμέγα = 'здравей, 日本語, हिन्दी 🙂'\nprint(Ωμέγα)"),
    bad_luck("random numbers seeded", "import random; random.seed(1); random.random = lambda: 4"),
    bad_luck("the clock replaced", "import time; time.time = time.monotonic = time.sleep = lambda *a: 0"),
]

MANNERS = [
    manners("prints", "print(retrieved, relevant, k)"),
    manners("a warning", "import warnings; warnings.warn('old', DeprecationWarning)"),
    manners("text on stderr", "import os, sys\nsys.stderr.write('oh'); os.write(2, b'oh')"),
    manners("a thread", "import threading\nt = threading.Thread(target=print); t.start(); t.join()"),
    manners("arguments changed", "keep = list(retrieved); retrieved.clear(); retrieved.extend(keep)"),
    manners("a sleep", "import time; time.sleep(0.001)"),
    manners("an own random seed", "import random; random.seed(5)"),
]

ALL = [*LIES, *CHEATS, *BREAK_INS, *BREAKDOWNS, *UNLUCKY, *MANNERS]
