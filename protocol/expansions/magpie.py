"""The magpies on the pipe: their choices, events and key of the view."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from protocol.model import Count, Keys, Kind, Model


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


class Stole(Model):
    """A card was taken from a field of `with`; `planted` says where it goes."""

    event: Literal["stole"]
    seat: Count
    with_: Annotated[Count, Field(alias="with")]
    field: Count
    card: Kind


class Kept(Model):
    """A magpie went to the back of the hand."""

    event: Literal["kept"]
    seat: Count
    card: Kind
    from_: Annotated[str, Field(alias="from")]
    """Where it was due."""


class Idle(Model):
    """The turn of `seat` begins, with nothing to draw for `turns` turns in a row."""

    event: Literal["idle"]
    seat: Count
    turns: Count


class MagpieView(Keys, of="View"):
    """The magpies' keys of the view."""

    idle_turns: Count | None = None
    """The number of turns in a row that began with nothing to draw."""
