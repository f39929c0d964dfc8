"""What Datasette is told: of everything that is there, and of nothing else."""

from ladder.database.metadata import LABELS, QUERIES, described, metadata
from ladder.database.store import Store
from ladder.database.table_layout import layout


def test_every_table_and_view_is_described(store: Store) -> None:
    found = described()
    assert found.keys() == layout(store.conn).keys()
    assert [name for name, (text, _) in found.items() if len(text) < 20] == []
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
