"""Small embeddings, really run and without a network: what they see, and what they are blind to."""

import logging
import math
import re
import subprocess
import sys
from ast import literal_eval

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from notebooks import read, source_of, stored
from ragedu.extras import installing
from ragedu.judging import EmbeddingJudge, embedding_similarity

JUDGE = EmbeddingJudge()


def test_it_runs_without_a_network_and_leaves_logging_alone(tmp_path):
    program = (
        "import logging, socket\n"
        "def refuse(*_, **__): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse\n"
        "from ragedu.judging import embedding_similarity\n"
        "print(round(embedding_similarity('a red lamp', 'a red lamp'), 6))\n"
        "print(logging.getLogger().handlers, logging.getLogger().level)\n"
    )
    # An empty home: no cache of an earlier download helps.
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"HOME": str(tmp_path)}
    )

    assert done.stdout.splitlines() == ["1.0", f"[] {logging.WARNING}"]
    assert list(tmp_path.iterdir()) == []


def test_the_same_in_other_words_is_nearer_than_another_thing():
    question = "When will I get my money back?"

    assert embedding_similarity(question, "Refunds are paid within 5 days.") > embedding_similarity(
        question, "The lamp is red."
    )


@pytest.mark.parametrize("text", ["的", "a red lamp", "Гаранцията", "x" * 5_000])
def test_the_same_text_is_exactly_as_near_as_can_be(text):
    assert embedding_similarity(text, text) == 1.0


def test_it_is_the_cosine_of_the_packages_own_vectors():
    import numpy

    from ragedu.embeddings import _model

    a, b = "We take cards.", "Cash on delivery is taken too."
    first, second = _model().embed([a, b]).astype("float64")
    by_hand = first @ second / numpy.linalg.norm(first) / numpy.linalg.norm(second)

    assert embedding_similarity(a, b) == pytest.approx(by_hand, abs=1e-6)
    assert embedding_similarity(a, b) == embedding_similarity(b, a)


def test_the_numbers_recorded_in_the_lesson_are_the_live_ones():
    (lesson,) = (path for path in stored("notebooks") if path.name.startswith("07_"))
    cells = {cell["id"]: source_of(cell) for cell in read(lesson)["cells"]}
    (recorded,) = re.findall(r"^recorded = (\{.*\})$", cells["embedding-scores"], re.MULTILINE)
    fee = re.search(r'^fee = "(.*)"$', cells["lying"], re.MULTILINE)[1]
    answers = dict(re.findall(r'^    "(.*)": "(.*)",$', cells["lying"], re.MULTILINE))

    assert {name: round(embedding_similarity(fee, text), 2) for name, text in answers.items()} == literal_eval(recorded)


def test_a_claim_is_judged_by_the_sentence_most_like_it():
    found = JUDGE.supports(
        ["The warranty is two years.", "We are open on Sunday."], ["We take cards. The warranty is 2 years.", ""]
    )

    assert [each.grade for each in found] == [2, 0]
    assert found[0].evidence == "The warranty is 2 years."
    assert found[0].reason.startswith("Similarity 0.")


@pytest.mark.parametrize(
    ("start", "claim", "context"),
    [
        ("Numbers", "Money is paid within 30 days.", "Money is paid within 5 days."),
        ("Negation", "You cannot return opened goods.", "You can return opened goods."),
        ("Who did what", "The customer pays the shop.", "The shop pays the customer."),
    ],
)
def test_what_it_says_it_cannot_see_it_does_not_see(start, claim, context):
    assert [each for each in JUDGE.blind if each.startswith(start)]
    assert JUDGE.supports([claim], [context])[0].grade == 2


def test_relevance_is_nearness_and_a_refusal_answers_nothing():
    assert JUDGE.relevant("How long is the warranty?", "The warranty is 2 years long.").grade >= 1
    assert JUDGE.relevant("How long is the warranty?", "I don't know.").grade == 0
    assert JUDGE.relevant(" ", "Two years.").reason == "There is nothing to compare."


def test_without_a_context_or_a_word_nothing_is_supported():
    assert JUDGE.supports(["A lamp."], [])[0].reason == "There is nothing to support it."
    assert JUDGE.supports([" "], ["A lamp."])[0].reason == "The claim has no words."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "an embedding needs a text, not None (NoneType)."),
        ("", "an empty text has no embedding. Leave it out of the mean, and say so."),
        (" \n", "an empty text has no embedding. Leave it out of the mean, and say so."),
    ],
)
def test_what_has_no_embedding_is_refused_with_a_sentence(text, said):
    for pair in ((text, "a"), ("a", text)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            embedding_similarity(*pair)
        assert str(caught.value) == said


def test_without_the_package_the_error_names_the_extra():
    program = (
        "import sys\nsys.modules['wordllama'] = None\n"
        "from ragedu.judging import embedding_similarity\nembedding_similarity('a', 'b')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert f"ImportError: embeddings need wordllama. Install it with: {installing('search')}" in done.stderr


@settings(deadline=None)
@given(some.text(), some.text())
def test_no_text_raises_anything_else_and_the_range_is_kept(a, b):
    if not a.strip() or not b.strip():
        with pytest.raises(ValueError, match="has no embedding"):
            embedding_similarity(a, b)
        return
    assert -1 <= embedding_similarity(a, b) <= 1
    assert math.isclose(embedding_similarity(a, a), 1, abs_tol=1e-6)


@settings(deadline=None)
@given(some.text(), some.lists(some.text(), max_size=3))
def test_the_judge_takes_any_text(text, contexts):
    assert JUDGE.supports([text], contexts)[0].grade in (0, 1, 2)
    assert JUDGE.relevant(text, " ".join(contexts)).grade in (0, 1, 2)
    assert len(JUDGE.useful(text, text, contexts)) == len(contexts)
