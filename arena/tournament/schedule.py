"""Who meets whom on which deal: schedules, drawn match by match and never held as a whole.

A scheduler gives the pairings of each round; a round is one pass in which every bot plays equally
often. Each pairing is one deal with a circular order of its own, and its match plays all rotations
of the seats, so that every bot sits in every seat equally often whatever the scheduler does.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Protocol

from arena.errors import ArenaError
from arena.tournament.deals import Draws, deal_seed
from ladder.tournaments import Draft, Pool

ALL_PAIRINGS_UP_TO = 20
"""With no more pairings than this a round has all of them; else a balanced design is drawn."""

Pairing = tuple[int, ...]
"""Bots, by their place in the field of the tournament."""


class ScheduleError(ArenaError):
    """No schedule can be made of these bots and games."""


class Scheduler(Protocol):
    """Draws rounds for one kind of game; made anew for each tournament and table size."""

    size: int
    """Pairings in a round."""

    def round(self) -> Iterator[Pairing]:
        """The pairings of the next round. May be shorter than a table: house bots fill up."""
        ...


class RoundRobin:
    """Everybody meets everybody: all pairings of a round if they are few, else a design."""

    def __init__(self, bots: int, seats: int, draws: Draws) -> None:
        self._rounds: AllPairings | CyclicDesign
        if comb(bots, seats) <= ALL_PAIRINGS_UP_TO:
            self._rounds = AllPairings(bots, min(bots, seats))
        else:
            self._rounds = CyclicDesign(bots, seats, draws)
        self.size = self._rounds.size

    def round(self) -> Iterator[Pairing]:
        """All pairings, or the next part of the design."""
        return self._rounds.round()


class Gauntlet:
    """The first bot meets all others; they meet each other only at its table."""

    def __init__(self, bots: int, seats: int, draws: Draws) -> None:
        self._others = RoundRobin(bots - 1, seats - 1, draws)
        self.size = self._others.size

    def round(self) -> Iterator[Pairing]:
        """The first bot beside each pairing of the others."""
        for others in self._others.round():
            yield (0, *(bot + 1 for bot in others))


SCHEDULERS: dict[str, type[RoundRobin] | type[Gauntlet]] = {
    "roundrobin": RoundRobin,
    "gauntlet": Gauntlet,
}


class AllPairings:
    """Every set of so many bots once a round."""

    def __init__(self, bots: int, seats: int) -> None:
        self._bots, self._seats = bots, seats
        self.size = comb(bots, seats)

    def round(self) -> Iterator[Pairing]:
        """All pairings, in lexical order."""
        return combinations(range(self._bots), self._seats)


class CyclicDesign:
    """A balanced design in memory that grows with the bots only.

    The bots stand in a circle of n. A round takes one set of k places and turns it through the
    circle, n pairings: so every bot plays k of them, and two bots at a distance d meet as often
    as d occurs in the set. The sets are chosen so that all distances come up equally often.
    """

    def __init__(self, bots: int, seats: int, draws: Draws) -> None:
        self.size = bots
        self._seats = seats
        self._draws = draws
        self._circle = draws.shuffled(range(bots))
        self._met = [0] * (bots // 2 + 1)  # by distance: how often such a pair has met
        self._met[0] = -1  # never read; a bot does not meet itself

    def round(self) -> Iterator[Pairing]:
        """One set of places, turned through the circle."""
        places = self._next_set()
        for turn in range(self.size):
            yield tuple(self._circle[(place + turn) % self.size] for place in places)

    def _next_set(self) -> list[int]:
        """Places chosen one by one, each at the distances to the others that are most wanted."""
        places = [0]
        while len(places) < self._seats:
            start = self._draws.below(self.size)
            candidates = [(start + step) % self.size for step in range(self.size)]
            best = min(
                (c for c in candidates if c not in places), key=lambda c: self._cost(c, places)
            )
            for distance in self._distances(best, places):
                # Half the circle is the same distance from both sides: such a pair meets twice.
                self._met[distance] += 2 if 2 * distance == self.size else 1
            places.append(best)
        return places

    def _cost(self, place: int, places: Iterable[int]) -> int:
        distances = self._distances(place, places)
        repeated = len(distances) - len(set(distances))
        return sum(self._met[distance] ** 2 for distance in distances) + repeated

    def _distances(self, place: int, places: Iterable[int]) -> list[int]:
        return [min((place - p) % self.size, (p - place) % self.size) for p in places]


def schedule(
    kind: str,
    bots: Sequence[int],
    pools: Sequence[Pool],
    rounds: int,
    secret: bytes,
    house: Sequence[int] = (),
) -> Iterator[Draft]:
    """The matches of a tournament in the order of its ledger: by round, pool, pairing.

    kind: a key of SCHEDULERS. bots, house: ids. Raises ScheduleError at the first match that
    cannot be filled.
    """
    draws = Draws(secret, "field")
    # A gauntlet's first bot stays the first; the places of the others are drawn.
    fixed = 1 if kind == "gauntlet" else 0
    field = [*bots[:fixed], *draws.shuffled(bots[fixed:])]
    schedulers = [
        SCHEDULERS[kind](len(field), pool.players, Draws(secret, "design", number))
        for number, pool in enumerate(pools)
    ]
    deal = 0
    for number in range(1, rounds + 1):
        for pool, scheduler in zip(pools, schedulers, strict=True):
            for pairing in scheduler.round():
                meeting = fill_up([field[place] for place in pairing], pool.players, house)
                yield draft(number, pool, meeting, secret, deal)
                deal += 1


def matches(kind: str, bots: int, pools: Sequence[Pool], rounds: int) -> int:
    """How many matches such a schedule has."""
    draws = Draws(b"", "size")
    return rounds * sum(SCHEDULERS[kind](bots, pool.players, draws).size for pool in pools)


def draft(
    number: int,
    pool: Pool,
    meeting: Sequence[int],
    secret: bytes,
    deal: int,
    instead_of: int | None = None,
) -> Draft:
    """A match of these bots on a deal, with the deal's own circular order."""
    circle = tuple(Draws(secret, "circle", deal).shuffled(meeting))
    return Draft(number, pool, deal_seed(secret, deal), circle, instead_of)


def fill_up(meeting: Sequence[int], seats: int, house: Sequence[int]) -> list[int]:
    """The bots that meet, with house bots in the seats that are left, each as seldom as can be."""
    full = list(meeting)
    while len(full) < seats:
        if not house:
            raise ScheduleError(
                f"a table of {seats} needs {seats} bots; there are {len(meeting)}, and no house "
                "bots to fill it up."
            )
        full.append(min(house, key=full.count))
    return full


def replacement(
    bots: Sequence[int],
    seats: int,
    stay: Sequence[int],
    secret: bytes,
    deal: int,
    house: Sequence[int] = (),
) -> list[int] | None:
    """Who meets instead when a bot has been suspended: those who stay, and others drawn anew.

    bots: all who still play. stay: those of the dropped match among them. None when fewer than
    two are left to meet.
    """
    others = Draws(secret, "replacement", deal).shuffled([bot for bot in bots if bot not in stay])
    meeting = [*stay, *others][:seats]
    return fill_up(meeting, seats, house) if len(set(meeting)) >= 2 else None
