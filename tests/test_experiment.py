import math
import random

import numpy
import pandas
import pytest
import pytrec_eval

from ragedu.assistant import shop
from ragedu.cases import Case, Evidence, Hit, Trace, all_of, any_of, ids_of
from ragedu.experiment import compare, compare_files, evaluate, evaluate_file
from ragedu.formats import write_qrels, write_run, write_traces
from ragedu.retrieval import average_precision, ndcg_at_k, precision_at_k, recall_at_k, reciprocal_rank
from ragedu.statistics import bootstrap_interval, share_interval

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
    with pytest.raises(ValueError, match=r"^there is no measure 'bleu@3'\. Measures are: precision@k, recall@k, "):
        evaluate(RUN, QRELS, measures=["bleu@3"])


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
    assert "the same everywhere" in str(compare(better, better))


def test_a_comparison_leaves_out_what_only_one_has_and_says_so():
    truth = {"q1": {"a"}, "q2": {"a"}}
    both = evaluate({"q1": ["a"], "q2": ["a"]}, truth, measures=["rr"], missing="leave_out")
    one = evaluate({"q1": ["a"]}, truth, measures=["rr"], missing="leave_out")

    result = compare(both, one)

    assert result.left_out == ["q2"]
    assert "Left out: 1 question that only one has (q2)." in str(result)


def test_evaluations_without_a_common_question_cannot_be_compared():
    one = evaluate({"q1": ["a"]}, {"q1": {"a"}}, measures=["rr"])
    other = evaluate({"q2": ["a"]}, {"q2": {"a"}}, measures=["rr"])

    with pytest.raises(ValueError, match="share no question"):
        compare(one, other)


def test_rankings_of_other_questions_cannot_be_compared_though_each_counts_zero_what_it_lacks():
    truth = {name: {"a"} for name in ("q1", "q2", "q3", "q4")}
    one, other = (evaluate({q: ["a"] for q in ranked}, truth, measures=["rr"]) for ranked in (("q1", "q2"), ("q3",)))

    with pytest.raises(ValueError, match=r"A: 2 \(q1, q2\); in B: 1 \(q3\)"):
        compare(one, other)
    assert compare(one, evaluate({"q2": ["a"], "q3": ["a"]}, truth, measures=["rr"])).questions == 4


def test_the_interval_of_a_measure_holds_its_mean():
    result = evaluate({case.id: ids_of(shop.search(case.question)) for case in shop.cases}, shop.cases, ks=[3])
    interval = result.interval("recall@3")

    assert interval.low <= interval.mean <= interval.high
    assert math.isclose(interval.mean, 6 / 7)


# --- runs as other tools hold them ---


def test_scores_decide_and_not_the_order_in_which_they_were_put_in():
    by_score = {"q": {"c": 0.1, "a": 0.5, "d": 0.5, "b": 0.9}}
    pairs = {"q": [("c", 0.1), ("a", 0.5), ("d", 0.5), ("b", 0.9)]}

    for run in (by_score, pairs):
        assert [evaluate(run, {"q": {each}}, measures=["rr"]).mean("rr").mean for each in "bdac"] == [
            1,
            1 / 2,
            1 / 3,
            1 / 4,
        ]


def random_run_and_qrels(seed):
    source = random.Random(seed)
    documents = [f"d{number}" for number in range(30)]
    names = [f"q{number}" for number in range(40)]
    run = {name: {each: float(source.randint(0, 9)) for each in source.sample(documents, 12)} for name in names[:30]}
    qrels = {name: {each: source.randint(0, 2) for each in source.sample(documents, 5)} for name in names[5:]}
    for name in (*names[5:9], *names[36:]):
        qrels[name] = dict.fromkeys(qrels[name], 0)
    return run, qrels


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("answered_only", [True, False])
def test_leaving_out_the_missing_and_counting_nothing_as_zero_is_pytrec_eval(seed, answered_only):
    run, qrels = random_run_and_qrels(seed)
    if answered_only:
        qrels = {name: grades for name, grades in qrels.items() if name in run}
    names = {"P_5": "precision@5", "recall_5": "recall@5", "ndcg_cut_5": "ndcg@5", "recip_rank": "rr", "map": "ap"}

    theirs = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)
    ours = evaluate(run, qrels, measures=names.values(), missing="leave_out", nothing_relevant="zero")

    assert ours.per_question.keys() == theirs.keys()
    for question, scores in theirs.items():
        for their_name, name in names.items():
            assert ours.per_question[question][name] == pytest.approx(scores[their_name], abs=1e-12)


