"""A learner's cell as Python: what IPython understands and Python doesn't is taken out, line by line."""

import ast
import linecache
import re
import types
from typing import Any

# Cell magics after which the rest of the cell is still Python; any other (%%bash, %%html) makes it something else.
_STILL_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")

_MAGIC_LINE = re.compile(r"^(\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$")
_MAGIC_VALUE = re.compile(r"^(\s*[\w.,\s\[\]\"']+?=\s*)[%!].*$")


def compiled(source: str, number: int) -> types.CodeType:
    """The code of a cell; its lines are filed under "cell 3", where tracebacks look for them."""
    name = f"cell {number}"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        return _compile(source, name)
    except SyntaxError:
        readable = without_magics(source)
        if readable == source:
            raise
    return _compile(readable, name)


def _compile(source: str, name: str) -> types.CodeType:
    code: types.CodeType = compile(source, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return code


def without_magics(source: str) -> str:
    """The source with IPython's own lines replaced by `pass`, so that every line keeps its number."""
    lines = source.split("\n")
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    if lines[first].lstrip().startswith("%%"):
        if lines[first].split()[0] not in _STILL_PYTHON:
            return "\n".join("pass" if place == first else "" for place in range(len(lines)))
        lines[first] = "pass"
    return "\n".join(map(_without_magic, _without_indent(lines)))


def _without_magic(line: str) -> str:
    magic = _MAGIC_LINE.match(line)
    if magic:
        return f"{magic.group(1)}pass"
    value = _MAGIC_VALUE.match(line)
    return f"{value.group(1)}None" if value else line


def _without_indent(lines: list[str]) -> list[str]:
    # IPython forgives a cell that is indented as a whole, as code pasted from a function is.
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def syntax_error(error: SyntaxError, source: str) -> dict[str, Any]:
    """What a reader needs to find the place: the kind, the text, the line as the learner wrote it, the column."""
    lines = source.split("\n")
    number = error.lineno or 1
    line = lines[number - 1] if 1 <= number <= len(lines) else ""
    return {
        "kind": type(error).__name__,
        "text": str(error.msg),
        "line": number,
        "column": error.offset or 0,
        "code": line,
    }
