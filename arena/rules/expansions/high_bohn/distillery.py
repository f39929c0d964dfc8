"""Distilleries 2 and 3: a type of building sells out, and stews of others pay a coin.

The buyer of distillery 2 names a type; the others may buy one of it at once, and the rest leaves
the game (HB11). The owner of distillery 3 gets a coin of each stew that others harvest (HB7).
"""

from typing import NamedTuple

from arena.rules.cards import ONE, without
from arena.rules.choices import PASS, Choice
from arena.rules.events import EventKind
from arena.rules.expansions.high_bohn.buildings import (
    BUILDING_BOUGHT,
    BUILDINGS,
    OWNED,
    SHOP,
    TYPES,
    UNDER,
    owner_of,
)
from arena.rules.expansions.high_bohn.powers import COGNAC_SCALE
from arena.rules.expansions.high_bohn.shop import buyable
from arena.rules.expansions.high_bohn.stew import STEW_EARNED
from arena.rules.game import Game, Step
from arena.rules.rule import Rule
from arena.rules.steps.in_turn import ask_in_turn, next_seat

TYPE_NAMES = tuple(TYPES)
HARVESTS = ("harvest", "harvest_farm")


class NameType(NamedTuple):
    """Name the type of building that sells out after this."""

    type: str
    do: str = "name_type"


def _left(game: Game) -> list[str]:
    """Return the types that still have buildings for sale, in the order of the table."""
    types = {BUILDINGS[name].type for name in game.extra[SHOP]}
    return [name for name in TYPE_NAMES if name in types]


class NameBuildingType(Step):
    """Naming a type that is still for sale, by the buyer of distillery 2 (memory: the buyer)."""

    name = "distillery_2"
    ask = "distillery_2"
    free = False
    records = (NameType,)

    def resume(self, game: Game) -> None:
        """Ask the buyer if any type is left, else leave."""
        if _left(game):
            game.ask(game.memory[0])
        else:
            game.leave()

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the types that are left."""
        return [NameType(name) for name in _left(game)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Announce the type, and give the others their last chance."""
        assert isinstance(choice, NameType)
        game.leave()
        game.tell({"event": "named_type", "seat": seat, "type": choice.type})
        game.push("last_chance", seat, TYPE_NAMES.index(choice.type), 0)


class LastChance(Step):
    """The chance of each other player to harvest and then buy one building of the type (HB11).

    Memory: the seat that named it, the type, how many seats have been asked.
    """

    name = "last_chance"
    ask = "last_chance"
    free = False  # of the free choices only harvests and this type

    def resume(self, game: Game) -> None:
        """Ask the next seat that could buy; when all are done, the type is sold out."""
        if ask_in_turn(game, self._concerns):
            return
        sold_out = self._type(game)
        shop = tuple(name for name in game.extra[SHOP] if BUILDINGS[name].type != sold_out)
        game.extra[SHOP] = shop
        game.tell({"event": "sold_out", "type": sold_out, "shop": shop})
        game.leave()

    def _type(self, game: Game) -> str:
        return TYPE_NAMES[game.memory[1]]

    def _concerns(self, game: Game, seat: int) -> bool:
        return (
            seat != game.memory[0]
            and self._may_buy(game, seat)
            and self.choices(game, seat) != [PASS]
        )

    def _may_buy(self, game: Game, seat: int) -> bool:
        """Return True if the seat could buy a building of the type, had it the coins."""
        owned = {BUILDINGS[name].type for name in game.extra[OWNED][seat]}
        return self._type(game) in _left(game) and self._type(game) not in owned

    def _of_type(self, game: Game, seat: int) -> list[Choice]:
        buildings = buyable(game, seat)
        return [each for each in buildings if BUILDINGS[each.building].type == self._type(game)]

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List passing, the buildings of the type, and all harvests."""
        listed = [PASS, *self._of_type(game, seat)]
        for do in HARVESTS:
            listed += game.book.free_by_do[do].choices(game, seat)
        return listed

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Go on to the next seat, or buy or harvest."""
        if choice == PASS:
            next_seat(game)
        else:
            game.book.free_by_do[choice.do].apply(game, seat, choice)


def _after_building(game: Game, seat: int, name: str) -> None:
    if name == "distillery_2":
        game.push("distillery_2", seat)


class GiveCoin(NamedTuple):
    """Give this coin of the stew just harvested to the owner of distillery 3."""

    card: int
    do: str = "give_coin"


class PayDistiller(Step):
    """Choosing the coin of a stew for distillery 3, by the harvester (memory: seat, coins)."""

    name = "pay_distiller"
    ask = "pay_distiller"
    free = False
    records = (GiveCoin,)

    def resume(self, game: Game) -> None:
        """Ask the harvester."""
        game.ask(game.memory[0])

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List each kind among the coins of the stew."""
        coins = game.extra[UNDER][seat][-game.memory[1] :]
        return [GiveCoin(card) for card in dict.fromkeys(coins)]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Move the coin to the owner's building."""
        assert isinstance(choice, GiveCoin)
        game.leave()
        pile = game.extra[UNDER][seat]
        # The last of its kind: those before it may be coins of earlier stews.
        at = pile.rindex(choice.card)
        game.put(UNDER, without(pile, at), seat)
        owner = owner_of(game, "distillery_3")
        assert owner is not None
        game.put(UNDER, game.extra[UNDER][owner] + ONE[choice.card], owner)
        game.tell({"event": "paid_distiller", "seat": seat, "with": owner, "card": choice.card})


def _after_stew(game: Game, seat: int, coins: bytes) -> None:
    """Give the owner a coin of each stew that others harvest (HB7)."""
    owner = owner_of(game, "distillery_3")
    if owner is not None and owner != seat:
        game.push("pay_distiller", seat, len(coins))


DISTILLERIES: tuple[Rule, ...] = (
    Rule(
        "distillery_2",
        "HB-distillery-2 HB11",
        "When you buy it, name a type of building. Clockwise from the active player, the others may"
        " harvest and then buy one of that type; the rest of the type leaves the game.",
        events=(EventKind("named_type"), EventKind("sold_out")),
        steps=(NameBuildingType(), LastChance()),
        after=(BUILDING_BOUGHT.then(_after_building),),
    ),
    Rule(
        "distillery_3",
        "HB-distillery-3",
        "A player who earns coins with a stew gives you one of their choice. It lies under this"
        " card: you cannot spend it, but it counts at the end.",
        events=(EventKind("paid_distiller"),),
        steps=(PayDistiller(),),
        after=(STEW_EARNED.then(_after_stew),),
    ),
    COGNAC_SCALE,
)
