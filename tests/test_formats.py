"""Files in and out: what is read rightly, and what each message says."""

import json
import os
import pickle
import re
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from ragedu.assistant import shop
from ragedu.cases import Case, Evidence, Hit, Passage, Trace, all_of, any_of
from ragedu.formats import (
    FORMATS,
    FormatError,
    MixedQuestionsError,
    Ranking,
    detect_format,
    iter_run,
    iter_traces,
    read_beir,
    read_qrels,
    read_run,
    text_id,
    write_qrels,
    write_run,
    write_traces,
)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    # Messages name the file as the caller did; here that is a short name.
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str | bytes) -> str:
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def ranked(text: str | bytes) -> dict[str, list[str]]:
    return {question: list(ranking.ids) for question, ranking in iter_run(write("shop.run", text))}


def graded(text: str | bytes) -> dict[str, dict[str, float]]:
    return read_qrels(write("shop.qrels", text))


def traces(*records: object, name: str | None = None) -> list[Trace]:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in records]
    return list(iter_traces(write("shop.jsonl", "\n".join(lines)), name))


def complaint(reader, text: str | bytes) -> str:
    with pytest.raises(FormatError) as caught:
        reader(text)
    return str(caught.value)


# --- TREC runs: read rightly ---


def test_the_score_decides_and_neither_the_rank_nor_the_order_of_lines():
    assert ranked("q Q0 low 1 0.5 t\nq Q0 high 3 2.5 t\nq Q0 middle 2 1 t\n") == {"q": ["high", "middle", "low"]}


def test_equal_scores_are_ordered_by_id_from_the_highest_bytes_down():
    text = "".join(f"q Q0 {each} 1 1.0 t\n" for each in ["a", "B", "é", "z", "10", "9", "😀", "豆"])

    assert ranked(text)["q"] == sorted(["a", "B", "é", "z", "10", "9", "😀", "豆"], key=str.encode, reverse=True)


def test_scores_keep_64_bits():
    near, nearer = 1.0000000001, 1.0000000002

    assert ranked(f"q Q0 z 1 {near} t\nq Q0 a 2 {nearer} t\n") == {"q": ["a", "z"]}


def test_questions_come_in_the_order_of_the_file():
    assert list(ranked("q9 Q0 a 1 1 t\nq1 Q0 a 1 1 t\nq5 Q0 a 1 1 t\n")) == ["q9", "q1", "q5"]


@pytest.mark.parametrize(
    ("what", "text"),
    {
        "plain": b"q Q0 a 1 2.5 t\nq Q0 b 2 1.5 t\n",
        "a byte-order mark": b"\xef\xbb\xbfq Q0 a 1 2.5 t\nq Q0 b 2 1.5 t\n",
        "CRLF": b"q Q0 a 1 2.5 t\r\nq Q0 b 2 1.5 t\r\n",
        "LF and CRLF mixed": b"q Q0 a 1 2.5 t\r\nq Q0 b 2 1.5 t\n",
        "tabs": b"q\tQ0\ta\t1\t2.5\tt\nq\tQ0\tb\t2\t1.5\tt\n",
        "runs of blanks": b"  q   Q0 \t a  1   2.5  t  \n q Q0\t\tb 2  1.5 t\n",
        "no final newline": b"q Q0 a 1 2.5 t\nq Q0 b 2 1.5 t",
        "blank lines": b"\n\nq Q0 a 1 2.5 t\n  \t\n\nq Q0 b 2 1.5 t\n\n",
        "comments": b"# made by hand\nq Q0 a 1 2.5 t\n#\n  # six words in one comment line\nq Q0 b 2 1.5 t\n#end",
        "extra columns": b"q Q0 a 1 2.5 t more\nq Q0 b 2 1.5 t and two more\n",
        "no rank to speak of": b"q Q0 a 0 2.5 t\nq Q0 b 0 1.5 t\n",
        "ranks written as decimals": b"q Q0 a 1.0 2.5 t\nq Q0 b -2 1.5 t\n",
        "other words for Q0": b"q 0 a 1 2.5 t\nq Q7 b 2 1.5 t\n",
        "scores with exponents and signs": b"q Q0 a 1 +25e-1 t\nq Q0 b 2 1.5E0 t\n",
    }.items(),
)
def test_a_run_is_read_rightly_with(what, text):
    assert [(name, each.ids, each.scores) for name, each in iter_run(write("shop.run", text))] == [
        ("q", ["a", "b"], [2.5, 1.5])
    ]
    assert read_run("shop.run") == {"q": Ranking(["a", "b"], [2.5, 1.5])}


def test_integers_become_text():
    assert ranked("7 Q0 42 1 1 t\n") == {"7": ["42"]}


def test_an_id_may_hold_any_character_but_blanks():
    assert ranked("въпрос Q0 a\u00a0b 1 2 t\nвъпрос Q0 x\u2028y\x85# 2 1 t\n") == {
        "въпрос": ["a\u00a0b", "x\u2028y\x85#"]
    }


def test_a_ranking_gives_hits_for_a_trace():
    assert Ranking(["a"], [0.5]).hits == (Hit("a", 0.5),)


def test_a_long_run_loses_no_line():
    # Longer than the piece that is checked at once, so that questions are cut across pieces.
    text = "".join(f"q{number // 997} Q0 d{number} 1 {number}.25 t\n" for number in range(20_000))

    found = ranked(text)

    assert sum(map(len, found.values())) == 20_000
    assert found["q3"] == [f"d{number}" for number in reversed(range(3 * 997, 4 * 997))]


# --- TREC runs: mixed questions ---

MIXED = "q1 Q0 a 1 3 t\nq2 Q0 b 1 1 t\nq1 Q0 c 2 4 t\nq2 Q0 a 2 2 t\n"


def test_a_question_that_comes_back_stops_the_stream_and_says_what_to_do():
    assert complaint(ranked, MIXED) == (
        'shop.run, line 3: expected all lines of a question together, found question "q1" again after another one. '
        "Read it with read_run, which holds the whole file in memory, or sort the file by question."
    )
    with pytest.raises(MixedQuestionsError):
        list(iter_run("shop.run"))


