"""What journals tell: a learner, lesson by lesson; an instructor, what a room got wrong."""

from pathlib import Path

import pytest

from ragedu.learn import bank
from ragedu.learn.checking import misconceptions_of
from ragedu.learn.journal import Entry, Journal, append
from ragedu.learn.reports import progress_of, progress_of_class, report_of


def entry(problem: str, outcome: str, sure: str = "", misconception: str = "") -> Entry:
    return Entry("2030-01-01T10:00:00Z", problem, outcome, sure, misconception)


def told(*entries: Entry, torn: int = 0) -> str:
    return str(progress_of(Journal(entries, torn)))


# --- one learner ---


def test_each_lesson_has_its_row():
    text = told(
        entry("00-quiz-three", "correct"),
        entry("00-predict-right", "incorrect", "certain"),
        entry("01-recall-at-k", "error"),
    )

    assert text.splitlines()[:6] == [
        "Your progress",
        "",
        "lesson  solved   tried, not solved  sure and wrong  not tried yet",
        "------  -------  -----------------  --------------  -------------",
        "00      1 of 5   1                  1               3",
        "01      0 of 16  1                  0               15",
    ]


def test_nothing_tried_is_nothing_to_look_at_again():
    assert "Look at these again" not in told()
    assert "Look at these again" not in told(entry("00-quiz-three", "correct"))


def test_what_to_look_at_again_says_why():
    again = {
        row[0]: row[1]
        for row in progress_of(
            Journal(
                (
                    entry("00-predict-right", "incorrect", "fairly"),
                    entry("00-predict-right", "correct", "guessing"),
                    entry("00-predict-prompt", "incorrect", "guessing"),
                    entry("01-recall-at-k", "timeout"),
                    entry("01-recall-at-k", "incorrect"),
                    *[entry("01-first-rank", "incorrect")] * 3,
                    entry("01-first-rank", "correct"),
                    *[entry("01-mean-recall", "incorrect")] * 2,
                    entry("01-mean-recall", "correct"),
                )
            )
        )
        .tables[1]
        .rows
    }

    assert again == {
        "00-predict-right": "sure and wrong",
        "00-predict-prompt": "not solved yet (1 try)",
        "01-recall-at-k": "not solved yet (2 tries)",
        "01-first-rank": "took 4 tries",
    }


def test_solved_stays_solved_whatever_comes_after():
    assert "Look at these again" not in told(entry("00-quiz-three", "correct"), entry("00-quiz-three", "incorrect"))


def test_sure_and_wrong_looks_at_the_first_answer():
    text = told(entry("00-predict-right", "correct", "certain"), entry("00-predict-right", "incorrect", "certain"))

    assert "Look at these again" not in text


def test_what_could_not_be_read_is_said():
    text = told(entry("77-gone", "correct"), entry("00-quiz-three", "correct"), torn=2)

    assert text.endswith(
        "progress.jsonl: 2 lines could not be read and are left out.\n\n"
        "Left out: 1 attempts at problems that this version of ragedu doesn't have."
    )
    assert "1 line could not be read and is left out." in told(torn=1)


def test_a_report_is_html_as_well():
    html = progress_of(Journal((entry("00-predict-right", "incorrect", "certain"),), 1))._repr_html_()

    assert html.count("<table") == 2
    assert "sure and wrong" in html
    assert "1 line could not be read" in html


def test_without_a_journal_it_says_what_to_do(tmp_path: Path):
    assert str(report_of(tmp_path / "none.jsonl")) == (
        f"Nothing is kept in {tmp_path / 'none.jsonl'} yet. Answer a question in a notebook of the course, and it is."
    )


# --- a room ---


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """Three learners: two journals by name, one in a folder of its own."""
    files = [tmp_path / "ana.jsonl", tmp_path / "bo.jsonl", tmp_path / "three" / "progress.jsonl"]
    files[2].parent.mkdir()
    for number, file in enumerate(files):
        append(file, entry("01-recall-at-k", "incorrect", misconception="divides_by_k"))
        append(file, entry("01-recall-at-k", "incorrect", misconception="divides_by_k"))
        append(file, entry("01-recall-at-k", "correct" if number else "incorrect"))
        append(file, entry("01-quiz-reading", "correct" if number else "incorrect", misconception="option a"))
    append(files[1], entry("01-quiz-absent", "correct"))
    return tmp_path


def test_a_room_is_told_what_it_missed_most(room: Path):
    missed, _ = progress_of_class(room).tables

    assert missed.caption == "Most missed problems, of 3 learners"
    assert [tuple(row[:4]) for row in missed.rows] == [("01-recall-at-k", 3, 3, 1), ("01-quiz-reading", 3, 1, 1)]


def test_a_room_is_told_its_misconceptions_by_learners_and_not_by_tries(room: Path):
    _, misconceptions = progress_of_class(room).tables

    assert [tuple(row[:3]) for row in misconceptions.rows] == [
        ("01-quiz-reading", "option a", 3),
        ("01-recall-at-k", "divides_by_k", 3),
    ]
    assert misconceptions.rows[1][3].startswith("You divided by k")


def test_nobody_is_named(room: Path):
    assert "ana" not in str(progress_of_class(room))


def test_what_a_strangers_journal_makes_up_is_not_repeated(room: Path):
    append(room / "evil.jsonl", entry("<script>", "incorrect", misconception="\x1b[2J"))
    append(room / "evil.jsonl", entry("01-recall-at-k", "incorrect", misconception="\x1b[31m made up"))
    report = progress_of_class(room)

    assert "made up" not in str(report)
    assert "script" not in report._repr_html_()
    assert report.tables[0].caption.endswith("of 4 learners")
    assert "Left out: 1 attempts" in str(report)


def test_a_torn_line_and_a_file_that_is_none_are_said_by_name(room: Path):
    (room / "torn\x1b.jsonl").write_bytes(b'{"time"')
    (room / "loop.jsonl").symlink_to(room / "loop.jsonl")
    text = str(progress_of_class(room))

    assert "torn\\x1b.jsonl: 1 line could not be read and is left out." in text
    assert "of 3 learners" in text


def test_a_folder_without_journals_says_what_to_do(tmp_path: Path):
    with pytest.raises(ValueError, match=r"holds no journal. Collect the learners' progress.jsonl, each under a name"):
        progress_of_class(tmp_path)


def test_a_room_of_one_is_one_learner(tmp_path: Path):
    append(tmp_path / "one.jsonl", entry("01-recall-at-k", "correct"))

    assert progress_of_class(tmp_path).tables[0].caption == "Most missed problems, of 1 learner"


@pytest.mark.parametrize("problem", bank.everything(), ids=lambda problem: problem.id)
def test_every_misconception_of_the_bank_has_a_name_and_a_sentence(problem):
    assert all(name and sentence for name, sentence in misconceptions_of(problem).items())
    assert misconceptions_of(problem)
