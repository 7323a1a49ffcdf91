"""A chat model against a real endpoint on this machine."""

import pytest

from ragedu.assistant import shop
from ragedu.assistant.chat import ChatModel
from ragedu.assistant.models import Reply
from ragedu.assistant.pipeline import Assistant
from ragedu.assistant.prompt import build_prompt
from ragedu.cases import Case, Hit, all_of
from ragedu.judging.judges import JudgeError
from tests.judging.endpoint import endpoint, says


def test_a_chat_model_reads_the_prompt_and_nothing_else_and_its_words_come_back():
    hits = [Hit("payment-2", text="Please try another card.")]
    with endpoint(says("<think>Cards.</think>\nTry another card [payment-2].\n")) as running:
        reply = ChatModel("m", base_url=running.url).reply("Card declined?", hits)

    (request,) = running.requests
    assert reply == Reply("Try another card [payment-2].", "m")
    assert request["messages"] == [{"role": "user", "content": build_prompt("Card declined?", hits)}]
    assert (request["model"], request["temperature"]) == ("m", 0.0)
    assert "response_format" not in request


def test_a_chat_model_with_a_cache_is_asked_once(tmp_path):
    hits = [Hit("payment-2", text="Please try another card.")]
    with endpoint(says("Try another card.")) as running:
        for _ in range(2):
            model = ChatModel("m", base_url=running.url, cache=tmp_path / "replies.jsonl")
            assert model.reply("Card?", hits).text == "Try another card."

    assert len(running.requests) == 1
    offline = ChatModel("m", cache=tmp_path / "replies.jsonl", offline=True)
    assert offline.reply("Card?", hits).text == "Try another card."
    with pytest.raises(JudgeError, match=r"no reply of m to this 'answer' question is in .*, and offline=True forbids"):
        offline.reply("Another question?", hits)


def test_an_empty_answer_is_asked_for_again():
    with endpoint(says(""), says("Try another card.")) as running:
        assert ChatModel("m", base_url=running.url).reply("Card?", []).text == "Try another card."

    assert running.requests[1]["messages"][-1]["content"] == (
        "That could not be read: the reply is empty. Send the answer."
    )


def test_an_assistant_can_be_made_of_a_chat_model():
    case = Case("card", "My bank declined the card", all_of("payment-2"), "another card")
    with endpoint(says("Please try another card [payment-2].")) as running:
        trace = Assistant(shop.retriever, ChatModel("m", base_url=running.url), k=1).ask(case)

    assert (trace.answer_source, trace.verdict, trace.prompt_ids) == ("m", "right", ["payment-2"])


def test_a_chat_model_is_told_the_assistants_instructions():
    case = Case("card", "My bank declined the card", all_of("payment-2"))
    with endpoint(says("Try another card.")) as running:
        model = ChatModel("m", base_url=running.url)
        trace = Assistant(shop.retriever, model, k=1, instructions="Be brief.").ask(case)

    (request,) = running.requests
    assert request["messages"][0]["content"] == build_prompt(case.question, trace.prompt or (), "Be brief.")
    assert request["messages"][0]["content"].startswith("Be brief.\n\nPassages:\n[payment-2]")
