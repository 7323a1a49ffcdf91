"""What a verb gives back is told, wherever in a cell it stands.

A notebook shows a cell's last value and drops the others: a verdict would vanish as soon as a hint is asked for below
it. What is kept, printed or last is left to whoever keeps it, so nothing is told twice.
"""

import dis
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import FrameType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def told_if_dropped(verb: Callable[P, R]) -> Callable[P, R]:
    """The verb, which shows by itself what it gives back when a line of a notebook drops it."""

    @wraps(verb)
    def telling(*args: P.args, **kwargs: P.kwargs) -> R:
        value = verb(*args, **kwargs)
        if ipython() and _is_dropped(sys._getframe(1)):
            _display(value)
        return value

    return telling


def _display(value: object) -> None:
    display: Any = import_module("IPython.display")
    display.display(value)


def ipython() -> Any:
    """The running IPython shell; None in a plain Python or a script."""
    loaded = sys.modules.get("IPython")  # only IPython itself starts a shell
    return loaded.get_ipython() if loaded else None


def _is_dropped(caller: FrameType) -> bool:
    """Whether nothing is done with what the call gives back that the caller is waiting for."""
    following = (each.opname for each in dis.get_instructions(caller.f_code) if each.offset > caller.f_lasti)
    return next(following, "") == "POP_TOP"