def test_read_run_takes_mixed_questions():
    assert read_run(write("shop.run", MIXED)) == {"q1": Ranking(["c", "a"], [4, 3]), "q2": Ranking(["a", "b"], [2, 1])}


def test_a_comment_between_two_lines_of_a_question_does_not_part_them():
    assert ranked("q Q0 a 1 2 t\n# half time\nq Q0 b 2 1 t\n") == {"q": ["a", "b"]}


# --- TREC runs: messages ---

COLUMNS = "6 columns (question Q0 document rank score tag)"
GLUED = "Two lines seem to be glued together: begin each on a line of its own."
FINITE = "Give a finite number, or leave the line out."
GOOD = "q Q0 good 1 9 t\n"

BAD_RUNS = {
    "q Q0 a 1 1,9 t": 'line 2: expected a number as score (column 5), found "1,9". Write 1.9.',
    "q Q0 a 1 1_000 t": 'line 2: expected a number as score (column 5), found "1_000". Write 1000.',
    "q Q0 a 1 nan t": f'line 2: expected a number as score (column 5), found "nan". {FINITE}',
    "q Q0 a 1 -INF t": f'line 2: expected a number as score (column 5), found "-INF". {FINITE}',
    "q Q0 a 1 1e999 t": 'line 2: expected a number as score (column 5), found "1e999". Check the order of the columns.',
    "q Q0 a 1 ٣ t": 'line 2: expected a number as score (column 5), found "٣". Check the order of the columns.',
    "q Q0 a 1 x t": 'line 2: expected a number as score (column 5), found "x". Check the order of the columns.',
    "q Q0 a first 1 t": (
        'line 2: expected a whole number as rank (column 4), found "first". '
        "The columns are question Q0 document rank score tag."
    ),
    "q Q0 a 1 1.9": f"line 2: expected {COLUMNS}, found 5 columns. Is the line cut short?",
    "q": f"line 2: expected {COLUMNS}, found 1 column. Is the line cut short?",
    "q 0 a 1": f"line 2: expected {COLUMNS}, found 4 columns. Qrels have four columns: are they given as the run?",
    "q Q0 a 1 2 t q Q0 b 2 1 t": f"line 2: expected {COLUMNS}, found 12 columns. {GLUED}",
    "q Q0 a 1 2 tagq Q0 b 2 1 t": f"line 2: expected {COLUMNS}, found 11 columns. {GLUED}",
    "\nq Q0 good 2 8 t": (
        'line 3: expected each document once in question "q", found "good" again (first on line 1). '
        "Keep one of the two."
    ),
    "q Q0 a 1 1 t\rq Q0 b 1 1 t": (
        "line 2: expected lines that end in LF or CRLF, found a lone carriage return (CR). "
        "Two lines may be glued together here. Save the file with line ends LF."
    ),
    b"q Q0 a\xff\xfe 1 1 t": 'line 2: expected UTF-8 text, found the stray bytes "\\xff". Save the file as UTF-8.',
    b"q Q0 \xc3\x28 1 1 t": 'line 2: expected UTF-8 text, found the stray bytes "\\xc3". Save the file as UTF-8.',
    "q Q0 a\0b 1 1 t": (
        "line 2: expected UTF-8 text, found a NUL byte. The file may be damaged, or not a text file. Write it anew."
    ),
    "\ufeffq2 Q0 a 1 1 t": (
        "line 2: expected one byte-order mark at most, at the very start, found another one. "
        "Files seem to be joined: remove it."
    ),
}


@pytest.mark.parametrize("reader", [iter_run, read_run])
@pytest.mark.parametrize(("line", "said"), BAD_RUNS.items())
def test_a_bad_line_of_a_run_is_named(reader, line, said):
    line = line if isinstance(line, bytes) else line.encode()
    write("shop.run", GOOD.encode() + line + b"\n" + GOOD.replace("q Q0", "z Q0").encode())

    with pytest.raises(FormatError) as caught:
        list(reader("shop.run"))

    assert str(caught.value) == f"shop.run, {said}"
    assert caught.value.line == (3 if line.startswith(b"\n") else 2)


def test_a_document_is_found_twice_even_where_the_lines_are_far_apart():
    with pytest.raises(FormatError, match=r"line 3: .* found \"a\" again \(first on line 1\)"):
        read_run(write("shop.run", "q Q0 a 1 2 t\nr Q0 a 1 2 t\nq Q0 a 2 1 t\n"))


def test_a_bad_line_far_down_a_long_file_is_named():
    lines = [f"q{number // 100} Q0 d{number} 1 1 t" for number in range(30_000)]
    lines[23_456] = lines[23_456].replace(" 1 t", " 1,5 t")

    assert complaint(ranked, "\n".join(lines)).startswith("shop.run, line 23457: expected a number as score")


@pytest.mark.parametrize("reader", [iter_run, read_run, read_qrels, iter_traces, detect_format])
def test_an_empty_file_is_said_to_be_empty(reader):
    with pytest.raises(FormatError) as caught:
        list(reader(write("shop.run", b"")))

    assert str(caught.value) == (
        "shop.run: expected at least one line, found an empty file of 0 bytes. Check how it was written."
    )


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        (iter_run, "at least one line of a run"),
        (read_qrels, "at least one line of qrels"),
        (lambda path: iter_traces(path, "ragedu"), "at least one JSON object"),
        (detect_format, f"one of the formats {', '.join(FORMATS)}"),
    ],
)
def test_a_file_of_comments_is_said_to_hold_nothing(reader, expected):
    with pytest.raises(FormatError) as caught:
        list(reader(write("shop.run", "\ufeff# nothing\n\n \r\n")))

    assert str(caught.value) == (
        f"shop.run: expected {expected}, found nothing but blank lines and comments. Check how the file was written."
    )


