"""Answers as learners write them, right and wrong, in `answers/`: each is judged rightly, whatever the seed.

A file for each lesson. An answer begins with a line such as `=== 01-first-rank wrong: counts from 0`; what follows is
the function's body, or with `right whole` and `wrong whole` all that stands in the cell.
"""

import copy
import re
import textwrap
import warnings
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from ragedu.learn import bank
from ragedu.learn.checking import FunctionCheck
from ragedu.learn.feedback import Feedback
from ragedu.learn.problems import CodeProblem, FunctionProblem
from ragedu.learn.running import run_call, run_calls
from ragedu.learn.values import same
from ragedu.learn.withheld import loaded, withheld

FILES = sorted(Path(__file__).with_name("answers").glob("*.txt"))
SEEDS = 100
NEEDED = {"numpy", "pandas"}
"""What an answer may import that the core does not bring."""


@dataclass(frozen=True)
class Answer:
    problem_id: str
    kind: str
    whole: bool
    label: str
    code: str

    def __str__(self) -> str:
        return f"{self.problem_id}: {self.label}"


def answers() -> list[Answer]:
    found = []
    for file in FILES:
        for part in file.read_text(encoding="utf-8").split("\n=== "):
            head, _, code = part.removeprefix("=== ").partition("\n")
            (read,) = re.findall(r"(\d\d-[\w-]+) (right|wrong)( whole)?: (.+)", head)
            found.append(Answer(read[0], read[1], bool(read[2]), read[3], code.strip("\n") + "\n"))
    return found


def function_of(answer: Answer, problem: FunctionProblem) -> Any:
    """The function anew, so that what one check left in it does not reach the next."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for name in NEEDED:
        if re.search(rf"\bimport {name}\b", answer.code):
            pytest.importorskip(name)  # imported here, since a call has two seconds
    code = answer.code if answer.whole else problem.code(textwrap.dedent(answer.code))
    exec(compile(code, "<string>", "exec"), namespace)
    return namespace[problem.name]


_CHECKS: dict[tuple[str, str, int], FunctionCheck] = {}


def judged(answer: Answer, seed: str, further: int) -> Feedback:
    problem: Any = bank.find(answer.problem_id)
    key = (problem.id, seed, further)
    if key not in _CHECKS:
        _CHECKS[key] = FunctionCheck(problem, seed, further)
    check = _CHECKS[key]
    others = [each for name in problem.elsewhere for each in loaded(name)]
    function = function_of(answer, problem)
    with warnings.catch_warnings(), withheld([problem.reference, *others]):
        warnings.simplefilter("ignore")
        results = run_calls(function, check.calls)
    return check.feedback(results)


def of(kind: str) -> Any:
    return pytest.mark.parametrize("answer", [each for each in answers() if each.kind == kind], ids=str)


def passes_further_calls(answer: Answer, seed: str) -> bool:
    """Whether generated calls, as the grader makes them, all give what they should; the first that does not ends it."""
    problem: Any = bank.find(answer.problem_id)
    function = function_of(answer, problem)
    for call in problem.further_calls(seed, 40):
        expected, got = problem.reference(*copy.deepcopy(call.args)), run_call(function, call)
        if got.how != "value" or not same(expected, got.value, problem.tolerance):
            return False
    return True


@of("right")
def test_a_right_answer_passes_in_the_notebook_and_in_the_grader(answer: Answer):
    refused = {seed: judged(answer, seed, further) for seed, further in [("check", 20), ("one", 40), ("two", 40)]}

    assert {seed: str(each) for seed, each in refused.items() if not each.correct} == {}


@of("wrong")
def test_a_wrong_answer_fails_with_every_seed(answer: Answer):
    if not judged(answer, "", 0).correct:
        return  # the visible calls, which are the same for all seeds, refuse it

    assert not judged(answer, "check", 20).correct
    assert [seed for seed in range(SEEDS) if passes_further_calls(answer, str(seed))] == []


def test_every_function_to_write_has_answers_of_both_kinds():
    asked = {each.id for each in bank.everything() if isinstance(each, FunctionProblem)}

    for kind in ("right", "wrong"):
        assert asked - {each.problem_id for each in answers() if each.kind == kind} == set()


# --- what a reference stands on ---


def used_by(function: Any) -> set[str]:
    """The public functions of the library that this one calls by their names, as "module:name"."""
    names = {name: function.__globals__.get(name) for name in _names_in(function.__code__)}
    return {
        f"{each.__module__}:{name}"
        for name, each in names.items()
        if getattr(each, "__module__", "").startswith("ragedu.") and not each.__module__.startswith("ragedu.learn.")
    }


def _names_in(code: CodeType) -> set[str]:
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    return {*code.co_names}.union(*map(_names_in, inside))


PARTS = {
    # A part of the answer that the statement leaves the learner to use, or that does another thing.
    "01-first-rank": {"ragedu.retrieval:rank_of"},
    "01-mean-recall": {"ragedu.retrieval:recall_at_k"},
    "06-count-outcomes": {"ragedu.choice.scoring:choice_outcome", "ragedu.choice.reading:parse_choice"},
    "07-bleu-score": {"ragedu.bleu:brevity_penalty"},
}


@pytest.mark.parametrize(
    "problem", [each for each in bank.everything() if isinstance(each, CodeProblem)], ids=lambda each: each.id
)
def test_what_a_reference_wraps_is_no_answer_either(problem: CodeProblem):
    if problem.reference.__module__.startswith("ragedu.learn."):
        assert used_by(problem.reference) - set(problem.elsewhere) == PARTS.get(problem.id, set())
