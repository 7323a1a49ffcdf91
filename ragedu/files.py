"""Writing files: whoever reads one finds the old content or the new, never a part."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from typing import TextIO


@contextmanager
def written(path: str | Path) -> Iterator[TextIO]:
    """A text file that appears under its name only when it is complete; when writing fails, nothing changes.

    A link is followed. A device or a pipe is written to as it is: put in its place, a file would destroy it.
    """
    final = Path(path).resolve()
    if final.exists() and not final.is_file():
        with final.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    draft = final.with_name(f".{final.name}.{os.getpid()}-{get_ident()}.tmp")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        draft.replace(final)
    finally:
        draft.unlink(missing_ok=True)
