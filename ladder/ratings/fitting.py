"""Fitting a ladder's official ratings: from rows of pair scores to a rating for each bot.

Import this only where something is fitted: it needs numpy and scipy, which load slowly.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from ladder.database.pair_scores import PAIR
from ladder.database.store import Store
from ladder.ratings.calibration import Calibration, Game, calibrated, calibrations, references
from ladder.ratings.fit_model import SURE, Deals, Fit
from ladder.ratings.reference_strengths import KnownStrengths, known_strengths
from ladder.ratings.scope import NOTHING_KNOWN, Official, without_noise

Matches = Mapping[int, Sequence[int]]
"""Ids of some matches, by pool."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots compared by one fit, in Elo points."""

    elo: tuple[float, float]
    interval: tuple[float, float]
    bound: tuple[int, int]
    """The bounds, as in `Official`."""
    ahead: float | None
    """The probability that the first is stronger; None if they hardly met
    (`ladder.ratings.fit_model`)."""
    apart: float
    """The difference of their Elo ± this is its 95% interval."""


def duel(store: Store, pool_ids: Sequence[int], one: int, other: int) -> Duel | None:
    """Compare two bots by all rated matches of these pools; None unless both have played."""
    deals = read(store, pool_ids)
    if not deals:
        return None
    fit = Fit(deals, known=known_in(store, deals))
    places = [int(np.searchsorted(fit.ids, bot)) for bot in (one, other) if bot in fit.ids]
    if len(places) < 2:
        return None
    first, second = places
    met = fit.group[first] == fit.group[second]
    return Duel(
        (float(fit.elo[first]), float(fit.elo[second])),
        (float(fit.interval[first]), float(fit.interval[second])),
        (int(fit.bound[first]), int(fit.bound[second])),
        float(fit.superiority()[first, second]) if met else None,
        float(fit.difference_interval(np.array(first), np.array(second))),
    )


def fitted(
    store: Store, deals: Sequence[Deals], ranked: Collection[int], cut: bool = True
) -> dict[int, Official]:
    """Fit the official rating of each bot id to these deals.

    Args:
        store: The ladder.
        deals: The deals, by table size.
        ranked: The ids of the bots to be ranked.
        cut: As for `Fit`.
    """
    if not deals:
        return {}
    fit = Fit(deals, known=known_in(store, deals), cut=cut)
    ranks = _ranks(fit, {*ranked}.difference(fit.ids[fit.unknown].tolist()))
    groups = np.where(fit.unknown, NOTHING_KNOWN, fit.group)
    return {
        int(bot): Official(
            elo=float(fit.elo[index]),
            interval=float(fit.interval[index]),
            bound=int(fit.bound[index]),
            group_number=int(groups[index]),
            on_scale=int(fit.on_scale[index]),
            **ranks.get(index, {}),
        )
        for index, bot in enumerate(fit.ids)
    }


def known_in(store: Store, deals: Sequence[Deals]) -> KnownStrengths | None:
    """Return the known strengths of the reference bots in these deals; None if there are none.

    They are those of the newest calibration that knows any; see `scale_of`.
    """
    found = (_known_by(source, store, deals) for source in calibrations())
    return next((known for known in found if known is not None), None)


def _known_by(source: Calibration, store: Store, deals: Sequence[Deals]) -> KnownStrengths | None:
    bots = references(store, source)
    if not bots:
        return None
    of_pool, of_bot = [], []  # by seat in which one of them sat
    for table in deals:
        assert table.pools is not None
        deal, seat = np.nonzero(np.isin(table.bots, [*bots.values()]))
        of_pool.append(table.pools[deal])
        of_bot.append(table.bots[deal, seat])
    pool_ids, bot_ids = np.concatenate(of_pool), np.concatenate(of_bot)
    pools = calibrated(store, np.unique(pool_ids).tolist(), source)
    counted = np.isin(pool_ids, [*pools])
    played: Counter[Game] = Counter()  # of several pools, where only their clocks differ
    for pool, seats in zip(*np.unique(pool_ids[counted], return_counts=True), strict=True):
        played[pools[int(pool)]] += int(seats)
    present = {name: bot for name, bot in bots.items() if bot in bot_ids[counted]}
    return known_strengths(source, present, played)


