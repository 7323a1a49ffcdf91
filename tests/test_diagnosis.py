"""First failures: one trace, many, and what the oracle says."""

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.assistant import shop
from ragedu.assistant.pipeline import Assistant
from ragedu.cases import Case, Evidence, Hit, Trace, all_of, any_of
from ragedu.diagnosis import (
    STAGES,
    Breakdown,
    FirstFailure,
    breakdown,
    breakdown_file,
    first_failure,
    named,
    oracle_test,
    with_cut,
)
from ragedu.formats import FormatError, write_traces

NEEDED = "fan-2"
OTHERS = [f"p-{number}" for number in range(1, 60)]


def hits(ids) -> tuple[Hit, ...]:
    return tuple(map(Hit, ids))


def with_at(rank: int, places: int = 50, needed: str = NEEDED) -> tuple[Hit, ...]:
    """A ranking in which the needed passage stands at that rank; 0 for nowhere."""
    ids = OTHERS[:places]
    return hits([*ids[: rank - 1], needed, *ids[rank - 1 : places - 1]] if rank else ids)


ONE = all_of(NEEDED)


def trace(evidence: Evidence | None = ONE, verdict="wrong", **known) -> Trace:
    return Trace(Case("q-1", "How loud is the fan?", evidence), verdict=verdict, **known)


def told(failure: FirstFailure) -> tuple[object, str]:
    return failure.stage, failure.why


# --- one passage, everything known ---


def test_what_was_never_indexed_failed_in_the_index():
    lost = trace(indexed=frozenset(), candidates=with_at(0), prompt=with_at(0, 10))

    assert told(first_failure(lost)) == ("index", "fan-2 is not in the index.")


def test_what_stands_below_the_cut_failed_in_retrieval_and_both_numbers_are_told():
    lost = trace(indexed=frozenset({NEEDED}), candidates=with_at(41), prompt=with_at(0, 10))

    assert told(first_failure(lost)) == ("retrieval", "fan-2 was found at rank 41, prompt cut at 10.")


def test_what_is_indexed_and_not_found_at_all_failed_in_retrieval():
    lost = trace(indexed=frozenset({NEEDED}), candidates=with_at(0), prompt=with_at(0, 10))

    assert told(first_failure(lost)) == ("retrieval", "fan-2 is indexed, and not among the 50 found.")


def test_what_the_reranker_pushed_out_failed_in_reranking():
    lost = trace(candidates=with_at(4), reranked=with_at(13), prompt=with_at(0, 10))

    assert told(first_failure(lost)) == ("reranking", "fan-2 was found at rank 4, reranked to 13, prompt cut at 10.")


def test_what_the_reranker_left_out_failed_there_too():
    lost = trace(candidates=with_at(4), reranked=with_at(0), prompt=with_at(0, 10))

    assert first_failure(lost).why == "fan-2 was found at rank 4, left out by the reranking, prompt cut at 10."
    assert first_failure(lost).stage == "reranking"


def test_what_was_never_within_the_cut_is_no_fault_of_the_reranker():
    lost = trace(candidates=with_at(41), reranked=with_at(28), prompt=with_at(0, 10))

    assert first_failure(lost).stage == "retrieval"


def test_what_was_dropped_for_length_failed_at_the_prompt_cut():
    ranked = with_at(3, 10)
    lost = trace(candidates=ranked, prompt=tuple(hit for hit in ranked if hit.id != NEEDED))

    assert told(first_failure(lost)) == (
        "prompt_cut",
        "fan-2 stood at rank 3, within the prompt cut at 10, and was dropped afterwards.",
    )


def test_dropped_at_the_end_is_seen_where_the_cut_is_told():
    ranked = with_at(9, 10)
    lost = trace(candidates=ranked, prompt=ranked[:8])

    assert first_failure(lost).why == "fan-2 was found at rank 9, prompt cut at 8."
    assert first_failure(lost, cut=10).stage == "prompt_cut"


def test_what_the_reranker_lifted_and_length_dropped_failed_at_the_prompt_cut():
    lost = trace(candidates=with_at(41), reranked=with_at(3), prompt=with_at(0, 10))

    assert first_failure(lost).stage == "prompt_cut"


