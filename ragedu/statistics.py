"""How sure can so few questions make us? Intervals, paired tests and agreement, each saying in words what it found.

Everything is seeded, so the same scores give the same interval every time.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import fsum, isfinite, sqrt
from numbers import Real
from statistics import NormalDist
from typing import Any

from ragedu.tables import Table, percent

Labels = Iterable[Hashable] | Mapping[str, Hashable]
"""One label for each item that was judged: in a fixed order, or by the item's id."""

Pair = tuple[Hashable, Hashable]

Scores = Iterable[float] | Mapping[str, float]
"""One score for each question: in a fixed order, or by the question's id, as a dict or a pandas Series has them."""

NOTHING = 1e-12
"""A difference smaller than this is the float noise of sums in another order, and counts as none."""

LONG = 1000
"""From so many questions on, a bootstrap counts how often each score is drawn, where there are few to draw."""

FEW = 50
"""Up to so many questions `mean_interval` draws a bootstrap; beyond, a normal interval is the same to the eye."""

EXACT_UP_TO = 12
"""With so many differing questions or fewer, the randomisation test tries every way to flip them: 4,096 at most."""

_MOST_LABELS = 20


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over questions, and the range in which it would mostly fall with other questions of the same kind.

    level is the share of bootstrap means inside, for example 0.95.
    """

    mean: float
    low: float
    high: float
    level: float
    questions: int

    def __str__(self) -> str:
        mean, low, high = map(_rounded, (self.mean, self.low, self.high))
        text = f"{mean} [{low} to {high}], {_questions(self.questions)}"
        if self.low == self.high:
            return f"{text}: all scored the same, which leaves the bootstrap nothing to vary"
        return text

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Difference:
    """System B against system A, question by question.

    interval  the mean difference B - A, with its paired bootstrap interval
    p         how often a difference at least this large comes about when the two are swapped at random, 0 to 1
    better, worse, equal  on how many questions B scored higher, lower, the same
    """

    interval: Interval
    p: float
    better: int
    worse: int
    equal: int

    @property
    def can_tell_apart(self) -> bool:
        """Whether the interval leaves out 0 and the test agrees: p at most 1 - level."""
        outside = self.interval.low > 0 or self.interval.high < 0
        return outside and self.p <= 1 - self.interval.level + 1e-12

    @property
    def same_everywhere(self) -> bool:
        """Whether the two scored the same on every question."""
        return not self.better and not self.worse

    def __str__(self) -> str:
        many = _questions(self.interval.questions)
        if self.same_everywhere:
            return f"the same everywhere: A and B have equal scores on {many}."
        low, high, p = signed(self.interval.low), signed(self.interval.high), p_text(self.p)
        sizes = (
            f"mean difference {signed(self.interval.mean)}, {percent(self.interval.level)} interval "
            f"{low} to {high}, p {p if p.startswith('<') else f'= {p}'}; "
            f"better on {self.better}, worse on {self.worse}, the same on {self.equal}"
        )
        if not self.can_tell_apart:
            return f"{many} cannot tell these apart: {sizes}."
        return f"{many} tell these apart, {'B' if self.interval.mean > 0 else 'A'} is better: {sizes}."

    __repr__ = __str__


@dataclass(frozen=True, slots=True, repr=False)
class Agreement:
    """How far two raters gave the same labels to the same items.

    share      on which share of the items they agree, 0 to 1
    kappa      Cohen's kappa with its interval; None where it is not defined, and why_no_kappa says why
    counts     (label of A, label of B) -> on how many items; pairs that never came are left out
    labels     every label that either rater gave, in order
    undefined  of how many resamples there was no kappa, so that the interval leaves them out
    """

    share: float
    kappa: Interval | None
    counts: Mapping[Pair, int]
    labels: Sequence[Hashable]
    undefined: int = 0
    why_no_kappa: str = ""

    @property
    def items(self) -> int:
        """How many items both raters labelled."""
        return sum(self.counts.values())

    @property
    def table(self) -> Table:
        """The confusion table: A's labels down, B's across, how often each pair came; of many labels the commonest."""
        shown = self._commonest
        rows = [[f"A: {row}", *(self.counts.get((row, column), 0) for column in shown)] for row in shown]
        left_out = f"\nShown are the {len(shown)} commonest of {len(self.labels)} labels."
        note = str(self) + (left_out if len(shown) < len(self.labels) else "")
        columns = ["", *(f"B: {label}" for label in shown)]
        return Table("How often A gave the row's label and B the column's", columns, rows, note)

    @property
    def _commonest(self) -> Sequence[Hashable]:
        """All labels, or so many as a table can hold: its cells are their number squared."""
        given = Counter[Hashable]()
        for pair, many in self.counts.items():
            given.update(dict.fromkeys(pair, many))
        kept = {label for label, _ in given.most_common(_MOST_LABELS)}
        return [label for label in self.labels if label in kept]

    def __str__(self) -> str:
        same = sum(many for (a, b), many in self.counts.items() if a == b)
        first = f"A and B agree on {same} of {self.items} items ({self.share:.3f})"
        if self.kappa is None:
            return f"{first}; no kappa: {self.why_no_kappa}"
        low, high = _rounded(self.kappa.low), _rounded(self.kappa.high)
        text = f"{first}; kappa {_rounded(self.kappa.mean)}, {percent(self.kappa.level)} interval {low} to {high}"
        if self.kappa.low == self.kappa.high:
            return f"{text}: every resample has the same, which leaves the bootstrap nothing to vary."
        left_out = f" {self.undefined} resamples without a kappa are left out of it." if self.undefined else ""
        return f"{text}.{left_out}"

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def signed(value: float) -> str:
    """A difference with its sign; what rounds to nothing has none.

    >>> signed(0.25), signed(-0.00001)
    ('+0.250', '0.000')
    """
    return _rounded(value, "+")


def _rounded(value: float, sign: str = "") -> str:
    shown = f"{value:{sign}.3f}"
    return shown.lstrip("+-") if float(shown) == 0 else shown


def p_text(p: float) -> str:
    """A p as it is shown: never 0, because no test can say so."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def bootstrap_interval(scores: Scores, *, level: float = 0.95, resamples: int = 2000, seed: int = 0) -> Interval:
    """The mean of the scores with its percentile bootstrap interval over questions.

    Formula     means of as many questions drawn with replacement; (1 - level) / 2 of them cut off at either end
    Takes       one score for each question
    Range       low <= mean of the resamples <= high, each within the range of the scores
    Errors      ValueError if there are no scores, or one is not a finite number, or the level is not between 0 and 1

    >>> bootstrap_interval([1, 0, 0, 1, 1, 1, 1])
    0.714 [0.429 to 1.000], 7 questions

    Elsewhere   scipy.stats.bootstrap with method="percentile" agrees but for the random draws
    Our choice  percentile: it is the one that can be explained in a sentence, and it never leaves the scores' range.
                With few questions it is too narrow: at level 0.95 over 5 questions, 83 % held the true mean
    Source      Efron, Tibshirani: An Introduction to the Bootstrap, 1993, chapter 13
    """
    values = _values(scores)
    return _interval(values, level, resamples, seed)


