"""Pools: what is rated together, with what has been played in it."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ladder.store import Store


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are meant; what is None or empty leaves all."""

    variant: str | None = None
    players: Collection[int] = ()
    """Sizes of tables."""
    time_class: str | None = None
    tournament_id: int | None = None
    since: str | None = None
    """Played then or later: UTC, as the tables have it, `2026-06-30T00:00:00Z`."""

    @property
    def values(self) -> dict[str, Any]:
        """The values for a query: NULL where nothing is left out."""
        return {
            "variant": self.variant,
            "players": json.dumps(sorted(self.players)) if self.players else None,
            "time_class": self.time_class,
            "tournament": self.tournament_id,
            "since": self.since,
        }


EVERY = Wanted()


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


def pools(store: Store, wanted: Wanted = EVERY) -> list[PoolInfo]:
    """The pools in which something is rated (by a tournament: in which it plays), by variant.

    Ratings under older rules are left out where the same game has been rated under newer ones.
    Since when the games were played makes no difference.
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
        wanted.values,
    )
    return [PoolInfo(**row) for row in rows]
