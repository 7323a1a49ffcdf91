"""`ragedu sweep`, as a shell runs it."""

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

from ragedu.assistant import shop
from ragedu.extras import installing
from ragedu.formats import write_traces

RAGEDU = [sys.executable, "-m", "ragedu.cli", "sweep"]
DATA = files("ragedu").joinpath("data")
FIRMWARE = str(DATA.joinpath("firmware", "traces.jsonl"))
CASES = str(DATA.joinpath("shop", "cases.jsonl"))
SCHEMA = json.loads(DATA.joinpath("schemas", "sweep.schema.json").read_text(encoding="utf-8"))


def sweep(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RAGEDU, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", timeout=60, **options
    )


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The shop's traces at k = 1 and at k = 4, as files."""
    folder = tmp_path_factory.mktemp("shop")
    paths = [folder / "k1.jsonl", folder / "k4.jsonl"]
    for k, path in zip((1, 4), paths, strict=True):
        write_traces([shop.answer(case.question, k) for case in shop.cases], path)
    return paths


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- live ---


def test_the_shops_four_rows_come_out_live():
    done = sweep()

    assert (done.returncode, done.stderr) == (0, "")
    for row in (
        "1  3 of 7  6 of 8    5 of 8  164",
        "2  5 of 7  6 of 8    7 of 8  181",
        "3  6 of 7  7 of 8    7 of 8  193",
        "4  7 of 7  8 of 8    8 of 8  207",
        "1  0.43 [0.16, 0.75]  0.75 [0.41, 0.93]  0.62 [0.31, 0.86]  164 [160, 168]",
    ):
        assert f"\n{row}\n" in done.stdout
    assert "Left out of found: no passage answers it (sunday)." in done.stdout
    assert "ragedu:" in done.stdout
    assert max(map(len, done.stdout.split("Left out")[0].splitlines())) <= 80


def test_a_threshold_is_swept_at_one_k():
    done = sweep("--threshold", "0,0.2", "-k", "4")

    assert "\n0.0        7 of 7  8 of 8    8 of 8  207\n" in done.stdout
    assert "\n0.2        5 of 7  7 of 8    6 of 8  145\n" in done.stdout


ASSISTANT = """
from dataclasses import replace
from ragedu.assistant import shop

mine = shop.assistant
number = 5

class Nested:
    mine = shop.assistant

def make(k):
    return replace(shop.assistant, k=k)

class Broken:
    def ask(self, case):
        raise KeyError("no index")

class Silent:
    def ask(self, case):
        return "an answer"

def broken(k):
    return Broken()

def silent(k):
    return Silent()
"""


@pytest.mark.parametrize("name", ["mine", "make", "Nested.mine"])
def test_an_assistant_of_ones_own_is_asked_ones_own_cases(tmp_path, name):
    (tmp_path / "my_rag.py").write_text(ASSISTANT)
    done = sweep("--assistant", f"my_rag:{name}", "--cases", CASES, "-k", "1,4", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert "\n1  3 of 7  6 of 8    5 of 8  164\n" in done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken", "--assistant my_rag:broken, k = 1, question 'office-cost': KeyError: 'no index'. RAGEDU_DEBUG=1"),
        ("silent", "--assistant my_rag:silent, k = 1: ask(case) must give a Trace, not the text 'an answer'."),
        ("number", "--assistant my_rag:number must be an Assistant, or a function that makes one for each k, not 5"),
        ("absent", "--assistant my_rag:absent: my_rag has no 'absent'."),
    ],
)
def test_a_fault_in_an_assistant_of_ones_own_is_told_as_its_own(tmp_path, name, said):
    (tmp_path / "my_rag.py").write_text(ASSISTANT)
    done = sweep("--assistant", f"my_rag:{name}", "--cases", CASES, cwd=tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_module_that_is_not_there_is_named(tmp_path):
    done = sweep("--assistant", "nowhere_rag:mine", "--cases", CASES, cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr.startswith("--assistant nowhere_rag:mine: the module can't be imported: ModuleNotFoundError")


# --- recorded ---


def test_several_files_stand_side_by_side_under_their_names(recorded):
    done = sweep(*recorded)

    assert "\nk1    3 of 7  6 of 8    5 of 8  164\n" in done.stdout
    assert "\nk4    7 of 7  8 of 8    8 of 8  207\n" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-k", "1,4"], ["8 questions at each k", "knob:k"]),
        (["--threshold", "0.1,0.3"], ["8 questions at each threshold", "\n0.3 "]),
        (["--name", "small,large", "--knob", "model"], ["8 questions at each model", "\nlarge  7 of 7"]),
    ],
)
def test_several_files_are_called_what_one_says(recorded, options, said):
    done = sweep(*recorded, *options)

    assert all(each in done.stdout for each in said)


