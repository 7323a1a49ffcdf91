"""The numbers in a text: what each is worth, in which unit, and where it stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from itertools import islice

from ragedu.cases import folded
from ragedu.grounding.citing import Citation, citations
from ragedu.grounding.formats import RANKS, WORD, Reading, Readings, Written, clock, written_numbers
from ragedu.grounding.plain import UNREADABLE, blanked, flat, is_unspaced
from ragedu.grounding.units import CASED, CURRENCIES, NO_UNITS, RATED_BY, SCALES, UNITS, stem


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
    noughts     how many noughts its scale word is worth: 6 for "2 million"
    until       where the number ends whose unit it shares: that of the 5 in "3 to 5 days"; 0 where it shares none
    rate        what it is counted by ("day" in "5 euro per day"), and where that ends; "" and 0 where nothing is said
    """

    text: str
    start: int
    end: int
    readings: Readings
    unit: str = ""
    beside: frozenset[str] = field(default_factory=frozenset)
    implied: Readings = field(default_factory=frozenset)
    noughts: int = 0
    until: int = 0
    rate: str = ""
    rate_end: int = 0


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
    known = list(known_ids)
    return numbers_beside(text, citations(text, known), known)


def numbers_beside(text: str, cited: Iterable[Citation], known_ids: Iterable[str]) -> list[Number]:
    """The numbers of a text whose citations have been read already."""
    # "One of us" counts nothing, "one day" does.
    return [each for each in _all_numbers(text, cited, known_ids) if not _is_one(each) or each.unit in KNOWN]


def said_numbers(text: str) -> list[Number]:
    """The numbers of a passage: more is read here, for "one voucher" is enough for an answer's "1 voucher"."""
    return [each for each in _all_numbers(text, citations(text, ()), ()) if not _is_one(each) or each.unit]


def _is_one(number: Number) -> bool:
    return number.text.casefold() == "one"


def _all_numbers(text: str, cited: Iterable[Citation], known_ids: Iterable[str]) -> list[Number]:
    plain = _without_ids(blanked(flat(text), [(each.start, each.end) for each in cited]), known_ids)
    found = [_number(plain, text, each) for each in written_numbers(plain)]
    return _with_shared_units(plain, found)


# --- what holds digits and is no number ---

_STEPS = "step|option|schritt|шаг|стъпка|krok|चरण|步骤|第"

_LINK = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"]+", re.IGNORECASE)
_MARKER = re.compile(
    r"^[^\S\n]*+(?:[-*+•>#]++[^\S\n]++)?+(?:\*\*)?\(?\d{1,3}[.)、](?:\*\*)?(?=[^\S\n]++\S)"
    # "**Step 1:** Pack it."
    rf"|^[^\S\n]*+(?:[-*+•>#]++[^\S\n]++)?+(?:\*\*)?(?:{_STEPS}) ?\d{{1,3}}[步]?(?=(?:\*\*)?(?:[.:：)]| -))",
    re.MULTILINE | re.IGNORECASE,
)


def without_markers(text: str) -> str:
    """The text without links and without the numbers of a list, as long as before: they are neither number nor word."""
    for pattern in (_LINK, _MARKER):
        text = blanked(text, [each.span() for each in pattern.finditer(text)])
    return text


def _without_ids(plain: str, known_ids: Iterable[str]) -> str:
    plain = without_markers(plain)
    # A passage called "2" must not make every 2 disappear.
    ids = {folded(each) for each in known_ids if not each.isdigit()}
    named = (each for each in WORD.finditer(plain) if ids and folded(each.group()) in ids)
    return blanked(plain, [each.span() for each in named])


# --- the unit ---

_SIGN_BEHIND = re.compile(r" ?(%|٪|‰|°[CFcf]?|[€$£¥₹₽¢])")
_AM_PM = re.compile(r" ?([ap])\.? ?m(?!\w)", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|º|ª|-(?:ви|ри|ти|ми|ва|ра|та|ма|и|й|го|я|ое|ая|ый|ой))(?!\w)", re.IGNORECASE)
_LETTERS = r"[^\s\d\0.,:;!?…()\[\]{}\"'“”„«»/\\|+*=<>%‰°€$£¥₹₽¢½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘।॥。，、！？؟—_-]{1,40}+"
_WORD_BEHIND = re.compile(rf"[ \-*_()]{{0,3}}+({_LETTERS})(?!\d)")
# Read backwards, from the number on.
_WORD_BEFORE = re.compile(rf"[ \-*_()]{{0,3}}+\.?({_LETTERS})")
_FOREIGN = re.compile(r"(?<![A-Za-z])[A-Z]{1,2}\$\Z")
_CURRENCY_SIGNS = frozenset("€$£¥₹₽¢")
_NEARBY = 3
_FAR_ENOUGH = 45
# Million and billion by one letter: 5M are millions, 5 m are metres unless money is meant.
_LETTER_SCALE = re.compile(rf"( ?)([MmBb])(?!\w)(?: ?[€$£₹]| ({_LETTERS}))?")
_LETTER_SCALES = {"m": 6, "b": 9}
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
# A minus in words; behind a number it takes away.
_MINUS = re.compile(r"(?<!\d )(?<!\w)(?:minus|negative|минус|माइनस) \Z|(?:零下|负)\Z", re.IGNORECASE)
# The 1990s, and not 1990 seconds.
_DECADE = re.compile(r"(?:1[89]|20)\d0")
_OF_DECADE = re.compile(r"'?s(?!\w)|er(?!\w)")
ORDINAL, DECADE = "ordinal", "decade"
KNOWN = frozenset({*UNITS.values(), ORDINAL, DECADE})


