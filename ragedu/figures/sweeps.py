"""What a knob costs and brings: found, grounded and right at each setting, with their intervals."""

from typing import Any

from ragedu.evaluation import some
from ragedu.figures.drawing import BLUE, GREEN, ORANGE, Picture, quiet_axis, titled
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
    width = max(7.0, 1.1 * len(result) + 2)
    return Picture(f"{title}. {each}.", (width, 4.2), lambda axes: _draw_sweep(axes, result, title))


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


def _draw_sweep(axes: Any, result: Sweep, title: str) -> None:
    for shift, name in zip((-0.09, 0, 0.09), QUESTIONS, strict=True):
        colour, marker, line = _MARKS[name]
        known = [(place, each) for place, key in enumerate(result) if (each := _interval(result[key], name))]
        if known:
            places = [place + shift for place, _ in known]
            means = [each.mean for _, each in known]
            ends = [[each.mean - each.low for _, each in known], [each.high - each.mean for _, each in known]]
            axes.errorbar(places, means, ends, color=colour, alpha=0.7, linestyle="none", linewidth=1.5, capsize=4)
            axes.plot(places, means, color=colour, marker=marker, linestyle=line, markersize=8, label=name)
    axes.set_xticks(range(len(result)), [_tick(result, setting) for setting in result])
    axes.set_xlim(-0.5, len(result) - 0.5)
    axes.set_ylim(-0.03, 1.06)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_ylabel("share of the questions")
    axes.set_xlabel(result.knob)
    axes.legend(loc="lower right", ncols=3)
    titled(axes, title)
    quiet_axis(axes, "bottom", "left")


def _tick(result: Sweep, setting: Any) -> str:
    report = result[setting]
    tokens = [] if report.mean_tokens is None else [f"{report.mean_tokens:.0f} tokens"]
    return "\n".join([str(setting), *tokens, *_refusals(report)])
