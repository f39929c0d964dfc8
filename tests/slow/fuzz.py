"""The long run of the properties: `python -m tests.slow.fuzz [--games 10000] [--checked 500]`.

Plays random games of every variant and count of players: many quickly (cards conserved at each end
of turn, every game ends) and some with every check at every decision. Prints a line a rulebook.
"""

import argparse
import time

from arena.rules import compile_rulebook
from tests.rules.properties import play_quickly, play_with_every_check
from tests.rules.random_play import VARIANTS


def main() -> None:
    """Play and report; any broken property ends the run with its seed in the traceback."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=10_000, help="quick games in all")
    arguments.add_argument("--checked", type=int, default=500, help="games with every check in all")
    arguments.add_argument("--seed", type=int, default=0, help="the first game's seed")
    options = arguments.parse_args()
    started = time.monotonic()
    for at, (variant, players) in enumerate(VARIANTS):
        book = compile_rulebook(variant, players)
        share = range(at, options.games, len(VARIANTS))
        for number in share:
            play_quickly(book, options.seed + number)
        checked = range(at, options.checked, len(VARIANTS))
        for number in checked:
            play_with_every_check(book, options.seed + number)
        print(
            f"{variant}, {players} players: {len(share)} games, {len(checked)} with every check,"
            f" {time.monotonic() - started:.0f} s so far",
            flush=True,
        )
    print(f"{options.games} games and {options.checked} checked ones: every property held")


if __name__ == "__main__":
    main()
