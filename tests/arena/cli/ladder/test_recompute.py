"""`arena ladder recompute` on a ladder whose games were stored without what was traded."""

import zlib
from pathlib import Path

import pytest

from arena.cli.ladder import recompute
from arena.cli.output import console
from arena.replay.replay import Replay, trades_of
from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Store
from ladder.database.trades import of_bot, packed, without_trades
from ladder.tournaments.ledger import Scheduled
from ladder.tournaments.tournaments import Pool
from tests.arena.conftest import Arena
from tests.support.made_up_matches import play_matches

RECORD = Path(__file__).parents[3] / "golden" / "classic-3.record"


def result(game: Scheduled) -> GameResult:
    seats = tuple(SeatResult(coins=9 - seat, place=1 + seat) for seat in range(3))
    record = b"damaged" if game.game_id == 6 else RECORD.read_bytes()
    return GameResult(game.game_id, (0,), seats, record)


@pytest.fixture
def older(arena: Arena) -> Arena:
    """A home with two matches; the last of their six games has a damaged record."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name).id for name in ("ant", "bee", "cat")]
        play_matches(store, Pool("classic", 3, "standard", "n", "1"), [bots] * 2, result)
    return arena


def test_older_games_are_replayed_once(older: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "SECONDS_BETWEEN_LINES", 0)
    text = older("ladder", "recompute")
    assert "6 of 6 older games" in older.errors
    assert "Filled in the trades of 5 games" in text
    assert "The trades of 1 game stay unknown" in text
    between = trades_of(Replay(zlib.decompress(RECORD.read_bytes()))).between()
    with Store(older.home / "ladder.sqlite", read_only=True) as store:
        rows = store.rows("SELECT * FROM trades ORDER BY game_id")
        assert [row["numbers"] for row in rows] == [packed(between)] * 5
        ant = of_bot(store, 1)
    assert ant is not None
    assert ant.total.games == 5
    assert ant.total.trades > 0
    again = older.json("ladder", "recompute")
    assert again["trades"] == {"found": 0, "lost": 1}


def test_it_goes_on_where_it_was_interrupted(older: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recompute, "AT_ONCE", 2)
    seen: list[int] = []
    replayed = recompute._replayed

    def interrupted(store: Store, game_id: int) -> bytes | None:
        seen.append(game_id)
        if seen == [1, 2, 3, 4]:
            raise KeyboardInterrupt
        return replayed(store, game_id)

    monkeypatch.setattr(recompute, "_replayed", interrupted)
    older("ladder", "recompute", code=130)
    with Store(older.home / "ladder.sqlite", read_only=True) as store:
        assert without_trades(store) == [3, 4, 5, 6]
    assert older.json("ladder", "recompute")["trades"] == {"found": 3, "lost": 1}
