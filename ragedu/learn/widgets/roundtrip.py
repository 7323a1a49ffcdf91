"""Acting on a click only once everything done on the page before it is here.

ipywidgets sends a click at once, but holds back a field's newest value while the kernel is still busy with the one
before. Whoever types "12" and presses Enter in one go would be told what is wrong about "1".
"""

import asyncio
from collections.abc import Callable

import ipywidgets

PATIENCE = 10.0
"""Seconds to wait for the page, which may be far away or busy."""
PATIENCE_WITH_A_STRANGER = 0.6
"""Seconds to wait where the page has never sent anything back: some front ends don't link what is not shown."""


class AfterRoundtrip:
    """Called, it sends a number to the page, and acts when the page, which links two labels, has sent it back.

    Messages keep their order both ways: by then the page has heard that its last value was dealt with, and has sent
    what it held back. A page that links sends the first number back at once, long before anybody clicks.

    every  whether clicks that come while it waits each count; else they are one
    """

    def __init__(self, act: Callable[[], None], every: bool = False) -> None:
        self._act, self._every = act, every
        self._calls = 0
        self._waiting = False
        self._number = 0
        self._patience = PATIENCE_WITH_A_STRANGER
        self._there, self._back = ipywidgets.Label("0"), ipywidgets.Label()
        self._link = ipywidgets.jsdlink((self._there, "value"), (self._back, "value"))
        self._back.observe(lambda change: self._came_back(change.new), "value")

    def __call__(self) -> None:
        self._waiting = True
        self._calls += 1
        self._number += 1
        self._there.value = str(self._number)
        try:
            asyncio.get_running_loop().call_later(self._patience, self._arrived, self._number)
        except RuntimeError:  # no loop, so there is nobody to wait for
            self._arrived(self._number)

    def _came_back(self, value: str) -> None:
        self._patience = PATIENCE
        self._arrived(int(value))

    def _arrived(self, number: int) -> None:
        if self._waiting and number == self._number:
            self._waiting = False
            calls, self._calls = self._calls, 0
            for _ in range(calls if self._every else 1):
                self._act()
