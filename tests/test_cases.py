"""The data that flows through everything."""

import sys
import unicodedata
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from ragedu.cases import (
    Case,
    Evidence,
    Hit,
    Passage,
    Trace,
    all_of,
    any_of,
    described,
    folded,
    ids_of,
    normalised,
    whole_number,
)

# --- evidence ---


def test_all_of_two_is_two_groups_and_any_of_two_is_one():
    assert all_of("a", "b").groups == (("a",), ("b",))
    assert any_of("a", "b").groups == (("a", "b"),)


def test_groups_can_be_nested():
    assert all_of("a", any_of("b", "c"), all_of("d", "e")).groups == (("a",), ("b", "c"), ("d",), ("e",))


def test_nested_lists_as_files_carry_them_are_frozen():
    evidence = Evidence([["a"], ["b", "c"]])  # type: ignore[arg-type]

    assert evidence == all_of("a", any_of("b", "c"))
    assert hash(evidence) == hash(all_of("a", any_of("b", "c")))


def test_evidence_knows_every_id_once():
    assert all_of("a", any_of("a", "b")).ids == {"a", "b"}


def test_no_groups_say_that_nothing_answers():
    assert not Evidence()
    assert Evidence().ids == frozenset()
    assert all_of() == Evidence()
    assert any_of("a")


@pytest.mark.parametrize("groups", [("a",), "ab", [[]], [["a", ""]], [["a", 1]], [[None]], [{"a"}]])
def test_what_is_no_group_is_refused_with_the_way_to_write_it(groups: Any):
    with pytest.raises(ValueError, match=r'not .*\. For one passage write all_of\("return-1"\)\.'):
        Evidence(groups)


def test_any_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one passage id"):
        any_of()


# --- cases ---


def case(expected: str | None = None, evidence: Evidence | None = None) -> Case:
    return Case("q-1", "When?", evidence, expected)


