"""Whether an answer only says that it has none, by the phrases of `ragedu.grounding.phrases`."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from ragedu.cases import described, folded
from ragedu.grounding.phrases import (
    ALONE,
    GIVEN,
    JOINTS,
    JOINTS_UNSPACED,
    LEADS,
    LINKED,
    LINKS,
    OPENINGS,
    POINTERS,
    READ_ONLY,
    READ_TOO,
    REFERRALS,
    REFUSALS,
    SAME,
    TURNS,
    TURNS_UNSPACED,
    VERBS,
    WHETHER,
    WHO_OR_WHICH,
    Phrases,
)
from ragedu.grounding.plain import is_unspaced
from ragedu.grounding.quantities import numbers
from ragedu.grounding.splitting import sentences

_LONGEST = 600
_GAP = "…"


def is_refusal(text: str, phrases: Phrases = REFUSALS) -> bool:
    """Whether a text says that it has no answer, and nothing else.

    Takes       a text without its citations; phrases by language, to which others can be added
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
    said = [_plain(str(each)) for each in sentences(text)]
    refusing = [each for each in said if _refuses(each, known)]
    stands_alone = all(each in refusing or all(map(_is_courteous, _clauses(each))) for each in said)
    return bool(refusing) and stands_alone and not numbers(text)


# --- phrases ---


class _Begun:
    """Phrases, found by how a clause begins."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_start: defaultdict[str, list[str]] = defaultdict(list)
        for phrase in sorted(set(phrases), key=len, reverse=True):
            self._by_start[_first(phrase)].append(phrase)

    def all(self, clause: str) -> Iterator[str]:
        """The phrases that the clause begins with, as whole words, the longest first."""
        return (each for each in self._by_start.get(_first(clause), ()) if _begins(clause, each))

    def longest(self, clause: str) -> str:
        """The longest of them; "" for none."""
        return next(self.all(clause), "")


def _first(text: str) -> str:
    """What phrases are filed under: the first word, or the first letter where words are not parted."""
    return text[:1] if is_unspaced(text[:1]) else text.split(" ", 1)[0].rstrip("/")


def _begins(clause: str, phrase: str) -> bool:
    """Whether the clause begins with the phrase as whole words, where there are blanks between words."""
    following = clause[len(phrase) : len(phrase) + 1]
    return clause.startswith(phrase) and (not following.isalnum() or is_unspaced(following) or is_unspaced(phrase[-1:]))


class _Refusing:
    """All phrases that refuse, by what may follow them."""

    def __init__(self, phrases: Phrases) -> None:
        said = [each for several in phrases.values() for each in several]
        whole = [each for each in said if _GAP not in each.strip(_GAP + " ") and not each.startswith(_GAP)]
        self._followed: list[tuple[_Begun, Callable[[str], bool]]] = [
            (_Begun(map(_plain, whole)), lambda rest: True),
            (_of(LINKED, phrases), _is_linked),
            (_of(ALONE, phrases), lambda rest: POINTERS.issuperset(rest.split())),
        ]
        framed = [each.partition(_GAP) for each in said if each not in whole]
        self._frames = [(_plain(start), _plain(end)) for start, _, end in framed]

    def rest(self, clause: str) -> str | None:
        """What a clause says besides a phrase; None where it doesn't refuse."""
        for begun, allowed in self._followed:
            for phrase in begun.all(clause):
                rest = clause[len(phrase) :].strip()
                if allowed(rest) and not _turns(rest):
                    return rest
        for start, end in self._frames:
            if len(clause) > len(start) + len(end) and clause.endswith(end) and (not start or _begins(clause, start)):
                rest = clause[len(start) : len(clause) - len(end)].strip()
                return None if _turns(rest) else rest
        return None


def _of(table: Phrases, languages: Iterable[str]) -> _Begun:
    return _Begun(_plain(each) for language in languages for each in table.get(language, ()))


