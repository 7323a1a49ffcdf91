"""A blank that is filled and lines put in order: the code that comes of it runs, and what behaves rightly is right."""

import itertools
import time
from dataclasses import replace
from typing import Any

import pytest
from examples import problems

from ragedu.learn import bank, running, session
from ragedu.learn.attempts import Attempt, Attempts
from ragedu.learn.checking import code_of
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import Call, FillBlankProblem, OrderProblem
from ragedu.learn.questions import Question
from ragedu.learn.session import ask, check, fill, hint, order, solution

EXAMPLES = problems()
FILL, ORDER = EXAMPLES["fill_blank"], EXAMPLES["order"]
assert isinstance(FILL, FillBlankProblem)
assert isinstance(ORDER, OrderProblem)

ENDLESS = FillBlankProblem(
    id="99-endless",
    objective="",
    statement="",
    minutes=1,
    template="def f(x):\n    while x < 10:\n        x = ___\n    return x\n",
    reference=lambda x: max(x, 10),
    calls=[Call((1,)), Call((20,))],
    right=["x + 1"],
    wrong=[],
)
KNOWN = {each.id: each for each in (*EXAMPLES.values(), ENDLESS)}


@pytest.fixture(autouse=True)
def attempts(monkeypatch: pytest.MonkeyPatch) -> Attempts:
    """A session of its own for each test, which knows the examples for authors."""
    fresh = Attempts()
    monkeypatch.setattr(session, "attempts", fresh)
    monkeypatch.setattr(bank, "find", KNOWN.get)
    return fresh


def numbers(*places: int) -> list[int]:
    """The numbers on the screen of lines that the author counts so."""
    lines = [*ORDER.lines, *ORDER.distractors]
    return [ORDER.shown.index(lines[place - 1]) + 1 for place in places]


RIGHT_ORDER = numbers(1, 2, 3, 4, 5)


# --- fill in a blank ---


@pytest.mark.parametrize("text", ["1 / rank", "1/rank", " 1 / rank ", "rank ** -1", "(1 / rank)", "1.0/(rank+0)"])
def test_any_text_that_works_is_right(text: str):
    assert fill(FILL.id, text) == Feedback("correct", "All 2 calls give what they should.")


def test_the_commentary_follows_a_right_answer(monkeypatch):
    monkeypatch.setitem(KNOWN, FILL.id, replace(FILL, commentary="So it falls fast."))

    assert str(fill(FILL.id, "1 / rank")) == "Correct.\nAll 2 calls give what they should.\nSo it falls fast."


def test_a_known_wrong_text_gets_its_sentence_however_it_is_written():
    feedback = fill(FILL.id, "float(rank)")

    assert str(feedback) == "Not yet.\nThat is the rank itself. Its reciprocal is 1 divided by it."
    assert feedback.misconception == "gives_rank"


def test_any_other_text_gets_the_smallest_call():
    assert str(fill(FILL.id, "1")) == (
        "Not yet.\n    reciprocal_rank(['d-1', 'r-1'], {'r-1'})\ngave back 1. Expected was 0.5."
    )


def test_a_number_may_be_typed_as_a_number():
    assert fill(FILL.id, 1) == fill(FILL.id, "1")


@pytest.mark.parametrize("untouched", [None, "", "  ", "...", "___"])
def test_an_empty_blank_is_no_attempt(untouched: Any, attempts: Attempts):
    assert str(fill(FILL.id, untouched)) == "Not attempted yet.\nType what stands at `___` first."
    assert attempts.made == []


@pytest.mark.parametrize("text", ["1\n    return 2", "rank" * 60, "1\r\nimport os"])
def test_more_than_a_piece_of_a_line_is_no_attempt(text: str):
    assert str(fill(FILL.id, text)) == (
        "Not attempted yet.\nWhat stands at `___` is a piece of one line. Type that piece alone."
    )


def test_what_is_no_python_is_told_with_its_line():
    assert str(fill(FILL.id, "1 /")) == (
        "Not yet.\nPython can't read the code so: SyntaxError: invalid syntax, in line 4.\n    return 1 /"
    )


def test_an_error_is_told_with_its_line_on_a_line_of_its_own():
    assert str(fill(FILL.id, "1 / ranks")) == (
        "Your code stopped with an error.\n"
        "    reciprocal_rank(['d-1', 'r-1'], {'r-1'})\n"
        "stopped with NameError: name 'ranks' is not defined, in line 4. Expected was 0.5.\n"
        "    return 1 / ranks"
    )


def test_a_loop_that_does_not_end_is_stopped():
    started = time.monotonic()
    feedback = fill("99-endless", "x")

    assert str(feedback) == "Stopped: it took too long.\n    f(1)\ndid not come to an end. Expected was 10."
    assert time.monotonic() - started < 8


