"""Distillery 2: its buyer names a type that others may buy of at once; the rest leaves (HB11).
Distillery 3: a coin of each stew of others is its owner's (HB7)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.events import Event, EventKind
from arena.rules.expansions.high_bohn.buildings import (
    BUILDINGS,
    OWNED,
    SHOP,
    TYPES,
    UNDER,
    owner_of,
    put,
)
from arena.rules.expansions.high_bohn.powers import COGNAC_SCALE
from arena.rules.expansions.high_bohn.shop import buyable
from arena.rules.rule import After, Rule
from arena.rules.state import State
from arena.rules.steps.step import Step, clockwise, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

TYPE_NAMES = tuple(TYPES)
HARVESTS = ("harvest", "harvest_farm")


class NameType(NamedTuple):
    """Name the type of building that is sold out after this."""

    type: str
    do: str = "name_type"


def _left(state: State) -> list[str]:
    """The types with cards left, in the order of the table."""
    types = {BUILDINGS[name].type for name in state.extra[SHOP]}
    return [name for name in TYPE_NAMES if name in types]


class NameBuildingType(Step):
    """The buyer of distillery 2 must name a type with cards left (memory: the buyer)."""

    name = ask = "distillery_2"
    free = False
    records = (NameType,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if _left(state):
            state.asked = (state.stack[-1][1],)
        else:
            leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [NameType(name) for name in _left(state)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        assert isinstance(choice, NameType)
        state.asked = ()
        leave(state)
        events.append({"event": "named_type", "seat": seat, "type": choice.type})
        book.push(state, "last_chance", seat, TYPE_NAMES.index(choice.type), 0)


class LastChance(Step):
    """Each other player may harvest and then buy one of the type (HB11).

    Memory: the seat that named it, the type, how many seats have been asked.
    """

    name = ask = "last_chance"
    free = False  # of the free choices only harvests and this type

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, namer, kind, done = state.stack[-1]
        seats = clockwise(book, state)
        for at in range(done, len(seats)):
            seat = seats[at]
            if (
                seat != namer
                and self._may_buy(state, seat)
                and self.choices(book, state, seat) != [PASS]
            ):
                state.stack = (*state.stack[:-1], (number, namer, kind, at))
                state.asked = (seat,)
                return
        shop = tuple(n for n in state.extra[SHOP] if BUILDINGS[n].type != TYPE_NAMES[kind])
        state.extra[SHOP] = shop
        events.append({"event": "sold_out", "type": TYPE_NAMES[kind], "shop": shop})
        leave(state)

    def _may_buy(self, state: State, seat: int) -> bool:
        """Whether a building of the type is left for the seat, if only it had the coins."""
        type_name = TYPE_NAMES[state.stack[-1][2]]
        owned = {BUILDINGS[name].type for name in state.extra[OWNED][seat]}
        return type_name in _left(state) and type_name not in owned

    def _of_type(self, state: State, seat: int) -> list[Choice]:
        type_name = TYPE_NAMES[state.stack[-1][2]]
        return [
            choice
            for choice in buyable(state, seat)
            if BUILDINGS[choice.building].type == type_name
        ]

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        listed = [PASS, *self._of_type(state, seat)]
        for do in HARVESTS:
            listed += book.free_by_do[do].choices(book, state, seat)
        return listed

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        if choice == PASS:
            number, namer, kind, done = state.stack[-1]
            state.stack = (*state.stack[:-1], (number, namer, kind, done + 1))
        else:
            book.free_by_do[choice.do].apply(book, state, seat, choice, events)


def _after_building(
    book: "Rulebook", state: State, seat: int, events: list[Event], name: str
) -> None:
    if name == "distillery_2":
        book.push(state, "distillery_2", seat)


class GiveCoin(NamedTuple):
    """Give this coin of the stew just harvested to the owner of distillery 3."""

    card: int
    do: str = "give_coin"


class PayDistiller(Step):
    """The harvester of a stew chooses the coin for distillery 3 (memory: seat, coins)."""

    name = ask = "pay_distiller"
    free = False
    records = (GiveCoin,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        state.asked = (state.stack[-1][1],)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        coins = state.extra[UNDER][seat][-state.stack[-1][2] :]
        return [GiveCoin(card) for card in dict.fromkeys(coins)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        assert isinstance(choice, GiveCoin)
        state.asked = ()
        leave(state)
        pile = state.extra[UNDER][seat]
        at = pile.rindex(choice.card)
        put(state, UNDER, seat, without(pile, at))
        owner = owner_of(state, "distillery_3")
        assert owner is not None
        put(state, UNDER, owner, state.extra[UNDER][owner] + ONE[choice.card])
        events.append({"event": "paid_distiller", "seat": seat, "with": owner, "card": choice.card})


def _after_stew(
    book: "Rulebook", state: State, seat: int, events: list[Event], coins: bytes
) -> None:
    """Whoever earns from a stew pays the owner, who pays nothing for an own one (HB7)."""
    owner = owner_of(state, "distillery_3")
    if owner is not None and owner != seat:
        book.push(state, "pay_distiller", seat, len(coins))


DISTILLERIES: tuple[Rule, ...] = (
    Rule(
        "distillery_2",
        "HB-distillery-2 HB11",
        "On buying it, its owner names a type of building: the others may harvest and buy one of it"
        " at once, clockwise from the active player; the rest of the type leaves the game.",
        events=(
            EventKind("named_type", "seat named the type that is sold out after this"),
            EventKind("sold_out", "the rest of type leaves the game; shop: what is for sale"),
        ),
        steps=(NameBuildingType(), LastChance()),
        after=(After("building", _after_building),),
    ),
    Rule(
        "distillery_3",
        "HB-distillery-3",
        "Whoever earns from a stew gives its owner one of those coins, of the giver's choice; it"
        " lies under this card, not for spending, and counts at the end.",
        events=(EventKind("paid_distiller", "seat gave the coin card of its stew to with"),),
        steps=(PayDistiller(),),
        after=(After("stew", _after_stew),),
    ),
    COGNAC_SCALE,
)
