"""A bot's rated games: by seat, by opponent, and the best and the worst of them.

What is expected of two bots is by their official ratings, E = 1/(1 + 10^((R_other - R)/400)), and
what counts as a pair's score is what counts there (`ladder.database.pair_scores`). So opponents
are read deal by deal; of the games only the bot's own seats.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nlargest, nsmallest
from typing import NamedTuple

from ladder.database.pair_scores import ids, met
from ladder.database.store import OfBot, Store
from ladder.statistics.elo import expected

NOTABLE = 3
"""The best games that are shown, and as many of the worst."""


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

    A pair of seats in a game counts once, and not at all if it is not rated.
    """

    bot_id: int
    name: str
    version: int
    games: int
    deals: int
    won: float
    """Share of the games in which the bot was placed before the other, …"""
    tied: float
    coins: float
    """… and the mean difference in coins."""
    expected: float
    """The score to be expected by the official ratings."""
    z: float | None
    """Score less expected score, in standard errors: see `Appearances`."""

    @property
    def score(self) -> float:
        """won + ½ tied."""
        return self.won + self.tied / 2


@dataclass(frozen=True, slots=True)
class Notable:
    """A game that went far better or worse than was to be expected."""

    game_id: int
    pool_id: int
    seat: int
    place: int
    """The place that counts, with forfeiters last."""
    coins: int
    score: float
    """The place score."""
    expected: float
    """The expected score: the mean over the other seats."""
    others: tuple[str, ...]
    """The other bots, by seat."""


@dataclass(frozen=True, slots=True)
class Appearances:
    """All rated games of a bot.

    z of an opponent is Σ(S - E) over the pairs, divided by its standard error. That is the larger
    of √Σr² with r = Σ(S - E) over the games of a deal, for these resemble each other; and
    √Σ E(1 - E) over all, for a few deals that went alike say little. As the games count in the
    ratings, too, z is a little nearer to 0 than it ought to be.
    """

    seats: tuple[SeatRow, ...]
    """By pool and seat."""
    opponents: tuple[Opponent, ...]
    """The most frequent first."""
    best: tuple[Notable, ...]
    """By score less expected score; then by coins; then the newest."""
    worst: tuple[Notable, ...]


class Margin(NamedTuple):
    """A game's score less the expected score."""

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
    """By match and deal: score less expected score."""


def appearances(store: Store, bot_id: int, pools: str, elo: Mapping[int, float]) -> Appearances:
    """Collect a bot's games in the pools of a JSON list. elo: official ratings, by bot id."""
    where = {"bot": bot_id, "pools": pools}
    chances = {other: expected(elo[bot_id], rating) for other, rating in elo.items()}
    against: dict[int, _Against] = defaultdict(_Against)
    # By match: its pool, and the score to be expected of each game; None if nobody else was there.
    matches: dict[int, tuple[int, float | None]] = {}
    for match_id, deal, pool_id, bots, scores in store.conn.execute(_MATCHES, where):
        for other, score, games, tied, coins in met(bot_id, bots, scores):
            sums = against[other]
            sums.games += games
            sums.score += score
            sums.tied += tied
            sums.coins += coins
            surprise = score - games * chances[other]
            at = match_id, deal
            sums.surprise[at] = sums.surprise.get(at, 0.0) + surprise
        circle = ids(bots)
        expectation = sum(chances[each] for each in sorted(circle)) - chances[bot_id]
        alone = set(circle) == {bot_id}
        matches[match_id] = pool_id, None if alone else expectation / (len(circle) - 1)
    seats: dict[tuple[int, int], list[float]] = {}
    margins: list[Margin] = []
    for game_id, match_id, seat, coins, score, share in store.conn.execute(_GAMES, where):
        if match_id in matches:
            pool_id, likely = matches[match_id]
            of_seat = seats.setdefault((pool_id, seat), [0, 0, 0, 0])
            of_seat[0] += 1
            of_seat[1] += score
            of_seat[2] += share
            of_seat[3] += coins
            if likely is not None:
                margins.append(Margin(score - likely, coins, game_id, seat, likely))
    best = nlargest(NOTABLE, margins)
    poor = nsmallest(NOTABLE, margins, key=lambda each: (each.margin, each.coins, -each.game_id))
    return Appearances(
        seats=tuple(
            SeatRow(*key, int(games), score / games, share / games, coins / games)
            for key, (games, score, share, coins) in sorted(seats.items())
        ),
        opponents=_opponents(store, against, chances),
        best=tuple(_notable(store, each) for each in best),
        worst=tuple(_notable(store, each) for each in poor if each not in best),
    )


def _opponents(
    store: Store, against: Mapping[int, _Against], chances: Mapping[int, float]
) -> tuple[Opponent, ...]:
    names = {row["id"]: row for row in store.rows("SELECT id, name, version FROM bots")}
    found = [
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
    return tuple(sorted(found, key=lambda each: (-each.games, each.name, each.version)))


def _z(sums: _Against, chance: float) -> float | None:
    total = sum(sums.surprise.values())
    over_deals = sum(each * each for each in sums.surprise.values())
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


# `+` keeps SQLite from looking for matches by their pool first, of which there are many more than
# the bot has played.
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
