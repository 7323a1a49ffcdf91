"""The assistant under test: a retriever, a prompt and a model in a row."""

from dataclasses import dataclass

from ragedu.assistant.models import REFUSAL, Model, Reply
from ragedu.assistant.prompt import build_prompt, count_tokens
from ragedu.assistant.retrievers import Retriever
from ragedu.cases import Case, Hit, Trace
from ragedu.retrieval import checked_k


@dataclass(frozen=True, slots=True)
class Assistant:
    """Finds k passages, drops those below the similarity threshold, and lets the model answer from the rest.

    retriever  ranks the passages
    model      answers from those in the prompt
    k          how many passages reach the prompt at most, 1 or more
    threshold  the similarity a passage needs at least to reach the prompt; None lets all pass
    """

    retriever: Retriever
    model: Model
    k: int = 3
    threshold: float | None = None

    def __post_init__(self) -> None:
        checked_k(self.k)

    def ask(self, case: Case) -> Trace:
        """Answer the case's question and tell the whole story."""
        candidates = self.retriever.search(case.question, self.k)
        prompt = [hit for hit in candidates if self._is_near_enough(hit)]
        # With nothing to read the model is not called: an honest refusal costs no tokens.
        reply = self.model.reply(case.question, prompt) if prompt else Reply(REFUSAL, "fixed")
        text = f"{build_prompt(case.question, prompt)} {reply.text}" if prompt else ""
        return Trace(
            case,
            candidates=tuple(candidates),
            prompt=tuple(prompt),
            answer=reply.text,
            answer_source=reply.source,
            verdict=case.verdict_on(reply.text),
            tokens=count_tokens(text),
        )

    def _is_near_enough(self, hit: Hit) -> bool:
        return self.threshold is None or (hit.score is not None and hit.score >= self.threshold)
