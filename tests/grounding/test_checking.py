"""check_grounding: kinds in their order, places, sentences that explain, and what it takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ragedu
from ragedu.assistant import shop
from ragedu.cases import Hit, Passage
from ragedu.grounding import KINDS, Grounding, check_grounding, unsupported

TEXTS = {
    "delivery-1": "Delivery to a courier office costs 3 euro, to your door 5 euro.",
    "return-1": "Send it back within 14 days.",
}


def kinds(grounding: Grounding) -> list[str]:
    return [each.kind for each in grounding.problems]


# --- the shop, as the lessons tell it ---


@pytest.mark.parametrize(("k", "grounded"), [(1, 6), (2, 6), (3, 7), (4, 8), (5, 8), (6, 8), (7, 8), (8, 8), (9, 8)])
def test_the_shop_is_grounded_as_the_lessons_say(k: int, grounded: int):
    traces = [shop.answer(case.question, k=k) for case in shop.cases]

    assert sum(check_grounding(each.answer or "", each.prompt or ()).ok for each in traces) == grounded


@pytest.mark.parametrize(
    ("question", "k", "reason"),
    [
        (
            "When does my parcel arrive?",
            1,
            "delivery-2 is cited but was not in the prompt, which held delivery-3.",
        ),
        (
            "I want to return the goods",
            2,
            "return-1 is cited but was not in the prompt, which held warranty-1, return-2.",
        ),
        ("I want to return the goods", 3, '"30 days" stands nowhere in what is cited for it: return-2.'),
        ("Are you open on Sunday?", 3, ""),
        ("When will you give me my money back?", 1, ""),
    ],
)
def test_the_shop_says_why(question: str, k: int, reason: str):
    trace = shop.answer(question, k=k)

    assert unsupported(trace.answer or "", trace.prompt or ()) == reason


# --- problems ---


def test_problems_come_by_kind_and_then_by_place():
    answer = "It takes 5 days [delivery-1]. It costs 9 euro and 4 euro [delivery-1]. See [b-2] and [b-1]."

    grounding = check_grounding(answer, TEXTS)

    assert kinds(grounding) == ["outside_prompt", "outside_prompt", "number_missing", "number_missing", "unit_differs"]
    assert [str(each.place) for each in grounding.problems] == ["[b-2]", "[b-1]", "9 euro", "4 euro", "5 days"]
    assert KINDS == ("no_citation", "outside_prompt", "number_missing", "unit_differs")


def test_a_problem_says_its_place_and_its_sentence():
    answer = "It is quick. It takes 30 days. [return-1]"

    (problem,) = check_grounding(answer, TEXTS).problems

    assert answer[problem.place.start : problem.place.end] == "30 days"
    assert problem.sentence == "It takes 30 days. [return-1]"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("It takes 14 days.", "The answer cites no passage, so there is nothing to hold it against."),
        ("", "The answer is empty: it says nothing and cites nothing."),
        ("…", "The answer is empty: it says nothing and cites nothing."),
        ("x [a-1, a-2]", "a-1, a-2 are cited but were not in the prompt, which held delivery-1, return-1, range-1."),
        ("5 euro [return-1].", '"5 euro" stands nowhere in what is cited for it: return-1.'),
        ("5 days [delivery-1].", '"5 days" has another unit where it is cited from: delivery-1 says "5 euro".'),
        ("€14 [return-1].", '"€14" has another unit where it is cited from: return-1 says "14 days".'),
        (
            "3–5 hours [range-1].",
            '"3–5 hours" has another unit where it is cited from: range-1 says "3 bis 5 Werktage".',
        ),
        ("6–5 Werktage [range-1].", '"6" stands nowhere in what is cited for it: range-1.'),
        ("It takes 14 days [return-1].", ""),
    ],
)
def test_the_first_reason_is_a_sentence(answer: str, reason: str):
    assert unsupported(answer, {**TEXTS, "range-1": "Es dauert 3 bis 5 Werktage."}) == reason


def test_many_passages_are_counted_rather_than_listed():
    passages = {f"p-{number}": "" for number in range(9)}

    assert unsupported("x [q-1]", passages) == (
        "q-1 is cited but was not in the prompt, which held p-0, p-1, p-2, p-3, p-4 and 4 more."
    )
    assert unsupported("x [q-1]", {}) == "q-1 is cited but was not in the prompt, which held no passage."


def test_what_a_terminal_would_obey_is_written_out_in_a_reason():
    assert "\x1b" not in unsupported("x [a\x1b]", TEXTS)


def test_a_sentence_that_cites_nothing_known_is_told_once():
    assert kinds(check_grounding("It takes 30 days [return-9].", TEXTS)) == ["outside_prompt"]
    assert kinds(check_grounding("It takes 30 days.", TEXTS)) == ["no_citation"]


def test_a_sentence_that_cites_one_it_saw_and_one_it_did_not_is_checked_against_the_one():
    assert kinds(check_grounding("It takes 30 days [return-1][return-9].", TEXTS)) == [
        "outside_prompt",
        "number_missing",
    ]


# --- what it takes ---


@pytest.mark.parametrize(
    "passages",
    [
        TEXTS,
        [Passage(each, text) for each, text in TEXTS.items()],
        tuple(Hit(each, 0.5, text) for each, text in TEXTS.items()),
        (Hit(each, None, text) for each, text in TEXTS.items()),
    ],
    ids=["mapping", "passages", "hits", "generator"],
)
def test_passages_come_as_mapping_passages_or_hits(passages: object):
    assert check_grounding("14 days [Return-1].", passages).ok  # type: ignore[arg-type]


def test_two_pieces_under_one_id_are_one_passage():
    pieces = [Hit("a", None, "It costs 3 euro."), Hit("A", None, "It takes 5 days.")]

    assert check_grounding("3 euro, 5 days [a].", pieces).ok


def test_refusals_of_another_language_can_be_added():
    phrases = {**ragedu.grounding.REFUSALS, "it": ["non lo so"]}

    assert not check_grounding("Non lo so.", TEXTS).ok
    assert check_grounding("Non lo so.", TEXTS, refusals=phrases).ok


@pytest.mark.parametrize(
    ("answer", "passages", "said"),
    [
        (None, TEXTS, "sentences, citations and numbers are read from a text, not from None (NoneType)."),
        (
            "x",
            "text",
            "passages must be a dict of id to text, or a list of Passage or Hit objects, not the text 'text'. ",
        ),
        (
            "x",
            None,
            "passages must be a dict of id to text, or a list of Passage or Hit objects, not None (NoneType). ",
        ),
        ("x", ["text"], "each passage must be a Passage or a Hit, not the text 'text'. "),
        (
            "x",
            [Hit("a")],
            "passage 'a' must have its text, not None (NoneType): an answer is held against what it says.",
        ),
        ("x", {1: "text"}, "passage ids must be text, not 1 (int)."),
    ],
)
def test_what_cannot_be_checked_is_refused_in_a_sentence(answer: object, passages: object, said: str):
    with pytest.raises(ValueError) as error:  # noqa: PT011 the message is compared
        check_grounding(answer, passages)  # type: ignore[arg-type]

    assert str(error.value).startswith(said)


def test_the_names_are_at_the_front_door():
    assert ragedu.check_grounding is check_grounding
    assert ragedu.unsupported is unsupported
    assert {"citations", "numbers"} <= set(ragedu.__all__)


# --- any text ---

TEXT = st.text(st.sampled_from("a5 .,[]()【】†-–\n€%天।I don't know")) | st.text()


@given(TEXT, st.dictionaries(st.text(), TEXT, max_size=3))
def test_no_text_raises_anything(answer: str, passages: dict[str, str]):
    grounding = check_grounding(answer, passages)

    assert all(each.kind in KINDS and each.reason.endswith(".") for each in grounding.problems)
    assert all(answer[each.place.start : each.place.end] == each.place.text for each in grounding.problems)
    assert str(grounding)
    assert grounding._repr_html_()


@given(st.text(st.sampled_from("abc 15.,-€%天दिन ")).filter(lambda text: any(map(str.isalnum, text))))
def test_a_passage_copied_out_and_cited_is_grounded(text: str):
    """Copying is always faithful."""
    assert kinds(check_grounding(f"{text} [p]", {"p": text})) == []


def test_a_citation_by_place_is_told_by_the_passage_it_means():
    passages = {"gift": "Gifts are wrapped.", "return-1": "Send it back within 14 days."}
    right, wrong = (check_grounding(f"Within {days} days [2].", passages) for days in (14, 30))

    assert right.ok
    assert "[2] {✓ in prompt: return-1}" in str(right)
    assert str(wrong.problems[0]) == '"30 days" stands nowhere in what is cited for it: return-1.'
    assert check_grounding("Within 14 days [2].", dict(reversed(passages.items()))).problems[0].kind == "number_missing"


def test_a_place_counts_the_pieces_of_a_passage_as_the_prompt_shows_them():
    pieces = [Passage("a", "Gifts."), Passage("a", "Wrapped."), Passage("b", "Within 14 days.")]

    assert check_grounding("Within 14 days [3].", pieces).ok
