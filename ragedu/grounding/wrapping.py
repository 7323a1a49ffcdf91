"""What a sentence is wrapped in, and what is none of its claim: list markers, links, courtesies, attributions."""

import re
from collections.abc import Iterable

from ragedu.grounding.matching import clauses, plain_phrase, table
from ragedu.grounding.phrases import ACKNOWLEDGEMENTS, ATTRIBUTIONS, PLACES, REPORTS
from ragedu.grounding.plain import UNREADABLE, flat
from ragedu.grounding.quantities import numbers, without_markers

_POINTERS = "see|see also|source|sources|more at|виж|вж|източник|см|źródło|zob|zobacz|siehe|quelle|देखें|स्रोत|参见|见|来源"
# "(see https://...)", "(see [our terms](https://...))": it only points there.
_ASIDE = re.compile(
    rf"[(（][^\S\n]*+\[?(?:{_POINTERS})\b[.:：]?(?:[^()（）\n]|\([^()（）\n]*+\))*+[)）]", re.IGNORECASE
)
_LINK_TEXT = re.compile(r"\[([^\[\]\n]*+)\]\([^()\s]*+\)")
_BARE_LINK = re.compile(r"[(（]\s*+(?:https?://|www\.)[^\s()（）]++\s*+[)）]", re.IGNORECASE)
_BULLET = re.compile(r"^[^\S\n]*+(?:(?:[-*+•>#▪●]++|\(?[a-h]\))[^\S\n]++)++", re.MULTILINE)
_HEADING = re.compile(r"^[^\S\n]*+#{1,6}[^\S\n]", re.MULTILINE)
_LEFT_OVER = " \t\n.,:;)*_-–—：，、" + UNREADABLE


def unmarked(text: str) -> str:
    """A sentence without its list marker, links, and asides that only point somewhere.

    >>> unmarked("2. Send it back (see https://shop.example/terms).")
    'Send it back.'
    """
    plain = _BARE_LINK.sub(" ", _LINK_TEXT.sub(_words_of_link, _ASIDE.sub(" ", text)))
    bare = without_markers(flat(plain))
    kept = "".join(" " if now == UNREADABLE else was for was, now in zip(plain, bare, strict=True))
    kept = _BULLET.sub("", kept)
    if kept != text:
        kept = kept.lstrip(_LEFT_OVER) if bare.lstrip().startswith(UNREADABLE) else kept.strip()
        kept = re.sub(r"\s+([.,;:!?。，])", r"\1", kept)
    return kept


def _words_of_link(found: re.Match[str]) -> str:
    """A link's words are the sentence's; a number or an id in their place is a citation."""
    return found[1] if not any(map(str.isdigit, found[1])) else " "


def is_heading(sentence: str) -> bool:
    """Whether a sentence only announces what follows: it ends in a colon, or is marked as a heading, with no number."""
    ends = sentence.rstrip("*_ \n").endswith((":", "："))
    return (ends or bool(_HEADING.match(sentence))) and not numbers(unmarked(sentence))


# --- courtesies ---


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence is said out of politeness, and tells nothing.

    >>> is_courtesy("Sure, let me know if you have other questions!"), is_courtesy("Sure, it is free.")
    (True, False)
    """
    return all(map(_is_polite, clauses(plain_phrase(sentence)))) and not numbers(sentence)


def _is_polite(clause: str) -> bool:
    return bool(table("courtesies").longest(clause)) or table("acknowledgements").longest(clause) == clause


# --- attributions ---


def unwrapped(sentence: str) -> str:
    """A sentence without what it opens or closes with besides its claim.

    >>> unwrapped("Sure, based on the provided passages, it is free.")
    'it is free.'
    >>> unwrapped("According to Jana, it is free.")
    'According to Jana, it is free.'
    """
    said = sentence
    while shorter := _shortened(said):
        said = shorter
    return said


def _shortened(said: str) -> str:
    """The sentence without its first or last wrapping; "" when it has none, or is nothing else."""
    for pattern in (_OPENED, _REPORTED):
        found = pattern.match(said)
        if found and _tells(said[found.end() :]):
            return said[found.end() :].lstrip()
    head, colon, tail = said.partition(":")
    if colon and _tells(tail) and not tail.startswith("//") and is_courtesy(head):
        return tail.lstrip()
    found = _CLOSED.search(said)
    return said[: found.start()] + found["stop"] if found and _tells(said[: found.start()]) else ""


def _tells(text: str) -> bool:
    return any(map(str.isalnum, text))


def _any(words: Iterable[str]) -> str:
    longest_first = sorted({each for each in words if each}, key=lambda each: (-len(each), each))
    return "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in longest_first)


def _attribution(language: str, *, named: bool) -> str:
    """An attribution of a language with what was read behind it; named: where it must be said, and not only cited."""
    start = rf"(?:{_any(ATTRIBUTIONS[language])})"
    before, places = map(str.split, PLACES.get(language, ("", "")))
    if not places:
        return start
    place = rf"(?:\s*(?:{_any(before)}))*\s*(?:{_any(places)})(?:\s+(?:{_any((*before, *places))}|[\w-]*\d[\w-]*))*"
    cited = r"(?:\s+[\w-]*\d[\w-]*)?"
    return start + (place if named else f"(?:{place}|{cited})")


_NAMED = "|".join(_attribution(each, named=True) for each in ATTRIBUTIONS if each != "zh")
_CITED = "|".join(_attribution(each, named=False) for each in ATTRIBUTIONS)
_OPENED = re.compile(
    rf"\W*(?:(?:{_any(each for several in ACKNOWLEDGEMENTS.values() for each in several)})\s*[,!:，！：]"
    rf"|(?:{_CITED})\s*[,:，：]|(?:{_NAMED})(?=\s))[\s*_]*",
    re.IGNORECASE,
)
_CLOSED = re.compile(rf"[,;，]?\s+[(]?(?:{_CITED})[)]?(?P<stop>[.!。]?)\W*\Z", re.IGNORECASE)
_REPORTED = re.compile(
    rf"\W*(?:(?:{_any(PLACES['en'][0].split())})\s+)+(?:{_any(PLACES['en'][1].split())})"
    rf"(?:\s+[\w-]*\d[\w-]*)?\s+(?:{_any(REPORTS['en'])})\s+",
    re.IGNORECASE,
)
