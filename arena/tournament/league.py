"""The scheduler of a league, which draws match after match without end, and its members.

The field of a match is all bots that are in the league at the match's place in its ledger
(`ladder/tournaments/stays.py`). A match is drawn when fewer than AHEAD are unsettled, from the
ledger alone: so the same stays and results lead to the same matches on every machine, and after
any interruption.

The first bot at a table is the one that has played least. A newcomer meets the bots nearest to it
in strength, if most of those are placed. Half of the other tables have the bots nearest to the
first, and half are mixed, from those that have played least. See decision 8
(docs/decisions/08-leagues.md) for the measurements.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from arena.tournament.authors import author_groups
from arena.tournament.deals import Draws, deal_seed
from arena.tournament.plan import Plan
from arena.tournament.schedule import fill_up
from arena.tournament.scheduler import DRAWING, Scheduler
from ladder.database.store import Bot, Store
from ladder.ratings.official import one_thread
from ladder.ratings.scope import NORMAL, UNKNOWN
from ladder.tournaments.draw_counts import Turns
from ladder.tournaments.ledger import Ledger, LedgerEnd
from ladder.tournaments.stays import Stay, dismiss, present, stays
from ladder.tournaments.tournaments import NewMatch, Pool, Tournament

if TYPE_CHECKING:
    from ladder.tournaments.strengths import Strengths

LEAGUE = "league"
"""The format in the plan of a league."""
AHEAD = 8  # not more, as a bot that is retired still plays all that are drawn
"""The matches drawn ahead, so that workers never wait; a plan may ask for more."""
PER_AUTHOR = "per_author"
"""The option of a plan that limits the bots of one author.

Only admission reads it, so it may change while a league lasts.
"""
QUICK_FIT = 60
"""The bots up to which strengths are fitted for every match, in milliseconds; see `fitted_at`."""
ROUND = 1
"""A league has no rounds."""
PLACED = 50 / NORMAL
"""The deviation, in Elo points, at which a bot is placed: that of ± 50."""
MOST_NEWCOMER_GAMES = 200
"""The games after which a bot is placed anyway: one that loses them all might never be."""
MOST_WAITING = 1
"""The unsettled matches at which a newcomer waits, since their results say whom to meet next."""
WIDEST = 20.0
"""The largest deviation, in Elo points, of the strengths that are drawn.

That is enough not to meet the same few bots again and again, and a game against a bot 20 points
off tells as much as one against an equal.
"""
GRID = 0.01
"""The step, in Elo points, to which strengths are rounded: far above differences in rounding."""
PRECISION = 2**53
"""The number of equally likely steps between 0 and 1 in which chance is drawn."""
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that may be drawn for a match of a pool."""

    bot: int
    author: str
    """The author, whose bots do not meet each other; "" if it has none."""
    games: int
    """Its games in this pool, including those drawn but not yet played."""
    in_all: int
    """The same in all pools."""
    waiting: int
    """Its matches that are not settled."""
    elo: float
    deviation: float
    """The uncertainty of `elo`, in Elo points."""

    @property
    def newcomer(self) -> bool:
        """True if it is not placed yet."""
        return is_newcomer(self.deviation, self.in_all)

    @property
    def turn(self) -> tuple[bool, int]:
        """The sort key by which bots are drawn, least first: newcomers that wait come last."""
        waits = self.newcomer and self.waiting >= MOST_WAITING
        return waits, self.games


def is_newcomer(deviation: float, games: int) -> bool:
    """Return True if a bot with this deviation and this many games is not placed yet."""
    return deviation > PLACED and games < MOST_NEWCOMER_GAMES


