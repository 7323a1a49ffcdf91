"""Phrases found in a text: both are compared in one plain form, clause by clause."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from ragedu.cases import folded
from ragedu.grounding.phrases import (
    ACKNOWLEDGEMENTS,
    COURTESIES,
    GIVEN,
    JOINTS,
    JOINTS_UNSPACED,
    LEADS,
    LINKS,
    OPENINGS,
    READ_ONLY,
    READ_TOO,
    REFERRALS,
    SAME,
    Phrases,
)
from ragedu.grounding.plain import is_unspaced


class Begun:
    """Phrases, found by how a clause begins."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_start: defaultdict[str, list[str]] = defaultdict(list)
        for phrase in sorted(set(phrases), key=len, reverse=True):
            self._by_start[_first(phrase)].append(phrase)

    def all(self, clause: str) -> Iterator[str]:
        """The phrases that the clause begins with, as whole words, the longest first."""
        return (each for each in self._by_start.get(_first(clause), ()) if begins(clause, each))

    def longest(self, clause: str) -> str:
        """The longest of them; "" for none."""
        return next(self.all(clause), "")


def _first(text: str) -> str:
    """What phrases are filed under: the first word, or the first letter where words are not parted."""
    return text[:1] if is_unspaced(text[:1]) else text.split(" ", 1)[0].rstrip("/")


def begins(clause: str, phrase: str) -> bool:
    """Whether the clause begins with the phrase as whole words, where there are blanks between words."""
    following = clause[len(phrase) : len(phrase) + 1]
    return clause.startswith(phrase) and (not following.isalnum() or is_unspaced(following) or is_unspaced(phrase[-1:]))


def begun_by(table: Phrases, languages: Iterable[str]) -> Begun:
    """The phrases of a table in these languages."""
    return Begun(plain_phrase(each) for language in languages for each in table.get(language, ()))


@cache
def table(name: str) -> Begun:
    """The phrases of a table of `ragedu.grounding.phrases` in all languages."""
    tables = {
        "openings": OPENINGS,
        "leads": LEADS,
        "referrals": REFERRALS,
        "courtesies": COURTESIES,
        "acknowledgements": ACKNOWLEDGEMENTS,
        "links": LINKS,
    }
    return begun_by(tables[name], tables[name])


# --- the text as it is compared ---


@lru_cache(maxsize=16_384)
def plain_phrase(text: str) -> str:
    """A text or a phrase as they are compared.

    >>> plain_phrase("The documents provided don't say.")
    'the context do not say'
    """
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


# --- clauses ---

_JOINT = rf"(?<!\w)(?=(?:{_words(JOINTS)})(?!\w))|(?={_words(JOINTS_UNSPACED)})"
_CLAUSE_END = re.compile(rf"[,;:，；：、()（）—–]+| - |{_JOINT}")


def clauses(sentence: str) -> list[str]:
    """The clauses of a sentence that is plain already."""
    return [clause for each in _CLAUSE_END.split(sentence) if (clause := each.strip())]
