"""The real command, as a shell runs it."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

from ragedu import __version__
from ragedu.cli import doctor
from ragedu.doctor import Finding
from tests.grading.notebooks import FULL, HIT_RATE, PROBLEMS, code, notebook, solved, starter, written

SHIPPED = Path(__file__).parent.parent
COMMAND = Path(sys.executable).with_name("ragedu.exe" if os.name == "nt" else "ragedu")


def ragedu(*arguments, **environment):
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **environment},
        timeout=60,
    )


# --- progress ---


def journal(file, *lines):
    file.parent.mkdir(parents=True, exist_ok=True)
    entries = [{"time": "2030-01-01T10:00:00Z", "problem": problem, "outcome": outcome} for problem, outcome in lines]
    file.write_text("".join(json.dumps(each) + "\n" for each in entries), encoding="utf-8")
    return file


@pytest.mark.parametrize("named", ["", "notebooks", "progress.jsonl"])
def test_progress_finds_the_journal_of_the_course(tmp_path, named):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start_here.ipynb").touch()
    journal(tmp_path / "progress.jsonl", ("00-quiz-three", "correct"))
    done = ragedu("progress", tmp_path / named, RAGEDU_PROGRESS="")

    assert (done.returncode, done.stderr) == (0, "")
    assert "00      1 of 5 " in done.stdout


def test_progress_of_a_learner_s_folder_inside_the_course_is_the_learner_s_own(tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start_here.ipynb").touch()
    journal(tmp_path / "progress.jsonl", ("00-quiz-three", "correct"))
    journal(tmp_path / "collected" / "one" / "progress.jsonl", ("01-quiz-reading", "correct"))
    done = ragedu("progress", tmp_path / "collected" / "one", RAGEDU_PROGRESS="")

    assert "01      1 of 16" in done.stdout
    assert "00      1 of 5 " not in done.stdout


def test_progress_before_anything_is_kept_says_what_to_do(tmp_path):
    done = ragedu("progress", tmp_path, RAGEDU_PROGRESS="")

    assert done.returncode == 0
    assert done.stdout.startswith(f"Nothing is kept in {tmp_path / 'progress.jsonl'} yet.")


def test_progress_of_a_class(tmp_path):
    for name in ("a", "b"):
        journal(tmp_path / name / "progress.jsonl", ("01-recall-at-k", "incorrect"))
    done = ragedu("progress", "--class", tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Most missed problems, of 2 learners" in done.stdout
    assert "Most triggered misconceptions" in done.stdout


def test_progress_that_can_not_be_told_is_exit_code_2_and_a_sentence(tmp_path):
    for arguments, told in (
        (["--class", tmp_path], "holds no journal. Collect the learners' progress.jsonl"),
        ([tmp_path / "typo"], "typo: there is no such file or folder. Name the course's folder, or a journal."),
        (["--class", tmp_path / "gone"], "is no folder. Name the folder that holds the journals of the class."),
        ([], "No progress is kept: the variable RAGEDU_PROGRESS says off."),
    ):
        done = ragedu("progress", *arguments, RAGEDU_PROGRESS="off")
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr


# --- grade ---


def test_a_solved_notebook_ends_with_its_score_and_exit_code_0(tmp_path):
    done = ragedu("grade", written(tmp_path, solved()), "--json", tmp_path / "result.json")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"\nScore: {FULL} of {FULL}\n")
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert (result["score"], result["max_score"]) == (FULL, FULL)
    assert {"score", "max_score", "isolation", "problems"} <= result.keys()
    assert all({"id", "outcome", "score", "max_score", "message"} <= each.keys() for each in result["problems"])
    assert [each["id"] for each in result["problems"]] == [each.id for each in PROBLEMS]


def test_the_shipped_solution_is_right_and_the_shipped_exercise_is_not_attempted(tmp_path):
    name = "01_does_it_find_it.ipynb"

    assert ragedu("grade", SHIPPED / "solutions" / name).returncode == 0
    done = ragedu("grade", SHIPPED / "exercises" / name, "--json", tmp_path / "result.json")

    assert done.returncode == 1
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert {each["outcome"] for each in result["problems"]} == {"not_attempted"}
    assert result["score"] == 0


def test_something_wrong_is_exit_code_1_with_the_reason(tmp_path):
    wrong = next(each for each in HIT_RATE.wrong)
    done = ragedu("grade", written(tmp_path, solved({HIT_RATE.id: HIT_RATE.code(wrong.body)})))

    assert done.returncode == 1
    assert " ".join(wrong.sentence.split()) in " ".join(done.stdout.split())
    assert f"Score: {FULL - HIT_RATE.points} of {FULL}" in done.stdout


def test_grading_twice_writes_the_same_but_for_the_time_it_took(tmp_path):
    path = written(tmp_path, solved({HIT_RATE.id: HIT_RATE.code("return len({*retrieved, 'a'})")}))
    for name in ("one.json", "two.json"):
        ragedu("grade", path, "--json", tmp_path / name, "--seed", "7")

    one, two = (re.sub(r'"seconds": .*', "", (tmp_path / each).read_text("utf-8")) for each in ("one.json", "two.json"))
    assert one == two


def test_every_grading_draws_a_seed_of_its_own_and_tells_it(tmp_path):
    path = written(tmp_path, solved())
    seeds = set()
    for name in ("one.json", "two.json"):
        ragedu("grade", path, "--json", tmp_path / name)
        seeds.add(json.loads((tmp_path / name).read_text(encoding="utf-8"))["seed"])

    assert len(seeds) == 2
    ragedu("grade", path, "--json", tmp_path / "three.json", "--seed", min(seeds))
    assert json.loads((tmp_path / "three.json").read_text(encoding="utf-8"))["seed"] == min(seeds)


def test_the_notebook_is_left_as_it_was(tmp_path):
    path = written(tmp_path, solved({HIT_RATE.id: "open('01_does_it_find_it.ipynb', 'w').write('gone')"}))
    before = path.read_bytes()

    ragedu("grade", path)

    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_renamed_notebook_is_graded(tmp_path):
    assert ragedu("grade", written(tmp_path, solved(), "WMS q3 – копие.ipynb")).returncode == 0


def test_a_notebook_without_ids_is_graded_by_its_functions(tmp_path):
    bare = notebook([code(HIT_RATE.code(HIT_RATE.right[0]))], exercise="")

    done = ragedu("grade", written(tmp_path, bare))

    assert done.returncode == 1
    assert f"Score: {HIT_RATE.points} of {FULL}" in done.stdout


def test_the_exercise_can_be_named_from_outside(tmp_path):
    path = written(tmp_path, notebook([code(starter(each), each.id) for each in PROBLEMS], exercise="99"))

    assert ragedu("grade", path).returncode == 2
    assert ragedu("grade", path, "--exercise", "1").returncode == 1


UNGRADABLE = {
    "no JSON": ("not a notebook: its line 1", b"hello"),
    "empty": ("is empty", b""),
    "no text": ("no UTF-8 text", b"\xff\xfe\x00"),
    "another course": ("not an exercise of this course", json.dumps(notebook([code("x = 1", "q1")], "")).encode()),
    "no cells": ("has no cells", json.dumps(notebook([])).encode()),
    "a list": ("is JSON but not a notebook", b"[1, 2]"),
    "odd cells": ("entry 1 of its cells", json.dumps(notebook([5])).encode()),
    "old": ("old notebook format 3", b'{"nbformat": 3, "worksheets": []}'),
    "nested": ("no notebook that can be read", b"[" * 200_000),
}


@pytest.mark.parametrize(("told", "content"), UNGRADABLE.values(), ids=UNGRADABLE)
def test_what_can_not_be_graded_is_exit_code_2_and_one_sentence(tmp_path, told, content):
    path = tmp_path / "mine.ipynb"
    path.write_bytes(content)

    done = ragedu("grade", path, "--json", tmp_path / "result.json")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Not graded: {path} ")
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert result["outcome"] == "ungradable"
    assert told in result["error"]
    assert "score" not in result


def test_a_file_that_is_not_there_and_a_folder_are_told(tmp_path):
    assert "There is no file" in ragedu("grade", tmp_path / "no.ipynb").stderr
    done = ragedu("grade", tmp_path)
    assert (done.returncode, "holds no notebook, at any depth" in done.stderr) == (2, True)


@pytest.mark.parametrize("target", ["mine.ipynb", "other.IPYNB", "folder", "nowhere/result.json"])
def test_json_is_never_written_over_a_notebook_nor_where_it_can_not_be(tmp_path, target):
    path = written(tmp_path, solved(), "mine.ipynb")
    (tmp_path / "folder").mkdir()
    before = path.read_bytes()

    done = ragedu("grade", path, "--json", tmp_path / target)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Not graded: --json ")
    assert path.read_bytes() == before


def test_a_link_to_the_notebook_is_replaced_not_followed(tmp_path):
    path = written(tmp_path, solved())
    link = tmp_path / "result.json"
    link.symlink_to(path)
    before = path.read_bytes()

    ragedu("grade", path, "--json", link)

    assert path.read_bytes() == before


@pytest.fixture
def no_processes(tmp_path):
    """An environment in which Python can't start another process."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import subprocess\ndef Popen(*a, **k): raise OSError('no more processes')\nsubprocess.Popen = Popen\n"
    )
    return {"PYTHONPATH": str(folder)}


