"""Several rankings made into one."""

from collections.abc import Sequence
from math import fsum

from ragedu.assistant.retrievers import Retriever
from ragedu.cases import Hit, Passage, ids_of
from ragedu.retrieval import checked_k, ranking


def fuse(rankings: Sequence[Sequence[str]], k: int = 60) -> dict[str, float]:
    """Reciprocal-rank fusion: one order out of several, from their ranks alone.

    Formula     score of an id = sum over the rankings that hold it of 1 / (k + its rank)
    Takes       rankings of ids, best first; k, a whole number from 1 up: the larger, the less the very top counts
    Range       ids with scores, best first; a score is above 0 and at most the number of rankings / (k + 1)
    Errors      ValueError if k is not a whole number from 1 up, or a ranking is not a list of ids

    What two searches agree on goes before what one of them is sure of:

    >>> list(fuse([["refund", "parcel", "gift"], ["warranty", "parcel"]]))
    ['parcel', 'refund', 'warranty', 'gift']
    >>> round(fuse([["refund", "parcel"], ["parcel"]])["parcel"], 5)
    0.03252

    Elsewhere   ranx and Elasticsearch (rank_constant) count ranks from 1 and take 60, as here; where ranks are counted
                from 0, as in some code, every score is that of k - 1 here
    Our choice  an id that comes twice in one ranking counts at its first place; equal scores are ordered by id. Scores
                of the searches are not looked at: a cosine and a BM25 have no common scale
    Source      Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
                Methods, 2009
    """
    checked_k(k)
    if isinstance(rankings, str):
        ranking(rankings)
    parts: dict[str, list[float]] = {}
    for each in rankings:
        for rank, passage_id in _ranks(each):
            parts.setdefault(passage_id, []).append(1 / (k + rank))
    # First everywhere is the most there is; a sum may pass that by the last digit.
    scores = {passage_id: min(fsum(each), len(each) / (k + 1)) for passage_id, each in parts.items()}
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def _ranks(retrieved: Sequence[str]) -> list[tuple[int, str]]:
    """The places of a ranking, each id once."""
    seen: dict[str, int] = {}
    for rank, passage_id in enumerate(ranking(retrieved), start=1):
        seen.setdefault(passage_id, rank)
    return [(rank, passage_id) for passage_id, rank in seen.items()]


class FusedRetriever:
    """Several retrievers asked at once, their rankings fused by `fuse`. The score of a hit is its fused score.

    retrievers  two or more
    k           the constant of the fusion
    depth       how far down each ranking is read, at least as far as is asked for
    """

    def __init__(self, *retrievers: Retriever, k: int = 60, depth: int = 100) -> None:
        if len(retrievers) < 2:
            raise ValueError(f"a fusion needs at least two retrievers, not {len(retrievers)}.")
        self._retrievers = retrievers
        self._k, self._depth = checked_k(k), checked_k(depth)
        self.passages: Sequence[Passage] = list(
            {passage.id: passage for each in reversed(retrievers) for passage in each.passages}.values()
        )

    def search(self, question: str, k: int) -> list[Hit]:
        """The k best of all rankings together; fewer where they found fewer."""
        found = [each.search(question, max(checked_k(k), self._depth)) for each in self._retrievers]
        texts = {hit.id: hit.text for hits in reversed(found) for hit in hits}
        scores = fuse([ids_of(hits) for hits in found], self._k)
        return [Hit(passage_id, score, texts[passage_id]) for passage_id, score in list(scores.items())[:k]]
