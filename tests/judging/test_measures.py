"""Measures that a judge decides: scores worked by hand, what has no score, and tables that show the evidence."""

import itertools
import re

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ragedu.cases import Hit, Passage
from ragedu.judging import (
    JudgeError,
    Judgement,
    OverlapJudge,
    Verdict,
    answer_relevance,
    extract_claims,
    factual_correctness,
    faithfulness,
    graded_faithfulness,
    judged_context_precision,
    mean_score,
    statement_recall,
)

JUDGE = OverlapJudge()
FOUNDERS = ["Orlo was founded by Jana.", "Orlo was founded by Milo."]
JANA = ["Jana founded Orlo in 2009."]


class Told:
    """A judge that says what it was told to say, and notes what it was asked."""

    name = "Told"
    blind = ("everything",)

    def __init__(self, *grades: int, claims: dict[str, list[str]] | None = None, evidence: str = "") -> None:
        self._verdicts = [Verdict(grade, evidence, "told") for grade in grades]
        self._claims = claims or {}
        self.asked: list[tuple] = []

    def claims(self, answer, question=None):
        self.asked.append(("claims", answer, question))
        return self._claims[answer]

    def supports(self, claims, contexts):
        self.asked.append(("supports", list(claims), list(contexts)))
        given, self._verdicts = self._verdicts[: len(claims)], self._verdicts[len(claims) :]
        return given

    def relevant(self, question, answer):
        self.asked.append(("relevant", question, answer))
        return self._verdicts[0]

    def useful(self, question, reference, contexts):
        self.asked.append(("useful", question, reference, list(contexts)))
        return self._verdicts


# --- claims ---


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("Dr. Orlova pays 3.50 euro. It is free.", ["Dr. Orlova pays 3.50 euro.", "It is free."]),
        ("Within 14 days [return-1]. Free [a][b].", ["Within 14 days.", "Free."]),
        ("1. Pack it.\n2. Send it.", ["Pack it.", "Send it."]),
        ("वारंटी दो साल की है। बैटरी शामिल नहीं है।", ["वारंटी दो साल की है।", "बैटरी शामिल नहीं है।"]),
        ("保修期为两年。电池除外。", ["保修期为两年。", "电池除外。"]),
        ("Връща се в срок, т.е. до 14 дни. Безплатно е.", ["Връща се в срок, т.е. до 14 дни.", "Безплатно е."]),
        ("Two days. Anything else?", ["Two days."]),
        ("还有问题吗？", []),
        ("I don't know.", []),
        ("Не знам.", []),
        ("", []),
        ("… !", []),
        ("[return-1]", []),
    ],
)
def test_without_a_judge_the_sentences_are_the_claims(answer, claims):
    assert extract_claims(answer) == claims == JUDGE.claims(answer)


def test_a_judge_is_given_the_question_and_its_claims_are_taken():
    judge = Told(claims={"It was Jana.": ["Orlo was founded by Jana."]})

    assert extract_claims("It was Jana.", "Who founded Orlo?", judge) == ["Orlo was founded by Jana."]
    assert judge.asked == [("claims", "It was Jana.", "Who founded Orlo?")]


# --- scores ---


def test_founded_by_two_and_one_of_them_in_the_context_is_half_faithful():
    assert faithfulness(FOUNDERS, JANA, JUDGE).score == 0.5


@pytest.mark.parametrize(
    ("grades", "plain", "graded"),
    [([2], 1, 1), ([1], 0, 0.5), ([0], 0, 0), ([2, 1, 0], 1 / 3, 0.5), ([2, 2, 1, 1], 0.5, 0.75), ([0, 0], 0, 0)],
)
def test_partly_supported_counts_half_only_when_graded(grades, plain, graded):
    claims = [str(number) for number in range(len(grades))]

    assert faithfulness(claims, ["text"], Told(*grades)).score == plain
    assert graded_faithfulness(claims, ["text"], Told(*grades)).score == graded
    assert statement_recall(claims, ["text"], Told(*grades)).score == plain


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (faithfulness, "faithfulness: none, for the answer claims nothing"),
        (graded_faithfulness, "graded faithfulness: none, for the answer claims nothing"),
        (statement_recall, "statement recall: none, for the reference claims nothing"),
    ],
)
def test_no_claims_have_no_score_and_no_judge_is_asked(measure, said):
    judge = Told()
    result = measure([], ["text"], judge)

    assert (result.score, result.verdicts, judge.asked) == (None, (), [])
    assert str(result) == repr(result) == said


def test_without_a_context_nothing_is_supported_and_no_judge_is_asked():
    judge = Told()

    for contexts in ([], {}, ["", "  "]):
        assert faithfulness(FOUNDERS, contexts, judge).score == 0.0
    assert judge.asked == []


@pytest.mark.parametrize(("grade", "score"), [(0, 0.0), (1, 0.5), (2, 1.0)])
def test_relevance_is_the_judges_grade(grade, score):
    judge = Told(grade)

    assert answer_relevance("When?", "Soon.", judge).score == score
    assert judge.asked == [("relevant", "When?", "Soon.")]