def mean_interval(scores: Scores, *, level: float = 0.95) -> Interval:
    """The mean of the scores with an interval that costs next to nothing, however many there are.

    Formula     where every score is 0 or 1 `share_interval`, which has a width even where all are right; otherwise up
                to 50 scores `bootstrap_interval`; beyond, mean ± z · standard deviation / √scores, where z is 1.96 at
                level 0.95, cut off at the least and the greatest score
    Takes       one score for each question
    Range       low <= high, each within the range that scores of the kind can have
    Errors      as `bootstrap_interval`

    >>> mean_interval([0.0, 0.5, 1.0] * 50)
    0.500 [0.434 to 0.566], 150 questions
    >>> mean_interval([1.0] * 4)
    1.000 [0.510 to 1.000], 4 questions

    Our choice  for tables of many means. With so many questions the bootstrap draws the same interval, to about the
                third digit, and takes seconds where there are thousands
    Source      Efron, Tibshirani: An Introduction to the Bootstrap, 1993, chapter 12
    """
    values = _values(scores)
    if set(values) <= {0, 1}:
        return share_interval(round(fsum(values)), len(values), level=level)
    if len(values) <= FEW:
        return bootstrap_interval(values, level=level)
    _checked_level(level)
    lowest, highest = min(values), max(values)
    mean = min(max(_mean(values), lowest), highest)
    deviation = sqrt(fsum((each - mean) ** 2 for each in values) / (len(values) - 1))
    reach = NormalDist().inv_cdf((1 + level) / 2) * deviation / sqrt(len(values))
    return Interval(mean, max(mean - reach, lowest), min(mean + reach, highest), level, len(values))


