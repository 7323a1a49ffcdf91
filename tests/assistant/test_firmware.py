"""The firmware traces say what their README says, computed from the records."""

import re
from collections import Counter
from importlib.resources import files

import pytest

from ragedu.assistant import firmware
from ragedu.cases import Passage, Trace, ids_of
from ragedu.diagnosis import breakdown, breakdown_file, first_failure, oracle_test, with_cut
from ragedu.formats import iter_traces
from ragedu.retrieval import found_at_k, recall_at_k

DATA = files("ragedu").joinpath("data", "firmware")
PATH = str(DATA.joinpath("traces.jsonl"))
BAD = [trace for trace in firmware.traces if trace.verdict == "wrong"]
TEXTS = {each.id: each.text for each in (*firmware.passages, *firmware.scans)}
TRACE = {trace.case.id: trace for trace in firmware.traces}


def cited(answer: str | None) -> set[str]:
    return set(re.findall(r"\[([\w.-]+)\]", answer or ""))


def known_ids(passages: list[Passage]) -> set[str]:
    return {each.id for each in passages}


# --- what went wrong ---


def test_four_seven_two_and_five_come_out_of_the_records():
    for result in (breakdown(firmware.traces), breakdown_file(PATH)):
        assert result.by_stage == {"index": 4, "retrieval": 7, "reranking": 2, "prompt_cut": 0, "generation": 5}
        assert (result.questions, result.wrong, result.right_though_not_found) == (60, 18, 2)


def test_what_was_never_indexed_is_the_scanned_batch():
    lost = {each for trace in BAD if first_failure(trace).stage == "index" for each in trace.case.relevant}

    assert lost == known_ids(firmware.scans)
    assert not lost & known_ids(firmware.passages)
    sliced = breakdown(firmware.traces, by="source").slices
    assert (sliced["scan"].wrong, sliced["scan"].questions) == (4, 4)


def test_retrieval_failed_at_ranks_from_twenty_to_fifty():
    sentences = [first_failure(trace).why for trace in BAD if first_failure(trace).stage == "retrieval"]
    ranks = [int(re.search(r"at rank (\d+), prompt cut at 10", each)[1]) for each in sentences]

    assert sorted(ranks) == [22, 24, 27, 29, 34, 38, 41]


def test_in_three_of_the_five_an_older_version_stood_beside():
    in_prompt = [trace for trace in BAD if first_failure(trace).stage == "generation"]
    both = [
        trace.case.id
        for trace in in_prompt
        for needed in trace.case.relevant
        if any(
            re.sub(r"-20\d\d-", "-", each) == re.sub(r"-20\d\d-", "-", needed) != needed
            for each in trace.prompt_ids
            if each != needed
        )
    ]

    assert both == ["warranty-how-long", "security-updates", "repair-postage"]
    for each in both:
        (old,) = cited(TRACE[each].answer)
        assert re.search("-202[12]-", old)


def test_what_is_needed_by_counting_no_prompt_of_ten_can_hold():
    assert len(TRACE["code-count"].case.evidence.groups) == 12


def test_recall_at_fifty_looks_fine_while_the_prompt_takes_ten():
    asked = [trace for trace in firmware.traces if trace.case.evidence]
    at_fifty, at_ten = (
        sum(found_at_k(ids_of(trace.candidates), trace.case.evidence, k) for trace in asked) for k in (50, 10)
    )

    assert (len(asked), at_fifty, at_ten) == (57, 53, 44)


def test_moving_the_cut_moves_failures():
    lost = [breakdown(with_cut(trace, cut) for trace in firmware.traces).tally for cut in (5, 10, 20, 50)]

    assert [tally[(("retrieval",), None)] + tally[(("retrieval",), "wrong")] for tally in lost] == [10, 7, 7, 0]
    assert [tally[(("index",), None)] + tally[(("index",), "wrong")] for tally in lost] == [4, 4, 4, 4]


def test_plain_recall_wrongs_questions_with_alternatives():
    alternatives = [trace for trace in firmware.traces if any(len(group) > 1 for group in trace.case.evidence.groups)]
    wronged = [
        trace.case.id
        for trace in alternatives
        if found_at_k(trace.prompt_ids, trace.case.evidence, 10)
        > recall_at_k(trace.prompt_ids, trace.case.relevant, 10)
    ]

    assert len(alternatives) >= 6
    assert "factory-reset" in wronged


