"""The magpies on the pipe: their choices, events and key of the view."""

from __future__ import annotations

from typing import ClassVar, Literal

from protocol.model import Count, From, Keys, Kind, Model, SeatEvent, With


class PlayMagpie(Model):
    """In step 1: discard the magpie that is due, then steal."""

    do: Literal["play_magpie"]
    card: Kind


class KeepMagpie(Model):
    """Take a magpie that is due elsewhere to the back of the hand."""

    do: Literal["keep_magpie"]
    card: Kind


class Steal(Model):
    """Take one bean from another player's field and plant it."""

    do: Literal["steal"]
    seat: Count
    """The owner of the field."""
    field: Count
    into: Count
    """Your field that grows the same kind."""

    EXPECTED: ClassVar = {
        "seat": "another seat",
        "field": "the number of a field of that seat, from 0",
        "into": "the number of one of your fields, from 0",
    }


class Stole(SeatEvent):
    """A card was taken from a field of `with`; `planted` says where it goes."""

    event: Literal["stole"]
    with_: With
    field: Count
    card: Kind


class Kept(SeatEvent):
    """A magpie went to the back of the hand."""

    event: Literal["kept"]
    card: Kind
    from_: From
    """Where it was due."""


class Idle(SeatEvent):
    """The turn of `seat` begins, with nothing to draw for `turns` turns in a row."""

    event: Literal["idle"]
    turns: Count


class MagpieView(Keys, of="View"):
    """The magpies' keys of the view."""

    idle_turns: Count | None = None
    """The number of turns in a row that began with nothing to draw."""
