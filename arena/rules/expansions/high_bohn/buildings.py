"""The buildings as data: type, bean, price, and which seat owns them (HB)."""

from typing import Final, NamedTuple

from arena.rules.cards import KIND
from arena.rules.game import Game
from arena.rules.hooks import Moment
from arena.rules.state import EVERYONE, Piece


class Type(NamedTuple):
    """Buildings of one type: each costs a number of coins that bear `bean`."""

    bean: str
    prices: tuple[int, ...] = (1, 2, 3, 4)


# A building is named by type and price: "jail_4". Its power is the rule of that name; the buildings
# that cost one coin have none (HB6).
TYPES: Final[dict[str, Type]] = {
    "bank": Type("black_eyed"),
    "farm": Type("soy"),
    "saloon": Type("green"),
    "mine": Type("garden"),
    "tipi": Type("red"),
    "store": Type("stink"),
    "blacksmith": Type("chili"),
    "jail": Type("blue"),
    "distillery": Type("cognac"),
}
COGNAC_TYPE = "distillery"


class Building(NamedTuple):
    """A building for sale: `price` coins, each bearing a bean of kind `bean`."""

    name: str
    type: str
    bean: int
    price: int


BUILDINGS: Final[dict[str, Building]] = {
    f"{name}_{price}": Building(f"{name}_{price}", name, KIND[bean], price)
    for name, (bean, prices) in TYPES.items()
    for price in prices
}

BUILDING_BOUGHT: Final[Moment[str]] = Moment("building_bought")  # its name

OWNED: Final = "buildings"
SHOP: Final = "shop"
UNDER: Final = "under_buildings"  # coins of stews and of distillery 3: not for spending
STEWS: Final = "stews"  # per seat: the fields that are a stew
SPECIAL: Final = "special_fields"  # per seat: (field, building that brought it)

PIECES = (
    Piece(OWNED, EVERYONE, per_seat=True, start=()),
    Piece(SHOP, EVERYONE, start=()),
    Piece(UNDER, EVERYONE, per_seat=True, cards=True, start=b""),
    Piece(STEWS, EVERYONE, per_seat=True, start=()),
    Piece(SPECIAL, EVERYONE, per_seat=True, start=()),
)


def owns(game: Game, seat: int, building: str) -> bool:
    """Return True if `seat` has the building, and so its power."""
    return building in game.extra[OWNED][seat]


def owner_of(game: Game, building: str) -> int | None:
    """Return the seat that has the building, if any has."""
    return next((seat for seat, owned in enumerate(game.extra[OWNED]) if building in owned), None)
