"""Live Elo for games of two to seven players, with a step that shrinks as evidence grows.

A game of n players counts as all its pairs, each with weight 3/(n+1). With that weight the
information of a game between equals is right for any n. For bot i and the others j of its game:

    E_ij = 1 / (1 + 10^((R_j - R_i)/400))            expected score
    S_ij = 1, 1/2 or 0                               by final place; a shared place is a half
    R_i += K_i · w_n · Σ_j (S_ij - E_ij)             K_i = c / (1 + I_i), c = 400 / ln 10
    I_i += w_n · Σ_j E_ij (1 - E_ij)                 the information seen so far

Every bot starts at 1500 with I = 0. Two players with a fixed K give textbook Elo. See decision 6
(`docs/decisions/06-ratings.md`).
"""

import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

START = 1500.0
SCALE = 400 / math.log(10)
"""c: Elo points per unit of log-odds, 173.7."""

Bot = TypeVar("Bot", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rating:
    """A live rating in Elo points, and the information behind it (I above)."""

    elo: float = START
    info: float = 0.0


def expected(elo: float, other: float) -> float:
    """Return the expected score, 0 to 1, of a bot rated `elo` against one rated `other`."""
    return float(1 / (1 + 10 ** ((other - elo) / 400)))


def weight(players: int) -> float:
    """Return the weight of one pair in a game of n players: 3/(n+1)."""
    return 3 / (players + 1)


def score(seat: int, other: int, places: Sequence[int], forfeited: Collection[int] = ()) -> float:
    """Return the first seat's score against the other: 1, ½ or 0; a forfeiter loses to all."""
    if (seat in forfeited) != (other in forfeited):
        return float(other in forfeited)
    if seat in forfeited or places[seat] == places[other]:
        return 0.5
    return float(places[seat] < places[other])


def rated_pairs(
    bots: Sequence[Bot], places: Sequence[int], forfeited: Collection[int] = ()
) -> Iterator[tuple[int, int, float]]:
    """Yield each rated pair of seats of a game, with the first seat's score.

    A bot is not rated against itself. If any seat forfeited, only the pairs of a forfeiter with a
    seat that did not forfeit are rated.

    Args:
        bots: The bot in each seat.
        places: The place of each seat.
        forfeited: The seats that forfeited.
    """
    for seat, other in combinations(range(len(bots)), 2):
        # The referee plays on in a forfeited seat, which helps or hinders the others by chance.
        alike = (seat in forfeited) == (other in forfeited)
        if bots[seat] != bots[other] and not (forfeited and alike):
            yield seat, other, score(seat, other, places, forfeited)


def rate_game(
    ratings: Mapping[Bot, Rating],
    bots: Sequence[Bot],
    places: Sequence[int],
    forfeited: Collection[int] = (),
    k: float | None = None,
) -> dict[Bot, Rating]:
    """Return the ratings of all bots of a game after it.

    Args:
        ratings: The ratings before it; a bot that is missing has a new `Rating`.
        bots: The bot in each seat; a bot may hold several seats.
        places: The place of each seat: 1 is best, shared places are equal.
        forfeited: The seats that forfeited; see `rated_pairs`.
        k: A fixed K in place of c/(1+I).
    """
    share = weight(len(bots))
    surprise = dict.fromkeys(bots, 0.0)
    information = dict.fromkeys(bots, 0.0)
    before = {bot: ratings.get(bot, Rating()) for bot in surprise}
    for seat, other, scored in rated_pairs(bots, places, forfeited):
        bot, opponent = bots[seat], bots[other]
        chance = expected(before[bot].elo, before[opponent].elo)
        gain = scored - chance
        surprise[bot] += gain
        surprise[opponent] -= gain
        information[bot] += chance * (1 - chance)
        information[opponent] += chance * (1 - chance)
    after: dict[Bot, Rating] = {}
    for bot, old in before.items():
        step = SCALE / (1 + old.info) if k is None else k
        after[bot] = Rating(
            old.elo + step * share * surprise[bot], old.info + share * information[bot]
        )
    return after