@cache
def _table(name: str) -> _Begun:
    tables = {"openings": OPENINGS, "leads": LEADS, "referrals": REFERRALS, "links": LINKS}
    return _of(tables[name], tables[name])


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


# --- the text as it is compared ---


@lru_cache(maxsize=16_384)
def _plain(text: str) -> str:
    # "dont" is written as often as "don't", and with every kind of apostrophe.
    bare = re.sub("['’‘ʼ`]", "", folded(text)).strip(" .!?…。！？।*_\"'")
    return " ".join(_SAID.sub(_as_compared, _READ.sub(_place, bare)).split())


def _words(several: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(several, key=len, reverse=True)))


_CANONICAL = {variant: phrase for phrase, variants in SAME.items() for variant in variants}
_SAID = re.compile(rf"(?<!\w)(?:{_words(_CANONICAL)})(?!\w)")
_READ = re.compile(
    rf"(?<!\w)(?P<before>(?:(?:{_words(GIVEN)}) )*)(?P<what>{_words((*READ_ONLY, *READ_TOO))})"
    rf"(?P<behind>(?: (?:{_words(GIVEN)})(?!\w))*)(?!\w)"
)


def _as_compared(found: re.Match[str]) -> str:
    return _CANONICAL[found.group()]


def _place(found: re.Match[str]) -> str:
    """The context, or a text; "information provided" stays what it is."""
    what = found["what"]
    if what in READ_ONLY or (found["before"] and what not in ("information", "data")):
        return "context"
    if what in ("information", "data"):
        return "context" if found["before"].startswith(("provided", "given", "supplied")) else found.group()
    return "context" if found["behind"] else "text"


# --- clause by clause ---

_JOINT = rf"(?<!\w)(?=(?:{_words(JOINTS)})(?!\w))|(?={_words(JOINTS_UNSPACED)})"
_CLAUSE_END = re.compile(rf"[,;:，；：、()（）—–]+| - |{_JOINT}")


def _clauses(sentence: str) -> list[str]:
    return [clause for each in _CLAUSE_END.split(sentence) if (clause := each.strip())]


def _refuses(sentence: str, known: _Refusing) -> bool:
    """Whether one clause of the sentence declines, and no other says anything."""
    clauses = _clauses(sentence)
    rests = [_rest(each, known) for each in clauses]
    first = next((place for place, rest in enumerate(rests) if rest is not None), None)
    if first is None:
        return False
    return all(
        rest is not None
        or _is_courteous(clause)
        or (_leads(clause) if place < first else _goes_on(clause, rests[first] or ""))
        for place, (clause, rest) in enumerate(zip(clauses, rests, strict=True))
    )


def _rest(clause: str, known: _Refusing) -> str | None:
    """What a declining clause says besides, with or without an opening; None for one that doesn't decline."""
    rest = known.rest(clause)
    return known.rest(_without_openings(clause)) if rest is None else rest


def _without_openings(clause: str) -> str:
    while opening := _table("openings").longest(clause):
        clause = clause[len(opening) :].strip()
    return clause


def _is_linked(rest: str) -> bool:
    return not rest or bool(_table("links").longest(rest))


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
    return not bare or any(_table("referrals").longest(each) for each in (clause, bare))


def _leads(clause: str) -> bool:
    return bool(_table("leads").longest(clause))


def _goes_on(clause: str, rest: str) -> bool:
    """Whether a clause only says what is not known; "which" does so where nothing came before that it could tell of."""
    words = _without_openings(clause).split()
    if not WHETHER.isdisjoint(words[:1]) or words[1:2] == ["ли"]:
        return True
    asks = rest.split()[:1]
    tells_of_nothing = POINTERS.issuperset(rest.split()) or not (WHETHER | WHO_OR_WHICH).isdisjoint(asks)
    return tells_of_nothing and not WHO_OR_WHICH.isdisjoint(words[:1])
