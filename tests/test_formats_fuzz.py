"""Broken files of every kind: each is read rightly, or a FormatError names a line that really is at fault.

The judges here are slow, obvious readers that look at one line at a time and know every fault of a file.
"""

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from unittest.mock import patch

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ragedu.cases import Case, Evidence, Hit, Trace
from ragedu.formats import (
    FORMATS,
    FormatError,
    MixedQuestionsError,
    Ranking,
    detect_format,
    iter_run,
    iter_traces,
    lines,
    read_qrels,
    read_run,
    write_qrels,
    write_run,
    write_traces,
)
from ragedu.retrieval import average_precision, ndcg_at_k, precision_at_k, recall_at_k, reciprocal_rank

often = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

BOM = b"\xef\xbb\xbf"
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
RANK = re.compile(rb"[+-]?\d+(\.0*)?")


@contextmanager
def file_of(data: bytes, chunk: int = 1 << 16) -> Iterator[Path]:
    """The bytes as a file, read in pieces of about so many bytes, so that short files too are cut between lines."""
    with tempfile.TemporaryDirectory() as folder, patch.object(lines, "_CHUNK", chunk):
        path = Path(folder) / "fuzz"
        path.write_bytes(data)
        yield path


# --- the judges ---


def lines_of(data: bytes) -> Iterator[tuple[int, bytes | None]]:
    """Each line that says something; None for one that is no line of UTF-8 text."""
    whole = data.removeprefix(BOM).split(b"\n")
    for number, line in enumerate(whole, start=1):
        text = line.removesuffix(b"\r") if number < len(whole) else line
        if b"\r" in text or b"\0" in text or text.startswith(BOM) or not is_utf_8(text):
            yield number, None
        elif words_of(text) and not words_of(text)[0].startswith(b"#"):
            yield number, text


def words_of(text: bytes) -> list[bytes]:
    return [each for each in re.split(rb"[ \t\v\f]+", text) if each]


def is_utf_8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_number(word: bytes) -> bool:
    return bool(NUMBER.fullmatch(word)) and isfinite(float(word))


def judged_run(data: bytes) -> tuple[dict[str, list[tuple[float, bytes]]], set[int], bool]:
    """Question → score and document, best first; the lines at fault; whether a question comes back."""
    run, faults, order = defaultdict(list), set(), []
    for number, text in lines_of(data):
        row = words_of(text or b"")
        if not 6 <= len(row) <= 10 or not RANK.fullmatch(row[3]) or not is_number(row[4]):
            faults.add(number)
            continue
        if row[2] in [document for _, document in run[row[0]]]:
            faults.add(number)
        run[row[0]].append((float(row[4]), row[2]))
        order += [row[0]] if order[-1:] != [row[0]] else []
    best_first = {question.decode(): sorted(places, reverse=True) for question, places in run.items()}
    return best_first, faults, len(order) > len(set(order))


def judged_qrels(data: bytes) -> tuple[dict[str, dict[str, float]], set[int]]:
    """Question → document → grade, and the lines at fault."""
    qrels, faults, wanted, by_tabs = defaultdict(dict), set(), 0, False
    for number, text in lines_of(data):
        if text is None:
            faults.add(number)
            continue
        row = words_of(text)
        if by_tabs and b"\t" in text.strip():
            row = [each.strip() for each in text.split(b"\t") if each.strip()]
        if not wanted:
            wanted = len(row) if len(row) in (3, 4) else -1
            if len(row) == 3 and row[2] == b"score":
                by_tabs = b"\t" in text.strip()
                continue
        if len(row) != wanted or not is_number(row[-1]):
            faults.add(number)
            continue
        question, document = row[0].decode(), row[-2].decode()
        if document in qrels[question]:
            faults.add(number)
        qrels[question][document] = float(row[-1])
    return dict(qrels), faults


def outcome(read: Callable[[], object]) -> object:
    """What a reader gives: a value, or its FormatError. Any other exception fails the test."""
    try:
        return read()
    except FormatError as error:
        return error


