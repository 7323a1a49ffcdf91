"""Ranking metrics: plain functions over a ranked list of ids and a set of relevant ids.

`first_k` and `relevant_ids` check the input of every metric here, so that each metric reads like its definition.
"""

from collections.abc import Mapping, Sequence, Set

Relevant = Set[str] | Mapping[str, float]


def checked_k(k: int) -> int:
    """k itself, once it is sure to be a whole number from 1 up; otherwise ValueError."""
    if type(k) is not int or k < 1:
        raise ValueError(f"k must be a whole number from 1 up, not {k!r}. For the top passage alone, use k=1.")
    return k


def first_k(retrieved: Sequence[str], k: int) -> Sequence[str]:
    """The ids in the first k places; fewer when the list is shorter."""
    return ranking(retrieved)[: checked_k(k)]


def ranking(retrieved: Sequence[str]) -> Sequence[str]:
    """The ranking itself, once it is sure to be an ordered list of ids."""
    if isinstance(retrieved, str) or not isinstance(retrieved, Sequence):
        raise ValueError(
            f"retrieved must be a list of passage ids, best first, not {_described(retrieved)}. "
            'For one passage write ["return-1"].'
        )
    return retrieved


def relevant_ids(relevant: Relevant) -> Set[str]:
    """The ids that count as relevant: a set as it stands, or those of a dict whose grade is above 0."""
    if isinstance(relevant, str) or not isinstance(relevant, Set | Mapping):
        raise ValueError(
            f"relevant must be a set of passage ids, or a dict of id to grade, not {_described(relevant)}. "
            'For one passage write {"return-1"}.'
        )
    ids = {each for each, grade in relevant.items() if grade > 0} if isinstance(relevant, Mapping) else relevant
    if not ids:
        raise ValueError(
            "nothing is relevant to this question, so its score is not defined. "
            "Leave the question out of the mean, and say so."
        )
    return ids


def _described(value: object) -> str:
    return f"the text {value!r}" if isinstance(value, str) else f"{value!r} ({type(value).__name__})"


def rank_of(retrieved: Sequence[str], passage_id: str) -> int:
    """At which place the passage stands, counted from 1; 0 when it was not retrieved.

    Formula     1 + the number of places before its first appearance
    Takes       ids, best first; one passage id
    Range       0 for absent, otherwise 1 to the length of the list
    Errors      ValueError if retrieved is not a list of ids

    >>> rank_of(["refund", "gift", "parcel"], "parcel")
    3
    >>> rank_of(["refund", "gift", "parcel"], "warranty")
    0

    Elsewhere   trec_eval and ranx count ranks from 1, as here; many tools count places from 0
    Our choice  0 is kept for "absent", so `1 <= rank <= k` says "found within k" and nothing else does
    Source      Manning, Raghavan, Schütze: Introduction to Information Retrieval, 8.4
    """
    places = ranking(retrieved)
    return places.index(passage_id) + 1 if passage_id in places else 0


def recall_at_k(retrieved: Sequence[str], relevant: Relevant, k: int) -> float:
    """Share of the relevant passages that stand in the first k places.

    Formula     relevant ids among the first k / all relevant ids
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0)
    Range       0 to 1; a repeated id is found once; k may pass the end of the list
    Errors      ValueError if k is not a whole number from 1 up, or if nothing is relevant

    Two passages are needed, one of them stands in the first two places:

    >>> retrieved, relevant = ["refund", "gift", "parcel"], {"refund", "parcel"}
    >>> recall_at_k(retrieved, relevant, k=2)
    0.5
    >>> recall_at_k(retrieved, relevant, k=3)
    1.0

    Elsewhere   nothing relevant: trec_eval 0, ragas NaN, here an error;
                LlamaIndex calls this number "granular hit rate"
    Our choice  a question without an answer in the collection says nothing about the retriever, so it has no recall
    Source      Manning, Raghavan, Schütze: Introduction to Information Retrieval, 8.3 and 8.4
    """
    expected = relevant_ids(relevant)
    return len(expected & set(first_k(retrieved, k))) / len(expected)


def hit_rate_at_k(retrieved: Sequence[str], relevant: Relevant, k: int) -> float:
    """Whether at least one relevant passage stands in the first k places: 1.0 or 0.0.

    The mean over questions is the hit rate of a system: "found in M of N".

    Formula     1 if any of the first k ids is relevant, otherwise 0
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0)
    Range       0.0 or 1.0; k may pass the end of the list
    Errors      ValueError if k is not a whole number from 1 up, or if nothing is relevant

    One of the two passages is enough:

    >>> retrieved, relevant = ["refund", "gift", "parcel"], {"refund", "parcel"}
    >>> hit_rate_at_k(retrieved, relevant, k=1)
    1.0

    Elsewhere   trec_eval and ir_measures call it success@k, with the same values; some courses call it recall@k,
                which is the same number only where every question has one relevant passage
    Our choice  its own name, because the two part as soon as a question needs two passages
    Source      trec_eval, measure `success`
    """
    return float(not relevant_ids(relevant).isdisjoint(first_k(retrieved, k)))
