"""What the further calls of several lessons' problems are drawn from."""

import random

IDS = [f"{topic}-{number}" for topic in ("delivery", "return", "payment") for number in (1, 2, 3)]


def random_ranking(source: random.Random) -> list[str]:
    """Up to eight ids, now and then with one repeated."""
    ranking = source.sample(IDS, source.randint(0, 7))
    if ranking and source.random() < 0.4:
        ranking.insert(source.randrange(len(ranking) + 1), source.choice(ranking))
    return ranking


def random_rankings(source: random.Random) -> tuple[list[str], set[str], int]:
    """A ranking, what was expected of it, and a cut."""
    return random_ranking(source), set(source.sample(IDS, source.randint(1, 3))), source.randint(1, 8)
