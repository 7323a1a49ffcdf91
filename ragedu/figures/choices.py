"""What picking earns: blind guessing under each rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from ragedu.choice import expected_for_guessing
from ragedu.figures.drawing import BLUE, GREEN, INK, ORANGE, PINK, Picture, quiet_axis, share, titled

_RULES = {
    "half_credit": (BLUE, "o", "-"),
    "penalised": (ORANGE, "s", "--"),
    "proportional": (GREEN, "^", ":"),
    "all_or_nothing": (PINK, "D", "-."),
}

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
    best = max(range(options + 1), key=lambda picks: earned["half_credit"][picks])
    gain = earned["half_credit"][best]
    title = f"Blind picks earn up to {share(gain)} under half_credit; under penalised {_most(earned['penalised'])}"
    told = "; ".join(
        f"{rule}: " + ", ".join(f"{picks} picked {share(score)}" for picks, score in enumerate(scores))
        for rule, scores in earned.items()
    )
    alt = f"{title}. {options} options, {key_size} right. {told}."
    return Picture(alt, (8, 4), lambda axes: _draw_guessing(axes, earned, title, key_size))


def _most(scores: Sequence[float]) -> str:
    # A blank earns 0, so the question is whether any blind pick earns more.
    most = max(scores[1:])
    return f"up to {share(most)}" if most > 0 else "nothing beats a blank"


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
    axes.set_xlabel(f"options picked blindly, of {picks[-1]} with {key_size} right")
    axes.set_ylabel("score on average")
    axes.legend(loc="upper right", ncols=2)
    titled(axes, title)
    quiet_axis(axes, "left")
