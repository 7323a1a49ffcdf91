"""A problem put to a learner as text: what to read, and how to answer where there are no widgets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragedu.learn.attempts import SURENESS
from ragedu.learn.feedback import as_html
from ragedu.learn.problems import (
    BLANK,
    FillBlankProblem,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    OrderProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)
from ragedu.learn.solutions import as_code, solved


@dataclass(frozen=True, slots=True)
class Question:
    """What `quiz("01-…")` without an answer gives back: the question, as text and as HTML.

    With the widgets switched on, a notebook draws it as buttons and fields instead (see ragedu.learn.widgets).
    namespace is where a function to check would be found.
    """

    problem: Problem
    namespace: Mapping[str, Any]

    def __str__(self) -> str:
        return "\n".join(
            each for each in (self.problem.statement, material(self.problem), how_to_answer(self.problem)) if each
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(str(self))


def for_reading(question: Question) -> dict[str, str]:
    """The question for a page that nobody answers on, as IPython takes it: its answer is folded away."""
    answer = f"<details><summary>Answer</summary>{as_html(solved(question.problem))}</details>"
    return {"text/plain": str(question), "text/html": question._repr_html_() + answer}


def material(problem: Problem) -> str:
    """What stands below the statement: the code, with numbers where lines are asked for, or the options."""
    if isinstance(problem, FindBugProblem):
        return as_code("\n".join(numbered(problem.lines)))
    if isinstance(problem, OrderProblem):
        return as_code("\n".join(numbered(problem.shown)))
    if isinstance(problem, FillBlankProblem):
        return as_code(problem.template)
    if isinstance(problem, FunctionProblem):
        return as_code(problem.starter)
    if isinstance(problem, PredictProblem) and problem.show_code:
        return as_code(problem.code)
    if isinstance(problem, QuizProblem):
        return "\n".join(f"    {letter})  {option.text}" for letter, option in problem.lettered.items())
    return ""


NUMBERED = 4
"""How many letters a line's number and the gap behind it take."""


def numbered(lines: Sequence[str]) -> list[str]:
    """Lines of code behind their numbers, counted from 1."""
    return [f"{number:>2}  {line}" for number, line in enumerate(lines, start=1)]


def how_to_answer(problem: Problem) -> str:
    """The line to type, for whoever answers in text."""
    if isinstance(problem, PredictProblem):
        sure = ", ".join(f'"{each}"' for each in SURENESS.values())
        return f'Answer with predict("{problem.id}", your_value, sure=…) where sure is one of {sure}.'
    if isinstance(problem, FindBugProblem):
        return f'Answer with find_bug("{problem.id}", line=…).'
    if isinstance(problem, QuizProblem):
        example = '"ac"; more than one is right' if problem.several else '"a"'
        return f'Answer with quiz("{problem.id}", …), for example {example}.'
    if isinstance(problem, FillBlankProblem):
        return f'Answer with fill("{problem.id}", "…"): what stands at {BLANK}.'
    if isinstance(problem, OrderProblem):
        left_out = " Not every line is needed." if problem.distractors else ""
        return f'Answer with order("{problem.id}", [3, 1, …]): the numbers of the lines, in order.{left_out}'
    if isinstance(problem, JudgementProblem):
        return f'Put the figure into answer, your words into decision and because; then run check("{problem.id}").'
    return f'Write it in a cell, then run check("{problem.id}").'
