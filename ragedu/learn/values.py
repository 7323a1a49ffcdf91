"""Values of a learner's code: made plain, compared, shown.

Only plain values are ever compared, so no object of the learner's can lie about being equal.
"""

import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ragedu.cases import Hit, Passage

Plain = Any  # None, bool, int, float, str, ..., Passage, Hit, and list, tuple, set, dict of these

NUMBERS = (bool, int, float)
DEEPEST = 20


class NotPlainError(Exception):
    """The value is, or holds, something that has no plain form. Its text names the type."""


# Exact types only: a subclass may redefine how it compares, so isinstance is never asked.
_AS_IT_IS = {type(None), type(...), bool, int, float, str, Passage, Hit}
_SEQUENCES: dict[type, Callable[[list[Plain]], Plain]] = {list: list, tuple: tuple, deque: list, range: list}
_SETS = {set, frozenset}
_DICTS = {dict, Counter, defaultdict, OrderedDict}
_VIEWS = {type({}.keys()), type({}.values()), type({}.items())}


def plain(value: Any, depth: int = 0) -> Plain:
    """The value out of plain parts: NumPy numbers and arrays, fractions and counters become their plain twins."""
    kind = type(value)
    if depth > DEEPEST:
        raise NotPlainError(f"{kind.__name__} nested more than {DEEPEST} deep")
    if kind in _AS_IT_IS:
        return value
    if kind is Fraction or kind is Decimal:
        return float(value)
    if kind in _SEQUENCES or kind in _VIEWS:
        return _SEQUENCES.get(kind, list)([plain(each, depth + 1) for each in value])
    if kind in _SETS:
        return {plain(each, depth + 1) for each in value}
    if kind in _DICTS:
        return {plain(key, depth + 1): plain(each, depth + 1) for key, each in value.items()}
    if kind.__module__.split(".")[0] == "numpy" and hasattr(value, "tolist"):
        return plain(value.tolist(), depth + 1)
    raise NotPlainError(kind.__name__)


def same(expected: Plain, got: Plain, tolerance: float) -> bool:
    """Whether two plain values are the same: numbers within the tolerance, a list as good as a tuple, else exactly."""
    if type(expected) in NUMBERS and type(got) in NUMBERS:
        return same_number(expected, got, tolerance)
    if type(expected) in (list, tuple) and type(got) in (list, tuple):
        return len(expected) == len(got) and all(
            same(one, other, tolerance) for one, other in zip(expected, got, strict=True)
        )
    if type(expected) is not type(got):
        return False
    if type(expected) is dict:
        return expected.keys() == got.keys() and all(same(expected[key], got[key], tolerance) for key in expected)
    return bool(expected == got)


def same_number(expected: float, got: float, tolerance: float) -> bool:
    """Whether two numbers differ by no more than the tolerance, taken as absolute or relative, whichever is wider."""
    if type(expected) is int and type(got) is int:
        return expected == got
    try:
        return math.isclose(expected, got, rel_tol=tolerance, abs_tol=tolerance)
    except OverflowError:  # an int too large for a float is not near any float
        return False


def show(value: Plain, limit: int = 100) -> str:
    """A value as a learner would type it, cut in the middle when it is long; sets come sorted, so text is stable."""
    text = _typed(value)
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]} … {text[-half:]}"


def _typed(value: Plain) -> str:
    if type(value) is set and value:
        return "{" + ", ".join(sorted(map(_typed, value))) + "}"
    if type(value) is list:
        return "[" + ", ".join(map(_typed, value)) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(map(_typed, value)) + ("," if len(value) == 1 else "") + ")"
    if type(value) is dict:
        return "{" + ", ".join(f"{_typed(key)}: {_typed(each)}" for key, each in value.items()) + "}"
    if type(value) is int and value.bit_length() > 1000:
        return f"a whole number of {value.bit_length()} bits"
    if value is ...:
        return "..."
    return repr(value)