def _number(plain: str, text: str, written: Written) -> Number:
    """The number with what stands beside it: minus, scale word, unit."""
    before = plain[max(0, written.start - _FAR_ENOUGH) : written.start]
    sign, name = _sign_before(before), _word_before(before)
    end, noughts = _scale(plain, written.end, bool(sign) or UNITS.get(name) in CURRENCIES)
    minus = _minus_before(before)
    start = written.start - minus
    readings = written.readings
    if minus or noughts:
        readings = frozenset(_scaled(each, noughts, bool(minus)) for each in readings)
    unit, beside = _unit_behind(plain, end)
    if _DECADE.fullmatch(plain[start:end]) and _OF_DECADE.match(plain, end):
        unit, beside = DECADE, frozenset()
    unit = _unit(unit, sign, name, _needs_no_unit(plain[start:end], readings))
    if unit in CLOCKS:
        readings = _times_of_day(plain[start:end], readings, unit) or readings
        if (by := _OCLOCK.match(plain, end)) and not by[1]:
            # Nine o'clock is in the morning or in the evening; 9 Uhr is in the morning.
            evening = _times_of_day(plain[start:end], written.readings, "pm")
            readings |= frozenset(each for each in evening if isinstance(each, str) and not each.startswith("~"))
    elif unit == "hour" and plain[end : end + 1] == "h":
        # "18h" is an hour of the day, or eighteen of them.
        readings |= _times_of_day(plain[start:end], readings, "clock")
    elif plain[start:end].casefold() in RANKS:
        unit, beside = ORDINAL, frozenset()
    if unit in KNOWN:
        # 10.12 euro is no day of December.
        readings = frozenset(each for each in readings if not str(each).startswith("--")) or readings
    if name and name not in NO_UNITS:
        beside |= {stem(name)}
    rate, rate_end = _rate(plain, end)
    number = Number(text[start:end], start, end, readings, unit, beside, written.implied, noughts)
    return replace(number, rate=rate, rate_end=rate_end) if rate else number


# --- times of day, rates ---

CLOCKS = frozenset({"am", "pm", "clock"})
_CLOCK = re.compile(r"(\d{1,2})(?:[.:](\d{2}))?")
_OCLOCK = re.compile(r" ?(?:(uhr)(?!\w)|(?:o'clock|oclock|बजे)(?!\w)|[点點](?!\d))", re.IGNORECASE)


def _times_of_day(written: str, readings: Readings, unit: str) -> Readings:
    """A time as it is compared: "9", "9.00" and "9:00" with what stands behind; nothing where it can be none."""
    found = _CLOCK.fullmatch(written)
    values = [each for each in readings if isinstance(each, Decimal)]
    hour = int(found[1]) if found else int(values[0]) if len(values) == 1 and values[0] == int(values[0]) else 99
    minute = int(found[2] or 0) if found else 0
    if hour > (24 if unit == "clock" else 12) or minute > 59:
        return frozenset()
    if unit == "clock":
        return frozenset({clock(hour, minute)})
    # The plain hour too: nine in the evening is told from nine in the morning by its unit.
    told = {clock(hour % 12 + 12 * (unit == "pm"), minute), f"~{clock(hour, minute)}"}
    return frozenset({*told, *([Decimal(hour)] if not minute else [])})


_PER = re.compile(
    rf"(?: ?[€$£¥₹₽%]| ?({_LETTERS})\.?)?"
    rf"(?: ?/ ?| per | pro | a | an | each | every | на | в | за | na | za )({_LETTERS})"
)


def _rate(plain: str, end: int) -> tuple[str, int]:
    """What a number is counted by, right behind its unit."""
    found = _PER.match(plain, end)
    unit, by = (UNITS.get(folded(found[1] or "")), UNITS.get(folded(found[2]), "")) if found else (None, "")
    is_rate = found and by in RATED_BY and (unit or not found[1])
    return (by, found.end()) if found and is_rate else ("", 0)