@pytest.mark.parametrize(
    ("missing", "nothing_relevant", "zero", "left_out"),
    [
        ("zero", "zero", {"no ranking was given": ["q"]}, {}),
        ("zero", "leave_out", {}, {"nothing is relevant": ["q"]}),
        ("leave_out", "zero", {}, {"no ranking was given": ["q"]}),
        ("leave_out", "leave_out", {}, {"no ranking was given": ["q"]}),
    ],
)
def test_a_question_with_neither_ranking_nor_relevant_passage_has_one_place(missing, nothing_relevant, zero, left_out):
    result = evaluate({}, {"q": {"a": 0}}, measures=["rr"], missing=missing, nothing_relevant=nothing_relevant)

    assert (result.counted_zero, result.left_out) == (zero, left_out)


# --- what is refused ---


@pytest.mark.parametrize("ranking", ["abc", {"a", "b"}, None, 3, [1, 2], [None], numpy.array(["a"]), ["a", ("b", 1)]])
def test_a_ranking_of_another_kind_is_an_error_that_names_the_question(ranking):
    with pytest.raises(ValueError, match=r"^the ranking of question 'q1' must "):
        evaluate({"q1": ranking}, {"q1": {"a"}})


@pytest.mark.parametrize("score", [float("nan"), float("inf"), None, "0.5"])
def test_a_score_that_is_no_finite_number_is_an_error_that_names_question_and_id(score):
    with pytest.raises(
        ValueError, match=r"^the ranking of question 'q1': the score of 'a' must be a finite number, not "
    ):
        evaluate({"q1": {"a": score}}, {"q1": {"a"}})


@pytest.mark.parametrize("relevant", ["abc", [1], {1}, {1: 1}, None, pandas.Series({"a": 1}), 1.0])
def test_a_truth_of_another_kind_is_an_error_that_names_the_question(relevant):
    with pytest.raises(ValueError, match=r"^what is relevant to question 'q1' must "):
        evaluate({"q1": ["a"]}, {"q1": relevant})


@pytest.mark.parametrize("grade", [float("nan"), None, "1", float("inf")])
def test_a_grade_that_is_no_finite_number_is_an_error_that_names_question_and_id(grade):
    with pytest.raises(ValueError, match=r"^question 'q1': the grade of 'a' must be a finite number, not "):
        evaluate({"q1": ["a"]}, {"q1": {"a": grade}})


def test_ids_are_text_and_the_error_says_so():
    with pytest.raises(ValueError, match=r"^the ids of questions are text, not 1 \(int\)\. Write '1'\.$"):
        evaluate({1: ["a"]}, {"1": {"a"}})
    with pytest.raises(ValueError, match=r"^the ids of questions are text, not 1 \(int\)\. Write '1'\.$"):
        evaluate({"1": ["a"]}, {1: {"a"}})
    with pytest.raises(ValueError, match=r"must hold passage ids \(text\), not 7 \(int\)\. Ids are text\.$"):
        evaluate({"1": [7]}, {"1": {"a"}})


CASE = Case("q", "?", all_of("a"))


