"""One way to solve a problem, as text: shown after success or three tries, and folded on pages without widgets."""

from ragedu.learn.checking import truth_of
from ragedu.learn.problems import (
    FillBlankProblem,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    OrderProblem,
    PredictProblem,
    Problem,
    QuizProblem,
)
from ragedu.learn.values import show


def solved(problem: Problem) -> str:
    """One way to solve it, and why it is so."""
    return "\n".join(each for each in (_answer_to(problem), problem.commentary) if each)


def _answer_to(problem: Problem) -> str:
    if isinstance(problem, FunctionProblem):
        return as_code(problem.code(problem.right[0]))
    if isinstance(problem, FillBlankProblem):
        return as_code(problem.code(problem.right[0]))
    if isinstance(problem, OrderProblem):
        return as_code("\n".join(problem.lines))
    if isinstance(problem, FindBugProblem):
        return f"Line {problem.line} should read\n    {problem.repair.strip()}"
    if isinstance(problem, QuizProblem):
        rights = [(letter, problem.lettered[letter]) for letter in sorted(problem.key)]
        return "\n".join(["Right: " + "; ".join(f"{a}) {o.text}" for a, o in rights), *(o.why for _, o in rights)])
    if isinstance(problem, PredictProblem | JudgementProblem):
        return f"It is {show(truth_of(problem))}. Run it and see:\n{as_code(problem.code)}"
    return ""


def as_code(text: str) -> str:
    """Lines of code as feedback carries them, four blanks in."""
    return "\n".join(f"    {line}" for line in text.strip("\n").splitlines())
