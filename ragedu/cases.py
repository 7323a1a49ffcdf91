"""The data that flows through everything: passages, labelled questions, and what a system did with them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from operator import index
from typing import Literal
from unicodedata import normalize

Verdict = Literal["right", "wrong"]
Stage = Literal["candidates", "reranked", "prompt"]

_RANKINGS: tuple[Stage, ...] = ("candidates", "reranked", "prompt")


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of text that a retriever can find.

    id      the name by which answers cite it
    text    what it says
    source  where it comes from, for a person to look it up; may stay empty
    """

    id: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a ranking: which passage stands there, how similar it was, and what it says.

    score and text are None where a record does not tell them.
    """

    id: str
    score: float | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which passages a question needs: an *and* of *or*-groups of ids.

    ``Evidence((("a",), ("b", "c")))`` says: a, and one of b and c. No groups at all says that no passage
    answers the question. Build it with `all_of` and `any_of`, which can be nested:

    >>> all_of("a", any_of("b", "c")).groups
    (('a',), ('b', 'c'))
    """

    groups: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for group in self.groups:
            if not _is_group(group):
                raise ValueError(
                    f"each group of evidence must be a list of at least one passage id (text), not {group!r}. "
                    'For one passage write all_of("return-1").'
                )
        # Nested lists, as files carry them, are welcome; frozen tuples are what is kept.
        object.__setattr__(self, "groups", tuple(tuple(group) for group in self.groups))

    @property
    def ids(self) -> frozenset[str]:
        """Every id that appears in any group."""
        return frozenset(each for group in self.groups for each in group)

    def __bool__(self) -> bool:
        return bool(self.groups)


def _is_group(group: object) -> bool:
    return isinstance(group, list | tuple) and bool(group) and all(isinstance(each, str) and each for each in group)


def all_of(*needed: "str | Evidence") -> Evidence:
    """Evidence that needs every one of these: ids, or `any_of` groups.

    >>> all_of("return-1", "return-2").groups
    (('return-1',), ('return-2',))
    """
    groups: list[tuple[str, ...]] = []
    for each in needed:
        groups.extend(each.groups if isinstance(each, Evidence) else [(_one_id(each, "all_of"),)])
    return Evidence(tuple(groups))


def any_of(*alternatives: str) -> Evidence:
    """Evidence that is satisfied by any one of these ids.

    >>> any_of("return-1", "return-2").groups
    (('return-1', 'return-2'),)
    """
    if not alternatives:
        raise ValueError('any_of needs at least one passage id, such as any_of("return-1", "return-2").')
    return Evidence((tuple(_one_id(each, "any_of") for each in alternatives),))


def _one_id(value: object, taker: str) -> str:
    if isinstance(value, str) and value:
        return value
    advice = f"For a list write {taker}(*ids)." if isinstance(value, Iterable) and value else "Ids are text."
    raise ValueError(f'{taker} takes passage ids one by one, as {taker}("return-1"), not {value!r}. {advice}')


