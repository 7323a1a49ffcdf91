import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragedu.cases import Hit, Passage
from ragedu.grading import wire
from ragedu.learn.values import NotPlainError

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=()))
    | st.just(...)
    | st.builds(Passage, st.text(), st.text(), st.text())
    | st.builds(Hit, st.text(), st.none() | st.floats(allow_nan=False), st.none() | st.text())
)
keys = st.none() | st.integers() | st.text() | st.tuples(st.integers(), st.text()) | st.just(...)
values = st.recursive(
    scalars | st.sets(keys),
    lambda inside: st.lists(inside) | st.lists(inside).map(tuple) | st.dictionaries(keys, inside),
    max_leaves=20,
)


def sent(value):
    body = wire.packed({"value": wire.encode(value)})[wire.HEADER.size :]
    return wire.decode(wire.unpacked(body)["value"])


@given(values)
def test_a_value_arrives_as_it_was_sent(value):
    arrived = sent(value)

    assert arrived == value
    assert repr(arrived) == repr(value) or isinstance(value, set | dict | list | tuple)


def test_what_json_has_no_word_for_arrives():
    assert math.isnan(sent(float("nan")))
    assert sent([float("inf"), -float("inf"), -0.0]) == [float("inf"), -float("inf"), 0.0]
    assert sent(10**5000) == 10**5000
    assert sent("\ud800 alone") == "\ud800 alone"
    assert [type(each) for each in sent([True, 1, 1.0])] == [bool, int, float]


@pytest.mark.parametrize(
    "value", [object(), b"bytes", 1j, Passage(1, "", ""), Hit("a", "high"), type("F", (float,), {})(1)]
)
def test_what_is_not_plain_is_not_sent(value):
    with pytest.raises(NotPlainError):
        wire.encode(value)


@pytest.mark.parametrize(
    "wired",
    [
        {},
        {"set": []} | {"tuple": []},
        {"pickle": "gASV"},
        {"set": [[1]]},
        {"set": 1},
        {"dict": [[1]]},
        {"dict": [[[1], 2]]},
        {"dict": {"a": 1}},
        {"int": "no"},
        {"int": 5},
        {"float": "1e5"},
        {"float": ["nan"]},
        {"...": 1},
        {"Passage": [1, 2, 3]},
        {"Passage": ["a"]},
        {"Hit": ["a", "b", None]},
        {"Hit": [["a"], 1, None]},
        {"tuple": {"tuple": []}},
        {"set": [i * (2**61 - 1) for i in range(1, 5000)]},
    ],
)
def test_what_no_honest_sender_sends_is_malformed(wired):
    with pytest.raises(wire.MalformedError):
        wire.decode(wired)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"])
def test_a_body_that_is_no_message_is_malformed(body):
    with pytest.raises(wire.MalformedError):
        wire.unpacked(body)


def test_what_is_nested_too_deep_is_refused_on_both_sides():
    deep = []
    for _ in range(60):
        deep = [deep]

    with pytest.raises(NotPlainError, match="nested"):
        wire.encode(deep)
    with pytest.raises(wire.MalformedError):
        wire.decode(deep)


def test_a_frame_longer_than_its_reader_accepts_is_refused():
    with pytest.raises(wire.TooLargeError):
        wire.packed({"value": "x" * 100}, largest=50)
    with pytest.raises(wire.MalformedError):
        wire.length_in(b"\xff\xff\xff\xff", largest=50)
