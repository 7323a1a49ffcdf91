"""What a notebook prints: counted and let go, so that no amount of it costs anything or stops anybody."""

import io
import sys
from typing import Any


class _Counted(io.BufferedIOBase):
    """Takes any bytes and keeps their number."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        size = len(memoryview(data).cast("B"))
        self.count += size
        return size


class Output:
    """Standard output and error of a notebook's cells."""

    def __init__(self) -> None:
        self.streams: list[io.TextIOWrapper] = []
        self.sinks: list[_Counted] = []

    def take_over(self) -> None:
        """Put streams that count in place, at first and where a cell has closed those there were."""
        if self.streams and not any(each.closed for each in self.streams):
            return
        self.sinks = [_Counted(), _Counted()]
        self.streams = [
            io.TextIOWrapper(each, "utf-8", "backslashreplace", write_through=True)  # type: ignore[arg-type]
            for each in self.sinks
        ]
        sys.stdout, sys.stderr = self.streams

    def drained(self) -> int:
        """The bytes printed since this was last asked."""
        printed = sum(each.count for each in self.sinks)
        for each in self.sinks:
            each.count = 0
        return printed