@dataclass(frozen=True, slots=True)
class Case:
    """One test question with the truth about it.

    id         names the question in tables and files
    question   the words a user would type
    evidence   which passages answer it; ``Evidence()`` when none does, None when nobody has labelled it
    expected   a text that a right answer contains, see `verdict_on`; None when nobody has labelled it, and a blank
               text is as good as none
    labels     anything to slice results by, such as {"kind": "paraphrased"}
    reference  a whole right answer, for a measure or a judge to compare with; it is never searched for in an answer

    Evidence may be given as nested lists, as files carry it; an `Evidence` is what is kept.
    """

    id: str
    question: str
    evidence: Evidence | None = None
    expected: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    reference: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.evidence, list | tuple):
            object.__setattr__(self, "evidence", Evidence(tuple(self.evidence)))
        elif not isinstance(self.evidence, Evidence | None):
            raise ValueError(
                f"the evidence of case {self.id!r} must be an Evidence, nested lists of ids, or None, "
                f'not {self.evidence!r}. For one passage write all_of("return-1").'
            )
        if not isinstance(self.expected, str | None):
            raise ValueError(
                f"the expected text of case {self.id!r} must be text or None, not {described(self.expected)}. "
                "It is looked for in the answer as it stands."
            )
        if self.expected is not None and not self.expected.strip():
            # Every answer contains a blank text: a cell that nobody filled in would call them all right.
            object.__setattr__(self, "expected", None)

    @property
    def relevant(self) -> frozenset[str]:
        """The expected passage ids as a plain set, as the ranking metrics take them."""
        return self.evidence.ids if self.evidence else frozenset()

    @property
    def named(self) -> str:
        """What a reader knows the question by: its id, or its words where the id was only made of them."""
        return self.question if is_text_id(self.id) else self.id

    def verdict_on(self, answer: str) -> Verdict | None:
        """Whether the answer contains the expected text as whole words; None without an expected text.

        Case, the kind of apostrophe, quote or dash, any blanks, and the script of the digits don't matter. Whole words
        are asked for where words have blanks between them: in Chinese, Japanese, Thai, Lao, Khmer and Burmese any place
        will do, but a number must be whole everywhere:

        >>> Case("q", "?", expected="I don't know").verdict_on("Sorry, I don’t know.")
        'right'
        >>> days = Case("q", "?", expected="4天")
        >>> days.verdict_on("可以在4天内退货。"), days.verdict_on("可以在14天内退货。")
        ('right', 'wrong')

        It sees nothing else: "not within 5 days" contains "5 days", and "€3" is another text than "3 euro".
        """
        sought = _undressed(self.expected or "")
        if not sought:
            return None
        return "right" if _stands_whole(sought, _undressed(answer)) else "wrong"


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """One question's whole story in a RAG system. What is not known stays None.

    case           the question and the truth about it
    indexed        which of the expected passages the index holds at all
    candidates     what the first stage found, best first
    reranked       the order after reranking
    prompt         what reached the prompt, in the prompt's order
    answer         what the system said
    answer_source  "recorded", "extractive", "fixed" (no model was asked), or a model's name
    verdict        "right" or "wrong", where somebody has judged the answer; see `judged` as well
    tokens         size of the prompt and the answer together, in the assistant's own counting

    Places in a ranking may be given as plain ids, in a list; hits are what is kept. ValueError for anything else than
    is said here.
    """

    case: Case
    indexed: frozenset[str] | None = None
    candidates: tuple[Hit, ...] | None = None
    reranked: tuple[Hit, ...] | None = None
    prompt: tuple[Hit, ...] | None = None
    answer: str | None = None
    answer_source: str | None = None
    verdict: Verdict | None = None
    tokens: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.case, Case):
            raise ValueError(f"the case of a trace must be a Case, not {described(self.case)}.")
        for stage in _RANKINGS:
            given = getattr(self, stage)
            # What a reader of files hands over by the hundred thousand is fine as it is, and quickly known to be.
            if given is not None and not (isinstance(given, tuple) and set(map(type, given)) <= {Hit}):
                object.__setattr__(self, stage, tuple(self._hits(stage, given)))
        if self.indexed is not None and not isinstance(self.indexed, frozenset):
            object.__setattr__(self, "indexed", frozenset(hit.id for hit in self._hits("indexed", self.indexed)))
        if not isinstance(self.answer, str | None):
            raise self._refused("answer", "text")
        if self.verdict not in ("right", "wrong", None):
            raise self._refused("verdict", '"right", "wrong"')
        if self.tokens is not None and whole_number(self.tokens) is None:
            raise self._refused("tokens", "a whole number")

    def _hits(self, name: str, given: object) -> list[Hit]:
        """What may be given in place of a tuple of hits."""
        kinds = list | tuple if name in _RANKINGS else list | tuple | set
        if not isinstance(given, kinds) or not all(isinstance(each, Hit | str) for each in given):
            raise self._refused(name, "a list of hits or passage ids,")
        return [Hit(each) if isinstance(each, str) else each for each in given]

    def _refused(self, name: str, wanted: str) -> ValueError:
        given = described(getattr(self, name))
        return ValueError(f"{name} in the trace of {self.case.named!r} must be {wanted} or None, not {given}.")

    @property
    def ranking(self) -> tuple[Hit, ...] | None:
        """The last order that is known: after reranking, else as first found, else as in the prompt."""
        return None if self.stage is None else getattr(self, self.stage)

    @property
    def stage(self) -> Stage | None:
        """Which stage `ranking` is of; None when no order is known."""
        if self.reranked is not None:
            return "reranked"
        if self.candidates is not None:
            return "candidates"
        return None if self.prompt is None else "prompt"

    @property
    def judged(self) -> Verdict | None:
        """The verdict, and where none is recorded, that by the case's expected text; None where neither tells."""
        if self.verdict is not None or self.answer is None:
            return self.verdict
        return self.case.verdict_on(self.answer)

    @property
    def prompt_ids(self) -> list[str]:
        """The ids that reached the prompt, in order; empty when none did or when it is not known."""
        return ids_of(self.prompt or ())

    def __str__(self) -> str:
        lines = [
            f"Question:  {self.case.question}",
            f"In prompt: {', '.join(self.prompt_ids) or '(nothing)'}",
            f"Answer:    {self.answer}",
        ]
        known = [f"{self.answer_source} answer" if self.answer_source else ""]
        known.append(f"{self.tokens} tokens" if self.tokens is not None else "")
        note = ", ".join(each for each in known if each)
        return "\n".join([*lines, f"           ({note})"] if note else lines)

    __repr__ = __str__


