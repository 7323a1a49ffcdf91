"""Whether an answer stands on the passages it cites."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeVar

from ragedu.grounding.citing import Citation, citations
from ragedu.grounding.marking import Mark, html_view, text_view
from ragedu.grounding.phrases import REFUSALS, Phrases
from ragedu.grounding.plain import UNREADABLE, blanked
from ragedu.grounding.quantities import Number, numbers_beside
from ragedu.grounding.refusals import is_refusal
from ragedu.grounding.sources import Passages, Prompt, quoted, stand, with_unit
from ragedu.grounding.splitting import Span, sentences
from ragedu.tables import visible

Kind = Literal["no_citation", "outside_prompt", "number_missing", "unit_differs"]
KINDS: tuple[Kind, ...] = ("no_citation", "outside_prompt", "number_missing", "unit_differs")
Placed = TypeVar("Placed", Citation, Number)
_FEW = 5


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why an answer does not stand on its passages.

    kind      "no_citation", "outside_prompt", "number_missing" or "unit_differs"
    place     the piece of the answer, and where it stands
    sentence  the sentence it stands in
    reason    what is wrong, as a sentence
    """

    kind: Kind
    place: Span
    sentence: str
    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True, repr=False)
class Grounding:
    """What the check of an answer found; in a notebook it shows the answer with its marks.

    answer    the answer, as it came
    problems  first by kind, in the order of `KINDS`, then by place
    marks     each citation and number, supported or not
    refusal   whether the answer only says that it has none
    """

    answer: str
    problems: tuple[Problem, ...]
    marks: tuple[Mark, ...]
    refusal: bool = False

    @property
    def ok(self) -> bool:
        """Whether no rule found anything. Rules see citations, numbers and units, and nothing else."""
        return not self.problems

    @property
    def headline(self) -> str:
        """The outcome in a few words."""
        if self.problems:
            count = len(self.problems)
            return f"Not grounded: {count} problem{'s' if count > 1 else ''}"
        return "Grounded: a refusal, which claims nothing" if self.refusal else "Grounded, as far as rules can see"

    def __str__(self) -> str:
        return text_view(self.headline, self.answer, self.marks, self._reasons)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_view(self.headline, self.answer, self.marks, self._reasons)

    @property
    def _reasons(self) -> list[str]:
        return [f"{each.kind}: {each.reason}" for each in self.problems]


def check_grounding(answer: str, passages: Passages, *, refusals: Phrases = REFUSALS) -> Grounding:
    """Whether an answer cites passages that were in the prompt, and takes its numbers and units from those it cites.

    Takes       an answer; the passages of the prompt in its order, as a dict id -> text, or as `Passage` or `Hit`
                objects with their texts; phrases that count as a refusal, by language
    Returns     a `Grounding`: `ok`, and `problems` by kind: no_citation, outside_prompt, number_missing, unit_differs
    Errors      ValueError if the answer is no text, or a passage has no text

    A sentence is checked against the passages it cites; a sentence without a citation against all that the answer
    cites. A refusal needs no citation:

    >>> shop = {"return-1": "Send it back within 14 days.", "delivery-1": "An office costs 3 euro, your door 5 euro."}
    >>> check_grounding("Send it back within 14 days [return-1].", shop).ok
    True
    >>> for each in check_grounding("It takes 5 days [delivery-1] and 30 euro [return-2].", shop).problems:
    ...     print(each.kind, each.place)
    outside_prompt [return-2]
    number_missing 30 euro
    unit_differs 5 days

    Elsewhere   ragas and others ask a model whether each statement follows; this asks nobody, and sees less
    Our choice  rules that anyone can recount. What they can't see (a "not", swapped subjects, the right number from
                the wrong passage) is in `gallery()`
    Source      the course's own rules, held to a table of cases
    """
    prompt = Prompt(passages)
    cited = citations(answer, prompt.in_order)
    refusal = is_refusal(_without(answer, cited), refusals)
    findings = list(_findings(answer, cited, prompt))
    problems = [each.problem for each in findings if each.problem]
    if not cited and not refusal:
        problems = [_no_citation(answer)]
    problems.sort(key=lambda each: (KINDS.index(each.kind), each.place.start))
    marks = sorted((each.mark for each in findings), key=lambda each: each.start)
    return Grounding(answer, tuple(problems), tuple(marks), refusal)


