"""One table, two forms: accessible HTML for a notebook, aligned text for everything else."""

import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import Protocol

# No colour of its own: text and rules follow the front end's theme, light or dark.
# A small table is kept wide enough for its caption to stand on one line, where the page has the room.
_TABLE = "border-collapse: collapse; color: inherit; background: transparent; min-width: min(100%, {}em);"
_LEAST_WIDTH, _MOST_WIDTH = 24, 48
"""In letters' heights: how wide a table is at least, and how wide its caption alone makes it at most."""
_FOCUSABLE = ' tabindex="0" role="group" aria-label="Table"'
_CELL = (
    "text-align: left; vertical-align: top; padding: 0.25em clamp(0.25em, 0.7vw, 0.75em); "
    "font-size: clamp(0.85em, 2.75vw, 1em); border-bottom: 1px solid currentColor;"
)
_CAPTION = "text-align: left; color: inherit; padding: 0.25em 0; font-weight: bold; white-space: normal;"
_KEPT_WHOLE = " white-space: nowrap;"
# In a narrow window a text takes as many lines as it needs; without the width it would be squeezed to a letter a line.
_WRAPPED = " min-width: 4.6em; overflow-wrap: anywhere;"
_LONGEST_ID = 32
_NARROWEST_SCREEN = 40
_FEW_WORDS = 24
_NARROWEST_COLUMN = 8
# Chinese and Japanese write no blanks: a line may end behind any of their letters, but not before a closing mark.
_UNSPACED = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_CLOSING = "、。〉》」』】〕）！，．：；？ー"
_PIECE = re.compile(rf"[{_UNSPACED}][{_CLOSING}]*\s*|[^\s{_UNSPACED}]+[{_CLOSING}]*\s*|\s+")
_SHORT = 16
"""So many letters at most are no text to be squeezed."""
_LONG_WORD = 24
"""A word of more letters may break between its parts."""
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*( ?%)?|–|")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns, with a caption that says what they are.

    The first cell of each row names the row. note stands below the table, where it says what a reader would ask.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of this table must have {len(self.columns)} cells, not {len(row)}: {row!r}")

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def text(self, width: int | None = None) -> str:
        """The plain form.

        width  columns of the terminal: long cells go on in a further line, and columns for which there is no room go
               below, each block with the names of its rows. Caption and note stay as they are: see `on_screen`.
               None: a row is one line.
        """
        cells = self._cells
        lines = [visible(self.caption)]
        room = None if width is None or self.width <= width else width
        least = self._widths if room is None else [_least(column) for column in zip(*cells, strict=True)]
        for block in _blocks(least, room):
            side_by_side = [[row[column] for column in block] for row in cells]
            lines += ["", *_laid_out(side_by_side, [least[column] for column in block], room)]
        return "\n".join([*lines, *(["", visible(self.note)] if self.note else [])])

    @property
    def width(self) -> int:
        """How many columns of a terminal the rows of the plain form need."""
        return sum(self._widths) + 2 * (len(self.columns) - 1)

    @property
    def _cells(self) -> list[list[str]]:
        return [list(map(_one_line, row)) for row in (self.columns, *self.rows)]

    @property
    def _widths(self) -> list[int]:
        return [max(map(width_of, column)) for column in zip(*self._cells, strict=True)]

    @property
    def _least_width(self) -> int:
        # A bold letter is about 0.6 times as wide as it is high.
        return round(min(max(_LEAST_WIDTH, 0.6 * width_of(self.caption) + 1), _MOST_WIDTH))

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, focusable: bool = False) -> str:
        """The accessible form.

        focusable  keys can scroll it where it is too wide, also in browsers that don't see to that themselves; in a
                   page of its own a good thing, in a notebook one more stop on the way for every table
        """
        right = [
            all(_NUMBER.fullmatch(str(row[column])) for row in self.rows) and column > 0
            for column in range(len(self.columns))
        ]
        styles = [
            _CELL + " text-align: right;" * each + _wrapping([str(row[column]) for row in self.rows])
            for column, each in enumerate(right)
        ]
        head = "".join(
            f'<th scope="col" style="{style.replace(_KEPT_WHOLE, "").replace(_WRAPPED, "")}">{_shown(each)}</th>'
            for each, style in zip(self.columns, styles, strict=True)
        )
        body = "".join(f"<tr>{_html_row(row, styles)}</tr>" for row in self.rows)
        note = f'<p style="white-space: pre-line;">{_shown(self.note)}</p>' if self.note else ""
        return (
            f'<div style="overflow-x: auto;"{_FOCUSABLE * focusable}><table style="{_TABLE.format(self._least_width)}">'
            f'<caption style="{_CAPTION}">{_shown(self.caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{note}"
        )


