"""Where tools disagree: our value on a case that can be checked by hand, and what the others return on the same.

pytrec_eval and ir_measures are asked on the spot. What ranx, LlamaIndex and ragas give stands in comments.
"""

import subprocess
import sys

import ir_measures
import pytest
import pytrec_eval
from ir_measures import RR

from ragedu.formats import read_run
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

WITH_K = [precision_at_k, recall_at_k, hit_rate_at_k, average_precision, context_precision, dcg_at_k, ndcg_at_k]
WITH_K += [reciprocal_rank]
WITH_GROUPS = [found_at_k, evidence_recall_at_k, id_context_recall]


def trec_eval(measure: str, retrieved: list[str], grades: dict[str, int]) -> float:
    """What trec_eval, inside pytrec_eval, makes of a ranking."""
    scores = {each: float(len(retrieved) - place) for place, each in enumerate(retrieved)}
    return pytrec_eval.RelevanceEvaluator({"q": grades}, {measure}).evaluate({"q": scores})["q"][measure]


def ones(ids: str) -> dict[str, int]:
    return dict.fromkeys(ids, 1)


# --- the same value as trec_eval ---


@pytest.mark.parametrize(
    ("convention", "ours", "value", "measure", "retrieved", "grades"),
    [
        ("empty places are misses", lambda r, g: precision_at_k(r, g, 5), 0.4, "P_5", "axb", ones("abc")),
        (
            "k may pass the end of the list",
            lambda r, g: recall_at_k(r, g, 100),
            2 / 3,
            "recall_100",
            "axb",
            ones("abc"),
        ),
        ("an unjudged id is not relevant", lambda r, g: precision_at_k(r, g, 10), 0.1, "P_10", "xa", ones("a")),
        ("a grade of 0 is not relevant", lambda r, g: recall_at_k(r, g, 5), 1.0, "recall_5", "a", {"a": 2, "b": 0}),
        ("a grade below 0 is not relevant", lambda r, g: precision_at_k(r, g, 5), 0.2, "P_5", "ab", {"a": 2, "b": -1}),
        (
            "a grade below 0 gains nothing",
            lambda r, g: ndcg_at_k(r, g, 5),
            0.630929754,
            "ndcg_cut_5",
            "ba",
            {"a": 2, "b": -1},
        ),
        ("any relevant id is a hit", lambda r, g: hit_rate_at_k(r, g, 5), 1.0, "success_5", "xa", ones("ab")),
        ("AP divides by all relevant: both found", average_precision, 0.45, "map", "vaxyb", ones("ab")),
        ("AP divides by all relevant: a third never found", average_precision, 0.3, "map", "vaxyb", ones("abc")),
        ("AP with a cut", lambda r, g: average_precision(r, g, 5), 0.3, "map_cut_5", "vaxybc", ones("abd")),
        ("only the first relevant counts", reciprocal_rank, 0.5, "recip_rank", "xab", ones("ab")),
        ("none found", reciprocal_rank, 0.0, "recip_rank", "xyz", ones("ab")),
        ("perfect top 2 of 4", lambda r, g: ndcg_at_k(r, g, 2), 1.0, "ndcg_cut_2", "ab", ones("abcd")),
        (
            "the gain is the grade",
            lambda r, g: ndcg_at_k(r, g, 5),
            0.796707581,
            "ndcg_cut_5",
            "ab",
            {"a": 1, "b": 3},
        ),
    ],
)
def test_trec_eval_agrees_that(convention, ours, value, measure, retrieved, grades):
    assert ours(list(retrieved), grades) == pytest.approx(value, abs=1e-9)
    assert trec_eval(measure, list(retrieved), grades) == pytest.approx(ours(list(retrieved), grades), abs=1e-12)


# --- clashes ---


