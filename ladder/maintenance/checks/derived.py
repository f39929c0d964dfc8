"""Checks of everything derived from the games, by deriving it again."""

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.database.pair_scores import packed
from ladder.database.store import Store
from ladder.database.trades import Sums, sums
from ladder.maintenance.checks.check import RECOMPUTE, Beat, Check, whole_table
from ladder.ratings.live import SUMMED, summed
from ladder.statistics.elo import Rating, rate_game

CLOSE = 1e-6
"""Tolerance: relative for sums of floats, absolute in Elo points."""

_SUMS = f"""
WITH again AS ({summed("matches AS m", "WHERE m.status = 'rated'")})
SELECT b.label, p.name, r.bot_id IS NULL, a.bot_id IS NULL,
    {", ".join(f"r.{name}, a.{name}" for name in SUMMED)}
FROM (SELECT pool_id, bot_id FROM ratings UNION SELECT pool_id, bot_id FROM again) AS each
LEFT JOIN ratings AS r ON r.pool_id = each.pool_id AND r.bot_id = each.bot_id
LEFT JOIN again AS a ON a.pool_id = each.pool_id AND a.bot_id = each.bot_id
JOIN bots AS b ON b.id = each.bot_id JOIN pools AS p ON p.id = each.pool_id
"""


def _wrong_trades(store: Store, beat: Beat) -> Iterator[str]:
    pools = store.conn.execute("SELECT id, name FROM pools ORDER BY id").fetchall()
    for number, (pool_id, pool) in enumerate(pools):
        beat(number, len(pools))
        again = sums(store.conn, pool_id)
        rows = store.conn.execute(
            "SELECT bot_id, pool_id, partner_id, games, trades, gifts, cards, coins "
            "FROM trade_sums WHERE pool_id = ?",
            [pool_id],
        )
        kept = {row[:3]: row[3:] for row in rows}
        for key in sorted(kept.keys() | again.keys()):
            if not _same(kept.get(key), again.get(key)):
                giver, receiver = (store.bot(bot).label for bot in (key[0], key[2]))
                yield f"What {giver} gave {receiver} in {pool} does not follow from its games."


def _same(one: Sums | None, other: Sums | None) -> bool:
    if one is None or other is None:
        return one is other
    return one[:-1] == other[:-1] and abs(one[-1] - other[-1]) <= CLOSE * max(1, abs(other[-1]))


def _wrong_sums(store: Store, beat: Beat) -> Iterator[str]:
    for label, pool, not_kept, not_played, *pairs in store.conn.execute(_SUMS):
        if not_kept or not_played:
            yield f"{label} has {'no' if not_kept else 'a'} rating in {pool}, against its games."
            continue
        for name, kept, again in zip(SUMMED, pairs[::2], pairs[1::2], strict=True):
            if abs(kept - again) > CLOSE * max(1, abs(again)):
                yield f"{name} of {label} in {pool} is {kept}; by its games it is {again}."


_GAMES = """
SELECT m.id, m.pool_id, t.fixed_k, g.deal, g.rotation, s.bot_id, s.place, s.forfeited, s.coins
FROM matches AS m JOIN tournaments AS t ON t.id = m.tournament_id
    JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
WHERE m.status = 'rated' ORDER BY m.id, g.deal, g.rotation, s.seat
"""


class _Seat(NamedTuple):
    """A seat of a rated game: a row of _GAMES."""

    match_id: int
    pool_id: int
    fixed_k: float | None
    deal: int
    rotation: int
    bot_id: int
    place: int
    forfeited: int
    coins: int


class _Step(NamedTuple):
    """A bot's live rating after and before a match: a row of _STEPS."""

    match_id: int
    bot_id: int
    pool_id: int
    elo: float
    info: float
    elo_before: float | None
    info_before: float
    deals_before: int


_STEPS = """
SELECT h.match_id, h.bot_id, h.pool_id, h.elo, h.info, p.elo, p.info, h.blocks - d.deals
FROM rating_history AS h
    JOIN (SELECT match_id, max(deal) + 1 AS deals FROM games GROUP BY 1) AS d
        ON d.match_id = h.match_id
    LEFT JOIN rating_history AS p ON p.bot_id = h.bot_id AND p.pool_id = h.pool_id
        AND p.blocks = h.blocks - d.deals
ORDER BY h.match_id
"""


