"""A progress bar for what takes long: in a terminal on the error stream, in a notebook under the cell, else nowhere."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

Item = TypeVar("Item")


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """The same items, one by one, while a bar moves."""
    if sys.stderr.isatty():
        yield from _in_a_terminal(items, total, label)
    elif _in_a_notebook():
        yield from _in_a_cell(items, total, label)
    else:
        yield from items


def _in_a_terminal(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    import typer

    step = max(1, total // 100)
    with typer.progressbar(length=total, label=label, file=sys.stderr, update_min_steps=step) as bar:
        for each in items:
            bar.update(1)
            yield each


def _in_a_cell(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    try:
        # Asked for first: without it tqdm fails half made, and complains once more when it is cleared away.
        import ipywidgets  # noqa: F401
        from tqdm.notebook import tqdm

        # A run of less than a second needs no bar, and a bar that has done its work goes.
        bar: Any = tqdm(items, total=total, desc=label, delay=1, leave=False)
    except ImportError:  # without tqdm or ipywidgets there is no bar
        bar = items
    yield from bar


def _in_a_notebook() -> bool:
    # Asked of what is loaded already: whoever runs in a kernel has IPython.
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and getattr(shell, "kernel", None) is not None