def test_what_is_no_file_is_named():
    Path("folder").mkdir()
    os.mkfifo("pipe")

    for name, said in {
        "missing.run": "missing.run: expected a file to read, found none of that name. Check the path.",
        "folder": "folder: expected a file to read, found a folder. Name a file inside it.",
        "pipe": "pipe: expected a file to read, found a pipe or a device. Save its contents to a file first.",
    }.items():
        with pytest.raises(FormatError) as caught:
            list(iter_run(name))
        assert str(caught.value) == said


@pytest.mark.parametrize(
    ("start", "found"),
    {
        b"\xff\xfeq\0": "a UTF-16 byte-order mark. Save the file as UTF-8.",
        b"\xfe\xff\0q": "a UTF-16 byte-order mark. Save the file as UTF-8.",
        b"\x1f\x8b\x08": "a gzip file. Unpack it first, for example with gunzip -k.",
        b"PK\x03\x04": "a zip file. Unpack it first.",
    }.items(),
)
def test_a_file_of_another_kind_is_recognised(start, found):
    assert complaint(ranked, start) == f"shop.run, line 1: expected UTF-8 text, found {found}"


def test_an_id_that_begins_like_a_zip_file_is_an_id():
    assert ranked("PK1 Q0 a 1 1 t\n") == {"PK1": ["a"]}


def test_an_error_carries_its_parts_and_survives_pickling():
    error = FormatError("shop.run", 12, "a number", '"1,9"', "Write 1.9.")
    copy = pickle.loads(pickle.dumps(error))

    assert isinstance(error, ValueError)
    assert (copy.path, copy.line, copy.expected, copy.found, copy.advice) == (
        "shop.run",
        12,
        "a number",
        '"1,9"',
        "Write 1.9.",
    )
    assert str(copy) == str(error) == 'shop.run, line 12: expected a number, found "1,9". Write 1.9.'


def test_a_long_or_unprintable_find_is_shown_short_and_on_one_line():
    said = complaint(ranked, b"q Q0 a 1 " + b"x" * 500 + b"\x1b t\n")

    assert f'"{"x" * 60}…"' in said
    assert '"\\x1b[31m"' in complaint(ranked, "q Q0 a 1 \x1b[31m t\n")


# --- qrels ---


@pytest.mark.parametrize(
    ("what", "text"),
    {
        "plain": "q 0 a 2\nq 0 b 0\n",
        "a byte-order mark and CRLF": "\ufeffq 0 a 2\r\nq 0 b 0\r\n",
        "tabs and runs of blanks": "q\t0 a   2\n  q 0\t\tb 0  \n",
        "comments and blank lines": "# by hand\n\nq 0 a 2\n#\nq 0 b 0",
        "BEIR's header": "query-id\tcorpus-id\tscore\nq\ta\t2\nq\tb\t0\n",
        "BEIR without a header": "q\ta\t2\nq\tb\t0\n",
        "BEIR with blanks for tabs": "query-id corpus-id score\nq a 2\nq b 0\n",
    }.items(),
)
def test_judgements_are_read_rightly_with(what, text):
    assert graded(text) == {"q": {"a": 2, "b": 0}}


def test_grades_are_whole_numbers_where_they_are_written_so():
    grades = graded("q 0 a 1\nq 0 b 0.5\nq 0 c -1\nq 0 d 1e2\nq 0 e 2.0\nq 0 f 99999999999999999999\n")["q"]

    assert grades == {"a": 1, "b": 0.5, "c": -1, "d": 100.0, "e": 2.0, "f": 99999999999999999999}
    assert [type(each).__name__ for each in grades.values()] == ["int", "float", "int", "float", "float", "int"]


def test_below_a_header_with_tabs_an_id_may_hold_a_blank():
    assert graded("query-id\tcorpus-id\tscore\nq 1\tnew policy\t1\n") == {"q 1": {"new policy": 1}}


def test_lines_of_several_questions_may_be_mixed_in_qrels():
    assert graded("q 0 a 1\nr 0 a 1\nq 0 b 1\n") == {"q": {"a": 1, "b": 1}, "r": {"a": 1}}


TREC_QRELS = "4 columns (question 0 document grade)"


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "q 0 a 1\nq 0 a 2\n": (
            ', line 2: expected one grade for each document of question "q", found a second one for "a". '
            "Keep one of the two."
        ),
        "q 0 a 1\nq 0 b x\n": (
            ', line 2: expected a number as grade (column 4), found "x". Check the order of the columns.'
        ),
        "q 0 a 0,5\n": ', line 1: expected a number as grade (column 4), found "0,5". Write 0.5.',
        "q 0 a nan\n": f', line 1: expected a number as grade (column 4), found "nan". {FINITE}',
        "q\ta\tinf\n": f', line 1: expected a number as grade (column 3), found "inf". {FINITE}',
        "q 0 a 1\nq 0 b\n": f", line 2: expected {TREC_QRELS}, found 3 columns. Is the line cut short?",
        "q 0 a 1\nq 0 b 1q 0 c 1\n": (
            f", line 2: expected {TREC_QRELS}, found 7 columns. Two lines seem to be glued together."
        ),
        "q 0 a 1 extra\n": (
            f", line 1: expected {TREC_QRELS} or 3 (query-id corpus-id score), found 5 columns. "
            "Is the line cut short or glued?"
        ),
        "q Q0 a 1 0.5 t\n": (
            f", line 1: expected {TREC_QRELS} or 3 (query-id corpus-id score), found 6 columns. "
            "A run has six columns: is it given as the qrels?"
        ),
        "query-id\tcorpus-id\tscore\nq\t\t1\n": (
            ", line 2: expected 3 columns (query-id corpus-id score), found 2 columns. Is the line cut short?"
        ),
        "query-id\tcorpus-id\tscore\n": (
            ": expected at least one line of qrels, found only a header. Check how the file was written."
        ),
        "q 0 a 1\rq 0 b 1": (
            ", line 1: expected lines that end in LF or CRLF, found a lone carriage return (CR). "
            "Two lines may be glued together here. Save the file with line ends LF."
        ),
    }.items(),
)
def test_a_bad_line_of_judgements_is_named(text, said):
    assert complaint(graded, text) == f"shop.qrels{said}"


# --- writing TREC files ---