def unsupported(answer: str, hits: Passages) -> str:
    """The first reason why an answer does not stand on its passages, as a sentence; "" when there is none.

    Takes       an answer; the passages of the prompt, as `check_grounding` takes them
    Returns     the reason of the first problem that `check_grounding` finds
    Errors      ValueError as there

    >>> unsupported("Within 30 days [return-1].", {"return-1": "Send it back within 14 days."})
    '"30 days" stands nowhere in what is cited for it: return-1.'
    """
    return next((each.reason for each in check_grounding(answer, hits).problems), "")


def _without(answer: str, cited: Sequence[Citation]) -> str:
    return blanked(answer, [(each.start, each.end) for each in cited]).replace(UNREADABLE, " ")


# --- sentence by sentence ---


@dataclass(frozen=True, slots=True)
class _Finding:
    """One citation or number, and what is wrong with it, if anything is."""

    mark: Mark
    problem: Problem | None = None


def _findings(answer: str, cited: Sequence[Citation], prompt: Prompt) -> Iterator[_Finding]:
    """What each citation and number of the answer comes to."""
    waiting, counted = deque(cited), deque(numbers_beside(answer, cited, prompt.texts))
    everything = _known(cited)
    for sentence in sentences(answer):
        here = _up_to(sentence.end, waiting)
        for _, together in groupby(here, key=lambda each: each.start):
            yield _on_citation(answer, list(together), sentence, prompt)
        sources = _known(here) if here else everything
        for number in _up_to(sentence.end, counted):
            yield _on_number(answer, number, sentence, sources, prompt)


def _up_to(end: int, waiting: deque[Placed]) -> list[Placed]:
    """Those that begin before the sentence's end; each is taken once."""
    taken = []
    while waiting and waiting[0].start < end:
        taken.append(waiting.popleft())
    return taken


def _known(cited: Iterable[Citation]) -> list[str]:
    return list(dict.fromkeys(each.id for each in cited if each.known))


def _on_citation(answer: str, together: Sequence[Citation], sentence: Span, prompt: Prompt) -> _Finding:
    start, end = together[0].start, together[0].end
    unknown = [each.id for each in together if not each.known]
    if not unknown:
        meant = [each.id for each in together if each.by_place]
        return _Finding(Mark(start, end, True, f"in prompt: {_listed(meant)}" if meant else "in prompt"))
    which = _listed(unknown)
    verb = "is cited but was" if len(unknown) == 1 else "are cited but were"
    reason = f"{which} {verb} not in the prompt, which held {_listed(prompt.ids) or 'no passage'}."
    return _failed("outside_prompt", "not in prompt", Span(start, end, answer[start:end]), sentence, reason)


def _on_number(answer: str, number: Number, sentence: Span, sources: Sequence[str], prompt: Prompt) -> _Finding:
    place = with_unit(answer, number)
    if not sources:
        # Nothing is cited that could be read: that is said of the citation, once.
        return _Finding(Mark(place.start, place.end, False, "not checked"))
    found = stand(number, [prompt.index(each) for each in sources])
    if any(each.fits(number) for each in found):
        return _Finding(Mark(place.start, place.end, True, "found"))
    if not found:
        reason = f'"{visible(place.text)}" stands nowhere in what is cited for it: {_listed(sources)}.'
        return _failed("number_missing", "not found", place, sentence, reason)
    said, where, shown = map(visible, (quoted(answer, number), found[0].where, found[0].shown))
    reason = f'"{said}" has another unit where it is cited from: {where} says "{shown}".'
    return _failed("unit_differs", "other unit", place, sentence, reason)


def _failed(kind: Kind, word: str, place: Span, sentence: Span, reason: str) -> _Finding:
    return _Finding(Mark(place.start, place.end, False, word), Problem(kind, place, sentence.text, reason))


def _no_citation(answer: str) -> Problem:
    first = next(iter(sentences(answer)), None)
    reason = "The answer cites no passage, so there is nothing to hold it against."
    empty = "The answer is empty: it says nothing and cites nothing."
    return Problem("no_citation", Span(0, len(answer), answer), str(first or ""), reason if first else empty)


def _listed(ids: Sequence[str]) -> str:
    """Ids as a message shows them: the first few."""
    shown = ", ".join(visible(each) for each in ids[:_FEW])
    return shown if len(ids) <= _FEW else f"{shown} and {len(ids) - _FEW} more"
