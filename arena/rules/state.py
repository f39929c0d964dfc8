"""The state of a game: plain data that copies in microseconds, pickles, compares and hashes.

Everything in it is immutable except the lists with one entry per seat. What a rule adds is in
`extra`, under the names the rule declares. Audiences are declared once, in `PIECES` and in the
pieces of the rules; views are cut from that table and from nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, TypeVar

from arena.rules.choices import HIDDEN, Answer, CardAt

T = TypeVar("T")
Self = TypeVar("Self", bound="Unchanging")

# Audiences of a piece of state or of a part of an event.
EVERYONE: Final = "everyone"
OWNER: Final = "owner"  # the seat it belongs to; others see only how many there are
NOBODY: Final = "nobody"  # everyone sees only how many there are


# What a seat may wish (T4): to be asked in a window or for opening bids, and not to be asked where
# it could only decline or make a counter-offer.
BIDS: Final = "bids"
NO_COUNTER: Final = "no_counter"
WISHES: Final = frozenset(("before_plant", "before_trade", "before_draw", BIDS, NO_COUNTER))


class Unchanging:
    """The base of immutable values: copying one returns the value itself."""

    __slots__ = ()

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: Any) -> Self:
        return self


class Piece(NamedTuple):
    """A piece of state with its audience.

    Attributes:
        start: The initial value (rules only), for each seat if the piece is per seat.
        cards: True if the piece holds cards, which the conservation of cards then counts.
        deal: For a hidden pile of cards that are not of the deck: deal(game, view, cards) fills it
            with the cards that the view does not show, and returns those in the other hands, by
            seat. Raises ValueError if the view has room for fewer or for more.
    """

    name: str
    audience: str
    per_seat: bool = False
    cards: bool = False
    start: Any = None
    deal: Callable[[Any, Mapping[str, Any], bytes], list[bytes]] | None = None


PIECES: Final[tuple[Piece, ...]] = (
    Piece("turn", EVERYONE),
    Piece("active", EVERYONE),
    Piece("hands", OWNER, per_seat=True, cards=True),
    Piece("fields", EVERYONE, per_seat=True, cards=True),
    Piece("coins", EVERYONE, per_seat=True, cards=True),
    Piece("set_aside", EVERYONE, per_seat=True, cards=True),
    Piece("turned_over", EVERYONE, cards=True),
    Piece("draw_pile", NOBODY, cards=True),
    Piece("discard", EVERYONE, cards=True),
    Piece("run_outs", EVERYONE),
    Piece("round", EVERYONE),
    Piece("offers", EVERYONE),
    Piece("accepts", EVERYONE),
    Piece("silent", EVERYONE, per_seat=True),
    Piece("over", EVERYONE),
)


class StandingOffer(NamedTuple):
    """A standing offer: the active player's, or a bid or counter-offer to them (T1)."""

    id: int
    seat: int
    to: int
    give: tuple[CardAt, ...] | None
    want: bytes | None


class StandingAccept(NamedTuple):
    """A standing acceptance of the active player's offer, with the cards that would pay for it."""

    id: int
    seat: int
    offer: int
    give: tuple[CardAt, ...]


class Decision(NamedTuple):
    """One question to one seat. `sealed` answers stay unseen until all are given."""

    seat: int
    ask: str
    sealed: bool


# A frame of the step stack: the number of its step, and what the step must remember.
Frame = tuple[int, tuple[int, ...]]
Stack = tuple[Frame, ...]