@pytest.mark.parametrize(
    ("results", "truth", "message"),
    [
        (Trace(CASE), None, r"^results must be a list of traces, .* For one trace write \[trace\]\.$"),
        ("run.trec", {"q": {"a"}}, r"^results must be .* not the text 'run.trec'\. For a file take evaluate_file\.$"),
        ([CASE], None, r"^results must hold traces, or pairs of question and ranking, not Case"),
        ({"q": ["a"]}, CASE, r"^truth must be a list of cases, .* For one case write \[case\]\.$"),
        ([Trace(Case(1, "?", all_of("a")), prompt=())], None, r"^the ids of questions are text, not 1 \(int\)\."),
        ([Trace(CASE, prompt=(Hit(1),))], None, r"^the ranking of question 'q' must hold passage ids \(text\), not 1 "),
        ({"q": ["a"]}, "qrels.txt", r"^truth must be .* For a file take evaluate_file, or read_truth\.$"),
        ({"q": ["a"]}, pandas.Series({"q": 1}), r"^truth must be .* but it holds "),
    ],
)
def test_what_is_no_list_of_traces_or_cases_is_an_error_with_a_next_step(results, truth, message):
    with pytest.raises(ValueError, match=message):
        evaluate(results, truth)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ks": 3}, r"^ks must be a list of whole numbers, such as \[1, 3, 10\], not 3 \(int\)\.$"),
        ({"ks": "3"}, r"^ks must be a list of whole numbers, such as \[1, 3, 10\], not the text '3'\.$"),
        ({"ks": []}, r"^ks is empty\."),
        ({"measures": "rr"}, r'^measures must be a list of names, such as \["recall@10", "rr"\], not the text .rr.\.$'),
        ({"measures": []}, r"^measures is empty\."),
        ({"measures": [["rr"]]}, r'^a measure is named by text, such as "recall@10", not \[.rr.\] \(list\)\.$'),
        ({"also": "rr"}, r"^measures must be a list of names,"),
        ({"measures": ["rr"], "gain": "log"}, r'^gain must be "linear" or "exponential", not .log.\.$'),
        (
            {"measures": ["recall@01"]},
            r"^'recall@01' needs a whole number from 1 up behind the @, for example recall@10\.$",
        ),
        (
            {"measures": ["found@3"]},
            r"^found@3 needs cases with evidence; qrels have no groups\. Take hit_rate or recall",
        ),
    ],
)
def test_an_option_of_another_kind_is_an_error(options, message):
    with pytest.raises(ValueError, match=message):
        evaluate(RUN, QRELS, **options)


def test_cuts_may_come_from_a_generator_or_numpy():
    assert (
        evaluate(RUN, QRELS, ks=(k for k in [1, 2])).measures == evaluate(RUN, QRELS, ks=numpy.array([1, 2])).measures
    )


@pytest.mark.parametrize(
    ("name", "here"), [("mrr", "rr"), ("map", "ap"), ("P@5", "precision@5"), ("ndcg_cut_10", "ndcg@10")]
)
def test_another_tools_name_for_a_measure_is_told_apart(name, here):
    with pytest.raises(ValueError, match=rf"^there is no measure '{name}' \({name} is {here} here\)\. Measures are: "):
        evaluate(RUN, QRELS, measures=[name])


# --- what a reader is told ---


def test_ids_of_passages_that_never_meet_are_told():
    result = evaluate({"q": ["doc-1", "doc-2"]}, {"q": {"1": 1, "2": 0}}, measures=["rr"])

    assert result.notes == [
        'No retrieved id was ever judged: the first retrieved is "doc-1", the first judged "1". '
        "Do both use the same ids?"
    ]
    assert evaluate({"q": ["doc-1", "2"]}, {"q": {"1": 1, "2": 0}}, measures=["rr"]).notes == []


def test_the_signature_names_the_stage_and_mixed_stages_are_told():
    other = Case("q2", "?", all_of("a"))
    one = Trace(CASE, candidates=(Hit("a"),))

    assert "| stage:candidates" in evaluate([one]).signature
    mixed = evaluate([one, Trace(other, prompt=(Hit("a"),))])
    assert "| stage:candidates+prompt" in mixed.signature
    assert "Different stages were ranked: candidates of 1 question, prompt of 1 question." in mixed.notes


