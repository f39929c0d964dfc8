"""What Datasette is told: of everything that is there, and of nothing else."""

from ladder.database.metadata import LABELS, QUERIES, described, metadata
from ladder.database.store import Bot, Store
from ladder.database.table_layout import layout
from ladder.maintenance.refit import refit
from tests.ladder.conftest import POOL, WriteLedger, play_all


def test_every_table_and_view_is_described(store: Store) -> None:
    found = described()
    assert found.keys() == layout(store.conn).keys()
    silent = [name for name, (text, _) in found.items() if len(text) < 20]
    assert silent == [], "say in a comment before it in ladder/database/schema.sql what it holds"
    for name, (_, columns) in found.items():
        known = {row["name"] for row in store.rows(f"PRAGMA table_xinfo({name})")}
        assert columns.keys() <= known
        assert all(columns.values())


def test_comments_are_those_of_their_columns() -> None:
    found = described()
    assert found["seats"][1]["forfeited"] == "1: played on by the referee, loses to all"
    assert found["bots"][1]["judged_games"].startswith("The suspension rule looks at")
    assert "quarantined: a game failed three times" in found["matches"][1]["status"]
    assert found["ratings"][1]["block_coins"].startswith("sum of the blocks")
    assert found["official_ratings"][1]["group_number"].endswith("their ratings do not compare")


def test_labels_are_columns(store: Store) -> None:
    for table, column in LABELS.items():
        store.rows(f"SELECT {column} FROM {table}")
        assert metadata()["databases"]["ladder"]["tables"][table]["label_column"] == column


def test_the_ready_queries_run(store: Store) -> None:
    values = {"variant": "classic", "players": 4, "bot": "ant"}
    for _, statement in QUERIES.values():
        store.rows(statement, values)


def test_bots_that_played_alike_share_a_rank(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    refit(store, play_all(write([bots])).tournament.id)
    for bot, elo in zip(bots, (1700.0, 1500.0, 1500 + 2e-13, 1300.0), strict=True):
        store.conn.execute("UPDATE official_ratings SET elo = ? WHERE bot_id = ?", [elo, bot.id])
    _, statement = QUERIES["standings_of_a_pool"]
    values = {"variant": POOL.variant, "players": POOL.players}
    rows = [(row["rank"], row["name"]) for row in store.rows(statement, values)]
    assert rows == [(1, "ant"), (2, "bee"), (2, "cat"), (4, "dog")]