def text_id(text: str) -> str:
    """An id for a text that came without one: the same for equal texts, whatever blanks stand between the words.

    >>> text_id("five  days\\n") == text_id("five days")
    True
    >>> text_id("five days")
    'text-f8afe4c743ad1fff'
    """
    plain = " ".join(text.split())
    return f"text-{sha256(plain.encode()).hexdigest()[:16]}"


def is_text_id(name: str) -> bool:
    """Whether an id looks like one that was only made of a text, and says nothing to a reader."""
    return name.startswith("text-")


def is_made_of_text(hit: Hit) -> bool:
    """Whether a hit came without an id, so that its id was only made of its text: see `text_id`."""
    return hit.text is not None and is_text_id(hit.id) and hit.id == text_id(hit.text)


def folded(text: str) -> str:
    """A text as it is compared: compatible letters made plain (NFKC), case taken away, any run of blanks one blank."""
    return " ".join(normalised("NFKC", text).casefold().split())


# What is written in several ways and read as one; by NFKC each of these would stay, or become something else.
_DRESS = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ＇′´`", "'"),
        **dict.fromkeys("“”„«»＂", '"'),
        **dict.fromkeys("‐‑‒–—−－", "-"),
        **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),
        # A full-width comma parts two numbers, and none of them.
        "，": ", ",
    }
)


def _undressed(text: str) -> str:
    """A text as an expected text is looked for: folded, with one kind of apostrophe, quote, dash and digit."""
    plain = re.sub(r"[^\W0-9]", _plain_digit, folded(text.translate(_DRESS)))
    return re.sub(r"(?<=\d) (?=[%‰])", "", plain)


def _plain_digit(letter: re.Match[str]) -> str:
    return str(unicodedata.decimal(letter[0], letter[0]))


def _stands_whole(sought: str, text: str) -> bool:
    """Whether it stands there at a place where no word and no number goes on before or behind it."""
    start = text.find(sought)
    while start >= 0:
        end = start + len(sought)
        before, behind = text[max(0, start - 2) : start], text[end : end + 2]
        goes_on = _goes_on(before[-1:], sought[0]) or _goes_on(sought[-1], behind[:1])
        # "5 euro" stands in neither "15 euro" nor "3.5 euro", and "3" not in "3.5".
        if not goes_on and not _is_decimal(before + sought[0]) and not _is_decimal(sought[-1] + behind):
            return True
        start = text.find(sought, start + 1)
    return False


def _is_decimal(text: str) -> bool:
    return re.fullmatch(r"\d[.,٫٬]\d", text) is not None


def _goes_on(left: str, right: str) -> bool:
    """Whether two neighbouring letters are of one word, or of one number."""
    if not left or not right:
        return False
    if unicodedata.category(right).startswith("M") or (_is_numeric(left) and _is_numeric(right)):
        return True
    return _is_of_a_word(left) and _is_of_a_word(right) and not (_is_unspaced(left) or _is_unspaced(right))


def _is_numeric(letter: str) -> bool:
    # The Chinese numerals as well: 四天 is not all of 十四天.
    return unicodedata.numeric(letter, None) is not None


def _is_of_a_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_" or unicodedata.category(letter).startswith("M")


_UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3005", "\u3007"),
    ("\u3040", "\u30ff"),  # Japanese
    ("\u3400", "\u9fff"),  # Chinese
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U000323af"),
)


def _is_unspaced(letter: str) -> bool:
    """Whether a letter is of a script that puts no blanks between its words."""
    return any(first <= letter <= last for first, last in _UNSPACED)


def normalised(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The text in a normal form of Unicode, in a time that grows with its length.

    Python's own sorts a run of marks by insertion: a megabyte of accents on one letter would take an hour. No script
    writes 64 on one letter, so such a run is cut there.
    """
    return "".join(normalize(form, piece) for piece in _runs_of_marks().split(text))


@cache
def _runs_of_marks() -> re.Pattern[str]:
    # Those that are sorted have a combining class, and all of them lie in this range.
    marks = "".join(letter for letter in map(chr, range(0x300, 0x20000)) if unicodedata.combining(letter))
    return re.compile(f"([{marks}]{{64}})")


def described(value: object) -> str:
    """A value as a message shows it: what it is, and as much of it as fits."""
    return f"the text {shown(value)}" if isinstance(value, str) else f"{shown(value)} ({type(value).__name__})"


def shown(value: object) -> str:
    """As much of a value as fits a message, on one line."""
    line = " ".join(repr(value).split())
    return line if len(line) <= 60 else f"{line[:60]}…"


def whole_number(value: object) -> int | None:
    """The value as an int if it is a whole number, numpy's included; None for anything else, True and False too."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def ids_of(hits: Iterable[Hit]) -> list[str]:
    """The passage ids of a ranking, in its order."""
    return [hit.id for hit in hits]