def _wrong_elo(store: Store, beat: Beat) -> Iterator[str]:
    """Verify each step of the history from the rating before it.

    That leaves only the start, 1500, and the end, which `ratings` holds.
    """
    steps = map(_Step._make, whole_table(store, "rating_history", _STEPS, beat))
    for match_id, games, history in _beside_games(store, steps):
        if not history:
            yield f"Match {match_id} is rated, but has no history."
        elif not games:
            yield f"There is a history of match {match_id}, which is not rated."
        elif not _same_steps(games, history):
            yield f"Live Elo after match {match_id} does not follow from its games."


def _beside_games(
    store: Store, derived: Iterable[Any]
) -> Iterator[tuple[int, list[_Seat], list[Any]]]:
    """Yield by match the seats of its rated games, and its derived rows; either may be missing.

    Both are read in step, as there may be millions.
    """
    rated = map(_Seat._make, store.conn.execute(_GAMES))
    match_of = itemgetter(0)
    for match_id, rows in groupby(merge(rated, derived, key=match_of), key=match_of):
        seats: list[_Seat] = []
        others: list[Any] = []
        for row in rows:
            (seats if isinstance(row, _Seat) else others).append(row)
        yield match_id, seats, others


def _same_steps(match: list[_Seat], history: list[_Step]) -> bool:
    """Return True if a match's games lead from its bots' ratings before it to those after."""
    ratings: dict[int, Rating] = {}
    for step in history:
        # No rating before a bot's first match means the start; later it is a gap.
        if step.pool_id != match[0].pool_id or (step.elo_before is None) != (not step.deals_before):
            return False
        if step.elo_before is not None:
            ratings[step.bot_id] = Rating(step.elo_before, step.info_before)
    for _, game in groupby(match, key=lambda seat: seat.rotation):
        seats = list(game)
        bots, places = [seat.bot_id for seat in seats], [seat.place for seat in seats]
        forfeited = {number for number, seat in enumerate(seats) if seat.forfeited}
        ratings |= rate_game(ratings, bots, places, forfeited, match[0].fixed_k)
    after = {step.bot_id: Rating(step.elo, step.info) for step in history}
    return ratings.keys() == after.keys() and all(
        abs(ratings[bot].elo - after[bot].elo) <= CLOSE
        and abs(ratings[bot].info - after[bot].info) <= CLOSE
        for bot in after
    )


def _wrong_pair_scores(store: Store, beat: Beat) -> Iterator[str]:
    query = "SELECT match_id, pool_id, deal, bots, scores FROM pair_scores ORDER BY match_id, deal"
    kept = whole_table(store, "pair_scores", query, beat)
    for match_id, games, scores in _beside_games(store, kept):
        if not scores:
            yield f"Match {match_id} is rated, but has no pair scores."
        elif not games:
            yield f"Match {match_id} has pair scores, but is not rated."
        elif scores != [
            (match_id, games[0].pool_id, deal, *packed(seat[4:] for seat in seats))
            for deal, seats in groupby(games, key=lambda seat: seat.deal)
        ]:
            yield f"The pair scores of match {match_id} are not those of its games."


_LEGIBLE = """CASE WHEN json_valid(pools) AND json_valid(ranked)
    THEN json_type(pools) = 'array' AND json_type(ranked) = 'array' ELSE 0 END"""
# Fits that say which pools and bots they cover, and how many matches their pools have by now.
_FITS = f"""
    WITH legible AS (SELECT * FROM fits WHERE {_LEGIBLE}),
    known AS (
        SELECT f.id, f.pools, f.ranked, f.matches, sum(p.matches) AS now
        FROM legible AS f JOIN json_each(f.pools) AS each LEFT JOIN pools AS p ON p.id = each.value
        GROUP BY f.id HAVING count(*) = count(p.id)
    )"""
_FITTED = "SELECT bot_id FROM official_ratings WHERE fit_id = f.id"
_PLAYED = "SELECT bot_id FROM ratings WHERE pool_id IN (SELECT value FROM json_each(f.pools))"

