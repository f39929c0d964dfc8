"""The fields of a player of High Bohn, and what may grow where (B3, HB7, HB9)."""

from arena.rules.cards import BEANS, ONE
from arena.rules.expansions.high_bohn.buildings import BUILDING_BOUGHT, BUILDINGS, SPECIAL, STEWS
from arena.rules.game import Game
from arena.rules.hooks import TO_PLANT
from arena.rules.rule import Rule, Text


def is_stew(game: Game, seat: int, field: int) -> bool:
    """Return True if the field is a bean stew."""
    return field in game.extra[STEWS][seat]


def special_field(game: Game, seat: int, field: int) -> str | None:
    """Return the building that brought and restricts the field, or None."""
    for at, building in game.extra[SPECIAL][seat]:
        if at == field:
            name: str = building
            return name
    return None


def _restricted(game: Game, seat: int, card: int, field: int) -> str | None:
    building = special_field(game, seat, field)
    if building is not None and card != BUILDINGS[building].bean:
        return f"the field of {building} takes {BEANS[BUILDINGS[building].bean].name} only"
    return None


def _stewed(game: Game, seat: int, card: int, field: int) -> str | None:
    if is_stew(game, seat, field):
        return "that field is a stew: add to it with plant_stew (HB7)"
    return None


def _grows_elsewhere(game: Game, seat: int, card: int, field: int) -> str | None:
    """Apply B3, ignoring stews and the fields of saloon 2 and blacksmith 2."""
    fields = game.fields[seat]
    # What may join a field that is not empty is for `one_kind` to say.
    if fields[field] or special_field(game, seat, field) is not None:
        return None
    for at, cards in enumerate(fields):
        if (
            cards[:1] == ONE[card]
            and special_field(game, seat, at) is None
            and not is_stew(game, seat, at)
        ):
            return "that kind grows in another field of yours already (B3)"
    return None


KIND_ONCE = Rule(
    name="kind_once",
    cites="B3 HB7 HB9",
    text="You may not grow one kind in two of your fields; stews and the fields of saloon 2 and"
    " blacksmith 2 do not count.",
    refuse=(
        TO_PLANT.refuse("grows_elsewhere", _grows_elsewhere),
        TO_PLANT.refuse("restricted", _restricted),
        TO_PLANT.refuse("stewed", _stewed),
    ),
)


def _brings_field(building: str, restricted: bool, text: Text) -> Rule:
    """Return the rule of a building that brings a field, for its own bean or for any."""

    def bought(game: Game, seat: int, name: str) -> None:
        if name != building:
            return
        field = len(game.fields[seat])
        game.fields[seat] += (b"",)
        if restricted:
            game.put(SPECIAL, (*game.extra[SPECIAL][seat], (field, name)), seat)

    cites = f"HB-{building.replace('_', '-')}"
    bean = BEANS[BUILDINGS[building].bean].name
    return Rule(
        building,
        cites,
        text,
        data=lambda tables: {"field_for": bean if restricted else "any"},
        after=(BUILDING_BOUGHT.then(bought),),
    )


EXTRA_FIELDS: tuple[Rule, ...] = (
    _brings_field(
        "saloon_2",
        True,
        "One more field, for green beans only; they may then grow in two of your fields.",
    ),
    _brings_field(
        "blacksmith_2",
        True,
        "One more field, for chili beans only; they may then grow in two of your fields.",
    ),
    _brings_field(
        "mine_4",
        False,
        lambda tables: (
            "One more field, for any bean"
            + ("." if tables.price is None else "; you may still buy a third field as well.")
        ),
    ),
)
