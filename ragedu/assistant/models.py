"""Models: a question and the passages in the prompt go in, an answer that says where it comes from comes out."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Protocol

from ragedu.assistant.prompt import INSTRUCTIONS
from ragedu.assistant.retrievers import cosine, trigrams
from ragedu.cases import Hit, folded, ids_of
from ragedu.grounding import sentences

REFUSAL = "I don't know."


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, and what kind of model said it: "recorded", "extractive", or a model's name."""

    text: str
    source: str


class Model(Protocol):
    """Whatever answers a question from passages.

    A model that reads instructions takes them as `instructions`, as `ChatModel` does; see `replied`.
    """

    def reply(self, question: str, hits: Sequence[Hit]) -> Reply:
        """Answer the question from these passages."""
        ...


def replied(model: Model, question: str, hits: Sequence[Hit], instructions: str) -> Reply:
    """A model's reply; the instructions are for those whose `reply` takes `instructions`, others read none."""
    reply: Callable[..., Reply] = model.reply
    if "instructions" in signature(reply).parameters:
        return reply(question, hits, instructions=instructions)
    return reply(question, hits)


class ExtractiveModel:
    """Answers with the sentence of the prompt that is nearest to the question, and cites its passage.

    It never writes a word of its own; with no passage that shares anything with the question it says "I don't know."
    """

    def reply(self, question: str, hits: Sequence[Hit]) -> Reply:
        """The nearest sentence, with its citation before the full stop."""
        said = [(str(sentence), hit.id) for hit in hits for sentence in sentences(hit.text or "")]
        vector = trigrams(question)
        scored = [(cosine(vector, trigrams(sentence)), sentence, its_id) for sentence, its_id in said]
        nearness, sentence, its_id = max(scored, key=lambda each: each[0], default=(0.0, "", ""))
        return Reply(f"{sentence.rstrip('.!?。।')} [{its_id}]." if nearness > 0 else REFUSAL, "extractive")


def asked(question: str) -> str:
    """A question's words alone: whoever types it without its question mark, or in small letters, asks the same."""
    return " ".join(re.findall(r"\w+", folded(question)))


class RecordedModel:
    """Answers written down beforehand, keyed by the question and the ids in the prompt; any other prompt falls through.

    The key keeps a recording true: change k or the threshold, and the answer that belongs to the new prompt is given.
    """

    def __init__(self, recorded: Mapping[tuple[str, tuple[str, ...]], str], fallback: Model) -> None:
        self._recorded = {(asked(question), prompt): answer for (question, prompt), answer in recorded.items()}
        self._fallback = fallback

    def reply(self, question: str, hits: Sequence[Hit], instructions: str = INSTRUCTIONS) -> Reply:
        """The recorded answer to exactly these passages, or the fallback model's, which reads the instructions."""
        recorded = self._recorded.get((asked(question), tuple(ids_of(hits))))
        if recorded is not None:
            return Reply(recorded, "recorded")
        return replied(self._fallback, question, hits, instructions)
