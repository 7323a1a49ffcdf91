"""The shop at some k: what is found, what stands on what was found, what is right, what it costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from ragedu import figures
from ragedu.assistant import shop
from ragedu.cases import ids_of
from ragedu.learn.explorers.base import Explorer, Part
from ragedu.reporting import QUESTIONS, Report, report
from ragedu.retrieval import checked_k, found_ranks
from ragedu.tables import Table


@dataclass(frozen=True, repr=False)
class KExplorer(Explorer):
    """The shop's assistant with k passages in its prompt."""

    k: int

    title = "Move k: what does the shop find, is it grounded, is it right, and what does it cost?"
    by_hand = "Change k in the call and run it again: `explore.k(4)`."
    most = len(shop.passages)

    @property
    def cut(self) -> int:
        """How many places reach the prompt."""
        return self.k

    def cut_at(self, k: int) -> "KExplorer":
        """The same shop with another k."""
        return shop_at(k)

    @cached_property
    def report(self) -> Report:
        """The three questions put to all eight answers."""
        return report(shop.answer(case.question, k=self.k) for case in shop.cases)

    @cached_property
    def numbers(self) -> dict[str, str]:
        """What is found, grounded, right and used."""
        shares = {name: self.report.share(name) for name in QUESTIONS}
        return {**shares, "tokens": f"{self.report.mean_tokens:.0f}"}

    @property
    def parts(self) -> Sequence[str | Part]:
        return self.parts_since(None)

    def parts_since(self, before: "Explorer | None") -> Sequence[str | Part]:
        was = before.numbers if isinstance(before, KExplorer) else None
        return [self._numbers_table(was), self.strip, self._amiss_table()]

    def _numbers_table(self, was: dict[str, str] | None) -> Table:
        rows = [
            (name, shown, *([f"was {was[name]}" if was[name] != shown else ""] if was else []))
            for name, shown in self.numbers.items()
        ]
        heads = ["measure", "value", *(["before the move"] if was else [])]
        note = (
            "found: the passage that answers is in the prompt.\n"
            "grounded: the citations and numbers of the answer stand in the prompt.\n"
            "right: the answer has the expected text. The answers are recorded.\n"
            "tokens: of prompt and answer together, a question."
        )
        return Table(f"The shop at k = {self.k}", heads, rows, note)

    @cached_property
    def strip(self) -> figures.Picture:
        """Where each expected passage stands, and the cut."""
        ranks = {case.question: _rank(case.question, case.relevant) for case in shop.answerable}
        return figures.rank_strip(ranks, self.k, places=self.most)

    def _amiss_table(self) -> Table | str:
        told = self.report
        rows = [(told.texts[each], _amiss(scores), told.answers[each]) for each, scores in told.per_question.items()]
        amiss = [row for row in rows if row[1]]
        if not amiss:
            return "Nothing goes wrong at this k."
        return Table("What goes wrong", ["question", "amiss", "answer"], amiss)

    @property
    def brief(self) -> str:
        """The numbers in a sentence to be read aloud."""
        return f"k is {self.k}: " + ", ".join(f"{name} {shown}" for name, shown in self.numbers.items()) + "."


@cache
def shop_at(k: int) -> KExplorer:
    """The explorer at this k; kept, for the shop doesn't change and a figure takes a while to draw."""
    return KExplorer(checked_k(k))


def _rank(question: str, relevant: frozenset[str]) -> int:
    return next(iter(found_ranks(ids_of(shop.search(question)), relevant)), 0)


def _amiss(scores: Mapping[str, float]) -> str:
    return ", ".join(f"not {name}" for name, score in scores.items() if not score)
