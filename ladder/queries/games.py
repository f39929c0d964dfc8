"""Reading games back: lists of games, their records and logs, and exports of their results.

Exports are streamed row by row, however many games there are.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.logs import unpacked
from ladder.database.records import NoRecord
from ladder.database.records import unpacked as unpacked_record
from ladder.database.store import OfBot, Store, stored_json
from ladder.queries.pools import EVERY, FITTING, Wanted


@dataclass(frozen=True, slots=True)
class LadderSeat(OfBot):
    """One seat of a played game."""

    seat: int
    bot_id: int
    name: str
    version: int
    coins: int
    place: int
    """The final place, with forfeiters last."""
    won: bool
    """A winner by the rulebook's tie-break among those who did not forfeit."""
    forfeited: bool
    faults: int
    ms: float
    """Time charged to the bot in this game, in milliseconds."""
    fault_kinds: dict[str, int]
    """Kind of fault → number of times."""


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A played game of the ladder."""

    id: int
    tournament_id: int
    match_id: int
    match_number: int
    rotation: int
    round: int
    variant: str
    players: int
    match_status: str
    decisions: int
    played_at: str
    level: str
    """How strongly its bots were confined."""
    source: str
    """Version and fingerprint of the code that played it; empty if not known."""
    seats: tuple[LadderSeat, ...]


def games(
    store: Store,
    wanted: Wanted = EVERY,
    with_bots: Sequence[Collection[int]] = (),
    faults: bool = False,
    limit: int = 50,
    before: int | None = None,
) -> list[LadderGame]:
    """Return played games, newest first.

    Args:
        store: The ladder.
        wanted: Only these games.
        with_bots: Only games with a bot of each of these groups of ids.
        faults: Only games with a fault.
        limit: The most games to return.
        before: Only games with a smaller number, for the next page.
    """
    parameters = wanted.values | {"before": before, "limit": limit}
    where = [_LATEST, _WANTED]
    if before is not None:
        where.append(_BEFORE)
    if wanted.since is not None:
        where.append(_SINCE)
    if faults:
        where.append("r.game_id IN (SELECT game_id FROM seats WHERE faults > 0)")
    for number, group in enumerate(with_bots):
        where.append(_WITH.format(f":bots{number}"))
        parameters[f"bots{number}"] = list(group)
    return _read(store, " AND ".join(where), parameters)


# Games are scanned from the newest back, match by match, as the numbers of both rise together. So a
# scan to the end happens only if nothing is found, and then reads the matches alone.
_LATEST = "m.id <= (SELECT match_id FROM games WHERE id = (SELECT max(game_id) FROM results))"
_BEFORE = """r.game_id < :before
    AND m.id <= (SELECT match_id FROM games WHERE id <= :before ORDER BY id DESC LIMIT 1)"""
_SINCE = """m.id >= (SELECT match_id FROM games WHERE id =
    (SELECT min(game_id) FROM results WHERE played_at >= :since))"""
_WANTED = f"""{FITTING}
    AND (:tournament IS NULL OR m.tournament_id = :tournament)
    AND (:since IS NULL OR r.played_at >= :since)"""
_WITH = """EXISTS (SELECT 1 FROM pairings AS who
    WHERE who.match_id = m.id AND +who.bot_id IN (SELECT value FROM json_each({})))"""


def game(store: Store, game_id: int) -> LadderGame:
    """Return a played game; raise UnknownGame if there is none, or it is still to be played."""
    where = "g.id = :game AND m.id = (SELECT match_id FROM games WHERE id = :game)"
    found = _read(store, where, {"game": game_id, "limit": 1})
    if not found:
        raise UnknownGame(_absent(store, game_id))
    return found[0]


def levels(
    store: Store,
    tournament_id: int | None = None,
    pool_ids: Collection[int] | None = None,
) -> dict[str, int]:
    """Count the games played at each level of confinement: A, B, C, or "" if not known.

    Args:
        store: The ladder.
        tournament_id: Only games of this tournament; None: all rated games.
        pool_ids: Only games in these pools.
    """
    return store.mapping(
        """SELECT level, sum(games) FROM played
           WHERE iif(:tournament IS NULL,
                     tournament_id IN (SELECT id FROM tournaments WHERE rated),
                     tournament_id = :tournament)
               AND (:pools IS NULL OR pool_id IN (SELECT value FROM json_each(:pools)))
           GROUP BY 1 ORDER BY 1""",
        {
            "tournament": tournament_id,
            "pools": None if pool_ids is None else list(pool_ids),
        },
    )


def sources(store: Store, tournament_id: int | None = None) -> dict[str, int]:
    """Count the games of a tournament, or all, by the code that played them.

    The code is "" if not known; the order is that of its first game.
    """
    return store.mapping(
        """SELECT coalesce(s.name, ''), sum(p.games)
           FROM played AS p LEFT JOIN sources AS s ON s.id = p.source_id
           WHERE :tournament IS NULL OR p.tournament_id = :tournament
           GROUP BY p.source_id ORDER BY p.source_id""",
        {"tournament": tournament_id},
    )


def rules_of(store: Store, tournament_id: int) -> list[str]:
    """Return the versions of the rules by which a tournament has been scheduled."""
    return store.column(
        "SELECT DISTINCT rules_version FROM pools WHERE id IN "
        "(SELECT pool_id FROM matches WHERE tournament_id = ?)",
        [tournament_id],
    )


def source_of(store: Store, game_id: int) -> str:
    """Return the code that played a game; "" if not known, or if there is no such game."""
    names = store.column(
        "SELECT name FROM results JOIN sources ON id = source_id WHERE game_id = ?", [game_id]
    )
    return names[0] if names else ""


def numbers(store: Store) -> list[int]:
    """Return the numbers of all games with a result or a record, in order."""
    return store.column("SELECT game_id FROM results UNION SELECT game_id FROM records ORDER BY 1")


def record(store: Store, game_id: int) -> bytes:
    """Return the JSON of a game's record; raise UnknownGame or DamagedRecord."""
    try:
        return unpacked_record(packed_record(store, game_id))
    except NoRecord as error:
        raise DamagedRecord(f"The record of game {game_id} is damaged: {error}.") from None


