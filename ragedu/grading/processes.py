"""The grader's side of the processes: starting zygote and children, asking them, ending them.

Two ways to a child. "fork": a zygote forks it, in a few milliseconds. "spawn": a fresh interpreter, where there is no
fork or where it is not safe (Windows, macOS). The protocol is the same.
"""

import contextlib
import os
import queue
import secrets
import select
import signal
import site
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Literal, Protocol

from ragedu.grading import wire
from ragedu.grading.folders import Workplace
from ragedu.grading.isolation import lacking, refusal
from ragedu.grading.linux import LINUX, descendants, end_marked, private_memory
from ragedu.grading.namespaces import KINDS

Method = Literal["fork", "spawn"]

STARTING = 30.0
"""Seconds that a zygote or a fresh interpreter may take until it answers, before any learner's code has run."""

WATCHING = 0.1
"""Seconds after which a child is looked at that has not answered, and again and again."""

OBEYING = 10.0
"""Seconds that the zygote may take to fork or to end a child."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a notebook may take.

    cell, call, submission  seconds; all calls of one function together may take as long as a cell
    memory                  bytes, of each process and of all together
    disk, files             bytes and files in its folder; no file may be larger than this either
    descriptors, processes  how many at a time; threads count as processes
    printed                 bytes; more is counted and let go just the same, and told
    """

    cell: float = 10.0
    call: float = 2.0
    submission: float = 60.0
    memory: int = 2 * 2**30
    disk: int = 64 * 2**20
    files: int = 10_000
    descriptors: int = 256
    processes: int = 64
    printed: int = 200_000


@dataclass(frozen=True, slots=True)
class Isolation:
    """How a notebook is to be shut in.

    mode     "auto" puts on every layer there is; "strict" refuses where files, network or other processes are within
             reach; "off" keeps to limits and a folder of its own
    without  layers to leave out, by name
    """

    mode: Literal["auto", "strict", "off"] = "auto"
    without: Sequence[str] = ()


class GraderError(Exception):
    """A fault of the grader or of the machine it runs on; never the learner's."""


class IsolationError(GraderError):
    """Strict isolation was asked for, and this machine doesn't have it."""


class LostError(Exception):
    """The child can't be asked any more. why says more about how it came, where more is known."""

    def __init__(self, how: Literal["timeout", "crashed", "memory"], why: str = "") -> None:
        super().__init__(how, why)
        self.how: Literal["timeout", "crashed", "memory"] = how
        self.why = why


class _SilentError(Exception):
    """No answer in time."""


class _GoneError(Exception):
    """The other end has hung up."""


def best_method() -> Method:
    """How children come to be on this system."""
    # macOS has fork, but its libraries don't bear it.
    return "fork" if sys.platform == "linux" and hasattr(os, "fork") and hasattr(socket, "send_fds") else "spawn"


# --- lines to a child ---


