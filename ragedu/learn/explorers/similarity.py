"""Two texts, the n-grams they share, and the factors of BLEU."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from ragedu import bleu
from ragedu.learn.explorers.base import Explorer, Part, rounded
from ragedu.tables import visible

SHOWN = 40
"""How many n-grams of each length are shown."""

SIGNS = {"matched": "✓", "clipped": "~", "missed": "✗"}
# Mid-tones, at least 3:1 against both themes; the sign says it too.
_FRAMES = {"matched": "2px solid #2e8540", "clipped": "2px dashed #c05600", "missed": "2px solid transparent"}
_CHIP = "display: inline-block; margin: 0.15em 0.3em 0.15em 0; padding: 0 0.4em; border-radius: 3px; border: "
LEGEND = "✓ matched: the reference has it. ~ clipped: the reference has it, but not that often. ✗ missed: it has not."


@dataclass(frozen=True)
class Marks:
    """The n-grams of one length, in the hypothesis' order, each with a sign for what became of it."""

    order: bleu.Order
    ngrams: Sequence[tuple[str, bleu.Place]]

    @property
    def _head(self) -> str:
        counted = f"{self.order.matched} matched, {self.order.clipped} clipped, {self.order.missed} missed"
        return f"n = {self.order.n}: {counted}. {self.order.precision} = {rounded(self.order.precision.value)}"

    @property
    def _more(self) -> str:
        more = len(self.ngrams) - SHOWN
        return f"and {more} more" if more > 0 else ""

    def __str__(self) -> str:
        marked = [f"{SIGNS[place]} {visible(each)}" for each, place in self.ngrams[:SHOWN]]
        return f"{self._head}\n    " + "   ".join(filter(None, [*marked, self._more]))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        chips = "".join(_chip(each, place) for each, place in self.ngrams[:SHOWN])
        return f"<div><strong>{self._head}</strong><br>{chips}{self._more}</div>"


def _chip(ngram: str, place: bleu.Place) -> str:
    sign = f'<span role="img" aria-label="{place}:">{SIGNS[place]}</span>'
    # A blank after each chip, so that they are words for ears and for whoever copies them.
    return f'<span style="{_CHIP}{_FRAMES[place]};">{sign} {escape(visible(ngram))}</span> '


@dataclass(frozen=True, repr=False)
class BleuExplorer(Explorer):
    """A reference, a hypothesis, and what BLEU makes of them.

    smoothing  what stands for an order without a match; see `ragedu.bleu.bleu`
    """

    reference: str
    hypothesis: str
    smoothing: bleu.Smoothing | None = None

    title = "Two texts: which n-grams do they share, and what does BLEU make of them?"
    by_hand = "Change a text in the call and run it again: `explore.bleu(reference, hypothesis)`."

    @cached_property
    def breakdown(self) -> bleu.Breakdown:
        """Where the score comes from."""
        return bleu.breakdown([self.reference], self.hypothesis, smoothing=self.smoothing, tokenizer=bleu.words)

    @property
    def parts(self) -> Sequence[str | Part]:
        found = self.breakdown
        if not found.hypothesis:
            return ["The hypothesis is empty. There is no n-gram to look for, so BLEU is 0."]
        marks = [Marks(order, list(zip(_texts(found, order.n), order.places, strict=True))) for order in found.orders]
        return [self.formula, found.table().note, LEGEND, *marks]

    @property
    def formula(self) -> str:
        """The score as the product of its factors."""
        found = self.breakdown
        if not found.orders:
            return "BLEU = 0"
        factors = " × ".join(_factor(each) for each in found.orders)
        root = f"({factors})^(1/{len(found.orders)})" if len(found.orders) > 1 else factors
        return f"BLEU = {found.brevity_penalty:.3f} × {root} = {found.score:.3f}"

    @property
    def brief(self) -> str:
        """The score in a sentence to be read aloud."""
        found = self.breakdown
        matched = ", ".join(str(each.precision) for each in found.orders)
        return f"BLEU is {found.score:.3f}. " + (f"Matched, for n from 1 up: {matched}." if matched else "")


def _texts(found: bleu.Breakdown, n: int) -> list[str]:
    return [" ".join(each) for each in bleu.ngrams(found.hypothesis, n)]


def _factor(order: bleu.Order) -> str:
    # Where smoothing has put something in its place, that is the factor.
    return str(order.precision) if order.share == order.precision.value else f"{order.share:.3f}"
