"""Answers and scores: how they are spread, how raters agree, which n-grams match, what length does to faithfulness."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ragedu.bleu import Breakdown, Order
from ragedu.evaluation import Evaluation, count
from ragedu.figures.drawing import BLUE, INK, NARROW, ORANGE, Picture, quiet_axis, share, titled, width_for
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
        f"{title}. How many scores lie where: {told}.", (NARROW, 3.2), lambda axes: _draw_bars(axes, bars, mean, title)
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
    return Picture(
        f"{title}. {told}.", (max(NARROW, size), size), lambda axes: _draw_confusion(axes, result, a, b, title)
    )


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
    title = f"BLEU {share(result.score)}: {_weakest(result)}"
    told = "; ".join(
        f"{each.n}-grams {each.precision}: "
        + ", ".join(
            f"{' '.join(result.hypothesis[start : start + each.n])} {fate}" for start, fate in enumerate(each.places)
        )
        for each in result.orders
    )
    width = width_for(result.hypothesis, beside=1.0)
    height = 0.22 * sum(_lanes(each) + 1 for each in result.orders) + 1.1
    return Picture(f"{title}. {told}.", (width, height), lambda axes: _draw_overlap(axes, result, title))


def _weakest(result: Breakdown) -> str:
    """What keeps the score down most: the length with the fewest matches, and being too short."""
    if not result.orders:
        return "there is no n-gram to look for"
    worst = min(result.orders, key=lambda each: each.precision.value)
    if worst.precision.value == 1:
        found = "every n-gram matches"
    else:
        part = worst.precision if worst.matched else "none"
        found = f"{part} of the {worst.n}-grams matched"
    short = result.brevity_penalty
    return found if short == 1 else f"{found}, and being too short multiplies by {share(short)}"


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
        columnspacing=1.2,
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
    title = _long_and_short(points, name)
    told = "; ".join(f"{each}: {words} words, {share(score)}" for each, words, score in points)
    return Picture(f"{title}. {told}.", (NARROW, 3.4), lambda axes: _draw_lengths(axes, points, name, title))


_Point = tuple[str, int, float]
"""What an answer is called, how many words it has, its score."""


def _long_and_short(points: Sequence[_Point], name: str) -> str:
    (long, most, its), (short, least, other) = (choose(points, key=lambda each: each[1]) for choose in (max, min))
    if long == short:
        return f"{name[0].upper()}{name[1:]} {share(its)} in {_words(most)}"
    if its == other:
        return f'In {_words(most)} "{long}" gets the same {name} as "{short}" in {least}: {share(its)}'
    return f'In {_words(most)} "{long}" gets {name} {share(its)}, "{short}" in {least} gets {share(other)}'


def _words(many: int) -> str:
    return "1 word" if many == 1 else f"{many} words"


_LETTER, _GAP, _HEIGHT = 0.075, 0.12, 0.08
"""Inches that a letter takes, and that a label keeps away from its dot; how close two scores are on one line."""


def _draw_lengths(axes: Any, points: Sequence[_Point], name: str, title: str) -> None:
    longest = max(words for _, words, _ in points)
    end = 1.06 * longest
    inch = end / (NARROW - 0.8)
    for _, words, score in points:
        axes.plot(words, score, color=BLUE, marker="o", markersize=9, linestyle="none")
    for line in _lines(points):
        for text, side, (_, words, score) in _labels(line, inch, end):
            shift, align = ((9, "left"), (-9, "right"))[side == "left"]
            axes.annotate(text, (words, score), (shift, 0), textcoords="offset points", va="center", ha=align)
    axes.set_xlim(0, end)
    axes.set_ylim(-0.08, 1.08)
    axes.set_yticks([0, 0.5, 1])
    axes.set_xlabel("words in the answer")
    axes.set_ylabel(name)
    titled(axes, title)
    quiet_axis(axes, "bottom", "left")


def _lines(points: Sequence[_Point]) -> list[list[_Point]]:
    """The points by their height, those on one line together, from left to right."""
    lines: list[list[_Point]] = []
    for point in sorted(points, key=lambda each: each[2]):
        if lines and point[2] - lines[-1][-1][2] < _HEIGHT:
            lines[-1].append(point)
        else:
            lines.append([point])
    return [sorted(line, key=lambda each: each[1]) for line in lines]


def _labels(line: Sequence[_Point], inch: float, end: float) -> list[tuple[str, str, _Point]]:
    """The labels of the dots on one line: each right of its dot or left of it, where it covers nothing.

    Dots that stand too close for that have one label, which names them from left to right.
    """
    groups = [[point] for point in line]
    while True:
        placed, taken = [], 0.0  # up to where the line is taken, in words
        for place, group in enumerate(groups):
            text = ", ".join(each for each, _, _ in group)
            need = (_LETTER * len(text) + _GAP) * inch
            after = groups[place + 1][0][1] - _GAP * inch if place + 1 < len(groups) else end
            first, last = group[0], group[-1]
            if last[1] + need <= after:
                placed.append((text, "right", last))
                taken = last[1] + need
            elif first[1] - need >= taken or len(groups) == 1:
                placed.append((text, "left", first))
                taken = last[1] + _GAP * inch
            else:
                neighbour = place + 1 if place + 1 < len(groups) else place - 1
                low = min(place, neighbour)
                groups[low : low + 2] = [groups[low] + groups[low + 1]]
                break
        else:
            return placed
