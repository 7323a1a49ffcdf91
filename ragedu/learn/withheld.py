"""The library's own function is not an answer: while a learner's code is checked, calling it is an error."""

import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent

_ANY_THREAD = 0


class WithheldError(Exception):
    """Raised where a learner's code calls the very function that it was asked to write."""


@dataclass(slots=True)
class _Withheld:
    """A function that refuses, its own code, and how often each thread has asked for that."""

    function: FunctionType
    code: CodeType
    askers: Counter[int] = field(default_factory=Counter)


_by_stand_in: dict[int, _Withheld] = {}
_lock = threading.RLock()


def _stand_in(*args: object, **kwargs: object) -> object:
    # This code runs among the globals of the function it stands in for, so it brings what it needs.
    import sys

    from ragedu.learn.withheld import called

    return called(sys._getframe().f_code, args, kwargs)


def called(stand_in: CodeType, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> object:
    """What a call of a withheld function gives: an error to the code being checked, its own result to all others."""
    with _lock:
        entry = _by_stand_in.get(id(stand_in))
        refused = entry is None or entry.askers[threading.get_ident()] or entry.askers[_ANY_THREAD]
    if refused or entry is None:
        name, whose = stand_in.co_name, _owner_of(entry)
        raise WithheldError(
            f"{name} is what you are asked to write here, so {whose} own {name} is not to be had meanwhile"
        )
    own = FunctionType(
        entry.code, entry.function.__globals__, argdefs=entry.function.__defaults__, closure=entry.function.__closure__
    )
    own.__kwdefaults__ = entry.function.__kwdefaults__
    return own(*args, **kwargs)


def _owner_of(entry: _Withheld | None) -> str:
    library = str(entry.function.__module__).partition(".")[0] if entry else "ragedu"
    return f"{library}'s"


def loaded(name: str) -> list[FunctionType]:
    """The function that a name such as "ragedu.retrieval:recall_at_k" leads to now, as a list of one.

    Empty where its module was not loaded, or somebody put something else there.
    """
    module, _, function = name.partition(":")
    home = sys.modules.get(module)
    found = vars(home).get(function) if type(home) is ModuleType else None
    return [found] if type(found) is FunctionType else []


@contextmanager
def withheld(functions: Iterable[Callable[..., Any]], all_threads: bool = False) -> Iterator[None]:
    """Make these functions refuse inside the block: to this thread, or to all.

    Their code object is exchanged rather than their name, so that whoever imported them earlier is refused too.
    """
    asker = _ANY_THREAD if all_threads else threading.get_ident()
    refusing: list[Any] = []
    try:
        for function in functions:
            refusing.append(function)
            _withhold(function, asker)
        yield
    finally:
        for function in refusing:
            _give_back(function, asker)


def _withhold(function: Any, asker: int) -> None:
    with _lock:
        entry = _by_stand_in.get(id(function.__code__))
        if entry is None:
            entry = _Withheld(function, function.__code__)
            stand_in = _stand_in.__code__.replace(co_name=function.__name__)
            _by_stand_in[id(stand_in)] = entry
            function.__code__ = stand_in
        entry.askers[asker] += 1


def _give_back(function: Any, asker: int) -> None:
    with _lock:
        stand_in = function.__code__
        entry = _by_stand_in.get(id(stand_in))
        if entry is None:
            return
        entry.askers[asker] -= 1
        if not +entry.askers:
            function.__code__ = entry.code
            del _by_stand_in[id(stand_in)]


def is_ours(function: object) -> bool:
    """Whether a function is the library's own: by where its code stands, which no decorator copies."""
    try:
        code = getattr(function, "__code__", None)
        if not isinstance(code, CodeType) or not os.path.isabs(code.co_filename):  # noqa: PTH117 - asked for every cell
            return False
        return PACKAGE in Path(code.co_filename).resolve().parents
    except Exception:  # whatever a learner's object does when it is asked
        return False
