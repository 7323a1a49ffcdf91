"""Results as one page of HTML: tables, figures, the worst questions with their answers marked.

A page holds all it needs: no script, no font, no picture from elsewhere. It follows the reader's light or dark
theme, and fits a phone and paper. Whatever comes from a file is escaped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ragedu import figures
from ragedu.cases import Hit, Trace, ids_of
from ragedu.diagnosis import Breakdown, first_failure
from ragedu.evaluation import cut
from ragedu.grounding import check_grounding
from ragedu.reporting import QUESTIONS, Report
from ragedu.sweeps import Sweep
from ragedu.tables import Table, visible

MARK = "<!doctype html><!-- ragedu -->"
"""What every page begins with; by this a page is known for one that may be written over."""

_QUESTIONS, _TEXT = 100, 600
"""How many questions a table lists, and how much is shown of a passage."""

_ALL_WELL = "Nothing that is known goes wrong."

# Nothing may be fetched and no script may run, even if something slipped through.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #ffffff; --faint: #55555c; --line: #c9c9cf;
  --wash: #f4f4f6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e9ec; --paper: #17181b; --faint: #b0b0b8; --line: #4a4b52; --wash: #222327; }
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
figure { margin: 1.4rem 0; }
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
class _Section:
    """A heading, and what stands below it, as HTML."""

    heading: str
    parts: Sequence[str]


# --- the pages ---


def diagnosis_page(result: Breakdown, report: Report | None, source: str, cut_at: int | None = None) -> str:
    """Where the questions of a file first failed, the three questions, and the worst answers.

    result, report  as `diagnose_and_report` gives them; without a report its parts are left out, with the reason
    source          what was diagnosed, such as a file's name
    cut_at          the cut that the breakdown was made with
    """
    drawn = [_figure(figures.pareto(result))] if result.wrong else []
    sections = [_Section("Where it first failed", [_table(result.table()), *drawn])]
    if result.label:
        sections.append(_Section(f"By {result.label}", [_table(result.table_by())]))
    if report is None:
        why = (
            "A question is answered twice in the file, so found, grounded and right can't be told question by question."
        )
        sections.append(_Section("Found, grounded, right", [_p(f"{why} Give each answer an id of its own.")]))
    else:
        sections.append(_Section("Found, grounded, right", [_table(report.table())]))
        sections.append(_worst("The worst answers", report, cut_at))
    shares = f" {', '.join(f'{name} {report.share(name)}' for name in QUESTIONS).capitalize()}." if report else ""
    signature = report.signature if report else ""
    return _page(f"Diagnosis of {source}", f"{result.table().caption}.{shares}", sections, signature)


def sweep_page(result: Sweep, source: str) -> str:
    """Every setting with its means and intervals, and what goes wrong where.

    source  what was swept, such as the names of the files
    """
    picture = figures.sweep(result)
    wrong = result.table_per_question(wrong_only=True, most=_QUESTIONS)
    sections = [
        _Section(f"At each {result.knob}", [_table(result.table()), _figure(picture)]),
        _Section("How sure", [_table(result.table_of_intervals())]),
        _Section("Question by question", [_wide_table(wrong) if wrong.rows else _p(_ALL_WELL)]),
    ]
    for setting in _ends(result):
        sections.append(_worst(f"What goes wrong at {result.knob} = {setting}", result[setting]))
    return _page(f"Sweep of {source}", f"{picture.finding}.", sections, result.signature)


def _ends(result: Sweep) -> list[Any]:
    """The best setting, and the one at which most goes wrong; each once, and only where something does."""
    most = max(result, key=lambda setting: len(result[setting].reasons))
    known = dict.fromkeys(each for each in (result.best, most) if each is not None)
    return [setting for setting in known if result[setting].worst]


# --- one answer ---


def _worst(heading: str, report: Report, cut_at: int | None = None) -> _Section:
    shown = report.worst
    if not shown:
        return _Section(heading, [_p(_ALL_WELL)])
    failing = sum(0 in scores.values() for scores in report.per_question.values())
    which = f"{len(shown)} of {failing}" if failing > len(shown) else f"All {failing}"
    lead = f"{which} of which something goes wrong; wrong answers first."
    return _Section(heading, [_p(lead), *(_answer(trace, report, cut_at) for trace in shown)])


def _answer(trace: Trace, report: Report, cut_at: int | None) -> str:
    """A question with what is known of it: the reasons, what was needed and read, and the answer with its marks."""
    case = trace.case
    hits = trace.prompt if trace.prompt is not None else trace.ranking
    marked = _marked(trace, hits)
    reasons = [each for each in report.reasons.get(case.id, ()) if escape(each) not in marked]
    facts = [
        ("Id", "" if case.id.startswith("text-") else _text(case.id)),
        ("First failure", _text(str(first_failure(trace, cut_at)))),
        ("What goes wrong", _list(reasons)),
        ("Should say", _text(cut(case.expected, _TEXT)) if case.expected else ""),
        ("Needs", _text(" and ".join(" or ".join(each) for each in case.evidence.groups)) if case.evidence else ""),
        ("In the prompt" if trace.prompt is not None else "Ranking", _ids(hits)),
    ]
    told = "".join(f"<dt>{name}</dt><dd>{shown}</dd>" for name, shown in facts if shown)
    heading = f'<h3 dir="auto">{_text(cut(case.question, 300))}</h3>'
    return f"<article>{heading}<dl>{told}</dl>{marked}{_passages(hits)}</article>"


def _marked(trace: Trace, hits: Sequence[Hit] | None) -> str:
    """The answer, each citation and number marked where the texts it should stand on are known."""
    if trace.answer is None:
        return _p("No answer is recorded.")
    if hits is not None and all(hit.text is not None for hit in hits):
        return check_grounding(trace.answer, hits)._repr_html_()
    unmarked = "The answer, unmarked, since the passages' texts are not recorded:"
    return f'{_p(unmarked)}<blockquote dir="auto">{_text(trace.answer[:10_000])}</blockquote>'


def _ids(hits: Sequence[Hit] | None) -> str:
    if hits is None:
        return ""
    shown = ", ".join(ids_of(hits[:20])) + (f" and {len(hits) - 20} more" if len(hits) > 20 else "")
    return _text(shown or "(nothing)")


def _passages(hits: Sequence[Hit] | None) -> str:
    """The texts that were read, folded away."""
    known = [(hit.id, hit.text) for hit in (hits or ())[:20] if hit.text is not None]
    if not known:
        return ""
    quoted = "".join(f'<dt>{_text(its_id)}</dt><dd dir="auto">{_text(cut(text, _TEXT))}</dd>' for its_id, text in known)
    return f"<details><summary>The passages</summary><dl>{quoted}</dl></details>"


# --- pieces ---


def _page(title: str, finding: str, sections: Iterable[_Section], signature: str) -> str:
    numbered = list(enumerate(sections, start=1))
    links = "".join(f'<li><a href="#s{number}">{_text(each.heading)}</a></li>' for number, each in numbered)
    body = "".join(
        f'<section aria-labelledby="s{number}"><h2 id="s{number}">{_text(each.heading)}</h2>'
        f"{''.join(each.parts)}</section>"
        for number, each in numbered
    )
    return (
        f'{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<header><h1 dir="auto">{_text(title)}</h1><p>{_text(finding)}</p>'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav></header>\n<main>{body}</main>\n'
        f"<footer>{_p(signature) if signature else ''}{_p('Written by ragedu. Nothing on this page needs a network.')}"
        "</footer>\n</body>\n</html>\n"
    )


def _table(table: Table) -> str:
    """A table of short cells, which read badly in two lines: where it is too wide, it is scrolled."""
    return f'<div class="short">{table.html(focusable=True)}</div>'


def _wide_table(table: Table) -> str:
    """A table of words: its columns are scrolled before they become too narrow to read."""
    return f'<div class="words">{table.html(focusable=True)}</div>'


def _figure(picture: figures.Picture) -> str:
    words = f"<details><summary>The figure in words</summary>{_p(picture.alt)}</details>" if picture.svg else ""
    return f"<figure>{picture._repr_html_()}{words}</figure>"


def _p(text: str) -> str:
    return f"<p>{_text(text)}</p>"


def _list(sentences: Sequence[str]) -> str:
    if len(sentences) < 2:
        return "".join(map(_text, sentences))
    return f"<ul>{''.join(f'<li>{_text(each)}</li>' for each in sentences)}</ul>"


def _text(text: str) -> str:
    return escape(visible(text))