def check_run(data: bytes, chunk: int) -> None:
    truth, faults, mixed = judged_run(data)
    with file_of(data, chunk) as path:
        at_once, streamed = outcome(lambda: read_run(path)), outcome(lambda: dict(iter_run(path)))
    if isinstance(streamed, MixedQuestionsError):
        assert mixed
    elif not faults and truth:
        assert streamed == at_once
    if faults or not truth:
        for error in (at_once, streamed):
            assert isinstance(error, FormatError)
            assert isinstance(error, MixedQuestionsError) or error.line in (faults or {None})
        return
    run = {
        question: list(zip(ranking.scores, map(str.encode, ranking.ids), strict=True))
        for question, ranking in at_once.items()
    }
    assert run == truth
    # No line is lost: as many documents as lines that say something.
    assert sum(map(len, run.values())) == len(list(lines_of(data)))


def check_qrels(data: bytes, chunk: int) -> None:
    truth, faults = judged_qrels(data)
    with file_of(data, chunk) as path:
        qrels = outcome(lambda: read_qrels(path))
    if faults or not truth:
        assert isinstance(qrels, FormatError)
        assert qrels.line in (faults or {None})
    else:
        assert qrels == truth


# --- files as people have them ---

blanks = st.sampled_from([b" ", b" ", b"\t", b"   ", b" \t "])
line_ends = st.sampled_from([b"\n", b"\n", b"\r\n"])
beside = st.sampled_from([b"", b"", b"", b"# note\n", b"\n", b" \t\r\n", b"#\n", b"# one two three four five six\n"])
ids = st.text(st.sampled_from("ab1é豆😀_-.:\u00a0\u2028"), min_size=1, max_size=4)
scores = st.floats(allow_nan=False, allow_infinity=False)
chunks = st.sampled_from([1, 7, 64, 1 << 16])


@st.composite
def rendered(draw: Callable, rows: list[list[str]]) -> bytes:
    """Rows as a file with blanks, line ends, comments and marks of any kind."""
    pieces = [draw(st.sampled_from([b"", BOM]))]
    for row in rows:
        pieces += [draw(beside), draw(st.sampled_from([b"", b"", b"  "]))]
        pieces.append(draw(blanks).join(each.encode() for each in row))
        pieces += [draw(st.sampled_from([b"", b"", b" "])), draw(line_ends)]
    return b"".join(pieces)[: -1 if draw(st.booleans()) and pieces[-1] == b"\n" else None]


@st.composite
def run_files(draw: Callable) -> bytes:
    questions = draw(st.lists(ids, unique=True, min_size=1, max_size=3))
    rows = []
    for question in questions:
        for document in draw(st.lists(ids, unique=True, min_size=1, max_size=5)):
            more = draw(st.sampled_from([[], [], ["more"], ["a", "b"]]))
            rows.append([question, "Q0", document, "1", repr(draw(scores)), "tag", *more])
    return draw(rendered(draw(st.permutations(rows)) if draw(st.booleans()) else rows))


@st.composite
def qrels_files(draw: Callable) -> bytes:
    pairs = draw(st.lists(st.tuples(ids, ids), unique=True, min_size=1, max_size=8))
    beir = draw(st.booleans())
    grades = st.one_of(st.integers(-2, 4), scores).map(repr)
    rows = [[question, document, draw(grades)] for question, document in pairs]
    if beir and draw(st.booleans()):
        rows.insert(0, ["query-id", "corpus-id", "score"])
    return draw(rendered(rows if beir else [[question, "0", *rest] for question, *rest in rows]))


ACCIDENTS = [
    b"\r",
    b"\n",
    b"\r\n",
    b" ",
    b"\t",
    b"\0",
    b"\xff",
    b"\xc3",
    b"#",
    BOM,
    b",",
    b"_",
    b"nan",
    b"-inf",
    b"1e999",
    b"x",
    "٣".encode(),
]


