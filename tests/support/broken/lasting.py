"""Rules whose games cannot be copied or played again, or need not end."""

import random
from dataclasses import replace
from typing import Any

from arena.rules import Game, Rulebook
from arena.rules.choices import PASS
from arena.rules.expansions.high_bohn.bank import MoveOne
from arena.rules.steps import draw, trade
from arena.rules.steps.window import Window
from tests.support.broken.breaking import Mutant, Patch, owning, wrap


def copies_share_hands(patch: Patch, book: Rulebook) -> None:
    def copy(original: Any, game: Game) -> Game:
        new: Game = original(game)
        new.hands = game.hands
        return new

    wrap(patch, Game, "copy", copy)


def copies_share_pieces(patch: Patch, book: Rulebook) -> None:
    def copy(original: Any, game: Game) -> Game:
        new: Game = original(game)
        new.extra = game.extra
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


def moving_goes_on(patch: Patch, book: Rulebook) -> Rulebook:
    """With bank 4, which seat 0 has from the start, cards are moved as often as one likes."""

    def apply(original: Any, step: Any, game: Game, seat: int, choice: Any) -> None:
        stack = game.stack
        original(step, game, seat, choice)
        if choice != PASS:
            game.stack = stack

    wrap(patch, MoveOne, "apply", apply)
    return owning(book, "bank_4")


def window_asks_again(patch: Patch, book: Rulebook) -> None:
    def apply(original: Any, step: Any, game: Game, seat: int, choice: Any) -> None:
        game.asked = ()

    wrap(patch, Window, "apply", apply)


def never_ends(patch: Patch, book: Rulebook) -> Rulebook:
    """No run-out is the last."""
    return replace(book, tables=book.tables.change(last=10**9))


LASTING: tuple[tuple[Mutant, str, int], ...] = (
    (copies_share_hands, "classic", 3),
    (copies_share_pieces, "high_bohn", 3),
    (pickles_forget_wishes, "classic", 3),
    (chance_of_its_own, "classic", 3),
    (looking_changes, "classic", 3),
    (moving_goes_on, "high_bohn", 3),
    (window_asks_again, "classic", 3),
)
