"""Which fields a player of High Bohn has, and what may grow where (B3, HB7, HB9)."""

from typing import TYPE_CHECKING

from arena.rules.cards import BEANS, ONE
from arena.rules.events import Event
from arena.rules.expansions.high_bohn.buildings import BUILDINGS, SPECIAL, STEWS, put
from arena.rules.rule import After, Refusal, Rule
from arena.rules.state import State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


def is_stew(state: State, seat: int, field: int) -> bool:
    """Whether the field is a bean stew."""
    return field in state.extra[STEWS][seat]


def special_field(state: State, seat: int, field: int) -> str | None:
    """The building that the field belongs to and that restricts it, or None."""
    for at, building in state.extra[SPECIAL][seat]:
        if at == field:
            name: str = building
            return name
    return None


def _restricted(book: "Rulebook", state: State, seat: int, card: int, field: int) -> str | None:
    building = special_field(state, seat, field)
    if building is not None and card != BUILDINGS[building].bean:
        return f"the field of {building} takes {BEANS[BUILDINGS[building].bean].name} only"
    return None


def _stewed(book: "Rulebook", state: State, seat: int, card: int, field: int) -> str | None:
    if is_stew(state, seat, field):
        return "that field is a stew: add to it with plant_stew"
    return None


def _grows_elsewhere(
    book: "Rulebook", state: State, seat: int, card: int, field: int
) -> str | None:
    """B3, where neither stews nor the fields of saloon 2 and blacksmith 2 count."""
    fields = state.fields[seat]
    if fields[field] or special_field(state, seat, field) is not None:
        return None
    for at, cards in enumerate(fields):
        if (
            cards[:1] == ONE[card]
            and special_field(state, seat, at) is None
            and not is_stew(state, seat, at)
        ):
            return "that kind grows in another field of yours already (B3)"
    return None


KIND_ONCE = Rule(
    name="kind_once",
    cites="B3 HB7 HB9",
    text="A player may not grow one kind in two fields at once, but for the fields of saloon 2 and"
    " blacksmith 2 and for stews.",
    refuse=(
        Refusal("grows_elsewhere", "plant", _grows_elsewhere),
        Refusal("restricted", "plant", _restricted),
        Refusal("stewed", "plant", _stewed),
    ),
)


def _brings_field(building: str, restricted: bool, text: str) -> Rule:
    """A building that is a field, for its own bean only or for any."""

    def bought(book: "Rulebook", state: State, seat: int, events: list[Event], name: str) -> None:
        if name != building:
            return
        field = len(state.fields[seat])
        state.fields[seat] += (b"",)
        if restricted:
            put(state, SPECIAL, seat, (*state.extra[SPECIAL][seat], (field, name)))

    cites = f"HB-{building.replace('_', '-')}"
    bean = BEANS[BUILDINGS[building].bean].name
    return Rule(
        building,
        cites,
        text,
        data=lambda tables: {"field_for": bean if restricted else "any"},
        after=(After("building", bought),),
    )


EXTRA_FIELDS: tuple[Rule, ...] = (
    _brings_field(
        "saloon_2", True, "One more field, for green beans only, which may then grow in two fields."
    ),
    _brings_field(
        "blacksmith_2",
        True,
        "One more field, for chili beans only, which may then grow in two fields.",
    ),
    _brings_field("mine_4", False, "One more field, beside a third one, for any bean."),
)
