"""`ragedu diagnose`, as a shell runs it."""

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

RAGEDU = [sys.executable, "-m", "ragedu.cli", "diagnose"]
DATA = files("ragedu").joinpath("data")
FIRMWARE = str(DATA.joinpath("firmware", "traces.jsonl"))
SCHEMA = json.loads(DATA.joinpath("schemas", "diagnosis.schema.json").read_text(encoding="utf-8"))


def diagnose(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RAGEDU, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", timeout=60, **options
    )


def wrote(folder: Path, *records: object, name: str = "traces.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")
    return path


def record(**fields: object) -> dict[str, object]:
    return {"question": "How loud is the fan?", "evidence": [["fan-2"]], "verdict": "wrong", **fields}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- what is printed ---


def test_the_firmware_traces_give_four_seven_two_and_five():
    done = diagnose(FIRMWARE)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("18 of 60 answered badly\n")
    assert [line.split()[:2] for line in done.stdout.splitlines()[4:9]] == [
        ["index", "4"],
        ["retrieval", "7"],
        ["reranking", "2"],
        ["prompt_cut", "0"],
        ["generation", "5"],
    ]
    assert "Right though not found: 2 (port-modbus, ip65)" in done.stdout


def test_by_a_label_a_second_table_shows_each_of_its_values():
    done = diagnose(FIRMWARE, "--by", "kind")

    assert "\nBad answers by kind\n" in done.stdout
    assert "\nbad         1         7        0          9            1\n" in done.stdout


def test_per_question_every_bad_answer_is_told_before_the_table():
    lines = diagnose(FIRMWARE, "--per-question").stdout.splitlines()

    assert lines[1] == "midday-soak: retrieval: man-water-5 was found at rank 41, prompt cut at 10."
    assert lines[18:20] == ["", "18 of 60 answered badly"]


def test_what_a_terminal_would_obey_is_written_out(tmp_path):
    path = wrote(tmp_path, record(id="red \x1b[31m", prompt=["fan-2"]))

    assert "\x1b" not in diagnose(path, "--per-question").stdout


def test_a_terminal_sees_how_far_the_reading_is(tmp_path):
    screen, ours = pty.openpty()
    done = subprocess.run([*RAGEDU, FIRMWARE], stdout=subprocess.DEVNULL, stderr=ours, timeout=60)
    os.close(ours)
    shown = os.read(screen, 10_000).decode()
    os.close(screen)

    assert done.returncode == 0
    assert "Reading" in shown
    assert "100%" in shown


# --- files out ---


def test_the_json_holds_to_the_published_schema(tmp_path):
    target = tmp_path / "result.json"
    diagnose(FIRMWARE, "--json", target, "--by", "source")
    content = json.loads(target.read_text(encoding="utf-8"))

    jsonschema.validate(content, SCHEMA)
    assert content["wrong"] == 18
    assert content["by"]["source"]["scan"]["stages"][0]["wrong"] == 4
    diagnose(FIRMWARE, "--json", target)  # what we wrote may be written over
    assert "by" not in json.loads(target.read_text(encoding="utf-8"))


def test_the_csv_has_a_row_for_each_stage(tmp_path):
    diagnose(FIRMWARE, "--csv", tmp_path / "stages.csv")
    stages = rows(tmp_path / "stages.csv")

    assert [(each["stage"], each["wrong"]) for each in stages][:2] == [("index", "4"), ("retrieval", "7")]
    assert float(stages[1]["right_at_best"]) == 49 / 60
    assert stages[-1] == {
        "stage": "none", "wrong": "0", "share_of_wrong": "", "right_at_best": "", "right": "40", "not_judged": "0",
    }  # fmt: skip


def test_by_a_label_the_csv_has_a_row_for_each_value_and_stage(tmp_path):
    diagnose(FIRMWARE, "--csv", tmp_path / "stages.csv", "--by", "kind")

    assert sum(int(each["wrong"]) for each in rows(tmp_path / "stages.csv") if each["kind"] == "paraphrased") == 9
    assert diagnose(FIRMWARE, "--csv", tmp_path / "stages.csv", "--by", "kind").returncode == 0


def test_per_question_the_csv_has_every_question_with_its_reason(tmp_path):
    diagnose(FIRMWARE, "--csv", tmp_path / "all.csv", "--per-question", "--by", "source")
    questions = rows(tmp_path / "all.csv")

    assert len(questions) == 60
    assert questions[1] == {
        "question": "torque-mains",
        "source": "scan",
        "verdict": "wrong",
        "first failure": "index",
        "why": "bulletin-03-1 is not in the index.",
    }


def test_a_spreadsheet_takes_no_question_for_a_formula(tmp_path):
    path = wrote(tmp_path, record(id="=1+1", prompt=["fan-2"], topic="@cmd"))
    diagnose(path, "--csv", tmp_path / "all.csv", "--per-question", "--by", "topic")
    diagnose(path, "--csv", tmp_path / "stages.csv", "--by", "topic")

    assert rows(tmp_path / "all.csv")[0]["question"] == "'=1+1"
    assert rows(tmp_path / "stages.csv")[0]["topic"] == "'@cmd"


@pytest.mark.parametrize("label", ["stage", "wrong"])
def test_a_label_named_as_a_column_has_a_column_of_its_own(tmp_path, label):
    path = wrote(tmp_path, record(prompt=["fan-2"], labels={label: "night"}))
    diagnose(path, "--csv", tmp_path / "stages.csv", "--by", label)

    first = rows(tmp_path / "stages.csv")[0]
    assert (first["stage"], first[f"{label} (label)"]) == ("index", "night")


