"""Landlock: from here on a process reaches the files under the folders named, and no others.

What it may do there is all or reading alone. It needs no privilege, and a process can't take it off again.
"""

import contextlib
import ctypes
import os
from collections.abc import Iterable

from ragedu.grading.linux import libc, syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_ASKED = 1
_RULE_PATH_BENEATH = 1

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_READING = _READ_FILE | _READ_DIR
_ON_A_FILE = _READ_FILE | _WRITE_FILE | _TRUNCATE
# Running programs is never allowed, nor making devices or sockets.
_WRITING = _READING | _WRITE_FILE | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 10 | 1 << 12 | 1 << 13 | _TRUNCATE

# How many rights over files each version of the interface knows; a right it doesn't know is an error.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_LATEST_FILE_RIGHTS = 16
_BIND_AND_CONNECT_TCP = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3

TRUNCATION, CONNECTIONS, SIGNALS = 3, 4, 6
"""The versions from which on emptying files is shut too, and TCP, and signals to processes outside."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The version of the interface that this system has; OSError when it has none."""
    return syscall(_CREATE_RULESET, 0, 0, _VERSION_ASKED)


def restrict(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Shut this process in, for good; the version of the interface. OSError when it can't be done.

    What may be read and is not there is passed over; what is to be written in must be there.
    """
    found = version()
    rights = (1 << _FILE_RIGHTS.get(found, _LATEST_FILE_RIGHTS)) - 1
    asked = _Ruleset(
        rights,
        _BIND_AND_CONNECT_TCP if found >= CONNECTIONS else 0,
        _ABSTRACT_SOCKETS_AND_SIGNALS if found >= SIGNALS else 0,
    )
    # An older version refuses a structure with fields that it doesn't know, unless they are zero.
    rules = syscall(_CREATE_RULESET, ctypes.c_void_p(ctypes.addressof(asked)), ctypes.sizeof(asked), 0)
    try:
        for path in readable:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _allow(rules, path, _READING & rights)
        for path in writable:
            _allow(rules, path, _WRITING & rights)
        syscall(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)
    return found


def _allow(rules: int, path: str, allowed: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        of_a_file = allowed & _ON_A_FILE
        rule = _PathBeneath(allowed if os.path.isdir(path) else of_a_file, handle)  # noqa: PTH112 - paths are text here
        libc("syscall", ctypes.c_long(_ADD_RULE), rules, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(handle)
