"""The trader is stronger than greedy, and greedy than random, beyond the intervals.

Plays blocks (one deal in all rotations of the seats) and prints for each table coins, place score
and their paired differences with normal 95 % intervals over blocks, trades a turn and time a
decision. `--variant all` prints a line a rung for each variant of the catalogue instead; `--without
bean_coin` puts the trader beside itself without its skill for that rule. Ends with status 1 if an
order of strength is not beyond its interval.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from arena.options.parsing import usual_count
from arena.rules import catalogue, compile_rulebook, table_sizes
from arena.shelf.tour import asks
from tests.support.in_process import Played, play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip
from trader2 import Trader2Bot  # isort: skip
from trader3 import Trader3Bot  # isort: skip

TAKES = "10 min"

BOTS = {
    "trader3": Trader3Bot,
    "trader2": Trader2Bot,
    "trader": TraderBot,
    "greedy": GreedyBot,
    "random": RandomBot,
}
MORE_COINS = 1.10  # a table of traders earns at least this many times the coins of greedys
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
    games: list[Played]
    seats: list[tuple[str, ...]]  # of each game: the names by seat


class Series(NamedTuple):
    """The blocks of a table."""

    blocks: list[Block]

    def games(self) -> list[tuple[Played, tuple[str, ...]]]:
        return [
            pair for block in self.blocks for pair in zip(block.games, block.seats, strict=True)
        ]

    def per_decision(self, name: str) -> tuple[float, float]:
        """Milliseconds a decision of the bots of that name: mean, longest."""
        spent, decisions, longest = 0.0, 0, 0.0
        for game, seats in self.games():
            for seat, bot in enumerate(seats):
                if bot == name:
                    spent += game.seconds[seat]
                    decisions += game.decisions[seat]
                    longest = max(longest, game.longest[seat])
        return 1e3 * spent / decisions, 1e3 * longest

    def trades_a_turn(self) -> float:
        games = [game for game, _ in self.games()]
        return sum(game.trades for game in games) / sum(game.turns for game in games)


def place_scores(coins: Sequence[int]) -> list[float]:
    """Share of the others that a seat has more coins than; equal coins count half."""
    return [
        (sum((own > other) + 0.5 * (own == other) for other in coins) - 0.5) / (len(coins) - 1)
        for own in coins
    ]


def bot_called(name: str) -> Any:
    """A bot of BOTS, or a trader that lacks the skills for some rules: `trader-bean_coin`."""
    kind, *lacking = name.split("-")
    bot = BOTS[kind]()
    if lacking:
        bot.skills = tuple(skill for skill in TraderBot.skills if skill.rule not in lacking)
        if len(bot.skills) == len(TraderBot.skills):
            known = ", ".join(skill.rule for skill in TraderBot.skills)
            raise SystemExit(f"the trader has no skill for {lacking}; it has: {known}")
    return bot


def play_block(variant: str, names: tuple[str, ...], number: int) -> Block:
    """Play deal `number` in all rotations. It depends on nothing but its number."""
    book = compile_rulebook(variant, len(names))
    bots = [bot_called(name) for name in names]
    coins: dict[str, list[float]] = {name: [] for name in names}
    place: dict[str, list[float]] = {name: [] for name in names}
    games, tables = [], []
    for rotation in range(len(names)):
        order = [(seat + rotation) % len(names) for seat in range(len(names))]
        seats = tuple(names[bot] for bot in order)
        seeds = [10 * number + bot for bot in order]
        game = play(book, [bots[bot] for bot in order], f"strength {number}".encode(), seeds)
        games.append(game)
        tables.append(seats)
        scores = game.result.scores
        for name, own, score in zip(seats, scores, place_scores(scores), strict=True):
            coins[name].append(own)
            place[name].append(score)
    return Block(
        {name: fmean(values) for name, values in coins.items()},
        {name: fmean(values) for name, values in place.items()},
        games,
        tables,
    )


class Difference(NamedTuple):
    """By how much the first bot of a table is ahead of the last, in pairs over blocks."""

    coins: Estimate
    place: Estimate

    @property
    def sure(self) -> bool:
        return self.coins.mean > self.coins.error and self.place.mean > self.place.error

    def __str__(self) -> str:
        return f"coins {self.coins}   place {self.place}"


def difference(first: str, last: str, series: Series) -> Difference:
    return Difference(
        estimate([block.coins[first] - block.coins[last] for block in series.blocks]),
        estimate([block.place[first] - block.place[last] for block in series.blocks]),
    )


def report(names: tuple[str, ...], series: Series) -> bool:
    """Print a table; whether its first bot beats its last beyond the intervals."""
    print(f"\n{', '.join(names)}: {len(series.games())} games,", end=" ")
    print(f"{series.trades_a_turn():.2f} trades a turn")
    kinds = list(dict.fromkeys(names))
    for name in kinds:
        coins = estimate([block.coins[name] for block in series.blocks])
        place = estimate([block.place[name] for block in series.blocks])
        mean, longest = series.per_decision(name)
        print(f"  {name:16} coins {coins}   place {place}", end="   ")
        print(f"{mean:.2f} ms a decision, longest {longest:.0f}", flush=True)
    if len(kinds) == 1:
        return True
    ahead = difference(kinds[0], kinds[1], series)
    print(f"  {' - '.join(kinds):16} {ahead}", flush=True)
    return ahead.sure


def report_together(traders: Series, greedys: Series) -> bool:
    """Print what a table of traders earns beside one of greedys; whether that is enough."""
    pairs = zip(traders.blocks, greedys.blocks, strict=True)
    more = estimate([a.coins["trader"] - b.coins["greedy"] for a, b in pairs])
    alone = fmean(block.coins["greedy"] for block in greedys.blocks)
    times = 1 + more.mean / alone
    trades = traders.trades_a_turn()
    print(f"\nall traders - all greedys: coins a seat {more}, {times:.2f} times as many")
    return times - more.error / alone >= MORE_COINS and trades >= TRADES_A_TURN


def pairing(first: str, last: str, players: int, firsts: int = 0) -> tuple[str, ...]:
    """A table with `firsts` of the first bot, or half of them, the rest the last bot."""
    firsts = firsts or players // 2
    return (first,) * firsts + (last,) * (players - firsts)


def one_variant(variant: str, players: int, series: Callable[..., Series]) -> bool:
    """Print all tables of a variant; whether their orders of strength are as they should be."""
    passed = True
    tables = (
        *(pairing(first, last, players) for first, last in rungs(variant, players)),
        pairing("trader", "greedy", players, 1),
    )
    for names in dict.fromkeys(tables):
        passed &= report(names, series(variant, names))
    alike = {name: series(variant, (name,) * players) for name in ("trader", "greedy")}
    for name, games in alike.items():
        report((name,) * players, games)
    if "trade" in asks(compile_rulebook(variant, players)):
        passed &= report_together(alike["trader"], alike["greedy"])
    return passed


def rungs(variant: str, players: int) -> list[tuple[str, str]]:
    """Each bot and the next weaker one; where nothing is traded, all traders play alike."""
    trading = "trade" in asks(compile_rulebook(variant, players))
    order = list(BOTS)[0 if trading else 2 :]
    return list(pairwise(order))


def every_variant(players: int, series: Callable[..., Series]) -> bool:
    """Print a line for each rung of each variant; whether each beats the next one beyond doubt."""
    passed = True
    for variant in catalogue():
        size = usual_size(variant, players)
        for first, last in rungs(variant, size):
            names = pairing(first, last, size)
            ahead = difference(first, last, series(variant, names))
            passed &= ahead.sure
            print(f"{variant:30} {size}  {first} - {last:8} {ahead}", flush=True)
    return passed


def usual_size(variant: str, players: int) -> int:
    """`players`, or if that is 0 or not allowed, the usual number."""
    return players if players in table_sizes(variant) else usual_count(variant)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="anniversary", help="or: all")
    parser.add_argument("--players", type=int, default=0, help="default: 4, or 2 in a duel")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--without", action="append", help="a rule that one trader knows not")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    began = perf_counter()
    with Pool(given.jobs) as pool:

        def series(variant: str, names: tuple[str, ...]) -> Series:
            bot_called(names[-1])  # an unknown skill is told here
            block = partial(play_block, variant, names)
            return Series(pool.map(block, range(given.blocks), chunksize=1))

        print(f"{given.variant}, {given.blocks} blocks of a deal in all rotations")
        if given.variant == "all":
            passed = every_variant(given.players, series)
        elif given.without:
            players = usual_size(given.variant, given.players)
            names = pairing("trader", "-".join(["trader", *given.without]), players)
            passed = report(names, series(given.variant, names))
        else:
            players = usual_size(given.variant, given.players)
            passed = one_variant(given.variant, players, series)
    print(f"{'all as it should be' if passed else 'NOT as it should be'}", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
