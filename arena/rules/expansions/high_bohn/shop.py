"""Buying buildings, at any time and after the end, and what they count (HB1–HB6)."""

from typing import Any, Final, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import (
    BUILDING_BOUGHT,
    BUILDINGS,
    COGNAC_TYPE,
    OWNED,
    PIECES,
    SHOP,
    TYPES,
    UNDER,
)
from arena.rules.game import FreeChoice, Game, Step, Tables
from arena.rules.hooks import DEALT, SCORE
from arena.rules.rule import Listing, Rule
from arena.rules.steps.in_turn import ask_in_turn, next_seat

# The buildings of one type that are sold, by number of players (HB4).
SOLD_OF_A_TYPE = {3: 2, 4: 3, 5: 4}
# The bonus for owning 0, 1, 2, … buildings; for more, the last one (HB5).
BONUS: Final = (0, 0, 0, 0, 1, 2, 3, 5, 8, 8)


class BuyBuilding(NamedTuple):
    """Buy a building that is for sale (HB2)."""

    building: str
    do: str = "buy_building"


BUY: Final = {name: BuyBuilding(name) for name in BUILDINGS}
# (type, its bean, by number of such coins the buildings they can pay for). Made once, since what is
# buyable is looked up at every decision.
BY_TYPE: Final = tuple(
    (
        name,
        KIND[bean],
        tuple(
            tuple(f"{name}_{price}" for price in prices if price <= held)
            for held in range(max(prices) + 1)
        ),
    )
    for name, (bean, prices) in TYPES.items()
)


def buyable(game: Game, seat: int) -> list[BuyBuilding]:
    """Return the buildings that `seat` can buy now, in the order of the table."""
    coins = game.coins[seat]
    if not coins:
        return []
    shop = game.extra[SHOP]
    types = [BUILDINGS[name].type for name in game.extra[OWNED][seat]]
    listed: list[BuyBuilding] = []
    for building_type, bean, payable in BY_TYPE:
        held = coins.count(bean)
        if held and building_type not in types:
            names = payable[min(held, len(payable) - 1)]
            listed += [BUY[name] for name in names if name in shop]
    return listed


def refuse_purchase(game: Game, seat: int, name: str) -> str | None:
    """Explain why `seat` cannot buy the building `name`, or return None."""
    if name not in BUILDINGS:
        return f"there is no building called {name!r:.60}"
    if name not in game.extra[SHOP]:
        return f"{name} is not for sale"
    building = BUILDINGS[name]
    if any(BUILDINGS[own].type == building.type for own in game.extra[OWNED][seat]):
        return f"you have a {building.type} already (HB2)"
    if game.coins[seat].count(building.bean) < building.price:
        return f"{name} costs {building.price} of your {BEANS[building.bean].name} coins (HB2)"
    return None


def purchase(game: Game, seat: int, name: str) -> None:
    """Pay for a building with the topmost coins of its bean, and put it into force (HB2, HB4)."""
    building = BUILDINGS[name]
    pile = game.coins[seat]
    for _ in range(building.price):
        pile = without(pile, pile.rindex(building.bean))
    game.coins[seat] = pile
    game.discard += ONE[building.bean] * building.price
    game.put(OWNED, (*game.extra[OWNED][seat], name), seat)
    shop = tuple(other for other in game.extra[SHOP] if other != name)
    sold = sum(BUILDINGS[own].type == building.type for each in game.extra[OWNED] for own in each)
    if sold >= SOLD_OF_A_TYPE[game.book.players]:
        shop = tuple(other for other in shop if BUILDINGS[other].type != building.type)
    game.extra[SHOP] = shop
    game.tell({"event": "bought_building", "seat": seat, "building": name, "shop": shop})
    game.react(BUILDING_BOUGHT, seat, name)


