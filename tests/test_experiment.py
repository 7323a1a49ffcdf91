import math

import pytest

from ragedu.assistant import shop
from ragedu.cases import Case, Evidence, Hit, Trace, all_of, any_of, ids_of
from ragedu.experiment import compare, evaluate
from ragedu.retrieval import average_precision, ndcg_at_k, precision_at_k, recall_at_k, reciprocal_rank

RUN = {"q1": ["a", "b", "c"], "q2": ["x", "y"], "q3": ["a"], "unjudged": ["a"]}
QRELS = {"q1": {"b": 2, "z": 1}, "q2": {"y": 1}, "q3": {"a": 0}, "absent": {"a": 1}}


def test_a_judged_question_without_a_ranking_counts_zero_and_is_named():
    result = evaluate(RUN, QRELS, measures=["recall@2"])

    assert result.per_question == {"q1": {"recall@2": 0.5}, "q2": {"recall@2": 1.0}, "absent": {"recall@2": 0.0}}
    assert result.mean("recall@2").mean == 0.5
    assert result.mean("recall@2").questions == 3
    assert result.counted_zero == {"no ranking was given": ["absent"]}


def test_a_missing_question_can_be_left_out_as_pytrec_eval_does():
    result = evaluate(RUN, QRELS, measures=["recall@2"], missing="leave_out")

    assert result.mean("recall@2").mean == 0.75
    assert result.left_out["no ranking was given"] == ["absent"]


def test_a_question_to_which_nothing_is_relevant_is_left_out_and_named():
    result = evaluate(RUN, QRELS, measures=["rr"])

    assert "q3" not in result.per_question
    assert result.left_out["nothing is relevant"] == ["q3"]


def test_a_question_to_which_nothing_is_relevant_can_count_zero_as_in_trec_eval():
    result = evaluate(RUN, QRELS, measures=["recall@2"], nothing_relevant="zero")

    assert result.per_question["q3"] == {"recall@2": 0.0}
    assert result.mean("recall@2").questions == 4


def test_a_question_that_nobody_judged_is_left_out_and_named():
    assert evaluate(RUN, QRELS).left_out["never judged"] == ["unjudged"]


def test_every_score_is_that_of_the_plain_metric():
    result = evaluate(RUN, QRELS, ks=[2], measures=["precision@2", "recall@2", "rr", "rr@1", "ap", "ndcg@2"])

    assert result.per_question["q1"] == {
        "precision@2": precision_at_k(RUN["q1"], {"b", "z"}, 2),
        "recall@2": recall_at_k(RUN["q1"], {"b", "z"}, 2),
        "rr": reciprocal_rank(RUN["q1"], {"b", "z"}),
        "rr@1": 0.0,
        "ap": average_precision(RUN["q1"], {"b", "z"}),
        "ndcg@2": ndcg_at_k(RUN["q1"], {"b": 2, "z": 1}, 2),
    }


def test_the_gain_of_ndcg_is_chosen_and_signed():
    linear, exponential = (evaluate(RUN, QRELS, measures=["ndcg@2"], gain=gain) for gain in ("linear", "exponential"))

    assert linear.mean("ndcg@2").mean != exponential.mean("ndcg@2").mean
    assert "gain:exponential" in exponential.signature


def test_a_run_may_be_read_pair_by_pair_with_hits():
    pairs = ((question, [Hit(each) for each in ranking]) for question, ranking in RUN.items())

    assert evaluate(pairs, QRELS).measures == evaluate(RUN, QRELS).measures


def test_traces_bring_their_own_truth():
    result = evaluate([shop.answer(case.question, k=9) for case in shop.cases], ks=[1, 3])

    assert result.questions == 7
    assert result.left_out == {"nothing is relevant": ["sunday"]}
    assert round(result.mean("recall@3").mean, 3) == 0.857
    assert round(result.mean("rr").mean, 3) == 0.655


def test_a_trace_that_records_no_ranking_counts_as_missing():
    case = Case("q", "?", Evidence((("a",),)))

    assert evaluate([Trace(case)], measures=["rr"]).counted_zero == {"no ranking was given": ["q"]}


def test_an_unlabelled_case_is_never_judged():
    assert evaluate([Trace(Case("q", "?"), candidates=(Hit("a"),))]).left_out == {"never judged": ["q"]}


def test_the_ranking_after_reranking_is_what_counts():
    case = Case("q", "?", all_of("a"))
    trace = Trace(case, candidates=(Hit("b"), Hit("a")), reranked=(Hit("a"), Hit("b")))

    assert evaluate([trace], measures=["rr"]).mean("rr").mean == 1.0


def test_alternatives_count_once_over_evidence_and_each_in_plain_recall():
    case = Case("q", "?", all_of("new", any_of("old-1", "old-2")))
    result = evaluate({"q": ["old-2", "new"]}, [case], measures=["found@2", "evidence_recall@1", "recall@2"])

    assert result.per_question["q"] == {"found@2": 1.0, "evidence_recall@1": 0.5, "recall@2": 2 / 3}


def test_slices_come_by_any_label_of_a_case():
    cases = [
        Case("q1", "?", all_of("a"), labels={"kind": "literal"}),
        Case("q2", "?", all_of("a"), labels={"kind": "paraphrased"}),
        Case("q3", "?", all_of("a")),
    ]
    slices = evaluate({"q1": ["a"], "q2": ["b"], "q3": ["a"]}, cases, measures=["rr"]).by("kind")

    assert {name: each.mean("rr").mean for name, each in slices.items()} == {
        "(none)": 1.0,
        "literal": 1.0,
        "paraphrased": 0.0,
    }


