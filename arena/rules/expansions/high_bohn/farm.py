"""Farm 2: soy in a field that was begun with another kind, and how it is harvested (HB9)."""

from typing import TYPE_CHECKING, Any, NamedTuple

from arena.rules.cards import BEANS, KIND, ONE
from arena.rules.choices import Choice
from arena.rules.events import Event
from arena.rules.expansions.high_bohn.buildings import owns
from arena.rules.expansions.high_bohn.fields import is_stew
from arena.rules.free.harvest import HarvestAll, harvest, worth
from arena.rules.rule import FreeChoice, Refusal, Rule, Tables, Waiver
from arena.rules.state import State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

SOY = KIND["soy"]
COMMON = 14  # printed count from which soy may join a kind on the farm


class HarvestFarm(NamedTuple):
    """Harvest a field of the farm; `soy` of its coins are soy cards (HB9)."""

    field: int
    soy: int
    do: str = "harvest_farm"


def _soy_joins(book: "Rulebook", state: State, seat: int, card: int, field: int) -> bool:
    cards = state.fields[seat][field]
    return card == SOY and owns(state, seat, "farm_2") and BEANS[cards[0]].copies >= COMMON


def _soy_coins(book: "Rulebook", state: State, seat: int, field: int) -> range:
    """How many of the coins of a field can be soy cards."""
    cards = state.fields[seat][field]
    coins = worth(book, state, seat, field)
    soy = cards.count(SOY)
    return range(max(0, coins - (len(cards) - soy)), min(coins, soy) + 1)


def _asks(book: "Rulebook", state: State, seat: int, field: int) -> bool:
    """Whether the coins of the field may be soy or not: it grows both kinds and earns some."""
    return (
        SOY in state.fields[seat][field]
        and not is_stew(state, seat, field)
        and len(_soy_coins(book, state, seat, field)) > 1
    )


def _needs_soy(book: "Rulebook", state: State, seat: int, field: int) -> str | None:
    if _asks(book, state, seat, field):
        return "say how many of its coins are soy, with harvest_farm (HB9)"
    return None


def _choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    # A field with two kinds has two cards or more, so that no protection can be in its way.
    return [
        HarvestFarm(field, soy)
        for field in range(len(state.fields[seat]))
        if _asks(book, state, seat, field)
        for soy in _soy_coins(book, state, seat, field)
    ]


def _check(book: "Rulebook", state: State, seat: int, choice: HarvestFarm) -> str | None:
    field = choice.field
    if not 0 <= field < len(state.fields[seat]) or not _asks(book, state, seat, field):
        return "that field does not earn coins that may be soy or not"
    lawful = _soy_coins(book, state, seat, field)
    if choice.soy not in lawful:
        return f"soy coins of that field: {lawful.start} to {lawful.stop - 1}"
    return None


def _apply(
    book: "Rulebook", state: State, seat: int, choice: HarvestFarm, events: list[Event]
) -> None:
    field, soy, _ = choice
    begun = state.fields[seat][field][0]
    others = worth(book, state, seat, field) - soy
    harvest(book, state, seat, field, events, ONE[SOY] * soy + ONE[begun] * others)


def _data(tables: Tables) -> dict[str, Any]:
    return {
        "adds": BEANS[SOY].name,
        "to": [name for name in tables.deck if BEANS[KIND[name]].copies >= COMMON],
    }


FARM_2 = Rule(
    name="farm_2",
    cites="HB9 HB-farm-2",
    text="Soy beans may be added to an own field begun with a kind of which 14 or more are printed."
    " It counts as that kind and takes both until it is harvested; a soy field may stand beside it."
    " Its owner says how many of its coins are soy cards; they lie lowest.",
    data=_data,
    refuse=(Refusal("needs_soy", "harvest", _needs_soy),),
    waive=(Waiver("other_kind", _soy_joins),),
    free=(FreeChoice("harvest_farm", HarvestFarm, _choices, _check, _apply),),
)


class HarvestAllAsking(HarvestAll):
    """The harvests of the end, in which the owner of a farm field names its coins (B13, HB9)."""

    ask = "harvest_farm"
    free = False
    records = (HarvestFarm,)

    def harvest_field(
        self, book: "Rulebook", state: State, seat: int, at: int, events: list[Event]
    ) -> None:
        if _asks(book, state, seat, at):
            state.asked = (seat,)
        else:
            super().harvest_field(book, state, seat, at, events)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return _choices(book, state, seat)

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        assert isinstance(choice, HarvestFarm)
        state.asked = ()
        _apply(book, state, seat, choice, events)