def packed_record(store: Store, game_id: int) -> bytes:
    """Return the packed record, as stored (`ladder/database/records.py`); raise UnknownGame."""
    found: list[bytes] = store.column("SELECT record FROM records WHERE game_id = ?", [game_id])
    if not found:
        raise UnknownGame(_absent(store, game_id))
    return found[0]


def logs(store: Store, game_id: int) -> dict[int, str]:
    """Return the logs of a game's seats, not made harmless.

    Seats that wrote nothing are left out. Raises UnknownGame.
    """
    found = store.mapping("SELECT seat, text FROM logs WHERE game_id = ? ORDER BY seat", [game_id])
    if not found and not store.rows("SELECT 1 FROM results WHERE game_id = ?", [game_id]):
        raise UnknownGame(_absent(store, game_id))
    return {seat: unpacked(text) for seat, text in found.items()}


def _read(store: Store, where: str, parameters: dict[str, Any]) -> list[LadderGame]:
    rows = store.rows(
        f"""SELECT r.game_id AS id, m.tournament_id, m.id AS match_id, m.number AS match_number,
                g.rotation, m.round, p.variant, p.players, m.status AS match_status, r.decisions,
                r.played_at, r.level,
                coalesce((SELECT name FROM sources WHERE id = r.source_id), '') AS source
            FROM matches AS m CROSS JOIN pools AS p ON p.id = m.pool_id
            CROSS JOIN games AS g ON g.match_id = m.id
            CROSS JOIN results AS r ON r.game_id = g.id
            WHERE {where} ORDER BY m.id DESC, g.id DESC LIMIT :limit""",
        parameters,
    )
    return [LadderGame(**row, seats=_seats(store, row["id"])) for row in rows]


