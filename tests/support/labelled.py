"""A second way to say what trades were worth: every card is labelled, and followed one by one.

For the games without expansions, whose events are few. The labelled piles are compared with those
of the game at every decision.
"""

from collections import defaultdict
from dataclasses import dataclass

from arena.rules import Event, Game
from arena.rules.choices import CardAt


@dataclass(eq=False)
class Card:
    """One physical card; `hands`: every (giver, receiver) it went through, `earned` in the end."""

    kind: int
    hands: list[tuple[int, int]]
    earned: float = 0.0


class Labelled:
    """All cards of a game that lie before somebody."""

    def __init__(self, game: Game) -> None:
        self.hands = [_cards(hand) for hand in game.hands]
        self.fields = [[_cards(field) for field in fields] for fields in game.fields]
        self.set_aside: list[list[Card]] = [[] for _ in game.hands]
        self.turned_over: list[Card] = []
        self.passed: list[Card] = []
        """A card for each time that it changed hands."""

    def follow(self, game: Game, events: list[Event]) -> None:
        """Move the cards as told, and see that they lie where the game has them."""
        for event in events:
            move = getattr(self, f"_{event['event']}", None)
            if move is not None:
                move(event)
        assert [_kinds(hand) for hand in self.hands] == game.hands
        assert [tuple(map(_kinds, fields)) for fields in self.fields] == game.fields
        assert [_kinds(cards) for cards in self.set_aside] == game.set_aside
        assert _kinds(self.turned_over) == game.turned_over

    def coins(self) -> dict[tuple[int, int], float]:
        """By giver and receiver: what the cards that went from one to the other earned there."""
        found: dict[tuple[int, int], float] = defaultdict(float)
        for card in dict.fromkeys(self.passed):
            found[card.hands[-1]] += card.earned
        return found

    def cards(self) -> dict[tuple[int, int], int]:
        """By giver and receiver: how many cards went from one to the other."""
        found: dict[tuple[int, int], int] = defaultdict(int)
        for card in dict.fromkeys(self.passed):
            for pair in card.hands:
                found[pair] += 1
        return found

    def _drew(self, event: Event) -> None:
        self.hands[event["seat"]] += _cards(event["cards"])

    def _turned_over(self, event: Event) -> None:
        self.turned_over += _cards(event["cards"])

    def _traded(self, event: Event) -> None:
        active, other = event["seat"], event["with"]
        for giver, cards, receiver in (
            (active, event["gave"], other),
            (other, event["got"], active),
        ):
            for card in [self._pile(giver, each)[each.place] for each in cards]:
                for pile in (self.hands[giver], self.turned_over):
                    if card in pile:
                        pile.remove(card)
                card.hands.append((giver, receiver))
                self.passed.append(card)
                self.set_aside[receiver].append(card)

    def _pile(self, giver: int, card: CardAt) -> list[Card]:
        return self.turned_over if card.source == "turned_over" else self.hands[giver]

    def _trade_ended(self, event: Event) -> None:
        self.set_aside[event["seat"]] += self.turned_over
        self.turned_over = []

    def _planted(self, event: Event) -> None:
        seat = event["seat"]
        pile = self.hands[seat] if event["from"] == "hand" else self.set_aside[seat]
        card = next(card for card in pile if card.kind == event["card"])
        pile.remove(card)
        self.fields[seat][event["field"]].append(card)

    def _bought_field(self, event: Event) -> None:
        self.fields[event["seat"]].append([])

    def _harvested(self, event: Event) -> None:
        cards = self.fields[event["seat"]][event["field"]]
        for card in cards:
            card.earned = len(event["coins"]) / len(cards)
        self.fields[event["seat"]][event["field"]] = []

    def _discarded(self, event: Event) -> None:
        assert event["from"] == "turned_over"
        self.turned_over = []


def _cards(kinds: bytes) -> list[Card]:
    return [Card(kind, []) for kind in kinds]


def _kinds(cards: list[Card]) -> bytes:
    return bytes(card.kind for card in cards)
