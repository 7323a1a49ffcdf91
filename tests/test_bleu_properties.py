"""What holds for every answer, whatever it is: only what is documented is raised, and every score is in its range."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragedu.bleu import (
    bleu,
    breakdown,
    brevity_penalty,
    characters,
    closest_reference_length,
    corpus_bleu,
    jieba_words,
    modified_precision,
    ngrams,
    words,
)

often = settings(max_examples=200, deadline=None)

tokens = st.lists(st.sampled_from("abcd"), max_size=12)
references = st.lists(tokens, min_size=1, max_size=4)
options = st.fixed_dictionaries(
    {
        "max_n": st.integers(1, 9),
        "smoothing": st.sampled_from([None, "epsilon", "exponential"]),
        "effective_order": st.booleans(),
    }
)
corpora = st.lists(st.tuples(references, tokens), min_size=1, max_size=5)

junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**30) | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=1), inner, max_size=2)
    ),
    max_leaves=8,
)


@often
@given(references, tokens, options)
def test_every_score_lies_between_0_and_1(references, hypothesis, options):
    assert 0.0 <= bleu(references, hypothesis, **options) <= 1.0


@often
@given(tokens.filter(bool), references, options)
def test_a_copy_is_exactly_1(hypothesis, references, options):
    assert bleu([*references, hypothesis], hypothesis, **{**options, "effective_order": True}) == 1.0


@often
@given(references, tokens, options)
def test_without_a_shared_token_it_is_exactly_0(references, hypothesis, options):
    strangers = [each.upper() for each in hypothesis]

    assert bleu(references, strangers, **options) == 0.0


@often
@given(references, tokens, options)
def test_a_breakdown_and_the_score_are_one_road(references, hypothesis, options):
    picture = breakdown(references, hypothesis, **options)

    assert (
        picture.score == bleu(references, hypothesis, **options) == corpus_bleu([references], [hypothesis], **options)
    )
    for each in picture.orders:
        pooled = modified_precision(references, hypothesis, each.n)
        assert each.matched == each.precision.numerator == pooled.numerator
        assert each.matched + each.clipped + each.missed == pooled.denominator == len(each.places)
        assert Counter(each.places) == Counter(matched=each.matched, clipped=each.clipped, missed=each.missed)
        written = ngrams(hypothesis, each.n)
        assert all(written[start] == one.ngram for one in each.ngrams for start in one.starts)
    assert str(picture)
    assert picture._repr_html_()


@often
@given(references, tokens, options, st.randoms(use_true_random=False))
def test_the_order_of_the_references_does_not_matter(references, hypothesis, options, source):
    shuffled = source.sample(references, len(references))

    assert bleu(shuffled, hypothesis, **options) == bleu(references, hypothesis, **options)


@often
@given(corpora, options, st.randoms(use_true_random=False))
def test_the_order_of_the_answers_does_not_matter(pairs, options, source):
    shuffled = source.sample(pairs, len(pairs))

    score = corpus_bleu(*zip(*pairs, strict=True), **options)
    assert 0.0 <= score <= 1.0
    assert corpus_bleu(*zip(*shuffled, strict=True), **options) == score


@often
@given(st.integers(0), st.integers(0))
def test_the_brevity_penalty_lies_between_0_and_1(reference, hypothesis):
    assert 0.0 <= brevity_penalty(reference, hypothesis) <= 1.0


# --- texts ---


@often
@given(st.text(max_size=60))
def test_every_text_is_cut_and_nothing_that_is_seen_is_lost(text):
    for tokenizer in (words, characters):
        cut = tokenizer(text)
        seen = [each for each in unicodedata.normalize("NFC", text) if unicodedata.category(each)[0] not in "CZ"]
        assert [each for each in "".join(cut) if unicodedata.category(each)[0] not in "CZ"] == seen
        assert all(cut)
    assert all(each.strip() for each in jieba_words(text))


@often
@given(st.text(max_size=60))
def test_cutting_what_was_cut_changes_nothing(text):
    for tokenizer in (words, characters):
        once = tokenizer(text)
        assert tokenizer(" ".join(once)) == once


@often
@given(st.text(max_size=30), st.sampled_from([words, characters, jieba_words]))
def test_any_text_is_compared_with_itself(text, tokenizer):
    assert bleu([text], text, tokenizer=tokenizer) == float(bool(tokenizer(text)))


# --- anything at all ---


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (ngrams, 2),
        (modified_precision, 3),
        (closest_reference_length, 2),
        (brevity_penalty, 2),
        (bleu, 2),
        (corpus_bleu, 2),
        (breakdown, 2),
        (words, 1),
        (characters, 1),
        (jieba_words, 1),
    ],
)
def test_whatever_comes_only_a_value_error_is_raised(function, takes):
    @often
    @given(st.tuples(*[junk] * takes))
    def tried(given_values):
        try:
            function(*given_values)
        except ValueError as error:
            assert len(str(error)) > 20  # noqa: PT017

    tried()


@often
@given(references | junk, tokens | junk, junk, junk, st.none() | st.sampled_from([words, len, str, iter]) | junk)
def test_whatever_the_options_only_a_value_error_is_raised(references, hypothesis, max_n, smoothing, tokenizer):
    largest = 50 if isinstance(max_n, int) and not isinstance(max_n, bool) and max_n > 50 else max_n
    for function, given_values in (
        (bleu, (references, hypothesis)),
        (breakdown, (references, hypothesis)),
        (corpus_bleu, ([references], [hypothesis])),
    ):
        try:
            function(*given_values, max_n=largest, smoothing=smoothing, tokenizer=tokenizer)
        except ValueError as error:
            assert len(str(error)) > 20  # noqa: PT017
