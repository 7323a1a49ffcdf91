"""BLEU beside NLTK and sacrebleu, over thousands of seeded pairs; where they part, both values stand here."""

import random
import warnings
from collections.abc import Iterator

import pytest
from nltk.translate import bleu_score as nltk_bleu
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from ragedu.bleu import (
    bleu,
    breakdown,
    brevity_penalty,
    closest_reference_length,
    corpus_bleu,
    modified_precision,
    ngrams,
    words,
)

Pair = tuple[list[list[str]], list[str]]

METHODS = {
    None: None,
    "epsilon": nltk_bleu.SmoothingFunction().method1,
    "exponential": nltk_bleu.SmoothingFunction().method3,
}
# sacrebleu's names, with the value that goes with them.
SACREBLEU = {None: ("none", None), "epsilon": ("floor", 0.1), "exponential": ("exp", None)}
STAND_IN = 1e-70
"""NLTK gives 1e-77, 1e-155 or 1e-231 for what is 0. No true score here comes near."""


def near_copy(source: random.Random, tokens: list[str], vocabulary: list[str]) -> list[str]:
    """A reference for a text: parts of it kept, others changed, left out or said twice."""
    made = []
    for each in tokens:
        made += source.choices([[each], [source.choice(vocabulary)], [], [each, each]], [7, 1, 1, 0.5])[0]
    return made or [source.choice(vocabulary)]


def pairs(count: int, seed: int, shortest: int = 1) -> Iterator[Pair]:
    source = random.Random(seed)
    for _ in range(count):
        # Few words make many repeats, so that clipping matters.
        vocabulary = [f"w{number}" for number in range(source.choice([2, 5, 40]))]
        hypothesis = source.choices(vocabulary, k=source.randint(shortest, 20))
        references = [near_copy(source, hypothesis, vocabulary) for _ in range(source.choice([1, 1, 2, 3, 5]))]
        if source.random() < 0.05:
            references = [["nothing", "shared"]]
        yield references, hypothesis


@pytest.fixture(scope="module")
def thousands() -> list[Pair]:
    return list(pairs(3000, seed=4))


@pytest.fixture(autouse=True)
def _nltk_is_quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"nltk\.translate")
        yield


def same(ours: float, theirs: float) -> bool:
    return ours == 0 if theirs < STAND_IN else abs(ours - theirs) <= 1e-12


def unlike(ours: list[float], theirs: list[float]) -> list[tuple[float, float]]:
    return [pair for pair in zip(ours, theirs, strict=True) if not same(*pair)]


# --- NLTK ---


@pytest.mark.parametrize("smoothing", METHODS)
@pytest.mark.parametrize("max_n", [1, 2, 4, 6])
def test_an_answer_scores_as_with_nltk_and_equal_weights(thousands, smoothing: str | None, max_n: int):
    ours, theirs = [], []
    for references, hypothesis in thousands:
        n = min(max_n, len(hypothesis))
        ours.append(bleu(references, hypothesis, max_n=max_n, smoothing=smoothing))
        theirs.append(nltk_bleu.sentence_bleu(references, hypothesis, (1 / n,) * n, METHODS[smoothing]))

    assert unlike(ours, theirs) == []
    assert sum(0 < each < 1 for each in ours) > 1000


@pytest.mark.parametrize("smoothing", METHODS)
def test_all_orders_are_nltks_default(thousands, smoothing: str | None):
    ours = [bleu(*each, smoothing=smoothing, effective_order=False) for each in thousands]
    theirs = [nltk_bleu.sentence_bleu(*each, smoothing_function=METHODS[smoothing]) for each in thousands]

    assert unlike(ours, theirs) == []
    assert sum(each < STAND_IN for each in theirs) > 50


def test_short_answers_score_as_with_nltks_auto_reweigh(thousands):
    short = [each for each in thousands if len(each[1]) < 4]

    assert len(short) > 300
    theirs = [nltk_bleu.sentence_bleu(*each, auto_reweigh=True) for each in short]
    assert unlike([bleu(*each) for each in short], theirs) == []


@pytest.mark.parametrize("smoothing", METHODS)
@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_a_corpus_scores_as_with_nltk(thousands, smoothing: str | None, size: int):
    """NLTK gives every answer an n-gram of each order: so does effective_order=False, and long answers have them."""
    long = list(pairs(1500, seed=5, shortest=4))
    ours, theirs = [], []
    for given, options in ((thousands, {"effective_order": False}), (long, {})):
        for start in range(0, min(len(given), 100 * size), size):
            references, hypotheses = zip(*given[start : start + size], strict=True)
            ours.append(corpus_bleu(references, hypotheses, smoothing=smoothing, **options))
            theirs.append(nltk_bleu.corpus_bleu(references, hypotheses, smoothing_function=METHODS[smoothing]))

    assert unlike(ours, theirs) == []
    assert sum(0 < each < 1 for each in ours) > 40


