"""Namespaces: a network, a message store, process numbers and a file system of one's own.

The zygote enters them once, before any child; each child then gets its own process numbers by one more call and no
second fork, which is what makes them cheap. As root they need nothing more; as somebody else a user namespace, in which
one may do to oneself what root may do to all.
"""

import contextlib
import ctypes
import os
import signal
from collections.abc import Collection
from pathlib import Path

from ragedu.grading.linux import PR_SET_PDEATHSIG, libc, prctl, syscall

_MOUNTS, _IPC, _USER, _PIDS, _NETWORK = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
_PRIVATE, _NO_SUID_DEV_EXEC = 0x00044000, 0x0000000E
_MOUNT_SETATTR, _HERE, _AND_BELOW, _ATTRIBUTE_READ_ONLY = 442, -100, 0x8000, 1

KINDS = {"network namespace": _NETWORK, "IPC namespace": _IPC, "PID namespace": _PIDS}


class Namespaces:
    """Those that this process has entered, and those that it could not, with the reason."""

    def __init__(self) -> None:
        self.missing: dict[str, str] = {}
        self.active: list[str] = []
        self.own_user = False
        self.numbers = -1

    def enter(self, without: Collection[str]) -> None:
        """Enter all there are, but for those named. The process that goes on may be a child of the one that called."""
        self.missing.update((name, "left out") for name in KINDS if name in without)
        wanted = {name: flag for name, flag in KINDS.items() if name not in without}
        if wanted and os.geteuid() != 0:
            try:
                _become_nobody_else()
                self.own_user = True
            except OSError as error:
                self.missing.update(dict.fromkeys(wanted, f"user namespace: {error.strerror}"))
                return
        for name, flag in wanted.items():
            try:
                libc("unshare", flag)
                self.active.append(name)
            except OSError as error:
                self.missing[name] = str(error.strerror)
        if "PID namespace" in self.active:
            _go_on_as_the_first()
            self.numbers = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def prepare_child(self) -> None:
        """See to it that the next process forked has process numbers of its own, and is number 1 among them."""
        if self.numbers >= 0:
            libc("unshare", _PIDS)

    def forked_child(self) -> None:
        """After that fork, in the parent: back to its own numbers, from which alone the next ones can be made."""
        if self.numbers >= 0:
            libc("setns", self.numbers, _PIDS)


def _become_nobody_else() -> None:
    user, group = os.geteuid(), os.getegid()
    libc("unshare", _USER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path(f"/proc/self/{name}").write_text(text)


def _go_on_as_the_first() -> None:
    """Fork: only a child is inside the new PID namespace. What stays outside waits, and ends as the child does."""
    pid = os.fork()
    if not pid:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        return
    with contextlib.suppress(OSError):
        os.closerange(0, 2)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    _, status = os.waitpid(pid, 0)
    os._exit(max(0, os.waitstatus_to_exitcode(status)))


def own_file_system(folder: str, size: int, files: int) -> bool:
    """Put an empty file system in memory in place of a folder, for this process and its own alone.

    It holds no more than this many bytes and files, and is gone with the process. Whether all others are read-only
    to these processes from here on, which they are from Linux 5.12 on.
    """
    libc("unshare", _MOUNTS)
    libc("mount", b"none", b"/", None, _PRIVATE, None)
    closed = _read_only()
    options = f"size={size},nr_inodes={files},mode=700".encode()
    libc("mount", b"ragedu", os.fsencode(folder), b"tmpfs", _NO_SUID_DEV_EXEC, options)
    return closed


def _read_only() -> bool:
    asked = (ctypes.c_uint64 * 4)(_ATTRIBUTE_READ_ONLY)
    try:
        start = ctypes.c_void_p(ctypes.addressof(asked))
        syscall(_MOUNT_SETATTR, _HERE, ctypes.c_char_p(b"/"), _AND_BELOW, start, ctypes.sizeof(asked))
    except OSError:
        return False
    return True
