"""The options of Plus: beans of the hand sold at the end, cards traded on (P7)."""

from typing import TYPE_CHECKING

from arena.rules.basics import TIES_SHARED
from arena.rules.cards import ONE
from arena.rules.events import Event, EventKind
from arena.rules.rule import Rule, Source, Tables
from arena.rules.state import State, replaced
from arena.rules.steps.planting import kinds_of
from arena.rules.steps.step import Step, clockwise, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


class SellHands(Step):
    """The end: each kind of a hand joins its field, or is sold alone if that earns more (P7)."""

    name = "sell_hands"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        for seat in clockwise(book, state):
            for kind in kinds_of(state.hands[seat]):
                if kind in book.kinds:
                    self._sell(book, state, seat, kind, events)

    def _sell(
        self, book: "Rulebook", state: State, seat: int, kind: int, events: list[Event]
    ) -> None:
        count = state.hands[seat].count(kind)
        cards = ONE[kind] * count
        fields = state.fields[seat]
        grown = next((at for at, field in enumerate(fields) if field[:1] == ONE[kind]), None)
        earned = _earns(book, kind, count)
        state.hands[seat] = state.hands[seat].replace(ONE[kind], b"")
        if grown is not None:
            planted = len(fields[grown])
            joined = _earns(book, kind, planted + count)
            if joined > _earns(book, kind, planted) + earned:
                state.fields[seat] = replaced(fields, grown, fields[grown] + cards)
                events.append(
                    {"event": "hand_joined", "seat": seat, "field": grown, "cards": cards}
                )
                return
        state.coins[seat] += cards[:earned]
        state.discard += cards[earned:]
        events.append({"event": "hand_sold", "seat": seat, "cards": cards, "coins": cards[:earned]})


def _earns(book: "Rulebook", kind: int, count: int) -> int:
    coins = book.earns[kind]
    return coins[min(count, len(coins) - 1)]


def _sell_hands(tables: Tables) -> Tables:
    return tables.change(ending=(SellHands(), *tables.ending))


def _read(state: State, seat: int) -> bytes:
    return state.set_aside[seat]


def _write(state: State, seat: int, pile: bytes) -> None:
    state.set_aside[seat] = pile


HAND_HARVEST = Rule(
    name="hand_harvest",
    cites="P7",
    text="At the end the beans in hand are sold too: each kind joins its field or is sold alone,"
    " whichever earns more. Ties are shared.",
    part="option",
    title="The beans left in hand are sold at the end",
    needs=("plus",),
    removes=("ties",),
    brings=(TIES_SHARED,),
    events=(
        EventKind("hand_joined", "cards of seat's hand join field at the end"),
        EventKind("hand_sold", "cards of seat's hand are sold at the end, for coins"),
    ),
    edit=_sell_hands,
)
OPEN_RETRADE = Rule(
    name="open_retrade",
    cites="P7",
    text="The active player may trade on cards received in this turn.",
    part="option",
    title="The active player may trade on cards just received",
    needs=("plus",),
    sources=(Source("set_aside", True, _read, _write),),
)
