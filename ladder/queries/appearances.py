"""A bot's rated games: by seat, by opponent, and the best and worst of them.

Expected scores follow from the official ratings, E = 1/(1 + 10^((R_other - R)/400)), and pairs are
scored as in the ratings (`ladder.database.pair_scores`). So opponents are read from pair scores;
of the games themselves only the bot's own seats are read.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest, nsmallest
from statistics import fmean
from typing import NamedTuple

from ladder.database.pair_scores import Encounter, ids, met
from ladder.database.store import OfBot, Store
from ladder.queries.standings import ENOUGH_GAMES
from ladder.ratings.scope import interval
from ladder.statistics.elo import SCALE, expected, weight

NOTABLE = 3
"""The number of best games shown, and of worst."""
NEARLY = 1e-4
"""The fit of a strength ends with a step below this, in log-odds."""

_Deal = tuple[float, list[Encounter]]
"""The weight of its pairs, and a bot's scores at it."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A bot's results in one seat of a pool."""

    pool_id: int
    seat: int
    games: int
    place_score: float
    win_share: float
    coins: float


@dataclass(frozen=True, slots=True)
class Opponent(OfBot):
    """A bot's results against another in shared games, over all pools of the page.

    Each pair of seats of a game counts once, or not at all if it is not rated.
    """

    bot_id: int
    name: str
    version: int
    games: int
    deals: int
    won: float
    """Share of the games in which the bot placed ahead of the other."""
    tied: float
    coins: float
    """Mean difference in coins."""
    expected: float
    """The expected score, from the official ratings."""
    z: float | None
    """Score less expected score, in standard errors; see `_z`."""

    @property
    def score(self) -> float:
        """The score: won + ½ tied."""
        return self.won + self.tied / 2


@dataclass(frozen=True, slots=True)
class Notable:
    """A game that went far better or worse than expected."""

    game_id: int
    pool_id: int
    seat: int
    place: int
    """The final place, with forfeiters last."""
    coins: int
    score: float
    """The place score."""
    expected: float
    """The expected score: the mean over the other seats."""
    others: tuple[str, ...]
    """The other bots, by seat."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A bot's strength in one kind of company, given the official strengths of its company."""

    elo: float
    interval: float
    games: int


@dataclass(frozen=True, slots=True)
class Appearances:
    """All rated games of a bot."""

    seats: tuple[SeatRow, ...]
    """Results ordered by pool and seat."""
    opponents: tuple[Opponent, ...]
    """Most frequent first."""
    best: tuple[Notable, ...]
    """Games ordered by score less expected score, then coins, then newest first."""
    worst: tuple[Notable, ...]
    beside_traders: Beside | None = None
    """Its strength at tables where at least half of the others are traders."""
    beside_others: Beside | None = None
    """None, like the other, unless both have ENOUGH_GAMES."""


class Margin(NamedTuple):
    """A game's score less the expected score, ordered as `Appearances.best` is."""

    margin: float
    """Place score less expected score."""
    coins: int
    game_id: int
    seat: int
    expected: float


@dataclass(slots=True)
class _Against:
    """Sums over the rated pairs with one opponent."""

    games: int = 0
    score: float = 0.0
    tied: int = 0
    coins: int = 0
    surprise: dict[tuple[int, int], float] = field(default_factory=dict)
    """Score less expected score, by match and deal."""

    def add(self, met: Encounter, deal: tuple[int, int], chance: float) -> None:
        """Add the pairs of a deal; `chance` is the expected score of each."""
        self.games += met.games
        self.score += met.score
        self.tied += met.ties
        self.coins += met.coins
        surprise = met.score - met.games * chance
        self.surprise[deal] = self.surprise.get(deal, 0.0) + surprise


def appearances(
    store: Store,
    bot_id: int,
    pools: list[int],
    elo: Mapping[int, float],
    traders: Collection[int] = (),
) -> Appearances:
    """Collect a bot's games in some pools.

    Args:
        store: The ladder.
        bot_id: The bot.
        pools: The ids of the pools.
        elo: Official ratings by bot id.
        traders: The ids of bots that trade much.
    """
    where = {"bot": bot_id, "pools": pools}
    chances = {other: expected(elo[bot_id], rating) for other, rating in elo.items()}
    against: dict[int, _Against] = defaultdict(_Against)
    # By match: its pool and the expected score of each game, None if no other bot took part.
    matches: dict[int, tuple[int, float | None]] = {}
    company: tuple[list[_Deal], list[_Deal]] = [], []  # deals beside others, and beside traders
    for match_id, deal, pool_id, bots, scores in store.conn.execute(_MATCHES, where):
        circle = ids(bots)
        beside = [each in traders for each in circle if each != bot_id]
        encounters = list(met(bot_id, bots, scores))
        if encounters:
            share = weight(len(circle))
            company[2 * sum(beside) >= len(beside)].append((share, encounters))
        for encounter in encounters:
            other = encounter.other
            against[other].add(encounter, (match_id, deal), chances[other])
        matches[match_id] = pool_id, _expected(bot_id, circle, chances)
    seats: dict[tuple[int, int], list[tuple[float, float, int]]] = defaultdict(list)
    margins: list[Margin] = []
    for game_id, match_id, seat, coins, score, share in store.conn.execute(_GAMES, where):
        if match_id in matches:  # else it is unrated, or of another pool
            pool_id, game_expectation = matches[match_id]
            seats[pool_id, seat].append((score, share, coins))
            if game_expectation is not None:
                margins.append(
                    Margin(score - game_expectation, coins, game_id, seat, game_expectation)
                )
    others, traders_there = (_beside(deals, elo, elo[bot_id]) for deals in company)
    both = others is not None and traders_there is not None
    best = nlargest(NOTABLE, margins)
    poor = nsmallest(NOTABLE, margins, key=lambda game: (game.margin, game.coins, -game.game_id))
    return Appearances(
        seats=tuple(
            SeatRow(*key, len(games), *map(fmean, zip(*games, strict=True)))
            for key, games in sorted(seats.items())
        ),
        opponents=_opponents(store, against, chances),
        best=tuple(_notable(store, game) for game in best),
        worst=tuple(_notable(store, game) for game in poor if game not in best),
        beside_traders=traders_there if both else None,
        beside_others=others if both else None,
    )


