"""One table, two forms."""

import io
import sys
import xml.etree.ElementTree as ET

import pytest

from ragedu.tables import CellText, Table, on_screen, padded, percent, screen_width, width_of, wrapped

RECALL = Table("Recall by k", ["k", "found"], [(1, "3 of 7"), (10, "7 of 7")], note="Seven questions.")


def test_the_plain_form_is_aligned_under_its_caption():
    assert str(RECALL) == ("Recall by k\n\nk   found\n--  ------\n1   3 of 7\n10  7 of 7\n\nSeven questions.")


def test_at_a_prompt_it_shows_as_it_prints():
    assert repr(RECALL) == str(RECALL)


def test_no_line_of_the_plain_form_ends_in_blanks():
    table = Table("t", ["a", "b"], [("long text", "")])

    assert all(line == line.rstrip() for line in str(table).splitlines())


def test_a_table_without_rows_has_its_head():
    assert str(Table("t", ["a"], [])) == "t\n\na\n-"
    assert "<tbody></tbody>" in Table("t", ["a"], [])._repr_html_()


def test_text_over_several_lines_stays_in_its_row():
    assert "one two" in str(Table("t", ["a"], [("one\n  two",)]))


def test_wide_letters_take_two_columns_and_marks_none():
    assert [width_of(text) for text in ("ab", "日本", "e\u0301", "Ｗ", "Ж", "\u200b")] == [2, 4, 1, 2, 1, 0]
    assert padded("日", 4) == "日  "


def test_wide_letters_keep_the_next_column_in_line():
    lines = str(Table("t", ["a", "b"], [("日本", "x"), ("abcd", "y")])).splitlines()

    assert lines[-2:] == ["日本  x", "abcd  y"]


@pytest.mark.parametrize("row", [(1,), (1, 2, 3), ()])
def test_a_row_of_another_length_is_refused(row: tuple[int, ...]):
    with pytest.raises(ValueError, match=f"a row of this table must have 2 cells, not {len(row)}: "):
        Table("t", ["a", "b"], [row])


# --- as HTML ---


def html_of(table: Table) -> ET.Element:
    return ET.fromstring(f"<div>{table._repr_html_()}</div>")


def test_html_has_a_caption_and_says_what_heads_what():
    html = html_of(RECALL)

    assert html.findtext("div/table/caption") == "Recall by k"
    assert [(each.text, each.get("scope")) for each in html.iter("th")] == [
        ("k", "col"),
        ("found", "col"),
        ("1", "row"),
        ("10", "row"),
    ]
    assert [each.text for each in html.iter("td")] == ["3 of 7", "7 of 7"]
    assert html.findtext("p") == "Seven questions."


def test_html_without_a_note_has_no_empty_paragraph():
    assert html_of(Table("t", ["a"], [(1,)])).find("p") is None


def test_no_cell_is_markup():
    evil = "<script>alert('&')"
    html = html_of(Table(evil, [evil, "b"], [(evil, evil)], note=evil))

    assert [each.text for each in html.iter() if each.text] == [evil] * 2 + ["b"] + [evil] * 3


def test_a_text_may_lead_somewhere_and_is_plain_at_a_terminal():
    table = Table("t", ["student", "b"], [(CellText("Ada <L>", target='a"b.html'), 1)])

    link = html_of(table).find("div/table/tbody/tr/th/a")
    assert (link.get("href"), link.text) == ('a"b.html', "Ada <L>")
    assert "Ada <L>  1" in table.text()


def test_a_long_path_breaks_at_its_parts_first():
    cell = html_of(Table("t", ["a", "b"], [("x", "class//week_01/ada_lovelace.ipynb_ short/one")])).find(
        "div/table/tbody/tr/td"
    )

    assert [cell.text, *(each.tail for each in cell)] == [
        "class//",
        "week_",
        "01/",
        "ada_",
        "lovelace.ipynb_ short/one",
    ]


def test_html_takes_its_colours_from_the_theme():
    html = RECALL._repr_html_()

    assert "#" not in html
    assert "color: inherit" in html
    assert "background: transparent" in html


