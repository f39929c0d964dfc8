"""Signs of collusion: pairs of bots that favour each other, or in which one feeds the other.

    trades  at each deal, the trades and gifts of the two
    feeds   at each deal, the coins that one's cards earned the other

`ladder.queries.outliers` finds the pairs that stand out, and says how rarely it suspects an honest
ladder. Signs are no proof: look at the games. Tables of two are left out, since there is
nobody else to be harmed, and so are games with a forfeit. Needs numpy and scipy.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

import numpy as np

from ladder.database.store import Store
from ladder.database.trades import HUNDREDTH
from ladder.queries.outliers import Observations, Pairs, Scale, holm, measure_pairs
from ladder.queries.pools import EVERY, Wanted, by_rules, left_out, pools
from ladder.statistics.arrays import Floats, Indices

ALPHA = 0.01
"""The greatest share of honest ladders that show a sign."""
Kind = Literal["trades", "feeds"]
SCALES: dict[Kind, Scale] = {"trades": Scale(0.06, few=1.0), "feeds": Scale(0.1, few=0.5)}
"""The least that honest pairs are taken to differ by: 6% in trades, 10% in coins. Bots of
different styles do, and a small ladder has too few pairs to show it."""
SHOWN = 3
"""The number of games listed with each sign."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that `bot` does for `partner`, or the two for each other, and that stands out.

    Values are means per game.
    """

    kind: Kind
    bot_id: int
    partner_id: int
    games: int
    """Games in which the two met at a table of three or more and nobody forfeited."""
    deals: int
    value: float
    """The mean number of trades, or of coins given."""
    excess: float
    """The part of it that the two bots' other games do not explain."""
    half: float
    """`excess` ± this is its 95% interval, over deals."""
    chance: float
    """The Holm-adjusted p-value: the chance that a ladder of honest bots shows as strong a sign."""
    gifts: float
    """Gifts of the bot to its partner per game."""
    gifts_to_others: float
    """Gifts to each other bot in the same games."""
    look_at: tuple[int, ...]
    """The numbers of the games with the highest value."""


@dataclass(frozen=True, slots=True)
class Signs:
    """All signs, strongest first."""

    found: tuple[Sign, ...]
    games: int
    """The games examined."""
    pairs: int
    """Ordered pairs of bots that were judged, as they met in enough deals."""
    not_counted: Mapping[str, int]
    """Number of games left out, by older version of the rules."""


@dataclass(frozen=True, slots=True)
class _Games:
    """The games of a pool.

    Attributes:
        ids: The number of each game.
        deals: The deal of each game.
        bots: The bots by game and seat.
        between: Trades, gifts and coins ("feeds") by game, from one seat to another.
    """

    ids: Indices
    deals: Indices
    bots: Indices
    between: dict[str, Floats]


def signs(store: Store, wanted: Wanted = EVERY) -> Signs:
    """Find signs in all rated games, or in those of the pools wanted."""
    not_counted = by_rules((pool, pool.games) for pool in left_out(store, wanted))
    bots = [bot.id for bot in store.bots()]
    tables = [
        _read(store, pool.id, pool.players, bots)
        for pool in pools(store, wanted)
        if pool.players > 2
    ]
    tables = [games for games in tables if len(games.ids)]
    if not tables:
        return Signs((), 0, 0, not_counted)
    measured = {
        kind: measure_pairs([_by_deal(games, kind) for games in tables], len(bots), scale)
        for kind, scale in SCALES.items()
    }
    # Trades are symmetric, so each pair is judged once.
    judged = {
        kind: np.flatnonzero(pairs.first < pairs.second if kind == "trades" else pairs.first >= 0)
        for kind, pairs in measured.items()
    }
    chances = holm(
        np.concatenate([pairs.p_value[judged[kind]] for kind, pairs in measured.items()])
    )
    found = []
    for kind, pairs in measured.items():
        places = judged[kind]
        # One correction for all kinds, since one sign of any kind is enough to suspect a bot.
        adjusted, chances = chances[: len(places)], chances[len(places) :]
        found += [
            _sign(tables, bots, kind, pairs, int(places[at]), float(adjusted[at]))
            for at in np.flatnonzero(adjusted <= ALPHA)
        ]
    found.sort(key=lambda sign: (sign.chance, -sign.excess))
    games = sum(len(table.ids) for table in tables)
    return Signs(tuple(found), games, len(measured["feeds"].first), not_counted)


