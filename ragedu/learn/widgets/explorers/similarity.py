"""The BLEU explorer on the screen: two texts to type, their n-grams marked below."""

from dataclasses import replace
from typing import Any

from ragedu.learn.explorers.similarity import BleuExplorer
from ragedu.learn.widgets.explorers.pieces import AfterAPause, Live, choice, html, row, show_parts, text_field

SMOOTHINGS = [("none", ""), ("epsilon", "epsilon"), ("exponential", "exponential")]


class DrawnBleu(Live):
    """Two fields, and what BLEU makes of what stands in them."""

    def __init__(self, explorer: BleuExplorer) -> None:
        self.start = self.now = explorer
        super().__init__(explorer)
        show_parts(self.picture, self.now.parts)

    def controls(self) -> list[Any]:
        self.read_soon = AfterAPause(lambda: self.in_words(self.read))
        self.reference = text_field("Reference", self.start.reference, self.read_soon)
        self.hypothesis = text_field("Hypothesis", self.start.hypothesis, self.read_soon)
        chosen = self.start.smoothing or ""  # ipywidgets takes None for "nothing chosen"
        self.smoothing = choice("Smoothing", SMOOTHINGS, chosen, lambda: self.in_words(self.read))
        return [self.reference, self.hypothesis, row(self.smoothing, self.reset_button(self.reset))]

    def views(self) -> list[Any]:
        self.picture = html("")
        return [self.picture]

    def read(self) -> None:
        """Look at what stands in the fields."""
        typed = replace(
            self.now,
            reference=self.reference.value,
            hypothesis=self.hypothesis.value,
            smoothing=self.smoothing.value or None,
        )
        if typed != self.now:
            self.now = typed
            show_parts(self.picture, self.now.parts)
            self.say(self.now.brief)

    def reset(self) -> None:
        """Go back to the first texts."""
        self.reference.value, self.hypothesis.value = self.start.reference, self.start.hypothesis
        self.smoothing.value = self.start.smoothing or ""
        self.read()
