"""Files that older arenas wrote become what a new one has, and say the same as before.

`version_N.sqlite.gz` was written by an arena of schema N (by tests/support/kept_ladder.py): in 3,
16 games of one tournament; in the others, one tournament that is finished (a bot was suspended in
it, others forfeited, a winner among them) and one with two games left, by bots of which one has two
versions; since 9 also a league, in which two bots have one key.
"""

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from arena.registry.owners import disown
from arena.tournament.draw_audit import DrawAudit
from ladder.database.migrations import SCHEMA_VERSION
from ladder.database.store import Store
from ladder.database.table_layout import differences, layout
from ladder.maintenance.backup import sizes
from ladder.maintenance.checks import check
from ladder.queries.games import logs
from ladder.queries.standings import scope
from ladder.ratings.official import latest
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import tournament, tournaments
from tests.ladder.conftest import outcome
from tests.support.kept_ladder import make, packed, unpacked

OLDER = range(1, SCHEMA_VERSION)
WITH_FORFEITS = [each for each in OLDER if each != 3]
KEPT = ("bots", "pools", "matches", "pairings", "games", "results", "seats", "records")
KEPT_AND_COUNTED = (*KEPT, "ratings", "rating_history", "voids")


def test_there_is_a_file_of_every_version_but_this_one() -> None:
    missing = [str(packed(version)) for version in OLDER if not packed(version).exists()]
    made = "python -m tests.support.kept_ladder"
    assert not missing, f"make them with the code from before your change: {made}"
    steps = sorted(file.name for file in files("ladder.database").joinpath("steps").iterdir())
    assert steps == sorted(f"{version}_to_{version + 1}.sql" for version in OLDER), (
        "ladder/database/steps has a step from each version before this one"
    )


def test_the_file_of_this_version_can_be_made(tmp_path: Path) -> None:
    with Store(make(tmp_path)) as store:
        assert [finding.name for finding in check(store) if not finding.ok] == []
        assert len(tournaments(store)) > 3 and len(Ledger(store, 2).unplayed()) == 2


@pytest.mark.parametrize("version", OLDER)
def test_an_older_ladder_gets_the_schema_of_a_new_one(tmp_path: Path, version: int) -> None:
    with (
        Store(tmp_path / "new.sqlite") as new,
        Store(unpacked(version, tmp_path)) as old,
    ):
        fresh, tables = layout(new.conn), sizes(new.conn)
        assert len(tables) > 15
        assert len(fresh) >= len(tables) + 3, "views, too"
        assert differences(layout(old.conn), fresh) == [], (
            "ladder/database/steps lead elsewhere than schema.sql: a change of it is a new "
            "SCHEMA_VERSION, see CONTRIBUTING.md"
        )
        assert [finding.name for finding in check(old) if not finding.ok] == []
        lost_after_all = old.value("SELECT count(*) FROM seats WHERE won AND forfeited")
        assert bool(lost_after_all) == (version in WITH_FORFEITS)
        assert [bot.label for bot in old.bots()] == old.column(
            "SELECT label FROM bots ORDER BY name, version"
        )
        assert old.value("SELECT max(name) FROM pools") == "classic, 4 players, standard"


@pytest.mark.parametrize("version", OLDER)
def test_nothing_is_lost_or_changed(tmp_path: Path, version: int) -> None:
    path = unpacked(version, tmp_path)
    before = contents(path)
    Store(path).close()
    after = contents(path)
    for table in KEPT_AND_COUNTED:
        assert len(before[table]) == len(after[table])
        for old, new in zip(before[table], after[table], strict=True):
            assert old.items() <= new.items()
    assert before["seats"]


@pytest.mark.parametrize("version", [1, 2, 4])
def test_what_bots_wrote_is_kept_as_logs(tmp_path: Path, version: int) -> None:
    path = unpacked(version, tmp_path)
    with sqlite3.connect(path) as conn:
        before = conn.execute("SELECT game_id, seat, text FROM stderr").fetchall()
    conn.close()
    with Store(path) as store:
        after = [
            (game, *log) for game in {row[0] for row in before} for log in logs(store, game).items()
        ]
        faulty = store.rows("SELECT for_good, faults FROM logs JOIN seats USING (game_id, seat)")
    assert sorted(after) == sorted(before) != []
    assert all(row["for_good"] == (row["faults"] > 0) for row in faulty)


def contents(path: Path) -> dict[str, list[dict[str, Any]]]:
    """By table: its rows, read without the ladder's help."""
    with sqlite3.connect(path) as conn:
        conn.row_factory = sqlite3.Row
        found = {
            table: sorted(
                map(dict, conn.execute(f"SELECT * FROM {table}")),
                key=lambda row: str([*row.values()][:3]),
            )
            for table in KEPT_AND_COUNTED
        }
    conn.close()
    return found