class Buying(FreeChoice):
    """Buying a building (HB2)."""

    record = BuyBuilding

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the buildings that the seat can buy."""
        return [*buyable(game, seat)]

    def check(self, game: Game, seat: int, choice: BuyBuilding) -> str | None:
        """Refuse a building that is not for sale, too dear, or of a type that the seat has."""
        return refuse_purchase(game, seat, choice.building)

    def apply(self, game: Game, seat: int, choice: BuyBuilding) -> None:
        """Buy the building."""
        purchase(game, seat, choice.building)


class LastPurchases(Step):
    """Buying after the final harvests: each seat in turn buys any number, once round (HB5).

    Memory: how many seats have passed.
    """

    name = "last_purchases"
    ask = "last_purchases"
    memory = (0,)
    free = False

    def resume(self, game: Game) -> None:
        """Ask the next seat that can buy anything, or leave."""
        if not ask_in_turn(game, lambda game, seat: bool(buyable(game, seat))):
            game.leave()

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List passing, and the buildings that the seat can buy."""
        return [PASS, *buyable(game, seat)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Buy the building, or go on to the next seat."""
        if isinstance(choice, BuyBuilding):
            purchase(game, seat, choice.building)
        else:
            next_seat(game)


def _for_sale(tables: Tables) -> tuple[str, ...]:
    cognac = "cognac" in tables.deck
    return tuple(name for name in BUILDINGS if cognac or BUILDINGS[name].type != COGNAC_TYPE)


def _open_shop(game: Game, seat: int) -> None:
    game.extra[SHOP] = _for_sale(game.book.tables)


def _coins_under_buildings(value: int, game: Game, seat: int) -> int:
    """Add the coins under buildings, which a tipi counts as well (HB7)."""
    return value + len(game.extra[UNDER][seat])


def _buildings(value: int, game: Game, seat: int) -> int:
    """Add the prices of the seat's buildings, and the bonus for their number (HB5)."""
    owned = game.extra[OWNED][seat]
    bonus = BONUS[min(len(owned), len(BONUS) - 1)]
    return value + sum(BUILDINGS[name].price for name in owned) + bonus


def _data(tables: Tables) -> dict[str, Any]:
    sold = [BUILDINGS[name] for name in _for_sale(tables)]
    return {
        "buildings": [each._asdict() | {"bean": BEANS[each.bean].name} for each in sold],
        "sold_of_a_type": SOLD_OF_A_TYPE[tables.players],
        "bonus": BONUS,
    }


def _price_list(tables: Tables) -> Listing:
    sold = [BUILDINGS[name] for name in _for_sale(tables)]
    return Listing(
        ("building", "price", "power of its owner"),
        tuple((each.name, f"{each.price} {BEANS[each.bean].name}") for each in sold),
    )


def _text(tables: Tables) -> str:
    return (
        "All buildings are for sale from the start. At any time, also out of turn, you may buy one"
        " with as many coins as its price, each bearing its bean, from anywhere in your pile; they"
        " are discarded. You may have one building of each type. Of each type"
        f" {SOLD_OF_A_TYPE[tables.players]} are sold; then the rest leave the game. A building's"
        " power works at once, and where it disagrees with another rule, it holds; price 1 has"
        " none. If several players want a building, the active player comes first, then clockwise."
        " After the harvests of the end, the player whose turn it was may buy any number of"
        " buildings, then the others clockwise, once round. At the end a building counts as many"
        " coins as its price, and 4, 5, 6, 7, 8 or more of them count 1, 2, 3, 5, 8 coins more."
    )


SHOPPING = Rule(
    name="buildings",
    cites="HB1 HB2 HB3 HB4 HB5 HB6",
    text=_text,
    welcome=("buy_building",),
    data=_data,
    listing=_price_list,
    pieces=PIECES,
    events=(EventKind("bought_building"),),
    free=(Buying(),),
    folds=(SCORE.fold("replace", _coins_under_buildings), SCORE.fold("finally", _buildings)),
    after=(DEALT.then(_open_shop),),
)
