"""What grows where: restricted fields, soy on the farm, bean stew, and its harvest (HB7, HB9)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE
from arena.rules.choices import Choice
from arena.rules.events import Event, EventKind
from arena.rules.free.harvest import HarvestAll, harvest, worth
from arena.rules.high_bohn.buildings import (
    BUILDINGS,
    STEWS,
    UNDER,
    owner_of,
    owns,
    put,
    special_field,
)
from arena.rules.rule import After, FreeChoice, Place, Refusal, Rule, Waiver
from arena.rules.state import State
from arena.rules.steps.planting import plant
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

SOY = KIND["soy"]
COMMON = 14  # printed count from which soy may join a kind on the farm


def is_stew(state: State, seat: int, field: int) -> bool:
    """Whether the field is a bean stew."""
    return field in state.extra[STEWS][seat]


def is_farm(state: State, seat: int, field: int) -> bool:
    """Whether the field grows soy beside the kind that it was begun with (HB9)."""
    cards = state.fields[seat][field]
    return len(cards) > 1 and cards[0] != SOY and SOY in cards and not is_stew(state, seat, field)


# --- where a card may be planted -----------------------------------------------------------------


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


def _soy_joins(book: "Rulebook", state: State, seat: int, card: int, field: int) -> bool:
    cards = state.fields[seat][field]
    return (
        card == SOY
        and owns(state, seat, "farm_2")
        and BEANS[cards[0]].copies >= COMMON
        and not is_stew(state, seat, field)
    )


FIELDS = Rule(
    name="kind_once",
    cites="B3 HB7 HB9",
    text="A player may not grow one kind in two fields at once, but for the fields of saloon 2 and"
    " blacksmith 2 and for stews.",
    refuse=(
        Refusal("grows_elsewhere", "plant", _grows_elsewhere),
        Refusal("restricted", "plant", _restricted),
        Refusal("stewed", "plant", _stewed),
    ),
    waive=(Waiver("other_kind", _soy_joins),),
)


# --- harvesting a field with soy in it -----------------------------------------------------------


class HarvestFarm(NamedTuple):
    """Harvest a field of the farm; `soy` of its coins are soy cards (HB9)."""

    field: int
    soy: int
    do: str = "harvest_farm"


def soy_coins(book: "Rulebook", state: State, seat: int, field: int) -> range:
    """How many of the coins of a farm field can be soy cards."""
    cards = state.fields[seat][field]
    coins = worth(book, state, seat, field)
    soy = cards.count(SOY)
    return range(max(0, coins - (len(cards) - soy)), min(coins, soy) + 1)


def harvest_farm(
    book: "Rulebook", state: State, seat: int, field: int, soy: int, events: list[Event]
) -> None:
    """Harvest a farm field with `soy` soy coins; these lie lowest."""
    begun = state.fields[seat][field][0]
    others = worth(book, state, seat, field) - soy
    harvest(book, state, seat, field, events, ONE[SOY] * soy + ONE[begun] * others)


def _needs_soy(book: "Rulebook", state: State, seat: int, field: int) -> str | None:
    if is_farm(state, seat, field) and len(soy_coins(book, state, seat, field)) > 1:
        return "say how many of its coins are soy, with harvest_farm (HB9)"
    return None


def _farm_choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    return [
        HarvestFarm(at, soy)
        for at in range(len(state.fields[seat]))
        if _farm_field(book, state, seat, at) is None
        for soy in soy_coins(book, state, seat, at)
    ]


def _farm_field(book: "Rulebook", state: State, seat: int, field: int) -> str | None:
    if not 0 <= field < len(state.fields[seat]) or not is_farm(state, seat, field):
        return "that field does not grow soy beside another kind"
    # A farm field has two cards or more, so that no protection can be in its way.
    return None


def _farm_check(book: "Rulebook", state: State, seat: int, choice: HarvestFarm) -> str | None:
    why = _farm_field(book, state, seat, choice.field)
    if why is None and choice.soy not in soy_coins(book, state, seat, choice.field):
        lawful = soy_coins(book, state, seat, choice.field)
        why = f"soy coins of that field: {lawful.start} to {lawful.stop - 1}"
    return why


def _farm_apply(
    book: "Rulebook", state: State, seat: int, choice: HarvestFarm, events: list[Event]
) -> None:
    harvest_farm(book, state, seat, choice.field, choice.soy, events)


FARM_HARVEST = Rule(
    name="farm_harvest",
    cites="HB9",
    text="A field of farm 2 counts as the kind it was begun with and takes both kinds until it is"
    " harvested. Its owner says how many of its coins are soy cards; they lie lowest.",
    refuse=(Refusal("needs_soy", "harvest", _needs_soy),),
    free=(FreeChoice("harvest_farm", HarvestFarm, _farm_choices, _farm_check, _farm_apply),),
)


class HarvestAllAsking(HarvestAll):
    """The harvests of the end, in which the owner of a farm field names its coins (B13, HB9)."""

    ask = "harvest_farm"
    free = False
    records = (HarvestFarm,)

    def harvest_field(
        self, book: "Rulebook", state: State, seat: int, at: int, events: list[Event]
    ) -> None:
        if is_farm(state, seat, at) and len(soy_coins(book, state, seat, at)) > 1:
            state.asked = (seat,)
        else:
            super().harvest_field(book, state, seat, at, events)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return _farm_choices(book, state, seat)

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        assert isinstance(choice, HarvestFarm)
        state.asked = ()
        harvest_farm(book, state, seat, choice.field, choice.soy, events)


# --- stew ---------------------------------------------------------------------------------------


class PlantStew(NamedTuple):
    """Plant a card in a stew, or make one of a field with a single other card (HB7)."""

    card: int
    field: int
    do: str = "plant_stew"


def _refuse_stew(book: "Rulebook", state: State, seat: int, card: int, field: int) -> str | None:
    if not owns(state, seat, "saloon_3") and not owns(state, seat, "saloon_4"):
        return "a stew needs saloon 3 or 4"
    if not 0 <= field < len(state.fields[seat]):
        return f"you have fields 0 to {len(state.fields[seat]) - 1}"
    cards = state.fields[seat][field]
    if special_field(state, seat, field) is not None:
        return "a restricted field holds no stew (HB7)"
    if card in cards:
        return "a stew has one card of a kind at most"
    if not is_stew(state, seat, field) and len(cards) != 1:
        return "a stew begins on a field with a single card"
    return None


def _stew_choices(book: "Rulebook", state: State, seat: int, step: str, card: int) -> list[Choice]:
    return [
        PlantStew(card, at)
        for at in range(len(state.fields[seat]))
        if _refuse_stew(book, state, seat, card, at) is None
    ]


def _stew_check(
    book: "Rulebook", state: State, seat: int, step: str, choice: PlantStew
) -> str | None:
    return _refuse_stew(book, state, seat, choice.card, choice.field)


def _stew_apply(
    book: "Rulebook",
    state: State,
    seat: int,
    choice: PlantStew,
    origin: str,
    events: list[Event],
) -> None:
    stews = state.extra[STEWS][seat]
    if choice.field not in stews:
        put(state, STEWS, seat, tuple(sorted((*stews, choice.field))))
        events.append({"event": "stew_begun", "seat": seat, "field": choice.field})
    plant(book, state, seat, choice.card, choice.field, origin, events)


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
        put(state, UNDER, seat, pile[:at] + pile[at + 1 :])
        owner = owner_of(state, "distillery_3")
        assert owner is not None
        put(state, UNDER, owner, state.extra[UNDER][owner] + ONE[choice.card])
        events.append({"event": "paid_distiller", "seat": seat, "with": owner, "card": choice.card})


def _stew_harvested(
    book: "Rulebook",
    state: State,
    seat: int,
    events: list[Event],
    field: int,
    cards: bytes,
    coins: bytes,
) -> None:
    stews = state.extra[STEWS][seat]
    if field not in stews:
        return
    put(state, STEWS, seat, tuple(at for at in stews if at != field))
    kept = len(state.coins[seat]) - len(coins)
    state.coins[seat] = state.coins[seat][:kept]
    put(state, UNDER, seat, state.extra[UNDER][seat] + coins)
    events.append({"event": "stew_earned", "seat": seat, "field": field, "coins": coins})
    owner = owner_of(state, "distillery_3")
    if coins and owner is not None and owner != seat:
        book.push(state, "pay_distiller", seat, len(coins))


STEW = Rule(
    name="stew",
    cites="HB7",
    text="The owner of saloon 3 or 4 may grow a stew in an ordinary field: one card of a kind at"
    " most. Its coins lie under the saloon, not for spending, and count at the end.",
    events=(
        EventKind("stew_begun", "field of seat becomes a stew with the card planted next"),
        EventKind("stew_earned", "the coins just harvested by seat go under the saloon"),
        EventKind("paid_distiller", "seat gave the coin card of its stew to with (distillery 3)"),
    ),
    steps=(PayDistiller(),),
    places=(Place("plant_stew", PlantStew, _stew_choices, _stew_check, _stew_apply),),
    after=(After("harvest", _stew_harvested),),
)
