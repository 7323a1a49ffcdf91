"""A chat model as judge, at any endpoint that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, or a service."""

from collections.abc import Callable, Sequence
from typing import Any

from ragedu.judging.client import ChatClient
from ragedu.judging.judges import HIGHEST, LOWEST, Dimension, Rating, Verdict
from ragedu.judging.prompts import CLAIMS, RATE, RELEVANT, SUPPORTS, USEFUL
from ragedu.judging.replies import UnreadableReply, list_at, object_of, text_at, whole_at

CLAIMS_PER_CALL = 10
"""A model that is given many claims at once loses some, or judges the last ones carelessly."""


class ChatJudge:
    """A chat model that judges. It needs the extra `llm`; a run whose replies are all in the cache file needs nothing.

    >>> judge = ChatJudge("llama3.1", base_url="http://localhost:11434/v1", cache="replies.jsonl")
    >>> judge.name
    'ChatJudge(llama3.1)'

    model        the model's name at the endpoint
    base_url     http://localhost:11434/v1 (Ollama), :8000/v1 (vLLM), :1234/v1 (LM Studio); left out, OpenAI
    api_key      left out, OPENAI_API_KEY is used for OpenAI, and for no other endpoint
    cache        a file that keeps every readable reply under a hash of model, prompt and options; a run is repeated
                 from it without a call. It holds what the model wrote, and not what it was sent
    offline      True: only the file answers; what it does not hold is a JudgeError
    timeout      seconds without a sign from the endpoint after which we ask again
    attempts     how often to ask before giving up: after no connection, no answer in time, status 408, 409, 425, 429
                 or 500 up (waiting as Retry-After says, else 1, 2, 4 … seconds), or an unreadable reply (sent back
                 with what is the matter). A refusal of the key, the model or the request is told at once
    temperature  0 asks for the same answer each time, which few models promise; None leaves it out
    structured   how the form of the reply is asked for: "json_schema", "json_object", or "none" for older servers
    extra        further parameters of the request, such as {"seed": 1, "max_tokens": 2000}

    Scores out of range are never moved into it: the model is asked again, and then it is a JudgeError.
    """

    blind = (
        "The judged text may talk to the model. It is fenced in as JSON, which keeps it apart and does not disarm it.",
        "Models prefer long, confident, well-written answers, the first of two, and their own style.",
        "A model may judge from what it remembers in place of the passages.",
        "The same question may get another answer tomorrow; the cache file repeats the old one.",
    )

    def __init__(self, model: str, *, claims_per_call: int = CLAIMS_PER_CALL, **options: Any) -> None:
        if type(claims_per_call) is not int or claims_per_call < 1:
            raise ValueError(f"claims_per_call must be a whole number from 1 up, not {claims_per_call!r}.")
        self.client = ChatClient(model, **options)
        self._claims_per_call = claims_per_call

    @property
    def name(self) -> str:
        """The kind of judge, and the model."""
        return f"ChatJudge({self.client.model})"

    def __repr__(self) -> str:
        return self.name

    def claims(self, answer: str, question: str | None = None) -> list[str]:
        """The statements of an answer, each readable alone. An answer without words has none, and costs no call."""
        if not answer.strip():
            return []
        return self.client.ask(CLAIMS, {"question": question, "answer": answer}, _claims)

    def supports(self, claims: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each claim, some claims to a call."""
        found: list[Verdict] = []
        for start in range(0, len(claims), self._claims_per_call):
            batch = {str(place): claim for place, claim in enumerate(claims[start:][: self._claims_per_call], start=1)}
            material = {"passages": list(contexts), "claims": batch}
            found += self.client.ask(SUPPORTS, material, _verdicts_on(len(batch)))
        return found

    def relevant(self, question: str, answer: str) -> Verdict:
        """Whether the answer answers the question."""
        return self.client.ask(RELEVANT, {"question": question, "answer": answer}, _verdict)

    def useful(self, question: str, reference: str, contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each passage, one call each, so that none is judged by its neighbours."""
        about = {"question": question, "reference": reference}
        return [self.client.ask(USEFUL, {**about, "passage": context}, _verdict) for context in contexts]

    def rate(
        self, question: str, answer: str, contexts: Sequence[str], dimensions: Sequence[Dimension]
    ) -> dict[str, Rating]:
        """A rating for each dimension, all in one call."""
        asked = {each.name: each.question for each in dimensions}
        material = {"question": question, "passages": list(contexts), "answer": answer, "dimensions": asked}
        return self.client.ask(RATE, material, _ratings_of(list(asked)))


# --- from a model's object to ours ---


def _claims(found: dict[str, Any]) -> list[str]:
    claims = list_at(found, "claims")
    if not all(isinstance(each, str) and each.strip() for each in claims):
        raise UnreadableReply('every entry of "claims" must be a statement.')
    return [each.strip() for each in claims]


def _verdict(found: dict[str, Any]) -> Verdict:
    return Verdict(whole_at(found, "grade", 0, 2), text_at(found, "evidence"), text_at(found, "reason"))


def _verdicts_on(many: int) -> Callable[[dict[str, Any]], list[Verdict]]:
    def check(found: dict[str, Any]) -> list[Verdict]:
        entries = [object_of(each) for each in list_at(found, "verdicts")]
        numbered = {whole_at(each, "claim", 1, many): _verdict(each) for each in entries}
        if len(entries) != many or len(numbered) != many:
            raise UnreadableReply(f"there must be one verdict for each claim from 1 to {many}.")
        return [numbered[place] for place in range(1, many + 1)]

    return check


def _ratings_of(names: Sequence[str]) -> Callable[[dict[str, Any]], dict[str, Rating]]:
    def check(found: dict[str, Any]) -> dict[str, Rating]:
        entries = [object_of(each) for each in list_at(found, "ratings")]
        rated = {text_at(each, "dimension"): _rating(each) for each in entries}
        if len(entries) != len(names) or rated.keys() != set(names):
            raise UnreadableReply(f"there must be one rating for each of these dimensions: {', '.join(names)}.")
        return {name: rated[name] for name in names}

    return check


def _rating(found: dict[str, Any]) -> Rating:
    return Rating(whole_at(found, "score", LOWEST, HIGHEST), text_at(found, "reason"))