def test_what_version_1_called_otherwise_is_understood(tmp_path: Path) -> None:
    with Store(unpacked(1, tmp_path)) as store:
        newer, older = tournaments(store)
        fillers = store.rows("SELECT bot_id FROM entrants WHERE filler AND tournament_id = 1")
    assert (older.rounds, older.settings["format"]) == (2, "roundrobin")
    assert (newer.rounds, newer.settings["format"]) == (2, "gauntlet")
    assert older.settings["size"] == newer.settings["size"] == {"rounds": 2}
    assert older.settings["fillers"] == [row["bot_id"] for row in fillers] == [5]
    assert "kind" not in older.settings


def test_official_ratings_stay_as_they_were(tmp_path: Path) -> None:
    path = unpacked(4, tmp_path)
    query = "SELECT * FROM official_ratings AS o JOIN fits AS f ON f.id = o.fit_id"
    with sqlite3.connect(path) as conn:
        before = conn.execute(f"{query} ORDER BY fit_id, bot_id").fetchall()
    conn.close()
    with Store(path) as store:
        after = [tuple(row.values()) for row in store.rows(f"{query} ORDER BY fit_id, bot_id")]
        assert len(latest(store, scope(store, [1]))) == 4, "the kept fit is still up to date"
    assert len(after) > 8
    assert [row[:9] for row in before] == [row[:9] for row in after]


def test_trades_and_their_sums_are_kept_under_their_new_names(tmp_path: Path) -> None:
    path = unpacked(10, tmp_path)  # no kept ladder has a bot that trades
    with sqlite3.connect(path) as conn:
        conn.execute("INSERT INTO dealings VALUES (1, x'0102')")
        conn.execute("INSERT INTO partners VALUES (1, 1, 2, 3, 4, 5, 6, 7.5)")
    conn.close()
    with Store(path) as store:
        tables = ("trades", "trade_sums")
        kept = [store.rows(f"SELECT * FROM {table}") for table in tables]
    assert [tuple(row.values()) for (row,) in kept] == [
        (1, b"\x01\x02"),
        (1, 1, 2, 3, 4, 5, 6, 7.5),
    ]


def test_whose_a_bot_is_during_its_stay_is_taken_from_its_key(tmp_path: Path) -> None:
    with Store(unpacked(9, tmp_path)) as store:
        names = "SELECT name, s.owner FROM stays AS s JOIN bots ON id = bot_id WHERE s.owner <> ''"
        keys = {"pat": "pat's key", "sam": "pat's key", "tom": "tom's key"}
        assert store.mapping(names) == keys
        disown(store, store.find_bot("pat"))
        again = DrawAudit(store, 3)
        assert (list(again.drawn_otherwise()), again.skipped) == ([], "")


def test_a_league_disowned_before_its_owners_were_noted_is_not_called_wrong(tmp_path: Path) -> None:
    path = unpacked(9, tmp_path)
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE bots SET owner = '' WHERE name = 'pat'")
    conn.close()
    with Store(path) as store:
        audit = DrawAudit(store, 3)
        assert list(audit.drawn_otherwise()) == []
        assert "before version 10 of the database" in audit.skipped
        (settings,) = store.column("SELECT settings FROM tournaments WHERE id = 3")
        # Neither a deal, which depends on no owner, nor what is drawn from now on is excused.
        earlier = "json_set(settings, '$.owners_noted_from', 0)"
        store.conn.execute(f"UPDATE tournaments SET settings = {earlier} WHERE id = 3")
        (wrong,) = DrawAudit(store, 3).drawn_otherwise()
        assert "the circle of its bots does not follow" in wrong
        store.conn.execute("UPDATE tournaments SET settings = ? WHERE id = 3", [settings])
        store.conn.execute(
            "UPDATE matches SET deal_seed = x'00' WHERE tournament_id = 3 AND NOT number"
        )
        (wrong,) = DrawAudit(store, 3).drawn_otherwise()
        assert "its deal" in wrong


@pytest.mark.parametrize("version", WITH_FORFEITS)
def test_a_tournament_of_an_older_arena_is_played_on(tmp_path: Path, version: int) -> None:
    with Store(unpacked(version, tmp_path)) as store:
        ledger = Ledger(store, 2)
        left = ledger.unplayed()
        assert len(left) == 2
        assert [saved.stored for saved in ledger.save(*map(outcome, left))] == [True, True]
        assert ledger.counts().to_play == 0
        assert tournament(store, 2).finished_at is not None
