"""Where one sentence ends and the next begins, in many scripts: the one splitter of the project."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragedu.cases import folded
from ragedu.grounding.formats import MONTHS
from ragedu.grounding.plain import checked_text

# Scripts that put no blank behind their full stop end a sentence wherever it stands.
_ALWAYS = "。！？｡।॥؟۔։።"
# A full stop, or the blanks round a line's end. Looking back keeps a long run of blanks from being read twice.
_ENDING = re.compile(rf"[.!?…]++|[{_ALWAYS}]++|(?<!\s)[^\S\n]*+\n\s*+")
_CLOSING = re.compile(r"[.!?…\"'”’»)\]」』）*_]*+")
# What stands behind a full stop and still belongs before it: [return-1], 【1†source】, (return-1).
_CITATION = re.compile(
    r"[^\S\n]*+\n?[^\S\n]*+(?:\[[^\[\]\n]++\](?!\()|【[^【】\n]++】|\((?=[^()\s\d_-]*+[\d_-])[^()\s]++\))[.。]?"
)
_BLANKS = re.compile(r"\s*+")
_LIST_NUMBER = re.compile(r"\W*+\d{1,3}\.")
_BULLET = re.compile(r"\d{1,3}[.)、]")
_LAST_WORD = re.compile(r"([\d%]?)\s?((?<!\w)(?:[^\W\d]\.\s)+[^\W\d]|[^\W\d]+(?:\.[^\W\d]+)*)\Z")
# "z. B.", "т. е.": one letter and a full stop behind another.
_LETTER_FOLLOWS = re.compile(r"\s[^\W\d]\.")
_DAY = re.compile(r"(?<![\d.,])\d{1,2}\Z")
_WORD = re.compile(r"\s*+([^\W\d]++)")
_LONGEST_WORD = 16

# A full stop behind these ends no sentence ...
ABBREVIATIONS = frozenset(
    """
    approx ca cf vs eg ie e.g i.e resp incl excl dr mr mrs ms prof st jr sr ext bzw z.b d.h inkl ggf evtl
    u.a v.a i.d.r zzgl abzgl bzgl
    т.е т.нар напр проф ул бул г гр с ж.к кв обл общ пл вкл г-н г-жа np tzn tj ul godz inż mgr डॉ श्री рис
    """.split()
)
# ... nor behind these where a number follows ...
BEFORE_A_NUMBER = frozenset(
    """
    no nos nr art sec fig tab vol p pp tel est max min ok cap ch jan feb mar apr jun jul aug sep sept oct nov dec
    ст чл ал т бл вх ет ап стр см тел гл mind abs п тыс рис pkt str rys रु rs лв
    """.split()
)
# ... nor behind these unless a capital letter follows.
# In English a sentence may end in a number, and the next begin with May or March; other names of months are no trap.
_MONTHS_BEHIND_DAYS = MONTHS.keys() - {"may", "march", "mars"}
BEFORE_SMALL_LETTERS = frozenset("etc al a.m p.m u.s inc ltd co corp др т.н т.д т.п itd itp usw руб коп хил".split())


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text and where it stands: ``text[start:end]``."""

    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return self.text


def sentences(text: str) -> list[Span]:
    """The sentences of a text, each with its place. A citation behind the full stop belongs to the sentence before.

    Abbreviations, decimals and the numbers of a list end no sentence; the Hindi danda, Chinese and Arabic stops do,
    and so does a line's end, unless the next line goes on in small letters. Pieces without a letter or a digit are
    left out. ValueError for what is no text.

    >>> [str(each) for each in sentences("It costs approx. 3.50 euro. [delivery-1] Returns are free.")]
    ['It costs approx. 3.50 euro. [delivery-1]', 'Returns are free.']
    """
    spans, start = [], 0
    for end in [*_ends(checked_text(text)), len(text)]:
        piece = text[start:end]
        if any(map(str.isalnum, piece)):
            left = start + len(piece) - len(piece.lstrip())
            spans.append(Span(left, left + len(piece.strip()), piece.strip()))
        start = end
    return spans


def _ends(text: str) -> Iterator[int]:
    """Where sentences end, in order."""
    start = position = 0
    while found := _ENDING.search(text, position):
        is_line = "\n" in found.group()
        position = found.end()
        if is_line and _line_ends(text, found):
            start = _behind_citations(text, found.start())
            yield start
            position = max(start, position)
        elif not is_line and _stop_ends(text, start, found):
            start = position = _behind_citations(text, _behind(_CLOSING, text, position))
            yield start


def _behind(pattern: re.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


def _letter(text: str, position: int) -> str:
    return text[position : position + 1]


def _behind_citations(text: str, position: int) -> int:
    while found := _CITATION.match(text, position):
        position = found.end()
    return position


def _line_ends(text: str, found: re.Match[str]) -> bool:
    """Whether a line's end is a sentence's: not where the next line plainly goes on."""
    following = _letter(text, found.end())
    goes_on = following.islower() or (following.isdigit() and not _BULLET.match(text, found.end()))
    return (
        not goes_on or found.group().count("\n") > 1 or text[max(0, found.start() - 1) : found.start()] in set(".!?:;…")
    )


def _stop_ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a full stop, or a question or exclamation mark, is a sentence's end."""
    if found.group()[0] in _ALWAYS:
        return True
    end = _behind(_CLOSING, text, found.end())
    following = _letter(text, _behind(_BLANKS, text, end))
    if not following:
        return True
    if not text[end].isspace():
        return bool(_CITATION.match(text, end))
    if found.group() != "." or end > found.end():
        # Three dots, or a quoted question, may stand in the middle.
        return not following.islower() or (found.group() in ("?", "!") and end == found.end())
    holds = (
        _is_list_number(text, start, found)
        or _is_abbreviated(text, start, found.start(), following)
        or _is_day(text, found.start())
    )
    return not holds


def _is_list_number(text: str, start: int, found: re.Match[str]) -> bool:
    return found.end() - start <= _LONGEST_WORD and bool(_LIST_NUMBER.fullmatch(text, start, found.end()))


def _is_day(text: str, stop: int) -> bool:
    """Whether the full stop is that of a day before its month: "am 3. Mai"."""
    month = _WORD.match(text, stop + 1)
    is_day = _DAY.search(text[max(0, stop - 3) : stop])
    return bool(is_day and month and folded(month[1]) in _MONTHS_BEHIND_DAYS)


def _is_abbreviated(text: str, start: int, stop: int, following: str) -> bool:
    """Whether the full stop belongs to an abbreviation, and the sentence goes on behind it."""
    last = _LAST_WORD.search(text[max(start, stop - _LONGEST_WORD) : stop])
    if not last:
        return False
    number, word = last.groups()
    letter = word.split()[-1]
    if len(letter) == 1 and (letter.isupper() or _LETTER_FOLLOWS.match(text, stop + 1)):
        return True  # an initial, or the first of several
    word = "".join(word.casefold().split())
    if word in BEFORE_A_NUMBER and following.isdigit():
        return True
    if word in BEFORE_SMALL_LETTERS or (number and word in BEFORE_A_NUMBER | ABBREVIATIONS):
        return not following.isupper()
    return word in ABBREVIATIONS
