"""Measures that a judge decides: each gives a score, and for each claim the verdict and the evidence."""

from collections.abc import Iterable, Mapping, Sequence

from ragedu.cases import Hit, Passage, described
from ragedu.judging.claims import checked_claims, extract_claims
from ragedu.judging.judges import Judge, checked_judge
from ragedu.judging.results import FactualCorrectness, Judged, Judgement, judged
from ragedu.retrieval import context_precision

Contexts = Sequence[str | Passage | Hit] | Mapping[str, str]
"""Texts, passages or hits in the order of the prompt, or a dict of id to text."""


def texts_of(contexts: Contexts) -> list[str]:
    """The contexts' texts; ValueError if there is anything else among them."""
    if isinstance(contexts, str) or not isinstance(contexts, Sequence | Mapping):
        raise ValueError(f"contexts must be a list of texts, not {described(contexts)}. For one context write [text].")
    given: Iterable[object] = contexts.values() if isinstance(contexts, Mapping) else contexts
    texts = [each.text if isinstance(each, Passage | Hit) else each for each in given]
    for each in texts:
        if not isinstance(each, str):
            raise ValueError(f"every context must be a text, a Passage, or a Hit that knows its text, not {each!r}.")
    return [each for each in texts if isinstance(each, str)]


def _checked_text(text: str, name: str) -> str:
    if not isinstance(text, str):
        raise ValueError(f"the {name} must be a text, not {described(text)}.")
    return text


def _supported(claims: Sequence[str], contexts: Contexts, judge: Judge) -> tuple[Judged, ...]:
    """A verdict for each claim. Without a context nothing is supported, and no judge need be asked."""
    checked_judge(judge, "supports")
    claims, texts = checked_claims(claims), texts_of(contexts)
    if not any(map(str.strip, texts)):
        return tuple(Judged(claim, 0, "", "There is no context.") for claim in claims)
    return judged(claims, judge.supports(claims, texts) if claims else [], texts)


def _share(measure: str, verdicts: tuple[Judged, ...], judge: Judge, whose: str = "the answer") -> Judgement:
    if not verdicts:
        return Judgement(measure, None, (), judge.name, why_none=f"{whose} claims nothing")
    return Judgement(measure, sum(each.grade == 2 for each in verdicts) / len(verdicts), verdicts, judge.name)


def faithfulness(claims: Sequence[str], contexts: Contexts, judge: Judge) -> Judgement:
    """Share of an answer's claims that the contexts support.

    Formula     claims with verdict "fully" / claims
    Takes       the claims (`extract_claims`), the contexts that reached the prompt, a judge
    Range       0 to 1; None when there are no claims, as after "I don't know". No contexts: nothing is supported
    Errors      ValueError if claims or contexts are no lists of texts, or the judge is none; JudgeError if it can't be
                asked

    An answer says that Jana and Milo founded Orlo; the context knows of Jana:

    >>> from ragedu.judging import OverlapJudge
    >>> claims = ["Orlo was founded by Jana.", "Orlo was founded by Milo."]
    >>> result = faithfulness(claims, ["Jana founded Orlo in 2009."], OverlapJudge())
    >>> result.score
    0.5
    >>> [each.grade for each in result.verdicts]
    [2, 1]
    >>> print(faithfulness([], ["Jana founded Orlo in 2009."], OverlapJudge()))
    faithfulness: none, for the answer claims nothing

    Elsewhere   ragas: the same share of a model's yes and no; without claims NaN. LlamaIndex: one yes or no for the
                whole answer
    Our choice  "partly" is not supported: a half-true sentence misleads (`graded_faithfulness` counts it as half).
                Faithful is not right: a false passage makes a false answer faithful
    Source      Es et al.: RAGAS: Automated Evaluation of Retrieval Augmented Generation, 2024
    """
    return _share("faithfulness", _supported(claims, contexts, judge), judge)


def graded_faithfulness(claims: Sequence[str], contexts: Contexts, judge: Judge) -> Judgement:
    """Faithfulness with half a point for what is partly supported.

    Formula     sum of grades (0 not, 1 partly, 2 fully) / (2 * claims)
    Takes       as `faithfulness`
    Range       0 to 1, never below `faithfulness`; None when there are no claims
    Errors      as `faithfulness`

    >>> from ragedu.judging import OverlapJudge
    >>> claims = ["Orlo was founded by Jana.", "Orlo was founded by Milo."]
    >>> graded_faithfulness(claims, ["Jana founded Orlo in 2009."], OverlapJudge()).score
    0.75

    Elsewhere   ragas' response groundedness gives one grade of 0, 1 or 2 to the whole answer, and halves it too
    Our choice  a grade for each claim, so that the table shows which sentence to mend
    Source      ragas, ResponseGroundedness, for the scale
    """
    verdicts = _supported(claims, contexts, judge)
    result = _share("graded faithfulness", verdicts, judge)
    if result.score is None:
        return result
    score = sum(each.grade for each in verdicts) / (2 * len(verdicts))
    return Judgement(result.measure, score, verdicts, judge.name)