def test_two_are_right_though_not_found_and_three_rightly_refused():
    lucky = [trace.case.id for trace in firmware.traces if "knew or guessed" in first_failure(trace).why]
    refused = [trace for trace in firmware.traces if not trace.case.evidence]

    assert lucky == ["port-modbus", "ip65"]
    assert [trace.answer for trace in refused] == ["I don't know."] * 3
    assert {trace.verdict for trace in refused} == {"right"}


# --- the oracle ---


def test_thirteen_come_right_from_their_passages_and_five_stay_wrong():
    outcomes = Counter(
        (first_failure(trace).stage, oracle_test(firmware.assistant, trace.case).oracle.verdict) for trace in BAD
    )

    assert outcomes == {
        ("index", "right"): 3,
        ("index", "wrong"): 1,
        ("retrieval", "right"): 5,
        ("retrieval", "wrong"): 2,
        ("reranking", "right"): 2,
        ("generation", "right"): 3,
        ("generation", "wrong"): 2,
    }


def test_those_with_two_versions_depend_on_what_stood_beside():
    for each in ("warranty-how-long", "security-updates", "repair-postage"):
        assert oracle_test(firmware.assistant, TRACE[each].case).why.endswith("what stood beside them mattered.")


@pytest.mark.parametrize("trace", firmware.oracle, ids=lambda trace: trace.case.id)
def test_the_oracle_reads_one_passage_of_every_group_and_nothing_else(trace: Trace):
    assert found_at_k(trace.prompt_ids, trace.case.evidence, 50) == 1
    assert len(trace.prompt_ids) == len(trace.case.evidence.groups)
    assert cited(trace.answer) <= set(trace.prompt_ids)


def test_a_case_that_was_never_recorded_is_told():
    with pytest.raises(
        ValueError, match=r"no answer from the expected passages alone was recorded for the case 'ip65'"
    ):
        firmware.assistant.ask_oracle(TRACE["ip65"].case)


# --- the records hold together ---


def test_the_reader_of_files_gives_the_same_traces_but_for_the_texts():
    for read, loaded in zip(iter_traces(PATH), firmware.traces, strict=True):
        assert read.case == loaded.case
        assert (read.indexed, read.answer, read.verdict) == (loaded.indexed, loaded.answer, loaded.verdict)
        for stage in ("candidates", "reranked", "prompt"):
            assert ids_of(getattr(read, stage)) == ids_of(getattr(loaded, stage))
            assert all(hit.text == TEXTS[hit.id] for hit in getattr(loaded, stage))


@pytest.mark.parametrize("trace", [*firmware.traces, *firmware.oracle], ids=lambda trace: trace.case.id)
def test_a_verdict_is_what_the_expected_text_says(trace: Trace):
    assert trace.case.verdict_on(trace.answer) == trace.verdict


@pytest.mark.parametrize("trace", firmware.traces, ids=lambda trace: trace.case.id)
def test_every_story_is_whole(trace: Trace):
    found, reranked = ids_of(trace.candidates), ids_of(trace.reranked)

    assert len(set(found)) == len(found) == 50
    assert sorted(found) == sorted(reranked)
    assert trace.prompt_ids == reranked[:10]
    assert trace.indexed == trace.case.relevant & known_ids(firmware.passages)
    assert cited(trace.answer) <= set(trace.prompt_ids)
    assert {"topic", "kind", "source"} == set(trace.case.labels)


@pytest.mark.parametrize("trace", firmware.traces, ids=lambda trace: trace.case.id)
def test_what_a_right_answer_says_stands_in_the_passages_it_needs(trace: Trace):
    """But for the two that count, and refusals, whose answers stand in no passage."""
    if trace.case.evidence and trace.case.id != "code-count":
        assert any(trace.case.verdict_on(TEXTS[each]) == "right" for each in trace.case.relevant)


def test_ids_and_words_of_questions_and_passages_are_unique():
    assert len({trace.case.id for trace in firmware.traces}) == 60
    assert len({trace.case.question for trace in firmware.traces}) == 60
    assert len(set(TEXTS.values())) == len(TEXTS) == len(firmware.passages) + len(firmware.scans)


def test_the_readme_says_that_all_is_invented():
    assert "Everything here is invented" in DATA.joinpath("README.md").read_text(encoding="utf-8")
