"""The ipywidgets skin says what the text skin says, and steps back where it cannot be."""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from examples import problems as examples

from ragedu.learn import bank, session
from ragedu.learn.attempts import SURENESS, Attempts
from ragedu.learn.checking import truth_of
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    FillBlankProblem,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    Option,
    OrderProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)
from ragedu.learn.questions import Question

pytest.importorskip("ipywidgets", reason="the widget skin needs the extra `lab`")

from ragedu.learn.widgets import NO_IPYWIDGETS, NO_NOTEBOOK, ON, STATIC, UNGUARDED
from ragedu.learn.widgets.drawing import Drawn, bundle, draw

SEVERAL = QuizProblem(
    id="99-quiz-several",
    objective="",
    statement="Which of `a`, `b` and `c` are right?",
    minutes=1,
    hints=["It is not `b`.", "It is two of them."],
    options=[
        Option("the first, `a`", "a is right.", right=True),
        Option("the second", "b is not."),
        Option("the third", "c is right.", right=True),
    ],
)
PROBLEMS = [*bank.everything(), SEVERAL, *examples().values()]
FILL, ORDER = examples()["fill_blank"], examples()["order"]


@pytest.fixture(autouse=True)
def nothing_tried_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "attempts", Attempts())
    monkeypatch.setattr(bank, "find", {each.id: each for each in PROBLEMS}.get)


def drawn(problem: Problem, **namespace: Any) -> Any:
    return draw(Question(problem, namespace))


def find(problem_id: str) -> Any:
    return next(each for each in PROBLEMS if each.id == problem_id)


def visible(button: Any) -> bool:
    return button.layout.display != "none"


# ---- the same answer brings the same feedback ----------------------------------------------------------------------


def predictions(problem: PredictProblem) -> Iterator[tuple[Feedback, Drawn]]:
    typed = ["", "  ", str(truth_of(problem)), *(str(slip.value) for slip in problem.slips), "3/7", "50 %", "no idea"]
    for value, sure in itertools.product(typed, ["", *SURENESS]):
        widget = drawn(problem)
        widget.value.value, widget.sure.value = value, sure or None
        yield session.predict(problem.id, value, sure), widget


def lines(problem: FindBugProblem) -> Iterator[tuple[Feedback, Drawn]]:
    for line in [None, *range(1, len(problem.lines) + 1)]:
        widget = drawn(problem)
        widget.line.value = line
        yield session.find_bug(problem.id, line), widget


def picks(problem: QuizProblem) -> Iterator[tuple[Feedback, Drawn]]:
    most = len(problem.options) if problem.several else 1
    for count in range(most + 1):
        for picked in itertools.combinations(problem.lettered, count):
            widget = drawn(problem)
            if problem.several:
                for letter in picked:
                    widget.boxes[letter].value = True
            else:
                widget.one.value = picked[0] if picked else None
            yield session.quiz(problem.id, "".join(picked)), widget


def in_a_notebook(problem: Problem, code: str) -> tuple[Feedback, Drawn]:
    namespace: dict[str, Any] = {"__name__": "__main__", "check": session.check}
    exec(code, namespace)
    by_text = eval(f"check({problem.id!r})", namespace)
    return by_text, draw(Question(problem, namespace))


def functions(problem: FunctionProblem) -> Iterator[tuple[Feedback, Drawn]]:
    bodies = [problem.right[0], *(each.body for each in problem.wrong[:2]), "return None", "return 1 / 0"]
    for code in ["", problem.starter, *map(problem.code, bodies)]:
        yield in_a_notebook(problem, code)


def judgements(problem: JudgementProblem) -> Iterator[tuple[Feedback, Drawn]]:
    figures = [str(truth_of(problem)), *(str(slip.value) for slip in problem.slips), "", "  ", "no idea"]
    words = [("", ""), ("k = 4", ""), ("k = 4", "Seven are few.")]
    for figure, (decision, because) in itertools.product(figures, words):
        widget = drawn(problem)
        widget.figure.value, widget.decision.value, widget.because.value = figure, decision, because
        namespace = {"answer": figure, "decision": decision, "because": because, "check": session.check}
        yield eval(f"check({problem.id!r})", namespace), widget


