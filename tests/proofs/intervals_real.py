"""Elo ± holds the truth as often as it says, in real games.

The bundled bots play one long tournament. The rating by half of its matches is taken for the truth;
the other half is cut into many small tournaments of 8, 16 and 40 games a bot, and so the other way
round. Printed for each length: how often Elo ± of a small tournament holds that rating, for all
bots and for the best one; how far Elo of the best one is off on average; how
many are shown as a bound (which holds what lies beyond it), and the median ±. The long ratings
are not the truth either: their ± is printed first. Ends with status 1 if one of the two is held
less often than it should be. With `--home DIR` the games are kept, and more are played on demand.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ladder.elo import START
from ladder.fitting import read
from ladder.pools import pools
from ladder.ratings import Deals, Fit
from ladder.store import Store
from tests.proofs.intervals import ALL_BOTS, BEST_BOT, holds

TAKES = "1 h"

BOTS = ("trader", "cpp-sensible", "js-sensible", "greedy", "cpp-random", "random")
PLAYERS = 4
GAMES = (8, 16, 40)


def play(home: Path, games: int, seed: int, variant: str) -> None:
    """Plays until the home has so many games; those that are there stay."""
    arena = [sys.executable, "-m", "arena"]
    begun = home.joinpath("ladder.sqlite").exists()
    words = ["tournament", *BOTS, "--variants", variant, "--players", str(PLAYERS)]
    more = ["--games", str(games), "--seed", str(seed)]
    subprocess.run(
        [*arena, *(["resume"] if begun else [*words, *more]), "--home", str(home)], check=False
    )


def played(home: Path) -> tuple[Deals, dict[int, str]]:
    """The rated games of the home's one pool, in the order of the ledger, and the bots' names."""
    with Store(home / "ladder.sqlite", read_only=True) as store:
        (pool,) = pools(store)
        (deals,) = read(store, [pool.id])
        return deals, {bot.id: bot.name for bot in store.bots()}


def part(deals: Deals, which: slice) -> Deals:
    return Deals(deals.bots[which], deals.scores[which], deals.games[which])


def cut(deals: Deals, matches: int) -> Iterator[Deals]:
    """Small tournaments of so many consecutive matches, each of them a game in every rotation."""
    games = matches * PLAYERS
    for start in range(0, len(deals.bots) - games + 1, games):
        yield part(deals, slice(start, start + games))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--home", type=Path, help="a folder that keeps the games")
    parser.add_argument("--games", type=int, default=2400)
    parser.add_argument("--variant", default="anniversary")
    parser.add_argument("--seed", type=int, default=90517)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = given.home or Path(folder)
        play(home, given.games, given.seed, given.variant)
        deals, names = played(home)
    half = len(deals.bots) // (2 * PLAYERS) * PLAYERS
    parts = [part(deals, slice(0, half)), part(deals, slice(half, 2 * half))]
    fits = [Fit([each]) for each in parts]
    print(f"{len(deals.bots)} games of {PLAYERS} bots, in two halves")
    for number, bot in enumerate(fits[0].ids):
        ratings = (f"{fit.elo[number]:6.0f} ± {fit.interval[number]:3.0f}" for fit in fits)
        print(f"  {names[int(bot)]:14}" + "  ".join(ratings))
    passed = True
    for games in GAMES:
        matches = round(games * len(BOTS) / PLAYERS**2)
        lines = []
        for truth, other in ((fits[0], parts[1]), (fits[1], parts[0])):
            best = truth.ids[truth.elo.argmax()]
            for small in cut(other, matches):
                lines.append(judged(Fit([small]), truth, int(best)))
        held, alone, bounds, best_held, error, interval = np.nanmean(lines, axis=0)
        enough = held >= ALL_BOTS[0] and best_held >= BEST_BOT
        passed &= bool(enough)
        print(
            f"{games:3} games a bot, {len(lines):4} tournaments   all {held:.3f}   "
            f"best {best_held:.3f}   bounds {bounds:.3f}, others {alone:.3f}   "
            f"error of the best {error:+5.0f}   ± {interval:3.0f}"
            f"{'' if enough else '   NOT as it should be'}"
        )
    print("all as it should be" if passed else "NOT as it should be")
    return 0 if passed else 1


def judged(fit: Fit, truth: Fit, best: int) -> tuple[float, ...]:
    """All held, those held that are no bounds, bounds, best held, its error, the median ±."""
    there = np.isin(truth.ids, fit.ids)
    # Each fit puts the mean of other bots at 1500.
    real = START + fit.centred(truth.elo[there])
    held, bounds = holds(fit, real), fit.bound != 0
    alone = held[~bounds].mean() if not bounds.all() else np.nan
    of_best, error = np.nan, np.nan
    if best in fit.ids:
        (at,) = np.flatnonzero(fit.ids == best)
        of_best, error = held[at], fit.elo[at] - real[at]
    return held.mean(), alone, bounds.mean(), of_best, error, float(np.median(fit.interval))


if __name__ == "__main__":
    raise SystemExit(main())