def test_alternatives_are_told_where_recall_and_evidence_recall_part():
    case = Case("q", "?", all_of("new", any_of("old-1", "old-2")))

    assert evaluate({"q": ["new"]}, [case], ks=[1]).notes == [
        "Some passages have alternatives: recall counts every one, evidence_recall counts groups."
    ]


@pytest.mark.parametrize(
    ("evidence", "kept"),
    [
        (all_of("a"), set()),
        (all_of("a", "b"), {"found@1"}),
        (any_of("a", "b"), {"evidence_recall@1"}),
        (all_of("a", any_of("b", "c")), {"found@1", "evidence_recall@1"}),
    ],
)
def test_of_all_measures_those_over_evidence_are_kept_where_they_say_more(evidence, kept):
    result = evaluate({"q": ["a"]}, [Case("q", "?", evidence)], ks=[1])

    assert {name for name in result.measures if name.startswith(("found", "evidence_recall"))} == kept
    assert result.per_question["q"].keys() == result.measures.keys()


def test_a_question_without_an_id_of_its_own_is_named_by_its_words():
    case = Case("text-0123456789abcdef", "How long may a parcel take to reach an island far away?", all_of())

    text = str(evaluate([Trace(case, candidates=())], measures=["rr"]))

    assert "Left out: 1 question, nothing is relevant (How long may a parcel take to reach an i…)." in text


# --- slices ---


def labelled(name, value, relevant="a"):
    return Case(name, "?", all_of(relevant) if relevant else all_of(), labels={} if value is None else {"kind": value})


def test_slices_keep_what_they_left_out_and_count_for_themselves():
    cases = [labelled("q1", "x"), labelled("q2", "x"), labelled("q3", "y", ""), labelled("q4", None)]
    slices = evaluate({"q1": ["a"], "q3": ["a"], "q4": ["a"]}, cases, measures=["rr"]).by("kind")

    assert list(slices) == ["x", "y", "(none)"]
    assert slices["x"].counted_zero == {"no ranking was given": ["q2"]}
    assert "questions:2 " in slices["x"].signature
    assert slices["x"].signature.endswith("slice:kind=x")
    assert (slices["y"].questions, slices["y"].left_out) == (0, {"nothing is relevant": ["q3"]})


def test_the_table_of_means_has_the_interval_of_the_last_mean_in_a_row():
    result = evaluate(
        {"q1": ["a"], "q2": ["b", "a"]}, {"q1": {"a"}, "q2": {"a"}}, measures=["recall@1", "recall@2", "rr"]
    )
    rows = {row[0]: row for row in result.table().rows}

    assert [*result.table().columns] == ["measure", "@1", "@2", "whole ranking", "95 % interval"]
    recall, rr = share_interval(2, 2), bootstrap_interval([1.0, 0.5])
    assert [*rows["recall"]] == ["recall", "0.500", "1.000", "", f"{recall.low:.2f} to {recall.high:.2f}"]
    assert rows["rr"][-1] == f"{rr.low:.2f} to {rr.high:.2f}"
    assert "The interval is of the last mean in a row." in str(result)


def test_a_single_question_shows_no_spread_unless_it_is_one_of_yes_or_no():
    result = evaluate({"q1": ["b", "a"]}, {"q1": {"a"}}, measures=["rr", "recall@2"])

    assert result.interval_of_mean("rr") is None
    assert result.interval_of_mean("recall@2") == share_interval(1, 1)


def test_a_mean_over_no_question_has_no_interval():
    result = evaluate({"q1": ["a"]}, {"q1": set()}, measures=["rr"])

    assert result.interval_of_mean("rr") is None
    assert result.to_dict()["measures"]["rr"] == {"mean": None, "low": None, "high": None, "questions": 0}