def fillings(problem: FillBlankProblem) -> Iterator[tuple[Feedback, Drawn]]:
    for text in ["", " ", *problem.right, *(each.body for each in problem.wrong), "1 /", "gone", "...", "a\nb"]:
        widget = drawn(problem)
        widget.text.value = text
        yield session.fill(problem.id, text), widget


def orders(problem: OrderProblem) -> Iterator[tuple[Feedback, Drawn]]:
    ways = [
        " ".join(map(str, range(1, len(problem.lines) + 1))),
        *(each.body for each in problem.wrong),
        "1",
        "2 1",
        "",
    ]
    for way in ways:
        widget = drawn(problem)
        numbers = problem.numbers_of(problem.code(way))
        if way:
            put_in_order(widget, numbers)
        yield session.order(problem.id, numbers), widget


def put_in_order(widget: Any, numbers: list[int]) -> None:
    """As a learner would: leave out what is not wanted, then move each line up to its place."""
    for number in set(widget.numbers) - set(numbers):
        widget.line.value = number
        widget.buttons["Leave out or take back"].click()
    for place, number in enumerate(numbers):
        widget.line.value = number
        while widget.numbers.index(number) > place:
            widget.buttons["Up"].click()


ANSWERS: dict[type[Problem], Any] = {
    PredictProblem: predictions,
    FillBlankProblem: fillings,
    FindBugProblem: lines,
    QuizProblem: picks,
    OrderProblem: orders,
    FunctionProblem: functions,
    JudgementProblem: judgements,
}


class Forgetful(set):  # type: ignore[type-arg]
    """Remembers no answer: else the widget's would be the text's once more, which is no new try."""

    def __contains__(self, _: object) -> bool:
        return False


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_the_widget_says_what_the_text_says(problem):
    session.attempts.given_before = Forgetful()
    for by_text, widget in ANSWERS[type(problem)](problem):
        noted = list(session.attempts.made)
        widget.check()

        assert widget.shown == by_text
        assert by_text._repr_html_() in widget.feedback.value
        # The text skin noted its attempt just before; the widget adds the very same, or none where that was none.
        added = session.attempts.made[len(noted) :]
        assert added == ([] if by_text.outcome == "not_attempted" else noted[-1:])


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_nothing_is_picked_beforehand(problem):
    widget = drawn(problem)
    widget.check()

    assert widget.shown.outcome == "not_attempted"
    assert not session.attempts.made


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_hints_and_solution_are_the_texts_of_the_session(problem, monkeypatch):
    widget = drawn(problem)
    assert visible(widget.hint_button) == bool(problem.hints)
    assert not visible(widget.solution_button)

    for _ in problem.hints:
        widget.hint_button.click()
        given = session.attempts.hints_given[problem.id]
        session.attempts.hints_given[problem.id] = given - 1
        assert session.hint(problem.id)._repr_html_() in widget.aside.value

    monkeypatch.setattr(session.attempts, "tries_left", lambda _: 0)
    widget.check_button.click()
    widget.solution_button.click()

    assert visible(widget.solution_button)
    assert session.solution(problem.id)._repr_html_() in widget.aside.value


# ---- single promises -----------------------------------------------------------------------------------------------


def test_enter_in_the_field_checks_and_leaving_the_field_does_not():
    widget = drawn(find("01-predict-rank"))
    widget.sure.value = "certain"
    widget.value.value = "1"
    assert widget.shown is None

    widget.value._handle_msg({"content": {"data": {"method": "custom", "content": {"event": "submit"}}}, "buffers": []})

    assert widget.shown.outcome == "incorrect"


def test_the_first_prediction_is_the_one_that_counts():
    widget = drawn(find("01-predict-rank"))
    widget.sure.value = "certain"
    for value in ("1", "2"):
        widget.value.value = value
        widget.check()

    assert widget.shown.correct
    assert [(each.outcome, each.sure) for each in session.attempts.sure_and_wrong()] == [("incorrect", "certain")]


