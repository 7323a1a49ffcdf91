"""Reading what a chat model wrote back: lenient about the wrapping, strict about the content."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

LONGEST = 200_000
"""A reply with more characters than this is not read."""

LONGEST_LITERAL = 20_000
"""A reply in Python's notation, or with a comma too many, is not read when it has more characters than this: it takes
several tries, and Python's reader is a compiler's, and slow."""

MOST_PLACES = 50
"""How many opening braces are tried. A reply full of braces would take its length squared otherwise."""

T = TypeVar("T")


class UnreadableReply(ValueError):
    """A reply that is not what was asked for; the text says what is the matter, fit to be sent back to the model."""


def read_reply(text: str, check: Callable[[dict[str, Any]], T]) -> T:
    """What `check` makes of the one object in a reply.

    Around the object may stand prose, code fences and a model's thinking aloud; the object itself may be JSON or, with
    single quotes, Python's notation. Two objects that both pass, and differ, are as bad as none: a text that is judged
    may carry such an object, hoping to be quoted.
    """
    if len(text) > LONGEST:
        raise UnreadableReply(f"the reply has {len(text)} characters; at most {LONGEST} are read.")
    passed: list[T] = []
    said = without_thoughts(text)
    complaint, outer = "the reply holds no JSON object.", _trouble_outside(said)
    for each in objects_in(said):
        try:
            checked = check(each)
        except UnreadableReply as trouble:
            # Of a piece of an object that can't be read the model never meant a word.
            complaint = outer or str(trouble)
            continue
        if checked not in passed:
            passed.append(checked)
    if len(passed) > 1:
        raise UnreadableReply("the reply holds several different JSON objects; send one.")
    if not passed:
        raise UnreadableReply(complaint)
    return passed[0]


def without_thoughts(text: str) -> str:
    """The reply without what a model thought aloud before it."""
    return text.rpartition("</think>")[2].strip()


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Every outermost object of a text, in order; where JSON finds none, Python's notation is tried."""
    found = False
    place, tried = text.find("{"), 0
    while place >= 0 and tried < MOST_PLACES:
        tried += 1
        value, end = _json_at(text, place)
        if isinstance(value, dict):
            found = True
            yield value
        place = text.find("{", end)
    if not found and (literal := _literal_in(text)) is not None:
        yield literal


def _json_at(text: str, place: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return _forgiven_at(text, place)


def _forgiven_at(text: str, place: int) -> tuple[Any, int]:
    """The same with a blank for each comma that stands behind a last entry."""
    if len(text) > LONGEST_LITERAL or not _COMMA.search(text, place):
        return None, place + 1
    forgiven = _TRAILING.sub(lambda found: found[1] or " ", text[place:])
    try:
        value, end = _DECODER.raw_decode(forgiven)
    except (ValueError, RecursionError):
        return None, place + 1
    return value, place + end


_COMMA = re.compile(r",\s*+[}\]]")
# A string as it stands, or a comma with nothing but blanks before the bracket that closes.
_TRAILING = re.compile(r'("(?:\\.|[^"\\])*+")|,(?=\s*+[}\]])')


def _trouble_outside(text: str) -> str:
    """What is the matter with the object that the reply begins with, where other objects stand inside it."""
    opening = _NESTED.search(text)
    if not opening or _json_at(text, opening.start())[0] is not None:
        return ""
    try:
        _DECODER.raw_decode(text, opening.start())
    except json.JSONDecodeError as trouble:
        return f"the JSON object that it begins with is not well formed ({trouble.msg.lower()})."
    except (ValueError, RecursionError):
        pass
    return "the JSON object that it begins with is not well formed."


_NESTED = re.compile(r"\{(?=[^{}]*+\{)")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


# JSON takes the last of two equal names and reads NaN; a verdict that says two things, or nothing, is not read.
_DECODER = json.JSONDecoder(object_pairs_hook=_once_each, parse_constant=_no_constant)


def _literal_in(text: str) -> dict[str, Any] | None:
    outermost = re.search(r"\{.*\}", text, re.DOTALL) if len(text) <= LONGEST_LITERAL else None
    if outermost is None:
        return None
    try:
        parsed = ast.parse(outermost.group(), mode="eval")
        _check_names(parsed)
        value = ast.literal_eval(parsed)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, dict) and all(isinstance(each, str) for each in value) else None


def _check_names(parsed: ast.AST) -> None:
    for each in ast.walk(parsed):
        names = [ast.dump(key) for key in each.keys if key] if isinstance(each, ast.Dict) else []
        _once_each([(name, None) for name in names])


# --- what checks are made of ---


def text_at(found: dict[str, Any], name: str) -> str:
    """The text under a name; left out or null, it is empty."""
    value = found.get(name)
    if value is not None and not isinstance(value, str):
        raise UnreadableReply(f'"{name}" must be a text, not {_shown(value)}.')
    return (value or "").strip()


def list_at(found: dict[str, Any], name: str) -> list[Any]:
    """The list under a name."""
    value = found.get(name)
    if not isinstance(value, list):
        raise UnreadableReply(f'the object must have a list under "{name}", not {_shown(value)}.')
    return value


def object_of(value: Any) -> dict[str, Any]:
    """The value itself, once it is sure to be an object."""
    if not isinstance(value, dict):
        raise UnreadableReply(f"every entry of the list must be an object, not {_shown(value)}.")
    return value


def whole_at(found: dict[str, Any], name: str, lowest: int, highest: int) -> int:
    """The whole number under a name: 2, 2.0 and "2" are one; out of range it is refused, never moved to the edge."""
    value = found.get(name)
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not lowest <= value <= highest:
        raise UnreadableReply(f'"{name}" must be a whole number from {lowest} to {highest}, not {_shown(value)}.')
    return value


def _shown(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=repr)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
