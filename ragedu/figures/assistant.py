"""The assistant at work, in one picture."""

import textwrap
from typing import Any

from ragedu.cases import Hit, Trace
from ragedu.figures.drawing import BLUE, INK, ORANGE, Picture, titled


def assistant_story(trace: Trace, ranking: list[Hit]) -> Picture:
    """One question's way through the assistant: the ranking, the cut, the prompt, the answer.

    trace    what the assistant did
    ranking  the whole ranking of that question, best first
    """
    inside = len(trace.prompt or ())
    right = trace.case.relevant
    listed = "; ".join(
        f"{place}. {hit.id}{' (the one that answers it)' if hit.id in right else ''}"
        for place, hit in enumerate(ranking, start=1)
    )
    title = f"The assistant at k = {inside}"
    alt = (
        f"{title}. Question: {trace.case.question} The retriever ranks the passages: {listed}. The first {inside} "
        f"of them reach the prompt. From these the model answers: {trace.answer}"
    )
    return Picture(alt, (9, 4.2), lambda axes: _draw_story(axes, trace, ranking, inside, title))


_SHOWN, _STEP = 9, 0.56


def _draw_story(axes: Any, trace: Trace, ranking: list[Hit], inside: int, title: str) -> None:
    shown = ranking[:_SHOWN]
    _box(axes, 0.2, 3.4, 2.1, trace.case.question)
    for row, hit in enumerate(shown):
        mark = "  ← answers it" if hit.id in trace.case.relevant else ""
        axes.text(
            3.5,
            5.4 - _STEP * row,
            f"{row + 1}.  {hit.id}{mark}",
            va="center",
            fontweight="bold" if row < inside else "normal",
        )
    cut = 5.4 - _STEP * (inside - 0.5)
    axes.plot([3.4, 6.1], [cut, cut], color=ORANGE, linestyle="--", linewidth=1.5)
    axes.text(6.15, cut, f"k = {inside}", va="center")
    _box(axes, 7.35, 3.4, 2.6, trace.answer or "")
    for start, end in ((2.4, 3.3), (6.75, 7.3)):
        axes.annotate("", (end, 3.9), (start, 3.9), arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.4})
    for left, head, asks in (
        (0.2, "Question", ""),
        (3.5, "Retriever: ranks the passages", "Did it find the passage?"),
        (7.35, "Model: answers from the prompt", "Does the answer stand on it? Is it right?"),
    ):
        axes.text(left, 6.1, head, fontweight="bold")
        axes.text(left, 0.1, asks, style="italic")
    axes.set_xlim(0, 10.6)
    axes.set_ylim(-0.2, 6.6)
    titled(axes, title)
    axes.axis("off")


def _box(axes: Any, left: float, middle: float, width: float, text: str) -> None:
    wrapped = textwrap.fill(text, width=int(width * 8.5))
    frame = {"boxstyle": "round,pad=0.5", "facecolor": "none", "edgecolor": BLUE, "linewidth": 1.5}
    axes.text(left + 0.1, middle + 0.5, wrapped, va="center", bbox=frame)
