"""A game that is being played is shown as it will be when it is over, and to spectators no more
than all seats know."""

from typing import Any

import orjson
import pytest

from arena.replay.frames import PUBLIC, Live, frames, position
from arena.replay.replay import Replay
from arena.rules.state import OWNER
from tests.support.golden import file_of, replay_of
from tests.support.random_record import random_record

TABLES = [("anniversary", 3), ("high_bohn+cognac", 3), ("anniversary_duel", 2), ("plus", 3)]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_reader_learns_what_a_replay_tells(variant: str, players: int) -> None:
    record = random_record(variant, players, 5)
    readers = (PUBLIC, 0, players - 1, None)
    begun = {key: value for key, value in record.items() if key != "result"}
    live = Live(begun | {"decisions": [], "forfeits": []}, readers)
    told: dict[Any, list[Any]] = {reader: [] for reader in readers}
    for at, decision in enumerate(record["decisions"]):
        for reader, frame in live.add({"decisions": [decision], "forfeits": []}):
            told[reader].append(frame)
        assert all(live.now[reader].number <= at + 1 for reader in readers)
    for reader, frame in live.rest():
        told[reader].append(frame)
    for reader in readers:
        expected = list(frames(Replay(orjson.dumps(record)), reader))
        assert events(told[reader]) == events(expected)
        assert live.now[reader].position == expected[-1].position
        assert live.now[reader].offers == expected[-1].offers


def events(frames: list[Any]) -> list[Any]:
    return [event for frame in frames for event in frame.events]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_spectators_are_shown_what_all_seats_see(variant: str, players: int) -> None:
    replay = Replay(orjson.dumps(random_record(variant, players, 6)))
    own = ["hands"] + [
        piece.name for piece in replay.book.own_pieces if piece.per_seat and piece.audience == OWNER
    ]
    game = replay.begin()
    for _ in replay.more(game):
        shown = position(game, PUBLIC)
        for seat in range(players):
            seen = position(game, seat)
            for name in own:
                assert shown[name][seat] != seen[name][seat] or not seen[name][seat]
                seen[name][seat] = shown[name][seat]
            for name in ("offers", "accepts"):
                seen[name] = [
                    other if each["seat"] == seat else each
                    for each, other in zip(seen[name], shown[name], strict=True)
                ]
            assert seen == shown
    for frame in frames(replay, PUBLIC):
        assert frame.decided is None and frame.asked == ()
        for event in frame.events:
            for pile in replay.book.secrets.get(event["event"], ()):
                assert pile not in event


def test_what_a_person_answered_is_taken_up_though_it_never_was_json() -> None:
    """A person's seat hands it over with tuples where a record has lists."""
    replay = replay_of(file_of("anniversary", 3).read_bytes())
    record = replay.data
    assert any("withdraw" in each["choice"] for each in record["decisions"])
    live = Live(record | {"decisions": [], "forfeits": []}, (PUBLIC,))
    for decision in record["decisions"]:
        choice = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in decision["choice"].items()
        }
        list(live.add({"decisions": [decision | {"choice": choice}], "forfeits": []}))
    list(live.rest())
    assert live.now[PUBLIC].position == [*frames(replay, PUBLIC)][-1].position
