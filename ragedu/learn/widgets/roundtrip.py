"""Acting on a click only once everything done on the page before it is here.

ipywidgets sends a click at once, but holds back a field's newest value while the kernel is still busy with the one
before. Whoever types "12" and presses Enter in one go would be told what is wrong about "1".
"""

import asyncio
import threading
from collections.abc import Callable

import ipywidgets

PATIENCE = 10.0
"""Seconds to wait for the page, which may be far away or busy."""
PATIENCE_WITH_A_STRANGER = 0.6
"""Seconds to wait where the page has never sent anything back: some front ends don't link what is not shown."""
LAPS = 2
"""How often the page is asked. JupyterLab has clicks and values handled in two threads: what the first lap says to the
page may overtake the word that an earlier value was dealt with, for which the newest one waits. It is the thread of
the values that hears the first lap's answer, so the second comes after that word."""


class AfterRoundtrip:
    """Called, it sends numbers to the page, which links two labels and so sends them back; then it acts.

    Messages of one thread keep their order: by then the page has heard that its last value was dealt with, and has
    sent what it held back. A page that links sends the first number back at once, long before anybody clicks.

    every  whether clicks that come while it waits each count; else they are one
    laps   one is enough where no value is waited for, only that the page has seen what was shown
    """

    def __init__(self, act: Callable[[], None], every: bool = False, laps: int = LAPS) -> None:
        self._act, self._every, self._laps = act, every, laps
        self._clicks = 0
        self._number = self._last = 0
        self._patience = PATIENCE_WITH_A_STRANGER
        self._lock = threading.Lock()
        self._there, self._back = ipywidgets.Label("0"), ipywidgets.Label()
        self._link = ipywidgets.jsdlink((self._there, "value"), (self._back, "value"))
        self._back.observe(lambda change: self._came_back(change.new), "value")

    def __call__(self) -> None:
        with self._lock:
            self._clicks += 1
            self._number += 1
            first, last = self._number, self._number + self._laps - 1
            self._last = last
        self._there.value = str(first)
        try:
            asyncio.get_running_loop().call_later(self._patience, self._arrived, last)
        except RuntimeError:  # no loop, so there is nobody to wait for
            self._arrived(last)

    def _came_back(self, value: str) -> None:
        self._patience = PATIENCE
        with self._lock:
            stale = int(value) != self._number
            goes_on = not stale and self._clicks > 0 and self._number < self._last
            self._number += goes_on
            number = self._number
        if goes_on:
            self._there.value = str(number)
        elif not stale:
            self._arrived(number)

    def _arrived(self, last: int) -> None:
        with self._lock:
            clicks, self._clicks = (self._clicks, 0) if last == self._last else (0, self._clicks)
        for _ in range(clicks if self._every else min(clicks, 1)):
            self._act()
