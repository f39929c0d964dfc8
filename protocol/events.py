"""Events: what happened in the game, as a bot is told."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import WithJsonSchema
from typing_extensions import TypeAliasType

from protocol import expansions
from protocol.cards import GivenCard
from protocol.model import Count, From, Kind, Model, SeatEvent, SecretCardsEvent, With
from protocol.offers import StandingAccept, StandingOffer
from protocol.union import one_of


class Turn(Model):
    """A turn begins."""

    event: Literal["turn"]
    turn: Count
    seat: Count


class Planted(SeatEvent):
    """A card was planted."""

    event: Literal["planted"]
    card: Kind
    field: Count
    from_: From
    """`hand` in step 1, `set_aside` in step 3; in expansions also other places."""


class Harvested(SeatEvent):
    """A field was harvested: all its cards, and those of them that became coins."""

    event: Literal["harvested"]
    field: Count
    cards: list[Kind]
    coins: list[Kind]


class BoughtField(SeatEvent):
    """A third field was bought with the topmost coins."""

    event: Literal["bought_field"]
    price: Count


class TurnedOver(SeatEvent):
    """Cards were turned over for the active player."""

    event: Literal["turned_over"]
    cards: list[Kind]


class Drew(SecretCardsEvent):
    """Cards went to the back of a hand: their drawer sees `cards`, the others `count`."""

    event: Literal["drew"]


class RunOut(Model):
    """The draw pile ran out; `shuffled` discarded cards form the new one (0: none)."""

    event: Literal["run_out"]
    run_outs: Count
    shuffled: Count


class Shuffled(Model):
    """The discard pile was shuffled into a new draw pile without a run-out."""

    event: Literal["shuffled"]
    count: Count


class Round(Model):
    """A round of negotiation begins; rounds after the last are for standing replies only."""

    event: Literal["round"]
    seat: Count
    """The active player."""
    round: Count


class Offered(SeatEvent):
    """The active player posted offers."""

    event: Literal["offered"]
    offers: list[StandingOffer]


class Answered(SeatEvent):
    """A sealed answer, opened: what it accepted, offered and withdrew."""

    event: Literal["answered"]
    accepts: list[StandingAccept]
    offers: list[StandingOffer]
    withdrawn: list[int]
    silent: bool = False
    """True: the seat is only asked again this turn if it is addressed by name."""


class Traded(Model):
    """Cards changed hands. Places are those in the hands just before the exchange."""

    event: Literal["traded"]
    seat: Count
    """The active player."""
    with_: With
    taken: int
    """Id of the accept or offer that was taken."""
    gave: list[GivenCard]
    """Cards that the active player gave."""
    got: list[GivenCard]


class Lapsed(Model):
    """Offers or accepts stand no longer."""

    event: Literal["lapsed"]
    ids: list[int]


class TradeEnded(SeatEvent):
    """Step 2 is over."""

    event: Literal["trade_ended"]


@expansions.extended
class Discarded(SeatEvent):
    """Cards went to the discard pile other than by a harvest."""

    event: Literal["discarded"]
    cards: list[Kind]
    from_: From


class Said(SeatEvent):
    """A player spoke."""

    event: Literal["said"]
    text: str


class GameEnded(Model):
    """The game is over."""

    event: Literal["game_over"]
    scores: list[Count]
    places: list[Count]
    winners: list[Count]


KNOWN = expansions.named("event", __name__)


class OtherEvent(Model):
    """An event that this version does not know."""

    event: Annotated[str, WithJsonSchema({"type": "string", "not": {"enum": list(KNOWN)}})]


Event = TypeAliasType("Event", Annotated[Model, one_of(KNOWN, "event", OtherEvent)])
