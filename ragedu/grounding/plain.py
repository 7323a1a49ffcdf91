"""A text with plain digits, dashes and blanks, letter for letter in the old places."""

import unicodedata
from collections.abc import Iterable

from ragedu.cases import described

_SIGNS = {**dict.fromkeys("‐‑‒–−﹣－", "-"), **dict.fromkeys("’‘ʼ＇′", "'"), "٫": ".", "٬": ",", "⁄": "/", "∕": "/"}
UNREADABLE = "\0"


class _Flat(dict[int, str]):
    """Letter to plain letter, worked out once for each."""

    def __missing__(self, code: int) -> str:
        self[code] = plain = _flat_letter(chr(code))
        return plain


def _flat_letter(letter: str) -> str:
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.decimal(letter))
    if letter in _SIGNS or category == "Zs":
        return _SIGNS.get(letter, " ")
    same = unicodedata.normalize("NFKC", letter)
    # ² is no 2, and a full-width comma between two numbers is no decimal sign.
    return letter if category == "No" or len(same) != 1 or same in ",:;" else same


_FLAT = _Flat()


def flat(text: str) -> str:
    """The text with the digits of every script as 0 to 9, one kind of dash, blank and apostrophe; as long as before.

    >>> flat("१२ – ３％")
    '12 - 3%'
    """
    return text.translate(_FLAT)


def checked_text(text: str) -> str:
    """The text itself, once it is sure to be one; otherwise ValueError."""
    if not isinstance(text, str):
        raise ValueError(f"sentences, citations and numbers are read from a text, not from {described(text)}.")
    return text


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with something unreadable in these places, which come in order of their start; as long as before."""
    pieces, position = [], 0
    for start, end in spans:
        if end > position:
            start = max(start, position)
            pieces += [text[position:start], UNREADABLE * (end - start)]
            position = end
    return "".join([*pieces, text[position:]])


def is_unspaced(letter: str) -> bool:
    """Whether a letter is of a script that puts no blanks between words: Chinese, Japanese."""
    return "\u3040" <= letter <= "\u9fff"
