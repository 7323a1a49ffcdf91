"""The layers: each can be missing, each is named, strict refuses where one is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragedu.grading import Grader, Isolation, IsolationError, Limits
from ragedu.grading.isolation import FILES, GUARDED, LAYERS, NETWORK, PACKAGE, PROCESSES, lacking, libraries, refusal
from ragedu.grading.namespaces import KINDS
from ragedu.grading.submission import submission_of
from tests.grading.notebooks import FULL, code, notebook, solved

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these layers are Linux's")

LIMITS = Limits(cell=5.0, call=2.0, submission=30.0, memory=2**29)
NAMESPACES = tuple(KINDS)


def grade(isolation, cells=(), **options):
    with Grader(LIMITS, isolation=isolation, **options) as grader:
        return grader.grade(submission_of(solved(before=cells), "a.ipynb"))


# --- what strict refuses, and how it says so ---


def test_the_refusal_names_what_is_missing_and_what_to_allow():
    assert refusal([NETWORK]) == (
        "--isolation strict needs file, network and process isolation; network is missing here. Allow network "
        "namespaces, or grade without strict: the result then names what was missing."
    )
    both = refusal([FILES, PROCESSES])
    assert "; file and process are missing here. Allow Landlock (Linux 6.2 or newer, or 5.13 with mount" in both
    assert "namespaces), PID namespaces, or grade without strict" in both


WITHOUT_A_GUARD = {
    "Landlock": ("Landlock",),
    "rights of files": ("scratch in memory", "seccomp"),
    "network": ("network namespace", "seccomp"),
    "other processes": ("PID namespace", "Landlock", "dropped user"),
    "other processes' limits": ("PID namespace", "seccomp", "dropped user"),
}
ABSENT = {
    "Landlock": [FILES],
    "rights of files": [FILES],
    "network": [NETWORK],
    "other processes": [FILES, PROCESSES],
    "other processes' limits": [PROCESSES],
}


@pytest.mark.parametrize("guard", WITHOUT_A_GUARD)
def test_strict_refuses_where_nothing_guards_what_it_promises(guard):
    with pytest.raises(IsolationError, match="--isolation strict needs file, network and process isolation") as caught:
        grade(Isolation("strict", WITHOUT_A_GUARD[guard]))

    assert refusal(ABSENT[guard]) == str(caught.value)


def test_strict_is_a_sentence_and_exit_code_3_on_the_command_line(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(solved()), encoding="utf-8")
    # As on a system where nothing can be had.
    script = (
        "import ragedu.grading.processes as p; p.lacking = lambda guards: ['network']\n"
        "from ragedu.cli import main; main()"
    )
    command = [sys.executable, "-c", script, "grade", str(path), "--isolation", "strict"]
    for target in (path, tmp_path):
        command[4] = str(target)
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)

        assert (done.returncode, done.stderr) == (3, f"Not graded: {refusal(['network'])}\n")


def test_auto_grades_all_the_same_and_tells_what_is_within_reach():
    graded = grade(Isolation("auto", (*NAMESPACES, "Landlock", "seccomp", "dropped user")))

    assert graded.score == FULL
    assert graded.isolation["absent"][:3] == list(GUARDED)


# --- each layer ---


@pytest.mark.parametrize("layer", [*NAMESPACES, *(each.name for each in LAYERS if not each.always)])
def test_each_layer_may_be_missing_and_is_named(layer):
    graded = grade(Isolation("auto", (layer,)))

    assert graded.score == FULL
    assert graded.isolation["missing"][layer] == "left out"
    assert not [each for each in graded.isolation["active"] if each.startswith(layer)]


def test_every_layer_is_told_as_active_or_missing_with_a_reason():
    isolation = grade(Isolation()).isolation

    told = [each.partition(" (")[0] for each in isolation["active"]] + list(isolation["missing"])
    assert {*NAMESPACES, *(each.name for each in LAYERS)} <= set(told)
    assert all(isolation["missing"].values())


def test_off_keeps_what_costs_nothing():
    isolation = grade(Isolation("off")).isolation

    assert {each.name for each in LAYERS if each.always} == {
        each.partition(" (")[0] for each in isolation["active"]
    } - {"grader's memory closed"}


def seen_in_a_child(expression, isolation=None):
    """What an expression gives in a child, told through an answer's words."""
    cell = f"import os, sys\nanswer = 0.5\ndecision = repr({expression})"
    with Grader(LIMITS, isolation=isolation) as grader:
        graded = grader.grade(submission_of(notebook([code(cell, "01-judge-k")]), "a.ipynb"))
    (result,) = [each for each in graded.problems if each.id == "01-judge-k"]
    return result.words.get("decision", result.message), graded.isolation