def test_one_file_is_cut_at_each_k_and_says_whose_answers_those_are():
    done = sweep(FIRMWARE, "-k", "5,10,20,100")

    assert "\n5    42 of 57  –         –         –\n" in done.stdout
    assert "\n10   42 of 57  –         42 of 60  –\n" in done.stdout
    assert "\n20   46 of 57  –         –         –\n" in done.stdout
    assert "The answers belong to the prompts that they were recorded with" in done.stdout
    assert "60 questions recorded with fewer than 100 places: what would have stood below is not known." in done.stdout
    assert "no answer is recorded" not in done.stdout


def test_files_of_different_questions_are_told_apart(recorded, tmp_path):
    lines = recorded[0].read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "fewer.jsonl").write_text("".join(lines[:5]), encoding="utf-8")
    done = sweep(recorded[1], tmp_path / "fewer.jsonl")

    assert "Not the same questions everywhere: 5 of 8 are in all files" in done.stdout


def test_files_that_disagree_on_what_is_relevant_are_refused(recorded, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_text(recorded[0].read_text(encoding="utf-8").replace('[["delivery-1"]]', '[["gift-1"]]', 1))
    done = sweep(recorded[0], other)

    assert done.returncode == 2
    assert "disagree on what is relevant to question 'office-cost'" in done.stderr


def test_a_question_answered_twice_is_named_with_its_lines(recorded, tmp_path):
    twice = tmp_path / "twice.jsonl"
    twice.write_text(recorded[0].read_text(encoding="utf-8") * 2, encoding="utf-8")

    for arguments in ([twice], [twice, recorded[1]]):
        done = sweep(*arguments)
        assert done.returncode == 2
        assert "line 9: expected each question once, found question 'office-cost' again (first on line 1)" in (
            done.stderr.replace('"', "'")
        )


def test_a_users_file_with_gaps_and_many_languages_is_swept(tmp_path):
    path = tmp_path / "mine.jsonl"
    records = [
        {"question": "风扇有多响？", "evidence": [["风扇-2"]], "candidates": ["灯-1", "风扇-2"], "语言": "中文"},
        {"question": "Колко шуми?", "candidates": ["a", "b"], "extra": {"nested": [1]}},
        {"question": "कितनी आवाज़?", "evidence": [], "candidates": []},
    ]
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records), encoding="utf-8")
    done = sweep(path, "-k", "1,2", "--per-question")

    assert (done.returncode, done.stderr) == (0, "")
    assert "\n1  0 of 1  –         –      –\n" in done.stdout
    assert "\n2  1 of 1  –         –      –\n" in done.stdout
    assert 'Left out of found: nobody has said under "evidence" which passages answer it (Колко' in done.stdout


@pytest.mark.parametrize(("its_id", "named"), [('"id": "q1", ', "q1"), ("", "How?")])
def test_a_trace_without_a_ranking_can_not_be_cut(tmp_path, its_id, named):
    path = tmp_path / "mine.jsonl"
    fine = '{"id": "q0", "question": "Why?", "candidates": ["a"]}'
    path.write_text(f'{fine}\n\n{{{its_id}"question": "How?", "prompt": ["a"]}}\n')
    done = sweep(path)

    assert done.returncode == 2
    assert done.stderr == (
        f'{path}, line 3: expected a ranking to cut, as "candidates" or "reranked", found none for the question '
        f'"{named}". A prompt doesn\'t tell what stood below it. Record the candidates as well.\n'
    )


# --- files out ---


def test_the_json_holds_to_the_published_schema(recorded, tmp_path):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for arguments in ([], [FIRMWARE], recorded):
        target = tmp_path / "result.json"
        assert sweep(*arguments, "--json", target).returncode == 0
        jsonschema.validate(json.loads(target.read_text(encoding="utf-8")), SCHEMA)

    sweep("--json", target)  # what we wrote may be written over
    content = json.loads(target.read_text(encoding="utf-8"))
    assert [each["setting"] for each in content["settings"]] == [1, 2, 3, 4]
    assert content["settings"][0]["found"] == 3 / 7
    assert content["reports"][0]["reasons"]["cash"][1] == 'It should say "yes".'


