"""Round robin: everybody meets everybody, by all pairings where they are few, else by a design."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from arena.tournament.deals import Draws
from arena.tournament.formats.format import Format, Met, Pairing

ALL_PAIRINGS_UP_TO = 20
"""With no more pairings than this a round has all of them; else a balanced design is drawn."""


class RoundRobin(Format):
    """Everybody meets everybody."""

    name = "roundrobin"
    summary = "everybody meets everybody"

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self._pairings: list[Pairing] | None = None
        if comb(entrants, players) <= ALL_PAIRINGS_UP_TO:
            self._pairings = list(combinations(range(entrants), min(entrants, players)))
        else:
            self._design = CyclicDesign(entrants, players, draws)

    @property
    def size(self) -> int:
        """All pairings, or one for each entrant."""
        return self._design.size if self._pairings is None else len(self._pairings)

    def round(self, number: int, so_far: Sequence[Met]) -> Iterable[Pairing]:
        """All pairings, or a part of the design."""
        return self._design.round(number) if self._pairings is None else self._pairings


class CyclicDesign:
    """A balanced design in memory that grows with the entrants only.

    The entrants stand in a circle of n. A round takes one set of k places and turns it through the
    circle, n pairings: so everyone plays k of them, and two at a distance d meet as often as d
    occurs in the set. The sets are chosen so that all distances come up equally often.
    """

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self.size = entrants
        self._players = players
        self._draws = draws
        self._circle = draws.shuffled(range(entrants))
        self._met = [0] * (entrants // 2 + 1)  # by distance: how often such a pair has met
        self._met[0] = -1  # never read; nobody meets itself
        self._sets: list[list[int]] = []

    def round(self, number: int) -> Iterator[Pairing]:
        """One set of places, turned through the circle."""
        while len(self._sets) < number:
            self._sets.append(self._next_set())
        places = self._sets[number - 1]
        for turn in range(self.size):
            yield tuple(self._circle[(place + turn) % self.size] for place in places)

    def _next_set(self) -> list[int]:
        """Places chosen one by one, each at the distances to the others that are most wanted."""
        places = [0]
        while len(places) < self._players:
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
