"""Checks of what is stored beside results: trades, and numbers that bots reported."""

from collections.abc import Iterator

from ladder.checks.check import RECOMPUTE, RESTORE, Beat, Check, lines
from ladder.dealings import Key, Sums, sums
from ladder.store import Store

CLOSE = 1e-6
"""The relative tolerance of sums of coins."""


def _wrong_partners(store: Store, beat: Beat) -> Iterator[str]:
    pools = store.conn.execute("SELECT id, name FROM pools ORDER BY id").fetchall()
    for number, (pool_id, pool) in enumerate(pools):
        beat(number, len(pools))
        again = sums(store.conn, pool_id)
        kept: dict[Key, Sums] = {
            tuple(key): tuple(numbers)
            for *key, numbers in (
                (*row[:3], row[3:])
                for row in store.conn.execute(
                    "SELECT bot_id, pool_id, partner_id, games, trades, gifts, cards, coins "
                    "FROM partners WHERE pool_id = ?",
                    [pool_id],
                )
            )
        }
        for key in sorted(kept.keys() | again.keys()):
            if not _same(kept.get(key), again.get(key)):
                giver, receiver = (store.bot(bot).label for bot in (key[0], key[2]))
                yield f"What {giver} gave {receiver} in {pool} is not what its games tell."


def _same(one: Sums | None, other: Sums | None) -> bool:
    if one is None or other is None:
        return one is other
    return one[:-1] == other[:-1] and abs(one[-1] - other[-1]) <= CLOSE * max(1, abs(other[-1]))


def _strange_metrics(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT t.game_id, t.seat FROM metrics AS t
           LEFT JOIN seats AS s ON s.game_id = t.game_id AND s.seat = t.seat
           WHERE s.game_id IS NULL GROUP BY 1, 2""",
        "Game {0} has metrics of a seat {1} that nobody sat in.",
    )
    yield from lines(
        store,
        "SELECT game_id, seat FROM metrics WHERE typeof(value) <> 'real' GROUP BY 1, 2",
        "Game {0} has metrics of seat {1} that are no numbers.",
    )


REPORTED = (
    Check("trades", "what bots gave each other follows from the games", _wrong_partners, RECOMPUTE),
    Check("metrics", "metrics are numbers, of seats that were taken", _strange_metrics, RESTORE),
)