METRICS = Check(
    "metrics",
    "metrics are numbers, of seats that exist",
    {
        "Game {0} has metrics of seat {1}, but no such seat.": """
            SELECT t.game_id, t.seat + 1 FROM metrics AS t
            LEFT JOIN seats AS s ON s.game_id = t.game_id AND s.seat = t.seat
            WHERE s.game_id IS NULL GROUP BY 1, 2""",
        "Game {0} has metrics of seat {1} that are not numbers.": """
            SELECT game_id, seat + 1 FROM metrics WHERE typeof(value) <> 'real' GROUP BY 1, 2""",
    },
)
DERIVED = (
    Check(
        "trades",
        "what bots gave each other follows from the games",
        search=_wrong_trades,
        way_out=RECOMPUTE,
    ),
    METRICS,
    Check(
        "sums",
        "the running sums of standings follow from the games",
        {
            "{0} is said to have {1} rated matches; there are {2}.": """
                SELECT p.name, p.matches, count(m.id) FROM pools AS p
                LEFT JOIN matches AS m ON m.pool_id = p.id AND m.status = 'rated'
                GROUP BY p.id HAVING p.matches <> count(m.id)""",
            "Tournament {0} is said to have played {4} games in pool {1} at level {2!r} by source "
            "{3}; there are {5}.": """
                SELECT tournament_id, pool_id, level, source_id, sum(kept), sum(games) FROM (
                    SELECT tournament_id, pool_id, level, source_id, games AS kept, 0 AS games
                    FROM played
                    UNION ALL
                    SELECT m.tournament_id, m.pool_id, r.level, r.source_id, 0, count(*)
                    FROM results AS r
                    JOIN games AS g ON g.id = r.game_id JOIN matches AS m ON m.id = g.match_id
                    GROUP BY 1, 2, 3, 4
                ) GROUP BY 1, 2, 3, 4 HAVING sum(kept) <> sum(games)""",
        },
        search=_wrong_sums,
    ),
    Check(
        "live Elo",
        "live Elo and its history follow from the games",
        {
            "Live Elo of {0} in {1}, {2}, is not where its history ends.": f"""
                SELECT b.label, p.name, r.elo FROM ratings AS r
                JOIN bots AS b ON b.id = r.bot_id JOIN pools AS p ON p.id = r.pool_id
                LEFT JOIN rating_history AS h ON h.bot_id = r.bot_id AND h.pool_id = r.pool_id
                    AND h.blocks = r.blocks
                WHERE h.elo IS NULL OR max(abs(h.elo - r.elo), abs(h.info - r.info)) > {CLOSE}""",
        },
        search=_wrong_elo,
    ),
    Check(
        "pair scores",
        "pair scores follow from the games",
        search=_wrong_pair_scores,
        way_out=RECOMPUTE,
    ),
    Check(
        "fits",
        "kept official ratings cover the bots and games they name",
        {
            "Fit {0} does not say which pools and bots it covers.": f"""
                SELECT id FROM fits WHERE NOT {_LEGIBLE}""",
            "Fit {0} covers pool {1}, which does not exist.": f"""{_FITS}
                SELECT f.id, min(value) FROM legible AS f, json_each(f.pools)
                WHERE value NOT IN (SELECT id FROM pools) GROUP BY f.id""",
            "Fit {0} covers {1} rated matches; its pools have {2}.": f"""{_FITS}
                SELECT id, matches, now FROM known WHERE matches > now""",
            "Fit {0} ranks a bot that it has not rated.": f"""{_FITS}
                SELECT f.id FROM known AS f
                WHERE EXISTS (SELECT value FROM json_each(f.ranked) EXCEPT {_FITTED})""",
            "Fit {0} does not rate exactly the bots that have played in its pools.": f"""{_FITS}
                SELECT f.id FROM known AS f WHERE EXISTS ({_FITTED} EXCEPT {_PLAYED})
                    OR f.matches = f.now AND EXISTS ({_PLAYED} EXCEPT {_FITTED})""",
        },
        way_out=RECOMPUTE,
    ),
)
