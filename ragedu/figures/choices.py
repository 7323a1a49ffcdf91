"""What picking earns: blind guessing under each rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from ragedu.choice import expected_for_guessing
from ragedu.figures.drawing import BLUE, GREEN, INK, ORANGE, PINK, Picture, quiet_axis, titled

_RULES = {
    "half_credit": (BLUE, "o", "-"),
    "penalised": (ORANGE, "s", "--"),
    "proportional": (GREEN, "^", ":"),
    "all_or_nothing": (PINK, "D", "-."),
}

_SIZE = (6.2, 4)
"""In inches: narrow enough that a window of 600 pixels shows the whole title."""

_STEP = 0.11
"""How far apart the rules stand at the same number of picks."""


def guessing(options: int, key_size: int) -> Picture:
    """What blind guessing earns on average, for each number of picks, under each rule.

    options   how many options there are
    key_size  how many of them are right
    """
    earned = {
        rule: [expected_for_guessing(rule, options, key_size, picks) for picks in range(options + 1)]  # type: ignore[arg-type]
        for rule in _RULES
    }
    title = _finding(max(earned["penalised"][1:]), max(earned["half_credit"]))
    told = "; ".join(
        f"{rule}: " + ", ".join(f"{picks} picked {_told(score)}" for picks, score in enumerate(scores))
        for rule, scores in earned.items()
    )
    alt = f"{title}. {options} options, {key_size} right. {told}."
    return Picture(alt, _SIZE, lambda axes: _draw_guessing(axes, earned, title, key_size))


def _finding(penalised: float, half_credit: float) -> str:
    # A blank earns 0, so the question is whether any blind pick earns more.
    if penalised > 0:
        return f"Blind picks pay up to {_told(penalised)} under penalised; half_credit pays up to {_told(half_credit)}"
    return f"No blind pick beats a blank under penalised; half_credit pays up to {_told(half_credit)}"


def _told(score: float) -> str:
    # Three decimals: eighths are common here, and 0.12 for 0.125 would be wrong beside the lesson's figure.
    return f"{score:.3f}".rstrip("0").rstrip(".") if score else "0"


def _draw_guessing(axes: Any, earned: Mapping[str, Sequence[float]], title: str, key_size: int) -> None:
    picks = range(len(next(iter(earned.values()))))
    axes.axhline(0, color=INK, alpha=0.4, linewidth=1)
    for place, (rule, scores) in enumerate(earned.items()):
        colour, marker, line = _RULES[rule]
        # Side by side: with one right option half_credit and all_or_nothing are equal, and would hide each other.
        beside = [each + _STEP * (place - (len(earned) - 1) / 2) for each in picks]
        axes.plot(beside, scores, color=colour, marker=marker, linestyle=line, markersize=7, label=rule)
    axes.set_xticks(picks, ["blank", *map(str, picks[1:])])
    axes.set_ylim(-1.08, 1.08)
    axes.set_yticks([-1, -0.5, 0, 0.5, 1])
    axes.set_xlabel(f"options picked blindly, of {picks[-1]} with {key_size} right (points set side by side)")
    axes.set_ylabel("score on average")
    axes.legend(loc="upper left", ncols=2)
    titled(axes, title)
    quiet_axis(axes, "left")