def statement_recall(reference_claims: Sequence[str], contexts: Contexts, judge: Judge) -> Judgement:
    """Share of what a right answer says that the contexts say too: could the answer have been written from them?

    Formula     claims of the reference with verdict "fully" / claims of the reference
    Takes       the reference answer's claims, the contexts, a judge
    Range       0 to 1; None when the reference claims nothing
    Errors      as `faithfulness`

    >>> from ragedu.judging import OverlapJudge
    >>> reference = ["The warranty is 2 years.", "It leaves out the batteries."]
    >>> statement_recall(reference, ["The warranty on all goods is 2 years."], OverlapJudge()).score
    0.5

    Elsewhere   ragas calls it (LLM) context recall; `ragedu.retrieval.recall_at_k` needs labels and no judge
    Our choice  the statements, because a needed fact may stand in a passage that nobody labelled
    Source      ragas, LLMContextRecall
    """
    verdicts = _supported(reference_claims, contexts, judge)
    return _share("statement recall", verdicts, judge, "the reference")


def answer_relevance(question: str, answer: str, judge: Judge) -> Judgement:
    """How far the answer speaks to the question, true or not.

    Formula     the judge's grade (0 not, 1 partly, 2 fully) / 2
    Takes       the question, the answer, a judge
    Range       0, 0.5 or 1; None for an empty answer
    Errors      ValueError if question or answer is no text, or the judge is none; JudgeError if it can't be asked

    >>> from ragedu.judging import OverlapJudge
    >>> answer_relevance("How long is the warranty?", "The warranty is 9 years.", OverlapJudge()).score
    1.0

    Elsewhere   ragas has a model write questions for the answer and compares their embeddings with the question
    Our choice  one question to the judge, whose reason can be read
    Source      Es et al., 2024, for the idea; their way of measuring is another
    """
    _checked_text(question, "question")
    checked_judge(judge, "relevant")
    measure = "answer relevance"
    if not _checked_text(answer, "answer").strip():
        return Judgement(measure, None, (), judge.name, "answer", "the answer is empty")
    verdicts = judged([answer], [judge.relevant(question, answer)], [answer])
    return Judgement(measure, verdicts[0].grade / 2, verdicts, judge.name, "answer")


def judged_context_precision(question: str, reference: str, contexts: Contexts, judge: Judge) -> Judgement:
    """Do the contexts that help stand first? Context precision with a judge in place of labels.

    Formula     `ragedu.retrieval.context_precision` with each context relevant that helps at least partly
    Takes       the question, the reference answer, the contexts best first, a judge
    Range       0 to 1; 0 when none helps; None when there are no contexts
    Errors      ValueError if a text or the judge is none; JudgeError if the judge can't be asked

    The second and the fifth of five help: (1/2 + 2/5) / 2.

    >>> from ragedu.judging import OverlapJudge
    >>> aside, helps = "We take cards.", "The warranty is 2 years."
    >>> order = [aside, helps, aside, aside, helps]
    >>> judged_context_precision("How long is the warranty?", "The warranty is 2 years.", order, OverlapJudge()).score
    0.45

    Elsewhere   ragas: the same with a model's yes and no; its perfect is 0.9999999999
    Our choice  a context that helps partly counts, because an answer from two passages needs both
    Source      ragas, LLMContextPrecisionWithReference
    """
    _checked_text(question, "question")
    _checked_text(reference, "reference")
    checked_judge(judge, "useful")
    texts, measure = texts_of(contexts), "judged context precision"
    if not texts:
        return Judgement(measure, None, (), judge.name, "context", "there are no contexts")
    verdicts = judged(texts, judge.useful(question, reference, texts), texts)
    places = [str(place) for place in range(len(verdicts))]
    helping = {place for place, each in zip(places, verdicts, strict=True) if each.grade}
    score = context_precision(places, helping) if helping else 0.0
    return Judgement(measure, score, verdicts, judge.name, "context")


def factual_correctness(answer: str, reference: str, judge: Judge) -> FactualCorrectness:
    """Does the answer say what the reference says, and nothing else? Claims compared both ways.

    Formula     precision: share of the answer's claims that the reference supports; recall: share of the reference's
                claims that the answer supports; F1 = 2 * precision * recall / (precision + recall)
    Takes       the answer, the reference answer, a judge, who also takes both apart
    Range       each 0 to 1; precision and recall are None when there are no claims on their side. F1 is 0 where only
                one of the two claims anything, as after a refusal, and None where neither does
    Errors      ValueError if a text or the judge is none; JudgeError if the judge can't be asked

    >>> from ragedu.judging import OverlapJudge
    >>> answer = "The warranty is 2 years. Batteries are included."
    >>> result = factual_correctness(answer, "The warranty is 2 years.", OverlapJudge())
    >>> result.precision.score, result.recall.score, round(result.f1, 3)
    (0.5, 1.0, 0.667)
    >>> refusal = factual_correctness("I don't know.", "The warranty is 2 years.", OverlapJudge())
    >>> refusal.precision.score, refusal.recall.score, refusal.f1
    (None, 0.0, 0.0)

    Elsewhere   ragas: the same claims counted as TP, FP and FN, so that its F1 weighs a longer side more
    Our choice  the harmonic mean of the two shares. A refusal where there is an answer counts 0: left out of the mean,
                refusing whatever is hard would look best
    Source      ragas, FactualCorrectness
    """
    checked_judge(judge, "claims")
    said = extract_claims(_checked_text(answer, "answer"), None, judge)
    needed = extract_claims(_checked_text(reference, "reference"), None, judge)
    return FactualCorrectness(
        _share("precision", _supported(said, [reference], judge), judge),
        _share("recall", _supported(needed, [answer], judge), judge, "the reference"),
    )
