"""What the explorers on the screen have in common: a frame, buttons with long names, words that are read aloud."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets

from ragedu.learn.feedback import Feedback, as_html
from ragedu.learn.widgets.drawing import STYLE
from ragedu.learn.widgets.roundtrip import AfterRoundtrip
from ragedu.tables import visible

EXPLORER_STYLE = STYLE + (Path(__file__).parent / "explorer.css").read_text(encoding="utf-8")


class Live:
    """An explorer on the screen: its title, its controls, and a place for words.

    box    what a notebook shows
    words  what has just happened: stands between the controls and what they bring, and is read aloud
    """

    def __init__(self, explorer: Any) -> None:
        self.explorer = explorer
        self.words = html("", "ragedu-feedback")
        self._busy = False
        self._settled = AfterRoundtrip(self._be_free)
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

    def say(self, message: str) -> None:
        """Put these words below the controls, to be read aloud."""
        said = Feedback("note", message)._repr_html_()
        self.words.value = f"{said}<!-- again -->" if self.words.value == said else said

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


def text(value: str) -> str:
    """Somebody's text as HTML."""
    return escape(visible(value))


def show(widget: Any, visible_now: bool) -> None:
    """Show a widget, or take it off the page, where it is nothing for ears either."""
    widget.layout.display = None if visible_now else "none"


def row(*widgets: Any) -> Any:
    """Widgets side by side, as far as the window is wide enough."""
    box = ipywidgets.HBox(widgets)
    box.add_class("ragedu-controls")
    return box