class Printable(Protocol):
    """A table, or several with their notes."""

    def text(self, width: int | None = None) -> str:
        """The plain form, for a terminal of this width."""


def on_screen(*parts: Printable) -> str:
    """What is printed of these, one below the other: as wide as the screen is, sentences too."""
    width = screen_width()
    whole = "\n\n".join(each.text(width) for each in parts)
    return "\n".join(piece for line in whole.split("\n") for piece in wrapped(line, width))


def screen_width() -> int | None:
    """How wide a printed table may be: as the terminal is, or as COLUMNS says there.

    None where what is printed goes into a pipe or a file: there a row is one line, as `grep` and `cut` want it. COLUMNS
    is not asked there: readline sets it for every command that a program starts.
    """
    if not sys.stdout.isatty():
        return None
    return max(_NARROWEST_SCREEN, shutil.get_terminal_size().columns)


def _least(column: Sequence[str]) -> int:
    """The width below which a column of cells would read badly: its longest word, or that of a few words."""
    words = max((width_of(each.rstrip()) for cell in column for each in _pieces(cell)), default=0)
    return min(max(map(width_of, column)), max(words, _FEW_WORDS))


class CellText(str):
    """A cell's text, of which HTML shows more than a terminal does.

    whole   what HTML shows instead, where the text was cut to the width of a terminal's column
    target  the address that it leads to
    """

    whole: str
    target: str

    def __new__(cls, text: str, *, whole: str = "", target: str = "") -> "CellText":
        cell = super().__new__(cls, text)
        cell.whole, cell.target = whole or text, target
        return cell


def _blocks(widths: Sequence[int], width: int | None) -> list[list[int]]:
    """Which columns stand side by side; the first, which names the rows, begins every block."""
    blocks, used = [[0]], widths[0] if widths else 0
    for column in range(1, len(widths)):
        if width is not None and used + 2 + widths[column] > width and len(blocks[-1]) > 1:
            blocks.append([0])
            used = widths[0]
        blocks[-1].append(column)
        used += 2 + widths[column]
    return blocks


def _laid_out(cells: Sequence[Sequence[str]], least: Sequence[int], width: int | None) -> list[str]:
    """The lines of a block: its head, a rule, its rows. Where rows' names are wrapped, an empty line parts the rows."""
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    if width is not None:
        widths = _narrowed(widths, least, width - 2 * (len(widths) - 1))
    rows = [[wrapped(cell, most) for cell, most in zip(row, widths, strict=True)] for row in cells]
    widths = [max(width_of(line) for row in rows for line in row[column]) for column in range(len(widths))]
    head, *body = (_side_by_side(row, widths) for row in rows)
    apart = [""] if any(len(row[0]) > 1 for row in rows[1:]) else []
    lines = [*head, "  ".join("-" * each for each in widths)]
    for place, row in enumerate(body):
        lines += [*(apart if place else []), *row]
    return lines


