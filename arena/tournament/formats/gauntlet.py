"""Gauntlet: the first entrant meets all others, who meet each other only in its games."""

from collections.abc import Iterator, Sequence

from arena.tournament.deals import Draws
from arena.tournament.formats.format import Format, Met, Pairing
from arena.tournament.formats.round_robin import RoundRobin


class Gauntlet(Format):
    """The first entrant meets all others."""

    name = "gauntlet"
    summary = "the first bot meets all others"
    leads = 1

    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        self._others = RoundRobin(entrants - 1, players - 1, draws)

    @property
    def size(self) -> int:
        """As many pairings as a round robin of the others has."""
        return self._others.size

    def round(self, number: int, so_far: Sequence[Met]) -> Iterator[Pairing]:
        """The first entrant with each pairing of the others."""
        for others in self._others.round(number, so_far):
            yield (0, *(other + 1 for other in others))
