"""Turning a knob: the shop's four rows, the threshold and Sunday, and systems of one's own."""

import json
from dataclasses import replace

import pytest

from ragedu.assistant import shop
from ragedu.experiment import evaluate, evaluate_pipeline, side_by_side, sweep, sweep_k, sweep_threshold


@pytest.fixture(scope="module")
def by_k():
    return sweep_k(shop.assistant, shop.cases, ks=[1, 2, 3, 4])


def test_the_shops_four_rows(by_k):
    shares = {k: [by_k[k].share(name) for name in ("found", "grounded", "right")] for k in by_k}

    assert shares == {
        1: ["3 of 7", "6 of 8", "5 of 8"],
        2: ["5 of 7", "6 of 8", "7 of 8"],
        3: ["6 of 7", "7 of 8", "7 of 8"],
        4: ["7 of 7", "8 of 8", "8 of 8"],
    }


def test_tokens_rise_with_k_and_the_last_step_is_5_to_10_per_cent(by_k):
    tokens = [by_k[k].mean_tokens for k in (1, 2, 3, 4)]

    assert tokens == sorted(tokens)
    assert len(set(tokens)) == 4
    assert 1.05 <= tokens[3] / tokens[2] <= 1.10


def test_a_threshold_refuses_sunday_for_lack_of_passages_while_recall_falls():
    assistant = replace(shop.assistant, k=4)
    result = sweep_threshold(assistant, shop.cases, [0.0, 0.1, 0.2, 0.3])
    sunday = {value: replace(assistant, threshold=value).ask(shop.cases[-1]) for value in result}

    refused = [value for value in result if not sunday[value].prompt]
    assert refused
    assert all(sunday[value].verdict == "right" for value in refused)
    assert result[refused[0]].mean("found").mean < result[0.0].mean("found").mean


def test_refusals_are_counted_and_make_no_setting_better_grounded():
    result = sweep_threshold(replace(shop.assistant, k=4), shop.cases, [0.0, 0.9])

    assert [result[each].refused for each in result] == [1, 8]
    assert "Refusals among the grounded, from the first threshold to the last: 1, 8." in str(result)
    assert [each["refusals"] for each in result.rows()] == [1, 8]
    assert result[0.9].mean("grounded").mean == 1.0
    unjudged = [replace(case, expected=None, evidence=None) for case in shop.cases]
    assert sweep_threshold(shop.assistant, unjudged, [0.9, 0.0]).best == 0.0


def test_settings_with_as_many_right_as_the_best_are_known():
    result = sweep_k(shop.assistant, shop.cases, ks=[1, 2, 3])

    assert (result.best, result.as_good) == (3, [2])
    assert sweep_k(shop.assistant, shop.cases, ks=[1, 4]).as_good == []


def test_a_system_of_ones_own_is_swept_by_a_function_that_makes_it(by_k):
    made = []

    def at(k):
        made.append(k)
        return replace(shop.assistant, k=k)

    result = sweep("passages", at, [1, 2], shop.cases)

    assert made == [1, 2]
    assert result.knob == "passages"
    assert result[2].share("found") == by_k[2].share("found")


def test_a_sweep_is_a_table_a_frame_and_json(by_k):
    frame = by_k.to_frame()

    assert list(frame.index) == [1, 2, 3, 4]
    assert frame.loc[1, "found of"] == 7
    assert frame.loc[1, "found low"] <= frame.loc[1, "found"] <= frame.loc[1, "found high"]
    assert "5 of 8" in str(by_k)
    assert json.loads(json.dumps(by_k.to_dict()))["settings"][3]["right"] == 1.0


def test_a_setting_that_was_not_tried_is_named(by_k):
    with pytest.raises(KeyError, match="k = 7 was not tried"):
        by_k[7]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((shop.assistant, [], [1]), "there are no cases to ask"),
        ((shop.assistant, shop.cases, []), "there is no k to try"),
        ((shop.assistant, shop.cases, [0]), "k must be a whole number from 1 up, not 0"),
        ((shop.assistant, shop.cases, 3), r"ks must be a list, such as \[1, 2, 4\], not 3 \(int\)"),
        ((shop.assistant, shop.cases, "34"), "ks must be a list, .* not the text '34'"),
        ((shop.assistant, shop.cases[0], [1]), "cases must be a list, such as shop.cases, not Case"),
        ((shop.assistant, [shop.cases[0].question], [1]), "cases must hold cases, and here is the text 'How much"),
        (("shop", shop.cases, [1]), "a sweep takes an Assistant, or a function that makes one for each k"),
    ],
)
def test_a_sweep_that_cannot_be_run_says_what_it_needs(arguments, message):
    with pytest.raises(ValueError, match=message):
        sweep_k(*arguments)


@pytest.mark.parametrize("value", ["x", "0.2", float("nan"), float("inf"), True])
def test_a_threshold_that_is_no_finite_number_is_refused_before_anything_is_asked(value):
    with pytest.raises(ValueError, match=r"a threshold must be a finite number, such as 0\.2, not"):
        sweep_threshold(shop.assistant, shop.cases, [0.1, value])


def test_no_threshold_is_a_setting_too_and_one_alone_is_not_a_list():
    assert sweep_threshold(shop.assistant, shop.cases[:1], [None, 0.1])[None].questions == 1
    with pytest.raises(ValueError, match=r"values must be a list, such as \[0, 0\.1, 0\.2\], not 0\.1 \(float\)"):
        sweep_threshold(shop.assistant, shop.cases, 0.1)


# --- pipelines ---


def test_a_pipeline_is_evaluated_as_its_rankings_would_be():
    qrels = {case.question: set(case.relevant) for case in shop.answerable}
    rankings = {question: shop.search(question) for question in qrels}

    live = evaluate_pipeline(shop.search, qrels, ks=[1, 3], measures=["recall@1", "recall@3", "rr"])

    assert live.measures == evaluate(rankings, qrels, measures=["recall@1", "recall@3", "rr"]).measures
    assert round(live.mean("rr").mean, 3) == 0.655


def test_a_retriever_is_a_pipeline_and_cases_are_qrels():
    result = evaluate_pipeline(shop.retriever, shop.cases, ks=[1])

    assert result.mean("recall@1").mean == 3 / 7
    assert result.left_out == {"nothing is relevant": ["sunday"]}


def test_qrels_by_id_need_the_words_of_every_question():
    with pytest.raises(ValueError, match="question 'q2' is judged, but questions does not say its words"):
        evaluate_pipeline(shop.search, {"q1": {"a"}, "q2": {"b"}}, questions={"q1": "How?"})


def test_pipelines_stand_side_by_side():
    qrels = {"How?": {"b"}}
    results = {
        name: evaluate_pipeline(lambda question, ids=ids: ids, qrels, measures=["rr"])
        for name, ids in (("first", ["a", "b"]), ("second", ["b", "a"]))
    }

    assert [list(row) for row in side_by_side(results).rows] == [["first", 1, "0.500"], ["second", 1, "1.000"]]


def test_results_that_were_measured_otherwise_are_not_set_side_by_side():
    a, b = (evaluate({"q": ["a"]}, {"q": {"a"}}, measures=[name]) for name in ("rr", "ap"))

    with pytest.raises(ValueError, match="'b' was measured otherwise than the first"):
        side_by_side({"a": a, "b": b})
