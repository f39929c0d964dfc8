"""A newcomer to a league is placed sooner than with opponents at random.

A field of 30 bots that have played for a while, and a newcomer: matches of four, a game in
every rotation of the seats, places by Plackett and Luce. It plays until its Elo is within ± 50 by
the model (the ± shown varies around that, whoever pairs): with the opponents that a league gives
it, and with opponents at random, on the same fields.
Printed for each spread of the field: the games it took, at the median and at the 90th percentile.
Then leagues whose bots are all new: how often Elo ± holds the truth after their first 120 games a
bot, by how much the scale is stretched, and the error. Ends with status 1 if the league saves less
than it should, or its ± holds too little.
"""

import argparse
from collections.abc import Callable, Sequence
from copy import deepcopy
from time import perf_counter

import numpy as np

from arena.tournament.deals import Draws, new_secret
from arena.tournament.league import AHEAD, MOST_WAITING, Candidate, meeting
from ladder.arrays import Floats
from ladder.elo import SCALE, START
from ladder.ratings import Deals, Fit
from ladder.scope import NORMAL, UNKNOWN
from ladder.strengths import Tally

TAKES = "5 min"

BOTS = 30
PLAYERS = 4
MATCHES = 200
"""Of each bot of the field, before the newcomer comes."""
GOAL = 50.0
MOST_MATCHES = 200
SAVED = {200: (0.22, 0.35), 75: (0.0, 0.0)}
"""By the spread of the field in Elo: what is to be saved, at the median and the 90th percentile.
Who knew all strengths beforehand would save .25 at the median (ADR 14)."""
NEWCOMER = BOTS
HELD, STRETCHED = 0.93, 0.05
"""Of true ratings, in a league whose bots are all new; and by how much its scale may be off."""

Choose = Callable[[Tally, int], Sequence[int]]
"""From the settled matches and the number of the newcomer's match to its opponents."""


def played(bots: Sequence[int], strength: Floats, random: np.random.Generator) -> Deals:
    """A match of these bots."""
    showing = strength[list(bots)] + random.gumbel(size=(len(bots), len(bots)))
    one, other = np.triu_indices(len(bots), 1)
    scores = (showing[:, one] > showing[:, other]).astype(float)
    return Deals(np.array([bots] * len(bots)), scores, np.ones(scores.shape))


def settled_field(strength: Floats, random: np.random.Generator) -> Tally:
    """What the field has played: the least-played bots meet, else at random."""
    games, deals = np.zeros(BOTS), []
    while games.min() < MATCHES * PLAYERS:
        bots = np.lexsort((random.random(BOTS), games))[:PLAYERS]
        games[bots] += PLAYERS
        deals.append(played([int(bot) for bot in bots], strength, random))
    tally = Tally()
    parts = ([getattr(deal, name) for deal in deals] for name in ("bots", "scores", "games"))
    tally.add(Deals(*map(np.concatenate, parts)))
    return tally


def games_until_placed(
    choose: Choose, field: Tally, strength: Floats, random: np.random.Generator
) -> float:
    """The newcomer's games; a match is drawn while so many of its matches wait as in a league.

    Within a match in proportion, as information grows.
    """
    before = 0.0
    known, settled, waiting = deepcopy(field), deepcopy(field), list[Deals]()
    for number in range(MOST_MATCHES):
        match = played([NEWCOMER, *choose(settled, number)], strength, random)
        known.add(match)
        waiting.append(match)
        if len(waiting) == MOST_WAITING:
            settled.add(waiting.pop(0))
        now = (NORMAL * known.strengths()[NEWCOMER].deviation / GOAL) ** -2
        if now >= 1:
            return PLAYERS * (number + (1 - before) / (now - before))
        before = now
    return float(PLAYERS * MOST_MATCHES)


