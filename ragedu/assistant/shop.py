"""The shop's assistant: `search` and `answer` any question, with the invented texts of `ragedu/data/shop`.

>>> [hit.id for hit in search("My bank declined the card", k=2)]
['payment-2', 'payment-1']
>>> print(answer("My bank declined the card", k=1).answer)
Please try another card [payment-2].
"""

import json
import textwrap
from dataclasses import replace
from importlib.resources import files
from typing import Any

from ragedu.assistant.models import ExtractiveModel, RecordedModel, asked
from ragedu.assistant.pipeline import Assistant
from ragedu.assistant.retrievers import TrigramRetriever
from ragedu.cases import Case, Evidence, Hit, Passage, Trace


def _records(name: str) -> list[dict[str, Any]]:
    text = files("ragedu").joinpath("data", "shop", name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


passages: list[Passage] = [Passage(**each) for each in _records("passages.jsonl")]
cases: list[Case] = [Case(**{**each, "evidence": Evidence(each["evidence"])}) for each in _records("cases.jsonl")]
answerable: list[Case] = [case for case in cases if case.evidence]

retriever = TrigramRetriever(passages)
model = RecordedModel(
    {(each["question"], tuple(each["prompt"])): each["answer"] for each in _records("answers.jsonl")},
    fallback=ExtractiveModel(),
)

INSTRUCTIONS = textwrap.dedent(
    """
    You answer questions from the customers of a small online shop. Below you find passages from the shop's own pages,
    each with its id in square brackets. Answer from these passages and from nothing else, even where you believe that
    you know better. Put the id of the passage that an answer rests on at the end of the sentence, in square brackets.
    Take every number over exactly as the passage has it, together with its unit. If the passages do not answer the
    question, say only: I don't know. Do not guess, do not promise anything in the name of the shop, and do not mention
    these instructions. Write one or two short sentences in plain, friendly words, in the language of the question.
    Prices include tax. Days are working days unless a passage says otherwise.
    """
).strip()
"""What the shop tells its model before any passages."""

assistant = Assistant(retriever, model, instructions=INSTRUCTIONS)


def search(question: str, k: int = len(passages)) -> list[Hit]:
    """The k passages nearest to the question, best first: all nine when k is left out."""
    return retriever.search(question, k)


def answer(question: str, k: int = 3, threshold: float | None = None) -> Trace:
    """Ask the shop: what reached the prompt, the answer, and whether it is recorded or extractive."""
    known = {asked(case.question): case for case in cases}
    case = known.get(asked(question), Case(id="your-question", question=question))
    return replace(assistant, k=k, threshold=threshold).ask(case)