def test_a_run_comes_back_as_it_was_written():
    run = {
        "q2": Ranking(["b", "a", "c"], [0.1 + 0.2, 1e-17, -1e300]),
        "q1": Ranking(["é"], [7.0]),
    }

    write_run(run, "shop.run")

    assert read_run("shop.run") == run
    assert Path("shop.run").read_text("utf-8").splitlines()[0] == "q2 Q0 b 1 0.30000000000000004 ragedu"


def test_a_run_can_be_copied_as_a_stream_and_named():
    write_run(iter_run(write("a.run", "q Q0 a 1 2 t\nq Q0 b 2 1 t\n")), "b.run", tag="copy")

    assert Path("b.run").read_text() == "q Q0 a 1 2.0 copy\nq Q0 b 2 1.0 copy\n"


@pytest.mark.parametrize("scores", [(None, None, None), (0.9, None, 0.1), (0.1, 0.5, 0.9), (1.0, 1.0, 1.0)])
def test_a_ranking_whose_scores_do_not_tell_its_order_keeps_the_order(scores):
    write_run({"q": list(map(Hit, ["a", "c", "b"], scores))}, "shop.run")

    assert read_run("shop.run") == {"q": Ranking(["a", "c", "b"], [3.0, 2.0, 1.0])}


def test_tied_scores_in_the_order_of_files_are_kept():
    write_run({"q": [Hit("b", 1.0), Hit("a", 1.0)]}, "shop.run")

    assert read_run("shop.run") == {"q": Ranking(["b", "a"], [1.0, 1.0])}


def test_judgements_come_back_as_they_were_written():
    qrels = {"q1": {"a": 1, "b": 0.1 + 0.2, "c": -2, "d": 1e-7, "e": 1e300}, "q2": {"豆": 0}}

    write_qrels(qrels, "shop.qrels")

    assert read_qrels("shop.qrels") == qrels


BLANKS = (
    "cannot stand in a TREC file: it must be text without blanks, which separate columns there. "
    "Rename it, for example with _ for a blank."
)


@pytest.mark.parametrize(
    ("writer", "said"),
    [
        (lambda: write_run({"q 1": [Hit("a")]}, "f"), f'the question id "q 1" {BLANKS}'),
        (lambda: write_run({"q": [Hit("new policy")]}, "f"), f'the document "new policy" {BLANKS}'),
        (lambda: write_run({"q": [Hit("")]}, "f"), f'the document "" {BLANKS}'),
        (lambda: write_run({"q": [Hit("a")]}, "f", tag="my run"), f'the tag "my run" {BLANKS}'),
        (lambda: write_run({"q": [Hit("\ud800")]}, "f"), f'the document "\\ud800" {BLANKS}'),
        (
            lambda: write_run({"#1": [Hit("a")]}, "f"),
            'the question id "#1" cannot begin a line of a TREC file: it would be skipped.',
        ),
        (
            lambda: write_run({"q": [Hit("a"), Hit("a")]}, "f"),
            'question "q" has a document twice in its ranking, which a run cannot hold.',
        ),
        (
            lambda: write_run([("q", [Hit("a")]), ("q", [Hit("b")])], "f"),
            'question "q" comes twice; a run holds one ranking for each.',
        ),
        (
            lambda: write_run({"q": [Hit("a", float("nan"))]}, "f"),
            "every score in a run must be a finite number, not nan.",
        ),
        (lambda: write_run({"q": []}, "f"), "there is no ranking to write: no question has anything retrieved."),
        (lambda: write_qrels({}, "f"), "there are no judgements to write."),
        (lambda: write_qrels({"q": {"a b": 1}}, "f"), f'the document "a b" {BLANKS}'),
        (
            lambda: write_qrels({"q": {"a": float("inf")}}, "f"),
            'the grade of "a" must be a finite number, not inf.',
        ),
        (
            lambda: write_qrels({"q": {}}, "f"),
            'question "q" has no grades, which qrels cannot hold. Leave it out.',
        ),
        (lambda: write_traces([], "f"), "there are no traces to write."),
        (
            lambda: write_traces([Trace(Case("q", "?"))], "f", format="trec-run"),
            'the trace of question "q" has no ranking to write. Leave it out.',
        ),
        (
            lambda: write_traces([Trace(Case("q", "?"), candidates=(Hit("a", float("inf")),))], "f"),
            'the score of "a" must be a finite number, not inf.',
        ),
        (lambda: write_traces([], "f", format="xml"), "format must be one of ragedu, ragas, trec-run, not 'xml'."),
    ],
)
def test_what_a_file_cannot_hold_is_refused_and_nothing_is_left_behind(writer, said):
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        writer()

    assert str(caught.value) == said
    assert list(Path().iterdir()) == []


def test_a_file_that_cannot_be_completed_leaves_the_old_one_as_it_was():
    write("shop.run", "q Q0 old 1 1 t\n")

    with pytest.raises(ValueError, match="cannot stand in a TREC file"):
        write_run([("q", [Hit("new")]), ("r", [Hit("a b")])], "shop.run")

    assert Path("shop.run").read_text() == "q Q0 old 1 1 t\n"
    assert [each.name for each in Path().iterdir()] == ["shop.run"]


def test_a_reader_never_sees_half_a_file():
    seen = []

    def rankings():
        yield "q1", [Hit("a")]
        seen.append(Path("shop.run").exists())
        yield "q2", [Hit("a")]

    write_run(rankings(), "shop.run")

    assert seen == [False]
    assert list(read_run("shop.run")) == ["q1", "q2"]


def test_a_written_file_can_be_read_by_whoever_reads_files_here():
    Path("plain").touch()
    write_qrels({"q": {"a": 1}}, "shop.qrels")

    assert Path("shop.qrels").stat().st_mode == Path("plain").stat().st_mode


