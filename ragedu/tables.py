"""One table, two forms: accessible HTML for a notebook, aligned text for everything else."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

# No colour of its own: text and rules follow the front end's theme, light or dark.
# A small table is kept wide enough for its caption to stand on one line.
_TABLE = "border-collapse: collapse; color: inherit; background: transparent; min-width: min(100%, 24em);"
_CELL = "text-align: left; vertical-align: top; padding: 0.25em 0.75em; border-bottom: 1px solid currentColor;"
_CAPTION = "text-align: left; color: inherit; padding: 0.25em 0; font-weight: bold;"


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
        cells = [list(self.columns), *([_one_line(each) for each in row] for row in self.rows)]
        widths = [max(width_of(row[column]) for row in cells) for column in range(len(self.columns))]
        lines = ["  ".join(map(padded, row, widths)).rstrip() for row in cells]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join([self.caption, "", lines[0], rule, *lines[1:], *(["", self.note] if self.note else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" style="{_CELL}">{escape(each)}</th>' for each in self.columns)
        body = "".join(f"<tr>{_html_row(row)}</tr>" for row in self.rows)
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return (
            f'<table style="{_TABLE}"><caption style="{_CAPTION}">{escape(self.caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"
        )


def width_of(text: str) -> int:
    """How many columns a terminal needs for the text: wide East Asian letters take two, combining marks none."""
    return sum(_columns_of(each) for each in text)


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int) -> str:
    """The text, followed by as many blanks as a terminal needs to fill the width."""
    return text + " " * (width - width_of(text))


def _one_line(value: object) -> str:
    return " ".join(str(value).split())


def _html_row(row: Sequence[object]) -> str:
    name, *values = (escape(str(each)) for each in row)
    cells = "".join(f'<td style="{_CELL}">{each}</td>' for each in values)
    return f'<th scope="row" style="{_CELL} font-weight: normal;">{name}</th>{cells}'
