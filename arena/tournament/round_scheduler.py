"""The scheduler of a tournament in rounds, each of which is written as the last is settled.

A round depends on its number and on what is settled at a fixed place of the ledger, never on the
clock. So it is the same on every machine, and after every interruption. A format that sees results
waits for the last match of a round. For others, the ledger stays ahead of the games, so that no
worker waits at the end of a round.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arena.tournament.formats import format_named
from arena.tournament.formats.format import SoFar
from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule
from arena.tournament.scheduler import Scheduler
from arena.tournament.size import cut
from ladder.database.store import Store
from ladder.queries.standings import widest
from ladder.tournaments.ledger import Dropped, Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch, place_scores, suspended_in

# Constants, not multiples of the workers: the same ledger must be written on every machine.
AHEAD = 20
"""The unsettled matches at which a round is written, if results or the clock decide the size."""
FAR_AHEAD, FARTHEST = 500, 10_000
"""The unsettled matches at which rounds are written, if the size is known: as many as are settled,
within these bounds, since hundreds of workers have thousands in hand."""
BATCH = 1000
"""The least matches then written together, since all games are counted each time."""


def width(store: Store, tournament_id: int, plan: Plan) -> float:
    """Return the widest ± of those whose ratings a tournament is to find."""
    return widest(store, tournament_id, format_named(plan.format).leads)


class Rounds(Scheduler):
    """The scheduler of a tournament with a format: round by round, until it has its size."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        super().__init__(plan, settings, secret)
        self.schedule = Schedule.of(plan, settings, secret)

    @staticmethod
    def summary(plan: Plan) -> str:
        """Describe the format."""
        return format_named(plan.format).summary

    @staticmethod
    def leads(plan: Plan) -> int:
        """Return the number of entrants to whom the format gives a role. Raises FormatError."""
        return format_named(plan.format).leads

    @property
    def open_ended(self) -> bool:
        """True if its end depends on results or the clock."""
        return self._plan.size.open_ended

    def games(self, written: int, rounds: int) -> int | None:
        """Return the games written, plus those of the rounds to come; None if unknown."""
        size = self._plan.size
        if size.rounds is not None:
            return written + (size.rounds - rounds) * sum(self.schedule.games.values())
        if size.games is None:
            return None
        of_round = sum(self.schedule.games.values())
        whole, rest = divmod(max(0, size.games - written), of_round)
        # Pools take turns alike in every round, so the first round, cut, has as many games.
        last = cut(self.schedule.round(1, 0), rest)
        return written + whole * of_round + sum(len(each.bots) for each in last)

    def beginning(self) -> Iterator[NewMatch]:
        """Draw the first round, or several."""
        size = self._plan.size
        drafts = self._rounds(1, 0)
        return drafts if size.games is None else cut(drafts, size.games)

    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw the rounds that are due, if any."""
        if end.unsettled > self._ahead(end.settled):
            return ()
        left = self._left(ledger, end)
        return () if left == 0 else self._next(ledger, end, left)

    def decided(self, ledger: Ledger, end: LedgerEnd) -> bool:
        """Return True if a round is settled, and the ratings are precise enough."""
        goal, number = self._plan.size.interval, ledger.tournament.id
        if goal is None or not ledger.begins_round(end.settled):
            return False
        return width(ledger.store, number, self._plan) <= goal

    def _next(self, ledger: Ledger, end: LedgerEnd, left: int | None) -> Iterable[NewMatch]:
        suspended = frozenset(bot.id for bot in ledger.store.bots("suspended"))
        so_far = None
        if self.schedule.sees_results:
            store, tournament = ledger.store, ledger.tournament.id
            rated, out = place_scores(store, tournament), suspended_in(store, tournament)
            so_far = self.schedule.seen(rated, out)
        drafts = self._rounds(end.rounds + 1, end.matches, suspended, so_far)
        return drafts if left is None else cut(drafts, left)

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> NewMatch | None:
        """Draw a match of the bots that stay and others."""
        meeting = self.schedule.instead_of(dropped.bots, dropped.pool, dropped.number, suspended)
        if meeting is None:
            return None
        return self.schedule.match(
            dropped.round, dropped.pool, meeting, dropped.number, dropped.match_id
        )

    def _ahead(self, settled: int) -> int:
        if self.schedule.sees_results:
            return 0  # not before the last match of the round is settled
        return AHEAD if self.open_ended else min(max(FAR_AHEAD, settled), FARTHEST)

    def _rounds(
        self,
        number: int,
        match: int,
        suspended: frozenset[int] = frozenset(),
        so_far: SoFar | None = None,
    ) -> Iterator[NewMatch]:
        """Yield the matches that are written together, from this round and match on."""
        first, last = match, self._plan.size.rounds
        while last is None or number <= last:
            before = match
            for each in self.schedule.round(number, match, suspended, so_far):
                yield each
                match += 1
            # The next round may depend on results or be one too many; an empty one ends it all.
            alone = self.open_ended or self.schedule.sees_results
            if alone or match == before or match - first >= BATCH:
                return
            number += 1

    def _left(self, ledger: Ledger, end: LedgerEnd) -> int | None:
        """Return the games still to be written; 0 if there are enough, None for whole rounds."""
        size = self._plan.size
        if size.games is not None:
            counts = ledger.counts()
            return max(0, size.games - counts.played - counts.to_play)
        return 0 if size.rounds is not None and end.rounds >= size.rounds else None
