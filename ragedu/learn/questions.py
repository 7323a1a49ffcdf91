"""A problem put to a learner as text: what to read, and how to answer where there are no widgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ragedu.learn.attempts import SURENESS
from ragedu.learn.feedback import as_html
from ragedu.learn.problems import FindBugProblem, PredictProblem, Problem, QuizProblem


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


def material(problem: Problem) -> str:
    """What stands below the statement: the code, numbered where a line is asked for, or the options."""
    if isinstance(problem, FindBugProblem):
        return "\n".join(f"    {number:>2}  {line}" for number, line in enumerate(problem.lines, start=1))
    if isinstance(problem, PredictProblem) and problem.show_code:
        return "\n".join(f"    {line}" for line in problem.code.strip().splitlines())
    if isinstance(problem, QuizProblem):
        return "\n".join(f"    {letter})  {option.text}" for letter, option in problem.lettered.items())
    return ""


def how_to_answer(problem: Problem) -> str:
    """The line to type, for whoever answers in text."""
    if isinstance(problem, PredictProblem):
        sure = ", ".join(f'"{each}"' for each in SURENESS)
        return f'Answer with predict("{problem.id}", your_value, sure=…) where sure is one of {sure}.'
    if isinstance(problem, FindBugProblem):
        return f'Answer with find_bug("{problem.id}", line=…).'
    if isinstance(problem, QuizProblem):
        example = '"ac"; more than one is right' if problem.several else '"a"'
        return f'Answer with quiz("{problem.id}", …), for example {example}.'
    return f'Then run check("{problem.id}").'
