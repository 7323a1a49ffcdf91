"""The frame of every page that ragedu writes: what `--html` draws, a learner's report, a class.

A page holds all it needs: no script, no font, no picture from elsewhere. It follows the reader's light or dark
theme, and fits a phone and paper. Whatever comes from a file is escaped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ragedu.tables import Table, visible

MARK = "<!doctype html><!-- ragedu -->"
"""What every page begins with; by this a page is known for one that may be written over."""

# Nothing may be fetched and no script may run, even if something slipped through.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #ffffff; --faint: #55555c; --line: #c9c9cf;
  --wash: #f4f4f6; --right: #1e6b2e; --wrong: #a1340d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e9ec; --paper: #17181b; --faint: #b0b0b8; --line: #4a4b52; --wash: #222327;
    --right: #7fd492; --wrong: #ffa27a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 62rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.3rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.8rem; padding-top: 0.6rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 0 0 0.6rem; }
p, ul, dl { margin: 0.5rem 0; }
a { color: inherit; }
nav ul { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; }
table { font-size: 0.95rem; font-variant-numeric: tabular-nums; }
th, td { overflow-wrap: normal; }
thead th, .short td { white-space: nowrap; }
.words tbody th { min-width: 10rem; }
.words td { min-width: 7rem; }
.points td:first-of-type { white-space: nowrap; }
.points td:last-of-type { min-width: 8rem; }
figure { margin: 1.4rem 0; }
.verdict { margin: 0.5rem 0; padding: 0.1rem 0 0.1rem 0.9rem; border-left: 4px solid var(--faint); }
.verdict.right { border-color: var(--right); }
.verdict.wrong { border-color: var(--wrong); }
.verdict.right .word { color: var(--right); }
.verdict.wrong .word { color: var(--wrong); }
.verdict .word { font-weight: bold; }
article { margin: 1rem 0; padding: 0.9rem 1.1rem; background: var(--wash); border: 1px solid var(--line);
  border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; }
dt { color: var(--faint); }
dd { margin: 0; min-width: 0; }
dd ul { margin: 0; padding-left: 1.2rem; }
.faint, footer { color: var(--faint); font-size: 0.9rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; }
blockquote { margin: 0.4rem 0; padding-left: 0.8rem; border-left: 3px solid var(--line); white-space: pre-wrap; }
footer { margin-top: 3rem; padding-top: 0.6rem; border-top: 2px solid var(--line); }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media (max-width: 36rem) {
  /* A long name gives way, so that three columns stand side by side; a fourth, a notebook's path, finds no room. */
  .points :is(th, td):nth-child(4) { display: none; }
  .points tbody th { min-width: 6rem; white-space: normal !important; overflow-wrap: anywhere; }
  .points :is(th, td) { padding: 0.25em 0.4em !important; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media print {
  :root { --ink: #000000; --paper: #ffffff; --faint: #333333; --line: #999999; --wash: #ffffff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  thead th, .short td { white-space: normal; }
  .words tbody th, .words td { min-width: 0; }
  article, figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands below it, as HTML."""

    heading: str
    parts: Sequence[str]


def page(title: str, finding: str, sections: Iterable[Section], signature: str = "", *, contents: bool = True) -> str:
    """A whole page.

    finding    what it says in a sentence or two, below the title; may be empty
    signature  what stands at its foot; may be empty
    contents   whether links to its sections stand at its head
    """
    numbered = list(enumerate(sections, start=1))
    body = "".join(
        f'<section aria-labelledby="s{number}"><h2 id="s{number}">{escaped(each.heading)}</h2>'
        f"{''.join(each.parts)}</section>"
        for number, each in numbered
    )
    links = "".join(f'<li><a href="#s{number}">{escaped(each.heading)}</a></li>' for number, each in numbered)
    nav = f'<nav aria-label="Contents"><ul>{links}</ul></nav>' if contents else ""
    return (
        f'{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<header><h1 dir="auto">{escaped(title)}</h1>{paragraph(finding) if finding else ""}{nav}</header>\n'
        f"<main>{body}</main>\n<footer>{paragraph(signature) if signature else ''}"
        f"{paragraph('Written by ragedu. Nothing on this page needs a network.')}</footer>\n</body>\n</html>\n"
    )


def short_table(table: Table) -> str:
    """A table of short cells, which read badly in two lines: where it is too wide, it is scrolled."""
    return f'<div class="short">{table.html(focusable=True)}</div>'


def table_of_words(table: Table) -> str:
    """A table of words: its columns are scrolled before they become too narrow to read."""
    return f'<div class="words">{table.html(focusable=True)}</div>'


def table_of_points(table: Table) -> str:
    """A table of points and words: its second column is never broken."""
    return f'<div class="points">{table.html(focusable=True)}</div>'


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escaped(text)}</p>"


def escaped(text: str) -> str:
    """A text that is no markup, with what a reader could not see written out."""
    return escape(visible(text))
