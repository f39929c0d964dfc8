"""Copies of one program in a league stand within their intervals of each other, in real games.

Eleven traders are new in a league of 25, among fourteen bots of other kinds, most of which do not
trade. They meet as a league has them meet, and real games are played, in this process. Printed: the
Elo ± of all, and how many pairs of copies differ by more than the ± of their difference, of which
one in twenty may. Ends with status 1 if more than one in ten do.
"""

import argparse
from collections.abc import Sequence
from itertools import combinations, count
from time import perf_counter

import numpy as np

from arena.rules import compile_rulebook
from ladder.elo import rated_pairs
from ladder.ratings import Deals, Fit
from tests.proofs.newcomer import PLAYERS, first_matches
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

TAKES = "10 min"

COPIES = 11
MOST = 0.10
"""Of the pairs of copies: they share bots, so one in twenty is a mean over leagues that vary."""


class Deaf(GreedyBot):
    """Plants as greedy does, and never trades."""

    def trade(self, decision: object) -> int:
        return 0

    answer = trade


def field() -> list[type]:
    """By number the kind of each bot: the copies, then the others."""
    return [TraderBot] * COPIES + [GreedyBot] * 5 + [Deaf] * 5 + [RandomBot] * 4


def played(variant: str, kinds: list[type], numbers: "count[int]", table: Sequence[int]) -> Deals:
    """A match of these bots: a game in each rotation, each on a deal of its own."""
    book = compile_rulebook(variant, len(table))
    circles, scores = [], []
    for rotation in range(len(table)):
        seats = [*table[rotation:], *table[:rotation]]
        number = next(numbers)
        seeds = [1000 * number + bot for bot in seats]
        found = play(book, [kinds[bot]() for bot in seats], f"copies {number}".encode(), seeds)
        circles.append(seats)
        scores.append([score for _, _, score in rated_pairs(seats, found.result.places)])
    return Deals(np.array(circles), np.array(scores), np.ones((len(table), len(scores[0]))))


def main() -> int:
    """Play a league; 0 if the copies agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=120, help="of each bot")
    parser.add_argument("--variant", default="anniversary")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, kinds, numbers = perf_counter(), field(), count(1_000_000 * given.seed)
    matches: list[Deals] = []

    def told(table: Sequence[int]) -> Deals:
        matches.append(played(given.variant, kinds, numbers, table))
        if len(matches) % 25 == 0:
            out = differing(Fit(matches))
            print(f"{PLAYERS * len(matches)} games: {out} pairs differ", flush=True)
        return matches[-1]

    fit = Fit(first_matches(given.seed, len(kinds), given.games, told))
    of_kinds: dict[type, list[str]] = {}
    for bot, elo, half in zip(fit.ids, fit.elo, fit.interval, strict=True):
        of_kinds.setdefault(kinds[bot], []).append(f"{elo:.0f} ± {half:.0f}")
    for kind, ratings in of_kinds.items():
        print(f"{kind.__name__}: {', '.join(ratings)}")
    out, pairs = differing(fit), COPIES * (COPIES - 1) // 2
    right = out <= MOST * pairs
    print(
        f"{out} of {pairs} pairs of copies differ by more than the ± of their difference; "
        f"{perf_counter() - began:.0f} s{'' if right else '   NOT as it should be'}"
    )
    return 0 if right else 1


def differing(fit: Fit) -> int:
    """How many pairs of copies stand further apart than the ± of their difference."""
    copies = np.flatnonzero(fit.ids < COPIES)
    one, other = np.array([*combinations(copies, 2)]).T
    apart = np.abs(fit.elo[one] - fit.elo[other]) > fit.difference_interval(one, other)
    return int(apart.sum())


if __name__ == "__main__":
    raise SystemExit(main())
