"""The gallery says what fools the checker, and is held to it."""

from importlib.resources import files

import pytest

from ragedu.grounding import GalleryItem, check_grounding, gallery

ITEMS = gallery()


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_the_checker_says_what_the_gallery_says_it_does(item: GalleryItem):
    said = "grounded" if check_grounding(item.answer, item.passages).ok else "not grounded"

    assert said == item.checker


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_every_item_fools_the_checker_and_gives_its_reasons(item: GalleryItem):
    assert item.fooled
    assert {item.reader, item.checker} == {"grounded", "not grounded"}
    assert len(item.why) > 20
    assert len(item.rule) > 10


def test_the_checker_is_fooled_both_ways():
    missed = [item for item in ITEMS if item.reader == "not grounded"]

    assert len({item.id for item in ITEMS}) == len(ITEMS) >= 15
    assert len(missed) >= 10
    assert len(ITEMS) - len(missed) >= 4


def test_the_gallery_says_that_it_is_invented():
    readme = files("ragedu").joinpath("data", "gallery", "README.md").read_text(encoding="utf-8")

    assert "invented" in readme
