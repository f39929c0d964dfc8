"""Benchmarks of ten programs, each with two secrets, agree within their intervals.

    poe prove bench_agreement --suite quick-1 --share .5

Five programs are bundled, five are not: one that never trades, one that gives away, one that says
yes to everything, one that wants nearly all of a gain, and one that learns from game to game. They
play the suite in one process, as by the referee but without pipes and clocks; with the second
secret the source runs, with the first what `poe compiled` has built. At least .93 of the pairs of
numbers must agree: their distance is within the interval of a difference.

Promise: docs/tournament.md, the number to quote.
"""

import argparse
import math
import os
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from random import Random
from typing import Any

from arena.compiled import PURE, state
from arena.rules import compile_rulebook
from arena.tournament.benchmark import BESIDE, PLAYER, Played, strengths
from arena.tournament.deals import bot_seeds, deal_seed, new_secret
from arena.tournament.suites import suite_named
from ladder.tournaments.tournaments import seated
from tests.support.calibrate import KINDS
from tests.support.in_process import play

from bohnanza import Choice, Deal, Decision, answer, offer, trade  # isort: skip
from greedy import GreedyBot, complete  # isort: skip
from trader import TraderBot  # isort: skip
from trader2 import Trader2Bot  # isort: skip
from trader3 import Trader3Bot  # isort: skip
from trader4 import Trader4Bot  # isort: skip

TAKES = "20 min"

ENOUGH = 0.93


class Silent(GreedyBot):
    """Never trades."""

    def trade(self, decision: Decision) -> Choice:
        return 0

    def answer(self, decision: Decision) -> Choice:
        return answer()


class Giver(GreedyBot):
    """Gives anybody what does not grow on its own fields, for nothing."""

    def trade(self, decision: Decision) -> Choice:
        own = decision.view.turned_over + decision.view.hand
        gifts = (deal for deal in decision.deals if deal.get == [] and deal.give)
        for deal in gifts:
            if all(own.count(kind) >= deal.give.count(kind) for kind in deal.give):
                return trade([deal.id])
        spare = [card for card in decision.own_cards if not decision.grows(card["kind"])]
        if decision.view.round > 1 or not spare:
            return super().trade(decision)
        return trade(offers=[offer([card]) for card in spare[:2]])


class Agreeable(GreedyBot):
    """Takes every deal that it can pay."""

    def good_deals(self, decision: Decision, own: list[str]) -> list[Deal]:
        left, good = list(own), []
        for deal in filter(complete, decision.deals):
            if all(left.count(kind) >= deal.give.count(kind) for kind in deal.give):
                good.append(deal)
                for kind in deal.give:
                    left.remove(kind)
        return good


class Miser(TraderBot):
    """Trades only for nearly all of the gain."""

    habits = TraderBot.habits._replace(envy=1.1, least=0.4)


class Learner(TraderBot):
    """Tries some habits, and keeps to those that have brought the best places."""

    HABITS = tuple(TraderBot.habits._replace(envy=envy) for envy in (-0.5, 0.0, 0.4, 1.2))

    def __init__(self) -> None:
        super().__init__()
        self.random, self.places = Random(1), {each: [2.0] for each in self.HABITS}

    def learn(self, place: int) -> None:
        """Take in the place of a game, and choose the habits of the next."""
        self.places[self.habits if self.habits in self.places else self.HABITS[2]].append(place)
        mean = {each: sum(had) / len(had) for each, had in self.places.items()}
        best = min(mean, key=lambda each: mean[each])
        self.habits = self.random.choice(self.HABITS) if self.random.random() < 0.2 else best


PROGRAMS: dict[str, Any] = {
    **KINDS,
    "trader2": Trader2Bot,
    "trader3": Trader3Bot,
    "trader4": Trader4Bot,
    "never trades": Silent,
    "gives away": Giver,
    "says yes": Agreeable,
    "wants much": Miser,
    "learns": Learner,
}
BY = {**BESIDE, "mean": (0.5, 0.5)}


def benched(task: tuple[str, str, float, int]) -> tuple[str, int, dict[str, tuple[float, float]]]:
    """One benchmark: a program, a suite, the share of it that is played, and which of the two."""
    program, name, share, number = task
    suite, mine, secret = suite_named(name), PROGRAMS[program](), new_secret()

    def games() -> Iterator[Played]:
        circles = [*suite.circles(secret, PLAYER, {bot: bot for bot in suite.bots})]
        for match, (place, circle) in enumerate(circles):
            if match % round(1 / share):
                continue
            for rotation in range(len(circle)):
                names = seated(circle, rotation)
                bots = [mine if bot == PLAYER else KINDS[bot]() for bot in names]
                seeds, seed = bot_seeds(secret, match, names), deal_seed(secret, match, rotation)
                result = play(compile_rulebook(*place.game), bots, seed, seeds).result
                if isinstance(mine, Learner):
                    mine.learn(result.places[names.index(PLAYER)])
                yield place.game, names, result.places, ()

    fit = strengths(suite, games())
    return program, number, {each: (fit.elo(by), fit.interval(by)) for each, by in BY.items()}


def running() -> str:
    """Which build this process runs."""
    return state().words


def main() -> int:
    """Play, and say how many agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--suite", default="quick-1")
    parser.add_argument("--share", type=float, default=1.0, help="of its matches: 1, .5, .25, …")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    found: dict[str, dict[int, dict[str, tuple[float, float]]]] = {}
    for at in range(2):
        # Spawned, as what runs is decided when the arena is imported.
        os.environ |= {PURE: "1"} if at else {}
        with get_context("spawn").Pool(given.workers) as worker_pool:
            print(f"secret {at + 1}: {worker_pool.apply(running)}")
            tasks = [(each, given.suite, given.share, at) for each in PROGRAMS]
            for program, number, numbers in worker_pool.imap_unordered(benched, tasks):
                found.setdefault(program, {})[number] = numbers
                told = ", ".join(
                    f"{each} {elo:.0f} ± {half:.0f}" for each, (elo, half) in numbers.items()
                )
                print(f"{program}: {told}")
    pairs = [(found[each][0][name], found[each][1][name]) for each in PROGRAMS for name in BY]
    agree = [abs(one[0] - two[0]) <= math.hypot(one[1], two[1]) for one, two in pairs]
    print(f"{sum(agree)} of {len(agree)} agree: {sum(agree) / len(agree):.2f}, at least {ENOUGH}")
    return sum(agree) < ENOUGH * len(agree)


if __name__ == "__main__":
    sys.exit(main())