def test_the_solution_opens_after_three_tries():
    widget = drawn(find("01-find-cut"))
    seen = []
    for line in (1, 2, 3):
        seen.append(visible(widget.solution_button))
        widget.line.value = line
        widget.check()

    assert seen == [False, False, False]
    assert visible(widget.solution_button)
    assert visible(drawn(find("01-find-cut")).solution_button)


def test_a_fault_of_ours_is_told_in_words(monkeypatch):
    def fails(*_: object) -> Feedback:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(session, "answered", fails)
    monkeypatch.setattr(session, "hint", fails)
    widget = drawn(SEVERAL)
    widget.check_button.click()
    widget.hint_button.click()

    for place in (widget.feedback, widget.aside):
        assert "Something went wrong inside ragedu, and it is no fault of yours: RuntimeError: the disk is full" in (
            place.value
        )
        assert 'You can answer in text instead. Answer with quiz("99-quiz-several", …)' in place.value


def test_the_same_words_a_second_time_reach_the_page_again():
    widget = drawn(SEVERAL)
    values = []
    for _ in range(3):
        widget.check()
        values.append(widget.feedback.value)

    assert all(before != after for before, after in itertools.pairwise(values))


def test_code_lines_keep_their_blanks_and_carry_numbers_from_1():
    labels = [label for label, _ in drawn(find("01-find-cut")).line.options]

    assert labels[0] == " 1  def share_found(ranks, k):"
    assert labels[3] == " 4          if 0 < rank < k:"


def labels_of(widget: Any) -> list[str]:
    return [label for label, _ in widget.line.options]


def test_lines_keep_their_numbers_and_their_blanks_wherever_they_are_moved():
    widget = drawn(ORDER)
    first, second, *others = [f"{number:>2}  {line}" for number, line in enumerate(ORDER.shown, start=1)]
    assert labels_of(widget) == [first, second, *others]

    widget.line.value = 1
    widget.buttons["Down"].click()

    assert labels_of(widget) == [second, first, *others]
    assert widget.line.value == 1
    assert "Line 1 is now in place 2 of 6." in widget.moved.value


def test_a_line_left_out_goes_to_the_end_and_comes_back():
    widget = drawn(ORDER)
    widget.line.value = 2
    widget.buttons["Leave out or take back"].click()
    assert labels_of(widget)[-1] == f" 2  {ORDER.shown[1]}  (left out)"
    assert "Line 2 is left out." in widget.moved.value

    widget.buttons["Up"].click()
    assert "This line is left out." in widget.moved.value
    widget.buttons["Leave out or take back"].click()
    assert widget.numbers == [1, 3, 4, 5, 6, 2]
    assert "Line 2 is back, in place 6 of 6." in widget.moved.value


def looks(radios: Any, styles: str) -> dict[int, str]:
    """What is said of each option's looks, by its place."""
    found = re.findall(r"\.ragedu-(\w+) \.widget-radio-box label:nth-of-type\((\d+)\) ?(.*?) }", styles)
    assert {model for model, _, _ in found} == {radios.model_id}
    said: dict[int, str] = {}
    for _, place, rule in found:
        said[int(place)] = said.get(int(place), "") + rule
    return said


@pytest.mark.parametrize("problem", [each for each in PROBLEMS if isinstance(each, FindBugProblem)], ids=lambda e: e.id)
def test_a_line_that_is_wrapped_goes_on_inside_its_code_and_an_empty_one_has_no_button(problem: FindBugProblem):
    _, line, style, *_ = drawn(problem).box.children
    said = looks(line, style.value)

    for number, code in enumerate(problem.lines, start=1):
        inside = 4 + len(code) - len(code.lstrip())
        hang = int(re.search(r"text-indent: -(\d+)ch", said[number]).group(1))
        assert hang > inside
        assert f"padding-left: calc(1.8em + {hang}ch)" in said[number]
        assert ("input { display: none;" in said[number]) == (not code.strip())


def test_an_empty_line_is_no_answer():
    problem = find("02-find-repeats")
    empty = problem.lines.index("") + 1
    widget = drawn(problem)
    widget.line.value = empty
    widget.check()

    told = f"Not attempted yet.\nLine {empty} is empty. Name one that has something on it."
    assert str(widget.shown) == str(session.find_bug(problem.id, empty)) == told
    assert session.attempts.made == []


