"""A learner's cell as Python: what IPython understands and Python doesn't is taken out, line by line."""

import __future__

import ast
import builtins
import contextlib
import functools
import linecache
import operator
import re
import types
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

# Cell magics after which the rest of the cell is still Python; any other (%%bash, %%html) makes it something else.
_STILL_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")

# What IPython takes for a magic without its sign: a command, then something that Python would not put there.
_COMMANDS = (
    "pip|pip3|conda|mamba|micromamba|uv|ls|ll|la|dir|cd|pwd|cat|cp|mv|rm|mkdir|rmdir|less|more|man|clear|cls|who|whos|"
    "matplotlib|pylab|load_ext|reload_ext|autoreload|env|history|run|reset"
)
# Whatever may begin a statement so; blanks are read on from there alone, for a long run of them would take for ever.
_MAY_BE_COMMAND = re.compile(rf"(?:^|[;\r])(?:[^\S\r\n]|\()*(?:{_COMMANDS})\b", re.MULTILINE)
_MAGIC_LINE = re.compile(r"(\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$", re.DOTALL)
_PYTHONS = r"[=(\[,:]|[-+*/%|&<>^@]+=|(?:[-+*/%|&<>^@]+|in|is|and|or|not|if)\s"
_COMMAND_LINE = re.compile(rf"(\s*)(?:{_COMMANDS})(?:\s+(?!{_PYTHONS})\S.*)?\s*$", re.DOTALL)
_MAGIC_VALUE = re.compile(r"(\s*[\w.,\s\[\]\"']+?=\s*)([%!])(.*)$", re.DOTALL)
_TIMED = re.compile(r"(\s*[\w.,\s\[\]\"']+?=\s*|\s*)%(?:time|prun)\s+(?=\S)(.*)$", re.DOTALL)

FUTURES = functools.reduce(
    operator.or_, (getattr(__future__, each).compiler_flag for each in __future__.all_feature_names)
)
"""The flags of everything that `from __future__ import …` can turn on."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A cell's code: all but its last expression, that expression, and what of the future holds from here on.

    last  None also where nobody asks for its value; then it is in the body
    """

    body: types.CodeType
    last: types.CodeType | None
    flags: int


def compiled(source: str, number: int, flags: int = 0, known: Container[str] = (), keep_last: bool = True) -> Compiled:
    """The code of a cell; its lines are filed under "cell 3", where tracebacks look for them.

    flags  what earlier cells imported from __future__, which holds for the rest of a notebook
    known  the names there are: a line of the name `ls` alone is a command where nothing is named so
    keep_last  whether anybody asks for the value of the last expression; it is much faster if not
    """
    name = f"cell {number}"
    source = source.removeprefix("\ufeff")
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    if not keep_last and not _MAY_BE_COMMAND.search(source):
        with contextlib.suppress(SyntaxError):  # it may be a magic that is no Python
            body = _compile(source, name, "exec", flags)
            return Compiled(body, None, flags | body.co_flags & FUTURES)
    try:
        tree = _tree(source, name, flags)
    except SyntaxError:
        readable = without_magics(source)
        if readable == source:
            raise
        tree = _tree(readable, name, flags)
    tree.body = [each for each in tree.body if not _is_bare_command(each, known)]
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = _compile(tree, name, "exec", flags)
    flags |= body.co_flags & FUTURES
    value = _compile(ast.Expression(last.value), name, "eval", flags) if isinstance(last, ast.Expr) else None
    return Compiled(body, value, flags)


def _tree(source: str, name: str, flags: int) -> ast.Module:
    flags |= ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree = compile(source, name, "exec", flags=flags, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    return tree


def _compile(tree: str | ast.Module | ast.Expression, name: str, mode: str, flags: int) -> types.CodeType:
    code: types.CodeType = compile(tree, name, mode, flags=flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return code


def _is_bare_command(statement: ast.stmt, known: Container[str]) -> bool:
    # Python reads `ls -l` as a difference.
    first = statement.value if isinstance(statement, ast.Expr) else None
    while isinstance(first, ast.BinOp):
        first = first.left
    name = first.id if isinstance(first, ast.Name) else ""
    return bool(re.fullmatch(_COMMANDS, name)) and name not in known and not hasattr(builtins, name)


# --- magics ---


def without_magics(source: str) -> str:
    """The source with IPython's own lines replaced by Python, so that every line keeps its number."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((place for place, line in enumerate(lines) if line.strip()), 0)
    magic = lines[first].split()
    if magic and magic[0].startswith("%%"):
        if magic[0] not in _STILL_PYTHON:
            return "\n".join("" for _ in lines)
        # Empty, since an import from __future__ below must stay the first statement.
        lines[first] = ""
        if magic[0] == "%%capture" and len(magic) > 1 and magic[-1].isidentifier():
            lines.append(f"{magic[-1]} = get_ipython()")
    return "\n".join(_without_magic_lines(_without_indent(lines)))


def _without_magic_lines(lines: list[str]) -> list[str]:
    readable: list[str] = []
    inside = _Inside()
    more_magic = False
    for line in lines:
        if more_magic:  # a magic's line goes on after a backslash
            more_magic = line.endswith("\\")
            line = ""
        elif inside.nothing:
            changed = _without_magic(line)
            more_magic = changed != line and line.endswith("\\") and not changed.endswith("\\")
            line = changed
        inside.read(line)
        readable.append(line)
    return readable


def _without_magic(line: str) -> str:
    if timed := _TIMED.match(line):
        return _without_magic(f"{timed.group(1)}{timed.group(2)}")
    if magic := _MAGIC_LINE.match(line) or _COMMAND_LINE.match(line):
        return f"{magic.group(1)}pass" if magic.group(1) else ""
    if value := _MAGIC_VALUE.match(line):
        return value.group(1) + ("[]" if value.group(2) == "!" else "None")
    return line


class _Inside:
    """What the end of a line stands in: a string, brackets, or a line that a backslash continues."""

    _TOKEN = re.compile(r"\\.|\"\"\"|'''|[\"'#()\[\]{}]")

    def __init__(self) -> None:
        self.string = ""
        self.brackets = 0
        self.continued = False

    @property
    def nothing(self) -> bool:
        """Whether the next line begins a statement."""
        return not (self.string or self.brackets or self.continued)

    def read(self, line: str) -> None:
        """Go on to the end of this line."""
        comment = False
        for token in self._TOKEN.findall(line):
            if self.string:
                self.string = "" if token == self.string else self.string
            elif token == "#":
                comment = True
                break
            elif token[0] in "\"'":
                self.string = token
            elif token in "([{":
                self.brackets += 1
            elif token in ")]}":
                self.brackets = max(0, self.brackets - 1)
        self.continued = line.endswith("\\") and not comment
        if len(self.string) == 1 and not self.continued:  # it was never closed, and ends with its line
            self.string = ""


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
