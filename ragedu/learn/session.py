"""The verbs of the course: ask, predict, fill, find_bug, quiz, order, check, hint, solution, sure_and_wrong, progress.

They work in any console. In a notebook with widgets, a verb called without an answer draws its question as a widget,
whose button comes back to the same `answered` as the verb with an answer does.
"""

import difflib
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

from ragedu.learn import bank, left_over
from ragedu.learn.attempts import SURENESS, Attempt, Attempts
from ragedu.learn.checking import (
    WORDS,
    FunctionCheck,
    about_the_words,
    check_value,
    code_of,
    is_blank,
    listed,
    not_a_value,
    not_even_python,
    not_your_own,
)
from ragedu.learn.feedback import Feedback
from ragedu.learn.journal import VARIABLE, Entry, Keeper, is_off, now
from ragedu.learn.problems import (
    CodeProblem,
    FillBlankProblem,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    OrderProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)
from ragedu.learn.questions import Question
from ragedu.learn.reports import Report, report_of
from ragedu.learn.running import TOGETHER, Swallowed, TooLongError, defined_by_learner, run_calls
from ragedu.learn.solutions import solved
from ragedu.learn.telling import told_if_dropped
from ragedu.learn.values import NotPlainError, plain, show
from ragedu.learn.withheld import is_ours, loaded, withheld
from ragedu.tables import Table

FURTHER_CALLS = 20
"""How many generated calls `check` makes besides the visible ones."""

attempts = Attempts()
keeper = Keeper()


# --- the verbs ---


@told_if_dropped
def predict(problem_id: str, value: object = ..., sure: str = "") -> Feedback | Question:
    """Commit to what the code will give, and how sure you are, before it runs."""
    return _ask_or_answer(PredictProblem, problem_id, value, sure)


@told_if_dropped
def find_bug(problem_id: str, line: object = ...) -> Feedback | Question:
    """Name the line that holds the bug."""
    return _ask_or_answer(FindBugProblem, problem_id, line)


@told_if_dropped
def quiz(problem_id: str, picked: object = ...) -> Feedback | Question:
    """Answer a question with the letter, or letters, of the options you pick."""
    return _ask_or_answer(QuizProblem, problem_id, picked)


@told_if_dropped
def fill(problem_id: str, text: object = ...) -> Feedback | Question:
    """Type what stands at the blank of a piece of code."""
    return _ask_or_answer(FillBlankProblem, problem_id, text)


@told_if_dropped
def order(problem_id: str, lines: object = ...) -> Feedback | Question:
    """Put the lines of a piece of code in order, by their numbers."""
    return _ask_or_answer(OrderProblem, problem_id, lines)


@told_if_dropped
def ask(problem_id: str) -> Feedback | Question:
    """Put a problem of any kind, a function to write too: in a notebook with widgets, as buttons and fields."""
    problem = bank.find(problem_id)
    return Question(problem, _callers_namespace()) if problem else _unknown(problem_id)


@told_if_dropped
def check(problem_id: str) -> Feedback:
    """Check the function a problem asks for, or the value in `answer`, as it stands in your notebook now."""
    problem = bank.find(problem_id)
    return check_in(problem, _callers_namespace()) if problem else _unknown(problem_id)


@told_if_dropped
def hint(problem_id: str) -> Feedback:
    """The next hint; each says a little more than the last."""
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    if not problem.hints:
        return Feedback("note", "There is no hint for this one: answer, and the feedback tells you more.")
    number = attempts.hints_given.get(problem_id, 0)
    attempts.hints_given[problem_id] = number + 1
    place = number % len(problem.hints)
    last = " That was the last one; run it again for the first." if place == len(problem.hints) - 1 else ""
    return Feedback("note", f"Hint {place + 1} of {len(problem.hints)}: {problem.hints[place]}{last}")


@told_if_dropped
def solution(problem_id: str) -> Feedback:
    """One way to solve it, with the reasons; after success or three tries."""
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    left = tries_left(problem_id)
    if left:
        tries = "one more try" if left == 1 else f"{left} more tries"
        helps = f' hint("{problem_id}") helps.' if problem.hints else ""
        return Feedback("note", f"The solution opens after {tries}, or as soon as you are right.{helps}")
    return Feedback("note", solved(problem))


