"""Logs: what bots wrote on their standard error during a game, as far as it is kept.

Of a seat that was at fault the log is kept for good: somebody will want to know why. Of all other
seats only the latest are kept, so that a ladder of a million games does not consist of them.
"""

import sqlite3
import zlib
from collections.abc import Iterable

from ladder.database.records import inflated

_MOST_TEXT = 8_000_000
"""Bytes of the longest log that is read; what is kept of a game's is far shorter."""
MOST_LOGS = 100_000
"""Logs of seats without a fault that are kept. A bot that writes much costs 2 to 3 kB a log."""


def packed(text: str) -> bytes:
    """A log as it is stored; nothing stays nothing."""
    return zlib.compress(text.encode("utf-8", "replace")) if text else b""


def unpacked(log: bytes) -> str:
    """The text of a log, whatever its bot wrote: not harmless. A damaged one says so."""
    try:
        return inflated(log, _MOST_TEXT).decode("utf-8", "replace") if log else ""
    except (zlib.error, ValueError) as error:
        return f"(This log is damaged: {error}.)"


def keep(
    conn: sqlite3.Connection, game_id: int, seats: Iterable[tuple[bytes, bool]], most: int
) -> None:
    """Store the logs of a game, and delete what is too old.

    seats: each one's log, and whether it was at fault. most: logs of others that are kept.
    """
    latest = 0
    for seat, (log, fault) in enumerate(seats):
        if log:
            latest = (
                conn.execute(
                    "INSERT INTO logs (game_id, seat, for_good, text) VALUES (?, ?, ?, ?)",
                    [game_id, seat, fault, log],
                ).lastrowid
                or 0
            )
    if latest > most:
        conn.execute("DELETE FROM logs WHERE NOT for_good AND id <= ?", [latest - most])


def prune(conn: sqlite3.Connection, kept: int) -> int:
    """Delete all but the latest so many logs of seats without a fault; return how many."""
    return conn.execute(
        "DELETE FROM logs WHERE NOT for_good AND id NOT IN "
        "(SELECT id FROM logs WHERE NOT for_good ORDER BY id DESC LIMIT ?)",
        [kept],
    ).rowcount


def pack_all(conn: sqlite3.Connection) -> None:
    """Turn the stderr that a ladder of version 4 keeps into logs."""
    conn.create_function("packed", 1, packed, deterministic=True)
    conn.execute(
        "INSERT INTO logs (game_id, seat, for_good, text) "
        "SELECT game_id, seat, faults > 0, packed(text) FROM stderr "
        "JOIN seats USING (game_id, seat) WHERE text <> '' ORDER BY game_id, seat"
    )
    conn.execute("DROP TABLE stderr")