def _seats(store: Store, game_id: int) -> tuple[LadderSeat, ...]:
    rows = store.rows(
        """SELECT s.seat, s.bot_id, b.name, b.version, s.coins, s.final_place AS place,
               s.final_winner AS won, s.forfeited, s.faults, s.time_ms AS ms,
               s.fault_kinds
           FROM seats AS s JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = ? ORDER BY s.seat""",
        [game_id],
    )
    faults = f"what is said of faults in game {game_id}"
    return tuple(
        LadderSeat(
            **row
            | {
                "won": bool(row["won"]),
                "forfeited": bool(row["forfeited"]),
                "fault_kinds": stored_json(row["fault_kinds"], dict, faults),
            }
        )
        for row in rows
    )


def _absent(store: Store, game_id: int) -> str:
    rows = store.rows("SELECT status, tournament_id FROM ledger WHERE game_id = ?", [game_id])
    if not rows:
        return f"There is no game {game_id}. List the games: arena games"
    status = {"to play": "has not been played yet"}.get(rows[0]["status"], "was never played")
    return f"Game {game_id} of tournament {rows[0]['tournament_id']} {status}."


_COLUMNS = {
    "game": ("s.game_id", int),
    "tournament": ("m.tournament_id", int),
    "match": ("m.id", int),
    "round": ("m.round", int),
    "rotation": ("g.rotation", int),
    "variant": ("p.variant", str),
    "players": ("p.players", int),
    "time_class": ("p.time_class", str),
    "rules_version": ("p.rules_version", str),
    "match_status": ("m.status", str),
    "played_at": ("r.played_at", str),
    "level": ("r.level", str),
    "seat": ("s.seat", int),
    "bot": ("b.label", str),
    "author": ("b.author", str),
    "place": ("s.final_place", int),
    "won": ("s.final_winner", int),
    "coins": ("s.coins", int),
    "place_score": ("s.place_score", float),
    "win_share": ("s.win_share", float),
    "forfeited": ("s.forfeited", int),
    "faults": ("s.faults", int),
    "fault_kinds": ("s.fault_kinds", str),
    "decisions": ("s.decisions", int),
    "time_ms": ("s.time_ms", float),
    "max_ms": ("s.max_ms", float),
}
RESULTS = {name: kind for name, (_, kind) in _COLUMNS.items()}
"""The columns of `results`, with their types. Place and winner are the final ones."""


def results(store: Store, wanted: Wanted) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each seat of the games wanted, by game and seat; its columns are RESULTS."""
    yield from store.conn.execute(
        f"""SELECT {", ".join(column for column, _ in _COLUMNS.values())}
            {_PLAYED} CROSS JOIN seats AS s JOIN bots AS b ON b.id = s.bot_id
            WHERE s.game_id = r.game_id AND {_WANTED} ORDER BY r.game_id, s.seat""",
        wanted.values,
    )


def numbers_of(store: Store, wanted: Wanted) -> Iterator[int]:
    """Yield the numbers of the games wanted, in order."""
    query = f"SELECT r.game_id {_PLAYED} WHERE {_WANTED} ORDER BY r.game_id"
    for (number,) in store.conn.execute(query, wanted.values):
        yield number


@dataclass(frozen=True, slots=True)
class Span:
    """How many games were played, and from when to when; the times are None if there are none."""

    games: int
    first: str | None
    last: str | None


def span(store: Store, since: str = "") -> Span:
    """Return the span of all games, or of those that were played at a time or later."""
    (row,) = store.rows(
        "SELECT count(*) AS games, min(played_at) AS first, max(played_at) AS last FROM results "
        "WHERE played_at >= ?",
        [since],
    )
    return Span(**row)


def count(store: Store, wanted: Wanted) -> int:
    """Count the games wanted."""
    found: int = store.value(f"SELECT count(*) {_PLAYED} WHERE {_WANTED}", wanted.values)
    return found


# This join order yields games in order without sorting them first.
_PLAYED = """FROM results AS r CROSS JOIN games AS g ON g.id = r.game_id
    CROSS JOIN matches AS m ON m.id = g.match_id CROSS JOIN pools AS p ON p.id = m.pool_id"""
