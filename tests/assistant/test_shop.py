"""The shop: the model alone gives the ranks, and the recorded answers behave as the lessons say."""

import random
import re
from dataclasses import replace
from math import isclose

import pytest

from ragedu.assistant import shop
from ragedu.assistant.models import REFUSAL
from ragedu.assistant.pipeline import Assistant
from ragedu.assistant.retrievers import TrigramRetriever
from ragedu.cases import Case, Hit, Passage, Trace, ids_of
from ragedu.retrieval import rank_of, recall_at_k

RANKS = [1, 3, 4, 2, 2, 1, 1]
KS = (1, 2, 3, 4)


def expected_of(case: Case) -> str:
    (passage,) = case.relevant
    return passage


def ranks_by(retriever: TrigramRetriever, rename: dict[str, str] | None = None) -> list[int]:
    names = rename or {}
    rankings = [(ids_of(retriever.search(case.question, 100)), expected_of(case)) for case in shop.answerable]
    return [rank_of(ranking, names.get(expected, expected)) for ranking, expected in rankings]


def all_traces(k: int, threshold: float | None = None) -> list[Trace]:
    return [shop.answer(case.question, k, threshold) for case in shop.cases]


# --- the data ---


def test_eight_questions_of_which_seven_have_a_passage():
    assert len(shop.cases) == 8
    assert [case.question for case in shop.cases if not case.relevant] == ["Are you open on Sunday?"]
    assert shop.answerable == shop.cases[:7]


def test_nine_passages_with_ids_of_their_own():
    assert len({passage.id for passage in shop.passages}) == 9


def test_every_expected_passage_exists_and_holds_what_a_right_answer_says():
    texts = {passage.id: passage.text for passage in shop.passages}

    assert {expected_of(case) for case in shop.answerable} <= set(texts)


def test_ids_of_questions_and_their_words_are_unique():
    assert len({case.id for case in shop.cases}) == len({case.question for case in shop.cases}) == 8


# --- the ranking comes from the model alone ---


def test_the_right_passages_stand_where_the_lessons_say():
    assert ranks_by(shop.retriever) == RANKS


def test_the_mean_reciprocal_rank_is_that_of_the_lessons():
    assert round(sum(1 / rank for rank in ranks_by(shop.retriever)) / 7, 3) == 0.655


def test_recall_is_three_five_six_seven_of_seven():
    recalls = [
        sum(recall_at_k(ids_of(shop.search(case.question)), case.relevant, k) for case in shop.answerable) for k in KS
    ]

    assert recalls == [3, 5, 6, 7]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_passages_are_stored_makes_no_difference(seed: int):
    shuffled = random.Random(seed).sample(shop.passages, len(shop.passages))

    for case in shop.cases:
        assert TrigramRetriever(shuffled).search(case.question, 9) == shop.search(case.question)


def test_the_names_of_the_passages_make_no_difference():
    names = {passage.id: f"p-{9 - place}" for place, passage in enumerate(shop.passages)}
    renamed = TrigramRetriever([Passage(names[each.id], each.text) for each in shop.passages])

    assert ranks_by(renamed, names) == RANKS


def test_the_names_of_the_questions_make_no_difference():
    assistant = Assistant(shop.retriever, shop.model, k=9)

    for case in shop.cases:
        renamed = assistant.ask(replace(case, id="renamed", labels={"kind": "x"}))
        assert renamed.candidates == assistant.ask(case).candidates
        assert renamed.answer == assistant.ask(case).answer


def test_labels_make_no_difference_to_what_is_found():
    assistant = Assistant(shop.retriever, shop.model, k=9)

    for case in shop.answerable:
        assert assistant.ask(replace(case, evidence=None)).candidates == assistant.ask(case).candidates


def test_no_right_passage_owes_its_rank_to_a_tie():
    for case in shop.answerable:
        scores = {hit.id: hit.score or 0 for hit in shop.search(case.question)}
        right = scores.pop(expected_of(case))
        assert not [each for each, score in scores.items() if isclose(score, right, rel_tol=1e-6)]


def test_the_return_question_is_led_astray_as_the_lesson_tells():
    assert ids_of(shop.search("I want to return the goods", 2)) == ["warranty-1", "return-2"]
    assert ids_of(shop.search("When will you give me my money back?", 1)) == ["return-1"]


def test_search_gives_all_nine_unless_told_otherwise():
    assert len(shop.search("card")) == 9
    assert len(shop.search("card", k=2)) == 2


# --- the recorded answers ---


def found(trace: Trace) -> bool:
    return bool(trace.case.relevant & set(trace.prompt_ids))


def is_grounded(trace: Trace) -> bool:
    """A check of the test's own: every cited id is in the prompt, every number stands in a cited passage."""
    answer = trace.answer or ""
    cited = re.findall(r"\[([\w-]+)\]", answer)
    texts = {hit.id: hit.text or "" for hit in trace.prompt or ()}
    read = " ".join(texts.get(each, "") for each in cited)
    numbers = re.findall(r"\d+", re.sub(r"\[[\w-]+\]", "", answer))
    return set(cited) <= set(texts) and all(re.search(rf"\b{number}\b", read) for number in numbers)


