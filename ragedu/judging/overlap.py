"""A judge without a model: it counts which content words of a claim stand together in the contexts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, pairwise, product

from ragedu.grounding.quantities import Number
from ragedu.grounding.refusals import is_refusal
from ragedu.grounding.sources import Index, indexed, stand
from ragedu.grounding.splitting import sentences
from ragedu.judging.content import Content, content_of, without_citations
from ragedu.judging.judges import Verdict
from ragedu.judging.offline import OfflineJudge

FULLY, PARTLY = 0.8, 0.5
"""From which share of a claim's content words on it counts as fully, or partly, supported."""

MOST_MARKS, MOST_PLACES = 1000, 25
"""For one claim so many appearances of its words are looked up, the rarest words first, and so many places compared.
In contexts of some hundred sentences that is all of them; in a book it keeps the time from growing with its square."""


class OverlapJudge(OfflineJudge):
    """Judges by shared content words, numbers and negation: the same verdict every time, without a model or a network.

    A claim is fully supported by a sentence, or two that follow one another, in which at least 80 % of its content
    words stand, and partly by one with half of them. It is not supported where the best place has another number in
    the stead of the claim's, or a negation that the claim lacks, or the other way round; where in its clause a negation
    stands does not matter. Words are compared by their
    first letters, so that "deliver" is "delivery"; Chinese and its like by pairs of letters.

    >>> judge = OverlapJudge()
    >>> passage = "Money for returned goods is paid to your account within 5 days."
    >>> claims = ["Money is paid within 5 days.", "Money is paid in 30 days."]
    >>> [each.grade for each in judge.supports(claims, [passage])]
    [2, 0]
    >>> judge.supports(["Opened goods can be returned."], ["Opened goods cannot be returned."])[0].reason
    'One of the two is negated: returned.'
    """

    name = "OverlapJudge"
    blind = (
        "The same said in other words (money back, refund) is not recognised.",
        "Who did what to whom: the words of a sentence count in any order.",
        "One wrong name among five words or more passes as supported.",
        "At least and at most, a dropped condition, a negation without a word for it.",
        "How far a negation reaches: not all are, and all are not.",
        "Which of two numbers in a sentence belongs to what.",
        "Style: whether an answer is fluent, logical or natural.",
    )

    def supports(self, claims: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each claim."""
        places = _Places(contexts)
        verdicts = {claim: _verdict_on(content_of(claim), places) for claim in dict.fromkeys(claims)}
        return [verdicts[claim] for claim in claims]

    def relevant(self, question: str, answer: str) -> Verdict:
        """Whether the answer takes up the question's content words; a refusal does not answer."""
        asked, said = content_of(question).words, content_of(answer).words
        if is_refusal(without_citations(answer)):
            return Verdict(0, "", "It says that it does not know.")
        shared = asked & said
        share = len(shared) / len(asked) if asked else 0.0
        grade = 2 if share >= PARTLY else 1 if shared else 0
        return Verdict(grade, "", _counted(len(shared), len(asked), "the question's content words", asked - said))


@dataclass(frozen=True)
class _Place:
    """A sentence of the contexts, or two that follow one another."""

    text: str
    content: Content
    joined: bool = False

    @cached_property
    def numbers(self) -> Index:
        """Its numbers, as the checker of grounding compares them."""
        return indexed(self.content.numbers)


class _Places:
    """All places of the contexts, found by the words and numbers they hold."""

    def __init__(self, contexts: Iterable[str]) -> None:
        self.all = [place for context in dict.fromkeys(contexts) for place in _places_in(context)]
        self._holding: defaultdict[object, list[int]] = defaultdict(list)
        for number, place in enumerate(self.all):
            for mark in place.content.marks:
                self._holding[mark].append(number)

    def near(self, content: Content) -> list[_Place]:
        """The places that share most with a text."""
        known = sorted((self._holding[mark] for mark in content.marks & self._holding.keys()), key=len)
        shared = Counter(islice(chain.from_iterable(known), MOST_MARKS))
        return [self.all[number] for number, _ in shared.most_common(MOST_PLACES)]


def _places_in(context: str) -> Iterator[_Place]:
    spans = sentences(context)
    contents = [content_of(str(each)) for each in spans]
    for span, content in zip(spans, contents, strict=True):
        yield _Place(str(span), content)
    for (first, of_first), (second, of_second) in pairwise(zip(spans, contents, strict=True)):
        yield _Place(context[first.start : second.end], of_first | of_second, joined=True)


class _Match:
    """A claim beside one place of the contexts."""

    def __init__(self, claim: Content, place: _Place) -> None:
        self.place, self.claim = place, claim
        self.shared = claim.words & place.content.words
        self.share = len(self.shared) / len(claim.words) if claim.words else 1.0
        self.missing = [each for each in claim.numbers if not _stands_in(each, place)]
        turned = (claim.negated ^ place.content.negated) & self.shared
        self.turned = [each for each in turned if not _denied_alike(each, claim, place.content)]

    @property
    def grade(self) -> int:
        """0, 1 or 2, as the class `OverlapJudge` says."""
        if self.turned or (self.missing and (self.place.content.numbers or not self.claim.words)):
            return 0
        grade = 2 if self.share >= FULLY else 1 if self.share >= PARTLY else 0
        return min(grade, 1) if self.missing else grade

    @property
    def rank(self) -> tuple[bool, bool, bool, float, int, int]:
        """By what the best match is chosen: full support by a sentence decides, then a sentence that has all the words
        and contradicts, then full support by two together, which may mix up their numbers; else the share of words."""
        alone, full = not self.place.joined, self.grade == 2
        contradicts = self.grade == 0 and self.share >= FULLY
        return alone and full, alone and contradicts, full, self.share, self.grade, -len(self.place.text)

    def verdict(self) -> Verdict:
        """The verdict, in words."""
        if self.turned:
            reason = f"One of the two is negated: {', '.join(self.claim.spelt(self.turned))}."
        elif self.missing:
            reason = f"The number {_named(self.missing[0])} does not stand there."
        else:
            missing = self.claim.spelt(self.claim.words - self.shared)
            reason = _counted(len(self.shared), len(self.claim.words), "its content words", missing)
        return Verdict(self.grade, self.place.text, reason)


def _verdict_on(claim: Content, places: _Places) -> Verdict:
    if not claim:
        return Verdict(0, "", "The claim has no content word.")
    matches = [_Match(claim, place) for place in places.near(claim)]
    if not matches:
        return Verdict(0, "", "None of its content words stands there.")
    return max(matches, key=lambda match: match.rank).verdict()


def _denied_alike(word: str, claim: Content, said: Content) -> bool:
    """Whether both deny the same clause once, in whatever place: "is never shared", "we never share"."""
    pairs = product(claim.denied_once(word), said.denied_once(word))
    return any(len(one & other) >= PARTLY * min(len(one), len(other)) for one, other in pairs)


def _stands_in(number: Number, place: _Place) -> bool:
    return any(each.fits(number) for each in stand(number, [place.numbers]))


def _named(number: Number) -> str:
    return f"{number.text} {number.unit}".strip()


def _counted(shared: int, of: int, what: str, missing: Iterable[str]) -> str:
    named = ", ".join(islice(sorted(missing), 5))
    return f"{shared} of {of} of {what} stand there{f'; missing: {named}' if named else ''}."
