"""The options of a question, and the picks that stand at one place of a text.

A text is read as `plain` leaves it, from left to right, and only as far as picks go: nothing here looks ahead over the
whole text, so that a long one costs no more than its length.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from ragedu.cases import folded
from ragedu.choice.words import Phrases, Words, merged

Options = Collection[str] | Mapping[str, str]
"""The letters that a question offers, or a dict of letter to option text."""

Follows = Literal["end", "stop", "reason", "ending", "doubt", "word"]

# In pairs, case folded away: "в" and "b" look alike as capitals.
_CYRILLIC, _LATIN = "авсенкмортхуіјѕ", "abcehkmoptxyijs"
_LATIN_TWINS = dict(zip(_CYRILLIC, _LATIN, strict=True))
_CYRILLIC_TWINS = dict(zip(_LATIN, _CYRILLIC, strict=True))

# Dressed letters and digits that NFKC leaves as they are: white on black, and in squares.
_DRESSED = {chr(first + step): chr(ord("a") + step) for first in (0x1F150, 0x1F170) for step in range(26)}
# Circled digits stand each for itself: ①② is 1 and 2, not 12.
_DRESSED |= {
    chr(first + step): f" {step + 1} " for first in (0x2460, 0x2776, 0x2780, 0x278A, 0x24F5) for step in range(9)
}
_DRESSED |= {"’": "'", "\u20e3": ""}

_QUOTES = "\"'`*_~$“”„«»‘"
_NOISE = _QUOTES + "()[]{}「」『』【】《》|\\ "
_SEPARATORS = ",;/&+、·"
_LOOSE_SEPARATORS = _SEPARATORS + ".:!。\n"
_BULLETS = "-–—•*#>●▪‣"
_DASHES = "-–—"
# What a reply is made bold with, in pairs: <B> alone is a letter in brackets.
_BOLD = re.compile(r"<(b|strong|em|i|u|p|code)>([^<>\n]{0,200})</\1>", re.IGNORECASE)
_BRACKETED = re.compile(r"<(\w)>|<br ?/?>", re.IGNORECASE)
_SENTENCE_ENDS = ".!;。।(\n"
_LINE_ENDS = ("", "\n", ".", "।", "。")


# --- the text ---


def plain(text: str) -> str:
    """A text as it is read: folded line by line, digits of every script as 0 to 9, without what cannot be seen.

    >>> plain("Answer:\\u200b Ｂ\\n２ and २")
    'answer: b\\n2 and 2'
    """
    shown = text.translate({ord(each): _written(each) for each in set(text)})
    return "\n".join(map(folded, _without_html(shown).splitlines()))


def _without_html(text: str) -> str:
    twice = _BOLD.sub(r" \2 ", _BOLD.sub(r" \2 ", text))
    return _BRACKETED.sub(lambda found: f" {found.group(1) or ''} ", twice)


def _written(letter: str) -> str:
    if unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f":
        return ""
    digit = unicodedata.decimal(letter, None)
    return _DRESSED.get(letter, letter) if digit is None else str(digit)


# Scripts that put no blank between words: each sign is taken by itself.
_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_PICTURES = "\U0001f000-\U0001faff"
_BETWEEN_WORDS = ("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cs", "Co")
_IDEOGRAPH = re.compile(f"[{_IDEOGRAPHS}]")


@lru_cache(maxsize=4)
def _all_of(kinds: tuple[str, ...]) -> str:
    """Every letter of these Unicode categories, as the inside of a character class.

    Only up to U+FFFF, for which `re` looks a class up in a table; further letters it would compare one by one.
    """
    return re.escape("".join(chr(each) for each in range(0x10000) if unicodedata.category(chr(each)) in kinds))


@lru_cache(maxsize=1)
def _word() -> re.Pattern[str]:
    # Named by what it is not: \w leaves out the vowel signs of Hindi, which are marks.
    letter = f"[^{_IDEOGRAPHS}{_PICTURES}{_all_of(_BETWEEN_WORDS)}]"
    return re.compile(f"[{_IDEOGRAPHS}]|{letter}+(?:['-]{letter}+)*|")


@lru_cache(maxsize=64)
def _run(letters: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(letters)}{_PICTURES}{_all_of(('So',))}]*")


def word_end(text: str, place: int) -> int:
    """Where the word that begins here ends; the place itself where none does. "don't" and "b-cell" are one word."""
    found = _word().match(text, place)
    return found.end() if found else place


def skipped(text: str, place: int, letters: str) -> int:
    """The first place from here on that holds none of these letters, nor a picture such as a tick."""
    found = _run(letters).match(text, place)
    return found.end() if found else place


def without_bullet(line: str) -> str:
    """A line's own words: "- B" is B, while "-1" keeps its sign."""
    mark, _, rest = line.partition(" ")
    return rest if mark and not mark.strip(_BULLETS) else line


