"""Reading single games back: lists of them, their records, what their bots wrote on stderr."""

import zlib
from dataclasses import dataclass

from ladder.errors import DamagedRecord, UnknownGame
from ladder.store import Store


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a played game."""

    seat: int
    bot_id: int
    name: str
    version: int
    coins: int
    place: int
    """As it counts, with forfeiters last."""
    won: bool
    """By the rulebook's tie-break among those who did not forfeit."""
    forfeited: bool
    faults: int
    ms: float
    """Time charged to the bot in this game, milliseconds."""

    @property
    def label(self) -> str:
        """`name:version`."""
        return f"{self.name}:{self.version}"


@dataclass(frozen=True, slots=True)
class Game:
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
    """How its bots were confined."""
    seats: tuple[Seat, ...]


def games(
    store: Store,
    tournament_id: int | None = None,
    bot_id: int | None = None,
    variant: str | None = None,
    players: int | None = None,
    faults: bool = False,
    limit: int = 50,
    before: int | None = None,
) -> list[Game]:
    """Played games, the newest first: of a tournament, with a bot, of a variant, with a fault.

    before: only games with a smaller number, for the next page.
    """
    where, parameters = ["status = 'played'"], {"limit": limit}
    for condition, name, value in (
        ("tournament_id = :tournament", "tournament", tournament_id),
        ("game_id < :before", "before", before),
        ("players = :players", "players", players),
        ("game_id IN (SELECT game_id FROM seats WHERE faults > 0)", "faults", faults or None),
        ("game_id IN (SELECT game_id FROM seats WHERE bot_id = :bot)", "bot", bot_id),
    ):
        if value is not None:
            where.append(condition)
            parameters[name] = value
    return _read(store, " AND ".join(where), parameters, variant)


def game(store: Store, game_id: int) -> Game:
    """One played game. Raises UnknownGame, also for one that is still to be played."""
    found = _read(store, "game_id = :game AND status = 'played'", {"game": game_id, "limit": 1})
    if not found:
        raise UnknownGame(_absent(store, game_id))
    return found[0]


def levels(
    store: Store,
    tournament_id: int | None = None,
    variant: str | None = None,
    players: int | None = None,
) -> dict[str, int]:
    """How many games were played at each level of confinement: A, B, C, or "" if not known."""
    rows = store.rows(
        """SELECT r.level, count(*) AS games FROM results AS r
           JOIN games AS g ON g.id = r.game_id JOIN matches AS m ON m.id = g.match_id
           JOIN pools AS p ON p.id = m.pool_id
           WHERE (:tournament IS NULL OR m.tournament_id = :tournament)
               AND (:variant IS NULL OR p.variant = :variant)
               AND (:players IS NULL OR p.players = :players)
           GROUP BY 1 ORDER BY 1""",
        {"tournament": tournament_id, "variant": variant, "players": players},
    )
    return {row["level"]: row["games"] for row in rows}


def record(store: Store, game_id: int) -> bytes:
    """The record of a played game, JSON."""
    rows = store.rows("SELECT record FROM records WHERE game_id = ?", [game_id])
    if not rows:
        raise UnknownGame(_absent(store, game_id))
    try:
        return zlib.decompress(rows[0]["record"])
    except (zlib.error, TypeError) as error:  # a type: not the blob that it was
        raise DamagedRecord(f"The record of game {game_id} is damaged: {error}.") from None


def stderr(store: Store, game_id: int, seat: int) -> str:
    """What the bot in a seat wrote on its standard error during a game, capped; often empty."""
    rows = store.rows("SELECT text FROM stderr WHERE game_id = ? AND seat = ?", [game_id, seat])
    return str(rows[0]["text"]) if rows else ""


def _read(
    store: Store, where: str, parameters: dict[str, int], variant: str | None = None
) -> list[Game]:
    rows = store.rows(
        f"""SELECT game_id AS id, tournament_id, match_id, match_number, rotation, round, variant,
                players, match_status, decisions, played_at, level
            FROM ledger WHERE {where} AND (:variant IS NULL OR variant = :variant)
            ORDER BY game_id DESC LIMIT :limit""",
        parameters | {"variant": variant},
    )
    return [Game(**row, seats=_seats(store, row["id"])) for row in rows]


def _seats(store: Store, game_id: int) -> tuple[Seat, ...]:
    rows = store.rows(
        """SELECT s.seat, s.bot_id, b.name, b.version, s.coins, s.final_place AS place,
               s.final_winner AS won, s.forfeited, s.faults, s.time_ms AS ms
           FROM seats AS s JOIN bots AS b ON b.id = s.bot_id WHERE s.game_id = ? ORDER BY s.seat""",
        [game_id],
    )
    return tuple(
        Seat(**row | {"won": bool(row["won"]), "forfeited": bool(row["forfeited"])}) for row in rows
    )


def _absent(store: Store, game_id: int) -> str:
    rows = store.rows("SELECT status, tournament_id FROM ledger WHERE game_id = ?", [game_id])
    if not rows:
        return f"There is no game {game_id}. List the games: arena games"
    status = {"to play": "has not been played yet"}.get(rows[0]["status"], "was never played")
    return f"Game {game_id} of tournament {rows[0]['tournament_id']} {status}."
