"""What all explorers share: they show their parts one below the other, as text and as HTML."""

from collections.abc import Sequence
from typing import Protocol

from ragedu.learn.feedback import as_html


class Part(Protocol):
    """Something that shows itself as text and as HTML: a table, a figure, an answer with its marks."""

    def _repr_html_(self) -> str: ...


class Explorer:
    """A picture to play with. Without widgets it stands still: change an argument of the call and run it again.

    title    what the learner is asked to do
    by_hand  how to do without widgets what the widgets do
    """

    __slots__ = ()

    title = ""
    by_hand = ""

    @property
    def parts(self) -> Sequence[str | Part]:
        """What there is to see."""
        return []

    @property
    def _all(self) -> list[str | Part]:
        return [self.title, *self.parts, self.by_hand]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._all))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(f'<div style="margin-bottom: 0.7em;">{part_as_html(each)}</div>' for each in self._all)


def part_as_html(part: str | Part) -> str:
    """A part of an explorer as a page shows it."""
    return as_html(part) if isinstance(part, str) else part._repr_html_()


def rounded(value: float) -> str:
    """A score with two digits after the point, or as many more as keep it apart from 0 and 1.

    >>> rounded(2 / 3), rounded(1), rounded(0.9967), rounded(0.0004)
    ('0.67', '1.00', '0.997', '0.0004')
    """
    texts = (f"{value:.{digits}f}" for digits in range(2, 17))
    return next((text for text in texts if float(text) not in (0, 1) or float(text) == value), str(value))
