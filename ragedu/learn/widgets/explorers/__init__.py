"""Draws explorers as core ipywidgets. They only draw: every move and every number is ragedu.learn.explorers'."""

from typing import Any

from ragedu.learn.explorers.base import Explorer
from ragedu.learn.explorers.ranking import RankingExplorer
from ragedu.learn.widgets.explorers.ranking import DrawnRanking

_KINDS: dict[type[Explorer], Any] = {RankingExplorer: DrawnRanking}


def draw(explorer: Explorer) -> Any:
    """The explorer as a widget."""
    return _KINDS[type(explorer)](explorer)


def bundle(explorer: Explorer) -> dict[str, Any]:
    """The explorer for IPython: the widget, and beside it the starting picture for pages where no widget can live."""
    drawn: dict[str, Any] = draw(explorer).box._repr_mimebundle_()
    return {**drawn, "text/plain": str(explorer), "text/html": explorer._repr_html_()}