# --- words ---

# What goes on behind a phrase makes it another word: a letter, or a mark upon the last one.
_ENDS = r"(?![^\W_]|[\u0300-\u036f\u0900-\u0903\u093a-\u094f])"


class Lexicon:
    """The words of all languages as patterns: each finds any phrase of one column of `Words`, the longest first."""

    def __init__(self, words: Words) -> None:
        self.nouns = frozenset(map(folded, words.nouns)) - frozenset(map(folded, words.leads))
        # Looked for at every place, so that a longer noun never hides the lead that begins inside it.
        self.openings = re.compile(f"(?=({_pattern((*words.nouns, *words.leads)).pattern}))")
        self.tails = _pattern(words.tails)
        self.glue = _pattern((*words.joins, *words.fillers, *words.alternatives))
        self.alternatives = frozenset(map(folded, words.alternatives))
        self.reasons = _pattern(words.reasons)
        self.causes = _pattern(words.causes)
        self.starts = _pattern(words.starts)
        self.endings = _pattern(words.endings)
        self.verbs = _pattern(words.verbs)
        self.short = frozenset(map(folded, words.short))
        self.closing = _pattern((*words.joins, *words.fillers, *words.alternatives, *words.reasons, *words.tails))
        self.blanks = _pattern((*words.nones, *words.unknowns))
        self.nones = frozenset(map(folded, words.nones))
        self.wrongs = _pattern(words.wrongs)

    def turned_round(self, text: str, place: int) -> bool:
        """Whether the word before this place turns round what stands here: "wrong answer"."""
        before = text[max(0, place - 30) : place].rstrip()
        return any(each.end() == len(before) for each in self.wrongs.finditer(before))


@lru_cache(maxsize=16)
def lexicon(languages: tuple[Words, ...]) -> Lexicon:
    """The patterns of these languages, made once."""
    return Lexicon(merged(languages))


def _pattern(phrases: Phrases) -> re.Pattern[str]:
    """Any of the phrases as whole words, the longest first; Chinese ones wherever they stand."""
    known = sorted(filter(None, map(folded, phrases)), key=lambda phrase: (-len(phrase), phrase))
    glued = [each for each in known if _IDEOGRAPH.match(each)]
    spaced = [each for each in known if each not in glued]
    return re.compile(rf"(?<![^\W_]){_any(spaced)}{_ENDS}|{_any(glued)}")


def _any(phrases: list[str]) -> str:
    # The first letters, looked at together, spare a long text a try of every phrase at every place.
    firsts = re.escape("".join({each[0] for each in phrases}))
    return f"(?=[{firsts}])(?:{'|'.join(map(re.escape, phrases))})" if phrases else "(?!)"


# --- the options ---


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a question, ready to be looked up.

    labels  letter as it is read -> letter as the question writes it
    texts   option text as it is read -> letter as it is read, the longest first
    twins   letters of the other script that look like an option's
    """

    labels: Mapping[str, str]
    texts: Mapping[str, str]
    twins: Mapping[str, str]

    def label(self, word: str) -> str:
        """The option's letter as it is read, "" for what is no option."""
        twin = self.twins.get(word, "")
        return word if word in self.labels else twin if twin in self.labels else ""

    def might_be_label(self, word: str) -> bool:
        """Whether a word that is no option looks like one: a letter for letters, a number for numbers."""
        if word.isdigit():
            return any(map(str.isdigit, self.labels))
        return len(word) == 1 and (not _IDEOGRAPH.match(word) or any(map(_IDEOGRAPH.match, self.labels)))

    def packed(self, word: str) -> list[str]:
        """The options of "acd", letters in a row; empty when it's something else: "gaba" comes back to its a."""
        if len(word) > 2 * len(self.labels) or word.isdigit():
            return []
        letters = [self.label(each) for each in word]
        changes = [letter for place, letter in enumerate(letters) if letter != letters[place - 1] or not place]
        is_row = all(letters) and len(set(changes)) == len(changes)
        return letters if is_row else []

    def as_written(self, letters: Iterable[str]) -> frozenset[str]:
        """The letters as the question writes them."""
        return frozenset(self.labels[each] for each in letters)

    def named(self) -> str:
        """The options, as a sentence lists them."""
        return ", ".join(self.labels.values())


