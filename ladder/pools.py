"""Pools: what is rated together, with what has been played in it."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from ladder.store import Store


@dataclass(frozen=True, slots=True)
class PoolInfo:
    """A pool with what has been played in it."""

    id: int
    variant: str
    players: int
    time_class: str
    negotiation: str
    rules_version: str
    matches: int
    bots: int

    @property
    def label(self) -> str:
        """`anniversary, 4 players, standard`: `pools.name` of the database."""
        return f"{self.variant}, {self.players} players, {self.time_class}"


def pools(
    store: Store,
    variant: str | None = None,
    players: int | Collection[int] | None = None,
    time_class: str | None = None,
    tournament_id: int | None = None,
) -> list[PoolInfo]:
    """The pools in which something is rated (by a tournament: in which it plays), by variant.

    Ratings under older rules are left out where the same game has been rated under newer ones.
    players: one size of the tables or several; None or none at all for every size.
    """
    rows = store.rows(
        """SELECT p.id, p.variant, p.players, p.time_class, p.negotiation, p.rules_version,
               p.matches, (SELECT count(*) FROM ratings AS r WHERE r.pool_id = p.id) AS bots
           FROM pools AS p
           WHERE (:variant IS NULL OR p.variant = :variant)
               AND (:players IS NULL OR p.players IN (SELECT value FROM json_each(:players)))
               AND (:time_class IS NULL OR p.time_class = :time_class)
               AND (:tournament IS NULL OR EXISTS (SELECT 1 FROM matches AS m
                   WHERE m.pool_id = p.id AND m.tournament_id = :tournament))
               AND p.matches > 0
               AND (:tournament IS NOT NULL OR NOT EXISTS (SELECT 1 FROM pools AS newer
                   WHERE newer.variant = p.variant AND newer.players = p.players
                       AND newer.time_class = p.time_class AND newer.negotiation = p.negotiation
                       AND newer.matches > 0
                       AND CAST(newer.rules_version AS REAL) > CAST(p.rules_version AS REAL)))
           ORDER BY p.variant, p.players, p.time_class, p.id""",
        {
            "variant": variant,
            "players": sizes(players),
            "time_class": time_class,
            "tournament": tournament_id,
        },
    )
    return [PoolInfo(**row) for row in rows]


def sizes(players: int | Collection[int] | None) -> str | None:
    """Sizes of tables as a query takes them: a JSON list, None for every size."""
    chosen = [players] if isinstance(players, int) else sorted(players or ())
    return json.dumps(chosen) if chosen else None