def share_interval(successes: int, of: int, *, level: float = 0.95) -> Interval:
    """The share of so many yes among so many, with the true shares under which such a count would not be unusual.

    Formula     Wilson's score interval: the shares p with |successes / of - p| <= z sqrt(p (1 - p) / of), z from level
    Takes       how many yes, of how many questions
    Range       0 <= low <= share <= high <= 1; never of width 0
    Errors      ValueError if there are no questions, or successes is not between 0 and their number, or level between
                0 and 1

    >>> share_interval(8, 8)
    1.000 [0.676 to 1.000], 8 questions

    Elsewhere   scipy.stats.binomtest(successes, of).proportion_ci(method="wilson") agrees
    Our choice  for answers of yes or no: drawing again from eight yes never draws a no, so a bootstrap would give
                8 of 8 no width at all
    Source      Wilson: Probable Inference, the Law of Succession, and Statistical Inference, 1927
    """
    if of < 1 or not 0 <= successes <= of:
        raise ValueError(f"a share needs questions, and from none to all of them yes, not {successes} of {of}.")
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level!r}. Usual is 0.95.")
    share, z = successes / of, NormalDist().inv_cdf((1 + level) / 2)
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    # The ends of the formula may pass a share of 0 or 1 by the last digit.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)), level, of)


def compare_paired(a: Scores, b: Scores, *, level: float = 0.95, resamples: int = 2000, seed: int = 0) -> Difference:
    """System B against system A on the same questions: paired bootstrap interval and paired randomisation test.

    Formula     the differences B - A are resampled for the interval, and their signs flipped for the test
    Takes       scores of A and of B for the same questions: two sequences in the same order, or two dicts by question
    Errors      ValueError if the two do not belong to the same questions, or a score is not a finite number

    >>> compare_paired([0.2, 0.4, 0.6], [0.3, 0.4, 0.5]).can_tell_apart
    False

    Our choice  paired, because questions differ far more from each other than systems do
    Source      Smucker, Allan, Carterette: A Comparison of Statistical Significance Tests for IR Evaluation, 2007
    """
    differences = _differences(a, b)
    return Difference(
        _interval(differences, level, resamples, seed),
        _randomisation_p(differences, resamples, seed),
        better=sum(each > 0 for each in differences),
        worse=sum(each < 0 for each in differences),
        equal=sum(each == 0 for each in differences),
    )


def randomisation_test(a: Scores, b: Scores, *, resamples: int = 10_000, seed: int = 0) -> float:
    """How often the mean difference is at least as large when each question's two scores are swapped at random.

    Formula     share of sign flips of the differences whose mean is as far from 0 as the observed one, two-sided
    Takes       scores of A and of B for the same questions
    Range       above 0 up to 1; exact with 12 or fewer differing questions, otherwise (count + 1) / (resamples + 1)
    Errors      ValueError if the two do not belong to the same questions, or a score is not a finite number

    Five questions, all better: of the 32 ways to flip, two are as extreme.

    >>> randomisation_test([0, 0, 0, 0, 0], [1, 1, 1, 1, 1])
    0.0625

    Elsewhere   scipy.stats.permutation_test with permutation_type="samples" agrees
    Source      Smucker, Allan, Carterette: A Comparison of Statistical Significance Tests for IR Evaluation, 2007
    """
    differences = _differences(a, b)
    return _randomisation_p(differences, resamples, seed)