def draw_meeting(field: Sequence[Candidate], players: int, draws: Draws) -> list[int]:
    """Draw a table of `players` bots, or fewer if there are too few authors.

    The same field and draws give the same bots on every machine.
    """
    left = draws.shuffled(field)  # so that chance decides between equals below
    first = min(left, key=lambda each: each.turn)
    # Nearest by drawn strengths, since by plain estimates a wrong first guess would feed itself.
    drawn = {each.bot: _drawn_strength(each, draws) for each in left}
    by_distance = sorted(left, key=lambda each: abs(drawn[each.bot] - drawn[first.bot]))
    near = _table(first, by_distance, players)
    # Among newcomers, who is near is a guess, and a guess that feeds itself stretches the scale.
    newcomers_near = sum(each.newcomer for each in near[1:])
    mostly_placed = newcomers_near <= len(near[1:]) / 2
    if mostly_placed and (first.newcomer or draws.below(2)):
        return [each.bot for each in near]
    # Mixed, since how strong a bot looks depends on whom it meets.
    by_turn = sorted(left, key=lambda each: each.turn)
    return [each.bot for each in _table(first, by_turn, players)]


def _table(first: Candidate, order: Sequence[Candidate], players: int) -> list[Candidate]:
    """Seat bots of different authors after the first, in that order."""
    table = [first]
    for each in order:
        if len(table) < players and not any(_related(each, other) for other in table):
            table.append(each)
    return table


def _related(one: Candidate, other: Candidate) -> bool:
    return one.bot == other.bot or one.author == other.author != ""


def _drawn_strength(bot: Candidate, draws: Draws) -> int:
    """Draw a strength that the bot may have, in steps of GRID."""
    # Never 0 or 1, which have no quantile: the half keeps it from 0, but the highest sum rounds up.
    chance = min((draws.below(PRECISION) + 0.5) / PRECISION, 1 - 1 / PRECISION)
    width = min(WIDEST, bot.deviation)
    return round((bot.elo + width * _NORMAL.inv_cdf(chance)) / GRID)


