"""A ranking to rearrange, and what each ranking metric makes of it, with its division."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from ragedu import retrieval
from ragedu.cases import described
from ragedu.learn.explorers.base import Explorer, Part, rounded
from ragedu.tables import Table

SHOWN = 20
"""How many places of a long ranking are shown; the metrics see them all."""
TERMS = 6
"""How many terms of a long sum are written out."""
NOTHING_RELEVANT = (
    "No passage is marked as relevant. There is nothing to find, so no score is defined: "
    "such a question is left out of the mean. Mark a passage, and the numbers come back."
)


@dataclass(frozen=True)
class Score:
    """What a metric says of a ranking, and how it comes to it."""

    metric: str
    cut: int | None
    division: str
    value: float

    @property
    def name(self) -> str:
        """As a report writes it: with its k, where there is one."""
        return self.metric if self.cut is None else f"{self.metric}@{self.cut}"

    def __str__(self) -> str:
        if "/" not in self.division:
            return f"{self.name}: {self.division}, so {rounded(self.value)}"
        return f"{self.name} = {self.division} = {rounded(self.value)}"


@dataclass(frozen=True, repr=False)
class RankingExplorer(Explorer):
    """A ranking, what is relevant, and a cut. Each move gives a new one, and leaves this one as it is.

    retrieved  ids, best first
    left_out   ids that stand in no place: never retrieved, or dropped
    grades     id -> grade; above 0 is relevant
    k          how many places reach the prompt
    graded     whether there are grades to give, or only relevant and not
    """

    retrieved: tuple[str, ...]
    left_out: tuple[str, ...]
    grades: Mapping[str, float]
    k: int
    graded: bool = False

    title = "Rearrange the ranking, say what is relevant, move the cut: what does each metric make of it?"
    by_hand = "Change the list, what is relevant, or k in the call, and run it again: `explore.ranking([…], {…}, k=3)`."

    # --- moves ---

    def moved(self, place: int, by: int) -> "RankingExplorer":
        """The passage at this place, counted from 0, and the one so many places further have changed places."""
        other = place + by
        if not 0 <= other < len(self.retrieved):
            return self
        order = list(self.retrieved)
        order[place], order[other] = order[other], order[place]
        return replace(self, retrieved=tuple(order))

    def dropped(self, place: int) -> "RankingExplorer":
        """The passage at this place, counted from 0, is not retrieved any more."""
        kept = self.retrieved[:place] + self.retrieved[place + 1 :]
        return replace(self, retrieved=kept, left_out=(*self.left_out, self.retrieved[place]))

    def brought_back(self, place: int) -> "RankingExplorer":
        """The passage at this place of `left_out`, counted from 0, stands at the end of the ranking."""
        left = self.left_out[:place] + self.left_out[place + 1 :]
        return replace(self, retrieved=(*self.retrieved, self.left_out[place]), left_out=left)

    def marked(self, passage_id: str, grade: float) -> "RankingExplorer":
        """The passage has this grade now; 0 is not relevant."""
        return replace(self, grades={**self.grades, passage_id: grade})

    def cut_at(self, k: int) -> "RankingExplorer":
        """So many places reach the prompt now."""
        return replace(self, k=retrieval.checked_k(k))

    # --- what there is to see ---

    def grade(self, passage_id: str) -> float:
        """The passage's grade; 0 where nobody gave one."""
        return self.grades.get(passage_id, 0)

    def is_repeat(self, place: int) -> bool:
        """Whether the passage at this place, counted from 0, stands further up already."""
        return self.retrieved[place] in self.retrieved[:place]

    @cached_property
    def scores(self) -> list[Score]:
        """Every ranking metric; empty when nothing is relevant, for then none is defined."""
        return _scores(self) if any(grade > 0 for grade in self.grades.values()) else []

    @property
    def parts(self) -> Sequence[str | Part]:
        return [self.places_table(), self.scores_table() if self.scores else NOTHING_RELEVANT]

    def places_table(self) -> Table:
        """Which passage stands at which rank, and what it is worth."""
        rows: list[tuple[object, ...]] = [
            (rank, each, self._worth(each, rank - 1), "yes" if rank <= self.k else "no")
            for rank, each in enumerate(self.retrieved[:SHOWN], start=1)
        ]
        rows += [("–", each, self._worth(each), "no") for each in self.left_out[:SHOWN]]
        more = len(self.retrieved) - SHOWN
        note = f"{more} more below. " if more > 0 else ""
        note += "–: not retrieved." if self.left_out else ""
        heads = ["rank", "passage", "grade" if self.graded else "relevant", "reaches the prompt"]
        return Table(f"The ranking, cut at k = {self.k}", heads, rows, note.strip())

    def _worth(self, passage_id: str, place: int | None = None) -> str:
        grade = self.grade(passage_id)
        said = f"{grade:g}" if self.graded else ("yes" if grade > 0 else "no")
        return f"{said}, a repeat: adds nothing" if place is not None and self.is_repeat(place) else said

    def scores_table(self, before: "RankingExplorer | None" = None) -> Table:
        """Every metric with its division; with the state before, also what each number was then."""
        was = {each.metric: each for each in before.scores} if before else {}
        rows = [
            (each.name, each.division, rounded(each.value), *([_was(was.get(each.metric), each)] if before else []))
            for each in self.scores
        ]
        heads = ["metric", "worked out", "score", *(["before the move"] if before else [])]
        return Table(
            "What each metric makes of it", heads, rows, "With @k: the first k places. Without: the whole ranking."
        )


