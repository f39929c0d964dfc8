"""Cards in hands that everybody knows: those shown in offers, as long as they can be there.

    shown = Shown(game.book.players)
    while …:
        shown.follow(game.play(seat, choice))
    game.redealt(seat, chance, shown.hands)

Only events are read, and of these only what every seat may see.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from arena.rules.choices import CardAt
from arena.rules.events import Event


class Shown:
    """The publicly known cards of each hand in one game, followed from any point on."""

    def __init__(self, players: int) -> None:
        self._hands: list[Counter[int]] = [Counter() for _ in range(players)]

    def __reduce__(self) -> tuple[Callable[..., "Shown"], tuple[Any, ...]]:
        return _shown, (self.hands,)

    @property
    def hands(self) -> tuple[bytes, ...]:
        """The kinds that each seat is known to have in its hand."""
        return tuple([bytes(sorted(known.elements())) for known in self._hands])

    def follow(self, events: Iterable[Event]) -> None:
        """Note what happened, in order."""
        for event in events:
            cards = (event["card"],) if "card" in event else event.get("cards", ())
            if event["event"] == "traded":
                self._leave(event["seat"], _of_hand(event["gave"]))
                self._leave(event["with"], _of_hand(event["got"]))
            elif event.get("from") == "hand" or "hand" in event:
                self._leave(event["seat"], cards)
            elif event["event"] == "kept":
                self._hands[event["seat"]] += Counter(cards)
            for made in (*event.get("offers", ()), *event.get("accepts", ())):
                self._hands[made.seat] |= Counter(_of_hand(made.give or ()))

    def _leave(self, seat: int, cards: Iterable[int]) -> None:
        self._hands[seat] -= Counter(cards)  # never below none


def _shown(hands: tuple[bytes, ...]) -> Shown:
    """Rebuild a `Shown` from the hands it knew."""
    shown = Shown(len(hands))
    shown._hands = [Counter(cards) for cards in hands]
    return shown


def _of_hand(cards: Iterable[CardAt]) -> list[int]:
    return [card.kind for card in cards if card.source == "hand"]
