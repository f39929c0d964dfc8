"""Cards in hands that everybody knows: those shown in offers, as long as they can be there.

    shown = Shown(game.book.players)
    while …:
        shown.follow(game.play(seat, choice))
    game.redealt(seat, chance, shown.hands)

Only events are read, and of these only what every seat may see.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from arena.rules.choices import CardAt
from arena.rules.events import Event


class Shown:
    """The publicly known cards of each hand in one game, followed from any point on."""

    def __init__(self, players: int, hands: Sequence[bytes] = ()) -> None:
        """Follow a game; `hands` are the cards known already, by seat."""
        self._hands = [Counter(cards) for cards in hands or (b"",) * players]

    # Classes that mypyc compiled are pickled only if they say how: they have no `__dict__`.
    def __reduce__(self) -> tuple[type["Shown"], tuple[Any, ...]]:
        return Shown, (len(self._hands), self.hands)

    @property
    def hands(self) -> tuple[bytes, ...]:
        """The kinds that each seat is known to have in its hand."""
        return tuple([bytes(sorted(known.elements())) for known in self._hands])

    def follow(self, events: Iterable[Event]) -> None:
        """Note what happened, in order."""
        for event in events:
            # Which events take cards out of a hand is told by their keys, so those of expansions
            # need no entry here. One that only moves a card within the hand names no card.
            cards = (event["card"],) if "card" in event else event.get("cards", ())
            if event["event"] == "traded":
                self._leave(event["seat"], _of_hand(event["gave"]))
                self._leave(event["with"], _of_hand(event["got"]))
            elif event.get("from") == "hand" or "hand" in event:
                self._leave(event["seat"], cards)
            elif event["event"] == "kept":
                self._hands[event["seat"]] += Counter(cards)
            for made in (*event.get("offers", ()), *event.get("accepts", ())):
                # The larger number, not the sum: two offers may name the same card.
                self._hands[made.seat] |= Counter(_of_hand(made.give or ()))

    def _leave(self, seat: int, cards: Iterable[int]) -> None:
        self._hands[seat] -= Counter(cards)  # never below none


def _of_hand(cards: Iterable[CardAt]) -> list[int]:
    return [card.kind for card in cards if card.source == "hand"]
