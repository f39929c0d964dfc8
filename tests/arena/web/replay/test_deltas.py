"""Differences of plain data: applied to the old they give the new, and they are small."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arena.web.replay.replay_data import difference
from tests.support.changes import apply

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(2, 6) | st.sampled_from(["soy", "red", ""]),
    lambda parts: (
        st.lists(parts, max_size=5) | st.dictionaries(st.sampled_from("abc"), parts, max_size=3)
    ),
)


@given(VALUES, VALUES)
def test_the_difference_leads_from_the_old_to_the_new(old: Any, new: Any) -> None:
    kept = deepcopy(old)
    assert apply(old, difference(old, new)) == new
    assert old == kept
    assert difference(new, new) == []


def test_little_is_said_of_little() -> None:
    for old, new, changes in (
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2, 3]}, [[["b"], 2, 2, [3]]]),
        (["soy", "red", "blue"], ["red", "blue"], [[[], 0, 1, []]]),
        ([{"n": 1}, {"n": 2}], [{"n": 1}, {"n": 3}], [[[1, "n"], 3]]),
        ([["soy"], []], [["soy"], ["red"]], [[[1], 0, 0, ["red"]]]),
        ({"a": 1}, {"b": 1}, [[[], {"b": 1}]]),
    ):
        assert difference(old, new) == changes