def test_a_text_that_never_lets_the_function_be_defined_is_stopped(monkeypatch):
    stuck = replace(ENDLESS, template="def f(x, y=___):\n    return x\n")
    monkeypatch.setitem(KNOWN, "99-endless", stuck)

    assert str(fill("99-endless", "[0 for _ in iter(int, 1)]")) == (
        "Stopped: it took too long.\nThis ran on before the function was so much as called."
    )


@pytest.mark.parametrize("text", ["exit()", "1 / 0", "__import__('gone')"])
def test_whatever_the_text_raises_is_an_answer(text: str):
    assert fill(FILL.id, text).outcome == "error"


@pytest.mark.parametrize("text", ["\x00", "\ud800", "(" * 199, "1 # rank", "1;", "\x0c1", "１ / rank", "rank\u2028"])
def test_whatever_is_typed_is_met_with_a_sentence(text: str):
    feedback = fill(FILL.id, text)

    assert feedback.outcome in ("incorrect", "error", "not_attempted", "correct")
    assert "ragedu" not in feedback.message


def test_the_librarys_own_function_is_no_filling():
    feedback = fill(FILL.id, "__import__('ragedu').reciprocal_rank(retrieved, relevant)")

    assert feedback.outcome == "error"
    assert "reciprocal_rank is what you are asked to write here" in feedback.message


def test_an_answer_that_is_no_plain_value_is_no_attempt(attempts: Attempts):
    assert str(fill(FILL.id, object())).endswith("not an object of type object.")
    assert attempts.made == []


# --- put in order ---


def test_the_right_order_is_right():
    assert order(ORDER.id, RIGHT_ORDER) == Feedback("correct", "All 2 calls give what they should.")


@pytest.mark.parametrize("as_typed", ["{}, {}, {}, {}, {}", "{} {} {} {} {}", "[{},{},{},{},{}]", "{};{};{};{};{}"])
def test_an_order_may_be_typed(as_typed: str):
    assert order(ORDER.id, as_typed.format(*RIGHT_ORDER)).correct


def test_the_lines_themselves_are_an_order_as_well():
    assert order(ORDER.id, list(ORDER.lines)).correct
    assert order(ORDER.id, "\n".join(ORDER.lines)).correct


def test_any_order_that_works_is_right(monkeypatch):
    two = replace(
        ORDER,
        lines=["def f(a, b):", "    a = a + 1", "    b = b + 1", "    return a + b"],
        distractors=[],
        reference=lambda a, b: a + b + 2,
        calls=[Call((1, 2))],
        wrong=[],
    )
    monkeypatch.setitem(KNOWN, ORDER.id, two)
    right = [answer for answer in itertools.permutations(range(1, 5)) if order(ORDER.id, list(answer)).correct]

    assert [[two.shown[number - 1].strip() for number in answer] for answer in right] in (
        [["def f(a, b):", a, b, "return a + b"], ["def f(a, b):", b, a, "return a + b"]]
        for a, b in itertools.permutations(["a = a + 1", "b = b + 1"])
    )


def test_a_known_wrong_order_gets_its_sentence():
    feedback = order(ORDER.id, numbers(1, 5, 2, 3, 4))

    assert str(feedback) == "Not yet.\nWhat runs after a `return`? Here the loop never begins."
    assert feedback.misconception == "gives_up_at_once"


def test_a_distractor_in_the_place_of_its_line():
    assert order(ORDER.id, numbers(1, 6, 3, 4, 5)).misconception == "counts_from_zero"


def test_an_order_that_is_no_python_is_told_with_its_line():
    assert str(order(ORDER.id, numbers(1, 2, 4, 3, 5))).startswith(
        "Not yet.\nPython can't read the code so: IndentationError: "
    )


def test_lines_without_the_beginning():
    assert str(order(ORDER.id, numbers(1))).startswith("Not yet.\nPython can't read the code so: IndentationError")
    flat = replace(ORDER, lines=["def f():", "    return 1", "x = 1", "y = 2"], distractors=[])
    KNOWN["99-flat"] = replace(flat, id="99-flat")
    place = KNOWN["99-flat"].shown.index("x = 1") + 1

    assert str(order("99-flat", [place])) == "Not yet.\nThese lines define no function `f`. Which of them begins it?"


@pytest.mark.parametrize("untouched", [None, [], "", "[]", ()])
def test_no_order_at_all_is_no_attempt(untouched: Any, attempts: Attempts):
    assert str(order(ORDER.id, untouched)) == "Not attempted yet.\nPut the lines in order first."
    assert attempts.made == []


