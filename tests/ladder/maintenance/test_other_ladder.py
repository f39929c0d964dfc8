"""Files that look like a ladder: only what the arena writes is read, and nothing of it runs."""

import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ladder.database.errors import CannotMerge, LadderError, NotALadder
from ladder.database.store import Bot, Store
from ladder.maintenance import other_ladder
from ladder.maintenance.backup import sizes
from ladder.maintenance.other_ladder import copied
from tests.ladder.conftest import WriteLedger, play_all


@pytest.fixture
def path(store: Store, bots: list[Bot], write: WriteLedger, tmp_path: Path) -> Iterator[Path]:
    """A ladder with a match that is played."""
    play_all(write([bots[:3]]))
    store.close()
    yield Path(store.path)


def forge(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA foreign_keys = OFF")
        conn.execute("PRAGMA ignore_check_constraints = ON")
        conn.execute("PRAGMA writable_schema = ON")
        for each in statements:
            conn.execute(each)


def read(path: Path) -> dict[str, int]:
    with copied(path, path.with_name("copy.sqlite")) as copy:
        return {name: copy.db[name].count for name in other_ladder.TABLES}


ENDLESS = "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a)"
FORGED = {
    "a view": (
        "ALTER TABLE bots RENAME TO real",
        f"CREATE VIEW bots AS {ENDLESS} SELECT real.* FROM real, a",
    ),
    "a virtual table": ("DROP TABLE logs", "CREATE VIRTUAL TABLE logs USING fts5(text)"),
    "another key": ("DROP TABLE draws", "CREATE TABLE draws (tournament_id, first, settled, gone)"),
    "a column that is worked out": (
        "DROP TABLE sources",
        "CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
        "first_at TEXT NOT NULL GENERATED ALWAYS AS (hex(zeroblob(9999))))",
    ),
    "a value for all rows": (
        "ALTER TABLE voids RENAME TO old",
        "DROP INDEX voids_by_game",
        "CREATE TABLE voids (id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL REFERENCES games, "
        "reason TEXT NOT NULL, failed_at TEXT NOT NULL DEFAULT '2026')",
    ),
}


@pytest.mark.parametrize("statements", FORGED.values(), ids=FORGED)
def test_only_tables_laid_out_as_ours_are_read(path: Path, statements: tuple[str, ...]) -> None:
    forge(path, *statements)
    with pytest.raises(CannotMerge, match="is not a table as the arena makes it"):
        read(path)
    assert not list(path.parent.glob("copy*"))


def test_nothing_that_is_written_there_runs(path: Path) -> None:
    """Triggers, other views, checks and expressions, none of which our statements need."""
    before = read(path)
    forge(
        path,
        f"CREATE VIEW more AS {ENDLESS} SELECT * FROM a",
        "CREATE TRIGGER fires AFTER INSERT ON bots BEGIN DELETE FROM bots; END",
        "CREATE TABLE notes (text TEXT)",
    )
    assert read(path) == before
    forge(
        path,
        "UPDATE sqlite_master SET sql = replace(sql, 'name || '':'' || version', "
        "'abs(-9223372036854775807 - 1)') WHERE name = 'bots'",  # which fails
        "UPDATE sqlite_master SET sql = replace(sql, 'CHECK (', 'CHECK (1 > 2 AND ') "
        "WHERE name = 'bots'",
    )
    assert read(path) == before


WRONG = {
    "matches": "UPDATE tournaments SET matches = 9000000000000000000",
    "rounds": "UPDATE tournaments SET matches = 1000000000, rounds = 1000000000",
    "text": "UPDATE seats SET coins = 'many' WHERE seat = 0",
    "blob": "UPDATE matches SET deal_seed = 'text'",
    "null": "UPDATE games SET rotation = x'00' WHERE id = 1",
    "infinite": "UPDATE seats SET time_ms = 9e999 WHERE seat = 0",
    "huge": "UPDATE records SET record = zeroblob(30000000) WHERE game_id = 1",
    "long name": "UPDATE bots SET name = hex(zeroblob(999)) WHERE id = 1",
    "acting name": "UPDATE bots SET name = 'a' || char(27) || '[2J' WHERE id = 1",
    "time": "UPDATE results SET played_at = 'yesterday'",
    "status": "UPDATE bots SET status = 'king' WHERE id = 1",
    "long JSON": "UPDATE tournaments SET settings = json_set(settings, '$.x', hex(zeroblob(1e6)))",
    "hidden length": "UPDATE bots SET manifest = char(0) || hex(zeroblob(99999)) WHERE id = 1",
    "JSON": "UPDATE bots SET manifest = '[' WHERE id = 1",
    "secret": "UPDATE tournaments SET secret = x'00'",
    "dangling": "DELETE FROM bots WHERE id = 2",
    "other seat": "UPDATE seats SET bot_id = 4 WHERE seat = 0",
    "place": "UPDATE seats SET place = 3 WHERE place = 1",
    "no record": "DELETE FROM records WHERE game_id = 1",
    "unsettled": "UPDATE tournaments SET rated_until = 0",
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
def test_a_value_that_the_arena_does_not_write(path: Path, statement: str) -> None:
    forge(path, statement)
    with pytest.raises(LadderError, match=r"rows that the arena does not write|is not a ladder"):
        read(path)


def test_damage_is_found(path: Path) -> None:
    forge(path, "UPDATE records SET record = randomblob(99999) WHERE game_id = 1")
    content = bytearray(path.read_bytes())
    for page in range(-2, 0):
        content[page * 8192 : page * 8192 + 4] = b"\xff" * 4
    path.write_bytes(content)
    with pytest.raises(NotALadder, match="damaged"):
        read(path)


def test_there_is_no_more_in_a_file_than_fits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged one may have the same page any number of times."""
    forge(path, "UPDATE records SET record = zeroblob(5000000) WHERE game_id = 1")
    read(path)
    monkeypatch.setattr(other_ladder, "MOST_TIMES", 0)
    with pytest.raises(NotALadder, match="holds more than its size allows"):
        read(path)


def test_what_lies_beside_is_not_obeyed(path: Path) -> None:
    """An unfinished journal may name any file, which SQLite would delete."""
    read(path)
    journal = path.with_name(path.name + "-journal")
    journal.write_bytes(b"")
    with pytest.raises(CannotMerge, match="-journal beside it"):
        read(path)
    journal.unlink()
    shutil.copy(path, path.with_name("else"))
    path.with_name(path.name + "-wal").symlink_to(path.with_name("else"))
    with pytest.raises(CannotMerge, match="is not a file"):
        read(path)


class Stop(BaseException):
    """What a signal's handler raises."""


def test_a_signal_ends_even_a_statement_without_end() -> None:
    def stop(*_: object) -> None:
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with closing(sqlite3.connect(":memory:")) as conn, pytest.raises(Stop):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with other_ladder._interruptible(conn):
                conn.execute(f"{ENDLESS} SELECT count(*) FROM a").fetchone()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_each_table_is_read_or_worked_out_or_stays(store: Store) -> None:
    stays = {"played", "ratings", "trade_sums", "rating_history", "pair_scores", "casual_games"}
    stays |= {"trades", "fits", "official_ratings", "seasons", "season_standings"}
    assert {*other_ladder.TABLES, *stays} == sizes(store.conn).keys()
    assert not stays & {*other_ladder.TABLES}
