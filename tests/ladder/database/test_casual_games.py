"""Casual games: kept beside the ladder, the latest of them, under numbers of their own."""

import json
import zlib
from typing import Any

import pytest

from ladder.database import casual_games
from ladder.database.casual_games import CasualSeat
from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.store import Store


def seat(name: str, **more: Any) -> CasualSeat:
    plain = {"coins": 3, "place": 1, "won": True, "forfeited": False, "faults": {}}
    return CasualSeat(name, **(plain | more))


def keep(store: Store, **more: Any) -> int:
    plain: dict[str, Any] = {
        "match": None,
        "round": 1,
        "rotation": 0,
        "variant": "classic",
        "decisions": 40,
        "level": "C",
        "seats": [seat("a/bot"), seat("b/bot", place=2, won=False)],
        "record": zlib.compress(b'{"game": 1}'),
        "logs": {0: "", 1: "hello"},
    }
    return casual_games.keep(store, **(plain | more))


def test_a_game_is_kept_with_all_that_is_known_of_it(store: Store) -> None:
    first = keep(store)
    second = keep(store, match=first, rotation=1)
    newest, oldest = casual_games.games(store, 10)
    assert (newest.name, newest.match, oldest.match) == (f"c{second}", first, first)
    assert [each.name for each in newest.seats] == ["a/bot", "b/bot"]
    assert casual_games.record(store, first) == b'{"game": 1}'
    assert casual_games.logs(store, first) == {1: "hello"}
    assert store.rows("SELECT * FROM games") == store.rows("SELECT * FROM bots") == []


def test_games_are_chosen_by_variant_and_faults(store: Store) -> None:
    keep(store)
    faulty = keep(store, variant="plus", seats=[seat("x", faults={"late": 2})])
    assert [game.id for game in casual_games.games(store, 10, faults=True)] == [faulty]
    assert [game.id for game in casual_games.games(store, 10, variant="plus")] == [faulty]
    assert len(casual_games.games(store, 1)) == 1


def test_the_latest_are_kept_and_no_number_comes_twice(store: Store) -> None:
    numbers = [keep(store, most=3) for _ in range(5)]
    assert [game.id for game in casual_games.games(store, 10)] == numbers[:1:-1]
    store.conn.execute("DELETE FROM casual_games")
    assert keep(store) == numbers[-1] + 1


def test_what_is_not_there_or_damaged_is_said(store: Store) -> None:
    number = keep(store)
    keep(store, most=1)
    with pytest.raises(UnknownGame, match=f"c{number} is no longer kept"):
        casual_games.record(store, number)
    with pytest.raises(UnknownGame, match="c99 has not been played"):
        casual_games.logs(store, 99)
    store.conn.execute("UPDATE casual_games SET record = ?", [json.dumps({})])
    with pytest.raises(DamagedRecord, match="record of game"):
        casual_games.record(store, number + 1)
