"""The tape: keeps every answer of a model, so that none is paid for twice.

An answer's key is a hash chained from the program, the model with its parameters and address, and
all prompts of the game so far: the same game, played again, asks for the same keys. Failed answers
are kept, too, but those after which nothing else came are used only with --tape-only. The tape is
an SQLite file, which several gateways may share: if one is asking for a key, the others wait for
it. It never holds a provider's key or address. See decision 14.
"""

import json
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

from arena.home import begin
from arena.llm.settings import LanguageModel, ModelsError, digest
from arena.sandbox.processes import identity, is_gone

BEGUN_FOR_S = 4 * 3_600.0
"""The time after which a request by a process that can't be seen from here is taken to be lost."""

TIMEOUT_S = 60.0
"""The longest wait for another process that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key     TEXT PRIMARY KEY,       -- chained: the one before, and this request
    before  TEXT NOT NULL,          -- the key before; the first of a chain: program and model
    number  INTEGER NOT NULL,       -- of the request in its game, from 1
    player  TEXT NOT NULL,          -- as in llm@small
    model   TEXT NOT NULL,          -- what the provider calls it
    sent    TEXT NOT NULL,          -- JSON: the request; `same`: messages it begins with
    answer  TEXT NOT NULL           -- JSON: text, stop, tokens, cost, seconds, model; `failed`: why
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answers_before ON answers (before);
CREATE TABLE IF NOT EXISTS begun (
    key     TEXT PRIMARY KEY,       -- asked for at this moment
    process TEXT NOT NULL,          -- its identity
    since   REAL NOT NULL
) WITHOUT ROWID;
"""
_GOES_ON = """
WITH RECURSIVE later (key, failed) AS (
    SELECT :key, true
    UNION ALL
    SELECT a.key, json_type(a.answer, '$.failed') IS NOT NULL
    FROM later JOIN answers AS a ON a.before = later.key WHERE later.failed
)
SELECT 1 FROM later WHERE NOT failed LIMIT 1
"""

LONGEST_NOTEBOOK = 1_500
_NOTEBOOK = re.compile(r"<notebook>(.*?)</notebook>", re.DOTALL)
_ABOUT_NOTEBOOK = (
    "\n\nOf earlier questions you remember only your notebook, which nobody else reads. To rewrite "
    f"it, put up to {LONGEST_NOTEBOOK} characters between <notebook> and </notebook>, before your "
    "answer. It now says:\n"
)

COLUMNS: dict[str, type] = {
    **dict.fromkeys(("key", "before", "number", "player", "model", "sent", "answer"), str),
    "number": int,
}
"""Those of the answers, and the type of each."""

Answer = dict[str, Any]
Request = dict[str, Any]


class Chain:
    """The requests of one player in one game so far."""

    def __init__(self, player: str, program: str, model: LanguageModel, game: str = "") -> None:
        self.player = player
        self.game = game
        self.model = model
        self.number = 0
        self.failed = 0
        """The number of failed answers in a row."""
        self.key = digest([program, model.answering])
        self.before = ""
        self.sent: Request = {}
        self.notebook = ""
        self._messages: list[Any] = []

    def next(self, request: Request) -> str:
        """Add a request, and return its key."""
        self.number += 1
        self.before, self.key = self.key, digest([self.key, request])
        messages = request["messages"]
        # A prompt mostly repeats the one before it, and the tape keeps only what is new.
        pairs = zip(self._messages, messages, strict=False)
        same = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
        self.sent = {**request, "same": same, "messages": messages[same:]}
        self._messages = messages
        return self.key

    def asked(self, request: Request) -> Request:
        """Return a request as the model gets it: with its notebook, if it keeps one."""
        if not self.model.memory:
            return request
        *before, last = request["messages"]
        note = _ABOUT_NOTEBOOK + (self.notebook or "(nothing yet)")
        return {**request, "messages": [*before, last | {"content": last["content"] + note}]}

    def told(self, answer: Answer) -> Answer:
        """Return an answer as the bot gets it: without the notebook, which is kept here."""
        if self.model.memory and (found := _NOTEBOOK.findall(answer["text"])):
            self.notebook = found[-1].strip()[:LONGEST_NOTEBOOK]
            text = _NOTEBOOK.sub("", answer["text"])
            thought = f"{answer.get('thought', '')}\n\nNotebook: {self.notebook}".strip()
            return answer | {"text": text, "thought": thought}
        return answer


class Tape:
    """The kept answers of one home."""

    def __init__(self, file: Path, timeout_s: float = TIMEOUT_S) -> None:
        """Open a tape, or make a new one. Raises ModelsError."""
        with suppress(OSError):  # SQLite will say what is wrong
            begin(Path(file))
        try:
            self._conn = sqlite3.connect(file, timeout=timeout_s, isolation_level=None)
            self._conn.execute("PRAGMA journal_mode = WAL")
            self._conn.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise unusable(file, error) from None

    def close(self) -> None:
        """Close the file."""
        self._conn.close()

    def find(self, key: str) -> Answer | None:
        """Return the answer kept under a key, if there is one."""
        row = self._conn.execute("SELECT answer FROM answers WHERE key = ?", [key]).fetchone()
        return json.loads(row[0]) if row else None

    def goes_on(self, key: str) -> bool:
        """Return True if after this answer came one that did not fail."""
        return self._conn.execute(_GOES_ON, [key]).fetchone() is not None

    def begin(self, key: str) -> bool:
        """Claim a key for a request; return False if another process is asking for it."""
        now, here = time.time(), identity(os.getpid())
        with self._transaction("NORMAL"):
            row = self._conn.execute(
                "SELECT process, since FROM begun WHERE key = ?", [key]
            ).fetchone()
            # Within this process, the gateway's own lock decides who asks.
            if row and row[0] != here and now - row[1] < BEGUN_FOR_S and not is_gone(row[0]):
                return False
            self._conn.execute("INSERT OR REPLACE INTO begun VALUES (?, ?, ?)", [key, here, now])
        return True

    def give_up(self, key: str) -> None:
        """Release a claimed key without an answer."""
        self._conn.execute("DELETE FROM begun WHERE key = ?", [key])

    def keep(self, chain: Chain, answer: Answer) -> None:
        """Keep the answer to the chain's last request, durably once this returns."""
        sent, said = (json.dumps(each, ensure_ascii=False) for each in (chain.sent, answer))
        about = chain.number, chain.player, chain.model.model
        row = chain.key, chain.before, *about, sent, said
        with self._transaction("FULL"):  # as it was paid for
            self._conn.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            self._conn.execute("DELETE FROM begun WHERE key = ?", [chain.key])

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield all answers as COLUMNS, in an order that doesn't depend on when they were kept."""
        sql = f"SELECT {', '.join(COLUMNS)} FROM answers ORDER BY player, number, key"
        yield from self._conn.execute(sql)

    @contextmanager
    def _transaction(self, synchronous: str) -> Iterator[None]:
        """Run the block in a transaction that excludes other writers from its start.

        synchronous: FULL waits for the disk, on which a claim need not be after a power cut.
        """
        self._conn.execute(f"PRAGMA synchronous = {synchronous}")
        self._conn.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._conn.execute("ROLLBACK")
            raise
        self._conn.execute("COMMIT")


def unusable(file: Path, error: sqlite3.Error) -> ModelsError:
    """Return the error for a tape that can't be read or written."""
    return ModelsError(
        f"The tape {file} cannot be used ({error}). See that no other program holds it, that there "
        "is room on its disk, and that it is a tape; once moved away, a new one is begun."
    )