def _was(before: Score | None, now: Score) -> str:
    if before is None:
        return "was not defined"
    return f"was {rounded(before.value)}" if _differ(before, now) else ""


def told(before: RankingExplorer, now: RankingExplorer) -> str:
    """Which numbers a move has changed, in a sentence to be read aloud."""
    if not now.scores:
        return NOTHING_RELEVANT
    if not before.scores:
        return "The scores are defined again."
    pairs = list(zip(before.scores, now.scores, strict=True))
    changed = [
        f"{new.name} from {rounded(old.value)} to {rounded(new.value)}" for old, new in pairs if _differ(old, new)
    ]
    if not changed:
        return "No score changes."
    same = [new.name for old, new in pairs if not _differ(old, new)]
    return f"Changed: {', '.join(changed)}." + (f" As before: {', '.join(same)}." if same else "")


def _differ(one: Score, other: Score) -> bool:
    return one.value != other.value


# --- the divisions ---


def _scores(state: RankingExplorer) -> list[Score]:
    retrieved, grades, k = state.retrieved, state.grades, state.k
    ranks = retrieval.found_ranks(retrieved, grades)
    inside = [rank for rank in ranks if rank <= k]
    expected = len(retrieval.relevant_ids(grades))
    at_finds = _sum([f"{found}/{rank}" for found, rank in enumerate(ranks, start=1)])
    return [
        Score("hit rate", k, _hit(inside), retrieval.hit_rate_at_k(retrieved, grades, k)),
        Score("recall", k, f"{len(inside)} / {expected}", retrieval.recall_at_k(retrieved, grades, k)),
        Score("precision", k, f"{len(inside)} / {k}", retrieval.precision_at_k(retrieved, grades, k)),
        Score("nDCG", k, _gains(retrieved, grades, k), retrieval.ndcg_at_k(retrieved, grades, k)),
        Score("RR", None, f"1 / {ranks[0]}" if ranks else NONE_FOUND, retrieval.reciprocal_rank(retrieved, grades)),
        Score("AP", None, f"{at_finds} / {expected}", retrieval.average_precision(retrieved, grades)),
        Score(
            "context precision",
            None,
            f"{at_finds} / {len(ranks)}" if ranks else NONE_FOUND,
            retrieval.context_precision(retrieved, grades),
        ),
    ]


NONE_FOUND = "none found"


def _hit(inside: Sequence[int]) -> str:
    return f"found at rank {inside[0]}" if inside else "none in the first k"


def _sum(terms: Sequence[str]) -> str:
    if len(terms) > TERMS:
        terms = [*terms[: TERMS - 1], "…", terms[-1]]
    return f"({' + '.join(terms)})" if terms else "0"


def _gains(retrieved: Sequence[str], grades: Mapping[str, float], k: int) -> str:
    ideal = sorted(grades, key=lambda each: -grades[each])
    ours, best = (retrieval.dcg_at_k(each, grades, k) for each in (retrieved, ideal))
    return f"{_amount(ours)} / {_amount(best)}"


def _amount(gain: float) -> str:
    return f"{gain:.2f}" if 0.01 <= gain < 1e6 or not gain else f"{gain:.3g}"


# --- from what a lesson calls it with ---


def ranking_explorer(
    retrieved: Sequence[str], relevant: Set[str] | Mapping[str, float], k: int | None = None
) -> RankingExplorer:
    """The explorer of a ranking; see `ragedu.learn.explore.ranking`."""
    places = tuple(retrieval.ranking(retrieved))
    grades = _grades(relevant)
    for each in (*places, *grades):
        if not isinstance(each, str):
            raise ValueError(f"passage ids are text, not {described(each)}. Write {str(each)!r}.")
    # A set has no order; sorted, the same call looks the same each time.
    judged = list(grades) if isinstance(relevant, Mapping) else sorted(grades)
    there = set(places)
    left_out = tuple(each for each in judged if each not in there and grades[each] > 0)
    cut = retrieval.checked_k(min(5, max(1, len(places))) if k is None else k)
    return RankingExplorer(places, left_out, grades, cut, isinstance(relevant, Mapping))


def _grades(relevant: Set[str] | Mapping[str, float]) -> dict[str, float]:
    if isinstance(relevant, Set | Mapping) and not relevant:
        return {}  # the metrics refuse this; here it is a place to start from
    if isinstance(relevant, Mapping):
        return {each: retrieval.checked_grade(each, grade) for each, grade in relevant.items()}
    return dict.fromkeys(retrieval.relevant_ids(relevant), 1)