def test_an_empty_prompt_dropped_whatever_was_ranked():
    assert told(first_failure(trace(candidates=with_at(3, 3), prompt=()))) == (
        "prompt_cut",
        "fan-2 stood at rank 3, and nothing reached the prompt.",
    )


@pytest.mark.parametrize(("verdict", "stage"), [("wrong", "generation"), ("right", None), (None, None)])
def test_with_everything_in_the_prompt_the_verdict_decides(verdict, stage):
    failure = first_failure(trace(verdict=verdict, prompt=hits([NEEDED])))

    assert failure.stage == stage
    assert failure.why.startswith("All that is needed was in the prompt")
    assert failure.is_bad == (verdict == "wrong")


def test_a_wrong_answer_that_needed_no_passage_failed_in_generation():
    assert first_failure(trace(Evidence(), prompt=with_at(0, 3))).stage == "generation"
    assert first_failure(trace(Evidence(), verdict="right")).stage is None


def test_a_right_answer_that_lacked_its_passage_is_named_so():
    failure = first_failure(trace(verdict="right", candidates=with_at(23), prompt=with_at(0, 10)))

    assert failure.stage == "retrieval"
    assert failure.why.endswith("Right though not found: the model knew or guessed.")


def test_without_a_verdict_the_expected_text_tells_and_a_verdict_counts_more():
    case = Case("q-1", "How loud is the fan?", ONE, "40 dB")
    said = Trace(case, prompt=hits([NEEDED]), answer="It is as loud as 50 dB.")

    assert first_failure(said).stage == "generation"
    assert first_failure(replace(said, answer="40 dB at most.")).verdict == "right"
    assert first_failure(replace(said, verdict="right")).stage is None


def test_a_reference_which_is_a_whole_answer_judges_nothing():
    case = Case("q-1", "How loud is the fan?", ONE, reference="The fan makes a noise of 40 dB.")

    assert first_failure(Trace(case, prompt=hits([NEEDED]), answer="40 dB")).verdict is None


def test_in_a_reordered_prompt_everything_is_there_all_the_same():
    ranked = with_at(10, 10)

    assert first_failure(trace(candidates=ranked, prompt=ranked[::-1])).stage == "generation"


def test_a_passage_that_was_found_is_indexed_whatever_the_record_says():
    lost = trace(indexed=frozenset(), candidates=with_at(41), prompt=with_at(0, 10))

    assert first_failure(lost).stage == "retrieval"


# --- any of, all of ---


def test_any_one_alternative_in_the_prompt_is_enough():
    assert first_failure(trace(any_of("absent", NEEDED), prompt=hits([NEEDED]))).stage == "generation"


def test_of_alternatives_the_one_that_got_furthest_counts():
    lost = trace(any_of("absent", NEEDED), indexed=frozenset({NEEDED}), candidates=with_at(41), prompt=with_at(0, 10))

    assert told(first_failure(lost)) == (
        "retrieval",
        "fan-2 was found at rank 41, prompt cut at 10. Any of absent, fan-2 would do.",
    )


def test_of_all_that_is_needed_what_was_lost_first_counts():
    lost = trace(
        all_of(NEEDED, "absent", "p-1"),
        indexed=frozenset({NEEDED, "p-1"}),
        candidates=with_at(41),
        prompt=with_at(0, 10),
    )

    assert told(first_failure(lost)) == (
        "index",
        "absent is not in the index. Of 3 things needed, 2 are missing.",
    )


def test_an_alternative_that_may_have_got_further_leaves_the_stage_open():
    lost = trace(any_of("absent", NEEDED), candidates=with_at(41), prompt=with_at(0, 10))
    both_absent = trace(any_of("absent", "gone"), candidates=with_at(41), prompt=with_at(0, 10))

    assert first_failure(lost).stage == "retrieval"
    assert first_failure(both_absent).possible == ("index", "retrieval")


# --- what a trace doesn't tell ---


