"""From an answer to feedback. Notebook, widgets and grader all come through here, so they can't disagree.

Nothing here reads a learner's source text: values go in, and the results of calls.
"""

import ast
import builtins
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from pprint import pformat
from typing import Any

from ragedu.cases import folded
from ragedu.choice import choice_outcome, read_letters
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    BLANK,
    TOLERANCE,
    Call,
    CodeProblem,
    FillBlankProblem,
    FindBugProblem,
    JudgementProblem,
    OrderProblem,
    PredictProblem,
    Problem,
    QuizProblem,
    Slip,
    Wrong,
)
from ragedu.learn.running import Result, TooLongError, as_sentence, defined, last_value, run_calls, told
from ragedu.learn.values import NUMBERS, Plain, plain, same, same_number, show

WORDS = ("decision", "because")
"""The variables in which a judgement's words stand."""

UNTOUCHED = ...
"""What stands in every starter, for a value as for what a function gives back."""


# --- functions ---


class FunctionCheck:
    """A problem whose answer is code, with its calls and everything expected of them, before a learner's code runs.

    The visible calls come first, then the generated ones, and at last the visible ones again, backwards: a function
    that remembers earlier calls gives itself away there, in whatever order it was called.

    hidden  whether the generated calls stay hidden, as they do in a graded report
    """

    def __init__(self, problem: CodeProblem, seed: str, further: int, hidden: bool = False) -> None:
        self.problem = problem
        self.hidden = hidden
        self.visible = len(problem.calls)
        asked = [*problem.calls, *problem.further_calls(seed, further)]
        self.asked = len(asked)
        self.calls = [*asked, *reversed(problem.calls)]
        self.expected = run_calls(problem.reference, self.calls)
        self._wrong_results: dict[str, list[Result]] = {}

    def feedback(self, results: Sequence[Result]) -> Feedback:
        """What to tell a learner whose function gave these results on `self.calls`."""
        if all(each.how == "value" and each.value is UNTOUCHED for each in results):
            return Feedback("not_attempted", f"Replace the `...` in `{self.problem.name}` by your own code.")
        failing = [place for place in range(len(self.calls)) if not self._agree(self.expected[place], results[place])]
        if not failing:
            return Feedback("correct", f"All {self.asked} calls give what they should.")
        for wrong in self.problem.wrong:
            if self.agrees(self.results_of(wrong), results):
                return Feedback("incorrect", wrong.sentence, misconception=wrong.name)
        if remembered := self._what_it_remembers(results):
            return Feedback("incorrect", remembered)
        if general := self._general_slip(results):
            return Feedback("incorrect", general)
        called = [place for place in failing if results[place].how != "not_called"]
        finished = [place for place in called if results[place].how != "timeout"]
        if not finished and results[called[0]].detail:
            return Feedback("timeout", _ALL_TOO_SLOW.format(self.problem.name, results[called[0]].detail))
        return self._about_the_smallest(finished or called, results)

    def _what_it_remembers(self, results: Sequence[Result]) -> str:
        """That a call gave something else when it was made again; empty when none did."""
        for place in range(self.visible):
            first, again = results[place], results[-1 - place]
            if first.how == "value" and again.how in ("value", "error") and not self._agree(first, again):
                came, then = _shown_apart(first.value, again.value)
                then = f"gave back {then}" if again.how == "value" else f"stopped with {again.detail}"
                if self.hidden:  # by then it has seen the hidden calls, and could pass them on
                    came, then = show(first.value), "gave something else"
                shown = _call_as_code(self.problem.name, self.calls[place])
                sentence = f"gave back {came}, and made once more it {then}."
                return "\n".join([*shown, f"{sentence} {_REMEMBERS.format(self.problem.name)}"])
        return ""

    def _general_slip(self, results: Sequence[Result]) -> str:
        """What is wrong with all results alike, and could be in any problem; empty for none of these."""
        if not all(each.how == "value" for each in results):
            return ""
        got = [each.value for each in results]
        wanted = [each.value for each in self.expected]
        if all(each is None for each in got):
            return f"`{self.problem.name}` gave back None every time. Did you forget the `return`?"
        if not all(map(_same_shape, wanted, got)):
            return ""
        pairs = list(zip(_numbers_in(wanted), _numbers_in(got), strict=True))
        off = [(one, other) for one, other in pairs if not same_number(one, other, self.problem.tolerance)]
        if off and all(same_number(100 * one, other, TOLERANCE) for one, other in off):
            shares = all(0 <= one <= 1 for one, _ in off)
            return _PERCENTAGES if shares else _A_HUNDRED_TIMES
        # Alone, a whole number might have come about in any way; beside others that are right it was rounded.
        least = 1 if len(off) == len(pairs) else 0
        if off and any(all(round(one, n) == other for one, other in off) for n in range(least, 7)):
            return "You rounded the result. Give it as it comes; rounding is for showing."
        return ""

    def _about_the_smallest(self, failing: Sequence[int], results: Sequence[Result]) -> Feedback:
        """The smallest failing call: its arguments, what came back, what was expected. Visible calls go first."""
        place = min(failing, key=lambda each: (self._is_generated(each), len(show(self.calls[each].args, 10_000))))
        outcome, came = self._what_came(results[place])
        if self.hidden and self._is_generated(place):
            return Feedback(outcome, self._without_the_call(results[place]))
        call, wanted = self.calls[place], self.expected[place].value
        expected = show(wanted)
        if results[place].how == "value" and results[place].value is not UNTOUCHED:
            back, expected = _shown_apart(results[place].value, wanted)
            came = f"gave back {back}."
        shown = _call_as_code(self.problem.name, call)
        advice = way_out(results[place].detail) if results[place].how == "not_plain" else ""
        lines = [*shown, *_before_code(came, f"Expected was {expected}.{advice}")]
        # The call's question helps whoever got another number, not whoever's code stopped or gave back something else;
        # and where calls of different questions fail, the slip need not be what the shortest of them asks about.
        questions = {self.calls[each].why for each in failing if not self._is_generated(each)}
        if call.why and len(questions) == 1 and type(results[place].value) in NUMBERS and type(wanted) in NUMBERS:
            lines.append(f"This call asks: {call.why}")
        return Feedback(outcome, "\n".join(lines))

    def _is_generated(self, place: int) -> bool:
        """Whether a call is a generated one; a hidden check's repeated ones count as such, having come after them."""
        return place >= self.visible and (self.hidden or place < self.asked)

    def _what_came(self, result: Result) -> tuple[str, str]:
        if result.how == "value" and result.value is UNTOUCHED:
            return "incorrect", "gave back the untouched `...`; some path through your function still ends there."
        if result.how == "value":
            return "incorrect", f"gave back {show(result.value)}."
        if result.how == "not_plain":
            return "incorrect", f"gave back {result.detail}, which can't be compared."
        if result.how == "error":
            return "error", f"stopped with {as_sentence(result.told or result.detail)}"
        return result.how, _NEVER_ANSWERED[result.how]

    def _without_the_call(self, result: Result) -> str:
        # A hidden call stays hidden: neither an error's text is told nor a name it was given, which could carry it.
        if result.how == "error":
            raised = result.detail if _is_python_error(result.detail) else "an error"
            return f"The calls you can see are right; on a further one `{self.problem.name}` raised {raised}."
        if result.how in ("timeout", "crashed", "memory"):
            return "The calls you can see are right; this happened on a further one."
        return "The calls you can see are right; a further one is not. Which kind of input have you not tried yet?"

    def results_of(self, wrong: Wrong) -> list[Result]:
        """What the answer of a misconception gives on `self.calls`."""
        # Kept, since one check serves a whole class.
        if wrong.name not in self._wrong_results:
            function = defined(self.problem.code(wrong.body), self.problem.name)
            self._wrong_results[wrong.name] = run_calls(function, self.calls)
        return self._wrong_results[wrong.name]

    def agrees(self, some: Sequence[Result], others: Sequence[Result]) -> bool:
        """Whether the results of all calls are the same, numbers within the problem's tolerance."""
        return all(map(self._agree, some, others))

    def _agree(self, expected: Result, got: Result) -> bool:
        if expected.how != got.how:
            return False
        if expected.how == "value":
            return same(expected.value, got.value, self.problem.tolerance)
        return expected.detail == got.detail


