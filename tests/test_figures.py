import re
import sys
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest
from matplotlib.figure import Figure

from ragedu import bleu, figures
from ragedu.assistant import firmware, shop
from ragedu.cases import Case, Hit, Trace, all_of
from ragedu.diagnosis import breakdown
from ragedu.experiment import Sweep, evaluate, report, sweep_k, sweep_threshold
from ragedu.figures.drawing import titled
from ragedu.statistics import agreement

RANKS = {"How much?": 1, "When?": 3, "Where & <why>?": 0}


def test_the_text_of_a_rank_strip_begins_with_its_finding_and_tells_every_rank():
    picture = figures.rank_strip(RANKS, k=1, places=5)

    assert picture.alt == (
        "k = 1: found for 1 of 3 questions. Where the expected passage stands: How much? at rank 1, inside; "
        "When? at rank 3, outside; Where & <why>? not retrieved."
    )


def shown(picture):
    """Title, frame and drawing as a notebook shows them."""
    title, frame = ET.fromstring(picture._repr_html_())
    (svg,) = frame
    return title, frame, svg


def test_a_figure_carries_its_text_for_a_screen_reader():
    _, _, svg = shown(figures.rank_strip(RANKS, k=3, places=5))

    assert svg.get("role") == "img"
    assert svg.get("aria-label").startswith("k = 3: found for 2 of 3 questions.")


def test_a_figure_follows_the_theme():
    svg = figures.rank_strip(RANKS, k=1, places=5).svg

    assert "currentColor" in svg
    assert "#010203" not in svg
    assert "#000000" not in svg
    assert not re.search(r"fill: ?#ffffff", svg)


def test_inside_and_outside_differ_by_more_than_colour():
    svg = figures.rank_strip({"in": 1, "out": 4}, k=2, places=5).svg

    assert svg.count("fill: none") > figures.rank_strip({"in": 1}, k=2, places=5).svg.count("fill: none")


def test_a_figure_is_the_same_text_every_time():
    assert figures.rank_strip(RANKS, k=2, places=5).svg == figures.rank_strip(RANKS, k=2, places=5).svg


def test_the_assistants_story_tells_ranking_cut_and_answer():
    question = "I want to return the goods"
    picture = figures.assistant_story(shop.answer(question, k=3), shop.search(question))

    assert "4. return-1 (the one that answers it)" in picture.alt
    assert "The first 3 of them reach the prompt." in picture.alt
    assert "30 days [return-2]" in picture.alt
    assert picture.alt.endswith("Did it find the passage? No. Does the answer stand on it? No. Is it right? No.")
    assert "return-1" in picture.svg


@pytest.mark.parametrize(
    ("case", "k", "finding", "answers"),
    [
        ("I want to return the goods", 3, "At k = 3 the passage that answers is just below the cut", "No No No"),
        ("I want to return the goods", 1, "At k = 1 the passage that answers is 3 places below the cut", "No No No"),
        ("I want to return the goods", 4, "At k = 4 the passage that answers is in the prompt", "Yes Yes Yes"),
        ("Are you open on Sunday?", 1, "At k = 1 no passage answers, in the prompt or below the cut", "There Yes Yes"),
    ],
)
def test_the_assistants_story_says_what_became_of_the_passage_and_answers_the_three_questions(
    case, k, finding, answers
):
    picture = figures.assistant_story(shop.answer(case, k=k), shop.search(case))

    assert picture.finding == finding
    assert re.findall(r"\? (\w+)", picture.alt)[-3:] == answers.split()


def test_a_story_of_which_the_verdict_is_not_known_says_so():
    trace = Trace(Case("q", "Is it so?", all_of("b")), prompt=(Hit("a", text="It is."),), answer="It is [a].")
    picture = figures.assistant_story(trace, [Hit("a")])

    assert picture.finding == "At k = 1 the passage that answers was not retrieved"
    assert picture.alt.endswith("Is it right? Not known.")


