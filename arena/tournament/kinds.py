"""The kinds of tournaments, and the scheduler of a stored one."""

from collections.abc import Mapping
from typing import Any

from arena.tournament import sprt
from arena.tournament.formats import format_named
from arena.tournament.league import LEAGUE, League
from arena.tournament.league import SUMMARY as LEAGUE_SUMMARY
from arena.tournament.plan import Plan
from arena.tournament.rounds import Rounds
from arena.tournament.scheduler import Scheduler


def scheduler_for(plan: Plan, settings: Mapping[str, Any], secret: bytes) -> Scheduler:
    """Return the scheduler of a tournament with this plan, stored settings and secret."""
    if plan.format == sprt.NAME:
        return sprt.Sprt(plan, settings, secret)
    if plan.format == LEAGUE:
        return League(plan, settings, secret)
    return Rounds(plan, settings, secret)


def lead_count(plan: Plan) -> int:
    """Return how many entrants, named first, have a special role. Raises FormatError."""
    if plan.format == LEAGUE:
        return 0
    return sprt.LEADS if plan.format == sprt.NAME else format_named(plan.format).leads


def length(plan: Plan) -> str:
    """Describe the length of a tournament."""
    return sprt.length(plan) if plan.format == sprt.NAME else str(plan.size)


def summary(plan: Plan) -> str:
    """Describe a tournament's format in a few words."""
    if plan.format == LEAGUE:
        return LEAGUE_SUMMARY
    return sprt.SUMMARY if plan.format == sprt.NAME else format_named(plan.format).summary
