"""A skill: what an expansion adds to the judgement of a trader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bohnanza import Data, Decision, Json
from judgement import Field, Fields, Judge, Kinds
from position import Position


class Outcome(NamedTuple):
    """The outcome of a choice for its chooser, in the words of `Judge.worth`."""

    coins: float  # earned at once, or worth as much
    fields: Fields  # (kind or None, count) from left to right
    due: Kinds  # kinds to be planted before anything else
    hand: Kinds  # what is left behind them, the first is played first
    going_on: bool  # whether a second card of step 1 may follow

    def planted(self, card: str, at: int, field: Field) -> Outcome:
        """The Outcome after a due card, or else the second one of step 1, makes this of a field."""
        fields = put(self.fields, at, field)
        coins, due, hand = self.coins, self.due, self.hand
        if due:
            gone = due.index(card)
            return Outcome(coins, fields, due[:gone] + due[gone + 1 :], hand, self.going_on)
        return Outcome(coins, fields, due, hand[1:], False)


def put(fields: Fields, at: int, field: Field) -> Fields:
    """The fields with another one at that place, counted from 0."""
    return (*fields[:at], field, *fields[at + 1 :])


class Skill:
    """Base of all skills: each has its say at every decision, the most urgent first."""

    rule = ""  # the rule of the rulebook that brings it into play
    urgency = 0  # of two skills that play together the more urgent goes first; if equal, either may
    wants: Sequence[str] = ()  # the windows it needs
    judges: type[Judge] | None = None  # the class of the judge that it needs instead of Judge

    def __init__(self, game: Data, judge: Judge) -> None:
        """`game` is the game_start message, `judge` the trader's Judge of this game."""
        self.judge = judge
        self.seat: int = game["seat"]
        self.players: int = game["players"]
        self.book: Json = game["rulebook"]
        self.facts: Json = self.book["more"].get(self.rule, {})

    def look(self, view: Json) -> None:
        """Take in a view, before the judge does: here its scales and extras may change."""

    def act(self, decision: Decision, at: Position) -> int | None:
        """The index of a choice to make before all else, or None. `at` is the Position."""

    def due(self, decision: Decision, at: Position) -> Kinds | None:
        """The cards that one of its questions asks to plant, or None for other questions."""

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        """The outcome of one of its choices after `before`; None for all others."""
