"""Measures by name: "recall@10", "rr", "rr@10", and the function that scores one question by each."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragedu.cases import Evidence, described
from ragedu.retrieval import (
    Gain,
    average_precision,
    checked_k,
    context_precision,
    evidence_recall_at_k,
    found_at_k,
    hit_rate_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

DEFAULT_KS = (1, 3, 5, 10)

AT_K: dict[str, Callable[..., float]] = {
    "precision": precision_at_k,
    "recall": recall_at_k,
    "hit_rate": hit_rate_at_k,
    "ndcg": ndcg_at_k,
    "found": found_at_k,
    "evidence_recall": evidence_recall_at_k,
}
"""Measures that look at the first k places; asked for as "recall@10"."""

WHOLE: dict[str, Callable[..., float]] = {
    "rr": reciprocal_rank,
    "ap": average_precision,
    "context_precision": context_precision,
}
"""Measures of the whole ranking; a cut may be given, as in "rr@10"."""

OVER_EVIDENCE = ("found", "evidence_recall")
"""Measures that take the groups of a case's evidence rather than a set of ids; qrels have no groups."""

QUESTIONS = ("found", "grounded", "right")
"""What a report asks of every trace, in the order in which an answer comes about; no ranking tells them."""

_ASK_A_REPORT = "Take `ragedu report FILE`, or report(traces)."

_ELSEWHERE = {
    "mrr": "rr",
    "recip_rank": "rr",
    "map": "ap",
    "map_cut": "ap",
    "p": "precision",
    "r": "recall",
    "ndcg_cut": "ndcg",
    "success": "hit_rate",
    "hit": "hit_rate",
    "hits": "hit_rate",
}
"""How other tools name measures that are here under another name."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of one question.

    grades    the grades of its relevant ids
    evidence  its groups of evidence; None in qrels, which have none
    ids       every id that was judged, of grade 0 too
    """

    grades: Mapping[str, float]
    evidence: Evidence | None
    ids: Iterable[str] = field(default=(), compare=False)

    def agrees_with(self, other: "Judged") -> bool:
        """Whether both say the same; groups count where both have them."""
        same_groups = None in (self.evidence, other.evidence) or self.evidence == other.evidence
        return self.grades == other.grades and same_groups


Scorer = Callable[[Sequence[str], Judged], float]


def default_measures(ks: Iterable[int] = DEFAULT_KS, with_evidence: bool = True) -> list[str]:
    """Every measure at every cut, and those of the whole ranking; over evidence groups only where there are groups."""
    names = [name for name in AT_K if with_evidence or name not in OVER_EVIDENCE]
    cuts = checked_ks(ks)
    return [*(f"{name}@{k}" for name in names for k in cuts), *WHOLE]


def checked_ks(ks: Iterable[int]) -> list[int]:
    """The cuts as a list, once each is sure to be one. ValueError otherwise, and when there is none."""
    if isinstance(ks, str) or not isinstance(ks, Iterable):
        raise ValueError(f"ks must be a list of whole numbers, such as [1, 3, 10], not {described(ks)}.")
    cuts = list(dict.fromkeys(map(checked_k, ks)))
    if not cuts:
        raise ValueError("ks is empty. Give at least one cut, such as [10].")
    return cuts


def checked_names(measures: Iterable[str]) -> list[str]:
    """The names of measures as a list, each once. ValueError when they are none."""
    if isinstance(measures, str) or not isinstance(measures, Iterable):
        raise ValueError(f'measures must be a list of names, such as ["recall@10", "rr"], not {described(measures)}.')
    names = list(measures)
    if not names:
        raise ValueError('measures is empty. Give at least one, such as ["recall@10"], or None for all.')
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f'a measure is named by text, such as "recall@10", not {described(name)}.')
    return list(dict.fromkeys(names))


def split_measure(name: str) -> tuple[str, str]:
    """ "recall@10" as its measure and its cut; the cut is empty where there is none."""
    measure, _, cut = name.partition("@")
    return measure, cut


def scorer_of(name: str, gain: Gain = "linear", *, beside: Sequence[str] = ()) -> Scorer:
    """The function that scores one question by the measure of this name.

    ValueError where there is none: it lists all there are, and before them those beside.
    """
    measure, cut = split_measure(name)
    if measure not in AT_K and measure not in WHOLE:
        known = ", ".join([*beside, *(f"{each}@k" for each in AT_K), *WHOLE])
        if name in QUESTIONS:
            raise ValueError(f"{name!r} is asked of answers, and here rankings are measured. {_ASK_A_REPORT}")
        raise ValueError(f"there is no measure {name!r}{_named_here(name)}. Measures are: {known}.")
    needs_a_cut = measure in AT_K or "@" in name
    # No leading zero: "recall@01" and "recall@1" would be two names of one measure.
    if (cut or needs_a_cut) and not re.fullmatch("[1-9][0-9]*", cut):
        asked = f" For whether the prompt held what is needed: {_ASK_A_REPORT}" if name in QUESTIONS else ""
        raise ValueError(f"{name!r} needs a whole number from 1 up behind the @, for example {measure}@10.{asked}")
    k = int(cut) if cut else None
    function: Callable[..., Any] = AT_K.get(measure) or WHOLE[measure]
    if measure in OVER_EVIDENCE:
        return lambda retrieved, judged: function(retrieved, judged.evidence, k)
    if measure == "ndcg":
        return lambda retrieved, judged: function(retrieved, judged.grades, k, gain=gain)
    return lambda retrieved, judged: function(retrieved, judged.grades, k)


def _named_here(name: str) -> str:
    parts = re.fullmatch(r"(.+?)(?:[@_](\d+))?", name)
    here = parts and _ELSEWHERE.get(parts[1].lower())
    if not parts or not here:
        return ""
    return f" ({name} is {here}{f'@{int(parts[2])}' if parts[2] else ''} here)"


def refuse_groups(names: Iterable[str]) -> None:
    """ValueError if one of these measures needs groups of evidence, which qrels don't have."""
    for name in names:
        if split_measure(name)[0] in OVER_EVIDENCE:
            raise ValueError(f"{name} needs cases with evidence; qrels have no groups. Take hit_rate or recall.")
