"""Answers and scores: how they are spread, how raters agree, which n-grams match, what length does to faithfulness."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ragedu.bleu import Breakdown, Order
from ragedu.evaluation import Evaluation, count
from ragedu.figures.drawing import BLUE, INK, ORANGE, Picture, quiet_axis, share, titled
from ragedu.statistics import Agreement

_BINS = 10


def distribution(result: Evaluation, measure: str) -> Picture:
    """How the scores of one measure are spread over the questions: a mean of 0.5 may be half 0 and half 1.

    result   an evaluation or a report
    measure  one that was measured, such as "recall@3"
    """
    scores = list(result.scores(measure).values())
    if not scores:
        raise ValueError(f"no question has a score for {measure}, so there is nothing to draw.")
    mean = fsum(scores) / len(scores)
    nothing, all_of_it = sum(each == 0 for each in scores), sum(each == 1 for each in scores)
    title = f"{measure}: mean {share(mean)}; of {count(len(scores))} {nothing} at 0 and {all_of_it} at 1"
    bars = _binned(scores)
    told = ", ".join(f"{low / _BINS:.1f} to {(low + 1) / _BINS:.1f}: {many}" for low, many in bars if many)
    return Picture(
        f"{title}. How many scores lie where: {told}.", (7, 3.4), lambda axes: _draw_bars(axes, bars, mean, title)
    )


def _binned(scores: Sequence[float]) -> list[tuple[int, int]]:
    places = [min(int(each * _BINS + 1e-9), _BINS - 1) for each in scores]
    return [(low, places.count(low)) for low in range(_BINS)]


def _draw_bars(axes: Any, bars: Sequence[tuple[int, int]], mean: float, title: str) -> None:
    for low, many in bars:
        axes.bar((low + 0.5) / _BINS, many, width=0.9 / _BINS, color=BLUE)
        if many:
            middle = ((low + 0.5) / _BINS, many)
            axes.annotate(str(many), middle, (0, 3), textcoords="offset points", ha="center")
    most = max(many for _, many in bars)
    axes.axvline(mean, color=INK, linestyle="--", linewidth=1.2)
    axes.annotate(f"mean {share(mean)}", (mean, most * 1.16), (4, 0), textcoords="offset points")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, most * 1.3)
    axes.set_yticks([])
    axes.set_xlabel("score")
    axes.set_ylabel("questions")
    titled(axes, title)
    quiet_axis(axes, "bottom")


def confusion(result: Agreement, a: str = "A", b: str = "B") -> Picture:
    """The confusion table of two raters: on the diagonal they agree.

    result  as `agreement` gives it
    a, b    what the raters are called, such as "judge" and "person"
    """
    same = sum(many for (one, other), many in result.counts.items() if one == other)
    kappa = "no kappa" if result.kappa is None else f"kappa {share(result.kappa.mean)}"
    title = f"{a} and {b} agree on {same} of {result.items}; {kappa}"
    told = "; ".join(f"{a} {one}, {b} {other}: {many}" for (one, other), many in result.counts.items())
    size = 1.0 * len(result.labels) + 2.2
    return Picture(f"{title}. {told}.", (max(5.5, size), size), lambda axes: _draw_confusion(axes, result, a, b, title))


def _draw_confusion(axes: Any, result: Agreement, a: str, b: str, title: str) -> None:
    most = max(result.counts.values())
    for row, one in enumerate(result.labels):
        for column, other in enumerate(result.labels):
            many = result.counts.get((one, other), 0)
            # Never so dark that the number on it could not be read in either theme.
            axes.add_patch(_square(column, row, BLUE, 0.45 * many / most))
            if row == column:
                axes.add_patch(_square(column, row, INK, None))
            axes.text(
                column, row, str(many), ha="center", va="center", fontweight="bold" if row == column else "normal"
            )
    places = range(len(result.labels))
    axes.set_xticks(places, map(str, result.labels))
    axes.set_yticks(places, map(str, result.labels))
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.set_ylim(len(places) - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xlabel(f"{b}   (framed: the two agree)")
    axes.set_ylabel(a)
    titled(axes, title)
    quiet_axis(axes)


def _square(column: int, row: int, colour: str, alpha: float | None) -> Any:
    from matplotlib.patches import Rectangle

    corner = (column - 0.46, row - 0.46)
    if alpha is None:
        return Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=colour, linewidth=1.5)
    return Rectangle(corner, 0.92, 0.92, facecolor=colour, alpha=alpha, linewidth=0)


_FATES: Mapping[str, Any] = {
    "matched": {"facecolor": BLUE, "edgecolor": BLUE},
    "clipped": {"facecolor": "none", "edgecolor": ORANGE, "hatch": "/////"},
    "missed": {"facecolor": "none", "edgecolor": ORANGE, "linestyle": (0, (3, 2))},
}


def ngram_overlap(result: Breakdown) -> Picture:
    """What became of each n-gram of the hypothesis, for n from 1 up: a bar below the tokens that it takes in.

    result  as `ragedu.bleu.breakdown` gives it
    """
    # The precisions stand beside the bars; with them the title would run into the words.
    title = f"BLEU {share(result.score)}, brevity penalty {share(result.brevity_penalty)}"
    told = "; ".join(
        f"{each.n}-grams {each.precision}: "
        + ", ".join(
            f"{' '.join(result.hypothesis[start : start + each.n])} {fate}" for start, fate in enumerate(each.places)
        )
        for each in result.orders
    )
    width = max(7.0, 0.85 * len(result.hypothesis) + 1.4)
    height = 0.22 * sum(_lanes(each) + 1 for each in result.orders) + 1.1
    return Picture(f"{title}. {told}.", (width, height), lambda axes: _draw_overlap(axes, result, title))


def _lanes(order: Order) -> int:
    # Neighbouring n-grams share tokens; with a lane for each of n of them, no bar lies on another.
    return max(1, min(order.n, len(order.places)))


def _draw_overlap(axes: Any, result: Breakdown, title: str) -> None:
    rows, top = [], 0
    for order in result.orders:
        for start, fate in enumerate(order.places):
            axes.add_patch(_bar(start, top + start % order.n, order.n, fate))
        rows.append(top + (_lanes(order) - 1) / 2)
        top += _lanes(order) + 1
    axes.set_xticks(range(len(result.hypothesis)), result.hypothesis)
    axes.xaxis.tick_top()
    axes.set_yticks(rows, [f"{each.n}-grams  {each.precision}" for each in result.orders])
    axes.set_xlim(-0.6, max(len(result.hypothesis), 1) - 0.4)
    axes.set_ylim(max(top, 1) - 1, -0.6)
    axes.legend(
        handles=[_bar(0, 0, 1, fate, label=fate) for fate in _FATES],
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        ncols=3,
    )
    titled(axes, title, pad=14)  # clear of the words, in whichever font they are shown
    quiet_axis(axes)


def _bar(start: int, lane: int, n: int, fate: str, label: str = "") -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((start - 0.42, lane - 0.36), n - 0.16, 0.72, linewidth=1.3, label=label, **_FATES[fate])


def length_against_score(
    answers: Mapping[str, str], scores: Mapping[str, float], name: str = "faithfulness"
) -> Picture:
    """Each answer's length in words against its score: do longer answers claim more than they can show?

    answers  what each is called -> its text
    scores   what each is called -> its score, 0 to 1; answers without one are left out
    name     what was scored
    """
    points = [(each, len(text.split()), scores[each]) for each, text in answers.items() if each in scores]
    if not points:
        raise ValueError("no answer has a score, so there is nothing to draw.")
    longest, shortest = (choose(points, key=lambda each: each[1]) for choose in (max, min))
    start, end = (f"{share(score)} in {words} words" for _, words, score in (shortest, longest))
    title = f"{name[0].upper()}{name[1:]} {start}, {end}"
    told = "; ".join(f"{each}: {words} words, {share(score)}" for each, words, score in points)
    return Picture(f"{title}. {told}.", (7.5, 4), lambda axes: _draw_lengths(axes, points, name, title))


def _draw_lengths(axes: Any, points: Sequence[tuple[str, int, float]], name: str, title: str) -> None:
    longest = max(words for _, words, _ in points)
    level: dict[float, int] = {}
    for each, words, score in sorted(points, key=lambda point: point[1]):
        axes.plot(words, score, color=BLUE, marker="o", markersize=9, linestyle="none")
        # Names lean to the side where there is room, and step down where several have the same score.
        step = level[score] = level.get(score, -1) + 1
        right = words > 0.6 * longest
        place = (-8 if right else 8, 0 if right else 2 - 13 * step)
        side = "right" if right else "left"
        axes.annotate(each, (words, score), place, textcoords="offset points", va="center", ha=side)
    axes.set_xlim(0, 1.06 * longest)
    axes.set_ylim(-0.08, 1.08)
    axes.set_yticks([0, 0.5, 1])
    axes.set_xlabel("words in the answer")
    axes.set_ylabel(name)
    titled(axes, title)
    quiet_axis(axes, "bottom", "left")