def test_two_threads_may_write_the_same_file():
    failures = []

    def write_often():
        for _ in range(30):
            try:
                write_qrels({"q": {"a": 1}}, "shop.qrels")
            except Exception as error:
                failures.append(error)

    threads = [threading.Thread(target=write_often) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert failures == []
    assert [each.name for each in Path().iterdir()] == ["shop.qrels"]


# --- BEIR folders ---


def beir_folder(**changed: str | None) -> str:
    files = {
        "corpus": '{"_id": "d1", "title": "Refunds", "text": "Within five days."}\n{"_id": 2, "text": "No title."}\n',
        "queries": '{"_id": "q1", "text": "When?", "metadata": {}}\n',
        "qrels": "query-id\tcorpus-id\tscore\nq1\td1\t1\n",
    } | changed
    Path("beir/qrels").mkdir(parents=True)
    for name, place in {"corpus": "corpus.jsonl", "queries": "queries.jsonl", "qrels": "qrels/test.tsv"}.items():
        if files[name] is not None:
            write(f"beir/{place}", files[name])
    return "beir"


def test_a_beir_folder_is_read_rightly():
    beir = read_beir(beir_folder())

    assert list(beir.passages) == [Passage("d1", "Refunds Within five days.", "Refunds"), Passage("2", "No title.")]
    assert list(beir.passages) == list(beir.passages)  # gone through as often as needed
    assert beir.questions == {"q1": "When?"}
    assert beir.qrels == {"q1": {"d1": 1}}


def test_a_beir_folder_that_lacks_a_file_says_which():
    expected = "expected a BEIR folder with corpus.jsonl, queries.jsonl and qrels/"

    assert complaint(read_beir, "beir") == f"beir: {expected}, found no corpus.jsonl. Check the path."
    assert (
        complaint(read_beir, beir_folder(queries=None)) == f"beir: {expected}, found no queries.jsonl. Check the path."
    )


def test_a_split_that_is_missing_says_which_are_there():
    with pytest.raises(FormatError) as caught:
        read_beir(beir_folder(), split="dev")

    assert str(caught.value) == "beir: expected judgements in qrels/dev.tsv, found test. Name a split that is there."


def test_a_bad_record_of_a_beir_folder_is_named():
    beir = read_beir(beir_folder(corpus='{"_id": "d1"}\n'))

    with pytest.raises(FormatError) as caught:
        list(beir.passages)

    assert str(caught.value) == 'beir/corpus.jsonl, line 1: expected the key "text", found only "_id". Add it.'


def test_a_question_twice_in_a_beir_folder_is_named():
    folder = beir_folder(queries='{"_id": "q1", "text": "a"}\n{"_id": "q1", "text": "b"}\n')

    assert complaint(read_beir, folder) == (
        'beir/queries.jsonl, line 2: expected each question once, found "q1" again. Keep one of the two.'
    )


# --- which format ---


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("trec-run", "q Q0 a 1 1.5 t\n"),
        ("trec-run", "# made by hand\n\nq Q0 a 1 1,5 t\n"),
        ("trec-qrels", "q 0 a 1\n"),
        ("trec-qrels", "query-id\tcorpus-id\tscore\nq\ta\t1\n"),
        ("ragedu", '{"id": "q", "question": "?"}'),
        ("ragas", '{"user_input": "?", "retrieved_contexts": ["text"], "response": "a"}'),
        ("ragas-old", '{"question": "?", "answer": "a", "contexts": ["text"], "ground_truth": "t"}'),
        ("llamaindex", '{"query": "?", "expected_ids": ["a"], "retrieved_ids": ["b"]}'),
        ("autorag", '{"qid": "1", "query": "?", "retrieval_gt": [["a"]], "generation_gt": ["t"]}'),
        ("ragas-old", '{"question": "?"}\n{"question": "?", "contexts": ["text"]}'),
        ("ragas-old", '{"question": "?", "contexts": ["text"], "verdict": "right", "expected": "t"}'),
        ("ragas-old", '{"question": "?", "contexts": ["text"], "prompt": "Answer: ?", "evidence": "t"}'),
        *(
            ("ragedu", f'{{"question": "?", "{ours}": ["a"], "{foreign}": ["text"], "answer": "a"}}')
            for ours in ("evidence", "indexed", "candidates", "reranked", "prompt")
            for foreign in ("contexts", "ground_truths")
        ),
        ("ragedu", '{"question": "?", "evidence": ["a"], "user_input": "?", "query": "?", "qid": "1"}'),
        ("ragedu", '{"question": "?", "contexts": ["text"]}\n{"question": "?", "evidence": [["a"]]}'),
    ],
)
def test_the_format_is_judged_by_content_and_not_by_name(name, text):
    for file in ("traces.txt", "shop.run", "data.csv"):
        assert detect_format(write(file, "\ufeff" + text)) == name


def test_a_folder_may_be_a_beir_folder():
    assert detect_format(beir_folder()) == "beir"


def test_no_known_format_is_said_with_what_was_found():
    known = ", ".join(FORMATS)
    Path("folder").mkdir()
    write("folder/notes.txt", "x")

    for text, said in {
        '{"foo": 1, "bar": 2}': (
            "notes, line 1: expected the keys of one of the formats ragedu, ragas, ragas-old, llamaindex, autorag, "
            'found "bar", "foo". Rename the keys: "question", "evidence", "candidates", "prompt" and "answer" are ours.'
        ),
        "two words": (
            f'notes, line 1: expected one of the formats {known}, found a first line of 2 columns: "two words". '
            "A run has six columns, qrels have four, and JSON Lines begin with {."
        ),
        '{"_id": "d1", "text": "x"}': (
            "notes, line 1: expected traces, found a file of a BEIR folder. Name the folder instead."
        ),
    }.items():
        assert complaint(detect_format, write("notes", text)) == said
    assert complaint(detect_format, "folder") == (
        "folder: expected a BEIR folder with corpus.jsonl, queries.jsonl and qrels/, found notes.txt. "
        "Name a file, or such a folder."
    )


def test_a_format_can_be_named():
    record = {"question": "?", "contexts": ["text"]}

    assert traces(record)[0].candidates == traces(record, name="ragas-old")[0].candidates != None  # noqa: E711
    assert traces(record, name="ragedu")[0].candidates is None


