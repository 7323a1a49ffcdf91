"""The passages an answer is held against, and what numbers each holds."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ragedu.cases import Hit, Passage, described, folded
from ragedu.grounding.citing import checked_id
from ragedu.grounding.formats import Reading
from ragedu.grounding.quantities import CLOCKS, KNOWN, Number, said_numbers
from ragedu.grounding.splitting import Span
from ragedu.grounding.units import NO_UNITS, SAID_AS

TIMED = CLOCKS | {"hour"}
Passages = Mapping[str, str] | Iterable[Passage | Hit]

_SIGN = re.compile(r"(?:(?<![A-Za-z])[A-Z]{1,2}\$|[€$£¥￥₹₽¢])\Z")
_BESIDE = re.compile(r"[ \-*_\u00a0\u202f]{0,3}([^\s\d.,:;!?()\[\]{}।。，、/–—~～-]{1,20})")


def with_unit(text: str, number: Number) -> Span:
    """The number together with the word or sign beside it, as a reader would quote it."""
    start, end = number.start, number.end
    beside = _BESIDE.match(text, end)
    if sign := _SIGN.search(text, max(0, start - 3), start):
        start = sign.start()
    elif number.unit and beside and folded(beside[1]) not in NO_UNITS:
        end = beside.end()
    return Span(start, end, text[start:end])


def quoted(text: str, number: Number) -> str:
    """The same for a sentence that speaks of it: with a range's other end, and with its rate."""
    span = with_unit(text, replace(number, end=max(number.end, number.until)))
    return text[span.start : max(span.end, number.rate_end)]


@dataclass(slots=True)
class Said:
    """All that one passage says of one number: its units, the words beside it, and a place to show."""

    where: str
    shown: str
    units: set[str] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)
    rates: set[str] = field(default_factory=set)

    def add(self, number: Number, reading: Reading) -> None:
        # A time of day is compared whole: nothing more is to be said of it by am, Uhr or h.
        is_time = number.unit in TIMED and isinstance(reading, str) and not reading.startswith("~")
        self.units |= {""} if is_time else SAID_AS.get(number.unit, {number.unit})
        self.rates.add(number.rate)
        if number.unit not in KNOWN:
            self.beside |= number.beside

    def fits(self, number: Number) -> bool:
        """Whether the number stands here with the same unit, or with nothing that contradicts it."""
        if number.rate and self.rates.isdisjoint({"", number.rate}):
            return False
        if number.unit in self.units or not number.unit or "" in self.units:
            return True
        return number.unit not in KNOWN and not self.beside.isdisjoint(number.beside)


Index = dict[Reading, Said]


class Prompt:
    """The passages by their ids, and what numbers each holds, read when first asked for."""

    def __init__(self, passages: Passages) -> None:
        self.texts: dict[str, str] = {}
        self.in_order: list[str] = []
        spelt: dict[str, str] = {}
        for its_id, text in _pairs(passages):
            name = spelt.setdefault(folded(its_id), its_id)
            self.in_order.append(name)
            # Two pieces under one id are one passage to whoever cites it.
            self.texts[name] = f"{self.texts[name]}\n{text}" if name in self.texts else text
        self.ids = list(self.texts)
        self._indexes: dict[str, Index] = {}

    def index(self, its_id: str) -> Index:
        if its_id not in self._indexes:
            self._indexes[its_id] = _index_of(its_id, self.texts[its_id])
        return self._indexes[its_id]


def _pairs(passages: Passages) -> Iterator[tuple[str, str]]:
    """Ids and texts, once they are sure to be such."""
    if isinstance(passages, str) or not isinstance(passages, Iterable):
        raise ValueError(
            f"passages must be a dict of id to text, or a list of Passage or Hit objects, not {described(passages)}. "
            'For one passage write {"return-1": "…"}.'
        )
    pairs = passages.items() if isinstance(passages, Mapping) else map(_id_and_text, passages)
    for its_id, text in pairs:
        if not isinstance(text, str):
            raise ValueError(
                f"passage {its_id!r} must have its text, not {described(text)}: an answer is held against what it says."
            )
        yield checked_id(its_id), text


def _id_and_text(passage: object) -> tuple[str, str | None]:
    if isinstance(passage, Passage | Hit):
        return passage.id, passage.text
    raise ValueError(
        f"each passage must be a Passage or a Hit, not {described(passage)}. "
        'Plain texts need their ids: {"return-1": "…"}.'
    )


def _index_of(its_id: str, text: str) -> Index:
    return indexed(said_numbers(text), its_id, text)


def indexed(numbers: Iterable[Number], where: str = "", text: str = "") -> Index:
    """Numbers as they are looked up, by every reading."""
    index: Index = {}
    for number in numbers:
        for reading in number.readings | number.implied:
            index.setdefault(reading, Said(where, quoted(text, number))).add(number, reading)
    return index


def stand(number: Number, indexes: Sequence[Index]) -> list[Said]:
    """All that these passages say of the number, in any reading; nothing when none of them has it."""
    return [said[reading] for said in indexes for reading in number.readings if reading in said]
