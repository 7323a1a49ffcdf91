"""The zygote: a process that holds libraries only and forks a child whenever the grader asks.

It has one thread and one child at a time, and reaps that child only when told to, so a process id is never given to
somebody else while the grader still means the child by it.

    python -P -m ragedu.grading.zygote 5           serve the grader on the socket with this descriptor
    python -P -m ragedu.grading.zygote 5 "PID namespace"   the same, without the namespaces named
    python -P -m ragedu.grading.zygote alone       be one child, on standard input and output, where there is no fork
"""

import ragedu.grading.quickfork  # isort: skip

import contextlib
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

# What nearly every exercise uses: loaded here once, so that a child has it without the wait.
import ragedu.assistant.shop
import ragedu.retrieval
import ragedu.tables  # noqa: F401
from ragedu.grading import wire
from ragedu.grading.child import Child, Line, close_rooms, leave_the_zygote, silence
from ragedu.grading.isolation import prepared
from ragedu.grading.linux import LINUX, PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, prctl
from ragedu.grading.namespaces import Namespaces


def serve(control: socket.socket, namespaces: Namespaces) -> None:
    """Answer the grader until it hangs up."""
    if LINUX:
        # What a cell leaves running in the background comes back to this process, and is ended with the child.
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        prctl(PR_SET_DUMPABLE, 0)
    prepared()
    _load([])
    child = 0
    while received := _request(control):
        request, descriptors = received
        if request["do"] == "load":
            _load(request["names"])
            _answer(control, {"id": request["id"]})
        elif request["do"] == "fork":
            child = _fork(descriptors[0], control, namespaces)
            _answer(control, {"pid": child, "id": request["id"]}, child)
        else:
            _answer(control, {"status": _end(child), "id": request["id"]})
            child = 0
    if child:
        _end(child)


def _load(names: Sequence[str]) -> None:
    for name in names:
        with contextlib.suppress(Exception):  # not installed, or broken: whoever imports it is told
            import_module(name)
    # What is here already is neither looked at nor copied when a child collects its own garbage.
    gc.collect()
    gc.freeze()


def _answer(control: socket.socket, reply: dict[str, Any], child: int = 0) -> None:
    """Answer, with a handle of the child: its number may mean another process where the grader is."""
    handles = [os.pidfd_open(child)] if child and hasattr(os, "pidfd_open") else []
    socket.send_fds(control, [wire.packed(reply)], handles)
    for each in handles:
        os.close(each)


def _request(control: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    data, descriptors, _flags, _address = socket.recv_fds(control, 65536, 1)
    size = wire.HEADER.size
    while data and (len(data) < size or len(data) < size + wire.length_in(data[:size])):
        more = control.recv(65536)
        data = data + more if more else b""
    return (wire.unpacked(data[size:]), descriptors) if data else None


def _fork(channel: int, control: socket.socket, namespaces: Namespaces) -> int:
    namespaces.prepare_child()
    pid = os.fork()
    if pid:
        namespaces.forked_child()
        os.close(channel)
        return pid
    try:
        leave_the_zygote()
        control.detach()
        line = _only_line_left(channel)
        Child(Line(line, line), namespaces).serve()
    finally:
        # Never back into the zygote's loop, whatever happened.
        os._exit(0)


def _only_line_left(channel: int) -> int:
    """The line to the grader as descriptor 3, and nothing open behind it."""
    os.dup2(channel, 3)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    silence()
    return 3


def _end(pid: int) -> int:
    for kill in (os.killpg, os.kill):
        # The group is there once the child has its own session; before that there is only the child.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    _end_strays()
    return os.waitstatus_to_exitcode(status)


def _end_strays() -> None:
    """End whatever the child left running, in however many sessions of its own."""
    for _ in range(400):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def _children() -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []


def alone() -> None:
    """Be one child: requests come in on standard input, replies leave on standard output."""
    reading, writing = os.dup(0), os.dup(1)
    silence()
    Child(Line(reading, writing), Namespaces()).serve()
    os._exit(0)


def main() -> None:
    """Start as the grader said."""
    close_rooms()
    if sys.argv[1] == "alone":
        alone()
    namespaces = Namespaces()
    namespaces.enter(without=sys.argv[2:])
    with socket.socket(fileno=int(sys.argv[1])) as control:
        serve(control, namespaces)


if __name__ == "__main__":
    main()
