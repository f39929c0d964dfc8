"""Pools: groups of games that are rated together, and what has been played in them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ladder.database.store import Store


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for games; None or empty matches everything."""

    variant: str | None = None
    players: Collection[int] = ()
    """Table sizes."""
    time_class: str | None = None
    tournament_id: int | None = None
    since: str | None = None
    """Games played then or later: UTC, as the tables have it, `2026-06-30T00:00:00Z`."""
    rules: str | None = None
    """A version of the rules."""

    @property
    def values(self) -> dict[str, Any]:
        """Parameters for a query; NULL matches everything."""
        return {
            "variant": self.variant,
            "players": sorted(self.players) or None,
            "time_class": self.time_class,
            "tournament": self.tournament_id,
            "since": self.since,
            "rules": self.rules,
        }


EVERY = Wanted()

FITTING = """(:variant IS NULL OR p.variant = :variant)
    AND (:players IS NULL OR p.players IN (SELECT value FROM json_each(:players)))
    AND (:time_class IS NULL OR p.time_class = :time_class)
    AND (:rules IS NULL OR p.rules_version = :rules)"""
"""The condition that the `values` of a filter make for the pool `p` of a query."""


@dataclass(frozen=True, slots=True)
class PoolInfo:
    """A pool, with what has been played in it."""

    id: int
    variant: str
    players: int
    time_class: str
    negotiation: str
    rules_version: str
    matches: int
    bots: int

    @property
    def games(self) -> int:
        """The number of games in its matches: one in each rotation of the seats."""
        return self.matches * self.players

    @property
    def label(self) -> str:
        """A label such as `anniversary, 4 players, standard`, equal to the column `pools.name`."""
        return f"{self.variant}, {self.players} players, {self.time_class}"


def pools(store: Store, wanted: Wanted = EVERY) -> list[PoolInfo]:
    """Return the pools with rated matches that a filter admits, ordered by variant.

    For a tournament these are the pools it plays in. Ratings under older rules are left out where
    the same game has been rated under newer ones, unless a tournament or a version of the rules is
    wanted; see `left_out`. `since` is ignored.
    """
    return _read(store, wanted, f"(:tournament IS NOT NULL OR :rules IS NOT NULL OR NOT {_OLDER})")


def left_out(store: Store, wanted: Wanted = EVERY) -> list[PoolInfo]:
    """Return the pools that `pools` leaves out because there are ratings under newer rules."""
    return _read(store, wanted, f":tournament IS NULL AND :rules IS NULL AND {_OLDER}")


def by_rules(pools: Iterable[tuple[PoolInfo, int]]) -> dict[str, int]:
    """Sum games by version of the rules, newest first, dropping versions without games."""
    games: dict[str, int] = {}
    for pool, number in pools:
        games[pool.rules_version] = games.get(pool.rules_version, 0) + number
    return {
        rules: games[rules] for rules in sorted(games, key=_number, reverse=True) if games[rules]
    }


def _number(rules: str) -> float:
    try:
        return float(rules)
    except ValueError:
        return 0.0  # as SQLite's CAST has it, by which `_OLDER` compares


_OLDER = """EXISTS (SELECT 1 FROM pools AS newer
    WHERE newer.variant = p.variant AND newer.players = p.players
        AND newer.time_class = p.time_class AND newer.negotiation = p.negotiation
        AND newer.matches > 0
        AND CAST(newer.rules_version AS REAL) > CAST(p.rules_version AS REAL))"""


def _read(store: Store, wanted: Wanted, chosen: str) -> list[PoolInfo]:
    rows = store.rows(
        f"""SELECT p.id, p.variant, p.players, p.time_class, p.negotiation, p.rules_version,
               p.matches, (SELECT count(*) FROM ratings AS r WHERE r.pool_id = p.id) AS bots
           FROM pools AS p
           WHERE {FITTING} AND (:tournament IS NULL OR EXISTS (SELECT 1 FROM matches AS m
                   WHERE m.pool_id = p.id AND m.tournament_id = :tournament))
               AND p.matches > 0 AND {chosen}
           ORDER BY p.variant, p.players, p.time_class, p.id""",
        wanted.values,
    )
    return [PoolInfo(**row) for row in rows]
