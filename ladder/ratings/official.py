"""Official ratings on the ladder: kept after each tournament, otherwise fitted when asked for.

A kept fit stays valid as long as nothing has been rated since in its pools, and the ranked bots and
the scale are the same. Otherwise the ratings are fitted on the spot and not kept.
"""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ladder.database.store import Store, now
from ladder.ratings.calibration import scale_of
from ladder.ratings.scope import Official, Scope


def official(store: Store, scope: Scope) -> dict[int, Official]:
    """Return the official rating of each bot id, from a kept fit if it is up to date.

    The reference bot `greedy` has 1500, or the mean of all if no reference bot has played.
    """
    return latest(store, scope) or fit(store, scope)


def latest(store: Store, scope: Scope) -> dict[int, Official]:
    """Return the kept rating of each bot id; empty if there is no fit that is up to date."""
    rows = store.rows(
        f"SELECT bot_id, {', '.join(Official._fields)} FROM official_ratings WHERE fit_id = ?",
        [_kept(store, scope)],
    )
    return {bot_id: Official(*numbers) for bot_id, *numbers in map(dict.values, rows)}


def fit(
    store: Store, scope: Scope, matches: Mapping[int, Sequence[int]] | None = None
) -> dict[int, Official]:
    """Fit ratings by bot id to all matches of the pools, or to some of them (ids by pool)."""
    with one_thread():
        from ladder.ratings.fitting import fitted, read  # scipy takes a while to import

    return fitted(store, read(store, scope.pool_ids, matches), scope.ranked)


def suspected(
    store: Store, pool_ids: Collection[int], matches: Mapping[int, Sequence[int]] | None = None
) -> list[tuple[int, int]]:
    """Return who seems to lose for whom in these pools, or in some of their matches.

    See `ladder.ratings.outliers`. What was found beside a fit that is up to date is kept.
    """
    # Whom a fit ranks does not matter to the signs, so those kept beside any of these pools do.
    scope = Scope.of(pool_ids, ())
    if matches is None:
        for kept in store.column(
            "SELECT signs FROM fits WHERE pools = ? AND matches = ? AND signs IS NOT NULL LIMIT 1",
            [scope.key[0], _matches(store, scope)],
        ):
            return [(bot, partner) for bot, partner in json.loads(kept)]
    with one_thread():
        from ladder.ratings.fitting import read
        from ladder.ratings.outliers import quick_pairs

    return quick_pairs(read(store, scope.pool_ids, matches))


def fit_of(
    store: Store, tournament_id: int, ranked: Sequence[int], until: int | None = None
) -> dict[int, Official]:
    """Fit ratings by bot id to the matches of one tournament, or to those before a number.

    They put all its bots in one order, even if some have never lost to others.
    """
    with one_thread():
        from ladder.ratings.fitting import fitted, rated

    return fitted(store, rated(store, tournament_id, until=until), ranked, cut=False)


@contextmanager
def one_thread() -> Iterator[None]:
    """Make OpenBLAS, which reads its settings when loaded, use one thread: more would busy-wait."""
    name = "OPENBLAS_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = before or "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]


def keep(store: Store, scopes: Sequence[Scope], anew: bool = False) -> None:
    """Fit and keep the ratings of each scope, unless the kept ones are up to date.

    anew: keep a new fit in any case.
    """
    for scope in dict.fromkeys(scopes):
        if not anew and _kept(store, scope) is not None:
            continue
        # Before the transaction, which keeps all others from writing: a large fit takes seconds.
        matches, ratings = _matches(store, scope), fit(store, scope)
        pools, ranked = scope.key
        signs = json.dumps(suspected(store, scope.pool_ids))
        with store.transaction() as conn:
            number = conn.execute(
                "INSERT INTO fits (pools, matches, ranked, scale, fitted_at, signs) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [pools, matches, ranked, scale_of(store, scope.pool_ids), now(), signs],
            ).lastrowid
            conn.executemany(
                f"INSERT INTO official_ratings (fit_id, bot_id, {', '.join(Official._fields)}) "
                f"VALUES (?, ?{', ?' * len(Official._fields)})",
                [(number, bot, *rating) for bot, rating in ratings.items()],
            )


def _kept(store: Store, scope: Scope) -> int | None:
    """Return the id of the fit that is up to date, if there is one."""
    # By the scale as well: a new release of the arena may bring another calibration.
    found: int | None = store.value(
        "SELECT max(id) FROM fits WHERE pools = ? AND ranked = ? AND matches = ? AND scale = ?",
        [*scope.key, _matches(store, scope), scale_of(store, scope.pool_ids)],
    )
    return found


def _matches(store: Store, scope: Scope) -> int:
    of_pools = "SELECT total(matches) FROM pools WHERE id IN (SELECT value FROM json_each(?))"
    return int(store.value(of_pools, [scope.key[0]]))
