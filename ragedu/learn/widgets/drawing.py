"""Draws a Question as core ipywidgets. It only draws: every answer goes to the session, as it does from the text skin.

question.css gives the looks. It travels inside each question, since the cell that switched the widgets on may be
scrolled away, and JupyterLab takes such a cell out of the page.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets

from ragedu.learn import session
from ragedu.learn.attempts import SURENESS
from ragedu.learn.feedback import Feedback, as_html
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
from ragedu.learn.questions import NUMBERED, Question, for_reading, how_to_answer, material, numbered
from ragedu.learn.widgets.roundtrip import AfterRoundtrip

HANG = 2
"""By how many letters a line of code that is wrapped goes on to the right of its first letter."""

STYLE = Path(__file__).with_name("question.css").read_text(encoding="utf-8")


class Drawn:
    """A question on the screen.

    box     what a notebook shows
    shown   the feedback that stands below the question now
    """

    check_label = "Check"

    def __init__(self, question: Question) -> None:
        self.question = question
        self.shown: Feedback | None = None
        # One place for what an answer brings, another for hints: reading a hint takes no feedback away.
        self.feedback = _html("", "ragedu-feedback")
        self.aside = _html("", "ragedu-feedback")
        self.check_soon = AfterRoundtrip(self.check)
        self.check_button = _button(self.check_label, self.check_soon)
        self.hint_button = _button("Hint", self.hint)
        self.solution_button = _button("Solution", self.solution)
        statement = f'<style>{STYLE}</style><div class="ragedu-statement">{as_html(self.problem.statement)}</div>'
        buttons = ipywidgets.HBox([self.check_button, self.hint_button, self.solution_button])
        buttons.add_class("ragedu-buttons")
        self.box = ipywidgets.VBox([_html(statement), *self.fields(), buttons, self.feedback, self.aside])
        self.box.add_class("ragedu-question")
        self._offer_help()

    @property
    def problem(self) -> Any:
        """The problem that the question puts."""
        return self.question.problem

    def fields(self) -> list[Any]:
        """The widgets an answer is given with."""
        return []

    def answered(self) -> Feedback:
        """What the session says to what stands in the fields."""
        return session.check_in(self.problem, self.question.namespace)

    def check(self) -> None:
        """Check what stands in the fields and show the feedback."""
        self.shown = self._in_words(self.answered)
        _tell(self.feedback, self.shown)
        self._offer_help()

    def hint(self) -> None:
        """Show the next hint."""
        _tell(self.aside, self._in_words(lambda: session.hint(self.problem.id)))

    def solution(self) -> None:
        """Show the solution."""
        _tell(self.aside, self._in_words(lambda: session.solution(self.problem.id)))

    def field(self, label: str) -> Any:
        """A line to type into; Enter checks."""
        field = ipywidgets.Text(description=label)
        field.add_class("ragedu-field")
        field.on_msg(self._typed)
        return field

    def _typed(self, _: object, content: dict[str, Any], __: object) -> None:
        # ipywidgets deprecates on_submit; observing the value instead would take leaving the field for an answer.
        if content.get("event") == "submit":
            self.check_soon()

    def _offer_help(self) -> None:
        _show(self.hint_button, bool(self.problem.hints))
        _show(self.solution_button, session.tries_left(self.problem.id) == 0)

    def _in_words(self, act: Callable[[], Feedback]) -> Feedback:
        # ipywidgets writes an exception from a button into a log that nobody looks at, and the button seems dead.
        try:
            return act()
        except Exception as error:
            return Feedback(
                "note",
                f"Something went wrong inside ragedu, and it is no fault of yours: {type(error).__name__}: {error}\n"
                f"You can answer in text instead. {how_to_answer(self.problem)}",
            )


class DrawnPredict(Drawn):
    """Code to read, a field for what it gives, and how sure one is. Nothing is picked beforehand."""

    def fields(self) -> list[Any]:
        self.value = self.field("Your prediction")
        self.sure = _radios("How sure are you?", [(label, word) for word, label in SURENESS.items()])
        self.sure.add_class("ragedu-row")
        return [_html(as_html(material(self.problem))), self.value, self.sure]

    def answered(self) -> Feedback:
        return session.answered(self.problem, self.value.value, self.sure.value or "")


class DrawnFillBlank(Drawn):
    """Code with a blank, and a field for what stands there."""

    def fields(self) -> list[Any]:
        self.text = self.field(f"What stands at {BLANK}?")
        return [_html(as_html(material(self.problem))), self.text]

    def answered(self) -> Feedback:
        return session.answered(self.problem, self.text.value)


class DrawnFindBug(Drawn):
    """The lines of the code, one to be picked."""

    def fields(self) -> list[Any]:
        labels = numbered(self.problem.lines)
        self.line = _radios("Pick the line", [(label, number) for number, label in enumerate(labels, start=1)])
        return [self.line, _as_code(self.line)]

    def answered(self) -> Feedback:
        return session.answered(self.problem, self.line.value)


class DrawnQuiz(Drawn):
    """Lettered options: radio buttons where one is right, boxes to tick where several are."""

    def fields(self) -> list[Any]:
        code = self.problem.options_are_code
        if not self.problem.several:
            options = [(f"{letter}) {option.text}", letter) for letter, option in self.problem.lettered.items()]
            self.one = _radios("Pick one", options)
            if code:
                self.one.add_class("ragedu-code")
            return [self.one]
        quote = "`" * code
        labels = {letter: f"{letter}) {quote}{option.text}{quote}" for letter, option in self.problem.lettered.items()}
        self.boxes = {letter: _tick_box(label) for letter, label in labels.items()}
        return [_html("Pick all that are right"), *self.boxes.values()]

    def answered(self) -> Feedback:
        return session.answered(self.problem, self.picked)

    @property
    def picked(self) -> str:
        """The letters picked, as one would type them."""
        if self.problem.several:
            return "".join(letter for letter, box in self.boxes.items() if box.value)
        return self.one.value or ""


class DrawnOrder(Drawn):
    """All lines in one list: one is picked, then moved by buttons. It answers to mouse and keys alike."""

    def fields(self) -> list[Any]:
        self.numbers = list(range(1, len(self.problem.shown) + 1))
        self.left_out: list[int] = []
        self.touched = False
        self.line = _radios("Pick a line, then move it", self._rows())
        self.looks = _as_code(self.line)
        moves = {"Up": lambda: self.move(-1), "Down": lambda: self.move(1), "Leave out or take back": self.toggle}
        if not self.problem.distractors:
            del moves["Leave out or take back"]
        self.buttons = {label: _button(label, AfterRoundtrip(act, every=True)) for label, act in moves.items()}
        row = ipywidgets.HBox(list(self.buttons.values()))
        row.add_class("ragedu-buttons")
        self.moved = _html("", "ragedu-feedback")
        return [self.line, self.looks, row, self.moved]

    def answered(self) -> Feedback:
        return session.answered(self.problem, self.numbers if self.touched else [])

    def move(self, by: int) -> None:
        """Move the picked line so many places."""
        if self.line.value not in self.numbers:
            self._say("This line is left out." if self.line.value else "Pick a line first.")
            return
        place = self.numbers.index(self.line.value)
        to = min(max(place + by, 0), len(self.numbers) - 1)
        self.numbers.insert(to, self.numbers.pop(place))
        self._redraw(f"Line {self.line.value} is now in place {to + 1} of {len(self.numbers)}.")

    def toggle(self) -> None:
        """Leave the picked line out, or take it back in at the end."""
        picked = self.line.value
        if picked is None:
            self._say("Pick a line first.")
            return
        here, there = (self.numbers, self.left_out) if picked in self.numbers else (self.left_out, self.numbers)
        here.remove(picked)
        there.append(picked)
        said = "left out" if there is self.left_out else f"back, in place {len(self.numbers)} of {len(self.numbers)}"
        self._redraw(f"Line {picked} is {said}.")

    def _rows(self) -> list[tuple[str, int]]:
        labels = numbered(self.problem.shown)
        rows = [(labels[number - 1], number) for number in self.numbers]
        return rows + [(f"{labels[number - 1]}  (left out)", number) for number in self.left_out]

    def _redraw(self, said: str) -> None:
        self.touched = True
        picked = self.line.value
        with self.line.hold_sync():  # new options would pick the first one, and the page would see that
            self.line.options = self._rows()
            self.line.value = picked
        self.looks.value = _looks(self.line)
        self._say(said)

    def _say(self, text: str) -> None:
        _tell(self.moved, Feedback("note", text))


class DrawnJudgement(Drawn):
    """Fields for the figure one decides by, and for the words that a person reads."""

    def fields(self) -> list[Any]:
        self.figure, self.decision = self.field("Your figure"), self.field("Your decision")
        self.because = ipywidgets.Textarea(description="Because")
        self.because.add_class("ragedu-field")
        return [self.figure, self.decision, self.because]

    def answered(self) -> Feedback:
        words = {"decision": self.decision.value, "because": self.because.value}
        return session.judged(self.problem, self.figure.value, words)


class DrawnFunction(Drawn):
    """What to begin with, and a button that checks the function as it stands in the notebook."""

    check_label = "Check my code"

    def fields(self) -> list[Any]:
        return [_html(as_html(material(self.problem)))]


_KINDS: dict[type[Problem], type[Drawn]] = {
    PredictProblem: DrawnPredict,
    FillBlankProblem: DrawnFillBlank,
    FindBugProblem: DrawnFindBug,
    QuizProblem: DrawnQuiz,
    OrderProblem: DrawnOrder,
    FunctionProblem: DrawnFunction,
    JudgementProblem: DrawnJudgement,
}


def draw(question: Question) -> Drawn:
    """The question as a widget."""
    return _KINDS[type(question.problem)](question)


def bundle(question: Question) -> dict[str, Any]:
    """The question for IPython: the widget, and beside it the same question for pages where no widget can live."""
    drawn: dict[str, Any] = draw(question).box._repr_mimebundle_()
    return {**drawn, **for_reading(question)}


# --- pieces ---


def _html(value: str, *classes: str) -> Any:
    widget = ipywidgets.HTML(value)
    for each in classes:
        widget.add_class(each)
    return widget


def _button(label: str, act: Callable[[], None]) -> Any:
    button = ipywidgets.Button(description=label)
    button.on_click(lambda _: act())
    return button


def _radios(label: str, options: list[tuple[str, Any]]) -> Any:
    radios = ipywidgets.RadioButtons(options=options, index=None, description=label)
    radios.add_class("ragedu-options")
    return radios


def _as_code(radios: Any) -> Any:
    """Make options look like numbered lines of code; gives the widget that says how each of them is set."""
    radios.add_class("ragedu-code")
    radios.add_class(f"ragedu-{radios.model_id}")
    return _html(_looks(radios), "ragedu-style")


def _looks(radios: Any) -> str:
    """How each line is set: what has to be wrapped goes on to the right of where its code begins.

    An empty line has a number and no button: it can't be picked by mouse or keys.
    """
    rules = []
    for place, (label, _) in enumerate(radios.options, start=1):
        its = f".ragedu-question .ragedu-{radios.model_id} .widget-radio-box label:nth-of-type({place})"
        number, code = label[:NUMBERED], label[NUMBERED:]
        hang = len(number) + len(code) - len(code.lstrip()) + HANG
        rules.append(f"{its} {{ padding-left: calc(1.8em + {hang}ch); text-indent: -{hang}ch; }}")
        if not code.strip():
            rules.append(f"{its} {{ pointer-events: none; }} {its} input {{ display: none; }}")
    return f"<style>{' '.join(rules)}</style>"


def _tick_box(label: str) -> Any:
    # Left alone, the tooltip would show the label's HTML.
    plain = label.replace("`", "")
    return ipywidgets.Checkbox(description=as_html(label), description_allow_html=True, tooltip=plain, indent=False)


def _show(button: Any, visible: bool) -> None:
    button.layout.display = None if visible else "none"


def _tell(place: Any, feedback: Feedback) -> None:
    html = feedback._repr_html_()
    # The same words a second time are news too; a value that does not change would never reach the page.
    place.value = f"{html}<!-- again -->" if place.value == html else html
