"""TREC runs and qrels, the files of trec_eval, and BEIR's tsv of judgements.

A run is streamed question by question. Many lines are checked together, column by column; only when something is off
is each looked at, to find the one to blame.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import NamedTuple

from ragedu.cases import Hit
from ragedu.files import written
from ragedu.formats.errors import Fault, FormatError, MixedQuestionsError, StrPath, quoted
from ragedu.formats.lines import nothing_in, numbered_lines, sound_chunks

RUN_COLUMNS = "question Q0 document rank score tag"
QRELS_COLUMNS = "question 0 document grade"
BEIR_COLUMNS = "query-id corpus-id score"
GRADE_NAMES = frozenset({"score", "grade", "relevance", "rel", "label"})

# A seventh to tenth column is tolerated. Eleven come about when two lines of six are glued tag to question.
_MOST_COLUMNS = 10
_RANK = re.compile(rb"[+-]?\d+(\.0*)?")
_WHOLE = re.compile(r"[+-]?\d{1,300}")
# What bytes.split() takes for a blank; an id may hold any other character, a no-break space as well.
_BLANK = re.compile(r"[ \t\n\r\v\f]")


@dataclass(frozen=True, slots=True)
class Ranking:
    """One question's ranking: ids, best first, and their scores.

    Two plain lists, because a run of seven million places as `Hit` objects would take almost twice as long to read.
    """

    ids: Sequence[str]
    scores: Sequence[float]

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The same as `Hit` objects, which a `Trace` holds."""
        return tuple(map(Hit, self.ids, self.scores))


# --- reading runs ---


def iter_run(path: StrPath) -> Iterator[tuple[str, Ranking]]:
    """The rankings of a TREC run, question by question, in the order of the file.

    Takes       lines of `question Q0 document rank score tag`, separated by blanks or tabs; up to four more columns
                may follow
    Gives       question and Ranking; only one question is held in memory
    Order       by score, highest first; equal scores by id, highest bytes first, as trec_eval does. Neither the rank
                column nor the order of the lines counts
    Errors      FormatError naming the line; MixedQuestionsError when a question comes back after another one: drop
                what was read so far and call `read_run`

    Elsewhere   pytrec_eval keeps 32 bits of a score, so that near scores become ties there; here it is 64
    """
    seen = set()
    for question, ids, scores in _questions(path):
        if question in seen:
            raise _comes_back(path, question)
        seen.add(question)
        if _has_repeats(ids):
            raise _repeat_in(path, question)
        yield question.decode(), best_first(ids, scores)


def read_run(path: StrPath) -> dict[str, Ranking]:
    """The rankings of a TREC run, all at once: as `iter_run`, and lines of several questions may be mixed."""
    run: dict[bytes, tuple[list[str], list[float]]] = {}
    for question, ids, scores in _questions(path):
        known = run.setdefault(question, ([], []))
        known[0].extend(ids)
        known[1].extend(scores)
    for question, (ids, _) in run.items():
        if _has_repeats(ids):
            raise _repeat_in(path, question)
    return {question.decode(): best_first(ids, scores) for question, (ids, scores) in run.items()}


def _has_repeats(ids: Sequence[str]) -> bool:
    return len(set(ids)) < len(ids)


def best_first(ids: Sequence[str], scores: Sequence[float]) -> Ranking:
    """The ids in the order of their scores, highest first; equal scores by id, highest bytes first, as trec_eval does.

    >>> best_first(["a", "b", "c"], [0.5, 0.5, 0.9]).ids
    ['c', 'b', 'a']
    """
    # Comparing text by code points and UTF-8 by bytes gives the same order.
    pairs = sorted(zip(scores, ids, strict=True), reverse=True)
    return Ranking([each for _, each in pairs], [score for score, _ in pairs])


class _Columns(NamedTuple):
    questions: list[bytes]
    ids: list[str]
    scores: list[float]