def test_a_case_gives_its_passages_as_a_plain_set():
    assert case(evidence=all_of("a", any_of("b", "c"))).relevant == {"a", "b", "c"}
    assert case(evidence=Evidence()).relevant == frozenset()
    assert case(evidence=None).relevant == frozenset()


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("5 days", "Within 5 days."),
        ("5 days", "5 DAYS"),
        ("5 days", "５ ｄａｙｓ"),
        ("yes", "Yes, you can."),
        ("3 euro", "It costs 3 euro [delivery-1]."),
        ("3.50 (euro)", "That is 3.50 (euro)"),
        ("два дни", "След ДВА ДНИ."),
        ("2 years", "(2 years)"),
        ("5 days", "not within 5 days"),
    ],
)
def test_an_answer_that_contains_the_expected_text_is_right(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "right"


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("5 days", "Within 15 days."),
        ("5 days", "Within 5 daysies."),
        ("yes", "yesterday"),
        ("3 euro", "3 euros"),
        ("3.5", "315"),
        ("5 days", ""),
        ("5 euro", "It costs 3.5 euro."),
        ("5 euro", "It costs 3,5 euro."),
    ],
)
def test_a_part_of_a_word_or_number_is_not_the_expected_text(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "wrong"


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("14天", "可以在14天内退货。"),
        ("十四天", "请在十四天内退货"),
        ("退货", "价格为3，退货免费"),
        ("14", "14天"),
        ("14天", "14天，5元"),
        ("14日", "14日以内に返品できます"),
        ("返品", "商品を返品できます"),
        ("คืนสินค้า", "สามารถคืนสินค้าได้"),
        ("14 วัน", "ภายใน 14 วันนับจาก"),
        ("14", "ພາຍໃນ14ມື້"),
        ("១៤ថ្ងៃ", "ក្នុងរយៈពេល១៤ថ្ងៃបាន"),
        ("၁၄ရက်", "ပစ္စည်းကို၁၄ရက်အတွင်း"),
        ("GPS", "支持GPS定位"),
    ],
)
def test_scripts_without_blanks_have_no_words_to_be_whole(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "right"


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("4天", "可以在14天内退货。"),
        ("14", "可以在140天内退货。"),
        ("5元", "3.5元"),
        ("5元", "3,5元"),
        ("四天", "十四天"),
        ("3", "3万"),
        ("GP", "支持GPS定位"),
        ("กร", "กรัม"),
    ],
)
def test_a_number_and_a_latin_word_are_whole_in_scripts_without_blanks_too(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "wrong"


def test_a_mark_goes_on_with_the_word_it_stands_on():
    assert case("दिन").verdict_on("14 दिनों में") == "wrong"
    assert case("दिन").verdict_on("14 दिन में") == "right"


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("I don't know", "Sorry, I don’t know."),
        ("I don’t know", "I don't know"),
        ("L'Oréal", "Von L´Oréal"),
        ('"Guest" mode', "Take “Guest” mode."),
        ("20%", "It is 20 % less."),
        ("20 %", "It is 20% less."),
        ("20 %", "It is 20\u202f% less."),
        ("5 days", "Within 5\u00a0days"),
        ("2-3 days", "2–3 days"),
        ("refund", "Your re\u00adfund"),
        ("14 दिन", "१४ दिन में"),
        ("14 dni", "１４ dni"),
    ],
)
def test_how_a_text_is_dressed_does_not_matter(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "right"


@pytest.mark.parametrize(("expected", "answer"), [("3 euro", "€3"), ("20%", "20 percent"), ("20%", "120 %")])
def test_another_wording_is_another_text(expected: str, answer: str):
    assert case(expected).verdict_on(answer) == "wrong"


@pytest.mark.parametrize("blank", ["", "  ", "\n", "\u00a0", "\u00ad"])
def test_a_blank_expected_text_judges_nothing(blank: str):
    assert case(blank).verdict_on("anything") is None


def test_an_expected_text_that_is_none_is_an_error_that_names_the_case():
    with pytest.raises(ValueError, match=r"^the expected text of case 'q' must be text or None, not 14 \(int\)\."):
        Case("q", "?", expected=14)  # type: ignore[arg-type]


def test_a_trace_is_judged_as_recorded_else_by_the_expected_text():
    asked = case("5 days")

    assert Trace(asked, answer="Within 5 days").judged == "right"
    assert Trace(asked, answer="Within 5 days", verdict="wrong").judged == "wrong"
    assert Trace(asked).judged is None
    assert Trace(case(None), answer="Within 5 days").judged is None


def test_without_an_expected_text_there_is_no_verdict():
    assert case(None).verdict_on("anything") is None


def test_folding_takes_dress_and_case_away():
    assert folded("ＳＴＲＡＳＳＥ") == folded("Straße") == "strasse"


# --- traces ---


def test_what_is_not_known_of_a_trace_stays_empty():
    trace = Trace(case())

    assert (
        trace.indexed,
        trace.candidates,
        trace.reranked,
        trace.prompt,
        trace.answer,
        trace.verdict,
        trace.tokens,
    ) == ((None,) * 7)
    assert trace.prompt_ids == []


def test_places_in_a_trace_may_be_given_as_ids_in_a_list():
    trace = Trace(Case("q", "?"), indexed=["a"], candidates=["a", Hit("b", 0.5)], prompt=("a",))

    assert trace.candidates == (Hit("a"), Hit("b", 0.5))
    assert trace.prompt == (Hit("a"),)
    assert trace.indexed == frozenset({"a"})
    assert hash(trace.candidates)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("prompt", "return-1"),
        ("prompt", [1]),
        ("prompt", {"a"}),
        ("prompt", {"a": 1}),
        ("candidates", [Passage("a", "words")]),
        ("candidates", (("a", 0.5),)),
        ("reranked", iter(["a"])),
        ("indexed", "return-1"),
        ("indexed", [1]),
        ("answer", 3),
        ("verdict", True),
        ("verdict", "correct"),
        ("tokens", "30"),
        ("tokens", 0.5),
    ],
)
def test_a_trace_of_anything_else_says_what_is_wrong_with_it(name, value):
    with pytest.raises(ValueError, match=f"^{name} in the trace of 'q' must be .* or None, not "):
        Trace(Case("q", "?"), **{name: value})


def test_a_trace_needs_a_case():
    with pytest.raises(ValueError, match="must be a Case, not the text 'q'"):
        Trace("q")


