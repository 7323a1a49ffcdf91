"""Models: a question and the passages in the prompt go in, an answer that says where it comes from comes out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

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
    """Whatever answers a question from passages."""

    def reply(self, question: str, hits: Sequence[Hit]) -> Reply:
        """Answer the question from these passages."""
        ...


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

    def reply(self, question: str, hits: Sequence[Hit]) -> Reply:
        """The recorded answer to exactly this prompt, or the fallback model's."""
        recorded = self._recorded.get((asked(question), tuple(ids_of(hits))))
        return self._fallback.reply(question, hits) if recorded is None else Reply(recorded, "recorded")
