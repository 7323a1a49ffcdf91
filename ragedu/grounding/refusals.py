"""Whether an answer only says that it has none, by the phrases of `ragedu.grounding.phrases`."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from ragedu.cases import described
from ragedu.grounding.matching import Begun, begins, begun_by, clauses, plain_phrase, table
from ragedu.grounding.phrases import (
    ALONE,
    LINKED,
    POINTERS,
    REFUSALS,
    TURNS,
    TURNS_UNSPACED,
    VERBS,
    WHETHER,
    WHO_OR_WHICH,
    Phrases,
)
from ragedu.grounding.quantities import numbers
from ragedu.grounding.splitting import sentences

_LONGEST = 600
_GAP = "…"


def is_refusal(text: str, phrases: Phrases = REFUSALS) -> bool:
    """Whether a text says that it has no answer, and nothing else.

    Takes       a text without its citations; phrases by language, to which others can be added. "…" in a phrase stands
                for what is not known; the further tables of `ragedu.grounding.phrases` come with their languages
    Returns     True for "Sorry, I don't know whether you open on Sunday."; False as soon as a number, a "but", a
                "which is free" or a further statement follows

    >>> is_refusal("I don't know."), is_refusal("I don't know, but usually 30 days.")
    (True, False)
    >>> is_refusal("The passages don't mention a fee."), is_refusal("There is no information fee.")
    (True, False)
    >>> is_refusal("Non lo so.", {**REFUSALS, "it": ["non lo so"]})
    True

    Our choice  phrases in a list that anyone can read, not a model's opinion: what is no listed phrase is an answer
    """
    known = _refusing(phrases)
    # 一 is as often an article as it is a number.
    if len(text) > _LONGEST or any(map(str.isnumeric, text.replace("一", ""))):
        return False
    said = [plain_phrase(str(each)) for each in sentences(text)]
    refusing = [each for each in said if _refuses(each, known)]
    stands_alone = all(each in refusing or all(map(_is_courteous, clauses(each))) for each in said)
    return bool(refusing) and stands_alone and not numbers(text)


# --- phrases ---


class _Refusing:
    """All phrases that refuse, by what may follow them."""

    def __init__(self, phrases: Phrases) -> None:
        said = [each for several in phrases.values() for each in several]
        whole = [each for each in said if _GAP not in each.strip(_GAP + " ") and not each.startswith(_GAP)]
        self._followed: list[tuple[Begun, Callable[[str], bool]]] = [
            (Begun(map(plain_phrase, whole)), lambda rest: True),
            (begun_by(LINKED, phrases), _is_linked),
            (begun_by(ALONE, phrases), lambda rest: POINTERS.issuperset(rest.split())),
        ]
        framed = [each.partition(_GAP) for each in said if each not in whole]
        frames = [(plain_phrase(start), plain_phrase(end)) for start, _, end in framed]
        self._frames = [each for each in frames if any(each)]

    def rest(self, clause: str) -> str | None:
        """What a clause says besides a phrase; None where it doesn't refuse."""
        for begun, allowed in self._followed:
            for phrase in begun.all(clause):
                rest = clause[len(phrase) :].strip()
                if allowed(rest) and not _turns(rest):
                    return rest
        for start, end in self._frames:
            if len(clause) > len(start) + len(end) and clause.endswith(end) and (not start or begins(clause, start)):
                rest = clause[len(start) : len(clause) - len(end)].strip()
                return None if _turns(rest) else rest
        return None


def _refusing(phrases: Phrases) -> _Refusing:
    if phrases is REFUSALS:
        return _usual()
    if not isinstance(phrases, Mapping) or any(map(_is_no_list, phrases.values())):
        # Of a text alone each letter would be a phrase.
        raise ValueError(
            f'refusals must be a dict of language to phrases, not {described(phrases)}. Write {{"it": ["non lo so"]}}.'
        )
    return _of_others(tuple((language, tuple(several)) for language, several in phrases.items()))


def _is_no_list(phrases: object) -> bool:
    return not isinstance(phrases, list | tuple) or not all(isinstance(each, str) for each in phrases)


@cache
def _usual() -> _Refusing:
    return _Refusing(REFUSALS)


@lru_cache(maxsize=16)
def _of_others(phrases: tuple[tuple[str, tuple[str, ...]], ...]) -> _Refusing:
    return _Refusing(dict(phrases))


# --- clause by clause ---


def _refuses(sentence: str, known: _Refusing) -> bool:
    """Whether one clause of the sentence declines, and no other says anything."""
    said = clauses(sentence)
    rests = [_rest(each, known) for each in said]
    first = next((place for place, rest in enumerate(rests) if rest is not None), None)
    if first is None:
        return False
    return all(
        rest is not None
        or _is_courteous(clause)
        or (_leads(clause) if place < first else _goes_on(clause, rests[first] or ""))
        for place, (clause, rest) in enumerate(zip(said, rests, strict=True))
    )


def _rest(clause: str, known: _Refusing) -> str | None:
    """What a declining clause says besides, with or without an opening; None for one that doesn't decline."""
    rest = known.rest(clause)
    return known.rest(_without_openings(clause)) if rest is None else rest


def _without_openings(clause: str) -> str:
    while opening := table("openings").longest(clause):
        clause = clause[len(opening) :].strip()
    return clause


def _is_linked(rest: str) -> bool:
    return not rest or bool(table("links").longest(rest))


def _turns(rest: str) -> bool:
    """Whether a claim begins in what stands behind a phrase."""
    words = rest.split()
    if not TURNS.isdisjoint(words) or any(each in rest for each in TURNS_UNSPACED):
        return True
    before, _, behind = f" {rest}".partition(" and ")
    asks = not (WHETHER | WHO_OR_WHICH | {"that"}).isdisjoint(before.split())
    return not asks and not VERBS.isdisjoint(behind.split())


def _is_courteous(clause: str) -> bool:
    bare = _without_openings(clause)
    polite = (table("referrals"), table("courtesies"))
    return not bare or any(each.longest(clause) or each.longest(bare) for each in polite)


def _leads(clause: str) -> bool:
    return bool(table("leads").longest(clause))


def _goes_on(clause: str, rest: str) -> bool:
    """Whether a clause only says what is not known; "which" does so where nothing came before that it could tell of."""
    words = _without_openings(clause).split()
    if not WHETHER.isdisjoint(words[:1]) or words[1:2] == ["ли"]:
        return True
    asks = rest.split()[:1]
    tells_of_nothing = POINTERS.issuperset(rest.split()) or not (WHETHER | WHO_OR_WHICH).isdisjoint(asks)
    return tells_of_nothing and not WHO_OR_WHICH.isdisjoint(words[:1])