def read(store: Store, pool_ids: Sequence[int], matches: Matches | None = None) -> list[Deals]:
    """Read the deals of rated matches of some pools, grouped by table size."""
    some = None if matches is None else list(chain.from_iterable(matches.values()))
    return _deals(
        store,
        """pair_scores AS s WHERE s.pool_id IN (SELECT value FROM json_each(:pools))
               AND (:some IS NULL OR s.match_id IN (SELECT value FROM json_each(:some)))""",
        {"pools": list(pool_ids), "some": some},
    )


def rated(
    store: Store, tournament_id: int, since: int = 0, until: int | None = None
) -> list[Deals]:
    """Read the rated deals of a tournament, grouped by table size.

    Args:
        store: The ladder.
        tournament_id: The tournament.
        since: The number of the first match in the ledger.
        until: The number of the match before which to stop; None: all.
    """
    return _deals(
        store,
        """matches AS m JOIN pair_scores AS s ON s.pool_id = m.pool_id AND s.match_id = m.id
           WHERE m.tournament_id = :tournament AND m.number >= :since
               AND (:until IS NULL OR m.number < :until)""",
        {"tournament": tournament_id, "since": since, "until": until},
    )


def _deals(store: Store, rows: str, parameters: dict[str, Any]) -> list[Deals]:
    """Read the deals of some rows of `pair_scores`, aliased as s."""
    tables: dict[int, list[tuple[int, bytes, bytes]]] = {}
    # SQLite joins the rows of a pool: fetching them one by one would take as long as the rest of a
    # fit. In hex, as the text that group_concat makes of a blob may end at its first zero byte.
    for size, pool, bots, scores in store.conn.execute(
        f"""SELECT max(length(s.bots)), s.pool_id, group_concat(hex(s.bots), ''),
                group_concat(hex(s.scores), '')
            FROM {rows} GROUP BY s.pool_id""",
        parameters,
    ):
        tables.setdefault(size // 4, []).append((pool, bytes.fromhex(bots), bytes.fromhex(scores)))
    return [_table(players, rows) for players, rows in sorted(tables.items())]


def _table(players: int, rows: Iterable[tuple[int, bytes, bytes]]) -> Deals:
    """Decode the deals of tables of one size: by pool, its id and concatenated columns."""
    ids, all_bots, all_scores = zip(*rows, strict=True)
    of_bots, of_scores = b"".join(all_bots), b"".join(all_scores)
    pools = np.repeat(ids, [len(bots) // (4 * players) for bots in all_bots])
    bots = np.frombuffer(of_bots, "<u4").reshape(-1, players)
    scores = np.frombuffer(of_scores, "u1").reshape(len(bots), -1, PAIR.size)
    return Deals(bots.astype(np.intp), scores[:, :, 0] / 2, scores[:, :, 1].astype(float), pools)


def _ranks(fit: Fit, ranked: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return the ranks of bots among each other, and the lead of each over the next.

    Returns:
        By index in the fit, the fields of `Official` that say so.
    """
    chosen = np.flatnonzero(np.isin(fit.ids, list(ranked)))
    places = [-without_noise(float(elo)) for elo in fit.elo[chosen]]
    order = chosen[np.argsort(places, kind="stable")]
    better = fit.superiority()[np.ix_(order, order)]
    surely, ahead = better >= SURE, np.diag(better, 1)
    above, half = -np.diff(fit.elo[order]), fit.difference_interval(order[:-1], order[1:])
    met = fit.group[order[:-1]] == fit.group[order[1:]]
    ranks: dict[int, dict[str, Any]] = {}
    for number, index in enumerate(order):
        # At best it is behind all that are surely stronger, at worst ahead of all surely weaker.
        of_bot = ranks[int(index)] = {
            "first_rank": 1 + int(surely[:, number].sum()),
            "last_rank": len(order) - int(surely[number].sum()),
        }
        if number + 1 < len(order):
            of_bot["ahead"] = float(ahead[number])
            if met[number]:
                of_bot |= {"above": float(above[number]), "above_interval": float(half[number])}
    return ranks