def test_a_line_that_is_moved_takes_its_looks_along():
    widget = drawn(ORDER)
    before = looks(widget.line, widget.looks.value)
    widget.line.value = 1
    widget.move(1)

    after = looks(widget.line, widget.looks.value)
    assert (after[1], after[2]) == (before[2], before[1])
    assert before[1] != before[2]


def test_a_line_can_not_be_moved_past_the_ends():
    widget = drawn(ORDER)
    for number, label in ((1, "Up"), (6, "Down")):
        widget.line.value = number
        widget.buttons[label].click()

    assert widget.numbers == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("label", ["Up", "Leave out or take back"])
def test_moving_without_a_line_asks_for_one(label):
    widget = drawn(ORDER)
    widget.buttons[label].click()

    assert "Pick a line first." in widget.moved.value
    assert not widget.touched


def test_lines_that_were_not_moved_are_no_answer():
    widget = drawn(ORDER)
    widget.line.value = 3
    widget.check()

    assert str(widget.shown) == "Not attempted yet.\nPut the lines in order first."


def test_where_every_line_is_needed_none_can_be_left_out():
    assert list(drawn(replace(ORDER, distractors=[])).buttons) == ["Up", "Down"]


def test_enter_in_the_blank_checks():
    widget = drawn(FILL)
    widget.text.value = "1 / rank"
    widget.text._handle_msg({"content": {"data": {"method": "custom", "content": {"event": "submit"}}}, "buffers": []})

    assert widget.shown.correct


def test_a_judgement_lists_the_words_for_a_person():
    widget = drawn(find("01-judge-k"))
    widget.figure.value, widget.decision.value, widget.because.value = "4/7", "k = 4", "Four customers\nof seven."
    widget.check()

    assert "For a person to read:\n    decision: k = 4\n    because: Four customers of seven." in str(widget.shown)


def test_a_function_can_be_asked_for_and_checked_with_a_button():
    namespace: dict[str, Any] = {"__name__": "__main__"}
    question = eval("ask('01-recall-at-k')", {"ask": session.ask, **namespace})
    widget = draw(question)
    assert "def recall_at_k(retrieved, relevant, k):" in widget.box.children[1].value

    widget.check()
    assert "Define a function named `recall_at_k`" in widget.shown.message


@pytest.mark.parametrize("rights", [1, 2])
def test_options_that_are_code_are_set_as_code(rights):
    options = [Option(f'any_of("{each}")', each, right=place < rights) for place, each in enumerate("abc")]
    made = [
        QuizProblem(id="99-quiz-code", objective="", statement="", minutes=1, options=options, options_are_code=code)
        for code in (True, False)
    ]
    if rights == 1:
        assert ["ragedu-code" in drawn(each).one._dom_classes for each in made] == [True, False]
    else:
        assert ["<code>" in drawn(each).boxes["a"].description for each in made] == [True, False]


def test_what_stands_in_a_label_is_text_and_never_markup():
    tricky = QuizProblem(
        id="99-quiz-tags",
        objective="",
        statement="a < b & `<b>`",
        minutes=1,
        options=[Option("<img src=x>", "", right=True), Option("`<i>`", "", right=True)],
    )
    widget = drawn(tricky)

    assert "a &lt; b &amp; <code>&lt;b&gt;</code>" in widget.box.children[0].value
    assert [box.description for box in widget.boxes.values()] == [
        "<span>a) &lt;img src=x&gt;</span>",
        "<span>b) <code>&lt;i&gt;</code></span>",
    ]


def test_beside_the_widget_stands_the_question_for_pages_without_widgets():
    question = Question(find("01-quiz-reading"), {})
    data = bundle(question)

    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert data["text/plain"] == str(question)
    assert "b)  For six questions the expected passage" in data["text/html"]
    assert 'Answer with quiz("01-quiz-reading", …)' in data["text/html"]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_there_the_answer_is_folded_away(problem):
    html = bundle(Question(problem, {}))["text/html"]
    question, _, answer = html.partition("<details><summary>Answer</summary>")

    assert question
    assert answer.endswith("</details>")
    if isinstance(problem, QuizProblem):
        assert all(
            option.text in unescape(html)
            for option in problem.options
            if "`" not in option.text and "<" not in option.text
        )
        assert not any(option.why in question for option in problem.options)