@st.composite
def broken(draw: Callable, files: st.SearchStrategy[bytes]) -> bytes:
    """A file to which something happened: cut off, a piece lost, something slipped in, a line written twice."""
    data = draw(files)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        stop = draw(st.integers(start, min(len(data), start + 12)))
        kind = draw(st.sampled_from(["cut off", "lost", "slipped in", "replaced", "doubled", "line ends"]))
        if kind == "cut off":
            data = data[:start]
        elif kind == "lost":
            data = data[:start] + data[stop:]
        elif kind == "slipped in":
            data = data[:start] + draw(st.sampled_from(ACCIDENTS)) + data[start:]
        elif kind == "replaced":
            data = data[:start] + draw(st.sampled_from(ACCIDENTS)) + data[stop:]
        elif kind == "doubled":
            line = draw(st.sampled_from(data.splitlines(keepends=True) or [b"\n"]))
            data = data + line
        else:
            data = data.replace(b"\n", draw(st.sampled_from([b"\r", b"\r\n", b" ", b"\n\n"])))
    return data


soup = st.lists(
    st.sampled_from([*ACCIDENTS, b"q Q0 a 1 1 t\n", b"q Q0 b 1 2.5 t\n", b"r 0 a 1\n", b"q\ta\t1\n", b"q", b"1 "]),
    max_size=12,
).map(b"".join)


@often
@given(run_files(), chunks)
def test_a_run_that_is_only_odd_is_read_rightly(data, chunk):
    _, faults, _ = judged_run(data)
    assert not faults
    check_run(data, chunk)


@often
@given(broken(run_files()), chunks)
@example(b"", 64)
@example(BOM, 64)
@example(b"q Q0 a 1 1 t\rq Q0 b 1 1 t\r", 64)
@example(b"q Q0 a 1 1\nq Q0 b 1 1 t more\n", 64)  # five and seven columns: twelve words in two lines
@example(b"q Q0 a 1 1 t\n# one two three four five\nq Q0 b 1 1 t", 1 << 16)
def test_a_broken_run_is_read_rightly_or_the_line_is_named(data, chunk):
    check_run(data, chunk)


@often
@given(qrels_files(), chunks)
def test_judgements_that_are_only_odd_are_read_rightly(data, chunk):
    _, faults = judged_qrels(data)
    assert not faults
    check_qrels(data, chunk)


@often
@given(broken(qrels_files()), chunks)
@example(b"", 64)
@example(b"q 0 a 1q 0 b 1\n", 64)
def test_broken_judgements_are_read_rightly_or_the_line_is_named(data, chunk):
    check_qrels(data, chunk)


@often
@given(st.one_of(soup, st.binary(max_size=80)), chunks)
def test_whatever_the_bytes_are_nothing_but_a_format_error_comes(data, chunk):
    check_run(data, chunk)
    check_qrels(data, chunk)
    with file_of(data, chunk) as path:
        assert isinstance(name := outcome(lambda: detect_format(path)), FormatError) or name in FORMATS
        found = outcome(lambda: list(iter_traces(path)))
    assert isinstance(found, FormatError) or all(isinstance(each, Trace) for each in found)


@often
@given(broken(run_files()), broken(qrels_files()))
def test_no_file_gives_a_score_outside_0_to_1(run_data, qrels_data):
    with file_of(run_data) as run_path, file_of(qrels_data) as qrels_path:
        run, qrels = outcome(lambda: read_run(run_path)), outcome(lambda: read_qrels(qrels_path))
    if isinstance(run, FormatError) or isinstance(qrels, FormatError):
        return
    for question, grades in qrels.items():
        retrieved = list(run[question].ids) if question in run else []
        if not any(grade > 0 for grade in grades.values()):
            continue
        for metric in (precision_at_k, recall_at_k, ndcg_at_k, average_precision, reciprocal_rank):
            assert 0 <= metric(retrieved, grades, 3) <= 1


# --- JSON Lines ---

plain = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3))
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ids, inner, max_size=2))
KEYS = (
    "id question evidence expected labels indexed candidates reranked prompt answer answer_source verdict tokens "
    "user_input retrieved_contexts retrieved_context_ids reference_context_ids reference_contexts response reference "
    "contexts ground_truth ground_truths query expected_ids retrieved_ids retrieved_texts qid retrieval_gt "
    "generation_gt retrieved_contents retrieve_scores generated_texts other"
).split()
likely = st.one_of(
    st.lists(st.one_of(ids, st.integers(0, 3), st.lists(ids, max_size=2)), max_size=3),
    st.lists(st.fixed_dictionaries({}, optional={"id": ids, "score": plain, "text": plain}), max_size=2),
    ids,
)
records = st.dictionaries(st.sampled_from(KEYS), st.one_of(likely, anything), max_size=8)
named = st.sampled_from(["ragedu", "ragas", "ragas-old", "llamaindex", "autorag"])


