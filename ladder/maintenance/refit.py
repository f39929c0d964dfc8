"""Refitting official ratings: after a tournament, or all of them from the games."""

from dataclasses import dataclass

from ladder.database.pair_scores import note_all_pairs
from ladder.database.store import Store
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import scope
from ladder.ratings.official import keep, latest
from ladder.ratings.scope import Scope


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A summary of recomputing all official ratings from the games."""

    matches: int
    fits: int
    """The fits that are now up to date: of each pool, and of all together."""
    compared: int
    """The ratings that were there before, from the same matches."""
    difference: float
    """The greatest difference between one of these and its new value, in Elo or ±."""


def refit(store: Store, tournament_id: int) -> None:
    """Keep official ratings of a tournament's pools, each and together, and of the whole ladder.

    Ratings that are up to date stay. Raises LadderError if the ladder cannot be written.
    """
    played = [pool.id for pool in pools(store, Wanted(tournament_id=tournament_id))]
    keep(
        store,
        [*_each(store, played), scope(store, played, tournament_id), scope(store, _all(store))],
    )


def recompute(store: Store) -> Recomputed:
    """Recompute the pair scores from the games, and from these all official ratings, as new fits.

    Raises LadderError if the ladder cannot be written.
    """
    everything = [*_each(store, _all(store)), scope(store, _all(store))]
    scopes = [fitted for fitted in dict.fromkeys(everything) if fitted.pool_ids]
    before = [latest(store, fitted) for fitted in scopes]
    with store.transaction() as conn:
        note_all_pairs(conn)
    keep(store, scopes, anew=True)
    after = [latest(store, fitted) for fitted in scopes]
    differences = [
        max(abs(old[bot].elo - new[bot].elo), abs(old[bot].interval - new[bot].interval))
        for old, new in zip(before, after, strict=True)
        for bot in old.keys() & new.keys()
    ]
    matches = store.value("SELECT count(DISTINCT match_id) FROM pair_scores")
    return Recomputed(matches, len(scopes), len(differences), max(differences, default=0.0))


def _each(store: Store, pool_ids: list[int]) -> list[Scope]:
    return [scope(store, [pool_id]) for pool_id in pool_ids]


def _all(store: Store) -> list[int]:
    return [pool.id for pool in pools(store)]
