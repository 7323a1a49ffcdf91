"""The program for the kernel's little machine, run by hand: what it refuses, and that no jump leaves it."""

import errno
import platform
import subprocess
import sys

import pytest

from ragedu.grading import seccomp

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in seccomp._MACHINES, reason="another machine has other numbers"
)

THREAD_FLAGS = 0x3D0F00
FORK_FLAGS = 0x1200011
ALLOWED, REFUSED, MISSING, IN_VAIN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS, 0x00050000


def place():
    return seccomp._MACHINES[platform.machine()][0]


def verdict(number, may_fork=True, first_argument=0, machine=None, may_change=True):
    """What the program says to a system call."""
    program = seccomp._instructions(may_fork, may_change)
    data = {
        seccomp._NUMBER: number,
        seccomp._MACHINE: machine or seccomp._MACHINES[platform.machine()][1],
        seccomp._FIRST_ARGUMENT: first_argument,
    }
    at = accumulator = 0
    while True:
        code, yes, no, value = program[at]
        at += 1
        if code == seccomp._LOAD:
            accumulator = data[value]
        elif code == seccomp._RETURN:
            return value
        else:
            holds = {
                seccomp._EQUAL: accumulator == value,
                seccomp._AT_LEAST: accumulator >= value,
                seccomp._COMMON: bool(accumulator & value),
            }[code]
            at += yes if holds else no


def number_of(name):
    return seccomp._REFUSED[name][place()]


def test_just_the_calls_named_are_refused():
    refused = {number for number in range(700) if verdict(number) == REFUSED}

    named = {each[place()] for each in (*seccomp._REFUSED.values(), seccomp._VFORK)}
    assert refused == named - {-1}


def test_files_may_be_changed_in_their_nature_only_where_all_others_are_read_only():
    changes = {number: told for number in range(700) if (told := verdict(number, may_change=False)) != verdict(number)}

    refused = {each[place()]: REFUSED for each in seccomp._CHANGING.values()}
    in_vain = {each[place()]: IN_VAIN for each in seccomp._IN_VAIN.values()}
    assert changes == {number: told for number, told in {**refused, **in_vain}.items() if number >= 0}
    assert len(changes) >= 14


def test_limits_may_be_asked_for_and_lowered_of_oneself_alone():
    prlimit = seccomp._PRLIMIT[place()]

    assert verdict(prlimit, first_argument=0) == ALLOWED
    assert verdict(prlimit, first_argument=1) == verdict(prlimit, first_argument=4711) == REFUSED


@pytest.mark.parametrize("name", ["socket", "execve", "ptrace", "mount", "setns", "bpf", "memfd_create"])
def test_these_are_among_them(name):
    assert verdict(number_of(name)) == REFUSED


def test_threads_may_always_be_made_and_processes_where_their_number_is_limited():
    clone = seccomp._CLONE[place()]

    assert verdict(clone, True, FORK_FLAGS) == verdict(clone, True, THREAD_FLAGS) == ALLOWED
    assert verdict(clone, False, THREAD_FLAGS) == ALLOWED
    assert verdict(clone, False, FORK_FLAGS) == REFUSED
    assert verdict(clone, True, 0x10000000) == REFUSED, "a user namespace"


def test_clone3_is_not_there_rather_than_refused():
    assert verdict(seccomp._CLONE3) == MISSING


def test_a_second_set_of_numbers_and_another_machine_are_refused_whole():
    assert verdict(seccomp._X32) == verdict(seccomp._X32 + 41) == REFUSED
    assert verdict(1, machine=0x40000003) == REFUSED


@pytest.mark.parametrize("may_change", [True, False])
@pytest.mark.parametrize("may_fork", [True, False])
def test_no_jump_leaves_the_program(may_fork, may_change):
    program = seccomp._instructions(may_fork, may_change)

    jumps = (seccomp._EQUAL, seccomp._AT_LEAST, seccomp._COMMON)
    ends = [at + 1 + each for at, (code, *ways, _) in enumerate(program) if code in jumps for each in ways]
    assert max(ends) < len(program)
    assert program[-1][0] == seccomp._RETURN
    assert all(0 <= each < 256 for _, *ways, _ in program for each in ways)


LOADING = """
import errno, os, resource, shutil, socket, sys, threading
from ragedu.grading.linux import PR_SET_NO_NEW_PRIVS, prctl
from ragedu.grading import seccomp
prctl(PR_SET_NO_NEW_PRIVS, 1)
try:
    seccomp.load(may_fork=sys.argv[1] == "fork", may_change=sys.argv[2] == "change")
except OSError as error:
    sys.exit("not here" if error.errno in (errno.ENOSYS, errno.EPERM) else repr(error))
thread = threading.Thread(target=print, args=("thread",)); thread.start(); thread.join()
try:
    socket.socket()
except PermissionError:
    print("no socket")
try:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    print("fork")
except PermissionError:
    print("no fork")
resource.getrlimit(resource.RLIMIT_CORE)
os.utime(".", (1, 1))
print("change" if os.stat(".").st_mtime == 1 else "no change")
open("a", "w").close()
shutil.copy2("a", "b")
"""


@pytest.mark.parametrize("change", ["change", "no change"])
@pytest.mark.parametrize("fork", ["fork", "no fork"])
def test_the_kernel_takes_it(fork, change, tmp_path):
    command = [sys.executable, "-c", LOADING, fork, change]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, cwd=tmp_path)

    told = ["thread", "no socket", fork, change]
    assert done.stdout.split("\n")[:-1] == told or done.stderr == "not here\n", done.stderr
