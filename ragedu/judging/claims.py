"""Taking an answer apart into claims: statements that can be judged one by one."""

from collections.abc import Sequence

from ragedu.cases import described
from ragedu.grounding.refusals import is_refusal
from ragedu.grounding.splitting import sentences
from ragedu.grounding.wrapping import is_courtesy, is_heading
from ragedu.judging.content import bare_claim
from ragedu.judging.judges import Judge, checked_judge

_ASKS = ("?", "？", "؟")


def extract_claims(answer: str, question: str | None = None, judge: Judge | None = None) -> list[str]:
    """The claims of an answer: its sentences, or what a judge makes of them.

    Formula     without a judge each sentence is a claim, without its citations, links, list marker, and without
                "According to the passages"; questions, refusals, headings and courtesies are none.
                A judge such as `ChatJudge` writes each fact as a statement of its own, with no pronoun left in it
    Takes       the answer; the question, from which a judge may fill in what "it" is
    Range       a list of texts; empty when the answer claims nothing
    Errors      ValueError if the answer is no text, or the judge is none; JudgeError if the judge can't be asked

    >>> extract_claims("Orlo was founded by Jana and Milo [about-1]. It sells lamps. Anything else?")
    ['Orlo was founded by Jana and Milo.', 'It sells lamps.']
    >>> extract_claims("Sure! Based on the provided passages, it takes 2 days. Hope this helps!")
    ['it takes 2 days.']
    >>> extract_claims("I don't know.")
    []

    Elsewhere   ragas always asks a model, so its number of claims changes from run to run
    Our choice  sentences when there is no judge: one that joins a true and an invented fact then fails as a whole
    Source      Es et al.: RAGAS: Automated Evaluation of Retrieval Augmented Generation, 2024
    """
    if not isinstance(answer, str):
        raise ValueError(f"the answer must be a text, not {described(answer)}.")
    if judge is not None:
        return checked_claims(checked_judge(judge, "claims").claims(answer, question))
    said = (str(each) for each in sentences(answer))
    return [claim for each in said if not is_heading(each) and _states(claim := bare_claim(each))]


def _states(sentence: str) -> bool:
    asks = sentence.rstrip("\"'”’»)").endswith(_ASKS)
    nothing = asks or is_heading(sentence) or is_courtesy(sentence) or is_refusal(sentence)
    return any(map(str.isalnum, sentence)) and not nothing


def checked_claims(claims: Sequence[str]) -> list[str]:
    """The claims as a list, once it is sure that they are texts."""
    if isinstance(claims, str) or not isinstance(claims, Sequence):
        raise ValueError(
            f"claims must be a list of statements, not {described(claims)}. extract_claims(answer) makes one."
        )
    strange = next((each for each in claims if not isinstance(each, str) or not each.strip()), None)
    if strange is not None:
        raise ValueError(f"each claim must be a statement (text), not {described(strange)}.")
    return list(claims)
