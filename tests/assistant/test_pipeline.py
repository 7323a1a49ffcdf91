"""Retriever, prompt and model in a row: a trace tells it all, and tokens count only where a model was asked."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ragedu.assistant.models import REFUSAL, Reply
from ragedu.assistant.pipeline import Assistant
from ragedu.assistant.prompt import INSTRUCTIONS, build_prompt, count_tokens
from ragedu.cases import Case, Hit, Passage, all_of, any_of

CASE = Case("q-1", "Which card?", expected="any card")


class Fixed:
    """A retriever with one ranking, and a model that says one thing and remembers what it read."""

    def __init__(self) -> None:
        self.read: list[list[str]] = []

        self.passages = [Passage("a", "Any card."), Passage("b", "Cash."), Passage("c", "Else.")]

    def search(self, question: str, k: int) -> list[Hit]:
        return [Hit("a", 0.9, "Any card."), Hit("b", 0.5, "Cash."), Hit("c", None, "Else.")][:k]

    def reply(self, question: str, hits: Sequence[Hit]) -> Reply:
        self.read.append([hit.id for hit in hits])
        return Reply("Any card [a].", "test")


def test_a_trace_tells_what_was_found_read_and_said():
    fixed = Fixed()
    trace = Assistant(fixed, fixed, k=2).ask(CASE)

    assert fixed.read == [["a", "b"]]
    assert [hit.id for hit in trace.candidates or ()] == trace.prompt_ids == ["a", "b"]
    assert (trace.answer, trace.answer_source, trace.verdict) == ("Any card [a].", "test", "right")
    assert trace.tokens == count_tokens(build_prompt(CASE.question, trace.prompt or ()) + " Any card [a].")


def test_a_threshold_lets_pass_what_reaches_it():
    fixed = Fixed()

    assert Assistant(fixed, fixed, k=3, threshold=0.5).ask(CASE).prompt_ids == ["a", "b"]


def test_a_hit_of_unknown_similarity_passes_no_threshold():
    fixed = Fixed()

    assert Assistant(fixed, fixed, k=3, threshold=0.0).ask(CASE).prompt_ids == ["a", "b"]
    assert Assistant(fixed, fixed, k=3).ask(CASE).prompt_ids == ["a", "b", "c"]


def test_with_nothing_to_read_no_model_is_asked_and_no_token_counted():
    fixed = Fixed()
    trace = Assistant(fixed, fixed, threshold=1.0).ask(CASE)

    assert fixed.read == []
    assert (trace.answer, trace.answer_source, trace.tokens, trace.verdict) == (REFUSAL, "fixed", 0, "wrong")


@pytest.mark.parametrize("k", [0, -3, 2.0, "3"])
def test_an_assistant_without_a_whole_k_is_refused(k: int):
    with pytest.raises(ValueError, match="k must be a whole number from 1 up"):
        Assistant(Fixed(), Fixed(), k=k)


# --- the prompt ---


def test_a_prompt_holds_instructions_passages_with_ids_and_the_question():
    prompt = build_prompt("Which card?", [Hit("a", 1, "Any card."), Hit("b", 1, "Cash.")])

    assert prompt.startswith(INSTRUCTIONS)
    assert "\n[a] Any card.\n[b] Cash.\n" in prompt
    assert prompt.endswith("Question: Which card?\nAnswer:")


def test_the_instructions_have_about_140_words():
    assert 130 <= count_tokens(INSTRUCTIONS) <= 150


def test_a_token_is_what_stands_between_blanks():
    assert count_tokens("one, two\n three") == 3
    assert count_tokens("") == 0


# --- the oracle's question ---


def test_the_oracles_prompt_holds_what_the_case_expects_and_nothing_else():
    fixed = Fixed()
    trace = Assistant(fixed, fixed, k=1).ask_oracle(replace(CASE, evidence=all_of("c", "a")))

    assert fixed.read == [["c", "a"]]
    assert [hit.text for hit in trace.prompt or ()] == ["Else.", "Any card."]
    assert (trace.candidates, trace.answer, trace.verdict) == (None, "Any card [a].", "right")


def test_of_alternatives_the_oracle_gives_the_first_that_there_is():
    fixed = Fixed()

    assert Assistant(fixed, fixed).ask_oracle(replace(CASE, evidence=any_of("gone", "b", "a"))).prompt_ids == ["b"]


def test_what_was_never_indexed_is_taken_from_all_passages():
    fixed = Fixed()
    assistant = Assistant(fixed, fixed, passages=[Passage("scan", "Any card, says the scan.")])

    trace = assistant.ask_oracle(replace(CASE, evidence=all_of("scan")))
    assert [hit.text for hit in trace.prompt or ()] == ["Any card, says the scan."]


def test_a_passage_nobody_has_is_asked_for():
    fixed = Fixed()

    with pytest.raises(ValueError, match=r"expects scan or x, of which the assistant knows no text\."):
        Assistant(fixed, fixed).ask_oracle(replace(CASE, evidence=any_of("scan", "x")))
    with pytest.raises(ValueError, match="the case 'q-1' expects no passages"):
        Assistant(fixed, fixed).ask_oracle(CASE)


# --- another count of tokens ---


def test_tokens_can_be_counted_another_way():
    fixed = Fixed()
    letters = Assistant(fixed, fixed, k=1, count=len).ask(CASE)

    assert letters.tokens == len(build_prompt(CASE.question, letters.prompt or ()) + " Any card [a].")
