"""The ladder's file: opening it, its transactions, and its bots.

One SQLite database in WAL mode with the tables of schema.sql. Everything that must happen together
is done in one `transaction`, which is on the disk when it ends (synchronous FULL).
"""

import json
import math
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ladder.database.errors import (
    DamagedRow,
    LadderGone,
    NewerSchema,
    NotALadder,
    OldSQLite,
    UnknownBot,
    did_you_mean,
    explained,
    is_busy,
)
from ladder.database.migrations import SCHEMA_VERSION, migrate, statements

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x426F686E
"""'Bohn' in the header of the file, so that `file` and SQLite tools recognise it."""

LEAST_SQLITE = (3, 34)
"""The oldest SQLite with which `poe prove old_sqlite` has run."""
BUNDLED = "bundled"
"""Key in the manifest of a bot that came with the arena."""
WITH_MODEL = "with_model"
"""Key in the manifest of a program with a language model, such as `llm@small`."""
SUPERSEDED = "a newer version was submitted"
"""The reason for retiring the formerly active versions of a bot."""
PAGE = 8192
"""Bytes of a page in a new file. Larger pages mean that more is written for each game; in smaller
ones, a record fits only once and leaves half a page empty."""
LOG = 4 * 2**20
"""Bytes of the write-ahead log (`-wal`) at which it is moved into the database."""
QUIET_WAIT = 2.0
"""Seconds to wait for another program before telling the user."""

Parameters = Sequence[Any] | Mapping[str, Any]
# A list among the values of a query is JSON there: json_each takes it apart again.
sqlite3.register_adapter(list, json.dumps)

Status = Literal["active", "suspended", "retired"]
Result = TypeVar("Result")
Parsed = TypeVar("Parsed", bound=dict[str, Any] | list[Any])


def state_of(status: str, reason: str) -> str:
    """Return a bot's status in a word: a superseded version may still play in a league."""
    return "superseded" if (status, reason) == ("retired", SUPERSEDED) else status


class OfBot:
    """A base class for data about one version of a bot."""

    __slots__ = ()
    name: str
    version: int

    @property
    def label(self) -> str:
        """The label `name:version`, which `Store.find_bot` understands."""
        return f"{self.name}:{self.version}"


@dataclass(frozen=True, slots=True)
class Bot(OfBot):
    """One version of a bot; `manifest` says how to start it, which the ladder itself never does."""

    id: int
    name: str
    version: int
    author: str
    language: str
    hash: str
    manifest: Mapping[str, Any]
    status: Status
    reason: str
    added_at: str
    judged_games: int
    faulty_games: int
    owner: str = ""
    """SHA-256 of the submitter's key."""

    @property
    def bundled(self) -> bool:
        """True if the bot came with the arena."""
        return bool(self.manifest.get(BUNDLED))

    @property
    def program(self) -> str:
        """The hash of the bot's files, without its language model."""
        return str(self.manifest.get(WITH_MODEL, {}).get("program", self.hash))

    @property
    def state(self) -> str:
        """Its status in a word."""
        return state_of(self.status, self.reason)

    @property
    def willing(self) -> bool:
        """True if the bot is active, or was until a newer version replaced it."""
        return self.state in ("active", "superseded")