def agreement(a: Labels, b: Labels, *, level: float = 0.95, resamples: int = 2000, seed: int = 0) -> Agreement:
    """How far two raters agree, beyond what their habits alone would bring about.

    Formula     share = items with the same label / items; kappa = (share - chance) / (1 - chance), chance the sum over
                labels of (share of A's labels that are it) * (share of B's); the interval holds the middle of the
                kappas of as many items drawn with replacement, as in `bootstrap_interval`
    Takes       two raters' labels (text, numbers, any plain value) for the same items: two sequences in the same
                order, or two dicts by item
    Range       share 0 to 1; kappa -1 to 1, 0 for what chance alone brings
    Errors      ValueError if there are no items, the two do not belong to the same items, or a label is missing

    Two raters who call nine answers of ten good agree often by habit alone, and kappa is not impressed:

    >>> a = ["good"] * 90 + ["bad"] * 10
    >>> b = ["good"] * 85 + ["bad"] * 5 + ["good"] * 6 + ["bad"] * 4
    >>> result = agreement(a, b)
    >>> result.share, round(result.kappa.mean, 3)
    (0.89, 0.36)
    >>> print(agreement([1, 1, 1], [1, 1, 1]))
    A and B agree on 3 of 3 items (1.000); no kappa: both gave 1 throughout, so chance alone explains it all.

    Elsewhere   scikit-learn and NLTK give the same kappa; for one and the same label throughout scikit-learn gives NaN
                and NLTK 1.0 or an error, by version. statsmodels gives an asymptotic interval, which may pass 1
    Our choice  a seeded percentile bootstrap over items: it needs no large numbers to be explained and never leaves
                -1 to 1. Resamples with one label throughout have no kappa; they are left out, and counted. With few
                items it is too narrow, as every bootstrap
    Source      Cohen: A Coefficient of Agreement for Nominal Scales, 1960; Efron, Tibshirani, 1993, chapter 13
    """
    pairs = _paired_labels(a, b)
    counts = Counter(pairs)
    labels = _in_order({label for pair in counts for label in pair})
    share = sum(many for (first, second), many in counts.items() if first == second) / len(pairs)
    kappa = _kappa(counts)
    if kappa is None:
        why = f"both gave {labels[0]} throughout, so chance alone explains it all."
        return Agreement(share, None, counts, labels, why_no_kappa=why)
    low, high, undefined = _kappa_ends(counts, level, resamples, seed)
    return Agreement(share, Interval(kappa, low, high, level, len(pairs)), counts, labels, undefined)


def cohen_kappa(a: Labels, b: Labels) -> float | None:
    """Cohen's kappa alone; `agreement` has its definition, its interval and the confusion table.

    Formula     (share - chance) / (1 - chance)
    Takes       two raters' labels for the same items
    Range       -1 to 1; None where both gave one and the same label throughout
    Errors      ValueError as `agreement`

    >>> cohen_kappa(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"])
    0.5

    Elsewhere   sklearn.metrics.cohen_kappa_score, with NaN for one and the same label throughout
    Our choice  None, because neither 0 nor 1 would be true: there was nothing to disagree about
    Source      Cohen: A Coefficient of Agreement for Nominal Scales, 1960
    """
    return _kappa(Counter(_paired_labels(a, b)))


def _kappa(counts: Mapping[Pair, int]) -> float | None:
    items = sum(counts.values())
    of_a, of_b = Counter[Hashable](), Counter[Hashable]()
    for (first, second), many in counts.items():
        of_a[first] += many
        of_b[second] += many
    same = sum(many for (first, second), many in counts.items() if first == second)
    # In whole numbers until the last step, so that no rounding makes 1 - chance a small lie.
    chance = sum(many * of_b[label] for label, many in of_a.items())
    return None if chance == items**2 else (same * items - chance) / (items**2 - chance)


def _kappa_ends(counts: Mapping[Pair, int], level: float, resamples: int, seed: int) -> tuple[float, float, int]:
    _checked_level(level)
    source = random.Random(seed)
    cells, weights, items = list(counts), list(counts.values()), sum(counts.values())
    drawn = (source.choices(cells, weights, k=items) for _ in range(_checked_resamples(resamples)))
    found = [_kappa(Counter(each)) for each in drawn]
    kappas = sorted(each for each in found if each is not None)
    if not kappas:
        raise ValueError(f"none of the {resamples} resamples had two labels. Give more items, or more resamples.")
    tail = (1 - level) / 2
    return _quantile(kappas, tail), _quantile(kappas, 1 - tail), resamples - len(kappas)