def test_a_story_of_which_nobody_has_said_which_passage_answers_does_not_say_that_none_does():
    question = "Do you gift-wrap it?"
    picture = figures.assistant_story(shop.answer(question, k=3), shop.search(question))

    assert picture.finding.endswith("is not known: nobody has said which one answers")
    assert "Did it find the passage? Not known." in picture.alt


def test_what_was_not_first_is_told_without_a_number():
    finding = figures.discount_bars(["a", "b"], {"b": 1}, k=1).finding

    assert finding.endswith("most is lost by b, which is not the first")


def test_a_bar_and_the_legend_of_discounts_never_share_a_place():
    axes = drawn_on_axes(figures.discount_bars(["a", "b"], {"b": 1}, k=1))

    axes.figure.draw_without_rendering()
    assert axes.get_legend().get_window_extent().y0 >= axes.get_window_extent().y1


def test_a_hollow_mark_of_the_walk_may_be_a_repeat():
    axes = drawn_on_axes(figures.precision_walk(["a", "a"], {"a"}))

    assert axes.get_xlabel().endswith("filled: a find, of 1 relevant; hollow: none")


def test_a_score_below_zero_is_told_with_the_minus_sign_of_the_prose():
    alt = figures.guessing(options=4, key_size=1).alt

    assert "1 picked −0.5" in alt
    assert "-0" not in alt


