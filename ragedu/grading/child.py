"""The child: runs a learner's cells and answers calls. It holds nothing that a learner must not see.

Everything here may be tampered with by the code it runs; what it sends is only ever a claim, which the grader checks.
"""

import builtins
import ctypes
import inspect
import os
import random
import signal
import sys
import types
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

import ragedu
import ragedu.learn
from ragedu.grading import wire
from ragedu.grading.cells import compiled, syntax_error
from ragedu.learn.running import told
from ragedu.learn.values import NotPlainError, plain
from ragedu.learn.withheld import withhold

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# What knows expected values, seeds or the grader, or would ask somebody; a learner's import of it is refused.
CLOSED = (
    "ragedu.learn.bank",
    "ragedu.learn.session",
    "ragedu.learn.checking",
    "ragedu.learn.questions",
    "ragedu.learn.attempts",
    "ragedu.grading",
    "ragedu.doctor",
    "ragedu.course",
    "ragedu.cli",
)

_LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38


class Line:
    """The line to the grader: two descriptors, blocking."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading, self.writing = reading, writing
        self.owner = os.getpid()

    def receive(self) -> dict[str, Any] | None:
        """The next request; None when the grader has hung up."""
        header = self._exactly(wire.HEADER.size)
        body = self._exactly(wire.length_in(header)) if header else b""
        return wire.unpacked(body) if body else None

    def send(self, message: dict[str, Any]) -> None:
        """Send a reply."""
        if os.getpid() != self.owner:  # a cell forked, and its copy has no business on this line
            os._exit(0)
        rest = memoryview(wire.packed(message, wire.LARGEST_REPLY))
        while rest:
            rest = rest[os.write(self.writing, rest) :]

    def _exactly(self, count: int) -> bytes:
        parts: list[bytes] = []
        while count:
            part = os.read(self.reading, min(count, 2**20))
            if not part:
                return b""
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


class Child:
    """One namespace, as a notebook's kernel has it, and the requests that act on it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.main = types.ModuleType("__main__")
        self.namespace = self.main.__dict__
        self.recursion_limit = sys.getrecursionlimit()

    def serve(self) -> None:
        """Answer requests until the grader hangs up."""
        while (request := self.line.receive()) is not None:
            number = request["id"]
            try:
                reply = self._answer(request)
            finally:
                sys.setrecursionlimit(self.recursion_limit)
            try:
                self.line.send({**reply, "id": number})
            except wire.TooLargeError:
                self.line.send({"how": "too_large", "id": number})

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["do"] == "call":
            return self._call(request["name"], wire.decode(request["args"]))
        if request["do"] == "cell":
            return self._cell(request)
        return self._begin(request)

    def _begin(self, request: dict[str, Any]) -> dict[str, Any]:
        active = shut_in(request["scratch"], request["memory"])
        prepare(request["withheld"])
        sys.modules["__main__"] = self.main
        self.namespace.update(__builtins__=builtins, display=_nothing, get_ipython=_nothing)
        return {"active": active}

    # --- cells ---

    def _cell(self, request: dict[str, Any]) -> dict[str, Any]:
        for name in request["read"]:
            self.namespace.pop(name, None)
        ran = self._run(request["source"], request["number"])
        return {
            **ran,
            "values": {name: _wired(self.namespace[name]) for name in request["read"] if name in self.namespace},
            "functions": {name: self._function(name) for name in request["functions"]},
        }

    def _run(self, source: str, number: int) -> dict[str, Any]:
        try:
            code = compiled(source, number)
        except SyntaxError as error:
            return {"how": "syntax", "syntax": syntax_error(error, source)}
        except (Exception, MemoryError) as error:
            return {"how": "error", "told": told(error)}
        try:
            value = eval(code, self.namespace)
            if code.co_flags & inspect.CO_COROUTINE:  # it has an await outside of any function
                import_module("asyncio").run(value)  # slow to load, and few cells need it
        except MemoryError:
            return {"how": "memory"}
        except BaseException as error:  # SystemExit and KeyboardInterrupt cost the cell, not the child
            return {"how": "error", "told": told(error)}
        return {"how": "done"}

    def _function(self, name: str) -> str:
        function = self.namespace.get(name)
        if not callable(function):
            return "absent"
        module = getattr(function, "__module__", None)
        return "ours" if isinstance(module, str) and module.split(".")[0] == "ragedu" else "there"

    # --- calls ---

    def _call(self, name: str, arguments: Sequence[Any]) -> dict[str, Any]:
        try:
            return _wired(self.namespace[name](*arguments))
        except MemoryError:
            return {"how": "memory"}
        except BaseException as error:
            return {"how": "error", "detail": type(error).__name__, "told": told(error)}


