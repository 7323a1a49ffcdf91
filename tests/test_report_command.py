"""`ragedu report`, and `ragedu compare` on answers: a change, and the decision after it."""

import csv
import json
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from ragedu.assistant import shop
from ragedu.cases import Case, Hit, Trace, all_of
from ragedu.comparison import compare
from ragedu.experiment import compare_files
from ragedu.formats import write_run, write_traces
from ragedu.trace_files import report_file

SCHEMA = json.loads((files("ragedu") / "data" / "schemas" / "report.schema.json").read_text(encoding="utf-8"))


def ragedu(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ragedu.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop at k = 2 and k = 4, each case with a label; bare.jsonl has no evidence."""
    place = tmp_path_factory.mktemp("shop")
    for k in (2, 4):
        traces = [shop.answer(case.question, k) for case in shop.cases]
        labelled = [replace(each, case=replace(each.case, labels={"topic": each.case.id[0]})) for each in traces]
        write_traces(labelled, place / f"k{k}.jsonl")
        write_traces(
            [replace(each, case=replace(each.case, evidence=None)) for each in traces], place / f"bare{k}.jsonl"
        )
        write_run(((each.case.id, each.ranking or ()) for each in traces), place / f"k{k}.trec")
    return place


def test_a_report_prints_the_three_with_their_intervals(folder):
    done = ragedu("report", folder / "k2.jsonl")

    assert (done.returncode, done.stderr) == (0, "")
    assert "right     7 of 8  0.875  0.53 to 0.98" in done.stdout
    assert "Of the 6 grounded, 1 only says that it doesn't know." in done.stdout


@pytest.mark.parametrize(("limit", "code"), [("right=0.875", 0), ("right=0.9", 1), ("grounded=0.8", 1)])
def test_a_report_is_a_gate(folder, limit, code):
    done = ragedu("report", folder / "k2.jsonl", "--fail-under", limit)

    assert done.returncode == code
    assert ("below the limit" in done.stderr) == bool(code)


def test_a_measure_known_of_no_question_passes_no_gate(folder):
    done = ragedu("report", folder / "bare2.jsonl", "--fail-under", "found=0")

    assert done.returncode == 1
    assert "found has no question to be measured on" in done.stderr


def test_a_reports_json_holds_to_the_published_schema_with_a_label_too(folder, tmp_path):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for options in ([], ["--by", "topic"]):
        assert ragedu("report", folder / "k2.jsonl", "--json", tmp_path / "r.json", *options).returncode == 0
        content = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
        jsonschema.validate(content, SCHEMA)
    assert content["refusals"] == 1
    assert sum(each["refusals"] for each in content["by"]["topic"].values()) == 1


def test_a_reports_csv_lists_the_means_or_every_question(folder, tmp_path):
    target = tmp_path / "r.csv"

    def rows() -> list[dict[str, str]]:
        return list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))

    assert ragedu("report", folder / "k2.jsonl", "--csv", target).returncode == 0
    assert [each["measure"] for each in rows()] == ["found", "grounded", "right"]
    assert ragedu("report", folder / "k2.jsonl", "--csv", target, "--per-question").returncode == 0
    assert list(rows()[0]) == [
        "question",
        "found",
        "grounded",
        "right",
        "tokens",
        "refusal",
        "answer",
        "what goes wrong",
    ]
    assert [each["refusal"] for each in rows()] == ["0"] * 7 + ["1"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("report", "k2.jsonl", "--fail-under", "recall@3=1"),
            "a report measures found, grounded, right, not 'recall@3'",
        ),
        (("report", "k2.jsonl", "--fail-under", "right"), "such as right=0.7, not 'right'"),
        (("report", "k2.trec"), "expected traces, found a run"),
        (("evaluate", "k2.jsonl", "--fail-under", "right=0.7"), "Take `ragedu report FILE`"),
        (("evaluate", "k2.jsonl", "--measures", "found"), "for example found@10. For whether the prompt held"),
        (
            ("compare", "k2.jsonl", "k4.jsonl", "--measures", "rihgt"),
            "Measures are: found, grounded, right, precision@k",
        ),
        (("compare", "k2.trec", "k4.trec", "--measures", "right"), "What was answered, a run doesn't say."),
        (("compare", "k2.jsonl", "k4.trec", "--measures", "right,rr"), "no question for which both have right"),
        (("compare", "bare2.jsonl", "k4.jsonl", "--measures", "found"), "no question for which both have found"),
    ],
)
def test_what_cannot_be_told_is_said_with_what_to_do(folder, arguments, said):
    named = [folder / each if each.endswith(("jsonl", "trec")) else each for each in arguments]
    done = ragedu(*named)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


# --- compared ---


def rows_of(printed: str) -> list[str]:
    """The first cell of each row of the first table."""
    _, _, rows = printed.partition("\nmeasure ")
    return [line.split()[0] for line in rows.partition("\n\n")[0].splitlines()[2:]]


def test_answers_are_compared_by_name_alone_and_beside_rankings(folder):
    pair = (folder / "k2.jsonl", folder / "k4.jsonl")

    assert rows_of(ragedu("compare", *pair, "--measures", "right").stdout) == ["right"]
    assert rows_of(ragedu("compare", *pair, "--measures", "rr,right").stdout) == ["rr", "right"]
    assert rows_of(ragedu("compare", *pair).stdout)[:4] == ["found", "grounded", "right", "precision@1"]


def test_answers_compared_by_file_are_as_their_reports_compared(folder):
    pair = (folder / "k2.jsonl", folder / "k4.jsonl")
    reports = compare(*map(report_file, pair), ["found", "grounded", "right"])

    for measures in (["found", "grounded", "right"], ["found", "grounded", "right", "rr"], None):
        differences = compare_files(*pair, measures=measures).differences
        assert {name: differences[name] for name in reports.differences} == reports.differences


def test_answers_without_evidence_are_compared_all_the_same(folder):
    done = ragedu("compare", folder / "bare2.jsonl", folder / "bare4.jsonl")

    assert (done.returncode, rows_of(done.stdout)) == (0, ["grounded", "right"])


def test_rankings_without_answers_are_compared_as_ever(tmp_path):
    for name in ("a", "b"):
        write_traces([Trace(Case("q", "?", all_of("x")), candidates=(Hit("x"),))], tmp_path / f"{name}.jsonl")

    assert "right" not in compare_files(tmp_path / "a.jsonl", tmp_path / "b.jsonl").differences


def test_a_question_that_only_one_file_has_is_named_by_its_words_where_it_has_no_id(folder, tmp_path):
    mine = tmp_path / "mine.jsonl"
    extra = '{"question": "How loud is it?", "answer": "Very.", "expected": "very"}\n'
    mine.write_text((folder / "k2.jsonl").read_text(encoding="utf-8") + extra, encoding="utf-8")

    compared = str(compare_files(mine, folder / "k4.jsonl", measures=["right"]))
    assert "Left out: 1 question that only one has (How loud is it?)." in compared


def test_a_question_answered_twice_is_refused_with_its_line(folder, tmp_path):
    twice = tmp_path / "twice.jsonl"
    twice.write_text((folder / "k2.jsonl").read_text(encoding="utf-8") * 2, encoding="utf-8")

    for measures in (["right"], ["right", "rr"], None):
        with pytest.raises(ValueError, match="line 9: expected each question once"):
            compare_files(twice, folder / "k2.jsonl", measures=measures)
