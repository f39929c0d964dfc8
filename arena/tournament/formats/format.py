"""What every tournament format has in common: the one interface that schedules know."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from arena.tournament.deals import Draws

Pairing = tuple[int, ...]
"""The entrants that meet, by their places in the tournament's list of entrants."""

Met = Mapping[int, float]
"""A rated match: entrant → its mean place score, from 0 (beaten by all) to 1."""


class Format(ABC):
    """Pairs the entrants of one pool, round by round."""

    name: ClassVar[str]
    """What `--format` calls it."""
    summary: ClassVar[str]
    """What it does, in a few words for `--help`."""
    leads: ClassVar[int] = 0
    """How many of the entrants, named first, have a special role; the others are shuffled."""
    sees_results: ClassVar[bool] = False
    """Whether a round depends on results; it is then drawn when all before it are rated."""

    @abstractmethod
    def __init__(self, entrants: int, players: int, draws: Draws) -> None:
        """entrants: how many there are. players: how many sit in a game. draws: all its luck."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Pairings in a round, or in the first one where they differ."""

    @abstractmethod
    def round(self, number: int, so_far: Sequence[Met]) -> Iterable[Pairing]:
        """The pairings of a round, from 1; none when the tournament is decided.

        so_far: this pool's rated matches, oldest first; empty unless the format sees results.
        The same number and results always give the same pairings: a tournament that is resumed
        draws its rounds again. A pairing may have fewer entrants than seats; fillers take the rest.
        """
