"""Explorers: change one thing, and watch every number that hangs on it.

    from ragedu.learn import explore

    explore.ranking(["payment-2", "exchange-1"], {"exchange-1"})

With the widgets switched on (see ragedu.learn.widgets) the picture is alive. Without them it stands still: change an
argument and run the cell again.
"""

from collections.abc import Mapping, Sequence, Set

from ragedu.learn.explorers.ranking import RankingExplorer, ranking_explorer


def ranking(
    retrieved: Sequence[str], relevant: Set[str] | Mapping[str, float], k: int | None = None
) -> RankingExplorer:
    """What each ranking metric makes of a ranking, with its division.

    retrieved  ids, best first
    relevant   a set of ids, or a dict id -> grade; an empty one is a place to start from
    k          the cut; left out, the whole ranking, but 5 at most

    >>> for score in ranking(["gift", "refund", "parcel"], {"refund", "parcel"}, k=2).scores:
    ...     print(score)
    hit rate@2: found at rank 2, so 1.00
    recall@2 = 1 / 2 = 0.50
    precision@2 = 1 / 2 = 0.50
    nDCG@2 = 0.63 / 1.63 = 0.39
    RR = 1 / 2 = 0.50
    AP = (1/2 + 2/3) / 2 = 0.58
    context precision = (1/2 + 2/3) / 2 = 0.58
    """
    return ranking_explorer(retrieved, relevant, k)