def _paired_labels(a: Labels, b: Labels) -> list[Pair]:
    a, b = _kept_labels(a), _kept_labels(b)
    if isinstance(a, Mapping) != isinstance(b, Mapping):
        raise ValueError("give both raters' labels in the same form: two lists in the same order, or two dicts.")
    pairs = _by_item(a, b) if isinstance(a, Mapping) and isinstance(b, Mapping) else _by_place(list(a), list(b))
    if not pairs:
        raise ValueError("there are no items. Give both raters' label for each.")
    for pair in pairs:
        for label in pair:
            _check_label(label)
    return pairs


def _by_item(a: Mapping[str, Hashable], b: Mapping[str, Hashable]) -> list[Pair]:
    alone = sorted(map(str, a.keys() ^ b.keys()))
    if alone:
        raise ValueError(
            f"both raters must have labelled the same items; {len(alone)} have only one label, as {alone[0]!r}. "
            "Compare on the items that both labelled."
        )
    return [(label, b[item]) for item, label in a.items()]


def _by_place(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Pair]:
    if len(a) != len(b):
        raise ValueError(f"both raters must have labelled the same items, not {len(a)} and {len(b)} of them.")
    return list(zip(a, b, strict=True))


def _kept_labels(labels: Any) -> Sequence[Hashable] | Mapping[str, Hashable]:
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list, one for each item, not {labels!r}.")
    if isinstance(labels, Mapping):
        return labels
    return list(labels) if not hasattr(labels, "to_dict") else labels.to_dict()


def _check_label(label: Any) -> None:
    try:
        hash(label)
    except TypeError:
        raise ValueError(f"a label must be a plain value such as a text or a number, not {label!r}.") from None
    # NaN equals nothing, itself included: as a label it would be a rater's disagreement with himself.
    if label is None or label != label:
        raise ValueError(f"every item must have a label, not {label!r}. Leave that item out for both, and say so.")


def _in_order(labels: Iterable[Hashable]) -> list[Hashable]:
    """Numbers by size, then everything else as text."""
    return sorted(labels, key=lambda each: (0, each, "") if isinstance(each, Real) else (1, 0, str(each)))


def _interval(values: Sequence[float], level: float, resamples: int, seed: int) -> Interval:
    _checked_level(level)
    source = random.Random(seed)
    draw = _by_counts(values, source) if _is_long_and_plain(values) else _one_by_one(values, source)
    means = sorted(draw() for _ in range(_checked_resamples(resamples)))
    tail = (1 - level) / 2
    ends = _mean(values), _quantile(means, tail), _quantile(means, 1 - tail)
    # A mean of equal numbers may differ from them in the last digit; none may leave the range of the scores.
    lowest, highest = min(values), max(values)
    mean, low, high = (min(max(each, lowest), highest) for each in ends)
    return Interval(mean, low, high, level, len(values))


def _checked_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level!r}. Usual is 0.95.")


def _checked_resamples(resamples: int) -> int:
    if resamples < 1:
        raise ValueError(f"resamples must be 1 or more, not {resamples!r}. Usual is 2000.")
    return resamples


def _quantile(ordered: Sequence[float], share: float) -> float:
    # Between two neighbours the line is followed, as numpy.quantile does.
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _randomisation_p(differences: Sequence[float], resamples: int, seed: int) -> float:
    moving = [each for each in differences if each]
    observed = abs(fsum(moving))
    flips, exact = _sign_flips(len(moving), resamples, seed)
    # Sums in another order may differ in the last digits; those count as equal.
    at_least = observed - 1e-12 * max(1.0, observed)
    extreme = sum(abs(fsum(map(float.__mul__, signs, moving))) >= at_least for signs in flips)
    return extreme / 2 ** len(moving) if exact else (extreme + 1) / (resamples + 1)


def _sign_flips(count: int, resamples: int, seed: int) -> tuple[Iterator[Sequence[float]], bool]:
    if count <= EXACT_UP_TO:
        return product((1.0, -1.0), repeat=count), True
    source = random.Random(seed)
    return (source.choices((1.0, -1.0), k=count) for _ in range(_checked_resamples(resamples))), False


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


# --- one resample's mean ---


