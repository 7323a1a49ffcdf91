"""From an answer to feedback: the sentences as a learner reads them."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ragedu.learn import bank
from ragedu.learn.checking import FunctionCheck, agrees_with, check_value, read_prediction
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    Call,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    Option,
    PredictProblem,
    Problem,
    QuizProblem,
    Slip,
    Wrong,
)
from ragedu.learn.running import run_calls

ABOUT: dict[str, Any] = {"objective": "double a number", "statement": "Double it.", "minutes": 1}

DOUBLE = FunctionProblem(
    id="99-double",
    **ABOUT,
    signature="def double(x):",
    reference=lambda x: 2 * x,
    calls=[Call((1,), why="what is twice one?"), Call((-10,), why="what of a negative number?")],
    generator=lambda source: (source.randint(100, 999),),
    right=["return 2 * x"],
    wrong=[Wrong("adds_two", "return x + 2", "You added two."), Wrong("keeps", "return x", "It came back as it was.")],
)


def feedback_on(function: Callable[..., Any], hidden: bool = False, further: int = 5) -> Feedback:
    check = FunctionCheck(DOUBLE, seed="test", further=further, hidden=hidden)
    return check.feedback(run_calls(function, check.calls, limit=0.2))


# --- functions ---


def test_a_right_function_is_told_how_many_calls_it_passed():
    assert str(feedback_on(lambda x: x + x)) == "Correct.\nAll 7 calls give what they should."


def test_a_misconception_gets_its_sentence():
    feedback = feedback_on(lambda x: x + 2)

    assert str(feedback) == "Not yet.\nYou added two."
    assert feedback.misconception == "adds_two"


def test_another_slip_gets_the_smallest_failing_call_and_its_question():
    assert str(feedback_on(lambda x: 3 if x == 1 else 2 * x)) == (
        "Not yet.\n    double(1)\ngave back 3. Expected was 2.\nThis call asks: what is twice one?"
    )


def test_where_calls_of_different_questions_fail_none_is_asked():
    assert str(feedback_on(lambda x: 3 * x)) == "Not yet.\n    double(1)\ngave back 3. Expected was 2."


def with_a_default(x: int, seen: list[int] = []) -> int:  # noqa: B006 - the slip itself
    seen.append(x)
    return 2 * x if len(seen) < 5 else sum(seen)


def with_a_count(x: int) -> float:
    COUNTED.append(x)
    return 2 * x + 0.1 * len(COUNTED)


def that_uses_up(x: int) -> int:
    LEFT.pop()
    return 2 * x


LEFT: list[int] = []
COUNTED: list[int] = []


@pytest.mark.parametrize("function", [with_a_default, with_a_count, that_uses_up])
@pytest.mark.parametrize("hidden", [True, False])
def test_a_function_that_remembers_earlier_calls_is_told_so(function: Callable[..., Any], hidden: bool):
    COUNTED.clear()
    LEFT[:] = range(8)
    with_a_default.__defaults__[0].clear()  # type: ignore[index]

    said = str(feedback_on(function, hidden))

    then = "gave something else" if hidden else "stopped with IndexError" if function is that_uses_up else "gave back"
    assert f"made once more it {then}" in said
    assert "Does `double` remember earlier calls, in a default such as `found=[]`" in said


class Secret(Exception):
    """What a function would tell of the calls that it must not tell of."""


PASSES_ON: dict[str, Callable[[Any], Any]] = {
    "as a value": lambda told: told,
    "as an error": lambda told: exec("raise error", {"error": type(told, (Secret,), {})(told)}),
    "as a type": lambda told: type(told, (), {})(),
    "in a list": lambda told: [told],
}


@pytest.mark.parametrize("passes_on", PASSES_ON.values(), ids=PASSES_ON)
@pytest.mark.parametrize("when_right", [lambda x: 2 * x, lambda x: [].pop()])
def test_a_call_made_again_passes_nothing_on_of_the_hidden_ones(passes_on: Any, when_right: Any):
    seen: list[int] = []

    def double(x: int) -> Any:
        seen.append(x)
        return passes_on(f"s{seen[2]}") if len(seen) > 7 else 2 * x if len(seen) > 2 else when_right(x)

    said = str(feedback_on(double, hidden=True))

    assert len(seen) == 9
    assert str(seen[2]) not in said


SHARES = replace(
    DOUBLE,
    reference=lambda x: {"share": (x / 7, 100.0 + x / 3)},
    calls=[Call((1,)), Call((2,))],
    generator=lambda source: (source.randint(0, 7),),
    wrong=[],
)

INSIDE = {
    "rounded in all": (lambda x: {"share": (round(x / 7, 2), round(100 + x / 3, 2))}, "You rounded the result."),
    "rounded in one": (lambda x: {"share": (x / 7, round(100 + x / 3))}, "You rounded the result."),
    "percent in one": (lambda x: {"share": (100 * x / 7, 100 + x / 3)}, "You gave percentages."),
    "neither": (lambda x: {"share": (x / 7, 101 + x / 3)}, "gave back {'share': (0.142857, 101.333)}. Expected was"),
    "another shape": (lambda x: {"share": [round(x / 7, 2)]}, "gave back {'share': [0.14]}. Expected was"),
}


@pytest.mark.parametrize(("function", "sentence"), INSIDE.values(), ids=INSIDE)
def test_rounding_and_percentages_are_seen_inside_too(function: Callable[..., Any], sentence: str):
    check = FunctionCheck(SHARES, seed="test", further=5)

    assert sentence in check.feedback(run_calls(function, check.calls)).message


def test_a_hundred_times_what_is_no_share_is_not_called_a_percentage():
    assert "Each result is a hundred times what it should be." in feedback_on(lambda x: 200 * x).message


def test_two_values_that_look_alike_are_shown_with_the_digits_that_differ():
    check = FunctionCheck(SHARES, seed="test", further=5)
    off = check.feedback(run_calls(lambda x: {"share": (x / 7, 100.00015 + x / 3)}, check.calls))

    assert "gave back {'share': (0.14285714285714285, 100.33348333333333)}." in off.message
    assert "Expected was {'share': (0.14285714285714285, 100.33333333333333)}." in off.message


def test_a_generated_call_is_shown_so_that_it_can_be_pasted():
    problem = replace(
        DOUBLE,
        reference=lambda x: len(x),
        calls=[Call(([],)), Call((["a"],))],
        generator=lambda source: ([f"delivery-{number}" for number in range(12)] + [source.random()],),
        wrong=[],
    )
    check = FunctionCheck(problem, seed="test", further=1)
    said = check.feedback(run_calls(lambda x: len(x) if len(x) < 2 else 0, check.calls)).message
    pasted = "\n".join(line[4:] for line in said.splitlines() if line.startswith("    "))

    assert max(map(len, said.splitlines())) < 100
    assert eval(pasted, {"double": lambda x: x}) == check.calls[2].args[0]


def test_a_call_that_is_too_long_to_paste_is_cut():
    check = FunctionCheck(replace(DOUBLE, calls=[Call(("x" * 900,))], generator=None), seed="test", further=0)

    assert " … " in check.feedback(run_calls(lambda x: 0, check.calls)).message


def test_a_function_that_is_slow_is_not_said_to_hang():
    check = FunctionCheck(DOUBLE, seed="test", further=20)

    def slow(x: int) -> int:
        time.sleep(0.03)
        return 2 * x

    said = str(check.feedback(run_calls(slow, check.calls, limit=0.1)))

    assert said == (
        "Stopped: it took too long.\nAll calls of `double` together took more than 0.5 seconds, and no further ones "
        "were made. Which step takes so long?"
    )


@pytest.mark.parametrize(
    ("value", "way_out"),
    [
        (lambda x: reversed([x]), "Make it a list: `list(…)`."),
        (lambda x: map(str, [x]), "Make it a list: `list(…)`."),
        (lambda x: (each for each in [x]), "Make it a list: `list(…)`."),
        (lambda x: x.bit_length, "Call it"),
    ],
)
def test_what_can_not_be_compared_is_told_with_a_way_out(value: Callable[..., Any], way_out: str):
    assert f"which can't be compared. Expected was 2. {way_out}" in feedback_on(value).message


def test_async_is_to_be_dropped():
    async def double(x: int) -> int:
        return 2 * x

    assert "Write `def` without `async`: there is nothing to wait for." in feedback_on(double).message


def test_a_visible_call_goes_before_a_generated_one():
    assert "double(-10)" in feedback_on(lambda x: 2 * x if x == 1 else 0).message


def test_a_generated_call_may_be_shown_in_a_notebook():
    feedback = feedback_on(lambda x: 2 * x if x < 100 else 0)

    assert feedback.message.startswith("    double(")
    assert "gave back 0. Expected was " in feedback.message


def test_a_hidden_call_stays_hidden():
    assert str(feedback_on(lambda x: 2 * x if x < 100 else 0, hidden=True)) == (
        "Not yet.\nThe calls you can see are right; a further one is not. Which kind of input have you not tried yet?"
    )


def test_the_text_of_an_error_on_a_hidden_call_stays_hidden():
    def fails(x: int) -> int:
        if x >= 100:
            raise ValueError(f"the argument was {x}")
        return 2 * x

    feedback = feedback_on(fails, hidden=True)
    assert str(feedback) == (
        "Your code stopped with an error.\n"
        "The calls you can see are right; on a further one `double` raised ValueError."
    )


def test_a_timeout_on_a_hidden_call_says_so():
    def hangs(x: int) -> int:
        while x >= 100:
            pass
        return 2 * x

    assert str(feedback_on(hangs, hidden=True)) == (
        "Stopped: it took too long.\nThe calls you can see are right; this happened on a further one."
    )


def test_a_visible_call_is_told_in_a_graded_report_as_well():
    assert "double(1)" in feedback_on(lambda x: 3 * x, hidden=True).message


def test_the_untouched_function_is_not_attempted():
    assert str(feedback_on(lambda x: ...)) == ("Not attempted yet.\nReplace the `...` in `double` by your own code.")


def test_a_path_that_still_ends_in_the_starter_is_named():
    feedback = feedback_on(lambda x: 2 * x if x > 0 else ...)

    assert feedback.outcome == "incorrect"
    assert "gave back the untouched `...`; some path through your function still ends there." in feedback.message


def test_a_forgotten_return_is_named():
    assert feedback_on(lambda x: None).message == "`double` gave back None every time. Did you forget the `return`?"


def test_an_error_is_told_with_its_call():
    assert str(feedback_on(lambda x: 1 / 0)).startswith(
        "Your code stopped with an error.\n    double(1)\nstopped with ZeroDivisionError: division by zero."
    )


def test_a_loop_that_does_not_end_is_told_with_its_call():
    def hangs(x: int) -> int:
        while True:
            pass

    assert str(feedback_on(hangs)).startswith("Stopped: it took too long.\n    double(1)\ndid not come to an end.")


def test_a_wrong_value_is_told_rather_than_a_later_hang():
    def hangs_later(x: int) -> int:
        while x < 0:
            pass
        return 7

    assert "gave back 7" in feedback_on(hangs_later).message


class Liar:
    def __eq__(self, other: object) -> bool:
        return True


class LyingFloat(float):
    def __eq__(self, other: object) -> bool:
        return True


class LyingInt(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __sub__(self, other: object) -> int:  # type: ignore[override]
        return 0

    __rsub__ = __sub__


@pytest.mark.parametrize("liar", [Liar(), LyingFloat(1), LyingInt(1), [Liar()]], ids=["any", "float", "int", "list"])
def test_an_object_that_claims_to_equal_everything_never_passes(liar: Any):
    feedback = feedback_on(lambda x: liar)

    assert feedback.outcome == "incorrect"
    assert "which can't be compared" in feedback.message


def test_a_number_of_numpy_passes():
    numpy = pytest.importorskip("numpy")

    assert feedback_on(lambda x: numpy.float64(2 * x)).correct
    assert feedback_on(lambda x: numpy.int64(2 * x)).correct


def test_a_function_that_changes_its_arguments_is_judged_by_what_it_gives_back():
    problem = bank.find("01-recall-at-k")
    assert isinstance(problem, FunctionProblem)
    check = FunctionCheck(problem, seed="check", further=20)

    def empties(retrieved: list[str], relevant: set[str], k: int) -> float:
        top, expected = set(retrieved[:k]), set(relevant)
        retrieved.clear()
        relevant.clear()
        return len(top & expected) / len(expected)

    assert check.feedback(run_calls(empties, check.calls)).correct
    assert all(call.args[1] for call in check.calls)


# --- quizzes ---

QUIZ = QuizProblem(
    id="99-quiz",
    **ABOUT,
    options=[Option("One.", "It is two."), Option("Two.", "So it is.", right=True), Option("Three.", "Too many.")],
)
SEVERAL = QuizProblem(
    id="99-several",
    **ABOUT,
    options=[Option("A.", "Yes, a.", right=True), Option("B.", "No b."), Option("C.", "Yes, c.", right=True)],
)


@pytest.mark.parametrize("picked", ["b", "B", " b ", "(b)", "b.", ["b"], {"b"}, ("b",), "ｂ", "b\u200b"])
def test_a_letter_is_read_in_any_dress(picked: Any):
    assert str(check_value(QUIZ, picked)) == "Correct.\nb: So it is."


def test_a_wrong_option_explains_itself():
    assert str(check_value(QUIZ, "c")) == "Not yet.\nc: Too many."


@pytest.mark.parametrize("picked", ["d", "two", 2, ["b", 2], True, "b or c"])
def test_what_is_no_option_is_no_attempt(picked: Any):
    feedback = check_value(QUIZ, picked)

    assert feedback.outcome == "not_attempted"
    assert feedback.message.startswith("The options are a, b or c; ")
    assert feedback.message.endswith(" is none of them.")


@pytest.mark.parametrize("blank", ["", "  ", None, ..., [], ","])
def test_a_blank_is_no_attempt(blank: Any):
    assert check_value(QUIZ, blank) == Feedback("not_attempted", "Pick an option first.")


@pytest.mark.parametrize("picked", ["ac", "c, a", ["a", "c"], {"a", "c"}])
def test_several_right_options_are_wanted_together(picked: Any):
    assert str(check_value(SEVERAL, picked)) == "Correct.\na: Yes, a.\nc: Yes, c."


def test_some_of_the_right_options_are_not_yet_all():
    assert str(check_value(SEVERAL, "a")) == "Not yet.\na: Yes, a.\nSo far right, and something is missing still."


def test_of_right_and_wrong_options_the_wrong_one_is_explained():
    assert str(check_value(SEVERAL, "ab")) == "Not yet.\nb: No b."


# --- predictions ---

HALF = PredictProblem(
    id="99-half", **ABOUT, code="1 / 2", slips=[Slip(2, "The other way round.")], commentary="One over two."
)


def test_a_right_prediction():
    assert str(check_value(HALF, "0.5")) == "Correct.\nThe last line gives 0.5.\nOne over two."


def test_a_known_slip_gets_its_sentence():
    assert str(check_value(HALF, 2)) == "Not so.\nYou said 2; the last line gives 0.5.\nThe other way round."


def test_any_other_prediction_gets_the_reason():
    assert str(check_value(HALF, "0.6")) == "Not so.\nYou said 0.6; the last line gives 0.5.\nOne over two."


@pytest.mark.parametrize("said", ["0.43", "0,43", "43%", "43 %", "42.86 %", "42,86%", "3/7", " 3 / 7 ", 0.43, 3 / 7])
def test_a_share_may_be_said_in_many_ways(said: Any):
    assert agrees_with(3 / 7, said)


@pytest.mark.parametrize("said", ["0.4", "0.42", "0.5", "3", "43", "0.428", "-0.43", "-3/7", "3/0", "about 0.43", ""])
def test_a_share_said_wrongly_or_too_roughly_is_wrong(said: Any):
    assert not agrees_with(3 / 7, said)


@pytest.mark.parametrize(
    ("truth", "said"),
    [
        (5, "5"),
        (5, "5.0"),
        (5, 5.0),
        ("return-1", "return-1"),
        ("return-1", "'return-1'"),
        ("return-1", ' "return-1" '),
        ([1, 2], "[1, 2]"),
        ([1, 2], (1, 2)),
        (True, "True"),
        ((5, 8), "(5, 8)"),
        ({"a"}, "{'a'}"),
        (True, " true"),
        (False, "FALSE"),
        (1000, "1,000"),
        (1000, "1 000"),
        (1000, "1000.0"),
        (1000, "1.000"),
        (-3, "−3"),
        (0.5, ".5"),
        (0.5, "5e-1"),
        (1 / 3, "3.33e-1"),
        (-1 / 3, "−0,33"),
        (1 / 3, "≈ 0.33"),
        ("return-1", "“return-1”"),
        ("two  words", "Two words "),
        ([1 / 3, 0.5], "[0.33,0.50]"),
        ([1 / 3, 1], (0.333, 1.0)),
        ([[1 / 3], "a"], "[[0.33], 'a']"),
        ({"a": 2 / 3}, "{'a': 0.67}"),
        ((2 / 3, True), "(0.6667, True)"),
        ([10 / 11, 5 / 6], "10/11, 5/6"),
        ([10 / 11, 5 / 6], "[10/11, 5/6]"),
        ([10 / 11, 5 / 6], "10/11; 83 %"),
        (7, "~7"),
        (0.07, "7 percent"),
        (0.07, "7 per cent."),
        ("number_missing", "`number_missing`"),
        ("number_missing", "number missing"),
        ("right", "right."),
        ("A, B", "A,B"),
    ],
)
def test_a_truth_and_a_way_to_say_it(truth: Any, said: Any):
    assert agrees_with(truth, said)


@pytest.mark.parametrize(
    ("truth", "said"),
    [
        (5, "five"),
        (5, "5.01"),
        ("return-1", "return-2"),
        ([1, 2], "[2, 1]"),
        ("5", "6"),
        ([1], "1"),
        (5, [5]),
        (1000, "1,00"),
        (1000, "1,0000"),
        (1000, "10,00"),
        (1000, ",000"),
        (1, "1,000,000"),
        (True, "yes"),
        ([1 / 3, 0.5], "[0.3, 0.5]"),
        ([1 / 3, 0.5], "[0.33]"),
        ([1 / 3], "[0.34]"),
        ({"a": 2 / 3}, "{'b': 0.67}"),
        ({"a": 2 / 3}, "{'a': 0.6}"),
        ([1 / 3], "[[0.33]]"),
        ([True], "['True']"),
        ([10 / 11, 5 / 6], "5/6, 10/11"),
        ([10 / 11, 5 / 6], "10/11"),
        ("number_missing", "number"),
    ],
)
def test_a_truth_and_something_else(truth: Any, said: Any):
    assert not agrees_with(truth, said)


@pytest.mark.parametrize("text", ["__import__('os').getcwd()", "(" * 500, "1 +", "x", "9" * 5000])
def test_what_is_typed_is_read_and_never_run(text: str):
    assert read_prediction(text) == text


# --- decisions ---

FALL = JudgementProblem(
    id="99-fall", **ABOUT, code="3 / 7", slips=[Slip(3, "As a share, please.")], commentary="Three of seven."
)


def test_a_figure_that_stands():
    assert str(check_value(FALL, 3 / 7)) == "Your figure is right.\nThree of seven."


def test_a_figure_that_is_a_known_slip():
    assert str(check_value(FALL, 3)) == "Not yet.\nYour figure is 3. As a share, please."


@pytest.mark.parametrize(
    ("slip", "said"),
    [(0.43, 3 / 7), (3 / 7, 0.43), (0.43, "3/7"), (-0.083, -1 / 12), (1.0746, 1.07458), (0.33, 1 / 3), (33, 33.004)],
)
def test_a_slip_is_seen_in_whichever_way_it_is_rounded(slip: float, said: Any):
    problem = replace(FALL, code="0.9", slips=[Slip(slip, "That one.")])

    assert "That one." in check_value(problem, said).message


def test_the_exact_slip_goes_before_one_that_is_only_near():
    problem = replace(FALL, code="0.9", slips=[Slip(0.43, "Near."), Slip(0.431, "Exact.")])

    assert "Exact." in check_value(problem, 0.431).message


def test_a_prediction_s_slip_may_be_computed():
    problem = PredictProblem(id="99-two", **ABOUT, code="0.9", slips=[Slip(0.39, "With the same one twice.")])

    assert "With the same one twice." in check_value(problem, 25 / 64).message
    assert "With the same one twice." not in check_value(problem, 0.4).message


IN_PERCENT = PredictProblem(id="99-percent", **ABOUT, code="7.5", within=1, percent=True, commentary="Little.")


@pytest.mark.parametrize("said", [7, "7", "7%", "8 %", "7.5%", "7 percent", "7 per cent", "~7"])
def test_what_is_asked_in_per_cent_may_be_said_so(said: Any):
    assert check_value(IN_PERCENT, said).correct


@pytest.mark.parametrize("said", [0.075, "0.07", "3/40"])
def test_a_share_where_per_cent_is_asked_is_told_to_be_one(said: Any):
    assert "That is a share. Asked is per cent, a hundred times that." in check_value(IN_PERCENT, said).message


def test_any_other_figure():
    assert str(check_value(FALL, 0.9)) == "Not yet.\nYour figure is 0.9. Compute that figure again."


# --- lines ---

BUG = FindBugProblem(
    id="99-bug",
    **ABOUT,
    code="def double(x):\n    y = x\n    return y + y + y\n",
    line=3,
    repair="return y + y",
    reference=lambda x: 2 * x,
    calls=[Call((1,))],
    others={2: "A second name does no harm."},
    commentary="Two, not three.",
)


@pytest.mark.parametrize("line", [3, "3", 3.0, " 3 ", "line 3", "Line 3", "3.", "Line 3:", "line 3 ."])
def test_the_right_line_shows_its_repair(line: Any):
    assert str(check_value(BUG, line)) == "Correct.\nLine 3 should read\n    return y + y\nTwo, not three."


def test_a_line_that_looks_guilty_is_defended():
    assert str(check_value(BUG, 2)) == "Not yet.\nLine 2: A second name does no harm."


def test_any_other_line_is_defended_in_general():
    assert str(check_value(BUG, 1)) == (
        "Not yet.\nLine 1: That line does what it should. Follow one small example through the code by hand."
    )


@pytest.mark.parametrize("line", [0, 4, -1, "x", True, [3], 1e9])
def test_what_is_no_line_is_no_attempt(line: Any):
    feedback = check_value(BUG, line)

    assert feedback.outcome == "not_attempted"
    assert feedback.message.startswith("Name a line by its number, from 1 to 3, not ")


@pytest.mark.parametrize("problem", [QUIZ, HALF, FALL, BUG], ids=lambda each: each.kind)
@pytest.mark.parametrize("untouched", [..., None, "", "   "])
def test_an_untouched_answer_is_no_attempt_and_says_what_to_do(problem: Problem, untouched: Any):
    feedback = check_value(problem, untouched)

    assert feedback.outcome == "not_attempted"
    assert feedback.message


# --- what people, and odd objects, type ---


@pytest.mark.parametrize(
    "typed", ["{[]}", "{{}: 1}", "1\t/\t2", "1\u00a0/ 2", "½", "~0.5", "0.50", "50 %", "\ud800", "9" * 5000]
)
def test_whatever_is_typed_as_a_prediction_is_read_without_a_fault_of_ours(typed: str):
    feedback = check_value(HALF, typed)

    assert feedback.outcome in ("correct", "incorrect", "not_attempted")
    assert feedback.correct == (typed in ("1\t/\t2", "1\u00a0/ 2", "½", "~0.5", "0.50", "50 %"))


def test_a_word_where_a_number_is_asked_for_is_no_attempt():
    assert str(check_value(HALF, "five")) == (
        "Not attempted yet.\nA number is asked for here, and 'five' is none. This does not count as a try."
    )


def test_a_word_where_true_or_false_is_asked_for_is_no_attempt():
    truth = PredictProblem(id="99-true", **ABOUT, code="1 < 2", slips=[])

    assert check_value(truth, "true").correct
    assert str(check_value(truth, "false")) == "Not so.\nYou said False; the last line gives True."
    assert str(check_value(truth, "yes")) == (
        "Not attempted yet.\nTrue or False is asked for here, and 'yes' is neither. This does not count as a try."
    )


@pytest.mark.parametrize(
    "typed", ["d", "D", " d) ", "d:", "'d'", "d!", ["d"], {"d"}, "ｄ", "d) It counts an absent passage."]
)
def test_an_option_may_be_named_in_many_ways(typed: Any):
    problem = QuizProblem(
        id="x", objective="", statement="", minutes=1, options=[Option(each, each, each == "4") for each in "1234"]
    )

    assert check_value(problem, typed).correct


def test_a_foreign_letter_is_told_to_be_one():
    assert "The options' letters are Latin ones." in check_value(QUIZ, "б").message
    # This one looks like a Latin letter, and is taken for it.
    assert str(check_value(QUIZ, "а")) == "Not yet.\na: It is two."


@pytest.mark.parametrize("two", ["в", "В", "в)", ["в"], "а, в"])
def test_a_letter_that_is_the_second_by_its_looks_and_the_third_by_its_place_is_not_read(two: Any):
    assert "none of them. The options' letters are Latin ones." in check_value(QUIZ, two).message


def test_of_two_options_where_one_is_right_one_is_to_be_chosen():
    assert str(check_value(QUIZ, "b and c")) == "Not attempted yet.\nOnly one option is right here: choose one."
