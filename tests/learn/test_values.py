"""Values made plain, compared and shown: nothing that only claims to be equal ever is."""

import math
from collections import Counter, OrderedDict, defaultdict, deque
from contextlib import suppress
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from ragedu.cases import Hit, Passage
from ragedu.learn.problems import TOLERANCE
from ragedu.learn.values import NotPlainError, plain, same, show

# --- what claims to be equal ---


class Liar:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class LyingFloat(float):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class LyingText(str):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class LyingList(list):  # type: ignore[type-arg]
    def __eq__(self, other: object) -> bool:
        return True


class Disguised:
    """Says of itself that it is a float; its type is what counts."""

    @property
    def __class__(self) -> Any:
        return float

    def __float__(self) -> float:
        return 0.5


LIARS = [Liar(), LyingFloat(0.5), LyingText("a"), LyingList([1]), Disguised()]


@pytest.mark.parametrize("liar", LIARS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("wrapped", [lambda x: x, lambda x: [x], lambda x: (1, [x]), lambda x: {"a": x}])
def test_a_value_of_a_type_of_its_own_is_not_plain_wherever_it_hides(liar: Any, wrapped: Any):
    with pytest.raises(NotPlainError, match=type(liar).__name__):
        plain(wrapped(liar))


@pytest.mark.parametrize("hidden_in", [lambda x: {x}, lambda x: {x: 1}, lambda x: Counter([x])])
def test_a_lying_key_is_not_plain(hidden_in: Any):
    with pytest.raises(NotPlainError, match="Liar"):
        plain(hidden_in(Liar()))


@pytest.mark.parametrize(
    "value",
    [Passage(LyingText("a"), "x"), Passage("a", LyingText("x")), Hit(LyingText("a")), Hit("a", LyingFloat(0.5))],
)
def test_a_lie_inside_a_passage_or_hit_is_not_plain(value: Any):
    with pytest.raises(NotPlainError, match="Lying"):
        plain(value)


def test_a_type_that_claims_to_be_another_is_not_plain():
    class ClaimsToBeFloat(type):
        def __eq__(cls, other: object) -> bool:
            return True

        def __hash__(cls) -> int:
            return hash(float)

    class Claimant(metaclass=ClaimsToBeFloat):
        def __float__(self) -> float:
            return 0.5

    with pytest.raises(NotPlainError, match="Claimant"):
        plain(Claimant())


# --- what becomes plain ---


@pytest.mark.parametrize(
    ("value", "its_plain_twin"),
    [
        (Fraction(1, 2), 0.5),
        (Decimal("0.5"), 0.5),
        (deque([1, 2]), [1, 2]),
        (range(3), [0, 1, 2]),
        (frozenset({1}), {1}),
        (Counter("aab"), {"a": 2, "b": 1}),
        (defaultdict(int, a=1), {"a": 1}),
        (OrderedDict(a=1), {"a": 1}),
        ({"a": 1}.keys(), ["a"]),
        ({"a": 1}.values(), [1]),
        ({"a": 1}.items(), [("a", 1)]),
        (..., ...),
        (None, None),
    ],
)
def test_a_known_type_becomes_its_plain_twin(value: Any, its_plain_twin: Any):
    assert plain(value) == its_plain_twin
    assert type(plain(value)) is type(its_plain_twin)


def test_numpy_numbers_and_arrays_become_plain():
    numpy = pytest.importorskip("numpy")

    for value, twin in [
        (numpy.float64(0.5), 0.5),
        (numpy.float32(0.5), 0.5),
        (numpy.int64(3), 3),
        (numpy.bool_(True), True),
        (numpy.str_("a"), "a"),
        (numpy.array([[1, 2]]), [[1, 2]]),
        ([numpy.float64(0.5)], [0.5]),
    ]:
        assert plain(value) == twin
        assert type(plain(value)) is type(twin)


# --- classes of a learner's own, with a plain value inside ---


class Share(NamedTuple):
    share: float
    tokens: Any


class LyingShare(Share):
    def __iter__(self) -> Any:
        return iter([1.0, 1.0])

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Stage(StrEnum):
    INDEX = "index"

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "retrieval"

    def __hash__(self) -> int:
        return 0


class Level(IntEnum):
    ONE = 1

    def __int__(self) -> int:
        return 2


class OldStage(str, Enum):  # noqa: UP042 - as it is written still
    INDEX = "index"


@pytest.mark.parametrize(
    ("value", "its_plain_twin"),
    [
        (Share(0.5, [1]), (0.5, [1])),
        (LyingShare(0.5, 2), (0.5, 2)),
        (Stage.INDEX, "index"),
        (OldStage.INDEX, "index"),
        (Level.ONE, 1),
        ({Stage.INDEX: Share(0.5, Level.ONE)}, {"index": (0.5, 1)}),
    ],
    ids=repr,
)
def test_a_named_tuple_and_a_member_become_what_they_hold_and_not_what_they_claim(value: Any, its_plain_twin: Any):
    assert repr(plain(value)) == repr(its_plain_twin)


def test_a_lie_inside_a_named_tuple_is_not_plain():
    with pytest.raises(NotPlainError, match="LyingText"):
        plain(Share(0.5, LyingText("a")))


def test_a_class_whose_metaclass_claims_parents_is_not_plain():
    class Claims(type):
        @property
        def __mro__(cls) -> Any:
            return (cls, tuple, Enum, str)

    class Claimant(metaclass=Claims):
        _fields = ("a",)

    with pytest.raises(NotPlainError, match="Claimant"):
        plain(Claimant())


def test_pandas_columns_become_lists():
    pandas = pytest.importorskip("pandas")

    for value in (pandas.Series(["b", "a"]), pandas.Index(["b", "a"]), pandas.Series(["b", "a"]).values):
        assert plain(value) == ["b", "a"]
    with pytest.raises(NotPlainError, match="DataFrame"):
        plain(pandas.DataFrame({"a": [1]}))


def test_a_coroutine_is_not_plain_and_leaves_no_warning_behind(recwarn: pytest.WarningsRecorder):
    async def later() -> int:
        return 1

    with pytest.raises(NotPlainError, match="coroutine"):
        plain(later())
    assert [str(each.message) for each in recwarn] == []


@pytest.mark.parametrize(
    "value", [(x for x in "a"), print, object(), map(str, [1]), b"a", 1j], ids=lambda value: type(value).__name__
)
def test_what_has_no_plain_form_is_named_by_its_type(value: Any):
    with pytest.raises(NotPlainError) as raised:
        plain(value)
    assert str(raised.value) == f"an object of type {type(value).__name__}"


def test_a_list_that_holds_itself_comes_to_an_end():
    endless: list[Any] = []
    endless.append(endless)

    with pytest.raises(NotPlainError, match="list nested more than 20 deep"):
        plain(endless)


@pytest.mark.parametrize("value", [{frozenset({1})}, {frozenset({1}): 2}, {(frozenset({1}),)}, {range(2)}], ids=repr)
def test_a_set_in_a_set_is_plain_or_said_to_be_none(value: Any):
    with suppress(NotPlainError):
        assert plain(value) == value


@pytest.mark.parametrize("value", [Fraction(10) ** 400, Decimal("1e400") ** 2], ids=["fraction", "decimal"])
def test_a_number_too_large_for_a_float_is_plain_or_said_to_be_none(value: Any):
    with suppress(NotPlainError):
        assert plain(value) in (math.inf, value)


# --- what is the same ---


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.1 + 0.2, 0.3),
        (1, 1.0),
        (True, 1),
        (1.0, True),
        (0, -0.0),
        (math.inf, math.inf),
        ([1, 2], (1, 2)),
        ([0.1 + 0.2, ["a"]], (0.3, ("a",))),
        ({"a": 0.1 + 0.2}, {"a": 0.3}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a", "b"}, {"b", "a"}),
        (10**400, 10**400),
        (1e300, 1e300 * (1 + 1e-10)),
        (None, None),
        (..., ...),
        (Passage("a", "x"), Passage("a", "x")),
        ([], ()),
    ],
)
def test_the_same(one: Any, other: Any):
    assert same(one, other, TOLERANCE)
    assert same(other, one, TOLERANCE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.3, 0.3001),
        (1, 2),
        (10**400, 10**400 + 1),
        (10**400, 1.0),
        (10**400, math.inf),
        (math.nan, math.nan),
        (math.inf, -math.inf),
        (1, "1"),
        (0, None),
        (0, ""),
        (0.0, []),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        (["a"], {"a"}),
        ("ab", ["a", "b"]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, [("a", 1)]),
        ({"a"}, {"a", "b"}),
        (Passage("a", "x"), Passage("a", "y")),
        (Passage("a", "x"), Hit("a")),
        (..., None),
        (False, ""),
    ],
)
def test_not_the_same(one: Any, other: Any):
    assert not same(one, other, TOLERANCE)
    assert not same(other, one, TOLERANCE)


