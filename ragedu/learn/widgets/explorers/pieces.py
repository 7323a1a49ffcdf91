"""What the explorers on the screen have in common: a frame, buttons with long names, words that are read aloud."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from ragedu.learn.explorers.base import Part, part_as_html
from ragedu.learn.feedback import Feedback, as_html
from ragedu.learn.widgets.drawing import STYLE
from ragedu.learn.widgets.roundtrip import AfterRoundtrip

EXPLORER_STYLE = STYLE + (Path(__file__).parent / "explorer.css").read_text(encoding="utf-8")


PAUSE = 0.5
"""Seconds without a keystroke after which what was typed is looked at."""


class AfterAPause:
    """Called, it acts once nobody has called it for a while: a text is read when it is typed, not while it is."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._waiting: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        try:
            self._waiting = asyncio.get_running_loop().call_later(PAUSE, self._act)
        except RuntimeError:  # no loop, so there is nobody who types
            self._act()


class Live:
    """An explorer on the screen: its title, its controls, and a place for words.

    box    what a notebook shows
    words  what has just happened: stands between the controls and what they bring, and is read aloud
    """

    def __init__(self, explorer: Any) -> None:
        self.explorer = explorer
        self.words = html("", "ragedu-feedback")
        self._busy = False
        self._settled = AfterRoundtrip(self._be_free, laps=1)
        title = f'<style>{EXPLORER_STYLE}</style><div class="ragedu-statement">{as_html(explorer.title)}</div>'
        self.box = ipywidgets.VBox([html(title), *self.controls(), self.words, *self.views()])
        self.box.add_class("ragedu-question")
        self.box.add_class("ragedu-explorer")

    def controls(self) -> list[Any]:
        """The widgets to play with."""
        raise NotImplementedError

    def views(self) -> list[Any]:
        """The widgets that show what comes of it."""
        raise NotImplementedError

    def say(self, message: str, heard_only: bool = False) -> None:
        """Put these words below the controls, to be read aloud.

        heard_only  what they say stands on the page already, so that only ears need them
        """
        (self.words.add_class if heard_only else self.words.remove_class)("ragedu-heard")
        said = Feedback("note", message)._repr_html_()
        self.words.value = f"{said}<!-- again -->" if self.words.value == said else said

    def reset_button(self, reset: Callable[[], None]) -> Any:
        """A button that takes back everything."""
        return button("Reset", "", lambda: self.act(reset))

    def act(self, action: Callable[[], None]) -> None:
        """Act on a click, unless the page has not yet seen what the last one brought.

        A second click on the same spot, made before the page moved things, would move what now stands there.
        """
        if self._busy:
            return
        self._busy = True
        self.in_words(action)
        self._settled()

    def in_words(self, action: Callable[[], None]) -> None:
        """Do it; a fault of ours is told below. ipywidgets would write it into a log that nobody looks at."""
        try:
            action()
        except Exception as error:
            self.say(
                "Something went wrong inside ragedu, and it is no fault of yours: "
                f"{type(error).__name__}: {error}\nYou can do the same by hand. {self.explorer.by_hand}"
            )

    def _be_free(self) -> None:
        self._busy = False


def html(value: str, *classes: str) -> Any:
    """A piece of HTML as a widget."""
    widget = ipywidgets.HTML(value)
    for each in classes:
        widget.add_class(each)
    return widget


def button(name: str, sign: str, act: Callable[[], None]) -> Any:
    """A button that shows a sign or a short word; its whole name is for ears. explorer.css knows the signs."""
    widget = ipywidgets.Button(description=name)
    widget.on_click(lambda _: act())
    if sign:
        widget.add_class(f"ragedu-sign-{sign}")
    return widget


def show(widget: Any, visible_now: bool) -> None:
    """Show a widget, or take it off the page, where it is nothing for ears either."""
    widget.layout.display = None if visible_now else "none"


def text_field(label: str, value: str, typed: Callable[[], None]) -> Any:
    """A field of some lines under its label."""
    field = ipywidgets.Textarea(value, description=label, rows=3)
    field.add_class("ragedu-text")
    field.observe(lambda _: typed(), "value")
    return field


def choice(label: str, options: list[tuple[str, Any]], value: Any, chosen: Callable[[], None]) -> Any:
    """One of a few, from a list that opens."""
    dropdown = ipywidgets.Dropdown(options=options, value=value, description=label)
    dropdown.observe(lambda _: chosen(), "value")
    return dropdown


def slider(label: str, value: int, most: int, moved: Callable[[], None]) -> Any:
    """A whole number from 1 up to be dragged, or moved by arrow keys."""
    drawn = ipywidgets.IntSlider(value, min=1, max=max(most, value, 2), description=label)
    drawn.observe(lambda _: moved(), "value")
    return drawn


def row(*widgets: Any) -> Any:
    """Widgets side by side, as far as the window is wide enough."""
    box = ipywidgets.HBox(widgets)
    box.add_class("ragedu-controls")
    return box


def show_parts(place: Any, parts: Sequence[str | Part]) -> None:
    """Show what there is to see now."""
    place.value = "".join(f'<div class="ragedu-part">{part_as_html(each)}</div>' for each in parts)
