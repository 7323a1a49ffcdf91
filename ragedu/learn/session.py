"""The verbs of the course: predict, find_bug, quiz, check, hint, solution, sure_and_wrong.

They work in any console. In a notebook with widgets, a verb called without an answer draws its question as a widget,
whose button comes back to the same `answered` as the verb with an answer does.
"""

import difflib
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ragedu.learn import bank
from ragedu.learn.attempts import SURENESS, Attempt, Attempts
from ragedu.learn.checking import FunctionCheck, check_value, not_your_own, words_missing
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)
from ragedu.learn.questions import Question
from ragedu.learn.running import run_calls
from ragedu.learn.values import NotPlainError, plain
from ragedu.learn.withheld import is_ours, withheld
from ragedu.tables import Table

FURTHER_CALLS = 20
"""How many generated calls `check` makes besides the visible ones."""

attempts = Attempts()


# --- the verbs ---


def predict(problem_id: str, value: object = ..., sure: str = "") -> Feedback | Question:
    """Commit to what the code will give, and how sure you are, before it runs."""
    return _ask_or_answer(PredictProblem, problem_id, value, sure)


def find_bug(problem_id: str, line: object = ...) -> Feedback | Question:
    """Name the line that holds the bug."""
    return _ask_or_answer(FindBugProblem, problem_id, line)


def quiz(problem_id: str, picked: object = ...) -> Feedback | Question:
    """Answer a question with the letter, or letters, of the options you pick."""
    return _ask_or_answer(QuizProblem, problem_id, picked)


def check(problem_id: str) -> Feedback:
    """Check the function a problem asks for, or the value in `answer`, as it stands in your notebook now."""
    problem = bank.find(problem_id)
    return check_in(problem, _callers_namespace()) if problem else _unknown(problem_id)


def hint(problem_id: str) -> Feedback:
    """The next hint; each says a little more than the last."""
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    if not problem.hints:
        return Feedback("note", "There is no hint for this one: answer, and the feedback tells you more.")
    number = attempts.hints_given.get(problem_id, 0)
    attempts.hints_given[problem_id] = number + 1
    place = min(number, len(problem.hints) - 1)
    last = " That was the last one." if place == len(problem.hints) - 1 else ""
    return Feedback("note", f"Hint {place + 1} of {len(problem.hints)}: {problem.hints[place]}{last}")


def solution(problem_id: str) -> Feedback:
    """One way to solve it, with the reasons; after success or three tries."""
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    left = attempts.tries_left(problem_id)
    if left:
        tries = "one more try" if left == 1 else f"{left} more tries"
        helps = f' hint("{problem_id}") helps.' if problem.hints else ""
        return Feedback("note", f"The solution opens after {tries}, or as soon as you are right.{helps}")
    return Feedback("note", "\n".join(each for each in (_solved(problem), problem.commentary) if each))


def sure_and_wrong() -> Table | Feedback:
    """Where you were sure and wrong in this session: the best places to look at again."""
    found = attempts.sure_and_wrong()
    if not any(each.sure for each in attempts.made):
        return Feedback("note", "You have not answered a prediction yet.")
    if not found:
        return Feedback("note", "Nowhere were you sure and wrong so far.")
    rows = [(each.problem_id, SURENESS[each.sure], _objective(each.problem_id)) for each in found]
    return Table("Sure and wrong: look at these again", ["problem", "you were", "what it is about"], rows)


# --- what verbs and widgets share ---


def answered(problem: Problem, value: object, sure: str = "") -> Feedback:
    """Check a value given as the answer, and note the attempt."""
    sure = sure.casefold() if isinstance(sure, str) else ""
    if isinstance(problem, PredictProblem) and value is not ... and sure not in SURENESS:
        words = ", ".join(f'"{each}"' for each in SURENESS)
        return Feedback("not_attempted", f"First say how sure you are: {words}.")
    try:
        feedback = check_value(problem, plain(value))
    except NotPlainError as error:
        return Feedback("not_attempted", f"An answer is a plain value such as a number or a text, not {error}.")
    attempts.add(Attempt(problem.id, feedback.outcome, sure))
    return feedback


def check_in(problem: Problem, namespace: Mapping[str, Any]) -> Feedback:
    """Check the function, or the value in `answer`, that stands in this namespace, and note the attempt."""
    if not isinstance(problem, FunctionProblem):
        if "answer" not in namespace:
            return Feedback(
                "not_attempted", "Put your answer into a variable named `answer`, then run the check again."
            )
        feedback = answered(problem, namespace["answer"], sure="guessing")
        missing = words_missing(problem, namespace)
        return replace(feedback, message=f"{feedback.message}\n{missing}") if feedback.correct and missing else feedback
    function = namespace.get(problem.name)
    if not callable(function):
        return Feedback(
            "not_attempted", f"Define a function named `{problem.name}`, run its cell, then run the check again."
        )
    if is_ours(function):
        return not_your_own(problem)
    the_check = FunctionCheck(problem, seed="check", further=FURTHER_CALLS)
    with withheld([problem.reference]):
        results = run_calls(function, the_check.calls)
    feedback = the_check.feedback(results)
    attempts.add(Attempt(problem.id, feedback.outcome))
    return feedback


def _ask_or_answer(kind: type[Problem], problem_id: str, value: object, sure: str = "") -> Feedback | Question:
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    if not isinstance(problem, kind):
        return Feedback("note", f'{problem_id} is another kind of problem; use {problem.verb}("{problem_id}").')
    return Question(problem, _callers_namespace(3)) if value is ... else answered(problem, value, sure)


def _callers_namespace(depth: int = 2) -> dict[str, Any]:
    # The globals of whoever called the verb: the notebook's cells, a console, a test.
    return sys._getframe(depth).f_globals


def _unknown(problem_id: str) -> Feedback:
    if not isinstance(problem_id, str):
        return Feedback("note", f'A problem is named by a text such as "{bank.ids()[0]}".')
    near = difflib.get_close_matches(problem_id, bank.ids(), n=1, cutoff=0.4)
    meant = f' Did you mean "{near[0]}"?' if near else ""
    return Feedback("note", f'There is no problem named "{problem_id}".{meant}')


def _objective(problem_id: str) -> str:
    problem = bank.find(problem_id)
    return problem.objective if problem else ""


def _solved(problem: Problem) -> str:
    if isinstance(problem, FunctionProblem):
        return "\n".join(f"    {line}" for line in problem.code(problem.right[0]).splitlines())
    if isinstance(problem, FindBugProblem):
        return f"Line {problem.line} should read\n    {problem.repair.strip()}"
    if isinstance(problem, QuizProblem):
        right = [f"{letter}) {problem.lettered[letter].text}" for letter in sorted(problem.key)]
        return "Right: " + "; ".join(right)
    if isinstance(problem, PredictProblem | JudgementProblem):
        return "\n".join(["Run it and see:", *(f"    {line}" for line in problem.code.strip().splitlines())])
    return ""
