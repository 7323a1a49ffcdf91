"""Every figure of the course: a function of what was measured, drawn by matplotlib, with a text that says the same.

JupyterLab drops the alternative text of image outputs, so a figure is shown as SVG inside HTML that carries it.
Without matplotlib a figure is its text.
"""

import io
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from ragedu.cases import Hit, Trace

# Drawn in this colour, shown in the front end's own text colour, so that a figure is readable in any theme.
_INK = "#010203"
# Mid-tones, at least 3:1 against white and against the dark theme's background; shape or label always says it too.
_INSIDE = "#3d7cc9"
_OUTSIDE = "#c26a00"
_STYLE: Any = {
    "svg.fonttype": "none",  # real text: it can be searched and read aloud
    "svg.hashsalt": "ragedu",  # the same figure is the same text every time
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), _INK),
    **{f"axes.spines.{side}": False for side in ("left", "right", "top", "bottom")},
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as a notebook shows it: the drawing, and the text that says the same.

    svg  the drawing; empty where matplotlib is not installed
    alt  what there is to see, beginning with the finding
    """

    svg: str
    alt: str

    def __str__(self) -> str:
        return self.alt

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.svg:
            return f"<p>{escape(self.alt)}</p>"
        label = f'<svg role="img" aria-label="{escape(self.alt)}" style="max-width: 100%; height: auto;" '
        return self.svg.replace("<svg ", label, 1)


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
    return _picture(alt, (8, 0.42 * len(ranks) + 1.4), lambda axes: _draw_rank_strip(axes, ranks, k, places, title))


def _place(rank: int, k: int) -> str:
    if rank == 0:
        return "not retrieved"
    return f"at rank {rank}, {'inside' if rank <= k else 'outside'}"


def _draw_rank_strip(axes: Any, ranks: Mapping[str, int], k: int, places: int, title: str) -> None:
    for row, rank in enumerate(ranks.values()):
        axes.plot([1, places], [row, row], color=_INK, alpha=0.25, linewidth=0.8, zorder=1)
        inside = 1 <= rank <= k
        colour = _INSIDE if inside else _OUTSIDE
        if rank:
            face = colour if inside else "none"
            axes.scatter([rank], [row], s=110, facecolor=face, edgecolor=colour, linewidth=2, zorder=3)
            axes.annotate(str(rank), (rank, row), (8, 0), textcoords="offset points", va="center", size=9)
    axes.axvline(k + 0.5, color=_INK, linestyle="--", linewidth=1.2)
    axes.axvspan(0.5, k + 0.5, color=_INSIDE, alpha=0.12)
    axes.text(k + 0.56, -0.72, f"cut at k = {k}", va="center")
    axes.set_yticks(range(len(ranks)), list(ranks))
    axes.set_xticks(range(1, places + 1))
    axes.set_xlim(0.5, places + 0.5)
    axes.set_ylim(len(ranks) - 0.5, -1.1)
    axes.set_xlabel("rank of the expected passage   (filled: inside the cut, hollow: outside)")
    axes.set_title(title)
    axes.tick_params(length=0)


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
    return _picture(alt, (9, 4.2), lambda axes: _draw_story(axes, trace, ranking, inside, title))


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
    axes.plot([3.4, 6.1], [cut, cut], color=_OUTSIDE, linestyle="--", linewidth=1.5)
    axes.text(6.15, cut, f"k = {inside}", va="center")
    _box(axes, 7.35, 3.4, 2.6, trace.answer or "")
    for start, end in ((2.4, 3.3), (6.75, 7.3)):
        axes.annotate("", (end, 3.9), (start, 3.9), arrowprops={"arrowstyle": "->", "color": _INK, "linewidth": 1.4})
    for left, head, asks in (
        (0.2, "Question", ""),
        (3.5, "Retriever: ranks the passages", "Did it find the passage?"),
        (7.35, "Model: answers from the prompt", "Does the answer stand on it? Is it right?"),
    ):
        axes.text(left, 6.1, head, fontweight="bold")
        axes.text(left, 0.1, asks, style="italic")
    axes.set_xlim(0, 10.6)
    axes.set_ylim(-0.2, 6.6)
    axes.set_title(title)
    axes.axis("off")


def _box(axes: Any, left: float, middle: float, width: float, text: str) -> None:
    wrapped = textwrap.fill(text, width=int(width * 8.5))
    frame = {"boxstyle": "round,pad=0.5", "facecolor": "none", "edgecolor": _INSIDE, "linewidth": 1.5}
    axes.text(left + 0.1, middle + 0.5, wrapped, va="center", bbox=frame)


def _picture(alt: str, size: tuple[float, float], draw: Any) -> Picture:
    """Draw on fresh axes and give back the SVG, with real text, no background and the front end's text colour."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        return Picture("", alt)

    # A Figure of our own, not pyplot's: nothing of the learner's is touched, and no window or backend is needed.
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        axes.set_facecolor("none")
        drawing = io.StringIO()
        figure.savefig(drawing, format="svg", transparent=True, metadata={"Date": None})
    svg = drawing.getvalue()
    return Picture(svg[svg.index("<svg ") :].replace(_INK, "currentColor"), alt)