def _one_by_one(values: Sequence[float], source: random.Random) -> Callable[[], float]:
    return lambda: _mean(source.choices(values, k=len(values)))


def _is_long_and_plain(values: Sequence[float]) -> bool:
    """Whether there are so many questions, and so few scores to have, that counting beats drawing one by one."""
    return len(values) >= LONG and len(set(values)) * 50 <= len(values)


def _by_counts(values: Sequence[float], source: random.Random) -> Callable[[], float]:
    """The same draw by how often each score comes up: 100,000 scores of 0 or 1 in a fraction of a second.

    How many of the draws fall among the lower half of the scores is binomial; so it goes on in either half.
    """
    counts = sorted(Counter(values).items())
    below = [0, *accumulate(many for _, many in counts)]

    def total(first: int, last: int, draws: int) -> float:
        """The sum of so many draws from a stretch of the scores."""
        if not draws or last - first == 1:
            return draws * counts[first][0]
        middle = (first + last) // 2
        share = (below[middle] - below[first]) / (below[last] - below[first])
        lower = binomial(draws, share, source)
        return total(first, middle, lower) + total(middle, last, draws - lower)

    return lambda: total(0, len(counts), len(values)) / len(values)


def binomial(trials: int, share: float, source: random.Random) -> int:
    """How many of so many trials succeed, each with this chance: a random draw.

    Every trial has a random number written in bits, all next bits are drawn at once, and a trial is decided where its
    bit differs from the share's: half of the trials at each step. `random` has this from Python 3.12 on.

    >>> binomial(10, 1.0, random.Random(0)), binomial(10, 0.0, random.Random(0))
    (10, 0)
    """
    if share >= 1:
        return trials
    succeeded = 0
    while trials and share:
        share *= 2
        ones = source.getrandbits(trials).bit_count()
        if share >= 1:
            share -= 1
            succeeded += trials - ones
            trials = ones
        else:
            trials -= ones
    return succeeded


def _differences(a: Scores, b: Scores) -> list[float]:
    differences = [after - before for before, after in zip(*_paired(a, b), strict=True)]
    return [0.0 if abs(each) < NOTHING else each for each in differences]


def _kept(scores: Any) -> list[float] | Mapping[str, float]:
    """The scores as a list or by question, once it is sure that they can be scores."""
    if isinstance(scores, str | bytes) or not isinstance(scores, Iterable):
        raise ValueError(f"scores must be numbers, one for each question, not {scores!r}.")
    if isinstance(scores, Mapping):
        return scores
    if not hasattr(scores, "to_dict"):
        return list(scores)
    by_question: dict[str, float] = scores.to_dict()  # a pandas Series
    if len(by_question) < len(scores):  # type: ignore[arg-type]
        raise ValueError("the scores name a question twice. Give one score for each question.")
    return by_question


def _values(scores: Scores) -> list[float]:
    kept = _kept(scores)
    given = list(kept.values() if isinstance(kept, Mapping) else kept)
    if not given:
        raise ValueError("there are no scores. Give one for each question.")
    strange = next((each for each in given if not _is_number(each)), None)
    if strange is not None or None in given:
        raise ValueError(f"every score must be a finite number, not {strange!r}. Leave that question out, and say so.")
    return [float(each) for each in given]


def _is_number(value: Any) -> bool:
    try:
        return isfinite(value)
    except (TypeError, OverflowError):
        return False


def _paired(a: Scores, b: Scores) -> tuple[list[float], list[float]]:
    a, b = _kept(a), _kept(b)
    if isinstance(a, Mapping) != isinstance(b, Mapping):
        raise ValueError("give both systems' scores in the same form: two lists in the same order, or two dicts.")
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        alone = sorted(map(str, a.keys() ^ b.keys()))
        if alone:
            raise ValueError(
                f"both systems must have a score for the same questions; {len(alone)} have only one, as {alone[0]!r}. "
                "Compare on the questions that both answered."
            )
        return _values(a), _values({question: b[question] for question in a})
    first, second = _values(a), _values(b)
    if len(first) != len(second):
        raise ValueError(
            f"both systems must have a score for the same questions, not {len(first)} and {len(second)} scores."
        )
    return first, second


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count} questions"