def test_a_mistake_in_the_file_leaves_no_half_of_a_csv(tmp_path):
    path = wrote(tmp_path, record(prompt=["fan-2"]), {"question": 5})
    done = diagnose(path, "--csv", tmp_path / "all.csv", "--per-question")

    assert done.returncode == 2
    assert done.stderr == f'{path}, line 2: expected text as "question", found the number 5.\n'
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_written_over_what_is_read_or_is_not_ours(tmp_path):
    path = wrote(tmp_path, record(prompt=["fan-2"]))
    letter = tmp_path / "letter.csv"
    letter.write_text("Dear all,")

    assert "which is read" in diagnose(path, "--json", path).stderr
    assert "no result of ragedu" in diagnose(path, "--csv", letter).stderr
    assert letter.read_text() == "Dear all,"


# --- a user's own file ---


def test_missing_fields_are_told_and_never_guessed(tmp_path):
    path = wrote(
        tmp_path,
        record(candidates=["a", "b"], prompt=["a"]),
        record(id=2, prompt=["a"]),
        record(id=3),
        {"question": "Und nun?", "verdict": "wrong"},
        record(id=5, verdict=None, prompt=["fan-2"]),
    )
    done = diagnose(path)

    assert "index or retrieval   1 " in done.stdout
    assert "index to prompt_cut  1 " in done.stdout
    assert "cannot tell          2 " in done.stdout
    assert '1 question not judged, 0 of which lost something needed: it takes a "verdict"' in done.stdout


def test_further_fields_become_labels_and_languages_mix(tmp_path):
    path = wrote(
        tmp_path,
        record(
            question="风扇有多响？",
            evidence=[["风扇-2"]],
            candidates=["灯-1"],
            prompt=["灯-1"],
            indexed=["风扇-2"],
            语言="中文",
        ),
        record(question="कितनी आवाज़?", prompt=["fan-2"], 语言="हिन्दी", extra={"nested": [1]}),
        record(question="Колко шуми?", indexed=[], 语言="български"),
    )
    done = diagnose(path, "--by", "语言", "--per-question")

    assert (done.returncode, done.stderr) == (0, "")
    assert "风扇有多响？: retrieval: 风扇-2 is indexed, and not among the 1 found." in done.stdout
    assert "Колко шуми?: index: fan-2 is not in the index." in done.stdout
    assert "语言        български  हिन्दी  中文" in done.stdout


def test_where_no_answer_was_judged_the_losses_are_told(tmp_path):
    path = wrote(tmp_path, {"query": "q", "expected_ids": ["a"], "retrieved_ids": ["b", "a"]})

    assert "1 question, no answer judged" in diagnose(path, "--cut", "1").stdout
    assert "retrieval      1\n" in diagnose(path, "--cut", "1").stdout
    assert "retrieval to generation  1\n" in diagnose(path).stdout


def test_without_a_verdict_the_expected_text_judges_as_in_a_report(tmp_path):
    asked = {"verdict": None, "prompt": ["fan-2"], "expected": "40 dB"}
    path = wrote(tmp_path, record(id=1, answer="40 dB", **asked), record(id=2, answer="50 dB", **asked))

    assert "1 of 2 answered badly" in diagnose(path).stdout


def test_a_reference_of_ragas_is_a_whole_answer_and_judges_none(tmp_path):
    path = wrote(tmp_path, {"user_input": "q", "response": "40 dB", "reference": "The fan makes a noise of 40 dB."})

    assert "no answer judged" in diagnose(path).stdout


def test_ragas_records_are_diagnosed_as_well(tmp_path):
    path = wrote(
        tmp_path,
        {"user_input": "q", "retrieved_context_ids": ["b"], "reference_context_ids": ["a"], "response": "r"},
    )

    assert "index or retrieval  1\n" in diagnose(path).stdout


def test_records_that_tell_nothing_are_told_the_names_we_read(tmp_path):
    done = diagnose(wrote(tmp_path, {"question": "q", "chunks": ["a"], "needed": "b"}))

    assert done.returncode == 0
    assert 'What is needed stands under "evidence"' in done.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "q1 Q0 a 1 0.5 tag\n",
            "expected traces, found a run. A run doesn't say what is needed, nor what was answered.",
        ),
        ("q1 0 a 1\n", "expected traces, found judgements (trec-qrels)."),
        ("", "expected at least one line, found an empty file of 0 bytes."),
        (
            '{"question": "q", "verdict": "so-so"}\n',
            'expected "right" or "wrong" as "verdict", found the text "so-so".',
        ),
    ],
)
def test_a_file_of_another_kind_is_refused_with_what_it_is(tmp_path, content, said):
    path = tmp_path / "file"
    path.write_text(content)
    done = diagnose(path)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--by", "colour"], "no question has the label 'colour'. Labels are: kind, source, topic."),
        (["--cut", "0"], "cut must be a whole number from 1 up, not 0."),
        (["--format", "xml"], "format must be one of"),
    ],
)
def test_an_option_that_can_not_be_is_refused(options, said):
    done = diagnose(FIRMWARE, *options)

    assert done.returncode == 2
    assert said in done.stderr


def test_whoever_stops_reading_ends_it_quietly():
    command = f"{' '.join(RAGEDU)} {FIRMWARE} --per-question | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)

    assert done.stdout == "torque-mains: index: bulletin-03-1 is not in the index.\n"
    assert done.stderr == ""
