"""Which options were picked, and how that compares with the key."""

from typing import Any

import pytest

from ragedu.choice import choice_outcome, read_letters


@pytest.mark.parametrize(
    ("picked", "letters"),
    [
        ("b", "b"),
        ("B", "b"),
        ("a, C", "ac"),
        ("ac", "ac"),
        ("a b;c/d", "abcd"),
        ("a & b + c", "abc"),
        ("(a) [b]", "ab"),
        ("b.", "b"),
        ("aa", "a"),
        ("Ａ，Ｂ", "ab"),
        ("a\u200bb\ufeff", "ab"),
        ("a\nb", "ab"),
        (["a", "c"], "ac"),
        ({"a"}, "a"),
        (("b", "B"), "b"),
    ],
)
def test_letters_are_read_from_any_writing(picked: Any, letters: str):
    assert read_letters(picked, "abcd") == frozenset(letters)


@pytest.mark.parametrize("blank", ["", "  ", ",", "()", [], "\u200b"])
def test_nothing_but_separators_is_a_blank(blank: Any):
    assert read_letters(blank, "abcd") == frozenset()


@pytest.mark.parametrize("picked", ["e", "a or b", "Answer", "1", "a?", ["a", 2], "а"])
def test_anything_else_is_unreadable(picked: Any):
    """The last is a Cyrillic letter that only looks like an a."""
    assert read_letters(picked, "abcd") is None


def test_the_letters_are_those_of_the_question():
    assert read_letters("e", "abcde") == {"e"}
    assert read_letters("d", "abc") is None


@pytest.mark.parametrize(
    ("picked", "key", "outcome"),
    [
        ("abc", "abc", "right"),
        ("ab", "abc", "partly"),
        ("abd", "abc", "wrong"),
        ("abcd", "abc", "wrong"),
        ("d", "abc", "wrong"),
        ("", "abc", "blank"),
        ("", "", "right"),
        ("a", "", "wrong"),
    ],
)
def test_a_pick_and_a_key(picked: str, key: str, outcome: str):
    assert choice_outcome(frozenset(picked), set(key)) == outcome


def test_what_could_not_be_read_is_neither_wrong_nor_blank():
    assert choice_outcome(None, {"a"}) == "unreadable"
    assert choice_outcome(None, set()) == "unreadable"
