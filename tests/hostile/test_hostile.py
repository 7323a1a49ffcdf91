"""Each hostile or unlucky submission gets its right score, in time, and leaves nothing behind."""

import contextlib
import os
import resource
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from ragedu.grading import Grader, Isolation, Limits
from ragedu.grading.submission import submission_of
from tests.grading.notebooks import FULL, HIT_RATE, solved
from tests.grading.processes import left_running
from tests.hostile.submissions import ALL, DEFINED, Hostile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these submissions attack Linux")

LIMITS = Limits(cell=1.0, call=0.5, submission=20.0, memory=2**29, disk=16 * 2**20, files=3000, processes=40)

WITHOUT = {
    "every layer": Isolation("auto"),
    "no namespaces": Isolation("auto", ("network namespace", "IPC namespace", "PID namespace", "scratch in memory")),
    "no Landlock": Isolation("auto", ("Landlock",)),
    "no seccomp": Isolation("auto", ("seccomp",)),
    "no isolation": Isolation("off"),
}


@pytest.fixture(scope="module")
def graders():
    """A warm grader for each way to be shut in, at work as in a class: the next child is there while one is at work."""
    with contextlib.ExitStack() as stack:
        yield {
            name: stack.enter_context(Grader(LIMITS, seed="hostile", isolation=each, many=True))
            for name, each in WITHOUT.items()
        }


@pytest.fixture
def world(tmp_path, monkeypatch):
    """What a submission must not reach: a solution, results, a secret, a listener. Checked to be as it was."""
    monkeypatch.setenv("RAGEDU_TEST_SECRET", "hush")
    (tmp_path / "solution.py").write_text(DEFINED)
    (tmp_path / "results.json").write_text("precious")
    (tmp_path / "results.json").chmod(0o640)
    known = standing(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket(socket.AF_UNIX) as other:
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        datagrams.bind(listener.getsockname())
        other.bind(str(tmp_path / "socket"))
        other.listen()
        before = sorted(each.name for each in tmp_path.iterdir())
        signalled = []
        handler = signal.signal(signal.SIGWINCH, lambda *_: signalled.append(1))
        yield {
            "SOLUTION": str(tmp_path / "solution.py"),
            "PRECIOUS": str(tmp_path / "results.json"),
            "FOLDER": str(tmp_path),
            "PORT": str(listener.getsockname()[1]),
            "GRADER": str(os.getpid()),
        }
        signal.signal(signal.SIGWINCH, handler)
        assert not signalled, "the grader was signalled"
        for each in (listener, other, datagrams):
            each.setblocking(False)
            with pytest.raises(BlockingIOError):
                each.recv(1) if each is datagrams else each.accept()
        datagrams.close()
    assert standing(tmp_path) == known
    assert (tmp_path / "results.json").read_text() == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def standing(folder):
    """What is the test's own and not in its files: rights, owners, times; how the grader itself runs."""
    found = [(folder / "results.json").stat(), folder.stat()]
    of_files = [(each.st_mode, each.st_uid, each.st_gid) for each in found]
    marks = os.listxattr(folder / "results.json")
    own = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), resource.getrlimit(resource.RLIMIT_CORE)
    return of_files, found[0].st_mtime, marks, own


def submission(hostile: Hostile, world):
    source = hostile.source
    for name, value in world.items():
        source = source.replace(name, value)
    if hostile.place == "cell":
        return submission_of(solved(before=[source]), hostile.name)
    return submission_of(
        solved({HIT_RATE.id: source if hostile.place == "answer" else HIT_RATE.code(source)}), hostile.name
    )


def hold(graders, world, hostile, ways):
    grader = graders[ways]
    places = set(Path("/dev/shm").iterdir())
    began = time.monotonic()

    graded = grader.grade(submission(hostile, world))

    assert time.monotonic() - began < LIMITS.submission + 2
    assert {each.id for each in graded.problems if each.outcome != "correct"} == (
        set() if hostile.earns else {HIT_RATE.id}
    )
    assert graded.score == FULL - (0 if hostile.earns else HIT_RATE.points)
    assert left_running(grader.nursery) == set()
    assert set(Path("/dev/shm").iterdir()) == places
    return next(each for each in graded.problems if each.id == HIT_RATE.id)


@pytest.mark.parametrize("hostile", ALL, ids=lambda each: each.name)
def test_it_gets_the_score_a_careful_person_would_give(graders, world, hostile):
    result = hold(graders, world, hostile, "every layer")

    assert not set("\x1b\x07\u202e") & set(result.message)
    assert "<script>" not in result.message or result.outcome == "error"


@pytest.mark.parametrize("hostile", [each for each in ALL if not each.walled], ids=lambda each: each.name)
def test_its_score_does_not_depend_on_isolation(graders, world, hostile):
    hold(graders, world, hostile, "no isolation")


# What else holds where a layer is missing.
HELD = {
    "no namespaces": {
        *("a connection to somebody", "the solution read from the disk", "the grader signalled"),
        *("the grader's limits lowered", "the grader's turn put off", "the grader kept to one processor"),
        *("the results closed to their owner", "the results' folder closed", "the results made older"),
    },
    "no Landlock": {
        *("a connection to somebody", "a datagram to somebody", "the grader signalled", "the grader traced"),
        *("the results closed to their owner", "the results overwritten"),
    },
    "no seccomp": {
        *("a connection to somebody", "the results overwritten", "another program started"),
        *("the results closed to their owner", "the results made older", "the grader's limits lowered"),
    },
}


@pytest.mark.parametrize(("ways", "name"), [(ways, name) for ways, names in HELD.items() for name in sorted(names)])
def test_one_layer_stands_in_for_another(graders, world, ways, name):
    hold(graders, world, next(each for each in ALL if each.name == name), ways)


def test_the_walls_are_what_holds(graders, world):
    through = next(each for each in ALL if each.name == "the solution read from the disk")

    assert graders["no isolation"].grade(submission(through, world)).score == FULL
    assert graders["every layer"].grade(submission(through, world)).score == FULL - HIT_RATE.points


def test_there_are_many_and_each_is_there_once():
    assert len({each.name for each in ALL}) == len(ALL) >= 60


def test_the_score_is_the_same_when_graded_twice(graders, world):
    for hostile in ALL[::12]:
        both = [graders["every layer"].grade(submission(hostile, world)).to_json() for _ in range(2)]
        for each in both:
            del each["seconds"]
        assert both[0] == both[1]