class Store:
    """An open ladder. Use it as a context manager, from one thread.

    Args:
        path: The database; created if missing, unless it is only to be read.
        synchronous: SQLite's setting; FULL survives a power cut, NORMAL may lose the last games.
        patience: Seconds to wait for another program's transaction before LadderBusy.
        read_only: Refuse all writing, once an older ladder has been brought up to date.
        tell: Called with a sentence when that wait takes long.
    """

    def __init__(
        self,
        path: str | Path,
        synchronous: Literal["FULL", "NORMAL"] = "FULL",
        patience: float = 300,
        read_only: bool = False,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.path = str(path)
        self._patience = patience
        self._tell = tell
        require_sqlite()
        mode = reading_mode(Path(path)) if read_only else "rwc"
        with explained(self.path):
            self.conn = sqlite3.connect(
                f"{Path(path).absolute().as_uri()}?mode={mode}",
                timeout=min(patience, QUIET_WAIT),
                isolation_level=None,  # transactions are ours: see `transaction`
                uri=True,
            )
            try:
                if not mode.startswith("ro"):
                    self.conn.execute(f"PRAGMA page_size = {PAGE}")  # of a new file only
                    # Whoever reads then never waits for the driver, nor the driver for them.
                    self._patiently(lambda: self.conn.execute("PRAGMA journal_mode = WAL"))
                    self.conn.execute(f"PRAGMA synchronous = {synchronous}")
                    self.conn.execute("PRAGMA foreign_keys = ON")
                    (page,) = self.conn.execute("PRAGMA page_size").fetchone()
                    self.conn.execute(f"PRAGMA wal_autocheckpoint = {LOG // page}")
                _offer_sqrt(self.conn)
                self._ensure_schema()
                self._file = _file(self.path)
                # Last, since even a reader brings an older ladder up to date.
                self.conn.execute(f"PRAGMA query_only = {int(read_only)}")
            except BaseException:
                self.conn.close()
                raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.conn.close()

    @cached_property
    def db(self) -> "Database":
        """The same connection through sqlite-utils, for rare writes, in a `transaction`."""
        # Its import takes as long as a short command: readers and a driver's games do without it.
        from sqlite_utils import Database

        return Database(self.conn)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction, which is committed to the disk when the block ends.

        Raises DiskFull, LadderBusy, … in place of SQLite's errors.
        """
        with explained(self.path):
            # IMMEDIATE, since a transaction that first reads and then finds that another has
            # written fails at once: it cannot wait, as what it has read is out of date.
            self._patiently(lambda: self.conn.execute("BEGIN IMMEDIATE"))
            try:
                yield self.conn
                self.conn.execute("COMMIT")
            except BaseException:
                if self.conn.in_transaction:  # a full disk has rolled it back already
                    self.conn.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let the block read the ladder as of this moment, whatever is written meanwhile.

        The block must not write.
        """
        with explained(self.path):
            self._patiently(lambda: self.conn.execute("BEGIN"))
            try:
                yield
            finally:
                if self.conn.in_transaction:
                    self.conn.execute("ROLLBACK")

    def rows(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Return the rows of a query, each as a dictionary by column."""
        names, found = self._query(sql, parameters)
        return [dict(zip(names, row, strict=True)) for row in found]

    def column(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return the values of a query with one column."""
        return [value for (value,) in self._query(sql, parameters)[1]]

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """Return the value of a query with one column and one row."""
        (found,) = self.column(sql, parameters)
        return found

    def mapping(self, sql: str, parameters: Parameters = ()) -> dict[Any, Any]:
        """Return the second column of a query by the first."""
        return dict(self._query(sql, parameters)[1])

    def _query(self, sql: str, parameters: Parameters) -> tuple[list[str], list[Any]]:
        """Return the names of a query's columns, and its rows."""
        # The rows are fetched within, since a lock may show only when the first of them is read.

        def rows() -> tuple[list[str], list[Any]]:
            found = self.conn.execute(sql, parameters)
            return [column[0] for column in found.description], found.fetchall()

        with explained(self.path):
            return self._patiently(rows)

    def check_in_place(self) -> None:
        """Raise LadderGone if the file was removed: SQLite would go on writing to it."""
        if _file(self.path) != self._file:
            raise LadderGone(
                f"{self.path} was removed or replaced while it was in use, so nothing more can be "
                "stored there. Put it back, or start again."
            )

    def _patiently(self, action: Callable[[], Result]) -> Result:
        """Do `action`, waiting while another program keeps the file locked."""
        end = time.monotonic() + self._patience
        announced = False
        while True:
            try:
                return action()
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() >= end:
                    raise
            if not announced:
                announced = True
                self._tell(f"{self.path} is locked by another program. Waiting until it is done.")

    def _ensure_schema(self) -> None:
        (version,) = self.conn.execute("PRAGMA user_version").fetchone()
        if version == 0:
            version = self._create()
        elif version < SCHEMA_VERSION:
            version = self._migrate()
        if version > SCHEMA_VERSION:
            raise NewerSchema(
                f"{self.path} was written by a newer arena (schema {version}, this one knows "
                f"{SCHEMA_VERSION}). Update the arena, or use another home."
            )

    def _migrate(self) -> int:
        """Bring an older ladder up to date; return the schema version it now has."""
        with self.transaction() as conn:
            (version,) = conn.execute("PRAGMA user_version").fetchone()
            for older in range(version, SCHEMA_VERSION):
                migrate(conn, older)
            _renew_views(conn)
        return max(int(version), SCHEMA_VERSION)

    def _create(self) -> int:
        """Lay out an empty file; return the schema version it now has."""
        with self.transaction() as conn:
            (version,) = conn.execute("PRAGMA user_version").fetchone()
            if version:
                return int(version)  # another process was faster
            (tables,) = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables:
                raise NotALadder(f"{self.path} is another program's database, not a ladder.")
            lay_out(conn)
            conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            conn.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return SCHEMA_VERSION

    # bots

    def add_bot(
        self,
        name: str,
        *,
        hash: str,
        author: str = "",
        language: str = "",
        manifest: Mapping[str, Any] | None = None,
        owner: str = "",
    ) -> Bot:
        """Add a bot as the next version of its name, and retire older versions.

        If the newest version has the same hash, nothing is added and it keeps its status.
        """
        row = {
            "name": name,
            "author": author,
            "language": language,
            "hash": hash,
            "manifest": json.dumps(dict(manifest or {}), ensure_ascii=False),
            "owner": owner,
        }
        with self.transaction():
            bot_id = self.next_version(row)
        return self.bot(bot_id)

    def next_version(self, row: Mapping[str, str]) -> int:
        """Add a bot as `add_bot` does, within the caller's transaction; return its id."""
        known = self.rows("SELECT * FROM bots WHERE name = ? ORDER BY version", [row["name"]])
        if known and known[-1]["hash"] == row["hash"]:
            return int(known[-1]["id"])
        self.conn.execute(
            "UPDATE bots SET reason = iif(status = 'active', ?, reason), "
            "status = 'retired' WHERE name = ? AND status <> 'retired'",
            [SUPERSEDED, row["name"]],
        )
        version = known[-1]["version"] + 1 if known else 1
        new = {**row, "version": version, "added_at": now()}
        return int(self.db["bots"].insert(new).last_pk)

    def bots(self, status: Status | None = None) -> list[Bot]:
        """Return all bots, or those of one status, by name and version."""
        return self._bots(":status IS NULL OR status = :status", {"status": status})

    def versions(self, name: str) -> list[Bot]:
        """Return all versions of a bot, oldest first."""
        return self._bots("name = ?", [name])

    def bot(self, bot_id: int) -> Bot:
        """Return the bot with this id; raise UnknownBot if there is none."""
        found = self._bots("id = ?", [bot_id])
        if not found:
            raise UnknownBot(f"There is no bot with the id {bot_id}.")
        return found[0]

    def _bots(self, which: str, parameters: Parameters) -> list[Bot]:
        rows = self.rows(f"SELECT * FROM bots WHERE {which} ORDER BY name, version", parameters)
        return [bot_of(row) for row in rows]

    def find_bot(self, reference: str) -> Bot:
        """Return the bot called `name` (its newest version) or `name:version`.

        Raises UnknownBot, with the name that was probably meant.
        """
        name, _, version = reference.partition(":")
        found = self.rows("SELECT * FROM bots WHERE name = ? ORDER BY version DESC", [name])
        if not found:
            names = self.column("SELECT DISTINCT name FROM bots ORDER BY 1")
            raise UnknownBot(f"There is no bot called {name!r}.{did_you_mean(name, names)}")
        for row in found:
            if not version or str(row["version"]) == version:
                return bot_of(row)  # of this row alone: other versions may be damaged
        raise UnknownBot(f"{name} has no version {version!r}; its newest is {found[0]['version']}.")

    def find_players(self, reference: str) -> list[Bot]:
        """Return the bots whose games are meant by a name: one, or a program's with its models.

        A program that asks language models never plays by itself. So `llm` means `llm@large` and
        `llm@small`, the newest version of each that plays this program. Raises UnknownBot.
        """
        bot = self.find_bot(reference)
        by_name = {each.name: each for each in self.bots() if each.program == bot.hash != each.hash}
        return [*by_name.values()] or [bot]

    def find_player(self, reference: str) -> Bot:
        """Return the only one of `find_players`; raise UnknownBot if there are several."""
        player, *others = self.find_players(reference)
        if others:
            names = " or ".join(each.name for each in (player, *others))
            raise UnknownBot(f"{reference} plays with several language models. Name {names}.")
        return player

    def set_status(self, bot_id: int, status: Status, reason: str = "") -> Bot:
        """Suspend, retire or reinstate (active) a bot.

        Reinstating resets its count of faults.
        """
        anew = {"judged_games": 0, "faulty_games": 0} if status == "active" else {}
        with self.transaction():
            self.db["bots"].update(bot_id, {"status": status, "reason": reason, **anew})
        return self.bot(bot_id)

    def set_owner(self, bot_ids: Sequence[int], owner: str) -> None:
        """Give bots to the holder of the key with this SHA-256, or to nobody if it is empty."""
        with self.transaction():
            for bot_id in bot_ids:
                self.db["bots"].update(bot_id, {"owner": owner})


def reading_mode(path: Path) -> str:
    """Choose the mode in which SQLite opens a ladder that is only read."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "rw"  # in mode "ro", a reader leaves files behind
    # SQLite can read beside a writer; without one, it must be told that nothing will change.
    writer = path.with_name(path.name + "-wal").exists()
    return "ro" if writer else "ro&immutable=1"


def _file(path: str) -> tuple[int, int] | None:
    """Return the identity of a file, whatever its name; None if there is none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def bot_of(row: dict[str, Any]) -> Bot:
    """Make a bot of a row of the table `bots`."""
    fields = {name: value for name, value in row.items() if name != "label"}
    what = f"the manifest of bot {row['id']}"
    return Bot(**(fields | {"manifest": stored_json(row["manifest"], dict, what)}))


def require_sqlite() -> None:
    """Raise OldSQLite unless this Python's SQLite is new enough."""
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise OldSQLite(
            f"The ladder needs SQLite {'.'.join(map(str, LEAST_SQLITE))} or newer, and this Python "
            f"has {sqlite3.sqlite_version}. Install the arena with a Python that brings its own, "
            "such as uv's or conda's."
        )


def _offer_sqrt(conn: sqlite3.Connection) -> None:
    """Define `sqrt`, which the views use, where SQLite was built without it."""
    try:
        conn.execute("SELECT sqrt(1)")
    except sqlite3.OperationalError:
        conn.create_function("sqrt", 1, math.sqrt, deterministic=True)


def lay_out(conn: sqlite3.Connection) -> None:
    """Create the tables, indexes and views of a ladder in an empty database."""
    for statement in statements("schema.sql"):
        conn.execute(statement)


def _renew_views(conn: sqlite3.Connection) -> None:
    """Replace the views of an older schema by the current ones; they hold no data."""
    for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall():
        conn.execute(f'DROP VIEW "{name}"')
    for statement in statements("schema.sql"):
        if "CREATE VIEW" in statement:
            conn.execute(statement)


def now() -> str:
    """Return the current time as the tables hold it: UTC, ISO 8601, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stored_json(text: str | bytes | None, kind: type[Parsed], what: str) -> Parsed:
    """Return the object or list in a JSON column; raise DamagedRow if it holds none.

    `what` names the column's content in the message, as in "the manifest of bot 3".
    """
    try:
        found = json.loads(text or "")
    except (ValueError, TypeError, RecursionError):
        found = None
    if isinstance(found, kind):
        return found
    raise DamagedRow(
        f"In the ladder's database, {what} is not the JSON that the arena wrote: the file was "
        "edited or damaged. Go back to an earlier copy; arena db check says what is wrong."
    )
