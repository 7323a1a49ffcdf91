"""Explorers with one cut to drag: k on the shop, the prompt cut of recorded traces."""

from typing import Any

from ragedu.learn.widgets.explorers.pieces import Live, html, row, show_parts, slider


class DrawnSlider(Live):
    """A cut to drag, and the picture below.

    start, now  the explorer at first, and as it stands
    """

    label = ""

    def __init__(self, explorer: Any) -> None:
        self.start = self.now = explorer
        super().__init__(explorer)
        show_parts(self.picture, self.now.parts)

    def controls(self) -> list[Any]:
        self.cut = slider(self.label, self.start.cut, self.start.most, lambda: self.in_words(self.read))
        return [row(self.cut, self.reset_button(self.reset))]

    def views(self) -> list[Any]:
        self.picture = html("")
        return [self.picture]

    def read(self) -> None:
        """Cut where the slider stands."""
        if self.cut.value != self.now.cut:
            before, self.now = self.now, self.now.cut_at(self.cut.value)
            show_parts(self.picture, self.now.parts_since(before))
            self.say(self.now.brief)

    def reset(self) -> None:
        """Go back to the first cut."""
        self.cut.value = self.start.cut


class DrawnK(DrawnSlider):
    """k on the shop."""

    label = "k"


class DrawnPromptCut(DrawnSlider):
    """The prompt cut of recorded traces."""

    label = "Prompt cut"