def test_a_trace_tells_its_story():
    trace = Trace(case(), prompt=(Hit("a"), Hit("b")), answer="In May [a].", answer_source="recorded", tokens=12)

    assert str(trace) == (
        "Question:  When?\nIn prompt: a, b\nAnswer:    In May [a].\n           (recorded answer, 12 tokens)"
    )


def test_a_trace_with_nothing_in_the_prompt_says_so():
    trace = Trace(case(), prompt=(), answer="I don't know.", answer_source="fixed", tokens=0)

    assert "In prompt: (nothing)" in str(trace)
    assert "(fixed answer, 0 tokens)" in str(trace)


def test_a_trace_without_notes_ends_with_its_answer():
    assert str(Trace(case(), answer="In May.")).endswith("Answer:    In May.")


def test_records_are_not_changed_in_passing():
    for record, name in (
        (Passage("a", "x"), "text"),
        (Hit("a"), "score"),
        (case(), "expected"),
        (all_of("a"), "groups"),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, None)


def test_ids_come_in_the_order_of_the_ranking():
    assert ids_of([Hit("b"), Hit("a"), Hit("b")]) == ["b", "a", "b"]


def test_the_evidence_of_a_case_may_come_as_nested_lists():
    assert Case("q", "?", [["a", "b"], ["c"]]).evidence == all_of(any_of("a", "b"), "c")


@pytest.mark.parametrize("evidence", [{"a"}, "a", 1])
def test_evidence_of_another_kind_is_an_error_that_names_the_case(evidence):
    with pytest.raises(
        ValueError, match=r"^the evidence of case 'q' must be an Evidence, nested lists of ids, or None"
    ):
        Case("q", "?", evidence)


def test_alternatives_are_given_one_by_one():
    with pytest.raises(ValueError, match=r"^any_of needs at least one passage id, such as any_of\("):
        any_of()
    with pytest.raises(ValueError, match=r"not \['a', 'b'\]\. For a list write any_of\(\*ids\)\.$"):
        any_of(["a", "b"])
    with pytest.raises(
        ValueError, match=r"^all_of takes passage ids one by one, .* For a list write all_of\(\*ids\)\.$"
    ):
        all_of(["a", "b"])


def test_a_trace_says_which_stage_is_its_ranking():
    case, hits = Case("q", "?"), (Hit("a"),)

    assert [Trace(case, **{stage: hits}).stage for stage in ("candidates", "reranked", "prompt")] == [
        "candidates",
        "reranked",
        "prompt",
    ]
    assert Trace(case, candidates=hits, reranked=(), prompt=hits).stage == "reranked"
    assert Trace(case).stage is None


# --- what messages are made of ---


def test_a_value_is_described_by_what_it_is_and_as_much_of_it_as_fits():
    assert described("five") == "the text 'five'"
    assert described(5) == "5 (int)"
    assert described(["five\n", "days"]) == r"['five\n', 'days'] (list)"
    assert described("a" * 100) == f"the text '{'a' * 59}…"


def test_a_whole_number_is_one_of_numpys_as_well_and_no_truth_value():
    import numpy

    assert [whole_number(each) for each in (3, -1, numpy.int32(4))] == [3, -1, 4]
    assert [whole_number(each) for each in (True, 3.0, "3", None, numpy.float64(3))] == [None] * 5


def test_a_normal_form_is_unicodes_own_and_an_absurd_run_of_marks_takes_no_time():
    for text in ("nai\u0308ve", "ﬁve", "각", "क\u093c", "a" + "\u0315\u0300" * 20):
        for form in ("NFC", "NFKC"):
            assert normalised(form, text) == unicodedata.normalize(form, text)
    # In one piece this takes minutes.
    assert len(folded("a" + "\u0315\u0300" * 200_000)) == 400_001


def test_every_mark_that_is_sorted_counts_in_a_run():
    """The newest Python knows the newest marks; those of an older one are a part of them."""
    marks = [letter for letter in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(letter)]

    assert len(marks) > 800
    assert "\u0300" <= min(marks) < max(marks) < "\U00020000"
