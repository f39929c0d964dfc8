"""The games that an author looks at first: those with faults of a bot, and those it lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ladder.database.logs import unpacked
from ladder.database.store import Store, stored_json


@dataclass(frozen=True, slots=True)
class Setback:
    """A game that went wrong for a bot, rated or not."""

    game_id: int
    seat: int
    variant: str
    players: int
    tournament_id: int
    place: int
    """The final place, with forfeiters last."""
    coins: int
    forfeited: bool
    faults: Mapping[str, int]
    """Kind of fault → number of times."""
    played_at: str
    stderr: str
    """The bot's standard error, as far as it is kept; not made harmless."""


def faulty_games(
    store: Store, bot_id: int, limit: int, tournament_id: int | None = None
) -> list[Setback]:
    """Return the newest games with a fault of the bot, of one tournament if asked."""
    of_tournament = "(:tournament IS NULL OR m.tournament_id = :tournament)"
    which = f"s.bot_id = :bot AND s.faults > 0 AND {of_tournament}"
    return _read(store, which, limit, bot=bot_id, tournament=tournament_id)


def faulty_seats(store: Store, games: Iterable[int], limit: int) -> list[Setback]:
    """Return the seats with a fault in these games, newest game first."""
    which = "s.game_id IN (SELECT value FROM json_each(:games)) AND s.faults > 0"
    return _read(store, which, limit, games=list(games))


def lost_games(store: Store, bot_id: int, limit: int) -> list[Setback]:
    """Return the newest games in which the bot came last, maybe with others, or forfeited."""
    last = "(SELECT max(final_place) FROM seats WHERE game_id = s.game_id)"
    which = f"s.bot_id = :bot AND (s.forfeited OR 1 < s.final_place AND s.final_place = {last})"
    return _read(store, which, limit, bot=bot_id)


def _read(store: Store, which: str, limit: int, **values: object) -> list[Setback]:
    rows = store.rows(
        f"""SELECT s.game_id, s.seat, p.variant, p.players, m.tournament_id, s.final_place AS place,
                s.coins, s.forfeited, s.fault_kinds AS faults, r.played_at,
                coalesce(e.text, x'') AS stderr
            FROM seats AS s JOIN results AS r ON r.game_id = s.game_id
            JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
            CROSS JOIN pools AS p ON p.id = m.pool_id
            LEFT JOIN logs AS e ON e.game_id = s.game_id AND e.seat = s.seat
            WHERE {which} ORDER BY s.game_id DESC, s.seat LIMIT :limit""",
        {"limit": limit, **values},
    )
    return [Setback(**row | _plain(row)) for row in rows]


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "faults": stored_json(row["faults"], dict, "what is said of faults in a game"),
        "forfeited": bool(row["forfeited"]),
        "stderr": unpacked(row["stderr"]),
    }
