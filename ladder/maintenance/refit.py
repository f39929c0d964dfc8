"""Fitting official ratings anew: after a tournament, or all of them from the games alone."""

from dataclasses import dataclass

from ladder.database.pair_scores import note_all_pairs
from ladder.database.store import Store
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import scope
from ladder.ratings.official import keep, latest
from ladder.ratings.scope import Official, Scope


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The result of making all official ratings again from the games alone."""

    matches: int
    fits: int
    """The fits that are now up to date: of each pool, and of all together."""
    compared: int
    """The ratings that were there before, by the same matches, …"""
    difference: float
    """… and by how much one of them differs at most, in Elo points; the ± included."""


def refit(store: Store, tournament_id: int) -> None:
    """Keep the official ratings of a tournament's pools, by themselves and together, and of all.

    What is up to date stays as it is. Raises LadderError when the ladder cannot be written.
    """
    played = [pool.id for pool in pools(store, Wanted(tournament_id=tournament_id))]
    keep(
        store,
        [*_each(store, played), scope(store, played, tournament_id), scope(store, _all(store))],
    )


def recompute(store: Store) -> Recomputed:
    """Make the pair scores from the games, and from these all official ratings, kept as new fits.

    Raises LadderError when the ladder cannot be written.
    """
    everything = [*_each(store, _all(store)), scope(store, _all(store))]
    scopes = [each for each in dict.fromkeys(everything) if each.pool_ids]
    before = [latest(store, each) for each in scopes]
    with store.transaction() as conn:
        note_all_pairs(conn)
    keep(store, scopes, anew=True)
    after = [latest(store, each) for each in scopes]
    differences = [
        _difference(old[bot], new[bot])
        for old, new in zip(before, after, strict=True)
        for bot in old.keys() & new.keys()
    ]
    (matches,) = store.conn.execute("SELECT count(DISTINCT match_id) FROM pair_scores").fetchone()
    return Recomputed(matches, len(scopes), len(differences), max(differences, default=0.0))


def _each(store: Store, pool_ids: list[int]) -> list[Scope]:
    return [scope(store, [pool_id]) for pool_id in pool_ids]


def _all(store: Store) -> list[int]:
    return [pool.id for pool in pools(store)]


def _difference(one: Official, other: Official) -> float:
    return max(abs(one.elo - other.elo), abs(one.interval - other.interval))
