"""The gallery of what fools the checker: invented answers with a careful reader's verdict."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

Verdict = Literal["grounded", "not grounded"]


@dataclass(frozen=True, slots=True)
class GalleryItem:
    """One answer on which rules and a careful reader part.

    id        the trick, in a word or two
    passages  the passages of the prompt, id to text
    answer    an answer to it
    reader    what a careful reader says
    checker   what `check_grounding` says
    why       the reader's reason
    rule      whether any rule could see it, and what it would cost
    """

    id: str
    passages: Mapping[str, str]
    answer: str
    reader: Verdict
    checker: Verdict
    why: str
    rule: str

    @property
    def fooled(self) -> bool:
        """Whether the checker is wrong here."""
        return self.reader != self.checker


def gallery() -> list[GalleryItem]:
    """What fools the checker, from ``ragedu/data/gallery``; all of it invented.

    >>> item = gallery()[0]
    >>> item.answer, item.reader, item.checker
    ('We take a fee for cash on delivery [payment-1].', 'not grounded', 'grounded')
    """
    text = files("ragedu").joinpath("data", "gallery", "items.jsonl").read_text(encoding="utf-8")
    return [GalleryItem(**json.loads(line)) for line in text.splitlines()]
