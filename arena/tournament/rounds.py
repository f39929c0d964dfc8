"""The course of a tournament in rounds: a round is written as the last is settled.

A round depends on its number and on what is settled at a fixed place of the ledger, never on the
clock: so it is drawn in the same way on every machine, and after every interruption. A format that
sees results waits for the last match of a round. For others the ledger keeps ahead of the games,
so that no worker waits at the end of a round.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule, draft
from arena.tournament.scheduler import Scheduler
from arena.tournament.size import cut
from ladder.queries.standings import widest
from ladder.tournaments.ledger import Dropped, Ledger, LedgerEnd
from ladder.tournaments.tournaments import NewMatch, place_scores, suspended_in

AHEAD = 20
"""Where results or the clock decide how long it goes on, a round is written when no more matches
than this are unsettled, …"""
FAR_AHEAD = 500
"""… and where that is known, several rounds when no more than these are, …"""
BATCH = 1000
"""… with at least so many matches together, as each time all games are counted."""


class Rounds(Scheduler):
    """The course of a tournament with a format: round by round, until it has its size."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        self._plan = plan
        self._secret = secret
        self.schedule = Schedule.of(plan, settings, secret)

    @property
    def open_ended(self) -> bool:
        """True if its end depends on results, or on the clock."""
        return self._plan.size.open_ended

    def games(self, written: int, rounds: int) -> int | None:
        """The number of games written, with those that the rounds to come will add."""
        size = self._plan.size
        if size.rounds is not None:
            return written + (size.rounds - rounds) * sum(self.schedule.games.values())
        if size.games is None:
            return None
        of_round = sum(self.schedule.games.values())
        whole, rest = divmod(max(0, size.games - written), of_round)
        # In every round the pools take turns alike, so the first one is cut like the last.
        last = cut(self.schedule.round(1, 0), rest)
        return written + whole * of_round + sum(len(each.bots) for each in last)

    def beginning(self) -> Iterator[NewMatch]:
        """A round, or several."""
        size = self._plan.size
        drafts = self._rounds(1, 0, frozenset())
        return drafts if size.games is None else cut(drafts, size.games)

    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw what is due: a round, several, or nothing."""
        if end.unsettled > self._ahead:
            return ()
        left = self._left(ledger, end)
        return () if left == 0 else self._next(ledger, end, left)

    def again(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """The round that followed: that the ratings were not sure enough, all games decided."""
        if self._plan.size.interval is None:
            return self.more(ledger, end)
        return self._next(ledger, end, None)

    def _next(self, ledger: Ledger, end: LedgerEnd, left: int | None) -> Iterable[NewMatch]:
        suspended = frozenset(bot.id for bot in ledger.store.bots("suspended"))
        drafts = self._rounds(end.rounds + 1, end.matches, suspended, ledger)
        return drafts if left is None else cut(drafts, left)

    def instead_of(self, dropped: Dropped, suspended: frozenset[int]) -> NewMatch | None:
        """Those who stay, with others newly drawn."""
        meeting = self.schedule.instead_of(dropped.bots, dropped.pool, dropped.number, suspended)
        if meeting is None:
            return None
        return draft(
            *(dropped.round, dropped.pool, meeting, self._secret, dropped.number, dropped.match_id)
        )

    @property
    def _ahead(self) -> int:
        if self.schedule.sees_results:
            return 0
        return AHEAD if self.open_ended else FAR_AHEAD

    def _rounds(
        self, number: int, match: int, suspended: frozenset[int], ledger: Ledger | None = None
    ) -> Iterator[NewMatch]:
        """The rounds that are written together, from this number and match on."""
        first, last = match, self._plan.size.rounds
        while last is None or number <= last:
            so_far = None
            if ledger and self.schedule.sees_results:
                store, tournament = ledger.store, ledger.tournament.id
                rated, out = place_scores(store, tournament), suspended_in(store, tournament)
                so_far = self.schedule.seen(rated, out)
            before = match
            for each in self.schedule.round(number, match, suspended, so_far):
                yield each
                match += 1
            alone = self.open_ended or self.schedule.sees_results
            if alone or match == before or match - first >= BATCH:
                return
            number += 1

    def _left(self, ledger: Ledger, end: LedgerEnd) -> int | None:
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
