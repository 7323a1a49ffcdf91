"""Every figure of the course: a function of what was measured, giving a `Picture` with a text that says the same."""

from ragedu.figures.assistant import assistant_story
from ragedu.figures.drawing import Picture
from ragedu.figures.ranking import discount_bars, precision_walk, rank_strip

__all__ = ["Picture", "assistant_story", "discount_bars", "precision_walk", "rank_strip"]