def test_a_tolerance_of_its_own_counts():
    assert same(0.5, 0.504, 0.01)
    assert not same(0.5, 0.504, 0.001)


# --- how it is shown ---


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b", "a"}, "{'a', 'b'}"),
        (set(), "set()"),
        ((1,), "(1,)"),
        ((), "()"),
        ([{"b", "a"}, (1, 2)], "[{'a', 'b'}, (1, 2)]"),
        ({"a": {2, 1}}, "{'a': {1, 2}}"),
        (0.1 + 0.2, "0.3"),
        (2 / 3, "0.666667"),
        (1e-7, "1e-07"),
        ("Ж\n", "'Ж\\n'"),
        (..., "..."),
        ([...], "[...]"),
        (None, "None"),
    ],
)
def test_a_value_is_shown_as_a_learner_would_type_it(value: Any, text: str):
    assert show(value) == text


def test_a_long_value_is_cut_in_the_middle():
    shown = show("a" * 60 + "b" * 60, limit=20)

    assert shown == "'aaaaaaaaa … bbbbbbbbb'"


def test_a_value_just_short_enough_is_whole():
    assert show("a" * 98) == "'" + "a" * 98 + "'"


def test_a_number_too_long_to_write_out_is_described():
    assert show(10**5000) == "a whole number of 16610 bits"