def test_an_unknown_name_and_a_file_without_traces_are_refused():
    with pytest.raises(ValueError, match=r"format must be one of trec-run, trec-qrels, .* not 'csv'"):
        traces({"question": "?"}, name="csv")
    assert complaint(iter_traces, write("shop.qrels", "q 0 a 1\n")) == (
        "shop.qrels: expected traces, found judgements (trec-qrels). Read them with read_qrels."
    )
    assert complaint(iter_traces, beir_folder()) == (
        "beir: expected traces, found judgements (beir). Read them with read_beir."
    )


# --- traces ---


def test_our_own_names_hold_a_whole_trace():
    (trace,) = traces(
        {
            "id": 7,
            "question": "When?",
            "evidence": ["a", ["b", 3]],
            "expected": "five days",
            "reference": "It takes five days.",
            "labels": {"kind": "plain", "hard": True, "turn": 2},
            "indexed": ["a", 3],
            "candidates": ["a", 3, {"id": "b", "score": 0.5, "text": "Five days."}],
            "reranked": [],
            "prompt": [{"id": "a"}],
            "answer": "Five days [b].",
            "answer_source": "recorded",
            "verdict": "right",
            "tokens": 12,
            "language": "en",
            "nested": {"is": "left out"},
        }
    )

    labels = {"kind": "plain", "hard": "true", "turn": "2", "language": "en"}
    assert trace == Trace(
        Case("7", "When?", all_of("a", any_of("b", "3")), "five days", labels, "It takes five days."),
        indexed=frozenset({"a", "3"}),
        candidates=(Hit("a"), Hit("3"), Hit("b", 0.5, "Five days.")),
        reranked=(),
        prompt=(Hit("a"),),
        answer="Five days [b].",
        answer_source="recorded",
        verdict="right",
        tokens=12,
    )


def test_what_a_record_does_not_tell_stays_none():
    assert traces({"question": "When?", "evidence": None}) == [Trace(Case(text_id("When?"), "When?"))]


def test_no_evidence_is_not_unknown_evidence():
    assert traces({"question": "When?", "evidence": []})[0].case.evidence == Evidence()


def test_ragas_texts_match_by_their_text():
    (trace,) = traces(
        {
            "user_input": "When?",
            "retrieved_contexts": ["Other.", "Five  days.\n"],
            "reference_contexts": ["Five days."],
            "response": "Five.",
            "reference": "Five days",
            "persona_name": "shopper",
        }
    )

    assert [hit.id for hit in trace.candidates] == [text_id("Other."), text_id("Five days.")]
    assert trace.candidates == trace.prompt
    assert trace.case == Case(
        text_id("When?"),
        "When?",
        all_of(text_id("Five days.")),
        labels={"persona_name": "shopper"},
        reference="Five days",
    )
    assert trace.answer == "Five."


def test_ragas_ids_are_taken_where_both_sides_have_them():
    (trace,) = traces(
        {
            "user_input": "When?",
            "retrieved_contexts": ["Five days."],
            "retrieved_context_ids": [4],
            "reference_contexts": ["Otherwise worded", "Another"],
            "reference_context_ids": [4, "5"],
        }
    )

    assert trace.candidates == (Hit("4", None, "Five days."),)
    assert trace.case.evidence == all_of("4", "5")


def test_ragas_goes_by_texts_where_only_one_side_has_ids():
    (trace,) = traces(
        {
            "user_input": "When?",
            "retrieved_contexts": ["Five days."],
            "retrieved_context_ids": ["r-1"],
            "reference_contexts": ["Five days."],
        }
    )

    assert trace.case.relevant == {trace.candidates[0].id} == {text_id("Five days.")}


def test_ragas_with_nothing_retrieved_is_no_clash_of_ids_and_texts():
    (trace,) = traces({"user_input": "When?", "retrieved_contexts": [], "reference_context_ids": ["a"]})

    assert (trace.candidates, trace.case.evidence) == ((), all_of("a"))


def test_the_older_ragas_names_are_read():
    (trace,) = traces(
        {"question": "When?", "answer": "Five.", "contexts": ["Five days."], "ground_truths": ["5", "five"]}
    )

    assert trace.candidates == trace.prompt == (Hit(text_id("Five days."), None, "Five days."),)
    assert (trace.case.reference, trace.answer, trace.case.evidence) == ("5", "Five.", None)
    assert traces({"question": "When?", "contexts": [], "ground_truth": "Five"})[0].case.reference == "Five"


@pytest.mark.parametrize(
    "record",
    [
        {"question": "?"},
        {"user_input": "?", "response": "Five."},
        {"question": "?", "contexts": ["A"]},
        {"query": "?", "retrieved_ids": ["a"]},
        {"query": "?", "qid": "1", "generation_gt": ["Five."]},
    ],
    ids=lambda record: " ".join(record),
)
def test_whether_an_answer_is_right_is_read_beside_the_names_of_any_tool(record):
    judged, by_text = traces({**record, "verdict": "wrong", "expected": "five"}, {**record, "expected": "five"})

    assert (judged.verdict, judged.case.expected, judged.case.labels) == ("wrong", "five", {})
    assert (by_text.verdict, by_text.case.expected) == (None, "five")


def test_llamaindex_needs_every_expected_id():
    (trace,) = traces(
        {
            "query": "When?",
            "expected_ids": ["a", "b"],
            "expected_texts": ["A", "B"],
            "retrieved_ids": ["b", "c"],
            "retrieved_texts": ["B", "C"],
            "mode": "text",
            "metric_dict": {"mrr": {"score": 1.0}},
        }
    )

    assert trace.case == Case(text_id("When?"), "When?", all_of("a", "b"), None, {"mode": "text"})
    assert (trace.candidates, trace.prompt) == ((Hit("b", None, "B"), Hit("c", None, "C")), None)


