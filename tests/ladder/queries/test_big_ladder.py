"""The made-up ladder of `tests.bench.big_ladder` is what playing its games one by one leads to."""

from pathlib import Path
from typing import Any

import pytest

from ladder.database.result import outcomes
from ladder.database.store import Store
from ladder.maintenance.refit import recompute
from ladder.queries.games import levels
from ladder.ratings.live import rate_match
from ladder.statistics.elo import START
from tests.bench import big_ladder

WITHOUT_ROUNDING = 1e-6


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With so many forfeits that all their corners come up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(big_ladder, "FAULTY", 0.2)
        patch.setattr(big_ladder, "FORFEITING", 0.1)
        return big_ladder.build(tmp_path_factory.mktemp("big"), bots=13, games=700)


def _all(store: Store, table: str) -> list[dict[str, Any]]:
    return store.rows(f"SELECT * FROM {table} ORDER BY 1, 2, 3")


def test_its_games_have_the_places_of_the_ladder(path: Path) -> None:
    with Store(path, read_only=True) as store:
        assert levels(store) == {"A": store.db["results"].count}
        games: dict[int, list[dict[str, Any]]] = {}
        for row in store.rows("SELECT * FROM seats ORDER BY game_id, seat"):
            games.setdefault(row["game_id"], []).append(row)
    assert 700 <= len(games) < 900
    assert sum(sum(row["forfeited"] for row in rows) > 1 for rows in games.values()) > 9
    for rows in games.values():
        coins = [row["coins"] for row in rows]
        assert [row["place"] for row in rows] == [1 + sum(b > a for b in coins) for a in coins]
        won = [number for number, row in enumerate(rows) if row["won"]]
        assert len(won) == 1
        forfeited = {number for number, row in enumerate(rows) if row["forfeited"]}
        ends = outcomes([row["place"] for row in rows], forfeited, won)
        for row, end in zip(rows, ends, strict=True):
            assert [row[name] for name in end._fields] == pytest.approx([*map(float, end)])
        assert all(row["faults"] for row in rows if row["forfeited"])


def test_its_ratings_are_those_of_its_games(path: Path) -> None:
    with Store(path) as store:
        before = {name: _all(store, name) for name in ("ratings", "rating_history")}
        pools = _all(store, "pools")
        pairs = store.rows("SELECT * FROM pair_scores ORDER BY 1, 2")
        done = recompute(store)
        assert done.difference < WITHOUT_ROUNDING
        assert store.rows("SELECT * FROM pair_scores ORDER BY 1, 2") == pairs
        with store.transaction() as conn:
            for table in ("ratings", "rating_history", "pair_scores"):
                conn.execute(f"DELETE FROM {table}")
            conn.execute("UPDATE pools SET matches = 0")
            for match, pool in conn.execute(
                "SELECT id, pool_id FROM matches ORDER BY tournament_id, number"
            ).fetchall():
                rate_match(conn, match, pool, None)
        assert _all(store, "pools") == pools
        for name, rows in before.items():
            after = _all(store, name)
            assert len(after) == len(rows)
            for old, new in zip(rows, after, strict=True):
                assert new == pytest.approx(old, rel=WITHOUT_ROUNDING), name
        assert any(abs(row["elo"] - START) > 100 for row in before["ratings"])
