"""Sixty recorded traces of questions about an invented device's documentation, 18 of them answered badly.

Texts, answers and what went wrong are told in `ragedu/data/firmware/README.md`.

>>> len(traces), sum(trace.verdict == "wrong" for trace in traces)
(60, 18)
>>> print(traces[0].answer)
Upright on a flat wall, at eye level and out of direct sun, with 10 cm of air on every side [man-setup-1].
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from ragedu.assistant.recorded import RecordedAssistant
from ragedu.cases import Case, Evidence, Hit, Passage, Trace


def _records(name: str) -> list[dict[str, Any]]:
    text = files("ragedu").joinpath("data", "firmware", name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


passages: list[Passage] = [Passage(**each) for each in _records("passages.jsonl")]
"""What the index holds."""

scans: list[Passage] = [Passage(**each) for each in _records("scans.jsonl")]
"""What should have been indexed, and was scanned without a text layer."""

_TEXTS = {passage.id: passage.text for passage in (*passages, *scans)}


def _hits(ids: Iterable[str]) -> tuple[Hit, ...]:
    return tuple(Hit(each, text=_TEXTS[each]) for each in ids)


def _trace(record: dict[str, Any]) -> Trace:
    case = Case(
        record["id"], record["question"], Evidence(record["evidence"]), record["expected"], labels=record["labels"]
    )
    return Trace(
        case,
        frozenset(record["indexed"]),
        _hits(record["candidates"]),
        _hits(record["reranked"]),
        _hits(record["prompt"]),
        record["answer"],
        record["answer_source"],
        record["verdict"],
    )


traces: list[Trace] = [_trace(each) for each in _records("traces.jsonl")]
"""The sixty, in the order in which they were asked."""

_BY_ID = {trace.case.id: trace for trace in traces}


def _oracle(record: dict[str, Any]) -> Trace:
    usual = _BY_ID[record["id"]]
    given, answer = _hits(record["prompt"]), record["answer"]
    return replace(
        usual, candidates=None, reranked=None, prompt=given, answer=answer, verdict=usual.case.verdict_on(answer)
    )


oracle: list[Trace] = [_oracle(each) for each in _records("oracle.jsonl")]
"""The 18 once more, answered from the passages they need and nothing else."""

assistant = RecordedAssistant(traces, oracle)
"""Looks both up by a case's id, for `ragedu.diagnosis.oracle_test`."""
