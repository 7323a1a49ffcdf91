"""What the model is given to read, and how long it is."""

import textwrap
from collections.abc import Sequence

from ragedu.cases import Hit

INSTRUCTIONS = textwrap.dedent(
    """
    Below you find passages, each with its id in square brackets. Answer the question from these passages and from
    nothing else, even where you believe that you know better. Put the id of the passage that an answer rests on at the
    end of the sentence, in square brackets. Take every number over exactly as the passage has it, together with its
    unit. If the passages do not answer the question, say only: I don't know. Write one or two short sentences, in the
    language of the question.
    """
).strip()
"""What a model is told before any passages, where nothing else is given."""


def build_prompt(question: str, hits: Sequence[Hit], instructions: str = INSTRUCTIONS) -> str:
    """The whole text a model reads: instructions, passages with their ids, the question."""
    passages = "\n".join(f"[{hit.id}] {hit.text}" for hit in hits)
    return f"{instructions}\n\nPassages:\n{passages}\n\nQuestion: {question}\nAnswer:"


def count_tokens(text: str) -> int:
    """How many tokens a text counts: here one for each word, whatever stands between blanks.

    A rule that needs no network and anyone can recount. A model's own tokenizer gives larger numbers,
    about four for every three English words; shares and comparisons come out much alike.
    """
    return len(text.split())
