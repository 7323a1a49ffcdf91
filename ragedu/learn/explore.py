"""Explorers: change one thing, and watch every number that hangs on it.

    from ragedu.learn import explore

    explore.ranking(["payment-2", "exchange-1"], {"exchange-1"})

With the widgets switched on (see ragedu.learn.widgets) the picture is alive. Without them it stands still: change an
argument and run the cell again.
"""

from collections.abc import Iterable, Mapping, Sequence, Set

from ragedu.bleu import Smoothing
from ragedu.cases import Hit, Passage, Trace
from ragedu.learn.explorers.answering import AnswerExplorer, answer_explorer
from ragedu.learn.explorers.choosing import KExplorer, shop_at
from ragedu.learn.explorers.cutting import PromptCutExplorer, prompt_cut_explorer
from ragedu.learn.explorers.ranking import RankingExplorer, ranking_explorer
from ragedu.learn.explorers.similarity import BleuExplorer


def ranking(
    retrieved: Sequence[str], relevant: Set[str] | Mapping[str, float], k: int | None = None
) -> RankingExplorer:
    """What each ranking metric makes of a ranking, with its division.

    retrieved  ids, best first
    relevant   a set of ids, or a dict id -> grade; an empty one is a place to start from
    k          the cut; left out, the whole ranking, but 5 at most

    >>> for score in ranking(["gift", "refund", "parcel"], {"refund", "parcel"}, k=2).scores:
    ...     print(score)
    hit rate@2: found at rank 2, so 1.00
    recall@2 = 1 / 2 = 0.50
    precision@2 = 1 / 2 = 0.50
    nDCG@2 = 0.63 / 1.63 = 0.39
    RR = 1 / 2 = 0.50
    AP = (1/2 + 2/3) / 2 = 0.58
    context precision = (1/2 + 2/3) / 2 = 0.58
    """
    return ranking_explorer(retrieved, relevant, k)


def k(k: int = 3) -> KExplorer:
    """What the shop finds, what is grounded and right, and what it costs, with k passages in the prompt.

    >>> print(k(1).brief)
    k is 1: found 3 of 7, grounded 6 of 8, right 5 of 8, tokens 164.
    """
    return shop_at(k)


def answer(answer: str, passages: Mapping[str, str] | Iterable[Passage | Hit], question: str = "") -> AnswerExplorer:
    """How much of an answer stands on its passages: citations and numbers, marked.

    answer    with its citations, as in "within 14 days [return-1]"
    passages  those in the prompt: a dict id -> text, or passages or hits with their texts
    question  what was asked; may be left out

    >>> print(answer("Within 30 days [return-1].", {"return-1": "Send it back within 14 days."}).grounding)
    Not grounded: 1 problem
    Within 30 days {✗ not found} [return-1] {✓ in prompt}.
    - number_missing: "30 days" stands nowhere in what is cited for it: return-1.
    """
    return answer_explorer(answer, passages, question)


def bleu(reference: str, hypothesis: str, smoothing: Smoothing | None = None) -> BleuExplorer:
    """Which n-grams two texts share, and how BLEU comes from them.

    reference   what a person wrote
    hypothesis  what is compared with it
    smoothing   what stands for an n-gram length without a match: None, "epsilon" or "exponential"

    >>> print(bleu("within five days", "in five days").formula)
    BLEU = 1.000 × ³√(2/3 × 1/2 × 0/1) = 0.000
    """
    return BleuExplorer(reference, hypothesis, smoothing)


def prompt_cut(traces: Iterable[Trace], cut: int | None = None) -> PromptCutExplorer:
    """At which stage each bad answer fails, when another number of places reaches the prompt.

    traces  recorded, with their rankings
    cut     how many places reach the prompt; left out, what most of them were recorded with

    >>> from ragedu.assistant import firmware
    >>> print(prompt_cut(firmware.traces, cut=20).brief)
    Prompt cut at 20. Moved: 2 from "reranking" to "now in the prompt", 1 from "retrieval" to "now in the prompt".
    """
    return prompt_cut_explorer(traces, cut)
