"""The scheduler of `arena bench`: the matches of a suite, all written before the first game."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from arena.tournament.deals import deal_seed
from arena.tournament.plan import Plan
from arena.tournament.scheduler import DRAWING, Scheduler
from arena.tournament.size import Size
from arena.tournament.suites import Suite, suite_named
from ladder.tournaments.ledger import Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch

NAME = "bench"


def suite_of(plan: Plan) -> Suite:
    """Return the suite that a plan of this kind plays."""
    return suite_named(plan.options["suite"])


class Bench(Scheduler):
    """The scheduler of one player at the tables of a suite, whose bots are the fillers."""

    drawn_alike_since: ClassVar[int] = DRAWING

    @staticmethod
    def summary(plan: Plan) -> str:
        """Say what is measured, and by what."""
        return f"how strong is the first bot by the suite {plan.options['suite']}?"

    @staticmethod
    def length(plan: Plan) -> str:
        """Describe the length of a suite, which is fixed."""
        return str(Size(games=suite_of(plan).sizes.total()))

    @staticmethod
    def leads(plan: Plan) -> int:
        """Return 1: the player."""
        return 1

    @property
    def open_ended(self) -> bool:
        """Return False: a suite says how much is played."""
        return False

    def games(self, written: int, rounds: int) -> int:
        """Return the number of games, all of which are written."""
        return written

    def beginning(self) -> Iterator[NewMatch]:
        """Draw all matches."""
        suite = suite_of(self._plan)
        (player,) = self._settings["bots"]
        others = dict(zip(suite.bots, self._settings["fillers"], strict=True))
        pools = dict(zip(self._plan.games, self._plan.pools, strict=True))
        circles = suite.circles(self._secret, player, others)
        for number, (place, circle) in enumerate(circles):
            yield NewMatch(1, pools[place.game], deal_seed(self._secret, number), circle)

    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw nothing: it is all there."""
        return ()