def test_numbers_stand_to_the_right_and_words_to_the_left():
    html = html_of(Table("t", ["measure", "mean", "finding"], [("rr", "0.500", "better"), ("ap", "–", "same")]))

    assert ["text-align: right" in each.get("style") for each in html.iter("td")] == [True, False] * 2


def test_the_name_of_a_row_is_kept_whole_where_it_is_an_id():
    names = ["warranty-2021-1", "How long is it?", "docs/" + "very-long-" * 5 + "name.md", "保証は何年ですか" * 3]
    html = html_of(Table("t", ["passage", "text"], [(each, "a-b " * 10) for each in names]))
    rows = html.findall("div/table/tbody/tr")

    assert ["nowrap" in row.find("th").get("style") for row in rows] == [True, False, False, False]
    assert not any("nowrap" in row.find("td").get("style") for row in rows)


CELLS = {
    "ids": ("quiz-groups, evidence-recall", ["quiz-groups,", "evidence-recall"]),
    "words": ("nothing to keep", []),
    "dashes alone": ("– - --", []),
    "too long": ("docs/" + "very-long-" * 5 + "name.md", []),
}


@pytest.mark.parametrize(("cell", "kept"), CELLS.values(), ids=CELLS)
def test_an_id_in_a_cell_is_never_broken_at_its_hyphens(cell: str, kept: list[str]):
    data = html_of(Table("t", ["a", "b"], [("x", cell)])).find("div/table/tbody/tr/td")

    assert [each.text for each in data.iter("span")] == kept
    assert "".join(data.itertext()) == cell


def test_a_wide_table_is_scrolled_and_the_lines_of_its_note_stay_apart():
    html = html_of(Table("t", ["a"], [(1,)], note="one\ntwo"))

    assert "overflow-x: auto" in html.find("div").get("style")
    assert "white-space: pre-line" in html.find("p").get("style")


# --- at a terminal ---


def test_what_a_terminal_would_obey_is_written_out():
    table = Table("\x1b]0;title\x07", ["a\u202e"], [("red \x1b[31m",), ("می\u200cخواهم",)], note="one\ntwo \x9b2J")

    assert str(table).splitlines() == [
        r"\x1b]0;title\x07",
        "",
        r"a\u202e",
        "-" * 12,
        r"red \x1b[31m",
        "می\u200cخواهم",
        "",
        "one",
        r"two \x9b2J",
    ]


def test_columns_that_do_not_fit_go_below_with_the_names_of_their_rows():
    table = Table("t", ["name", "one", "two"], [("x", 1, 2)])

    assert table.width == 14
    assert table.text(14) == str(table)
    assert table.text(13).splitlines()[2:] == [
        "name  one",
        "----  ---",
        "x     1",
        "",
        "name  two",
        "----  ---",
        "x     2",
    ]
    assert table.text(1) == table.text(13)


WORDS = "read a trace, and name the first stage at which a question lost what it needed"
WORDY = Table("t", ["problem", "tries", "what it is about"], [("05-find-order", 3, WORDS), ("05-quiz", 10, "short")])


def test_a_long_cell_goes_on_in_a_further_line_between_words():
    assert WORDY.text(57).splitlines()[2:] == [
        "problem        tries  what it is about",
        "-------------  -----  -----------------------------------",
        "05-find-order  3      read a trace, and name the first",
        "                      stage at which a question lost what",
        "                      it needed",
        "05-quiz        10     short",
    ]


@pytest.mark.parametrize("width", [200, 120, 80, 60, 40, 24])
@pytest.mark.parametrize(
    "cell", [WORDS, "保証は何年ですか。" * 12, "x" * 300, "05-a, " * 40, f"{'y' * 90} {WORDS}", "é\u0301" * 100, ""]
)
def test_no_line_is_wider_than_the_screen_and_no_letter_is_lost(cell: str, width: int):
    table = Table("t", ["name", "number", "words", "more"], [("one", 1, cell, "a"), ("two two", 22, "b", cell)])

    lines = table.text(width).splitlines()

    assert max(map(width_of, lines)) <= width
    assert "".join("".join(lines).split()).count("x") == 2 * cell.count("x")


