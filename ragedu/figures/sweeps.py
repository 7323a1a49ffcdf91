"""What a knob costs and brings: found, grounded and right at each setting, with their intervals."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ragedu.evaluation import some
from ragedu.figures.drawing import BLUE, GREEN, NARROW, ORANGE, Picture, quiet_axis, titled, width_for
from ragedu.measures import QUESTIONS
from ragedu.reporting import Report
from ragedu.sweeps import Sweep

_MARKS = {"found": (BLUE, "o", "-"), "grounded": (ORANGE, "s", "--"), "right": (GREEN, "^", ":")}


def sweep(result: Sweep) -> Picture:
    """Found, grounded and right at each setting, with 95 % intervals, and the tokens a question below.

    result  as `sweep_k`, `sweep_threshold` or `sweep` give it
    """
    if not len(result):
        raise ValueError("no setting was tried, so there is nothing to draw.")
    title = _finding(result)
    each = "; ".join(f"{result.knob} = {setting}: {_told(result[setting])}" for setting in result)
    places = _on_a_scale({setting: _tick(result, setting) for setting in result})
    width = (
        NARROW if places else width_for(max(_tick(result, setting).split("\n"), key=len).rjust(5) for setting in result)
    )
    return Picture(f"{title}. {each}.", (width, 3.9), lambda axes: _draw_sweep(axes, result, places, title))


def _finding(result: Sweep) -> str:
    best = result.best
    if best is None:
        return f"Nothing is known at any {result.knob}"
    most, *beside = result.known_everywhere
    said = f"Most {most} at {result.knob} = {best}: {_share(result[best], most)}"
    others = ", ".join(f"{name} {_share(result[best], name)}" for name in beside)
    ties = [str(each) for each in result.as_good]
    return said + (f" ({others})" if others else "") + (f"; as many at {some(ties, len(ties))}" if ties else "")


def _share(report: Report, name: str) -> str:
    """A share in words, for a title: where nothing but refusals is grounded, it says so."""
    grounded = sum(report.scores("grounded").values())
    refusals = name == "grounded" and grounded and report.grounded_refusals == grounded
    return report.share(name) + (", all refusals" if refusals else "")


def _told(report: Report) -> str:
    intervals = [
        f"{name} {report.share(name)} ({each.low:.2f} to {each.high:.2f})"
        if (each := _interval(report, name))
        else f"{name} not known"
        for name in QUESTIONS
    ]
    tokens = [] if report.mean_tokens is None else [f"{report.mean_tokens:.0f} tokens a question"]
    return ", ".join([*intervals, *tokens, *_refusals(report)])


def _refusals(report: Report) -> list[str]:
    return [f"{report.refused} refusal{'s' * (report.refused != 1)}"] if report.refused else []


def _interval(report: Report, name: str) -> Any:
    return report.interval(name) if report.scores(name) else None


_INSIDE = NARROW - 0.8
"""Inches from the first setting to the last, where both stand on a scale."""


def _on_a_scale(labels: Mapping[Any, str]) -> list[float]:
    """Where each setting stands: at its value, so that a step twice as large looks so.

    Empty where they are no numbers, or where so their labels would run into each other.
    """
    settings = list(labels)
    if not all(type(each) in (int, float) for each in settings):
        return []
    ordered = sorted(settings)
    gaps = [after - before for before, after in pairwise(ordered)]
    if not gaps or min(gaps) <= 0:
        return []
    inch = (ordered[-1] - ordered[0] + min(gaps)) / _INSIDE
    label = 0.08 * max(4, *(len(line) for each in labels.values() for line in each.split("\n"))) + 0.06
    return list(settings) if min(gaps) >= label * inch else []


def _draw_sweep(axes: Any, result: Sweep, on_a_scale: Sequence[float], title: str) -> None:
    middles = on_a_scale or list(range(len(result)))
    step = min((abs(after - before) for before, after in pairwise(sorted(middles))), default=1)
    for shift, name in zip((-0.12 * step, 0, 0.12 * step), QUESTIONS, strict=True):
        colour, marker, line = _MARKS[name]
        known = sorted(
            (place, each) for place, key in zip(middles, result, strict=True) if (each := _interval(result[key], name))
        )
        if known:
            places = [place + shift for place, _ in known]
            means = [each.mean for _, each in known]
            ends = [[each.mean - each.low for _, each in known], [each.high - each.mean for _, each in known]]
            axes.errorbar(places, means, ends, color=colour, alpha=0.7, linestyle="none", linewidth=1.5, capsize=4)
            axes.plot(places, means, color=colour, marker=marker, linestyle=line, markersize=8, label=name)
    axes.set_xticks(middles, [_tick(result, setting) for setting in result])
    axes.set_xlim(min(middles) - 0.5 * step, max(middles) + 0.5 * step)
    axes.set_ylim(-0.03, 1.06)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_ylabel("share of the questions")
    axes.set_xlabel(_below(result, bool(on_a_scale)))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, columnspacing=1.2, borderaxespad=0.2)
    titled(axes, title, pad=26)  # clear of the legend
    quiet_axis(axes, "bottom", "left")


def _tick(result: Sweep, setting: Any) -> str:
    report = result[setting]
    tokens = [] if report.mean_tokens is None else [f"{report.mean_tokens:.0f}"]
    return "\n".join([str(setting), *tokens, *_refusals(report)])


def _below(result: Sweep, on_a_scale: bool) -> str:
    known = any(result[setting].mean_tokens is not None for setting in result)
    said = f"{result.knob}, and below it the tokens a question" if known else result.knob
    numbers = all(type(setting) in (int, float) for setting in result)
    return f"{said}\n(equal steps, whatever the numbers)" if numbers and not on_a_scale and len(result) > 1 else said
