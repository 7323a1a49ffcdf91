"""Thousands of seeded rankings, with grades, ties and unjudged ids: the same numbers as trec_eval, to 1e-9."""

import random
import shutil

import ir_measures
import pytest
import pytrec_eval
from ir_measures import nDCG

from ragedu.formats import iter_run, read_qrels, write_qrels, write_run
from ragedu.formats.trec import Ranking
from ragedu.retrieval import (
    average_precision,
    hit_rate_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

QUESTIONS = 4000
CUTS = (1, 2, 3, 5, 10, 30)


def a_question(source: random.Random) -> tuple[dict[str, int], dict[str, float]]:
    """Grades, and scores of a ranking; some ids are only judged, some only retrieved."""
    pool = [f"d{number}" for number in source.sample(range(500), source.randint(2, 40))]
    judged = source.sample(pool, source.randint(1, len(pool)))
    retrieved = source.sample(pool, source.randint(1, len(pool)))
    # Eighths fit in the 32 bits that pytrec_eval keeps. Few different ones make ties, many hardly any.
    levels = source.choice([3, 20, 5000])
    return (
        {each: source.choice([-1, 0, 0, 1, 1, 2, 3]) for each in judged},
        {each: source.randrange(levels) / 8 - 1 for each in retrieved},
    )


@pytest.fixture(scope="module")
def judged_and_scored() -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    source = random.Random(20250101)
    both = {f"q{number}": a_question(source) for number in range(QUESTIONS)}
    return {name: each[0] for name, each in both.items()}, {name: each[1] for name, each in both.items()}


def best_first(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda each: (scores[each], each.encode()), reverse=True)


@pytest.fixture(scope="module")
def trec_eval(judged_and_scored) -> dict[str, dict[str, float]]:
    cuts = ",".join(map(str, CUTS))
    measures = {f"{name}.{cuts}" for name in ("P", "recall", "map_cut", "ndcg_cut", "success")}
    qrels, run = judged_and_scored
    return pytrec_eval.RelevanceEvaluator(qrels, {*measures, "map", "recip_rank"}).evaluate(run)


def test_every_metric_equals_trec_eval_on_every_ranking(judged_and_scored, trec_eval):
    qrels, run = judged_and_scored
    compared = 0
    for question, grades in qrels.items():
        if not any(grade > 0 for grade in grades.values()):
            continue
        retrieved, theirs = best_first(run[question]), trec_eval[question]
        ours = {"map": average_precision(retrieved, grades), "recip_rank": reciprocal_rank(retrieved, grades)}
        for k in CUTS:
            ours[f"P_{k}"] = precision_at_k(retrieved, grades, k)
            ours[f"recall_{k}"] = recall_at_k(retrieved, grades, k)
            ours[f"success_{k}"] = hit_rate_at_k(retrieved, grades, k)
            ours[f"map_cut_{k}"] = average_precision(retrieved, grades, k)
            ours[f"ndcg_cut_{k}"] = ndcg_at_k(retrieved, grades, k)
        assert {name: theirs[name] for name in ours} == pytest.approx(ours, abs=1e-9, rel=0)
        compared += 1
    assert compared > 3000


def test_where_nothing_is_relevant_trec_eval_counts_0_and_we_refuse(judged_and_scored, trec_eval):
    qrels, run = judged_and_scored
    barren = [question for question, grades in qrels.items() if not any(grade > 0 for grade in grades.values())]

    assert len(barren) > 100
    for question in barren:
        assert set(trec_eval[question].values()) == {0.0}
        with pytest.raises(ValueError, match="nothing is relevant"):
            ndcg_at_k(best_first(run[question]), qrels[question], 5)


def test_files_are_ranked_as_trec_eval_ranks_them(judged_and_scored, trec_eval, tmp_path):
    qrels, run = judged_and_scored
    shuffled = random.Random(7)
    lines = [
        f"{question} Q0 {document} {shuffled.randint(1, 99)} {score} tag\n"
        for question, scores in run.items()
        for document, score in shuffled.sample(sorted(scores.items()), len(scores))
    ]
    (tmp_path / "some.run").write_text("".join(lines))
    write_qrels(qrels, tmp_path / "some.qrels")

    judgements = read_qrels(tmp_path / "some.qrels")
    assert judgements == qrels
    for question, ranking in iter_run(tmp_path / "some.run"):
        assert list(ranking.ids) == best_first(run[question])
        if any(grade > 0 for grade in judgements[question].values()):
            assert reciprocal_rank(ranking.ids, judgements[question]) == pytest.approx(
                trec_eval[question]["recip_rank"], abs=1e-9
            )


def test_what_we_write_pytrec_eval_reads(judged_and_scored, tmp_path):
    qrels, run = judged_and_scored
    rankings = {
        question: Ranking(best_first(scores), [scores[each] for each in best_first(scores)])
        for question, scores in run.items()
    }
    write_run(rankings, tmp_path / "some.run")
    write_qrels(qrels, tmp_path / "some.qrels")

    with (tmp_path / "some.run").open() as file:
        assert pytrec_eval.parse_run(file) == run
    with (tmp_path / "some.qrels").open() as file:
        assert pytrec_eval.parse_qrel(file) == qrels


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval is a Perl script")
def test_ndcg_with_exponential_gain_equals_gdeval():
    source = random.Random(3)
    qrels, run = {}, {}
    for number in range(1, 301):
        grades, scores = a_question(source)
        # gdeval wants numbers as question ids; grades below 0 and ties are its own matter.
        qrels[str(number)] = {each: max(0, grade) for each, grade in grades.items()} | {"d900": 1}
        run[str(number)] = {each: float(place) for place, each in enumerate(scores)}
    measure = nDCG(dcg="exp-log2") @ 10

    theirs = {each.query_id: each.value for each in ir_measures.gdeval.iter_calc([measure], qrels, run)}

    assert len(theirs) == 300
    for question, value in theirs.items():
        ours = ndcg_at_k(best_first(run[question]), qrels[question], 10, gain="exponential")
        assert ours == pytest.approx(value, abs=6e-6)  # it prints five decimals
