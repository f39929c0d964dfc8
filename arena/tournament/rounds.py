"""How a ledger is written: its beginning before the first game, later rounds when they are due.

What is known beforehand is written at once. A tournament whose end or whose pairings depend on
results is written round by round, by what is rated at a fixed place of the ledger: so it goes on
in the same way on every machine, and after every interruption.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, count

from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule
from arena.tournament.size import cut
from ladder.ledger import End, Ledger
from ladder.standings import widest
from ladder.tournaments import Draft, place_scores

AHEAD = 20
"""The next round is written when no more matches than this are unsettled: workers never wait."""


def beginning(plan: Plan, schedule: Schedule) -> Iterator[Draft]:
    """The matches to be written before the first game: all of them, or a round."""
    size, per_round = plan.size, schedule.matches
    known = size.rounds if _known(plan, schedule) else 1
    numbers = count(1) if known is None else range(1, known + 1)
    drafts = chain.from_iterable(
        schedule.round(number, (number - 1) * per_round) for number in numbers
    )
    return drafts if size.games is None else cut(drafts, size.games)


def next_round(plan: Plan, schedule: Schedule, ledger: Ledger, end: End) -> Iterable[Draft]:
    """What follows at the end of a ledger now: a round, or nothing."""
    if _known(plan, schedule) or end.unsettled > (0 if schedule.sees_results else AHEAD):
        return ()
    store, tournament = ledger.store, ledger.tournament
    left = _left(plan, ledger, end)
    if left == 0:
        return ()
    drafts = schedule.round(
        end.rounds + 1,
        end.matches,
        partial(place_scores, store, tournament.id),
        frozenset(bot.id for bot in store.bots("suspended")),
    )
    return drafts if left is None else cut(drafts, left)


def _known(plan: Plan, schedule: Schedule) -> bool:
    """Whether all matches are known before the first game."""
    return not (plan.size.open_ended or schedule.sees_results)


def _left(plan: Plan, ledger: Ledger, end: End) -> int | None:
    """The games that are still to be written; 0 for enough, None for whole rounds."""
    size = plan.size
    if size.games is not None:
        counts = ledger.counts()
        return max(0, size.games - counts.played - counts.to_play)
    if size.rounds is not None:
        return 0 if end.rounds >= size.rounds else None
    if size.interval is not None and widest(ledger.store, ledger.tournament.id) <= size.interval:
        return 0
    return None
