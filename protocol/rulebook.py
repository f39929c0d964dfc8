"""The rulebook sent to a bot: the game to be played, as tables."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from protocol.model import Count, Kind, Model


class KindOfBean(Model):
    """One kind of bean in the deck."""

    name: Kind
    count: Count
    """Cards of the kind in the deck."""
    earns: list[Count]
    """Coins for n cards harvested are `earns[min(n, len(earns) - 1)]`."""


class Negotiation(Model):
    """The limits of a negotiation (T1, T3)."""

    rounds: Count
    offers: Count
    """New offers that the active player may make in a round."""
    replies: Count
    """Offers that one sealed answer may make."""
    say: Count
    """The most characters of a spoken text; 0 if talk is off."""


class RuleText(Model):
    """One rule of the book in words."""

    name: str
    cites: str
    text: str


class Rulebook(Model):
    """The game to be played, as tables."""

    variant: str
    players: Count
    version: str
    """Version of the rules engine."""
    kinds: list[KindOfBean]
    fields: Count
    """Fields at the start."""
    third_field_price: Count | None
    """Only if it can be bought."""
    deal: list[Count]
    """Cards dealt, by seat."""
    turn_over: Count
    draw: Count
    last_run_out: Count
    """The game ends on this run-out."""
    same_kind_twice: bool
    """True if a player may grow one kind in two fields."""
    steps: list[str]
    windows: list[str]
    negotiation: Negotiation
    ties: str
    rules: list[RuleText]
    more: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Numbers and lists of the rules of expansions, by the name of the rule."""
