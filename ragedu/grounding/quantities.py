"""The numbers in a text: what each is worth, in which unit, and where it stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from itertools import islice

from ragedu.cases import folded
from ragedu.grounding.citing import citations
from ragedu.grounding.formats import WORD, Reading, Readings, Written, written_numbers
from ragedu.grounding.plain import blanked, flat, is_unspaced
from ragedu.grounding.units import CURRENCIES, NO_UNITS, SCALES, UNITS, stem


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text, and how it may be read.

    text        as it is written, without its unit
    start, end  where it stands
    readings    its values: several where the writing is ambiguous (1.000); a date, a time of day or a code such as
                v2.1 is a text that is compared whole
    unit        the unit's name ("day", "eur"), the stem of another word behind it, or "" where none stands beside
    beside      stems of the words close by: "5 working days" stands beside "working"
    implied     what else it supports when a passage says it: "1 May 2024" supports "2024"
    """

    text: str
    start: int
    end: int
    readings: Readings
    unit: str = ""
    beside: frozenset[str] = field(default_factory=frozenset)
    implied: Readings = field(default_factory=frozenset)


def numbers(text: str, known_ids: Iterable[str] = ()) -> list[Number]:
    """The numbers of a text with their units, in order.

    Takes       a text; the ids of passages, which are no numbers where a text names them
    Returns     a `Number` for each. Citations, list markers, ids and links are left out; a range is two numbers
    Errors      ValueError if the text is no text

    >>> [(*map(str, each.readings), each.unit) for each in numbers("३ to 5 days, or €1,250.50 [r-1]")]
    [('3', 'day'), ('5', 'day'), ('1250.50', 'eur')]
    >>> sorted(map(str, numbers("1.000 kg")[0].readings))
    ['1.000', '1000']

    Our choice  a table of formats, each with its reading; where several fit, all readings are kept
    Source      Unicode CLDR, number formats of the languages
    """
    plain = _without_ids(flat(text), text, list(known_ids))
    found = [_number(plain, each) for each in written_numbers(plain)]
    return [
        replace(each, text=text[each.start : each.end])
        for each in _with_shared_units(plain, found)
        if each.text.casefold() != "one" or each.unit in KNOWN  # "one of us" counts nothing
    ]


# --- what holds digits and is no number ---

_LINK = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"]+", re.IGNORECASE)
_MARKER = re.compile(
    r"^[^\S\n]*+(?:[-*+•>#]++[^\S\n]++)?+(?:\*\*)?\(?\d{1,3}[.)、](?:\*\*)?(?=[^\S\n]++\S)", re.MULTILINE
)


def _without_ids(plain: str, text: str, known_ids: list[str]) -> str:
    plain = blanked(plain, [(each.start, each.end) for each in citations(text, known_ids)])
    for pattern in (_LINK, _MARKER):
        plain = blanked(plain, [each.span() for each in pattern.finditer(plain)])
    # A passage called "2" must not make every 2 disappear.
    ids = {folded(each) for each in known_ids if not each.isdigit()}
    named = (each for each in WORD.finditer(plain) if ids and folded(each.group()) in ids)
    return blanked(plain, [each.span() for each in named])


# --- the unit ---

_SIGN_BEHIND = re.compile(r" ?(%|٪|‰|°[CFcf]?|[€$£¥₹₽¢])")
_AM_PM = re.compile(r" ?([ap])\.? ?m(?!\w)", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|º|ª|-(?:ви|ри|ти|ми|ва|ра|та|ма|и|й|го|я|ое|ая|ый|ой))(?!\w)", re.IGNORECASE)
_LETTERS = r"[^\s\d\0.,:;!?…()\[\]{}\"'“”„«»/\\|+*=<>%‰°€$£¥₹₽¢।॥。，、！？؟—_-]{1,40}"
_WORD_BEHIND = re.compile(rf"[ \-*_()]{{0,3}}({_LETTERS})")
_WORD_BEFORE = re.compile(rf"({_LETTERS})\.?[ \-*_()]{{0,3}}\Z")
_CURRENCY_BEFORE = re.compile(r"([€$£¥₹₽¢]) ?-?\Z")
_MINUS = re.compile(r"(?:\A|[\s(\0])-\Z")
_NEARBY = 3
_FAR_ENOUGH = 45
# Million and billion by one letter only where money is meant: 5 m are metres.
_LETTER_SCALE = re.compile(r"([MmBb])(?!\w)( ?[€$£])?+")
_LETTER_SCALES = {"m": 6, "b": 9}
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
ORDINAL = "ordinal"
KNOWN = frozenset({*UNITS.values(), ORDINAL})