def _questions(path: StrPath) -> Iterator[tuple[bytes, list[str], list[float]]]:
    """The ids and scores of each question, as they stand; lines that follow one another are taken together."""
    current, ids, scores = b"", list[str](), list[float]()
    for columns in _all_columns(path):
        start = 0
        for question, same in groupby(columns.questions):
            stop = start + len(list(same))
            if question != current:
                if ids:
                    yield current, ids, scores
                current, ids, scores = question, [], []
            ids += columns.ids[start:stop]
            scores += columns.scores[start:stop]
            start = stop
    if not ids:
        raise nothing_in(path, "at least one line of a run")
    yield current, ids, scores


def _all_columns(path: StrPath) -> Iterator[_Columns]:
    for first, lines in sound_chunks(path):
        columns = _columns(lines)
        if columns is None:
            rows = enumerate(map(bytes.split, lines), start=first)
            raise next(FormatError(path, number, *fault) for number, row in rows if (fault := _fault_in(row)))
        yield columns


def _columns(lines: list[bytes]) -> _Columns | None:
    """What stands in the columns of these lines; None when `_fault_in` finds one of them at fault."""
    table = _regular_columns(lines) or _any_columns(lines)
    if table is None:
        return None
    questions, documents, ranks, texts = table
    # All numbers are checked together, which takes a small part of the time that one by one would.
    if not b"".join(ranks).isdigit() and not all(map(_RANK.fullmatch, ranks)):
        return None
    try:
        scores = list(map(float, texts))
    except ValueError:
        return None
    # float() reads "1_000" as a thousand, and knows nan and inf.
    if b"_" in b"".join(texts) or not all(map(isfinite, scores)):
        return None
    ids = b" ".join(documents).decode().split(" ") if documents else []
    return _Columns(questions, ids, scores)


def _regular_columns(lines: list[bytes]) -> list[list[bytes]] | None:
    """Question, document, rank and score, where every line has exactly six columns: all are split in one go."""
    # No line holds a NUL (sound_chunks saw to it), so it can mark where lines meet: each seventh word must be one.
    text = b"\0 ".join(lines)
    words = text.split()
    if b"#" in text or len(words) != 7 * len(lines) - 1 or words[6::7].count(b"\0") != len(lines) - 1:
        return None
    return [words[column::7] for column in (0, 2, 3, 4)]


def _any_columns(lines: list[bytes]) -> list[list[bytes]] | None:
    """The same line by line: some may be blank, comments, or have more columns."""
    rows = [row for row in map(bytes.split, lines) if row and not row[0].startswith(b"#")]
    if not all(6 <= len(row) <= _MOST_COLUMNS for row in rows):
        return None
    return [[row[column] for row in rows] for column in (0, 2, 3, 4)]


def _fault_in(row: Sequence[bytes]) -> Fault | None:
    """What is wrong with one line of a run; None when nothing is, or when it is blank or a comment."""
    if not row or row[0].startswith(b"#"):
        return None
    if len(row) < 6:
        advice = "Qrels have four columns: are they given as the run?" if len(row) == 4 else "Is the line cut short?"
        return f"6 columns ({RUN_COLUMNS})", _count_of(row), advice
    if len(row) > _MOST_COLUMNS:
        advice = "Two lines seem to be glued together: begin each on a line of its own."
        return f"6 columns ({RUN_COLUMNS})", _count_of(row), advice
    if not _RANK.fullmatch(row[3]):
        return "a whole number as rank (column 4)", quoted(row[3]), f"The columns are {RUN_COLUMNS}."
    return _fault_in_number(row[4], "score (column 5)")


def _repeat_in(path: StrPath, question: bytes) -> FormatError:
    lines: dict[bytes, int] = {}
    for number, line in numbered_lines(path):
        row = line.split()
        if row[0] == question and row[2] in lines:
            expected = f"each document once in question {quoted(question)}"
            found = f"{quoted(row[2])} again (first on line {lines[row[2]]})"
            return FormatError(path, number, expected, found, "Keep one of the two.")
        if row[0] == question:
            lines[row[2]] = number
    return _changed(path)


def _comes_back(path: StrPath, question: bytes) -> FormatError:
    seen, previous = False, b""
    for number, line in numbered_lines(path):
        current = line.split()[0]
        if seen and current == question != previous:
            return MixedQuestionsError(path, number, question)
        seen, previous = seen or current == question, current
    return _changed(path)


