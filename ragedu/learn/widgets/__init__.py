"""Problems as buttons and fields: the ipywidgets skin of the course.

    from ragedu.learn.widgets import use_widgets

    use_widgets()

From then on `quiz("01-…")` without an answer is drawn as a widget, and so is what ragedu.learn.explore gives. Nothing
in ragedu.learn knows about this skin. Where ipywidgets or a notebook is missing, use_widgets says so in one line and
everything goes on in text.

A page made of a notebook that a program has run, as `jupyter nbconvert --execute` does, has no kernel behind it. With
RAGEDU_WIDGETS=static in the environment each question is drawn for such a page, its answer folded away.
"""

import os
from typing import Any

from ragedu.learn.explorers.base import Explorer
from ragedu.learn.questions import Question, for_reading
from ragedu.learn.telling import ipython

__all__ = ["use_widgets"]

ON = 'Widgets are on: answer with buttons and fields. Text works as well, for example quiz("00-quiz-three", "a").'
UNGUARDED = (
    "The key guard is off: anywidget is not installed (pip install anywidget). While a button or a choice has the "
    "focus, letters and arrow keys act on the notebook's cells."
)
IN_TEXT = 'Each question says what to type, for example quiz("00-quiz-three", "a").'
NO_IPYWIDGETS = f"Widgets are off: ipywidgets is not installed (pip install ipywidgets). Answer in text. {IN_TEXT}"
STATIC = "Questions are shown for reading: the answers are folded away below each."
NO_NOTEBOOK = f"Widgets are off: they need a notebook, and this is none. Answer in text. {IN_TEXT}"


def use_widgets() -> None:
    """Draw questions as widgets from now on where that is possible, and say in one line whether it is."""
    shell = _notebook()
    if shell is None:
        print(NO_NOTEBOOK)
        return
    if os.environ.get("RAGEDU_WIDGETS", "").strip().casefold() == "static":
        shell.display_formatter.mimebundle_formatter.for_type(Question, for_reading)
        print(STATIC)
        return
    try:
        from ragedu.learn.widgets import drawing, explorers
    except ModuleNotFoundError:
        print(NO_IPYWIDGETS)
        return
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type(Question, drawing.bundle)
    formatter.for_type(Explorer, explorers.bundle)
    try:
        from ragedu.learn.widgets.key_guard import show_key_guard
    except ModuleNotFoundError:
        print(f"{ON} {UNGUARDED}")
        return
    show_key_guard(shell, ON)


def _notebook() -> Any:
    """The IPython shell behind this notebook; None in a plain Python, a script or a terminal."""
    shell = ipython()
    # Asked by name: importing the class to compare with would load a whole terminal, and not every edition has it.
    return None if type(shell).__name__ in ("NoneType", "TerminalInteractiveShell") else shell
