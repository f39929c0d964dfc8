"""Bean stew of saloon 3 and 4 (HB7)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.choices import Choice
from arena.rules.events import Event, EventKind
from arena.rules.expansions.high_bohn.buildings import STEWS, UNDER, owns, put
from arena.rules.expansions.high_bohn.fields import is_stew, special_field
from arena.rules.rule import After, Place, Rule
from arena.rules.state import State
from arena.rules.steps.planting import plant

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
    if coins:
        book.react("stew", state, seat, events, coins)


STEW = Rule(
    name="stew",
    cites="HB7",
    text="The owner of saloon 3 or 4 may grow a stew in an ordinary field: another bean joins a"
    " single one, then one card of a kind at most. Its coins, the cards planted last, lie under the"
    " saloon, not for spending, and count at the end.",
    events=(
        EventKind("stew_begun", "field of seat becomes a stew with the card planted next"),
        EventKind("stew_earned", "the coins just harvested by seat go under the saloon"),
    ),
    places=(Place("plant_stew", PlantStew, _stew_choices, _stew_check, _stew_apply),),
    after=(After("harvest", _stew_harvested),),
)
