#!/usr/bin/env python3
"""The gate for whoever adds a problem or a lesson: does it hold what it must, and does it do what it says?

    python tools/check.py              every problem, every notebook; a line for each fault, exit code 1 if any
    python tools/check.py 01-recall    only the problems whose id begins so

Each line says what is wrong, and how to mend it. The tests of the bank call the same rules.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any

import budget

import exercises
import notebooks
from notebooks import read, source_of, stored
from ragedu.learn import bank
from ragedu.learn.checking import FunctionCheck, agrees_with, check_value, code_of, not_even_python, truth_of
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import (
    BLANK,
    TOLERANCE,
    CodeProblem,
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
from ragedu.learn.running import Result, TooLongError, defined, last_value, run_calls
from ragedu.learn.values import same, show

CALLERS: dict[str, dict[str, Any]] = {
    "in a notebook": {"seed": "check", "further": 20},
    "in the grader": {"seed": "grade", "further": 40, "hidden": True},
}
"""The calls that `check` makes in a notebook, and such as the grader makes."""

LEAST = {
    "function": {"right": 3, "wrong": 4, "hints": 2, "calls": 3},
    "fill_blank": {"right": 2, "wrong": 3, "hints": 2, "calls": 2},
    "order": {"lines": 4, "wrong": 2, "hints": 2, "calls": 2},
    "find_bug": {"calls": 2},
    "judgement": {"slips": 2, "hints": 2},
    "predict": {"slips": 1},
}
"""How much a problem of each kind needs, to teach with."""

LONGEST_TO_SHORTEST = 1.6
MOST_OF_ONE_LETTER_IN_A_ROW = 3
ALL_OF_THEM = re.compile(
    r"\b(?:all|none|both|neither) of (?:the above|these|them)\b|\ball (?:three|four) options\b", re.I
)


def repeated(texts: Iterable[str]) -> list[str]:
    """The texts that are there more than once, blanks aside."""
    return [text for text, count in Counter(" ".join(each.split()) for each in texts).items() if count > 1]


# --- every problem ---


def its_facts(problem: Problem) -> Iterator[str]:
    """Id, minutes, difficulty, points, words."""
    if not re.fullmatch(r"\d\d(-[a-z0-9]+)+", problem.id):
        yield "its id is not like 01-recall-at-k; begin with the lesson's number, then small letters, digits, hyphens"
    for name, value, least, most in (
        ("minutes", problem.minutes, 1, 15),
        ("difficulty", problem.difficulty, 1, 3),
        ("points", problem.points, 1, 5),
    ):
        if not least <= value <= most:
            yield f"has {name}={value}; choose from {least} to {most}, or split the problem"
    for name, text in (("statement", problem.statement), ("objective", problem.objective)):
        if len(text.split()) < 4:
            yield f"its {name} says {text!r}; write a sentence that stands by itself"


def enough(problem: Problem) -> Iterator[str]:
    """Enough to teach with."""
    for name, least in LEAST.get(problem.kind, {}).items():
        have = len(getattr(problem, name))
        if have < least:
            yield f"has {have} in `{name}`; a problem of this kind needs at least {least}"


def said_once(problem: Problem) -> Iterator[str]:
    """No hint, body, name or sentence twice."""
    wrong = getattr(problem, "wrong", ())
    groups = {
        "hints": problem.hints,
        "right": getattr(problem, "right", ()),
        "the bodies of `wrong`": [each.body for each in wrong],
        "the names of `wrong`": [each.name for each in wrong],
        "the sentences of `wrong`": [each.sentence for each in wrong],
        "the sentences of `slips`": [each.sentence for each in getattr(problem, "slips", ())],
    }
    for name, texts in groups.items():
        for text in repeated(texts):
            yield f"says the same twice in {name}: {text[:60]!r}; make each its own, or take one out"


def untouched(problem: Problem) -> Iterator[str]:
    """An answer that was never given is no attempt."""
    if isinstance(problem, FunctionProblem):
        answers = [on_answer(problem, "return ...", caller) for caller in CALLERS.values()]
    elif isinstance(problem, CodeProblem):
        answers = [said for said in (code_of(problem, ...), code_of(problem, "")) if isinstance(said, Feedback)]
    else:
        answers = [check_value(problem, ...)]
    if not answers or any(each.outcome != "not_attempted" for each in answers):
        yield "its untouched starter is not `not_attempted`; look at what the reference gives back for it"


# --- code ---


def on_answer(problem: CodeProblem, answer: Any, caller: Mapping[str, Any]) -> Feedback:
    """The feedback on an answer as its author wrote it: a body, a filling, or lines."""
    return on_code(problem, problem.code(answer), caller)


def on_code(problem: CodeProblem, code: str, caller: Mapping[str, Any]) -> Feedback:
    """The feedback on a whole function."""
    try:
        function = defined(code, problem.name)
    except (Exception, TooLongError) as error:
        return not_even_python(problem, error)
    return on_function(problem, function, caller)


def on_function(problem: CodeProblem, function: Callable[..., Any], caller: Mapping[str, Any]) -> Feedback:
    """The feedback on a function, when these calls are made."""
    check = FunctionCheck(problem, **caller)
    return check.feedback(run_calls(function, check.calls))


def right_answers(problem: CodeProblem) -> Sequence[str]:
    """The answers that its author calls right."""
    if isinstance(problem, OrderProblem):
        return [" ".join(str(number) for number in range(1, len(problem.lines) + 1))]
    return getattr(problem, "right", ())


def gates(problem: CodeProblem) -> Iterator[str]:
    """Each right answer passes; each wrong one fails with its own sentence."""
    for where, caller in CALLERS.items():
        for answer in right_answers(problem):
            feedback = on_answer(problem, answer, caller)
            if not feedback.correct:
                yield f"{where}, {one_line(answer)!r} is not right: {one_line(feedback)}; mend it or the reference"
        for wrong in problem.wrong:
            feedback = on_answer(problem, wrong.body, caller)
            if feedback.correct:
                yield f"{where}, wrong {wrong.name} passes; add a visible call that tells it from the reference"
            elif (feedback.misconception, feedback.message) != (wrong.name, wrong.sentence):
                yield (
                    f"{where}, wrong {wrong.name} is told {one_line(feedback)}; add a visible call that tells it "
                    "from the others, or put it before them"
                )


def told_apart(problem: CodeProblem) -> Iterator[str]:
    """The visible calls alone tell each wrong answer from the reference and from every other: no luck is needed."""
    check = FunctionCheck(problem, seed="", further=0)
    for wrong in problem.wrong:
        if check.agrees(check.results_of(wrong), check.expected):
            yield f"no visible call tells wrong {wrong.name} from the reference; add one that does"
    for one, other in combinations(problem.wrong, 2):
        if check.agrees(check.results_of(one), check.results_of(other)):
            yield f"no visible call tells wrong {one.name} from {other.name}; add one that does"


def not_learnt_by_heart(problem: FunctionProblem) -> Iterator[str]:
    """Neither a constant nor the visible results by heart pass; without a generator the visible calls are all."""
    by_heart = {show(call.args, 10_000): problem.reference(*call.args) for call in problem.calls}
    for where, caller in CALLERS.items():
        if (
            problem.generator
            and on_function(problem, lambda *args: by_heart.get(show(args, 10_000), 0.0), caller).correct
        ):
            yield f"{where}, the visible results learnt by heart pass; let the generator make other calls"
        check = FunctionCheck(problem, **caller)
        constants = [*(each.value for each in check.expected), 0, 1, True, None, "", []]
        for constant in {show(each): each for each in constants}.values():
            if check.feedback([Result("value", constant)] * len(check.calls)).correct:
                yield f"{where}, `return {show(constant)}` passes; vary the calls so that the results differ"


def its_calls(problem: CodeProblem) -> Iterator[str]:
    """The calls ask questions, and the reference answers them."""
    questions = [call.why for call in problem.calls]
    if isinstance(problem, FunctionProblem):
        for each in questions:
            if not each.endswith("?"):
                yield f"a call's `why` is {each!r}; write the question that the call puts to the code, ending in `?`"
    for each in repeated(filter(None, questions)):
        yield f"two calls ask {each!r}; give each its own question, or take one out"
    for where, caller in CALLERS.items():
        failed = [each for each in FunctionCheck(problem, **caller).expected if each.how != "value"]
        if failed:
            yield f"{where}, the reference gives no value ({failed[0].told or failed[0].how}); mend it or the generator"


def its_generator(problem: CodeProblem) -> Iterator[str]:
    """The same calls for the same seed, others for another."""
    if problem.generator is None:
        return
    calls = [show([each.args for each in problem.further_calls("check", 20)], 10**6) for _ in range(2)]
    if calls[0] != calls[1]:
        yield "its generator makes other calls for the same seed; draw from `source` alone, and sort what comes of sets"
    if problem.further_calls("check", 20) == problem.further_calls("grade", 20):
        yield "its generator makes the same calls for every seed; draw from `source`"


def its_name(problem: FunctionProblem) -> Iterator[str]:
    """The reference is called as the learner's function is."""
    if problem.reference.__name__ != problem.name:
        yield f"its reference is called {problem.reference.__name__}; call it {problem.name}, as the learner's is"


