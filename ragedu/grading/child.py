"""The child: runs a learner's cells and answers calls. It holds nothing that a learner must not see.

Everything here may be tampered with by the code it runs; what it sends is only ever a claim, which the grader checks.
"""

import builtins
import contextlib
import gc
import inspect
import linecache
import os
import random
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any, Self

import ragedu
import ragedu.learn
from ragedu.grading import wire
from ragedu.grading.cells import Compiled, compiled, syntax_error
from ragedu.grading.isolation import Setting, shut_in
from ragedu.grading.namespaces import Namespaces
from ragedu.grading.output import Output
from ragedu.learn.running import told
from ragedu.learn.values import NotPlainError, plain
from ragedu.learn.withheld import is_ours, loaded, withheld

# What knows expected values or the grader, or would ask somebody; a learner's import of it is refused.
CLOSED = (
    "ragedu.learn.bank",
    "ragedu.learn.session",
    "ragedu.learn.checking",
    "ragedu.learn.questions",
    "ragedu.learn.solutions",
    "ragedu.learn.journal",
    "ragedu.learn.reports",
    "ragedu.learn.attempts",
    "ragedu.grading",
    "ragedu.doctor",
    "ragedu.course",
    "ragedu.cli",
)

LONGEST_TOLD = 2_000

SIGN_OF_LIFE = 0.25
"""Seconds after which many calls that go on say so."""

# In Jupyter a loop runs while a cell does; these ask for it without an await.
_NEED_A_LOOP = {"create_task", "ensure_future", "get_running_loop", "gather", "shield"}


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


@dataclass(frozen=True, slots=True)
class Held:
    """What a cell with functions left: all names that there were, and those functions."""

    names: frozenset[str]
    functions: dict[str, object]


