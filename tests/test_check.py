"""The gate can fail: each drift from a problem in order brings a complaint that says how to mend it."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import check
import pytest
from examples import problems

from notebooks import stored
from ragedu.learn import bank
from ragedu.learn.problems import Call, FindBugProblem, Option, Problem, QuizProblem, Slip, Wrong

EXAMPLES: dict[str, Any] = problems()
FUNCTION, FILL, ORDER = EXAMPLES["function"], EXAMPLES["fill_blank"], EXAMPLES["order"]
QUIZ, PREDICT, BUG = EXAMPLES["quiz"], EXAMPLES["predict"], EXAMPLES["find_bug"]
JUDGEMENT = EXAMPLES["judgement"]

COUNTER = "from itertools import count\nimport time\ntime.perf_counter_ns()"
PASSES = Wrong("passes", FUNCTION.right[0], "Nothing is wrong with it.")
LIKE_ANOTHER = Wrong("like_another", FUNCTION.wrong[0].body + "  # again", "The same in other words.")

DRIFTS: dict[str, tuple[Problem, str]] = {
    "id": (replace(QUIZ, id="Cut"), "its id is not like 01-recall-at-k; begin with the lesson's number"),
    "minutes": (replace(QUIZ, minutes=90), "has minutes=90; choose from 1 to 15, or split the problem"),
    "difficulty": (replace(QUIZ, difficulty=0), "has difficulty=0; choose from 1 to 3"),
    "points": (replace(QUIZ, points=0), "has points=0; choose from 1 to 5"),
    "statement": (replace(QUIZ, statement="Which?"), "its statement says 'Which?'; write a sentence"),
    "objective": (replace(QUIZ, objective=""), "its objective says ''; write a sentence"),
    "hints": (replace(FUNCTION, hints=["One."]), "has 1 in `hints`; a problem of this kind needs at least 2"),
    "right": (replace(FUNCTION, right=FUNCTION.right[:2]), "has 2 in `right`; a problem of this kind needs at least 3"),
    "wrong": (replace(FUNCTION, wrong=FUNCTION.wrong[:3]), "has 3 in `wrong`; a problem of this kind needs at least 4"),
    "calls": (replace(FUNCTION, calls=FUNCTION.calls[:1]), "has 1 in `calls`; a problem of this kind needs at least 3"),
    "right of a blank": (replace(FILL, right=FILL.right[:1]), "has 1 in `right`; a problem of this kind needs"),
    "lines": (replace(ORDER, lines=ORDER.lines[:3]), "has 3 in `lines`; a problem of this kind needs at least 4"),
    "a hint twice": (replace(FUNCTION, hints=["Look.", "Look."]), "says the same twice in hints: 'Look.'"),
    "a sentence twice": (
        replace(FILL, wrong=[replace(each, sentence="No.") for each in FILL.wrong]),
        "says the same twice in the sentences of `wrong`: 'No.'; make each its own",
    ),
    "a right that is wrong": (
        replace(FUNCTION, right=[*FUNCTION.right, "return 2"]),
        "in a notebook, 'return 2' is not right: Not yet.",
    ),
    "a right filling that is none": (replace(FILL, right=[*FILL.right, "1 /"]), "'1 /' is not right: Not yet. Python"),
    "a wrong that passes": (
        replace(FUNCTION, wrong=[*FUNCTION.wrong, PASSES]),
        "in the grader, wrong passes passes; add a visible call that tells it from the reference",
    ),
    "a wrong like another": (
        replace(FUNCTION, wrong=[*FUNCTION.wrong, LIKE_ANOTHER]),
        "wrong like_another is told Not yet. Your function always says 0. Where does it look at the ranking?; add a",
    ),
    "an order that passes": (
        replace(ORDER, wrong=[*ORDER.wrong, Wrong("fine", "1 2 3 4 5", "Fine?")]),
        "wrong fine passes; add a visible call",
    ),
    "a line that is not there": (
        replace(ORDER, wrong=[*ORDER.wrong, Wrong("far", "1 9", "Far.")]),
        "wrong far names line 9; write numbers from 1 to 6, as '1 3 2'",
    ),
    "two lines in one": (replace(ORDER, distractors=["a\nb"]), "has an item that is no single line; write one line"),
    "a line twice": (replace(ORDER, distractors=[ORDER.lines[1]]), "has a line twice, so that two answers look the"),
    "no blank": (
        replace(FILL, template=FILL.template.replace("___", "0")),
        "its template has 0 blanks; write ___",
    ),
    "a constant": (
        replace(FUNCTION, reference=lambda *_: 0.5, calls=FUNCTION.calls),
        "in a notebook, `return 0.5` passes; vary the calls so that the results differ",
    ),
    "a wrong that only luck tells from the reference": (
        replace(
            FUNCTION,
            wrong=[*FUNCTION.wrong, Wrong("luck", FUNCTION.right[0].replace("0.0", "len(retrieved) > 3"), "?")],
        ),
        "no visible call tells wrong luck from the reference; add one that does",
    ),
    "a wrong that only luck tells from another": (
        replace(
            FUNCTION,
            wrong=[*FUNCTION.wrong, Wrong("late", FUNCTION.wrong[0].body + " if len(retrieved) < 4 else 1.0", "Late?")],
        ),
        "no visible call tells wrong finds_nothing from late; add one that does",
    ),
    "another question about the line": (
        replace(BUG, statement="This should be another number. Which line must change?"),
        "its statement doesn't ask 'Which line is wrong?'; ask so",
    ),
    "by heart": (
        replace(FUNCTION, generator=lambda source: FUNCTION.calls[source.randrange(3)].args),
        "in the grader, the visible results learnt by heart pass; let the generator make other calls",
    ),
    "a call without a question": (
        replace(FUNCTION, calls=[*FUNCTION.calls, Call((["d-2"], {"r-1"}), why="No hit.")]),
        "a call's `why` is 'No hit.'; write the question that the call puts to the code, ending in `?`",
    ),
    "a question twice": (
        replace(FILL, calls=[replace(each, why="And this?") for each in FILL.calls]),
        "two calls ask 'And this?'; give each its own question",
    ),
    "a reference that fails": (
        replace(FUNCTION, calls=[*FUNCTION.calls, Call((1,), why="what of one?")]),
        "the reference gives no value (TypeError:",
    ),
    "a generator of its own mind": (
        replace(FUNCTION, generator=lambda source: ([str(random.random())], {"r-1"})),
        "its generator makes other calls for the same seed; draw from `source` alone",
    ),
    "a generator of one mind": (
        replace(FUNCTION, generator=lambda source: (["r-1"], {"r-1"})),
        "its generator makes the same calls for every seed; draw from `source`",
    ),
    "another name": (
        replace(FUNCTION, signature="def first(retrieved, relevant):"),
        "its reference is called reciprocal_rank; call it first, as the learner's is",
    ),
    "a repair that is none": (replace(BUG, repair="pass"), "its repair does not make the calls pass"),
    "a bug that is none": (replace(BUG, calls=BUG.calls[2:]), "its code passes the calls as it stands; add a call"),
    "a repair of two lines": (replace(BUG, repair="pass\n    pass"), "its repair changes more or less than its line"),
    "two lines to blame": (
        FindBugProblem(
            **{each: getattr(BUG, each) for each in ("id", "objective", "statement", "minutes", "others")},
            code="def f(x):\n    x += 1\n    x += 1\n    return x\n",
            line=2,
            repair="pass",
            reference=lambda x: x + 1,
            calls=[Call((1,)), Call((2,))],
        ),
        "taking line 3 out repairs it as well",
    ),
    "a line undefended": (replace(BUG, others={}), "line 2 is not in `others`; say why it is not the wrong one"),
    "the bug defended": (
        replace(BUG, others={**BUG.others, 3: "Fine."}),
        "`others` speaks of line 3, which is the",
    ),
    "two options": (replace(QUIZ, options=QUIZ.options[:2]), "has 2 options; write three to five"),
    "nothing right": (
        replace(QUIZ, options=[replace(each, right=False) for each in QUIZ.options]),
        "has 0 right options of 3; mark one with right=True",
    ),
    "an option twice": (replace(QUIZ, options=[*QUIZ.options, QUIZ.options[0]]), "says the same twice: 'All nine, the"),
    "no reason": (
        replace(QUIZ, options=[replace(QUIZ.options[0], why=" "), *QUIZ.options[1:]]),
        "option a does not explain itself; say in `why` what holds for it",
    ),
    "all of the above": (
        replace(QUIZ, options=[*QUIZ.options, Option("All of the above, in that order.", "No.")]),
        "option d speaks of the others: 'All of the above, in that order.'",
    ),
    "a long option": (
        replace(QUIZ, options=[*QUIZ.options, Option("Only this: " + "very " * 20, "No.")]),
        "letters, its shortest 29; bring them within a factor of 1.6",
    ),
    "code that changes its mind": (replace(PREDICT, code=COUNTER), "its code gives another value when it runs again"),
    "also right and wrong": (replace(PREDICT, also_right=["none"]), "'none' stands in `also_right` and is not taken"),
    "a slip that is right": (replace(PREDICT, slips=[Slip(2, "Two?")]), "the slip 2 is told Correct."),
    "a slip twice": (
        replace(JUDGEMENT, slips=[*JUDGEMENT.slips, Slip(2.0, "Two again.")]),
        "two slips are the same value, 2; take one out",
    ),
    "code that fails": (replace(PREDICT, code="1 / 0"), "its_truth stopped with ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize(("problem", "complaint"), DRIFTS.values(), ids=DRIFTS)
def test_a_drift_is_complained_of(problem: Problem, complaint: str):
    found = check.complaints_about(problem)

    assert any(each.startswith(f"{problem.id}: ") and complaint in each for each in found), found


# What these two look at follows from the engine, whatever an author writes.
FROM_THE_ENGINE = {check.untouched, check.its_key}
CAN_BE_TRIPPED = {rule.__name__: rule for _, rule in check.RULES if rule not in FROM_THE_ENGINE}


@pytest.mark.parametrize("rule", CAN_BE_TRIPPED.values(), ids=CAN_BE_TRIPPED)
def test_every_rule_is_tripped_by_some_drift(rule: Callable[..., Any]):
    kinds = tuple(kind for kind, each in check.RULES if each is rule)

    assert any(trips(rule, problem) for problem, _ in DRIFTS.values() if isinstance(problem, kinds))


def trips(rule: Callable[..., Any], problem: Problem) -> bool:
    try:
        return any(rule(problem))
    except Exception:
        return False


# --- all together ---


def quiz(key: str, lengths: str = "222", its_id: str = "01-q") -> QuizProblem:
    options = [Option("x" * int(n) + letter, letter, letter in key) for letter, n in zip("abc", lengths, strict=True)]
    return QuizProblem(id=its_id, objective="", statement="", minutes=1, options=options)


def test_whoever_picks_the_longest_must_not_do_well():
    assert list(check.telling_lengths([quiz("a", "322"), quiz("b"), quiz("c")])) == []
    (complaint,) = check.telling_lengths([quiz("a", "322"), quiz("b", "232", "01-r"), quiz("c")])

    assert complaint.startswith("in 2 of 3 quizzes the right option is the longest")
    assert complaint.endswith("shorten it in some of 01-q, 01-r")


def test_the_longest_counts_only_where_it_is_alone():
    assert check.right_is_longest(quiz("a", "322").options)
    assert not check.right_is_longest(quiz("a", "332").options)
    assert not check.right_is_longest(quiz("a", "232").options)


def test_whoever_picks_one_letter_must_not_do_well():
    assert list(check.telling_places([quiz(each) for each in "abcabc"])) == [
        "right options stand only at a, b, c; move some to the other places"
    ]
    complaints = list(check.telling_places([quiz(each) for each in "aaaabc"]))

    assert "a is right in 4 of 6 quizzes; move some to other places" in complaints
    assert "a is right 4 times in a row; change the places in one of these quizzes" in complaints


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give lesson 01 other problems."""

    def gets(*problems: Problem, exercise: tuple[Problem, ...] = ()) -> None:
        monkeypatch.setattr(bank._module("01"), "LESSON", list(problems))
        monkeypatch.setattr(bank._module("01"), "EXERCISE", list(exercise))

    return gets


