"""Reading which options an answer picks: one rule after the other, and the first that applies decides."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, NamedTuple

from ragedu.choice.letters import (
    Asked,
    Follows,
    Lexicon,
    Options,
    Picks,
    Place,
    asked,
    follows,
    lexicon,
    plain,
    skipped,
    without_bullet,
)
from ragedu.choice.words import LANGUAGES, TAGS, Words

Status = Literal["answered", "blank", "unreadable"]
Rule = Literal["tag", "stated", "letters", "blank", "line", "none"]


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """What an answer picks, and how that was read.

    status  "answered", "blank" (no option is picked: an empty text, "none of them", "I don't know"), "unreadable"
    picked  the options, as the question writes them; empty for a blank, None where the answer can't be read
    rule    what it was read by: "tag", "stated" (Answer: B), "letters" (the whole text), "blank" (the whole text),
            "line" (option texts at line starts, a letter on a line of its own), or "none" of these
    why     why it can't be read, in a sentence; otherwise empty
    """

    status: Status
    picked: frozenset[str] | None
    rule: Rule
    why: str = ""

    def __str__(self) -> str:
        """In a line: "answered (stated): E, F", "blank (tag)", "unreadable (none): it has no answer tag …"."""
        # Sorted, since a set comes in another order with every run.
        told = ", ".join(sorted(self.picked or ())) or self.why
        return f"{self.status} ({self.rule}){': ' if told else ''}{told}"

    __repr__ = __str__


def parse_choice(text: str, options: Options, *, languages: Mapping[str, Words] = LANGUAGES) -> Reading:
    """Which options an answer picks: a model's reply, or what a person typed.

    Formula     the first of these that applies:
                1. the last answer tag: <answer>A, C</answer>, \\boxed{B}
                2. without a tag, the last stated answer in six languages: "Answer: B", "The correct answer is B";
                   where nothing is stated so, "B is correct"
                3. the whole text, where it says that none is picked: "none of them", "I don't know"
                4. the whole text, where it is only letters and what stands between them: "A and C", "选项A、C", ""
                5. option texts at line starts; without texts, the one line that is a letter, "It's B", "B) …" or
                   "B, because …"
    Takes       any text; the letters that the question offers, or a dict of letter to option text;
                languages, a dict of further `Words`
    Range       a `Reading`: answered with the options picked, blank, or unreadable with the reason
    Errors      ValueError if there are no options, if they aren't text or read alike, or if text is not text

    Letters inside words, the article, the pronoun and an explanation pick nothing:

    >>> sorted(parse_choice("A lack of GABA explains it, I think. Answer: B, D", "ABCD").picked)
    ['B', 'D']
    >>> parse_choice("A or B", "ABCD").why
    'it says "or", which leaves open what is picked'
    >>> parse_choice("Don't know", "ABCD").status
    'blank'
    >>> parse_choice("14 days.", {"A": "5 days", "B": "14 days"})
    answered (line): B

    Elsewhere   tools that search for the first capital letter read "Answer: B" as A
    Our choice  what is doubtful is unreadable and counted apart, never guessed: "A or B", a letter that the question
                doesn't offer, "B?", the whole question copied. Cyrillic А, В, С are read as their Latin twins where the
                options are Latin, and the other way round
    Source      our own rules; the cases are in tests/choice_cases.tsv
    """
    if not isinstance(text, str):
        raise ValueError(f'an answer must be text, not {text!r}. For a question without an answer write "".')
    return _Reader(asked(options), lexicon(tuple(languages.values()))).read(plain(text))


def read_letters(picked: str | Iterable[str], options: Iterable[str]) -> frozenset[str] | None:
    """The options named by a text of letters alone: "b", "A, C", "bd", "b and d". For prose there is `parse_choice`.

    Takes       a text, or several; the letters that the question offers
    Returns     the letters as the question has them; an empty set for a blank; None when anything else is there

    >>> sorted(read_letters("A, c", "abcd"))
    ['a', 'c']
    >>> read_letters("e", "abcd") is None
    True
    """
    text = plain(picked if isinstance(picked, str) else " ".join(map(str, picked)))
    reader = _Reader(asked(list(options)), lexicon(tuple(LANGUAGES.values())))
    # "d) It counts …": the letter, with its option copied behind it.
    reading = reader.letters(text) or reader.line(text)
    return reading.picked if reading else None


def ask_choice(question: str, options: Mapping[str, str], *, several: bool = True) -> str:
    """A prompt that asks a model for an answer inside a tag, which `parse_choice` reads before anything else.

    Takes       the question; a dict of letter to option text; whether several options may be right
    Errors      ValueError if there are no options, or they aren't text or read alike

    >>> print(ask_choice("How long may I return goods?", {"A": "5 days", "B": "14 days"}, several=False))
    How long may I return goods?
    <BLANKLINE>
    A) 5 days
    B) 14 days
    <BLANKLINE>
    Exactly one option is right. You may think aloud first.
    Then write the letter, and nothing else, between <answer> and </answer>, once and at the very end.
    If you don't know, leave it empty: <answer></answer>
    """
    if not isinstance(options, Mapping):
        raise ValueError(
            f'ask_choice shows the options\' texts, as {{"A": "5 days", "B": "14 days"}}, not {options!r}.'
        )
    asked(options)
    opening, closing = TAGS[0]
    listed = "\n".join(f"{letter}) {text}" for letter, text in options.items())
    many = "One option or several may be right, or none." if several else "Exactly one option is right."
    # No letter stands in the instructions as an example: models copy it.
    what = "the letters of all right options, separated by commas," if several else "the letter"
    return (
        f"{question}\n\n{listed}\n\n{many} You may think aloud first.\n"
        f"Then write {what}{'' if several else ','} and nothing else, between {opening} and {closing}, "
        "once and at the very end.\n"
        f"If you don't know, leave it empty: {opening}{closing}"
    )


# --- the rules ---

_PROSE = "it has no answer tag, no stated answer, more than letters, and no option's text at the start of a line"
_MANY = "several lines name an option, and none says which is the answer"
_COPY = "it repeats the whole question, and doesn't say which option is the answer"
_AGREE = "it calls one option right and then another"
_CUT_OFF = "it breaks off while thinking"
_UNCLEAR = "what stands where the answer belongs is no pick"

_DRESSING = ("\\text{", "\\textbf{", "\\mathrm{", "\\mathbf{")
_THINKING, _THOUGHT = "<think>", "</think>"
_SENTENCE = re.compile(r"(?:^|[.!?;。！？।\n]) ?")
# "b) …", "(b) …", "**b.** …", "b: …", "b - …", "b (…": a letter, and its option copied behind it.
_MARKED = re.compile(r"[\"'`*_(\[]*([^\W_]+)[\"'`*_]*(?:[)\].:]{1,2}[\"'`*_]* | [-–—] | (?=\())")
_MARKS = re.compile(r"(?<![^\W_])([^\W_]{1,9})([).])(?= |$)")
_STANDS: Set[Follows] = {"end", "stop", "reason"}
_STANDS_ALONE: Set[Follows] = {"end", "ending"}


class _Line(NamedTuple):
    """The letters that a line picks, whether it copies their options' texts, and why they are no picks after all."""

    letters: list[str]
    is_copy: bool
    trouble: str


