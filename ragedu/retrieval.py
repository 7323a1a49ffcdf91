"""Ranking metrics: plain functions over a ranked list of ids and a set of relevant ids.

`first_k` and `relevant_ids` check the input of every metric here, so that each metric reads like its definition.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from math import expm1, fsum, isfinite, log, log2
from typing import Literal

from ragedu.cases import Evidence, described, shown, whole_number

Relevant = Set[str] | Mapping[str, float]
Gain = Literal["linear", "exponential"]
Groups = Evidence | Sequence[Sequence[str]]


def checked_k(k: int) -> int:
    """k itself, once it is sure to be a whole number from 1 up; otherwise ValueError."""
    whole = whole_number(k)
    if whole is None or whole < 1:
        raise ValueError(f"k must be a whole number from 1 up, not {k!r}. For the top passage alone, use k=1.")
    return whole


def first_k(retrieved: Sequence[str], k: int) -> Sequence[str]:
    """The ids in the first k places; fewer when the list is shorter."""
    return ranking(retrieved)[: checked_k(k)]


def ranking(retrieved: Sequence[str]) -> Sequence[str]:
    """The ranking itself, once it is sure to be an ordered list of ids."""
    if isinstance(retrieved, str) or not isinstance(retrieved, Sequence):
        raise ValueError(
            f"retrieved must be a list of passage ids, best first, not {described(retrieved)}. "
            'For one passage write ["return-1"].'
        )
    # The first tells what kind they are; looking at all of them would cost more than the metric.
    if retrieved and not isinstance(retrieved[0], str):
        raise ValueError(
            f"retrieved must hold passage ids (text), not {shown(retrieved[0])}. For hits write ids_of(hits)."
        )
    return retrieved


def relevant_ids(relevant: Relevant) -> Set[str]:
    """The ids that count as relevant: a set as it stands, or those of a dict whose grade is above 0."""
    if isinstance(relevant, str) or not isinstance(relevant, Set | Mapping):
        raise ValueError(
            f"relevant must be a set of passage ids, or a dict of id to grade, not {described(relevant)}. "
            'For one passage write {"return-1"}.'
        )
    ids = (
        {each for each, grade in relevant.items() if checked_grade(each, grade) > 0}
        if isinstance(relevant, Mapping)
        else relevant
    )
    if not ids:
        raise ValueError(
            "nothing is relevant to this question, so its score is not defined. "
            "Leave the question out of the mean, and say so."
        )
    return ids


def checked_grade(passage_id: str, grade: float) -> float:
    """The grade itself, once it is sure to be a finite number; otherwise ValueError."""
    try:
        finite = isfinite(grade)
    except (TypeError, OverflowError):
        finite = False
    if not finite:
        raise ValueError(f"the grade of {passage_id!r} must be a finite number, not {shown(grade)}.")
    return grade


def found_ranks(retrieved: Sequence[str], relevant: Relevant, k: int | None = None) -> list[int]:
    """The ranks, among the first k, at which a relevant passage stands for the first time; k=None looks at them all."""
    missing = set(relevant_ids(relevant))
    ranks = []
    for rank, each in enumerate(ranking(retrieved) if k is None else first_k(retrieved, k), start=1):
        if each in missing:
            missing.remove(each)
            ranks.append(rank)
    return ranks


def grades_of(relevant: Relevant) -> dict[str, float]:
    """The relevant ids with their grades; in a set each has grade 1."""
    ids = relevant_ids(relevant)
    return {each: relevant[each] for each in ids} if isinstance(relevant, Mapping) else dict.fromkeys(ids, 1)


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


def precision_at_k(retrieved: Sequence[str], relevant: Relevant, k: int, *, count_empty: bool = True) -> float:
    """Share of the first k places that hold a relevant passage.

    Formula     relevant ids among the first k / k
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0)
    Range       0 to 1; nothing retrieved is 0; a repeated id keeps its place and gains nothing
    Errors      ValueError if k is not a whole number from 1 up, or if nothing is relevant

    Five places, three filled, two of them right:

    >>> retrieved, relevant = ["refund", "gift", "parcel"], {"refund", "parcel"}
    >>> precision_at_k(retrieved, relevant, k=5)
    0.4
    >>> round(precision_at_k(retrieved, relevant, k=5, count_empty=False), 3)
    0.667

    Elsewhere   trec_eval 0.4, as here; LlamaIndex and ragas by id 0.667, leaving empty places out
    Our choice  an empty place is a miss, so returning less never looks better
    Source      Manning, Raghavan, Schütze: Introduction to Information Retrieval, 8.4
    """
    top = first_k(retrieved, k)
    found = relevant_ids(relevant) & set(top)
    return len(found) / (k if count_empty else max(1, len(top)))


def reciprocal_rank(retrieved: Sequence[str], relevant: Relevant, k: int | None = None) -> float:
    """One divided by the rank of the first relevant passage; 0 when none is found.

    Formula     1 / rank of the first relevant id
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0); a cut, or None
    Range       0 to 1; only the first relevant passage counts, however many follow
    Errors      ValueError if k is given and not a whole number from 1 up, or if nothing is relevant

    >>> reciprocal_rank(["gift", "refund", "parcel"], {"refund", "parcel"})
    0.5
    >>> reciprocal_rank(["gift", "refund", "parcel"], {"refund", "parcel"}, k=1)
    0.0

    Elsewhere   LlamaIndex can average over all relevant passages instead; trec_eval, ranx, ir_measures as here.
                On tied scores libraries part: three equal scores give 1.0 or 0.333. A list keeps its order here
    Our choice  the first only: it is the question "how far must a reader go until something helps?"
    Source      Voorhees: The TREC-8 Question Answering Track Report, 1999
    """
    expected = relevant_ids(relevant)
    places = ranking(retrieved) if k is None else first_k(retrieved, k)
    first = next((rank for rank, each in enumerate(places, start=1) if each in expected), None)
    return 1 / first if first else 0.0


def mean_reciprocal_rank(
    retrieved_lists: Sequence[Sequence[str]], relevant_lists: Sequence[Relevant], k: int | None = None
) -> float:
    """The mean of the reciprocal rank over questions: MRR.

    Formula     sum of reciprocal ranks / number of questions
    Takes       a ranking for each question; what is relevant to each, in the same order; a cut, or None
    Range       0 to 1
    Errors      ValueError if the two lists differ in length or are empty, or if nothing is relevant to a question

    >>> mean_reciprocal_rank([["refund"], ["gift", "parcel"]], [{"refund"}, {"parcel"}])
    0.75

    Elsewhere   a question with nothing relevant counts 0 in trec_eval with -c; here it is an error, to be left out
    Our choice  no question drops out unseen
    Source      Voorhees: The TREC-8 Question Answering Track Report, 1999
    """
    if len(retrieved_lists) != len(relevant_lists) or not retrieved_lists:
        raise ValueError(
            f"there must be one ranking for each set of relevant ids, and at least one of each, "
            f"not {len(retrieved_lists)} rankings and {len(relevant_lists)} sets."
        )
    ranks = [reciprocal_rank(*each, k) for each in zip(retrieved_lists, relevant_lists, strict=True)]
    return fsum(ranks) / len(ranks)


def average_precision(retrieved: Sequence[str], relevant: Relevant, k: int | None = None) -> float:
    """The mean, over all relevant passages, of the precision at the rank where each is found.

    Formula     sum of precision@r over the ranks r of relevant ids (first k) / number of relevant ids
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0); a cut, or None
    Range       0 to 1; a relevant passage never retrieved adds 0 and is divided by all the same
    Errors      ValueError if k is given and not a whole number from 1 up, or if nothing is relevant

    Hits at 2 and 5; then with a third relevant passage that is never retrieved:

    >>> retrieved = ["a", "refund", "b", "c", "parcel"]
    >>> round(average_precision(retrieved, {"refund", "parcel"}), 3)
    0.45
    >>> round(average_precision(retrieved, {"refund", "parcel", "gift"}), 3)
    0.3

    Elsewhere   trec_eval map and map_cut as here. Not `context_precision`, which divides by what was found;
                LlamaIndex gives 1.5 for [a, a, b] and relevant {a, b}, where a repeat gains nothing here
    Our choice  by all relevant passages, so that missing one costs
    Source      Manning, Raghavan, Schütze: Introduction to Information Retrieval, 8.4
    """
    return _precisions(found_ranks(retrieved, relevant, k)) / len(relevant_ids(relevant))


def context_precision(retrieved: Sequence[str], relevant: Relevant, k: int | None = None) -> float:
    """The mean, over the relevant passages found, of the precision at the rank where each is found.

    Formula     sum of precision@r over the ranks r of relevant ids (first k) / number of relevant ids found there
    Takes       ids, best first; a set of relevant ids, or a dict id -> grade (relevant above 0); a cut, or None
    Range       0 to 1; 0 when none is found
    Errors      ValueError if k is given and not a whole number from 1 up, or if nothing is relevant

    Hits at 2 and 5; a third relevant passage, never retrieved, goes unseen:

    >>> retrieved = ["a", "refund", "b", "c", "parcel"]
    >>> round(context_precision(retrieved, {"refund", "parcel"}), 3)
    0.45
    >>> round(context_precision(retrieved, {"refund", "parcel", "gift"}), 3)
    0.45

    Elsewhere   ragas' context precision, whose perfect score is 0.9999999999. Not `average_precision`, which divides
                by all relevant passages
    Our choice  kept under ragas' name for comparison; it judges order, and misses what is missing
    Source      ragas documentation, Context Precision
    """
    ranks = found_ranks(retrieved, relevant, k)
    return _precisions(ranks) / len(ranks) if ranks else 0.0


def _precisions(ranks: Sequence[int]) -> float:
    # At the rank of the n-th find, n of so many places are relevant.
    return sum(found / rank for found, rank in enumerate(ranks, start=1))


def dcg_at_k(retrieved: Sequence[str], grades: Relevant, k: int, *, gain: Gain = "linear") -> float:
    """Discounted cumulative gain: what the first k places hold, each worth less the further down it stands.

    Formula     sum over ranks r of gain(grade) / log2(r + 1); gain is the grade, or 2^grade - 1 for "exponential"
    Takes       ids, best first; a dict id -> grade, or a set (each grade 1); an unjudged id has gain 0
    Range       0 upwards, with no fixed end: compare it only on the same question, or take `ndcg_at_k`
    Errors      ValueError if k is not a whole number from 1 up, if nothing is relevant, or if a grade is too large

    >>> round(dcg_at_k(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=2), 3)
    2.893
    >>> round(dcg_at_k(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=2, gain="exponential"), 3)
    5.417

    Elsewhere   trec_eval linear, as here; gdeval and ranx's "burges" exponential. A repeated id gains once here,
                each time in LlamaIndex
    Our choice  linear, the older definition and the commoner tool's
    Source      Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, 2002; Burges et al., 2005
    """
    left = grades_of(grades)
    checked_gain(gain)
    gains = (gain_of(left.pop(each, 0), gain) for each in first_k(retrieved, k))
    return _discounted(gains)


def ndcg_at_k(retrieved: Sequence[str], grades: Relevant, k: int, *, gain: Gain = "linear") -> float:
    """Discounted cumulative gain as a share of the best that any ranking could reach in k places.

    Formula     dcg@k / dcg@k of all judged ids, best grade first
    Takes       ids, best first; a dict id -> grade, or a set (each grade 1); an unjudged id has gain 0
    Range       0 to 1; the best possible k places are 1, however many relevant ids there are
    Errors      ValueError if k is not a whole number from 1 up, if nothing is relevant, or if a grade is too large

    >>> round(ndcg_at_k(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=2), 3)
    0.797
    >>> ndcg_at_k(["refund", "parcel"], {"refund": 3, "parcel": 1, "gift": 1}, k=2)
    1.0

    Elsewhere   trec_eval linear, as here; LlamaIndex takes the ideal over another list: a perfect top 2 of 4 is 0.637
                there, and [a, a, b] with relevant {a, b} is 1.31
    Our choice  the ideal is taken over everything judged and cut at k, so 1 means "could not be better"
    Source      Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, 2002; Burges et al., 2005
    """
    best = sorted(grades_of(grades).values(), reverse=True)[: checked_k(k)]
    ideal = _discounted(gain_of(grade, gain) for grade in best)
    # Sums in another order may differ in the last digit; a share never exceeds 1.
    return min(1.0, dcg_at_k(retrieved, grades, k, gain=gain) / ideal)


def checked_gain(gain: Gain) -> Gain:
    """The gain itself, once it is sure to be one that there is; otherwise ValueError."""
    if gain not in ("linear", "exponential"):
        raise ValueError(f'gain must be "linear" or "exponential", not {gain!r}.')
    return gain


def gain_of(grade: float, gain: Gain) -> float:
    """What a grade is worth: itself, or 2^grade - 1. ValueError for another kind of gain, or a grade too large."""
    if checked_gain(gain) == "linear":
        return grade
    if grade > 1000:
        raise ValueError(f"a grade of {grade!r} is too large for an exponential gain. Grades are usually 0 to 4.")
    # 2^grade - 1 of a tiny grade would be rounded to 0; expm1 of a whole one is not exactly whole.
    return float(2.0**grade - 1) if grade >= 1 else expm1(grade * log(2))


def _discounted(gains: Iterator[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


# --- evidence: an and of or-groups ---


def groups_of(evidence: Groups) -> tuple[tuple[str, ...], ...]:
    """The groups of an Evidence, or of nested lists as files carry them. ValueError when there are none."""
    groups = (evidence if isinstance(evidence, Evidence) else Evidence(evidence)).groups  # type: ignore[arg-type]
    if not groups:
        raise ValueError(
            "no evidence is expected for this question, so there is nothing to find. "
            "Leave the question out of the mean, and say so."
        )
    return groups


def _satisfied(retrieved: Sequence[str], evidence: Groups, k: int) -> list[bool]:
    top = set(first_k(retrieved, k))
    return [not top.isdisjoint(group) for group in groups_of(evidence)]


def found_at_k(retrieved: Sequence[str], evidence: Groups, k: int) -> float:
    """Whether everything that the question needs stands in the first k places: 1.0 or 0.0.

    Formula     1 if every group has at least one id among the first k, otherwise 0
    Takes       ids, best first; an Evidence (see `all_of`, `any_of`), or nested lists: an *and* of *or*-groups
    Range       0.0 or 1.0
    Errors      ValueError if k is not a whole number from 1 up, or if no evidence is expected

    One of the two old policies, and the new one:

    >>> needed = [["old-1", "old-2"], ["new-1"]]
    >>> found_at_k(["old-2", "gift", "new-1"], needed, k=2), found_at_k(["old-2", "gift", "new-1"], needed, k=3)
    (0.0, 1.0)

    Elsewhere   AutoRAG's nested retrieval_gt has the same meaning; plain recall wrongs a question with alternatives
    Our choice  "found" means that an answer could be written from what is there
    Source      AutoRAG documentation, retrieval ground truth
    """
    return float(all(_satisfied(retrieved, evidence, k)))


def evidence_recall_at_k(retrieved: Sequence[str], evidence: Groups, k: int) -> float:
    """Share of the groups of needed passages that the first k places satisfy.

    Formula     groups with at least one id among the first k / all groups
    Takes       ids, best first; an Evidence (see `all_of`, `any_of`), or nested lists: an *and* of *or*-groups
    Range       0 to 1; with one id in each group it is `recall_at_k`
    Errors      ValueError if k is not a whole number from 1 up, or if no evidence is expected

    >>> evidence_recall_at_k(["old-2", "gift", "new-1"], [["old-1", "old-2"], ["new-1"]], k=2)
    0.5

    Elsewhere   AutoRAG counts groups likewise; ragas divides by all ids: `id_context_recall`
    Our choice  alternatives are one thing to find, not several
    Source      AutoRAG documentation, retrieval ground truth
    """
    satisfied = _satisfied(retrieved, evidence, k)
    return sum(satisfied) / len(satisfied)


def id_context_recall(retrieved: Sequence[str], evidence: Groups, k: int | None = None) -> float:
    """Share of all the ids named in the evidence, alternatives included, that were retrieved.

    Formula     ids of the evidence among the first k / all ids of the evidence
    Takes       ids, best first; an Evidence, or nested lists; a cut, or None for the whole list
    Range       0 to 1
    Errors      ValueError if k is given and not a whole number from 1 up, or if no evidence is expected

    Everything needed is there, and one alternative is not:

    >>> round(id_context_recall(["old-2", "new-1"], [["old-1", "old-2"], ["new-1"]]), 3)
    0.667

    Elsewhere   ragas' ID-based context recall, the same value
    Our choice  kept for comparison; `evidence_recall_at_k` does not punish an alternative that was not needed
    Source      ragas documentation, ID-based context recall
    """
    ids = {each for group in groups_of(evidence) for each in group}
    return len(ids.intersection(ranking(retrieved) if k is None else first_k(retrieved, k))) / len(ids)
