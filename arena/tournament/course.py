"""A course: how the ledger of one kind of tournament is written. The driver knows no more of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from ladder.ledger import Dropped, End, Ledger
from ladder.tournaments import Draft

DRAWING = 1
"""The version of how matches are drawn. Raise it when the same settings, secret and results draw
other matches than before: those of older tournaments cannot be drawn again then."""


class Course(ABC):
    """Draws the matches of one tournament; the same settings and results, the same matches.

    A tournament that is resumed makes a new one: what it needs to know is in the ledger.
    """

    @property
    @abstractmethod
    def open_ended(self) -> bool:
        """Whether nobody knows beforehand how many games there will be."""

    @property
    def sees_ladder(self) -> bool:
        """Whether it goes by ratings, which the games of other tournaments move as well."""
        return False

    @abstractmethod
    def beginning(self) -> Iterable[Draft]:
        """The matches to be written before the first game."""

    @abstractmethod
    def more(self, ledger: Ledger, end: End) -> Iterable[Draft]:
        """What follows at the end of the ledger now; nothing: not yet, or never.

        Asked within the transaction that settles a match, so it may read what is settled by then
        and nothing else, least of all a clock.
        """

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> Draft | None:
        """A match in the place of one with suspended bots (ids); None: there is none."""
        return None
