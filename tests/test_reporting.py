"""The three questions, put to the shop's traces and to odd ones."""

import pandas as pd
import pytest

from ragedu.assistant import shop
from ragedu.cases import Case, Evidence, Hit, Trace, all_of, any_of, text_id
from ragedu.experiment import compare, report
from ragedu.reporting import WITHOUT_IDS, Report, held_against

# As the syllabus has it: k -> found, grounded, right.
SHOP = {
    1: ("3 of 7", "6 of 8", "5 of 8"),
    2: ("5 of 7", "6 of 8", "7 of 8"),
    3: ("6 of 7", "7 of 8", "7 of 8"),
    4: ("7 of 7", "8 of 8", "8 of 8"),
}


def shop_report(k: int) -> Report:
    return report(shop.answer(case.question, k) for case in shop.cases)


def trace(answer: str | None = "It costs 3 euro [a].", **parts) -> Trace:
    case = parts.pop("case", Case("q", "How much?", all_of("a"), "3 euro"))
    return Trace(case, prompt=parts.pop("prompt", (Hit("a", text="Delivery costs 3 euro."),)), answer=answer, **parts)


@pytest.mark.parametrize("k", SHOP)
def test_the_shop_is_found_grounded_and_right_as_the_syllabus_says(k):
    result = shop_report(k)

    assert tuple(result.share(name) for name in ("found", "grounded", "right")) == SHOP[k]


def test_what_goes_wrong_at_k_1_is_said_for_each_question():
    reasons = shop_report(1).reasons

    assert reasons["parcel-arrives"] == [
        "delivery-2 did not reach the prompt.",
        reasons["parcel-arrives"][1],
        "Right all the same: the model knew, or guessed.",
    ]
    assert "delivery-2" in reasons["parcel-arrives"][1]
    assert reasons["cash"] == ["payment-1 did not reach the prompt.", 'It should say "yes".']
    assert reasons["money-back"] == ["return-2 did not reach the prompt.", 'It should say "5 days".']
    assert "office-cost" not in reasons


def test_the_question_that_no_passage_answers_is_left_out_of_found_alone():
    result = shop_report(1)

    assert result.unknown == {"found: no passage answers it": ["sunday"]}
    assert "Left out of found: no passage answers it (sunday)." in str(result)


def test_an_answer_that_stands_on_the_wrong_passage_is_grounded_and_wrong():
    assert shop_report(1).per_question["money-back"] == {"found": 0, "grounded": 1, "right": 0}


def test_every_alternative_counts_as_found_and_a_missing_one_is_named():
    case = Case("q", "How?", all_of("x", any_of("a", "b")), "3 euro")
    result = report([trace(case=case)])

    assert result.per_question["q"]["found"] == 0
    assert result.reasons["q"][0] == "x did not reach the prompt."
    assert report([trace(case=Case("q", "How?", any_of("a", "b"), "3 euro"))]).per_question["q"]["found"] == 1


@pytest.mark.parametrize(
    ("given", "unknown"),
    [
        (trace(case=Case("q", "How?")), ['found: nobody has said under "evidence" which passages answer it']),
        (trace(case=Case("q", "How?", Evidence())), ["found: no passage answers it"]),
        (trace(answer=None), ["grounded: no answer is recorded"]),
        (
            trace(prompt=(Hit("a"),)),
            ['grounded: the texts of the passages are not recorded, as in "prompt": [{"id": "fan-1", "text": "…"}]'],
        ),
        (trace(prompt=None), ["found: what was retrieved is not recorded"]),
        (trace(case=Case("q", "How?", all_of("a"))), ["right: there is neither a verdict nor an expected text"]),
    ],
)
def test_what_a_trace_does_not_tell_is_left_out_and_said(given, unknown):
    result = report([given])

    assert set(unknown) <= result.unknown.keys()
    for reason in unknown:
        assert reason.split(":")[0] not in result.per_question["q"]


def test_without_a_recorded_prompt_the_ranking_is_read_and_the_stage_is_named():
    result = report([trace(prompt=None, candidates=(Hit("b"), Hit("a")))])

    assert result.per_question["q"]["found"] == 1
    assert "stage:candidates" in result.signature


def test_a_verdict_given_counts_more_than_the_expected_text():
    assert report([trace(verdict="wrong")]).per_question["q"]["right"] == 0


def test_a_reference_which_is_a_whole_answer_judges_nothing():
    result = report([trace(case=Case("q", "How?", all_of("a"), reference="By courier, for 3 euro."))])

    assert "right: there is neither a verdict nor an expected text" in result.unknown


def test_refusals_are_counted_since_they_are_grounded_and_claim_nothing():
    result = shop_report(1)

    assert result.refusals == ["cash", "sunday"]
    assert (result.refused, result.grounded_refusals) == (2, 2)
    assert "Of the 6 grounded, 2 only say that they don't know." in str(result)
    assert "Of the 7 grounded, 1 only says that it doesn't know." in str(shop_report(3))
    assert [*result.to_frame()["refusal"]] == [0, 0, 0, 0, 1, 0, 0, 1]
    assert result.to_dict()["refusals"] == 2


def test_a_refusal_is_known_where_the_passages_texts_are_not():
    result = report([trace("I don't know.", prompt=(Hit("a"),))])

    assert (result.refused, result.grounded_refusals) == (1, 0)
    assert "only say" not in str(result)


def test_a_report_without_refusals_says_nothing_of_them():
    assert "know" not in str(report([trace()]))