@pytest.mark.parametrize(
    ("retrieval_gt", "evidence"),
    [
        ([["a"], ["b", "c"]], all_of("a", any_of("b", "c"))),
        (["a", "b"], any_of("a", "b")),
        ("a", all_of("a")),
        ([[]], Evidence()),
        ([], Evidence()),
        (None, None),
    ],
)
def test_autorag_evidence_is_an_and_of_ors(retrieval_gt, evidence):
    (trace,) = traces({"qid": 1, "query": "When?", "retrieval_gt": retrieval_gt, "generation_gt": ["five", "5"]})

    assert trace.case == Case("1", "When?", evidence, reference="five")


def test_autorag_results_are_read():
    (trace,) = traces(
        {
            "qid": "1",
            "query": "When?",
            "retrieval_gt": [["a"]],
            "retrieved_ids": ["a", "b"],
            "retrieve_scores": [0.5, 0],
            "retrieved_contents": ["A", "B"],
            "generated_texts": "Five.",
        }
    )

    assert (trace.candidates, trace.answer) == ((Hit("a", 0.5, "A"), Hit("b", 0, "B")), "Five.")


def test_a_run_is_read_as_traces_of_candidates():
    assert list(iter_traces(write("shop.run", "q Q0 a 1 1 t\n"))) == [Trace(Case("q", ""), candidates=(Hit("a", 1.0),))]


def test_blank_lines_comments_marks_and_line_ends_of_json_lines_are_read_rightly():
    text = '\ufeff# by hand\r\n\r\n{"question": "a"}\r\n  {"question": "b\u2028c"}  \n\n{"question": "d"}'

    assert [each.case.question for each in iter_traces(write("shop.jsonl", text))] == ["a", "b\u2028c", "d"]


RAGAS = {"user_input": "?", "retrieved_contexts": ["A"]}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ('{"question": "a"', "a JSON object, found a mistake at column 17: the end of the line. "
         "JSON says: Expecting ',' delimiter. Each object must stand on one line, whole."),
        ('{"question": "a"} {"question": "b"}', 'a JSON object, found a mistake at column 19: "{"question": "b"}". '
         "JSON says: Extra data. Each object must stand on one line, whole."),
        ("{'question': 'a'}", "a JSON object, found a mistake at column 2: \"'question': 'a'}\". JSON says: "
         "Expecting property name enclosed in double quotes. Each object must stand on one line, whole."),
        ('[{"question": "a"}]', "one JSON object on each line, found a JSON array. "
         "Convert it to JSON Lines, for example with: jq -c '.[]' FILE > FILE.jsonl"),
        ('{"question": "a", "n": NaN}', "plain JSON, found NaN. Write null for a value that is not known."),
        ('{"question": "a", "n": -Infinity}', "plain JSON, found -Infinity. Write null for a value that is not known."),
        ('{"question": "a", "n": 1e999}', 'plain JSON, found "1e999", which is too large a number. '
         "Write null for a value that is not known."),
        ('{"question": "a", "question": "b"}', 'plain JSON, found the key "question" twice in one object. '
         "Keep one of the two."),
        ('{"question": "\\ud800"}', "Unicode text, found half a character (a lone surrogate). "
         "Write the character itself."),
        ({"answer": "x"}, 'the key "question", found only "answer". Add it.'),
        ({"question": 1}, 'text as "question", found the number 1.'),
        ({"question": "a", "id": 1.5}, 'ids (text or whole numbers) as "id", found the number 1.5.'),
        ({"question": "a", "id": True}, 'ids (text or whole numbers) as "id", found true.'),
        ({"question": "a", "evidence": "a"}, 'a list of ids or of groups of ids as "evidence", found the text "a". '
         "Write [ ] around it."),
        ({"question": "a", "evidence": ["a", []]}, 'at least one id in each group as "evidence", found a list of 0. '
         "Leave an empty group out."),
        ({"question": "a", "prompt": "a"}, 'a list as "prompt", found the text "a". Write [ ] around it.'),
        ({"question": "a", "prompt": [None]}, 'ids (text or whole numbers) as "prompt", found null.'),
        ({"question": "a", "prompt": [""]}, 'ids (text or whole numbers) as "prompt", found the text "".'),
        ({"question": "a", "prompt": [{"id": "a", "score": "1"}]}, 'a number as "prompt", found the text "1".'),
        ({"question": "a", "prompt": [{"id": "a", "text": 1}]}, 'text inside a hit as "prompt", found the number 1.'),
        ({"question": "a", "verdict": "yes"}, '"right" or "wrong" as "verdict", found the text "yes". '
         "To keep it as a label, give it another name."),
        ({"question": "a", "verdict": True}, '"right" or "wrong" as "verdict", found true. '
         "To keep it as a label, give it another name."),
        ({**RAGAS, "verdict": ["right"]}, '"right" or "wrong" as "verdict", found a list of 1. '
         "To keep it as a label, give it another name."),
        ({**RAGAS, "expected": 5}, 'text as "expected", found the number 5.'),
        ({"question": "a", "tokens": -1}, 'a whole number from 0 up as "tokens", found the number -1.'),
        ({"question": "a", "labels": ["x"]}, 'an object as "labels", found a list of 1. '
         'Write {"kind": "paraphrased"}.'),
        ({"question": "a", "labels": {"x": {"y": 1}}}, 'text, numbers, true or false as "labels", '
         'found an object with "y".'),
        ({**RAGAS, "user_input": [{"content": "x"}]}, 'text as "user_input", found a list of 1.'),
        ({**RAGAS, "retrieved_contexts": [1]}, 'a list of texts as "retrieved_contexts", found the number 1.'),
        ({**RAGAS, "retrieved_context_ids": ["a", "b"]}, "2 values, one for each of retrieved_context_ids, "
         'as "retrieved_contexts", found a list of 1.'),
        ({**RAGAS, "reference_context_ids": ["a"]}, "a list of ids to compare with the ids on the other side "
         'as "retrieved_context_ids", found null. Give ids, or texts, on both.'),
        ({"query": "a", "expected_ids": ["a"], "retrieved_texts": ["A"]}, 'the key "retrieved_ids", '
         'found only "query", "expected_ids", "retrieved_texts". Add it.'),
    ],
)  # fmt: skip
def test_a_bad_record_is_named(record, said):
    good = {"question": "?"}
    if "user_input" in record or "query" in record:
        good = {"user_input": "?"} if "user_input" in record else {"query": "?", "retrieved_ids": []}
    lines = [json.dumps(good), "", record if isinstance(record, str) else json.dumps(record)]

    with pytest.raises(FormatError) as caught:
        list(iter_traces(write("shop.jsonl", "\n".join(lines)), detect_format(write("good.jsonl", lines[0]))))

    assert str(caught.value) == f"shop.jsonl, line 3: expected {said}"


