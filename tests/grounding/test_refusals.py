"""A refusal stands alone: what it may say besides, and what makes it an answer."""

import pytest

from ragedu.grounding import REFUSALS, check_grounding, is_refusal
from ragedu.grounding.phrases import ALONE, LINKED
from tests.grounding.refusal_cases import CLAIMS, REFUSING


@pytest.mark.parametrize("text", REFUSING)
def test_what_models_write_when_they_have_no_answer_is_a_refusal(text: str):
    assert is_refusal(text)


@pytest.mark.parametrize("text", CLAIMS)
def test_what_is_nearly_a_refusal_and_tells_something_is_an_answer(text: str):
    assert not is_refusal(text)
    assert [each.kind for each in check_grounding(text, {"p": "Delivery costs 3 euro."}).problems] == ["no_citation"]


def test_both_tables_are_long():
    assert len(REFUSING) >= 60
    assert len(CLAIMS) >= 60


def phrases_of(language: str) -> tuple[str, ...]:
    return sum((table.get(language, ()) for table in (REFUSALS, LINKED, ALONE)), ())


@pytest.mark.parametrize("language", REFUSALS)
def test_every_phrase_of_every_language_is_one(language: str):
    stop = {"hi": "।", "zh": "。"}.get(language, ".")

    # Dots stand for what is not known.
    said = [each.replace("…", "Ptero").capitalize() + stop for each in phrases_of(language)]
    assert [each for each in said if not is_refusal(each)] == []


def test_there_are_phrases_in_six_languages():
    assert {"en", "bg", "pl", "ru", "hi", "zh"} <= REFUSALS.keys()
    assert all(len(several) >= 5 for several in REFUSALS.values())


@pytest.mark.parametrize(
    "text",
    [
        "I DON'T KNOW!",
        "Im sorry, I dont know.",
        "I'm sorry, but the provided documents do not contain information about refunds.",
        "There is no mention of refunds in the passages.",
        "Based on the provided context, I cannot determine the price.",
        "The answer is not in the provided passages.",
        "I don’t know …",
        "**I don't know.**",
        "I'm sorry, I don't know.",
        "Sorry. I do not know the answer to this question.",
        "Unfortunately, I could not find any information about opening hours and holidays.",
        "Based on the passages, I cannot say whether the shop is open.",
        "I don't know, sorry.",
        "I don't know. Please contact us.",
        "The context does not mention delivery to Mars.",
        "Nie wiem, czy to możliwe.",
        "Не знаю, когда придёт посылка.",
        "根据资料，我不知道。",
        "I don't have that information, sorry.",
        "I'm sorry but I can't help with that.",
        "This information is not available in the provided documents.",
        "None of the passages mention gift cards.",
        "I don't know. Sorry for the inconvenience.",
        "No, the passages do not say.",
        "В предоставленных документах, к сожалению, нет информации о скидках.",
        "В тексте об этом не говорится.",
        "В предоставените документи няма информация.",
        "Nie znalazłem informacji na ten temat.",
        "W podanych dokumentach nie ma informacji o tym.",
        "दिए गए दस्तावेज़ों में यह जानकारी नहीं है।",
        "抱歉，提供的资料中没有提到发票问题。",
        "文档中没有提到这一点。",
        "Das weiß ich leider nicht.",
        "Leider kann ich diese Frage nicht beantworten.",
    ],
)
def test_a_refusal_may_be_polite_and_name_its_subject(text: str):
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "Yes.",
        "I know.",
        "We don't have shoes.",
        "It is not in stock.",
        "The parcel does not contain a receipt.",
        "I don't know, but usually 30 days.",
        "I don't know however it is free.",
        "I don't know. Delivery is free.",
        "I don't know, delivery is free.",
        "I don't know; delivery is free.",
        "Delivery is free, I don't know.",
        "I don't know whether it takes 30 days.",
        "I don't know about three days.",
        "I don't knowingly sell shoes.",
        "Sorry.",
        "Please contact us.",
        "我不知道，但是免费的。",
        "Не знам, обикновено е безплатно.",
        "I don't know " + "x " * 400,
        "I don't know. Unfortunately delivery is not free.",
        "I don't know. No returns are accepted.",
        "I don't know. According to the documents delivery is free.",
        "I don't know (based on our terms delivery is free).",
        "I don't know. Please contact us, delivery is free.",
        "I don't know. Please check your account: delivery is free.",
        "Не знаю. К сожалению, доставка платная.",
        "Моля, доставката е безплатна. Не знам.",
        "我不知道。根据规定退货免费。",
    ],
)
def test_a_refusal_with_a_claim_behind_it_is_an_answer(text: str):
    assert not is_refusal(text)


@pytest.mark.parametrize("phrases", [None, ["non lo so"], {"it": "non lo so"}, {"it": [None]}])
def test_phrases_are_a_dict_of_lists_since_of_a_text_each_letter_would_be_one(phrases: object):
    with pytest.raises(ValueError, match="refusals must be a dict of language to phrases") as raised:
        is_refusal("Abc.", phrases)  # type: ignore[arg-type]

    assert str(raised.value).endswith('Write {"it": ["non lo so"]}.')


def test_dots_in_a_phrase_stand_for_what_is_not_known_and_dots_alone_for_nothing():
    phrases = {"it": ["il testo non parla … affatto", "…", "enough"]}

    assert is_refusal("Il testo non parla di prezzi affatto.", phrases)
    assert not is_refusal("Il testo parla di prezzi.", phrases)
    assert not is_refusal("Enough parcels are here.", phrases)
