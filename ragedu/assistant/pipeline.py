"""The assistant under test: a retriever, a prompt and a model in a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real

from ragedu.assistant.models import REFUSAL, Model, Reply, replied
from ragedu.assistant.prompt import INSTRUCTIONS, build_prompt, count_tokens
from ragedu.assistant.retrievers import Retriever
from ragedu.cases import Case, Hit, Passage, Trace, described, whole_number
from ragedu.retrieval import checked_k

DEPTH = 50
"""How many passages an assistant searches for, if nothing else is said."""


@dataclass(frozen=True, slots=True)
class Assistant:
    """Finds passages, puts the first k that are near enough into the prompt, and lets the model answer from them.

    retriever     ranks the passages
    model         answers from those in the prompt
    k             how many passages reach the prompt at most, 1 or more
    threshold     the similarity a passage needs at least to reach the prompt; None lets all pass
    count         the tokens of a text; `count_tokens` if not given
    passages      all there are, also those that were never indexed, for `ask_oracle`; None takes the retriever's
    depth         how many passages are searched for at least, so that a trace tells at which rank one was that did not
                  reach the prompt; 1 or more
    instructions  what the model is told before the passages; their tokens count

    ValueError for a retriever that can't search, a model that can't reply, a k, a threshold or a depth that is no such
    number, and instructions that are no text.
    """

    retriever: Retriever
    model: Model
    k: int = 3
    threshold: float | None = None
    count: Callable[[str], int] = count_tokens
    passages: Sequence[Passage] | None = None
    depth: int = DEPTH
    instructions: str = INSTRUCTIONS

    def __post_init__(self) -> None:
        _refuse_without("search", "retriever", self.retriever, "For a list of passages: TrigramRetriever(passages).")
        _refuse_without("reply", "model", self.model, "ExtractiveModel() needs no network.")
        checked_k(self.k)
        if (whole_number(self.depth) or 0) < 1:
            raise ValueError(f"depth must be a whole number from 1 up, not {described(self.depth)}.")
        if self.threshold is not None:
            checked_threshold(self.threshold)
        if not isinstance(self.instructions, str):
            raise ValueError(f"the instructions of an assistant must be text, not {described(self.instructions)}.")

    def ask(self, case: Case) -> Trace:
        """Answer the case's question and tell the whole story."""
        candidates = self.retriever.search(case.question, max(self.k, self.depth))
        prompt = [hit for hit in candidates if self._is_near_enough(hit)][: self.k]
        return self._answered(Trace(case, self._indexed(case), tuple(candidates), prompt=tuple(prompt)))

    def _indexed(self, case: Case) -> frozenset[str] | None:
        """Which of the expected passages the retriever holds; None where it doesn't say what it holds."""
        held = getattr(self.retriever, "passages", None)
        if held is None or case.evidence is None:
            return None
        return case.relevant.intersection(each.id for each in held)

    def ask_oracle(self, case: Case) -> Trace:
        """Answer from the passages that the case expects and nothing else; of alternatives the first that there is.

        ValueError if none is expected, or a passage is nowhere to be found.
        """
        if not case.evidence:
            raise ValueError(f"the case {case.id!r} expects no passages, so there is nothing to give to the model.")
        known = {each.id: each for each in (self.retriever.passages if self.passages is None else self.passages)}
        given = [_first_of(group, known, case) for group in case.evidence.groups]
        return self._answered(Trace(case, prompt=tuple(given)))

    def _answered(self, trace: Trace) -> Trace:
        question, prompt = trace.case.question, trace.prompt or ()
        # With nothing to read the model is not called: an honest refusal costs no tokens.
        reply = replied(self.model, question, prompt, self.instructions) if prompt else Reply(REFUSAL, "fixed")
        read = build_prompt(question, prompt, self.instructions)
        return replace(
            trace,
            answer=reply.text,
            answer_source=reply.source,
            verdict=trace.case.verdict_on(reply.text),
            tokens=self.count(f"{read} {reply.text}") if prompt else 0,
        )

    def _is_near_enough(self, hit: Hit) -> bool:
        return self.threshold is None or (hit.score is not None and hit.score >= self.threshold)


def checked_threshold(value: object) -> float:
    """A threshold, once it is sure to be a finite number. ValueError otherwise."""
    # numpy's numbers are real ones as well.
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise ValueError(f"a threshold must be a finite number, such as 0.2, not {described(value)}.")
    return float(value)


def _refuse_without(verb: str, name: str, given: object, advice: str) -> None:
    if isinstance(given, type) or not callable(getattr(given, verb, None)):
        shape = {"search": "search(question, k)", "reply": "reply(question, hits)"}[verb]
        raise ValueError(f"the {name} of an assistant needs {shape}, which {described(given)} has not. {advice}")


def _first_of(group: Sequence[str], known: Mapping[str, Passage], case: Case) -> Hit:
    found = next((known[each] for each in group if each in known), None)
    if found is None:
        raise ValueError(
            f"the case {case.id!r} expects {' or '.join(group)}, of which the assistant knows no text. "
            "Give it all passages, those that were never indexed too: Assistant(…, passages=passages)."
        )
    return Hit(found.id, text=found.text)
