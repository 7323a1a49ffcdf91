"""BLEU: how much of an answer's wording is wording of a reference, n-gram by n-gram.

`bleu`, `corpus_bleu` and `breakdown` are one road: they read their input in the same place, count with the same few
lines and take the same mean. In reading order: n-grams, clipped precision, brevity penalty, the score, the picture of
it, tokenizers, and what is refused.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import islice, zip_longest
from math import exp, fsum, log
from operator import add, ior
from typing import Literal

from ragedu.cases import described, normalised, whole_number
from ragedu.extras import missing
from ragedu.tables import Table, visible

Tokens = Sequence[str]
Ngram = tuple[str, ...]
Tokenizer = Callable[[str], Iterable[str]]
Smoothing = Literal["epsilon", "exponential"]
Place = Literal["matched", "clipped", "missed"]

EPSILON = 0.1
"""What `smoothing="epsilon"` counts for an order without a match: NLTK's and sacrebleu's value."""

MOST_ORDERS = 1000
"""The largest max_n where every order counts; without end, it would fill the memory."""


# --- what BLEU counts ---


def ngrams(tokens: Tokens, n: int) -> list[Ngram]:
    """Every run of n tokens, in order, repeats included.

    Formula     tokens[i : i + n] for each i from 0 to len(tokens) - n
    Takes       a list of tokens; n, from 1 up
    Returns     a list of tuples; empty where n is larger than the number of tokens
    Errors      ValueError if tokens is not a list of text, or n is not a whole number from 1 up

    >>> ngrams(["within", "five", "days"], 2)
    [('within', 'five'), ('five', 'days')]

    Elsewhere   nltk.util.ngrams gives the same tuples as an iterator, and can pad the ends
    Our choice  no padding: BLEU counts what was written
    Source      Papineni et al.: BLEU: a method for automatic evaluation of machine translation, 2002
    """
    return list(_ngrams(_checked_tokens(tokens, "tokens"), _checked_number(n, "n")))


def _ngrams(tokens: Tokens, n: int) -> Iterable[Ngram]:
    # Without the condition, an n far beyond the list would make n empty slices of it.
    return zip(*[tokens[start:] for start in range(n)], strict=False) if n <= len(tokens) else ()


@dataclass(frozen=True, slots=True)
class Precision:
    """Matched n-grams out of all n-grams: two counts, never reduced, so that those of several answers add up.

    >>> print(Precision(1, 2) + Precision(2, 4))
    3/6
    """

    numerator: int
    denominator: int

    @property
    def value(self) -> float:
        """The share; 0 where there is no n-gram at all."""
        return self.numerator / self.denominator if self.denominator else 0.0

    def __add__(self, other: "Precision") -> "Precision":
        return Precision(self.numerator + other.numerator, self.denominator + other.denominator)

    def __str__(self) -> str:
        return f"{self.numerator}/{self.denominator}"


def modified_precision(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> Precision:
    """The share of the hypothesis' n-grams that a reference has too, each counted no more often than it stands there.

    Formula     sum of min(times in the hypothesis, most times in any one reference) / n-grams of the hypothesis
    Takes       references: a list of token lists; the hypothesis: a list of tokens; n, from 1 up
    Range       0 to 1 (`.value`); numerator and denominator are kept apart, for pooling over a corpus
    Errors      ValueError if the input has another shape, or n is not a whole number from 1 up

    The classic: "the" seven times, of which one reference has two, the other one. Unclipped, it would be 7/7.

    >>> references = ["the cat is on the mat".split(), "there is a cat on the mat".split()]
    >>> print(modified_precision(references, "the the the the the the the".split(), n=1))
    2/7

    Elsewhere   where the hypothesis is shorter than n, NLTK's denominator is 1, here and in sacrebleu it is 0
    Our choice  what was not written is not counted: a corpus would otherwise hold an n-gram that nobody wrote
    Source      Papineni et al., 2002, section 2.1
    """
    references, hypothesis = _read_pair(references, hypothesis, None)
    return _matched(*_counts(references, hypothesis, _checked_number(n, "n")))


def _counts(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> tuple[Counter[Ngram], Counter[Ngram]]:
    """How often each n-gram stands in the hypothesis, and how often in the reference that has it most often."""
    most = reduce(ior, (Counter(_ngrams(reference, n)) for reference in references))
    return Counter(_ngrams(hypothesis, n)), most


def _matched(counts: Counter[Ngram], most: Counter[Ngram]) -> Precision:
    return Precision((counts & most).total(), counts.total())


def closest_reference_length(references: Sequence[Tokens], hypothesis: Tokens) -> int:
    """The length of the reference that is nearest in length to the hypothesis; of two equally near, the shorter.

    Formula     the length r with the least |r - length of the hypothesis|, then the least r
    Takes       references: a list of token lists; the hypothesis: a list of tokens
    Range       a whole number from 0 up
    Errors      ValueError if the input has another shape

    Three tokens lie between two and four:

    >>> closest_reference_length([["five", "days"], ["in", "about", "five", "days"]], ["after", "five", "days"])
    2

    Elsewhere   NLTK and sacrebleu as here; the first mteval scripts took the shortest reference throughout
    Our choice  the closest, as the paper has it
    Source      Papineni et al., 2002, section 2.2.2: "best match length"
    """
    return _closest_length(*_read_pair(references, hypothesis, None))


def _closest_length(references: Sequence[Tokens], hypothesis: Tokens) -> int:
    return min(map(len, references), key=lambda length: (abs(length - len(hypothesis)), length))


def brevity_penalty(reference_length: int, hypothesis_length: int) -> float:
    """By what the precision is multiplied, so that saying little does not pay.

    Formula     1 if the hypothesis is as long as the reference, or longer; otherwise exp(1 - reference / hypothesis)
    Takes       two numbers of tokens: of the closest reference and of the hypothesis, or their sums over a corpus
    Range       0 to 1; an empty hypothesis is 0
    Errors      ValueError if a length is not a whole number from 0 up

    >>> round(brevity_penalty(reference_length=8, hypothesis_length=6), 3)
    0.717
    >>> brevity_penalty(reference_length=8, hypothesis_length=12)
    1.0

    Elsewhere   NLTK and sacrebleu as here
    Our choice  being too long has no penalty of its own: it shows in the precision
    Source      Papineni et al., 2002, section 2.2.2
    """
    reference = _checked_number(reference_length, "reference_length", least=0)
    hypothesis = _checked_number(hypothesis_length, "hypothesis_length", least=0)
    # Below one in a thousand the exponential is 0 anyway, and a quotient beyond what a float holds would be an error.
    if hypothesis == 0 or reference > 1000 * hypothesis:
        return 0.0
    return 1.0 if hypothesis >= reference else exp(1 - reference / hypothesis)


# --- the score ---


def bleu(
    references: Sequence[Tokens] | Sequence[str],
    hypothesis: Tokens | str,
    *,
    max_n: int = 4,
    smoothing: Smoothing | None = None,
    effective_order: bool = True,
    tokenizer: Tokenizer | None = None,
) -> float:
    """How similar one answer is in its wording to the references: the mean of its n-gram precisions, cut for brevity.

    Formula     brevity penalty · (p1 · p2 · … · pN) ^ (1/N), with pn the `modified_precision` of n-grams
    Takes       references: a list of token lists; the hypothesis: a list of tokens; or texts, with a tokenizer
                smoothing, what stands for an order without a match: None, 0 (so the score is 0); "epsilon",
                0.1 / n-grams; "exponential", 1/2, 1/4, 1/8 … / n-grams, for the first such order, the second, the third
                effective_order: leave out orders longer than the hypothesis, and share their weight among the rest
    Range       0 to 1; exactly 1 for a copy of a reference, however short; exactly 0 without a shared token, whatever
                the smoothing; an empty hypothesis is 0, and so is anything beside an empty reference
    Errors      ValueError if there is no reference, if the input has another shape, if max_n is not a whole number
                from 1 up, or if there is no such smoothing

    >>> reference = "your money is back within five days".split()
    >>> round(bleu([reference], "your money is back in five days".split()), 3)
    0.489
    >>> bleu(["Within five days."], "Within five days.", tokenizer=words)
    1.0

    The opposite, word for word nearly the same; and a right answer in other words:

    >>> round(bleu([reference], "your money is not back within five days".split()), 3)
    0.5
    >>> bleu([reference], "we refund you in under a week".split())
    0.0

    Elsewhere   "five days" against itself: NLTK 1e-154 (its stand-in for 0), with weights (1/2, 1/2) 1, as here;
                NLTK's auto_reweigh does so only with its four orders. effective_order=False gives NLTK's default,
                where a hypothesis has at least one n-gram of every order, matched by nothing; its 1e-77, 1e-155 and
                1e-231 are 0 here. sacrebleu's sentence_bleu, on tokens with effective_order=True, agrees, times 100;
                its default smoothing is "exponential", NLTK's methods 1 and 3 are "epsilon" and "exponential"
    Our choice  a perfect answer is perfect at any length, and a number that stands for 0 is 0
    Source      Papineni et al., 2002; smoothing: Chen, Cherry: A systematic comparison of smoothing techniques for
                sentence-level BLEU, 2014
    """
    max_n = _checked_options(max_n, smoothing, effective_order)
    return _tally(*_read_pair(references, hypothesis, tokenizer), max_n, effective_order).score(smoothing)


def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens] | Sequence[str]],
    hypotheses: Sequence[Tokens | str],
    *,
    max_n: int = 4,
    smoothing: Smoothing | None = None,
    effective_order: bool = True,
    tokenizer: Tokenizer | None = None,
) -> float:
    """How similar many answers are to their references: BLEU over the counts of all of them together.

    Formula     as `bleu`, with numerators, denominators and lengths summed over the answers before anything is divided
    Takes       for each answer a list of references, as `bleu` takes them; the answers, in the same order
                effective_order: leave out orders of which no answer has an n-gram
    Range       0 to 1; exactly 1 where every answer is a copy, exactly 0 where none shares a token
    Errors      ValueError if the two lists differ in length or are empty, or as in `bleu`, naming the pair

    >>> references = [["within five days".split()], ["no we do not ship there yet".split()]]
    >>> answers = ["in five days".split(), "no we do not ship there yet".split()]
    >>> round(corpus_bleu(references, answers), 3)
    0.9

    The mean of the two is another number:

    >>> [bleu(*pair) for pair in zip(references, answers)]
    [0.0, 1.0]

    Elsewhere   NLTK counts one n-gram, unmatched, for each answer shorter than n, so two copies of which one is short
                score below 1: effective_order=False gives that. sacrebleu with effective_order=True agrees, times 100,
                and takes references the other way round: a list of all first references, one of all second ones
    Our choice  long answers weigh more than short ones, as in the paper; for a figure with an interval, take the mean
                of `bleu` over questions instead
    Source      Papineni et al., 2002, section 2.1.1
    """
    max_n = _checked_options(max_n, smoothing, effective_order)
    pairs = _read_corpus(list_of_references, hypotheses, tokenizer)
    return reduce(add, (_tally(*pair, max_n, effective_order) for pair in pairs)).score(smoothing)


@dataclass(frozen=True, slots=True)
class _Tally:
    """All that a score is made of, for one answer or for several added up."""

    precisions: tuple[Precision, ...]
    reference_length: int
    hypothesis_length: int

    def __add__(self, other: "_Tally") -> "_Tally":
        orders = zip_longest(self.precisions, other.precisions, fillvalue=Precision(0, 0))
        return _Tally(
            tuple(one + another for one, another in orders),
            self.reference_length + other.reference_length,
            self.hypothesis_length + other.hypothesis_length,
        )

    def score(self, smoothing: Smoothing | None) -> float:
        shares = _smoothed(self.precisions, smoothing)
        if not any(each.numerator for each in self.precisions) or not all(shares):
            return 0.0
        mean = exp(fsum(map(log, shares)) / len(shares))
        return brevity_penalty(self.reference_length, self.hypothesis_length) * mean


def _tally(references: Sequence[Tokens], hypothesis: Tokens, max_n: int, effective_order: bool) -> _Tally:
    precisions: list[Precision] = []
    for n in range(1, (min(max_n, len(hypothesis)) if effective_order else max_n) + 1):
        # What shares no n-gram shares none that is longer.
        if n > len(hypothesis) or (precisions and not precisions[-1].numerator):
            precisions.append(Precision(0, max(1, len(hypothesis) - n + 1)))
        else:
            precisions.append(_matched(*_counts(references, hypothesis, n)))
    return _Tally(tuple(precisions), _closest_length(references, hypothesis), len(hypothesis))


def _smoothed(precisions: Iterable[Precision], smoothing: Smoothing | None) -> list[float]:
    """The share of each order, with what the smoothing puts in the place of 0."""
    shares, halved = [], 1.0
    for each in precisions:
        if each.numerator or smoothing is None:
            shares.append(each.value)
        elif smoothing == "epsilon":
            shares.append(EPSILON / each.denominator)
        else:
            halved /= 2
            shares.append(halved / each.denominator)
    return shares


# --- the picture of a score ---

_SHOWN = 40  # n-grams on the screen; a page of text has a thousand


@dataclass(frozen=True, slots=True)
class NgramCount:
    """One n-gram of the hypothesis.

    starts        at which tokens it starts, counted from 0: once for each time the hypothesis has it
    in_reference  how often the reference has it that has it most often
    """

    ngram: Ngram
    starts: tuple[int, ...]
    in_reference: int

    @property
    def matched(self) -> int:
        """How often it counts: not more often than a reference has it."""
        return min(len(self.starts), self.in_reference)

    @property
    def clipped(self) -> int:
        """How often it came after the references had been used up."""
        return len(self.starts) - self.matched if self.in_reference else 0

    @property
    def missed(self) -> int:
        """How often it came though no reference has it at all."""
        return 0 if self.in_reference else len(self.starts)

    @property
    def places(self) -> list[tuple[int, Place]]:
        """Each start with what became of it there. Those that stand first are the ones that match."""
        rest: Place = "clipped" if self.in_reference else "missed"
        return [(start, "matched" if time < self.matched else rest) for time, start in enumerate(self.starts)]

    @property
    def finding(self) -> str:
        """What became of it, in words."""
        if self.missed:
            return "missed"
        return f"clipped to {self.matched}" if self.clipped else "matched"


@dataclass(frozen=True, slots=True)
class Order:
    """What became of all n-grams of one length n.

    ngrams     each different one, in the order in which the hypothesis first has them
    precision  matched / all, as the score counts them
    share      what entered the mean: the precision's value, or what the smoothing put in its place
    """

    n: int
    ngrams: tuple[NgramCount, ...]
    precision: Precision
    share: float

    @property
    def matched(self) -> int:
        return sum(each.matched for each in self.ngrams)

    @property
    def clipped(self) -> int:
        return sum(each.clipped for each in self.ngrams)

    @property
    def missed(self) -> int:
        return sum(each.missed for each in self.ngrams)

    @property
    def places(self) -> tuple[Place, ...]:
        """What became of the n-gram that starts at each token, from the first token on; the last n - 1 start none."""
        return tuple(place for _, place in sorted(place for each in self.ngrams for place in each.places))


@dataclass(frozen=True, slots=True, repr=False)
class Breakdown:
    """A BLEU score with everything it was made of; see `breakdown`.

    hypothesis                           its tokens, over which a figure is drawn
    orders                               one for each n that counts, from 1 up
    reference_length                     tokens in the closest reference
    score, brevity_penalty               the score, and what the mean of the shares was multiplied by
    references                           how many there were
    max_n, smoothing, effective_order    what was asked for
    """

    score: float
    hypothesis: tuple[str, ...]
    orders: tuple[Order, ...]
    brevity_penalty: float
    reference_length: int
    references: int
    max_n: int
    smoothing: Smoothing | None
    effective_order: bool

    @property
    def hypothesis_length(self) -> int:
        """Tokens in the hypothesis."""
        return len(self.hypothesis)

    @property
    def signature(self) -> str:
        """The choices behind the score, in one line."""
        orders = "effective order" if self.effective_order else "all orders"
        return f"max_n {self.max_n}, smoothing {self.smoothing or 'none'}, {orders}, references {self.references}"

    def table(self) -> Table:
        """A row for each n: how many n-grams matched, were clipped, were missed, and the precision that gives."""
        columns = ["n", "matched", "clipped", "missed", "precision", "in the mean"]
        rows = [
            (each.n, each.matched, each.clipped, each.missed, each.precision, f"{each.share:.3f}")
            for each in self.orders
        ]
        return Table(f"BLEU {self.score:.3f}", columns, rows, note="\n".join(self._notes()))

    def ngram_table(self, n: int | None = None, *, first: int | None = None) -> Table:
        """A row for each n-gram of the hypothesis, of length n or of every length; the first so many, or all."""
        orders = [each for each in self.orders if n in (None, each.n)]
        found = [each for order in orders for each in order.ngrams]
        rows = [
            (" ".join(each.ngram), len(each.starts), each.in_reference, each.finding) for each in islice(found, first)
        ]
        note = f"{len(rows)} of {len(found)}; ngram_table() has all." if len(rows) < len(found) else ""
        columns = ["n-gram", "in the hypothesis", "in a reference", "finding"]
        return Table(f"N-grams of the hypothesis{f', n = {n}' if n else ''}", columns, rows, note)

    def _notes(self) -> Iterator[str]:
        length = _tokens(self.hypothesis_length)
        yield (
            f"Brevity penalty {self.brevity_penalty:.3f}: {length} in the hypothesis, "
            f"{self.reference_length} in the closest reference."
        )
        if self.orders and len(self.orders) < self.max_n:
            yield f"No n-gram has more than {length}, so a longer n is left out."
        if not any(each.matched for each in self.orders):
            yield "No token is shared, so the score is 0."
        elif not all(each.share for each in self.orders):
            yield "An n without a match makes the score 0, as there is no smoothing."
        yield self.signature

    def __str__(self) -> str:
        return f"{self.table()}\n\n{self.ngram_table(first=_SHOWN)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_() + self.ngram_table(first=_SHOWN)._repr_html_()


def _tokens(count: int) -> str:
    return f"{count} token" if count == 1 else f"{count} tokens"


def breakdown(
    references: Sequence[Tokens] | Sequence[str],
    hypothesis: Tokens | str,
    *,
    max_n: int = 4,
    smoothing: Smoothing | None = None,
    effective_order: bool = True,
    tokenizer: Tokenizer | None = None,
) -> Breakdown:
    """Where a BLEU score comes from: every n-gram of the answer, matched, clipped or missed.

    Formula     that of `bleu`; `.score` is the number that `bleu` gives
    Takes       what `bleu` takes
    Returns     a `Breakdown`: prints as two tables, shows as HTML in a notebook; `.orders[n - 1].places` says for each
                token whether the n-gram that starts there matched
    Errors      ValueError as in `bleu`

    >>> picture = breakdown([["five", "days"]], ["five", "five", "days", "maximum"], max_n=2)
    >>> print(picture.table())
    BLEU 0.408
    <BLANKLINE>
    n  matched  clipped  missed  precision  in the mean
    -  -------  -------  ------  ---------  -----------
    1  2        1        1       2/4        0.500
    2  1        0        2       1/3        0.333
    <BLANKLINE>
    Brevity penalty 1.000: 4 tokens in the hypothesis, 2 in the closest reference.
    max_n 2, smoothing none, effective order, references 1
    >>> picture.orders[0].places
    ('matched', 'clipped', 'matched', 'missed')

    Elsewhere   sacrebleu shows precisions, brevity penalty and lengths beside its score, not the n-grams
    Our choice  of an n-gram used too often, the first ones match and the later ones are clipped
    Source      Papineni et al., 2002
    """
    max_n = _checked_options(max_n, smoothing, effective_order)
    references, hypothesis = _read_pair(references, hypothesis, tokenizer)
    tally = _tally(references, hypothesis, max_n, effective_order)
    shares = _smoothed(tally.precisions, smoothing)
    return Breakdown(
        score=tally.score(smoothing),
        hypothesis=tuple(hypothesis),
        orders=tuple(
            Order(n, _ngram_counts(references, hypothesis, n), precision, share)
            for n, (precision, share) in enumerate(zip(tally.precisions, shares, strict=True), start=1)
        ),
        brevity_penalty=brevity_penalty(tally.reference_length, tally.hypothesis_length),
        reference_length=tally.reference_length,
        references=len(references),
        max_n=max_n,
        smoothing=smoothing,
        effective_order=effective_order,
    )


def _ngram_counts(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> tuple[NgramCount, ...]:
    counts, most = _counts(references, hypothesis, n)
    starts: defaultdict[Ngram, list[int]] = defaultdict(list)
    for start, each in enumerate(_ngrams(hypothesis, n)):
        starts[each].append(start)
    return tuple(NgramCount(each, tuple(starts[each]), most[each]) for each in counts)


# --- texts into tokens ---

# What a letter is to a tokenizer, as one sign: blank; a letter; 0 digit; c a letter of a script without blanks; + a
# mark and j a joiner, both on what stands before them; - and ' and . may stand inside words or numbers; ! all else.
_KINDS = {
    **dict.fromkeys("\u200b", " "),
    **dict.fromkeys("\u200c", "+"),
    **dict.fromkeys("\u200d", "j"),
    **dict.fromkeys("-‐‑", "-"),
    **dict.fromkeys("'’·׳״", "'"),
    **dict.fromkeys(".,٫٬．，", "."),
}
# Thai and Lao; Tibetan; Burmese; Khmer; kana; Han.
_WITHOUT_BLANKS = (
    ("\u0e00", "\u0eff"),
    ("\u0f00", "\u0fff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u3005", "\u3007"),
    ("\u3040", "\u30ff"),
    ("\u31f0", "\u31ff"),
    ("\u3400", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\uff66", "\uff9f"),
    ("\U0001b000", "\U0001b16f"),
    ("\U00020000", "\U0003ffff"),
)

# Both patterns read kinds, not letters. The parts of each begin with different signs, so nothing is tried twice.
_ONE = r"[^ ][+j]*(?:(?<=j)![+j]*)*"  # a letter with its marks; an emoji joined of several
_RUN = r"[a0][a0+j]*"
_INSIDE = r"(?:(?<=[a+j])['-](?=[a0])|(?<=0)['.](?=0))"  # don't, return-1; 3.50, 1'000
_CHARACTER = re.compile(_ONE)
_WORD = re.compile(f"{_RUN}(?:{_INSIDE}{_RUN})*|{_ONE}")


@cache
def _kind(letter: str) -> str:
    category = unicodedata.category(letter)
    if letter in _KINDS:
        return _KINDS[letter]
    if letter.isspace() or category == "Cc":
        return " "
    if category == "Cf":  # soft hyphens, marks of direction: nobody sees them
        return ""
    if category[0] == "M":
        return "+"
    if category[0] not in "LN":
        return "!"
    if category != "Nd" and any(first <= letter <= last for first, last in _WITHOUT_BLANKS):
        return "c"
    return "a" if category[0] == "L" else "0"


def _cut(text: str, pattern: re.Pattern[str]) -> list[str]:
    _checked_text(text, "what is cut into tokens")
    seen = "".join(each for each in normalised("NFC", text) if _kind(each))
    kinds = "".join(map(_kind, seen))
    return [seen[each.start() : each.end()] for each in pattern.finditer(kinds)]


def words(text: str) -> list[str]:
    """The words, numbers and signs of a text; nothing but blanks is lost, and capital letters stay.

    Words       a run of letters, digits and the marks on them: accents, Hindi vowel signs. An apostrophe or hyphen
                after a letter stays inside: don't, well-known, return-1
    Numbers     decimals and thousands stay whole, in the digits of any script: 3.50, 1,000, 1'000, ३.५
    Signs       each other sign alone: ( ) € % । 。, the stop of a sentence, the hyphen of 5-day
    No blanks   in Chinese, Japanese, Thai, Lao, Tibetan, Burmese and Khmer, each letter alone, with its marks;
                for Chinese words see `jieba_words`
    Unicode     composed and decomposed letters are one (NFC); what nobody sees (soft hyphens, direction) is left out
    Errors      ValueError if it is not text

    >>> words("Don't wait: it's $3.50 (or 1,000 points) [return-1].")
    ["Don't", 'wait', ':', "it's", '$', '3.50', '(', 'or', '1,000', 'points', ')', '[', 'return-1', ']', '.']
    >>> words("पैसे ५ दिनों में।"), words("退款要5天。")
    (['पैसे', '५', 'दिनों', 'में', '।'], ['退', '款', '要', '5', '天', '。'])

    Elsewhere   sacrebleu's 13a cuts the same English alike, and leaves Chinese in one piece; NLTK's word_tokenize
                makes two tokens of don't
    Our choice  what a reader would call one thing is one token, and case is a difference
    Source      sacrebleu, tokenizer 13a
    """
    return _cut(text, _WORD)


def characters(text: str) -> list[str]:
    """The letters and signs of a text, each with the marks that stand on it; blanks are left out.

    Takes       a text
    Returns     a list of characters as a reader sees them: a letter with its accents or vowel signs, a joined emoji
    Errors      ValueError if it is not text

    >>> characters("5 days"), characters("दिन"), characters("5天")
    (['5', 'd', 'a', 'y', 's'], ['दि', 'न'], ['5', '天'])

    Elsewhere   sacrebleu's "char" cuts off the marks, so that दिन is three
    Our choice  half a letter matches nothing a reader would see
    Source      Unicode Standard Annex 29, of which this is a simple form
    """
    return _cut(text, _CHARACTER)


def jieba_words(text: str) -> list[str]:
    """The words of a Chinese text, as jieba cuts them; blanks are left out. Needs the extra `zh`.

    Takes       a text
    Returns     a list of words and signs
    Errors      ImportError without jieba; ValueError if it is not text

    >>> jieba_words("退款需要14天。")
    ['退款', '需要', '14', '天', '。']

    Elsewhere   sacrebleu's "zh" makes each Chinese letter a token, as `words` does here
    Our choice  jieba's own cut, unchanged, so that the numbers are those of whoever calls jieba.lcut
    Source      jieba, accurate mode
    """
    _checked_text(text, "what is cut into tokens")
    try:
        import jieba
    except ImportError:
        raise missing("jieba_words() needs jieba", "zh") from None
    jieba.setLogLevel("WARNING")  # it would tell of its dictionary each time
    return [each for each in jieba.lcut(text) if not each.isspace()]


# --- what comes in ---


def _read_pair(references: object, hypothesis: object, tokenizer: Tokenizer | None) -> tuple[list[Tokens], Tokens]:
    """References and hypothesis as tokens, once their shape is sure; otherwise ValueError."""
    if tokenizer is None:
        return _token_lists(references), _checked_tokens(hypothesis, "hypothesis")
    texts = [*_texts(references), _checked_text(hypothesis, "hypothesis")]
    *lists, tokens = (_tokenized(each, tokenizer) for each in texts)
    return lists, tokens


def _read_corpus(
    list_of_references: object, hypotheses: object, tokenizer: Tokenizer | None
) -> Iterator[tuple[list[Tokens], Tokens]]:
    groups, answers = _listed(list_of_references, "list_of_references"), _listed(hypotheses, "hypotheses")
    if len(groups) != len(answers) or not answers:
        raise ValueError(
            "list_of_references must hold a list of references for each hypothesis, and at least one, "
            f"not {len(groups)} for {len(answers)}. From sacrebleu's order, write list(zip(*references))."
        )
    for number, pair in enumerate(zip(groups, answers, strict=True), start=1):
        try:
            yield _read_pair(*pair, tokenizer)
        except ValueError as error:
            raise ValueError(f"pair {number}: {error}") from error


def _listed(value: object, name: str) -> Sequence[object]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"{name} must be a list, with an item for each question, not {described(value)}.")
    return value


def _token_lists(references: object) -> list[Tokens]:
    advice = 'For one reference write [["five", "days"]].'
    lists = _some_references(references, "token lists", advice)
    for number, each in enumerate(lists, start=1):
        if isinstance(each, str):
            shown = visible(" ".join(each[:60].split()))
            raise ValueError(
                f'references must be a list of token lists, but its {_item(number)} is the text "{shown}". {advice} '
                "For whole texts, add tokenizer=words."
            )
    return [_checked_tokens(each, f"reference {number}") for number, each in enumerate(lists, start=1)]


def _texts(references: object) -> list[str]:
    texts = _some_references(references, "texts, as there is a tokenizer", 'For one reference write ["five days"].')
    return [_checked_text(each, f"reference {number}") for number, each in enumerate(texts, start=1)]


def _some_references(references: object, items: str, advice: str) -> Sequence[object]:
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise ValueError(f"references must be a list of {items}, not {described(references)}. {advice}")
    if not references:
        raise ValueError(
            "there are no references, so there is nothing to compare with. "
            "Leave the question out of the mean, and say so."
        )
    return references


def _item(number: int) -> str:
    return "first item" if number == 1 else f"item {number}"


def _checked_text(text: object, name: str) -> str:
    if not isinstance(text, str):
        raise ValueError(f"{name} must be text, not {described(text)}.")
    return text


def _checked_tokens(tokens: object, name: str) -> Tokens:
    if isinstance(tokens, str) or not isinstance(tokens, Sequence):
        raise ValueError(
            f'{name} must be a list of tokens, not {described(tokens)}. Write ["five", "days"], or words("five days").'
        )
    for each in tokens:
        if not isinstance(each, str):
            raise ValueError(f'{name} must hold tokens (text), not {described(each)}. Write ["5", "days"].')
    return tokens


def _tokenized(text: str, tokenizer: Tokenizer) -> Tokens:
    if not callable(tokenizer):
        raise ValueError(f"tokenizer must be a function of a text, such as words, not {described(tokenizer)}.")
    tokens = tokenizer(text)
    if isinstance(tokens, str) or not isinstance(tokens, Iterable):
        raise ValueError(f"a tokenizer must give a list of tokens, not {described(tokens)}.")
    return _checked_tokens(list(tokens), "what the tokenizer gave")


def _checked_number(value: object, name: str, least: int = 1) -> int:
    whole = whole_number(value)
    if whole is None or whole < least:
        raise ValueError(f"{name} must be a whole number from {least} up, not {described(value)}.")
    return whole


def _checked_options(max_n: object, smoothing: object, effective_order: object) -> int:
    """max_n itself, once it and the smoothing are sure; otherwise ValueError."""
    if smoothing not in (None, "epsilon", "exponential"):
        raise ValueError(f'smoothing must be None, "epsilon" or "exponential", not {described(smoothing)}.')
    whole = _checked_number(max_n, "max_n")
    if not effective_order and whole > MOST_ORDERS:
        raise ValueError(
            f"max_n must be at most {MOST_ORDERS} with effective_order=False, where each order is counted whether or "
            f"not the hypothesis has it, not {described(max_n)}. Leave effective_order out."
        )
    return whole
