"""Results as one page of HTML: tables, figures, the worst questions with their answers marked.

What all our pages have in common is in ragedu.pages.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

from ragedu import figures
from ragedu.cases import Case, Hit, Trace, ids_of
from ragedu.diagnosis import Breakdown, first_failure
from ragedu.evaluation import cut
from ragedu.pages import Section, escaped, page, paragraph, short_table, table_of_words
from ragedu.reporting import QUESTIONS, Report, held_against
from ragedu.sweeps import Sweep
from ragedu.tables import with_whole_ids

_QUESTIONS, _TEXT = 100, 600
"""How many questions a table lists, and how much is shown of a passage."""

_ALL_WELL = "Nothing that is known goes wrong."

# --- the pages ---


def diagnosis_page(result: Breakdown, report: Report | None, source: str, cut_at: int | None = None) -> str:
    """Where the questions of a file first failed, the three questions, and the worst answers.

    result, report  as `diagnose_and_report` gives them; without a report its parts are left out, with the reason
    source          what was diagnosed, such as a file's name
    cut_at          the cut that the breakdown was made with
    """
    drawn = [_figure(figures.pareto(result))] if result.wrong else []
    sections = [Section("Where it first failed", [short_table(result.table()), *drawn])]
    if result.label:
        sections.append(Section(f"By {result.label}", [short_table(result.table_by())]))
    if report is None:
        why = (
            "A question is answered twice in the file, so found, grounded and right can't be told question by question."
        )
        sections.append(Section("Found, grounded, right", [paragraph(f"{why} Give each answer an id of its own.")]))
    else:
        sections.append(Section("Found, grounded, right", [short_table(report.table())]))
        sections.append(_worst("The worst answers", report, cut_at))
    shares = f" {', '.join(_share(report, name) for name in QUESTIONS).capitalize()}." if report else ""
    signature = report.signature if report else ""
    return page(f"Diagnosis of {source}", f"{result.table().caption}.{shares}", sections, signature)


def _share(report: Report, name: str) -> str:
    return f"{name} {report.share(name)}" if report.scores(name) else f"{name}: can't be told"


def sweep_page(result: Sweep, source: str) -> str:
    """Every setting with its means and intervals, and what goes wrong where.

    source  what was swept, such as the names of the files
    """
    picture = figures.sweep(result)
    wrong = result.table_per_question(wrong_only=True, most=_QUESTIONS)
    sections = [
        Section(f"At each {result.knob}", [short_table(result.table()), _figure(picture)]),
        Section("How sure", [short_table(result.table_of_intervals())]),
        Section("Question by question", [table_of_words(wrong) if wrong.rows else paragraph(_ALL_WELL)]),
    ]
    for setting in _ends(result):
        sections.append(_worst(f"What goes wrong at {result.knob} = {setting}", result[setting]))
    return page(f"Sweep of {source}", f"{picture.finding}.", sections, result.signature)


def _ends(result: Sweep) -> list[Any]:
    """The best setting, and the one at which most goes wrong; each once, and only where something does."""
    most = max(result, key=lambda setting: len(result[setting].reasons))
    known = dict.fromkeys(each for each in (result.best, most) if each is not None)
    return [setting for setting in known if result[setting].worst]


# --- one answer ---


def _worst(heading: str, report: Report, cut_at: int | None = None) -> Section:
    shown = report.worst
    if not shown:
        return Section(heading, [paragraph(_ALL_WELL)])
    failing = sum(0 in scores.values() for scores in report.per_question.values())
    which = f"{len(shown)} of {failing}" if failing > len(shown) else f"All {failing}"
    lead = f"{which} of which something goes wrong; wrong answers first." if failing > 1 else "Only one goes wrong."
    return Section(heading, [paragraph(lead), *(_answer(trace, report, cut_at) for trace in shown)])


def _answer(trace: Trace, report: Report, cut_at: int | None) -> str:
    """A question with what is known of it: the reasons, what was needed and read, and the answer with its marks."""
    case = trace.case
    hits = trace.prompt if trace.prompt is not None else trace.ranking
    marked = _marked(trace, hits)
    reasons = [each for each in report.reasons.get(case.id, ()) if escape(each) not in marked]
    reasons, should_say = _told_once(reasons, case)
    facts = [
        ("Id", "" if case.id.startswith("text-") else escaped(case.id)),
        ("First failure", escaped(str(first_failure(trace, cut_at)))),
        ("What goes wrong", _list(reasons)),
        ("Should say", escaped(should_say)),
        ("Needs", with_whole_ids(_needs(case, hits, report.per_question[case.id].get("found")))),
        ("In the prompt" if trace.prompt is not None else "Ranking", _ids(hits)),
    ]
    told = "".join(f"<dt>{name}</dt><dd>{shown}</dd>" for name, shown in facts if shown)
    heading = f'<h3 dir="auto">{escaped(cut(case.question, 300))}</h3>'
    return f"<article>{heading}<dl>{told}</dl>{marked}{_passages(hits)}</article>"


def _told_once(reasons: list[str], case: Case) -> tuple[list[str], str]:
    """The reasons, and what the answer should say: told once, and whole. A reason has a short one, or a start."""
    expected = " ".join((case.expected or "").split())
    if any(f'"{expected}"' in each for each in reasons):
        return reasons, ""
    return [each for each in reasons if f'"{cut(expected)}"' not in each], cut(expected, _TEXT)


def _needs(case: Case, hits: Sequence[Hit] | None, found: float | None) -> str:
    """What the answer needs; empty where nothing of it was read, since then a reason names all of it."""
    groups = case.evidence.groups if case.evidence else ()
    read = set(ids_of(hits or ()))
    if found == 0 and not any(read.intersection(group) for group in groups):
        return ""
    return " and ".join(" or ".join(group) for group in groups)


def _marked(trace: Trace, hits: Sequence[Hit] | None) -> str:
    """The answer, each citation and number marked where the texts it should stand on are known."""
    if trace.answer is None:
        return paragraph("No answer is recorded.")
    if hits is not None and all(hit.text is not None for hit in hits):
        return held_against(trace.answer, hits)._repr_html_()
    unmarked = "The answer, unmarked, since the passages' texts are not recorded:"
    return f'{paragraph(unmarked)}<blockquote dir="auto">{escaped(trace.answer[:10_000])}</blockquote>'


def _ids(hits: Sequence[Hit] | None) -> str:
    if hits is None:
        return ""
    shown = ", ".join(ids_of(hits[:20])) + (f" and {len(hits) - 20} more" if len(hits) > 20 else "")
    return with_whole_ids(shown or "(nothing)")


def _passages(hits: Sequence[Hit] | None) -> str:
    """The texts that were read, folded away."""
    known = [(hit.id, hit.text) for hit in (hits or ())[:20] if hit.text is not None]
    if not known:
        return ""
    quoted = "".join(
        f'<dt>{escaped(its_id)}</dt><dd dir="auto">{escaped(cut(text, _TEXT))}</dd>' for its_id, text in known
    )
    return f"<details><summary>The passages</summary><dl>{quoted}</dl></details>"


# --- pieces ---


def _figure(picture: figures.Picture) -> str:
    words = f"<details><summary>The figure in words</summary>{paragraph(picture.alt)}</details>" if picture.svg else ""
    return f"<figure>{picture._repr_html_()}{words}</figure>"


def _list(sentences: Sequence[str]) -> str:
    if len(sentences) < 2:
        return "".join(map(with_whole_ids, sentences))
    return f"<ul>{''.join(f'<li>{with_whole_ids(each)}</li>' for each in sentences)}</ul>"
