"""Decisions that `arena why --rollouts` calls costly really are.

Duels of players who err on purpose are judged as `arena why --rollouts` does, then every decision
that differs from the simple player's by four times as many deals, which stands for the truth. Are
decisions that were called certain really worse? Are the worst ones found?
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean

from arena.rollouts.judge import DEALS, judge, positions
from arena.rollouts.playing import sample
from arena.rules import Choice, Sensible, compile_rulebook
from tests.support.staged import Staged

TAKES = "10 min"

ERRS = 0.15
"""How often a player chooses at random."""
TRUTH = 4


def erring(seed: int) -> Staged:
    """A duel in which seat 0 sometimes chooses at random."""
    game, rng = compile_rulebook("anniversary_duel", 2).start(seed), Random(seed)
    first, player = game.copy(), Sensible(game.book)
    plays: list[tuple[int, Choice]] = []
    while game.asked:
        seat = game.asked[0]
        choice = player.choose(game, seat)
        if seat == 0 and rng.random() < ERRS:
            choice = rng.choice(game.choices(seat))
        plays.append((seat, choice))
        game.play(seat, choice)
    return Staged(first, plays)


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a line for each game, then all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--deals", type=int, default=DEALS)
    asked = parser.parse_args(arguments)
    certain = wrong = worst_found = games = 0
    shown: list[tuple[float, float]] = []
    for seed in range(asked.games):
        replay = erring(seed)
        found, _ = positions(replay, 0)
        truth = {
            position.number: fmean(
                each.after - each.before
                for number in range(TRUTH * asked.deals)
                for each in [sample(position, -1, number)]
            )
            for position in found
        }
        judged = judge(replay, 0, asked.deals).worst
        games += 1
        worst = max(truth, key=truth.__getitem__)
        worst_found += worst in [each.position.number for each in judged]
        for each in judged:
            true = truth[each.position.number]
            shown.append((each.fall, true))
            certain += each.certain
            wrong += each.certain and true <= 0
        told = ", ".join(f"{j.fall:.2f} (truly {truth[j.position.number]:.2f})" for j in judged)
        print(f"game {seed}: {len(found)} differ, worst {truth[worst]:.2f}; shown {told}")
    print(
        f"{games} games: the worst decision is among the three shown in {worst_found}; of {certain}"
        f" called certain {wrong} cost nothing. Shown {fmean(fall for fall, _ in shown):.3f} on the"
        f" average, truly {fmean(true for _, true in shown):.3f}."
    )


if __name__ == "__main__":
    main()
