"""Official ratings in the ladder: kept after each tournament, and always by all rated matches.

A fit that was kept is used as long as nothing has been rated since in its pools, the same bots
share out the ranks, and the scale is the same. Otherwise the ratings are fitted on the spot, and
not kept.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from ladder.database.store import Store, now
from ladder.ratings.calibration import scale_of
from ladder.ratings.scope import Official, Scope


def official(store: Store, scope: Scope, anchor: int | None = None) -> dict[int, Official]:
    """Return the official rating of each bot id: kept if up to date, else newly fitted.

    anchor: the id of a bot that is to have 1500; else the reference's `greedy` has, or the mean of
    all where no reference bot has played.
    """
    kept = {} if anchor is not None else latest(store, scope)
    return kept or fit(store, scope, anchor)


def latest(store: Store, scope: Scope) -> dict[int, Official]:
    """Return the kept rating of each bot id if they are up to date, else nothing."""
    rows = store.rows(
        f"SELECT bot_id, {', '.join(Official._fields)} FROM official_ratings WHERE fit_id = ?",
        [_kept(store, scope)],
    )
    return {bot_id: Official(*numbers) for bot_id, *numbers in map(dict.values, rows)}


def fit(
    store: Store,
    scope: Scope,
    anchor: int | None = None,
    matches: Mapping[int, Sequence[int]] | None = None,
) -> dict[int, Official]:
    """Fit ratings by bot id to all matches of the pools, or to some of them (ids by pool)."""
    with one_thread():
        from ladder.ratings.fitting import fitted  # scipy takes a while to import

    return fitted(store, scope.pool_ids, scope.ranked, anchor, matches)


def fit_of(
    store: Store, tournament_id: int, ranked: Sequence[int], until: int | None = None
) -> dict[int, Official]:
    """Fit ratings by bot id to the matches of one tournament, or to those before a number."""
    with one_thread():
        from ladder.ratings.fitting import official_of, rated

    return official_of(store, rated(store, tournament_id, until=until), ranked)


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenBLAS, while it is loaded, is told to use one thread: more wait for each other busily."""
    name = "OPENBLAS_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = before or "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]


def keep(store: Store, scopes: Sequence[Scope], anew: bool = False) -> None:
    """Fits and keeps the ratings of each scope, unless what is kept is up to date.

    anew: fits and keeps it all the same.
    """
    for scope in dict.fromkeys(scopes):
        if not anew and _kept(store, scope) is not None:
            continue
        matches, ratings = _matches(store, scope), fit(store, scope)
        pools, ranked = scope.key
        with store.transaction() as conn:
            number = conn.execute(
                "INSERT INTO fits (pools, matches, ranked, scale, fitted_at) "
                "VALUES (?, ?, ?, ?, ?)",
                [pools, matches, ranked, scale_of(store, scope.pool_ids), now()],
            ).lastrowid
            conn.executemany(
                f"INSERT INTO official_ratings (fit_id, bot_id, {', '.join(Official._fields)}) "
                f"VALUES (?, ?{', ?' * len(Official._fields)})",
                [(number, bot, *rating) for bot, rating in ratings.items()],
            )


def _kept(store: Store, scope: Scope) -> int | None:
    """The number of the fit that is up to date, if there is one."""
    rows = store.rows(
        "SELECT max(id) AS id FROM fits "
        "WHERE pools = ? AND ranked = ? AND matches = ? AND scale = ?",
        [*scope.key, _matches(store, scope), scale_of(store, scope.pool_ids)],
    )
    return None if rows[0]["id"] is None else int(rows[0]["id"])


def _matches(store: Store, scope: Scope) -> int:
    (row,) = store.rows(
        "SELECT coalesce(sum(matches), 0) AS matches FROM pools "
        "WHERE id IN (SELECT value FROM json_each(?))",
        [scope.key[0]],
    )
    return int(row["matches"])