@pytest.mark.parametrize(
    ("known", "possible", "untold"),
    [
        ({"candidates": with_at(0), "prompt": with_at(0, 10)}, "index or retrieval", "what was indexed"),
        ({"prompt": with_at(0, 10)}, "index to prompt_cut", "what was found before"),
        (
            {"prompt": with_at(0, 10), "indexed": frozenset({NEEDED})},
            "retrieval to prompt_cut",
            "what was found before",
        ),
        ({"reranked": with_at(13), "prompt": with_at(0, 10)}, "retrieval or reranking", "what was found before"),
        ({"reranked": with_at(0), "prompt": with_at(0, 10)}, "index to reranking", "what was found before"),
        ({"candidates": with_at(3)}, "retrieval to generation", "what reached the prompt"),
        ({}, "cannot tell", "what was found, nor what reached the prompt"),
    ],
)
def test_what_a_trace_does_not_say_is_not_guessed(known, possible, untold):
    failure = first_failure(trace(**known))

    assert failure.stage == "unknown"
    assert named(failure.possible) == possible
    assert failure.why.startswith("Cannot tell: fan-2 ")
    assert f"the trace doesn't say {untold}" in failure.why


def test_evidence_nobody_labelled_leaves_everything_open():
    failure = first_failure(trace(None, prompt=with_at(3, 10)))

    assert (failure.stage, failure.possible) == ("unknown", STAGES)
    assert failure.why == "Cannot tell: the trace doesn't say which passages the question needs."


def test_what_is_not_indexed_is_known_without_any_ranking():
    assert first_failure(trace(indexed=frozenset())).stage == "index"
    assert first_failure(trace(indexed=frozenset(), prompt=with_at(0, 10))).stage == "index"
    assert first_failure(trace(indexed=frozenset(), reranked=with_at(0), prompt=with_at(0, 10))).stage == "index"


def test_a_cut_that_is_told_stands_for_a_prompt_that_is_not_recorded():
    assert first_failure(trace(candidates=with_at(3)), cut=10).stage == "generation"
    assert first_failure(trace(candidates=with_at(13)), cut=10).stage == "retrieval"
    assert first_failure(trace(candidates=with_at(3), reranked=with_at(13)), cut=10).stage == "reranking"
    assert first_failure(trace(), cut=10).possible == STAGES


def test_an_answer_right_by_luck_is_told_only_where_something_is_surely_missing():
    assert "knew or guessed" not in first_failure(trace(verdict="right", candidates=with_at(3))).why


# --- mistakes ---


@pytest.mark.parametrize("cut", [0, -1, 1.5, True])
def test_a_cut_that_is_none_is_refused(cut):
    with pytest.raises(ValueError, match="cut must be a whole number from 1 up"):
        first_failure(trace(candidates=with_at(3)), cut=cut)


def test_what_is_no_trace_is_refused_with_the_next_step():
    with pytest.raises(ValueError, match=r"takes one trace, not \[\] \(list\)\. For several take breakdown\."):
        first_failure([])
    with pytest.raises(ValueError, match=r"For one trace take first_failure\."):
        breakdown(trace())
    with pytest.raises(ValueError, match=r"For a file: breakdown_file\."):
        breakdown("traces.jsonl")
    with pytest.raises(ValueError, match="there are no traces to break down"):
        breakdown([])


# --- odd traces ---

IDS = st.sampled_from(["a", "b", "c", "d", "е", "é"])
ORDERS = st.none() | st.lists(IDS, max_size=8).map(hits)
EVIDENCE = st.none() | st.lists(st.lists(IDS, min_size=1, max_size=3), max_size=3).map(
    lambda each: Evidence(tuple(each))
)
TRACES = st.builds(
    trace,
    EVIDENCE,
    st.sampled_from(["right", "wrong", None]),
    indexed=st.none() | st.frozensets(IDS),
    candidates=ORDERS,
    reranked=ORDERS,
    prompt=ORDERS,
)
CUTS = st.none() | st.integers(1, 9)


@given(TRACES, CUTS)
def test_every_trace_is_diagnosed_with_one_sentence_or_more(odd, cut):
    failure = first_failure(odd, cut)

    assert (
        failure.possible == STAGES[STAGES.index(failure.possible[0]) :][: len(failure.possible)]
        if failure.possible
        else True
    )
    assert failure.stage in (*STAGES, "unknown", None)
    assert failure.why.endswith(".")


@given(TRACES, CUTS)
def test_a_wrong_answer_always_failed_somewhere(odd, cut):
    assert odd.verdict != "wrong" or first_failure(odd, cut).possible


