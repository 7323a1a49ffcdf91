"""JSON Lines, one object a line, whose values are asked for by key and kind."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from sys import float_info
from typing import Any

from ragedu.cases import Hit, text_id
from ragedu.formats.errors import FormatError, StrPath, quoted
from ragedu.formats.lines import nothing_in, numbered_lines


def iter_records(path: StrPath) -> Iterator["Record"]:
    """The objects of a JSONL file, with the lines they stand on; blank lines and # comments are passed over."""
    empty = True
    for number, line in numbered_lines(path):
        yield Record(path, number, _object(path, number, line))
        empty = False
    if empty:
        raise nothing_in(path, "at least one JSON object")


class _NotPlain(ValueError):
    """JSON as Python would read it, but which other readers refuse or read otherwise."""

    def __init__(self, found: str, advice: str) -> None:
        super().__init__(found)
        self.found = found
        self.advice = advice


def _object(path: StrPath, number: int, line: bytes) -> dict[str, Any]:
    if line.startswith(b"["):
        raise FormatError(
            path,
            number,
            "one JSON object on each line",
            "a JSON array",
            "Convert it to JSON Lines, for example with: jq -c '.[]' FILE > FILE.jsonl",
        )
    try:
        value = _DECODER.decode(line.decode())
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        advice = f"JSON says: {error.msg}. Each object must stand on one line, whole."
        rest = quoted(error.doc[error.pos :], longest=20) if error.doc[error.pos :] else "the end of the line"
        where = f"a mistake at column {error.colno}: {rest}"
        raise FormatError(path, number, "a JSON object", where, advice) from None
    except _NotPlain as error:
        raise FormatError(path, number, "plain JSON", error.found, error.advice) from None
    except UnicodeEncodeError:
        raise FormatError(
            path, number, "Unicode text", "half a character (a lone surrogate)", "Write the character itself."
        ) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(path, number, "a JSON object", "one too large to read", f"Python says: {error}.") from None
    if not isinstance(value, dict):
        raise FormatError(path, number, "a JSON object", _described(value), 'Write {"question": …}.')
    return value


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotPlain(f"the key {quoted(twice)} twice in one object", "Keep one of the two.")
    return found


def _refused_constant(name: str) -> float:
    raise _NotPlain(name, "Write null for a value that is not known.")


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise _NotPlain(f"{quoted(text)}, which is too large a number", "Write null for a value that is not known.")
    return value


# json.loads would make one for every line.
_DECODER = json.JSONDecoder(object_pairs_hook=_each_key_once, parse_constant=_refused_constant, parse_float=_finite)


@dataclass(slots=True)
class Record:
    """One JSON object of a file. Each question about a key checks the kind of its value; null is as good as absent.

    asked remembers the keys that were asked for, so that `labels` can carry the others.
    """

    path: StrPath
    line: int
    fields: dict[str, Any]
    asked: set[str] = field(default_factory=set)

    def value(self, key: str) -> Any:
        """The value as it stands, None when there is none."""
        self.asked.add(key)
        return self.fields.get(key)

    def wrong(self, key: str, expected: str, value: object, advice: str = "") -> FormatError:
        """The error for a value of the wrong kind."""
        return FormatError(self.path, self.line, f"{expected} as {quoted(key)}", _described(value), advice)

    def missing(self, key: str) -> FormatError:
        """The error for a key that is needed, naming the keys that are there."""
        there = ", ".join(map(quoted, self.fields)) or "none"
        return FormatError(self.path, self.line, f"the key {quoted(key)}", f"only {there}", "Add it.")

    def text(self, key: str) -> str | None:
        """A text, or None."""
        value = self.value(key)
        if value is None or isinstance(value, str):
            return value
        raise self.wrong(key, "text", value)

    def needed_text(self, key: str) -> str:
        """A text that must be there."""
        text = self.text(key)
        if text is None:
            raise self.missing(key)
        return text

    def id(self, key: str) -> str | None:
        """An id: text, or a whole number, which becomes text; or None."""
        value = self.value(key)
        return None if value is None else self.as_id(key, value)

    def needed_id(self, key: str) -> str:
        """An id that must be there."""
        name = self.id(key)
        if name is None:
            raise self.missing(key)
        return name

    def as_id(self, key: str, value: object) -> str:
        """A value below this key as an id."""
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        raise self.wrong(key, "ids (text or whole numbers)", value)

    def list(self, key: str) -> Sequence[Any] | None:
        """A list of anything, or None."""
        value = self.value(key)
        if value is None or isinstance(value, list):
            return value
        raise self.wrong(key, "a list", value, "Write [ ] around it.")

    def ids(self, key: str) -> Sequence[str] | None:
        """A list of ids, or None."""
        values = self.list(key)
        if values is None:
            return None
        return [each if type(each) is str and each else self.as_id(key, each) for each in values]

    def texts(self, key: str) -> Sequence[str] | None:
        """A list of texts, or None."""
        values = self.list(key)
        for each in values or ():
            if not isinstance(each, str):
                raise self.wrong(key, "a list of texts", each)
        return values

    def number(self, key: str, value: object) -> float:
        """A value below this key as a finite number."""
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= float_info.max:
            return value
        raise self.wrong(key, "a number", value)

    def count(self, key: str) -> int | None:
        """A whole number from 0 up, or None."""
        value = self.value(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
            return value
        raise self.wrong(key, "a whole number from 0 up", value)

    def first_text(self, key: str) -> str | None:
        """A text, or the first of a list of texts, or None: tools that allow several true answers write a list."""
        if isinstance(self.value(key), list):
            return next(iter(self.texts(key) or ()), None)
        return self.text(key)

    def hits(self, key: str) -> tuple[Hit, ...] | None:
        """A ranking: a list of ids, or of objects with id, score and text; or None."""
        values = self.list(key)
        if values is None:
            return None
        return tuple([_bare(each) if type(each) is str and each else self._hit(key, each) for each in values])

    def _hit(self, key: str, value: object) -> Hit:
        if not isinstance(value, dict):
            return Hit(self.as_id(key, value))
        text, score = value.get("text"), value.get("score")
        if text is not None and not isinstance(text, str):
            raise self.wrong(key, "text inside a hit", text)
        score = None if score is None else self.number(key, score)
        if value.get("id") is None and text is not None:
            return Hit(text_id(text), score, text)
        return Hit(self.as_id(key, value.get("id")), score, text)

    def labels(self) -> dict[str, str]:
        """What no question was about, as far as it is plain: text as it stands, numbers and true or false as JSON."""
        others = {key: value for key, value in self.fields.items() if key not in self.asked}
        return {key: as_label(value) for key, value in others.items() if isinstance(value, str | int | float)}


# The same passages come back in trace after trace, and a hit that holds an id alone can be shared.
_bare = lru_cache(maxsize=2**15)(Hit)


def as_label(value: str | float | bool) -> str:
    """A plain value as the text of a label."""
    return value if isinstance(value, str) else json.dumps(value)


def _described(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {', '.join(map(quoted, value)) or 'no key'}"
    return json.dumps(value) if isinstance(value, bool) else f"the number {value!r}"
