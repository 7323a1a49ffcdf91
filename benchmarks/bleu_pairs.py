#!/usr/bin/env python3
"""BLEU of 10,000 pairs: ragedu beside NLTK, in one run: python benchmarks/bleu_pairs.py [--pairs N] [--rounds N]

Two calls: the corpus as one score, and each answer on its own, smoothed by epsilon (NLTK's method 1, which spares it a
warning for each answer without a match). Each round lets the two libraries take turns, so that a busy moment of the
machine meets both alike. Printed are CPU seconds, the best of the rounds, and whether the scores agree to 1e-12.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import NamedTuple

from nltk.translate import bleu_score as nltk_bleu

from ragedu.bleu import bleu, corpus_bleu

References = list[list[str]]
Call = Callable[[list[References], list[list[str]]], Sequence[float]]
METHOD1 = nltk_bleu.SmoothingFunction().method1


class Peers(NamedTuple):
    """The same question to both."""

    ragedu: Call
    nltk: Call


def _one_score(of_corpus: Callable[[list[References], list[list[str]]], float]) -> Call:
    return lambda references, hypotheses: [of_corpus(references, hypotheses)]


def _each(of_answer: Callable[[References, list[str]], float]) -> Call:
    return lambda references, hypotheses: list(map(of_answer, references, hypotheses))


CALLS = {
    "corpus, one score": Peers(_one_score(corpus_bleu), _one_score(nltk_bleu.corpus_bleu)),
    "each answer": Peers(
        _each(partial(bleu, smoothing="epsilon")), _each(partial(nltk_bleu.sentence_bleu, smoothing_function=METHOD1))
    ),
}


def make_pairs(count: int, seed: int = 0) -> tuple[list[References], list[list[str]]]:
    """Answers of 8 to 40 words with 1 to 3 references each, about four words in five kept; the same for one seed."""
    source = random.Random(seed)
    # Few words are frequent and many are rare, as in any text.
    vocabulary = [f"w{int(source.paretovariate(0.7))}" for _ in range(5000)]
    hypotheses = [source.choices(vocabulary, k=source.randint(8, 40)) for _ in range(count)]
    references = [
        [
            [word if source.random() < 0.8 else source.choice(vocabulary) for word in hypothesis]
            for _ in range(source.choice([1, 1, 2, 3]))
        ]
        for hypothesis in hypotheses
    ]
    return references, hypotheses


def timed(call: Call, references: list[References], hypotheses: list[list[str]]) -> tuple[float, Sequence[float]]:
    """CPU seconds, and what came."""
    started = process_time()
    scores = call(references, hypotheses)
    return process_time() - started, scores


def measured(peers: Peers, pairs: tuple[list[References], list[list[str]]], rounds: int) -> tuple[float, float, bool]:
    """The best time of each, and whether their scores agree."""
    best, agree = [float("inf")] * 2, True
    for _ in range(rounds):
        (ours, our_scores), (theirs, their_scores) = (timed(call, *pairs) for call in peers)
        best = [min(best[0], ours), min(best[1], theirs)]
        agree &= all(abs(a - b) <= 1e-12 for a, b in zip(our_scores, their_scores, strict=True))
    return best[0], best[1], agree


def main() -> int:
    """Print a line for each call: both times, ours as a share of NLTK's, and whether the scores are equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    pairs = make_pairs(asked.pairs)
    print(f"{asked.pairs:,} pairs, CPU seconds, best of {asked.rounds} rounds\n")
    print(f"{'':20}{'ragedu':>8}{'nltk':>8}{'ratio':>8}  scores")
    for name, peers in CALLS.items():
        ours, theirs, agree = measured(peers, pairs, asked.rounds)
        print(f"{name:20}{ours:8.2f}{theirs:8.2f}{ours / theirs:8.2f}  {'equal' if agree else 'DIFFERENT'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
