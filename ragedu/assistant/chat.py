"""A chat model that answers, at any endpoint that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, or a service."""

from collections.abc import Sequence
from typing import Any

from ragedu.assistant.models import Reply
from ragedu.assistant.prompt import INSTRUCTIONS, build_prompt
from ragedu.cases import Hit
from ragedu.judging.client import ChatClient


class ChatModel:
    """A chat model as the assistant's own. It needs the extra `llm`.

    >>> ChatModel("llama3.1", base_url="http://localhost:11434/v1", cache="replies.jsonl")
    ChatModel(llama3.1)

    model    the model's name at the endpoint; its replies name it as their source
    options  base_url, api_key, cache, offline, timeout, attempts, temperature, extra: as `ChatJudge` takes
             them; with a cache file a run is repeated without a call

    What it reads is the text of `build_prompt` and nothing else. JudgeError where no answer can be had.
    """

    def __init__(self, model: str, **options: Any) -> None:
        self.client = ChatClient(model, **options)

    def __repr__(self) -> str:
        return f"ChatModel({self.client.model})"

    def reply(self, question: str, hits: Sequence[Hit], instructions: str = INSTRUCTIONS) -> Reply:
        """The model's own words. An `Assistant` hands on its instructions."""
        prompt = build_prompt(question, hits, instructions)
        return Reply(self.client.ask_text(prompt, name="answer"), self.client.model)
