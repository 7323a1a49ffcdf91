"""Where bad answers began."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from ragedu.diagnosis import Breakdown
from ragedu.figures.drawing import BLUE, INK, ORANGE, Picture, quiet_axis, titled

_NAMES = {
    "index": "not indexed",
    "retrieval": "never retrieved\nhigh enough",
    "reranking": "dropped by\nthe reranker",
    "prompt_cut": "cut from\nthe prompt",
    "generation": "in the prompt,\nstill wrong",
}


def pareto(result: Breakdown) -> Picture:
    """First failures by stage, the most frequent first, and the share of bad answers that they add up to.

    result  as `breakdown` gives it; what its traces can't tell apart has a bar of its own
    """
    counts = sorted(((stage, many) for stage, many in result.by_stage.items() if many), key=lambda each: -each[1])
    bad = result.wrong
    if not counts:
        return Picture("No bad answer failed at a known stage.", (6, 1.5), lambda axes: _say(axes, "Nothing failed"))
    title = f"{result.wrong_before_generation} of {bad} bad answers failed before the model had a chance"
    sums = list(accumulate(many for _, many in counts))
    told = "; ".join(
        f"{_named(stage).replace(chr(10), ' ')} {many}, together {reached / bad:.0%}"
        for (stage, many), reached in zip(counts, sums, strict=True)
    )
    width = max(6.4, 1.6 * len(counts))
    return Picture(f"{title}. {told}.", (width, 4.2), lambda axes: _draw_pareto(axes, counts, sums, title))


def _named(stage: str) -> str:
    return _NAMES.get(stage) or stage.replace(" to ", "\nto ").replace(" or ", "\nor ")


def _look(stage: str) -> dict[str, str]:
    if stage == "generation":
        return {"color": "none", "edgecolor": ORANGE, "hatch": "//"}
    return {"color": BLUE} if stage in _NAMES else {"color": "none", "edgecolor": BLUE, "hatch": ".."}


def _draw_pareto(axes: Any, counts: Sequence[tuple[str, int]], sums: Sequence[int], title: str) -> None:
    places, bad = range(len(counts)), sums[-1]
    for place, (stage, many) in enumerate(counts):
        axes.bar(place, many, width=0.7, linewidth=1.5, **_look(stage))
    axes.plot(places, sums, color=INK, alpha=0.6, marker="o", markersize=5, linewidth=1)
    for place, reached in zip(places, sums, strict=True):
        axes.annotate(f"{reached / bad:.0%}", (place, reached), (0, 7), textcoords="offset points", ha="center")
    axes.set_xticks(places, [f"{many}\n{_named(stage)}" for stage, many in counts])
    axes.set_ylim(0, bad * 1.12)
    axes.set_yticks([])
    dotted = "" if all(stage in _NAMES for stage, _ in counts) else "; dotted: the trace can't tell"
    axes.set_xlabel(
        "bars: bad answers that failed there first; line: share so far\n"
        f"hatched: all it needed was in the prompt{dotted}"
    )
    titled(axes, title)
    quiet_axis(axes, "bottom")


def _say(axes: Any, text: str) -> None:
    axes.text(0, 0.5, text, va="center")
    axes.axis("off")