@pytest.mark.parametrize(
    "typed", [[0, 1], [7], "a b", 5, [1.5], [[1]], {"1": 2}, "x" * 20_000, [None], "1-2", [10**400]]
)
def test_what_is_no_order_is_no_attempt(typed: Any):
    assert str(order(ORDER.id, typed)) == (
        "Not attempted yet.\nGive the numbers of the lines, from 1 to 6, in order, such as [3, 1, 2]."
    )


def test_a_line_used_twice_is_no_attempt():
    assert str(order(ORDER.id, [2, 3, 2])) == (
        "Not attempted yet.\nLine 2 stands there twice. Each line is used once, or not at all."
    )


def test_lines_are_shown_alike_to_everybody_and_not_in_order():
    assert ORDER.shown == replace(ORDER).shown
    assert sorted(ORDER.shown) == sorted([*ORDER.lines, *ORDER.distractors])
    assert [each for each in ORDER.shown if each in ORDER.lines] != list(ORDER.lines)
    assert ORDER.shown != replace(ORDER, id="99-order-second").shown


# --- both ---


@pytest.mark.parametrize(("verb", "problem", "answer"), [(fill, FILL, "1 / rank"), (order, ORDER, RIGHT_ORDER)])
def test_a_check_changes_neither_the_notebook_nor_the_arguments(verb: Any, problem: Any, answer: Any):
    namespace: dict[str, Any] = {"verb": verb, "reciprocal_rank": "mine", "rank": 7}
    before, calls = dict(namespace), repr(problem.calls)
    assert eval(f"verb({problem.id!r}, {answer!r})", namespace).correct

    del namespace["__builtins__"]
    assert namespace == before
    assert repr(problem.calls) == calls


def test_a_filling_that_empties_its_arguments_harms_no_later_call():
    assert fill(FILL.id, "(retrieved.clear(), relevant.clear(), 1 / rank)[-1]").correct
    assert fill(FILL.id, "1 / rank").correct


def test_attempts_are_noted(attempts: Attempts):
    fill(FILL.id, "rank")
    order(ORDER.id, RIGHT_ORDER)

    assert attempts.made == [Attempt(FILL.id, "incorrect"), Attempt(ORDER.id, "correct")]


def test_a_question_shows_what_to_work_with_and_how_to_answer():
    assert str(fill(FILL.id)).splitlines()[-3:] == [
        "                return ___",
        "        return 0.0",
        'Answer with fill("99-fill-first", "…"): what stands at ___.',
    ]
    lines = str(order(ORDER.id)).splitlines()
    assert lines[1:-1] == [f"    {number:>2}  {line}" for number, line in enumerate(ORDER.shown, start=1)]
    assert lines[-1].endswith("the numbers of the lines, in order. Not every line is needed.")


def test_hints_and_solutions_are_there_for_both(attempts: Attempts):
    attempts.made = [Attempt(each, "correct") for each in (FILL.id, ORDER.id)]

    assert str(hint(FILL.id)).startswith("Hint 1 of 2: ")
    assert "            return 1 / rank\n" in str(solution(FILL.id))
    assert str(solution(ORDER.id)) == "\n".join(f"    {line}" for line in ORDER.lines)


def test_making_the_code_of_an_answer_runs_nothing():
    assert "print('run')" in str(code_of(FILL, "print('run')"))


def test_in_an_exercise_the_answer_may_be_checked_like_any_other():
    namespace: dict[str, Any] = {"check": check, "answer": "1 / rank"}

    assert eval(f"check({FILL.id!r})", namespace).correct


# --- ask ---


@pytest.mark.parametrize("kind", EXAMPLES)
def test_any_problem_can_be_asked_by_its_id_alone(kind: str):
    question = ask(EXAMPLES[kind].id)

    assert isinstance(question, Question)
    assert question.problem is EXAMPLES[kind]
    assert str(question).startswith(EXAMPLES[kind].statement)


def test_a_function_is_asked_for_with_what_to_begin_with():
    text = str(ask("99-reciprocal-rank"))

    assert "    def reciprocal_rank(retrieved, relevant):\n        return ...  # your code here" in text
    assert text.endswith('Write it in a cell, then run check("99-reciprocal-rank").')


# --- where there are no threads, as in a browser ---


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(running._thread, "start_new_thread", refuse)


def test_without_threads_a_loop_is_stopped_all_the_same(no_threads: None):
    assert fill("99-endless", "x").outcome == "timeout"
    assert fill("99-endless", "x + 1").correct


def test_without_threads_whoever_traces_goes_on_tracing(no_threads: None):
    import sys

    before = sys.gettrace()
    seen: list[str] = []

    def trace(_frame: Any, event: str, _arg: Any) -> None:
        seen.append(event)

    sys.settrace(trace)
    try:
        fill(FILL.id, "1 / rank")
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)
