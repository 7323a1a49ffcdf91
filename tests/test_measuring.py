import csv
import json
import os
import pty
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from ragedu.assistant import shop
from ragedu.cases import Case, Hit, Trace, all_of
from ragedu.cli import app
from ragedu.evaluation import Evaluation
from ragedu.experiment import evaluate_file
from ragedu.formats import write_qrels, write_run, write_traces
from ragedu.measuring import below, limit_in, write_csv
from ragedu.statistics import share_interval

RAGEDU = [sys.executable, "-m", "ragedu.cli"]


def ragedu(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RAGEDU, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", timeout=60, **options
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop's results as files: a run, traces, and qrels."""
    place = tmp_path_factory.mktemp("shop")
    traces = [shop.answer(case.question, k=9) for case in shop.cases]
    labelled = [
        Trace(
            Case(each.case.id, each.case.question, each.case.evidence, labels={"topic": each.case.id[0]}),
            candidates=each.candidates,
        )
        for each in traces
    ]
    write_traces(labelled, place / "traces.jsonl")
    write_traces(traces, place / "run.trec", "trec-run")
    write_qrels({case.id: dict.fromkeys(case.relevant, 1) for case in shop.answerable}, place / "qrels.txt")
    return place


def test_a_run_and_its_qrels_give_the_shops_numbers(folder):
    done = ragedu("evaluate", folder / "run.trec", "--qrels", folder / "qrels.txt", "-k", "1,3")

    assert done.returncode == 0
    assert "recall             0.429  0.857" in done.stdout
    assert "Left out: 1 question, never judged (sunday)." in done.stdout
    assert "format:trec-run" in done.stdout
    assert done.stderr == ""


def test_traces_bring_their_own_truth(folder):
    done = ragedu("evaluate", folder / "traces.jsonl", "-k", "3")

    assert done.returncode == 0
    assert "recall             0.857" in done.stdout
    assert "format:ragedu" in done.stdout


def test_a_beir_folder_is_a_truth(folder, tmp_path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text('{"_id": "delivery-1", "title": "", "text": "t"}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "office-cost", "text": "q"}\n')
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\noffice-cost\tdelivery-1\t1\n")

    done = ragedu("evaluate", folder / "run.trec", "--qrels", tmp_path, "--measures", "recall@1")

    assert (done.returncode, "Means over 1 question\n" in done.stdout) == (0, True)


def test_the_json_holds_to_the_published_schema(folder, tmp_path):
    target = tmp_path / "result.json"
    ragedu("evaluate", folder / "traces.jsonl", "--json", target, "--by", "topic", "-k", "1,10")
    content = json.loads(target.read_text(encoding="utf-8"))
    schema = json.loads((files("ragedu") / "data" / "schemas" / "evaluation.schema.json").read_text(encoding="utf-8"))

    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(content, schema)
    interval = share_interval(3, 7)
    ends = {"low": interval.low, "high": interval.high}
    assert content["measures"]["recall@1"] == {"mean": 3 / 7, **ends, "questions": 7}
    assert content["left_out"] == {"nothing is relevant": ["sunday"]}
    assert content["per_question"]["office-cost"]["rr"] == 1.0
    assert content["by"]["topic"]["o"]["measures"]["rr"]["mean"] == 1.0
    assert content["by"]["topic"]["s"]["measures"]["rr"] == {"mean": None, "low": None, "high": None, "questions": 0}
    assert content["by"]["topic"]["s"]["left_out"] == {"nothing is relevant": ["sunday"]}


def test_the_csv_has_a_row_for_each_measure_or_for_each_question(folder, tmp_path):
    means, scores, share = tmp_path / "means.csv", tmp_path / "scores.csv", share_interval(3, 7)
    ragedu("evaluate", folder / "traces.jsonl", "--csv", means, "--measures", "recall@1,rr")
    ragedu("evaluate", folder / "traces.jsonl", "--csv", scores, "--measures", "recall@1,rr", "--per-question")

    header, recall, rr = csv.reader(means.open())
    assert header == ["measure", "mean", "questions", "low", "high"]
    assert recall == ["recall@1", str(3 / 7), "7", *(str(each) for each in (share.low, share.high))]
    assert rr[:3] == ["rr", "0.6547619047619048", "7"]
    assert 0 < float(rr[3]) < float(rr[1]) < float(rr[4]) <= 1
    assert next(iter(csv.reader(scores.open()))) == ["question", "recall@1", "rr"]
    assert len(scores.read_text().splitlines()) == 8


def test_a_question_that_looks_like_a_formula_is_defused(tmp_path):
    write_run({"=1+1": [Hit("a")]}, tmp_path / "run")
    write_qrels({"=1+1": {"a": 1}}, tmp_path / "qrels")
    result = evaluate_file(tmp_path / "run", tmp_path / "qrels", measures=["rr"])

    write_csv(tmp_path / "out.csv", result, per_question=True)

    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "'=1+1,1.0"


def test_a_limit_that_is_not_reached_ends_with_1_and_says_so(folder):
    done = ragedu("evaluate", folder / "traces.jsonl", "--fail-under", "recall@3=0.9", "--measures", "rr")

    assert done.returncode == 1
    assert done.stderr == "recall@3 is 0.8571 over 7 questions, below the limit of 0.9.\n"


def test_limits_that_are_reached_end_with_0(folder):
    done = ragedu(
        "evaluate", folder / "traces.jsonl", "--fail-under", "recall@3=0.8571", "--fail-under", f"recall@1={3 / 7}"
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_a_mean_over_no_question_reaches_no_limit(tmp_path):
    write_traces([Trace(Case("q", "?", all_of()), candidates=(Hit("a"),))], tmp_path / "t.jsonl")
    result = evaluate_file(tmp_path / "t.jsonl", measures=["rr"])

    assert below(result, [("rr", 0.0)]) == ["rr has no question to be measured on; the limit is 0."]


@pytest.mark.parametrize("text", ["recall@10", "recall@10=", "recall@10=nan", "=0.5", "recall@10=high"])
def test_a_limit_that_is_none_is_an_error(text):
    with pytest.raises(ValueError, match=r"^--fail-under takes a measure and a number, such as recall@10=0\.8"):
        limit_in(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run.trec"], "run.trec: expected qrels beside a run, found none. A run doesn't say what is relevant.\n"),
        (["none"], "none: expected a file to read, found none of that name. Check the path.\n"),
        (
            ["qrels.txt", "--qrels", "qrels.txt"],
            "qrels.txt: expected results, found judgements (trec-qrels). Give the results first, and these as qrels.\n",
        ),
        (
            ["run.trec", "--qrels", "run.trec"],
            "run.trec: expected qrels, of four columns, found a run, of six. Give the run first, and qrels as these.\n",
        ),
        (["traces.jsonl", "-k", "0"], "-k takes whole numbers from 1 up, such as 1,3,10, not '0'.\n"),
        (
            ["traces.jsonl", "-k", "3", "--measures", "rr"],
            "-k goes with all measures; those named by --measures bring their cuts, as in recall@10.\n",
        ),
        (["traces.jsonl", "-k", "1;3"], "-k takes whole numbers from 1 up, such as 1,3,10, not '1;3'.\n"),
        (["traces.jsonl", "--gain", "log"], 'gain must be "linear" or "exponential", not \'log\'.\n'),
        (["traces.jsonl", "--missing", "x"], "missing must be 'zero' or 'leave_out', not 'x'.\n"),
        (
            ["traces.jsonl", "--by", "colour"],
            "no question has the label 'colour'. Labels are: topic.\n",
        ),
        (
            ["traces.jsonl", "--json", "x/y.json"],
            "--json can't write x/y.json: its folder is not there. Make the folder first, or name another file.\n",
        ),
        (
            ["traces.jsonl", "--csv", "a.ipynb"],
            "--csv would write over a notebook, a.ipynb. Name another file, such as result.csv.\n",
        ),
        (
            ["traces.jsonl", "--json", "traces.jsonl"],
            "--json would write over traces.jsonl, which is read. Name another file, such as result.json.\n",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_exit_code_2(folder, arguments, message):
    done = ragedu("evaluate", *arguments, cwd=folder)

    assert (done.returncode, done.stderr) == (2, message)


def test_ids_that_never_meet_are_an_error_and_no_table_of_zeros(folder, tmp_path):
    write_qrels({"other": {"a": 1}}, tmp_path / "qrels")
    done = ragedu("evaluate", folder / "run.trec", "--qrels", tmp_path / "qrels")

    assert done.returncode == 2
    assert done.stderr == (
        "none of the 8 questions answered is among those judged: the first answered is 'office-cost', the first "
        "judged 'other'. Do both use the same ids?\n"
    )


def test_mixed_lines_are_read_rightly_and_the_result_says_so(folder, tmp_path):
    lines = (folder / "run.trec").read_text().splitlines(keepends=True)
    (tmp_path / "mixed").write_text("".join(lines[::2] + lines[1::2]))

    mixed = evaluate_file(tmp_path / "mixed", folder / "qrels.txt")
    whole = evaluate_file(folder / "run.trec", folder / "qrels.txt")

    assert mixed.measures == whole.measures
    assert mixed.notes == [
        'The lines of question "office-cost" are not together (line 37), so the run was read into memory.'
    ]
    assert mixed.notes[0] in str(mixed)


def test_two_systems_are_compared_question_by_question(folder, tmp_path):
    worse = {case.id: shop.search(case.question)[::-1] for case in shop.cases}
    write_run(
        {name: [Hit(hit.id, float(-place)) for place, hit in enumerate(hits)] for name, hits in worse.items()},
        tmp_path / "worse",
    )
    target = tmp_path / "compared.json"
    done = ragedu(
        "compare",
        tmp_path / "worse",
        folder / "run.trec",
        "--qrels",
        folder / "qrels.txt",
        "--measures",
        "rr",
        "--json",
        target,
    )

    assert done.returncode == 0
    assert "B is better" in done.stdout
    assert "A: Left out: 1 question, never judged (sunday)." in done.stdout
    assert json.loads(target.read_text())["measures"]["rr"]["better"] == 7


def test_a_terminal_shows_progress_and_a_file_does_not(folder):
    ours, theirs = pty.openpty()
    command = [*RAGEDU, "evaluate", str(folder / "traces.jsonl"), "-k", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        table, _ = process.communicate(timeout=60)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)

    assert "Reading" in shown
    assert "100%" in shown
    assert "Reading" not in table


def test_each_limit_of_a_measure_is_looked_at(folder):
    done = ragedu("evaluate", folder / "traces.jsonl", "--fail-under", "rr=0.9", "--fail-under", "rr=0.1")

    assert (done.returncode, done.stderr) == (1, "rr is 0.6548 over 7 questions, below the limit of 0.9.\n")


@pytest.mark.parametrize("text", ["rr=80", "rr=80%", "rr=-0.1"])
def test_a_limit_outside_0_and_1_is_refused(text):
    with pytest.raises(ValueError, match=r"^--fail-under takes a number from 0 to 1, not 'rr=.*': 80 % is 0\.8\.$"):
        limit_in(text)


def test_a_mean_just_below_its_limit_is_shown_with_the_digits_that_tell():
    result = Evaluation({"q": {"rr": 0.79999999}}, {}, {}, ["rr"])

    assert below(result, [("rr", 0.8)]) == ["rr is 0.79999999 over 1 question, below the limit of 0.8."]


def test_a_cut_given_twice_is_both(folder):
    done = ragedu("evaluate", folder / "traces.jsonl", "-k", "1", "-k", "3,1")

    assert [line.split() for line in done.stdout.splitlines()[2:3]] == [
        ["measure", "@1", "@3", "whole", "ranking", "95", "%", "interval"]
    ]


def test_leave_out_may_be_written_with_a_hyphen_and_help_lists_the_choices(folder):
    done = ragedu("evaluate", folder / "traces.jsonl", "--missing", "leave-out")

    assert "missing:leave_out" in done.stdout
    printed = ragedu("evaluate", "--help").stdout
    for choices in ("zero|leave_out", "leave_out|zero", "linear|exponential"):
        assert choices in printed


def test_a_label_that_is_not_there_is_said_before_anything_is_printed(folder):
    done = ragedu("evaluate", folder / "run.trec", "--qrels", folder / "qrels.txt", "--by", "topic")

    assert (done.returncode, done.stdout) == (2, "")
    assert "a run carries no labels" in done.stderr


def test_the_labels_of_traces_slice_a_run(folder):
    done = ragedu("evaluate", folder / "run.trec", "--qrels", folder / "traces.jsonl", "--by", "topic")

    assert done.returncode == 0
    assert "Means by topic" in done.stdout


@pytest.mark.parametrize("label", ["topic", "colour", "measure", "mean"])
@pytest.mark.parametrize("more", [[], ["--per-question"]])
def test_its_own_csv_may_be_written_over_whatever_the_label(tmp_path, label, more):
    record = {"question": "q", "evidence": [["a"]], "candidates": ["a"], "labels": {label: "red"}}
    (tmp_path / "traces.jsonl").write_text(json.dumps(record) + "\n")
    command = ["evaluate", tmp_path / "traces.jsonl", "--by", label, "--csv", tmp_path / "out.csv", *more]

    assert [ragedu(*command).returncode for _ in range(2)] == [0, 0]
    named = f"{label} (label)" if label in ("measure", "mean") and not more else label
    assert next(csv.DictReader((tmp_path / "out.csv").open()))[named] == "red"


def test_the_csv_holds_the_slices_too(folder, tmp_path):
    means, scores = tmp_path / "means.csv", tmp_path / "scores.csv"
    common = ["evaluate", folder / "traces.jsonl", "--measures", "rr", "--by", "topic", "--csv"]
    ragedu(*common, means)
    ragedu(*common, scores, "--per-question")

    header, first, *_ = csv.reader(means.open())
    assert header == ["measure", "topic", "mean", "questions", "low", "high"]
    assert first[:4] == ["rr", "b", "1.0", "1"]
    assert ["rr", "s", "", "0", "", ""] in list(csv.reader(means.open()))
    assert list(csv.reader(scores.open()))[:2] == [["question", "topic", "rr"], ["bank-declined", "b", "1.0"]]


def test_what_nobody_foresaw_is_one_sentence_and_exit_code_3(folder, monkeypatch, capsys):
    def broken(*arguments, **options):
        raise ZeroDivisionError("float division by zero")

    monkeypatch.setattr("ragedu.measuring.evaluate_file", broken)
    monkeypatch.delenv("RAGEDU_DEBUG", raising=False)
    result = CliRunner().invoke(app, ["evaluate", str(folder / "traces.jsonl")])

    assert result.exit_code == 3
    assert result.stderr == (
        "This is a fault of ragedu, not of the files: ZeroDivisionError: float division by zero. "
        "RAGEDU_DEBUG=1 before the command shows where.\n"
    )


def test_a_reader_who_goes_early_is_no_error(folder):
    ours, theirs = os.pipe()
    os.close(ours)
    command = [*RAGEDU, "evaluate", str(folder / "traces.jsonl"), "--per-question"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(theirs)

    assert (done.returncode, done.stderr) == (141, "")


def on_a_terminal(columns, *arguments):
    """What the command prints on a terminal of this width."""
    screen, ours = pty.openpty()
    running = subprocess.Popen(
        [*RAGEDU, *map(str, arguments)],
        stdout=ours,
        env={**os.environ, "COLUMNS": str(columns)},
    )
    os.close(ours)
    told = b""
    try:
        while piece := os.read(screen, 10_000):
            told += piece
    except OSError:  # Linux says so when the other end is closed
        pass
    os.close(screen)
    assert running.wait(timeout=60) == 0
    return told.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "arguments", [("evaluate", "traces.jsonl", "--per-question"), ("compare", "traces.jsonl", "traces.jsonl")]
)
def test_what_is_printed_fits_the_terminal(folder, arguments, columns):
    command, *rest = (folder / each if each.endswith(".jsonl") else each for each in arguments)

    tables = on_a_terminal(columns, command, *rest).partition("\n\n")[2]
    assert max(map(len, tables.splitlines())) <= columns


def test_into_a_pipe_every_question_is_one_line(folder):
    printed = ragedu("evaluate", folder / "traces.jsonl", "--per-question").stdout

    table = printed[printed.index("Every question") :].strip().splitlines()[2:]
    questions = sum(1 for _ in (folder / "traces.jsonl").open(encoding="utf-8"))
    assert len(table) <= 2 + questions


def test_two_files_of_traces_are_compared_without_qrels(folder):
    done = ragedu("compare", folder / "traces.jsonl", folder / "traces.jsonl", "--measures", "rr")

    assert done.returncode == 0
    assert done.stdout.startswith(f"A: {folder / 'traces.jsonl'}, B: {folder / 'traces.jsonl'}\n\nB against A")
    assert "The two are the same everywhere" in done.stdout


def test_traces_whose_keys_are_not_ours_are_told_ours(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"question": "a?", "relevant": ["x"], "candidate": ["x"]}\n')

    result = evaluate_file(tmp_path / "t.jsonl", measures=["rr"])

    assert result.questions == 0
    assert 'What is needed stands under "evidence" (groups of ids)' in str(result)