def test_without_matplotlib_a_figure_is_its_text(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    picture = figures.rank_strip(RANKS, k=1, places=5)

    assert picture.svg == ""
    assert picture._repr_html_() == (
        "<p>k = 1: found for 1 of 3 questions. Where the expected passage stands: How much? at rank 1, inside; "
        "When? at rank 3, outside; Where &amp; &lt;why&gt;? not retrieved.</p>"
    )


def test_drawing_leaves_the_learners_own_plots_alone():
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    before = dict(mpl.rcParams)
    figures.rank_strip(RANKS, k=1, places=5)

    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == []


def test_a_precision_walk_names_the_hits_and_what_was_never_retrieved():
    ranking = ["a", "refund", "b", "c", "parcel"]

    assert figures.precision_walk(ranking, {"refund", "parcel"}).alt.startswith(
        "Average precision 0.45: found at ranks 2 and 5. Down the ranking: rank 1 a, not relevant, precision 0; "
        "rank 2 refund, relevant, precision 0.5;"
    )
    assert figures.precision_walk(ranking, {"refund", "gift"}).alt.startswith(
        "Average precision 0.25: found at rank 2, 1 never retrieved."
    )
    assert "none of 1 relevant retrieved" in figures.precision_walk(ranking, {"gift"}).alt


def test_discount_bars_say_what_each_place_adds():
    picture = figures.discount_bars(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=3)

    assert picture.alt == (
        "nDCG@3 = 2.89 / 3.63 = 0.80: most is lost by refund, at rank 2 instead of 1. Each rank's discount is "
        "1 / log2(rank + 1). rank 1: parcel adds 1.00, ideally refund adds 3.00; rank 2: refund adds 1.89, ideally "
        "parcel adds 0.63; rank 3: nothing adds 0.00, ideally nothing adds 0.00."
    )


@pytest.mark.parametrize(
    ("retrieved", "grades", "finding"),
    [
        (["a", "b"], {"a": 2, "b": 1}, "the ideal order"),
        (["b", "a"], {"a": 1, "b": 1}, "the ideal order"),
        (["b", "x"], {"a": 2, "b": 1}, "most is lost by a, which is not among the first 2"),
        (["x", "x", "a"], {"a": 1}, "most is lost by a, which is not among the first 2"),
        (["x", "a", "a"], {"a": 1}, "most is lost by a, at rank 2 instead of 1"),
    ],
)
def test_discount_bars_name_where_most_is_lost(retrieved, grades, finding):
    assert figures.discount_bars(retrieved, grades, k=2).finding.split(": ")[1] == finding


def test_every_bar_bears_the_name_of_its_own_passage():
    axes = drawn_on_axes(figures.discount_bars(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=2))

    assert [text.get_text() for text in axes.texts] == [
        "parcel  1.00",
        "refund  1.89",
        "refund  3.00",
        "parcel  0.63",
    ]


def test_a_repeated_id_adds_nothing_to_the_bars():
    assert "rank 2: refund adds 0.00" in figures.discount_bars(["refund", "refund"], {"refund": 1}, k=2).alt


def test_the_bars_are_as_long_as_the_text_says():
    axes = Figure().add_subplot()
    figures.discount_bars(["parcel", "refund"], {"refund": 3, "parcel": 1}, k=2).draw(axes)

    lengths = [round(bar.get_width(), 2) for bar in axes.patches]
    assert lengths == [1.0, 1.89, 3.0, 0.63]


def test_a_picture_is_saved_with_its_text_inside(tmp_path):
    picture = figures.rank_strip(RANKS, k=1, places=5)
    picture.save(tmp_path / "strip.svg")
    picture.save(tmp_path / "strip.png")

    svg = ET.fromstring((tmp_path / "strip.svg").read_text(encoding="utf-8"))
    assert svg.get("role") == "img"
    assert svg.find("{http://www.w3.org/2000/svg}desc").text == picture.alt
    assert (tmp_path / "strip.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_is_saved_as_svg_or_png_alone(tmp_path):
    with pytest.raises(ValueError, match=r"strip\.jpg: a figure is written as \.svg or \.png"):
        figures.rank_strip(RANKS, k=1, places=5).save(tmp_path / "strip.jpg")


def test_a_long_title_is_broken_rather_than_cut():
    axes = Figure(figsize=(4, 3)).add_subplot()
    titled(axes, "A finding that is far too long for such a narrow drawing to hold on one line")

    assert max(map(len, axes.get_title(loc="left").splitlines() or axes.get_title().splitlines())) <= 36


def test_a_dollar_in_a_question_is_a_dollar():
    assert "$5 and $6?" in figures.rank_strip({"$5 and $6?": 1}, k=1, places=2).svg


# --- results drawn ---


def drawn_on_axes(picture):
    axes = Figure(figsize=picture.size).add_subplot()
    picture.draw(axes)
    return axes


def test_a_sweep_names_its_best_setting_and_every_share_with_its_interval():
    picture = figures.sweep(sweep_k(shop.assistant, shop.cases, ks=[1, 4]))

    assert picture.alt.startswith(
        "Most right at k = 4: 8 of 8 (grounded 8 of 8, found 7 of 7). k = 1: found 3 of 7 (0.16 to 0.75)"
    )
    assert "tokens a question" in picture.alt


def test_a_sweeps_title_names_ties_and_a_setting_that_only_refuses():
    tied = figures.sweep(sweep_k(shop.assistant, shop.cases, ks=[1, 2, 3]))
    refusing = figures.sweep(sweep_threshold(shop.assistant, shop.cases, [0.9]))

    assert tied.alt.startswith("Most right at k = 3: 7 of 8 (grounded 7 of 8, found 6 of 7); as many at 2. k = 1:")
    assert refusing.alt.startswith(
        "Most right at threshold = 0.9: 1 of 8 (grounded 8 of 8, all refusals, found 0 of 7)."
    )
    assert "0 tokens a question, 8 refusals" in refusing.alt
    assert [each.get_text() for each in drawn_on_axes(refusing).get_xticklabels()] == ["0.9\n0\n8 refusals"]


def test_the_marks_of_a_sweep_stand_at_the_means():
    result = sweep_k(shop.assistant, shop.cases, ks=[1, 4])
    lines = {line.get_label(): list(line.get_ydata()) for line in drawn_on_axes(figures.sweep(result)).lines}

    assert {name: lines[name] for name in ("found", "grounded", "right")} == {
        name: [result[k].mean(name).mean for k in (1, 4)] for name in ("found", "grounded", "right")
    }


def test_found_grounded_and_right_differ_by_shape_as_well_as_colour():
    axes = drawn_on_axes(figures.sweep(sweep_k(shop.assistant, shop.cases, ks=[1, 4])))
    marked = [line for line in axes.lines if line.get_label() in ("found", "grounded", "right")]

    assert len({line.get_marker() for line in marked}) == 3
    assert len({line.get_linestyle() for line in marked}) == 3


def test_the_pareto_puts_the_most_frequent_stage_first_and_adds_up():
    picture = figures.pareto(breakdown(firmware.traces))
    axes = drawn_on_axes(picture)

    assert picture.alt == (
        "13 of 18 bad answers failed before the model had a chance. retrieval (never high enough) 7, together 39 %; "
        "generation (had it all, still wrong) 5, together 67 %; index (not indexed) 4, together 89 %; "
        "reranking (dropped by the reranker) 2, together 100 %."
    )
    assert [bar.get_height() for bar in axes.patches] == [7, 5, 4, 2]
    assert list(axes.lines[0].get_ydata()) == [7, 12, 16, 18]
    names = [label.get_text().splitlines()[1] for label in axes.get_xticklabels()]
    assert names == ["retrieval", "generation", "index", "reranking"]  # as the table beside it calls them


def test_a_pareto_gives_what_a_trace_can_not_tell_a_bar_of_its_own():
    bad = [
        Trace(Case("1", "q", all_of("a")), prompt=(), verdict="wrong"),
        Trace(Case("2", "q"), prompt=(), verdict="wrong"),
        Trace(Case("3", "q", all_of("a")), prompt=(Hit("a"),), verdict="wrong"),
    ]
    picture = figures.pareto(breakdown(bad))

    assert picture.alt == (
        "1 of 3 bad answers failed before the model had a chance. index to prompt_cut 1, together 33 %; "
        "cannot tell 1, together 67 %; generation (had it all, still wrong) 1, together 100 %."
    )
    assert "dotted: the trace can't tell" in drawn_on_axes(picture).get_xlabel()
    assert "dotted" not in drawn_on_axes(figures.pareto(breakdown(firmware.traces))).get_xlabel()


def test_a_pareto_of_nothing_says_so():
    right = [trace for trace in firmware.traces if trace.verdict == "right"]

    assert figures.pareto(breakdown(right)).alt == "No bad answer failed at a known stage."


def test_a_distribution_tells_what_a_mean_hides():
    result = evaluate({"a": ["x"], "b": ["x"]}, {"a": {"x"}, "b": {"y"}}, measures=["rr"])
    picture = figures.distribution(result, "rr")

    assert picture.alt == (
        "rr: mean 0.5; of 2 questions 1 at 0 and 1 at 1. How many scores lie where: 0.0 to 0.1: 1, 0.9 to 1.0: 1."
    )
    assert [bar.get_height() for bar in drawn_on_axes(picture).patches] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


def test_a_confusion_table_is_drawn_with_every_count():
    picture = figures.confusion(agreement(["yes", "yes", "no"], ["yes", "no", "no"]), "judge", "person")

    assert picture.alt.startswith("judge and person agree on 2 of 3; kappa 0.4.")
    assert sorted(text.get_text() for text in drawn_on_axes(picture).texts) == ["0", "1", "1", "1"]


def test_the_overlap_of_n_grams_names_what_matched_was_clipped_or_missed():
    picture = figures.ngram_overlap(bleu.breakdown([["the", "cat"]], ["the", "the", "dog"], max_n=2))

    assert picture.alt == (
        "BLEU 0: none of the 2-grams matched. "
        "1-grams 1/3: the matched, the clipped, dog missed; 2-grams 0/2: the the missed, the dog missed."
    )


@pytest.mark.parametrize(
    ("hypothesis", "finding"),
    [
        ("the cat sat on the mat", "BLEU 1: every n-gram matches"),
        ("the cat sat on", "BLEU 0.61: every n-gram matches, and being too short multiplies by 0.61"),
        ("the cat sat on a mat", "BLEU 0.54: 1/3 of the 4-grams matched"),
        ("", "BLEU 0: there is no n-gram to look for"),
    ],
)
def test_the_title_of_an_overlap_says_what_keeps_the_score_down(hypothesis, finding):
    result = bleu.breakdown(["the cat sat on the mat".split()], hypothesis.split())

    assert figures.ngram_overlap(result).finding == finding


def test_the_title_of_an_overlap_keeps_clear_of_the_words():
    axes = drawn_on_axes(figures.ngram_overlap(bleu.breakdown([["the", "cat"]], ["the", "the", "dog"])))
    axes.figure.draw_without_rendering()
    title, *words = (each.get_window_extent() for each in (axes.title, *axes.get_xticklabels()))

    assert title.y0 > max(each.y1 for each in words) + 0.5 * title.height


def test_no_bar_of_an_n_gram_lies_on_another():
    words = "the office the office for seven whole days".split()
    bars = [each.get_extents() for each in drawn_on_axes(figures.ngram_overlap(bleu.breakdown([words], words))).patches]

    assert len(bars) == 8 + 7 + 6 + 5
    assert not [(one, other) for one, other in combinations(bars, 2) if one.overlaps(other)]


def test_matched_clipped_and_missed_differ_by_more_than_colour():
    axes = drawn_on_axes(figures.ngram_overlap(bleu.breakdown([["the", "cat"]], ["the", "the", "dog"], max_n=1)))

    assert [each.get_label() for each in axes.get_legend().get_patches()] == ["matched", "clipped", "missed"]
    assert len({(each.get_fill(), each.get_hatch(), each.get_linestyle()) for each in axes.patches}) == 3


@pytest.mark.parametrize("hypothesis", [[], ["the"], ["the"] * 60])
@pytest.mark.parametrize("effective_order", [True, False])
def test_n_grams_of_a_text_of_any_length_can_be_drawn(hypothesis, effective_order):
    result = bleu.breakdown([["the", "cat"]], hypothesis, effective_order=effective_order)

    assert figures.ngram_overlap(result).svg.startswith("<svg")


def test_length_stands_beside_the_score():
    picture = figures.length_against_score({"short": "two days", "long": "word " * 30}, {"short": 1, "long": 0.4})

    assert picture.alt.startswith('In 30 words "long" gets faithfulness 0.4, "short" in 2 gets 1.')
    with pytest.raises(ValueError, match="no answer has a score"):
        figures.length_against_score({"a": "b"}, {})


def test_what_guessing_earns_is_told_and_drawn_for_every_rule():
    picture = figures.guessing(options=4, key_size=1)
    axes = drawn_on_axes(picture)
    rules = [label.get_text() for label in axes.get_yticklabels()]
    heights = [round(-bar.get_height(), 3) for bar in axes.patches]
    drawn = {rule: heights[5 * place : 5 * place + 5] for place, rule in enumerate(rules)}

    assert picture.alt.startswith(
        "Blind picks pay most under proportional, up to 0.333; under penalised no pick beats a blank. "
        "4 options, 1 right."
    )
    assert drawn["penalised"][:2] == [0, -0.5]
    assert drawn["half_credit"] == drawn["all_or_nothing"] == [0, 0.25, 0, 0, 0]
    assert [text.get_text() for text in axes.texts][:2] == ["0", "0.25"]


def test_where_guessing_pays_even_with_a_penalty_its_figure_says_so_exactly():
    finding = figures.guessing(options=4, key_size=3).finding

    assert finding == "Blind picks pay most under half_credit, up to 0.375; under penalised up to 0.125"
    assert figures.guessing(options=4, key_size=4).finding == "Blind picks pay most under every rule, up to 1"


@pytest.mark.parametrize("key_size", [1, 2, 3, 4])
def test_no_rule_of_guessing_is_drawn_over_another(key_size: int):
    bars = drawn_on_axes(figures.guessing(options=4, key_size=key_size)).patches
    rows = [bars[start : start + 5] for start in range(0, 20, 5)]
    spans = [(min(map(top, row)), max(map(bottom, row))) for row in rows]

    assert len(bars) == 20
    assert all(before[1] < after[0] for before, after in pairwise(spans))


def top(bar):
    return min(bar.get_y(), bar.get_y() + bar.get_height())


def bottom(bar):
    return max(bar.get_y(), bar.get_y() + bar.get_height())


# --- every figure ---


def every_figure() -> dict[str, figures.Picture]:
    """One of each, made of what the course holds."""
    result = evaluate({"a": ["x"], "b": ["x"]}, {"a": {"x"}, "b": {"y"}}, measures=["rr"])
    question = "I want to return the goods"
    return {
        "assistant_story": figures.assistant_story(shop.answer(question, k=3), shop.search(question)),
        "confusion": figures.confusion(agreement(["yes", "no"], ["yes", "yes"])),
        "discount_bars": figures.discount_bars(["a", "b"], {"a": 1}, k=2),
        "distribution": figures.distribution(result, "rr"),
        "length_against_score": figures.length_against_score({"short": "two days"}, {"short": 1}),
        "guessing": figures.guessing(options=4, key_size=1),
        "ngram_overlap": figures.ngram_overlap(bleu.breakdown([["the", "cat"]], ["the", "dog"], max_n=2)),
        "pareto": figures.pareto(breakdown(firmware.traces)),
        "precision_walk": figures.precision_walk(["a", "b"], {"b"}),
        "rank_strip": figures.rank_strip(RANKS, k=1, places=5),
        "sweep": figures.sweep(sweep_k(shop.assistant, shop.cases, ks=[1, 2])),
    }


def test_this_list_of_figures_is_whole():
    assert set(every_figure()) == set(figures.__all__) - {"Picture"}


@pytest.mark.parametrize("name", sorted(set(figures.__all__) - {"Picture"}))
def test_every_figure_is_named_by_its_finding_and_can_be_scrolled_by_keys(name):
    picture = every_figure()[name]
    title, frame, svg = shown(picture)
    drawn, saved = (" ".join("".join(each.itertext()).split()) for each in (svg, ET.fromstring(picture.svg)))

    assert len(picture.alt) > len(picture.finding) > 10
    assert svg.get("aria-label") == picture.alt
    assert title.text == picture.finding  # text of the page, which wraps; the alternative text begins with it
    assert title.get("aria-hidden") == "true"
    assert picture.finding in saved
    assert picture.finding not in drawn
    assert (frame.get("tabindex"), frame.get("role"), frame.get("aria-label")) == ("0", "group", "Figure")
    assert frame.get("data-lm-suppress-shortcuts") == "true"  # or JupyterLab would take the arrow keys
    assert "overflow-x: auto" in frame.get("style")


@pytest.mark.parametrize("name", sorted(set(figures.__all__) - {"Picture"}))
def test_letters_are_never_shrunk_below_nine_pixels(name):
    _, _, svg = shown(every_figure()[name])
    least = int(re.search(r"min-width: (\d+)px", svg.get("style")).group(1))
    shrunk = least / float(svg.get("viewBox").split()[2])
    sizes = [
        float(each) for each in re.findall(r"font(?:-size)?: [^;]*?([\d.]+)px", ET.tostring(svg, encoding="unicode"))
    ]

    assert sizes
    assert min(sizes) * shrunk >= 9
    assert least <= 304  # what a notebook 440 pixels wide leaves for an output


def boxes(axes):
    axes.figure.draw_without_rendering()
    return [text.get_window_extent() for text in axes.texts]


@pytest.mark.parametrize(
    "lengths",
    [
        {"honest": 10, "padded": 12, "copies everything": 106},
        {"a": 10, "b": 60, "c": 106},
        {"one": 100, "two": 104, "three": 106},
        {"first of them": 20, "second of them": 40, "third of them": 60, "fourth of them": 80},
        {"the only one there is": 50},
    ],
)
def test_the_names_in_a_figure_of_lengths_cover_no_dot_and_no_other_name(lengths):
    picture = figures.length_against_score(
        {each: "word " * many for each, many in lengths.items()}, dict.fromkeys(lengths, 1)
    )
    axes = drawn_on_axes(picture)
    labels = boxes(axes)
    dots = [axes.transData.transform((line.get_xdata()[0], line.get_ydata()[0])) for line in axes.lines]
    assert ", ".join(text.get_text() for text in axes.texts).split(", ") == list(lengths)
    assert not [(label, dot) for label in labels for dot in dots if label.x0 - 4 < dot[0] < label.x1 + 4]
    assert not [(one, other) for one, other in combinations(labels, 2) if one.overlaps(other)]


@pytest.mark.parametrize(
    ("scores", "finding"),
    [
        ({"short": 1, "long": 1}, 'In 30 words "long" gets the same faithfulness as "short" in 2: 1'),
        ({"short": 0.5, "long": 1}, 'In 30 words "long" gets faithfulness 1, "short" in 2 gets 0.5'),
        ({"short": 0.5}, "Faithfulness 0.5 in 2 words"),
    ],
)
def test_a_figure_of_lengths_sets_the_longest_beside_the_shortest(scores, finding):
    assert figures.length_against_score({"short": "two days", "long": "word " * 30}, scores).finding == finding


def swept(*settings):
    answer = Trace(Case("q", "q", all_of("a")), prompt=(Hit("a"),), answer="no")
    return drawn_on_axes(figures.sweep(Sweep("k", {each: report([answer]) for each in settings})))


@pytest.mark.parametrize(
    ("settings", "places", "equal_steps"),
    [
        ((0.0, 0.1, 0.15, 0.2), [0.0, 0.1, 0.15, 0.2], False),
        ((1, 2, 5, 10), [1, 2, 5, 10], False),
        ((9, 4), [9, 4], False),
        ((1, 2, 3, 10, 50), [0, 1, 2, 3, 4], True),  # at their values, 1, 2 and 3 would run into each other
        (("by letters", "by words"), [0, 1], False),
        ((3,), [0], False),
    ],
)
def test_settings_stand_at_their_values_where_their_labels_have_room(settings, places, equal_steps):
    axes = swept(*settings)

    assert list(axes.get_xticks()) == places
    assert ("equal steps" in axes.get_xlabel()) == equal_steps


def test_a_label_that_no_svg_could_hold_is_written_out():
    svg = figures.rank_strip({"red \x1b[31m \u202e": 1}, k=1, places=2).svg

    ET.fromstring(svg)
    assert "red \\x1b[31m \\u202e" in svg


def test_a_sweep_of_which_only_found_is_known_names_the_most_found():
    traces = [Trace(Case("q", "q", all_of("b")), candidates=(Hit("a"), Hit("b")), answer="no")]
    by_k = {k: report([Trace(each.case, prompt=each.candidates[:k]) for each in traces]) for k in (1, 2)}
    picture = figures.sweep(Sweep("k", by_k))

    assert picture.finding == "Most found at k = 2: 1 of 1"
    assert "k = 1: found 0 of 1 (0.00 to 0.79), grounded not known, right not known" in picture.alt
    nothing = Sweep("k", {1: report([Trace(Case("q", "q"))])})
    assert figures.sweep(nothing).finding == "Nothing is known at any k"
    with pytest.raises(ValueError, match="no setting was tried"):
        figures.sweep(Sweep("k", {}))