def _wired(value: object) -> dict[str, Any]:
    try:
        return {"how": "value", "value": wire.encode(plain(value))}
    except NotPlainError as error:
        return {"how": "not_plain", "detail": str(error)}


# --- what happens before the first cell ---


def shut_in(scratch: str, memory: int) -> list[str]:
    """Take from this process what a learner's code doesn't need; the names of what really took effect."""
    os.chdir(scratch)
    os.environ.update(HOME=scratch, TMPDIR=scratch, TEMP=scratch, TMP=scratch)
    active = ["scratch folder", "reduced environment", "closed files and streams"]
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():
        active.append("own session")
    if _limited(memory):
        active.append(f"memory limit {memory // 2**20} MB")
    if _LINUX and prctl(PR_SET_NO_NEW_PRIVS, 1):
        active.append("no new privileges")
    return active


def _limited(memory: int) -> bool:
    if resource is None:
        return False
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ValueError, OSError):
        return False
    # macOS takes the limit and does not keep to it.
    return _LINUX


def prctl(option: int, value: int) -> bool:
    """Set one of Linux's process options."""
    return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)


def leave_the_zygote(parent: int) -> None:
    """First steps after the fork: a session of its own, and no life beyond the zygote's."""
    os.setsid()
    if _LINUX:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we could ask to be told
            os._exit(1)


def silence() -> None:
    """Input is empty, output goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def prepare(names: Sequence[str]) -> None:
    """Make ragedu ready for a learner: verbs that do nothing, closed rooms, functions that refuse."""
    random.seed(0)
    withheld: dict[str, list[str]] = {}
    for name in names:
        module, _, function = name.partition(":")
        withheld.setdefault(module, []).append(function)
    for module in withheld:
        _withhold_in(import_module(module), withheld[module])
    sys.meta_path.insert(0, _Doorkeeper(withheld))
    _quiet_verbs()
    for name in [each for each in sys.modules if _is_closed(each)]:
        del sys.modules[name]
        parent, _, last = name.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(last, None)


def _quiet_verbs() -> None:
    for verb in ragedu.learn.__all__:
        setattr(ragedu.learn, verb, _nothing)
    widgets = _Quiet("ragedu.learn.widgets")
    sys.modules[widgets.__name__] = widgets
    vars(ragedu.learn)["widgets"] = widgets


class _Quiet(types.ModuleType):
    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return _nothing


def _nothing(*_args: object, **_kwargs: object) -> None:
    return None


def _withhold_in(module: types.ModuleType, names: Sequence[str]) -> None:
    withhold(getattr(module, name) for name in names)


def _is_closed(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in CLOSED)


class _Doorkeeper(MetaPathFinder):
    """Refuses the closed rooms, and sees to it that a module loaded anew withholds what it withheld before."""

    def __init__(self, withheld: dict[str, list[str]]) -> None:
        self.withheld = withheld

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        if _is_closed(name):
            raise ImportError(f"{name} can't be imported while a notebook is graded", name=name)
        spec = PathFinder.find_spec(name, path, target) if name in self.withheld else None
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_and_withhold(module: types.ModuleType) -> None:
                load(module)
                _withhold_in(module, self.withheld[name])

            vars(spec.loader)["exec_module"] = load_and_withhold
        return spec
