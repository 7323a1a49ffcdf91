"""Values of a learner's code: made plain, compared, shown.

Only plain values are ever compared, so no object of the learner's can lie about being equal.
"""

import math
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import CoroutineType
from typing import Any

from ragedu.cases import Hit, Passage

Plain = Any  # None, bool, int, float, str, ..., Passage, Hit, and list, tuple, set, dict of these

NUMBERS = (bool, int, float)
DEEPEST = 20


class NotPlainError(Exception):
    """The value is, or holds, something that has no plain form. Its text says what it is."""


def _identities(*kinds: type) -> frozenset[int]:
    return frozenset(map(id, kinds))


# Exact types only, and compared by identity: a subclass may redefine how it compares, and a metaclass even whether
# its type equals ours. So isinstance and == are never asked.
_AS_IT_IS = _identities(type(None), type(...), bool, int, float, str)
_NUMBER_LIKE = _identities(Fraction, Decimal)
_LISTS = _identities(list, deque, range, type({}.keys()), type({}.values()), type({}.items()))
_SETS = _identities(set, frozenset)
_DICTS = _identities(dict, Counter, defaultdict, OrderedDict)
_WITH_TOLIST = ("numpy", "pandas")
"""Libraries whose arrays make a list of themselves."""

_RECORDS = {Passage: ("id", "text", "source"), Hit: ("id", "score", "text")}


def plain(value: Any, depth: int = 0) -> Plain:
    """The value out of plain parts: NumPy numbers, arrays, fractions, counters, named tuples and the members of
    enumerations of texts or whole numbers become their plain twins."""
    kind = type(value)
    if depth > DEEPEST:
        raise NotPlainError(f"a {_name_of(kind)} nested more than {DEEPEST} deep")
    if id(kind) in _AS_IT_IS:
        return value
    try:
        return _plain_twin(value, kind, depth + 1)
    except NotPlainError:
        raise
    except Exception:
        # A set inside a set has no plain twin, a fraction may be too large for a float, and a learner's object may do
        # anything at all when it is asked.
        raise NotPlainError(f"a {_name_of(kind)} that has no plain form") from None


def _plain_twin(value: Any, kind: type, depth: int) -> Plain:
    if id(kind) in _NUMBER_LIKE:
        return float(value)
    if id(kind) in _LISTS:
        return [plain(each, depth) for each in value]
    if kind is tuple:
        return tuple(plain(each, depth) for each in value)
    if id(kind) in _SETS:
        return {plain(each, depth) for each in value}
    if id(kind) in _DICTS:
        return {plain(key, depth): plain(each, depth) for key, each in value.items()}
    for record, fields in _RECORDS.items():
        if kind is record:
            return record(*(plain(getattr(value, each), depth) for each in fields))
    parents = _PARENTS(kind)
    if _is_one_of(tuple, parents) and any("_fields" in _OWN(each) for each in parents):
        return tuple(plain(each, depth) for each in tuple.__iter__(value))
    if _is_one_of(Enum, parents) and _is_one_of(str, parents):
        return str.__str__(value)
    if _is_one_of(Enum, parents) and _is_one_of(int, parents):
        return int.__int__(value)
    if kind is CoroutineType:
        value.close()  # else Python warns, long afterwards, that nobody awaited it
    home = getattr(kind, "__module__", None)
    if isinstance(home, str) and home.split(".")[0] in _WITH_TOLIST and hasattr(value, "tolist"):
        listed = value.tolist()
        # Some of NumPy's wide numbers have no Python twin and give back themselves.
        return float(value) if type(listed) is kind else plain(listed, depth)
    raise NotPlainError(f"an object of type {_name_of(kind)}")


# Asked of `type` and not of the class, whose metaclass may lie or raise. What is then read out of a value is read by
# the built-in type's own methods, so that nothing a learner's class redefines is ever called.
_PARENTS = type.__dict__["__mro__"].__get__
_OWN = type.__dict__["__dict__"].__get__


def _name_of(kind: type) -> str:
    return type.__dict__["__name__"].__get__(kind, type)  # type: ignore[no-any-return]  # a metaclass may lie or raise


def _is_one_of(kind: type, kinds: tuple[type, ...]) -> bool:
    return any(kind is each for each in kinds)


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


_LONGEST = 9
"""Longer decimals are shown with six digits; nobody reads the rest, and a check's tolerance is not finer."""


def show(value: Plain, limit: int = 100, exact: bool = False) -> str:
    """A value as a learner would type it, cut in the middle when it is long; sets come sorted, so text is stable.

    exact  whether long decimals are shown with all their digits
    """
    text = _typed(value, exact)
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]} … {text[-half:]}"


def _typed(value: Plain, exact: bool) -> str:
    if type(value) is set and value:
        return "{" + ", ".join(sorted(_typed(each, exact) for each in value)) + "}"
    if type(value) is list:
        return "[" + ", ".join(_typed(each, exact) for each in value) + "]"
    if type(value) is tuple:
        return "(" + ", ".join(_typed(each, exact) for each in value) + ("," if len(value) == 1 else "") + ")"
    if type(value) is dict:
        return "{" + ", ".join(f"{_typed(key, exact)}: {_typed(each, exact)}" for key, each in value.items()) + "}"
    if type(value) is int and value.bit_length() > 1000:
        return f"a whole number of {value.bit_length()} bits"
    if value is ...:
        return "..."
    if type(value) is float and len(repr(value)) > _LONGEST and not exact:
        return f"{value:.6g}"
    for record, fields in _RECORDS.items():
        if type(value) is record:
            parts = ", ".join(f"{each}={_typed(getattr(value, each), exact)}" for each in fields)
            return f"{record.__name__}({parts})"
    return repr(value)
