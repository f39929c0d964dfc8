"""The view of the game that a bot gets with each question."""

from __future__ import annotations

from protocol import expansions
from protocol.model import Count, Kind, Model
from protocol.offers import StandingAccept, StandingOffer


@expansions.extended
class FieldView(Model):
    """A field; an empty one has no kind."""

    kind: Kind | None
    count: Count
    coins: Count
    """Coins that harvesting it now would earn."""


@expansions.extended
class View(Model):
    """Everything that one seat can see. Lists of lists and of counts are indexed by seat."""

    seat: Count
    turn: Count
    active: Count
    step: str
    round: Count
    """Round of the negotiation, from 1; 0 outside it. Above `rounds`: standing replies only."""
    rounds: Count
    hand: list[Kind]
    """Your hand; index 0 is played first."""
    hands: list[Count]
    fields: list[list[FieldView]]
    coins: list[list[Kind]]
    """Coin piles, bottom to top; every coin is the back of a card of that kind."""
    set_aside: list[list[Kind]]
    turned_over: list[Kind]
    draw_pile: Count
    discard: list[Kind]
    """Discard pile, bottom to top."""
    run_outs: Count
    offers: list[StandingOffer]
    accepts: list[StandingAccept]
    silent: list[bool]
    """By seat: true if it stays silent this turn, and is only asked by name."""
    third_field: list[bool] | None = None
    """By seat: true if it has its third field. Only in games in which it can be had."""
