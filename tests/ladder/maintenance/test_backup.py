"""A copy of the ladder: of one moment, whole, and checked."""

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from ladder.database.errors import LadderError
from ladder.database.store import Bot, Store
from ladder.maintenance import backup
from ladder.maintenance.backup import back_up, sizes
from ladder.maintenance.checks import check
from ladder.tournaments.ledger import Ledger
from tests.ladder.conftest import WriteLedger, outcome


def test_a_copy_made_while_games_come_in_is_of_one_moment(
    store: Store,
    write: WriteLedger,
    bots: list[Bot],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each step of the copy, a page, waits for a game that another program stores."""
    games = write([bots[:3], bots[1:], bots[:3]]).unplayed()
    left = iter(games)
    monkeypatch.setattr(backup, "PAGES", 1)
    stored: list[int] = []

    def play(done: int, of: int) -> None:
        def save() -> None:
            with Store(store.path) as other:
                game = next(left, None)
                if game is not None:
                    stored.append(Ledger(other, 1).save(outcome(game))[0].stored)

        writer = threading.Thread(target=save)
        writer.start()
        writer.join()

    copy = tmp_path / "copy.sqlite"
    back_up(store, copy, play)
    assert all(stored)
    assert len(stored) == len(games)
    assert store.db["results"].count == len(games)
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy.sqlite"]
    with Store(copy) as opened:
        assert opened.db["results"].count == 0
        assert [finding for finding in check(opened) if not finding.ok] == []


def test_what_lies_beside_the_file_that_is_replaced_goes_with_it(
    store: Store, tmp_path: Path
) -> None:
    """SQLite would take another file's log for the copy's, and the copy would not be whole."""
    copy, killed = tmp_path / "copy.sqlite", tmp_path / "killed"
    killed.mkdir()
    with Store(copy) as other:
        other.add_bot("old", hash="old")
        for each in tmp_path.glob("copy.sqlite*"):  # as a program leaves them that is killed
            shutil.copy(each, killed)
    for each in killed.iterdir():
        shutil.copy(each, tmp_path)
    assert (tmp_path / "copy.sqlite-wal").stat().st_size > 0
    rows = back_up(store, copy)
    with Store(copy) as opened:
        assert sum(sizes(opened.conn).values()) == rows
        assert opened.bots() == store.bots()


def test_a_copy_that_is_interrupted_leaves_nothing(store: Store, tmp_path: Path) -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(store, tmp_path / "copy.sqlite", interrupt)
    assert [path for path in tmp_path.iterdir() if "copy" in path.name] == []
    store.add_bot("ant", hash="ant")  # nothing is locked


def test_a_copy_of_a_damaged_ladder_is_refused_and_leaves_the_old_one(
    store: Store, bots: list[Bot], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    back_up(store, copy)
    (page,) = store.conn.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'ratings_by_bot'"
    ).fetchone()
    (size,) = store.conn.execute("PRAGMA page_size").fetchone()
    store.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Path(store.path).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x0d" * 100)
    with Store(store.path) as again, pytest.raises(LadderError, match=r"is not sound|damaged"):
        back_up(again, copy)
    with sqlite3.connect(copy) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    conn.close()