def test_an_empty_answer_has_no_relevance_and_a_refusal_none_at_all():
    assert str(answer_relevance("When?", " \n", Told())) == "answer relevance: none, for the answer is empty"
    assert answer_relevance("When does it come?", "I don't know.", JUDGE).score == 0.0


@pytest.mark.parametrize("grades", list(itertools.product((0, 1, 2), repeat=4)))
def test_context_precision_is_that_of_the_contexts_that_help(grades):
    # By hand: at each helping place, the share of helping ones so far; the mean over the helping ones.
    helping = [place for place, grade in enumerate(grades, start=1) if grade]
    by_hand = sum(found / place for found, place in enumerate(helping, start=1)) / len(helping) if helping else 0.0

    assert judged_context_precision("q", "r", ["a", "b", "c", "d"], Told(*grades)).score == pytest.approx(by_hand)


def test_contexts_with_the_same_text_are_each_judged():
    assert judged_context_precision("q", "r", ["a", "a"], Told(0, 2)).score == 0.5


def test_without_contexts_there_is_no_context_precision():
    result = judged_context_precision("q", "r", [], Told())

    assert str(result) == "judged context precision: none, for there are no contexts"


def test_factual_correctness_goes_both_ways():
    claims = {"answer": ["a1", "a2", "a3", "a4"], "reference": ["r1", "r2"]}
    judge = Told(2, 2, 0, 1, 2, 0, claims=claims)
    result = factual_correctness("answer", "reference", judge)

    assert (result.precision.score, result.recall.score, result.f1, result.score) == (0.5, 0.5, 0.5, 0.5)
    assert [each for each in judge.asked if each[0] == "supports"] == [
        ("supports", claims["answer"], ["reference"]),
        ("supports", claims["reference"], ["answer"]),
    ]


@pytest.mark.parametrize(("grades", "f1"), [([2, 2], 1.0), ([0, 0], 0.0), ([2, 0], 0.0), ([0, 2], 0.0)])
def test_f1_is_0_as_soon_as_one_way_is(grades, f1):
    judge = Told(*grades, claims={"answer": ["a"], "reference": ["r"]})

    assert factual_correctness("answer", "reference", judge).f1 == f1


def test_a_refusal_has_recall_0_and_f1_0_and_no_precision():
    result = factual_correctness("I don't know.", "The warranty is 2 years.", JUDGE)

    assert (result.precision.score, result.recall.score, result.f1) == (None, 0.0, 0.0)
    assert str(result) == (
        "factual correctness: precision none, recall 0.000, F1 0.000 (judged by OverlapJudge); "
        "the answer claims nothing"
    )


@pytest.mark.parametrize(
    ("answer", "reference", "f1"),
    [
        ("The warranty is 2 years.", "I don't know.", 0.0),  # invented where there is nothing to say
        ("I don't know.", "I don't know.", None),
        ("", "", None),
        ("", "The warranty is 2 years.", 0.0),
        ("The warranty is 2 years.", "The warranty is 2 years.", 1.0),
    ],
)
def test_f1_is_none_only_where_neither_claims_anything(answer, reference, f1):
    assert factual_correctness(answer, reference, JUDGE).f1 == f1


def test_refusing_what_is_hard_does_not_look_best():
    right = factual_correctness("The warranty is 2 years.", "The warranty is 2 years.", JUDGE)
    refused = factual_correctness("I don't know.", "The lamp has 3 feet.", JUDGE)

    assert str(mean_score([right, refused])) == "0.500 over 2 answers"


def test_answers_without_a_score_are_counted_apart():
    half, none = faithfulness(FOUNDERS, JANA, JUDGE), faithfulness([], JANA, JUDGE)

    assert str(mean_score([half, none, half])) == "0.500 over 2 answers; 1 without a score are counted apart"
    assert str(mean_score([none])) == "no mean over 0 answers; 1 without a score are counted apart"
    assert mean_score([]).mean is None


# --- contexts in every form ---


def test_contexts_may_be_texts_passages_hits_or_a_dict():
    text = JANA[0]

    for contexts in ([text], (text,), [Passage("p", text)], [Hit("p", 0.5, text)], {"p": text}):
        assert faithfulness(FOUNDERS, contexts, JUDGE).score == 0.5


# --- what is shown ---


def test_the_table_shows_verdict_evidence_and_reason():
    result = faithfulness(FOUNDERS, JANA, JUDGE)

    caption, _, head, _, *rows = result.table.text().splitlines()
    assert caption == "faithfulness 0.500: 2 claims, 1 fully, 1 partly, 0 not (judged by OverlapJudge)"
    assert [re.split(r" {2,}", row) for row in (head, *rows)] == [
        ["claim", "verdict", "evidence", "reason"],
        [FOUNDERS[0], "fully", JANA[0], "3 of 3 of its content words stand there."],
        [FOUNDERS[1], "partly", JANA[0], "2 of 3 of its content words stand there; missing: Milo."],
    ]
    assert repr(result) == result.table.text()
    assert '<th scope="col"' in result._repr_html_()


