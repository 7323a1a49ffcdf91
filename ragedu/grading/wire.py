"""What crosses between the processes: plain values as tagged JSON, in frames that say their length.

Nothing that arrives is trusted. `decode` and `unpacked` give back what is well formed and raise MalformedError for
everything else; nothing is ever unpickled, evaluated or looked up by a name that came over the wire.
"""

import json
import math
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ragedu.cases import Hit, Passage
from ragedu.learn.values import DEEPEST, NotPlainError, Plain

LARGEST_REPLY = 4 * 2**20
"""Bytes that a reply from learner's code may have."""

HEADER = struct.Struct(">I")

# Python's JSON refuses whole numbers beyond 4,300 digits; as hexadecimal text they have no such limit.
_LONG = 1000
_LONGEST = 2**23

# More values of one hash than this make building a set or dict slow work, and no honest value has them.
_SAME_HASH = 100


class MalformedError(Exception):
    """What arrived is not what an honest sender sends."""


class TooLargeError(Exception):
    """The message is larger than its reader would accept."""


# --- values ---


def encode(value: Plain, depth: int = 0) -> Any:
    """A plain value as JSON. Lists, texts, numbers, None and truth values stand for themselves, the rest is tagged."""
    kind = type(value)
    if depth > DEEPEST + 1:
        raise NotPlainError(f"a {kind.__name__} nested more than {DEEPEST} deep")
    if kind is str or kind is bool or value is None:
        return value
    if kind is int:
        return value if value.bit_length() <= _LONG else {"int": hex(value)}
    if kind is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    if kind is list:
        return [encode(each, depth + 1) for each in value]
    if kind in (tuple, set):
        return {kind.__name__: [encode(each, depth + 1) for each in value]}
    if kind is dict:
        return {"dict": [[encode(key, depth + 1), encode(each, depth + 1)] for key, each in value.items()]}
    if value is ...:
        return {"...": None}
    if kind is Passage and {type(value.id), type(value.text), type(value.source)} == {str}:
        return {"Passage": [value.id, value.text, value.source]}
    if kind is Hit and type(value.id) is str and type(value.score) in _SCORES and type(value.text) in _TEXTS:
        return {"Hit": [value.id, encode(value.score), value.text]}
    raise NotPlainError(f"an object of type {kind.__name__}")


_SCORES = (type(None), int, float)
_TEXTS = (type(None), str)


def decode(wired: Any, depth: int = 0) -> Plain:
    """The value that `encode` made this JSON of."""
    if depth > 2 * DEEPEST:
        raise MalformedError("nested too deep")
    if type(wired) in _AS_IT_IS:
        return wired
    if type(wired) is list:
        return _list(wired, depth + 1)
    if type(wired) is not dict or len(wired) != 1:
        raise MalformedError("no tag")
    ((tag, inside),) = wired.items()
    if tag not in _DECODERS:
        raise MalformedError("an unknown tag")
    return _DECODERS[tag](inside, depth + 1)


_AS_IT_IS = {type(None), bool, int, float, str}


def _int(inside: Any, _depth: int) -> int:
    if type(inside) is not str or len(inside) > _LONGEST:
        raise MalformedError("no whole number")
    try:
        return int(inside, 16)
    except ValueError:
        raise MalformedError("no whole number") from None


def _float(inside: Any, _depth: int) -> float:
    if inside not in ("nan", "inf", "-inf"):
        raise MalformedError("no such number")
    return float(inside)


def _tuple(inside: Any, depth: int) -> tuple[Plain, ...]:
    return tuple(_list(inside, depth))


def _list(inside: Any, depth: int) -> list[Plain]:
    if type(inside) is not list:
        raise MalformedError("no list")
    # Most lists hold texts and numbers alone: a call for each of them is what takes long.
    return inside if _AS_IT_IS.issuperset(map(type, inside)) else [decode(each, depth) for each in inside]


def _set(inside: Any, depth: int) -> set[Plain]:
    return set(_hashable(_list(inside, depth)))


def _dict(inside: Any, depth: int) -> dict[Plain, Plain]:
    pairs = _list(inside, depth)
    if not all(type(each) is list and len(each) == 2 for each in pairs):
        raise MalformedError("no pairs")
    _hashable([key for key, _ in pairs])
    return dict(pairs)


def _hashable(values: list[Plain]) -> list[Plain]:
    try:
        hashes = list(map(hash, values))
    except TypeError:
        raise MalformedError("what has no hash") from None
    if len(hashes) > _SAME_HASH and max(Counter(hashes).values()) > _SAME_HASH:
        raise MalformedError("too many values of one hash")
    return values


def _ellipsis(inside: Any, _depth: int) -> Any:
    if inside is not None:
        raise MalformedError("no ellipsis")
    return ...


def _passage(inside: Any, depth: int) -> Passage:
    fields = _list(inside, depth)
    if [type(each) for each in fields] != [str, str, str]:
        raise MalformedError("no passage")
    return Passage(*fields)


def _hit(inside: Any, depth: int) -> Hit:
    fields = _list(inside, depth)
    if len(fields) != 3 or type(fields[0]) is not str:
        raise MalformedError("no hit")
    if type(fields[1]) not in _SCORES or type(fields[2]) not in _TEXTS:
        raise MalformedError("no hit")
    return Hit(*fields)


_DECODERS: dict[str, Callable[[Any, int], Plain]] = {
    "int": _int,
    "float": _float,
    "tuple": _tuple,
    "set": _set,
    "dict": _dict,
    "...": _ellipsis,
    "Passage": _passage,
    "Hit": _hit,
}


# --- frames ---


class Ready(list[bytes]):
    """A list in a message, whose values are JSON already."""


def ready(values: Iterable[Plain]) -> Ready:
    """Values as they travel, for a message that is sent again and again."""
    return Ready(_encoded(encode(each)).encode("ascii") for each in values)


def least_size(wired: Any) -> int:
    """How many bytes a value takes at least when it travels."""
    if type(wired) is str:
        return len(wired)
    inside = wired.values() if type(wired) is dict else wired if type(wired) is list else ()
    return 1 + sum(map(least_size, inside))


_encoded = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def packed(message: dict[str, Any], largest: int | None = None) -> bytes:
    """A message as it travels: four bytes with the length, then JSON."""
    inside = body(message)
    if largest is not None and len(inside) > largest:
        raise TooLargeError(f"{len(inside):,} bytes")
    return HEADER.pack(len(inside)) + inside


def body(message: dict[str, Any]) -> bytes:
    """A message as JSON."""
    ready = {key: value for key, value in message.items() if type(value) is Ready}
    written = _encoded({key: value for key, value in message.items() if key not in ready}).encode("ascii")
    for key, value in ready.items():
        written = written[:-1] + b',"%b":[%b]}' % (key.encode("ascii"), b",".join(value))
    return written


def length_in(header: bytes, largest: int | None = None) -> int:
    """The length that a header announces."""
    length: int = HEADER.unpack(header)[0]
    if largest is not None and length > largest:
        raise MalformedError(f"a message of {length:,} bytes")
    return length


def unpacked(body: bytes) -> dict[str, Any]:
    """The message in a frame's body."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError, MemoryError):
        raise MalformedError("no JSON") from None
    if type(message) is not dict:
        raise MalformedError("no message")
    return message
