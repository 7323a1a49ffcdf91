"""Scoring picks against a key: outcomes, four rules, what guessing earns, and a report over many answers."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from math import comb, fsum
from operator import index
from typing import Literal, NamedTuple

from ragedu.tables import Table, percent

ChoiceOutcome = Literal["right", "partly", "wrong", "blank", "unreadable"]
ScoreRule = Literal["all_or_nothing", "half_credit", "penalised", "proportional"]

OUTCOMES: tuple[ChoiceOutcome, ...] = ("right", "partly", "wrong", "blank", "unreadable")


def choice_outcome(picked: Set[str] | None, key: Set[str]) -> ChoiceOutcome:
    """How a pick compares with the key. An empty key picked empty is right.

    Returns     "right"; "partly", some right and none wrong; "wrong", any wrong; "blank"; "unreadable" for None
    Errors      ValueError if either is no set

    >>> choice_outcome({"a"}, key={"a", "b"})
    'partly'
    >>> choice_outcome({"a", "d"}, key={"a", "b"})
    'wrong'
    """
    if picked is None:
        return "unreadable"
    for letters, what in ((picked, "picked"), (key, "key")):
        _check_set(letters, what)
    if picked == key:
        return "right"
    if not picked:
        return "blank"
    return "partly" if picked < key else "wrong"


# --- the rules ---


class _Tally(NamedTuple):
    """How many picks are right and wrong, of how many that the key holds and that it leaves out."""

    right: int
    wrong: int
    key: int
    others: int

    @property
    def is_perfect(self) -> bool:
        return self.right == self.key and not self.wrong


def _all_or_nothing(tally: _Tally) -> Fraction:
    return Fraction(tally.is_perfect)


def _half_credit(tally: _Tally) -> Fraction:
    if tally.is_perfect:
        return Fraction(1)
    return Fraction(1, 2) if tally.right and not tally.wrong else Fraction(0)


def _penalised(tally: _Tally) -> Fraction:
    return Fraction(-1) if tally.wrong else _half_credit(tally)


def _proportional(tally: _Tally) -> Fraction:
    if not tally.key:
        return _all_or_nothing(tally)
    wrong_share = Fraction(tally.wrong, tally.others) if tally.wrong else Fraction(0)
    return max(Fraction(0), Fraction(tally.right, tally.key) - wrong_share)


RULES: Mapping[str, Callable[[_Tally], Fraction]] = {
    "all_or_nothing": _all_or_nothing,
    "half_credit": _half_credit,
    "penalised": _penalised,
    "proportional": _proportional,
}


def score_choice(picked: Set[str], key: Set[str], rule: ScoreRule, options: Collection[str]) -> float:
    """What a pick earns against the key, by one of four rules.

    Formula     all_or_nothing  1 for exactly the key, otherwise 0
                half_credit     1 for the key; 1/2 for some of it and nothing wrong; any wrong pick makes it 0
                penalised       as half_credit, but any wrong pick makes it -1
                proportional    right picks / key - wrong picks / options that aren't in the key, not below 0
    Takes       two sets of options; the rule's name; the question's options, as letters or a dict of letter to text
    Range       0 to 1, and -1 under penalised; a blank is 0; an empty key picked empty is 1
    Errors      ValueError if the rule is unknown, if picked or key hold what is no option, or if picked is None:
                an answer that can't be read has no score; choice_report counts it apart

    Of A, B and C two are picked:

    >>> score_choice({"A", "B"}, {"A", "B", "C"}, "half_credit", options="ABCD")
    0.5
    >>> round(score_choice({"A", "B"}, {"A", "B", "C"}, "proportional", options="ABCD"), 3)
    0.667
    >>> score_choice({"A", "D"}, {"A", "B", "C"}, "penalised", options="ABCD")
    -1.0

    Elsewhere   without its penalty, proportional gives 1 to whoever ticks everything: so does Moodle, by default
    Our choice  proportional takes wrong picks off, and exact fractions are rounded once, at the end
    Source      Lord: Formula Scoring and Number-Right Scoring, Journal of Educational Measurement 12, 1975, for why
                guessing should earn nothing
    """
    offered = frozenset(_options(options))
    chosen, right = _among(picked, offered, "picked"), _among(key, offered, "key")
    tally = _Tally(len(chosen & right), len(chosen - right), len(right), len(offered - right))
    return float(_rule(rule)(tally))


def _rule(name: str) -> Callable[[_Tally], Fraction]:
    if not isinstance(name, str) or name not in RULES:
        raise ValueError(f"the rule must be one of {', '.join(RULES)}, not {name!r}.")
    return RULES[name]


def _options(options: Collection[str]) -> Collection[str]:
    if not isinstance(options, Collection) or not options:
        raise ValueError(f'options must be the letters of the question, as "ABCD", not {options!r}.')
    return options


def _check_set(letters: object, what: str) -> None:
    if not isinstance(letters, Set):
        raise ValueError(
            f'{what} must be a set of options, as {{"A", "C"}}, not {letters!r}. Of a Reading pass picked.'
        )


def _among(letters: Set[str] | None, offered: Set[str], what: str) -> Set[str]:
    if letters is None:
        raise ValueError(
            "picked is None: the answer could not be read, and so has no score. "
            "Count it apart, as choice_report does, or ask again."
        )
    _check_set(letters, what)
    if letters - offered:
        strange, known = (", ".join(sorted(map(str, each))) for each in (letters - offered, offered))
        raise ValueError(f"{what} holds {strange}, and the options are {known}. Letters are compared as written.")
    return letters


def expected_for_guessing(rule: ScoreRule, options: int | Collection[str], key_size: int, picks: int) -> float:
    """What blind guessing earns on average: the mean score over every set of that many picks.

    Formula     sum over r of C(key, r) C(options - key, picks - r) / C(options, picks) x the score of r right picks
    Takes       the rule's name; the options, or how many there are; how many are right; how many are picked
    Range       0 to 1, under penalised -1 to 1; computed in fractions, so exact for any number of options
    Errors      ValueError if the rule is unknown, or key_size or picks is no whole number from 0 to the options' number

    One pick, one right of four: nothing lost by guessing, until a wrong pick costs something.

    >>> expected_for_guessing("half_credit", "ABCD", key_size=1, picks=1)
    0.25
    >>> expected_for_guessing("penalised", "ABCD", key_size=1, picks=1)
    -0.5

    Elsewhere   "formula scoring" takes 1 / (options - 1) off for a wrong pick, which makes this mean 0
    Our choice  the mean over sets of one size, because who guesses decides how many to tick before what to tick
    Source      the hypergeometric distribution
    """
    scored = _rule(rule)
    many = _count("options", options if isinstance(options, int) else len(_options(options)), lowest=1)
    key, picked = _count("key_size", key_size, many), _count("picks", picks, many)
    total = sum(
        comb(key, right) * comb(many - key, picked - right) * scored(_Tally(right, picked - right, key, many - key))
        for right in range(max(0, picked - (many - key)), min(key, picked) + 1)
    )
    return float(total / comb(many, picked))


def _count(name: str, value: int, highest: int | None = None, lowest: int = 0) -> int:
    try:
        whole = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        whole = -1
    if whole < lowest or (highest is not None and whole > highest):
        upto = "up" if highest is None else f"to {highest}, the number of options"
        raise ValueError(f"{name} must be a whole number from {lowest} {upto}, not {value!r}.")
    return whole


# --- many answers ---


class ChoiceAnswer(NamedTuple):
    """One answer, ready to be scored: what was picked (None where it can't be read), the key, the options."""

    picked: Set[str] | None
    key: Set[str]
    options: Collection[str]


@dataclass(frozen=True, slots=True, repr=False)
class ChoiceReport:
    """Outcomes over many answers, each counted apart, and the mean score with what it was divided by.

    counts      outcome -> how many answers; every outcome is there, also with 0
    mean        the mean score; None when there is nothing to divide by
    divided_by  how many answers the mean was divided by
    unreadable  "left_out" of the mean, or "zero": counted in it with 0
    rule        the rule of the scores
    """

    counts: Mapping[ChoiceOutcome, int]
    mean: float | None
    divided_by: int
    rule: ScoreRule
    unreadable: Literal["left_out", "zero"]

    @property
    def answers(self) -> int:
        """How many answers there are, read or not."""
        return sum(self.counts.values())

    def table(self) -> Table:
        """Outcomes, how many, and their share of all answers."""
        rows = [(outcome, many, percent(many / max(1, self.answers))) for outcome, many in self.counts.items()]
        return Table(f"{self.answers} answers, rule {self.rule}", ("outcome", "answers", "share"), rows, self._note())

    def _note(self) -> str:
        treated = "left out" if self.unreadable == "left_out" else "counted 0"
        mean = "not defined" if self.mean is None else f"{self.mean:.3f}"
        return f"Mean score {mean}, divided by {self.divided_by}; unreadable: {self.counts['unreadable']}, {treated}."

    def __str__(self) -> str:
        return str(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def choice_report(
    answers: Iterable[ChoiceAnswer | tuple[Set[str] | None, Set[str], Collection[str]]],
    rule: ScoreRule = "all_or_nothing",
    *,
    unreadable: Literal["left_out", "zero"] = "left_out",
) -> ChoiceReport:
    """Outcomes of many answers, never merged, and their mean score.

    Formula     sum of score_choice over the answers that could be read / how many these are
    Takes       for each answer the picked set (None where it can't be read), the key and the options
    Range       of the mean: 0 to 1, under penalised -1 to 1; None when there is nothing to divide by
    Errors      ValueError where score_choice has one, or if unreadable is neither "left_out" nor "zero"

    >>> choice_report([({"A"}, {"A"}, "ABCD"), ({"B"}, {"A"}, "ABCD"), (None, {"A"}, "ABCD")])
    3 answers, rule all_or_nothing
    <BLANKLINE>
    outcome     answers  share
    ----------  -------  -----
    right       1        33 %
    partly      0        0 %
    wrong       1        33 %
    blank       0        0 %
    unreadable  1        33 %
    <BLANKLINE>
    Mean score 0.500, divided by 2; unreadable: 1, left out.

    Elsewhere   many harnesses count what they can't read as wrong, without saying how often that was
    Our choice  left out and counted: a parser's gap is no ignorance. With unreadable="zero" the mean counts it
                as 0, which is right where keeping to the format is part of the task
    Source      our own
    """
    if unreadable not in ("left_out", "zero"):
        raise ValueError(f'unreadable must be "left_out" or "zero", not {unreadable!r}.')
    given = [_answer(each) for each in answers]
    counted = Counter(choice_outcome(each.picked, each.key) for each in given)
    scores = [score_choice(each.picked, each.key, rule, each.options) for each in given if each.picked is not None]
    _rule(rule)
    divided_by = len(given if unreadable == "zero" else scores)
    mean = fsum(scores) / divided_by if divided_by else None
    return ChoiceReport({each: counted[each] for each in OUTCOMES}, mean, divided_by, rule, unreadable)


def _answer(given: object) -> ChoiceAnswer:
    if not isinstance(given, tuple) or len(given) != len(ChoiceAnswer._fields):
        raise ValueError(f"each answer must be a tuple of picked, key and options, not {given!r}.")
    return ChoiceAnswer(*given)
