"""Retriever, prompt and model in a row: a trace tells it all, and tokens count only where a model was asked."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ragedu.assistant import shop
from ragedu.assistant.models import REFUSAL, RecordedModel, Reply
from ragedu.assistant.pipeline import Assistant
from ragedu.assistant.prompt import INSTRUCTIONS, build_prompt, count_tokens
from ragedu.assistant.retrievers import TrigramRetriever
from ragedu.cases import Case, Hit, Passage, all_of, any_of
from ragedu.diagnosis import first_failure

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
    assert trace.prompt_ids == ["a", "b"]
    assert [hit.id for hit in trace.candidates or ()] == ["a", "b", "c"]
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


def test_a_trace_says_which_of_the_expected_passages_the_retriever_holds():
    fixed = Fixed()
    case = replace(CASE, evidence=any_of("a", "scan"))

    assert Assistant(fixed, fixed).ask(case).indexed == {"a"}
    assert Assistant(fixed, fixed).ask(replace(case, evidence=None)).indexed is None
    del fixed.passages
    assert Assistant(fixed, fixed).ask(case).indexed is None


class Many:
    """A retriever that finds sixty passages in their order, and remembers how deep it was asked."""

    def __init__(self) -> None:
        self.passages = [Passage(f"page-{number}", f"Page {number}.") for number in range(1, 61)]
        self.depths: list[int] = []

    def search(self, question: str, k: int) -> list[Hit]:
        self.depths.append(k)
        return [Hit(each.id, 1 - place / 100, each.text) for place, each in enumerate(self.passages[:k])]


def test_a_live_trace_can_be_diagnosed():
    ask = Assistant(Many(), Fixed(), k=10).ask

    def why(needed: str) -> str:
        return str(first_failure(ask(Case("q", "?", all_of(needed), "no such words"))))

    assert why("page-41") == "retrieval: page-41 was found at rank 41, prompt cut at 10."
    assert why("page-55") == "retrieval: page-55 is indexed, and not among the 50 found."
    assert why("page-99") == "index: page-99 is not in the index."
    assert why("page-10").startswith("generation: ")


def test_the_depth_is_an_option_and_never_less_than_k():
    many = Many()
    for k, depth in ((3, 5), (5, 3), (60, 50)):
        trace = Assistant(many, Fixed(), k=k, depth=depth).ask(CASE)
        assert (many.depths[-1], len(trace.candidates or ()), len(trace.prompt_ids)) == (
            max(k, depth),
            max(k, depth),
            k,
        )


@pytest.mark.parametrize("depth", [0, -1, 2.0, "3", None, True])
def test_a_depth_that_is_no_whole_number_is_refused(depth):
    with pytest.raises(ValueError, match="depth must be a whole number from 1 up, not"):
        Assistant(Fixed(), Fixed(), depth=depth)


@pytest.mark.parametrize("threshold", ["0.2", float("nan"), True])
def test_a_threshold_that_is_no_finite_number_is_refused(threshold):
    with pytest.raises(ValueError, match="a threshold must be a finite number"):
        Assistant(Fixed(), Fixed(), threshold=threshold)


def test_a_threshold_may_be_one_of_numpys_numbers():
    import numpy

    for value in (numpy.float32(0.5), numpy.float64(0.5)):
        assert Assistant(Fixed(), Fixed(), threshold=value).ask(CASE).prompt_ids == ["a", "b"]


@pytest.mark.parametrize(
    ("retriever", "model", "said"),
    [
        (
            [Passage("a", "x")],
            Fixed(),
            r"the retriever of an assistant needs search\(question, k\), which \[Passage.* has not",
        ),
        (None, Fixed(), "the retriever of an assistant needs search"),
        (TrigramRetriever, Fixed(), r"which <class .*TrigramRetriever.* has not\. For a list of passages"),
        (Fixed(), "gpt", r"the model of an assistant needs reply\(question, hits\), which the text 'gpt' has not"),
    ],
)
def test_what_cannot_search_or_reply_is_refused_when_the_assistant_is_made(retriever, model, said):
    with pytest.raises(ValueError, match=said):
        Assistant(retriever, model)


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


def test_the_shops_instructions_have_about_140_words_and_others_are_not_told_of_a_shop():
    assert 130 <= count_tokens(shop.INSTRUCTIONS) <= 150
    assert "shop" in shop.INSTRUCTIONS
    assert "shop" not in INSTRUCTIONS
    assert "I don't know" in INSTRUCTIONS


class Reader(Fixed):
    """A model that takes instructions, and remembers them."""

    told = ""

    def reply(self, question: str, hits: Sequence[Hit], instructions: str = "") -> Reply:
        self.told = instructions
        return Reply("Any card [a].", "test")


def test_instructions_reach_the_model_and_the_count_of_tokens():
    reader = Reader()
    traces = [
        Assistant(reader, reader, k=1, instructions=each).ask(CASE)
        for each in ("Be brief.", "Be as brief as possible.")
    ]

    assert reader.told == "Be as brief as possible."
    assert (traces[1].tokens or 0) - (traces[0].tokens or 0) == 3
    assert Assistant(reader, reader).ask_oracle(replace(CASE, evidence=all_of("a"))).tokens
    assert reader.told == INSTRUCTIONS


def test_a_recorded_model_hands_the_instructions_on_to_its_fallback():
    reader = Reader()
    Assistant(reader, RecordedModel({}, fallback=reader), instructions="Be brief.").ask(CASE)

    assert reader.told == "Be brief."


def test_instructions_that_are_no_text_are_refused():
    with pytest.raises(ValueError, match=r"the instructions of an assistant must be text, not None"):
        Assistant(Fixed(), Fixed(), instructions=None)


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
