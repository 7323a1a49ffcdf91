"""An answer with every citation and number marked as supported or not: as HTML for a notebook, and as plain text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ragedu.tables import visible

# Told by word, by sign and by the shape of the line; the colour only repeats it. Text keeps the theme's own colours,
# and each label brings its background along, so both read alike in a light and in a dark notebook.
_LINE = "text-decoration: underline {} 2px; text-decoration-skip-ink: none; text-underline-offset: 0.25em;"
_LABEL = (
    "display: inline-block; margin-inline: 0.3em 0.15em; padding: 0 0.45em; font-size: 0.8em; line-height: 1.5; "
    "white-space: nowrap; color: #ffffff; background: {}; border: 1px solid #ffffff; border-radius: {};"
)
_SUPPORTED = ("✓", _LINE.format("solid"), _LABEL.format("#1b5e20", "1em"))
_UNSUPPORTED = ("✗", _LINE.format("wavy"), _LABEL.format("#a01818", "0"))
# Nothing was found wrong with it: what it cites can't be read, and that is a problem of its own, marked where it is.
_UNKNOWN = ("?", _LINE.format("dotted"), _LABEL.format("#5a5a5a", "0.35em"))
_NOT_CHECKED = "not checked"
_TEXT = (
    "text-align: start; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 2; margin: 0.3em 0; "
    "max-width: 60em;"
)
# A view of a whole book helps nobody.
_LONGEST = 10_000
_MOST_REASONS = 20
_FITS = 24


@dataclass(frozen=True, slots=True)
class Mark:
    """One citation or number of an answer: where it stands, whether it is supported, and the word that says so."""

    start: int
    end: int
    supported: bool
    word: str


def _look(mark: Mark) -> tuple[str, str, str]:
    """Sign, line and label."""
    if mark.word == _NOT_CHECKED:
        return _UNKNOWN
    return _SUPPORTED if mark.supported else _UNSUPPORTED


def _pieces(answer: str, marks: Sequence[Mark]) -> Iterator[tuple[str, Mark | None]]:
    """The answer in order, cut at its marks; what is too long ends in a note."""
    position = 0
    for mark in marks:
        if mark.end > _LONGEST:
            break
        if mark.start >= position:
            yield answer[position : mark.start], None
            yield answer[mark.start : mark.end], mark
            position = mark.end
    shown = max(position, min(len(answer), _LONGEST))
    yield answer[position:shown], None
    if shown < len(answer):
        yield f" … ({len(answer) - shown:,} more characters)", None


def text_view(headline: str, answer: str, marks: Sequence[Mark], reasons: Sequence[str]) -> str:
    """Headline, answer with each mark's word behind it, reasons."""
    body = "".join(
        visible(piece) + (f" {{{_look(mark)[0]} {mark.word}}}" if mark else "")
        for piece, mark in _pieces(answer, marks)
    )
    return "\n".join([headline, body, *(f"- {each}" for each in _first(reasons))])


def html_view(headline: str, answer: str, marks: Sequence[Mark], reasons: Sequence[str]) -> str:
    """The same for a notebook. Nothing of the answer is taken as markup."""
    body = "".join(_marked(escape(visible(piece)), mark) for piece, mark in _pieces(answer, marks))
    items = "".join(f"<li>{escape(each)}</li>" for each in _first(reasons))
    listed = f'<ul style="margin: 0.3em 0; padding-left: 1.5em;">{items}</ul>' if items else ""
    return (
        f'<div style="color: inherit;"><p style="margin: 0.3em 0;"><strong>{escape(headline)}</strong></p>'
        f'<p dir="auto" style="{_TEXT}">{body}</p>{listed}</div>'
    )


def _marked(piece: str, mark: Mark | None) -> str:
    if not mark:
        return piece
    sign, line, label = _look(mark)
    # A label stays on the line of what it says, where the two fit into a narrow notebook.
    wrap = "nowrap" if len(piece) <= _FITS else "inherit"
    return (
        f'<span style="white-space: {wrap};"><span style="{line}">{piece}</span>'
        f'<bdi style="{label}"><span aria-hidden="true">{sign}</span> {escape(visible(mark.word))}</bdi></span>'
    )


def _first(reasons: Sequence[str]) -> Iterable[str]:
    more = len(reasons) - _MOST_REASONS
    return reasons if more <= 0 else [*reasons[:_MOST_REASONS], f"… and {more} more"]
