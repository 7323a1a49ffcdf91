"""Replies kept in a file, so that a run can be repeated without a single call."""

import json
import os
from pathlib import Path


class ReplyCache:
    """A JSON Lines file that only grows: one reply a line, under the key of what was asked.

    Several processes may share it: a line is written by one call to the system, and what another process wrote is
    found too. A line cut short, as by a power failure, is passed over and counted in `unreadable`; it costs a call.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.unreadable = 0
        self._replies: dict[str, str] = {}
        self._read_to = 0

    def get(self, key: str) -> str | None:
        """The reply kept under a key; None when there is none."""
        if key not in self._replies:
            self._read_on()
        return self._replies.get(key)

    def put(self, key: str, reply: str, *, model: str, asked: str) -> None:
        """Keep a reply. The model's name and the question's kind are for whoever reads the file."""
        # ASCII throughout: a lone surrogate, which some models do write, has no form in UTF-8.
        line = json.dumps({"key": key, "model": model, "asked": asked, "reply": reply})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self.path, flags, 0o644)
        with os.fdopen(descriptor, "rb+", buffering=0) as file:
            written = b"" if _ends_a_line(file.fileno()) else b"\n"
            file.write(written + line.encode("ascii") + b"\n")
        self._replies[key] = reply

    def _read_on(self) -> None:
        """Read what was added since the last time, up to the last line that is complete."""
        try:
            with self.path.open("rb") as file:
                if os.fstat(file.fileno()).st_size < self._read_to:
                    self._read_to = 0  # another file has taken its place
                file.seek(self._read_to)
                added = file.read()
        except FileNotFoundError:
            return
        complete = added.rpartition(b"\n")[0]
        self._read_to += len(complete) + 1 if complete or added.startswith(b"\n") else 0
        for line in complete.split(b"\n"):
            self._keep(line)

    def _keep(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            entry = json.loads(line)
            key, reply = entry["key"], entry["reply"]
            if not isinstance(key, str) or not isinstance(reply, str):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            self.unreadable += 1
            return
        self._replies[key] = reply


def _ends_a_line(descriptor: int) -> bool:
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if not size:
        return True
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"