def asked(options: Options) -> Asked:
    """The options of a question, once they are sure to be some, to be text, and to differ."""
    labels = _labels(options)
    values = options.values() if isinstance(options, Mapping) else ()
    texts = list(zip(map(option_text, values), labels, strict=False))
    said = [text for text, _ in texts]
    # A text that two options share, or that is another option's letter, says nothing by itself.
    known = {text: label for text, label in texts if text and said.count(text) == 1 and text not in labels}
    longest_first = dict(sorted(known.items(), key=lambda each: -len(each[0])))
    return Asked(labels, longest_first, _twins(labels))


def option_text(text: object) -> str:
    """An option's text as it is read, without the quotes and stops around it."""
    if not isinstance(text, str):
        raise ValueError(f"an option's text must be text, not {text!r}. Options are a dict of letter to text.")
    return folded(plain(text)).strip(_NOISE + ".!;:,")


def _labels(options: Options) -> dict[str, str]:
    if isinstance(options, Collection) and not options:
        raise ValueError('a question needs at least one option. Write its letters, as "ABCD" or ["A", "B"].')
    if not isinstance(options, Collection) or not all(isinstance(each, str) for each in options):
        raise ValueError(f'options must be letters, as "ABCD", or a dict of letter to text, not {options!r}.')
    labels = {plain(each): each for each in options}
    for read, written in labels.items():
        if not read or word_end(read, 0) != len(read):
            raise ValueError(
                f'an option is named by a letter, a number or one word, not {written!r}. For texts write {{"A": text}}.'
            )
    if len(labels) < len(options):
        raise ValueError(f"two options are read as the same letter, in {', '.join(options)}. Name each differently.")
    return labels


def _twins(labels: Iterable[str]) -> Mapping[str, str]:
    letters = "".join(labels)
    if letters.isascii():
        return _LATIN_TWINS
    return _CYRILLIC_TWINS if all("\u0400" <= each <= "\u04ff" for each in letters) else {}


# --- picks at one place ---


@dataclass(slots=True)
class Picks:
    """The picks that stand at one place of a text.

    letters  as they are read; end is where the last of them ends
    copied   how many came with their option's text
    trouble  why these are no picks after all; empty when they are
    """

    end: int
    letters: list[str] = field(default_factory=list)
    copied: int = 0
    trouble: str = ""


