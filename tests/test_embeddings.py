"""Texts as vectors: their lengths, their edges, and what loading the model leaves alone."""

import subprocess
import sys

import numpy as np
import pytest

from ragedu.embeddings import unit_vectors


def test_every_vector_has_length_one():
    vectors = unit_vectors(["The fan hums.", "Вентилаторът бръмчи.", "风扇"])

    assert vectors.shape == (3, 256)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_a_text_without_a_token_has_length_nought_and_no_warning():
    with np.errstate(all="raise"):
        vectors = unit_vectors(["", "fan"])

    assert np.linalg.norm(vectors[0]) == 0
    assert np.isclose(np.linalg.norm(vectors[1]), 1)


def test_nearness_is_the_same_in_either_order_and_largest_for_the_same_text():
    near, far, same = unit_vectors(["refund my money", "the money is paid back", "refund my money"])

    assert np.isclose(near @ same, 1, atol=1e-6)
    assert near @ far < near @ same


def test_no_texts_make_no_vectors():
    assert len(unit_vectors([])) == 0


@pytest.mark.parametrize("text", ["\ud800", "\0", "x" * 100_000])
def test_odd_texts_are_embedded_all_the_same(text):
    assert np.isfinite(unit_vectors([text])).all()


def test_loading_the_model_leaves_everybodys_logging_alone_and_prints_nothing():
    code = (
        "import logging\nfrom ragedu.embeddings import unit_vectors\n"
        "unit_vectors(['fan'])\nroot = logging.getLogger()\nassert (root.handlers, root.level) == ([], logging.WARNING)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
