#!/usr/bin/env python3
"""How long the judges without a chat model take, beside each other: python benchmarks/judging.py [kilobytes]

An answer of invented sentences, all different, is judged against a prompt of ten short passages, and by OverlapJudge
against itself too, which is the most work there is. A tenth of the answer comes first, to show how the time grows.
"""

import sys
import time
from collections.abc import Callable, Sequence

from ragedu.judging import EmbeddingJudge, OverlapJudge, extract_claims
from ragedu.judging.offline import OfflineJudge

PROMPT = [
    f"Article {number} is kept in hall {number % 3}; it is not sold before {number} days." for number in range(10)
]


def answer_of(kilobytes: int) -> str:
    """So many kilobytes of sentences, no two alike."""
    sentences = (f"Article {number} is kept in hall {number % 7} of the store. " for number in range(30 * kilobytes))
    return "".join(sentences)[: 1000 * kilobytes]


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def line(name: str, judge: OfflineJudge, claims: Sequence[str], contexts: Sequence[str]) -> str:
    """One line of the table: a tenth of the claims, and all of them."""
    tenth = claims[: len(claims) // 10]
    some = seconds(lambda: judge.supports(tenth, contexts))
    return f"{name:<34}{len(claims):>8}{some:>10.2f}{seconds(lambda: judge.supports(claims, contexts)):>10.2f}"


def main(arguments: list[str]) -> int:
    """Print a line for each judge."""
    answer = answer_of(int(arguments[0]) if arguments else 1000)
    EmbeddingJudge().supports(["warm"], ["up"])  # the first call reads the weights
    taken = seconds(lambda: extract_claims(answer))
    claims = extract_claims(answer)
    print(f"{'seconds':<34}{'claims':>8}{'a tenth':>10}{'all':>10}")
    print(f"{'extract_claims':<34}{len(claims):>8}{'':>10}{taken:>10.2f}")
    print(line("OverlapJudge, ten passages", OverlapJudge(), claims, PROMPT))
    print(line("EmbeddingJudge, ten passages", EmbeddingJudge(), claims, PROMPT))
    print(line("OverlapJudge, the answer itself", OverlapJudge(), claims, [answer]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