def by_league(secret: bytes) -> Choose:
    """The opponents that a league gives."""

    def choose(tally: Tally, number: int) -> Sequence[int]:
        strengths = tally.strengths()
        games = [MATCHES * PLAYERS + MOST_MATCHES * PLAYERS] * BOTS + [number * PLAYERS]
        field = [
            Candidate(bot, "", n, n, 0, known.elo, known.deviation)
            for bot, n in enumerate(games)
            for known in [strengths.get(bot, UNKNOWN)]
        ]
        first, *others = meeting(field, PLAYERS, Draws(secret, "league", number))
        assert first == NEWCOMER
        return others

    return choose


def first_days(seed: int, bots: int = 25, games: int = 120, spread: float = 150) -> list[float]:
    """A league in which everybody is new: the share of true ratings that Elo ± holds after so many
    games a bot, the slope of the shown ratings over the true ones, and the error in Elo points."""
    random = np.random.default_rng([seed, bots, games])
    strength = random.normal(0, spread / SCALE, bots)
    fit = Fit(first_matches(seed, bots, games, lambda table: played(table, strength, random)))
    truth = START + SCALE * fit.centred(strength)
    held = np.mean(np.abs(fit.elo - truth) <= fit.interval)
    error = np.sqrt(np.mean((fit.elo - truth) ** 2))
    return [float(held), float(np.polyfit(truth - START, fit.elo, 1)[0]), float(error)]


def first_matches(
    seed: int, bots: int, games: int, play: Callable[[Sequence[int]], Deals]
) -> list[Deals]:
    """The matches that a league draws of bots that are all new, until they have had so many games
    on average."""
    count, waiting, tally, matches = np.zeros(bots, int), list[Deals](), Tally(), list[Deals]()
    number = 0
    while count.mean() < games:
        known = tally.strengths()
        waits = np.bincount([int(match.bots[0, 0]) for match in waiting], minlength=bots)
        field = [
            Candidate(bot, "", n, n, int(waits[bot]), rating.elo, rating.deviation)
            for bot, n in enumerate(map(int, count))
            for rating in [known.get(bot, UNKNOWN)]
        ]
        table = meeting(field, PLAYERS, Draws(new_secret(seed), "league", number))
        number += 1
        count[table] += PLAYERS
        waiting.append(play(table))
        if len(waiting) == AHEAD // 2:
            matches.append(waiting.pop(0))
            tally.add(matches[-1])
    return matches


def at_random(random: np.random.Generator) -> Choose:
    """Any opponents."""
    return lambda tally, number: [int(each) for each in random.permutation(BOTS)[:3]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--newcomers", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    passed, began = True, perf_counter()
    for spread, goals in SAVED.items():
        took = []
        for number in range(given.newcomers):
            random = np.random.default_rng([given.seed, spread, number])
            strength = random.normal(0, spread / SCALE, BOTS + 1)
            field = settled_field(strength, random)
            took.append(
                [
                    games_until_placed(choose, field, strength, random)
                    for choose in (by_league(new_secret(number)), at_random(random))
                ]
            )
        league, chance = np.quantile(took, [0.5, 0.9], axis=0).T
        saved = 1 - league / chance
        right = bool((saved >= goals).all())
        passed &= right
        print(
            f"sd {spread:3}: in the league {league[0]:.0f} games ({league[1]:.0f} at the 90th "
            f"percentile), at random {chance[0]:.0f} ({chance[1]:.0f}): "
            f"{saved[0]:.0%} ({saved[1]:.0%}) saved"
            f"{'' if right else '   NOT as it should be'}",
            flush=True,
        )
    for spread in (150, 300):
        leagues = [first_days(seed, spread=spread) for seed in range(given.newcomers // 5)]
        held, slope, error = np.mean(leagues, axis=0)
        right = held >= HELD and abs(slope - 1) <= STRETCHED
        passed &= bool(right)
        print(
            f"sd {spread:3}, all new, 120 games each: ± holds {held:.3f}, slope {slope:.2f}, "
            f"error {error:.0f}{'' if right else '   NOT as it should be'}",
            flush=True,
        )
    print(f"{'all as it should be' if passed else 'NOT as it should be'}", end="; ")
    print(f"{perf_counter() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