@often
@given(st.lists(records, min_size=1, max_size=3), named)
def test_records_of_any_kind_give_a_trace_each_or_name_the_line(fields, name):
    question = {"ragas": "user_input", "llamaindex": "query", "autorag": "query"}.get(name, "question")
    data = "\n".join(json.dumps({question: "?", **each}) for each in fields).encode()
    with file_of(data) as path:
        found = outcome(lambda: list(iter_traces(path, name)))
    if isinstance(found, FormatError):
        assert found.line in range(1, len(fields) + 1)
        return
    assert len(found) == len(fields)
    for trace in found:
        for hits in (trace.candidates, trace.reranked, trace.prompt):
            assert all(isinstance(hit.id, str) and hit.id for hit in hits or ())
            assert all(hit.score is None or isfinite(hit.score) for hit in hits or ())


GOOD_LINES = (
    b'{"question": "a", "evidence": ["x"], "candidates": ["x", "y"]}\n{"question": "b", "labels": {"n": 1}}\r\n'
    b'# note\n\n{"question": "\\u00e9", "prompt": [{"id": 1, "score": 0.5, "text": "t"}]}'
)


@often
@given(broken(st.just(GOOD_LINES)), chunks)
def test_broken_json_lines_give_a_trace_for_each_line_or_name_the_line(data, chunk):
    said = [text for _, text in lines_of(data)]
    with file_of(data, chunk) as path:
        found = outcome(lambda: list(iter_traces(path, "ragedu")))
    if isinstance(found, FormatError):
        assert found.line in [number for number, _ in lines_of(data)] if said else found.line is None
        return
    assert len(found) == len(said)
    assert None not in said


# --- there and back ---

any_text = st.text(max_size=6)


def refused(write: Callable[[], None], path: Path) -> bool:
    """Whether nothing was written, with a ValueError."""
    try:
        write()
    except ValueError:
        assert not list(path.parent.iterdir())
        return True
    return False


@often
@given(
    st.dictionaries(any_text, st.dictionaries(any_text, st.floats(), min_size=1, max_size=4), min_size=1, max_size=3)
)
def test_a_run_comes_back_exactly_or_is_refused(scored):
    run = {}
    for question, places in scored.items():
        best_first = sorted(places, key=lambda each: (places[each], each), reverse=True)
        run[question] = Ranking(best_first, [places[each] for each in best_first])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.run"
        if refused(lambda: write_run(run, path), path):
            return
        assert read_run(path) == run
        assert dict(iter_run(path)) == run


@often
@given(
    st.dictionaries(any_text, st.dictionaries(any_text, st.floats() | st.integers(), max_size=4), max_size=3),
)
def test_judgements_come_back_exactly_or_are_refused(qrels):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.qrels"
        if refused(lambda: write_qrels(qrels, path), path):
            return
        assert read_qrels(path) == qrels


names = st.text(min_size=1, max_size=4)
hits = st.one_of(
    st.none(),
    st.lists(st.builds(Hit, names, st.none() | st.floats(allow_nan=False, allow_infinity=False), st.none() | any_text))
    .map(lambda each: tuple(each[:3])),
)  # fmt: skip
stories = st.builds(
    Trace,
    st.builds(
        Case,
        names,
        any_text,
        st.none() | st.lists(st.lists(names, min_size=1, max_size=2), max_size=2).map(Evidence),
        st.none() | any_text,
        st.dictionaries(any_text, any_text, max_size=2),
    ),
    indexed=st.none() | st.frozensets(names, max_size=3),
    candidates=hits,
    reranked=hits,
    prompt=hits,
    answer=st.none() | any_text,
    answer_source=st.none() | any_text,
    verdict=st.sampled_from([None, "right", "wrong"]),
    tokens=st.none() | st.integers(0),
)


@often
@given(st.lists(stories, min_size=1, max_size=3))
def test_traces_come_back_exactly(written):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.jsonl"
        write_traces(written, path)
        assert list(iter_traces(path)) == written
        assert detect_format(path) == "ragedu"
