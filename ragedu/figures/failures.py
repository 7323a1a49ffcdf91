"""Where bad answers began."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from ragedu.diagnosis import Breakdown
from ragedu.figures.drawing import BLUE, INK, NARROW, ORANGE, Picture, quiet_axis, titled
from ragedu.tables import percent

_MEANINGS = {
    "index": "not indexed",
    "retrieval": "never\nhigh enough",
    "reranking": "dropped by\nthe reranker",
    "prompt_cut": "left out of\nthe prompt",
    "generation": "had it all,\nstill wrong",
}
"""What it means that an answer failed first there, below the stage's own name."""


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
        f"{_in_words(stage)} {many}, together {percent(reached / bad)}"
        for (stage, many), reached in zip(counts, sums, strict=True)
    )
    width = max(NARROW, 1.1 * len(counts) + 0.2)
    return Picture(f"{title}. {told}.", (width, 4.2), lambda axes: _draw_pareto(axes, counts, sums, title))


def _in_words(stage: str) -> str:
    meaning = _MEANINGS.get(stage, "").replace("\n", " ")
    return f"{stage} ({meaning})" if meaning else stage


def _below_the_bar(stage: str) -> str:
    if stage in _MEANINGS:
        return f"{stage}\n{_MEANINGS[stage]}"
    return stage.replace(" to ", "\nto ").replace(" or ", "\nor ")


def _look(stage: str) -> dict[str, str]:
    if stage == "generation":
        return {"color": "none", "edgecolor": ORANGE, "hatch": "//"}
    return {"color": BLUE} if stage in _MEANINGS else {"color": "none", "edgecolor": BLUE, "hatch": ".."}


def _draw_pareto(axes: Any, counts: Sequence[tuple[str, int]], sums: Sequence[int], title: str) -> None:
    places, bad = range(len(counts)), sums[-1]
    for place, (stage, many) in enumerate(counts):
        axes.bar(place, many, width=0.7, linewidth=1.5, **_look(stage))
    axes.plot(places, sums, color=INK, alpha=0.6, marker="o", markersize=5, linewidth=1)
    for place, reached in zip(places, sums, strict=True):
        # Left of its point, where the line that climbs to the next leaves room.
        axes.annotate(percent(reached / bad), (place, reached), (-3, 5), textcoords="offset points", ha="right")
    axes.set_xticks(places, [f"{many}\n{_below_the_bar(stage)}" for stage, many in counts])
    axes.set_ylim(0, bad * 1.12)
    axes.set_yticks([])
    dotted = "" if all(stage in _MEANINGS for stage, _ in counts) else "; dotted: the trace can't tell"
    axes.set_xlabel(
        "bars: bad answers that failed there first; line: share so far;\n"
        f"hatched: all it needed was in the prompt{dotted}"
    )
    titled(axes, title)
    quiet_axis(axes, "bottom")


def _say(axes: Any, text: str) -> None:
    axes.text(0, 0.5, text, va="center")
    axes.axis("off")