class League(Scheduler):
    """The scheduler of one league."""

    drawn_alike_since = DRAWING

    def __init__(self, plan: Plan, settings: Mapping[str, Any], secret: bytes) -> None:
        super().__init__(plan, settings, secret)
        self._pools = plan.pools
        self._ahead = int(plan.options.get("ahead", AHEAD))
        self._known: dict[int, Bot] = {}
        self._followed: tuple[Strengths, Turns] | None = None

    @staticmethod
    def summary(plan: Plan) -> str:
        """Say what a league is."""
        return "it plays on for ever; see arena league"

    def beginning(self) -> Iterable[NewMatch]:
        """Draw nothing: a league's first matches are drawn like all others."""
        return ()

    def more(self, ledger: Ledger, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw a match unless enough are waiting; suspended bots leave before it."""
        store, league, cursor = ledger.store, ledger.tournament.id, end.settled
        strengths, turns = self._following(store, league)
        if turns.ahead(cursor) >= self._ahead:
            return ()
        field = self._field(store, league, end.matches)
        # In turn by the match's number, so that a resumed league goes on with the right pool.
        pool = self._pools[end.matches % len(self._pools)]
        count = turns.before(cursor, end.matches)
        known = strengths.before(fitted_at(cursor, len(field)))
        authors = author_groups(field)
        candidates = [
            Candidate(
                bot.id,
                authors[bot.id],
                count.games[(pool.variant, pool.players), bot.id],
                count.in_all[bot.id],
                count.waiting[bot.id],
                strength.elo,
                strength.deviation,
            )
            for bot in field
            for strength in [known.get(bot.id, UNKNOWN)]
        ]
        return self._draw_match(candidates, pool, end.matches)

    def _draw_match(self, field: list[Candidate], pool: Pool, number: int) -> list[NewMatch]:
        """Draw match number `number`; none if there are fewer than two bots."""
        members = [each.bot for each in field]
        if len(members) < 2:
            return []
        bots = draw_meeting(field, pool.players, Draws(self._secret, LEAGUE, number))
        # Seats are left over if there are too few bots of different authors. If no filler is in the
        # league, any member may take one, even a bot that sits at the table already.
        fillers = [bot for bot in self._settings["fillers"] if bot in members]
        full = fill_up(bots, pool.players, fillers or members)
        circle = tuple(Draws(self._secret, "circle", number).shuffled(full))
        return [NewMatch(ROUND, pool, deal_seed(self._secret, number), circle)]

    def _field(self, store: Store, league: int, here: int) -> list[Bot]:
        """Return the bots that may be drawn for a match, and dismiss suspended ones."""
        suspended = {bot.id for bot in store.bots("suspended")}
        members = [stay for stay in stays(store, league) if stay.holds(here)]
        for bot in suspended.intersection(stay.bot_id for stay in members):
            dismiss(store, league, bot, here)
        able = (self._bot(store, stay) for stay in members if stay.bot_id not in suspended)
        return sorted(able, key=lambda bot: bot.id)

    def _bot(self, store: Store, stay: Stay) -> Bot:
        """Return a bot with the owner that it had during the stay, so that a draw is repeatable."""
        if stay.bot_id not in self._known or self._known[stay.bot_id].owner != stay.owner:
            self._known[stay.bot_id] = replace(store.bot(stay.bot_id), owner=stay.owner)
        return self._known[stay.bot_id]

    def _following(self, store: Store, league: int) -> tuple["Strengths", Turns]:
        if self._followed is None:  # kept, since both read the ledger on from where they were
            self._followed = follow(store, league)
        return self._followed


def follow(store: Store, league: int) -> tuple["Strengths", Turns]:
    """Return the bots' strengths and numbers of games at any place of a league's ledger."""
    with one_thread():
        from ladder.tournaments.strengths import Strengths  # scipy takes a while to import
    return Strengths(store, league), Turns(store, league)


def fitted_at(cursor: int, bots: int) -> int:
    """Return the place in the ledger up to which the strengths of so many bots are fitted.

    It is a multiple of a step, so that a run that begins anywhere fits at the same places.
    """
    # The time of a fit grows with the square of the bots, so larger leagues fit less often.
    every = max(1, ceil(bots**2 / QUICK_FIT**2))
    return cursor - cursor % every


def newcomers(
    bots: Collection[int], strengths: "Strengths", turns: Turns, rated_until: int
) -> set[int]:
    """Return those bots of a league that are not placed yet, by the matches rated so far."""
    known = strengths.before(fitted_at(rated_until, len(bots)))
    count = turns.before(rated_until, rated_until)
    return {
        bot for bot in bots if is_newcomer(known.get(bot, UNKNOWN).deviation, count.in_all[bot])
    }


@dataclass(frozen=True, slots=True)
class Member:
    """A stay of one bot in a league."""

    bot: Bot
    since: int
    """The first match for which it could be drawn."""
    until: int | None
    """The first match for which it could no longer be drawn; None while it is there."""
    games: int
    """Its settled games in the league, in all stays."""
    newcomer: bool
    """True if it is not placed yet: its rating there is not within ± 50."""


def members(store: Store, league: Tournament) -> tuple[list[Member], list[Member]]:
    """Return a league's present and former members, in the order in which they came.

    Stays that only begin with a later match are in neither list.
    """
    strengths, turns = follow(store, league.id)
    count = turns.before(league.rated_until, league.rated_until)
    new = newcomers(present(store, league.id, league.matches), strengths, turns, league.rated_until)
    current: list[Member] = []
    former: list[Member] = []
    for stay in stays(store, league.id):
        bot = store.bot(stay.bot_id)
        member = Member(bot, stay.since, stay.until, count.in_all[bot.id], bot.id in new)
        if stay.holds(league.matches):
            current.append(member)
        elif stay.until is not None and stay.until <= league.matches:
            former.append(member)
    there = {member.bot.id for member in current}
    return current, [member for member in former if member.bot.id not in there]
