"""What a learner reads: a word first, then sentences; the same as text and as HTML."""

import re
from typing import get_args

import pytest

from ragedu.learn.feedback import FIRST_WORD, Feedback, Outcome, as_html


def test_feedback_starts_with_a_word():
    assert str(Feedback("incorrect", "Look at the end.")) == "Not yet.\nLook at the end."


def test_a_note_has_no_word():
    assert str(Feedback("note", "Hint 1 of 2: look.")) == "Hint 1 of 2: look."


def test_without_a_message_the_word_stands_alone():
    assert str(Feedback("correct")) == "Correct."


@pytest.mark.parametrize("outcome", [*get_args(Outcome), "crashed", "memory", "missing", "ungradable", "not_attempted"])
def test_every_outcome_has_a_word_of_its_own(outcome: str):
    assert FIRST_WORD[outcome].endswith(".")
    assert list(FIRST_WORD.values()).count(FIRST_WORD[outcome]) == 1


def test_only_correct_is_correct():
    assert [each for each in FIRST_WORD if Feedback(each).correct] == ["correct"]


def test_at_a_prompt_it_shows_as_it_prints():
    assert repr(Feedback("correct", "So.")) == str(Feedback("correct", "So."))


def test_html_says_the_same_words_and_is_announced():
    html = Feedback("incorrect", "Is `k` inside?")._repr_html_()

    assert 'role="status"' in html
    assert "<strong>Not yet.</strong>" in html
    assert "Is <code>k</code> inside?" in html


@pytest.mark.parametrize("outcome", FIRST_WORD)
def test_html_takes_its_text_colour_from_the_theme(outcome: str):
    html = Feedback(outcome, "x\n    code")._repr_html_()

    assert set(re.findall(r"[^-]color: (\w+)", html)) == {"inherit"}
    assert "background: #" not in html


def test_what_a_learner_wrote_is_never_markup():
    html = Feedback("error", "got <script>alert(1)</script> & `<b>`\n    <i>code</i>")._repr_html_()

    assert not re.search(r"<(script|b|i)>", html)
    assert "&lt;script&gt;" in html
    assert "<code>&lt;b&gt;</code>" in html


def test_indented_lines_become_one_block_of_code():
    html = as_html("Look:\n    a = 1\n      b\nDone.")

    assert html.count("<pre") == 1
    assert ">a = 1\n  b</code></pre>" in html
    assert html.endswith("<span>Done.</span>")


def test_code_at_the_end_is_closed():
    assert as_html("    a = 1").endswith("a = 1</code></pre>")


@pytest.mark.parametrize("text", ["a ` b", "`a` b ` c"])
def test_an_unpaired_backtick_is_only_a_backtick(text: str):
    assert "<code>" not in as_html(text)
    assert text in as_html(text)
