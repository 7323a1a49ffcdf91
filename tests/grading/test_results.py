import json
import re
import stat

import pytest

from ragedu.grading.results import Graded, ProblemResult, one_line, printable, write_json


def graded(*problems):
    return Graded("a.ipynb", "01", problems, {"process": "fork", "active": [], "absent": ["network"]})


RIGHT = ProblemResult("01-one", "correct", 2, 2, "All 43 calls give what they should.")
WRONG = ProblemResult("01-two", "incorrect", 0, 3, "    f(1)\ngave back 2. Expected was 3.", misconception="off_by_one")


def test_the_report_names_each_problem_its_outcome_points_and_reason():
    assert graded(RIGHT, WRONG).report() == (
        "a.ipynb, exercise 01\n\n"
        "problem  outcome    points\n"
        "-------  ---------  ------\n"
        "01-one   correct    2 of 2\n"
        "01-two   incorrect  0 of 3\n\n"
        "01-one\n  Correct.\n  All 43 calls give what they should.\n\n"
        "01-two\n  Not yet.\n      f(1)\n  gave back 2. Expected was 3.\n\n"
        "Score: 2 of 5"
    )


def test_the_report_keeps_to_its_width_except_for_code():
    long = ProblemResult("01-three", "error", 0, 1, "word " * 60 + "\n    " + "c" * 100)

    lines = graded(long).report(width=60).splitlines()

    assert max(len(line) for line in lines if "ccc" not in line) <= 60


def test_a_report_that_names_a_cell_says_how_cells_are_counted():
    named = ProblemResult("01-four", "error", 0, 1, "Cell 4 stopped with an error.")

    assert "\n\nCells are counted from the top, code cells only.\n\nScore: 0 of 1" in graded(named).report()
    assert "Cells are counted" not in graded(RIGHT).report()


def test_the_json_has_what_a_program_needs():
    result = graded(RIGHT, WRONG).to_json()

    assert (result["score"], result["max_score"], result["exercise"]) == (2, 5, "01")
    assert result["isolation"]["absent"] == ["network"]
    assert result["problems"][0] == {
        "id": "01-one",
        "outcome": "correct",
        "score": 2,
        "max_score": 2,
        "message": "All 43 calls give what they should.",
    }
    assert result["problems"][1]["misconception"] == "off_by_one"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\x00b\x07c\x9bd\re", "abcde"),
        ("\u202egnp.exe", "gnp.exe"),
        ("alone \ud800", "alone "),
        ("a byte \udcff of a file name", "a byte \\xff of a file name"),
        ("two\nlines\tand a tab", "two\nlines   and a tab"),
        ("हिन्दी क\u200dष, Привет", "हिन्दी क\u200dष, Привет"),
    ],
)
def test_a_strangers_text_can_not_move_the_terminal(text, shown):
    assert printable(text) == shown


def test_a_strangers_text_is_cut():
    assert printable("x" * 5000, 100) == "x" * 98 + " …"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("two\nlines.ipynb", "two lines.ipynb"),
        ("x\r\n::stop-commands::y", "x ::stop-commands::y"),
        ("x\u2028::stop-commands::y\x85z\x0bz", "x::stop-commands::yzz"),
        ("any place ##[stop-commands]y", "any place ## [stop-commands]y"),
        ("##\u200b[add-mask]y", "## [add-mask]y"),
        ("::error::x.ipynb", ": :error::x.ipynb"),
        ("\n \u200b::error::x.ipynb", "  : :error::x.ipynb"),
        ("ada::bob.ipynb", "ada::bob.ipynb"),
        ("z\x1b]0;pwned\x07", "z"),
    ],
)
def test_what_is_told_in_one_line_stays_there_and_is_no_command(text, shown):
    assert one_line(text) == shown


def test_a_report_begins_with_one_line_whatever_the_notebook_is_called():
    graded = Graded("a\n::error::b.ipynb", "01", [RIGHT], {})

    assert graded.report().startswith("a ::error::b.ipynb, exercise 01\n\n")


@pytest.mark.parametrize("message", ["x\n::error::y", "x\n    ::error::y", "word " * 15 + "::error::y", "x ##[error]y"])
def test_no_line_of_a_report_is_a_command_of_a_workflow(message):
    said = ProblemResult("01-five", "error", 0, 1, message, words={"because": message})

    report = graded(said).report(width=80)

    assert not [each for each in report.splitlines() if each.lstrip().startswith("::") or "##[" in each]
    assert len(re.findall(r"error\W{1,3}y", report)) == 2


def test_a_json_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "result.json"
    write_json(path, {"score": 1, "name": "Ж"})

    with pytest.raises(TypeError):
        write_json(path, {"score": object()})

    assert json.loads(path.read_text(encoding="utf-8")) == {"score": 1, "name": "Ж"}
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) & 0o400
