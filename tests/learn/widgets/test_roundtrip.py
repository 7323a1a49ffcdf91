"""A click waits for what the page has sent before it, and not for ever."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

pytest.importorskip("ipywidgets", reason="the widget skin needs the extra `lab`")

from ragedu.learn.widgets import roundtrip


def in_a_loop(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What it gives in a thread of its own: in this one the loop of a browser's tests may still be running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def answer_as_a_page(soon: roundtrip.AfterRoundtrip) -> None:
    """Send back what is there until nothing new comes."""
    while soon._back.value != soon._there.value:
        soon._back.value = soon._there.value


async def acts(page_answers: bool, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often it had acted right after the click, after the page's answer, and after all patience."""
    monkeypatch.setattr(roundtrip, "PATIENCE", 0.02)
    monkeypatch.setattr(roundtrip, "PATIENCE_WITH_A_STRANGER", 0.02)
    acted: list[str] = []
    soon = roundtrip.AfterRoundtrip(lambda: acted.append("act"))
    counts = []
    soon()
    counts.append(len(acted))
    if page_answers:
        answer_as_a_page(soon)
    counts.append(len(acted))
    await asyncio.sleep(0.1)
    return [*counts, len(acted)]


def test_it_acts_once_when_the_page_answers(monkeypatch):
    assert in_a_loop(acts(True, monkeypatch)) == [0, 1, 1]


def test_it_acts_all_the_same_when_no_page_answers(monkeypatch):
    assert in_a_loop(acts(False, monkeypatch)) == [0, 0, 1]


def test_the_first_number_coming_back_is_no_click_but_earns_patience():
    acted: list[str] = []
    soon = roundtrip.AfterRoundtrip(lambda: acted.append("act"))
    soon._back.value = soon._there.value

    assert not acted
    assert soon._patience == roundtrip.PATIENCE


@pytest.mark.parametrize(("every", "acted"), [(False, 1), (True, 3)])
def test_clicks_that_come_while_it_waits_are_one_unless_each_counts(every, acted):
    async def clicks() -> int:
        done: list[str] = []
        soon = roundtrip.AfterRoundtrip(lambda: done.append("act"), every=every)
        for _ in range(3):
            soon()
        answer_as_a_page(soon)
        return len(done)

    assert in_a_loop(clicks()) == acted


def test_it_acts_on_no_answer_but_the_last_laps():
    async def laps() -> list[int]:
        done: list[str] = []
        soon = roundtrip.AfterRoundtrip(lambda: done.append("act"))
        answer_as_a_page(soon)
        soon()
        counts = []
        for _ in range(roundtrip.LAPS):
            counts.append(len(done))
            soon._back.value = soon._there.value
        return [*counts, len(done)]

    assert in_a_loop(laps()) == [0] * roundtrip.LAPS + [1]


def test_an_answer_to_an_earlier_click_does_not_count_for_a_later_one():
    async def two_clicks() -> list[int]:
        done: list[str] = []
        soon = roundtrip.AfterRoundtrip(lambda: done.append("act"))
        soon()
        earlier = soon._there.value
        soon()
        soon._back.value = earlier
        before = len(done)
        answer_as_a_page(soon)
        return [before, len(done)]

    assert in_a_loop(two_clicks()) == [0, 1]
