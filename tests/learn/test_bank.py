"""The three gates over every problem of the bank, and what a problem must have to teach.

Each right solution passes, the untouched starter is not attempted, each wrong solution fails with its own sentence:
with the calls of the notebook and with those of the grader.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

import pytest

from notebooks import read, source_of, stored
from ragedu.learn import bank
from ragedu.learn.checking import FunctionCheck, agrees_with, check_value, truth_of
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    TOLERANCE,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    Option,
    PredictProblem,
    Problem,
    QuizProblem,
    Wrong,
)
from ragedu.learn.running import Result, defined, run_calls
from ragedu.learn.values import same, show

Kind = TypeVar("Kind", bound=Problem)


def of_kind(kind: type[Kind]) -> list[Kind]:
    return [each for each in bank.everything() if isinstance(each, kind)]


def each_of(problems: Sequence[Problem]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("problem", problems, ids=lambda problem: problem.id)


FUNCTIONS = of_kind(FunctionProblem)
QUIZZES = of_kind(QuizProblem)
FIGURES: list[PredictProblem | JudgementProblem] = [*of_kind(PredictProblem), *of_kind(JudgementProblem)]

each_problem = each_of(bank.everything())
each_function = each_of(FUNCTIONS)
each_quiz = each_of(QUIZZES)
each_bug = each_of(of_kind(FindBugProblem))
each_figure = each_of(FIGURES)
each_wrong = pytest.mark.parametrize(
    ("problem", "wrong"),
    [
        pytest.param(problem, wrong, id=f"{problem.id}: {wrong.name}")
        for problem in FUNCTIONS
        for wrong in problem.wrong
    ],
)

# The calls that `check` makes in a notebook, and those that the grader makes.
CALLERS: dict[str, dict[str, Any]] = {
    "notebook": {"seed": "check", "further": 20},
    "grader": {"seed": "grade", "further": 40, "hidden": True},
}
each_caller = pytest.mark.parametrize("caller", CALLERS.values(), ids=list(CALLERS))


def feedback_on(problem: FunctionProblem, function: Callable[..., Any], caller: dict[str, Any]) -> Feedback:
    check = FunctionCheck(problem, **caller)
    return check.feedback(run_calls(function, check.calls))


def feedback_on_body(problem: FunctionProblem, body: str, caller: dict[str, Any]) -> Feedback:
    return feedback_on(problem, defined(problem.code(body), problem.name), caller)


# --- the three gates ---


@each_function
@each_caller
def test_each_right_solution_passes(problem: FunctionProblem, caller: dict[str, Any]):
    outcomes = {body: feedback_on_body(problem, body, caller).outcome for body in problem.right}

    assert set(outcomes.values()) == {"correct"}, outcomes


@each_function
@each_caller
def test_the_untouched_starter_is_not_attempted(problem: FunctionProblem, caller: dict[str, Any]):
    assert feedback_on(problem, defined(problem.starter, problem.name), caller).outcome == "not_attempted"


@each_wrong
@each_caller
def test_each_wrong_solution_fails_with_its_own_sentence(
    problem: FunctionProblem, wrong: Wrong, caller: dict[str, Any]
):
    feedback = feedback_on_body(problem, wrong.body, caller)

    assert (feedback.outcome, feedback.misconception, feedback.message) == ("incorrect", wrong.name, wrong.sentence)


# --- functions ---


@each_function
@each_caller
def test_the_visible_results_learnt_by_heart_do_not_pass(problem: FunctionProblem, caller: dict[str, Any]):
    by_heart = {show(call.args, 10_000): problem.reference(*call.args) for call in problem.calls}

    feedback = feedback_on(problem, lambda *args: by_heart.get(show(args, 10_000), 0.0), caller)
    assert feedback.outcome == "incorrect"


@each_function
@each_caller
def test_no_constant_passes(problem: FunctionProblem, caller: dict[str, Any]):
    check = FunctionCheck(problem, **caller)
    constants = [*(each.value for each in check.expected), 0, 1, True, None, "", []]

    for constant in {show(each): each for each in constants}.values():
        results = [Result("value", constant)] * len(check.calls)
        assert check.feedback(results).outcome == "incorrect", constant


@each_function
def test_a_function_problem_has_enough_to_teach_with(problem: FunctionProblem):
    assert len(problem.right) >= 3
    assert len(problem.wrong) >= 4
    assert len(problem.hints) >= 2
    assert len(problem.calls) >= 3


@each_function
def test_no_right_solution_and_no_misconception_stands_twice(problem: FunctionProblem):
    for texts in (
        problem.right,
        [each.body for each in problem.wrong],
        [each.name for each in problem.wrong],
        [each.sentence for each in problem.wrong],
        problem.hints,
    ):
        assert repeated(" ".join(text.split()) for text in texts) == []


@each_function
def test_every_visible_call_asks_a_question_of_its_own(problem: FunctionProblem):
    questions = [call.why for call in problem.calls]

    assert all(each.endswith("?") for each in questions), questions
    assert repeated(questions) == []


@each_function
def test_the_reference_gives_a_value_on_every_call(problem: FunctionProblem):
    for caller in CALLERS.values():
        assert {each.how for each in FunctionCheck(problem, **caller).expected} == {"value"}


@each_function
def test_generated_calls_are_the_same_for_a_seed_and_others_for_another(problem: FunctionProblem):
    assert problem.further_calls("check", 20) == problem.further_calls("check", 20)
    assert problem.further_calls("check", 20) != problem.further_calls("grade", 20)


@each_function
def test_the_name_of_a_function_is_that_of_its_reference(problem: FunctionProblem):
    assert problem.reference.__name__ == problem.name


# --- lines with a bug ---


def passes(problem: FindBugProblem, code: str) -> bool:
    results = run_calls(defined(code, problem.name), problem.calls)
    expected = run_calls(problem.reference, problem.calls)
    return all(
        got.how == want.how == "value" and same(want.value, got.value, TOLERANCE)
        for want, got in zip(expected, results, strict=True)
    )


@each_bug
def test_the_repair_makes_the_calls_pass_and_the_original_fails(problem: FindBugProblem):
    assert passes(problem, problem.repaired)
    assert not passes(problem, problem.code)


@each_bug
def test_the_repair_changes_its_line_and_no_other(problem: FindBugProblem):
    changed = [
        number
        for number, (was, now) in enumerate(zip(problem.lines, problem.repaired.splitlines(), strict=True), start=1)
        if was != now
    ]

    assert changed == [problem.line]


# That no edit of another line could ever help can't be shown; that the line in itself does no harm can.
@each_bug
def test_taking_another_line_out_does_not_repair_it(problem: FindBugProblem):
    for number in range(1, len(problem.lines) + 1):
        if number != problem.line:
            assert not passes_without(problem, number), f"line {number} is an answer as well"


def passes_without(problem: FindBugProblem, number: int) -> bool:
    lines = list(problem.lines)
    was = lines[number - 1]
    lines[number - 1] = was[: len(was) - len(was.lstrip())] + "pass"
    try:
        return passes(problem, "\n".join(lines))
    except (SyntaxError, ValueError, KeyError):
        return False


@each_bug
def test_every_line_has_its_own_answer(problem: FindBugProblem):
    outcomes = {number: check_value(problem, number).outcome for number in range(1, len(problem.lines) + 1)}

    assert [number for number, outcome in outcomes.items() if outcome == "correct"] == [problem.line]
    assert problem.line not in problem.others
    assert set(problem.others) <= set(outcomes)


@each_bug
def test_every_line_but_the_signature_is_explained(problem: FindBugProblem):
    code_lines = {number for number, line in enumerate(problem.lines, start=1) if line.strip()}

    assert code_lines - {1, problem.line} <= set(problem.others)


# --- quizzes ---

ALL_OF_THEM = re.compile(
    r"\b(?:all|none|both|neither) of (?:the above|these|them)\b|\ball (?:three|four) options\b", re.I
)
LONGEST_TO_SHORTEST = 1.6


@each_quiz
def test_a_quiz_has_three_to_five_different_options_and_something_right(problem: QuizProblem):
    assert 3 <= len(problem.options) <= 5
    assert 1 <= len(problem.key) < len(problem.options)
    assert repeated(each.text for each in problem.options) == []


@each_quiz
def test_every_option_explains_itself(problem: QuizProblem):
    assert all(each.why.strip() for each in problem.options)
    assert repeated(each.why for each in problem.options) == []


@each_quiz
def test_no_option_speaks_of_the_others(problem: QuizProblem):
    assert [each.text for each in problem.options if ALL_OF_THEM.search(each.text)] == []


@each_quiz
def test_options_are_of_like_length(problem: QuizProblem):
    lengths = sorted(len(each.text) for each in problem.options)

    assert lengths[-1] <= LONGEST_TO_SHORTEST * lengths[0], {len(each.text): each.text for each in problem.options}


def test_the_right_option_is_the_longest_in_at_most_a_third_of_the_quizzes():
    telling = [each.id for each in QUIZZES if right_is_longest(each.options)]

    assert 3 * len(telling) <= len(QUIZZES), telling


def right_is_longest(options: Sequence[Option]) -> bool:
    by_length = sorted(options, key=lambda option: len(option.text))
    return by_length[-1].right and len(by_length[-1].text) > len(by_length[-2].text)


def test_the_right_option_stands_in_every_place():
    places = Counter(letter for each in QUIZZES for letter in each.key)

    assert len(places) >= min(4, len(QUIZZES)), places
    assert max(places.values()) <= max(1, (len(QUIZZES) + 1) // 2), places


@each_quiz
def test_the_key_and_nothing_else_is_correct(problem: QuizProblem):
    for picked in picks(problem):
        outcome = check_value(problem, "".join(sorted(picked))).outcome
        too_many = len(picked) > 1 and not problem.several
        assert outcome == ("correct" if picked == problem.key else "not_attempted" if too_many else "incorrect"), picked


def picks(problem: QuizProblem) -> Iterator[frozenset[str]]:
    letters = list(problem.lettered)
    return (frozenset(pick) for size in range(1, len(letters) + 1) for pick in combinations(letters, size))


# --- predictions, and the figures behind decisions ---


@each_figure
def test_the_code_gives_the_same_value_twice(problem: PredictProblem):
    assert truth_of(problem) == truth_of(problem)


@each_figure
def test_the_truth_is_correct(problem: PredictProblem):
    assert check_value(problem, truth_of(problem)).outcome == "correct"


@each_figure
def test_every_slip_is_wrong_and_gets_its_own_sentence(problem: PredictProblem):
    for slip in problem.slips:
        feedback = check_value(problem, slip.value)
        assert feedback.outcome == "incorrect", slip
        assert slip.sentence in feedback.message


@each_figure
def test_no_slip_says_what_another_says(problem: PredictProblem):
    assert repeated(each.sentence for each in problem.slips) == []
    assert [pair for pair in combinations(problem.slips, 2) if agrees_with(pair[0].value, pair[1].value)] == []


# --- every problem ---


def test_the_bank_is_not_empty():
    assert {"00", "01"} <= set(bank.lessons())
    assert FUNCTIONS
    assert QUIZZES


def test_ids_are_unique():
    assert repeated(bank.ids()) == []


def test_an_id_begins_with_the_number_of_its_lesson():
    for number in bank.lessons():
        for problem in (*bank.of_lesson(number), *bank.of_exercise(number)):
            assert re.fullmatch(rf"{number}(-[a-z0-9]+)+", problem.id)


def test_no_question_is_put_twice():
    assert repeated(" ".join(each.statement.casefold().split()) for each in bank.everything()) == []


@each_problem
def test_minutes_difficulty_and_points_are_in_range(problem: Problem):
    assert 1 <= problem.minutes <= 15
    assert problem.difficulty in (1, 2, 3)
    assert 1 <= problem.points <= 5


@each_problem
def test_statement_and_objective_say_something(problem: Problem):
    assert len(problem.statement.split()) >= 4
    assert len(problem.objective.split()) >= 4


@each_problem
def test_an_untouched_answer_is_not_attempted(problem: Problem):
    if not isinstance(problem, FunctionProblem):
        assert check_value(problem, ...).outcome == "not_attempted"


@each_problem
def test_find_gives_the_problem_back(problem: Problem):
    assert bank.find(problem.id) is problem


@pytest.mark.parametrize("unknown", ["01-gone", "99-rank-of", "", "rank-of", 1, None])
def test_an_unknown_id_finds_nothing(unknown: Any):
    assert bank.find(unknown) is None


@pytest.mark.parametrize("number", bank.lessons())
def test_every_objective_is_one_that_the_lesson_names(number: str):
    (lesson,) = (path for path in stored("notebooks") if path.name.startswith(number))
    top = " ".join(" ".join(source_of(cell) for cell in read(lesson)["cells"][:4]).split())
    objectives = {each.objective for each in (*bank.of_lesson(number), *bank.of_exercise(number))}

    assert [each for each in sorted(objectives) if each not in top] == []


def repeated(texts: Any) -> list[str]:
    return [text for text, count in Counter(texts).items() if count > 1]


# --- the lint can fail ---


@pytest.mark.parametrize("text", ["All of the above", "None of these.", "Both of them", "all four options"])
def test_speaking_of_the_other_options_is_seen(text: str):
    assert ALL_OF_THEM.search(text)


def test_the_longest_counts_only_where_it_is_alone():
    assert right_is_longest([Option("aa", "", right=True), Option("b", "")])
    assert not right_is_longest([Option("aa", "", right=True), Option("bb", "")])
    assert not right_is_longest([Option("a", "", right=True), Option("bb", "")])