def its_blank(problem: FillBlankProblem) -> Iterator[str]:
    """One blank, and code around it."""
    if problem.template.count(BLANK) != 1:
        yield f"its template has {problem.template.count(BLANK)} blanks; write {BLANK} once"


def its_lines(problem: OrderProblem) -> Iterator[str]:
    """Lines to shuffle, and wrong orders made of them."""
    if any("\n" in each or not each.strip() for each in (*problem.lines, *problem.distractors)):
        yield "has an item that is no single line; write one line of code an item"
    if repeated([*problem.lines, *problem.distractors]):
        yield "has a line twice, so that two answers look the same; make each line its own"
    if [each for each in problem.shown if each in problem.lines] == list(problem.lines):
        yield "shows its lines in the right order; change its id or its lines"
    numbers = {str(number) for number in range(1, len(problem.shown) + 1)}
    for wrong in problem.wrong:
        if strange := set(wrong.body.split()) - numbers:
            yield f"wrong {wrong.name} names line {min(strange)}; write numbers from 1 to {len(numbers)}, as '1 3 2'"


# --- a line with a bug ---


def its_bug(problem: FindBugProblem) -> Iterator[str]:
    """The line is wrong, its repair helps, and no other line is to blame."""
    if not passes(problem, problem.repaired):
        yield "its repair does not make the calls pass; mend the repair or the calls"
    if passes(problem, problem.code):
        yield "its code passes the calls as it stands; add a call that the bug gets wrong"
    was, now = problem.lines, problem.repaired.splitlines()
    if [number for number in range(1, len(was) + 1) if was[number - 1 : number] != now[number - 1 : number]] != [
        problem.line
    ]:
        yield "its repair changes more or less than its line; write the one line that should stand there"
    for number in range(1, len(was) + 1):
        if number != problem.line and passes(problem, without(problem, number)):
            yield f"taking line {number} out repairs it as well; choose calls or code where only the bug's line helps"


