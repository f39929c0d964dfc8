"""Gauntlet: the first entrant meets all others, which meet each other only in its games."""

from collections.abc import Iterator
from dataclasses import replace

from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Pairing
from arena.tournament.formats.format import NOTHING, Field, Format, SoFar
from arena.tournament.formats.round_robin import RoundRobin


class Gauntlet(Format):
    """The format in which the first entrant meets all others."""

    name = "gauntlet"
    summary = "the first bot meets all others"
    leads = 1
    needs_leads = True

    def __init__(self, field: Field, draws: Draws) -> None:
        others = replace(
            field,
            entrants=field.entrants - 1,
            players=field.players - 1,
            apart=field.apart.moved(-1),
        )
        self._others = RoundRobin(others, draws)

    @property
    def size(self) -> int:
        """The number of pairings in a round: that of a round robin of the others."""
        return self._others.size

    def round(self, number: int, so_far: SoFar = NOTHING) -> Iterator[Pairing]:
        """Add the first entrant to each pairing of the others."""
        for others in self._others.round(number):
            yield (0, *(other + 1 for other in others))
