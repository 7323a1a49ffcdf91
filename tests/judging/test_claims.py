"""Claims of ordinary answers: what they are wrapped in is neither a claim nor held against them."""

import pytest

from ragedu.judging import OverlapJudge, extract_claims, faithfulness

JUDGE = OverlapJudge()
PASSAGE = "Goods can be returned within 14 days."

# An answer that says what the passage says, and nothing else, in the dress that models give it.
DRESSED = [
    "Goods can be returned within 14 days.",
    "1. Goods can be returned within 14 days.",
    "1) Goods can be returned within 14 days.",
    "- Goods can be returned within 14 days.",
    "* 2. Goods can be returned within 14 days.",
    "Step 1: Goods can be returned within 14 days.",
    "**Step 1:** Goods can be returned within 14 days.",
    "Goods can be returned within 14 days (see https://shop.example/a).",
    "Goods can be returned within 14 days (https://shop.example/a).",
    "Goods can be returned within 14 days (see [our terms](https://shop.example/a)).",
    "Goods can be returned within 14 days [1](https://shop.example/a).",
    "[Goods](https://shop.example/a) can be returned within 14 days.",
    "Goods can be returned within 14 days: https://shop.example/a",
    "Goods can be returned within 14 days ([source](https://shop.example/a)).",
    "Goods can be returned within 14 days. Source: https://shop.example/a",
    "a) Goods can be returned within 14 days.",
    "**Answer:** Goods can be returned within 14 days.",
    "In short, goods can be returned within 14 days.",
    "Sure! Goods can be returned within 14 days.",
    "Sure, goods can be returned within 14 days.",
    "Yes. Goods can be returned within 14 days.",
    "Yes, goods can be returned within 14 days.",
    "Great question! Goods can be returned within 14 days.",
    "Thank you for your question. Goods can be returned within 14 days.",
    "Goods can be returned within 14 days. Hope this helps!",
    "Goods can be returned within 14 days. I hope this helps!",
    "Goods can be returned within 14 days. Let me know if you have any other questions!",
    "Goods can be returned within 14 days. If you have further questions, feel free to ask.",
    "Goods can be returned within 14 days. Is there anything else?",
    "Here is what I found:\n- Goods can be returned within 14 days.",
    "Here is what I found: Goods can be returned within 14 days.",
    "## Returns\nGoods can be returned within 14 days.",
    "**Returns:**\nGoods can be returned within 14 days.",
    "Based on the provided passages, goods can be returned within 14 days.",
    "Based on the provided passages goods can be returned within 14 days.",
    "According to [r1], goods can be returned within 14 days.",
    "According to r-1, goods can be returned within 14 days.",
    "According to the provided documents [r1], goods can be returned within 14 days.",
    "According to source 1, goods can be returned within 14 days.",
    "As stated in the document, goods can be returned within 14 days.",
    "The provided context states that goods can be returned within 14 days.",
    "Goods can be returned within 14 days, according to the passages.",
    "Goods can be returned within 14 days, as stated in [r1].",
    "Sure, based on the context: goods can be returned within 14 days.",
]


@pytest.mark.parametrize("answer", DRESSED)
def test_how_an_answer_is_dressed_costs_it_nothing(answer: str):
    result = faithfulness(extract_claims(answer), [PASSAGE], JUDGE)

    assert (result.score, len(result.verdicts)) == (1.0, 1)


@pytest.mark.parametrize("answer", [each for each in DRESSED if "\n" not in each and ". " not in each[3:]][:12])
def test_a_claim_that_was_not_cleaned_is_judged_alike(answer: str):
    assert JUDGE.supports([answer], [PASSAGE])[0].grade == 2


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Според предоставените документи стоките се връщат.", "Стоките се връщат."),
        ("Да, стоките се връщат. Надявам се това да помогне!", "Стоките се връщат."),
        ("Согласно документам, товар можно вернуть.", "Товар можно вернуть."),
        ("Конечно! Товар можно вернуть. Надеюсь, это поможет.", "Товар можно вернуть."),
        ("Zgodnie z podanym kontekstem, towar można zwrócić.", "Towar można zwrócić."),
        ("Oczywiście! Towar można zwrócić. Mam nadzieję, że to pomoże.", "Towar można zwrócić."),
        ("Laut den bereitgestellten Dokumenten kann Ware zurück.", "Ware kann zurück."),
        ("Gerne! Ware kann zurück. Bei weiteren Fragen melden Sie sich.", "Ware kann zurück."),
        ("根据提供的资料，商品可以退货。", "商品可以退货。"),
        ("好的，商品可以退货。希望对您有帮助！", "商品可以退货。"),
        ("दिए गए संदर्भ के अनुसार, सामान वापस होता है।", "सामान वापस होता है।"),
        ("जी हाँ, सामान वापस होता है। आशा है यह मदद करेगा।", "सामान वापस होता है।"),
    ],
)
def test_so_it_is_in_every_language_of_the_course(answer: str, passage: str):
    assert faithfulness(extract_claims(answer), [passage], JUDGE).score == 1.0
    assert len(extract_claims(answer)) == 1


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("According to Jana, it is free.", ["According to Jana, it is free."]),
        ("According to the law, it is free.", ["According to the law, it is free."]),
        ("Based on weight, it costs 3 euro.", ["Based on weight, it costs 3 euro."]),
        ("You can print it from the page.", ["You can print it from the page."]),
        ("The document is free.", ["The document is free."]),
        ("Sure, it is free.", ["it is free."]),
        ("Surely it is free.", ["Surely it is free."]),
        ("Yes we can.", ["Yes we can."]),
        ("No receipt is needed.", ["No receipt is needed."]),
        ("If you have a receipt, goods can be returned.", ["If you have a receipt, goods can be returned."]),
        ("If you have questions, call 555 12.", ["If you have questions, call 555 12."]),
        ("Thank you for your 5 parcels.", ["Thank you for your 5 parcels."]),
        ("Returns within 14 days:\n- lamps", ["Returns within 14 days:", "lamps"]),
        ("Here is the price: 5 euro.", ["Here is the price: 5 euro."]),
        ("The shop (in Vienna) is open.", ["The shop (in Vienna) is open."]),
        ("Thanks to Jana, it is free.", ["Thanks to Jana, it is free."]),
        ("Hier ist alles kostenlos.", ["Hier ist alles kostenlos."]),
        ("14 days.", ["14 days."]),
        ("2024. It was a year.", ["2024.", "It was a year."]),
        ("3.5 kg is the limit.", ["3.5 kg is the limit."]),
        ("-5 °C is the limit.", ["-5 °C is the limit."]),
    ],
)
def test_what_tells_something_stays(answer: str, claims: list[str]):
    assert extract_claims(answer) == claims


@pytest.mark.parametrize(
    "answer",
    [
        *("Sure!", "Hope this helps!", "Let me know if you have any other questions!", "Yes.", "Here is what I found:"),
        *(
            "You're welcome!",
            "Of course, I'd be happy to help.",
            "Returns:",
            "# Returns",
            "Step 1:",
            "Да.",
            "好的。",
        ),
        *("(see https://shop.example/a)", "https://shop.example/a", "Thanks for asking!", "Нет."),
    ],
)
def test_what_tells_nothing_is_no_claim(answer: str):
    assert extract_claims(answer) == []


def test_a_wrong_claim_is_wrong_in_any_dress():
    for answer in ("1. Goods can be returned within 30 days.", "Sure, according to [r1], goods can't be returned."):
        assert faithfulness(extract_claims(answer), [PASSAGE], JUDGE).score == 0.0
