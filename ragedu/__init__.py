"""Evaluate a retrieval-augmented generation (RAG) system: did it find, does the answer stand on it, is it right?

Every name below loads on first use (PEP 562), so ``import ragedu`` stays light enough for a grader.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragedu.cases import Case, Evidence, Hit, Passage, Trace, all_of, any_of
    from ragedu.choice import (
        ask_choice,
        choice_outcome,
        choice_report,
        expected_for_guessing,
        parse_choice,
        score_choice,
    )
    from ragedu.grounding import check_grounding, citations, numbers, unsupported
    from ragedu.retrieval import (
        average_precision,
        context_precision,
        dcg_at_k,
        evidence_recall_at_k,
        found_at_k,
        hit_rate_at_k,
        id_context_recall,
        mean_reciprocal_rank,
        ndcg_at_k,
        precision_at_k,
        rank_of,
        recall_at_k,
        reciprocal_rank,
    )

__version__ = "0.1.0"

# Where a name is looked for, lightest first. Those of ragedu.bleu are not here: its `bleu` would hide the room, or the
# room hide it, depending on what was imported first. Write `from ragedu.bleu import bleu`.
_ROOMS = ("cases", "retrieval", "choice", "grounding")

__all__ = [
    "Case",
    "Evidence",
    "Hit",
    "Passage",
    "Trace",
    "all_of",
    "any_of",
    "ask_choice",
    "average_precision",
    "check_grounding",
    "choice_outcome",
    "choice_report",
    "citations",
    "context_precision",
    "dcg_at_k",
    "evidence_recall_at_k",
    "expected_for_guessing",
    "found_at_k",
    "hit_rate_at_k",
    "id_context_recall",
    "mean_reciprocal_rank",
    "ndcg_at_k",
    "numbers",
    "parse_choice",
    "precision_at_k",
    "rank_of",
    "recall_at_k",
    "reciprocal_rank",
    "score_choice",
    "unsupported",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        rooms = (import_module(f"ragedu.{room}") for room in _ROOMS)
        return next(getattr(room, name) for room in rooms if hasattr(room, name))
    raise AttributeError(f"module 'ragedu' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
