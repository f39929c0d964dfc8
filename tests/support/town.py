"""Positions of High Bohn: who owns what, and what grows and lies where it is special."""

from typing import Any

from arena.rules import Game
from arena.rules.cards import KIND
from arena.rules.choices import Answer, Choice, Terms
from arena.rules.events import Event
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.expansions.high_bohn.distillery import GiveCoin
from arena.rules.expansions.high_bohn.farm import HarvestFarm
from arena.rules.expansions.high_bohn.shop import BUY
from arena.rules.expansions.high_bohn.stew import PlantStew
from arena.rules.expansions.high_bohn.store import StoreCard
from tests.support.scenario import names, pile, play, position

# Buildings with a field of their own, and whether it takes one bean only.
WITH_FIELD = {"saloon_2": True, "blacksmith_2": True, "mine_4": False}
MOST_SOLD = {3: 2, 4: 3, 5: 4}


def town(
    players: int = 4,
    variant: str = "high_bohn",
    *,
    buildings: dict[int, str] | None = None,
    third_fields: tuple[int, ...] = (),
    stews: dict[int, tuple[int, ...]] | None = None,
    store: dict[int, str] | None = None,
    under: dict[int, str] | None = None,
    fields: dict[int, list[str]] | None = None,
    **pieces: Any,
) -> Game:
    """A position with buildings, in which the rest of the shop is for sale.

    `buildings` and `store` are lists of names a seat, `under` coins under buildings; `third_fields`
    the seats that have bought one; `stews` the fields that are one. A seat's fields are: its first
    ones, a bought third one, then those of its buildings in order; what is not named is empty.
    """
    owned = [tuple((buildings or {}).get(seat, "").split()) for seat in range(players)]
    grown = {}
    special = []
    for seat in range(players):
        first = 3 if players == 3 or seat in third_fields else 2
        extra = [name for name in owned[seat] if name in WITH_FIELD]
        named = (fields or {}).get(seat, [])
        grown[seat] = named + [""] * (first + len(extra) - len(named))
        at = enumerate(extra, start=first)
        special.append(tuple((field, name) for field, name in at if WITH_FIELD[name]))
    own: dict[str, Any] = {
        "buildings": tuple(owned),
        "shop": _for_sale(players, "cognac" in variant, owned),
        "special_fields": tuple(special),
        "stews": tuple((stews or {}).get(seat, ()) for seat in range(players)),
        "store": tuple(pile((store or {}).get(seat, "")) for seat in range(players)),
        "under_buildings": tuple(pile((under or {}).get(seat, "")) for seat in range(players)),
    }
    if players > 3:
        own["third_field"] = tuple(seat in third_fields for seat in range(players))
    return position(variant, players, fields=grown, extra=own, **pieces)


def _for_sale(players: int, cognac: bool, owned: list[tuple[str, ...]]) -> tuple[str, ...]:
    sold = [BUILDINGS[name].type for each in owned for name in each]
    return tuple(
        name
        for name, building in BUILDINGS.items()
        if (cognac or building.type != "distillery")
        and not any(name in each for each in owned)
        and sold.count(building.type) < MOST_SOLD[players]
    )


def buy(game: Game, seat: int, building: str) -> list[Event]:
    """Buy a building, which must be possible."""
    return play(game, seat, BUY[building])


def on_sale(game: Game, seat: int) -> list[str]:
    """The buildings that the seat can buy now."""
    listed = game.choices(seat)
    return [name for name, choice in BUY.items() if choice in listed]


def shop(game: Game, kind: str) -> list[str]:
    """The buildings of a type that are still for sale."""
    return [name for name in game.extra["shop"] if BUILDINGS[name].type == kind]


def refused(game: Game, seat: int, choice: Choice) -> str:
    """Why the choice is refused; it is not listed either."""
    why = game.check(seat, choice)
    assert why is not None, choice
    assert seat not in game.asked or choice not in game.choices(seat)
    return why


def coins(game: Game, seat: int) -> str:
    """A seat's coin pile in words, bottom first."""
    return names(game.coins[seat])


def under(game: Game, seat: int) -> str:
    """The coins under a seat's buildings."""
    return names(game.extra["under_buildings"][seat])


def stored(game: Game, seat: int) -> str:
    """The beans on a seat's store."""
    return names(game.extra["store"][seat])


def stew(kind: str, field: int) -> PlantStew:
    """Planting a card in a stew."""
    return PlantStew(KIND[kind], field)


def keep(kind: str) -> StoreCard:
    """Putting a due card on the store."""
    return StoreCard(KIND[kind])


def give(kind: str) -> GiveCoin:
    """Paying distillery 3 with this coin."""
    return GiveCoin(KIND[kind])


def harvest_farm(field: int, soy: int) -> HarvestFarm:
    """Harvesting a farm field with that many soy coins."""
    return HarvestFarm(field, soy)


def bid(game: Game, seat: int, terms: Terms) -> list[Event]:
    """An opening bid of a seat that asked for it."""
    return play(game, seat, Answer(offers=(terms,)))