@pytest.mark.parametrize(
    ("k", "how_many_found", "grounded", "right"), [(1, 3, 6, 5), (2, 5, 6, 7), (3, 6, 7, 7), (4, 7, 8, 8)]
)
def test_found_grounded_and_right_are_as_the_lessons_say(k: int, how_many_found: int, grounded: int, right: int):
    traces = all_traces(k)

    assert sum(found(trace) for trace in traces[:7]) == how_many_found
    assert sum(is_grounded(trace) for trace in traces) == grounded
    assert sum(trace.verdict == "right" for trace in traces) == right


@pytest.mark.parametrize("k", KS)
def test_every_answer_of_the_lessons_is_recorded_and_says_so(k: int):
    assert {trace.answer_source for trace in all_traces(k)} == {"recorded"}
    assert all("recorded answer" in str(trace) for trace in all_traces(k))


def test_tokens_rise_with_every_k():
    totals = [sum(trace.tokens or 0 for trace in all_traces(k)) for k in range(1, 10)]

    assert totals == sorted(set(totals))


def test_the_step_from_three_to_four_costs_five_to_ten_percent():
    three, four = (sum(trace.tokens or 0 for trace in all_traces(k)) for k in (3, 4))

    assert 1.05 < four / three < 1.10


def test_at_k_one_the_answers_go_wrong_as_the_lesson_tells():
    answers = {trace.case.id: trace for trace in all_traces(1)}

    assert answers["parcel-arrives"].verdict == "right"
    assert not is_grounded(answers["parcel-arrives"])
    assert (answers["return-goods"].verdict, is_grounded(answers["return-goods"])) == ("wrong", False)
    assert (answers["money-back"].verdict, is_grounded(answers["money-back"])) == ("wrong", True)
    assert answers["cash"].answer == REFUSAL


def test_at_k_three_the_return_takes_its_number_from_nowhere():
    answer = shop.answer("I want to return the goods", k=3)

    assert answer.answer == "You can send the goods back within 30 days [return-2]."
    assert not is_grounded(answer)


def test_the_colleagues_two_questions_pass_at_k_one():
    for question in ("How much does delivery to an office cost?", "My bank declined the card"):
        trace = shop.answer(question, k=1)
        assert trace.verdict == "right"
        assert is_grounded(trace)


# --- with a threshold ---


def test_a_threshold_leaves_sunday_without_passages_and_costs_one_found_question():
    traces = all_traces(3, threshold=0.16)
    sunday = traces[7]

    assert (sunday.prompt, sunday.answer, sunday.answer_source, sunday.tokens) == ((), REFUSAL, "fixed", 0)
    assert sunday.verdict == "right"
    assert sum(found(trace) for trace in traces[:7]) == 5


def test_a_prompt_that_the_threshold_changed_gets_its_own_answer():
    for trace in all_traces(4, threshold=0.16):
        recorded = shop.answer(trace.case.question, k=max(1, len(trace.prompt_ids)))
        if trace.prompt_ids:
            assert (trace.answer, trace.answer_source) == (recorded.answer, recorded.answer_source)


def test_what_was_found_is_told_even_where_the_threshold_drops_it():
    sunday = shop.answer("Are you open on Sunday?", threshold=0.16)

    assert len(sunday.candidates or ()) == 9


# --- other questions ---


def test_a_question_nobody_recorded_goes_to_the_extractive_model_and_says_so():
    trace = shop.answer("Can I pay when the parcel comes?")

    assert trace.answer_source == "extractive"
    assert "(extractive answer, " in str(trace)
    assert trace.verdict is None
    assert is_grounded(trace)


def test_a_recorded_question_with_another_prompt_goes_there_too():
    question = "My bank declined the card"
    reply = shop.model.reply(question, shop.search(question, k=3)[::-1])

    assert reply.source == "extractive"
    assert reply.text == "If the bank declines your card, please try another card [payment-2]."


@pytest.mark.parametrize("k", range(1, 10))
def test_every_cut_of_every_shop_question_is_recorded(k: int):
    assert {shop.answer(case.question, k=k).answer_source for case in shop.cases} == {"recorded"}


@pytest.mark.parametrize("question", ["", "???", "你好", "\n"])
def test_a_question_that_shares_nothing_is_refused_politely(question: str):
    assert shop.answer(question).answer == REFUSAL


@pytest.mark.parametrize("k", [0, -1, 1.5])
def test_a_k_that_is_none_is_refused(k: float):
    with pytest.raises(ValueError, match="k must be a whole number from 1 up"):
        shop.answer("card", k=k)  # type: ignore[arg-type]


def test_a_hit_carries_the_text_of_its_passage():
    texts = {passage.id: passage.text for passage in shop.passages}

    assert all(isinstance(hit, Hit) and hit.text == texts[hit.id] for hit in shop.search("card"))
