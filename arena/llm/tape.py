"""The tape: every answer of a model, kept by what it was an answer to, so that none is paid twice.

An answer's key is a hash chained from the program, the model with its parameters and where it runs,
and all prompts of the game so far: the same game, played again, asks for the same keys. An answer
that failed is kept, too, but only for whoever asks nothing else. One SQLite file, which several
gateways may share; a key that one of them is asking for is waited for by the others. It never holds
a provider's key, nor where the provider is.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from arena.home import begin
from arena.llm.settings import LanguageModel, ModelsError, digest
from arena.sandbox.processes import identity, is_gone

BEGUN_FOR_S = 4 * 3_600.0
"""A request that is under way for longer, in a process that cannot be seen from here, was lost."""

KEYED_BY_PLACE = 1
"""The version of tapes whose keys say where a model was asked; those before say 0."""
PATIENCE_S = 60.0
"""For another process that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key     TEXT PRIMARY KEY,       -- chained: the one before, and this request
    before  TEXT NOT NULL,          -- the key before; the first of a chain: program and model
    number  INTEGER NOT NULL,       -- of the request in its game, from 1
    player  TEXT NOT NULL,          -- as in llm@small
    model   TEXT NOT NULL,          -- what the provider calls it
    sent    TEXT NOT NULL,          -- JSON: the request; `same`: messages it begins with
    answer  TEXT NOT NULL           -- JSON: text, stop, tokens, cost, seconds; `failed`: why
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS begun (
    key     TEXT PRIMARY KEY,       -- asked for at this moment
    process TEXT NOT NULL,          -- its identity
    since   REAL NOT NULL
) WITHOUT ROWID;
"""

COLUMNS = ("key", "before", "number", "player", "model", "sent", "answer")

Answer = dict[str, Any]
Request = dict[str, Any]


class Chain:
    """The requests of one player in one game, up to now."""

    def __init__(self, player: str, program: str, model: LanguageModel) -> None:
        self.player = player
        self.model = model
        self.number = 0
        self.failed = 0
        """Answers in a row, up to now."""
        self.key = digest([program, model.answering])
        self.before = ""
        self.sent: Request = {}
        self._messages: list[Any] = []

    def next(self, request: Request) -> str:
        """Add a request; its key."""
        self.number += 1
        self.before, self.key = self.key, digest([self.key, request])
        messages = request["messages"]
        same = 0
        for old, new in zip(self._messages, messages, strict=False):
            if old != new:
                break
            same += 1
        self.sent = {**request, "same": same, "messages": messages[same:]}
        self._messages = messages
        return self.key


class Tape:
    """The kept answers of one home."""

    def __init__(self, file: Path, patience_s: float = PATIENCE_S) -> None:
        """Open it, or make it. Raises ModelsError."""
        with suppress(OSError):  # else SQLite says what is wrong
            begin(Path(file))
        try:
            self._conn = sqlite3.connect(file, timeout=patience_s, isolation_level=None)
            self._conn.execute("PRAGMA journal_mode = WAL")
            self._conn.execute("PRAGMA synchronous = FULL")
            self._conn.executescript(_SCHEMA)
            if not self._conn.execute("SELECT 1 FROM answers LIMIT 1").fetchone():
                self._conn.execute(f"PRAGMA user_version = {KEYED_BY_PLACE}")
            (version,) = self._conn.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise unusable(file, error) from None
        self.old = version < KEYED_BY_PLACE
        """Whether it was begun with answers whose keys do not say where a model was asked."""

    def close(self) -> None:
        """Close the file."""
        self._conn.close()

    def find(self, key: str) -> Answer | None:
        """The answer kept under a key."""
        row = self._conn.execute("SELECT answer FROM answers WHERE key = ?", [key]).fetchone()
        return json.loads(row[0]) if row else None

    def begin(self, key: str) -> bool:
        """Say that a key is being asked for, from here; False if another process does so."""
        now, here = time.time(), identity(os.getpid())
        with self._alone():
            row = self._conn.execute(
                "SELECT process, since FROM begun WHERE key = ?", [key]
            ).fetchone()
            if row and row[0] != here and now - row[1] < BEGUN_FOR_S and not is_gone(row[0]):
                return False
            self._conn.execute("INSERT OR REPLACE INTO begun VALUES (?, ?, ?)", [key, here, now])
        return True

    def give_up(self, key: str) -> None:
        """Say that a key is no longer asked for; there is no answer."""
        self._conn.execute("DELETE FROM begun WHERE key = ?", [key])

    def keep(self, chain: Chain, answer: Answer) -> None:
        """Keep the answer to the chain's last request, for good when this returns."""
        sent, said = (json.dumps(each, ensure_ascii=False) for each in (chain.sent, answer))
        about = chain.number, chain.player, chain.model.model
        row = chain.key, chain.before, *about, sent, said
        with self._alone():
            self._conn.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._conn.execute("DELETE FROM begun WHERE key = ?", [chain.key])

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """All that is kept, by COLUMNS, in an order that does not depend on when it was."""
        sql = f"SELECT {', '.join(COLUMNS)} FROM answers ORDER BY player, number, key"
        yield from self._conn.execute(sql)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A transaction in which nobody else writes, from its first look on."""
        self._conn.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._conn.execute("ROLLBACK")
            raise
        self._conn.execute("COMMIT")


def unusable(file: Path, error: sqlite3.Error) -> ModelsError:
    """Say that a tape cannot be read or written."""
    return ModelsError(
        f"The tape {file} cannot be used ({error}). See that no other program holds it, that there "
        "is room on its disk, and that it is a tape; once moved away, a new one is begun."
    )
