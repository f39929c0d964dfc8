"""The course of a league: match after match for ever, drawn by what is known of the bots by then;
and its members.

The field is whoever is in the league at that place of its ledger (`ladder/stays.py`). A match is
drawn when fewer than AHEAD are unsettled, from the ledger alone: so the same stays and results lead
to the same matches on every machine, and through any interruption.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.tournament.course import Course
from arena.tournament.deals import Draws
from arena.tournament.pairing import Candidate, is_newcomer, meeting
from arena.tournament.persons import persons
from arena.tournament.plan import Plan
from arena.tournament.schedule import draft, fill_up
from ladder.ledger import End, Ledger
from ladder.official import one_thread
from ladder.scope import UNKNOWN
from ladder.stays import dismiss, present, stays
from ladder.store import Bot, Store
from ladder.tournaments import Draft, Pool, Tournament
from ladder.turns import Turns

if TYPE_CHECKING:
    from ladder.strengths import Strengths

LEAGUE = "league"
"""The format of its plan."""
SUMMARY = "it plays on for ever; see arena league"
AHEAD = 8
"""Matches that are drawn before their turn, so that workers never wait; a plan may say more."""
PER_AUTHOR = "per_author"
"""The option of its plan that says how many bots of one author may be in it; without it, any
number. It concerns the door alone, so it may change while a league lasts."""
QUICK_FIT = 60
"""Of so many bots a fit takes a few milliseconds, and is made for every match; see `fitted_at`."""
ROUND = 1
"""A league has no rounds."""


class League(Course):
    """Draws the matches of one league."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        self._pools = plan.pools
        self._fillers = settings["fillers"]
        self._secret = secret
        self._ahead = int(plan.options.get("ahead", AHEAD))
        self._known: dict[int, Bot] = {}
        self._followed: tuple[Strengths, Turns] | None = None

    @property
    def open_ended(self) -> bool:
        """It is."""
        return True

    def beginning(self) -> Iterable[Draft]:
        """Draw nothing: a league's first matches are drawn like all others."""
        return ()

    def more(self, ledger: Ledger, end: End) -> Iterable[Draft]:
        """A match, unless enough are waiting. Suspended bots leave before it."""
        store, league, cursor = ledger.store, ledger.tournament.id, end.matches - end.unsettled
        strengths, turns = self._following(store, league)
        if turns.ahead(cursor) >= self._ahead:
            return ()
        field = self._field(store, league, end.matches)
        pool = self._pools[end.matches % len(self._pools)]
        count = turns.before(cursor, end.matches)
        known = strengths.before(fitted_at(cursor, len(field)))
        whose = persons(field)
        candidates = [
            Candidate(
                bot.id,
                whose[bot.id],
                count.games((pool.variant, pool.players), bot.id),
                count.in_all(bot.id),
                count.waiting(bot.id),
                strength.elo,
                strength.deviation,
            )
            for bot in field
            for strength in [known.get(bot.id, UNKNOWN)]
        ]
        return self._drawn(candidates, pool, end.matches)

    def _drawn(self, field: list[Candidate], pool: Pool, number: int) -> list[Draft]:
        """The match of that number; none without two bots."""
        there = [each.bot for each in field]
        if len(there) < 2:
            return []
        bots = meeting(field, pool.players, Draws(self._secret, LEAGUE, number))
        fillers = [bot for bot in self._fillers if bot in there]
        full = fill_up(bots, pool.players, fillers or there)
        return [draft(ROUND, pool, full, self._secret, number)]

    def _field(self, store: Store, league: int, here: int) -> list[Bot]:
        """Return who may be drawn for a match; note that the suspended ones have left."""
        suspended = {bot.id for bot in store.bots("suspended")}
        there = present(store, league, here)
        for bot in suspended.intersection(there):
            dismiss(store, league, bot, here)
        return [self._bot(store, bot) for bot in there if bot not in suspended]

    def _bot(self, store: Store, bot_id: int) -> Bot:
        if bot_id not in self._known:
            self._known[bot_id] = store.bot(bot_id)
        return self._known[bot_id]

    def _following(self, store: Store, league: int) -> tuple["Strengths", Turns]:
        if self._followed is None:
            self._followed = follow(store, league)
        return self._followed


def follow(store: Store, league: int) -> tuple["Strengths", Turns]:
    """How strong its bots are and how often they have played, at any place of a league's ledger."""
    with one_thread():
        from ladder.strengths import Strengths  # scipy takes a while to import
    return Strengths(store, league), Turns(store, league)


def fitted_at(cursor: int, bots: int) -> int:
    """The place in the ledger up to which the strengths of so many bots are fitted.

    Always a multiple of some number, so that a run that begins anywhere fits the same.
    """
    every = max(1, -(-bots * bots // QUICK_FIT**2))
    return cursor - cursor % every


def newcomers(
    bots: Collection[int], strengths: "Strengths", turns: Turns, rated_until: int
) -> set[int]:
    """Those of a league's bots that have still to find their place, by the matches rated so far."""
    known = strengths.before(fitted_at(rated_until, len(bots)))
    count = turns.before(rated_until, rated_until)
    return {
        bot for bot in bots if is_newcomer(known.get(bot, UNKNOWN).deviation, count.in_all(bot))
    }


@dataclass(frozen=True, slots=True)
class Member:
    """A stay of one bot in a league."""

    bot: Bot
    since: int
    """The match from which it could be drawn."""
    until: int | None
    """The first one for which it could not be drawn any more; None while it is there."""
    games: int
    """In the league in all, as far as they are settled."""
    newcomer: bool
    """Whether it has still to find its place: its rating there is not within ± 50 yet."""


def members(store: Store, league: Tournament) -> tuple[list[Member], list[Member]]:
    """Those that are there by now, and those that have left, in the order in which they came."""
    strengths, turns = follow(store, league.id)
    count = turns.before(league.rated_until, league.rated_until)
    new = newcomers(present(store, league.id, league.matches), strengths, turns, league.rated_until)
    there: list[Member] = []
    gone: list[Member] = []
    for stay in stays(store, league.id):
        bot = store.bot(stay.bot_id)
        member = Member(bot, stay.since, stay.until, count.in_all(bot.id), bot.id in new)
        if stay.holds(league.matches):
            there.append(member)
        elif stay.until is not None and stay.until <= league.matches:
            gone.append(member)
    return there, gone
