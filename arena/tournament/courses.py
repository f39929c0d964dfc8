"""The kinds of tournaments there are, and which of them a stored one is."""

from collections.abc import Mapping
from typing import Any

from arena.tournament.course import Course
from arena.tournament.league import LEAGUE, League
from arena.tournament.plan import Plan
from arena.tournament.rounds import Rounds


def course(plan: Plan, settings: Mapping[str, Any], secret: bytes) -> Course:
    """The course of a stored tournament: its plan, its settings as stored, its secret."""
    return (League if plan.format == LEAGUE else Rounds)(plan, settings, secret)
