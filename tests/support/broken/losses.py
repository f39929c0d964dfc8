"""Rules that lose or make cards, coins, orders or buildings."""

from dataclasses import replace
from typing import Any

from arena.rules import Game, Rulebook
from arena.rules.cards import FIRST_ORDER, KIND, ONE
from arena.rules.choices import PASS
from arena.rules.expansions.high_bohn import shop, stew, store
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.expansions.magpie import Stealing
from arena.rules.expansions.plus.orders import ReturnOrder
from arena.rules.hooks import DEALT, HARVESTED, PAID
from tests.support.broken.breaking import Mutant, Patch, reacting, wrap


def harvest_loses_coin(patch: Patch, book: Rulebook) -> Rulebook:
    def then(game: Game, seat: int, *what: Any) -> None:
        if what[-1]:
            game.coins[seat] = game.coins[seat][:-1]

    return reacting(book, HARVESTED, then)


def coin_changes_kind(patch: Patch, book: Rulebook) -> Rulebook:
    def then(game: Game, seat: int, *what: Any) -> None:
        if what[-1]:
            game.coins[seat] = game.coins[seat][:-1] + ONE[KIND["red"]]

    return reacting(book, HARVESTED, then)


def building_stays_for_sale(patch: Patch, book: Rulebook) -> None:
    def purchase(original: Any, game: Game, *more: Any) -> None:
        for_sale = game.extra["shop"]
        original(game, *more)
        game.extra["shop"] = for_sale

    wrap(patch, shop, "purchase", purchase)


def two_of_a_type(patch: Patch, book: Rulebook) -> None:
    """Whatever the coins pay for is sold."""

    def payable(game: Game, seat: int, name: str) -> bool:
        building = BUILDINGS[name]
        return game.coins[seat].count(building.bean) >= building.price

    def buyable(original: Any, game: Game, seat: int) -> Any:
        return [shop.BUY[name] for name in game.extra["shop"] if payable(game, seat, name)]

    def refuse(original: Any, game: Game, seat: int, name: str) -> Any:
        sold = name in game.extra["shop"] and payable(game, seat, name)
        return None if sold else original(game, seat, name)

    wrap(patch, shop, "buyable", buyable)
    wrap(patch, shop, "refuse_purchase", refuse)


def order_is_dropped(patch: Patch, book: Rulebook) -> None:
    def apply(original: Any, step: Any, game: Game, seat: int, choice: Any) -> None:
        original(step, game, seat, choice)
        game.extra["order_stack"] = game.extra["order_stack"][1:]

    wrap(patch, ReturnOrder, "apply", apply)


def order_paid_is_lost(patch: Patch, book: Rulebook) -> Rulebook:
    """An order that is a coin leaves the game when it pays for the third field.

    Everybody begins with such a coin, and the field costs that one, too.
    """

    def then(game: Game, seat: int, paid: bytes) -> None:
        game.discard = bytes(card for card in game.discard if card < FIRST_ORDER)

    def deal(game: Game, seat: int) -> None:
        stack = game.extra["order_stack"]
        game.coins[seat], game.extra["order_stack"] = stack[:1], stack[1:]

    dear = replace(book, tables=book.tables.change(price=10))
    return reacting(replace(dear, reactions={**book.reactions, PAID: (then,)}), DEALT, deal)


def store_keeps_a_copy(patch: Patch, book: Rulebook) -> Rulebook:
    """A card traded from the store stays there as well."""

    def write(game: Game, seat: int, pile: bytes) -> None:
        pass

    source = book.sources["store"]._replace(write=write)
    return replace(book, sources={**book.sources, "store": source})


def thief_takes_a_copy(patch: Patch, book: Rulebook) -> None:
    def apply(original: Any, step: Any, game: Game, seat: int, choice: Any) -> None:
        fields = game.fields[:]
        original(step, game, seat, choice)
        if choice != PASS:
            game.fields[choice.seat] = fields[choice.seat]

    wrap(patch, Stealing, "apply", apply)


def stew_coins_vanish(patch: Patch, book: Rulebook) -> None:
    def put(original: Any, game: Game, piece: str, seat: int, value: Any) -> None:
        original(game, piece, seat, b"" if piece == "under_buildings" else value)

    wrap(patch, stew, "put", put)


def stored_card_vanishes(patch: Patch, book: Rulebook) -> None:
    def put(original: Any, game: Game, piece: str, seat: int, value: Any) -> None:
        if piece != "store" or len(value) < len(game.extra["store"][seat]):
            original(game, piece, seat, value)

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
