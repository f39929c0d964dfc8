"""The interface of tournament formats, the only one that schedules know."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from arena.tournament.deals import Draws
from arena.tournament.formats.apart import Apart, Pairing

ALL = 10**9
"""For `Format.leads`: every entrant's place counts."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A rated match of the tournament."""

    round: int
    pool: int
    """By its place among the tournament's pools."""
    scores: Mapping[int, float]
    """Entrant → its mean place score over the rotations, from 0 (beaten by all) to 1."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """The results that a format may look at: those of all pools, since a bot has but one
    place in a tournament."""

    matches: Sequence[PlayedMatch] = ()
    """Oldest first."""
    out: Mapping[int, int] = field(default_factory=dict)
    """Entrants that were suspended → the last round that was drawn by then."""


NOTHING = SoFar()


@dataclass(frozen=True, slots=True)
class Field:
    """The field of a tournament, as a format is told when it is made."""

    entrants: int
    """How many there are; a format knows them by their places in the list of entrants."""
    players: int
    """How many sit in a game."""
    apart: Apart = Apart()  # noqa: RUF009 (it never changes)
    pool: int = 0
    """As in Met."""
    legs: int = 1
    """How often a table meets before it is decided, in formats that end."""


class Format(ABC):
    """Pairs the entrants of one pool, round by round."""

    name: ClassVar[str]
    """What `--format` calls it."""
    summary: ClassVar[str]
    """What it does, in a few words for `--help`."""
    leads: ClassVar[int] = 0
    """How many of the entrants, named first, have a special role; the others are shuffled."""
    all_lead: ClassVar[bool] = False
    """Whether the tournament is over without one of those."""
    sees_results: ClassVar[bool] = False
    """Whether a round depends on results; it is then drawn when all before it are settled."""
    ends: ClassVar[bool] = False
    """Whether it says when the tournament is decided; nobody else may then say how long it is."""
    keeps_apart: ClassVar[bool] = True
    """Whether it can do without meetings of bots that are to be kept apart."""
    one_size: ClassVar[bool] = False
    """Whether all its games must have the same number of players."""
    stand_ins: ClassVar[bool] = True
    """Whether other entrants take the seats of suspended ones; else fillers do."""

    @abstractmethod
    def __init__(self, field: Field, draws: Draws) -> None:
        """draws: all its luck."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Pairings in a round, or in the first one where they differ."""

    @property
    def sizes(self) -> Sequence[int]:
        """Pairings of each of its usual rounds; empty where any number of rounds is usual."""
        return ()

    @abstractmethod
    def round(self, number: int, so_far: SoFar = NOTHING) -> Iterable[Pairing]:
        """The pairings of a round, from 1; none when the tournament is decided.

        so_far: up to that round; empty unless the format sees results. The same number and
        results always give the same pairings: a tournament that is resumed draws its rounds
        again. A pairing may have fewer entrants than seats; fillers take the rest.
        """