def _read(store: Store, pool_id: int, players: int, bots: Sequence[int]) -> _Games:
    rows = store.conn.execute(_SEATS, [pool_id]).fetchall()
    columns = list(zip(*rows, strict=True)) or [()] * 4
    shape = (-1, players)
    place_of = np.zeros(max(bots, default=0) + 1, np.intp)
    place_of[list(bots)] = np.arange(len(bots))
    # Every row, one for each seat, has the numbers of its whole game.
    numbers = np.frombuffer(b"".join(columns[3][::players]), "<u2")
    numbers = numbers.reshape(-1, players * (players - 1), 4)
    seated = place_of[np.array(columns[2], np.intp)].reshape(shape)
    givers, receivers = np.array(list(permutations(range(players), 2))).T
    trades, gifts, coins = np.zeros((3, len(numbers), players, players))
    trades[:, givers, receivers] = numbers[:, :, 0]
    gifts[:, givers, receivers] = numbers[:, :, 1]
    coins[:, givers, receivers] = numbers[:, :, 3] / HUNDREDTH
    return _Games(
        np.array(columns[1], np.intp).reshape(shape)[:, 0],
        np.array(columns[0], np.intp).reshape(shape)[:, 0],
        seated,
        {"trades": trades, "gifts": gifts, "feeds": coins},
    )


# A number for each deal: a match has no more than 7, one for each of its games.
_SEATS = """
SELECT 16 * m.id + g.deal, g.id, s.bot_id, d.numbers
FROM matches AS m JOIN games AS g ON g.match_id = m.id
    JOIN dealings AS d ON d.game_id = g.id JOIN seats AS s ON s.game_id = g.id
WHERE m.pool_id = ? AND m.status = 'rated'
    AND NOT EXISTS (SELECT 1 FROM seats AS o WHERE o.game_id = g.id AND o.forfeited)
ORDER BY g.id, s.seat
"""


def _by_deal(games: _Games, kind: Kind) -> Observations:
    """Return the mean of each pair of bots at each deal."""
    value = games.between[kind]
    first, second = (
        np.broadcast_to(bots, value.shape)
        for bots in (games.bots[:, :, None], games.bots[:, None, :])
    )
    deals = np.broadcast_to(games.deals[:, None, None], value.shape)
    two = first != second  # not a bot with itself
    first, second, value = first[two], second[two], value[two]
    number = int(games.bots.max()) + 1
    _, deal = np.unique(deals[two], return_inverse=True)
    pair, index = np.unique((deal * number + first) * number + second, return_inverse=True)
    mean = np.bincount(index, value) / np.bincount(index)
    return Observations(pair // number % number, pair % number, mean)


def _sign(
    tables: Sequence[_Games], bots: Sequence[int], kind: Kind, pairs: Pairs, at: int, chance: float
) -> Sign:
    bot, partner = int(pairs.first[at]), int(pairs.second[at])
    meetings = [meeting for games in tables for meeting in _meetings(games, bot, partner, kind)]
    meetings.sort(key=lambda meeting: (-meeting.value, meeting.game))
    return Sign(
        kind,
        bots[bot],
        bots[partner],
        len({meeting.game for meeting in meetings}),
        int(pairs.deals[at]),
        float(pairs.value[at]),
        float(pairs.excess[at]),
        float(pairs.half[at]),
        chance,
        sum(meeting.gifts for meeting in meetings) / len(meetings),
        sum(meeting.gifts_to_others for meeting in meetings) / len(meetings),
        tuple(dict.fromkeys(meeting.game for meeting in meetings))[:SHOWN],
    )


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A game in which a bot and its partner hold two seats."""

    game: int
    value: float
    gifts: float
    gifts_to_others: float


def _meetings(games: _Games, bot: int, partner: int, kind: Kind) -> Iterator[_Meeting]:
    value, players = games.between[kind], games.bots.shape[1]
    both = (games.bots[:, :, None] == bot) & (games.bots[:, None, :] == partner)
    for game, seat, other in np.argwhere(both):
        gifts = games.between["gifts"][game, seat]
        yield _Meeting(
            int(games.ids[game]),
            float(value[game, seat, other]),
            float(gifts[other]),
            float(gifts.sum() - gifts[other]) / (players - 2),
        )
