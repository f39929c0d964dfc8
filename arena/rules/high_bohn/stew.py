"""Bean stew of saloon 3 and 4, and the coin of it that goes to distillery 3 (HB7)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import ONE, without
from arena.rules.choices import Choice
from arena.rules.events import Event, EventKind
from arena.rules.high_bohn.buildings import STEWS, UNDER, owner_of, owns, put
from arena.rules.high_bohn.fields import is_stew, special_field
from arena.rules.rule import After, Place, Rule
from arena.rules.state import State
from arena.rules.steps.planting import plant
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


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
        put(state, UNDER, seat, without(pile, at))
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
    text="The owner of saloon 3 or 4 may grow a stew in an ordinary field: another bean joins a"
    " single one, then one card of a kind at most. Its coins, the cards planted last, lie under the"
    " saloon, not for spending, and count at the end.",
    events=(
        EventKind("stew_begun", "field of seat becomes a stew with the card planted next"),
        EventKind("stew_earned", "the coins just harvested by seat go under the saloon"),
        EventKind("paid_distiller", "seat gave the coin card of its stew to with (distillery 3)"),
    ),
    steps=(PayDistiller(),),
    places=(Place("plant_stew", PlantStew, _stew_choices, _stew_check, _stew_apply),),
    after=(After("harvest", _stew_harvested),),
)
