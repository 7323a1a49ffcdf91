"""The assistant at work, in one picture."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ragedu.cases import Hit, Trace, ids_of
from ragedu.figures.drawing import BLUE, GREEN, INK, NARROW, ORANGE, Picture, titled
from ragedu.grounding import check_grounding
from ragedu.retrieval import found_at_k, rank_of


def assistant_story(trace: Trace, ranking: list[Hit]) -> Picture:
    """One question's way through the assistant: the ranking, the cut, the prompt, the answer, and what to ask of them.

    trace    what the assistant did
    ranking  the whole ranking of that question, best first
    """
    inside = len(trace.prompt or ())
    right = trace.case.relevant
    listed = "; ".join(
        f"{place}. {hit.id}{' (the one that answers it)' if hit.id in right else ''}"
        for place, hit in enumerate(ranking, start=1)
    )
    title = f"At k = {inside} {_finding(trace, ids_of(ranking), inside)}"
    asked = " ".join(f"{question} {answer[0].upper()}{answer[1:]}." for question, answer in _asked(trace))
    alt = (
        f"{title}. Question: {trace.case.question} The retriever ranks the passages: {listed}. The first {inside} "
        f"of them reach the prompt. From these the model answers: {trace.answer} {asked}"
    )
    pieces = list(_pieces(trace, ranking, inside))
    height = sum(each.height for each in pieces) + 0.35
    return Picture(alt, (NARROW, height), lambda axes: _draw_story(axes, pieces, title))


def _finding(trace: Trace, ranking: Sequence[str], k: int) -> str:
    if trace.case.evidence is None:
        return "whether it found the passage is not known: nobody has said which one answers"
    if not trace.case.relevant:
        return "no passage answers, in the prompt or below the cut"
    below = max(rank_of(ranking, each) for each in trace.case.relevant) - k
    if _found(trace) == "yes":
        return "the passage that answers is in the prompt"
    if below < 1:
        return "the passage that answers was not retrieved"
    return f"the passage that answers is {'just' if below == 1 else f'{below} places'} below the cut"


def _asked(trace: Trace) -> list[tuple[str, str]]:
    """The three questions of the course, and what there is to say to them."""
    grounded = check_grounding(trace.answer or "", trace.prompt or ()).ok
    return [
        ("Did it find the passage?", _found(trace)),
        ("Does the answer stand on it?", _yes(grounded)),
        ("Is it right?", _yes(trace.judged == "right") if trace.judged else "not known"),
    ]


def _found(trace: Trace) -> str:
    if trace.case.evidence is None:
        return "not known"
    if not trace.case.evidence:
        return "there is none"
    ids = trace.prompt_ids
    return _yes(bool(ids) and found_at_k(ids, trace.case.evidence, len(ids)) == 1)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


_SHOWN = 9
_LINE = 0.21
"""Inches from line to line."""
_WIDE = 54
"""Letters of a line in a box."""
_SIGNS = {"yes": ("✓", GREEN), "no": ("✗", ORANGE)}


class _Piece(NamedTuple):
    """Something to draw, and how many inches it takes, downwards."""

    kind: str
    text: str
    height: float
    marked: bool = False


def _pieces(trace: Trace, ranking: Sequence[Hit], k: int) -> Iterator[_Piece]:
    (find, stand, right) = (_Piece("ask", f"{question}\n{answer}", 0.3) for question, answer in _asked(trace))
    yield _Piece("head", "Question", 0.36)
    yield _box(trace.case.question)
    yield _Piece("arrow", "", 0.35)
    yield _Piece("head", "Retriever: ranks the passages", 0.3)
    for place, hit in enumerate(ranking[:_SHOWN], start=1):
        mark = "   ← answers it" if hit.id in trace.case.relevant else ""
        yield _Piece("rank", f"{place}.  {hit.id}{mark}", 0.25, marked=place <= k)
        if place == k:
            yield _Piece("cut", f"k = {k}", 0.08)
    yield find
    yield _Piece("arrow", "", 0.35)
    yield _Piece("head", "Model: answers from the prompt", 0.36)
    yield _box(trace.answer or "")
    yield _Piece("space", "", 0.1)
    yield stand
    yield right


def _box(text: str) -> _Piece:
    wrapped = textwrap.fill(text, _WIDE)
    return _Piece("box", wrapped, _LINE * (wrapped.count("\n") + 1) + 0.25)


def _draw_story(axes: Any, pieces: Sequence[_Piece], title: str) -> None:
    down = 0.0
    for piece in pieces:
        _draw_piece(axes, piece, down + piece.height / 2)
        down += piece.height
    axes.set_xlim(0, NARROW)
    axes.set_ylim(down, 0)
    titled(axes, title)
    axes.axis("off")


def _draw_piece(axes: Any, piece: _Piece, middle: float) -> None:
    if piece.kind == "box":
        frame = {"boxstyle": "round,pad=0.5", "facecolor": "none", "edgecolor": BLUE, "linewidth": 1.5}
        axes.text(0.15, middle, piece.text, va="center", bbox=frame)
    elif piece.kind == "arrow":
        ends = (0.3, middle + 0.13), (0.3, middle - 0.13)
        axes.annotate("", *ends, arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.4})
    elif piece.kind == "cut":
        axes.plot([0.1, 3.3], [middle, middle], color=ORANGE, linestyle="--", linewidth=1.5)
        axes.text(3.4, middle, piece.text, va="center")
    elif piece.kind == "ask":
        question, answer = piece.text.split("\n")
        sign, colour = _SIGNS.get(answer, ("–", INK))
        axes.text(0.05, middle, question, style="italic", va="center")
        axes.text(2.55, middle, sign, color=colour, fontweight="bold", va="center")
        axes.text(2.8, middle, answer, fontweight="bold", va="center")
    elif piece.kind in ("head", "rank"):
        bold = piece.kind == "head" or piece.marked
        axes.text(
            0.05 if piece.kind == "head" else 0.15,
            middle,
            piece.text,
            va="center",
            fontweight="bold" if bold else "normal",
        )