@given(TRACES, CUTS)
def test_generation_alone_is_blamed_only_with_all_evidence_in_the_prompt(odd, cut):
    if odd.prompt is not None and first_failure(odd, cut).stage == "generation":
        prompt = set(odd.prompt_ids)
        assert odd.case.evidence is not None
        assert all(prompt.intersection(group) for group in odd.case.evidence.groups)


@given(TRACES, st.frozensets(IDS))
def test_knowing_more_never_contradicts_what_was_told_before(odd, indexed):
    """What the index holds, once known, narrows what is possible."""
    ranked = {hit.id for order in (odd.candidates, odd.reranked, odd.prompt) for hit in order or ()}
    untold, known = replace(odd, indexed=None), replace(odd, indexed=indexed | ranked)

    before, after = first_failure(untold).possible, first_failure(known).possible
    assert set(after) <= set(before)


@given(st.lists(TRACES, min_size=1, max_size=8), CUTS)
def test_a_breakdown_counts_every_trace_once(odd, cut):
    result = breakdown(odd, cut=cut)

    assert result.questions == len(odd) == sum(row["wrong"] + row["right"] + row["not_judged"] for row in result.rows())
    assert sum(result.by_stage.values()) == result.wrong == sum(each.verdict == "wrong" for each in odd)
    assert not result.wrong or abs(sum(result.shares.values()) - 1) < 1e-9
    if result.judged:
        assert all(result.right / result.judged <= result.ceiling(stage) <= 1 for stage in STAGES)
    json.dumps(result.to_dict(), allow_nan=False)
    assert str(result)
    assert "<table" in result._repr_html_()


# --- many ---


def many() -> list[Trace]:
    """Ten answers: four bad, one of them right by luck, two nobody judged."""
    index = {"indexed": frozenset[str](), "candidates": with_at(0), "prompt": with_at(0, 10)}
    far = {"candidates": with_at(41), "prompt": with_at(0, 10)}
    near = {"candidates": with_at(1), "prompt": with_at(1, 10)}
    kinds = [("wrong", index), ("wrong", far), ("wrong", far), ("wrong", near), ("right", far), ("right", near)]
    kinds += [("right", near)] * 2 + [(None, far), (None, near)]
    return [
        replace(
            trace(verdict=verdict, **known),
            case=Case(f"q-{n}", "?", all_of(NEEDED), labels={"topic": "fan" if n % 2 else "lamp"} if n < 9 else {}),
        )
        for n, (verdict, known) in enumerate(kinds)
    ]


def test_a_breakdown_counts_bad_answers_by_stage_with_their_shares():
    result = breakdown(many())

    assert result.by_stage == {"index": 1, "retrieval": 2, "reranking": 0, "prompt_cut": 0, "generation": 1}
    assert result.shares["retrieval"] == 0.5
    assert (result.questions, result.judged, result.wrong, result.right) == (10, 8, 4, 4)


def test_a_ceiling_says_what_mending_one_stage_could_win_at_most():
    result = breakdown(many())

    assert result.ceiling("retrieval") == 6 / 8
    assert result.ceiling("reranking") == 4 / 8
    with pytest.raises(ValueError, match=r"there is no stage .prompt.\. Stages are: index, retrieval"):
        result.ceiling("prompt")


def test_a_ceiling_counts_what_may_have_failed_there():
    unsure = [trace(candidates=with_at(0), prompt=with_at(0, 10)), trace(verdict="right", prompt=hits([NEEDED]))]

    assert breakdown(unsure).ceiling("index") == breakdown(unsure).ceiling("retrieval") == 1
    assert breakdown(unsure).ceiling("generation") == 0.5
    assert breakdown(unsure).by_stage["index or retrieval"] == 1


def test_the_table_says_what_was_found():
    assert str(breakdown(many())) == (
        "4 of 8 answered badly\n"
        "\n"
        "first failure  bad answers  of the bad  right at best, if mended\n"
        "-------------  -----------  ----------  ------------------------\n"
        "index          1            25 %        5 of 8 (62 %)\n"
        "retrieval      2            50 %        6 of 8 (75 %)\n"
        "reranking      0            0 %         4 of 8 (50 %)\n"
        "prompt_cut     0            0 %         4 of 8 (50 %)\n"
        "generation     1            25 %        5 of 8 (62 %)\n"
        "\n"
        "3 of 4 failed before generation: what they need never got to the model.\n"
        "Mending one stage wins its bad answers at best: a later one may fail in its turn.\n"
        "Right though not found: 1 (q-4); the model knew or guessed.\n"
        "2 questions not judged, 1 of which lost something needed: "
        'it takes a "verdict" ("right" or "wrong") or an "expected" text.'
    )


