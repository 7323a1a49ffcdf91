"""Multiple choice: reading which options were picked, and saying how they compare with the key."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Set
from typing import Literal

from ragedu.cases import folded

ChoiceOutcome = Literal["right", "partly", "wrong", "blank", "unreadable"]


def read_letters(picked: str | Iterable[str], options: Collection[str]) -> frozenset[str] | None:
    """The options named by a text of letters and separators: "b", "A, C", "bd", full-width letters too.

    Takes       a text, or several; the letters that the question offers
    Returns     the letters as the question has them; an empty set for a blank; None when anything else is there

    >>> sorted(read_letters("A, c", "abcd"))
    ['a', 'c']
    >>> read_letters("e", "abcd") is None
    True
    """
    text = picked if isinstance(picked, str) else " ".join(map(str, picked))
    visible = "".join(each for each in text if unicodedata.category(each) != "Cf")
    # "d) It counts …": the letter, with its option copied behind it.
    copied = re.match(r"\s*(\w)\)\s+\S", visible)
    letters = re.sub(r"[\s,;:/&+.()\[\]!*'\"]", "", folded(copied.group(1) if copied else visible))
    offered = {folded(option): option for option in options}
    return frozenset(offered[each] for each in letters) if set(letters) <= offered.keys() else None


def choice_outcome(picked: Set[str] | None, key: Set[str]) -> ChoiceOutcome:
    """How a pick compares with the key. An empty key picked empty is right.

    Returns     "right"; "partly", some right and none wrong; "wrong", any wrong; "blank"; "unreadable" for None

    >>> choice_outcome({"a"}, key={"a", "b"})
    'partly'
    >>> choice_outcome({"a", "d"}, key={"a", "b"})
    'wrong'
    """
    if picked is None:
        return "unreadable"
    if picked == key:
        return "right"
    if not picked:
        return "blank"
    return "partly" if picked < key else "wrong"
