"""What only Linux has: system calls, process options, and finding processes by a mark in their environment."""

import contextlib
import ctypes
import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LINUX = sys.platform == "linux"

PR_SET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 3, 4, 36, 38

_READERS = 1 << 19 | 1 << 21 | 1 << 38
"""The capabilities with which a process may read another's memory all the same: SYS_PTRACE, SYS_ADMIN, PERFMON."""


_libc = ctypes.CDLL(None, use_errno=True) if LINUX else None


def libc(function: str, *arguments: Any) -> int:
    """What a function of the C library gives back; OSError when it is refused, or when there is none such."""
    try:
        result = int(getattr(_libc, function)(*arguments))
    except AttributeError:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from None
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def syscall(number: int, *arguments: Any) -> int:
    """What a system call gives back that the C library has no function for; OSError when it is refused."""
    wide = (each if isinstance(each, ctypes._SimpleCData) else ctypes.c_long(each) for each in arguments)
    return libc("syscall", ctypes.c_long(number), *wide)


def prctl(option: int, value: int = 0) -> int:
    """Ask for or set one of Linux's process options; OSError when it is refused."""
    return libc("prctl", option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3)


# --- the grader's own memory ---


class ClosedMemory:
    """While anybody holds it closed, no other process of the same user can read this one's memory or environment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders = 0
        self._before = 1

    def close(self) -> None:
        """Close it, if this is the first to ask."""
        with self._lock:
            if self._holders == 0 and LINUX:
                self._before = prctl(PR_GET_DUMPABLE)
                prctl(PR_SET_DUMPABLE, 0)
            self._holders += 1

    def reopen(self) -> None:
        """Make it as it was, if this is the last to go: debuggers need it open."""
        with self._lock:
            self._holders -= 1
            # 2 can't be set by hand, and a process of that kind was closed before.
            if self._holders == 0 and LINUX and self._before == 1:
                prctl(PR_SET_DUMPABLE, 1)

    def holds(self, powerless: bool = False) -> bool:
        """Whether it is closed to the processes started from here. With root's powers they read whatever they like."""
        return LINUX and prctl(PR_GET_DUMPABLE) != 1 and (powerless or not _reads_everything())


@cache
def _reads_everything() -> bool:
    try:
        status = Path("/proc/self/status").read_text()
        capabilities = next(line for line in status.splitlines() if line.startswith("CapEff:"))
        return bool(int(capabilities.split()[1], 16) & _READERS)
    except (OSError, StopIteration, ValueError):
        return True


closed_memory = ClosedMemory()


# --- what a notebook runs ---


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found[1:]


def private_memory(pid: int) -> int:
    """The bytes of memory that a process holds, without what it maps from files; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return 1024 * sum(int(each.split()[1]) for each in lines if each.startswith(("RssAnon:", "RssShmem:")))
    except (OSError, ValueError):
        return 0


# --- what a notebook left running ---


def end_marked(mark: str) -> None:
    """End every process of this user that was started with this text in its environment."""
    for _ in range(200):
        # One that is just starting another is caught in the next round.
        if not LINUX or not sum(_ended(pid, mark.encode()) for pid in _process_ids()):
            return
        time.sleep(0.005)


def _process_ids() -> Iterator[int]:
    for each in os.scandir("/proc"):
        if each.name.isdigit() and int(each.name) != os.getpid():
            yield int(each.name)


def _ended(pid: int, mark: bytes) -> bool:
    with contextlib.suppress(OSError):
        # Held before it is looked at, so that the one that is ended is the one that was seen.
        handle = os.pidfd_open(pid)
        try:
            if mark in Path(f"/proc/{pid}/environ").read_bytes():
                signal.pidfd_send_signal(handle, signal.SIGKILL)
                return True
        finally:
            os.close(handle)
    return False
