"""The scheduler, which writes the ledger of one kind of tournament, match by match.

It is all that the driver knows of a tournament's kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from arena.tournament.plan import Plan
from ladder.tournaments.ledger import Dropped, Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch

DRAWING = 3
"""The version of how matches are drawn and dealt.

Raise it when the same settings, secret and results draw different matches than before: those of
older tournaments can then no longer be audited.
"""
ONE_DEAL = 2
"""The version that dealt one deal for all rotations of a match; leagues also drew differently."""


class Scheduler(ABC):
    """Draws the matches of one tournament: the same settings and results, the same matches.

    Resuming a tournament creates a new scheduler: all that it needs to know is in the ledger.
    """

    rated: ClassVar[bool] = True
    """True if games change ratings, and faults in them suspend bots."""
    drawn_alike_since: ClassVar[int] = ONE_DEAL
    """The first version of the drawing (see DRAWING) that drew matches as this one does."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        """Prepare to draw the matches of a tournament with this plan, stored settings and secret.

        Raises FormatError or ScheduleError if there can be no such tournament.
        """
        self._plan = plan
        self._settings = settings
        self._secret = secret

    @staticmethod
    @abstractmethod
    def summary(plan: Plan) -> str:
        """Describe in a few words who meets whom."""

    @staticmethod
    def length(plan: Plan) -> str:
        """Describe the length of a tournament."""
        return str(plan.size)

    @staticmethod
    def leads(plan: Plan) -> int:
        """Return how many entrants, named first, have a special role. Raises FormatError."""
        return 0

    @property
    def open_ended(self) -> bool:
        """True if the number of games is unknown beforehand."""
        return True

    def games(self, written: int, rounds: int) -> int | None:
        """Return the number of games there will be; None if it is unknown.

        Args:
            written: Games in the ledger now, without those dropped or given up.
            rounds: Rounds in the ledger now.
        """
        return None

    @abstractmethod
    def beginning(self) -> Iterable[NewMatch]:
        """Draw the matches that are written before the first game."""

    @abstractmethod
    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw the matches that follow at the end of the ledger; none if it is not yet time.

        Called in the transaction that settles a match, so it may read what is settled by then and
        nothing else, least of all a clock.
        """

    def decided(self, ledger: Ledger, end: LedgerEnd) -> bool:
        """Return True if nothing unsettled counts any more; called as `more` is, before it."""
        return False

    def again(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw again what `more` drew here, to audit a ledger.

        The ledger is a copy with this tournament alone. So a decision that also depended on the
        games of others is taken as it was made.
        """
        return self.more(ledger, end)

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> NewMatch | None:
        """Draw a match to replace one with suspended bots (ids); None if there is none."""
        return None
