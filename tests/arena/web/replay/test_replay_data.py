"""What a page tells: every frame in words, nothing of other seats where it is made for one."""

import re
from copy import deepcopy
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.replay.frames import frames
from arena.replay.replay import Replay
from arena.rules import table_sizes
from arena.web.replay.replay_data import difference, replay_data
from tests.support.changes import apply
from tests.support.golden import golden_game
from tests.support.lawful import fullest
from tests.support.other_deals import other_deal
from tests.support.random_record import random_record


def _golden(variant: str, players: int) -> Replay:
    return golden_game(variant, players)


@pytest.fixture(scope="module", params=fullest())
def told(request: pytest.FixtureRequest) -> tuple[Replay, dict[str, Any]]:
    """The golden game of a variant with all expansions that go together, and what is told of it."""
    replay = _golden(request.param, table_sizes(request.param)[0])
    return replay, replay_data(replay)


def _kinds(give: Any) -> Any:
    return give if give == "open" else [card["kind"] for card in give]


def _lines(told: dict[str, Any], sort: str) -> list[list[Any]]:
    return [line for lines in told["frames"]["lines"] for line in lines if line[0] == sort]


def _frames(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Frame by frame what is told key by key."""
    columns = told["frames"]
    return [dict(zip(columns, parts, strict=True)) for parts in zip(*columns.values(), strict=True)]


def test_every_position_and_order_book_can_be_unrolled(told: tuple[Replay, dict[str, Any]]) -> None:
    replay, whole_game = told
    position, offers = None, []
    for frame, parts in zip(frames(replay), _frames(whole_game), strict=True):
        position = apply(position, parts["position"] or [])
        offers = apply(offers, parts["offers"] or [])
        whole = {key: frame.position[key] for key in position}
        assert position == whole
        assert offers == [{**row, "give": _kinds(row["give"])} for row in frame.offers]
        assert frame.position.keys() - position.keys() == {"offers", "accepts"}


def test_words_are_of_people_not_of_the_protocol(told: tuple[Replay, dict[str, Any]]) -> None:
    for frame in _frames(told[1]):
        for line in frame["lines"]:
            assert "_" not in line[2]
        if decided := frame["decided"]:
            assert "_" not in "".join([decided["task"], str(decided["chose"]), *decided["choices"]])


def test_cards_drawn_are_told_to_their_drawer_and_counted_for_the_others() -> None:
    told = replay_data(_golden("anniversary", 3))
    drawn = _lines(told, "drew")
    assert drawn
    for _, seat, text, owner, others in drawn:
        assert owner == seat
        assert text != others
        assert others.endswith((" card", " cards"))


def test_a_page_for_a_seat_is_the_same_whatever_is_hidden_from_it() -> None:
    replay = _golden("anniversary", 4)
    other = other_deal(replay, 1)
    assert other is not None
    assert orjson.dumps(replay_data(other, 1)) == orjson.dumps(replay_data(replay, 1))
    assert orjson.dumps(replay_data(other)) != orjson.dumps(replay_data(replay))


def test_a_page_for_a_seat_holds_no_hand_of_another() -> None:
    told = replay_data(_golden("plus", 3), 2)
    position: Any = None
    for frame in _frames(told):
        position = apply(position, frame["position"] or [])
        assert [isinstance(hand, list) for hand in position["hands"]] == [False, False, True]
        assert not frame["decided"] or frame["decided"]["seat"] == 2
    assert all(line[1] == 2 or "card" in line[2] for line in _lines(told, "drew"))
    # The seed would give all hidden cards away.
    assert _golden("plus", 3).data["seed"] not in orjson.dumps(told).decode()


def test_what_a_bot_wrote_is_told_harmlessly() -> None:
    record = random_record()
    record["bots"][0]["name"] = "evil\x1b[2J\u202e" + "x" * 90
    first = record["decisions"][0]
    first |= {"say": "hi\x1b[2J", "fault": "late", "refused": "no\x07pe"}
    record["forfeits"] = [{"seat": 0, "decision": 0, "fault": "late", "reason": "bad\x1b[2J"}]
    told = replay_data(Replay(orjson.dumps(record)), logs={0: "log\x1b[2J\nmore"})
    assert told["logs"] == {"0": ["log�[2J", "more"]}
    assert told["frames"]["decided"][1]["refused"] == "no�pe"
    text = orjson.dumps(told).decode()
    assert "\\u001b" not in text
    assert "\u202e" not in text
    assert len(told["seats"][0]["name"]) == 40
    assert [line[:2] for line in told["frames"]["lines"][1][:3]] == [
        ["refused", 0], ["fault", 0], ["said", 0],
    ]  # fmt: skip
    assert told["result"]["forfeits"] == {"0": "bad�[2J"}
    assert 0 not in told["result"]["winners"]


def test_a_page_for_a_seat_holds_its_log_and_its_thoughts_alone() -> None:
    record, logs = random_record(), {0: "my hand", 1: "mine"}
    for decided in record["decisions"]:
        decided["note"] = f"thought of {decided['seat']}"
        decided["thought"] = f"thought of {decided['seat']}\x1b[2J\n\nand more"
    replay = Replay(orjson.dumps(record))
    told = replay_data(replay, 1, logs)
    assert told["logs"] == {"1": ["mine"]}
    assert set(re.findall(rb"thought of \d", orjson.dumps(told))) == {b"thought of 1"}
    shown = [each["thought"] for each in told["frames"]["decided"] if each]
    assert shown and all(each == ["thought of 1\ufffd[2J", "and more"] for each in shown)
    assert replay_data(replay, 2, logs)["logs"] == {}
    assert replay_data(replay, None, logs)["logs"].keys() == {"0", "1"}


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