def passes(problem: FindBugProblem, code: str) -> bool:
    """Whether a function agrees with the reference on the calls."""
    try:
        results = run_calls(defined(code, problem.name), problem.calls)
    except (SyntaxError, ValueError, KeyError):
        return False
    expected = run_calls(problem.reference, problem.calls)
    return all(
        got.how == want.how == "value" and same(want.value, got.value, TOLERANCE)
        for want, got in zip(expected, results, strict=True)
    )


def without(problem: FindBugProblem, number: int) -> str:
    """The code with a line taken out."""
    lines = list(problem.lines)
    was = lines[number - 1]
    lines[number - 1] = was[: len(was) - len(was.lstrip())] + "pass"
    return "\n".join(lines)


def its_question(problem: FindBugProblem) -> Iterator[str]:
    """The question asks for the line that is wrong, since another line might be changed to make up for it."""
    if "Which line is wrong?" not in problem.statement:
        yield "its statement doesn't ask 'Which line is wrong?'; ask so, since changing another line may help as well"


def its_other_lines(problem: FindBugProblem) -> Iterator[str]:
    """Every line that could look guilty is defended."""
    code_lines = {number for number, line in enumerate(problem.lines, start=1) if line.strip()}
    for number in sorted(code_lines - {1, problem.line} - set(problem.others)):
        yield f"line {number} is not in `others`; say why it is not the wrong one"
    for number in sorted(set(problem.others) - code_lines | {problem.line} & set(problem.others)):
        yield f"`others` speaks of line {number}, which is {'the bug' if number == problem.line else 'no line of code'}"


# --- quizzes ---