class Child:
    """One namespace, as a notebook's kernel has it, and the requests that act on it."""

    def __init__(self, line: Line, namespaces: Namespaces) -> None:
        self.line, self.namespaces = line, namespaces
        self.output = Output()
        self.main = types.ModuleType("__main__")
        self.namespace = self.main.__dict__
        self.recursion_limit = self.their_recursion_limit = sys.getrecursionlimit()
        self.flags = 0
        self.loop: Any = None
        self.shown: object = None
        self.left: dict[str, object] = {}
        self.library = Library([])
        self.held: dict[int, Held] = {}

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
        if request["do"] == "nothing":
            return {}
        if request["do"] == "calls":
            return self._calls(request)
        if request["do"] == "cell":
            return self._cell(request)
        return self._begin(request)

    def _begin(self, request: dict[str, Any]) -> dict[str, Any]:
        setting = Setting(request["scratch"], request["limits"], request["user"], self.namespaces)
        report = shut_in(setting, request["mode"], request["without"])
        self.library = Library(request["withheld"])
        self.library.keep_the_door()
        random.seed(0)
        sys.modules["__main__"] = self.main
        self.namespace.update(__builtins__=builtins, display=QUIET, get_ipython=QUIET)
        self.output.take_over()
        return report.to_json()

    # --- cells ---

    def _cell(self, request: dict[str, Any]) -> dict[str, Any]:
        self.output.take_over()
        for name in request["read"]:
            # What a cell before this one worked out may be used here; what an earlier answer left is none to this one.
            if name in self.left and self.namespace.get(name) is self.left[name]:
                del self.namespace[name]
        ran = self._run(request["source"], request["number"], request["keep_last"])
        found = {name: self.namespace[name] for name in request["read"] if name in self.namespace}
        self.left.update(found)
        if request["functions"]:
            functions = {name: self.namespace[name] for name in request["functions"] if name in self.namespace}
            self.held[request["number"]] = Held(frozenset(self.namespace), functions)
        return {
            **ran,
            "printed": self.output.drained(),
            "values": {name: _wired(value) for name, value in found.items()},
            "functions": {name: self._function(name) for name in request["functions"]},
        }

    def _run(self, source: str, number: int, keep_last: bool) -> dict[str, Any]:
        try:
            cell = compiled(source, number, self.flags, self.namespace, keep_last)
        except SyntaxError as error:
            return {"how": "syntax", "syntax": syntax_error(error, source)}
        except (Exception, MemoryError) as error:
            return _stopped(error)
        self.flags = cell.flags
        sys.setrecursionlimit(self.their_recursion_limit)
        try:
            value = self._value_of(cell)
        except MemoryError:
            return {"how": "memory"}
        except BaseException as error:  # SystemExit and KeyboardInterrupt cost the cell, not the child
            return _stopped(error)
        finally:
            # As in a kernel, what a cell allows itself holds for all that follow, but not for what we do between them.
            self.their_recursion_limit = max(self.recursion_limit, sys.getrecursionlimit())
            sys.setrecursionlimit(self.recursion_limit)
        if value is not None and self.namespace.get("_", self.shown) is self.shown:  # a `_` of their own stays
            self.namespace["_"] = self.shown = value
        return {"how": "done"}

    def _value_of(self, cell: Compiled) -> object:
        """What the cell's last expression gives, once all of it has run; None when it ends in something else."""
        codes = [each for each in (cell.body, cell.last) if each]
        if any(each.co_flags & inspect.CO_COROUTINE or _NEED_A_LOOP.intersection(each.co_names) for each in codes):
            return self._in_the_loop(codes) if cell.last else self._in_the_loop([*codes, _NONE])
        value = [eval(each, self.namespace) for each in codes][-1]
        return value if cell.last else None

    def _in_the_loop(self, codes: Sequence[types.CodeType]) -> object:
        import asyncio  # slow to load, and few cells need it

        async def run() -> object:
            value = None
            for each in codes:
                value = eval(each, self.namespace)
                if each.co_flags & inspect.CO_COROUTINE:
                    value = await value
            return value

        # One for all cells, as a kernel has it: what one cell starts, another may wait for.
        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        return self.loop.run_until_complete(run())

    def _function(self, name: str) -> str:
        try:
            function = self.namespace.get(name)
            if not callable(function):
                return "absent"
            return "ours" if is_ours(function) else "there"
        except BaseException:  # whatever a learner's object does when it is asked
            return "there"

    # --- calls ---

    def _calls(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make calls of a function, one after another: as all stands now, or as a cell left it."""
        (asked,) = request["function"]
        results: list[dict[str, Any]] = []
        room, told = wire.LARGEST_REPLY, time.monotonic()
        self.library.find_copies(asked["withheld"])
        with self.library.withheld(asked["withheld"]), self._as_of(self.held.get(request["as_of"])):
            for arguments in asked["args"]:
                results.append(self._called(asked["name"], arguments))
                room -= wire.least_size(results[-1].get("value"))
                if room < 0:  # too large to be sent, and every further call takes its time
                    break
                if len(results) < len(asked["args"]) and time.monotonic() - told > SIGN_OF_LIFE:
                    told = time.monotonic()
                    self.line.send({"how": "going on", "id": request["id"]})
        return {"how": "called", "results": results}

    @contextlib.contextmanager
    def _as_of(self, held: "Held | None") -> Iterator[None]:
        """Let functions be what they were when a cell had run, and no name be there that came later.

        Whatever the block does to names is undone. What other names mean is not: to keep all that they meant would keep
        files open, and memory full, that later cells have let go.
        """
        if held is None:
            yield
            return
        now = dict(self.namespace)
        self.namespace.update(held.functions)
        for name in now.keys() - held.names:
            del self.namespace[name]
        try:
            yield
        finally:
            # No name is gone meanwhile: a thread of the notebook's own may be looking for it.
            self.namespace.update(now)
            for name in self.namespace.keys() - now.keys():
                del self.namespace[name]

    def _called(self, name: str, arguments: Any) -> dict[str, Any]:
        try:
            function, values = self.namespace.get(name, _not_defined(name)), wire.decode(arguments)
            sys.setrecursionlimit(self.their_recursion_limit)
            value = function(*values)
        except MemoryError:
            return {"how": "memory"}
        except BaseException as error:
            return _stopped(error)
        finally:
            sys.setrecursionlimit(self.recursion_limit)
        return _wired(value)


def _not_defined(name: str) -> Callable[..., object]:
    def missing(*_args: object) -> object:
        raise NameError(f"name {name!r} is not defined")

    return missing


_NONE = compile("None", "none", "eval")


def _wired(value: object) -> dict[str, Any]:
    try:
        return {"how": "value", "value": wire.encode(plain(value))}
    except NotPlainError as error:
        return {"how": "not_plain", "detail": str(error)[:LONGEST_TOLD]}
    except MemoryError:
        return {"how": "memory"}
    except BaseException:  # whatever a learner's object does when it is read
        return {"how": "not_plain", "detail": f"an object of type {_NAME(type(value))}"}


def _stopped(error: BaseException) -> dict[str, Any]:
    try:
        return {"how": "error", "detail": _NAME(type(error)), "told": told(error)[:LONGEST_TOLD]}
    except BaseException:  # an error may be as odd as any other object
        return {"how": "error", "detail": _NAME(type(error)), "told": _NAME(type(error))}


# A type's real name, whatever its metaclass says.
_NAME: Callable[[type], str] = type.__dict__["__name__"].__get__


# --- what happens before the first cell ---


def leave_the_zygote() -> None:
    """First step after the fork: a session of its own.

    It does not die with the zygote. A cell that ends the zygote would take the next one with it, at a moment that
    nobody can tell; as it is, it costs nothing, and the grader ends the child by its pidfd.
    """
    os.setsid()


_REHEARSED = """
from ragedu.assistant import shop
from ragedu.cases import ids_of
from ragedu.learn import check, hint, solution
from ragedu.retrieval import recall_at_k

def share_of_first(retrieved, relevant):
    places = [place for place, each in enumerate(retrieved, start=1) if each in relevant]
    return 1 / places[0] if places else 0.0

answer = sum(recall_at_k(ids_of(shop.search(case.question)), case.relevant, 3) for case in shop.answerable)
print(f"{answer:.2f}")
check("")
"""
_ROUNDS = 20


def rehearse() -> None:
    """Run a cell and its calls as every child will, before the first one comes.

    What Python looks up, compiles and learns of its own code the first time, each child would have to anew.
    """
    before = sys.stdout, sys.stderr, sys.meta_path[:]
    reading, writing = os.pipe()
    child = Child(Line(reading, writing), Namespaces())
    name = "share_of_first"
    cell = {
        "do": "cell",
        "number": 0,
        "source": _REHEARSED,
        "read": ["answer"],
        "functions": [name],
        "keep_last": False,
    }
    function = {"name": name, "args": [wire.encode([["a", "b"], {"b"}])] * 3, "withheld": []}
    for _ in range(_ROUNDS):
        for request in (cell, {"do": "calls", "function": [function], "as_of": 0}):
            child.line.send(child._answer(request))
            child.line.receive()
    for each in (reading, writing):
        os.close(each)
    linecache.cache.pop("cell 0", None)
    sys.stdout, sys.stderr, sys.meta_path[:] = before


def silence() -> None:
    """Input is empty, output goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def close_rooms() -> None:
    """Make ragedu ready for a learner: verbs that do nothing, closed rooms. What is loaded already stays in use."""
    _quiet_verbs()
    for name in [each for each in sys.modules if _is_closed(each)]:
        del sys.modules[name]
        parent, _, last = name.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(last, None)


def _quiet_verbs() -> None:
    for verb in ragedu.learn.__all__:
        setattr(ragedu.learn, verb, QUIET)
    widgets = _QuietModule("ragedu.learn.widgets")
    sys.modules[widgets.__name__] = widgets
    vars(ragedu.learn)["widgets"] = widgets


class Quiet:
    """Stands in for what a notebook's front end does: takes any call and attribute, and nothing comes of it."""

    def __call__(self, *_args: object, **_kwargs: object) -> Self:
        return self

    def __getattr__(self, name: str) -> Self:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _key: object) -> Self:
        return self

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def __str__(self) -> str:
        return ""


