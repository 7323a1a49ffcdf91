"""Small word embeddings as a judge: nearness in meaning, with its well-known blindness. Needs the extra `search`."""

from collections.abc import Sequence
from typing import Any

from ragedu.cases import described
from ragedu.embeddings import unit_vectors
from ragedu.grounding.refusals import is_refusal
from ragedu.grounding.splitting import sentences
from ragedu.judging.content import without_citations
from ragedu.judging.judges import Verdict
from ragedu.judging.offline import OfflineJudge

FULLY, PARTLY = 0.75, 0.5
"""From which cosine similarity on a claim counts as fully, or partly, supported: found by looking, not by theory."""


def embedding_similarity(a: str, b: str) -> float:
    """How near two texts are in meaning, as small word embeddings see it. Needs the extra `search`.

    Formula     cosine of the angle between the means of the texts' token vectors
    Takes       two texts
    Range       -1 to 1; 1 for the same text, around 0 for texts that have nothing to do with each other
    Errors      ValueError if either is no text, or holds nothing to embed; ImportError without wordllama

    It sees that these two speak of the same, and not that they say the opposite:

    >>> embedding_similarity("You can return opened goods.", "You cannot return opened goods.") > 0.8
    True
    >>> embedding_similarity("The warranty is 2 years.", "We take cards.") < 0.3
    True

    Elsewhere   sentence transformers put whole sentences into a vector, and are hundreds of times as large
    Our choice  wordllama, because its 16 MB of weights come with the package, and need numpy alone
    Source      wordllama, model l2_supercat with 256 dimensions
    """
    first, second = _vectors([_embeddable(a), _embeddable(b)])
    if a == b and first.any():
        # A vector in single precision is of length 1 to the seventh digit only.
        return 1.0
    return min(1.0, max(-1.0, float(first @ second)))


class EmbeddingJudge(OfflineJudge):
    """Judges by cosine similarity of small word embeddings: a claim is supported by the sentence most like it.

    From 0.75 on it counts as fully supported, from 0.5 on as partly. The same verdict every time, without a network.
    """

    name = "EmbeddingJudge"
    blind = (
        "Numbers: within 5 days and within 30 days are nearly the same to it.",
        "Negation: you can and you cannot are nearly the same to it.",
        "Who did what to whom, and which of two names is meant.",
        "A claim that joins what two sentences say.",
        "Languages other than English: it was made from English texts, and sees little more than shared letters there.",
        "Style: whether an answer is fluent, logical or natural.",
    )

    def supports(self, claims: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each claim."""
        places = [str(each) for context in contexts for each in sentences(context)]
        known = [each for each in places if each.strip()]
        if not known:
            return [Verdict(0, "", "There is nothing to support it.") for _ in claims]
        vectors = _vectors(known).T
        return [_nearest(claim, known, vectors) for claim in claims]

    def relevant(self, question: str, answer: str) -> Verdict:
        """Whether the answer is near to the question; a refusal does not answer."""
        if is_refusal(without_citations(answer)):
            return Verdict(0, "", "It says that it does not know.")
        if not question.strip() or not answer.strip():
            return Verdict(0, "", "There is nothing to compare.")
        return _graded(embedding_similarity(question, answer), "")


def _nearest(claim: str, places: Sequence[str], vectors: Any) -> Verdict:
    if not claim.strip():
        return Verdict(0, "", "The claim has no words.")
    similarities = (_vectors([claim]) @ vectors)[0]
    best = int(similarities.argmax())
    return _graded(float(similarities[best]), places[best])


def _graded(similarity: float, evidence: str) -> Verdict:
    grade = 2 if similarity >= FULLY else 1 if similarity >= PARTLY else 0
    return Verdict(grade, evidence, f"Similarity {similarity:.2f}.")


def _embeddable(text: str) -> str:
    if not isinstance(text, str):
        raise ValueError(f"an embedding needs a text, not {described(text)}.")
    if not text.strip():
        raise ValueError("an empty text has no embedding. Leave it out of the mean, and say so.")
    return text


def _vectors(texts: Sequence[str]) -> Any:
    """A row of length 1 for each text, embedded one by one: beside others the last digits would change."""
    rows = [unit_vectors([each]) for each in texts]
    import numpy

    return numpy.vstack(rows).astype("float64")