def _unit(behind: str, sign: str, name: str, needs_none: bool) -> str:
    """Which of the neighbours is the unit: a currency sign before, a unit behind, a currency's name before, a word."""
    if sign:
        return UNITS[sign]
    if behind in KNOWN:
        return behind
    if UNITS.get(name) in CURRENCIES:
        return UNITS[name]
    return "" if needs_none else behind


def _scale(plain: str, end: int, money: bool) -> tuple[int, int]:
    """Where the number ends once a scale word is taken with it, and how many noughts that word is worth."""
    letter = _LETTER_SCALE.match(plain, end)
    if letter and _is_scale(letter, money):
        return letter.end(2), _LETTER_SCALES[letter[2].lower()]
    word = _WORD_BEHIND.match(plain, end)
    if not word:
        return end, 0
    name = word[1][0] if is_unspaced(word[1][0]) else folded(word[1])
    if name not in SCALES:
        return end, 0
    end = word.start(1) + len(name) if is_unspaced(name[0]) else word.end()
    # "5 тыс. рублей": the full stop belongs to the abbreviation.
    return end + plain.startswith(". ", end), SCALES[name]


def _is_scale(letter: re.Match[str], money: bool) -> bool:
    """Whether one letter behind a number is million or billion: "5M users", "$5m", "5 m €", "1.5m USD"."""
    is_glued, word = not letter[1], letter[3]
    names_money = UNITS.get(folded(word)) in CURRENCIES if word else letter.end() > letter.end(2)
    return names_money or (is_glued and (money or letter[2].isupper()))


def _minus_before(before: str) -> int:
    """How many letters a minus takes before a number; 0 where there is none, or where it is a dash."""
    if before.endswith("-"):
        return int(len(before) == 1 or before[-2] in " \t\n(" + UNREADABLE)
    found = _MINUS.search(before)
    return len(found.group()) if found else 0


def _scaled(reading: Reading, noughts: int, minus: bool) -> Reading:
    if isinstance(reading, str):
        return reading
    scaled = reading.scaleb(noughts, _EXACT) if noughts else reading
    return scaled.copy_negate() if minus else scaled


def _sign_before(before: str) -> str:
    """The currency sign before a number; none where it belongs to the number before: "3 € 5 days"."""
    before = before.rstrip(" -")
    foreign = _FOREIGN.search(before)
    if foreign and folded(foreign.group()) in UNITS:
        return folded(foreign.group())
    taken = before[:-1].rstrip()[-1:].isdigit()
    return before[-1:] if before[-1:] in _CURRENCY_SIGNS and not taken else ""


def _word_before(before: str) -> str:
    found = _WORD_BEFORE.match(before[::-1])
    return folded(found[1][::-1]) if found else ""


def _unit_behind(plain: str, end: int) -> tuple[str, frozenset[str]]:
    """The unit behind a number, and the stems of the words that stand before it or in its place."""
    if _ORDINAL.match(plain, end):
        return ORDINAL, frozenset()
    if half := _AM_PM.match(plain, end):
        return f"{half[1].lower()}m", frozenset()
    if _OCLOCK.match(plain, end):
        return "clock", frozenset()
    if sign := _SIGN_BEHIND.match(plain, end):
        return UNITS[folded(sign[1])], frozenset()
    stems: list[str] = []
    words = _words_behind(plain, end)
    for word in words:
        if word in UNITS:
            further = UNITS.get(next(words, "")) if UNITS[word] == "degree" else None
            return (further if further in ("celsius", "fahrenheit") else UNITS[word]), frozenset(stems)
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
        word = found[1] if found[1] in CASED else folded(found[1])
        is_glued, end = found.start(1) == end, found.end()
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
        if _are_joined(plain, one, other):
            shared[place] = _sharing(one, other)
    for place in range(1, len(shared)):
        one, other = shared[place - 1 : place + 1]
        if not other.unit and _are_joined(plain, one, other):
            shared[place] = replace(other, unit=one.unit)
    return shared


def _sharing(one: Number, other: Number) -> Number:
    """The first number of a range with what only the second says: its unit, and in "2-3 million" perhaps its scale."""
    if other.noughts and not one.noughts:
        scaled = frozenset(_scaled(each, other.noughts, False) for each in one.readings)
        one = replace(one, readings=one.readings | scaled)
    if one.unit in KNOWN:
        return one
    until = max(other.until, other.end)
    return replace(one, unit=other.unit, beside=one.beside | other.beside, until=until)


def _are_joined(plain: str, one: Number, other: Number) -> bool:
    between = plain[one.end : other.start] if other.start - one.end <= 9 else ""
    return between.strip(" *_").casefold() in _JOINERS