def test_a_child_has_no_powers_and_no_way_to_new_ones():
    text, isolation = seen_in_a_child(
        "[line for line in open('/proc/self/status')"
        " if line.startswith(('CapEff', 'CapPrm', 'NoNewPrivs', 'Seccomp:'))]"
    )

    assert text.count("0000000000000000") == 2
    assert "NoNewPrivs:\\t1" in text
    assert "Seccomp:\\t2" in text or "seccomp" in isolation["missing"]


def test_limits_are_those_that_are_told():
    text, _ = seen_in_a_child(
        "[__import__('resource').getrlimit(getattr(__import__('resource'), each))[0] "
        "for each in ('RLIMIT_AS', 'RLIMIT_FSIZE', 'RLIMIT_NOFILE', 'RLIMIT_CORE')]"
    )

    assert text == repr([LIMITS.memory, LIMITS.disk, LIMITS.descriptors, 0])


def test_a_child_runs_as_nobody_where_root_grades_and_libraries_are_open():
    text, isolation = seen_in_a_child("os.getresuid()")

    if "dropped user" in isolation["active"]:
        assert all(61_184 <= each < 65_520 for each in json.loads(text.replace("(", "[").replace(")", "]")))
    elif os.getuid() == 0:
        assert "closed to other users" in isolation["missing"]["dropped user"]
    else:
        assert isolation["missing"]["dropped user"] == "not root, so there is nothing to drop"


def test_threads_work_under_seccomp():
    cell = "import threading\nt = threading.Thread(target=lambda: None); t.start(); t.join()\nready = True"
    graded = grade(Isolation(), [cell])

    assert (graded.score, graded.broken) == (FULL, [])


def test_more_than_a_folder_may_hold_is_refused_and_harms_nobody():
    cell = "with open('x', 'wb') as f:\n    for _ in range(200): f.write(bytes(2**20))"
    graded = grade(Isolation(), [cell])

    assert graded.score == FULL
    assert "OSError" in graded.broken[0]


# --- what may be read ---


def test_libraries_can_be_read_and_a_teachers_folders_can_not(tmp_path):
    readable = [Path(each) for each in libraries()]

    assert PACKAGE in readable
    assert not [each for each in readable if each in (PACKAGE.parent, Path.home(), Path("/"), tmp_path)]


def test_modules_of_the_standard_library_can_still_be_loaded():
    cell = "import sqlite3, decimal, statistics, csv, xml.dom.minidom, concurrent.futures, zoneinfo, ctypes\nready = 1"

    assert grade(Isolation(), [cell]).broken == []


# --- as somebody else ---


def interpreter_for_all():
    """A Python that every user can run, and that is new enough."""
    for each in (sys.executable, "/usr/bin/python3"):
        path = Path(each)
        open_to_all = path.exists() and all(p.stat().st_mode & 0o001 for p in (path.resolve(), *path.resolve().parents))
        if (
            open_to_all
            and not subprocess.run([each, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).returncode
        ):
            return each
    return ""


AS_NOBODY = """
import json, os, sys
os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
sys.path.insert(0, sys.argv[1])
from ragedu.grading import Grader, Isolation
from ragedu.grading.submission import submission_of
content = json.load(sys.stdin)
with Grader(isolation=Isolation("auto", sys.argv[2:])) as grader:
    graded = grader.grade(submission_of(content, "a"))
print(json.dumps([graded.score, graded.isolation]))
"""


@pytest.mark.skipif(os.geteuid() != 0 or not interpreter_for_all(), reason="needs root, and a Python open to all users")
@pytest.mark.parametrize("without", [(), NAMESPACES, ("Landlock", "seccomp")], ids=["all", "no namespaces", "no more"])
def test_an_ordinary_user_grades_behind_the_same_layers(without):
    done = subprocess.run(
        [interpreter_for_all(), "-c", AS_NOBODY, str(PACKAGE.parent), *without],
        input=json.dumps(solved()),
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "TMPDIR": "/tmp"},
        timeout=60,
    )
    assert done.stdout, done.stderr
    score, isolation = json.loads(done.stdout)

    assert score == FULL
    assert set(without) <= set(isolation["missing"])
    assert "the grader's memory" not in isolation["absent"]
    assert ("files" in isolation["absent"]) == ("Landlock" in without or "Landlock" in isolation["missing"])
    assert lacking(GUARDED) == []