def test_one_question_drawn_twice_is_two_widgets():
    question = Question(SEVERAL, {})
    first, second = draw(question), draw(question)
    first.boxes["a"].value = True

    assert not second.boxes["a"].value


# ---- switching on, and what happens where that is not possible -----------------------------------------------------

IN_A_NOTEBOOK = """
from IPython.core.interactiveshell import InteractiveShell
from ragedu.learn import quiz

shell = InteractiveShell.instance()
from ragedu.learn.widgets import use_widgets
use_widgets()
print(*sorted(shell.display_formatter.format(quiz("01-quiz-reading"))[0]))
"""
IN_TEXT = """
from ragedu.learn import quiz
from ragedu.learn.widgets import use_widgets
use_widgets()
print(quiz("01-quiz-reading"))
print(quiz("01-quiz-reading", "a"))
"""


def python(code: str, without: tuple[str, ...] = ()) -> str:
    """What the code prints in a fresh Python in which these packages are not installed."""
    block = f"import sys\nsys.modules.update(dict.fromkeys({without!r}))\n"
    return subprocess.run([sys.executable, "-c", block + code], capture_output=True, text=True, check=True).stdout


def test_in_a_notebook_a_question_becomes_a_widget():
    *_, line, kinds = python(IN_A_NOTEBOOK).splitlines()

    assert line == ON
    assert kinds == "application/vnd.jupyter.widget-view+json text/html text/plain"


def test_without_anywidget_there_are_widgets_and_a_word_about_the_keys():
    *_, line, kinds = python(IN_A_NOTEBOOK, without=("anywidget",)).splitlines()

    assert line == f"{ON} {UNGUARDED}"
    assert "widget-view" in kinds


def test_without_ipywidgets_a_notebook_goes_on_in_text():
    line, kinds = python(IN_A_NOTEBOOK, without=("ipywidgets", "anywidget")).splitlines()

    assert line == NO_IPYWIDGETS
    assert kinds == "text/html text/plain"


@pytest.mark.parametrize("without", [(), ("IPython", "ipywidgets", "anywidget")])
def test_outside_a_notebook_everything_goes_on_in_text(without):
    printed = python(IN_TEXT, without)

    assert printed.startswith(NO_NOTEBOOK)
    assert 'Answer with quiz("01-quiz-reading", …)' in printed
    assert printed.endswith("Not yet.\na: Recall looks at passages. It never reads an answer.\n")


def test_the_verbs_know_nothing_of_the_widgets():
    code = (
        "import ragedu.learn.session; print([each for each in sys.modules if 'widgets' in each or each == 'IPython'])"
    )

    assert python(code) == "[]\n"


# A widget's state, where it is kept, would take the place of the text: then the environment says what the page is for.
@pytest.mark.parametrize(("static", "keeps_state"), [("", False), ("static", True)])
def test_a_page_made_from_an_executed_notebook_shows_the_question(static, keeps_state, monkeypatch):
    pytest.importorskip("nbconvert")
    import nbclient
    import nbconvert
    from nbformat.v4 import new_code_cell, new_notebook

    monkeypatch.setenv("RAGEDU_WIDGETS", static)
    cells = ["from ragedu.learn import quiz\nfrom ragedu.learn.widgets import use_widgets\nuse_widgets()"]
    notebook = new_notebook(cells=[new_code_cell(each) for each in [*cells, 'quiz("01-quiz-reading")']])
    nbclient.NotebookClient(notebook, kernel_name="python3", store_widget_state=keeps_state).execute()
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)

    assert (STATIC if static else "Widgets are on") in page
    assert "Recall@3 on the shop is 6/7. What does that tell you?" in page
    assert "c)  For six questions the passage stands inside the cut" in page
    assert "<details><summary>Answer</summary><span>Right: c) For six questions the passage" in page
