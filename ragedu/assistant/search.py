"""Retrievers that lean on a library: keyword search through bm25s, and embeddings through wordllama.

Both come with the extra `search`, work without a network, and are imported when a retriever is made.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import category

from ragedu.cases import Hit, Passage, folded
from ragedu.embeddings import unit_vectors
from ragedu.extras import missing
from ragedu.retrieval import checked_k

# Chinese and Japanese are written without blanks: each of their letters is a word here.
_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^ \u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def words_of(text: str) -> list[str]:
    """The words of a text as keyword search compares them: runs of letters, their marks, and digits, case taken away.

    >>> words_of("The X-200 ＣＯＳＴＳ 5 euro; 退货 हिन्दी")
    ['the', 'x', '200', 'costs', '5', 'euro', '退', '货', 'हिन्दी']
    """
    return _WORD.findall("".join(each if _is_of_a_word(each) else " " for each in folded(text)))


def _is_of_a_word(letter: str) -> bool:
    # Vowel signs of Hindi and others are marks, for which isalnum says no.
    return letter.isalnum() or category(letter) in ("Mn", "Mc")


class KeywordRetriever:
    """Keyword search: BM25 over the words of the passages, by the library bm25s.

    It knows words and no meaning: "fee" finds no passage about "costs". A passage that shares no word with the question
    is not found at all; equal scores are ordered by id.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = list(passages)
        library = _bm25s()
        words = [words_of(passage.text) for passage in self.passages]
        self._known = {word for each in words for word in each}
        self._index = library.BM25()
        if self._known:
            self._index.index(words, show_progress=False)

    def search(self, question: str, k: int) -> list[Hit]:
        """The k best that share a word with the question, best first."""
        checked_k(k)
        words = [word for word in words_of(question) if word in self._known]
        return _best(self.passages, self._index.get_scores(words) if words else [], k, above=0.0)


class EmbeddingRetriever:
    """Embeddings: a text is the mean of its tokens' vectors, nearness is the cosine, by the library wordllama.

    Its small model (16 MB) is part of that package, so nothing is downloaded. It knows which words are used alike, and
    not their order: "the bank declined the card" is "the card declined the bank". Equal scores are ordered by id.
    """

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = list(passages)
        self._vectors = unit_vectors([passage.text for passage in self.passages])

    def search(self, question: str, k: int) -> list[Hit]:
        """The k most similar passages, best first; all of them where there are fewer."""
        checked_k(k)
        if not self.passages:
            return []
        # Equal texts may differ in the seventh digit, by where they stand in the matrix.
        scores = (self._vectors @ unit_vectors([question])[0]).round(6)
        return _best(self.passages, scores, k)


def _best(passages: Sequence[Passage], scores: Iterable[Any], k: int, above: float = float("-inf")) -> list[Hit]:
    """The k passages of the highest scores, as hits."""
    scored = zip(map(float, scores), passages, strict=False)
    hits = [Hit(passage.id, score, passage.text) for score, passage in scored if score > above]
    return sorted(hits, key=lambda hit: (-(hit.score or 0.0), hit.id))[:k]


def _bm25s() -> Any:
    try:
        import bm25s
    except ImportError:
        raise missing("keyword search needs bm25s", "search") from None
    return bm25s