def test_an_id_twice_and_a_question_twice(lesson):
    lesson(QUIZ, QUIZ)
    found = check.complaints_about_the_bank()

    assert "99-quiz-cut: two problems have this id; give one another" in found
    assert any(each.startswith("two problems ask the same: 'a ranking holds nine") for each in found)


def test_a_problem_of_another_lesson_and_an_objective_of_none(lesson):
    lesson(QUIZ)
    found = check.complaints_about_the_bank()

    assert "99-quiz-cut: stands in lesson 01; begin its id with 01-" in found
    assert any("its objective is none of notebooks/01_does_it_find_it.ipynb: 'say what a cut" in each for each in found)


@pytest.mark.parametrize("problem", [FILL, ORDER], ids=lambda problem: problem.kind)
def test_what_can_not_be_graded_is_kept_out_of_an_exercise(lesson, problem):
    lesson(exercise=(problem,))

    assert f"{problem.id}: this kind can't be graded; put it into LESSON, or ask for the whole function" in (
        check.complaints_about_the_bank()
    )


def test_a_lesson_without_a_notebook(monkeypatch):
    monkeypatch.setattr(check, "stored", lambda *_: [])

    assert next(check.about_objectives("01")).startswith("lesson 01: there is no notebooks/01_….ipynb; write it")


# --- the command ---


def test_notebooks_and_what_is_generated_from_them_are_in_order():
    assert stored()
    assert check.complaints_about_files() == []


def test_the_command_says_that_all_is_in_order(capsys):
    assert check.main(["00-"]) == 0
    assert capsys.readouterr().out == "5 problems, all in order.\n"


def test_the_command_says_what_is_wrong(capsys, lesson):
    lesson(replace(QUIZ, id="01-quiz-cut", minutes=90))

    assert check.main(["01-"]) == 1
    assert capsys.readouterr().out == (
        "01-quiz-cut: has minutes=90; choose from 1 to 15, or split the problem\n1 problems, 1 to mend.\n"
    )


@pytest.mark.parametrize("asked", ["02-nothing", "--help"])
def test_the_command_knows_which_problems_there_are(capsys, asked):
    assert check.main([asked]) == 2
    assert (
        f"There is no problem whose id begins with {asked!r}. The ids: 00-predict-prompt, " in capsys.readouterr().out
    )