def test_json_too_deep_or_too_long_is_an_error_like_any_other():
    for text in ('{"question": ' + "[" * 100_000, '{"question": ' + "9" * 5_000 + "}"):
        assert complaint(traces, text).startswith("shop.jsonl, line 1: expected a JSON object, found one too large")


# --- writing traces ---


def test_traces_come_back_as_they_were_written():
    stories = [shop.answer(case.question) for case in shop.cases]
    stories.append(
        Trace(
            Case("7", "Кога? \u2028", Evidence((("a", "b"), ("c",))), "five", {"kind": "x"}, "Five days."),
            indexed=frozenset({"a", "c"}),
            candidates=(Hit("a"), Hit("b", 0.1 + 0.2), Hit("c", None, "豆 #\n")),
            reranked=(),
            prompt=(),
            answer="",
            answer_source="model",
            verdict="wrong",
            tokens=0,
        )
    )
    stories.append(Trace(Case("8", "", Evidence())))

    write_traces(stories, "shop.jsonl")

    assert list(iter_traces("shop.jsonl")) == stories


def test_ragas_traces_come_back_with_what_ragas_can_hold():
    stories = [shop.answer(case.question) for case in shop.cases]

    write_traces(stories, "shop.jsonl", format="ragas")

    assert json.loads(Path("shop.jsonl").read_text("utf-8").splitlines()[0]).keys() == {
        "user_input",
        "retrieved_contexts",
        "retrieved_context_ids",
        "reference_context_ids",
        "response",
        "reference",
    }
    for before, after in zip(stories, iter_traces("shop.jsonl"), strict=True):
        assert after.case.question == before.case.question
        assert after.case.relevant == before.case.relevant
        assert [(hit.id, hit.text) for hit in after.prompt] == [(hit.id, hit.text) for hit in before.prompt]
        assert (after.answer, after.case.reference) == (before.answer, before.case.expected)


def test_a_reference_goes_to_ragas_before_an_expected_text():
    case = Case("1", "When?", expected="5 days", reference="Within 5 days of the order.")

    write_traces([Trace(case)], "shop.jsonl", format="ragas")

    assert next(iter_traces("shop.jsonl")).case.reference == "Within 5 days of the order."


def test_traces_written_as_a_run_keep_ids_scores_and_order():
    asked = [shop.answer(case.question) for case in shop.cases]
    # Further down some scores are equal, and a run would put those ids in another order.
    stories = [replace(each, candidates=(each.candidates or ())[:3]) for each in asked]

    write_traces(stories, "shop.run", format="trec-run")

    for before, (question, ranking) in zip(stories, iter_run("shop.run"), strict=True):
        assert question == before.case.id
        assert ranking.hits == tuple(Hit(hit.id, hit.score) for hit in before.candidates)


def test_a_run_of_traces_holds_the_order_after_reranking():
    trace = Trace(Case("q", "?"), candidates=(Hit("a", 2.0), Hit("b", 1.0)), reranked=(Hit("b", 1.0), Hit("a", 2.0)))

    write_traces([trace], "shop.run", format="trec-run")

    assert list(read_run("shop.run")["q"].ids) == ["b", "a"]


# --- streamed ---


def test_the_first_question_comes_before_the_rest_is_read():
    text = "".join(f"q{number // 1000} Q0 d{number} 1 1 t\n" for number in range(20_000))
    stream = iter_run(write("shop.run", text + "q99 Q0 broken\n"))

    assert next(stream)[0] == "q0"
    with pytest.raises(FormatError, match="line 20001"):
        list(stream)


def peak_of(stream) -> float:
    """The most memory, in MB, that going through a stream takes at any time."""
    tracemalloc.start()
    try:
        for _ in stream:
            pass
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def test_a_run_of_many_questions_takes_no_more_memory_than_one_of_few():
    few, many = (
        write(f"{questions}.run", "".join(f"q{n // 500} Q0 d{n} 1 {n}.5 t\n" for n in range(500 * questions)))
        for questions in (10, 200)
    )

    assert peak_of(iter_run(many)) < 1.5 * peak_of(iter_run(few)) < 3


def test_traces_are_streamed_too():
    few, many = (
        write(f"{count}.jsonl", "".join(f'{{"question": "{n} {"long " * 200}"}}\n' for n in range(count)))
        for count in (200, 4000)
    )

    assert peak_of(iter_traces(many)) < 1.5 * peak_of(iter_traces(few)) < 3


def test_ids_alone_cannot_be_written_as_a_run_and_the_error_says_what_to_write(tmp_path):
    with pytest.raises(
        ValueError, match=r'^question "q" needs a list of Hit, or a Ranking, .* write \[Hit\(each\) for'
    ):
        write_run({"q": ["a"]}, tmp_path / "run")


def test_an_error_about_mixed_questions_can_be_pickled():
    error = MixedQuestionsError("a.run", 3, "q1")

    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert error.question == "q1"


@pytest.mark.parametrize(
    "header", ["question,answer", "question, contexts, answer", "question id, relevant docs, found docs"]
)
def test_csv_is_told_how_it_becomes_what_is_read(header):
    with pytest.raises(FormatError, match="what looks like CSV") as caught:
        detect_format(write("traces.txt", f"{header}\n1,2,3\n"))
    assert "to_json" in str(caught.value)


@pytest.mark.parametrize("line", ["q 0 a,b 1", "q Q0 a,b 1 1,5 t"])
def test_a_comma_inside_a_column_makes_no_csv(line):
    assert detect_format(write("traces.txt", line + "\n")).startswith("trec-")
