"""Each trader is stronger than the next, and greedy than random, beyond the intervals.

Plays blocks (one deal in all rotations of the seats), half of the seats each, and prints for each
two bots the paired differences of coins and place score with normal 95 % intervals over blocks.
`--variant all` plays every variant of the catalogue; `--without bean_coin` puts the trader beside
itself without its skill for that rule. Ends with status 1 if an order of strength is not beyond its
interval.

Promise: FIGURES.md, how much more one trader earns than the next.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from arena.cli.options.parsing import usual_count
from arena.registry.conformance import questions_of
from arena.rules import catalogue, compile_rulebook, table_sizes
from tests.support.in_process import play

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


def place_scores(coins: Sequence[int]) -> list[float]:
    """Share of the others that a seat has more coins than; equal coins count half."""
    return [
        (sum((own > other) + 0.5 * (own == other) for other in coins) - 0.5) / (len(coins) - 1)
        for own in coins
    ]


def ahead(variant: str, names: tuple[str, ...], number: int) -> tuple[float, float]:
    """By how many coins and how much place score the first bot of a table is ahead of the last,
    over all rotations of a deal. It depends on nothing but the deal's number."""
    book, players = compile_rulebook(variant, len(names)), len(names)
    bots = [bot_called(name) for name in names]
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for rotation in range(players):
        order = [(seat + rotation) % players for seat in range(players)]
        seeds = [10 * number + bot for bot in order]
        game = play(book, [bots[bot] for bot in order], f"strength {number}".encode(), seeds)
        coins = game.result.scores
        for bot, *earned in zip(order, coins, place_scores(coins), strict=True):
            found[names[bot]].append((earned[0], earned[1]))
    first, last = ([fmean(each) for each in zip(*found[names[at]], strict=True)] for at in (0, -1))
    return first[0] - last[0], first[1] - last[1]


def rungs(variant: str, players: int) -> list[tuple[str, str]]:
    """Each bot and the next weaker one; where nothing is traded, all traders play alike."""
    trading = "trade" in questions_of(compile_rulebook(variant, players))
    return list(pairwise(list(BOTS)[0 if trading else 2 :]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="anniversary", help="or: all")
    parser.add_argument("--players", type=int, default=0, help="default: 4, or 2 in a duel")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--without", action="append", help="a rule that one trader knows not")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    passed, began = True, perf_counter()
    print(f"{given.blocks} blocks of a deal in all rotations")
    with Pool(given.jobs) as pool:
        for variant in catalogue() if given.variant == "all" else [given.variant]:
            allowed = given.players in table_sizes(variant)
            players = given.players if allowed else usual_count(variant)
            handicapped = "-".join(["trader", *(given.without or ())])
            pairs = [("trader", handicapped)] if given.without else rungs(variant, players)
            for first, last in pairs:
                bot_called(last)  # an unknown skill is told here
                half = players // 2
                names = (first,) * half + (last,) * (players - half)
                blocks = pool.map(partial(ahead, variant, names), range(given.blocks), chunksize=1)
                told = []
                for what, values in zip(("coins", "place"), zip(*blocks, strict=True), strict=True):
                    error = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 9e9
                    passed &= fmean(values) > error
                    told.append(f"{what} {fmean(values):+7.3f} ± {error:.3f}")
                print(f"{variant:30} {players}  {first} - {last:8} {'   '.join(told)}", flush=True)
    print(f"{'all as it should be' if passed else 'NOT as it should be'}", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
