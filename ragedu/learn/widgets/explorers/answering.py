"""The answer explorer on the screen: an answer to type, its citations and numbers marked below."""

from dataclasses import replace
from typing import Any

from ragedu.learn.explorers.answering import AnswerExplorer
from ragedu.learn.widgets.explorers.pieces import AfterAPause, Live, html, row, show_parts, text_field


class DrawnAnswer(Live):
    """A field, and what the rules find in what stands there."""

    def __init__(self, explorer: AnswerExplorer) -> None:
        self.start = self.now = explorer
        super().__init__(explorer)
        show_parts(self.picture, self.now.parts)

    def controls(self) -> list[Any]:
        self.read_soon = AfterAPause(lambda: self.in_words(self.read))
        self.answer = text_field("Answer", self.start.answer, self.read_soon)
        return [self.answer, row(self.reset_button(self.reset))]

    def views(self) -> list[Any]:
        self.picture = html("")
        return [self.picture]

    def read(self) -> None:
        """Check what stands in the field."""
        if self.answer.value != self.now.answer:
            self.now = replace(self.now, answer=self.answer.value)
            show_parts(self.picture, self.now.parts)
            self.say(self.now.brief, heard_only=True)  # it is the heading of what is shown

    def reset(self) -> None:
        """Go back to the first answer."""
        self.answer.value = self.start.answer
        self.read()
