"""Models say what kind they are, and cite what they read."""

import pytest

from ragedu.assistant.models import REFUSAL, ExtractiveModel, RecordedModel, Reply
from ragedu.cases import Hit

HITS = [
    Hit("a", 0.5, "The office is open. A parcel waits for 7 days."),
    Hit("b", 0.4, "Cards are fine."),
    Hit("c", None, None),
]


def test_the_extractive_model_quotes_the_nearest_sentence_and_cites_its_passage():
    reply = ExtractiveModel().reply("How long does a parcel wait?", HITS)

    assert reply == Reply("A parcel waits for 7 days [a].", "extractive")


def test_it_refuses_where_nothing_is_shared():
    assert ExtractiveModel().reply("zzz", HITS) == Reply(REFUSAL, "extractive")
    assert ExtractiveModel().reply("card", []) == Reply(REFUSAL, "extractive")


def test_of_equally_near_sentences_the_first_is_taken():
    assert ExtractiveModel().reply("card", [Hit("x", 1, "Card."), Hit("y", 1, "Card.")]).text == "Card [x]."


def test_a_recording_is_given_for_exactly_its_prompt():
    model = RecordedModel({("card?", ("a", "b")): "Yes [a]."}, fallback=ExtractiveModel())

    assert model.reply("card?", HITS[:2]) == Reply("Yes [a].", "recorded")
    for question, hits in (("card?", HITS[:1]), ("card?", [HITS[1], HITS[0]]), ("cards?", HITS[:2])):
        assert model.reply(question, hits).source == "extractive"


@pytest.mark.parametrize("typed", ["card", "Card?", "  CARD ?!", "ｃａｒｄ?"])
def test_the_same_words_are_the_same_question(typed: str):
    model = RecordedModel({("card?", ("a", "b")): "Yes [a]."}, fallback=ExtractiveModel())

    assert model.reply(typed, HITS[:2]) == Reply("Yes [a].", "recorded")


def test_an_empty_recording_is_a_recording():
    model = RecordedModel({("card?", ("a",)): ""}, fallback=ExtractiveModel())

    assert model.reply("card?", HITS[:1]) == Reply("", "recorded")


def test_it_quotes_whole_sentences_of_any_script():
    hits = [Hit("a", 1, "价格是5元。14天内退货。"), Hit("b", 1, "Ask Dr. Smith about shoes. Or wait.")]

    assert ExtractiveModel().reply("14天内退货", hits).text == "14天内退货 [a]."
    assert ExtractiveModel().reply("Dr. Smith", hits).text == "Ask Dr. Smith about shoes [b]."