@told_if_dropped
def sure_and_wrong() -> Table | Feedback:
    """Where you were sure and wrong, in this session and in earlier ones: the best places to look at again."""
    _recall()
    found = attempts.sure_and_wrong()
    if not any(each.sure for each in attempts.made):
        return Feedback("note", "You have not answered a prediction yet.")
    if not found:
        return Feedback("note", "Nowhere were you sure and wrong so far.")
    rows = [(each.problem_id, SURENESS[each.sure], _objective(each.problem_id)) for each in found]
    return Table("Sure and wrong: look at these again", ["problem", "you were", "what it is about"], rows)


@told_if_dropped
def progress() -> Report | Feedback:
    """What you have done so far, lesson by lesson, in this session and in earlier ones; and what to look at again."""
    if keeper.file is None and is_off():
        return Feedback("note", f"Nothing is kept here, as {VARIABLE} is set to off.")
    if keeper.file is None:
        return Feedback("note", "No progress is kept here: this is no folder of the course, and no notebook.")
    try:
        return report_of(keeper.file)
    except OSError as error:
        return Feedback("note", f"{keeper.file} can't be read: {error.strerror}.")


# --- what verbs and widgets share ---


def tries_left(problem_id: str) -> int:
    """How many tries remain until the solution is offered, those of earlier sessions counted; 0 once it is."""
    _recall()
    return attempts.tries_left(problem_id)


def _recall() -> None:
    """Bring back what the journal knows of earlier sessions, before anything of this one is added to it."""
    if not attempts.recalled:
        earlier = keeper.entries()
        attempts.recall(Attempt(each.problem, each.outcome, each.sure) for each in earlier)


def answered(problem: Problem, value: object, sure: object = "", asks_sure: bool = True) -> Feedback:
    """Check a value given as the answer, and note the attempt.

    asks_sure  whether a prediction needs a word on how sure one is: in a lesson, not in a graded exercise
    """
    try:
        answer = plain(value)
    except NotPlainError as error:
        return not_a_value(str(error))
    sure = _sureness(sure)
    if isinstance(problem, PredictProblem) and answer is not ... and asks_sure and not sure:
        first = "Type a prediction and say" if is_blank(answer) else "Say"
        return Feedback("not_attempted", f"{first} how sure you are: {listed(list(SURENESS.values()))}.")
    given = show(answer, 1000, exact=True)
    if isinstance(problem, FillBlankProblem | OrderProblem):
        return _noted(problem, _check_code(problem, answer), given=given)
    return _noted(problem, check_value(problem, answer), sure, given)


def judged(problem: JudgementProblem, figure: object, words: Mapping[str, object]) -> Feedback:
    """Check the figure behind a decision; the words are listed below it, for a person."""
    feedback = answered(problem, figure)
    if feedback.outcome == "not_attempted":
        return feedback
    return replace(feedback, message="\n".join([feedback.message, *about_the_words(problem, words)]))


def check_in(problem: Problem, namespace: Mapping[str, Any]) -> Feedback:
    """Check the function, or the value in `answer`, that stands in this namespace, and note the attempt."""
    if isinstance(problem, FunctionProblem):
        return _check_function(problem, namespace)
    if "answer" not in namespace:
        return Feedback("not_attempted", "Put your answer into a variable named `answer`, then run the check again.")
    if other := left_over.from_another("answer", problem.id, namespace):
        sentence = f"`answer` still holds what you gave for {other}. Write this one's: `answer = …`."
        return Feedback("not_attempted", sentence)
    if isinstance(problem, JudgementProblem):
        old = [each for each in WORDS if left_over.from_another(each, problem.id, namespace)]
        feedback = judged(problem, namespace["answer"], {**namespace, **dict.fromkeys(old, "")})
    else:
        feedback = answered(problem, namespace["answer"], namespace.get("sure"), asks_sure=False)
    left_over.note(problem, namespace)
    return feedback


