"""Rules that lose or make cards, or whose games cannot be copied, played again or ended."""

import random
from dataclasses import replace
from typing import Any

from arena.rules import Game, Rulebook
from arena.rules.expansions.high_bohn import shop
from arena.rules.hooks import HARVESTED
from arena.rules.steps import draw, trade
from tests.support.broken.breaking import Mutant, Patch, reacting, wrap


def harvest_loses_coin(patch: Patch, book: Rulebook) -> Rulebook:
    def then(game: Game, seat: int, *what: Any) -> None:
        if what[-1]:
            game.coins[seat] = game.coins[seat][:-1]

    return reacting(book, HARVESTED, then)


def building_stays_for_sale(patch: Patch, book: Rulebook) -> None:
    def purchase(original: Any, game: Game, *more: Any) -> None:
        for_sale = game.extra["shop"]
        original(game, *more)
        game.extra["shop"] = for_sale

    wrap(patch, shop, "purchase", purchase)


LOSSES: tuple[tuple[Mutant, str, int], ...] = (
    (harvest_loses_coin, "classic", 3),
    (building_stays_for_sale, "high_bohn", 3),
)


def copies_share_hands(patch: Patch, book: Rulebook) -> None:
    def copy(original: Any, game: Game) -> Game:
        new: Game = original(game)
        new.hands = game.hands
        return new

    wrap(patch, Game, "copy", copy)


def pickles_forget_wishes(patch: Patch, book: Rulebook) -> None:
    def getstate(original: Any, game: Game) -> dict[str, Any]:
        values: dict[str, Any] = original(game)
        return {**values, "wants": (frozenset(),) * len(game.wants)}

    wrap(patch, Game, "__getstate__", getstate)


def chance_of_its_own(patch: Patch, book: Rulebook) -> None:
    dice = random.Random(1)

    def shuffle(original: Any, cards: bytes, *more: Any) -> bytes:
        return bytes(dice.sample(cards, len(cards)))

    wrap(patch, draw, "shuffled", shuffle)


def looking_changes(patch: Patch, book: Rulebook) -> None:
    def choices(original: Any, step: Any, game: Game, seat: int) -> Any:
        game.shuffles += 1
        return original(step, game, seat)

    wrap(patch, trade.Negotiate, "choices", choices)


def never_ends(patch: Patch, book: Rulebook) -> Rulebook:
    """No run-out is the last."""
    return replace(book, tables=book.tables.change(last=10**9))


LASTING: tuple[tuple[Mutant, str, int], ...] = (
    (copies_share_hands, "classic", 3),
    (pickles_forget_wishes, "classic", 3),
    (chance_of_its_own, "classic", 3),
    (looking_changes, "classic", 3),
)
