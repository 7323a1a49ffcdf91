"""Answers that learners gave: each reads the sentence of its own misconception, not that of a neighbour."""

from typing import Any

import pytest

from ragedu.learn import bank
from ragedu.learn.checking import FunctionCheck, code_of
from ragedu.learn.running import defined, run_calls


def spoken_to(problem_id: str, answer: str) -> str | None:
    problem: Any = bank.find(problem_id)
    code = code_of(problem, answer) if problem.kind == "fill_blank" else problem.code(answer)
    check = FunctionCheck(problem, "", 20)
    return check.feedback(run_calls(defined(code, problem.name), check.calls)).misconception


@pytest.mark.parametrize(
    ("problem_id", "answer", "misconception"),
    [
        ("07-fill-clip", "count", "never_clipped"),
        ("01-hit-rate-at-k", "return float(relevant in retrieved[:k])", "asks_for_the_set"),
        (
            "06-guessing-one",
            "return (1 if key_size == 1 else 0.5) / options + (options - key_size) / options * wrong",
            "chance_of_one_right",
        ),
        (
            "04-interval-ends",
            "means, cut = sorted(means), round(len(means) * (1 - level))\nreturn means[cut], means[-1 - cut]",
            "takes_the_whole_share_at_each_end",
        ),
        (
            "04-interval-ends",
            "means, cut = sorted(means), round(len(means) * (1 - level) / 2)\nreturn means[cut], means[-cut]",
            "one_too_high",
        ),
    ],
)
def test_an_answer_reads_the_sentence_of_its_own_misconception(problem_id: str, answer: str, misconception: str):
    assert spoken_to(problem_id, answer) == misconception
