"""The interface of tournament formats, which is all that a schedule knows of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from arena.text.table import DataTable
from arena.tournament.deals import Draws, Item
from arena.tournament.formats.apart import Apart, Pairing
from protocol import Json

ALL = 10**9
"""The value of `Format.leads` if the order of all entrants matters."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A rated match of the tournament."""

    round: int
    pool: int
    """The index of its pool in the tournament."""
    scores: Mapping[int, float]
    """Each entrant's mean place score over the rotations, from 0 (beaten by all) to 1."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """The results that a format may use, from all pools: a bot has one rank in a tournament."""

    matches: Sequence[PlayedMatch] = ()
    """The matches, oldest first."""
    out: Mapping[int, int] = field(default_factory=dict)
    """The suspended entrants, with the last round that was drawn by then."""


NOTHING = SoFar()


@dataclass(frozen=True, slots=True)
class Field:
    """The field of a tournament in one pool."""

    entrants: int
    """The number of entrants, which a format knows by their indexes."""
    players: int
    """The number of entrants at a table; fillers take the other seats of a game."""
    apart: Apart = Apart()  # noqa: RUF009 (it never changes)
    pool: int = 0
    """The index of the pool, as in PlayedMatch."""
    legs: int = 1
    """How often a table meets before it is decided, in formats that end."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The standing of a tournament by its format's own rules, for text, JSON and pages."""

    data: Json
    """What `--json` prints; a score is a mean place score, from 0 to 1."""
    table: DataTable[Sequence[object]]


class Format(ABC):
    """Pairs the entrants of one pool, round by round."""

    name: ClassVar[str]
    """Its name for `--format`."""
    summary: ClassVar[str]
    """Its description, in a few words, for `--help`."""
    leads: ClassVar[int] = 0
    """The number of entrants, named first, that have a special role; the others are shuffled."""
    needs_leads: ClassVar[bool] = False
    """True if suspending one of those ends the tournament."""
    sees_results: ClassVar[bool] = False
    """True if a round depends on results, so that all before it must be settled first."""
    ends: ClassVar[bool] = False
    """True if the format itself decides when the tournament ends."""
    keeps_apart: ClassVar[bool] = True
    """True if it can avoid meetings of bots that must be kept apart."""
    one_size: ClassVar[bool] = False
    """True if all its games must have the same number of players."""
    entrants_stand_in: ClassVar[bool] = True
    """True if other entrants take the seats of suspended ones; else fillers do."""

    @abstractmethod
    def __init__(self, field: Field, draws: Draws) -> None:
        """Prepare the format for a field; all its random choices come from `draws`."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of pairings in a round, or in the first if they differ."""

    @property
    def sizes(self) -> Sequence[int]:
        """The number of pairings in each usual round; empty if any number of rounds is usual."""
        return ()

    @abstractmethod
    def round(self, number: int, so_far: SoFar = NOTHING) -> Iterable[Pairing]:
        """Draw the pairings of a round, from 1; none if the tournament is decided.

        The same number and results must always give the same pairings, since a tournament that is
        resumed draws its rounds again. `so_far` is empty unless the format sees results. A pairing
        may have fewer entrants than seats; fillers take the rest.
        """

    @staticmethod
    def circle(table: Sequence[Item], draws: Draws) -> Sequence[Item]:
        """Return the clockwise order in which a table sits; it plays a game in each rotation.

        `table` is a pairing in the order in which it was drawn, then stand-ins and fillers.
        """
        return draws.shuffled(table)

    def bracket(self, labels: Sequence[str], so_far: SoFar, rounds: int) -> Bracket | None:
        """Return the standing by the format's own rules; None if only Elo counts.

        It is asked only of formats that see results.

        Args:
            labels: The entrants' labels.
            so_far: The results.
            rounds: The number of rounds that are over.
        """
        return None
