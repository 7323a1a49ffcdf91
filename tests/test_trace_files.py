"""Reports and sweeps of files, in one pass."""

import json
from pathlib import Path

import pytest

from ragedu.assistant import firmware, shop
from ragedu.diagnosis import breakdown
from ragedu.experiment import report, sweep_k
from ragedu.formats import FormatError, write_traces
from ragedu.reporting import QUESTIONS
from ragedu.trace_files import diagnose_and_report, report_file, sweep_cuts, sweep_files


@pytest.fixture
def at_k(tmp_path: Path) -> dict[int, Path]:
    files = {k: tmp_path / f"k{k}.jsonl" for k in (1, 3)}
    for k, path in files.items():
        write_traces([shop.answer(case.question, k) for case in shop.cases], path)
    return files


@pytest.fixture
def firmware_file(tmp_path: Path) -> Path:
    write_traces(firmware.traces, tmp_path / "firmware.jsonl")
    return tmp_path / "firmware.jsonl"


def test_a_file_is_reported_as_its_traces_are(at_k):
    of_file, of_traces = report_file(at_k[1]), report(shop.answer(case.question, 1) for case in shop.cases)

    assert of_file.per_question == of_traces.per_question
    assert of_file.reasons == of_traces.reasons


def test_files_are_swept_as_the_live_assistant_is(at_k):
    live, recorded = sweep_k(shop.assistant, shop.cases, ks=[1, 3]), sweep_files(at_k, "k")

    assert recorded.rows() == live.rows()
    assert recorded.remarks == live.remarks


def test_a_cut_finds_what_the_prompt_would_have_held(firmware_file):
    cut = sweep_cuts(firmware_file, [5, 10])
    found = [
        any(each in trace.case.relevant for each in [hit.id for hit in (trace.reranked or trace.candidates)[:5]])
        for trace in firmware.traces
        if trace.case.evidence
    ]

    assert cut[10].mean("found") == report(firmware.traces).mean("found")
    assert cut[5].mean("found").mean <= sum(found) / len(found)


def test_answers_are_never_taken_for_those_of_another_prompt(firmware_file):
    cut = sweep_cuts(firmware_file, [5, 10])

    assert [len(cut[5].scores(name)) for name in QUESTIONS] == [57, 0, 0]
    assert cut[5].answers == {}
    assert len(cut[10].scores("right")) == 60


def test_breakdown_and_report_come_of_one_pass(firmware_file):
    result, told = diagnose_and_report(firmware_file, by="topic")

    assert result.by_stage == breakdown(firmware.traces).by_stage
    assert told.share("right") == "42 of 60"
    assert list(result.slices)


def test_a_question_answered_twice_is_diagnosed_and_has_no_report(firmware_file):
    firmware_file.write_text(firmware_file.read_text(encoding="utf-8") * 2, encoding="utf-8")
    result, told = diagnose_and_report(firmware_file)

    assert result.wrong == 36
    assert told is None
    with pytest.raises(FormatError, match="line 61: expected each question once"):
        report_file(firmware_file)


def test_a_report_keeps_whole_only_the_worst_and_wrong_answers_come_first(firmware_file):
    lines = firmware_file.read_text(encoding="utf-8").splitlines()
    many = [{**json.loads(line), "id": f"{copy}-{number}"} for copy in range(5) for number, line in enumerate(lines)]
    firmware_file.write_text("".join(json.dumps(each) + "\n" for each in many), encoding="utf-8")
    told = report_file(firmware_file)

    assert len(told.kept) == 20
    assert all(told.per_question[trace.case.id]["right"] == 0 for trace in told.worst)
    zeros = [list(told.per_question[trace.case.id].values()).count(0) for trace in told.worst]
    assert zeros == sorted(zeros, reverse=True)
    assert zeros[0] == 3


def test_the_worst_of_a_slice_are_its_own():
    told = report(firmware.traces).by("topic")["care"]

    assert {trace.case.id for trace in told.worst} <= told.per_question.keys()


def test_a_run_is_refused_with_what_it_lacks(tmp_path):
    (tmp_path / "run").write_text("q1 Q0 a 1 0.5 tag\n")

    with pytest.raises(FormatError, match="A run doesn't say what is needed, nor what was answered"):
        report_file(tmp_path / "run")


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda path: sweep_cuts(path, []), "ks is empty. Give at least one cut"),
        (lambda path: sweep_cuts(path, 3), "ks must be a list of whole numbers"),
        (lambda path: sweep_cuts(path, [0]), "k must be a whole number from 1 up"),
        (lambda path: sweep_files({}), "there are no files to set side by side"),
    ],
)
def test_a_sweep_without_settings_says_what_it_needs(firmware_file, work, said):
    with pytest.raises(ValueError, match=said):
        work(firmware_file)
