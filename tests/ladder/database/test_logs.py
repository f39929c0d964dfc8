"""Logs: what is kept of what bots write on stderr, and for how long."""

from dataclasses import replace

import pytest

from ladder.database.errors import UnknownGame
from ladder.database.logs import packed, prune, unpacked
from ladder.database.store import Bot, Store
from ladder.queries.games import logs
from ladder.tournaments import ledger as ledgers
from tests.ladder.conftest import WriteLedger, outcome


def play(store: Store, write: WriteLedger, bots: list[Bot], matches: int) -> list[int]:
    """So many matches; in every game seat 0 is at fault, seat 1 only writes, seat 2 is silent."""
    ledger = write([bots[:3]] * matches)
    numbers = []
    for game in ledger.unplayed():
        result = outcome(game)
        first, second, third = result.seats
        seats = (
            replace(first, faults={"late": 1}, log=packed(f"fault {game.game_id}")),
            replace(second, log=packed(f"fine {game.game_id}")),
            replace(third, log=b""),
        )
        ledger.save(replace(result, seats=seats))
        numbers.append(game.game_id)
    return numbers


def test_logs_of_faults_stay_and_of_others_the_latest(
    store: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, "MOST_LOGS", 4)  # counted over all logs
    *older, one, two = play(store, write, bots, 2)
    assert older
    for game in older:
        assert logs(store, game) == {0: f"fault {game}"}
    for game in (one, two):
        assert logs(store, game) == {0: f"fault {game}", 1: f"fine {game}"}


def test_pruning_leaves_those_of_faults(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    games = play(store, write, bots, 2)
    with store.transaction() as conn:
        assert prune(conn, 1) == len(games) - 1
        assert prune(conn, 1) == 0
    assert [len(logs(store, game)) for game in games] == [1] * (len(games) - 1) + [2]


def test_a_game_that_is_not_there_has_no_logs(store: Store) -> None:
    with pytest.raises(UnknownGame, match="no game 5"):
        logs(store, 5)


def test_any_text_can_be_kept_and_damage_is_told() -> None:
    for text in ("", "Köln\x00\x1b[2J", "half \ud800", "x" * 100_000):
        assert unpacked(packed(text)) == text.encode("utf-8", "replace").decode()
    assert packed("") == b""
    assert len(packed("x" * 100_000)) < 300
    assert "damaged" in unpacked(b"no zlib")
