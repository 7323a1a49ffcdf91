"""The verbs, as typed in a notebook or any console."""

from typing import Any

import pytest

from ragedu import learn
from ragedu.learn import session
from ragedu.learn.attempts import Attempt, Attempts
from ragedu.learn.feedback import Feedback
from ragedu.learn.questions import Question
from ragedu.learn.session import check, find_bug, hint, predict, quiz, solution, sure_and_wrong
from ragedu.tables import Table

RIGHT_RECALL = """
def recall_at_k(retrieved, relevant, k):
    return len(relevant & set(retrieved[:k])) / len(relevant)
"""


@pytest.fixture(autouse=True)
def attempts(monkeypatch: pytest.MonkeyPatch) -> Attempts:
    """A session of its own for each test."""
    fresh = Attempts()
    monkeypatch.setattr(session, "attempts", fresh)
    return fresh


class Notebook:
    """Cells that share a namespace, as a notebook's do."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {"__name__": "__main__"}

    def run(self, source: str) -> None:
        exec(compile(source, "cell 1", "exec"), self.namespace)

    def check(self, problem_id: str) -> Feedback:
        self.run("from ragedu.learn import check")
        return eval(f"check({problem_id!r})", self.namespace)


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


# --- check ---


def test_check_finds_the_function_in_the_notebook_it_is_called_from(notebook: Notebook):
    notebook.run(RIGHT_RECALL)

    assert str(notebook.check("01-recall-at-k")).startswith("Correct.")


def test_check_leaves_the_notebook_as_it_was(notebook: Notebook):
    notebook.run(RIGHT_RECALL + "\nfrom ragedu.learn import check\nretrieved = ['a']\n")
    before = dict(notebook.namespace)

    notebook.check("01-recall-at-k")
    assert notebook.namespace == before


def test_check_sees_the_function_as_it_stands_now(notebook: Notebook):
    notebook.run("def recall_at_k(retrieved, relevant, k):\n    return ...")
    assert notebook.check("01-recall-at-k").outcome == "not_attempted"

    notebook.run(RIGHT_RECALL)
    assert notebook.check("01-recall-at-k").correct


def test_check_without_the_function_says_what_to_define(notebook: Notebook):
    assert str(notebook.check("01-recall-at-k")) == (
        "Not attempted yet.\nDefine a function named `recall_at_k`, run its cell, then run the check again."
    )


def test_check_of_a_name_that_is_no_function_says_what_to_define(notebook: Notebook):
    notebook.run("recall_at_k = 0.5")

    assert notebook.check("01-recall-at-k").outcome == "not_attempted"


def test_check_refuses_ragedus_own_function(notebook: Notebook):
    notebook.run("from ragedu.retrieval import recall_at_k")

    assert "This is ragedu's own `recall_at_k`. The point is to write yours." in str(notebook.check("01-recall-at-k"))


def test_check_refuses_a_function_that_calls_ragedus_own(notebook: Notebook):
    notebook.run("import ragedu\n\n\ndef recall_at_k(*arguments):\n    return ragedu.recall_at_k(*arguments)")

    feedback = notebook.check("01-recall-at-k")
    assert feedback.outcome == "error"
    assert "recall_at_k is what you are asked to write here" in feedback.message


def test_after_a_check_ragedus_own_function_works_again(notebook: Notebook):
    notebook.run("def recall_at_k(retrieved, relevant, k):\n    1 / 0")
    notebook.check("01-recall-at-k")

    from ragedu.retrieval import recall_at_k

    assert recall_at_k(["a"], {"a"}, 1) == 1.0


def test_check_of_a_value_looks_at_answer(notebook: Notebook):
    notebook.run("answer = 'd'")

    assert notebook.check("01-quiz-rank-zero").correct


def test_check_of_a_value_without_an_answer_says_where_to_put_it(notebook: Notebook):
    assert str(notebook.check("01-quiz-rank-zero")) == (
        "Not attempted yet.\nPut your answer into a variable named `answer`, then run the check again."
    )


def test_check_of_an_untouched_prediction_is_no_attempt(notebook: Notebook, attempts: Attempts):
    notebook.run("answer = ...")

    assert notebook.check("01-predict-repeat").outcome == "not_attempted"
    assert attempts.made == []


def test_check_of_a_prediction_asks_for_no_sureness(notebook: Notebook, attempts: Attempts):
    notebook.run("answer = 1.0")
    notebook.check("01-predict-repeat")

    assert attempts.made == [Attempt("01-predict-repeat", "incorrect")]


def test_check_of_a_prediction_takes_a_sureness_that_is_there(notebook: Notebook, attempts: Attempts):
    notebook.run("answer = 1.0\nsure = 'Fairly'")
    notebook.check("01-predict-repeat")

    assert attempts.made == [Attempt("01-predict-repeat", "incorrect", "fairly")]


def test_an_answer_that_is_no_plain_value_is_no_attempt(notebook: Notebook):
    notebook.run("answer = object()")

    assert str(notebook.check("01-quiz-rank-zero")) == (
        "Not attempted yet.\nAn answer is a plain value such as a number or a text, not an object of type object."
    )


def test_an_answer_of_numpy_is_an_answer(notebook: Notebook):
    pytest.importorskip("numpy")
    notebook.run("import numpy\nanswer = numpy.float64(4 / 7)")

    assert notebook.check("01-judge-k").correct


# --- questions and answers ---


def test_a_verb_without_an_answer_asks():
    question = quiz("01-quiz-reading")

    assert isinstance(question, Question)
    text = str(question)
    assert text.startswith("Recall@3 on the shop is 6/7. What does that tell you?")
    assert "    a)  " in text
    assert text.endswith('Answer with quiz("01-quiz-reading", …), for example "a".')


def test_a_question_about_a_line_numbers_the_lines():
    assert "     1  def share_found(ranks, k):" in str(find_bug("01-find-cut"))


def test_a_question_about_a_value_shows_the_code_and_how_to_say_sure():
    text = str(predict("01-predict-everything"))

    assert "    everything = [passage.id for passage in shop.passages]" in text
    assert 'where sure is one of "guessing", "fairly sure", "certain".' in text


def test_code_that_would_give_something_away_is_not_shown():
    assert "index" not in str(predict("01-predict-rank"))
    assert "round" not in str(predict("01-predict-points")).replace("rounded", "")


def test_a_question_does_not_tell_its_answer():
    text = str(quiz("01-quiz-reading"))

    assert all(option.why not in text for option in session.bank.find("01-quiz-reading").options)


def test_a_question_knows_the_notebook_it_was_asked_in(notebook: Notebook):
    notebook.run("from ragedu.learn import quiz\nhere = True\nquestion = quiz('01-quiz-reading')")

    assert notebook.namespace["question"].namespace["here"] is True


@pytest.mark.parametrize("sure", ["", "very", "certain ", 1, None, ["certain"]])
def test_a_prediction_without_a_sureness_is_no_attempt(sure: Any, attempts: Attempts):
    feedback = predict("01-predict-rank", 2, sure=sure)

    assert str(feedback) == "Not attempted yet.\nSay how sure you are: guessing, fairly sure or certain."
    assert attempts.made == []


@pytest.mark.parametrize("value", ["", "  ", None])
@pytest.mark.parametrize(
    ("sure", "told"),
    [
        ("", "Type a prediction and say how sure you are: guessing, fairly sure or certain."),
        ("certain", "Commit to a value first; a guess is fine."),
    ],
)
def test_what_is_missing_of_a_prediction_is_told_at_once(value: Any, sure: str, told: str, attempts: Attempts):
    assert str(predict("01-predict-rank", value, sure=sure)) == f"Not attempted yet.\n{told}"
    assert attempts.made == []


SAID = {"guessing": "guessing", "fairly": "fairly", "Fairly sure": "fairly", "certain": "certain"}


@pytest.mark.parametrize("sure", SAID)
def test_a_prediction_with_its_sureness_is_noted(sure: str, attempts: Attempts):
    assert isinstance(predict("01-predict-rank", 2, sure=sure), Feedback)
    assert attempts.made == [Attempt("01-predict-rank", "correct", SAID[sure])]


def test_the_wrong_verb_is_led_to_the_right_one():
    assert str(quiz("01-predict-rank")) == (
        '01-predict-rank is another kind of problem; use predict("01-predict-rank").'
    )
    assert str(find_bug("01-recall-at-k")).endswith('use check("01-recall-at-k").')


@pytest.mark.parametrize("verb", [predict, find_bug, quiz, check, hint, solution])
def test_an_unknown_name_is_met_with_the_nearest_known(verb: Any):
    assert str(verb("01-recal-at-k")) == 'There is no problem named "01-recal-at-k". Did you mean "01-recall-at-k"?'


def test_a_name_like_no_other_is_only_unknown():
    assert str(check("zzzzzzzz")) == 'There is no problem named "zzzzzzzz".'


# --- hints and solutions ---


def test_each_hint_says_more_and_after_the_last_comes_the_first():
    said = [str(hint("01-recall-at-k")) for _ in range(3)]

    assert said[0].startswith("Hint 1 of 2: Which passages")
    assert said[1].startswith("Hint 2 of 2: ")
    assert said[1].endswith("That was the last one; run it again for the first.")
    assert said[2] == said[0]


def test_a_problem_without_hints_says_so():
    assert "There is no hint for this one" in str(hint("01-quiz-reading"))


def test_the_solution_opens_after_three_tries():
    for left, picked in (("3 more tries", "a"), ("2 more tries", "b"), ("one more try", "d")):
        assert f"The solution opens after {left}, or as soon as you are right." in str(solution("01-quiz-reading"))
        quiz("01-quiz-reading", picked)

    assert str(solution("01-quiz-reading")).startswith("Right: ")


def test_the_same_wrong_answer_again_is_no_new_try(notebook: Notebook):
    for _ in range(5):
        quiz("01-quiz-reading", "a")
        notebook.run("def recall_at_k(retrieved, relevant, k):\n    return 0.0\n")
        notebook.check("01-recall-at-k")

    assert "2 more tries" in str(solution("01-quiz-reading"))
    assert "2 more tries" in str(solution("01-recall-at-k"))


def test_another_wrong_function_is_a_new_try_though_the_same_call_fails(notebook: Notebook):
    for result in ("9", "9 if k == 5 else 8", "9 if k == 5 else 7"):
        notebook.run(f"def recall_at_k(retrieved, relevant, k):\n    return {result}\n")
        assert "recall_at_k(['d-1', 'r-1'], {'r-1'}, 5)\ngave back" in str(notebook.check("01-recall-at-k"))

    assert str(solution("01-recall-at-k")).startswith("    def recall_at_k")


def test_the_solution_opens_with_success():
    quiz("01-quiz-reading", "".join(session.bank.find("01-quiz-reading").key))

    assert str(solution("01-quiz-reading")).startswith("Right: ")


def test_an_answer_that_was_none_is_no_try():
    for _ in range(5):
        quiz("01-quiz-reading", "nothing")

    assert "3 more tries" in str(solution("01-quiz-reading"))


def test_the_solution_of_a_function_is_code_with_its_reasons(notebook: Notebook):
    notebook.run(RIGHT_RECALL)
    notebook.check("01-recall-at-k")

    text = str(solution("01-recall-at-k"))
    assert text.startswith("    def recall_at_k(retrieved, relevant, k):\n        return ")
    assert "Common slips" in text


def test_the_solution_of_each_kind_shows_something():
    for problem in session.bank.everything():
        session.attempts.made = [Attempt(problem.id, "correct")]
        assert len(str(solution(problem.id))) > 20


# --- sure and wrong ---


def test_nowhere_sure_and_wrong():
    predict("01-predict-rank", 1, sure="guessing")
    predict("01-predict-found", 5, sure="certain")

    assert str(sure_and_wrong()) == "Nowhere were you sure and wrong so far."


def test_sure_and_wrong_lists_the_first_attempt_even_when_it_was_put_right():
    predict("01-predict-rank", 1, sure="certain")
    predict("01-predict-rank", 2, sure="certain")
    predict("01-predict-found", 4, sure="fairly")

    table = sure_and_wrong()
    assert isinstance(table, Table)
    assert [row[:2] for row in table.rows] == [("01-predict-rank", "certain"), ("01-predict-found", "fairly sure")]


def test_right_first_and_wrong_later_is_not_listed():
    predict("01-predict-rank", 2, sure="certain")
    predict("01-predict-rank", 1, sure="certain")

    assert isinstance(sure_and_wrong(), Feedback)


# --- the door ---


def test_every_verb_is_to_be_had_from_the_door():
    assert all(getattr(learn, name) is getattr(session, name) for name in learn.__all__)
    assert set(learn.__all__) <= set(dir(learn))


def test_the_door_names_what_it_does_not_have():
    with pytest.raises(AttributeError, match=r"module 'ragedu\.learn' has no attribute 'grade'"):
        learn.grade  # noqa: B018


# --- what is left over, forgotten, printed, slow ---


class Kernel(Notebook):
    """A notebook that keeps the text of its cells, as IPython does."""

    def __init__(self) -> None:
        super().__init__()
        self.namespace["In"] = [""]

    def cell(self, source: str) -> str:
        self.namespace["In"].append(source)
        *body, last = source.splitlines()
        self.run("from ragedu.learn import check\n" + "\n".join(body))
        return str(eval(last, self.namespace))


LEFT_OVER = [
    ('answer = 3\ncheck("01-predict-repeat")', 'asnwer = 3\ncheck("01-find-repeats")', True),
    ('answer = 3\ncheck("01-predict-repeat")', 'answer == 3\ncheck("01-find-repeats")', True),
    ('answer = 3\ncheck("01-predict-repeat")', 'check("01-find-repeats")', True),
    ('answer = 3\ncheck("01-predict-repeat")', 'answer = 3\ncheck("01-find-repeats")', False),
    ('answer = 3\ncheck("01-predict-repeat")', 'answer: int = 3\ncheck("01-find-repeats")', False),
    ('answer = 3\ncheck("01-predict-repeat")', '(answer := 3)\ncheck("01-find-repeats")', False),
    ('answer = 3\ncheck("01-predict-repeat")', 'exec("answer = 3")\ncheck("01-find-repeats")', False),
    (
        'answer = 3\ncheck("01-predict-repeat")',
        'run_line_magic = len\nrun_line_magic("answer = 3")\ncheck("01-find-repeats")',
        False,
    ),
    ('answer = 3\ncheck("01-find-repeats")', 'check("01-find-repeats")', False),
]


@pytest.mark.parametrize(("first", "then", "is_left_over"), LEFT_OVER)
def test_an_answer_that_was_written_for_another_problem_is_none(first: str, then: str, is_left_over: bool):
    kernel = Kernel()
    kernel.cell(first)

    said = kernel.cell(then)

    assert said.startswith("Correct.") is not is_left_over
    if is_left_over:
        assert said == (
            "Not attempted yet.\n`answer` still holds what you gave for 01-predict-repeat. Write this one's: "
            "`answer = …`."
        )


def test_an_answer_written_in_a_cell_before_the_check_counts():
    kernel = Kernel()
    kernel.cell('answer = 3\ncheck("01-predict-repeat")')
    kernel.cell("answer = 3\nanswer")

    assert kernel.cell('check("01-find-repeats")').startswith("Correct.")


def test_words_that_were_written_for_another_decision_are_missing():
    kernel = Kernel()
    kernel.cell('answer = 0\ndecision = "k = 4"\nbecause = "It finds all."\ncheck("01-judge-k")')

    said = kernel.cell('answer = 1\ncheck("02-judge-order")')

    assert "Still to be written, for a person to read: `decision` and `because`." in said
    assert "k = 4" not in said


def test_a_function_under_nearly_the_right_name_is_pointed_at(notebook: Notebook):
    notebook.run("def firstrank(retrieved, relevant):\n    return 0\n")

    assert "You have one named `firstrank`: is that it" in str(notebook.check("01-first-rank"))
    assert "You have one named" not in str(notebook.check("02-by-score"))


def test_what_a_function_prints_is_shown_once(notebook: Notebook, capsys: pytest.CaptureFixture[str]):
    notebook.run(RIGHT_RECALL.replace("    return", "    print('looking')\n    return"))

    said = str(notebook.check("01-recall-at-k"))

    assert capsys.readouterr().out == "looking\n"
    assert said.endswith("What your function prints is shown for the first call alone.")


def test_a_right_function_that_a_grader_may_find_too_slow_is_told_so(notebook: Notebook, monkeypatch):
    monkeypatch.setattr(session, "TOGETHER", 0.05)
    notebook.run("import time\n" + RIGHT_RECALL.replace("    return", "    time.sleep(0.002)\n    return"))

    said = str(notebook.check("01-recall-at-k"))

    assert said.startswith("Correct.")
    assert "It is slow: a grader makes more calls than these, and has 0.05 seconds for all." in said
