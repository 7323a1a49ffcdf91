"""Rankings: where the expected passages stand, and what each place counts for."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from typing import Any

from ragedu.figures.drawing import BLUE, INK, ORANGE, Picture, quiet_axis, share, titled
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
    return Picture(alt, (8, 0.42 * len(ranks) + 1.4), lambda axes: _draw_rank_strip(axes, ranks, k, places, title))


def _place(rank: int, k: int) -> str:
    if rank == 0:
        return "not retrieved"
    return f"at rank {rank}, {'inside' if rank <= k else 'outside'}"


def _draw_rank_strip(axes: Any, ranks: Mapping[str, int], k: int, places: int, title: str) -> None:
    for row, rank in enumerate(ranks.values()):
        axes.plot([1, places], [row, row], color=INK, alpha=0.25, linewidth=0.8, zorder=1)
        inside = 1 <= rank <= k
        colour = BLUE if inside else ORANGE
        if rank:
            face = colour if inside else "none"
            axes.scatter([rank], [row], s=110, facecolor=face, edgecolor=colour, linewidth=2, zorder=3)
            axes.annotate(str(rank), (rank, row), (8, 0), textcoords="offset points", va="center", size=9)
    axes.axvline(k + 0.5, color=INK, linestyle="--", linewidth=1.2)
    axes.axvspan(0.5, k + 0.5, color=BLUE, alpha=0.12)
    axes.text(k + 0.56, -0.72, f"cut at k = {k}", va="center")
    axes.set_yticks(range(len(ranks)), list(ranks))
    axes.set_xticks(range(1, places + 1))
    axes.set_xlim(0.5, places + 0.5)
    axes.set_ylim(len(ranks) - 0.5, -1.1)
    axes.set_xlabel("rank of the expected passage   (filled: inside the cut, hollow: outside)")
    titled(axes, title)
    axes.tick_params(length=0)


def precision_walk(retrieved: Sequence[str], relevant: Relevant) -> Picture:
    """Down a ranking: the precision so far at each rank; average precision is the mean of those at the hits.

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
    width = max(6.5, 0.9 * len(retrieved) + 1)
    return Picture(alt, (width, 3.6), lambda axes: _draw_walk(axes, retrieved, ranks, precisions, expected, title))


def _found_at(ranks: Sequence[int], expected: int) -> str:
    never = expected - len(ranks)
    if not ranks:
        return f"none of {expected} relevant retrieved"
    places = " and ".join(filter(None, [", ".join(map(str, ranks[:-1])), str(ranks[-1])]))
    return f"{'hit' if len(ranks) == 1 else 'hits'} at {places}" + (f", {never} never retrieved" if never else "")


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
    axes.set_xticks(places, [f"{rank}\n{each}" for rank, each in zip(places, retrieved, strict=True)])
    axes.set_xlim(0.5, len(retrieved) + 0.5)
    axes.set_ylim(-0.04, 1.18)
    axes.set_yticks([0, 0.5, 1])
    axes.set_ylabel("precision so far")
    axes.set_xlabel(f"rank   (filled: one of the {expected} relevant; hollow: not)")
    titled(axes, title)
    quiet_axis(axes, "bottom", "left")


def discount_bars(retrieved: Sequence[str], grades: Relevant, k: int, *, gain: Gain = "linear") -> Picture:
    """What each place adds to nDCG: the gain of what stands there, discounted, beside what the ideal order would have.

    retrieved, grades, k, gain  as `ndcg_at_k` takes them
    """
    ideal = sorted(grades_of(grades), key=lambda each: -grades_of(grades)[each])[:k]
    got, best = _steps(retrieved[:k], grades, gain), _steps(ideal, grades, gain)
    score = ndcg_at_k(retrieved, grades, k, gain=gain)
    title = f"nDCG@{k} = {fsum(got):.2f} / {fsum(best):.2f} = {score:.2f}"
    told = "; ".join(
        f"rank {rank}: {retrieved[rank - 1] if rank <= len(retrieved) else 'empty'} adds {_at(got, rank):.2f}, "
        f"the ideal {_at(best, rank):.2f}"
        for rank in range(1, k + 1)
    )
    alt = f"{title}. Each rank's discount is 1 / log2(rank + 1). {told}."
    width = max(6, 1.1 * k + 1)
    return Picture(alt, (width, 3.8), lambda axes: _draw_discounts(axes, retrieved, got, best, k, title))


def _steps(retrieved: Sequence[str], grades: Relevant, gain: Gain) -> list[float]:
    """What each place adds: the difference that it makes to the sum so far."""
    sums = [0.0, *(dcg_at_k(retrieved, grades, rank, gain=gain) for rank in range(1, len(retrieved) + 1))]
    return [after - before for before, after in pairwise(sums)]


def _at(values: Sequence[float], rank: int) -> float:
    return values[rank - 1] if rank <= len(values) else 0.0


def _draw_discounts(
    axes: Any, retrieved: Sequence[str], got: Sequence[float], best: Sequence[float], k: int, title: str
) -> None:
    places = range(1, k + 1)
    ours, ideals = ([_at(values, rank) for rank in places] for values in (got, best))
    left, right = ([rank + shift for rank in places] for shift in (-0.2, 0.2))
    axes.bar(left, ours, width=0.36, color=BLUE, edgecolor=BLUE, linewidth=1.5, label="this ranking")
    axes.bar(right, ideals, width=0.36, color="none", edgecolor=ORANGE, linewidth=1.5, hatch="//", label="ideal order")
    for places_, values in ((left, ours), (right, ideals)):
        for place, value in zip(places_, values, strict=True):
            axes.annotate(
                f"{value:.2f}" if value else "0", (place, value), (0, 3), textcoords="offset points", ha="center"
            )
    names = [retrieved[rank - 1] if rank <= len(retrieved) else "(empty)" for rank in places]
    axes.set_xticks(places, [f"{rank}\n{name}" for rank, name in zip(places, names, strict=True)])
    axes.set_ylim(0, 1.15 * max([*ours, *ideals]))
    axes.set_yticks([])
    axes.set_xlabel("rank, and what stands there")
    axes.set_ylabel("gain × discount")
    axes.legend(loc="upper right")
    titled(axes, title)
    quiet_axis(axes, "bottom")