QUIET = Quiet()


class _QuietModule(types.ModuleType):
    def __getattr__(self, name: str) -> Quiet:
        if name.startswith("__"):
            raise AttributeError(name)
        return QUIET


def _is_closed(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in CLOSED)


# --- the library's own functions ---

_OWN_FILES = {__file__, withheld.__wrapped__.__code__.co_filename}  # type: ignore[attr-defined]
"""Where code is looked at to withhold it, which makes no copy."""


class Library(MetaPathFinder):
    """The library's own versions of what is asked for, by names such as "ragedu.retrieval:recall_at_k".

    They are withheld while the function they answer is called, and at no other time: an honest solution of another
    problem may well use them. As a finder of modules it refuses the closed rooms, and sees modules come that are
    loaded anew.
    """

    def __init__(self, names: Sequence[str]) -> None:
        for name in names:
            # Other libraries may not be here; whoever loads one is refused all the same.
            if name.startswith("ragedu."):
                import_module(name.partition(":")[0])
        self.functions = {name: function for name in names for function in loaded(name)}
        self.codes = {name: function.__code__ for name, function in self.functions.items()}
        self.all_codes = frozenset(self.codes.values())
        self.may_be_copied = False
        self.copies: list[types.FunctionType] = []
        self.refusing: contextlib.ExitStack | None = None
        self.names: Sequence[str] = ()
        if names:
            sys.addaudithook(self._heed)

    def keep_the_door(self) -> None:
        """Stand before all other finders, also after somebody sent this one away."""
        if not sys.meta_path or sys.meta_path[0] is not self:
            sys.meta_path[:] = [self, *(each for each in sys.meta_path if each is not self)]

    def _heed(self, event: str, details: tuple[Any, ...]) -> None:
        """Python tells whatever happens to code. A library loaded anew, or the code of one of its functions taken:
        only then can there be copies, and looking for them is slow."""
        if event == "exec" and not self.may_be_copied:
            inside = getattr(details[0], "co_consts", ())
            self.may_be_copied = any(type(each) is types.CodeType and each in self.all_codes for each in inside)
        elif event == "object.__getattr__" and details[1] == "__code__":
            self.may_be_copied |= sys._getframe(1).f_code.co_filename not in _OWN_FILES

    def find_copies(self, names: Sequence[str]) -> None:
        """Look for these functions all through memory: a module may have been loaded many times, under any name."""
        self.copies = []
        if not self.may_be_copied:
            return
        gc.unfreeze()
        codes = [self.codes[each] for each in names if each in self.codes]
        functions = [each for each in gc.get_objects() if type(each) is types.FunctionType] if codes else []
        self.copies = [each for each in functions if each.__code__ in codes]

    @contextlib.contextmanager
    def withheld(self, names: Sequence[str]) -> Iterator[None]:
        """Make these functions refuse inside the block, and those loaded there."""
        self.keep_the_door()
        with contextlib.ExitStack() as refusing:
            first = [self.functions[each] for each in names if each in self.functions]
            now = [function for name in names for function in loaded(name)]
            refusing.enter_context(withheld([*first, *now, *self.copies], all_threads=True))
            self.refusing, self.names = refusing, names
            try:
                yield
            finally:
                self.refusing = None

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where to find a module; nothing, which leaves it to the other finders, for most."""
        if _is_closed(name):
            raise ImportError(f"{name} can't be imported while a notebook is graded", name=name)
        own = [each for each in self.names if each.partition(":")[0] == name] if self.refusing else []
        spec = PathFinder.find_spec(name, path, target) if own else None
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_and_withhold(module: types.ModuleType) -> None:
                load(module)
                if self.refusing:
                    anew = [vars(module)[each.partition(":")[2]] for each in own]
                    self.refusing.enter_context(withheld(anew, all_threads=True))

            vars(spec.loader)["exec_module"] = load_and_withhold
        return spec
