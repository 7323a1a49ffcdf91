"""Explorers without widgets: every number with its division, every move a new picture, odd input a calm sentence."""

import re
from dataclasses import replace
from html import unescape
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu import retrieval
from ragedu.assistant import firmware, shop
from ragedu.cases import Case, Hit, Passage, Trace, all_of
from ragedu.learn import explore
from ragedu.learn.explorers.base import Explorer, rounded
from ragedu.learn.explorers.ranking import NOTHING_RELEVANT, told

SHOES = ["payment-2", "exchange-1", "delivery-3", "warranty-1", "return-1"]
HELPS = {"exchange-1", "return-1"}
SAID = "Delivery costs 3 euro and takes 5 days [delivery-1, delivery-9]."


def words_of(html: str) -> str:
    """What a page shows of it."""
    without = re.sub(r"<svg.*?</svg>|<(style|desc)>.*?</\1>", "", html, flags=re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", without).split()))


def worked_out(division: str) -> float:
    """A division as it stands on the screen, worked out."""
    assert re.fullmatch(r"[\d.\s/+()×√³⁴]+", division), division
    powers = re.sub(r"([³⁴]?)√(\(.*\))", lambda root: f"{root[2]}**(1/{'³⁴'.find(root[1] or ' ') + 3})", division)
    return float(eval(powers.replace("×", "*")))


# ---- a ranking -----------------------------------------------------------------------------------------------------


def test_every_metric_of_the_shoes_with_its_division():
    assert [str(each) for each in explore.ranking(SHOES, HELPS).scores] == [
        "hit rate@5: found at rank 2, so 1.00",
        "recall@5 = 2 / 2 = 1.00",
        "precision@5 = 2 / 5 = 0.40",
        "nDCG@5 = 1.02 / 1.63 = 0.62",
        "RR = 1 / 2 = 0.50",
        "AP = (1/2 + 2/5) / 2 = 0.45",
        "context precision = (1/2 + 2/5) / 2 = 0.45",
    ]


ids = st.sampled_from("abcdefgh")
rankings = st.lists(ids, max_size=8)
judged = st.one_of(
    st.sets(ids, min_size=1),
    st.dictionaries(ids, st.integers(0, 3), min_size=1).filter(lambda each: any(each.values())),
)


@given(rankings, judged, st.integers(1, 10))
def test_every_division_gives_its_score(retrieved, relevant, k):
    for score in explore.ranking(retrieved, relevant, k).scores:
        if "…" in score.division:
            continue
        if "/" in score.division:
            # The two sums of nDCG are shown with two digits.
            assert isclose(worked_out(score.division), score.value, abs_tol=0.03 if score.metric == "nDCG" else 1e-9)
        else:
            assert score.value == (1 if score.division.startswith("found") else 0)


@given(rankings, judged, st.integers(1, 10))
def test_the_scores_are_those_of_the_metrics(retrieved, relevant, k):
    explored = {each.metric: each.value for each in explore.ranking(retrieved, relevant, k).scores}

    assert explored == {
        "hit rate": retrieval.hit_rate_at_k(retrieved, relevant, k),
        "recall": retrieval.recall_at_k(retrieved, relevant, k),
        "precision": retrieval.precision_at_k(retrieved, relevant, k),
        "nDCG": retrieval.ndcg_at_k(retrieved, relevant, k),
        "RR": retrieval.reciprocal_rank(retrieved, relevant),
        "AP": retrieval.average_precision(retrieved, relevant),
        "context precision": retrieval.context_precision(retrieved, relevant),
    }


def test_the_task_of_lesson_02_can_be_solved():
    """A state in which RR is 1 and AP is below a half: order alone never gets there, a missing passage does."""
    top = explore.ranking(SHOES, HELPS).moved(1, -1)
    assert {each.metric: each.value for each in top.scores}["AP"] == 0.7
    solved = top.dropped(4).marked("payment-2", 1).dropped(1)
    scores = {each.metric: each.value for each in solved.scores}

    assert scores["RR"] == 1
    assert scores["AP"] < 0.5


@pytest.mark.parametrize("relevant", [set(), {}, {"payment-2": 0}, {"payment-2": -1}])
def test_where_nothing_is_relevant_a_sentence_says_so(relevant):
    explored = explore.ranking(SHOES, relevant)

    assert explored.scores == []
    assert NOTHING_RELEVANT in str(explored)
    assert "no score is defined" in explored._repr_html_()


def test_where_nothing_was_retrieved_every_score_is_0():
    explored = explore.ranking([], HELPS, k=3)

    assert {each.value for each in explored.scores} == {0}
    assert [each.division for each in explored.scores][1:3] == ["0 / 2", "0 / 3"]
    assert explored.left_out == ("exchange-1", "return-1")


def test_a_passage_that_was_never_retrieved_stands_below_the_ranking():
    assert "–     return-1    yes       no" in str(explore.ranking(["exchange-1"], HELPS))


def test_a_repeated_passage_is_told_to_add_nothing():
    explored = explore.ranking(["exchange-1", "exchange-1"], {"exchange-1": 2})

    assert "2, a repeat: adds nothing" in str(explored)
    assert explored.scores[3].value == 1


def test_k_left_out_is_the_whole_ranking_but_5_at_most():
    assert [explore.ranking(["a"] * length, {"a"}).k for length in (0, 1, 4, 5, 6, 50)] == [1, 1, 4, 5, 5, 5]


def test_a_long_ranking_shows_its_beginning_and_scores_all_of_it():
    explored = explore.ranking([f"page-{number}" for number in range(1, 1001)], {"page-1000"})

    assert explored.scores[4].value == 1 / 1000
    assert "980 more below." in str(explored)
    assert "page-20 " in str(explored)
    assert "page-21 " not in str(explored)


def test_a_long_sum_is_shortened():
    explored = explore.ranking(list("abcdefgh"), set("abcdefgh"))

    assert explored.scores[5].division == "(1/1 + 2/2 + 3/3 + 4/4 + 5/5 + … + 8/8) / 8"


def test_the_same_set_looks_the_same_each_time():
    assert str(explore.ranking([], {"b", "a", "c"})) == str(explore.ranking([], {"c", "b", "a"}))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: explore.ranking("abc", {"a"}), "retrieved must be a list of passage ids"),
        (lambda: explore.ranking(["a"], ["a"]), "relevant must be a set of passage ids, or a dict"),
        (lambda: explore.ranking(["a"], {"a"}, k=0), "k must be a whole number from 1 up, not 0"),
        (lambda: explore.ranking(["a"], {"a": "high"}), "the grade of 'a' must be a finite number"),
        (lambda: explore.ranking(["a"], {5, "b"}), "passage ids are text, not 5 (int). Write '5'."),
        (lambda: explore.ranking(["a", None], {"a"}), "passage ids are text, not None (NoneType)."),
        (lambda: explore.k(0), "k must be a whole number from 1 up, not 0"),
        (lambda: explore.bleu("a", 5).parts, "hypothesis must be text"),
        (lambda: explore.answer("5 days", "abc"), "passages must be a dict of id to text"),
        (lambda: explore.answer("5 days", 5), "passages must be a dict of id to text"),
        (lambda: explore.answer("5 days", ["abc"]), "each passage must be a Passage or a Hit"),
        (lambda: explore.prompt_cut([]), "there are no traces, so there is nothing to cut."),
        (lambda: explore.prompt_cut([Trace(Case("fan", "How loud?"))]), "'fan' records no ranking to cut elsewhere"),
        (lambda: explore.prompt_cut(firmware.traces, cut=0), "k must be a whole number from 1 up, not 0"),
    ],
)
def test_what_cannot_be_explored_is_told_as_everywhere(call, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        call()


@pytest.mark.parametrize(
    ("value", "shown"), [(1, "1.00"), (0.996, "0.996"), (0.9999999, "0.9999999"), (0.004, "0.004"), (0, "0.00")]
)
def test_a_score_that_is_not_quite_1_does_not_look_like_1(value, shown):
    assert rounded(value) == shown


# ---- moves ---------------------------------------------------------------------------------------------------------


def test_a_move_leaves_the_ranking_it_started_from_alone():
    start = explore.ranking(SHOES, HELPS)
    before = str(start)
    for moved in (start.moved(4, -1), start.dropped(0), start.marked("payment-2", 1), start.cut_at(2)):
        assert str(moved) != before

    assert str(start) == before


def test_neither_end_can_be_passed():
    start = explore.ranking(SHOES, HELPS)

    assert start.moved(0, -1) is start
    assert start.moved(4, 1) is start


@given(rankings.filter(bool), judged, st.data())
def test_what_was_dropped_can_be_brought_back(retrieved, relevant, data):
    start = explore.ranking(retrieved, relevant)
    place = data.draw(st.integers(0, len(retrieved) - 1))
    dropped = start.dropped(place)
    back = dropped.brought_back(len(dropped.left_out) - 1)

    assert len(dropped.retrieved) == len(retrieved) - 1
    assert back.left_out == start.left_out
    assert back.retrieved == (*dropped.retrieved, retrieved[place])


def test_a_move_is_told_by_what_it_changes_and_what_not():
    start = explore.ranking(SHOES, HELPS)

    assert told(start, start.moved(1, -1)) == (
        "Changed: nDCG@5 from 0.62 to 0.85, RR from 0.50 to 1.00, AP from 0.45 to 0.70, context precision from 0.45 "
        "to 0.70. As before: hit rate@5, recall@5, precision@5."
    )
    assert told(start, start.moved(2, 1)) == "No score changes."
    assert "precision@2 from 0.40 to 0.50" in told(start, start.cut_at(2))


def test_losing_the_last_relevant_passage_and_getting_it_back_is_told():
    start = explore.ranking(["a", "b"], {"a"})
    none = start.marked("a", 0)

    assert told(start, none) == NOTHING_RELEVANT
    assert told(none, start) == "The scores are defined again."


def test_beside_a_score_stands_what_it_was():
    start = explore.ranking(SHOES, HELPS)
    rows = {row[0]: row[-1] for row in start.moved(1, -1).scores_table(start).rows}

    assert rows["RR"] == "was 0.50"
    assert rows["recall@5"] == ""


# ---- two texts -----------------------------------------------------------------------------------------------------


def test_each_n_gram_carries_a_sign_and_is_counted():
    shown = str(explore.bleu("five days", "five five days maximum"))

    assert "n = 1: 2 matched, 1 clipped, 1 missed. 2/4 = 0.50\n    ✓ five   ~ five   ✓ days   ✗ maximum" in shown
    assert "✗ five five   ✓ five days   ✗ days maximum" in shown


def test_the_settings_of_a_bleu_are_told_in_words():
    shown = str(explore.bleu("within five days", "five days", smoothing="epsilon"))

    assert "n-grams of 1 to 4 tokens, against one reference. Smoothing: epsilon." in shown
    assert "No n-gram has more than 2 tokens, so a longer n is left out." in shown
    assert "max_n" not in shown


def test_n_grams_look_as_in_their_figure():
    html = explore.bleu("five days", "five five days maximum")._repr_html_()
    looks = {
        sign: re.search(rf'<span style="([^"]*)"><span role="img" aria-label="{sign}:">', html)[1]
        for sign in ("matched", "clipped", "missed")
    }

    assert "repeating-linear-gradient" in looks["clipped"]
    assert "dashed" in looks["missed"]
    assert "background" in looks["matched"]
    assert "background" not in looks["missed"]


texts = st.lists(st.sampled_from(["within", "five", "days", "."]), min_size=1, max_size=9).map(" ".join)


@given(texts, texts, st.sampled_from([None, "epsilon", "exponential"]))
def test_the_factors_multiply_to_the_score(reference, hypothesis, smoothing):
    explored = explore.bleu(reference, hypothesis, smoothing)
    _, factors, score = explored.formula.split(" = ")
    shared = any(each.matched for each in explored.breakdown.orders)

    assert score == f"{explored.breakdown.score:.3f}"
    # The factors are shown with three digits, and a smoothed one may be small; without a shared token BLEU is 0.
    assert isclose(worked_out(factors), explored.breakdown.score, abs_tol=0.02) or not shared


def test_an_empty_text_is_no_error():
    assert "The hypothesis is empty" in str(explore.bleu("five days", " "))
    assert explore.bleu("", "five days").breakdown.score == 0
    assert explore.bleu("", "").brief == "BLEU is 0.000. "


def test_a_long_text_shows_its_beginning():
    assert str(explore.bleu("a " * 100, "a " * 100)).count("and 60 more") == 1


# ---- an answer -----------------------------------------------------------------------------------------------------


def test_citations_and_numbers_are_marked_in_the_answer():
    shown = str(explore.answer(SAID, shop.search("delivery", 3), "How much is delivery?"))

    assert "Question: How much is delivery?" in shown
    assert "3 euro {✓ found} and takes 5 days {✗ other unit}" in shown
    assert "delivery-9 is cited but was not in the prompt" in shown
    assert "delivery-2  After you order, delivery takes two days." in shown


@pytest.mark.parametrize(
    "passages", [{"a": "Within 5 days."}, [Passage("a", "Within 5 days.")], iter([Hit("a", 1, "5 days")])]
)
def test_passages_come_as_a_dict_as_passages_or_as_hits(passages):
    assert explore.answer("Within 5 days [a].", passages).grounding.ok


def test_an_answer_from_many_passages_shows_some_and_is_checked_against_all():
    explored = explore.answer("It is 99 [p-99].", {f"p-{number}": f"It is {number}." for number in range(100)})

    assert explored.grounding.ok
    assert "And 90 more." in str(explored)


# ---- k -------------------------------------------------------------------------------------------------------------


def test_the_shop_at_each_k():
    numbers = [explore.k(k).numbers for k in range(1, 10)]

    assert [each["found"] for each in numbers][:5] == ["3 of 7", "5 of 7", "6 of 7", "7 of 7", "7 of 7"]
    assert [each["grounded"] for each in numbers][:5] == ["6 of 8", "6 of 8", "7 of 8", "8 of 8", "8 of 8"]
    assert [each["right"] for each in numbers][:5] == ["5 of 8", "7 of 8", "7 of 8", "8 of 8", "8 of 8"]
    tokens = [int(each["tokens"]) for each in numbers]
    assert tokens == sorted(set(tokens))


def test_what_goes_wrong_is_named_until_nothing_does():
    assert "When will you give me my money back?  not found, not right  " in str(explore.k(1))
    assert "Nothing goes wrong at this k." in str(explore.k(4))


def test_k_may_pass_the_number_of_passages():
    assert explore.k(50).numbers == {**explore.k(9).numbers}


# ---- the prompt cut ------------------------------------------------------------------------------------------------


def test_the_recorded_cut_changes_nothing():
    explored = explore.prompt_cut(firmware.traces)

    assert (explored.cut, explored.most, len(explored.bad)) == (10, 50, 18)
    assert explored.moved == []
    assert "No bad answer changes its stage." in str(explored)


def test_a_deeper_cut_mends_retrieval_and_never_the_index():
    rows = {row[0]: row[2] for row in explore.prompt_cut(firmware.traces, cut=50).stages_table().rows}

    assert rows == {
        "index": 4,
        "retrieval": 0,
        "reranking": 0,
        "prompt_cut (left out of the prompt)": 0,
        "generation": 5,
        "now in the prompt": 9,
    }


def test_those_that_move_are_named_by_their_questions():
    explored = explore.prompt_cut(firmware.traces, cut=20)
    questions = {each.case.question for each in firmware.traces}

    assert len(explored.moved_table().rows) == 3
    assert {getattr(row[0], "whole", row[0]) for row in explored.moved_table().rows} <= questions


def test_a_shorter_cut_puts_right_answers_at_risk():
    assert "Right answers that would lose a passage they need: 8." in str(explore.prompt_cut(firmware.traces, cut=1))


def test_where_nothing_went_wrong_there_is_nothing_to_move():
    case = Case("fan", "How loud?", all_of("page-1"))
    trace = Trace(case, candidates=(Hit("page-1"),), prompt=(Hit("page-1"),), answer="Quiet.", verdict="right")

    assert "None of these answers is judged wrong" in str(explore.prompt_cut([trace]))
    assert explore.prompt_cut([replace(trace, verdict="wrong")]).bad == [("fan", "generation", "generation")]


# ---- all of them ---------------------------------------------------------------------------------------------------

ALL: dict[str, Explorer] = {
    "ranking": explore.ranking(SHOES, HELPS, k=3),
    "grades": explore.ranking(SHOES, {"exchange-1": 2, "return-2": 1}),
    "answer": explore.answer(SAID, shop.search("delivery", 3), "How much is delivery?"),
    "bleu": explore.bleu("within five days", "in five days"),
    "k": explore.k(3),
    "prompt_cut": explore.prompt_cut(firmware.traces, 20),
}


@pytest.mark.parametrize("explored", ALL.values(), ids=ALL)
def test_text_and_page_show_the_same(explored):
    page = words_of(explored._repr_html_())
    in_text = str(explored).replace("`", "")
    for part in explored.parts:
        in_text = in_text.replace(str(part), "") if "svg" in part_of(part) else in_text  # a figure is its own text
    missing = [word for word in re.findall(r"[\w.]+", in_text) if word not in page]

    assert not missing
    assert explored.title in page


def part_of(part: object) -> str:
    return part if isinstance(part, str) else part._repr_html_()  # type: ignore[attr-defined]


@pytest.mark.parametrize("explored", ALL.values(), ids=ALL)
def test_the_call_that_does_by_hand_what_a_widget_does_is_named(explored):
    assert str(explored).splitlines()[-1] == explored.by_hand
    assert f"explore.{explored.by_hand.split('explore.')[1].split('(')[0]}" in explored.by_hand
    assert repr(explored) == str(explored)


def test_somebodys_text_is_text_and_never_markup():
    for explored in (
        explore.ranking(["<img src=x>"], {"<b>"}),
        explore.bleu("<b>", "<script>alert(1)</script> <b>"),
        explore.answer("<b> 5 <img src=x> [a]", {"a": "<b>"}, "<script>"),
    ):
        assert not re.search(r"<(img|b|script)\b", explored._repr_html_())


def test_the_shop_is_not_changed_by_exploring_it():
    before = [shop.answer(case.question, k=2) for case in shop.cases]
    explore.k(2).cut_at(5)

    assert [shop.answer(case.question, k=2) for case in shop.cases] == before


def test_an_answer_without_a_verdict_is_judged_by_its_expected_text():
    case = Case("fan", "How loud?", all_of("page-1"), "40 dB")
    trace = Trace(case, candidates=(Hit("page-1"),), prompt=(Hit("page-1"),), answer="50 dB")

    assert explore.prompt_cut([trace]).bad == [("fan", "generation", "generation")]
