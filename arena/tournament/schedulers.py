"""The kinds of tournaments there are, and which of them a stored one is."""

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
    """The course of a stored tournament: its plan, its settings as stored, its secret."""
    if plan.format == sprt.NAME:
        return sprt.Sprt(plan, settings, secret)
    if plan.format == LEAGUE:
        return League(plan, settings, secret)
    return Rounds(plan, settings, secret)


def lead_count(plan: Plan) -> int:
    """The number of entrants, named first, that have a special role. Raises FormatError."""
    if plan.format == LEAGUE:
        return 0
    return sprt.LEADS if plan.format == sprt.NAME else format_named(plan.format).leads


def length(plan: Plan) -> str:
    """Its length in words."""
    return sprt.length(plan) if plan.format == sprt.NAME else str(plan.size)


def summary(plan: Plan) -> str:
    """What the format does, in a few words."""
    if plan.format == LEAGUE:
        return LEAGUE_SUMMARY
    return sprt.SUMMARY if plan.format == sprt.NAME else format_named(plan.format).summary
