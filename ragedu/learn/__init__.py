"""Learn by doing: problems as data, checked in the notebook or any console.

Names load on first use, so that a process which only needs one of them stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragedu.learn.session import (
        ask,
        check,
        fill,
        find_bug,
        hint,
        order,
        predict,
        progress,
        quiz,
        solution,
        sure_and_wrong,
    )

__all__ = [
    "ask",
    "check",
    "fill",
    "find_bug",
    "hint",
    "order",
    "predict",
    "progress",
    "quiz",
    "solution",
    "sure_and_wrong",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("ragedu.learn.session"), name)
    raise AttributeError(f"module 'ragedu.learn' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