def test_a_label_that_no_question_has_is_an_error_that_lists_the_labels():
    case = Case("q1", "?", all_of("a"), labels={"kind": "literal"})

    with pytest.raises(ValueError, match=r"^no question has the label 'topic'\. Labels are: kind\.$"):
        evaluate({"q1": ["a"]}, [case]).by("topic")


def test_the_table_says_what_was_left_out_and_the_choices_made():
    text = str(evaluate(RUN, QRELS, ks=[1, 2], measures=["recall@1", "recall@2", "rr"]))

    assert text.startswith("Means over 3 questions\n")
    assert "Left out: 1 question, never judged (unjudged)." in text
    assert "Left out: 1 question, nothing is relevant (q3)." in text
    assert "Counted 0: 1 question, no ranking was given (absent)." in text
    assert "questions:3 | gain:linear | missing:zero" in text


def test_html_and_text_hold_the_same_numbers():
    result = evaluate(RUN, QRELS, measures=["recall@1", "recall@2", "rr"])

    for number in ("0.167", "0.500", "0.333"):
        assert (number in str(result)) == (number in result._repr_html_())
    assert '<th scope="row"' in result._repr_html_()


def test_nothing_to_average_is_a_dash_and_never_nan():
    result = evaluate({}, {"q": {"a": 0}}, measures=["rr"])

    assert result.mean("rr").mean is None
    assert "–" in str(result)
    assert "nan" not in str(result).lower()


def test_the_frame_has_a_row_for_each_question():
    frame = evaluate(RUN, QRELS, measures=["rr", "recall@2"]).to_frame()

    assert list(frame.columns) == ["rr", "recall@2"]
    assert frame.loc["q1", "rr"] == 0.5
    assert not frame.isna().any().any()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("recall", "'recall' needs a whole number from 1 up behind the @, for example recall@10."),
        ("recall@0", "'recall@0' needs a whole number from 1 up behind the @, for example recall@10."),
        ("recall@-1", "'recall@-1' needs a whole number from 1 up behind the @, for example recall@10."),
        ("recall@²", "'recall@²' needs a whole number from 1 up behind the @, for example recall@10."),
        ("rr@", "'rr@' needs a whole number from 1 up behind the @, for example rr@10."),
    ],
)
def test_a_measure_without_a_proper_cut_is_an_error(name, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        evaluate(RUN, QRELS, measures=[name])
    assert str(caught.value) == message


def test_an_unknown_measure_is_an_error_that_lists_them():
    with pytest.raises(ValueError, match=r"^there is no measure 'mrr'\. Measures are: precision@k, recall@k, "):
        evaluate(RUN, QRELS, measures=["mrr"])


def test_an_unknown_option_is_an_error():
    with pytest.raises(ValueError, match=r"^missing must be 'zero' or 'leave_out', not 'skip'\.$"):
        evaluate(RUN, QRELS, missing="skip")


def test_a_question_answered_twice_is_an_error():
    with pytest.raises(ValueError, match=r"^question 'q1' is answered twice\."):
        evaluate([("q1", ["a"]), ("q1", ["b"])], QRELS)


def test_a_run_without_truth_is_an_error():
    with pytest.raises(ValueError, match=r"^a run says nothing about what is relevant\."):
        evaluate(RUN)


def test_two_cases_of_one_id_are_an_error():
    with pytest.raises(ValueError, match=r"^two cases have the id 'q'\."):
        evaluate({}, [Case("q", "?", all_of("a")), Case("q", "!", all_of("b"))])


def test_a_comparison_pairs_question_by_question_and_says_what_it_found():
    truth = {f"q{number}": {"a"} for number in range(20)}
    worse = evaluate({question: ["b", "a"] for question in truth}, truth, measures=["rr"])
    better = evaluate({question: ["a", "b"] for question in truth}, truth, measures=["rr"])

    result = compare(worse, better)

    assert result.differences["rr"].interval.mean == 0.5
    assert result.differences["rr"].better == 20
    assert "B is better" in str(result)
    assert "A is better" in str(compare(better, worse))
    assert "can't tell apart" in str(compare(better, better))


def test_a_comparison_leaves_out_what_only_one_has_and_says_so():
    truth = {"q1": {"a"}, "q2": {"a"}}
    both = evaluate({"q1": ["a"], "q2": ["a"]}, truth, measures=["rr"])
    one = evaluate({"q1": ["a"]}, truth, measures=["rr"], missing="leave_out")

    result = compare(both, one)

    assert result.left_out == ["q2"]
    assert "Left out: 1 question that only one has (q2)." in str(result)


def test_evaluations_without_a_common_question_cannot_be_compared():
    one = evaluate({"q1": ["a"]}, {"q1": {"a"}}, measures=["rr"])
    other = evaluate({"q2": ["a"]}, {"q2": {"a"}}, measures=["rr"])

    with pytest.raises(ValueError, match="share no question"):
        compare(one, other)


def test_the_interval_of_a_measure_holds_its_mean():
    result = evaluate({case.id: ids_of(shop.search(case.question)) for case in shop.cases}, shop.cases, ks=[3])
    interval = result.interval("recall@3")

    assert interval.low <= interval.mean <= interval.high
    assert math.isclose(interval.mean, 6 / 7)