def test_the_table_of_slices_has_a_column_for_each_value_and_shows_what_was_left_out():
    cases = [labelled("q1", "x"), labelled("q3", "y", "")]
    text = str(evaluate({"q1": ["a"], "q3": ["a"]}, cases, measures=["rr"]).table_by("kind"))

    assert [line.split() for line in text.splitlines()[2:]] == [
        ["kind", "x", "y"],
        ["---------", "-" * 20, "-"],
        ["questions", "1", "0"],
        ["left", "out", "0", "1"],
        ["rr", "1.000", "[0.21", "to", "1.00]", "–"],
    ]


def test_a_value_that_reads_none_does_not_merge_with_no_value():
    cases = [labelled("q1", "(none)"), labelled("q2", None)]

    assert list(evaluate({"q1": ["a"], "q2": ["a"]}, cases, measures=["rr"]).by("kind")) == ["(none)", "((none))"]


def test_the_labels_of_traces_are_kept_beside_qrels():
    trace = Trace(labelled("q1", "x"), candidates=(Hit("a"),))

    assert list(evaluate([trace], {"q1": {"a"}}, measures=["rr"]).by("kind")) == ["x"]


def test_a_run_has_no_labels_and_the_error_says_where_they_come_from():
    with pytest.raises(ValueError, match=r"^no question has the label 'kind': a run carries no labels, .* as --qrels"):
        evaluate(RUN, QRELS).by("kind")


# --- comparisons ---


def test_evaluations_of_different_choices_are_not_compared():
    one = evaluate(RUN, QRELS, measures=["rr"])

    for options in ({"gain": "exponential"}, {"missing": "leave_out"}, {"nothing_relevant": "zero"}):
        with pytest.raises(ValueError, match=r"^the two evaluations made different choices: A gain:linear .*; B gain:"):
            compare(one, evaluate(RUN, QRELS, measures=["rr"], **options))


def test_what_is_no_evaluation_is_not_compared():
    with pytest.raises(ValueError, match=r"^compare takes two evaluations, as evaluate gives them, not {'q"):
        compare(RUN, evaluate(RUN, QRELS))


def test_a_question_with_two_truths_is_an_error_that_names_it():
    one, other = (evaluate({"q": ["a"]}, {"q": {each}}, measures=["rr"]) for each in "ab")

    with pytest.raises(ValueError, match=r"^A and B disagree on what is relevant to question 'q'\."):
        compare(one, other)
    groups = (evaluate({"q": ["a"]}, [Case("q", "?", each("a", "b"))], measures=["rr"]) for each in (all_of, any_of))
    with pytest.raises(ValueError, match=r"^A and B disagree on what is relevant to question 'q'\."):
        compare(*groups)


def test_cases_and_qrels_that_say_the_same_are_one_truth():
    by_case = evaluate({"q": ["a"]}, [Case("q", "?", all_of("a"))], measures=["rr"])

    assert compare(by_case, evaluate({"q": ["a"]}, {"q": {"a": 1}}, measures=["rr"])).questions == 1


def test_the_signature_of_a_comparison_counts_what_is_shared_and_names_level_resamples_and_seed():
    one, other = (evaluate({"q1": ["a"], name: ["a"]}, {"q1": {"a"}, name: {"a"}}) for name in ("q2", "q3"))

    signature = compare(one, other, ["rr"], level=0.9, resamples=500, seed=7).signature

    assert "| questions:1 |" in signature
    assert signature.endswith("| level:0.9 | resamples:500 | seed:7")


def test_a_comparison_tells_how_many_measures_were_tested_and_names_its_level():
    one = evaluate(RUN, QRELS, ks=[1])

    text = str(compare(one, one, level=0.9))

    assert f"{len(one.measures)} measures were tested, and of equal systems about one in 10 differs by chance." in text
    assert "[90 % interval]" in text
    assert "measures were tested" not in str(compare(one, one, ["rr"]))


