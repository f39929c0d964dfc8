"""How strong the bundled Python bots are: `python -m tests.slow.strength --variant anniversary`.

Plays blocks (one deal in all rotations of the seats) in one process and prints, for tables of
four, coins, place score, their paired differences with normal 95 % intervals over blocks, trades
a turn and time a decision. Ends with status 1 if an order of strength is not beyond its interval.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from arena.rules import Rulebook, compile_rulebook
from tests.bots_sdk.in_process import Played, play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

BOTS = {"trader": TraderBot, "greedy": GreedyBot, "random": RandomBot}
TABLES = (
    ("trader", "trader", "greedy", "greedy"),
    ("trader", "greedy", "greedy", "greedy"),
    ("greedy", "greedy", "random", "random"),
)
MORE_COINS = 1.10  # four traders earn at least this many times the coins of four greedys
TRADES_A_TURN = 1.0


class Estimate(NamedTuple):
    """A mean over blocks, with the half width of its normal 95 % interval."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+7.3f} ± {self.error:.3f}"


def estimate(values: Sequence[float]) -> Estimate:
    error = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return Estimate(fmean(values), error)


class Block(NamedTuple):
    """One deal in all rotations: by name of the bot, mean coins and mean place score (0 to 1)."""

    coins: dict[str, float]
    place: dict[str, float]


class Series(NamedTuple):
    """The blocks of a table, and what all their games sum up to."""

    blocks: list[Block]
    games: list[Played]
    seats: list[tuple[str, ...]]  # of each game: the names by seat

    def per_decision(self, name: str) -> tuple[float, float]:
        """Milliseconds a decision of the bots of that name: mean, longest."""
        spent, decisions, longest = 0.0, 0, 0.0
        for game, seats in zip(self.games, self.seats, strict=True):
            for seat, bot in enumerate(seats):
                if bot == name:
                    spent += game.seconds[seat]
                    decisions += game.decisions[seat]
                    longest = max(longest, game.longest[seat])
        return 1e3 * spent / decisions, 1e3 * longest

    def trades_a_turn(self) -> float:
        return sum(game.trades for game in self.games) / sum(game.turns for game in self.games)


def place_scores(coins: Sequence[int]) -> list[float]:
    """Share of the others that a seat has more coins than; equal coins count half."""
    return [
        (sum((own > other) + 0.5 * (own == other) for other in coins) - 0.5) / (len(coins) - 1)
        for own in coins
    ]


def play_series(book: Rulebook, names: tuple[str, ...], blocks: int) -> Series:
    """Play `blocks` deals, each in all rotations. Deals depend on nothing but their number."""
    bots: list[Any] = [BOTS[name]() for name in names]
    series = Series([], [], [])
    for number in range(blocks):
        coins: dict[str, list[float]] = {name: [] for name in names}
        place: dict[str, list[float]] = {name: [] for name in names}
        for rotation in range(len(names)):
            order = [(seat + rotation) % len(names) for seat in range(len(names))]
            seats = tuple(names[bot] for bot in order)
            game = play(
                book,
                [bots[bot] for bot in order],
                f"strength {number}".encode(),
                [10 * number + bot for bot in order],
            )
            series.games.append(game)
            series.seats.append(seats)
            scores = game.result.scores
            for name, own, score in zip(seats, scores, place_scores(scores), strict=True):
                coins[name].append(own)
                place[name].append(score)
        series.blocks.append(
            Block(
                {name: fmean(values) for name, values in coins.items()},
                {name: fmean(values) for name, values in place.items()},
            )
        )
    return series


def report(names: tuple[str, ...], series: Series) -> bool:
    """Print a table; whether its first bot beats its last beyond the intervals."""
    print(f"\n{', '.join(names)}: {len(series.games)} games,", end=" ")
    print(f"{series.trades_a_turn():.2f} trades a turn")
    kinds = list(dict.fromkeys(names))
    for name in kinds:
        coins = estimate([block.coins[name] for block in series.blocks])
        place = estimate([block.place[name] for block in series.blocks])
        mean, longest = series.per_decision(name)
        print(f"  {name:16} coins {coins}   place {place}", end="   ")
        print(f"{mean:.2f} ms a decision, longest {longest:.0f}")
    if len(kinds) == 1:
        return True
    first, last = kinds
    coins = estimate([block.coins[first] - block.coins[last] for block in series.blocks])
    place = estimate([block.place[first] - block.place[last] for block in series.blocks])
    print(f"  {first + ' - ' + last:16} coins {coins}   place {place}")
    return coins.mean > coins.error and place.mean > place.error


def report_together(traders: Series, greedys: Series) -> bool:
    """Print what four traders earn beside four greedys; whether that is enough."""
    pairs = zip(traders.blocks, greedys.blocks, strict=True)
    more = estimate([a.coins["trader"] - b.coins["greedy"] for a, b in pairs])
    alone = fmean(block.coins["greedy"] for block in greedys.blocks)
    times = 1 + more.mean / alone
    trades = traders.trades_a_turn()
    print(f"\nfour traders - four greedys: coins a seat {more}, {times:.2f} times as many")
    return times - more.error / alone >= MORE_COINS and trades >= TRADES_A_TURN


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="anniversary")
    parser.add_argument("--blocks", type=int, default=200)
    given = parser.parse_args()
    book = compile_rulebook(given.variant, players=4)
    began = perf_counter()
    print(f"{given.variant}, 4 players, {given.blocks} blocks of 4 games")
    passed = True
    for names in TABLES:
        passed &= report(names, play_series(book, names, given.blocks))
    alike = {}
    for name in ("trader", "greedy"):
        names = (name,) * 4
        alike[name] = play_series(book, names, given.blocks)
        report(names, alike[name])
    passed &= report_together(alike["trader"], alike["greedy"])
    print(f"{'all as it should be' if passed else 'NOT as it should be'}", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
