"""Rankings: where the expected passages stand, and what each place counts for."""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from typing import Any

from ragedu.figures.drawing import BLUE, INK, NARROW, ORANGE, Picture, quiet_axis, share, staggered, titled
from ragedu.retrieval import (
    Gain,
    Relevant,
    average_precision,
    dcg_at_k,
    found_ranks,
    grades_of,
    ndcg_at_k,
    precision_at_k,
    relevant_ids,
)

_LONGEST = 60
"""How many letters of a question fit above its line."""


def rank_strip(ranks: Mapping[str, int], k: int, places: int) -> Picture:
    """Where each question's expected passage stands, and the cut at k.

    ranks   question -> rank of its passage, counted from 1; 0 for not retrieved
    k       how many places reach the prompt
    places  how many places the ranking has
    """
    found = sum(1 <= rank <= k for rank in ranks.values())
    title = f"k = {k}: found for {found} of {len(ranks)} questions"
    each = "; ".join(f"{question} {_place(rank, k)}" for question, rank in ranks.items())
    alt = f"{title}. Where the expected passage stands: {each}."
    return Picture(alt, (NARROW, 0.5 * len(ranks) + 1.2), lambda axes: _draw_rank_strip(axes, ranks, k, places, title))


def _place(rank: int, k: int) -> str:
    if rank == 0:
        return "not retrieved"
    return f"at rank {rank}, {'inside' if rank <= k else 'outside'}"


def _draw_rank_strip(axes: Any, ranks: Mapping[str, int], k: int, places: int, title: str) -> None:
    for row, (question, rank) in enumerate(ranks.items()):
        # Above its line rather than beside it, where it would take half of a narrow drawing.
        axes.text(0.56, row - 0.3, textwrap.shorten(question, _LONGEST, placeholder=" …"), va="center")
        axes.plot([k + 0.5] * 2, [row - 0.08, row + 0.26], color=INK, linestyle="--", linewidth=1.2)
        axes.plot([1, places], [row, row], color=INK, alpha=0.25, linewidth=0.8, zorder=1)
        inside = 1 <= rank <= k
        colour = BLUE if inside else ORANGE
        if rank:
            face = colour if inside else "none"
            axes.scatter([rank], [row], s=110, facecolor=face, edgecolor=colour, linewidth=2, zorder=3)
            axes.annotate(str(rank), (rank, row), (8, 0), textcoords="offset points", va="center")
    axes.axvspan(0.5, k + 0.5, color=BLUE, alpha=0.12)
    # On whichever side of the cut there is more room.
    left = k + 0.5 <= places / 2
    axes.text(k + (0.56 if left else 0.44), -0.8, f"cut at k = {k}", va="center", ha="left" if left else "right")
    axes.set_yticks([])
    axes.set_xticks(range(1, places + 1))
    axes.set_xlim(0.5, places + 0.5)
    axes.set_ylim(len(ranks) - 0.5, -1.1)
    axes.set_xlabel("rank of the expected passage\nfilled: inside the cut; hollow: outside")
    titled(axes, title)
    axes.tick_params(length=0)


def precision_walk(retrieved: Sequence[str], relevant: Relevant) -> Picture:
    """Down a ranking: the precision so far at each rank; average precision is the mean of those at the finds.

    retrieved  ids, best first
    relevant   a set of ids, or a dict id -> grade
    """
    ranks = found_ranks(retrieved, relevant)
    precisions = [precision_at_k(retrieved, relevant, k) for k in range(1, len(retrieved) + 1)]
    expected = len(relevant_ids(relevant))
    title = f"Average precision {average_precision(retrieved, relevant):.2f}: {_found_at(ranks, expected)}"
    walked = "; ".join(
        f"rank {rank} {each}, {'relevant' if rank in ranks else 'not relevant'}, precision {share(precision)}"
        for rank, (each, precision) in enumerate(zip(retrieved, precisions, strict=True), start=1)
    )
    recalls = ", ".join(share(found / expected) for found in range(1, len(ranks) + 1)) or "0"
    alt = f"{title}. Down the ranking: {walked}. Recall at the relevant ranks: {recalls}."
    width = staggered(retrieved)[1]
    return Picture(alt, (width, 3.6), lambda axes: _draw_walk(axes, retrieved, ranks, precisions, expected, title))


def _found_at(ranks: Sequence[int], expected: int) -> str:
    never = expected - len(ranks)
    if not ranks:
        return f"none of {expected} relevant retrieved"
    places = " and ".join(filter(None, [", ".join(map(str, ranks[:-1])), str(ranks[-1])]))
    return f"found at {'rank' if len(ranks) == 1 else 'ranks'} {places}" + (
        f", {never} never retrieved" if never else ""
    )