class Place:
    """A place in a text, moving on over letters, option texts and what may stand between them."""

    def __init__(self, text: str, start: int, options: Asked, words: Lexicon, *, loose: bool = False) -> None:
        self.text, self.at, self.options, self.words = text, start, options, words
        self.separators = _NOISE + (_LOOSE_SEPARATORS if loose else _SEPARATORS)
        self.loose = loose
        self.is_marked = False
        self.picks = Picks(end=start)

    def read(self) -> Picks:
        """Everything that is picked from here on, as far as it goes."""
        steps: list[Callable[[], bool]] = [self._text, self._phrase, self._letter, self._row, self._foreign]
        self._skip()
        while self.at < len(self.text) and any(step() for step in steps):
            self._skip()
        return self.picks

    def _skip(self) -> None:
        self.at = skipped(self.text, self.at, self.separators)

    def _is_behind_mark(self) -> bool:
        return self.is_marked and self.text[self.picks.end : self.at].strip(" (") == ")"

    def _text(self) -> bool:
        if self._is_behind_mark():
            return False
        for text, label in self.options.texts.items():
            if self.text.startswith(text, self.at) and self._is_whole(self.at + len(text)):
                return self._take([label], self.at + len(text), copied=1)
        return False

    def _is_whole(self, end: int) -> bool:
        return word_end(self.text, end) == end or bool(_IDEOGRAPH.match(self.text, end))

    def _phrase(self) -> bool:
        found = self.words.glue.match(self.text, self.at)
        word = self.text[self.at : word_end(self.text, self.at)]
        # An option that is called as a short word is, "I" or "И", is that option.
        if not found or (self.options.label(word) and found.end() <= self.at + len(word)):
            return False
        if found.group() in self.words.alternatives and not self.picks.trouble:
            self.picks.trouble = f'it says "{found.group()}", which leaves open what is picked'
        self.at = found.end()
        return True

    def _letter(self) -> bool:
        end = word_end(self.text, self.at)
        word = self.text[self.at : end]
        label = self.options.label(word)
        if not label or not self._stands_as_letter(word, end):
            return False
        end_of_text, copied = self._with_own_text(label, end)
        self.is_marked = not copied and self.text[end : end + 1] == ")"
        return self._take([label], end_of_text, copied)

    def _stands_as_letter(self, word: str, end: int) -> bool:
        """Not so for "a" in "a refund", nor for words behind "b)", which are the option's text."""
        if self.loose or self.text[end : end + 1] == ")":
            return True
        if self._is_behind_mark():
            return False
        tail = self.words.tails.match(self.text, self.at)
        if tail and tail.end() > end:
            return False
        behind = end + 1
        next_word = self.text[behind : word_end(self.text, behind)] if self.text[end : end + 1] == " " else ""
        is_word = (
            bool(next_word) and not self.options.label(next_word) and not self.words.closing.match(self.text, behind)
        )
        return word not in self.words.short or not is_word

    def _with_own_text(self, label: str, end: int) -> tuple[int, int]:
        start = skipped(self.text, end, ")].:*_ " + _DASHES)
        text = next((text for text, owner in self.options.texts.items() if owner == label), "")
        if text and self.text.startswith(text, start) and self._is_whole(start + len(text)):
            return start + len(text), 1
        return end, 0

    def _row(self) -> bool:
        end = word_end(self.text, self.at)
        if end - self.at < 2 or self._is_behind_mark():
            return False
        letters = self.options.packed(self.text[self.at : end])
        # In prose a row of letters may be a word: "bad" is one, "abd" is none.
        return bool(letters) and (self.loose or letters == sorted(letters)) and self._take(letters, end)

    def _foreign(self) -> bool:
        end = word_end(self.text, self.at)
        word = self.text[self.at : end]
        if not self.options.might_be_label(word) or not self._stands_as_letter(word, end):
            return False
        if not self.picks.trouble:
            self.picks.trouble = f"it names {word.upper()[:20]}, and the options are {self.options.named()}"
        return self._take([], end)

    def _take(self, letters: Iterable[str], end: int, copied: int = 0) -> bool:
        self.picks.letters.extend(letters)
        self.picks.copied += copied
        self.picks.end = self.at = end
        return True


def follows(text: str, place: int, options: Asked, words: Lexicon) -> Follows:
    """What comes behind picks that end here: only some of it leaves them picks."""
    behind = skipped(text, place, _QUOTES + " )]")
    if words.endings.match(text, behind):
        return "ending"
    place = behind if text[behind : behind + 1] in _LINE_ENDS else skipped(text, place, _QUOTES + " ")
    letter = text[place : place + 1]
    if not letter or letter in _SENTENCE_ENDS:
        return "word" if letter == "." and _between_digits(text, place) else "end"
    if letter in "?؟":
        return "doubt"
    if letter in _DASHES:
        return "doubt" if _opens_with_option(text, place + 1, options) else "stop"
    if word_end(text, place) > place:
        return "reason" if words.reasons.match(text, place) else "word"
    # "5 %" and "2 €" are amounts; so is 3,5.
    is_amount = letter == "%" or unicodedata.category(letter) == "Sc" or _between_digits(text, place)
    return "word" if is_amount else "stop"


def _between_digits(text: str, place: int) -> bool:
    return text[place] in ".," and text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()


def _opens_with_option(text: str, place: int, options: Asked) -> bool:
    start = skipped(text, place, " ")
    return bool(options.label(text[start : word_end(text, start)]))
