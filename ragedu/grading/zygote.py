"""The zygote: a process that holds libraries only and forks a child whenever the grader asks.

It has one thread, and remembers of each child that has ended how it did until it is told to end it, so that a process
id which was given to somebody else meanwhile is never taken for the child's.

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
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

# What nearly every exercise uses: loaded here once, so that a child has it without the wait.
import ragedu.assistant.shop
import ragedu.retrieval
import ragedu.tables  # noqa: F401
from ragedu.grading import wire
from ragedu.grading.child import Child, Line, close_rooms, leave_the_zygote, rehearse, silence
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
    rehearse()
    _load([])
    children = Children()
    requests = Requests(control)
    for request in requests:
        if request["do"] == "load":
            _load(request["names"])
            _answer(control, {"id": request["id"]})
        elif request["do"] == "fork":
            child = _fork(requests.descriptors.pop(0), control, namespaces)
            children.statuses[child] = None
            _answer(control, {"pid": child, "id": request["id"]}, child)
        else:
            _answer(control, {"status": children.end(request["pid"]), "id": request["id"]})
    for pid in list(children.statuses):
        children.end(pid)


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


class Requests:
    """What the grader asks, in order; several requests may have arrived at once, each with its descriptor."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.arrived = b""
        self.descriptors: list[int] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        size = wire.HEADER.size
        while self._are_here(size):
            end = size + wire.length_in(self.arrived[:size])
            if not self._are_here(end):
                return
            body, self.arrived = self.arrived[size:end], self.arrived[end:]
            yield wire.unpacked(body)

    def _are_here(self, count: int) -> bool:
        """Wait for so many bytes; False when the grader has hung up."""
        while len(self.arrived) < count:
            data, descriptors, _flags, _address = socket.recv_fds(self.control, 65536, 1)
            self.arrived += data
            self.descriptors += descriptors
            if not data:
                return False
        return True


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


class Children:
    """The children there are: for each its exit code, or None while it runs."""

    def __init__(self) -> None:
        self.statuses: dict[int, int | None] = {}

    def end(self, pid: int) -> int | None:
        """End a child and all that no child here has started; its exit code, None when there is no such child."""
        if pid in self.statuses and self.statuses[pid] is None:
            for kill in (os.killpg, os.kill):
                # The group is there once the child has its own session; before that there is only the child.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(pid, signal.SIGKILL)
            self._keep(*os.waitpid(pid, 0))
        self._end_strays()
        return self.statuses.pop(pid, None)

    def _keep(self, pid: int, status: int) -> None:
        if pid in self.statuses:
            self.statuses[pid] = os.waitstatus_to_exitcode(status)

    def _end_strays(self) -> None:
        """End whatever a child left running, in however many sessions of its own."""
        for _ in range(400):
            try:
                while (found := os.waitpid(-1, os.WNOHANG))[0]:
                    self._keep(*found)
            except ChildProcessError:
                return
            strays = [each for each in _children() if each not in self.statuses]
            if not strays and None in self.statuses.values():
                return
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)


def _children() -> list[int]:
    # Opened by hand: after each fork, every page that is touched here costs a copy.
    try:
        listed = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
    except OSError:
        return []
    try:
        # A blank stands behind each number, so that one cut in two by the end of what is read is none.
        return [int(each) for each in os.read(listed, 2**16).rpartition(b" ")[0].split()]
    finally:
        os.close(listed)


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