def _draw_walk(
    axes: Any, retrieved: Sequence[str], ranks: Sequence[int], precisions: Sequence[float], expected: int, title: str
) -> None:
    places = range(1, len(retrieved) + 1)
    axes.plot(places, precisions, color=INK, alpha=0.35, linewidth=1, zorder=1)
    for rank, precision in zip(places, precisions, strict=True):
        hit = rank in ranks
        axes.scatter(
            [rank], [precision], s=90, facecolor=BLUE if hit else "none", edgecolor=BLUE, linewidth=2, zorder=3
        )
        if hit:
            above = f"{ranks.index(rank) + 1}/{rank} = {share(precision)}"
            axes.annotate(above, (rank, precision), (0, 9), textcoords="offset points", ha="center")
    axes.set_xticks(places, [f"{rank}\n{each}" for rank, each in zip(places, staggered(retrieved)[0], strict=True)])
    axes.set_xlim(0.5, len(retrieved) + 0.5)
    axes.set_ylim(-0.04, 1.18)
    axes.set_yticks([0, 0.5, 1])
    axes.set_ylabel("precision so far")
    axes.set_xlabel(f"rank\nfilled: a find, of {expected} relevant; hollow: none")
    titled(axes, title)
    quiet_axis(axes, "bottom", "left")


def discount_bars(retrieved: Sequence[str], grades: Relevant, k: int, *, gain: Gain = "linear") -> Picture:
    """What each place adds to nDCG: the gain of what stands there, discounted, beside what the ideal order would have.

    retrieved, grades, k, gain  as `ndcg_at_k` takes them
    """
    order = {each: place for place, each in reversed(list(enumerate(retrieved)))}
    # Among equals as they stand, so that nothing seems lost by an order that costs nothing.
    ideal = sorted(grades_of(grades), key=lambda each: (-grades_of(grades)[each], order.get(each, len(order))))[:k]
    got, best = _steps(retrieved[:k], grades, gain), _steps(ideal, grades, gain)
    score = ndcg_at_k(retrieved, grades, k, gain=gain)
    title = f"nDCG@{k} = {fsum(got):.2f} / {fsum(best):.2f} = {score:.2f}: {_lost_most(retrieved, ideal, got, best, k)}"
    told = "; ".join(
        f"rank {rank}: {_standing(retrieved, rank)} adds {_at(got, rank):.2f}, "
        f"ideally {_standing(ideal, rank)} adds {_at(best, rank):.2f}"
        for rank in range(1, k + 1)
    )
    alt = f"{title}. Each rank's discount is 1 / log2(rank + 1). {told}."
    size = (NARROW, 0.56 * k + 1.5)
    return Picture(alt, size, lambda axes: _draw_discounts(axes, retrieved, ideal, got, best, k, title))


def _lost_most(
    retrieved: Sequence[str], ideal: Sequence[str], got: Sequence[float], best: Sequence[float], k: int
) -> str:
    losses = {
        each: most - (got[list(retrieved).index(each)] if each in retrieved[:k] else 0)
        for each, most in zip(ideal, best, strict=True)
    }
    worst = max(losses, key=lambda each: losses[each])
    if losses[worst] < 1e-9:
        return "the ideal order"
    if worst not in retrieved[:k]:
        return f"most is lost by {worst}, which is not {'the first' if k == 1 else f'among the first {k}'}"
    place = list(retrieved).index(worst) + 1
    return f"most is lost by {worst}, at rank {place} instead of {list(ideal).index(worst) + 1}"


def _standing(ids: Sequence[str], rank: int) -> str:
    return ids[rank - 1] if rank <= len(ids) else "nothing"


def _steps(retrieved: Sequence[str], grades: Relevant, gain: Gain) -> list[float]:
    """What each place adds: the difference that it makes to the sum so far."""
    sums = [0.0, *(dcg_at_k(retrieved, grades, rank, gain=gain) for rank in range(1, len(retrieved) + 1))]
    return [after - before for before, after in pairwise(sums)]


def _at(values: Sequence[float], rank: int) -> float:
    return values[rank - 1] if rank <= len(values) else 0.0


def _draw_discounts(
    axes: Any,
    retrieved: Sequence[str],
    ideal: Sequence[str],
    got: Sequence[float],
    best: Sequence[float],
    k: int,
    title: str,
) -> None:
    ranks = range(1, k + 1)
    looks = (
        (retrieved, got, -0.2, {"color": BLUE, "edgecolor": BLUE, "label": "this ranking"}),
        (ideal, best, 0.2, {"color": "none", "edgecolor": ORANGE, "hatch": "//", "label": "ideal order"}),
    )
    most = max([*got, *best])
    for ids, gains, shift, look in looks:
        places, values = [rank + shift for rank in ranks], [_at(gains, rank) for rank in ranks]
        axes.barh(places, values, height=0.34, linewidth=1.5, **look)
        for rank, place, value in zip(ranks, places, values, strict=True):
            said = f"{_standing(ids, rank)}  {value:.2f}" if value else f"{_standing(ids, rank)}  0"
            axes.annotate(said, (value, place), (5, 0), textcoords="offset points", va="center")
    axes.set_yticks(ranks, [str(rank) for rank in ranks])
    axes.set_ylim(k + 0.6, 0.4)
    longest = max(len(_standing(ids, rank)) for ids in (retrieved, ideal) for rank in ranks)
    axes.set_xlim(0, most * (1.25 + 0.03 * longest))  # room for what stands behind the longest bar
    axes.set_xticks([])
    axes.set_xlabel("gain × discount")
    axes.set_ylabel("rank")
    # Outside: with few ranks there is no corner without a bar or its label.
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, columnspacing=1.2, borderaxespad=0.2)
    titled(axes, title, pad=26)  # clear of the legend
    quiet_axis(axes, "left")
