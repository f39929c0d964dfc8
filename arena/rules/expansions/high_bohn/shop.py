"""Buying buildings, at any time and after the end, and what they count (HB1–HB6)."""

from typing import TYPE_CHECKING, Any, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.events import Event, EventKind
from arena.rules.expansions.high_bohn.buildings import (
    BUILDINGS,
    COGNAC_TYPE,
    OWNED,
    PIECES,
    PRICES,
    SHOP,
    TYPES,
    UNDER,
    put,
)
from arena.rules.rule import After, Fold, FreeChoice, Rule, Tables
from arena.rules.state import State
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# Buildings of one type that are sold, by players (HB4).
SOLD_OF_A_TYPE = {3: 2, 4: 3, 5: 4}
# Bonus for the number of own buildings (HB5).
BONUS = {4: 1, 5: 2, 6: 3, 7: 5, 8: 8, 9: 8}


class BuyBuilding(NamedTuple):
    """Buy a building that is for sale (HB2)."""

    building: str
    do: str = "buy_building"


BUY = {name: BuyBuilding(name) for name in BUILDINGS}
# (type, its bean, its buildings by price): who holds n such coins can pay for the first n.
BY_TYPE = tuple(
    (kind, KIND[bean], tuple(f"{kind}_{price}" for price in PRICES)) for kind, bean in TYPES.items()
)


def buyable(state: State, seat: int) -> list[BuyBuilding]:
    """The buildings that `seat` can buy now, in the order of the table."""
    coins = state.coins[seat]
    if not coins:
        return []
    shop = state.extra[SHOP]
    types = [BUILDINGS[name].type for name in state.extra[OWNED][seat]]
    listed: list[BuyBuilding] = []
    for building_type, bean, names in BY_TYPE:
        held = coins.count(bean)
        if held and building_type not in types:
            listed += [BUY[name] for name in names[:held] if name in shop]
    return listed


def refuse_purchase(state: State, seat: int, name: str) -> str | None:
    """Why `seat` cannot buy the building `name`, or None."""
    if name not in BUILDINGS:
        return f"there is no building called {name!r:.60}"
    if name not in state.extra[SHOP]:
        return f"{name} is not for sale"
    building = BUILDINGS[name]
    if any(BUILDINGS[own].type == building.type for own in state.extra[OWNED][seat]):
        return f"you have a {building.type} already (HB2)"
    if state.coins[seat].count(building.bean) < building.price:
        return f"{name} costs {building.price} of your {BEANS[building.bean].name} coins"
    return None


def purchase(book: "Rulebook", state: State, seat: int, name: str, events: list[Event]) -> None:
    """Pay for a building with the topmost coins of its bean, and put it into force (HB2, HB4)."""
    building = BUILDINGS[name]
    pile = state.coins[seat]
    for _ in range(building.price):
        pile = without(pile, pile.rindex(building.bean))
    state.coins[seat] = pile
    state.discard += ONE[building.bean] * building.price
    put(state, OWNED, seat, (*state.extra[OWNED][seat], name))
    shop = tuple(other for other in state.extra[SHOP] if other != name)
    sold = sum(BUILDINGS[own].type == building.type for each in state.extra[OWNED] for own in each)
    if sold >= SOLD_OF_A_TYPE[book.players]:
        shop = tuple(other for other in shop if BUILDINGS[other].type != building.type)
    state.extra[SHOP] = shop
    events.append({"event": "bought_building", "seat": seat, "building": name, "shop": shop})
    book.react("building", state, seat, events, name)


def _choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    return [*buyable(state, seat)]


def _check(book: "Rulebook", state: State, seat: int, choice: BuyBuilding) -> str | None:
    return refuse_purchase(state, seat, choice.building)


def _apply(
    book: "Rulebook", state: State, seat: int, choice: BuyBuilding, events: list[Event]
) -> None:
    purchase(book, state, seat, choice.building, events)


class LastPurchases(Step):
    """After the harvests of the end each seat may buy once more, once round (HB5).

    Memory: how many seats have passed.
    """

    name = ask = "last_purchases"
    free = False

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        for passed in range(memory[0] if memory else 0, book.players):
            seat = (state.active + passed) % book.players
            if buyable(state, seat):
                state.stack = (*state.stack[:-1], (number, passed))
                state.asked = (seat,)
                return
        leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS, *buyable(state, seat)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        if isinstance(choice, BuyBuilding):
            purchase(book, state, seat, choice.building, events)
        else:
            number, passed = state.stack[-1]
            state.stack = (*state.stack[:-1], (number, passed + 1))


def _for_sale(tables: Tables) -> tuple[str, ...]:
    cognac = "cognac" in tables.deck
    return tuple(name for name in BUILDINGS if cognac or BUILDINGS[name].type != COGNAC_TYPE)


def _open_shop(book: "Rulebook", state: State, seat: int, events: list[Event]) -> None:
    state.extra[SHOP] = _for_sale(book.tables)


def _coins_under_buildings(value: int, book: "Rulebook", state: State, seat: int) -> int:
    """Added to the pile before a tipi counts it (HB7)."""
    return value + len(state.extra[UNDER][seat])


def _buildings(value: int, book: "Rulebook", state: State, seat: int) -> int:
    """The prices of the own buildings, and the bonus for their number (HB5)."""
    owned = state.extra[OWNED][seat]
    return value + sum(BUILDINGS[name].price for name in owned) + BONUS.get(len(owned), 0)


def _data(tables: Tables) -> dict[str, Any]:
    sold = [BUILDINGS[name] for name in _for_sale(tables)]
    return {
        "buildings": [each._asdict() | {"bean": BEANS[each.bean].name} for each in sold],
        "sold_of_a_type": SOLD_OF_A_TYPE[tables.players],
        "bonus": [BONUS.get(number, 0) for number in range(max(BONUS) + 1)],
    }


SHOPPING = Rule(
    name="buildings",
    cites="HB1 HB2 HB3 HB4 HB5 HB6",
    text="There is one building of each type for each price from 1 to 4. At any time buy one with"
    " coins that bear its bean, as many as its price, while it is for sale: "
    + ", ".join(f"{kind} ({bean})" for kind, bean in TYPES.items() if kind != COGNAC_TYPE)
    + ". A player may have one of a type; of a type at most two are sold with three players, three"
    " with four, four with five. Its power works at once; price 1 has none. Wanted by several, the"
    " active player comes first, then clockwise. After the harvests of the end each player has one"
    " last occasion to buy any number. A building counts its price; four, five, six, seven, eight"
    " or more of them 1, 2, 3, 5, 8 more.",
    data=_data,
    pieces=PIECES,
    events=(EventKind("bought_building", "seat bought building; shop: what is still for sale"),),
    free=(FreeChoice("buy_building", BuyBuilding, _choices, _check, _apply),),
    folds=(Fold("score", "replace", _coins_under_buildings), Fold("score", "finally", _buildings)),
    after=(After("deal", _open_shop),),
)
