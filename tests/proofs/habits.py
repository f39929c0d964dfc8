"""Find which habits of a trader earn more, by a regression.

Plays games between traders whose habits are drawn at random, and explains what each seat earned
beside the others of its table by its habits and their squares, in one regression. Prints for each
habit its effect, in coins for a standard deviation of what was drawn, and where it is highest. The
habits of trader2 come from that; whether new ones are better is for other deals to say.
"""

import argparse
from random import Random
from time import perf_counter

import numpy as np

from arena.rules import compile_rulebook
from tests.support.in_process import play

from judgement import Habits  # isort: skip  (found by in_process)
from trader import TraderBot  # isort: skip

TAKES = "15 min"

DRAWN = {
    "access": (0.45, 0.6, 0.75, 0.9, 1.1),
    "rarity": (0.65, 0.8, 0.95),
    "rivalry": (0.3, 0.7, 1.1),
    "rent": (0.0, 0.1, 0.2),
    "crowding": (0.6, 1.1, 1.6),
    "empty": (0.7, 0.9, 1.1),
    "patience": (0.88, 0.93, 0.97),
    "stubborn": (0.45, 0.65, 0.85),
    "reshuffle": (0.0, 0.3, 0.6),
    "envy": (0.0, 0.15, 0.3, 0.45),
    "least": (0.01, 0.04, 0.1),
    "third": (1.2, 1.7, 2.3),
    "scatter": (0.15, 0.3, 0.5, 0.8),
    "eager": (0.0, 0.5, 1.0, 1.5, 2.0),
}
TABLES = (
    *[("anniversary", 4)] * 3,
    ("anniversary", 3),
    *[("anniversary", 5)] * 2,
    ("classic", 4),
    ("rio_grande", 4),
    ("rio_grande", 6),
    ("plus", 4),
    ("anniversary+magpie", 4),
    ("anniversary+new_beans", 5),
    ("anniversary+bean_coin", 4),
    ("anniversary+field_beans", 4),
)


def one_game(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The habits of each seat, a row each, and its coins. It depends on nothing but its number."""
    random = Random(f"tune {number}")
    variant, players = random.choice(TABLES)
    drawn = [{name: random.choice(each) for name, each in DRAWN.items()} for _ in range(players)]
    bots = []
    for habits in drawn:
        bots.append(TraderBot())
        bots[-1].habits = Habits(**habits)
    seeds = [100 * number + seat for seat in range(players)]
    played = play(compile_rulebook(variant, players), bots, f"tune {number}".encode(), seeds)
    return np.array([list(habits.values()) for habits in drawn]), np.array(played.result.scores)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=800)
    given = parser.parse_args()
    began = perf_counter()
    games = [one_game(number) for number in range(given.games)]
    every = np.concatenate([habits for habits, _ in games])
    mean, spread = every.mean(0), every.std(0)
    rows, coins = [], []
    for habits, scores in games:
        z = (habits - mean) / spread
        row = np.hstack([z, z * z])
        rows.append(row - row.mean(0))
        coins.append(scores - scores.mean())
    explained, earned = np.concatenate(rows), np.concatenate(coins)
    effects = np.linalg.lstsq(explained, earned, rcond=None)[0]
    freedom = len(earned) - len(games) - len(effects)
    noise = ((earned - explained @ effects) ** 2).sum() / freedom
    errors = np.sqrt(noise * np.diag(np.linalg.inv(explained.T @ explained)))
    half = len(DRAWN)
    print("habit         drawn           effect              of its square       highest at")
    for at, name in enumerate(DRAWN):
        line, curve = effects[at], effects[half + at]
        top = f"{mean[at] - spread[at] * line / (2 * curve):.2f}" if curve < 0 else "an end"
        print(
            f"{name:10} {mean[at]:6.2f} ± {spread[at]:.2f}"
            f"   {line:+.3f} ± {1.96 * errors[at]:.3f}"
            f"     {curve:+.3f} ± {1.96 * errors[half + at]:.3f}     {top}"
        )
    print(f"{given.games} games; {perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