def _check_function(problem: FunctionProblem, namespace: Mapping[str, Any]) -> Feedback:
    function = namespace.get(problem.name)
    if not callable(function):
        sentence = f"Define a function named `{problem.name}`, run its cell, then run the check again."
        return Feedback("not_attempted", sentence + _nearly_named(problem.name, namespace))
    if is_ours(function):
        return not_your_own(problem)
    feedback, given = _called(problem, function)
    return _noted(problem, feedback, given=given)


def _nearly_named(name: str, namespace: Mapping[str, Any]) -> str:
    """That a function is there whose name is nearly the one asked for; empty when there is none."""
    functions = [each for each, value in namespace.items() if isinstance(value, FunctionType) and not is_ours(value)]
    near = difflib.get_close_matches(name, functions, n=1, cutoff=0.8)
    return f" You have one named `{near[0]}`: is that it, under another name?" if near else ""


def _check_code(problem: CodeProblem, answer: object) -> Feedback:
    """Run the code that an answer makes, in a namespace of its own and under a limit."""
    code = code_of(problem, answer)
    if isinstance(code, Feedback):
        return code
    try:
        function = defined_by_learner(code, problem.name)
    except (Exception, SystemExit, TooLongError) as error:
        return not_even_python(problem, error)
    feedback, _ = _called(problem, function)
    message = f"{feedback.message}\n{problem.commentary}".strip()
    return replace(feedback, message=message) if feedback.correct else feedback


def _called(problem: CodeProblem, function: Callable[..., Any]) -> tuple[Feedback, str]:
    """What to tell about a function, and all that it gave, as a text."""
    the_check = FunctionCheck(problem, seed="check", further=FURTHER_CALLS)
    others = [each for name in problem.elsewhere for each in loaded(name)]
    began, swallowed = time.monotonic(), Swallowed()
    with withheld([problem.reference, *others]):
        results = run_calls(function, the_check.calls, quiet=swallowed)
    feedback = the_check.feedback(results)
    notes = [_PRINTED_ONCE] if swallowed.any else []
    each = (time.monotonic() - began) / len(the_check.calls)
    if feedback.correct and each * (len(the_check.calls) + FURTHER_CALLS) > TOGETHER:
        notes.append(_SLOW.format(TOGETHER))
    given = repr([(each.how, show(each.value, 1000, exact=True), each.detail) for each in results])
    return replace(feedback, message="\n".join([feedback.message, *notes])), given


_PRINTED_ONCE = "What your function prints is shown for the first call alone."
_SLOW = "It is slow: a grader makes more calls than these, and has {:g} seconds for all. Which step takes so long?"


def _noted(problem: Problem, feedback: Feedback, sure: str = "", given: str = "") -> Feedback:
    """Note an attempt in this session and in the journal; what was none is not noted."""
    _recall()
    if not attempts.add(Attempt(problem.id, feedback.outcome, sure), given):
        return feedback
    told = keeper.keep(Entry(now(), problem.id, feedback.outcome, sure, feedback.misconception))
    return replace(feedback, message=f"{feedback.message}\n{told}") if told else feedback


def _sureness(word: object) -> str:
    """How sure, as the word that is kept; empty for anything else. It may be said as the buttons say it."""
    said = word.casefold() if isinstance(word, str) else ""
    return next((kept for kept, shown in SURENESS.items() if said in (kept, shown)), "")


def _ask_or_answer(kind: type[Problem], problem_id: str, value: object, sure: str = "") -> Feedback | Question:
    problem = bank.find(problem_id)
    if not problem:
        return _unknown(problem_id)
    if not isinstance(problem, kind):
        return Feedback("note", f'{problem_id} is another kind of problem; use {problem.verb}("{problem_id}").')
    return Question(problem, _callers_namespace(4)) if value is ... else answered(problem, value, sure)


def _callers_namespace(depth: int = 3) -> dict[str, Any]:
    # The globals of whoever called the verb: the notebook's cells, a console, a test. `told_if_dropped` is a step more.
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
