"""The conservation of cards: none is lost or made."""

from collections import Counter
from functools import lru_cache

from arena.rules import Game, Rulebook
from arena.rules.cards import NAMES


def all_cards(game: Game) -> bytes:
    """All cards wherever they lie, found through the table of pieces alone."""
    found: list[bytes] = []
    for piece in game.book.pieces:
        if piece.cards:
            value = game.piece(piece.name)
            for part in (value,) if isinstance(value, bytes) else value:
                if isinstance(part, bytes):
                    found.append(part)
                else:
                    found += part  # fields: piles by seat
    return b"".join(found)


@lru_cache(maxsize=64)
def _all_expected(book: Rulebook) -> bytes:
    """The deck as the tables have it; cards that are not of the deck, as the game begins."""
    begun = Counter(NAMES[card] for card in all_cards(book.start(b"")))
    expected = {**begun, **book.tables.deck}
    return bytes(kind for kind, name in enumerate(NAMES) for _ in range(expected.get(name, 0)))


def assert_conserved(game: Game) -> None:
    """Every card of the deck, and every other one, lies somewhere.

    A coin is a card, so coins are counted by kind with all else.
    """
    cards = bytes(sorted(all_cards(game)))
    if cards != _all_expected(game.book):
        found, expected = Counter(cards), Counter(_all_expected(game.book))
        lost = {NAMES[kind]: count for kind, count in (expected - found).items()}
        made = {NAMES[kind]: count for kind, count in (found - expected).items()}
        raise AssertionError(f"cards lost: {lost}, made: {made}")
