import re
import sys
import xml.etree.ElementTree as ET

from ragedu import figures
from ragedu.assistant import shop

RANKS = {"How much?": 1, "When?": 3, "Where & <why>?": 0}


def test_the_text_of_a_rank_strip_begins_with_its_finding_and_tells_every_rank():
    picture = figures.rank_strip(RANKS, k=1, places=5)

    assert picture.alt == (
        "k = 1: found for 1 of 3 questions. Where the expected passage stands: How much? at rank 1, inside; "
        "When? at rank 3, outside; Where & <why>? not retrieved."
    )


def test_a_figure_carries_its_text_for_a_screen_reader():
    html = figures.rank_strip(RANKS, k=3, places=5)._repr_html_()
    svg = ET.fromstring(html)

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
    assert "return-1" in picture.svg


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
