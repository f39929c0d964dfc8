"""A course: how the ledger of one kind of tournament is written. The driver knows no more of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from ladder.tournaments.ledger import Dropped, Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch

DRAWING = 3
"""The version of how matches are drawn and dealt. Raise it when the same settings, secret and
results draw other matches than before: those of older tournaments cannot be drawn again then."""
ONE_DEAL = 2
"""The version that drew the same matches, those of a league aside, and dealt one deal for all
rotations of each."""


class Scheduler(ABC):
    """Draws the matches of one tournament; the same settings and results, the same matches.

    A tournament that is resumed makes a new one: what it needs to know is in the ledger.
    """

    rated: ClassVar[bool] = True
    """Whether its games change ratings, and faults in them suspend."""

    @property
    @abstractmethod
    def open_ended(self) -> bool:
        """True if nobody knows beforehand how many games there will be."""

    def games(self, written: int, rounds: int) -> int | None:
        """The number of games that there will be; None when nobody knows.

        written, rounds: what is in the ledger by now, the games without those dropped or given up.
        """
        return None if self.open_ended else written

    @abstractmethod
    def beginning(self) -> Iterable[NewMatch]:
        """The matches to be written before the first game."""

    @abstractmethod
    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw what follows at the end of the ledger now; nothing: not yet, or never.

        Asked within the transaction that settles a match, so it may read what is settled by then
        and nothing else, least of all a clock.
        """

    def decided(self, ledger: Ledger, end: LedgerEnd) -> bool:
        """True if nothing beyond what is settled counts any more; asked like `more`, before it."""
        return False

    def again(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw again what `more` drew here, if anything; for checking a ledger.

        The ledger is a copy with this tournament alone, so what was decided by the games of others
        as well is taken as it was decided.
        """
        return self.more(ledger, end)

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> NewMatch | None:
        """A match in the place of one with suspended bots (ids); None: there is none."""
        return None
