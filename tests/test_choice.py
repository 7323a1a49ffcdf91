"""Which options were picked, and how that compares with the key. How prose is read stands in test_choice_cases.py."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragedu.choice import (
    LANGUAGES,
    ChoiceAnswer,
    Reading,
    Words,
    ask_choice,
    choice_outcome,
    choice_report,
    expected_for_guessing,
    parse_choice,
    read_letters,
    score_choice,
)
from ragedu.choice.scoring import RULES

often = settings(max_examples=200, deadline=None)


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
        ("b and d", "bd"),
        ("а", "a"),  # Cyrillic, and looks like the Latin one
        ("d) It counts an absent passage.", "d"),
    ],
)
def test_letters_are_read_from_any_writing(picked: Any, letters: str):
    assert read_letters(picked, "abcd") == frozenset(letters)


@pytest.mark.parametrize("blank", ["", "  ", ",", "()", [], "\u200b"])
def test_nothing_but_separators_is_a_blank(blank: Any):
    assert read_letters(blank, "abcd") == frozenset()


@pytest.mark.parametrize("picked", ["e", "a or b", "Answer", "1", "a?", ["a", 2], ["a", "hello"], "б"])
def test_anything_else_is_unreadable(picked: Any):
    """The last is a Cyrillic letter that looks like none of the options."""
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


# --- scores ---


@pytest.mark.parametrize(
    ("rule", "scores"),
    [
        ("all_or_nothing", (0, 0, 0, 0, 0)),
        ("half_credit", (0.5, 0, 0, 0, 0)),
        ("penalised", (0.5, -1, -1, -1, 0)),
        ("proportional", (2 / 3, 0, 0, 0, 0)),
    ],
)
def test_the_four_rules_on_a_key_of_three_of_four(rule: Any, scores: tuple[float, ...]):
    picked = ("AB", "ABD", "ABCD", "D", "")

    assert tuple(score_choice(set(each), set("ABC"), rule, "ABCD") for each in picked) == scores
    assert score_choice(set("ABC"), set("ABC"), rule, "ABCD") == 1


@pytest.mark.parametrize("rule", RULES)
def test_an_empty_key_picked_empty_is_1_and_any_pick_is_wrong(rule: Any):
    assert score_choice(set(), set(), rule, "ABCD") == 1
    assert score_choice({"A"}, set(), rule, "ABCD") == (-1 if rule == "penalised" else 0)


@pytest.mark.parametrize("rule", RULES)
def test_where_every_option_is_right_none_can_be_picked_wrong(rule: Any):
    assert score_choice({"A", "B"}, {"A", "B"}, rule, "AB") == 1
    assert score_choice({"A"}, {"A", "B"}, rule, "AB") == (0 if rule == "all_or_nothing" else 0.5)


def by_the_book(picked: set[str], key: set[str], rule: str, options: str) -> float:
    """The rules again, as a person would write them down from the table."""
    right, wrong = picked & key, picked - key
    if picked == key:
        return 1
    if rule == "proportional":
        share = len(right) / len(key) if key else 0
        return max(0, share - (len(wrong) / (len(options) - len(key)) if wrong else 0))
    if wrong:
        return -1 if rule == "penalised" else 0
    return 0.5 if right and rule != "all_or_nothing" else 0


def subsets(options: str) -> list[set[str]]:
    return [set(each) for many in range(len(options) + 1) for each in combinations(options, many)]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("options", ["A", "AB", "ABCD", "ABCDEF"])
def test_every_pick_against_every_key(rule: Any, options: str):
    for key in subsets(options):
        for picked in subsets(options):
            expected = by_the_book(picked, key, rule, options)
            assert score_choice(picked, key, rule, options) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("options", ["A", "AB", "ABCD", "ABCDEF"])
def test_what_guessing_earns_is_the_mean_over_all_sets_of_that_many_picks(rule: Any, options: str):
    for key_size in range(len(options) + 1):
        key = set(options[:key_size])
        for picks in range(len(options) + 1):
            scores = [by_the_book(set(each), key, rule, options) for each in combinations(options, picks)]
            mean = sum(scores) / len(scores)
            assert expected_for_guessing(rule, options, key_size, picks) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_guessing_many_times_comes_near_to_what_guessing_earns(rule: Any):
    source, options, key = random.Random(4), "ABCDEF", {"A", "B"}
    guesses = [score_choice(set(source.sample(options, 2)), key, rule, options) for _ in range(20_000)]

    # The scores lie within 1 of their mean, so four standard errors are at most 0.03.
    assert sum(guesses) / len(guesses) == pytest.approx(expected_for_guessing(rule, options, 2, 2), abs=0.03)


def test_guessing_among_26_options_is_exact():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    assert expected_for_guessing("all_or_nothing", letters, key_size=13, picks=13) == 1 / comb(26, 13)
    assert expected_for_guessing("all_or_nothing", 26, key_size=13, picks=12) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            lambda: score_choice({"A"}, {"A"}, "strict", "AB"),
            "the rule must be one of all_or_nothing, half_credit, penalised, proportional, not 'strict'.",
        ),
        (
            lambda: score_choice(None, {"A"}, "half_credit", "AB"),
            "picked is None: the answer could not be read, and so has no score. "
            "Count it apart, as choice_report does, or ask again.",
        ),
        (
            lambda: score_choice("A", {"A"}, "half_credit", "AB"),
            'picked must be a set of options, as {"A", "C"}, not \'A\'. Of a Reading pass picked.',
        ),
        (
            lambda: score_choice({"A"}, {"c", "A"}, "half_credit", "AB"),
            "key holds c, and the options are A, B. Letters are compared as written.",
        ),
        (
            lambda: score_choice(set(), set(), "half_credit", ""),
            "options must be the letters of the question, as \"ABCD\", not ''.",
        ),
        (
            lambda: expected_for_guessing("half_credit", "ABCD", key_size=5, picks=1),
            "key_size must be a whole number from 0 to 4, the number of options, not 5.",
        ),
        (
            lambda: expected_for_guessing("half_credit", 4, key_size=1, picks=0.5),
            "picks must be a whole number from 0 to 4, the number of options, not 0.5.",
        ),
        (
            lambda: expected_for_guessing("half_credit", 0, key_size=0, picks=0),
            "options must be a whole number from 1 up, not 0.",
        ),
        (
            lambda: expected_for_guessing("half_credit", True, key_size=0, picks=0),
            "options must be a whole number from 1 up, not True.",
        ),
        (
            lambda: choice_report([], unreadable="wrong"),
            'unreadable must be "left_out" or "zero", not \'wrong\'.',
        ),
        (
            lambda: choice_report([], rule="strict"),
            "the rule must be one of all_or_nothing, half_credit, penalised, proportional, not 'strict'.",
        ),
        (
            lambda: parse_choice(None, "ABCD"),
            'an answer must be text, not None. For a question without an answer write "".',
        ),
        (
            lambda: parse_choice("A", ""),
            'a question needs at least one option. Write its letters, as "ABCD" or ["A", "B"].',
        ),
        (
            lambda: parse_choice("A", [1, 2]),
            'options must be letters, as "ABCD", or a dict of letter to text, not [1, 2].',
        ),
        (
            lambda: parse_choice("A", 4),
            'options must be letters, as "ABCD", or a dict of letter to text, not 4.',
        ),
        (
            lambda: parse_choice("A", ["5 days", "14 days"]),
            "an option is named by a letter, a number or one word, not '5 days'. For texts write {\"A\": text}.",
        ),
        (
            lambda: parse_choice("A", "Aa"),
            "two options are read as the same letter, in A, a. Name each differently.",
        ),
        (
            lambda: ask_choice("How long?", "AB"),
            'ask_choice shows the options\' texts, as {"A": "5 days", "B": "14 days"}, not \'AB\'.',
        ),
        (
            lambda: ask_choice("How long?", {"A": 5}),
            "an option's text must be text, not 5. Options are a dict of letter to text.",
        ),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(wrong: Any, said: str):
    with pytest.raises(ValueError, match=r"\w") as error:
        wrong()

    assert str(error.value) == said


# --- many answers ---

MANY = [
    ChoiceAnswer({"A", "B"}, {"A", "B"}, "ABCD"),
    ChoiceAnswer({"A"}, {"A", "B"}, "ABCD"),
    ChoiceAnswer({"A", "C"}, {"A", "B"}, "ABCD"),
    ChoiceAnswer(frozenset(), {"A"}, "ABCD"),
    ChoiceAnswer(None, {"A"}, "ABCD"),
]


def test_an_outcome_and_a_report_say_what_they_take():
    with pytest.raises(ValueError, match="picked must be a set of options"):
        choice_outcome("A", {"A"})
    with pytest.raises(ValueError, match="key must be a set of options"):
        choice_outcome({"A"}, "A")
    with pytest.raises(ValueError, match="each answer must be a tuple of picked, key and options, not"):
        choice_report([({"A"}, {"A"})])


def test_a_report_merges_no_outcomes_and_says_what_the_mean_was_divided_by():
    report = choice_report(MANY, "penalised")

    assert report.counts == {"right": 1, "partly": 1, "wrong": 1, "blank": 1, "unreadable": 1}
    assert (report.mean, report.divided_by, report.answers) == (0.125, 4, 5)
    assert "Mean score 0.125, divided by 4; unreadable: 1, left out." in str(report)


def test_what_could_not_be_read_counts_0_only_on_demand_and_is_said():
    report = choice_report(MANY, "penalised", unreadable="zero")

    assert (report.mean, report.divided_by, report.counts["unreadable"]) == (0.1, 5, 1)
    assert "unreadable: 1, counted 0." in report._repr_html_()


@pytest.mark.parametrize("answers", [[], [(None, {"A"}, "AB")]])
def test_without_anything_read_there_is_no_mean(answers: Any):
    report = choice_report(answers)

    assert (report.mean, report.divided_by) == (None, 0)
    assert "Mean score not defined, divided by 0" in str(report)


# --- asking and reading ---

TEXTS = {"A": "5 days", "B": "14 days", "C": "30 days"}


def test_a_prompt_holds_the_question_its_options_and_the_tag():
    prompt = ask_choice("How long?", TEXTS)

    assert prompt.startswith("How long?\n\nA) 5 days\nB) 14 days\nC) 30 days\n")
    assert "<answer></answer>" in prompt
    assert "several may be right" in prompt
    assert "several may be right" not in ask_choice("How long?", TEXTS, several=False)


def test_a_prompt_names_no_letter_as_an_example_for_a_model_to_copy():
    instructions = ask_choice("How long?", TEXTS).partition("C) 30 days\n")[2]

    assert parse_choice(instructions, TEXTS).status != "answered"


@pytest.mark.parametrize("picked", subsets("ABC"))
def test_what_is_answered_in_the_tag_is_read_back(picked: set[str]):
    reply = f"It is not C, says the letter; A is wrong.\n<answer>{', '.join(sorted(picked))}</answer>"

    assert parse_choice(reply, TEXTS) == Reading("answered" if picked else "blank", frozenset(picked), "tag")


def test_an_outcome_never_takes_unreadable_for_a_blank():
    key = {"A"}

    assert choice_outcome(parse_choice("A or B", "ABCD").picked, key) == "unreadable"
    assert choice_outcome(parse_choice("none of them", "ABCD").picked, key) == "blank"


def test_a_further_language_is_one_more_table():
    german = Words(nouns=("Antwort",), joins=("und",), alternatives=("oder",), unknowns=("weiß nicht",))
    languages = {**LANGUAGES, "de": german}

    assert parse_choice("Antwort: A und C", "ABCD").status == "unreadable"
    assert parse_choice("Antwort: A und C", "ABCD", languages=languages).picked == {"A", "C"}
    assert (
        parse_choice("A oder C", "ABCD", languages=languages).why == 'it says "oder", which leaves open what is picked'
    )
    assert parse_choice("Weiß nicht.", "ABCD", languages=languages).status == "blank"
    assert parse_choice("Antwort: A", "ABCD", languages={"de": german}).picked == {"A"}


NOUNS = [(noun, name) for name, words in LANGUAGES.items() for noun in words.nouns]
LEADS = [(lead, name) for name, words in LANGUAGES.items() for lead in words.leads]
TAILS = [(tail, name) for name, words in LANGUAGES.items() for tail in words.tails]
BLANKS = [(said, name) for name, words in LANGUAGES.items() for said in (*words.nones, *words.unknowns)]


@pytest.mark.parametrize(("phrase", "language"), [(f"{noun}: B", name) for noun, name in NOUNS])
def test_every_noun_of_every_language_states_an_answer(phrase: str, language: str):
    assert parse_choice(f"GABA.\n{phrase}", "ABCD") == Reading("answered", frozenset("B"), "stated")


@pytest.mark.parametrize(("phrase", "language"), [(f"{lead} B", name) for lead, name in LEADS])
def test_every_lead_of_every_language_states_an_answer(phrase: str, language: str):
    assert parse_choice(f"GABA.\n{phrase}.", "ABCD") == Reading("answered", frozenset("B"), "stated")


@pytest.mark.parametrize(("phrase", "language"), [(f"B {tail}", name) for tail, name in TAILS])
def test_every_tail_of_every_language_states_an_answer(phrase: str, language: str):
    assert parse_choice(f"GABA.\n{phrase}.", "ABCD") == Reading("answered", frozenset("B"), "stated")


@pytest.mark.parametrize(("phrase", "language"), BLANKS)
def test_every_way_to_pick_none_is_a_blank(phrase: str, language: str):
    for text in (phrase, f"{phrase.upper()}.", f"Answer: {phrase}", f"<answer>{phrase}</answer>"):
        assert parse_choice(text, "ABCD").status == "blank", text


# --- any text at all ---

PIECES = [
    "answer",
    "Answer: ",
    "the answer is",
    "A",
    "b",
    " ",
    "\n",
    ", ",
    " and ",
    " or ",
    "<answer>",
    "</answer>",
    "(",
]
PIECES += [
    ") ",
    ".",
    "?",
    "—",
    "14 days",
    "none",
    "is correct",
    "答案是",
    "और",
    "\\boxed{",
    "}",
    "<think>",
    "</think>",
    "* ",
]
PIECES += ["В", "\u200b", "३", "\ud800", "🅱️", "\u0301", "1", "I", "don't know"]
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
options = st.sampled_from(
    ["ABCD", "abcd", "1234", "АБВГ", "甲乙丙", ["yes", "no"], TEXTS, {"A": "Answer", "I": "or"}, {"x"}]
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Answer: F, E", "answered (stated): E, F"),
        ("<answer></answer>", "blank (tag)"),
        ("Answer: G", "unreadable (stated): it names G, and the options are A, B, C, D, E, F"),
    ],
)
def test_a_reading_tells_status_rule_and_picks_in_one_line(text: str, told: str):
    reading = parse_choice(text, "ABCDEF")

    assert str(reading) == repr(reading) == told


@often
@given(texts, options)
def test_any_text_is_read_and_only_options_are_picked(text: str, options: Any):
    reading = parse_choice(text, options)

    assert (reading.status == "unreadable") == (reading.picked is None) == bool(reading.why)
    assert (reading.status == "blank") == (reading.picked == frozenset())
    assert (reading.picked or frozenset()) <= set(options)
    assert (read_letters(text, options) or frozenset()) <= set(options)


@often
@given(texts, options)
def test_case_width_and_invisible_letters_change_nothing(text: str, options: Any):
    shouted = "".join("\u200b" + each.upper() if each.isascii() else each for each in text)

    assert parse_choice(shouted, options) == parse_choice(text, options)


@often
@given(
    texts, st.one_of(st.text(), st.lists(st.text()), st.dictionaries(st.text(), st.text()), st.none(), st.integers())
)
def test_any_options_are_taken_or_refused_in_a_sentence(text: str, options: Any):
    """Anything but a ValueError, or one that doesn't end as a sentence does, fails here."""
    with refused_in_a_sentence():
        assert parse_choice(text, options).status in ("answered", "blank", "unreadable")


@contextmanager
def refused_in_a_sentence() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        if not str(error).endswith("."):
            raise


@often
@given(st.sets(st.sampled_from("ABCD")), st.sets(st.sampled_from("ABCD")), st.sampled_from(sorted(RULES)))
def test_every_score_lies_in_its_range_and_only_the_key_earns_1(picked: set[str], key: set[str], rule: Any):
    score = score_choice(picked, key, rule, "ABCD")

    assert (-1 if rule == "penalised" else 0) <= score <= 1
    assert (score == 1) == (picked == key)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "a, ",
            "answer is ",
            "answer is a ",
            "answer: ",
            "answer\n",
            "b is correct. ",
            "is correct ",
            "<answer>",
            "x",
        ),
        *("a-", "a) ", "- a\n", "\n", " ", "* ", "答案是", "a\u0301", "or ", "1.", "not the answer is ", "14 days\n"),
    ],
)
def test_a_long_text_costs_no_more_than_its_length(unit: str):
    """At 300,000 letters a quadratic reader would still be at it tomorrow."""
    reading = parse_choice(unit * (300_000 // len(unit)), TEXTS)

    assert reading.status in ("answered", "blank", "unreadable")