class _Reader:
    """The rules in their order, for one question and one set of languages."""

    def __init__(self, options: Asked, words: Lexicon) -> None:
        self.options, self.words = options, words

    def read(self, said: str) -> Reading:
        said = said.rpartition(_THOUGHT)[2]
        if _THINKING in said:
            return _unreadable("none", _CUT_OFF)
        return self.tag(said) or self.untagged(said) or _unreadable("none", _PROSE)

    def untagged(self, said: str) -> Reading | None:
        rules: list[Callable[[str], Reading | None]] = [self.stated, self.blank, self.letters, self.line]
        return next((reading for rule in rules if (reading := rule(said))), None)

    # 1. the last answer tag

    def tag(self, said: str) -> Reading | None:
        place, opening, closing = max((said.rfind(opening), opening, closing) for opening, closing in TAGS)
        if place < 0:
            return None
        rest = said[place + len(opening) :]
        inside = self._inside(_undressed(rest).partition(closing)[0])
        return Reading(inside.status, inside.picked, "tag", inside.why)

    def _inside(self, content: str) -> Reading:
        return self.untagged(content) or self._after_colon(content.strip() + "\n", 0)

    # 2. the last stated answer

    def stated(self, said: str) -> Reading | None:
        # "Answer: B" holds, whatever an explanation below it calls right or wrong.
        return next(self._opened(said), None) or self._closed(said)

    def _opened(self, said: str) -> Iterator[Reading]:
        """Answers that an opening states, last first: "answer: b", "the answer is b"."""
        for found in reversed(list(self.words.openings.finditer(said))):
            if not self.words.turned_round(said, found.start()):
                reading = self._behind(said, found.end(1), is_noun=found.group(1) in self.words.nouns)
                if reading:
                    yield reading

    def _behind(self, said: str, place: int, is_noun: bool) -> Reading | None:
        place = skipped(said, place, "\"'`*_)]} ")
        sign = said[place : place + 1]
        if sign in (":", "="):
            return self._after_colon(said, place + 1)
        if is_noun and sign == "\n":
            reading = self._below(said, place)
            return reading if reading and reading.status == "answered" else None
        is_direct = is_noun and sign not in ("-", "–", "—")
        start = place if is_direct or not is_noun else place + 1
        return self._here(said, start, _STANDS_ALONE if is_direct else _STANDS)

    def _after_colon(self, said: str, place: int) -> Reading:
        """A colon promises the answer: what can't be read behind it is unreadable, and nothing else is looked for."""
        start = skipped(said, place, "\"'`*_ ")
        is_below = said[start : start + 1] in ("", "\n")
        reading = self._below(said, start) if is_below else self._here(said, place, _STANDS)
        return reading or _unreadable("stated", _UNCLEAR)

    def _here(self, said: str, place: int, allowed: Set[Follows]) -> Reading | None:
        """The answer that stands at this place of a line."""
        if blank := self._said_blank(said, place):
            return blank
        picks = Place(said, place, self.options, self.words).read()
        behind = follows(said, picks.end, self.options, self.words)
        if not picks.letters and not picks.trouble:
            return None
        if behind == "doubt":
            return _unreadable("stated", "it puts a question mark or a dash behind its pick")
        if behind not in allowed:
            return None
        if not picks.copied and self._marks_another(said, picks.end):
            return _unreadable("stated", _MANY)
        return self._picked(picks, "stated")

    def _marks_another(self, said: str, place: int) -> bool:
        """Whether "a) … c) …" goes on in this line."""
        if said[place : place + 1] != ")":
            return False
        line = said[place:].partition("\n")[0]
        return any(self.options.label(each) for each in re.findall(r"(?<![^\W_])([^\W_]{1,9})\)", line))

    def _below(self, said: str, place: int) -> Reading | None:
        """The answer in the lines below, up to the first that is no answer."""
        picks = takewhile(bool, map(self._pick_of_line, _lines_below(said, place)))
        letters = [letter for found in picks if found and not found.trouble for letter in found.letters]
        if not letters:
            is_empty = next(_lines_below(said, place), None) is None
            return _blank("stated") if is_empty else None
        return Reading("answered", self.options.as_written(letters), "stated")

    def _said_blank(self, said: str, place: int) -> Reading | None:
        start = skipped(said, place, "\"'`*_([ ")
        found = self.words.blanks.match(said, start)
        if not found or self._is_option(found.group()):
            return None
        if follows(said, found.end(), self.options, self.words) not in ("end", "reason"):
            return None
        return self._none_or_blank(found.group(), "stated")

    def _closed(self, said: str) -> Reading | None:
        """The answer that a sentence calls right at its end: "b is correct"."""
        found = set(self._called_right(said)) if self.words.tails.search(said) else set()
        if len(found) > 1:
            return _unreadable("stated", _AGREE)
        return found.pop() if found else None

    def _called_right(self, said: str) -> Iterator[Reading]:
        for sentence in _SENTENCE.finditer(said):
            picks = Place(said, sentence.end(), self.options, self.words).read()
            start = skipped(said, picks.end, "\"'`*_)] ")
            tail = self.words.tails.match(said, start) if picks.letters else None
            if tail and follows(said, tail.end(), self.options, self.words) in _STANDS:
                yield self._picked(picks, "stated")

    # 3. a blank in words

    def blank(self, said: str) -> Reading | None:
        words = said.strip(" \n\"'`*_().!。।")
        found = self.words.blanks.fullmatch(words)
        return self._none_or_blank(words, "blank") if found and not self._is_option(words) else None

    def _is_option(self, words: str) -> bool:
        return bool(self.options.label(words)) or words in self.options.texts

    def _none_or_blank(self, words: str, rule: Rule) -> Reading:
        """ "None of them" is a blank, unless an option says just that: then it is a pick."""
        label = next((label for text, label in self.options.texts.items() if text in self.words.nones), "")
        if label and words in self.words.nones:
            return Reading("answered", self.options.as_written([label]), "line" if rule == "blank" else rule)
        return _blank(rule)

    # 4. letters alone

    def letters(self, said: str) -> Reading | None:
        bare = "\n".join(map(without_bullet, said.split("\n")))
        place = Place(bare, 0, self.options, self.words, loose=True)
        picks = place.read()
        if place.at < len(bare) or re.search(r"\w\.\w", bare):
            return None
        if not picks.letters and not picks.trouble:
            # Separators alone are a blank; "the option" alone is nothing.
            return None if re.search(r"[^\W_]", bare) else _blank("letters")
        # With option texts among them they are read line by line, further on.
        return None if picks.copied else self._picked(picks, "letters")

    # 5. lines

    def line(self, said: str) -> Reading | None:
        lines = [found for line in said.split("\n") if (found := self._pick_of_line(line))]
        copies = [found for found in lines if found.is_copy] or lines
        if not copies:
            return None
        if len(copies) > 1 and not copies[0].is_copy:
            return _unreadable("line", _MANY)
        trouble = next((found.trouble for found in copies if found.trouble), "")
        if trouble:
            return _unreadable("line", trouble)
        union = self.options.as_written(letter for found in copies for letter in found.letters)
        if len(union) == len(self.options.labels) > 1:
            return _unreadable("line", _COPY)
        return Reading("answered", union, "line")

    def _pick_of_line(self, line: str) -> "_Line | None":
        """What a line picks: by option texts at its start, by letters alone, or by "b) …" where no text is known."""
        line = self._unannounced(without_bullet(line.strip()))
        picks = Place(line, 0, self.options, self.words).read()
        behind = follows(line, picks.end, self.options, self.words)
        if not picks.letters or behind == "doubt" or (picks.trouble and not picks.copied):
            return None
        is_copy = picks.copied == len(picks.letters) and behind in _STANDS and line[picks.end : picks.end + 1] != ":"
        is_alone = not line[picks.end :].strip(" \"'`*_).]!:。।")
        is_marked = self._is_marked(line)
        is_pick = is_copy or is_alone or is_marked or self._gives_cause(line, picks.end)
        trouble = _MANY if is_marked and not is_copy and self._goes_on_marking(line) else picks.trouble
        return _Line(picks.letters, is_copy, trouble) if is_pick else None

    def _unannounced(self, line: str) -> str:
        """A line without an "it's" at its start."""
        start = self.words.starts.match(line)
        return line[start.end() :].lstrip(" :") if start else line

    def _gives_cause(self, line: str, end: int) -> bool:
        """Whether "because" comes behind the letters: "B, because A is wrong"."""
        return bool(self.words.causes.match(line, skipped(line, end, "\"'`*_).], ")))

    def _goes_on_marking(self, line: str) -> bool:
        """Whether the line goes on with another option, "A) ... B) ...", before it gives a reason."""
        cause = self.words.causes.search(line)
        said = line[: cause.start()] if cause else line
        marks = [(self.options.label(found[1]), found[2]) for found in _MARKS.finditer(said)]
        known = [(label, sign) for label, sign in marks if label]
        # In "B) As Dr. A. Orlova says" the A. is an initial.
        return len({label for label, sign in known if sign == known[0][1]}) > 1

    def _is_marked(self, line: str) -> bool:
        marked = _MARKED.match(line)
        label = self.options.label(marked.group(1)) if marked else ""
        if not marked or not label:
            return False
        rest = line[marked.end() :]
        is_another = any(rest.startswith(text) for text, owner in self.options.texts.items() if owner != label)
        return not is_another and not self.words.verbs.match(rest)

    def _picked(self, picks: Picks, rule: Rule) -> Reading:
        if picks.trouble:
            return _unreadable(rule, picks.trouble)
        return Reading("answered", self.options.as_written(picks.letters), rule)


def _lines_below(said: str, place: int) -> Iterator[str]:
    """The lines from here on that aren't empty, one by one: most readers stop at the first."""
    while place < len(said):
        end = said.find("\n", place)
        end = len(said) if end < 0 else end
        if line := said[place:end].strip():
            yield line
        place = end + 1


def _undressed(content: str) -> str:
    for each in _DRESSING:
        content = content.replace(each, "{")
    return content


def _blank(rule: Rule) -> Reading:
    return Reading("blank", frozenset(), rule)


def _unreadable(rule: Rule, why: str) -> Reading:
    return Reading("unreadable", None, rule, why)