@dataclass(init=False, repr=False, eq=False, slots=True)
class State:
    """One moment of a game. Piles are `bytes` of kinds, front or bottom first.

    hands       per seat: index 0 is played first
    fields      per seat: one pile a field, in planting order
    coins       per seat: bottom to top
    set_aside   per seat: cards received (and turned-over cards kept) that are not yet planted
    draw_pile   the last card is the top; discard likewise
    asked       the seats that must decide now
    answers     sealed answers given so far, by seat
    """

    seed: bytes
    shuffles: int
    turn: int
    active: int
    stack: Stack
    asked: tuple[int, ...]
    hands: list[bytes]
    fields: list[tuple[bytes, ...]]
    coins: list[bytes]
    set_aside: list[bytes]
    turned_over: bytes
    draw_pile: bytes
    discard: bytes
    run_outs: int
    ended: bool  # the last run-out has come
    over: bool
    round: int
    offers: tuple[StandingOffer, ...]
    accepts: tuple[StandingAccept, ...]
    next_id: int
    silent: tuple[bool, ...]
    answers: tuple[Answer | None, ...]
    wants: tuple[frozenset[str], ...]
    extra: dict[str, Any]

    def copy_to(self, new: "State") -> None:
        """Make `new` an independent copy; later changes to either do not touch the other."""
        # Spelled out, since search copies games all the time: a loop over names takes longer.
        new.seed = self.seed
        new.shuffles = self.shuffles
        new.turn = self.turn
        new.active = self.active
        new.stack = self.stack
        new.asked = self.asked
        new.hands = self.hands[:]
        new.fields = self.fields[:]
        new.coins = self.coins[:]
        new.set_aside = self.set_aside[:]
        new.turned_over = self.turned_over
        new.draw_pile = self.draw_pile
        new.discard = self.discard
        new.run_outs = self.run_outs
        new.ended = self.ended
        new.over = self.over
        new.round = self.round
        new.offers = self.offers
        new.accepts = self.accepts
        new.next_id = self.next_id
        new.silent = self.silent
        new.answers = self.answers
        new.wants = self.wants
        new.extra = self.extra.copy()

    def key(self) -> tuple[Any, ...]:
        """Return everything in the state as one hashable value."""
        values = [getattr(self, name) for name in ATTRIBUTES if name != "extra"]
        plain = [tuple(value) if isinstance(value, list) else value for value in values]
        return (*plain, *sorted(self.extra.items()))

    def __hash__(self) -> int:
        return hash(self.key())

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ATTRIBUTES}

    def __setstate__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def piece(self, name: str) -> Any:
        """Return a piece of state by name, a rule's own or one of the core."""
        return self.extra[name] if name in self.extra else getattr(self, name)

    def put(self, name: str, value: Any, seat: int | None = None) -> None:
        """Set a piece of state by name, or the entry of `seat` in it."""
        if seat is not None:
            entries = list(self.piece(name))
            entries[seat] = value
            value = entries
        if name in self.extra:
            # What rules add by seat is a tuple, which copies share; the core's lists they copy.
            self.extra[name] = tuple(value) if isinstance(value, list) else value
        else:
            setattr(self, name, value)


# The names of everything a state holds.
ATTRIBUTES: Final = tuple(field.name for field in fields(State))


def replaced(entries: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the entries with `value` at index `at`."""
    changed = list(entries)  # quicker than joining the parts before and behind it
    changed[at] = value
    return tuple(changed)


def hide_places(cards: tuple[CardAt, ...] | None) -> tuple[CardAt, ...] | None:
    """Return cards as others see them before a trade is done (T2).

    They see the kinds, and the places only of cards that lie in the open.
    """
    if cards is None:
        return None
    return tuple(
        CardAt(source, HIDDEN, kind) if source == "hand" else CardAt(source, place, kind)
        for source, place, kind in cards
    )


def offer_for(offer: StandingOffer, reader: int) -> StandingOffer:
    """Return an offer as `reader` may see it."""
    return offer if offer.seat == reader else offer._replace(give=hide_places(offer.give))


def accept_for(accept: StandingAccept, reader: int) -> StandingAccept:
    """Return an acceptance as `reader` may see it."""
    if accept.seat == reader:
        return accept
    # `or ()` is for the type checker: the cards of an acceptance are never open.
    return accept._replace(give=hide_places(accept.give) or ())
