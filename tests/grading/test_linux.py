import os
import subprocess
import sys

import pytest

from ragedu.grading.linux import LINUX, PR_GET_DUMPABLE, ClosedMemory, end_marked, prctl

pytestmark = pytest.mark.skipif(not LINUX, reason="only Linux has these")

MARK = "5f0e2c9a-a-mark-of-these-tests"


def sleeping(**environment):
    return subprocess.Popen(
        [sys.executable, "-S", "-c", "print(flush=True); import time; time.sleep(60)"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def test_marked_processes_are_ended_and_no_others():
    marked, other = sleeping(SOME_NAME=MARK), sleeping()
    for each in (marked, other):
        each.stdout.readline()

    end_marked(MARK)

    assert marked.wait(timeout=5) < 0
    assert other.poll() is None
    other.kill()
    other.wait()
    for each in (marked, other):
        each.stdout.close()


def test_memory_is_closed_while_anybody_holds_it_and_open_again_for_a_debugger():
    before = prctl(PR_GET_DUMPABLE)
    memory = ClosedMemory()

    memory.close()
    memory.close()
    memory.reopen()
    assert prctl(PR_GET_DUMPABLE) == 0
    memory.reopen()

    assert prctl(PR_GET_DUMPABLE) == before


def test_memory_that_root_may_read_is_not_called_closed(monkeypatch):
    memory = ClosedMemory()
    memory.close()
    try:
        monkeypatch.setattr("ragedu.grading.linux._reads_everything", lambda: True)
        assert not memory.holds()
        monkeypatch.setattr("ragedu.grading.linux._reads_everything", lambda: False)
        assert memory.holds()
        assert memory.holds(powerless=True)
    finally:
        memory.reopen()
    assert not memory.holds()