def test_precision_can_be_divided_by_what_came_back():
    retrieved, relevant = ["a", "x", "b"], {"a", "b"}

    assert precision_at_k(retrieved, relevant, 5) == 0.4
    assert precision_at_k(retrieved, relevant, 5, count_empty=False) == pytest.approx(2 / 3)  # LlamaIndex, ragas by id
    assert precision_at_k([], relevant, 5, count_empty=False) == 0.0


def test_a_repeat_keeps_its_place_and_gains_nothing():
    retrieved, relevant = ["a", "a", "b"], {"a", "b"}

    assert precision_at_k(retrieved, relevant, 3) == pytest.approx(2 / 3)
    assert recall_at_k(retrieved, relevant, 2) == 0.5
    assert average_precision(retrieved, relevant) == pytest.approx((1 + 2 / 3) / 2)  # LlamaIndex 1.5
    assert ndcg_at_k(retrieved, relevant, 3) == pytest.approx((1 + 1 / 2) / (1 + 0.6309297535714575))  # LlamaIndex 1.31
    assert context_precision(retrieved, relevant) == pytest.approx((1 + 2 / 3) / 2)
    assert rank_of(retrieved, "b") == 3
    for metric in WITH_K[:-1]:
        assert metric(["a"] * 9, relevant, 9) <= 1


@pytest.mark.parametrize("metric", WITH_K)
@pytest.mark.parametrize("relevant", [set(), {}, {"a": 0}, {"a": -1, "b": 0}])
def test_nothing_relevant_is_an_error_that_says_what_to_do(metric, relevant):
    with pytest.raises(ValueError, match="Leave the question out of the mean, and say so"):
        metric(["a"], relevant, 5)


def test_where_nothing_is_relevant_trec_eval_says_0():
    for measure in ("P_5", "recall_5", "map", "recip_rank", "ndcg_cut_5"):
        assert trec_eval(measure, ["a"], {"a": 0}) == 0.0


@pytest.mark.parametrize("metric", WITH_GROUPS)
def test_no_evidence_expected_is_an_error_that_says_what_to_do(metric):
    with pytest.raises(ValueError, match="Leave the question out of the mean, and say so"):
        metric(["a"], [], 5)


@pytest.mark.parametrize("metric", [*WITH_K, *WITH_GROUPS])
@pytest.mark.parametrize("k", [0, -1, 2.0, "3", True])
def test_k_must_be_a_whole_number_from_1_up(metric, k):
    with pytest.raises(
        ValueError, match=r"k must be a whole number from 1 up, not .*\. For the top passage alone, use"
    ):
        metric(["a"], [["a"]] if metric in WITH_GROUPS else {"a"}, k)


def test_with_k_0_pytrec_eval_aborts_the_process():
    program = "import pytrec_eval as p; p.RelevanceEvaluator({'q': {'a': 1}}, {'P_0'}).evaluate({'q': {'a': 1.0}})"

    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode != 0


def test_an_exponential_gain_is_offered():
    retrieved, grades = ["a", "b"], {"a": 1, "b": 3}

    assert dcg_at_k(retrieved, grades, 2) == pytest.approx(1 + 3 * 0.6309297535714575)
    assert dcg_at_k(retrieved, grades, 2, gain="exponential") == pytest.approx(1 + 7 * 0.6309297535714575)
    assert ndcg_at_k(retrieved, grades, 2) == pytest.approx(trec_eval("ndcg_cut_10", retrieved, grades))
    # gdeval (0.70981) and ranx "burges" are exponential
    assert ndcg_at_k(retrieved, grades, 2, gain="exponential") == pytest.approx(0.70981, abs=1e-5)


def test_ideal_dcg_over_all_judged_ids_uncut_is_another_number():
    assert ndcg_at_k(["a", "b"], {"a", "b", "c", "d"}, 2) == 1.0
    # trec_eval without a cut, and LlamaIndex, take the ideal over all four
    assert trec_eval("ndcg", ["a", "b"], ones("abcd")) == pytest.approx(0.637, abs=1e-3)
    assert ndcg_at_k(["a", "b"], {"a", "b", "c", "d"}, 4) == pytest.approx(0.637, abs=1e-3)


