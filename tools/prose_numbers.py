#!/usr/bin/env python3
"""Result numbers in the prose of lessons: each is tagged with the expression that yields it, and compared.

    python tools/prose_numbers.py            run each lesson, compare, a line for each departure; exit code 1 if any

The tag stands directly behind the text it vouches for, in a comment that Markdown does not show:

    recall@2 is 5/7<!--= share(2) -->, about 14<!--= f"{100 / 7:.0f}" --> points a question

The expression is evaluated when all code cells above have run. A number that is no result, such as a threshold given by
definition, is followed by <!--fixed--> instead; behind a closing quote, star or bracket that covers all inside.
Decimals, percentages, fractions and "3 of 7" need one or the other. A sentence that claims something without a number
is followed by <!--claim: expression -->, which must give True.
"""

import ast
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from notebooks import Cell, Notebook, report, source_of, tags_of
from ragedu.learn import session
from ragedu.learn.attempts import Attempts

# Read from left to right, so that a comment shown inside code is code, and code inside a comment is comment.
PARTS = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<code>^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^(?P=fence)[ \t]*$|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|\]\([^)\n]*\)|<https?://[^>\s]*>|https?://[^\s)>]+)",
    flags=re.DOTALL | re.MULTILINE,
)
TAG = re.compile(r"<!--=(?P<expression>.*)-->", flags=re.DOTALL)
FIXED = re.compile(r"<!--\s*fixed\s*-->")
CLAIM = re.compile(r"<!--claim:(?P<expression>.*)-->", flags=re.DOTALL)
ENCLOSED = re.compile(r"(?:\"[^\"\n]*\"|“[^”\n]*”|\*[^*\n]+\*|_[^_\n]+_|\([^()\n]*\))\**$")
ALMOST_A_TAG = re.compile(r"<!--\s+=|<!-=|<!--=(?!.*?-->)|<!--\s*(?:fix|claim)\w*", flags=re.DOTALL | re.IGNORECASE)

# What looks like a result: 0.43 · 14 % · 5/7 · 3 of 7. Not: version-like 4.6.1, ids, dates with dashes.
RESULT = re.compile(
    r"(?<![\w.])(?:"
    r"\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b)"
    r"|\d+(?:\.\d+)?\s?/\s?\d+(?:\.\d+)?"
    r"|\d+ (?:out )?of (?:the |all )?\d+"
    r"|\d+\.\d+"
    r")(?![\w]|\.\d)"
)
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Tag:
    """A comment that vouches for the text before it: with an expression, or as fixed. end is where that text ends."""

    end: int
    expression: str = ""


@dataclass(frozen=True)
class Prose:
    """A Markdown cell's text without its comments, the same with code and links blanked, and its tags."""

    text: str
    blanked: str
    tags: list[Tag]
    claims: list[str]

    @property
    def fixed(self) -> list[tuple[int, int]]:
        """From where to where the text is declared to be no result."""
        return [(_start_of_fixed(self.text[: tag.end]), tag.end) for tag in self.tags if not tag.expression]


def _start_of_fixed(text: str) -> int:
    enclosed = ENCLOSED.search(text)
    if enclosed:
        return enclosed.start()
    last = [each for each in RESULT.finditer(text) if each.end() == len(text)]
    return last[-1].start() if last else len(text)


def prose_of(markdown: str) -> Prose:
    """Take a Markdown text apart."""
    text, blanked, tags, claims, start = "", "", list[Tag](), list[str](), 0
    for part in PARTS.finditer(markdown):
        between = markdown[start : part.start()]
        text, blanked, start = text + between, blanked + between, part.end()
        if part["code"]:
            text, blanked = text + part[0], blanked + re.sub(r"[^\n]", " ", part[0])
        elif tag := TAG.fullmatch(part[0]):
            tags.append(Tag(len(text), tag["expression"].strip()))
        elif FIXED.fullmatch(part[0]):
            tags.append(Tag(len(text)))
        elif claim := CLAIM.fullmatch(part[0]):
            claims.append(claim["expression"].strip())
    return Prose(text + markdown[start:], blanked + markdown[start:], tags, claims)


# --- a tag against its value ---


