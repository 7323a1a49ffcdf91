"""Judging answers: taking them apart into claims, and asking a judge, with or without a model, about each.

Every judge says in `blind` what it cannot see. Before you trust one, compare it with people on answers of your own:
`ragedu.statistics.agreement`.
"""

from ragedu.judging.chat import ChatJudge
from ragedu.judging.claims import extract_claims
from ragedu.judging.embedding import EmbeddingJudge, embedding_similarity
from ragedu.judging.judges import Dimension, Judge, JudgeError, Rating, Verdict
from ragedu.judging.measures import (
    answer_relevance,
    factual_correctness,
    faithfulness,
    graded_faithfulness,
    judged_context_precision,
    statement_recall,
)
from ragedu.judging.overlap import OverlapJudge
from ragedu.judging.results import FactualCorrectness, Judged, Judgement, MeanScore, mean_score
from ragedu.judging.rubric import DIMENSIONS, Rubric, rubric

__all__ = [
    "DIMENSIONS",
    "ChatJudge",
    "Dimension",
    "EmbeddingJudge",
    "FactualCorrectness",
    "Judge",
    "JudgeError",
    "Judged",
    "Judgement",
    "MeanScore",
    "OverlapJudge",
    "Rating",
    "Rubric",
    "Verdict",
    "answer_relevance",
    "embedding_similarity",
    "extract_claims",
    "factual_correctness",
    "faithfulness",
    "graded_faithfulness",
    "judged_context_precision",
    "mean_score",
    "rubric",
    "statement_recall",
]
