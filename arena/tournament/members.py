"""The members of a league, and those who have left."""

from dataclasses import dataclass

from arena.tournament.league import follow, newcomers
from ladder.stays import present, stays
from ladder.store import Bot, Store
from ladder.tournaments import Tournament


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