def departure(text: str, value: str) -> str:
    """How the text before a tag departs from the value; empty when it ends in exactly that."""
    if not value:
        return "the expression gives an empty text"
    if not text.endswith(value):
        return f"gives {value!r}, and {_last_words(text)!r} stands there; write {value!r} directly before the comment"
    before = text[: -len(value)]
    if re.search(r"[\w./]$|\d,$|(?<!\w)[-−–]$", before):  # a piece of a longer number or word is not the value
        return f"gives {value!r}, which is only the end of {_last_words(text)!r}; let the expression give all of it"
    return ""


def _last_words(text: str) -> str:
    return " ".join(text[-40:].split()[-3:])


def untagged(prose: Prose, covered: list[tuple[int, int]]) -> Iterator[str]:
    """Numbers that look like results and that no tag vouches for. covered: from where to where the tags reach."""
    for found in RESULT.finditer(prose.blanked):
        numbers = [(found.start() + each.start(), found.start() + each.end()) for each in NUMBER.finditer(found[0])]
        if not all(_within(number, covered) for number in numbers):
            yield (
                f"{found[0]!r} in {_around(prose.text, found)!r} is not tagged; put <!--= the expression --> directly "
                "behind it, or <!--fixed--> if it is no result"
            )


def _within(number: tuple[int, int], covered: list[tuple[int, int]]) -> bool:
    return any(start <= number[0] and number[1] <= end for start, end in covered)


def _around(text: str, found: "re.Match[str]") -> str:
    return " ".join(text[max(0, found.start() - 25) : found.end() + 15].split())


# --- a lesson ---


def complaints(notebook: Notebook) -> list[str]:
    """Run a lesson's cells in order, and hold each Markdown cell to what has been computed above it."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    found: list[str] = []
    with _as_a_learner_starts():
        for cell in notebook["cells"]:
            try:
                if cell.get("cell_type") == "code":
                    run(cell, namespace)
                elif cell.get("cell_type") == "markdown":
                    found += [f"cell {cell.get('id')}: {each}" for each in about_markdown(source_of(cell), namespace)]
            except Exception as error:
                # What stands below would only be wrong for the same reason.
                return [*found, f"cell {cell.get('id')}: stopped with {_told(error)}; mend the cell first"]
    return found


def about_markdown(markdown: str, namespace: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the numbers and claims of one Markdown text."""
    prose = prose_of(markdown)
    rest = CLAIM.sub("", FIXED.sub("", without_code(markdown)))
    if found := ALMOST_A_TAG.search(rest):
        yield f"{found[0]!r} begins no tag; write <!--= expression -->, <!--fixed--> or <!--claim: expression -->"
    covered = prose.fixed
    for tag in (each for each in prose.tags if each.expression):
        try:
            value = str(eval(tag.expression, namespace))
        except Exception as error:
            yield f"{tag.expression}: {_stopped(error)}"
            continue
        covered.append((tag.end - len(value), tag.end))
        if departs := departure(prose.text[: tag.end], value):
            yield f"{tag.expression}: {departs}"
    yield from untagged(prose, covered)
    yield from (f"the claim {claim}: {why}" for claim in prose.claims if (why := _why_untrue(claim, namespace)))


def _why_untrue(claim: str, namespace: dict[str, Any]) -> str:
    # Only True itself will do: a list or a number that happens to be truthy is a claim somebody forgot to finish.
    try:
        value = eval(claim, namespace)
    except Exception as error:
        return _stopped(error)
    return "" if value is True else f"gives {value!r}, not True; say in the sentence what is so"


def _stopped(error: Exception) -> str:
    return f"stopped with {_told(error)}; only names from cells above are known here"


def without_code(markdown: str) -> str:
    """The text with its comments, and without code."""
    return PARTS.sub(lambda part: "" if part["code"] else part[0], markdown)


def run(cell: Cell, namespace: dict[str, Any]) -> None:
    """Run a code cell as the kernel would, showing nothing. A cell tagged raises-exception may raise."""
    code = compile(ast.parse(source_of(cell)), f"cell {cell.get('id')}", "exec")
    allowed: tuple[type[Exception], ...] = (Exception,) if "raises-exception" in tags_of(cell) else ()
    with contextlib.suppress(*allowed), contextlib.redirect_stdout(io.StringIO()):
        exec(code, namespace)


@contextlib.contextmanager
def _as_a_learner_starts() -> Iterator[None]:
    """No attempts yet, and figures that need no screen."""
    os.environ.setdefault("MPLBACKEND", "agg")
    before, session.attempts = session.attempts, Attempts()
    try:
        yield
    finally:
        session.attempts = before


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    sys.exit(report(complaints))
