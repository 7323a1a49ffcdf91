"""The prompt-cut explorer on the screen: a cut to drag, the stages below."""

from typing import Any

from ragedu.learn.explorers.cutting import PromptCutExplorer
from ragedu.learn.widgets.explorers.pieces import Live, html, row, show_parts, slider


class DrawnPromptCut(Live):
    """A cut to move through recorded rankings."""

    def __init__(self, explorer: PromptCutExplorer) -> None:
        self.start = self.now = explorer
        super().__init__(explorer)
        show_parts(self.picture, self.now)

    def controls(self) -> list[Any]:
        self.cut = slider("Prompt cut", self.start.cut, self.start.most, lambda: self.in_words(self.read))
        return [row(self.cut, self.reset_button(self.reset))]

    def views(self) -> list[Any]:
        self.picture = html("")
        return [self.picture]

    def read(self) -> None:
        """Cut where the slider stands."""
        if self.cut.value != self.now.cut:
            self.now = self.now.cut_at(self.cut.value)
            show_parts(self.picture, self.now)
            self.say(self.now.brief)

    def reset(self) -> None:
        """Go back to the first cut."""
        self.cut.value = self.start.cut