def test_a_fault_of_the_grader_is_exit_code_3_and_never_a_zero(tmp_path, no_processes):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    path = written(tmp_path, solved())
    done = ragedu("grade", path, "--json", tmp_path / "result.json", **no_processes, TMPDIR=str(temporary))

    assert list(temporary.iterdir()) == []
    assert (done.returncode, done.stdout) == (3, "")
    assert "this is a fault of the grader, not of the notebook: OSError: no more processes" in done.stderr
    assert "Traceback" not in done.stderr
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert result["outcome"] == "grader_error"
    assert "score" not in result


def test_a_fault_of_the_grader_is_shown_whole_on_request(tmp_path, no_processes):
    done = ragedu("grade", written(tmp_path, solved()), **no_processes, RAGEDU_DEBUG="1")

    assert "Traceback" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_a_grader_that_is_told_to_end_leaves_nothing_behind_and_says_so(tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    started, result = tmp_path / "started", tmp_path / "result.json"
    cell = f"import subprocess, time\nsubprocess.Popen(['sleep', '61.25'])\nopen({str(started)!r}, 'w')\ntime.sleep(8)"
    path = written(tmp_path, solved(before=[cell]))
    grading = subprocess.Popen(
        [COMMAND, "grade", path, "--json", result, "--isolation", "off"],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not started.exists() and grading.poll() is None:
        time.sleep(0.02)

    grading.terminate()
    said = grading.communicate(timeout=20)

    assert (grading.returncode, said) == (143, (b"", b"Not graded: Stopped before the notebook was graded.\n"))
    assert json.loads(result.read_text(encoding="utf-8"))["outcome"] == "grader_error"
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_report_that_can_not_be_written_is_no_fault_of_the_grader(tmp_path):
    path = written(tmp_path, solved())
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, "grade", path, "--json", tmp_path / "result.json"], stdout=full, stderr=subprocess.PIPE, text=True
        )

    assert (done.returncode, done.stderr) == (
        2,
        "Graded, but the report can't be written: No space left on device.\n",
    )
    assert json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))["score"] == FULL