def _beside(deals: Sequence[_Deal], elo: Mapping[int, float], start: float) -> Beside | None:
    """Fit a bot's strength to some of its deals; None if there are few, or all went one way."""
    games = sum(max(each.games for each in pairs) for _, pairs in deals)
    scored = sum(each.score for _, pairs in deals for each in pairs)
    if games < ENOUGH_GAMES or not 0 < scored < sum(
        each.games for _, pairs in deals for each in pairs
    ):
        return None
    while True:
        surprise, information, by_deal = 0.0, 0.0, 0.0
        chances = {other: expected(start, rating) for other, rating in elo.items()}
        for share, pairs in deals:
            of_deal = share * sum(each.score - each.games * chances[each.other] for each in pairs)
            surprise += of_deal
            by_deal += of_deal**2
            information += share * sum(
                each.games * chances[each.other] * (1 - chances[each.other]) for each in pairs
            )
        step = surprise / information
        start += SCALE * max(-1.0, min(1.0, step))
        if abs(step) < NEARLY:
            break
    error = SCALE * math.sqrt(max(information, by_deal)) / information
    half = interval(error, len(deals) - 1)
    return None if half is None else Beside(start, half, games)


def _expected(bot_id: int, circle: Sequence[int], chances: Mapping[int, float]) -> float | None:
    """Return the expected place score at a table; None if no other bot sits there."""
    if set(circle) == {bot_id}:
        return None
    # Sorted, so that the same bots give the same sum in whatever order they sat.
    return (sum(chances[bot] for bot in sorted(circle)) - chances[bot_id]) / (len(circle) - 1)


def _opponents(
    store: Store, against: Mapping[int, _Against], chances: Mapping[int, float]
) -> tuple[Opponent, ...]:
    names = {row["id"]: row for row in store.rows("SELECT id, name, version FROM bots")}
    opponents = [
        Opponent(
            bot_id=other,
            name=names[other]["name"],
            version=names[other]["version"],
            games=sums.games,
            deals=len(sums.surprise),
            won=(sums.score - sums.tied / 2) / sums.games,
            tied=sums.tied / sums.games,
            coins=sums.coins / sums.games,
            expected=chances[other],
            z=_z(sums, chances[other]),
        )
        for other, sums in against.items()
    ]
    return tuple(
        sorted(opponents, key=lambda opponent: (-opponent.games, opponent.name, opponent.version))
    )


def _z(sums: _Against, chance: float) -> float | None:
    """Return Σ(S - E) over the pairs with an opponent, in standard errors.

    It is slightly biased towards 0, since the games are part of the ratings, too.
    """
    total = sum(sums.surprise.values())
    # Squared by deal, as the games of a deal resemble each other; but at least Σ E(1 - E) over all
    # pairs, as a few deals that went alike say little.
    over_deals = sum(surprise * surprise for surprise in sums.surprise.values())
    error = math.sqrt(max(over_deals, sums.games * chance * (1 - chance)))
    return total / error if error else None


def _notable(store: Store, game: Margin) -> Notable:
    seats = store.rows(_TABLE, {"game": game.game_id})
    mine = seats[game.seat]
    return Notable(
        game_id=game.game_id,
        pool_id=mine["pool_id"],
        seat=game.seat,
        place=mine["final_place"],
        coins=game.coins,
        score=game.expected + game.margin,
        expected=game.expected,
        others=tuple(seat["label"] for seat in seats if seat is not mine),
    )


# `+` keeps SQLite from finding matches by pool first: there are many more than the bot played.
_MATCHES = """
SELECT m.id, s.deal, m.pool_id, s.bots, s.scores
FROM (SELECT DISTINCT match_id FROM pairings WHERE bot_id = :bot) AS p
    JOIN matches AS m ON m.id = p.match_id
    JOIN pair_scores AS s ON s.pool_id = m.pool_id AND s.match_id = m.id
WHERE +m.pool_id IN (SELECT value FROM json_each(:pools))
"""

_GAMES = """
SELECT g.id, g.match_id, s.seat, s.coins, s.place_score, s.win_share
FROM (SELECT DISTINCT match_id FROM pairings WHERE bot_id = :bot) AS p
    CROSS JOIN games AS g ON g.match_id = p.match_id
    CROSS JOIN seats AS s ON s.game_id = g.id AND +s.bot_id = :bot
"""

_TABLE = """
SELECT m.pool_id, s.final_place, b.label
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN bots AS b ON b.id = s.bot_id
WHERE s.game_id = :game ORDER BY s.seat
"""