class Channel(Protocol):
    """Frames to and from a process, each with a deadline on the monotonic clock."""

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame."""

    def receive(self, deadline: float) -> bytes:
        """The body of the next frame."""

    def close(self) -> None:
        """Hang up."""


class SocketChannel:
    """Frames over a socket, and descriptors with them."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.arrived = bytearray()
        self.descriptors: list[int] = []

    def send(self, frame: bytes, deadline: float, descriptors: Sequence[int] = ()) -> None:
        """Send a frame, and descriptors with it."""
        try:
            self._wait_until(deadline)
            sent = socket.send_fds(self.line, [frame], descriptors) if descriptors else 0
            self.line.sendall(frame[sent:])
        except TimeoutError:
            raise _SilentError from None
        except OSError:
            raise _GoneError from None

    def receive(self, deadline: float) -> bytes:
        """The body of the next frame."""
        # Nothing is taken before all of it is there, so that whoever lost patience may ask again.
        size = wire.HEADER.size
        self._arrive(size, deadline)
        end = size + wire.length_in(bytes(self.arrived[:size]), wire.LARGEST_REPLY)
        self._arrive(end, deadline)
        body = bytes(self.arrived[size:end])
        del self.arrived[:end]
        return body

    def received_descriptor(self) -> int:
        """The descriptor that came along; -1 when none did."""
        return self.descriptors.pop() if self.descriptors else -1

    def close(self) -> None:
        """Hang up."""
        self.line.close()
        while self.descriptors:
            os.close(self.descriptors.pop())

    def _arrive(self, count: int, deadline: float) -> None:
        while len(self.arrived) < count:
            try:
                self._wait_until(deadline)
                part = self._part()
            except TimeoutError:
                raise _SilentError from None
            except OSError:
                raise _GoneError from None
            if not part:
                raise _GoneError
            self.arrived += part

    def _part(self) -> bytes:
        return self.line.recv(2**16)

    def _wait_until(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.line.settimeout(left)


class ControlChannel(SocketChannel):
    """The line to the zygote, over which descriptors come back too. No learner's code ever holds its other end."""

    def _part(self) -> bytes:
        part, descriptors, _flags, _address = socket.recv_fds(self.line, 2**16, 1)
        self.descriptors += descriptors
        return part


class PipeChannel:
    """Frames over two pipes. Pipes know no deadline everywhere, so threads wait at them in the grader's place."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin
        assert process.stdout
        self.outgoing: queue.Queue[bytes | None] = queue.Queue()
        self.incoming: queue.Queue[bytes | Exception] = queue.Queue(maxsize=2)
        for work, pipe in ((self._write, process.stdin), (self._read, process.stdout)):
            threading.Thread(target=work, args=(pipe,), daemon=True).start()

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame. Whether it arrived shows in the answer."""
        self.outgoing.put(frame)

    def receive(self, deadline: float) -> bytes:
        """The body of the next frame."""
        try:
            arrived = self.incoming.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise _SilentError from None
        if isinstance(arrived, Exception):
            raise arrived
        return arrived

    def close(self) -> None:
        """Hang up."""
        self.outgoing.put(None)
        with contextlib.suppress(queue.Empty):  # a reader that waits for room finds some, then the end of the pipe
            while True:
                self.incoming.get_nowait()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (frame := self.outgoing.get()) is not None:
                pipe.write(frame)
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            while True:
                header = pipe.read(wire.HEADER.size)
                length = wire.length_in(header, wire.LARGEST_REPLY) if len(header) == wire.HEADER.size else 0
                body = pipe.read(length)
                if not header or len(body) < length:
                    raise _GoneError
                self.incoming.put(body)
        except (wire.MalformedError, _GoneError) as error:
            self.incoming.put(error)
        except (OSError, ValueError):
            self.incoming.put(_GoneError())
        finally:
            with contextlib.suppress(OSError):
                pipe.close()


class Asked:
    """A request that was sent, and its reply, which must repeat the request's random number."""

    def __init__(self, channel: Channel, request: dict[str, Any], seconds: float) -> None:
        self.channel, self.number = channel, secrets.token_hex(8)
        with _told_as_lost():
            channel.send(wire.packed({**request, "id": self.number}), time.monotonic() + seconds)

    def reply(self, seconds: float, watch: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """The reply; LostError for anything else.

        watch  is called now and then while the reply lets wait for itself, and may raise LostError
        """
        with _told_as_lost():
            reply = wire.unpacked(_awaited(self.channel, time.monotonic() + seconds, watch))
        if reply.get("id") != self.number:
            raise LostError("crashed", "it answered what was not asked")
        return reply


@contextlib.contextmanager
def _told_as_lost() -> Iterator[None]:
    try:
        yield
    except _SilentError:
        raise LostError("timeout") from None
    except _GoneError:
        raise LostError("crashed") from None
    except wire.MalformedError as error:
        raise LostError("crashed", f"it sent {error}") from None


def _awaited(channel: Channel, deadline: float, watch: Callable[[], None]) -> bytes:
    while True:
        try:
            return channel.receive(min(deadline, time.monotonic() + WATCHING))
        except _SilentError:
            if time.monotonic() >= deadline:
                raise
            watch()


# --- children ---


class Child(Protocol):
    """A process in which a learner's code runs."""

    @property
    def channel(self) -> Channel:
        """The line to it."""

    @property
    def root(self) -> int:
        """A process of which the child, and all that it starts, descend."""

    def arrive(self) -> None:
        """Wait until it is there; LostError when it does not come."""

    def lives(self) -> bool:
        """Whether it is still able to work, whatever another child did to it while it waited."""

    def end(self, wait: bool = True) -> int | None:
        """End it and what it started; its exit code, negative for a signal, None when nobody knows.

        wait  until it is gone; else that may come a moment later, and its exit code is not told
        """


class ForkedChild:
    """A child of the zygote."""

    def __init__(self, zygote: "Zygote", channel: SocketChannel, forking: "Told") -> None:
        self.zygote, self.channel, self.forking = zygote, channel, forking
        self.pid = 0
        # Means the child for ever, and even without a zygote.
        self.pidfd = -1

    def arrive(self) -> None:
        """Wait until the zygote has forked it; LostError when it does not."""
        if not self.pid:
            reply = self.zygote.reply(self.forking)
            self.pidfd = self.forking.handle
            if type(reply.get("pid")) is not int:
                raise LostError("crashed", "no child came")
            self.pid = reply["pid"]

    def lives(self) -> bool:
        """Whether it is still there, made to go on if it was stopped. From now on it is the only one."""
        self.zygote.settle()
        if self.pidfd < 0:  # a system without pidfds
            return True
        self._signal(signal.SIGCONT)
        return not select.select([self.pidfd], [], [], 0)[0]

    @property
    def root(self) -> int:
        """The zygote: whoever loses its parent becomes its child."""
        return self.zygote.process.pid

    def end(self, wait: bool = True) -> int | None:
        """End it through the zygote; when the zygote is gone, by its pidfd."""
        self.channel.close()
        self.zygote.go_on()
        try:
            self.arrive()
            self._signal(signal.SIGKILL)
            ended = self.zygote.tell({"do": "end", "pid": self.pid})
            status = self.zygote.reply(ended)["status"] if wait else None
            return status if type(status) is int else None
        except LostError:
            self.zygote.close()
            self._signal(signal.SIGKILL)
            end_marked(self.zygote.mark)
            return None
        finally:
            if self.pidfd >= 0:
                os.close(self.pidfd)
                self.pidfd = -1

    def _signal(self, number: int) -> None:
        if self.pidfd >= 0:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.pidfd, number)


@dataclass(slots=True)
class Told:
    """What a zygote was told, and what it answers to that, with the descriptor that came along; -1 when none did."""

    asked: Asked
    forks: bool
    answer: dict[str, Any] | None = None
    handle: int = -1


class Zygote:
    """The process that forks children."""

    def __init__(self, folder: Path, mark: str, without: Sequence[str]) -> None:
        self.mark = mark
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the zygote
        ours, theirs = socket.socketpair()
        self.channel = ControlChannel(ours)
        self.unanswered: deque[Told] = deque()
        with theirs:
            self.process = subprocess.Popen(
                [*_interpreter(), str(theirs.fileno()), *without],
                cwd=folder,
                env=reduced_environment(folder, mark),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.errors,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self.started = False
        self.libraries: set[str] = set()

    def fork(self) -> ForkedChild:
        """A new child, which has yet to arrive; LostError when the zygote is gone."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                return ForkedChild(self, SocketChannel(ours), self.tell({"do": "fork"}, [theirs.fileno()]))
            except LostError:
                ours.close()
                raise

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The zygote's reply to a request, once it is here."""
        return self.reply(self.tell(request), slow=request["do"] == "load")

    def tell(self, request: dict[str, Any], descriptors: Sequence[int] = ()) -> Told:
        """Send a request; its reply may be read later."""
        told = Told(Asked(_With(self.channel, descriptors), request, OBEYING), request["do"] == "fork")
        self.unanswered.append(told)
        return told

    def reply(self, told: Told, slow: bool = False) -> dict[str, Any]:
        """The reply to what the zygote was told. It answers in the order in which it was told."""
        while told.answer is None:
            if not self.unanswered:  # the reply was lost, and the zygote with it
                raise LostError("crashed")
            first = self.unanswered.popleft()
            first.answer = first.asked.reply(STARTING if slow or not self.started else OBEYING)
            if first.forks:  # what came with this reply may have been read together with the one before it
                first.handle = self.channel.received_descriptor()
            self.started = True
        return told.answer

    def go_on(self) -> None:
        """Let it go on, if a notebook has stopped it."""
        with contextlib.suppress(OSError):
            self.process.send_signal(signal.SIGCONT)

    def settle(self) -> None:
        """Wait for all replies: whoever was to be ended is gone then."""
        while self.unanswered:
            self.reply(self.unanswered[0])

    def why(self) -> str:
        """The last line of what it complained of."""
        if self.errors.closed:
            return ""
        self.errors.seek(0)
        lines = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        """End it. It ends its child when we hang up; only if it doesn't, it is killed."""
        self.channel.close()
        try:
            self.process.wait(timeout=1 if self.started else 0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class _With:
    """A channel that sends descriptors along."""

    def __init__(self, channel: SocketChannel, descriptors: Sequence[int]) -> None:
        self.channel, self.descriptors = channel, descriptors
        self.receive, self.close = channel.receive, channel.close

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame with the descriptors."""
        self.channel.send(frame, deadline, self.descriptors)


class SpawnedChild:
    """A fresh interpreter of its own."""

    def __init__(self, folder: Path, mark: str) -> None:
        self.mark = mark
        self.process = subprocess.Popen(
            [*_interpreter(), "alone"],
            cwd=folder,
            env=reduced_environment(folder, mark),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.channel = PipeChannel(self.process)

    def arrive(self) -> None:
        """Nothing to wait for: what it is asked waits for it."""

    def lives(self) -> bool:
        """Whether it is still there. It never waits beside another, so nobody has stopped it."""
        return self.process.poll() is None

    @property
    def root(self) -> int:
        """Itself."""
        return self.process.pid

    def end(self, wait: bool = True) -> int | None:
        """End it, with its session where there are sessions."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.channel.close()
        status = self.process.wait()
        end_marked(self.mark)
        return status


def watch(child: Child, limits: Limits) -> None:
    """See that all processes of a child together keep within limits; each for itself is held to them by the system."""
    if not LINUX:
        return
    running = descendants(child.root)
    if len(running) > limits.processes + 1:  # the next child may be there, and waits
        raise LostError("crashed", f"it started more than {limits.processes} processes")
    # A copy shares its memory with what it was copied from, and both are counted.
    if sum(map(private_memory, running)) > 2 * limits.memory:
        raise LostError("memory")


@dataclass(frozen=True, slots=True)
class _Coming:
    """A child that was asked to begin: what for, where, as whom, and what it will say to that."""

    limits: Limits
    withheld: Sequence[str]
    child: Child
    place: Workplace
    user: int
    begun: Asked

    def is_unharmed(self) -> bool:
        """Whether the notebook before left it alone, and its folder; made to go on if it was stopped."""
        # Where there are no descriptors of folders, there is no child that waits either.
        return self.child.lives() and (self.place.inside < 0 or self.place.untouched(self.user))


class Nursery:
    """Where children come from, one at work at a time, each in an empty folder of its own; nothing is left behind.

    ahead  whether the next child may come while one is at work
    """

    def __init__(self, method: Method | None = None, isolation: Isolation | None = None, ahead: bool = False) -> None:
        self.method: Method = method or best_method()
        self.isolation = isolation or Isolation()
        # A fresh interpreter is known by a mark alone, which the one that waits would share with all that must end.
        self.ahead = ahead and self.method == "fork"
        # One is at work, the next one comes, the last one may still be on its way out.
        self.places = deque(Workplace() for _ in range(3 if self.ahead else 1))
        # Whatever a child starts carries it in its environment, and is found by it where no zygote collects it.
        self.mark = secrets.token_hex(16)
        self.zygote: Zygote | None = None
        self.spawned: SpawnedChild | None = None
        self.libraries: set[str] = set()
        self.coming: _Coming | None = None
        self.replaced = self.stopped = False

    @property
    def may_miss_processes(self) -> bool:
        """Whether what a notebook leaves running is found by its environment alone.

        So it is without a zygote, and with one that the notebook ended.
        """
        ended = self.zygote is not None and self.zygote.process.poll() is not None
        return self.method == "spawn" or self.replaced or ended

    def warm_up(self) -> None:
        """Let the zygote load its libraries while the grader goes about its own work."""
        if self.method == "fork" and self.zygote is None:
            without = list(KINDS) if self.isolation.mode == "off" else self.isolation.without
            self.zygote = Zygote(self.places[0].path, self.mark, without)
            self._end_if_stopped()

    def have_ready(self, libraries: Sequence[str]) -> None:
        """Let the zygote load what the next children would each have to. What isn't installed stays away."""
        self.libraries.update(libraries)
        if self.zygote and not self.libraries <= self.zygote.libraries:
            self._send_away()  # it would have to load them itself
            with contextlib.suppress(LostError):  # who needs it will find out
                self.zygote.ask({"do": "load", "names": sorted(self.libraries)})
                self.zygote.libraries.update(self.libraries)

    def child(self, limits: Limits, withheld: Sequence[str]) -> tuple[Child, dict[str, Any]]:
        """A child that is ready for its first cell, and the report of the layers that shut it in.

        LostError when none would come; a zygote that somebody ended is replaced first.
        """
        lost = LostError("crashed")
        for _ in range(3):
            if self.stopped:
                break
            try:
                return self._one_child(limits, withheld)
            except LostError as error:
                lost = error
        raise lost

    def _one_child(self, limits: Limits, withheld: Sequence[str]) -> tuple[Child, dict[str, Any]]:
        if self.coming and (self.coming.limits, self.coming.withheld) != (limits, withheld):
            self._send_away()
        coming, self.coming = self.coming or self._asked_for(limits, withheld), None
        try:
            with self._or_without_zygote():
                coming.child.arrive()
            # Before its answer is waited for: the last notebook may have stopped it on its way.
            if not coming.is_unharmed():
                raise LostError("crashed")
            report = coming.begun.reply(STARTING)
            if self.ahead:
                # It may have said so long ago, and have been killed since without having noticed.
                Asked(coming.child.channel, {"do": "nothing"}, OBEYING).reply(OBEYING)
        except LostError as error:
            coming.child.end()
            raise LostError("crashed", error.why) from None
        absent = lacking(report["guards"])
        if self.isolation.mode == "strict" and absent:
            coming.child.end()
            raise IsolationError(refusal(absent))
        return coming.child, report

    def call_next(self, limits: Limits, withheld: Sequence[str]) -> None:
        """Where many follow one another: let the next child come, and be shut in, while this one is at work."""
        if self.ahead and not self.coming:
            with contextlib.suppress(LostError, OSError):  # who needs it will find out
                self.coming = self._asked_for(limits, withheld)

    def _asked_for(self, limits: Limits, withheld: Sequence[str]) -> _Coming:
        scratch, user = self._scratch(), borrowed_user()
        child = self._born()
        request = {
            "do": "begin",
            "scratch": str(scratch),
            "limits": asdict(limits),
            "mode": self.isolation.mode,
            "without": list(self.isolation.without),
            "user": user,
            "withheld": list(withheld),
        }
        try:
            return _Coming(limits, withheld, child, self.places[0], user, Asked(child.channel, request, STARTING))
        except LostError:
            child.end()
            raise

    def _send_away(self) -> None:
        coming, self.coming = self.coming, None
        if coming:
            coming.child.end()

    def _born(self) -> Child:
        if self.method == "spawn":
            self.spawned = SpawnedChild(self.places[0].path, self.mark)
            self._end_if_stopped()
            return self.spawned
        if self.zygote and self.zygote.process.poll() is not None:
            self.replaced = True
            self._close_zygote()
        self.warm_up()
        assert self.zygote
        self.have_ready(())
        with self._or_without_zygote():
            return self.zygote.fork()

    @contextlib.contextmanager
    def _or_without_zygote(self) -> Iterator[None]:
        """Part with a zygote that does not answer; the next child has a new one."""
        try:
            yield
        except LostError:
            why = self.zygote.why() if self.zygote else ""
            self.replaced = True
            self._close_zygote()
            raise LostError("crashed", why) from None

    def _scratch(self) -> Path:
        self.places.rotate()
        if not self.places[0].stands():  # an earlier child removed it, moved it or put something in its place
            self.places[0].remove()
            self.places[0] = Workplace()
        return self.places[0].scratch()

    def _close_zygote(self) -> None:
        if self.zygote:
            self.zygote.close()
            self.zygote.errors.close()
        self.zygote = None
        end_marked(self.mark)

    def stop(self) -> None:
        """From another thread: let whoever asks a child give up at once. What comes of it is no result."""
        self.stopped = True
        self._end_if_stopped()

    def _end_if_stopped(self) -> None:
        """Asked again of whatever was started meanwhile."""
        for each in (self.zygote, self.spawned):
            if each and self.stopped:
                each.process.kill()

    def close(self) -> None:
        """End the zygote and remove the folders."""
        self._send_away()
        self._close_zygote()
        for each in self.places:
            each.remove()


def borrowed_user() -> int:
    """The number of a user that is nobody else's, for root to become: from those that systems keep for passing use."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return 61_184 + secrets.randbelow(4_336) if is_root else 0


# --- how an interpreter is started ---

# What a program may need to find its libraries, its language and its place; no keys, no tokens, nothing of PYTHON's.
_KEPT = {"PATH", "LANG", "LANGUAGE", "TZ", "HOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "WINDIR"}


def reduced_environment(folder: Path, mark: str) -> dict[str, str]:
    """The environment a learner's code sees."""
    kept = {name: value for name, value in os.environ.items() if name.upper() in _KEPT or name.startswith("LC_")}
    kept.update(
        RAGEDU_GRADING=mark,
        TMPDIR=str(folder),
        TEMP=str(folder),
        TMP=str(folder),
        MPLBACKEND="Agg",
        PYTHONHASHSEED="0",  # the order of a set must not decide a grade
        PYTHONDONTWRITEBYTECODE="1",
        OPENBLAS_NUM_THREADS="1",
        OMP_NUM_THREADS="1",
    )
    home = Path(__file__).resolve().parent.parent.parent
    if not _is_installed(home):
        kept["PYTHONPATH"] = str(home)
    return kept


def _is_installed(home: Path) -> bool:
    folders = [*getattr(site, "getsitepackages", list)(), getattr(site, "USER_SITE", None) or ""]
    return any(Path(each).resolve() == home for each in folders if each)


def _interpreter() -> list[str]:
    # -P rather than -I: the environment is ours anyway, -I would ignore the hash seed in it and a user's own packages.
    return [sys.executable, "-P", "-X", "utf8", "-m", "ragedu.grading.zygote"]
