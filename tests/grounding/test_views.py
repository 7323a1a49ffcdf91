"""The marked answer, as HTML and as text: told by word, sign and line, everything escaped."""

import re

import pytest

from ragedu.grounding import Grounding, check_grounding

TEXTS = {"delivery-1": "An office costs 3 euro, your door 5 euro.", "return-1": "Send it back within 14 days."}
MIXED = "An office is 3 euro, 9 euro or 5 days [delivery-1]. See [return-9]."


def html_of(answer: str) -> str:
    return check_grounding(answer, TEXTS)._repr_html_()


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_text_form_says_each_mark_and_each_reason():
    assert str(check_grounding(MIXED, TEXTS)) == (
        "Not grounded: 3 problems\n"
        "An office is 3 euro {✓ found}, 9 euro {✗ not found} or 5 days {✗ other unit} [delivery-1] {✓ in prompt}. "
        "See [return-9] {✗ not in prompt}.\n"
        "- outside_prompt: return-9 is cited but was not in the prompt, which held delivery-1, return-1.\n"
        '- number_missing: "9 euro" stands nowhere in what is cited for it: delivery-1.\n'
        '- unit_differs: "5 days" has another unit where it is cited from: delivery-1 says "5 euro".'
    )


def test_what_could_not_be_checked_looks_like_neither_found_nor_missing():
    answer = "It takes 30 days [delivery-9]."
    html = html_of(answer)

    assert "30 days {? not checked} [delivery-9] {✗ not in prompt}." in str(check_grounding(answer, TEXTS))
    backgrounds = re.findall(r"background: (#\w+)", html)
    lines = re.findall(r"underline (\w+)", html)
    assert len(backgrounds) == len(set(backgrounds)) == 2
    assert lines == ["dotted", "wavy"]
    assert 1.05 / (luminance(backgrounds[0]) + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("answer", "headline"),
    [
        ("An office costs 3 euro [delivery-1].", "Grounded, as far as rules can see"),
        ("I don't know.", "Grounded: a refusal, which claims nothing"),
        ("It is free.", "Not grounded: 1 problem"),
    ],
)
def test_the_outcome_comes_first_in_both_forms(answer: str, headline: str):
    grounding = check_grounding(answer, TEXTS)

    assert repr(grounding).splitlines()[0] == headline
    assert f"<strong>{headline}</strong>" in grounding._repr_html_()


def test_supported_and_not_differ_in_word_sign_line_and_shape():
    html = html_of(MIXED)

    for word in ("found", "not found", "other unit", "in prompt", "not in prompt"):
        assert f"</span> {word}</bdi>" in html
    assert html.count("underline solid") == html.count("✓") == html.count("border-radius: 1em") == 2
    assert html.count("underline wavy") == html.count("✗") == html.count("border-radius: 0;") == 3


def test_every_colour_brings_its_background_and_the_two_can_be_read():
    html = html_of(MIXED)

    labels = re.findall(r"color: (#\w{6}); background: (#\w{6});", html)
    assert len(labels) == 5
    assert len(re.findall(r"(?<![-\w])color: #", html)) == len(labels)
    for ink, paper in labels:
        light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_nothing_of_an_answer_or_an_id_is_taken_as_markup():
    html = html_of("<script>x</script> <b>30</b> days & [<i>] \x1b[31m [return-1]")

    assert "<script>" not in html
    assert "<b>" not in html
    assert "<i>" not in html
    assert "\x1b" not in html
    assert "&lt;script&gt;" in html


def test_the_answer_is_whole_in_the_html():
    text = re.sub(r"<bdi.*?</bdi>|<[^>]+>", "", html_of(MIXED).split("<ul")[0])

    assert MIXED in text


def test_a_long_answer_is_cut_and_says_so():
    answer = "It takes 14 days [return-1]. " * 10_000
    grounding = check_grounding(answer, TEXTS)

    assert len(grounding._repr_html_()) < 500_000
    assert re.search(r" … \(\d{3},\d{3} more characters\)", str(grounding))


def test_many_reasons_are_counted():
    grounding = check_grounding("30 days [return-1]. " * 50, TEXTS)

    assert str(grounding).endswith("- … and 30 more")
    assert len(grounding.problems) == 50


def test_a_result_is_told_in_words_without_a_notebook():
    assert isinstance(check_grounding("x", TEXTS), Grounding)
