"""Retrievers: a question in, a ranked list of hits out."""

import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Protocol

from ragedu.cases import Hit, Passage
from ragedu.retrieval import checked_k


class Retriever(Protocol):
    """Whatever ranks passages for a question."""

    @property
    def passages(self) -> Sequence[Passage]:
        """All that it can find."""
        ...

    def search(self, question: str, k: int) -> list[Hit]:
        """The k most similar passages, best first; all of them where there are fewer."""
        ...


def trigrams(text: str) -> Counter[str]:
    """How often each three-letter piece occurs in the words of a text, a blank standing at either end of a word.

    >>> sorted(trigrams("To go"))
    [' go', ' to', 'go ', 'to ']
    """
    words = (f" {word} " for word in re.findall(r"\w+", text.lower()))
    return Counter(word[start : start + 3] for word in words for start in range(len(word) - 2))


def cosine(a: Counter[str], b: Counter[str]) -> float:
    """Cosine of the angle between two count vectors: 1 for the same direction, 0 with nothing in common."""
    return _cosine(a, b, _squared(a) * _squared(b))


def _squared(vector: Counter[str]) -> int:
    return sum(n * n for n in vector.values())


def _cosine(a: Counter[str], b: Counter[str], squares: int) -> float:
    shared = sum(a[each] * b[each] for each in a.keys() & b.keys())
    return shared / sqrt(squares) if squares else 0.0


class TrigramRetriever:
    """A vector model small enough to read: a text is its counted three-letter pieces, nearness is the cosine.

    It knows spelling and no meaning: "return" and "returned" are close, "arrive" and "delivery takes" are not.
    Passages of equal similarity are ordered by id, so a ranking is always the same.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = list(passages)
        vectors = [(passage, trigrams(passage.text)) for passage in passages]
        self._vectors = [(passage, vector, _squared(vector)) for passage, vector in vectors]

    def search(self, question: str, k: int) -> list[Hit]:
        """The k most similar passages, best first; all of them where there are fewer."""
        asked = trigrams(question)
        squared = _squared(asked)
        hits = [
            Hit(passage.id, _cosine(asked, vector, squared * its_squared), passage.text)
            for passage, vector, its_squared in self._vectors
        ]
        return sorted(hits, key=lambda hit: (-(hit.score or 0.0), hit.id))[: checked_k(k)]