def _changed(path: StrPath) -> FormatError:
    return FormatError(path, None, "a file that stays as it is", "a change while it was read", "Read it again.")


def _fault_in_number(text: bytes, what: str) -> Fault | None:
    if _as_number(text) is not None:
        return None
    plain = text.replace(b",", b".").replace(b"_", b"")
    if _as_number(plain) is not None:
        advice = f"Write {plain.decode()}."
    elif re.fullmatch(rb"[+-]?(nan|inf|infinity)", text.lower()):
        advice = "Give a finite number, or leave the line out."
    else:
        advice = "Check the order of the columns."
    return f"a number as {what}", quoted(text), advice


def _as_number(text: bytes) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and b"_" not in text else None


def _count_of(row: Sequence[bytes]) -> str:
    return "1 column" if len(row) == 1 else f"{len(row)} columns"


# --- reading judgements ---


class _Layout(NamedTuple):
    columns: str
    by_tabs: bool = False

    def split(self, line: bytes) -> list[bytes]:
        if self.by_tabs and b"\t" in line:
            return [each.strip() for each in line.split(b"\t") if each.strip()]
        return line.split()


def read_qrels(path: StrPath) -> dict[str, dict[str, float]]:
    """Judgements: question → document → grade.

    Takes       TREC qrels, `question 0 document grade`, or BEIR's tsv, `query-id corpus-id score` with or without its
                header; the first line tells which. Below a header with tabs, a line with tabs
                is parted by them alone, so that ids may hold blanks
    Gives       a whole number where the file has one, otherwise a float; grades of 0 and below are kept
    Errors      FormatError naming the line: another number of columns, a grade that is no finite number, a document
                graded twice in a question
    """
    rows = numbered_lines(path)
    number, line = next(rows, (0, b""))
    if not number:
        raise nothing_in(path, "at least one line of qrels")
    layout, is_header = _layout_of(path, number, line)
    qrels: dict[str, dict[str, float]] = {}
    if not is_header:
        _add_grade(qrels, path, number, layout, line)
    for number, line in rows:
        _add_grade(qrels, path, number, layout, line)
    if not qrels:
        raise FormatError(path, None, "at least one line of qrels", "only a header", "Check how the file was written.")
    return qrels


def _layout_of(path: StrPath, number: int, line: bytes) -> tuple[_Layout, bool]:
    columns = line.split()
    if len(columns) == 3 and columns[2].decode().casefold() in GRADE_NAMES:
        return _Layout(BEIR_COLUMNS, by_tabs=b"\t" in line), True
    if len(columns) in (3, 4):
        return _Layout(BEIR_COLUMNS if len(columns) == 3 else QRELS_COLUMNS), False
    raise FormatError(
        path,
        number,
        f"4 columns ({QRELS_COLUMNS}) or 3 ({BEIR_COLUMNS})",
        _count_of(columns),
        "A run has six columns: is it given as the qrels?" if len(columns) == 6 else "Is the line cut short or glued?",
    )


def _add_grade(qrels: dict[str, dict[str, float]], path: StrPath, number: int, layout: _Layout, line: bytes) -> None:
    row = layout.split(line)
    wanted = len(layout.columns.split())
    if len(row) != wanted:
        advice = "Is the line cut short?" if len(row) < wanted else "Two lines seem to be glued together."
        raise FormatError(path, number, f"{wanted} columns ({layout.columns})", _count_of(row), advice)
    fault = _fault_in_number(row[-1], f"grade (column {wanted})")
    if fault:
        raise FormatError(path, number, *fault)
    question, document = row[0].decode(), row[-2].decode()
    grades = qrels.setdefault(question, {})
    if document in grades:
        raise FormatError(
            path,
            number,
            f"one grade for each document of question {quoted(question)}",
            f"a second one for {quoted(document)}",
            "Keep one of the two.",
        )
    text = row[-1].decode()
    grades[document] = int(text) if _WHOLE.fullmatch(text) else float(text)


# --- writing ---


