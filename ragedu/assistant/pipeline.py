"""The assistant under test: a retriever, a prompt and a model in a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ragedu.assistant.models import REFUSAL, Model, Reply
from ragedu.assistant.prompt import build_prompt, count_tokens
from ragedu.assistant.retrievers import Retriever
from ragedu.cases import Case, Hit, Passage, Trace
from ragedu.retrieval import checked_k


@dataclass(frozen=True, slots=True)
class Assistant:
    """Finds k passages, drops those below the similarity threshold, and lets the model answer from the rest.

    retriever  ranks the passages
    model      answers from those in the prompt
    k          how many passages reach the prompt at most, 1 or more
    threshold  the similarity a passage needs at least to reach the prompt; None lets all pass
    count      the tokens of a text; `count_tokens` if not given
    passages   all there are, also those that were never indexed, for `ask_oracle`; None takes the retriever's
    """

    retriever: Retriever
    model: Model
    k: int = 3
    threshold: float | None = None
    count: Callable[[str], int] = count_tokens
    passages: Sequence[Passage] | None = None

    def __post_init__(self) -> None:
        checked_k(self.k)

    def ask(self, case: Case) -> Trace:
        """Answer the case's question and tell the whole story."""
        candidates = self.retriever.search(case.question, self.k)
        prompt = [hit for hit in candidates if self._is_near_enough(hit)]
        return self._answered(Trace(case, candidates=tuple(candidates), prompt=tuple(prompt)))

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
        reply = self.model.reply(question, prompt) if prompt else Reply(REFUSAL, "fixed")
        return replace(
            trace,
            answer=reply.text,
            answer_source=reply.source,
            verdict=trace.case.verdict_on(reply.text),
            tokens=self.count(f"{build_prompt(question, prompt)} {reply.text}") if prompt else 0,
        )

    def _is_near_enough(self, hit: Hit) -> bool:
        return self.threshold is None or (hit.score is not None and hit.score >= self.threshold)


def _first_of(group: Sequence[str], known: Mapping[str, Passage], case: Case) -> Hit:
    found = next((known[each] for each in group if each in known), None)
    if found is None:
        raise ValueError(
            f"the case {case.id!r} expects {' or '.join(group)}, of which the assistant knows no text. "
            "Give it all passages, those that were never indexed too: Assistant(…, passages=passages)."
        )
    return Hit(found.id, text=found.text)
