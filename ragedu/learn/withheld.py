"""The library's own function is not an answer: while a learner's code is checked, calling it is an error."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class WithheldError(Exception):
    """Raised where a learner's code calls the very function that it was asked to write."""


def _refuse(*args: object, **kwargs: object) -> None:
    # This code runs among the globals of the function it stands in for, so it brings what it needs.
    import sys

    from ragedu.learn.withheld import WithheldError

    name = sys._getframe().f_code.co_name
    raise WithheldError(
        f"{name} is what you are asked to write here, so ragedu's own {name} is not to be had meanwhile"
    )


def withhold(functions: Iterable[Callable[..., Any]]) -> None:
    """Make these functions refuse, for good.

    Their code object is exchanged rather than their name, so that whoever imported them earlier is refused too.
    """
    for function in functions:
        function.__code__ = _refuse.__code__.replace(co_name=function.__name__)


@contextmanager
def withheld(functions: Iterable[Callable[..., Any]]) -> Iterator[None]:
    """Make these functions refuse inside the block."""
    before = [(function, function.__code__) for function in functions]
    withhold(function for function, _ in before)
    try:
        yield
    finally:
        for function, code in before:
            function.__code__ = code
