"""Every figure of the course: a function of what was measured, giving a `Picture` with a text that says the same."""

from ragedu.figures.answers import confusion, distribution, length_against_score, ngram_overlap
from ragedu.figures.assistant import assistant_story
from ragedu.figures.choices import guessing
from ragedu.figures.drawing import Picture
from ragedu.figures.failures import pareto
from ragedu.figures.ranking import discount_bars, precision_walk, rank_strip
from ragedu.figures.sweeps import sweep

__all__ = [
    "Picture",
    "assistant_story",
    "confusion",
    "discount_bars",
    "distribution",
    "guessing",
    "length_against_score",
    "ngram_overlap",
    "pareto",
    "precision_walk",
    "rank_strip",
    "sweep",
]