def test_a_slice_counts_its_own_refusals_and_names_its_own_gaps():
    def asked(its_id: str, kind: str) -> Case:
        return Case(its_id, "How much?", Evidence(), "3 euro", labels={"kind": kind})

    parts = report([trace("I don't know.", case=asked("q", "a")), trace(case=asked("r", "b"))]).by("kind")

    assert [each.refused for each in parts.values()] == [1, 0]
    assert [each.unknown for each in parts.values()] == [
        {"found: no passage answers it": ["q"]},
        {"found: no passage answers it": ["r"]},
    ]


def test_an_empty_prompt_has_found_nothing():
    assert report([trace("I don't know.", prompt=())]).per_question["q"] == {"found": 0, "grounded": 1, "right": 0}


TEXTS = ("Send it back within 14 days.", "The door costs 5 euro.")


def without_ids(answer: str) -> Trace:
    return trace(answer, prompt=tuple(Hit(text_id(text), text=text) for text in TEXTS))


@pytest.mark.parametrize(
    ("answer", "grounded"),
    [
        ("Within 14 days, and the door costs 5 euro.", 1),
        ("Within 14 days [return-1]. The door: 5 euro.", 1),
        ("Within 14 days [1]. The door: 5 euro [2].", 1),
        ("Within 14 days [1]. The door: 5 euro [1].", 0),
        ("Within 14 days [1]. The door: 5 euro [7].", 0),
        ("Of course.", 1),
        ("You have 30 days.", 0),
        ("First 14 days. Then 30 days [1][2].", 0),
        ("It takes 5 days.", 0),
        ("", 0),
    ],
)
def test_passages_without_ids_are_asked_for_no_citation_and_held_against_the_whole(answer, grounded):
    result = report([without_ids(answer)])

    assert result.per_question["q"]["grounded"] == grounded
    assert result.notes == [WITHOUT_IDS]


def test_an_answer_held_against_the_whole_is_shown_as_it_was_with_its_numbers_marked():
    answer = "Within 14 days [return-1], or 30 days [terms]."
    checked = held_against(answer, [Hit(text_id(text), text=text) for text in TEXTS])

    assert checked.answer == answer
    marked = [(answer[each.start : each.end], each.supported) for each in checked.marks]
    assert marked == [("14 days", True), ("30 days", False)]


def test_a_made_id_that_is_cited_after_all_is_held_to_its_passage():
    assert report([without_ids(f"5 euro [{text_id(TEXTS[0])}].")]).per_question["q"]["grounded"] == 0
    assert report([without_ids(f"5 euro [{text_id(TEXTS[1])}].")]).per_question["q"]["grounded"] == 1


def test_where_one_passage_has_an_id_citations_are_asked_for():
    mixed = trace("14 days.", prompt=(Hit("a", text=TEXTS[0]), Hit(text_id(TEXTS[1]), text=TEXTS[1])))

    assert report([mixed]).per_question["q"]["grounded"] == 0
    assert report([mixed]).notes == []


def test_the_note_on_missing_ids_says_of_how_many_where_not_of_all():
    other = trace(case=Case("r", "How much?", all_of("a"), "3 euro"))

    assert "against the whole prompt (1 question)." in report([without_ids("14 days."), other]).notes[0]


def test_questions_left_out_are_listed_by_id_the_first_three_and_by_words_where_they_have_none():
    def unlabelled(its_id: str) -> Trace:
        return trace(case=Case(its_id, f"What of {its_id}?"))

    assert "(q0, q1, q2 and 2 more)." in str(report(unlabelled(f"q{number}") for number in range(5)).table())
    assert "(What of text-1?)." in str(report([unlabelled("text-1")]).table())


def test_nothing_at_all_gives_no_means():
    result = report([])

    assert result.mean("found").mean is None
    assert "0 of 0" in str(result)


def test_a_question_answered_twice_is_refused():
    with pytest.raises(ValueError, match="question 'q' is answered twice"):
        report([trace(), trace()])


def test_anything_but_traces_is_refused_with_the_next_step():
    with pytest.raises(ValueError, match=r"For one trace write \[trace\]"):
        report(trace())
    with pytest.raises(ValueError, match="the list holds the text 'a'"):
        report(["a"])


def test_a_report_has_intervals_slices_and_a_frame_like_any_evaluation():
    result = shop_report(1)
    frame = result.to_frame()

    assert result.interval("right").questions == 8
    assert list(frame.columns) == ["found", "grounded", "right", "tokens", "refusal", "answer", "what goes wrong"]
    assert pd.isna(frame.loc["sunday", "found"])


def test_two_reports_are_compared_each_measure_on_the_questions_it_has():
    result = compare(shop_report(3), shop_report(4))

    assert result.differences["found"].interval.questions == 7
    assert result.differences["right"].interval.questions == 8
    assert "found (of 7)" in str(result)
    assert not any(each.can_tell_apart for each in result.differences.values())


def test_a_long_report_shows_its_means_alone():
    traces = [trace(case=Case(f"q{number}", "How?", all_of("a"), "3 euro")) for number in range(21)]

    assert "what goes wrong" not in str(report(traces))
    assert "what goes wrong" in str(report(traces[:20]))


def test_only_what_is_wrong_can_be_shown():
    names = [row[0] for row in shop_report(3).table_per_question(wrong_only=True).rows]

    assert names == ["I want to return the goods"]
