"""Rules that lose or make cards, coins, orders or buildings."""

from dataclasses import replace
from typing import Any

from arena.rules import Rulebook, State
from arena.rules.cards import FIRST_ORDER, KIND, ONE
from arena.rules.choices import PASS
from arena.rules.expansions.high_bohn import shop, stew, store
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.expansions.magpie import Stealing
from arena.rules.expansions.plus.orders import ReturnOrder
from tests.support.broken.breaking import Mutant, Patch, reacting, wrap


def harvest_loses_coin(patch: Patch, book: Rulebook) -> Rulebook:
    def then(book: Rulebook, state: State, seat: int, *what: Any) -> None:
        if what[-1]:
            state.coins[seat] = state.coins[seat][:-1]

    return reacting(book, "harvest", then)


def coin_changes_kind(patch: Patch, book: Rulebook) -> Rulebook:
    def then(book: Rulebook, state: State, seat: int, *what: Any) -> None:
        if what[-1]:
            state.coins[seat] = state.coins[seat][:-1] + ONE[KIND["red"]]

    return reacting(book, "harvest", then)


def building_stays_for_sale(patch: Patch, book: Rulebook) -> None:
    def purchase(original: Any, book: Rulebook, state: State, *more: Any) -> None:
        for_sale = state.extra["shop"]
        original(book, state, *more)
        state.extra["shop"] = for_sale

    wrap(patch, shop, "purchase", purchase)


def two_of_a_type(patch: Patch, book: Rulebook) -> None:
    """Whatever the coins pay for is sold."""

    def payable(state: State, seat: int, name: str) -> bool:
        building = BUILDINGS[name]
        return state.coins[seat].count(building.bean) >= building.price

    def buyable(original: Any, state: State, seat: int) -> Any:
        return [shop.BUY[name] for name in state.extra["shop"] if payable(state, seat, name)]

    def refuse(original: Any, state: State, seat: int, name: str) -> Any:
        sold = name in state.extra["shop"] and payable(state, seat, name)
        return None if sold else original(state, seat, name)

    wrap(patch, shop, "buyable", buyable)
    wrap(patch, shop, "refuse_purchase", refuse)


def order_is_dropped(patch: Patch, book: Rulebook) -> None:
    def apply(
        original: Any, step: Any, book: Rulebook, state: State, seat: int, choice: Any, to: Any
    ) -> None:
        original(step, book, state, seat, choice, to)
        state.extra["order_stack"] = state.extra["order_stack"][1:]

    wrap(patch, ReturnOrder, "apply", apply)


def order_paid_is_lost(patch: Patch, book: Rulebook) -> Rulebook:
    """An order that is a coin leaves the game when it pays for the third field.

    Everybody begins with such a coin, and the field costs that one, too.
    """

    def then(book: Rulebook, state: State, seat: int, to: Any, paid: bytes) -> None:
        state.discard = bytes(card for card in state.discard if card < FIRST_ORDER)

    def deal(book: Rulebook, state: State, seat: int, to: Any) -> None:
        stack = state.extra["order_stack"]
        state.coins[seat], state.extra["order_stack"] = stack[:1], stack[1:]

    dear = replace(book, tables=book.tables.change(price=10))
    return reacting(replace(dear, after={**book.after, "pay": (then,)}), "deal", deal)


def store_keeps_a_copy(patch: Patch, book: Rulebook) -> Rulebook:
    """A card traded from the store stays there as well."""

    def write(state: State, seat: int, pile: bytes) -> None:
        pass

    source = book.sources["store"]._replace(write=write)
    return replace(book, sources={**book.sources, "store": source})


def thief_takes_a_copy(patch: Patch, book: Rulebook) -> None:
    def apply(
        original: Any, step: Any, book: Rulebook, state: State, seat: int, choice: Any, to: Any
    ) -> None:
        fields = state.fields[:]
        original(step, book, state, seat, choice, to)
        if choice != PASS:
            state.fields[choice.seat] = fields[choice.seat]

    wrap(patch, Stealing, "apply", apply)


def stew_coins_vanish(patch: Patch, book: Rulebook) -> None:
    def put(original: Any, state: State, piece: str, seat: int, value: Any) -> None:
        original(state, piece, seat, b"" if piece == "under_buildings" else value)

    wrap(patch, stew, "put", put)


def stored_card_vanishes(patch: Patch, book: Rulebook) -> None:
    def put(original: Any, state: State, piece: str, seat: int, value: Any) -> None:
        if piece != "store" or len(value) < len(state.extra["store"][seat]):
            original(state, piece, seat, value)

    wrap(patch, store, "put", put)


LOSSES: tuple[tuple[Mutant, str, int], ...] = (
    (harvest_loses_coin, "classic", 3),
    (coin_changes_kind, "classic", 3),
    (building_stays_for_sale, "high_bohn", 3),
    (two_of_a_type, "high_bohn", 3),
    (order_is_dropped, "plus", 3),
    (order_paid_is_lost, "plus", 5),
    (store_keeps_a_copy, "high_bohn", 3),
    (thief_takes_a_copy, "anniversary_duel+magpie", 2),
    (stew_coins_vanish, "high_bohn", 3),
    (stored_card_vanishes, "high_bohn", 3),
)
