"""Choices: the answers a seat can give to a decision, and the parts of offers.

Every choice is a small immutable record with its name in `do`, so choices can be compared, hashed
and pickled, and a rule finds the handler of a choice by that name. Expansions add further records.
"""

from typing import Any, Final, NamedTuple, Protocol

# An open side of an offer, "name your price": such an offer can be answered, but never taken.
OPEN: Final = None

# The address of an offer put to every other seat.
ALL: Final = -1

# A place that the reader may not know: one in another seat's hand.
HIDDEN: Final = -1


class Choice(Protocol):
    """Anything with a name in `do`; the records below are the choices of the basic game."""

    @property
    def do(self) -> str:
        """The name of the choice."""


class Pass(NamedTuple):
    """Do nothing (more): skip the second card of step 1 or a window, or end trading."""

    do: str = "pass"


class Plant(NamedTuple):
    """Plant a card that is due (first of the hand, or set aside) in one of your fields."""

    card: int
    field: int
    do: str = "plant"


class Harvest(NamedTuple):
    """Harvest one of your fields (B9)."""

    field: int
    do: str = "harvest"


class BuyField(NamedTuple):
    """Buy the third field (B14)."""

    do: str = "buy_field"


class CardAt(NamedTuple):
    """One exact card: the `place`-th of a `source` of its owner ("hand", "turned_over", …).

    `place` is HIDDEN where the reader may know only the kind.
    """

    source: str
    place: int
    kind: int


class Terms(NamedTuple):
    """The terms of an offer (T1): the exact cards given and the kinds wanted; one side may be OPEN.

    `to` is a seat or ALL; seats that are not active always address the active player.
    """

    give: tuple[CardAt, ...] | None
    want: bytes | None
    to: int = ALL


class Take(NamedTuple):
    """Take a standing accept or bid by its id.

    `give` names the cards handed over for a bid; None lets the rules pick them.
    """

    id: int
    give: tuple[CardAt, ...] | None = None


class Trade(NamedTuple):
    """The active player's answer in a round (T1): take replies in order, post offers, or end."""

    take: tuple[Take, ...] = ()
    offers: tuple[Terms, ...] = ()
    end: bool = False
    do: str = "trade"


class Accepting(NamedTuple):
    """Accept the offer `offer`.

    `give` names the cards handed over; None lets the rules pick them.
    """

    offer: int
    give: tuple[CardAt, ...] | None = None


class Answer(NamedTuple):
    """A sealed answer or an opening bid (T1, T2); an empty one declines everything."""

    accept: tuple[Accepting, ...] = ()
    offers: tuple[Terms, ...] = ()
    withdraw: tuple[int, ...] = ()
    silent: bool = False
    do: str = "answer"


def do_of(record: Any) -> str:
    """Return the name of the choices that a record makes."""
    do: str = record._field_defaults["do"]
    return do


PASS: Final = Pass()
BUY_FIELD: Final = BuyField()
DECLINE: Final = Answer()
# Ready-made records: making new ones at each decision would cost more than the rules do. No seat
# has more than six fields, and every byte could be a kind.
PLANT: Final = tuple(tuple(Plant(card, field) for field in range(8)) for card in range(256))
HARVEST: Final = tuple(Harvest(field) for field in range(8))