_PERCENTAGES = "You gave percentages. Wanted is a share, from 0 to 1."
_A_HUNDRED_TIMES = "Each result is a hundred times what it should be. Give it as it comes, not in percent."
_REMEMBERS = (
    "Does `{}` remember earlier calls, in a default such as `found=[]` or in a variable outside of it, or draw at "
    "random? Let it begin anew each time it is called."
)
_ALL_TOO_SLOW = "All calls of `{}` together took more than {}, and no further ones were made. Which step takes so long?"


def _is_python_error(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


_NEVER_ANSWERED = {
    "timeout": "did not come to an end.",
    "crashed": "ended the program before it gave an answer.",
    "memory": "took more memory than there is.",
}


def _before_code(came: str, expected: str) -> list[str]:
    """What came and what was expected as one line; a line of code that belongs to what came goes below both."""
    sentence, *code = came.split("\n")
    return [f"{sentence} {expected}", *code]


LONGEST_PASTED = 600
"""Letters of a call that is shown whole, to be run again; a longer one is cut in the middle of its arguments."""

_LINE_OF_CODE = 88


def _call_as_code(name: str, call: Call) -> list[str]:
    """A call as it can be pasted into a cell: lines of code."""
    arguments = [show(each, LONGEST_PASTED + 1, exact=True) for each in call.args]
    whole = f"{name}({', '.join(arguments)})"
    if len(whole) > LONGEST_PASTED:
        return [f"    {name}({', '.join(map(show, call.args))})"]
    if len(whole) <= _LINE_OF_CODE:
        return [f"    {whole}"]
    return [f"    {line}" for line in f"{name}{pformat(call.args, width=_LINE_OF_CODE, compact=True)}".splitlines()]


def _shown_apart(got: Plain, wanted: Plain) -> tuple[str, str]:
    """Both as a learner reads them, with as many digits as it takes to tell them apart."""
    rounded = show(got), show(wanted)
    if rounded[0] != rounded[1]:
        return rounded
    return show(got, LONGEST_PASTED, exact=True), show(wanted, LONGEST_PASTED, exact=True)


def _same_shape(wanted: Plain, got: Plain) -> bool:
    """Whether two values are the same but for their numbers."""
    if type(wanted) in NUMBERS:
        return type(got) in NUMBERS
    if type(wanted) in (list, tuple) and type(got) in (list, tuple):
        return len(wanted) == len(got) and all(map(_same_shape, wanted, got))
    if type(wanted) is dict and type(got) is dict:
        return wanted.keys() == got.keys() and all(_same_shape(wanted[each], got[each]) for each in wanted)
    return same(wanted, got, 0)


def _numbers_in(value: Plain) -> list[float]:
    """The numbers of a value, in order; of a dict those of its values, by key."""
    if type(value) in NUMBERS:
        return [value]
    if type(value) in (list, tuple):
        return [number for each in value for number in _numbers_in(each)]
    if type(value) is dict:
        return [number for key in sorted(value, key=repr) for number in _numbers_in(value[key])]
    return []


def way_out(detail: str) -> str:
    """What to do about a value that can't be compared, told by its type; empty for an unknown one."""
    advice = _WAYS_OUT.get(detail.rpartition(" ")[2], "")
    return f" {advice}" if advice else ""


def not_a_value(detail: str) -> Feedback:
    """What to tell a learner who put something else than a plain value into `answer`."""
    sentence = f"An answer is a plain value such as a number or a text, not {detail}.{way_out(detail)}"
    return Feedback("not_attempted", sentence)


_AS_A_LIST = "Make it a list: `list(…)`."
_WAYS_OUT = {
    **dict.fromkeys(["map", "filter", "zip", "enumerate", "reversed", "generator", "islice", "chain"], _AS_A_LIST),
    **dict.fromkeys(["list_reverseiterator", "list_iterator", "tuple_iterator", "set_iterator"], _AS_A_LIST),
    **dict.fromkeys(["dict_keyiterator", "dict_valueiterator", "dict_itemiterator"], _AS_A_LIST),
    **dict.fromkeys(["dict_reversekeyiterator", "dict_reversevalueiterator", "accumulate", "starmap"], _AS_A_LIST),
    "DataFrame": "Make it a list: `frame.values.tolist()`.",
    "coroutine": "Write `def` without `async`: there is nothing to wait for.",
    "function": "Call it, with its arguments in brackets.",
    "method": "Call it, with brackets behind its name.",
    "builtin_function_or_method": "Call it, with brackets behind its name.",
}


def not_your_own(problem: CodeProblem) -> Feedback:
    """What to tell a learner who imported the library's function in place of writing it."""
    sentence = f"This is ragedu's own `{problem.name}`. The point is to write yours."
    return Feedback("error", sentence, word="Not your own.")


# --- code made of an answer ---

LONGEST_FILLING = 200
"""Letters that may be typed into a blank; nobody needs so many."""


def code_of(problem: CodeProblem, answer: Plain) -> str | Feedback:
    """The function that an answer makes, or why it makes none. Nothing is run here."""
    if answer is UNTOUCHED or answer is None:
        return Feedback("not_attempted", _HOW_TO_ANSWER[problem.kind])
    return _CODE_OF[problem.kind](problem, answer)


def _filled(problem: FillBlankProblem, answer: Plain) -> str | Feedback:
    text = answer.strip() if isinstance(answer, str) else show(answer, 10_000)
    if text in ("", "...", BLANK):
        return Feedback("not_attempted", _HOW_TO_ANSWER["fill_blank"])
    if len(text) > LONGEST_FILLING or len(text.splitlines()) > 1:
        return Feedback("not_attempted", f"What stands at `{BLANK}` is a piece of one line. Type that piece alone.")
    return problem.code(text)


def _ordered(problem: OrderProblem, answer: Plain) -> str | Feedback:
    numbers = _line_numbers(problem, answer)
    last = len(problem.shown)
    if numbers == []:
        return Feedback("not_attempted", _HOW_TO_ANSWER["order"])
    if numbers is None or not all(1 <= each <= last for each in numbers):
        return Feedback(
            "not_attempted", f"Give the numbers of the lines, from 1 to {last}, in order, such as [3, 1, 2]."
        )
    if twice := [each for each in numbers if numbers.count(each) > 1]:
        return Feedback("not_attempted", f"Line {twice[0]} stands there twice. Each line is used once, or not at all.")
    return problem.assembled(numbers)


def _line_numbers(problem: OrderProblem, answer: Plain) -> list[int] | None:
    """The numbers in [3, 1], "3 1" or "3, 1", or of the lines themselves; None when it is none of these."""
    if isinstance(answer, str) and len(answer) <= LONGEST_ORDER:
        parts, lines = [each for each in re.split(r"[\s,;]+", answer.strip("[]() \n")) if each], answer
    elif type(answer) in (list, tuple):
        parts, lines = list(answer), "\n".join(map(str, answer))
    else:
        return None
    try:
        return [int(str(each)) for each in parts]
    except ValueError:
        pass
    try:
        return problem.numbers_of(lines)
    except ValueError:
        return None


LONGEST_ORDER = 10_000
"""Letters that may be typed as the order of lines."""

_CODE_OF: dict[str, Callable[[Any, Plain], str | Feedback]] = {"fill_blank": _filled, "order": _ordered}


def not_even_python(problem: CodeProblem, error: BaseException) -> Feedback:
    """What to tell a learner whose answer made code that does not even define the function."""
    if isinstance(error, TooLongError):
        return Feedback("timeout", "This ran on before the function was so much as called.")
    if isinstance(error, KeyError) and error.args == (problem.name,):
        return Feedback("incorrect", f"These lines define no function `{problem.name}`. Which of them begins it?")
    if isinstance(error, SyntaxError):
        return Feedback("incorrect", f"Python can't read the code so: {as_sentence(told(error))}")
    return Feedback("error", f"The code stopped with {as_sentence(told(error))}")


# --- values ---


def check_value(problem: Problem, answer: Plain) -> Feedback:
    """What to tell a learner who answered a problem of any kind but a function with this value."""
    if is_blank(answer):
        return Feedback("not_attempted", _HOW_TO_ANSWER[problem.kind])
    return _CHECKS[problem.kind](problem, answer)


def is_blank(answer: Plain) -> bool:
    """Whether nothing has been answered: the starter's `...`, nothing at all, an empty field."""
    return answer is UNTOUCHED or answer is None or (isinstance(answer, str) and not answer.strip())


def _check_quiz(problem: QuizProblem, answer: Plain) -> Feedback:
    options = problem.lettered
    picks = answer if isinstance(answer, list | tuple | set) else [answer]
    readable = all(isinstance(each, str) and not _TWO_LETTERS_AT_ONCE.search(each) for each in picks)
    picked = read_letters(picks, options) if readable else None
    outcome = choice_outcome(picked, problem.key)
    if picked is None:
        foreign = "" if show(answer).isascii() else " The options' letters are Latin ones."
        return Feedback(
            "not_attempted", f"The options are {listed(list(options))}; {show(answer)} is none of them.{foreign}"
        )
    if len(picked) > 1 and not problem.several:
        return Feedback("not_attempted", "Only one option is right here: choose one.")
    if outcome == "blank":
        return Feedback("not_attempted", _HOW_TO_ANSWER["quiz"])
    reasons = [f"{letter}: {options[letter].why}" for letter in sorted(picked)]
    if outcome == "right":
        return Feedback("correct", "\n".join(reasons))
    if outcome == "partly":
        return Feedback("incorrect", "\n".join([*reasons, "So far right, and something is missing still."]))
    wrong = sorted(picked - problem.key)
    named = option_named(wrong[0]) if len(wrong) == 1 else ""
    return Feedback("incorrect", "\n".join(f"{letter}: {options[letter].why}" for letter in wrong), named)


# It looks like the second letter and is the third of another alphabet: nobody but the learner knows which is meant.
_TWO_LETTERS_AT_ONCE = re.compile(r"\b[\u0432\u0412]\b")


def _check_predict(problem: PredictProblem, answer: Plain) -> Feedback:
    truth = truth_of(problem)
    if problem.percent and isinstance(answer, str):
        answer = _plain_letters(answer).removesuffix("%").strip()
    if unfit := _unfit(truth, answer):
        return Feedback("not_attempted", unfit)
    tells = f"the last line gives {show(truth)}." if problem.show_code else f"it is {show(truth)}."
    if any(agrees_with(each, answer) for each in (truth, *problem.also_right)) or _is_near(truth, answer, problem):
        return Feedback("correct", "\n".join([tells[0].upper() + tells[1:], problem.commentary]).strip())
    slip, named = _slip(problem.slips, answer)
    why = slip or (_share(problem, truth, answer) if problem.percent else _percent(truth, answer)) or problem.commentary
    said = f"You said {show(read_prediction(answer))}; {tells}"
    # The truth is told, so there is no "yet" any more.
    return Feedback("incorrect", "\n".join([said, why]).strip(), named, word="Not so.")


def _unfit(truth: Plain, answer: Plain) -> str:
    """Why this can't be a prediction of such a truth, so that it is no attempt; empty when it can."""
    said = read_prediction(answer)
    if type(truth) is bool and type(said) not in NUMBERS:
        return f"True or False is asked for here, and {show(said)} is neither. This does not count as a try."
    if type(truth) in NUMBERS and type(said) not in NUMBERS:
        return f"A number is asked for here, and {show(said)} is none. This does not count as a try."
    if isinstance(truth, str) and type(said) in NUMBERS:
        return f"A text is asked for here, and {show(said)} is a number. This does not count as a try."
    return ""


def _is_near(truth: Plain, answer: Plain, problem: PredictProblem) -> bool:
    said = read_prediction(answer)
    both_numbers = type(truth) in NUMBERS and type(said) in NUMBERS
    return both_numbers and bool(problem.within) and abs(truth - said) <= problem.within


def _check_judgement(problem: JudgementProblem, answer: Plain) -> Feedback:
    truth, figure = truth_of(problem), read_prediction(answer)
    near = type(figure) in NUMBERS and abs(truth - figure) <= problem.tolerance
    if near or agrees_with(truth, answer):
        # The figure is what was checked: of the decision it says nothing.
        return Feedback("correct", problem.commentary, word="Your figure is right.")
    slip, named = _slip(problem.slips, answer, problem.tolerance)
    why = slip or _percent(truth, answer) or "Compute that figure again."
    return Feedback("incorrect", f"Your figure is {show(figure)}. {why}", named)


def words_missing(problem: Problem, words: Mapping[str, Plain]) -> str:
    """What a person would look for in vain beside the figure of a judgement: a sentence; empty when all is there."""
    if not isinstance(problem, JudgementProblem):
        return ""
    blank = [f"`{name}`" for name in WORDS if not _is_written(words.get(name))]
    return f"Still to be written, for a person to read: {' and '.join(blank)}." if blank else ""


def about_the_words(problem: Problem, words: Mapping[str, Plain]) -> list[str]:
    """The words of a judgement as a person will read them, and which are still to be written."""
    written = [f"    {name}: {' '.join(str(words[name]).split())}" for name in WORDS if _is_written(words.get(name))]
    listed = ["For a person to read:", *written] if written else []
    return [*listed, *filter(None, [words_missing(problem, words)])]


def _is_written(words: Plain) -> bool:
    # A decision may be a number, as "k = 4" is.
    return (isinstance(words, str) and bool(words.strip())) or type(words) in NUMBERS


def _check_find_bug(problem: FindBugProblem, answer: Plain) -> Feedback:
    last = len(problem.lines)
    line = _line_number(answer)
    if type(line) is not int or not 1 <= line <= last:
        return Feedback("not_attempted", f"Name a line by its number, from 1 to {last}, not {show(answer)}.")
    if not problem.lines[line - 1].strip():
        return Feedback("not_attempted", f"Line {line} is empty. Name one that has something on it.")
    if line != problem.line:
        why = problem.others.get(
            line, "That line does what it should. Follow one small example through the code by hand."
        )
        return Feedback("incorrect", f"Line {line}: {why}", line_named(line) if line in problem.others else "")
    repaired = f"    {problem.repair.strip()}"
    return Feedback("correct", f"Line {line} should read\n{repaired}\n{problem.commentary}")


def _line_number(answer: Plain) -> Plain:
    """ "line 3", "3.", 3.0 and "3" mean 3; what can't be understood comes back as it is."""
    if isinstance(answer, str) and (typed := re.fullmatch(r"\s*(?:line)?\s*(\d{1,6})\s*[.:]?\s*", answer.casefold())):
        return int(typed.group(1))
    return int(answer) if type(answer) is float and answer.is_integer() else answer


_CHECKS: dict[str, Callable[[Any, Plain], Feedback]] = {
    "quiz": _check_quiz,
    "predict": _check_predict,
    "judgement": _check_judgement,
    "find_bug": _check_find_bug,
}

_HOW_TO_ANSWER = {
    "quiz": "Pick an option first.",
    "predict": "Commit to a value first; a guess is fine.",
    "judgement": "Put the figure you decide by in the place of the `...`.",
    "find_bug": "Pick a line first, by its number.",
    "fill_blank": f"Type what stands at `{BLANK}` first.",
    "order": "Put the lines in order first.",
}


def truth_of(problem: PredictProblem | JudgementProblem) -> Plain:
    """What the problem's code gives, found by running it; once, since one check serves a whole class."""
    return _value_of(problem.code)


@cache
def _value_of(code: str) -> Plain:
    return last_value(code)


def agrees_with(truth: Plain, answer: Plain) -> bool:
    """Whether a prediction says the truth: blanks, quotes, 3/7 for 0.43, a percent sign and rounding are no faults.

    A number may be rounded to two places or more, alone or inside a list.
    """
    said = read_prediction(answer)
    if isinstance(truth, str):
        return isinstance(answer, str) and _bare(answer) == _bare(truth)
    if same(truth, said, TOLERANCE):
        return True
    if type(truth) in NUMBERS and isinstance(answer, str):
        return _rounded_to(_decimal_places(answer), truth, said) or _with_thousands(answer) == truth
    return _rounded(truth, said)


_QUOTES = "\"'`“”„‘’«»[]() "


def _bare(text: str) -> str:
    """A text without what is no part of it: quotes, a final full stop, the underscores of a name, blanks at commas."""
    return folded(re.sub(r"\s*([,;])\s*", r"\1", text.strip(_QUOTES).rstrip(".").strip(_QUOTES).replace("_", " ")))


def _rounded(truth: Plain, said: Plain) -> bool:
    """Whether numbers, also those inside lists and dicts, are what the truth's are when rounded as they are."""
    if type(truth) in NUMBERS:
        return same(truth, said, TOLERANCE) or (
            type(said) is float and _rounded_to(_decimal_places(repr(said)), truth, said)
        )
    if type(truth) in (list, tuple) and type(said) in (list, tuple):
        return len(truth) == len(said) and all(map(_rounded, truth, said))
    if type(truth) is dict and type(said) is dict:
        return truth.keys() == said.keys() and all(_rounded(truth[key], said[key]) for key in truth)
    return same(truth, said, TOLERANCE)


def _rounded_to(places: int, truth: Plain, said: Plain) -> bool:
    return places >= 2 and type(said) in NUMBERS and same_number(round(float(truth), places), said, TOLERANCE)


def _with_thousands(typed: str) -> int | None:
    """1,000 or 1 000 as the whole number that it may stand for."""
    parts = re.split(r"[,.' \u00a0\u202f]", typed.strip())
    grouped = len(parts) > 1 and parts[0].isdecimal() and all(len(each) == 3 and each.isdecimal() for each in parts[1:])
    return int("".join(parts)) if grouped and len(typed) <= LONGEST_PREDICTION else None


def _decimal_places(typed: str) -> int:
    digits, percent, _ = _plain_letters(typed).partition("%")
    try:
        exponent = Decimal(re.sub(r"\s", "", digits).lstrip("~≈").replace(",", ".")).as_tuple().exponent
    except InvalidOperation:
        return 0
    return max(0, -exponent) + (2 if percent else 0) if isinstance(exponent, int) else 0


def _plain_letters(typed: str) -> str:
    text = unicodedata.normalize("NFKC", typed).replace("\u2044", "/").replace("\u2212", "-").strip()
    return _PERCENT_IN_WORDS.sub("%", text)


_PERCENT_IN_WORDS = re.compile(r"(?<=\d)\s*(?:percent|per cent|pct)\.?$", re.IGNORECASE)


def read_prediction(answer: Plain) -> Plain:
    """A typed prediction as a value: a Python literal, a fraction 3/7, a percentage, a decimal comma; else the text."""
    if not isinstance(answer, str) or len(answer) > LONGEST_PREDICTION:
        return answer
    text = _plain_letters(answer)
    number = re.sub(r"\s", "", text).lstrip("~≈")
    if re.fullmatch(r"-?\d+/[1-9]\d*", number):
        return float(Fraction(number))
    if re.fullmatch(r"-?\d+(?:[.,]\d+)?%", number):
        return float(number.rstrip("%").replace(",", ".")) / 100
    if re.fullmatch(r"-?\d+[.,]\d+", number):
        return float(number.replace(",", "."))
    if text.casefold() in _WORDS_OF_PYTHON:
        return _WORDS_OF_PYTHON[text.casefold()]
    try:
        return plain(ast.literal_eval(text.lstrip("~≈ ")))
    except Exception:  # whatever a typed text is, it is no fault of ours
        return _several_numbers(text) or text


def _several_numbers(text: str) -> list[float]:
    """The numbers of a list whose items are written as fractions, or in percent; empty when it is none."""
    parts = [each for each in re.split(r"\s*[,;]\s*", text.strip("[]() ")) if each]
    if len(parts) < 2 or not all(re.fullmatch(r"[-~≈\d./% ]+", each) for each in parts):
        return []
    read = [read_prediction(each) for each in parts]
    return read if all(type(each) in NUMBERS for each in read) else []


_WORDS_OF_PYTHON = {"true": True, "false": False, "none": None}

LONGEST_PREDICTION = 100
"""A typed prediction of more letters than this is taken as a text: nobody types such a number."""


def _percent(truth: Plain, answer: Plain) -> str:
    said = read_prediction(answer)
    if type(truth) is float and 0 < truth < 1 and type(said) in NUMBERS and abs(100 * truth - said) <= 0.5:
        return "That is in percent. Write it as a share, from 0 to 1."
    return ""


def _share(problem: PredictProblem, truth: Plain, answer: Plain) -> str:
    said = read_prediction(answer)
    if type(said) in NUMBERS and abs(100 * said - truth) <= max(problem.within, 0.5):
        return "That is a share. Asked is per cent, a hundred times that."
    return ""


def _slip(slips: Sequence[Slip], answer: Plain, tolerance: float = 0.0) -> tuple[str, str]:
    """The sentence of the slip that an answer shows, and the name it goes by; both empty when it shows none.

    A learner's figure is computed where a slip's is written down rounded, so each may be the other's rounding; an
    exact one goes first.
    """
    said = read_prediction(answer)
    shown = next((slip for slip in slips if agrees_with(slip.value, answer)), None) or next(
        (slip for slip in slips if _is_about(slip.value, said, tolerance)), None
    )
    return (shown.sentence, slip_named(shown)) if shown else ("", "")


def _is_about(value: Plain, said: Plain, tolerance: float) -> bool:
    if type(value) not in NUMBERS or type(said) not in NUMBERS:
        return agrees_with(said, value)
    return abs(value - said) <= tolerance or agrees_with(said, value)


# --- misconceptions by name ---


def slip_named(slip: Slip) -> str:
    """What a slip is called where misconceptions are counted."""
    return f"said {show(slip.value)}"


def option_named(letter: str) -> str:
    """What a wrong option is called there."""
    return f"option {letter}"


def line_named(number: int) -> str:
    """What a line is called there that looks guilty and is not."""
    return f"line {number}"


def misconceptions_of(problem: Problem) -> dict[str, str]:
    """The misconceptions that an answer to this problem may show, by name, each with the sentence that meets it."""
    if isinstance(problem, CodeProblem):
        return {each.name: each.sentence for each in problem.wrong}
    if isinstance(problem, QuizProblem):
        return {option_named(letter): each.why for letter, each in problem.lettered.items() if not each.right}
    if isinstance(problem, FindBugProblem):
        return {line_named(number): why for number, why in problem.others.items()}
    if isinstance(problem, PredictProblem | JudgementProblem):
        return {slip_named(each): each.sentence for each in problem.slips}
    return {}


def listed(words: Sequence[str]) -> str:
    """Words to choose from, as a sentence has them: "a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
