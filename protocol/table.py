"""What a bot is shown: the rulebook, the view of its seat, and events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, WithJsonSchema
from typing_extensions import TypeAliasType

from protocol import expansion_events as expansions
from protocol.choices import Open
from protocol.expansion_view import ExpansionView
from protocol.model import Count, Kind, Model

# --- the rulebook -----------------------------------------------------------------------------


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
    """New offers of the active player in a round."""
    replies: Count
    """Own offers in one sealed answer."""
    say: Count
    """Characters of a spoken text; 0 when talk is off."""


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
    """None: not for sale."""
    deal: list[Count]
    """Cards dealt, by seat."""
    turn_over: Count
    draw: Count
    last_run_out: Count
    """The game ends on this run-out."""
    same_kind_twice: bool
    """One kind may grow in two fields of one player."""
    steps: list[str]
    windows: list[str]
    negotiation: Negotiation
    ties: str
    rules: list[RuleText]
    more: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """What rules of expansions tell as plain data, by the name of the rule."""


# --- the view ---------------------------------------------------------------------------------


class FieldView(Model):
    """A planting place; an empty one has kind None."""

    kind: Kind | None
    count: Count
    coins: Count
    """Coins that harvesting it now would earn."""
    cards: list[Kind] | None = None
    """In planting order, where the field grows more than one kind (expansions)."""


class GivenCard(Model):
    """A card put on offer. Places in a hand are shown to their owner only, until it is traded."""

    kind: Kind
    hand: Count | None = None
    turned_over: Count | None = None
    store: Count | None = None
    set_aside: Count | None = None


class StandingOffer(Model):
    """An offer, bid or counter-offer on the table. Ids are unique within a turn."""

    id: int
    seat: Count
    to: Count | Literal["all"]
    give: list[GivenCard] | Open
    want: list[Kind] | Open


class StandingAccept(Model):
    """An accept that the active player can take."""

    id: int
    seat: Count
    offer: int
    give: list[GivenCard]


class View(ExpansionView):
    """Everything that one seat can see. Lists of lists and of counts are indexed by seat."""

    seat: Count
    turn: Count
    active: Count
    step: str
    round: Count
    """Round of the negotiation, from 1; 0 outside it; above `rounds`: standing replies only."""
    rounds: Count
    hand: list[Kind]
    """Own hand; index 0 is played first."""
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
    """Seats that stay silent for this turn: asked only by name."""
    third_field: list[bool] | None = None
    """Where a third field is sold: who has it."""


# --- events -----------------------------------------------------------------------------------


class Turn(Model):
    """A turn begins."""

    event: Literal["turn"]
    turn: Count
    seat: Count


class Planted(Model):
    """A card was planted."""

    event: Literal["planted"]
    seat: Count
    card: Kind
    field: Count
    from_: Annotated[str, Field(alias="from")]
    """`hand` in step 1, `set_aside` in step 3; in expansions also where else it was due."""


class Harvested(Model):
    """A field was harvested: all its cards, and those of them that became coins."""

    event: Literal["harvested"]
    seat: Count
    field: Count
    cards: list[Kind]
    coins: list[Kind]


class BoughtField(Model):
    """A third field was bought with the topmost coins."""

    event: Literal["bought_field"]
    seat: Count
    price: Count


class TurnedOver(Model):
    """Cards were turned over for the active player."""

    event: Literal["turned_over"]
    seat: Count
    cards: list[Kind]


class Drew(Model):
    """Cards went to the back of a hand: their drawer sees `cards`, the others `count`."""

    event: Literal["drew"]
    seat: Count
    cards: list[Kind] | None = None
    count: Count | None = None


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
    """A round of negotiation begins; those after the last are for standing replies only."""

    event: Literal["round"]
    seat: Count
    """The active player."""
    round: Count


class Offered(Model):
    """The active player posted offers."""

    event: Literal["offered"]
    seat: Count
    offers: list[StandingOffer]


class Answered(Model):
    """A sealed answer, opened: what it accepted, offered and withdrew."""

    event: Literal["answered"]
    seat: Count
    accepts: list[StandingAccept]
    offers: list[StandingOffer]
    withdrawn: list[int]
    silent: bool = False
    """True: its seat is asked again this turn only when it is addressed by name."""


class Traded(Model):
    """Cards changed hands. Places are those in the hands just before the exchange."""

    event: Literal["traded"]
    seat: Count
    """The active player."""
    with_: Annotated[Count, Field(alias="with")]
    taken: int
    """Id of the accept or offer that was taken."""
    gave: list[GivenCard]
    """What the active player gave."""
    got: list[GivenCard]


class Lapsed(Model):
    """Offers or accepts stand no longer."""

    event: Literal["lapsed"]
    ids: list[int]


class TradeEnded(Model):
    """Step 2 is over."""

    event: Literal["trade_ended"]
    seat: Count


class Discarded(Model):
    """Cards went to the discard pile other than by a harvest."""

    event: Literal["discarded"]
    seat: Count
    cards: list[Kind]
    from_: Annotated[str, Field(alias="from")]
    hand: Count | None = None
    """From `hand` by choice (duels): its place until now."""


class Said(Model):
    """A player spoke."""

    event: Literal["said"]
    seat: Count
    text: str


class GameEnded(Model):
    """The game is over."""

    event: Literal["game_over"]
    scores: list[Count]
    places: list[Count]
    winners: list[Count]


KNOWN = (
    "turn", "planted", "harvested", "bought_field", "turned_over", "drew", "run_out", "shuffled",
    "round", "offered", "answered", "traded", "lapsed", "trade_ended", "discarded", "said",
    "game_over", *expansions.KNOWN,
)  # fmt: skip


class OtherEvent(Model):
    """An event that this version does not know."""

    event: Annotated[str, WithJsonSchema({"type": "string", "not": {"enum": list(KNOWN)}})]


def _tag(event: Any) -> str:
    name = event.get("event") if isinstance(event, dict) else getattr(event, "event", None)
    if name in expansions.KNOWN:
        return "expansion"
    return name if name in KNOWN else "other"


Event = TypeAliasType(
    "Event",
    Annotated[
        Annotated[Turn, Tag("turn")]
        | Annotated[Planted, Tag("planted")]
        | Annotated[Harvested, Tag("harvested")]
        | Annotated[BoughtField, Tag("bought_field")]
        | Annotated[TurnedOver, Tag("turned_over")]
        | Annotated[Drew, Tag("drew")]
        | Annotated[RunOut, Tag("run_out")]
        | Annotated[Shuffled, Tag("shuffled")]
        | Annotated[Round, Tag("round")]
        | Annotated[Offered, Tag("offered")]
        | Annotated[Answered, Tag("answered")]
        | Annotated[Traded, Tag("traded")]
        | Annotated[Lapsed, Tag("lapsed")]
        | Annotated[TradeEnded, Tag("trade_ended")]
        | Annotated[Discarded, Tag("discarded")]
        | Annotated[Said, Tag("said")]
        | Annotated[GameEnded, Tag("game_over")]
        | Annotated[expansions.ExpansionEvent, Tag("expansion")]
        | Annotated[OtherEvent, Tag("other")],
        Discriminator(_tag),
    ],
)