def _narrowed(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """The widths, the widest of them taken in until all have room; where that can't be, words are broken."""
    narrow = list(widths)
    floor = least if sum(least) <= room else [min(each, _NARROWEST_COLUMN) for each in widths]
    while sum(narrow) > max(room, sum(floor)):
        widest = max((each for each in range(len(narrow)) if narrow[each] > floor[each]), key=narrow.__getitem__)
        narrow[widest] -= 1
    return narrow


def _side_by_side(row: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """The lines of one row, whose cells may have several."""
    lines = zip_longest(*row, fillvalue="")
    return ["  ".join(map(padded, line, widths)).rstrip() for line in lines]


def wrapped(text: str, width: int | None) -> list[str]:
    """The text in lines of at most so many columns, broken between words; None: in one line.

    A word that is wider than a line is broken where it must be. Blanks between two words are kept as they are.
    """
    if width is None or width_of(text) <= width:
        return [text]
    lines, used = [""], 0
    for piece in _pieces(text):
        whole = width_of(piece.rstrip()) <= width
        for part in [piece] if whole else piece:
            if used and used + width_of(part.rstrip()) > width:
                lines, used = [*lines, ""], 0
            lines[-1] += part
            used += width_of(part)
    return [each.rstrip() for each in lines]


def _pieces(text: str) -> list[str]:
    """What a line may end with: a word and the blanks behind it; where no blanks are written, a letter and its mark."""
    return _PIECE.findall(text)


def percent(share: float) -> str:
    """A share as percent, the way the whole course writes it.

    >>> percent(7 / 9)
    '78 %'
    """
    return f"{share:.0%}".replace("%", " %")


def visible(text: str) -> str:
    """The text with what a terminal would obey or hide written out: escapes, controls, marks that turn the direction.

    >>> print(visible("red \\x1b[31m"))
    red \\x1b[31m
    """
    if text.isprintable():  # as most texts are
        return text
    return "".join(ascii(each)[1:-1] if _is_hidden(each) else each for each in text)


def _is_hidden(letter: str) -> bool:
    # The two joiners belong to words in Persian, Hindi and others, and to emoji.
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in "\n\u200c\u200d"


def width_of(text: str) -> int:
    """How many columns a terminal needs for the text: wide East Asian letters take two, combining marks none."""
    return len(text) if text.isascii() else sum(_columns_of(each) for each in text)


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int) -> str:
    """The text, followed by as many blanks as a terminal needs to fill the width."""
    return text + " " * (width - width_of(text))


def _one_line(value: object) -> str:
    return visible(" ".join(str(value).split()))


def _shown(text: str) -> str:
    return escape(visible(text))


def _html_row(row: Sequence[object], styles: Sequence[str]) -> str:
    whole = _KEPT_WHOLE if _is_one_short_word(str(row[0])) else styles[0].removeprefix(_CELL)
    named = f"{_CELL} font-weight: normal;{whole}"
    name, *values = map(_in_html, row)
    cells = "".join(f'<td style="{style}">{each}</td>' for each, style in zip(values, styles[1:], strict=True))
    return f'<th scope="row" style="{named}">{name}</th>{cells}'


def _in_html(value: object) -> str:
    cell = value if isinstance(value, CellText) else CellText(str(value))
    inside = with_whole_ids(cell.whole)
    return f'<a href="{escape(cell.target)}">{inside}</a>' if cell.target else inside


def _wrapping(cells: Sequence[str]) -> str:
    """How a column's cells may break. A number and what belongs to it, as in "8 of 8", never; "I don't know" may."""
    if any(width_of(each) > _SHORT for each in cells):
        return _WRAPPED
    kept = all(len(each.split()) <= 1 or re.search(r"\d", each) for each in cells)
    return _KEPT_WHOLE if kept else ""


def _is_one_short_word(name: str) -> bool:
    """Whether a text reads as an id. A browser breaks warranty-2021-1 at its hyphens beside a long text."""
    return len(name.split()) == 1 and width_of(name) <= _LONGEST_ID


def with_whole_ids(text: str) -> str:
    """The text as HTML, in which no short word, such as an id, is broken at its hyphens, and a path at its parts."""
    words = re.split(r"(\s+)", visible(text))
    return "".join(
        f'<span style="{_KEPT_WHOLE.strip()}">{escape(each)}</span>' if _breaks(each) else _breakable(each)
        for each in words
    )


def _breakable(word: str) -> str:
    """A word as HTML; a long one, such as the path of a file, breaks where its parts end before it breaks anywhere."""
    parts = re.split("(?<=[/_])(?![/_]|$)", word) if len(word) > _LONG_WORD else [word]
    return "<wbr/>".join(map(escape, parts))


def _breaks(word: str) -> bool:
    return "-" in word.strip("-") and _is_one_short_word(word)
