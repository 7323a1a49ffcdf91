"""Problems as data: one small object each, and every skin (text, widgets, command line, grader) reads the same one.

Seven kinds, easiest first:

QuizProblem       the learner picks options; each option explains itself
PredictProblem    the learner commits to a value, then the code is run; no key is stored
FindBugProblem    the learner picks the line; the repair, run on the calls, proves that it is the one
FillBlankProblem  the learner types what stands at the blank; the filled code is run on the calls
OrderProblem      the learner puts shuffled lines in order; the assembled code is run on the calls
JudgementProblem  the learner decides and says why; the figure behind the decision is checked, the words are not
FunctionProblem   the learner writes a function; its results are compared with the reference's
"""

import random
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

BLANK = "___"
"""What a FillBlankProblem's code has where the learner's text goes."""

# Wide enough for numbers of 32 bits, and a thousandth of what two honest shares differ by.
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the learner's function: its arguments, and the question that it puts to the code."""

    args: tuple[Any, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A named misconception: the body a learner would write who has it, and the sentence that sets it right."""

    name: str
    body: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A value that a typical slip leads to, and the sentence that sets it right."""

    value: Any
    sentence: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a quiz, with its own explanation."""

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What every kind has.

    id          "01-recall-at-k": the lesson's number, then the problem's name
    title       what stands above it in its exercise notebook, and in reports; lessons' problems have none
    objective   what the learner can do who solves it; one of the lesson's objectives
    statement   what to do, in Markdown
    minutes     how long it takes most people
    difficulty  1 easy, 2 some thought, 3 hard
    points      all or nothing
    hints       each says a little more than the last
    commentary  shown with the solution: why it is so, and the common slips
    """

    id: str
    objective: str
    statement: str
    minutes: int
    title: str = ""
    difficulty: int = 1
    points: int = 1
    hints: Sequence[str] = ()
    commentary: str = ""

    kind = "problem"
    verb = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeProblem(Problem):
    """What the kinds share whose answer is code: it is run on the calls, and compared with the reference.

    reference   ragedu's own function; withheld from the learner's code while that is checked
    calls       visible examples, each with its reason
    wrong       named misconceptions, each as an answer and the sentence that sets it right
    generator   makes the arguments of one further call from a random.Random; without one, the calls are all there are
    tolerance   how far a number may be off, absolute or relative
    elsewhere   other functions that do the same, as "nltk.translate.bleu_score:brevity_penalty"; withheld as well
    """

    reference: Callable[..., Any]
    calls: Sequence[Call]
    wrong: Sequence[Wrong]
    generator: Callable[[random.Random], tuple[Any, ...]] | None = None
    tolerance: float = TOLERANCE
    elsewhere: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The name of the function that comes of the answer."""
        raise NotImplementedError

    def code(self, body: str) -> str:
        """The whole function that comes of an answer."""
        raise NotImplementedError

    def further_calls(self, seed: str, count: int) -> list[Call]:
        """So many generated calls, the same for the same seed; none where nothing makes them."""
        if self.generator is None:
            return []
        source = random.Random(f"{self.id} {seed}")
        return [Call(self.generator(source)) for _ in range(count)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionProblem(CodeProblem):
    """The learner writes a function. Truth: the reference's results on the calls and on seeded further ones.

    signature   the line that starts with def; names the function
    right       bodies of at least three different solutions
    wrong       at least four misconceptions
    """

    signature: str
    right: Sequence[str]

    kind = "function"

    @property
    def name(self) -> str:
        """The name of the function to write."""
        return function_name(self.signature)

    def code(self, body: str) -> str:
        """A whole function with this body, the road every right and wrong solution and a learner's code walks."""
        return f"{self.signature}\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"

    @property
    def starter(self) -> str:
        """The untouched function a learner starts from."""
        return self.code("return ...  # your code here")


@dataclass(frozen=True, slots=True, kw_only=True)
class FillBlankProblem(CodeProblem):
    """The learner types what stands at the blank. Truth: running the filled code; any text that works is right.

    template  a function with one blank, ___
    right     at least two different texts that are right
    wrong     misconceptions, each a text
    """

    template: str
    right: Sequence[str]

    kind = "fill_blank"
    verb = "fill"

    @property
    def name(self) -> str:
        """The name of the function with the blank."""
        return function_name(self.template)

    def code(self, body: str) -> str:
        """The function with this text in the place of the blank."""
        return self.template.replace(BLANK, body.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderProblem(CodeProblem):
    """The learner puts shuffled lines in order. Truth: running it; any order that works is right.

    lines        a whole function, in one order that is right; each line keeps its indentation
    distractors  lines that look as if they belonged there
    wrong        misconceptions, each as the numbers of lines, "1 3 2 4"; distractors are counted on after the lines
    """

    lines: Sequence[str]
    distractors: Sequence[str] = ()

    kind = "order"
    verb = "order"

    @property
    def name(self) -> str:
        """The name of the function that the lines make."""
        return function_name("\n".join(self.lines))

    def code(self, body: str) -> str:
        """The function that the lines with these numbers make, as its author counts them."""
        lines = [*self.lines, *self.distractors]
        return "".join(f"{lines[int(number) - 1]}\n" for number in body.split())

    @property
    def shown(self) -> list[str]:
        """The lines as the learner sees them, distractors too: shuffled, alike for everybody, and not in order."""
        source = random.Random(self.id)
        lines = [*self.lines, *self.distractors]
        for _ in range(100):
            source.shuffle(lines)
            if [each for each in lines if each in self.lines] != list(self.lines):
                break
        return lines

    def assembled(self, numbers: Sequence[int]) -> str:
        """The code that the shown lines with these numbers, counted from 1, make in this order."""
        return "".join(f"{self.shown[number - 1]}\n" for number in numbers)

    def numbers_of(self, code: str) -> list[int]:
        """The numbers of the shown lines that make this code; ValueError when one is not among them."""
        left: list[str | None] = [each.rstrip() for each in self.shown]
        numbers = []
        for line in code.strip("\n").splitlines():
            numbers.append(left.index(line.rstrip()) + 1)
            left[numbers[-1] - 1] = None
        return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictProblem(Problem):
    """The learner says what the code's last line gives, before it is run. Truth: running it.

    slips       values of typical wrong predictions, each with its sentence
    also_right  other ways to say the same
    within      how far off a number may be, where near enough is right
    percent     whether it is asked in per cent, so that 7 % says 7 and not 0.07
    show_code   whether the learner sees the code before answering; not where it would give something away
    """

    code: str
    slips: Sequence[Slip] = ()
    also_right: Sequence[Any] = ()
    within: float = 0.0
    percent: bool = False
    show_code: bool = True

    kind = "predict"
    verb = "predict"


@dataclass(frozen=True, slots=True, kw_only=True)
class FindBugProblem(Problem):
    """The learner picks the line that is wrong. Truth: that line, repaired, makes the calls agree with the reference.

    code    a function with one wrong line
    line    which one, counted from 1
    repair  what should stand there
    others  for lines that look guilty: why they are not
    """

    code: str
    line: int
    repair: str
    reference: Callable[..., Any]
    calls: Sequence[Call]
    others: dict[int, str] = field(default_factory=dict)

    kind = "find_bug"
    verb = "find_bug"

    @property
    def name(self) -> str:
        """The name of the function with the bug."""
        return function_name(self.code)

    @property
    def lines(self) -> list[str]:
        """The code, line by line."""
        return self.code.rstrip().splitlines()

    @property
    def repaired(self) -> str:
        """The code with the repair in place; the line keeps its indentation."""
        lines = self.lines
        was = lines[self.line - 1]
        lines[self.line - 1] = was[: len(was) - len(was.lstrip())] + self.repair.strip()
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizProblem(Problem):
    """The learner picks one option, or several where several are right. Options are lettered a, b, c …

    options_are_code  whether the options are lines of Python, to be set as code
    """

    options: Sequence[Option]
    options_are_code: bool = False

    kind = "quiz"
    verb = "quiz"

    @property
    def lettered(self) -> dict[str, Option]:
        """The options by their letters."""
        return {chr(ord("a") + place): option for place, option in enumerate(self.options)}

    @property
    def key(self) -> frozenset[str]:
        """The letters of the right options."""
        return frozenset(letter for letter, option in self.lettered.items() if option.right)

    @property
    def several(self) -> bool:
        """Whether more than one option is right; the learner is told so."""
        return len(self.key) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementProblem(Problem):
    """The learner decides and says why. The figure behind it is computed; the words carry no points and go to a person.

    code       what computes the figure, run as a PredictProblem's code is
    slips      figures that a typical slip leads to, each with its sentence
    tolerance  how far the figure may be off: people subtract numbers that they read rounded
    """

    code: str
    slips: Sequence[Slip] = ()
    tolerance: float = 0.005

    kind = "judgement"


@cache
def function_name(code: str) -> str:
    """The name of the first function that a piece of code defines."""
    found = re.search(r"^def\s+(\w+)\s*\(", code, flags=re.MULTILINE)
    if not found:
        raise ValueError(f"the code of a problem must define a function at its left edge; this does not:\n{code}")
    return found.group(1)
