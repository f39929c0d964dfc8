"""Round robin: everybody meets everybody, by all pairings where they are few, else by a design."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Pairing, kept_apart
from arena.tournament.formats.designs import design
from arena.tournament.formats.format import NOTHING, Field, Format, SoFar

ALL_PAIRINGS_UP_TO = 20
"""With no more pairings than this a round has all of them; else a balanced design is drawn."""


class RoundRobin(Format):
    """Everybody meets everybody."""

    name = "roundrobin"
    summary = "everybody meets everybody"

    def __init__(self, field: Field, draws: Draws) -> None:
        entrants, players = field.entrants, field.players
        self._field = field
        self._pairings: list[Pairing] | None = None
        if players == 1 or comb(entrants, players) <= ALL_PAIRINGS_UP_TO:
            every = combinations(range(entrants), min(entrants, players))
            self._pairings = [*filter(field.apart.allows, every)]
        else:
            self._design = design(entrants, players, draws)

    @property
    def size(self) -> int:
        """All pairings, or one for each entrant."""
        return self._field.entrants if self._pairings is None else len(self._pairings)

    def round(self, number: int, so_far: SoFar = NOTHING) -> Iterable[Pairing]:
        """All pairings, or a part of the design."""
        if self._pairings is not None:
            return self._pairings
        drawn = self._design.round(number)
        return kept_apart([*drawn], self._field.apart, number) if self._field.apart else drawn
