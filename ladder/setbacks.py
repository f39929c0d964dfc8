"""The games that an author looks at first: those in which a bot was at fault, and those it lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ladder import stored_json
from ladder.logs import unpacked
from ladder.store import Store


@dataclass(frozen=True, slots=True)
class Setback:
    """A game that went wrong for a bot, rated or not."""

    game_id: int
    seat: int
    variant: str
    players: int
    tournament_id: int
    place: int
    """As it counts."""
    coins: int
    forfeited: bool
    faults: Mapping[str, int]
    """How often, by kind."""
    played_at: str
    stderr: str
    """What the bot wrote on its standard error, as far as it is kept; not harmless."""


def faulty_games(
    store: Store, bot_id: int, limit: int, tournament_id: int | None = None
) -> list[Setback]:
    """The newest games in which the bot was at fault; of a tournament, if one is named."""
    return _read(store, "s.faults > 0", bot_id, limit, tournament_id)


def lost_games(store: Store, bot_id: int, limit: int) -> list[Setback]:
    """The newest games in which the bot came last, or forfeited."""
    return _read(store, "(s.forfeited OR s.final_place = p.players)", bot_id, limit)


def _read(
    store: Store, which: str, bot_id: int, limit: int, tournament_id: int | None = None
) -> list[Setback]:
    rows = store.rows(
        f"""SELECT s.game_id, s.seat, p.variant, p.players, m.tournament_id, s.final_place AS place,
                s.coins, s.forfeited, s.fault_kinds AS faults, r.played_at,
                coalesce(e.text, x'') AS stderr
            FROM seats AS s JOIN results AS r ON r.game_id = s.game_id
            JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
            CROSS JOIN pools AS p ON p.id = m.pool_id
            LEFT JOIN logs AS e ON e.game_id = s.game_id AND e.seat = s.seat
            WHERE s.bot_id = :bot AND {which}
                AND (:tournament IS NULL OR m.tournament_id = :tournament)
            ORDER BY s.game_id DESC LIMIT :limit""",
        {"bot": bot_id, "limit": limit, "tournament": tournament_id},
    )
    return [Setback(**row | _plain(row)) for row in rows]


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "faults": stored_json.read(row["faults"], dict, "what is said of faults in a game"),
        "forfeited": bool(row["forfeited"]),
        "stderr": unpacked(row["stderr"]),
    }
