"""How every figure is drawn and shown: by matplotlib, with a text that says the same.

JupyterLab drops the alternative text of image outputs, so a figure is shown as SVG inside HTML that carries it.
Without matplotlib a figure is its text.
"""

import io
import textwrap
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from ragedu.extras import missing
from ragedu.files import written
from ragedu.tables import visible

# Drawn in this colour, shown in the front end's own text colour, so that a figure is readable in any theme.
INK = "#010203"
NARROW = 4.6
"""Inches: so wide a figure may be to be seen whole in a window of 440 pixels, its letters still legible."""
_LEGIBLE = 0.68
"""As far as a figure is shrunk: letters of 10 pt, drawn 96 pixels to the inch, then have at least 9 pixels."""
# Where there is less room still, a figure is scrolled rather than shrunk until nobody can read it; by keys too, which
# is why it takes the focus, and why JupyterLab is told to leave the keys to it: an arrow would fold a heading there.
_SCROLLED = (
    '<div class="ragedu-picture" role="group" aria-label="Figure" tabindex="0" data-lm-suppress-shortcuts="true" '
    'style="overflow-x: auto;">'
)
# The finding as text of the page: it wraps where a drawn one would be cut. The drawing's own text begins with it, so
# for ears it would be said twice.
_TITLE = '<p aria-hidden="true" style="margin: 0.3em 0; font-weight: bold; line-height: 1.4;">{}</p>'
# Mid-tones, at least 3:1 against white and against the dark theme's background; shape or label always says it too.
BLUE = "#3d7cc9"
ORANGE = "#c26a00"
GREEN = "#2e8b57"
PINK = "#b8548f"
_NO_METADATA = ("Date", "Creator", "Format", "Type")  # or each drawing would carry a page of it
_STYLE: Any = {
    "svg.fonttype": "none",  # real text: it can be searched and read aloud
    "svg.hashsalt": "ragedu",  # the same figure is the same text every time
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK),
    **{f"axes.spines.{side}": False for side in ("left", "right", "top", "bottom")},
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "legend.frameon": False,
    "text.parse_math": False,  # "$" in a question is a dollar
}


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure as a notebook shows it: the drawing, and the text that says the same.

    alt   what there is to see, beginning with the finding
    size  width and height of the drawing, in inches
    draw  draws it on a matplotlib `Axes`, such as one of your own: `picture.draw(axes)`
    """

    alt: str
    size: tuple[float, float]
    draw: Callable[[Any], None] = field(compare=False)

    @property
    def finding(self) -> str:
        """The first sentence of the text: what there is to learn from the figure."""
        return self.alt.split(". ")[0].removesuffix(".")

    @cached_property
    def svg(self) -> str:
        """The drawing: real text, no background, the front end's text colour. Empty without matplotlib."""
        return self._drawn("svg").decode() if _matplotlib() else ""

    def save(self, path: str | Path) -> None:
        """Write the figure to a file: .svg, with the text inside, or .png on white.

        Errors  ValueError for another ending; ImportError without matplotlib
        """
        if checked_target(path) == ".svg":
            described = f"<desc>{escape(visible(self.alt))}</desc>"
            with written(path) as file:
                file.write("<!-- ragedu -->\n" + self.svg.replace(">", f' role="img">{described}', 1))
        else:
            with written(path) as file:
                file.buffer.write(self._drawn("png"))

    @cached_property
    def _untitled_svg(self) -> str:
        return self._drawn("svg", title=False).decode() if _matplotlib() else ""

    def _drawn(self, form: str, title: bool = True) -> bytes:
        import matplotlib as mpl
        from matplotlib.figure import Figure

        # A Figure of our own, not pyplot's: nothing of the learner's is touched, and no window or backend is needed.
        with mpl.rc_context(_STYLE):
            figure = Figure(figsize=self.size, layout="constrained")
            axes = figure.add_subplot()
            self.draw(axes)
            if not title:
                axes.set_title("")
            axes.set_facecolor("none")
            drawing = io.BytesIO()
            if form == "png":
                figure.savefig(drawing, format="png", dpi=160, facecolor="white", metadata={"Software": "ragedu"})
                return drawing.getvalue()
            with warnings.catch_warnings():
                # Its text is real text: whoever shows it finds the letters that matplotlib's own font lacks.
                warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
                figure.savefig(drawing, format="svg", transparent=True, metadata=dict.fromkeys(_NO_METADATA))
        svg = drawing.getvalue().decode()
        # A control character among the labels would make it no SVG at all.
        return visible(svg[svg.index("<svg ") :].replace(INK, "currentColor")).encode()

    def __str__(self) -> str:
        return self.alt

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self._untitled_svg:
            return f"<p>{escape(visible(self.alt))}</p>"
        least = round(self.size[0] * 96 * _LEGIBLE)
        style = f"display: block; max-width: 100%; min-width: {least}px; height: auto;"
        label = f'<svg role="img" aria-label="{escape(visible(self.alt))}" style="{style}" '
        drawing = self._untitled_svg.replace("<svg ", label, 1)
        return f"<div>{_TITLE.format(escape(visible(self.finding)))}{_SCROLLED}{drawing}</div></div>"


def checked_target(path: str | Path) -> str:
    """The ending of a file that a figure can be written to, .svg or .png.

    Errors  ValueError for another ending; ImportError without matplotlib
    """
    ending = Path(path).suffix.lower()
    if ending not in (".svg", ".png"):
        raise ValueError(f"{path}: a figure is written as .svg or .png. Give the file one of these endings.")
    if not _matplotlib():
        raise missing("a figure needs matplotlib", "lab")
    return ending


def _matplotlib() -> bool:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def titled(axes: Any, title: str, pad: float | None = None) -> None:
    """The finding above the drawing, broken into lines where the drawing is narrow."""
    letters = int(axes.figure.get_figwidth() * 9)
    axes.set_title(textwrap.fill(title, letters), pad=pad)


_LETTER = 0.075
"""Inches that a letter of a label takes."""


def width_for(labels: Iterable[str], beside: float = 0.75) -> float:
    """How many inches wide a drawing must be for these labels to stand side by side below it; `NARROW` at least.

    beside  inches that stand left of them
    """
    held = list(labels)
    return max(NARROW, len(held) * (_LETTER * max(map(len, held), default=0) + 0.06) + beside)


def staggered(labels: Iterable[str]) -> tuple[list[str], float]:
    """Labels to stand side by side, and the inches they take: every second a line lower where there is no room else."""
    held = list(labels)
    if width_for(held) == NARROW:
        return held, NARROW
    lowered = ["\n" * (place % 2) + each for place, each in enumerate(held)]
    return lowered, max(NARROW, width_for(held) / 2 + 0.4)


def quiet_axis(axes: Any, *sides: str) -> None:
    """No ticks; thin lines on the sides named."""
    axes.tick_params(length=0)
    for side in sides:
        axes.spines[side].set_visible(True)
        axes.spines[side].set_alpha(0.4)


def share(value: float) -> str:
    """A share from 0 to 1 as it is written beside a mark.

    >>> share(2 / 3), share(1)
    ('0.67', '1')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"
