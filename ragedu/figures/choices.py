"""What picking earns: blind guessing under each rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from ragedu.choice import expected_for_guessing
from ragedu.figures.drawing import BLUE, INK, NARROW, ORANGE, Picture, quiet_axis, titled

_RULES = ("all_or_nothing", "half_credit", "penalised", "proportional")
_GAP = 0.45
"""Between the highest number of a rule and what stands above it, in points of a score."""
_INCHES = 0.75
"""How high a score of 1 is drawn."""


def guessing(options: int, key_size: int) -> Picture:
    """What blind guessing earns on average, for each number of picks, under each rule.

    options   how many options there are
    key_size  how many of them are right
    """
    earned = {
        rule: [expected_for_guessing(rule, options, key_size, picks) for picks in range(options + 1)]  # type: ignore[arg-type]
        for rule in _RULES
    }
    title = _finding(earned)
    told = "; ".join(
        f"{rule}: " + ", ".join(f"{picks} picked {_told(score)}" for picks, score in enumerate(scores))
        for rule, scores in earned.items()
    )
    alt = f"{title}. {options} options, {key_size} right. {told}."
    lines = _base_lines(earned)
    height = _INCHES * (lines[-1] - min(0, *list(earned.values())[-1]) + _GAP) + 0.8
    return Picture(alt, (NARROW, height), lambda axes: _draw_guessing(axes, earned, lines, title, key_size))


def _finding(earned: Mapping[str, Sequence[float]]) -> str:
    # A blank earns 0, so the question is whether any blind pick earns more.
    best = {rule: max(scores[1:]) for rule, scores in earned.items()}
    most, penalised = max(best.values()), best["penalised"]
    if most <= 0:
        return "No blind pick beats a blank under any rule"
    payers = [rule for rule in earned if abs(best[rule] - most) < 1e-12]
    who = "every rule" if len(payers) == len(earned) else " and ".join(payers)
    pays = f"Blind picks pay most under {who}, up to {_told(most)}"
    if "penalised" in payers:
        return pays
    return f"{pays}; under penalised " + (f"up to {_told(penalised)}" if penalised > 0 else "no pick beats a blank")


def _told(score: float) -> str:
    # Three decimals: eighths are common here, and 0.12 for 0.125 would be wrong beside the lesson's figure.
    # The minus sign is the one that the prose has.
    return f"{score:.3f}".rstrip("0").rstrip(".").replace("-", "−") if score else "0"


def _base_lines(earned: Mapping[str, Sequence[float]]) -> list[float]:
    """How far below the top each rule's zero stands, in points of a score; a rule takes the room that it needs."""
    lines, down = [], 0.0
    for scores in earned.values():
        down += _GAP + max(0, *scores)
        lines.append(down)
        down -= min(0, *scores) - (_GAP if min(scores) < 0 else 0)
    return lines


def _draw_guessing(
    axes: Any, earned: Mapping[str, Sequence[float]], lines: Sequence[float], title: str, key_size: int
) -> None:
    picks = range(len(next(iter(earned.values()))))
    for line, scores in zip(lines, earned.values(), strict=True):
        axes.axhline(line, color=INK, alpha=0.4, linewidth=1)
        for place, score in zip(picks, scores, strict=True):
            look = {"color": BLUE} if score >= 0 else {"color": "none", "edgecolor": ORANGE, "hatch": "//"}
            axes.bar(place, -score, bottom=line, width=0.5, linewidth=1.5, **look)
            at = (0, 3, "bottom") if score >= 0 else (0, -3, "top")
            axes.annotate(
                _told(score), (place, line - score), at[:2], textcoords="offset points", ha="center", va=at[2]
            )
    axes.set_yticks(lines, list(earned))
    axes.set_ylim(lines[-1] - min(0, *list(earned.values())[-1]) + _GAP / 2, 0)
    axes.set_xticks(picks, ["blank", *map(str, picks[1:])])
    axes.set_xlim(-0.6, picks[-1] + 0.6)
    axes.set_xlabel(
        f"options picked blindly, of {picks[-1]} with {key_size} right;\na bar: the score on average, hatched below 0"
    )
    titled(axes, title)
    quiet_axis(axes)