def its_options(problem: QuizProblem) -> Iterator[str]:
    """Three to five options, each with its own explanation, and none that gives itself away."""
    texts, reasons = [each.text for each in problem.options], [each.why for each in problem.options]
    if not 3 <= len(texts) <= 5:
        yield f"has {len(texts)} options; write three to five"
    if not 1 <= len(problem.key) < len(texts):
        yield f"has {len(problem.key)} right options of {len(texts)}; mark one with right=True, or several but not all"
    for each in repeated([*texts, *reasons]):
        yield f"says the same twice: {each[:60]!r}; give each option its own text and explanation"
    for letter, option in problem.lettered.items():
        if not option.why.strip():
            yield f"option {letter} does not explain itself; say in `why` what holds for it"
        if ALL_OF_THEM.search(option.text):
            yield f"option {letter} speaks of the others: {option.text!r}; let each option say something itself"
    lengths = sorted(map(len, texts))
    if lengths and lengths[-1] > LONGEST_TO_SHORTEST * lengths[0]:
        yield (
            f"its longest option has {lengths[-1]} letters, its shortest {lengths[0]}; bring them within a factor of "
            f"{LONGEST_TO_SHORTEST}"
        )


def its_key(problem: QuizProblem) -> Iterator[str]:
    """The key is right, and nothing else."""
    letters = list(problem.lettered)
    picks = (frozenset(pick) for size in range(1, len(letters) + 1) for pick in combinations(letters, size))
    for picked in picks:
        outcome = check_value(problem, "".join(sorted(picked))).outcome
        expected = "correct" if picked == problem.key else "incorrect"
        if len(picked) > 1 and not problem.several:
            expected = "not_attempted"
        if outcome != expected:
            yield f"picking {''.join(sorted(picked))} is {outcome}, not {expected}; look at its options"


# --- predictions, and the figures behind decisions ---


def its_truth(problem: PredictProblem | JudgementProblem) -> Iterator[str]:
    """The code gives the same value twice, and it is right."""
    truth = truth_of(problem)
    # truth_of keeps what it found; this runs the code once more.
    if show(last_value(problem.code), 10**6) != show(truth, 10**6):
        yield "its code gives another value when it runs again; seed what is random, and sort what comes of sets"
    if not check_value(problem, truth).correct:
        yield f"its own truth, {show(truth)}, is not taken for right; let the last line give a plain value"
    for each in getattr(problem, "also_right", ()):
        if not check_value(problem, each).correct:
            yield f"{show(each)} stands in `also_right` and is not taken for right"


def its_slips(problem: PredictProblem | JudgementProblem) -> Iterator[str]:
    """Every slip is wrong, and gets its own sentence."""
    for slip in problem.slips:
        feedback = check_value(problem, slip.value)
        if feedback.outcome != "incorrect" or slip.sentence not in feedback.message:
            yield f"the slip {show(slip.value)} is told {one_line(feedback)}; mend its value, or the order of the slips"
    for one, other in combinations(problem.slips, 2):
        if agrees_with(one.value, other.value):
            yield f"two slips are the same value, {show(one.value)}; take one out"


def one_line(text: object) -> str:
    """A text as it fits into a complaint."""
    return " ".join(str(text).split())[:200]


Rule = Callable[[Any], Iterator[str]]
RULES: list[tuple[type[Problem], Rule]] = [
    (Problem, its_facts),
    (Problem, enough),
    (Problem, said_once),
    (FillBlankProblem, its_blank),
    (OrderProblem, its_lines),
    (Problem, untouched),
    (CodeProblem, its_calls),
    (CodeProblem, its_generator),
    (FunctionProblem, its_name),
    (CodeProblem, gates),
    (CodeProblem, told_apart),
    (FunctionProblem, not_learnt_by_heart),
    (FindBugProblem, its_bug),
    (FindBugProblem, its_question),
    (FindBugProblem, its_other_lines),
    (QuizProblem, its_options),
    (QuizProblem, its_key),
    (PredictProblem, its_truth),
    (PredictProblem, its_slips),
    (JudgementProblem, its_truth),
    (JudgementProblem, its_slips),
]


def complaints_about(problem: Problem) -> list[str]:
    """What is wrong with a problem: a line each, with its id."""
    found = []
    for kind, rule in RULES:
        if isinstance(problem, kind):
            try:
                found += [f"{problem.id}: {each}" for each in rule(problem)]
            except Exception as error:  # a problem may be wrong in ways that nobody thought of
                found.append(f"{problem.id}: {rule.__name__} stopped with {type(error).__name__}: {one_line(error)}")
    return found


# --- all of them together ---