def test_a_corpus_with_short_copies_is_perfect_here_and_not_in_nltk():
    references, hypotheses = [[["a", "b"]], [["c", "d", "e", "f", "g"]]], [["a", "b"], ["c", "d", "e", "f", "g"]]

    assert corpus_bleu(references, hypotheses) == 1.0
    assert nltk_bleu.corpus_bleu(references, hypotheses) == pytest.approx((3 / 4 * 2 / 3) ** 0.25)
    assert corpus_bleu(references, hypotheses, effective_order=False) == pytest.approx((3 / 4 * 2 / 3) ** 0.25)
    assert BLEU(tokenize="none").corpus_score(["a b", "c d e f g"], [["a b", "c d e f g"]]).score == pytest.approx(100)


def test_the_parts_are_nltks_too(thousands):
    for references, hypothesis in thousands[:500]:
        for n in range(1, 6):
            ours, theirs = (
                function(references, hypothesis, n) for function in (modified_precision, nltk_bleu.modified_precision)
            )
            assert ngrams(hypothesis, n) == list(nltk_bleu.ngrams(hypothesis, n))
            assert (ours.numerator, max(1, ours.denominator)) == (theirs.numerator, theirs.denominator)
        length = closest_reference_length(references, hypothesis)
        assert length == nltk_bleu.closest_ref_length(references, len(hypothesis))
        assert brevity_penalty(length, len(hypothesis)) == nltk_bleu.brevity_penalty(length, len(hypothesis))


def test_empty_answers_are_0_in_nltk_as_well():
    for references, hypothesis in [([["a"]], []), ([[]], ["a"]), ([[]], [])]:
        assert nltk_bleu.sentence_bleu(references, hypothesis) == bleu(references, hypothesis) == 0


# --- sacrebleu, on tokens ---


@pytest.mark.parametrize("smoothing", SACREBLEU)
@pytest.mark.parametrize("max_n", [2, 4])
def test_an_answer_scores_as_with_sacrebleu(thousands, smoothing: str | None, max_n: int):
    method, value = SACREBLEU[smoothing]
    theirs = BLEU(
        tokenize="none", effective_order=True, max_ngram_order=max_n, smooth_method=method, smooth_value=value
    )
    for references, hypothesis in thousands:
        score = theirs.sentence_score(" ".join(hypothesis), [" ".join(each) for each in references])
        picture = breakdown(references, hypothesis, max_n=max_n, smoothing=smoothing)

        assert picture.score == pytest.approx(score.score / 100, abs=1e-12, rel=0)
        assert picture.brevity_penalty == pytest.approx(score.bp, abs=1e-12, rel=0)
        assert (picture.hypothesis_length, picture.reference_length) == (score.sys_len, score.ref_len)
        counts = [(each.precision.numerator, each.precision.denominator) for each in picture.orders]
        assert counts == list(zip(score.counts, score.totals, strict=True))[: len(counts)]


@pytest.mark.parametrize("smoothing", SACREBLEU)
@pytest.mark.parametrize("size", [1, 3, 50])
def test_a_corpus_scores_as_with_sacrebleu(thousands, smoothing: str | None, size: int):
    method, value = SACREBLEU[smoothing]
    theirs = BLEU(tokenize="none", effective_order=True, smooth_method=method, smooth_value=value)
    two = [each for each in thousands if len(each[0]) == 2][: 12 * size]
    for start in range(0, len(two), size):
        references, hypotheses = zip(*two[start : start + size], strict=True)
        streams = [[" ".join(each) for each in stream] for stream in zip(*references, strict=True)]
        score = theirs.corpus_score([" ".join(each) for each in hypotheses], streams).score

        assert corpus_bleu(references, hypotheses, smoothing=smoothing) == pytest.approx(score / 100, abs=1e-12, rel=0)


@pytest.mark.parametrize(
    "text",
    [
        "Your money is back within five days, or 5.5 at most.",
        "Don't send it (yet): it's well-known, a 14-day matter; 1,000 points!",
        "See [return-1] and e.g. the U.S. page - 50% off?",
    ],
)
def test_english_is_cut_as_sacrebleus_13a_cuts_it(text: str):
    assert words(text) == Tokenizer13a()(text).split()
