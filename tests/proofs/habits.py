"""Find which habits of a trader earn more, by a regression.

Plays games between copies of trader3 whose habits are drawn at random around its own, and explains
what each seat earned beside the others of its table by its habits and their squares, in one
regression. Prints for each habit its effect, in coins for a standard deviation of what was drawn,
and where it is highest. The habits of trader2 and of trader3 come from that; whether new ones are
better is for other deals to say. One table size may want other habits than the next:

poe prove habits --games 4000 --tables anniversary-3,classic-3
"""

import argparse
from functools import partial
from multiprocessing import Pool
from random import Random
from time import perf_counter

import numpy as np

from arena.rules import compile_rulebook
from tests.support.in_process import play

from trader3 import Parts, Trader3Bot  # isort: skip  (found by in_process)

TAKES = "15 min"

SPREADS = {
    "judging": {
        "access": 0.1,
        "rarity": 0.1,
        "rivalry": 0.15,
        "rent": 0.05,
        "crowding": 0.3,
        "empty": 0.12,
        "patience": 0.03,
        "stubborn": 0.12,
        "reshuffle": 0.2,
        "third": 0.4,
        "eager": 0.5,
    },
    "taking": {"least": 0.05, "envy": 0.12},
    "proposing": {"least": 0.05, "envy": 0.12},
    "answering": {"least": 0.05, "envy": 0.12},
    "bidding": {"least": 0.05, "envy": 0.12},
    "others": {"least": 0.1, "envy": 0.12, "scatter": 0.15},
}
"""By part and habit, about a standard deviation of what is drawn."""
NAMES = [(part, habit) for part, habits in SPREADS.items() for habit in habits]
STEPS = (-1.5, -0.75, 0.0, 0.75, 1.5)
TABLES = "anniversary-3,anniversary-4,anniversary-5,classic-4,rio_grande-4,plus-4,high_bohn-4"


class Drawn(Trader3Bot):
    """A trader3 that moves each habit by so many spreads, in the order of NAMES."""

    steps: tuple[float, ...] = ()

    def at_table(self, players: int) -> Parts:
        usual = super().at_table(players)._asdict()
        for (part, habit), step in zip(NAMES, self.steps, strict=True):
            moved = getattr(usual[part], habit) + step * SPREADS[part][habit]
            if part != "others":  # these are shares, chances and coins of one's own
                moved = max(0.0, moved)
            usual[part] = usual[part]._replace(**{habit: moved})
        return Parts(**usual)

    def value(self, players: int) -> list[float]:
        """Its habits, in the order of NAMES."""
        table = self.at_table(players)
        return [getattr(getattr(table, part), habit) for part, habit in NAMES]


def one_game(tables: list[str], number: int) -> tuple[np.ndarray, np.ndarray]:
    """The habits of each seat, a row each, and its coins. It depends on nothing but its number."""
    random = Random(f"tune {number}")
    variant, players = random.choice(tables).rsplit("-", 1)
    bots = [Drawn() for _ in range(int(players))]
    for bot in bots:
        bot.steps = tuple(random.choice(STEPS) for _ in NAMES)
    seeds = [100 * number + seat for seat in range(len(bots))]
    played = play(compile_rulebook(variant, len(bots)), bots, f"tune {number}".encode(), seeds)
    return np.array([bot.value(len(bots)) for bot in bots]), np.array(played.result.scores)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--tables", default=TABLES, help="variants with their numbers of players")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    began = perf_counter()
    with Pool(given.jobs) as pool:
        one = partial(one_game, given.tables.split(","))
        games = pool.map(one, range(given.games), chunksize=4)
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
    half = len(NAMES)
    print(
        "part       habit         drawn           effect              of its square      highest at"
    )
    for at, (part, habit) in enumerate(NAMES):
        line, curve = effects[at], effects[half + at]
        top = f"{mean[at] - spread[at] * line / (2 * curve):.2f}" if curve < 0 else "an end"
        print(
            f"{part:10} {habit:10} {mean[at]:6.2f} ± {spread[at]:.2f}"
            f"   {line:+.3f} ± {1.96 * errors[at]:.3f}"
            f"     {curve:+.3f} ± {1.96 * errors[half + at]:.3f}     {top}"
        )
    print(f"{given.games} games; {perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
