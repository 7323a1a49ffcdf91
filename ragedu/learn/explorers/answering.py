"""An answer, and how much of it stands on the passages it was given."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragedu.cases import Hit, Passage
from ragedu.grounding import Grounding, check_grounding
from ragedu.learn.explorers.base import Explorer, Part
from ragedu.tables import Table

SHOWN = 10
"""How many passages are shown; the check reads them all."""


@dataclass(frozen=True, repr=False)
class AnswerExplorer(Explorer):
    """An answer and the passages that were in the prompt.

    question  what was asked; may stay empty
    """

    answer: str
    passages: tuple[Passage | Hit, ...]
    question: str = ""

    title = "Write an answer: which citations were in the prompt, and which numbers stand in what they cite?"
    by_hand = "Change the answer in the call and run it again: `explore.answer(answer, passages)`."

    @cached_property
    def grounding(self) -> Grounding:
        """What the rules find."""
        return check_grounding(self.answer, self.passages)

    @property
    def parts(self) -> Sequence[str | Part]:
        asked = [f"Question: {self.question}"] if self.question else []
        return [*asked, self.grounding, self.passages_table()]

    def passages_table(self) -> Table:
        """What was in the prompt."""
        more = len(self.passages) - SHOWN
        note = f"And {more} more." if more > 0 else ""
        rows = [(each.id, each.text) for each in self.passages[:SHOWN]]
        return Table("In the prompt", ["passage", "text"], rows, note)

    @property
    def brief(self) -> str:
        """The outcome in a sentence to be read aloud; the reasons stand below the answer."""
        return f"{self.grounding.headline}."


def answer_explorer(
    answer: str, passages: Mapping[str, str] | Iterable[Passage | Hit], question: str = ""
) -> AnswerExplorer:
    """The explorer of an answer; see `ragedu.learn.explore.answer`."""
    if isinstance(passages, Mapping):
        return _checked(AnswerExplorer(answer, tuple(Passage(*each) for each in passages.items()), question))
    if isinstance(passages, str) or not isinstance(passages, Iterable):
        check_grounding(answer, passages)  # says what passages are
    return _checked(AnswerExplorer(answer, tuple(passages), question))


def _checked(explorer: AnswerExplorer) -> AnswerExplorer:
    explorer.grounding  # noqa: B018 - what can't be checked is told here, not when it is shown
    return explorer
