"""Two texts, the n-grams they share, and the factors of BLEU."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from ragedu import bleu
from ragedu.figures.drawing import BLUE, ORANGE
from ragedu.learn.explorers.base import Explorer, Part, rounded
from ragedu.tables import visible

SHOWN = 40
"""How many n-grams of each length are shown."""

SIGNS = {"matched": "✓", "clipped": "~", "missed": "✗"}
# As the figure of n-grams draws them: filled, hatched, dashed. Fills are thin enough for text in both themes; the sign
# says it too.
_LOOKS = {
    "matched": f"border: 2px solid {BLUE}; background: {BLUE}40",
    "clipped": f"border: 2px solid {ORANGE}; background: repeating-linear-gradient(135deg, {ORANGE}50 0 2px, "
    "transparent 2px 7px)",
    "missed": f"border: 2px dashed {ORANGE}",
}
_CHIP = "display: inline-block; margin: 0.15em 0.3em 0.15em 0; padding: 0 0.4em; border-radius: 3px; "
_ROOTS = {1: "", 2: "√", 3: "³√", 4: "⁴√"}
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
    return f'<span style="{_CHIP}{_LOOKS[place]};">{sign} {escape(visible(ngram))}</span> '


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
        return [self.formula, self.settings, LEGEND, *marks]

    @property
    def settings(self) -> str:
        """Lengths, what was left out, and what the score was asked for with, in words."""
        found = self.breakdown
        *notes, _ = found.table().note.splitlines()  # the last line is for whoever compares scores
        smoothed = f"Smoothing: {found.smoothing}." if found.smoothing else "No smoothing."
        return "\n".join([*notes, f"n-grams of 1 to {found.max_n} tokens, against one reference. {smoothed}"])

    @property
    def formula(self) -> str:
        """The score as the product of its factors."""
        found = self.breakdown
        if not found.orders:
            return "BLEU = 0"
        factors = " × ".join(_factor(each) for each in found.orders)
        root = f"{_ROOTS[len(found.orders)]}({factors})" if len(found.orders) > 1 else factors
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