def test_evidence_that_stands_nowhere_is_marked():
    invented = faithfulness(["a"], JANA, Told(2, evidence="Milo founded Orlo"))
    quoted = faithfulness(["a"], JANA, Told(2, evidence="jana  FOUNDED orlo"))

    assert (invented.verdicts[0].quoted, quoted.verdicts[0].quoted) == (False, True)
    assert "Milo founded Orlo (stands nowhere in the source)" in repr(invented)
    assert "stands nowhere" not in repr(quoted)
    assert faithfulness(["a"], JANA, Told(2)).verdicts[0].quoted is None


def test_the_verdicts_come_as_a_data_frame():
    frame = faithfulness(FOUNDERS, JANA, JUDGE).to_frame()

    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == ["text", "grade", "evidence", "reason", "quoted"]
    assert list(frame.grade) == [2, 1]


def test_factual_correctness_shows_whose_claim_each_is():
    shown = repr(factual_correctness("The warranty is 2 years.", "It is 2 years. We take cards.", JUDGE))

    assert "factual correctness: precision " in shown
    assert [re.split(r" {2,}", line)[1] for line in shown.splitlines()[4:]] == ["answer", "reference", "reference"]
    assert "<table" in factual_correctness("A lamp.", "A lamp.", JUDGE)._repr_html_()


def test_a_text_cannot_act_in_the_table():
    result = faithfulness(["<script>alert(1)</script> \x1b[31m"], ["<b>"], JUDGE)

    assert "<script>" not in result._repr_html_()
    assert "\x1b" not in repr(result)


# --- what is refused, and how ---


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: faithfulness("Two days.", JANA, JUDGE),
            "claims must be a list of statements, not the text 'Two days.'. extract_claims(answer) makes one.",
        ),
        (lambda: faithfulness([1], JANA, JUDGE), "each claim must be a statement (text), not 1 (int)."),
        (lambda: faithfulness([" "], JANA, JUDGE), "each claim must be a statement (text), not the text ' '."),
        (
            lambda: faithfulness(FOUNDERS, "Jana", JUDGE),
            "contexts must be a list of texts, not the text 'Jana'. For one context write [text].",
        ),
        (
            lambda: faithfulness(FOUNDERS, [Hit("p")], JUDGE),
            "every context must be a text, a Passage, or a Hit that knows its text, not None.",
        ),
        (
            lambda: faithfulness(["a"], ["b"], "judge"),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not the text 'judge'.",
        ),
        (
            lambda: faithfulness(["a"], ["b"], None),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not None (NoneType).",
        ),
        (
            lambda: faithfulness([], ["b"], OverlapJudge),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not the class OverlapJudge. "
            "Write OverlapJudge().",
        ),
        (
            lambda: extract_claims("a", None, "judge"),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not the text 'judge'.",
        ),
        (
            lambda: answer_relevance("q", "a", 5),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not 5 (int).",
        ),
        (
            lambda: judged_context_precision("q", "r", ["c"], {}),  # type: ignore[arg-type]
            "the judge must be one such as OverlapJudge() or ChatJudge(model), not {} (dict).",
        ),
        (lambda: extract_claims(None), "the answer must be a text, not None (NoneType)."),
        (lambda: answer_relevance(None, "a", JUDGE), "the question must be a text, not None (NoneType)."),
        (lambda: factual_correctness("a", ["r"], JUDGE), "the reference must be a text, not ['r'] (list)."),
        (lambda: Verdict(3), "a verdict's grade must be 0 (not), 1 (partly) or 2 (fully), not 3."),
        (lambda: Verdict(True), "a verdict's grade must be 0 (not), 1 (partly) or 2 (fully), not True."),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_sentence(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert str(caught.value) == said


def test_a_judge_that_loses_a_claim_is_found_out():
    with pytest.raises(JudgeError, match=r"^the judge gave 1 verdicts on 2 texts\. It must give one for each\.$"):
        faithfulness(FOUNDERS, JANA, Told(2))


def test_a_result_cannot_be_changed():
    with pytest.raises(AttributeError):
        Judgement("m", 1.0, (), "j").score = 0.5


@given(some.text(), some.lists(some.text(), max_size=3), some.text())
def test_no_text_raises_anything_and_every_score_is_in_range(answer, contexts, reference):
    results = [
        faithfulness(extract_claims(answer), contexts, JUDGE),
        graded_faithfulness(extract_claims(answer), contexts, JUDGE),
        statement_recall(extract_claims(reference), contexts, JUDGE),
        answer_relevance(reference, answer, JUDGE),
        judged_context_precision(answer, reference, contexts, JUDGE),
        factual_correctness(answer, reference, JUDGE),
    ]
    for each in results:
        assert each.score is None or 0 <= each.score <= 1
        assert repr(each)
        assert each._repr_html_()
