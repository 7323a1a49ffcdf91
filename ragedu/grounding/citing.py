"""Which passages an answer cites, in every form that models write."""

import re
from collections.abc import Iterable, Iterator, KeysView
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ragedu.cases import described, folded
from ragedu.grounding.plain import checked_text

# One row for each form. A link's text is told apart below.
_BRACKETS = re.compile(
    r"\[(?P<square>[^\[\]]++)\]|【(?P<lens>[^【】]++)】|［(?P<wide>[^［］]++)］|\((?P<round>[^()\[\]【】\n]++)\)"
)
_PARTS = re.compile(r"[^,;、，；|]++")
_RANGE = re.compile(r"(\d{1,6})\s*[-–—]\s*(\d{1,6})")
# "[^1]", "[`return-1`]", "\[1\]": signs that belong to the writing, not to the id.
_DECORATION = " \t\n^*`_\"'\\#@"
_LABEL = re.compile(
    r"(?:source|sources|passage|document|doc|ref|reference|see|chunk|източник|виж|источник|źródło|स्रोत|来源|quelle|fuente)"
    r"[\s.:]++(?=\S)",
    re.IGNORECASE,
)
_LONGEST_RANGE = 20
_LONGEST_PLACE = 4


@dataclass(frozen=True, slots=True)
class Citation:
    """One passage that an answer points to.

    id          the passage's id as the prompt has it, or as the answer writes it where the prompt has none such
    start, end  where it stands in the answer, brackets and all
    known       whether a passage of that id was in the prompt
    by_place    whether it is named by its place in the prompt: [2] for the second passage
    """

    id: str
    start: int
    end: int
    known: bool
    by_place: bool = False


def citations(answer: str, known_ids: Iterable[str]) -> list[Citation]:
    """The passages that an answer cites, in the order in which they stand there.

    Takes       an answer; the ids of the passages in the order of the prompt, compared without regard to case and
                outer blanks
    Returns     a `Citation` for each id: ``[id]``, ``[a, b]``, ``[a; b]``, ``[a][b]``, ``[1-3]``, ``【1†source】``,
                ``[1](link)``; ``(id)`` and a link's text only where it is exactly a known id.
                ``[2]`` is the second passage of the prompt where no id is a number
    Errors      ValueError if the answer is no text, or known_ids is one text

    >>> [(each.id, each.known) for each in citations("Within 14 days [Return-1; return-9].", ["return-1"])]
    [('return-1', True), ('return-9', False)]
    >>> [(each.id, each.known) for each in citations("Within 14 days [1], by post [3].", ["return-1", "return-2"])]
    [('return-1', True), ('3', False)]

    Elsewhere   LlamaIndex's citation engine numbers its sources and asks for [1]; hosted assistants write 【1†source】
    Our choice  whatever one word stands in square brackets is meant as a citation: an unknown one is worth a look.
                One id that is a number makes every [2] an id; of a set of ids none is the second
    Source      the formats above, as the tools' own documentation shows them
    """
    if isinstance(known_ids, str):
        raise ValueError(f'known_ids must be several ids, not {described(known_ids)}. For one write ["return-1"].')
    known = _Known(known_ids)
    return [
        Citation(known.id_of(each) or each, found.start(), found.end(), each in known, known.is_place(each))
        for found in _BRACKETS.finditer(checked_text(answer))
        for each in _cited(answer, found, known)
    ]


class _Known:
    """The ids in the prompt, and what is to be known about how they are built."""

    def __init__(self, ids: Iterable[str]) -> None:
        in_order = [] if isinstance(ids, AbstractSet) and not isinstance(ids, KeysView) else list(ids)
        self.ids = {folded(checked_id(each)): each for each in in_order or ids}
        self.shapes = {_shape(each) for each in self.ids}
        self.have_blanks = any(" " in each for each in self.ids)
        self._by_place = {} if any(map(str.isdigit, self.ids)) else dict(enumerate(in_order, start=1))
        self._asked: dict[str, str | None] = {}

    def id_of(self, token: str) -> str | None:
        """The id that a token means, as the prompt has it. Answers cite few ids many times: each is folded once."""
        if token not in self._asked:
            self._asked[token] = self.ids.get(folded(token)) or self._at(token)
        return self._asked[token]

    def is_place(self, token: str) -> bool:
        """Whether a token names a passage by its place in the prompt."""
        return bool(self._at(token)) and folded(token) not in self.ids

    def is_id(self, token: str) -> bool:
        """Whether a token is an id as it stands."""
        return token in self and not self.is_place(token)

    def _at(self, token: str) -> str | None:
        return self._by_place.get(int(token)) if token.isdecimal() and len(token) <= _LONGEST_PLACE else None

    def __contains__(self, token: str) -> bool:
        return self.id_of(token) is not None


def checked_id(passage_id: str) -> str:
    """The id itself, once it is sure to be text; otherwise ValueError."""
    if not isinstance(passage_id, str):
        raise ValueError(f"passage ids must be text, not {described(passage_id)}.")
    return passage_id


def _shape(text: str) -> str:
    """How a text is built: "return-1" and "gift-20" are both a-0."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))


def _cited(answer: str, found: re.Match[str], known: _Known) -> list[str]:
    """The ids that one pair of brackets names; none where it is an aside or a link's text."""
    ids = list(_ids_in(found.group(found.lastgroup or 0), known))
    if found.lastgroup == "round":
        # "(2)" counts the points of a list more often than it cites.
        return ids if all(map(known.is_id, ids)) and not _is_list_number(answer, found) else []
    if answer.startswith("(", found.end()):
        return [each for each in ids if each in known or _is_built_like(each, known)]
    return ids


def _ids_in(inside: str, known: _Known) -> Iterator[str]:
    """The ids between brackets. A known id is taken as it stands, whatever signs are in it."""
    if inside in known:
        yield inside.strip()
        return
    for part in _PARTS.findall(inside.partition("†")[0]):
        token = _token_in(part, known)
        between = _RANGE.fullmatch(token)
        if between and token not in known:
            yield from _range(token, int(between[1]), int(between[2]))
        elif token in known or _may_be_id(token, known):
            yield token


def _token_in(part: str, known: _Known) -> str:
    """The id without the signs round it, and without the word "source" before it."""
    token = part.strip(_DECORATION)
    return token if token in known else _LABEL.sub("", token, count=1)


def _range(token: str, first: int, last: int) -> list[str]:
    """[1-3] is three citations; what is too long, or runs backwards, is one that nobody knows."""
    in_order = first <= last <= first + _LONGEST_RANGE
    return [str(each) for each in range(first, last + 1)] if in_order else [token]


def _may_be_id(token: str, known: _Known) -> bool:
    """Whether an unknown text in brackets is meant as an id: one word, or several where ids have several."""
    return any(map(str.isalnum, token)) and (known.have_blanks or not any(map(str.isspace, token)))


def _is_built_like(token: str, known: _Known) -> bool:
    """Whether a link's text looks like a known id: "return-9" beside "return-1", "7" beside "1"."""
    return any(map(str.isdigit, token)) and _shape(folded(token)) in known.shapes


def _is_list_number(answer: str, found: re.Match[str]) -> bool:
    """Whether "(1)" at a line's start only counts the points of a list."""
    begins = answer[max(0, found.start() - 1) : found.start()] in ("", "\n")
    goes_on = answer[found.end() : found.end() + 1].isspace()
    return begins and goes_on and found.group()[1:-1].isdigit()