def test_where_nobody_judged_an_answer_the_losses_are_told():
    unjudged = [replace(each, verdict=None) for each in many()]
    result = breakdown(unjudged)

    assert str(result).startswith("10 questions, no answer judged\n")
    assert "retrieval      4\n" in str(result)
    assert "none           5\n" in str(result)
    assert "generation" not in str(result)
    with pytest.raises(ValueError, match="no answer was judged right or wrong"):
        result.ceiling("index")


def test_with_nothing_bad_there_are_no_shares_and_no_division_by_nought():
    result = breakdown([trace(verdict="right", prompt=hits([NEEDED]))])

    assert result.shares == {}
    assert str(result).startswith("0 of 1 answered badly")
    assert "failed before generation" not in str(result)


def test_slices_add_up_to_the_whole_and_those_without_the_label_come_last():
    result = breakdown(many(), by="topic")

    assert list(result.slices) == ["fan", "lamp", "(none)"]
    assert sum(part.wrong for part in result.slices.values()) == result.wrong
    assert result.slices["fan"].by_stage["retrieval"] == 1
    assert str(result.table_by()).splitlines()[2:6] == [
        "topic       fan  lamp  (none)",
        "----------  ---  ----  ------",
        "answers     4    5     1",
        "bad         2    2     0",
    ]


def test_a_label_that_none_has_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match=r"no question has the label 'kind'. Labels are: topic\."):
        breakdown(many(), by="kind")
    with pytest.raises(ValueError, match=r"The traces carry no labels\."):
        breakdown([trace()], by="kind")


def test_a_label_named_as_those_without_are_keeps_its_own_column():
    odd = [replace(each, case=replace(each.case, labels={"topic": "(none)"})) for each in many()[:2]]

    assert list(breakdown([*odd, trace()], by="topic").slices) == ["(none)", "((none))"]


def test_traces_that_tell_nothing_are_told_the_names_we_read():
    (note,) = breakdown([trace(None)]).notes

    assert '"evidence"' in note
    assert breakdown([trace(None), many()[0]]).notes == []


def test_a_frame_has_a_row_for_each_stage_and_value():
    assert list(breakdown(many()).to_frame()["wrong"]) == [1, 2, 0, 0, 1, 0]
    sliced = breakdown(many(), by="topic").to_frame()
    assert list(sliced.columns[:3]) == ["stage", "topic", "wrong"]
    assert sliced["wrong"].sum() == 4


def test_the_listener_hears_every_trace_with_its_failure():
    heard = []
    breakdown(many(), listener=lambda each, failure: heard.append((each.case.id, failure.stage)))

    assert heard[:2] == [("q-0", "index"), ("q-1", "retrieval")]
    assert len(heard) == 10


def test_a_question_without_an_id_is_named_by_its_words():
    named_by_text = replace(many()[4], case=Case("text-1", "How loud?", all_of(NEEDED)))

    assert breakdown([named_by_text]).examples == {(("retrieval",), "right"): ["How loud?"]}


def test_what_a_breakdown_keeps_does_not_grow_with_the_traces():
    def stream(number: int) -> Iterator[Trace]:
        for n in range(number):
            yield trace(candidates=with_at(1 + n % 50), prompt=with_at(0, 10))

    def peak(number: int) -> int:
        tracemalloc.start()
        breakdown(stream(number))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    peak(10)
    assert peak(2000) < 1.5 * peak(100)


# --- files ---


def test_a_file_is_broken_down_as_its_traces_are(tmp_path):
    write_traces(many(), tmp_path / "traces.jsonl")

    assert breakdown_file(tmp_path / "traces.jsonl", by="topic").to_dict() == breakdown(many(), by="topic").to_dict()


def test_a_run_is_refused_because_it_says_too_little(tmp_path):
    (tmp_path / "run.txt").write_text("q1 Q0 a 1 0.5 tag\n")

    with pytest.raises(FormatError, match=r"expected traces, found a run\. A run doesn't say what is needed"):
        breakdown_file(tmp_path / "run.txt")


