"""The scheduler of `arena sprt`: swap units until the test has a verdict, or reaches its limit.

A unit is a match of two games on one deal. A and B exchange their seats for the second, and
everything else stays the same, including their processes: so this is for bots that you trust, and
changes no rating. A round of units has every pair of seats once. Units beyond the one that brings
the verdict were written ahead to keep the workers busy, and are dropped.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import Any, ClassVar

from arena.tournament.deals import Draws, deal_seed
from arena.tournament.plan import Plan
from arena.tournament.schedule import fill_up
from arena.tournament.scheduler import Scheduler
from ladder.database.store import Store
from ladder.tournaments.ledger import Ledger, LedgerEnd
from ladder.tournaments.sprt_progress import Contest
from ladder.tournaments.tournaments import NewMatch, Tournament

NAME = "sprt"
AHEAD = 64
"""The unsettled units below which another round is written, so that workers never wait."""


def contest(store: Store, stored: Tournament) -> Contest | None:
    """Return a tournament's test and its progress; None if it is not a test."""
    if stored.settings["format"] != NAME:
        return None
    test = Contest.of(store, stored.id, stored.settings)
    test.read_on()
    return test


class Sprt(Scheduler):
    """The scheduler of a test of two bots, unrated since it stops where luck has carried it."""

    rated: ClassVar[bool] = False

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        """Prepare the test. Raises ScheduleError if no bots are named for the other seats."""
        super().__init__(plan, settings, secret)
        (self._pool,) = plan.pools
        self._most = settings["options"]["units"]
        self._others: list[int] = settings["fillers"]
        fill_up(settings["bots"], self._pool.players, self._others)
        self._contest: Contest | None = None

    @staticmethod
    def summary(plan: Plan) -> str:
        """Say what a test asks."""
        return "is the first bot better than the second?"

    @staticmethod
    def length(plan: Plan) -> str:
        """Describe the length of a test, which results decide."""
        return f"at most {plan.options['units']} units of 2 games"

    @staticmethod
    def leads(plan: Plan) -> int:
        """Return 2: the bots that are compared."""
        return 2

    def beginning(self) -> Iterator[NewMatch]:
        """Draw the first round."""
        return islice(self._round(1, 0), self._most)

    def decided(self, ledger: Ledger, end: LedgerEnd) -> bool:
        """Return True if the settled units bring a verdict."""
        return self._so_far(ledger, end).verdict is not None

    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw a round, up to the limit of units; nothing while there is enough to play."""
        if end.unsettled > AHEAD:
            return ()
        left = self._most - self._so_far(ledger, end).tally.units - end.unsettled
        return islice(self._round(end.rounds + 1, end.matches), max(0, left))

    def _so_far(self, ledger: Ledger, end: LedgerEnd) -> Contest:
        if self._contest is None:
            self._contest = Contest.of(ledger.store, ledger.tournament.id, self._settings)
        self._contest.read_on(end.settled)
        return self._contest

    def _round(self, number: int, first_match: int) -> Iterator[NewMatch]:
        """Yield a unit for each pair of seats."""
        pairs = list(combinations(range(self._pool.players), 2))
        seats = Draws(self._secret, "seats", number).shuffled(pairs)
        for match, (one, other) in enumerate(seats, start=first_match):
            draws = Draws(self._secret, "circle", match)
            a, b = draws.shuffled(self._settings["bots"])
            rest = draws.shuffled(self._others)[: self._pool.players - 2]
            full = iter(draws.shuffled(fill_up(rest, self._pool.players - 2, self._others)))
            circle = tuple(
                a if seat == one else b if seat == other else next(full)
                for seat in range(self._pool.players)
            )
            seed = deal_seed(self._secret, match)
            yield NewMatch(number, self._pool, seed, circle, seating="swapped")
