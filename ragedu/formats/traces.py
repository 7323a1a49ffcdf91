"""Traces in JSON Lines, in and out, and which format a file is in."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from ragedu.cases import Case, Hit, Trace
from ragedu.files import written
from ragedu.formats.dialects import DIALECTS, dialect_of
from ragedu.formats.errors import FormatError, StrPath, quoted
from ragedu.formats.lines import nothing_in, numbered_lines
from ragedu.formats.records import iter_records
from ragedu.formats.trec import iter_run, write_run

FORMATS = ("trec-run", "trec-qrels", "beir", *DIALECTS)
"""Every format that `detect_format` knows."""

_FIRST = 20
"""How many records are looked at: the first ones may lack a key that others have."""


def detect_format(path: StrPath) -> str:
    """The format of a file or folder, judged by what its first records hold, never by its name.

    Gives       "trec-run", "trec-qrels" (BEIR's tsv too), "beir" (a folder), or for JSONL "ragedu", "ragas",
                "ragas-old", "llamaindex", "autorag"
    Errors      FormatError when none fits, naming what was found and the formats known
    """
    place = Path(path)
    if place.is_dir():
        if any((place / name).exists() for name in ("corpus.jsonl", "queries.jsonl", "qrels")):
            return "beir"
        there = ", ".join(sorted(each.name for each in islice(place.iterdir(), 5))) or "nothing"
        raise FormatError(path, None, "a BEIR folder with corpus.jsonl, queries.jsonl and qrels/", there, _NAME_A_FILE)
    number, line = next(numbered_lines(path), (0, b""))
    if not number:
        raise nothing_in(path, f"one of the formats {', '.join(FORMATS)}")
    if line.startswith((b"{", b"[")):
        return _dialect_in(path)
    columns = line.split()
    known = f"one of the formats {', '.join(FORMATS)}"
    if any(each.endswith(b",") for each in columns) or (len(columns) == 1 and b"," in line):
        raise FormatError(path, number, known, f"what looks like CSV: {quoted(line)}", _FROM_CSV)
    if len(columns) in (3, 4):
        return "trec-qrels"
    if len(columns) >= 6:
        return "trec-run"
    raise FormatError(
        path,
        number,
        known,
        f"a first line of {len(columns)} columns: {quoted(line)}",
        "A run has six columns, qrels have four, and JSON Lines begin with {.",
    )


_NAME_A_FILE = "Name a file, or such a folder."
_FROM_CSV = (
    "Make a line of JSON of each row; pandas does it: "
    'read_csv("FILE.csv").to_json("FILE.jsonl", orient="records", lines=True).'
)


def _dialect_in(path: StrPath) -> str:
    keys: set[str] = set()
    lists: set[str] = set()
    line = None
    for record in islice(iter_records(path), _FIRST):
        line = line or record.line
        keys |= record.fields.keys()
        lists |= {key for key, value in record.fields.items() if isinstance(value, list)}
    if "_id" in keys and "text" in keys:
        raise FormatError(path, line, "traces", "a file of a BEIR folder", "Name the folder instead.")
    dialect = dialect_of(keys, lists)
    if dialect is None:
        there = ", ".join(map(quoted, sorted(keys))) or "no keys"
        raise FormatError(
            path,
            line,
            f"the keys of one of the formats {', '.join(DIALECTS)}",
            there,
            'Rename the keys: "question", "evidence", "candidates", "prompt" and "answer" are ours.',
        )
    return dialect


def iter_traces(path: StrPath, format: str | None = None) -> Iterator[Trace]:
    """The traces of a file, one after the other, whichever tool wrote it.

    Takes       a JSONL file with our names or those of ragas, LlamaIndex, AutoRAG; or a TREC run, whose traces know
                the question's id and the candidates alone. format names it; None finds it out, see `detect_format`
    Gives       Trace by Trace; only one is held in memory. What the file does not tell stays None
    Ids         text; whole numbers become text; a question or passage without an id gets one made of its text, the
                same for equal texts: see `text_id`
    Right       "verdict" ("right" or "wrong") and "expected" (text that a right answer contains) are read beside the
                names of any tool; a reference, a whole answer, judges nothing by itself
    Labels      every other key with plain text, a number, true or false becomes a label of the case
    Errors      FormatError naming line, key, what was expected and what was found
    """
    taken = detect_format(path) if format is None else format
    if taken in DIALECTS:
        return map(DIALECTS[taken], iter_records(path))
    if taken == "trec-run":
        return (Trace(Case(name, question=""), candidates=ranking.hits) for name, ranking in iter_run(path))
    if taken in FORMATS:
        reader = "read_beir" if taken == "beir" else "read_qrels"
        raise FormatError(path, None, "traces", f"judgements ({taken})", f"Read them with {reader}.")
    raise ValueError(f"format must be one of {', '.join(FORMATS)}, or None to find it out, not {format!r}.")


def repeat_in(path: StrPath, format: str) -> FormatError | None:
    """The error that names the first question of a file of traces that comes a second time; None when none does."""
    lines: dict[str, int] = {}
    for record in iter_records(path):
        case = DIALECTS[format](record).case
        if case.id in lines:
            found = f"question {quoted(case.named)} again (first on line {lines[case.id]})"
            return FormatError(
                path, record.line, "each question once", found, "Keep one of the two, or give each an id of its own."
            )
        lines[case.id] = record.line
    return None


def first_line(path: StrPath, format: str, where: Callable[[Trace], bool]) -> int | None:
    """The line of the first trace in a file for which something holds; None when it holds for none."""
    return next((each.line for each in iter_records(path) if where(DIALECTS[format](each))), None)


# --- writing ---


def write_traces(traces: Iterable[Trace], path: StrPath, format: str = "ragedu") -> None:
    """Write traces for another tool, or for later; the file appears only when it is complete.

    format      holds
    "ragedu"    everything: reading gives equal traces
    "ragas"     question, answer, reference (if unknown: the expected text), and of the ranking in the prompt (if
                unknown: after reranking, or of the first stage) ids and, where all are known, texts; of the evidence
                all ids, alternatives no longer told apart. Not the question's id, labels, scores, other stages,
                verdict, tokens
    "trec-run"  the question's id, and of the ranking after reranking (if unknown: of the first stage, or in the
                prompt) ids and scores; see `write_run` for what a run cannot hold

    Errors      ValueError for another format, for a trace that cannot be written so, and when there are none
    """
    if format == "trec-run":
        write_run(((trace.case.id, _ranking_of(trace)) for trace in traces), path)
        return
    if format not in _WRITERS:
        raise ValueError(f"format must be one of {', '.join([*_WRITERS, 'trec-run'])}, not {format!r}.")
    with written(path) as file:
        for trace in traces:
            record = {key: value for key, value in _WRITERS[format](trace).items() if value is not None}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        if not file.tell():
            raise ValueError("there are no traces to write.")


def _ranking_of(trace: Trace) -> Sequence[Hit]:
    if trace.ranking is None:
        raise ValueError(f"the trace of question {quoted(trace.case.id)} has no ranking to write. Leave it out.")
    return trace.ranking


def _as_ragedu(trace: Trace) -> dict[str, Any]:
    case, indexed = trace.case, trace.indexed
    return {
        "id": case.id,
        "question": case.question,
        "evidence": None if case.evidence is None else case.evidence.groups,
        "expected": case.expected,
        "reference": case.reference,
        "labels": dict(case.labels) or None,
        "indexed": None if indexed is None else sorted(indexed),
        "candidates": _plain_hits(trace.candidates),
        "reranked": _plain_hits(trace.reranked),
        "prompt": _plain_hits(trace.prompt),
        "answer": trace.answer,
        "answer_source": trace.answer_source,
        "verdict": trace.verdict,
        "tokens": trace.tokens,
    }


def _plain_hits(hits: Sequence[Hit] | None) -> list[Any] | None:
    return None if hits is None else [_plain_hit(hit) for hit in hits]


def _plain_hit(hit: Hit) -> Any:
    if hit.score is not None and not isfinite(hit.score):
        raise ValueError(f"the score of {quoted(hit.id)} must be a finite number, not {hit.score!r}.")
    if hit.score is None and hit.text is None:
        return hit.id
    parts = {"id": hit.id, "score": hit.score, "text": hit.text}
    return {key: value for key, value in parts.items() if value is not None}


def _as_ragas(trace: Trace) -> dict[str, Any]:
    case, stages = trace.case, (trace.prompt, trace.reranked, trace.candidates)
    hits = next((stage for stage in stages if stage is not None), None)
    texts = [hit.text for hit in hits or () if hit.text is not None]
    needed = (
        None if case.evidence is None else list(dict.fromkeys(each for group in case.evidence.groups for each in group))
    )
    return {
        "user_input": case.question,
        "retrieved_contexts": texts if hits is not None and len(texts) == len(hits) else None,
        "retrieved_context_ids": None if hits is None else [hit.id for hit in hits],
        "reference_context_ids": needed,
        "response": trace.answer,
        "reference": case.expected if case.reference is None else case.reference,
    }


_WRITERS: dict[str, Callable[[Trace], dict[str, Any]]] = {"ragedu": _as_ragedu, "ragas": _as_ragas}
