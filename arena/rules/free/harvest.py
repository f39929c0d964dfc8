"""Harvesting (B9) and the protection of single beans (B10)."""

from typing import TYPE_CHECKING

from arena.rules.cards import without
from arena.rules.choices import HARVEST, Choice, Harvest
from arena.rules.events import Event
from arena.rules.rule import FreeChoice, Refusal, Rule
from arena.rules.state import State, replaced
from arena.rules.steps.step import Step, clockwise, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


def worth(book: "Rulebook", state: State, seat: int, at: int) -> int:
    """Coins that `seat` would earn for harvesting its field `at` now; 0 if it is empty."""
    cards = state.fields[seat][at]
    if not cards:
        return 0
    coins = book.earns[cards[0]]
    usual = coins[len(cards)] if len(cards) < len(coins) else coins[-1]
    return book.fold("harvest", usual, state, seat, at) if book.folds["harvest"] else usual


def harvest(
    book: "Rulebook",
    state: State,
    seat: int,
    at: int,
    events: list[Event],
    coins: bytes | None = None,
) -> None:
    """Harvest field `at`: some cards become coins, the rest is discarded (B9).

    `coins` names the cards that do, bottom first, where their kinds are a choice; else the cards
    planted last.
    """
    fields = state.fields[seat]
    cards = fields[at]
    if coins is None:
        kept = len(cards) - worth(book, state, seat, at)
        coins, rest = cards[kept:], cards[:kept]
    else:
        rest = cards
        for coin in coins:
            rest = without(rest, rest.rindex(coin))
    state.coins[seat] += coins
    state.discard += rest
    state.fields[seat] = replaced(fields, at, b"")
    events.append({"event": "harvested", "seat": seat, "field": at, "cards": cards, "coins": coins})
    book.react("harvest", state, seat, events, at, cards, coins)


def protected(book: "Rulebook", state: State, seat: int, at: int) -> str | None:
    """B10: a single bean stays while another own field has more than one."""
    fields = state.fields[seat]
    if len(fields[at]) == 1 and max(map(len, fields)) > 1:
        return "a field with one card is protected while another of yours has more (B10)"
    return None


def _choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    fields = state.fields[seat]
    open_fields = []
    for at, cards in enumerate(fields):
        if cards and book.refuses("harvest", state, seat, at) is None:
            open_fields.append(at)
    if len(open_fields) > 1:  # the best paid first, then the smallest loss
        open_fields.sort(key=lambda at: (-worth(book, state, seat, at), len(fields[at])))
    return [HARVEST[at] for at in open_fields]


def _check(book: "Rulebook", state: State, seat: int, choice: Harvest) -> str | None:
    fields = state.fields[seat]
    if not 0 <= choice.field < len(fields):
        return f"you have fields 0 to {len(fields) - 1}"
    if not fields[choice.field]:
        return "that field is empty"
    return book.refuses("harvest", state, seat, choice.field)


def _apply(book: "Rulebook", state: State, seat: int, choice: Harvest, events: list[Event]) -> None:
    harvest(book, state, seat, choice.field, events)


class HarvestAll(Step):
    """The end: all fields are harvested, active player first, B10 void (B13)."""

    name = "harvest_all"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        for seat in clockwise(book, state):
            for at, cards in enumerate(state.fields[seat]):
                if cards:
                    # One at a time: a rule that reacts may have something to ask first.
                    self.harvest_field(book, state, seat, at, events)
                    return
        leave(state)

    def harvest_field(
        self, book: "Rulebook", state: State, seat: int, at: int, events: list[Event]
    ) -> None:
        """Harvest one field, or ask how."""
        harvest(book, state, seat, at, events)


HARVESTING = Rule(
    name="harvest",
    cites="B9",
    text="Harvest a whole own field at any time: as many of its cards as its beanometer pays become"
    " coins on top of the own coin pile, the rest is discarded.",
    free=(FreeChoice("harvest", Harvest, _choices, _check, _apply),),
)

PROTECTION = Rule(
    name="protection",
    cites="B10",
    text="A field with one card cannot be harvested while its owner has a field with more.",
    refuse=(Refusal("protected", "harvest", protected),),
)