def _number(plain: str, written: Written) -> Number:
    """The number with what stands beside it: minus, scale word, unit."""
    start, before = written.start, plain[max(0, written.start - _FAR_ENOUGH) : written.start]
    money = _CURRENCY_BEFORE.search(before)
    end, noughts = _scale(plain, written.end, bool(money))
    minus = bool(_MINUS.search(before))
    readings = frozenset(_scaled(each, noughts, minus) for each in written.readings)
    unit, around = _unit_behind(plain, end)
    name = _word_before(before)
    if money or (UNITS.get(name) in CURRENCIES and unit not in KNOWN):
        unit = UNITS[money[1] if money else name]
    if unit not in KNOWN and _needs_no_unit(plain[start:end], readings):
        unit = ""
    if name and name not in NO_UNITS:
        around |= {stem(name)}
    start -= minus
    return Number(plain[start:end], start, end, readings, unit, around, written.implied)


def _scale(plain: str, end: int, money: bool) -> tuple[int, int]:
    """Where the number ends once a scale word is taken with it, and how many noughts that word is worth."""
    letter = _LETTER_SCALE.match(plain, end)
    if letter and (money or letter[2]):
        return letter.end(1), _LETTER_SCALES[letter[1].lower()]
    word = _WORD_BEHIND.match(plain, end)
    if not word:
        return end, 0
    name = word[1][0] if is_unspaced(word[1][0]) else folded(word[1])
    if name not in SCALES:
        return end, 0
    end = word.start(1) + len(name) if is_unspaced(name[0]) else word.end()
    # "5 тыс. рублей": the full stop belongs to the abbreviation.
    return end + plain.startswith(". ", end), SCALES[name]


def _scaled(reading: Reading, noughts: int, minus: bool) -> Reading:
    if isinstance(reading, str):
        return reading
    scaled = reading.scaleb(noughts, _EXACT) if noughts else reading
    return scaled.copy_negate() if minus else scaled


def _word_before(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return folded(found[1]) if found else ""


def _unit_behind(plain: str, end: int) -> tuple[str, frozenset[str]]:
    """The unit behind a number, and the stems of the words that stand before it or in its place."""
    if _ORDINAL.match(plain, end):
        return ORDINAL, frozenset()
    if half := _AM_PM.match(plain, end):
        return f"{half[1].lower()}m", frozenset()
    if sign := _SIGN_BEHIND.match(plain, end):
        return UNITS[folded(sign[1])], frozenset()
    stems: list[str] = []
    for word in _words_behind(plain, end):
        if word in UNITS:
            return UNITS[word], frozenset(stems)
        stems.append(stem(word))
    return (stems[0] if stems else ""), frozenset(stems)


def _words_behind(plain: str, end: int) -> Iterator[str]:
    """The next few words, up to one that can be no unit."""
    for place in range(_NEARBY):
        found = _WORD_BEHIND.match(plain, end)
        if not found:
            return
        if is_unspaced(found[1][0]):
            yield from _unit_within(found[1])
            return
        word, is_glued, end = folded(found[1]), found.start(1) == end, found.end()
        if word == "per" and plain[end : end + 5].strip().casefold() == "cent":
            yield "percent"
        if word in NO_UNITS and not (is_glued and word in UNITS and place == 0):
            return
        yield word


def _unit_within(words: str) -> Iterator[str]:
    """The first unit at the start of a run of Chinese or Japanese, which puts no blanks between words."""
    pieces = (words[start : start + length] for start in range(4) for length in (3, 2, 1))
    return islice((each for each in pieces if each in UNITS), 1)


def _needs_no_unit(written: str, readings: Readings) -> bool:
    """Whether the word behind is none of a unit: behind a year, a date, a code."""
    values = [each for each in readings if isinstance(each, Decimal)]
    return not values or (len(written) == 4 and written.isdigit() and 1900 <= values[0] <= 2100)


# --- ranges ---

_JOINERS = frozenset("- ~ / x × to and or bis до или и либо do lub i से या 至 或 到 ~ 〜 y o a à إلى أو".split())


def _with_shared_units(plain: str, found: list[Number]) -> list[Number]:
    """In "3 to 5 days" and "€3-5" the unit is said once and meant twice."""
    shared = list(found)
    for place in range(len(shared) - 2, -1, -1):
        one, other = shared[place : place + 2]
        if one.unit not in KNOWN and _are_joined(plain, one, other):
            shared[place] = replace(one, unit=other.unit, beside=one.beside | other.beside)
    for place in range(1, len(shared)):
        one, other = shared[place - 1 : place + 1]
        if not other.unit and _are_joined(plain, one, other):
            shared[place] = replace(other, unit=one.unit)
    return shared


def _are_joined(plain: str, one: Number, other: Number) -> bool:
    between = plain[one.end : other.start] if other.start - one.end <= 9 else ""
    return between.strip(" *_").casefold() in _JOINERS