def test_average_precision_and_context_precision_part_when_something_is_missing():
    retrieved = ["v", "a", "x", "y", "b"]

    assert average_precision(retrieved, {"a", "b"}) == context_precision(retrieved, {"a", "b"}) == pytest.approx(0.45)
    assert average_precision(retrieved, {"a", "b", "c"}) == pytest.approx(0.3)
    assert context_precision(retrieved, {"a", "b", "c"}) == pytest.approx(0.45)
    assert context_precision(["a"], {"a"}) == 1.0  # ragas 0.9999999999
    assert context_precision(["x"], {"a"}) == 0.0


def test_ranks_count_from_1_and_0_is_absent():
    assert [rank_of(["a", "b"], each) for each in "abc"] == [1, 2, 0]


def test_a_mean_over_questions_of_the_first_relevant_rank():
    assert mean_reciprocal_rank([["x", "a"], []], [{"a"}, {"a"}]) == 0.25


def test_tied_scores_in_a_file_are_ordered_as_trec_eval_does(tmp_path):
    path = tmp_path / "ties.run"
    path.write_text("q Q0 a 1 1 t\nq Q0 b 2 1 t\nq Q0 c 3 1 t\n")
    run, tied = read_run(path)["q"].ids, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}

    assert list(run) == ["c", "b", "a"]
    for relevant, value, elsewhere in (("a", 1 / 3, 1.0), ("c", 1.0, 1 / 3)):
        qrels = {"q": {relevant: 1}}
        assert reciprocal_rank(run, {relevant}) == pytest.approx(value)
        assert pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(tied)["q"]["recip_rank"] == (
            pytest.approx(value)
        )
        # ir_measures asks another provider as soon as there is a cut, which orders ties the other way round
        cut = RR @ 10
        assert ir_measures.calc_aggregate([RR, cut], qrels, tied) == pytest.approx({RR: value, cut: elsewhere})


def test_a_list_keeps_its_order():
    assert reciprocal_rank(["a", "b", "c"], {"a"}) == 1.0


def test_near_scores_are_told_apart_where_pytrec_eval_sees_a_tie(tmp_path):
    path = tmp_path / "near.run"
    path.write_text("q Q0 a 1 1.0000000002 t\nq Q0 z 2 1.0000000001 t\n")
    run = {"q": {"a": 1.0000000002, "z": 1.0000000001}}

    assert reciprocal_rank(read_run(path)["q"].ids, {"a"}) == 1.0
    found = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate(run)
    assert found["q"]["recip_rank"] == 0.5


def test_a_judged_question_missing_from_the_run_is_left_out_by_pytrec_eval_and_counts_0_in_ir_measures():
    qrels, run = {"q": {"a": 1}, "missing": {"a": 1}}, {"q": {"a": 1.0}}

    assert mean_reciprocal_rank([["a"], []], [{"a"}, {"a"}]) == 0.5
    assert list(pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)) == ["q"]
    assert ir_measures.calc_aggregate([RR], qrels, run) == {RR: 0.5}


def test_a_question_nobody_judged_is_left_out_by_pytrec_eval_too():
    run = {"q": {"a": 1.0}, "unjudged": {"a": 1.0}}

    assert list(pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"recip_rank"}).evaluate(run)) == ["q"]


def test_evidence_is_an_and_of_or_groups():
    needed, retrieved = [["old-1", "old-2"], ["new-1"]], ["old-2", "x", "new-1"]

    assert [found_at_k(retrieved, needed, k) for k in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert [evidence_recall_at_k(retrieved, needed, k) for k in (1, 2, 3)] == [0.5, 0.5, 1.0]
    assert id_context_recall(retrieved, needed) == pytest.approx(2 / 3)  # all ids, as ragas