def write_run(
    rankings: Mapping[str, Ranking | Sequence[Hit]] | Iterable[tuple[str, Ranking | Sequence[Hit]]],
    path: StrPath,
    tag: str = "ragedu",
) -> None:
    """Write rankings as a TREC run; the file appears only when it is complete.

    Takes       question → Ranking or list of Hit: a dict, or pairs such as `iter_run` gives
    Scores      written in full (repr), so that reading gives the same numbers. Where a score is missing, or the scores
                would put the ids in another order, the order is kept and scores count down: n, n - 1, … 1
    Cannot hold texts, and questions for which nothing was retrieved: these are left out
    Errors      ValueError for an id with a blank in it, a document twice in a ranking, a question twice, a score that
                is not finite, and when there is nothing to write
    """
    pairs = rankings.items() if isinstance(rankings, Mapping) else rankings
    seen = set()
    with written(path) as file:
        for question, ranking in pairs:
            if question in seen:
                raise ValueError(f"question {quoted(question)} comes twice; a run holds one ranking for each.")
            seen.add(question)
            file.writelines(_run_lines(question, ranking, _writable(tag, "tag")))
        if not file.tell():
            raise ValueError("there is no ranking to write: no question has anything retrieved.")


def _run_lines(question: str, ranking: Ranking | Sequence[Hit], tag: str) -> Iterator[str]:
    ids, scores = _ids_and_scores(question, ranking)
    if _has_repeats(ids):
        raise ValueError(f"question {quoted(question)} has a document twice in its ranking, which a run cannot hold.")
    _writable_question(question)
    for rank, (document, score) in enumerate(zip(ids, scores, strict=True), start=1):
        yield f"{question} Q0 {_writable(document, 'document')} {rank} {score!r} {tag}\n"


def _ids_and_scores(question: str, ranking: Ranking | Sequence[Hit]) -> tuple[Sequence[str], list[float]]:
    if isinstance(ranking, Ranking):
        ids, given = ranking.ids, list[float | None](ranking.scores)
    elif not isinstance(ranking, Sequence) or not all(isinstance(each, Hit) for each in ranking):
        raise ValueError(
            f"question {quoted(question)} needs a list of Hit, or a Ranking, to be written as a run. "
            "For ids alone write [Hit(each) for each in ids]."
        )
    else:
        ids, given = [hit.id for hit in ranking], [hit.score for hit in ranking]
    scores = [float(each) for each in given if each is not None]
    strange = next((each for each in scores if not isfinite(each)), None)
    if strange is not None:
        raise ValueError(f"every score in a run must be a finite number, not {strange!r}.")
    if len(scores) == len(ids) and best_first(ids, scores).ids == [*ids]:
        return ids, scores
    return ids, [float(place) for place in range(len(ids), 0, -1)]


def write_qrels(qrels: Mapping[str, Mapping[str, float]], path: StrPath) -> None:
    """Write judgements as TREC qrels; the file appears only when it is complete.

    Takes       question → document → grade
    Errors      ValueError for an id with a blank in it, a grade that is not finite, a question without grades
                (qrels cannot hold it), and when there is nothing to write
    """
    if not qrels:
        raise ValueError("there are no judgements to write.")
    with written(path) as file:
        for question, grades in qrels.items():
            if not grades:
                raise ValueError(f"question {quoted(question)} has no grades, which qrels cannot hold. Leave it out.")
            _writable_question(question)
            for document, grade in grades.items():
                file.write(f"{question} 0 {_writable(document, 'document')} {_grade_text(document, grade)}\n")


def _grade_text(document: str, grade: float) -> str:
    if not isfinite(grade):
        raise ValueError(f"the grade of {quoted(document)} must be a finite number, not {grade!r}.")
    return str(int(grade)) if grade == int(grade) else repr(float(grade))


def _writable(text: str, what: str) -> str:
    if not text or _BLANK.search(text) or "\0" in text or not _is_unicode(text):
        raise ValueError(
            f"the {what} {quoted(text)} cannot stand in a TREC file: "
            "it must be text without blanks, which separate columns there. Rename it, for example with _ for a blank."
        )
    return text


def _writable_question(question: str) -> None:
    _writable(question, "question id")
    if question.startswith(("#", "\ufeff")):
        raise ValueError(f"the question id {quoted(question)} cannot begin a line of a TREC file: it would be skipped.")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
