"""Casual games: the unrated ones of `arena match`, kept so that they can be looked at.

Their bots need not be on the ladder, and no rating or list of it counts them. They have numbers of
their own, written with a c: c17. The latest are kept; older ones are deleted.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.records import inflated, unpacked
from ladder.database.store import Store, now, stored_json

MOST_GAMES = 1_000


@dataclass(frozen=True, slots=True)
class CasualSeat:
    """One seat of a casual game: its bot, coins, place and faults."""

    name: str
    """The name of its bot in the match."""
    coins: int
    place: int
    """The final place, with forfeiters last."""
    won: bool
    forfeited: bool
    faults: Mapping[str, int]
    """Kind of fault → number of times."""


@dataclass(frozen=True, slots=True)
class CasualGame:
    """A casual game; the first game of a match gives the match its number."""

    id: int
    match: int
    round: int
    rotation: int
    variant: str
    decisions: int
    played_at: str
    level: str
    """How strongly its bots were confined."""
    seats: tuple[CasualSeat, ...]

    @property
    def name(self) -> str:
        """The name of the game, such as `c17`."""
        return name(self.id)


def name(number: int) -> str:
    """Return the name of a casual game, such as `c17`."""
    return f"c{number}"


def keep(
    store: Store,
    *,
    match: int | None,
    round: int,
    rotation: int,
    variant: str,
    decisions: int,
    level: str,
    seats: Sequence[CasualSeat],
    record: bytes,
    logs: Mapping[int, str],
    most: int = MOST_GAMES,
) -> int:
    """Store a game, delete those that are too old, and return the number of the game.

    match: the number of the match's first game; None if this is it.
    record: as `ladder.database.records` packs it.
    logs: each seat's stderr.
    most: the number of games to keep.
    """
    texts = json.dumps({str(seat): log for seat, log in logs.items()})
    row = {
        "match": match,
        "round": round,
        "rotation": rotation,
        "variant": variant,
        "decisions": decisions,
        "played_at": now(),
        "level": level,
        "seats": json.dumps([asdict(seat) for seat in seats], ensure_ascii=False),
        "record": record,
        "logs": zlib.compress(texts.encode()),
    }
    with store.transaction() as conn:
        marks = ", ".join(f":{column}" for column in row)
        number = conn.execute(
            f"INSERT INTO casual_games ({', '.join(row)}) VALUES ({marks})", row
        ).lastrowid
        assert number is not None
        # Numbers have no gaps, so this needs no count for each game.
        conn.execute("DELETE FROM casual_games WHERE id <= ?", [number - most])
    return number


def games(
    store: Store, limit: int, variant: str | None = None, faults: bool = False
) -> list[CasualGame]:
    """Return the latest games, newest first; of a variant, or with a fault, if asked."""
    rows = store.rows(
        """SELECT id, coalesce(match, id) AS match, round, rotation, variant, decisions, played_at,
               level, seats
           FROM casual_games WHERE (:variant IS NULL OR variant = :variant)
               AND (NOT :faults OR EXISTS (SELECT 1 FROM json_each(seats)
                   WHERE json_extract(value, '$.faults') <> '{}'))
           ORDER BY id DESC LIMIT :limit""",
        {"variant": variant, "faults": faults, "limit": limit},
    )
    return [CasualGame(**row | {"seats": _seats(row)}) for row in rows]


def _seats(row: dict[str, Any]) -> tuple[CasualSeat, ...]:
    seats = stored_json(row["seats"], list, f"who sat in casual game {row['id']}")
    return tuple(CasualSeat(**seat) for seat in seats)


def record(store: Store, number: int) -> bytes:
    """Return the JSON of a casual game's record; raise UnknownGame or DamagedRecord."""
    return _unpacked(store, number, "record", unpacked)


def packed_record(store: Store, number: int) -> bytes:
    """Return the packed record, as stored; raise UnknownGame or DamagedRecord."""
    return _unpacked(store, number, "record", bytes)


def logs(store: Store, number: int) -> dict[int, str]:
    """Return each seat's stderr, not made harmless; raise UnknownGame or DamagedRecord."""
    texts = json.loads(_unpacked(store, number, "logs", inflated))
    return {int(seat): text for seat, text in texts.items() if text}


def _unpacked(store: Store, number: int, column: str, unpack: Callable[[bytes], bytes]) -> bytes:
    found = store.column(f"SELECT {column} FROM casual_games WHERE id = ?", [number])
    if not found:
        latest = store.value("SELECT coalesce(max(id), 0) FROM casual_games")
        gone = "is no longer kept" if number <= latest else "has not been played"
        raise UnknownGame(
            f"The casual game {name(number)} {gone}. List those that are kept: arena games --casual"
        )
    try:
        return unpack(found[0])
    except (zlib.error, ValueError, TypeError) as error:
        raise DamagedRecord(
            f"The {column} of game {name(number)} cannot be read: {error}."
        ) from None
