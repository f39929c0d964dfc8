"""A bot's rated games, read once: by seat, by opponent, and the best and the worst of them.

What is expected of two bots is by their official ratings, E = 1/(1 + 10^((R_other - R)/400)), and
what counts as a pair's score is what counts there (`ladder.elo.rated_pairs`).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest, nsmallest
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ladder.elo import expected
from ladder.store import Store

NOTABLE = 3
"""The best games that are shown, and as many of the worst."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """How a bot fares in one seat of a pool."""

    pool_id: int
    seat: int
    games: int
    place_score: float
    win_share: float
    coins: float


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a bot fares against another in the same games, over all pools of the page.

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
    """As it counts."""
    coins: int
    score: float
    """Mean over the rated pairs: of the score …"""
    expected: float
    """… and of what was to be expected."""
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
    """How far a game was from what was to be expected."""

    margin: float
    """Score less expected score, means over the rated pairs."""
    coins: int
    game_id: int
    seat: int
    expected: float


@dataclass(slots=True)
class _Against:
    """Sums over the rated pairs with one opponent."""

    games: int = 0
    won: int = 0
    tied: int = 0
    coins: int = 0
    surprise: dict[int, float] = field(default_factory=dict)
    """By deal: score less expected score."""


Seen = tuple[int, int, int, int, int, int, int, int, int, int, int, float, float]
"""Game, seat, deal; the bot's coins, final place and whether it forfeited; the bot of another seat
and the same of it; pool, and the bot's place score and win share."""


def appearances(store: Store, bot_id: int, pools: str, elo: Mapping[int, float]) -> Appearances:
    """What a bot did in the pools of a JSON list. elo: official ratings, by bot id."""
    where = {"bot": bot_id, "pools": pools}
    chances = {other: expected(elo[bot_id], rating) for other, rating in elo.items()}
    against: dict[int, _Against] = defaultdict(_Against)
    seats: dict[tuple[int, int], list[float]] = {}
    margins: list[Margin] = []
    for game_id, each in groupby(store.conn.execute(_SEEN, where).fetchall(), _GAME):
        seen = list(each)
        for seat in {row[1] for row in seen}:
            others = [row for row in seen if row[1] == seat]
            mine = others[0]
            sums = seats.setdefault((mine[10], seat), [0, 0, 0, 0])
            for at, number in enumerate((1, mine[11], mine[12], mine[3])):
                sums[at] += number
            pairs = list(_rated(bot_id, others))
            margin = 0.0
            for row, score in pairs:
                other = row[6]
                surprise = score - chances[other]
                margin += surprise
                met = against[other]
                met.games += 1
                met.won += score == 1
                met.tied += score == 0.5
                met.coins += row[3] - row[7]
                met.surprise[row[2]] = met.surprise.get(row[2], 0.0) + surprise
            if pairs:
                expectation = sum(chances[row[6]] for row, _ in pairs)
                margins.append(
                    Margin(margin / len(pairs), mine[3], game_id, seat, expectation / len(pairs))
                )
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


def _rated(bot_id: int, others: Sequence[Seen]) -> Iterable[tuple[Seen, float]]:
    """The seats against which the bot is rated in a game, each with its score."""
    forfeits = others[0][5] or any(row[9] for row in others)
    for row in others:
        if row[6] != bot_id and not (forfeits and row[5] == row[9]):
            yield row, 0.5 if row[4] == row[8] else float(row[4] < row[8])


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
            won=sums.won / sums.games,
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


# A line for each other seat. `+` keeps SQLite from looking for matches by their pool first, of
# which there are many more than the bot has played.
_SEEN = """
SELECT s.game_id, s.seat, g.match_id, s.coins, s.final_place, s.forfeited,
    o.bot_id, o.coins, o.final_place, o.forfeited, m.pool_id, s.place_score, s.win_share
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN seats AS o ON o.game_id = s.game_id AND o.seat <> s.seat
WHERE s.bot_id = :bot AND m.status = 'rated'
    AND +m.pool_id IN (SELECT value FROM json_each(:pools))
ORDER BY s.game_id
"""
_GAME = itemgetter(0)

_TABLE = """
SELECT m.pool_id, s.final_place, b.label
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN bots AS b ON b.id = s.bot_id
WHERE s.game_id = :game ORDER BY s.seat
"""
