"""A report for the learner, as a page of its own: no script, nothing loaded from elsewhere, every text escaped."""

from collections.abc import Mapping
from typing import Any

from ragedu.grading.results import FOR_A_PERSON, first_word, unobeyed
from ragedu.learn import bank
from ragedu.learn.feedback import as_html
from ragedu.pages import Section, escaped, page, paragraph, short_table
from ragedu.tables import Table, visible

# A shape beside the word, for whoever doesn't see the colour: how the edge is drawn, and the shape.
_MARKS = {"correct": ("right", "✓"), "not_attempted": ("", "○"), "missing": ("", "○")}
_OTHERWISE = ("wrong", "✗")


def html_report(result: Mapping[str, Any]) -> str:
    """Points, then a reason for each problem."""
    if "problems" not in result:
        return page("Not graded", result["error"], [], contents=False)
    title = f"Exercise {result['exercise']}: {result['score']} of {result['max_score']} points"
    table = Table(
        "Points",
        ["problem", "outcome", "points"],
        [
            (bank.heading(each["id"]), each["outcome"].replace("_", " "), f"{each['score']} of {each['max_score']}")
            for each in result["problems"]
        ],
    )
    sections = [
        Section("At a glance", [short_table(table)]),
        Section("Problem by problem", list(map(_problem, result["problems"]))),
    ]
    return page(title, result["notebook"], sections, contents=False)


def _problem(problem: Mapping[str, Any]) -> str:
    heading = f"{bank.heading(problem['id'])}: {problem['score']} of {problem['max_score']}"
    edge, shape = _MARKS.get(problem["outcome"], _OTHERWISE)
    word = f'<p><span class="word"><span aria-hidden="true">{shape}</span> {escaped(first_word(problem))}</span></p>'
    return (
        f"<article><h3>{escaped(heading)}</h3>"
        f'<div class="verdict {edge}">{word}{as_html(visible(unobeyed(problem["message"])))}</div>'
        f'{_words(problem)}<p class="faint">{escaped(problem["id"])}</p></article>'
    )


def _words(problem: Mapping[str, Any]) -> str:
    """What the learner wrote for a person."""
    words = problem.get("words", {})
    told = "".join(
        f'<dt>{escaped(name)}</dt><dd dir="auto">{escaped(unobeyed(text))}</dd>' for name, text in words.items()
    )
    return f"{paragraph(FOR_A_PERSON)}<dl>{told}</dl>" if told else ""