def test_columns_of_short_cells_are_never_wrapped():
    intervals = Table("t", ["k", *"abcd"], [(1, *["-0.250 [-0.625, 0.000]"] * 4)])

    assert all(each.endswith("]") for each in intervals.text(60).splitlines() if "[" in each)
    assert intervals.text(120) == str(intervals)


def test_where_the_names_of_rows_are_wrapped_an_empty_line_parts_them():
    table = Table("t", ["question", "found"], [(WORDS, "no"), ("How much?", "yes")])

    assert table.text(50).splitlines()[4:] == [
        "read a trace, and name the first stage at  no",
        "which a question lost what it needed",
        "",
        "How much?                                  yes",
    ]


WRAPPED = {
    "short": ("a b", 3, ["a b"]),
    "no width": ("a " * 100, None, ["a " * 100]),
    "between words": ("one two three", 8, ["one two", "three"]),
    "a word that is too wide": ("one abcdefghij two", 4, ["one", "abcd", "efgh", "ij", "two"]),
    "wide letters": ("日本語です", 4, ["日本", "語で", "す"]),
    "a closing mark stays behind its letter": ("日本。語", 4, ["日", "本。", "語"]),
    "an id": ("see warranty-2021-1 there", 16, ["see", "warranty-2021-1", "there"]),
    "marks that need no place": ("e\u0301" * 4, 2, ["e\u0301" * 2] * 2),
}


@pytest.mark.parametrize(("text", "width", "lines"), WRAPPED.values(), ids=WRAPPED)
def test_a_text_is_broken_where_a_reader_would(text: str, width: int, lines: list[str]):
    assert wrapped(text, width) == lines


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


NOTED = Table("t", ["a"], [(1,)], note=f"{WORDS}; {WORDS}")


def test_a_terminal_gets_lines_of_its_width_and_a_pipe_whole_ones(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "50")
    assert on_screen(NOTED, WORDY) == f"{NOTED}\n\n{WORDY}"

    monkeypatch.setattr(sys, "stdout", Screen())
    assert max(map(width_of, on_screen(NOTED, WORDY).splitlines())) <= 50


def test_a_terminal_that_says_nothing_sensible_is_taken_for_a_narrow_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setenv("COLUMNS", "3")

    assert screen_width() == 40


def test_short_cells_are_never_broken_and_long_ones_are_never_squeezed_to_a_letter_a_line():
    cells = ("How long is it then?", "8 of 8", "a b " * 20, "return-1", "I don't know", "46 of 60 (77 %)")
    html = html_of(Table("t", ["question", "found by whom", "why", "id", "answer", "at best"], [cells]))
    (row,) = html.findall("div/table/tbody/tr")
    styles = [each.get("style") for each in row]

    assert ["nowrap" in each for each in styles] == [False, True, False, True, False, True]
    assert ["min-width" in each for each in styles] == [True, False, True, False, False, False]
    assert not any("nowrap" in each.get("style") for each in html.iter("th"))  # a heading may take two lines


@pytest.mark.parametrize(("letters", "wide"), [(5, 24), (50, 31), (500, 48)])
def test_a_table_is_as_wide_as_its_caption_where_the_page_has_the_room(letters, wide):
    html = html_of(Table("x" * letters, ["a"], [(1,)]))

    assert f"min-width: min(100%, {wide}em)" in html.find("div/table").get("style")


def test_what_is_cut_for_a_terminal_is_whole_as_html():
    long = Table("t", ["question"], [(CellText("How…", whole="How long & how?"),)])

    assert "How…" in str(long)
    assert html_of(long).findtext(".//tbody//th") == "How long & how?"


@pytest.mark.parametrize(("share", "said"), [(0, "0 %"), (7 / 9, "78 %"), (0.005, "0 %"), (1, "100 %")])
def test_a_percentage_has_one_form(share, said):
    assert percent(share) == said
