"""How a ledger is written: its beginning before the first game, later rounds when they are due.

What is known beforehand is written at once. A tournament whose end or whose pairings depend on
results is written round by round, by what is rated at a fixed place of the ledger: so it goes on
in the same way on every machine, and after every interruption.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, count
from typing import Any

from arena.tournament.course import Course
from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule, draft
from arena.tournament.size import cut
from ladder.ledger import Dropped, End, Ledger
from ladder.standings import widest
from ladder.tournaments import Draft, place_scores

AHEAD = 20
"""The next round is written when no more matches than this are unsettled: workers never wait."""


class Rounds(Course):
    """The course of a tournament with a format: round by round, until it has its size."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        self._plan = plan
        self._secret = secret
        self.schedule = Schedule.of(plan, settings, secret)

    @property
    def open_ended(self) -> bool:
        """Whether its end or its pairings depend on results, or on the clock."""
        return self._plan.size.open_ended or self.schedule.sees_results

    def beginning(self) -> Iterator[Draft]:
        """All matches, or a round where not all are known."""
        size, per_round = self._plan.size, self.schedule.matches
        known = 1 if self.open_ended else size.rounds
        numbers = count(1) if known is None else range(1, known + 1)
        drafts = chain.from_iterable(
            self.schedule.round(number, (number - 1) * per_round) for number in numbers
        )
        return drafts if size.games is None else cut(drafts, size.games)

    def more(self, ledger: Ledger, end: End) -> Iterable[Draft]:
        """A round, or nothing."""
        if not self.open_ended or end.unsettled > (0 if self.schedule.sees_results else AHEAD):
            return ()
        left = self._left(ledger, end)
        return () if left == 0 else self._next(ledger, end, left)

    def again(self, ledger: Ledger, end: End) -> Iterable[Draft]:
        """The round that followed: that the ratings were not sure enough, all games decided."""
        if self._plan.size.interval is None:
            return self.more(ledger, end)
        return self._next(ledger, end, None)

    def _next(self, ledger: Ledger, end: End, left: int | None) -> Iterable[Draft]:
        store, tournament = ledger.store, ledger.tournament
        drafts = self.schedule.round(
            end.rounds + 1,
            end.matches,
            partial(place_scores, store, tournament.id),
            frozenset(bot.id for bot in store.bots("suspended")),
        )
        return drafts if left is None else cut(drafts, left)

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> Draft | None:
        """Those who stay, with others newly drawn."""
        meeting = self.schedule.instead_of(dropped.bots, dropped.pool, dropped.number, suspended)
        if meeting is None:
            return None
        return draft(
            *(dropped.round, dropped.pool, meeting, self._secret, dropped.number, dropped.match_id)
        )

    def _left(self, ledger: Ledger, end: End) -> int | None:
        """The games that are still to be written; 0 for enough, None for whole rounds."""
        size = self._plan.size
        if size.games is not None:
            counts = ledger.counts()
            return max(0, size.games - counts.played - counts.to_play)
        if size.rounds is not None:
            return 0 if end.rounds >= size.rounds else None
        if size.interval is None:
            return None
        return 0 if widest(ledger.store, ledger.tournament.id) <= size.interval else None
