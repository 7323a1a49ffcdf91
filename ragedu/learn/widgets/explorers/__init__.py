"""Draws explorers as core ipywidgets. They only draw: every move and every number is ragedu.learn.explorers'."""

from typing import Any

from ragedu.learn.explorers.answering import AnswerExplorer
from ragedu.learn.explorers.base import Explorer
from ragedu.learn.explorers.choosing import KExplorer
from ragedu.learn.explorers.cutting import PromptCutExplorer
from ragedu.learn.explorers.ranking import RankingExplorer
from ragedu.learn.explorers.similarity import BleuExplorer
from ragedu.learn.widgets.explorers.answering import DrawnAnswer
from ragedu.learn.widgets.explorers.ranking import DrawnRanking
from ragedu.learn.widgets.explorers.similarity import DrawnBleu
from ragedu.learn.widgets.explorers.sliding import DrawnK, DrawnPromptCut

_KINDS: dict[type[Explorer], Any] = {
    RankingExplorer: DrawnRanking,
    KExplorer: DrawnK,
    AnswerExplorer: DrawnAnswer,
    BleuExplorer: DrawnBleu,
    PromptCutExplorer: DrawnPromptCut,
}


def draw(explorer: Explorer) -> Any:
    """The explorer as a widget."""
    return _KINDS[type(explorer)](explorer)


def bundle(explorer: Explorer) -> dict[str, Any]:
    """The explorer for IPython: the widget, and beside it the starting picture for pages where no widget can live."""
    drawn: dict[str, Any] = draw(explorer).box._repr_mimebundle_()
    return {**drawn, "text/plain": str(explorer), "text/html": explorer._repr_html_()}