# --- another cut ---


def test_another_cut_takes_the_first_places_of_the_last_order_and_forgets_the_answer():
    far = replace(trace(candidates=with_at(41), prompt=with_at(0, 10)), answer="40 dB", tokens=120)
    wider = with_cut(far, 50)

    assert len(wider.prompt_ids) == 50
    assert (wider.answer, wider.verdict, wider.tokens) == (None, None, None)
    assert (first_failure(far).stage, first_failure(wider).stage) == ("retrieval", None)


def test_the_same_cut_changes_nothing():
    far = trace(candidates=with_at(41), prompt=with_at(41)[:10])

    assert with_cut(far, 10) is far


def test_a_narrower_cut_moves_the_failure_to_an_earlier_stage():
    near = trace(candidates=with_at(3), reranked=with_at(8), prompt=with_at(8, 10))

    assert [first_failure(with_cut(near, cut)).stage for cut in (10, 8, 5, 2)] == [
        "generation",
        None,
        "reranking",
        "retrieval",
    ]


def test_a_trace_without_a_ranking_can_not_be_cut_elsewhere():
    with pytest.raises(ValueError, match="records no ranking to cut elsewhere"):
        with_cut(trace(prompt=with_at(0, 3)), 2)


# --- the oracle test ---

CASES = {case.id: case for case in shop.cases}


def test_a_wrong_answer_that_comes_right_from_its_passage_failed_before_generation():
    test = oracle_test(Assistant(shop.retriever, shop.model, k=1), CASES["money-back"])

    assert test.oracle.prompt_ids == ["return-2"]
    assert (test.usual.verdict, test.oracle.verdict, test.fault) == ("wrong", "right", "before generation")
    assert str(test) == "before generation: Right from the expected passages alone, which did not all reach the prompt."


def test_a_right_answer_has_no_fault_to_look_for():
    test = oracle_test(Assistant(shop.retriever, shop.model, k=4), CASES["money-back"])

    assert (test.fault, test.why) == (None, "The usual answer is right: there is no fault to look for.")


class Asked:
    """An assistant whose two answers are known."""

    def __init__(self, usual: Trace, oracle: Trace) -> None:
        self.usual, self.oracle = usual, oracle

    def ask(self, case: Case) -> Trace:
        return self.usual

    def ask_oracle(self, case: Case) -> Trace:
        return self.oracle


@pytest.mark.parametrize(
    ("usual", "oracle", "fault", "says"),
    [
        ("wrong", "wrong", "generation", "Wrong even from the expected passages alone"),
        ("wrong", "right", "distractors", "they were in the prompt: what stood beside them mattered."),
        ("wrong", None, None, "Cannot tell: an answer was not judged."),
        (None, "right", None, "Cannot tell: an answer was not judged."),
    ],
)
def test_the_oracle_says_where_the_fault_lies(usual, oracle, fault, says):
    asked = Asked(trace(verdict=usual, prompt=hits([NEEDED])), trace(verdict=oracle, prompt=hits([NEEDED])))
    test = oracle_test(asked, trace().case)

    assert test.fault == fault
    assert says in test.why


def test_where_the_prompt_is_not_known_neither_loss_nor_distractors_are_told():
    test = oracle_test(Asked(trace(), trace(verdict="right", prompt=hits([NEEDED]))), trace().case)

    assert test.fault is None
    assert test.why.endswith("whether the usual prompt held them is not known.")


@pytest.mark.parametrize(
    ("given", "said"), [(trace(), "not .*Trace.* Give it trace.case."), ("money-back", "not the text 'money-back'.$")]
)
def test_what_is_no_case_can_not_be_put_to_the_oracle(given, said):
    with pytest.raises(ValueError, match=f"oracle_test takes an assistant and a case, {said}"):
        oracle_test(Assistant(shop.retriever, shop.model), given)


def test_a_question_that_expects_nothing_can_not_be_put_to_the_oracle():
    with pytest.raises(ValueError, match="the case 'sunday' expects no passages"):
        oracle_test(Assistant(shop.retriever, shop.model), CASES["sunday"])


def test_a_breakdown_is_a_value():
    assert breakdown(many()) == breakdown(many())
    assert isinstance(breakdown(many()), Breakdown)