def test_the_csv_has_a_row_for_each_setting_or_for_each_question_at_each(tmp_path):
    target = tmp_path / "result.csv"
    sweep("--csv", target)
    settings = rows(target)
    done = sweep("--csv", target, "--per-question")
    questions = rows(target)

    assert [each["knob"] for each in settings] == ["k"] * 4
    assert [(each["setting"], each["right_of"]) for each in settings][1:3] == [("2", "8"), ("3", "8")]
    assert float(settings[3]["tokens"]) > float(settings[2]["tokens"])
    assert done.returncode == 0
    assert len(questions) == 32
    assert questions[7]["found"] == ""
    assert questions[4]["what goes wrong"] == 'payment-1 did not reach the prompt. It should say "yes".'


def test_figure_and_page_are_written_and_written_over_but_nothing_else_is(tmp_path):
    svg, png, page = tmp_path / "out.svg", tmp_path / "out.png", tmp_path / "out.html"
    for _ in range(2):
        assert sweep("--figure", svg, "--html", page).returncode == 0
        assert sweep("--figure", png).returncode == 0
    assert "<desc>Most right at k = 4: 8 of 8" in svg.read_text(encoding="utf-8")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "What goes wrong at k = 1" in page.read_text(encoding="utf-8")

    for path, option in ((svg, "--figure"), (png, "--figure"), (page, "--html")):
        path.write_bytes(b"\x89PNG\r\n\x1a\n somebody's own")
        assert "which is no result of ragedu" in sweep(option, path).stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-k", "0"], "-k takes whole numbers from 1 up"),
        (["--threshold", "high"], "--threshold takes numbers, such as 0,0.1,0.2, not 'high'."),
        (["--threshold", "nan"], "--threshold takes numbers"),
        (["--threshold", "0,1", "-k", "1,2"], "one thing is turned at a time"),
        (["--assistant", "a:b"], "--assistant and --cases go together"),
        (["--cases", CASES], "--assistant and --cases go together"),
        (["--assistant", "nothing", "--cases", CASES], "--assistant takes a module and a name in it"),
        ([FIRMWARE, "--threshold", "0.1"], "one file can be cut at each -k"),
        ([FIRMWARE, "--assistant", "a:b"], "Give one or the other."),
        ([FIRMWARE, "--name", "a"], "--name and --knob are for several files"),
        (
            [FIRMWARE, FIRMWARE, "--name", "a"],
            "2 files need as many settings to name them by, in their order; given: 1.",
        ),
        ([FIRMWARE, FIRMWARE, "--name", "a,b", "-k", "1,2"], "Give one of them."),
        ([FIRMWARE, FIRMWARE], "2 files need as many settings to name them by, in their order; given: 1."),
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["--figure", "out.pdf"], "out.pdf: a figure is written as .svg or .png."),
    ],
)
def test_what_can_not_be_is_one_sentence_and_exit_code_2(options, said):
    done = sweep(*options)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_matplotlib_a_figure_is_refused_before_the_work_and_a_page_says_it_in_words(tmp_path):
    blocked = "import sys; sys.modules['matplotlib'] = None; from ragedu.cli import main; main()"
    command = [sys.executable, "-c", blocked, "sweep"]
    done = subprocess.run([*command, "--figure", "out.svg"], capture_output=True, text=True, cwd=tmp_path, timeout=60)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"--figure: a figure needs matplotlib. Install it with: {installing('lab')}\n"
    assert (
        subprocess.run([*command, "--html", "out.html"], cwd=tmp_path, capture_output=True, timeout=60).returncode == 0
    )
    assert "<p>Most right at k = 4" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_a_terminal_sees_how_far_a_sweep_is():
    screen, ours = pty.openpty()
    done = subprocess.run(RAGEDU, stdout=subprocess.DEVNULL, stderr=ours, timeout=60)
    os.close(ours)
    shown = os.read(screen, 10_000).decode()
    os.close(screen)

    assert done.returncode == 0
    assert "Trying each k" in shown
    assert "100%" in shown