def complaints_about_the_bank() -> list[str]:
    """What is wrong with the problems together."""
    everything = bank.everything()
    quizzes = [each for each in everything if isinstance(each, QuizProblem)]
    return [
        *(f"{each}: two problems have this id; give one another" for each in repeated(bank.ids())),
        *(f"two problems ask the same: {each[:60]!r}" for each in repeated(p.statement.casefold() for p in everything)),
        *[line for number in bank.lessons() for line in about_a_lesson(number)],
        *telling_lengths(quizzes),
        *telling_places(quizzes),
    ]


def about_a_lesson(number: str) -> Iterator[str]:
    """Its problems bear its number and serve its objectives; what an exercise holds can be graded."""
    for problem in (*bank.of_lesson(number), *bank.of_exercise(number)):
        if not problem.id.startswith(f"{number}-"):
            yield f"{problem.id}: stands in lesson {number}; begin its id with {number}-"
    for problem in bank.of_exercise(number):
        if isinstance(problem, FillBlankProblem | OrderProblem):
            yield f"{problem.id}: this kind can't be graded; put it into LESSON, or ask for the whole function"
    yield from about_objectives(number)


def about_objectives(number: str) -> Iterator[str]:
    """Each problem serves an objective that the lesson's notebook lists at its top."""
    lesson = next((path for path in stored("notebooks") if path.name.startswith(f"{number}_")), None)
    if lesson is None:
        yield f"lesson {number}: there is no notebooks/{number}_….ipynb; write it, or take its problems out of the bank"
        return
    top = " ".join(" ".join(source_of(cell) for cell in read(lesson)["cells"][: budget.TOP]).split())
    for problem in (*bank.of_lesson(number), *bank.of_exercise(number)):
        if problem.objective not in top:
            yield (
                f"{problem.id}: its objective is none of {notebooks.name_of(lesson)}: {problem.objective!r}; use the "
                "words that stand there"
            )


def telling_lengths(quizzes: Sequence[QuizProblem]) -> Iterator[str]:
    """Whoever always picks the longest option must not do well."""
    telling = [each.id for each in quizzes if right_is_longest(each.options)]
    if 3 * len(telling) > len(quizzes):
        yield (
            f"in {len(telling)} of {len(quizzes)} quizzes the right option is the longest, and a third is the most; "
            f"shorten it in some of {', '.join(telling)}"
        )


def right_is_longest(options: Sequence[Option]) -> bool:
    """Whether a right option is longer than every other."""
    by_length = sorted(options, key=lambda option: len(option.text))
    return by_length[-1].right and len(by_length[-1].text) > len(by_length[-2].text)


def telling_places(quizzes: Sequence[QuizProblem]) -> Iterator[str]:
    """Whoever always picks the same letter must not do well either."""
    places = Counter(letter for each in quizzes for letter in each.key)
    if len(places) < min(4, len(quizzes)):
        yield f"right options stand only at {', '.join(sorted(places))}; move some to the other places"
    letter, count = places.most_common(1)[0] if places else ("", 0)
    if count > max(1, (len(quizzes) + 1) // 2):
        yield f"{letter} is right in {count} of {len(quizzes)} quizzes; move some to other places"
    for key, run in groupby("".join(sorted(each.key)) for each in quizzes):
        length = len(list(run))
        if length > MOST_OF_ONE_LETTER_IN_A_ROW:
            yield f"{key} is right {length} times in a row; change the places in one of these quizzes"


# --- files ---


def complaints_about_files() -> list[str]:
    """What is wrong with notebooks and with what is generated from them."""
    made = exercises.make()
    return [
        *(line for path in stored() for line in notebooks.complaints(path)),
        *(f"{notebooks.name_of(each.source)}: {fault}" for each in made for fault in each.faults),
        *exercises.orphans(made),
        *filter(None, (exercises.difference(each) for each in made if not each.faults)),
        *(line for path in stored("notebooks") for line in notebooks.complaints_about(path, budget.complaints)),
    ]


def main(arguments: Sequence[str]) -> int:
    """The command line; the exit code."""
    begins = arguments[0] if arguments else ""
    chosen = [each for each in bank.everything() if each.id.startswith(begins)]
    if begins.startswith("-") or not chosen:
        print(f"There is no problem whose id begins with {begins!r}. The ids: {', '.join(bank.ids())}")
        return 2
    found = [line for problem in chosen for line in complaints_about(problem)]
    if not begins:
        found += complaints_about_the_bank() + complaints_about_files()
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(chosen)} problems, {len(found)} to mend." if found else f"{len(chosen)} problems, all in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
