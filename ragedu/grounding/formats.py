"""How numbers are written: a table of formats, each with the way it is read.

A row fits a whole piece of text or not at all. Where several rows fit, as for 1.000, each adds its reading.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from ragedu.cases import folded
from ragedu.grounding.plain import blanked
from ragedu.grounding.units import CURRENCIES, UNITS

Reading = Decimal | str
Readings = frozenset[Reading]


@dataclass(frozen=True, slots=True)
class Written:
    """Digits or words that stand for a number: where, and how they may be read.

    implied is what else they support when a passage says them: "1 May 2024" supports "2024".
    """

    start: int
    end: int
    readings: Readings
    implied: Readings = field(default_factory=frozenset)


# --- digits ---

_CHUNK = re.compile(r"(?<!\d)(?:(?:\d++ ?)?[½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘]|\d++(?:[.,:/']\d++| \d{3}(?!\d))*+|(?<![\w.])\.\d++)")


_PAIR = re.compile(r"(\d{1,2}),(\d{1,2})")
_FURTHER = re.compile(r" (?:and|or|&|и|или|i|lub|und|oder|और|या) (\d{1,2})(?![\d.,]\d|\d)")
_LISTED = re.compile(
    r"(?<!\w)(?:items|pages|steps|points|rows|lines|questions|sections|chapters|options|rules|articles|passages) \Z",
    re.IGNORECASE,
)


def _value(thousands: str = "", decimal: str = ".") -> Callable[[str], Readings]:
    """A reader for numbers with these signs in them."""

    def read(written: str) -> Readings:
        return frozenset({Decimal(written.replace(thousands, "").replace(decimal, "."))})

    return read


def _fraction(written: str) -> Readings:
    above, below = written.split("/")
    share = {Decimal(above) / Decimal(below)} if Decimal(below) else set()
    return frozenset({written, *share})


def _vulgar(written: str) -> Readings:
    whole, sign = written[:-1].strip(), written[-1]
    above, below = map(Decimal, _VULGAR[sign].split("/"))
    return frozenset({Decimal(whole) + above / below} if whole else {_VULGAR[sign], above / below})


def _clock(written: str) -> Readings:
    hour, rest = written.split(":", 1)
    return frozenset({f"{int(hour)}:{rest}"})


def _version(written: str) -> Readings:
    return frozenset({f"v{written}"})


def _date(order: str, sign: str) -> Callable[[str], Readings]:
    """A reader for dates whose year, month and day stand in this order."""

    def read(written: str) -> Readings:
        parts = dict(zip(order, map(int, written.split(sign)), strict=True))
        return date(_full(parts.get("y")), parts["m"], parts["d"])

    return read


def _full(year: int | None) -> int | None:
    return year if year is None or year > 99 else 2000 + year


def _month_of_year(written: str) -> Readings:
    month, year = map(int, re.split("[/.]", written))
    return date(year, month)


def date(year: int | None, month: int, day: int | None = None) -> Readings:
    """A date as it is compared; nothing for a thirteenth month."""
    if not 1 <= month <= 12 or not 1 <= (day or 1) <= 31:
        return frozenset()
    return frozenset({f"{'-' if year is None else year}-{month:02}" + (f"-{day:02}" if day else "")})


_VULGAR = dict(zip("½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘", "1/2 1/3 2/3 1/4 3/4 1/8 3/8 5/8 7/8 1/5 2/5 3/5 4/5".split(), strict=True))

# An example of each format, its pattern, its reader.
FORMATS: list[tuple[str, re.Pattern[str], Callable[[str], Readings]]] = [
    (example, re.compile(pattern), reader)
    for example, pattern, reader in [
        ("12", r"\d+", _value()),
        ("3.50", r"\d*\.\d+", _value()),
        ("3,50", r"\d+,\d+", _value(decimal=",")),
        ("1,000.50", r"[1-9]\d{0,2}(?:,\d{3})++(?:\.\d+)?", _value(",")),
        ("1.000,50", r"[1-9]\d{0,2}(?:\.\d{3})++(?:,\d+)?", _value(".", ",")),
        ("1 000.50", r"[1-9]\d{0,2}(?: \d{3})++(?:\.\d+)?", _value(" ")),
        ("1 000,50", r"[1-9]\d{0,2}(?: \d{3})++,\d+", _value(" ", ",")),
        ("1'000.50", r"[1-9]\d{0,2}(?:'\d{3})++(?:\.\d+)?", _value("'")),
        ("1,00,000.50", r"[1-9]\d?(?:,\d{2}(?!\d))++,\d{3}(?:\.\d+)?", _value(",")),
        ("1/2", r"\d{1,3}/\d{1,3}", _fraction),
        ("2½", r"(?:\d+ ?)?[½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘]", _vulgar),
        ("9:30", r"\d{1,2}:\d{2}(?::\d{2})?", _clock),
        ("31.12", r"\d{2}\.\d{2}", _date("dm", ".")),
        ("2.1.3", r"\d+(?:\.\d+){2,}", _version),
        ("1.5.2024", r"\d{1,2}\.\d{1,2}\.(?:\d{2}){1,2}", _date("dmy", ".")),
        ("1/5/2024", r"\d{1,2}/\d{1,2}/(?:\d{2}){1,2}", _date("dmy", "/")),
        ("5/1/2024", r"\d{1,2}/\d{1,2}/(?:\d{2}){1,2}", _date("mdy", "/")),
        ("5/2024", r"\d{1,2}[/.][12]\d{3}", _month_of_year),
        ("2024/5/1", r"\d{4}/\d{1,2}/\d{1,2}", _date("ymd", "/")),
        ("2024.5.1", r"\d{4}\.\d{1,2}\.\d{1,2}", _date("ymd", ".")),
    ]
]


def readings_of(written: str) -> Readings:
    """Every way in which the table reads a piece of text; none when no row fits.

    >>> sorted(map(str, readings_of("1.000")))
    ['1.000', '1000']
    """
    return _remembered(written) if len(written) <= _SHORT else _read(written)


def _read(written: str) -> Readings:
    return frozenset().union(*(read(written) for _, pattern, read in FORMATS if pattern.fullmatch(written)))


# Most numbers come again and again.
_SHORT = 20
_remembered = lru_cache(maxsize=4096)(_read)


def _digits(plain: str) -> Iterator[Written]:
    for found in _CHUNK.finditer(plain):
        if _is_list(plain, found):
            yield from (
                piece
                for each in re.finditer(r"\d+", found.group())
                for piece in _pieces(each.group(), found.start() + each.start())
            )
        else:
            yield from _pieces(found.group(), found.start())


def _is_list(plain: str, found: re.Match[str]) -> bool:
    """Whether "1,2" is two numbers: in "1,2 and 3", which counts on, and in "pages 4,7 and 9"."""
    pair = _PAIR.fullmatch(found.group())
    further = _FURTHER.match(plain, found.end()) if pair else None
    if not pair or not further:
        return False
    counts_on = int(pair[1]) + 2 == int(pair[2]) + 1 == int(further[1])
    return counts_on or bool(_LISTED.search(plain[max(0, found.start() - 12) : found.start()]))


def _pieces(chunk: str, start: int) -> Iterator[Written]:
    """A chunk that no row fits ("2024 100", "4.8/5", "3:1") is several numbers: cut at the sign that parts most."""
    if readings := readings_of(chunk):
        yield Written(start, start + len(chunk), readings, _implied(readings))
        return
    sign = next((each for each in " /:" if each in chunk), "")
    for piece in re.finditer(rf"[^{sign}]+" if sign else r"\d+", chunk):
        yield from _pieces(piece.group(), start + piece.start())


def _implied(readings: Readings) -> Readings:
    """What a date says besides: its year, its month, its day of any year."""
    dates = [each.split("-") for each in readings if isinstance(each, str) and re.fullmatch(r"\d+-\d\d-\d\d", each)]
    return frozenset(
        said for year, month, day in dates for said in (Decimal(year), f"{year}-{month}", f"--{month}-{day}")
    )


# --- dates with words ---

_MONTH_NAMES = """
january jan януари января января styczeń stycznia januar enero janvier जनवरी يناير
february feb февруари февраль февраля luty lutego februar febrero février फ़रवरी فبراير
march mar март марта marzec marca märz marzo mars मार्च مارس
april apr април апрель апреля kwiecień kwietnia abril avril अप्रैल أبريل
may май мая maj maja mai mayo मई مايو
june jun юни июнь июня czerwiec czerwca juni junio juin जून يونيو
july jul юли июль июля lipiec lipca juli julio juillet जुलाई يوليو
august aug август августа sierpień sierpnia agosto août अगस्त أغسطس
september sept sep септември сентябрь сентября wrzesień września septiembre septembre सितंबर سبتمبر
october oct октомври октябрь октября październik października oktober octubre octobre अक्टूबर أكتوبر
november nov ноември ноябрь ноября listopad listopada noviembre novembre नवंबर نوفمبر
december dec декември декабрь декабря grudzień grudnia dezember diciembre décembre दिसंबर ديسمبر
"""
MONTHS = {
    folded(name): month
    for month, names in enumerate(_MONTH_NAMES.strip().splitlines(), start=1)
    for name in names.split()
}
# "may" in small letters is a verb, "mar" and "mars" are other things.
_SPELT = {*map(str.capitalize, MONTHS), *MONTHS} - {"may", "mar", "mars"}
_MONTH = f"(?P<m>{'|'.join(sorted(_SPELT, key=lambda name: (-len(name), name)))})"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th|-?го|\.)?"
_YEAR = r"(?P<y>[12]\d{3})(?!\d)"
_WRITTEN_DATES = [
    re.compile(pattern)
    for pattern in (
        rf"(?<![\w.,]){_DAY} (?:of |de )?{_MONTH}(?!\w)(?:\.?,? (?:de )?{_YEAR})?",
        rf"(?<!\w){_MONTH}(?:\.? {_DAY}(?![\w:]|[.,]\d)(?:,? {_YEAR})?|\.?,? (?:of |de )?(?P<year>[12]\d{{3}})(?!\d))",
        rf"(?<!\d){_YEAR}[年년] ?(?P<m>\d{{1,2}})[月월](?: ?(?P<d>\d{{1,2}})[日号號일])?",
        r"(?<!\d)(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号號]",
        rf"(?<![\d-]){_YEAR}-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})(?!\d)",
    )
]


def _dates(plain: str) -> Iterator[Written]:
    for pattern in _WRITTEN_DATES:
        for found in pattern.finditer(plain):
            if readings := _read_date(found.groupdict()):
                yield Written(*found.span(), readings, _implied(readings) | _year_of(readings))


def _read_date(parts: dict[str, str | None]) -> Readings:
    month = parts["m"] or ""
    number = int(month) if month.isdigit() else MONTHS[folded(month)]
    year, day = parts.get("y") or parts.get("year"), parts.get("d")
    return date(int(year) if year else None, number, int(day) if day else None)


def _year_of(readings: Readings) -> Readings:
    return frozenset(Decimal(str(each)[:4]) for each in readings if re.fullmatch(r"\d{4}-\d\d", str(each)))


# --- times of day ---

_HOUR_AND_MINUTE = re.compile(r"(?<![\w.,:])([01]?\d|2[0-4])h([0-5]\d)(?!\w)")


def _times(plain: str) -> Iterator[Written]:
    """18h30, which would be a code else; what stands behind other times tells that they are some."""
    return (Written(*each.span(), frozenset({clock(each[1], each[2])})) for each in _HOUR_AND_MINUTE.finditer(plain))


def clock(hour: str | int, minute: str | int = 0) -> str:
    """A time of day as it is compared.

    >>> clock("09", "5")
    '9:05'
    """
    return f"{int(hour)}:{int(minute):02}"


# --- codes: letters and digits that are one name ---

_CASED = "A-Za-zÀ-ÖØ-öø-ɏͰ-ԯ"
WORD = re.compile(rf"(?<![{_CASED}\d])[{_CASED}\d]++(?:[-_][{_CASED}\d]++|(?<=\d)\.(?=\d)[{_CASED}\d]++)*+")
# Looking back keeps a long word from being searched from each of its letters.
_CODE = re.compile(rf"(?<![{_CASED}])(?P<prefix>[{_CASED}]++)(?P<joint>[-_]?)\d")
_VERSION = re.compile(
    r"(?<!\w)(?:version|ver\.?|v\.?|release|версия|wersja|版本) ?(\d++(?:\.\d++)*+)(?!\w)", re.IGNORECASE
)
_SIZES = re.compile(rf"\d+(?:[xх×]\d+)+[{_CASED}]*")
_NO_CODES = frozenset("mid pre post non sub under over early late up о около до от по на".split())


def _codes(plain: str) -> Iterator[Written]:
    for found in WORD.finditer(plain):
        if _is_code(found.group()):
            code = re.sub(r"[-_]", "", folded(found.group()))
            yield Written(*found.span(), frozenset({code}))


def _versions(plain: str) -> Iterator[Written]:
    return (Written(*each.span(), _version(each[1])) for each in _VERSION.finditer(plain))


def _is_code(word: str) -> bool:
    """Whether a word with digits is one name: "RX-7", "v2.1", "A4"; not "EUR5", "14-day", "10x5cm", "5kg-10kg"."""
    found = _CODE.search(word)
    if not found or _SIZES.fullmatch(word):
        return False
    prefix = folded(found["prefix"])
    if found["joint"]:
        return found.start() == 0 and prefix not in _NO_CODES
    return UNITS.get(prefix) not in CURRENCIES


# --- English number words ---

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_UNITS_OF = {word: number for number, word in enumerate(f"{_SMALL} seventeen eighteen nineteen".split())}
_TENS = {word: 10 * ten for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_WORTH = {**_UNITS_OF, **_TENS}
_NUMBER_WORD = re.compile(
    rf"(?<!\w)(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(list(_UNITS_OF)[1:10])}))?(?!\w)"
    rf"|(?<!\w)(?:{'|'.join(_UNITS_OF)}|a|an)(?!\w)",
    re.IGNORECASE,
)
# Read as numbers only before one of these: "second" is a time as well, "a third" a share, "first" a manner of speaking.
_RANKS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
RANKS = {word: rank for rank, word in enumerate(_RANKS.split(), start=1)}
_RANKED = "edition floor day week month year chapter section page version century"
_RANK = re.compile(rf"(?<!\w)({'|'.join(RANKS)})(?= (?:{'|'.join(_RANKED.split())})(?!\w))", re.IGNORECASE)
# A share, and the per cent that say the same.
_SHARES: dict[str, tuple[str, ...]] = {
    "half": ("1/2", "0.5", "50"),
    "quarter": ("1/4", "0.25", "25"),
    "third": ("1/3", "33", "33.3"),
}
_SHARES |= {"two thirds": ("2/3", "66", "67", "66.7"), "three quarters": ("3/4", "0.75", "75")}
_SHARE = re.compile(
    r"(?<!\w)(?:(?<!first )(?<!second )(half)(?= of (?!\d)| the )|(?:a |one )(quarter|third)(?= of (?!\d))"
    r"|(two)[ -](thirds)(?= of (?!\d))|(three)[ -](quarters)(?= of (?!\d)))",
    re.IGNORECASE,
)
_TIMES = re.compile(r" (hundred|dozen)(?!\w)", re.IGNORECASE)
_SCALE_WORD = re.compile(r" (thousand|million|billion)(?!\w)", re.IGNORECASE)
_SCALE_WORDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_BIGGEST = 10**12
_MANY = {"hundred": 100, "dozen": 12}
# To Poles "ten" is "this".
_POLISH = re.compile(r"[ąćęłńśźż]|(?<!\w)(?:nie|jest)(?!\w)", re.IGNORECASE)
_AND = re.compile(r"(?: (?:and )?)?", re.IGNORECASE)


def _words(plain: str) -> Iterator[Written]:
    """Twenty-one, two hundred and five, a dozen, one thousand five hundred; "one" alone is for the caller to judge."""
    position, is_polish = 0, bool(_POLISH.search(plain))
    while found := _NUMBER_WORD.search(plain, position):
        value, position = _with_thousands(plain, found)
        if value is not None and not (is_polish and found.group().casefold() == "ten"):
            yield Written(found.start(), position, frozenset({Decimal(value)}))


def _with_thousands(plain: str, found: re.Match[str]) -> tuple[int | None, int]:
    """A number with its thousands and millions where smaller numbers follow; a last "thousand" is a scale word."""
    value, position = _hundreds(plain, found)
    total, limit = 0, _BIGGEST
    while (scale := _SCALE_WORD.match(plain, position)) and (worth := _SCALE_WORDS[scale[1].casefold()]) < limit:
        more = _NUMBER_WORD.match(plain, _AND.match(plain, scale.end()).end())  # type: ignore[union-attr]
        rest, end = _hundreds(plain, more) if more else (None, 0)
        if not rest:
            break
        total, limit = total + (value or 1) * worth, worth
        value, position = rest, end
    further = _SCALE_WORD.match(plain, position) if total else None
    if further and _SCALE_WORDS[further[1].casefold()] < limit:
        value, position = (value or 1) * _SCALE_WORDS[further[1].casefold()], further.end()
    return (total + (value or 0), position) if total else (value, position)


def _hundreds(plain: str, found: re.Match[str]) -> tuple[int | None, int]:
    """A number below a thousand, and a dozen."""
    value, position = _small(found.group()), found.end()
    if times := _TIMES.match(plain, position):
        value, position = (value or 1) * _MANY[times[1].casefold()], times.end()
        return _with_rest(plain, value, position)
    return value, position


def _with_rest(plain: str, value: int, position: int) -> tuple[int, int]:
    """Two hundred goes on with "and five"."""
    more = _NUMBER_WORD.match(plain, _AND.match(plain, position).end()) if value % 100 == 0 else None  # type: ignore[union-attr]
    rest = _small(more.group()) if more else None
    return (value + rest, more.end()) if more and rest else (value, position)


def _ranks(plain: str) -> Iterator[Written]:
    return (Written(*each.span(), frozenset({Decimal(RANKS[each[1].casefold()])})) for each in _RANK.finditer(plain))


def _shares(plain: str) -> Iterator[Written]:
    for found in _SHARE.finditer(plain):
        share, *values = _SHARES[" ".join(filter(None, found.groups())).casefold()]
        yield Written(*found.span(), frozenset({share, *map(Decimal, values)}))


def _small(words: str) -> int | None:
    """What one or two words are worth, as "twenty-one"; None for the article."""
    known = [_WORTH.get(word) for word in re.split("[ -]", words.casefold())]
    return sum(each for each in known if each is not None) if None not in known else None


# Each takes its part of the text, and the next reads what is left.
_KINDS = (_dates, _times, _versions, _codes, _ranks, _shares, _digits, _words)


def written_numbers(plain: str) -> list[Written]:
    """Everything in a plain text that stands for a number, in order."""
    found: list[Written] = []
    for kind in _KINDS:
        taken = _apart(kind(plain))
        plain = blanked(plain, [(each.start, each.end) for each in taken])
        found += taken
    return sorted(found, key=lambda each: each.start)


def _apart(found: Iterable[Written]) -> list[Written]:
    """In order, and of two that overlap the one that begins first, or is longer."""
    taken: list[Written] = []
    for each in sorted(found, key=lambda each: (each.start, -each.end)):
        if not taken or each.start >= taken[-1].end:
            taken.append(each)
    return taken
