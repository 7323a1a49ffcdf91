"""A report for the learner, in Markdown. What a stranger wrote stands in code, so that none of it is obeyed."""

import re
from collections.abc import Mapping
from typing import Any

from ragedu.grading.results import reason
from ragedu.learn import bank


def markdown_report(result: Mapping[str, Any]) -> str:
    """Points, then a reason for each problem."""
    if "problems" not in result:
        return f"# Not graded\n\n{_code(result['error'])}\n"
    rows = [f"| {bank.heading(each['id'])} | {_outcome(each)} | {_points(each)} |" for each in result["problems"]]
    parts = [
        f"# Exercise {result['exercise']}: {result['score']} of {result['max_score']} points",
        _inline(result["notebook"]),
        "\n".join(["| problem | outcome | points |", "|---|---|---:|", *rows]),
        *(f"## {bank.heading(each['id'])}: {_points(each)}\n\n{_code(reason(each))}" for each in result["problems"]),
    ]
    return "\n\n".join(parts) + "\n"


def _outcome(problem: Mapping[str, Any]) -> str:
    return str(problem["outcome"]).replace("_", " ")


def _points(problem: Mapping[str, Any]) -> str:
    return f"{problem['score']} of {problem['max_score']}"


def _code(text: str) -> str:
    """The text as a block of code, fenced by more backquotes than it holds in a row."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _inline(text: str) -> str:
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence} {' '.join(text.split())} {fence}"