def test_a_comparison_fits_a_screen_and_shows_its_counts_where_there_is_room():
    truth = {f"q{number}": {"a"} for number in range(1200)}
    one = evaluate({question: ["b", "a"] for question in truth}, truth, measures=["rr", "context_precision"])
    other = evaluate({question: ["a", "b"] for question in truth}, truth, measures=["rr", "context_precision"])

    wide, narrow = compare(one, other, resamples=50), compare(one, other, ["rr"], resamples=50)

    assert max(map(len, str(wide).splitlines()[:6])) <= 80
    assert "1200 / 0 / 0" in str(narrow)
    assert "1200 / 0 / 0" in wide._repr_html_()


def test_two_files_of_traces_are_compared_on_what_both_know(tmp_path):
    hits = (Hit("a"),)
    write_traces(
        [Trace(Case("q1", "?", all_of("a")), candidates=hits), Trace(Case("q2", "?"), candidates=hits)], tmp_path / "a"
    )
    write_traces([Trace(Case("q2", "?", all_of("a")), candidates=hits)], tmp_path / "b")

    result = compare_files(tmp_path / "a", tmp_path / "b", measures=["rr"])

    assert result.questions == 2
    assert result.differences["rr"].worse == 1  # q1, which B never answered
    assert "truth:both" in result.signature


def test_two_files_that_contradict_each_other_are_an_error_that_names_the_question(tmp_path):
    for name in "ab":
        write_traces([Trace(Case("q1", "?", all_of(name)), candidates=(Hit("a"),))], tmp_path / name)

    with pytest.raises(ValueError, match=r'disagree on what is relevant to question "q1"\. Give one truth for both'):
        compare_files(tmp_path / "a", tmp_path / "b", measures=["rr"])


def test_both_formats_stand_in_the_signature_of_a_comparison(tmp_path):
    write_traces([Trace(CASE, candidates=(Hit("a"),))], tmp_path / "a")
    write_run({"q": [Hit("a")]}, tmp_path / "b")
    write_qrels({"q": {"a": 1}}, tmp_path / "qrels")

    signature = compare_files(tmp_path / "a", tmp_path / "b", tmp_path / "qrels", measures=["rr"]).signature

    assert "format:ragedu/trec-run | truth:trec-qrels" in signature


# --- files ---


def test_cases_from_a_generator_serve_a_run_whose_lines_are_mixed(tmp_path):
    (tmp_path / "run").write_text("q1 Q0 a 1 2 t\nq2 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n")
    cases = (Case(name, "?", all_of("a")) for name in ("q1", "q2"))

    assert evaluate_file(tmp_path / "run", cases, measures=["rr"]).mean("rr").questions == 2


def test_a_trace_that_comes_twice_is_named_by_line_and_words(tmp_path):
    (tmp_path / "t").write_text(
        '{"question": "How long?", "prompt": ["a"]}\n\n{"question": "How  long?", "prompt": []}\n'
    )

    with pytest.raises(ValueError, match=r't, line 3: .* found question "How  long\?" again \(first on line 1\)'):
        evaluate_file(tmp_path / "t")


def test_ragas_before_0_2_names_no_passages_and_the_error_says_so(tmp_path):
    (tmp_path / "t").write_text('{"question": "How long?", "contexts": ["a"], "ground_truth": "x"}\n')

    with pytest.raises(ValueError, match=r"ragas doesn't say which passages are relevant\.$"):
        evaluate_file(tmp_path / "t")


def test_a_split_where_there_is_none_to_choose_is_an_error(tmp_path):
    write_qrels({"q": {"a": 1}}, tmp_path / "qrels")
    write_run({"q": [Hit("a")]}, tmp_path / "run")

    with pytest.raises(
        ValueError, match=r"^split 'dev' chooses among the judgements of a BEIR folder; .*qrels is trec-qrels"
    ):
        evaluate_file(tmp_path / "run", tmp_path / "qrels", split="dev")