FORMATS = ["gradescope", "junit", "github", "csv", "html", "markdown"]


@pytest.mark.skipif(sys.platform != "linux", reason="a name of bytes that are no text")
@pytest.mark.parametrize("format", FORMATS)
def test_a_name_that_is_no_text_has_a_result_in_every_form(tmp_path, format):
    path = tmp_path / os.fsdecode(b"bad\xff.ipynb")
    path.write_text("{")

    done = ragedu("grade", path, "--format", format, "--json", tmp_path / "result.json")

    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "bad\\xff.ipynb is not a notebook" in done.stderr
    assert done.stdout.strip()
    assert json.loads((tmp_path / "result.json").read_text("utf-8"))["notebook"].endswith("bad\\xff.ipynb")


@pytest.mark.parametrize("format", FORMATS)
def test_a_form_that_can_not_be_written_is_no_score(tmp_path, format):
    path = written(tmp_path, solved())
    long = tmp_path / ("x" * 240)  # there is room for this name, but for none of a draft

    done = ragedu("grade", path, "--format", format, "--output", long)

    assert done.returncode == 2
    assert re.fullmatch(rf"Not written: {re.escape(str(long))}: .+\.\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("place", ["/dev/full", "nowhere/summary"])
def test_a_jobs_summary_that_can_not_be_written_leaves_the_annotations(tmp_path, place):
    path = written(tmp_path, solved())

    done = ragedu("grade", path, "--format", "github", GITHUB_STEP_SUMMARY=str(tmp_path / place))

    assert done.returncode == 2
    assert f"title=Points::{FULL} of {FULL} points" in done.stdout
    assert re.fullmatch(r"Not written: the job's summary, to which GITHUB_STEP_SUMMARY leads: .+\.\n", done.stderr)


@pytest.mark.parametrize("told", ["\n::stop-commands::x", "\r\n ::x::y", "##[stop-commands]x", "\u2028::x::y"])
def test_what_a_notebook_says_is_no_command_of_a_workflow(tmp_path, told):
    path = written(tmp_path, notebook([code("x = 1")], told))

    done = ragedu("grade", path, "--format", "github")

    [line] = done.stderr.splitlines()
    assert line.startswith(f"Not graded: {path} belongs to exercise")
    assert "##[" not in line
    assert [each.partition(" ")[0] for each in done.stdout.splitlines()] == ["::error"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX tells that a name is too long")
@pytest.mark.parametrize(
    "asked", [["x" * 300 + ".ipynb"], ["a.ipynb", "--json", "x" * 300], ["a.ipynb", "--seed", "\udcff"]]
)
def test_a_name_that_can_not_be_is_one_sentence_and_no_score(asked):
    done = ragedu("grade", *asked)

    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert re.match(
        r"Not graded: (x+(\.ipynb)? can't be opened: File name too long\. Check|--seed must be)", done.stderr
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device, and a shell")
@pytest.mark.parametrize("log", ["2>&-", "2>/dev/full"])
def test_who_can_not_be_told_has_the_exit_code(tmp_path, log):
    written(tmp_path, "no notebook", "a.ipynb")

    done = subprocess.run(
        f"{COMMAND} grade a.ipynb {log}", shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )

    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [COMMAND, "grade", written(tmp_path, solved())], stdout=writing, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(writing)

    assert (done.returncode, done.stderr) == (2, "")


def test_the_report_survives_a_terminal_of_few_letters(tmp_path):
    done = ragedu("grade", written(tmp_path, solved(), "копие.ipynb"), PYTHONIOENCODING="ascii")

    assert done.returncode == 0
    assert "Score:" in done.stdout


# --- doctor, start, and what every command has ---


def test_the_version_is_told():
    assert ragedu("--version").stdout == f"ragedu {__version__}\n"


def test_help_names_every_verb():
    shown = ragedu("--help").stdout

    assert all(f"\n  {verb} " in shown for verb in ("grade", "doctor", "start"))
    assert "Exit code 0: all is right" in ragedu("grade", "--help").stdout


def test_the_doctor_finds_this_environment_sound():
    done = ragedu("doctor")

    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("\nAll is well.\n")
    assert "the grader works" in done.stdout


def test_the_doctor_ends_with_1_when_something_is_wrong(monkeypatch, capsys):
    wrong = [Finding("all here"), Finding("nothing here", "wrong", "pip install it"), Finding("no colours", "note")]
    monkeypatch.setattr("ragedu.doctor.findings", lambda: iter(wrong))

    with pytest.raises(typer.Exit) as ended:
        doctor()

    assert ended.value.exit_code == 1
    assert capsys.readouterr().out.endswith("\n1 to mend: run the command below each, then ragedu doctor again.\n")


def test_the_course_is_copied_and_nothing_of_the_learners_written_over(tmp_path):
    folder = tmp_path / "моят курс"

    first = ragedu("start", folder)
    mine = folder / "exercises" / "01_does_it_find_it.ipynb"
    mine.write_text("mine")
    second = ragedu("start", folder)

    assert (first.returncode, second.returncode, mine.read_text()) == (0, 0, "mine")
    # The folder itself is opened, so that lessons find their exercises and the way back.
    assert f"\nNext:\n    cd '{folder}'\n" in first.stdout
    assert " --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in first.stdout
    assert f"kept, it differs from the course's (rename it to get a fresh one): {mine}" in second.stdout
    assert "kept, " not in first.stdout


def test_a_file_in_the_courses_place_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")

    done = ragedu("start", tmp_path / "file")

    assert (done.returncode, done.stdout) == (1, "")
    assert "is a file. Name a folder" in done.stderr


def test_the_command_loads_nothing_heavy():
    heavy = "IPython ipywidgets matplotlib numpy pandas rich".split()
    script = (
        "import sys, ragedu.cli\n"
        "from ragedu.grading import Grader, read_submission\n"
        "from ragedu.grading.submission import submission_of\n"
        f"print([each for each in {heavy} if each in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.stdout == "[]\n", done.stderr


# --- where results are written ---


def test_a_result_never_takes_the_place_of_the_notebook(tmp_path):
    mine = written(tmp_path, solved(), "mine")
    before = mine.read_bytes()

    done = ragedu("grade", mine, "--json", mine)

    assert (done.returncode, mine.read_bytes()) == (2, before)
    assert done.stderr == (
        f"Not graded: --json would write over {mine}, which is read. Name another file, such as result.json.\n"
    )


def test_a_result_never_takes_the_place_of_something_else(tmp_path):
    notes = tmp_path / "notes.py"
    notes.write_text("keep = True")

    done = ragedu("grade", written(tmp_path, solved()), "--json", notes)

    assert (done.returncode, notes.read_text()) == (2, "keep = True")
    assert "which is no result of ragedu. Name another file, or remove that one." in done.stderr


def test_a_result_may_take_the_place_of_an_older_one(tmp_path):
    target = tmp_path / "result.json"
    target.write_text("")
    notebook = written(tmp_path, solved())

    assert [ragedu("grade", notebook, "--json", target).returncode for _ in range(2)] == [0, 0]


@pytest.mark.skipif(os.name == "nt", reason="pipes with names are of POSIX")
def test_a_device_or_a_pipe_is_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    for target in (pipe, "/dev/null"):
        done = ragedu("grade", written(tmp_path, solved()), "--json", target)
        assert done.returncode == 2
        assert "is a device or a pipe. Name a file, such as result.json." in done.stderr
    assert pipe.is_fifo()
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX closes the output")
@pytest.mark.parametrize("verb", ["grade x.ipynb", "evaluate x.jsonl", "doctor"])
def test_a_closed_output_is_exit_code_2_and_no_fault_of_ours(verb):
    done = subprocess.run(f"{COMMAND} {verb} >&-", shell=True, capture_output=True, text=True, timeout=60)

    assert (done.returncode, done.stderr) == (2, "")


def test_an_empty_exercise_leaves_no_choice_to_the_submission(tmp_path):
    done = ragedu("grade", written(tmp_path, solved()), "--exercise", "")

    assert done.returncode == 2
    assert done.stderr == ("Not graded: --exercise is empty. Name the exercise, such as 01, or leave the option out.\n")
