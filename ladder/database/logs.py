"""Logs: what bots wrote on their standard error during a game, as far as it is kept.

Logs of seats that were at fault are kept for good, as their authors will want to know why. Of other
seats only the latest are kept, so that logs do not come to dominate a ladder of a million games.
"""

import sqlite3
import zlib
from collections.abc import Iterable

from ladder.database.records import inflated

_MOST_TEXT = 8_000_000
"""Bytes of the longest log that is read; those that the arena stores are far shorter."""
MOST_LOGS = 100_000
"""Number of logs of seats without a fault that are kept. A chatty bot costs 2 to 3 kB a log."""


def packed(text: str) -> bytes:
    """Compress a log for storage; an empty one stays empty."""
    return zlib.compress(text.encode("utf-8", "replace")) if text else b""


def unpacked(log: bytes) -> str:
    """Return the text of a log, not made harmless; a damaged one says so."""
    try:
        return inflated(log, _MOST_TEXT).decode("utf-8", "replace") if log else ""
    except (zlib.error, ValueError) as error:
        return f"(This log is damaged: {error}.)"


def keep(
    conn: sqlite3.Connection, game_id: int, seats: Iterable[tuple[bytes, bool]], most: int
) -> None:
    """Store the logs of a game, and delete those that are too old.

    Args:
        conn: The ladder.
        game_id: The game.
        seats: Each seat's packed log, and whether it was at fault.
        most: The number of logs of seats without a fault to keep.
    """
    rows = [(game_id, seat, fault, log) for seat, (log, fault) in enumerate(seats) if log]
    if rows:
        conn.executemany(
            "INSERT INTO logs (game_id, seat, for_good, text) VALUES (?, ?, ?, ?)", rows
        )
        conn.execute(
            "DELETE FROM logs WHERE NOT for_good AND id <= (SELECT max(id) FROM logs) - ?", [most]
        )


def prune(conn: sqlite3.Connection, kept: int) -> int:
    """Delete all but the latest `kept` logs of seats without a fault; return how many."""
    return conn.execute(
        "DELETE FROM logs WHERE NOT for_good AND id NOT IN "
        "(SELECT id FROM logs WHERE NOT for_good ORDER BY id DESC LIMIT ?)",
        [kept],
    ).rowcount
