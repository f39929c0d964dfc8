"""The ladder's file: opening, refusing, transactions; the bots and their versions."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ladder.database.errors import (
    DiskFull,
    LadderBusy,
    LadderError,
    LadderGone,
    NewerSchema,
    NotALadder,
    UnknownBot,
)
from ladder.database.store import Store


def test_the_same_name_with_other_content_is_the_next_version(store: Store) -> None:
    first = store.add_bot("ant", hash="h1", author="Ada", manifest={"command": ["./ant"]})
    again = store.add_bot("ant", hash="h1")
    second = store.add_bot("ant", hash="h2")
    assert again == first
    assert (first.label, second.label) == ("ant:1", "ant:2")
    assert store.bot(first.id).status == "retired"
    assert store.find_bot("ant") == second
    assert store.find_bot("ant:1").manifest == {"command": ["./ant"]}


def test_bots_change_hands(store: Store) -> None:
    ant, bee = store.add_bot("ant", hash="a", owner="ada"), store.add_bot("bee", hash="b")
    store.set_owner([ant.id], "bob")
    assert (store.bot(ant.id).owner, store.bot(bee.id).owner) == ("bob", "")


def test_bots_are_listed_by_status(store: Store) -> None:
    ant, bee = store.add_bot("ant", hash="a"), store.add_bot("bee", hash="b")
    store.set_status(ant.id, "suspended", "by hand")
    assert [bot.name for bot in store.bots("suspended")] == ["ant"]
    assert [bot.name for bot in store.bots()] == ["ant", "bee"]
    assert store.bots("active") == [bee]


def test_a_ladder_opens_again(tmp_path: Path) -> None:
    with Store(tmp_path / "l.sqlite") as store:
        ant = store.add_bot("ant", hash="a")
    with Store(tmp_path / "l.sqlite") as store:
        assert store.find_bot("ant") == ant
        assert store.rows("PRAGMA journal_mode") == [{"journal_mode": "wal"}]
        assert store.rows("PRAGMA synchronous") == [{"synchronous": 2}]


def test_every_reference_in_the_schema_is_enforced(store: Store) -> None:
    assert store.rows("PRAGMA foreign_key_check") == []
    with pytest.raises(sqlite3.IntegrityError), store.transaction() as conn:
        conn.execute("INSERT INTO pairings VALUES (1, 0, 99)")


def test_a_ladder_of_a_newer_arena_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "l.sqlite") as store:
        store.conn.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerSchema, match=r"newer arena \(schema 99, .* Update the arena"):
        Store(tmp_path / "l.sqlite")


def test_other_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text(
        "not a database, but long enough to be read as the header of one, no doubt\n" * 20
    )
    with pytest.raises(NotALadder, match="notes"):
        Store(text)
    assert text.read_text().startswith("not a database")
    foreign = sqlite3.connect(tmp_path / "other.sqlite")
    foreign.execute("CREATE TABLE recipes (name)")
    foreign.close()
    with pytest.raises(NotALadder, match="another program"):
        Store(tmp_path / "other.sqlite")


def test_a_locked_ladder_is_said_to_be_locked(tmp_path: Path) -> None:
    with Store(tmp_path / "l.sqlite") as holder, Store(tmp_path / "l.sqlite", patience=0) as other:
        with holder.transaction(), pytest.raises(LadderBusy, match="locked"):
            other.add_bot("ant", hash="a")
        assert other.add_bot("ant", hash="a").version == 1


def test_another_programs_transaction_is_waited_for_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.database.store.QUIET_WAIT", 0.05)
    path, told = tmp_path / "ladder.sqlite", []
    Store(path).close()
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")

    def tell(line: str) -> None:
        told.append(line)
        holder.execute("ROLLBACK")

    with Store(path, patience=60, tell=tell) as store:
        assert store.add_bot("ant", hash="a").label == "ant:1"
    holder.close()
    (line,) = told
    assert "is locked by another program" in line


@pytest.mark.parametrize("put_in_place", [False, True])
def test_a_ladder_that_is_gone_is_missed(store: Store, put_in_place: bool) -> None:
    store.check_in_place()
    path = Path(store.path)
    moved = path.rename(path.with_name("moved"))
    if put_in_place:
        shutil.copy(moved, path)
    with pytest.raises(LadderGone, match="removed or replaced"):
        store.check_in_place()


def test_a_limit_for_the_size_of_files_is_said_and_loses_nothing(tmp_path: Path) -> None:
    """The disk seems full to SQLite, or broken; in another process, as the limit is for good."""
    path = tmp_path / "ladder.sqlite"
    program = (
        "import resource, sys\n"
        "from ladder.database.errors import LadderError\n"
        "from ladder.database.store import Store\n"
        f"store = Store({str(path)!r})\n"
        "store.add_bot('ant', hash='a')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))\n"
        "try:\n"
        "    for number in range(1000): store.add_bot('bee', hash=str(number), author='x' * 9999)\n"
        "except LadderError as error: sys.exit(str(error))\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "What was stored before is safe." in done.stderr
    assert "Traceback" not in done.stderr
    with Store(path) as store:
        assert store.find_bot("ant").label == "ant:1"
        assert store.find_bot("bee").version > 5


def test_a_full_disk_keeps_what_was_committed(store: Store) -> None:
    store.add_bot("ant", hash="a")
    (pages,) = store.conn.execute("PRAGMA page_count").fetchone()
    store.conn.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DiskFull, match="disk is full"):
        store.add_bot("bee", hash="b" * 100_000)
    assert [bot.name for bot in store.bots()] == ["ant"]
    assert not store.conn.in_transaction


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(KeyboardInterrupt), store.transaction() as conn:
        conn.execute("INSERT INTO bots (name, version, hash, added_at) VALUES ('ant', 1, '', '')")
        raise KeyboardInterrupt
    assert store.bots() == []


def test_a_snapshot_does_not_see_what_is_written_meanwhile(store: Store) -> None:
    with Store(store.path, read_only=True) as reader:
        with reader.snapshot():
            assert reader.bots() == []
            store.add_bot("ant", hash="1")
            assert reader.bots() == []
        assert [bot.name for bot in reader.bots()] == ["ant"]
        with pytest.raises(UnknownBot), reader.snapshot():
            reader.find_bot("bee")
        with reader.snapshot():
            assert len(reader.bots()) == 1


def test_a_reader_creates_and_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(LadderError):
        Store(tmp_path / "missing.sqlite", read_only=True)
    assert list(tmp_path.iterdir()) == []
    with Store(tmp_path / "l.sqlite") as writer:
        writer.add_bot("ant", hash="a")
    with Store(tmp_path / "l.sqlite", read_only=True) as reader:
        assert [bot.name for bot in reader.bots()] == ["ant"]
        with pytest.raises(LadderError):
            reader.add_bot("bee", hash="b")
    assert [file.name for file in tmp_path.iterdir()] == ["l.sqlite"]


@pytest.mark.parametrize("writing", [True, False], ids=["beside a writer", "alone"])
def test_a_ladder_that_may_not_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writing: bool
) -> None:
    with Store(tmp_path / "l.sqlite") as writer:
        writer.add_bot("ant", hash="a")
        if not writing:
            writer.close()
        monkeypatch.setattr("os.access", lambda path, mode: False)
        with Store(tmp_path / "l.sqlite", read_only=True) as reader:
            assert [bot.name for bot in reader.bots()] == ["ant"]
    assert [file.name for file in tmp_path.iterdir()] == ["l.sqlite"]


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("anf", "There is no bot called 'anf'. Did you mean ant?"),
        ("zebra", "There is no bot called 'zebra'. Choose one of ant, bee."),
        ("ant:2", "ant has no version '2'; its newest is 1."),
        ("ant:x", "ant has no version 'x'; its newest is 1."),
    ],
)
def test_an_unknown_bot_is_named_and_the_nearest(store: Store, reference: str, told: str) -> None:
    store.add_bot("ant", hash="a")
    store.add_bot("bee", hash="b")
    with pytest.raises(UnknownBot) as error:
        store.find_bot(reference)
    assert str(error.value) == told
