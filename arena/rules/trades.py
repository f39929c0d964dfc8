"""Trades: what the seats of a game handed to each other, and the coins it brought.

A card that was handed over is worth its share of the harvest in which it ends: the coins of that
harvest divided by its cards. The cards of a field are interchangeable, so each has an equal part in
what they earn together. A card that is handed on counts for the seat that handed it over last, and
one that is stolen, stored, or taken into the hand brings its receiver nothing. So no coin counts
twice, and nothing is guessed. Decision 13 (docs/decisions/) says why.

    trades = TradeLog(game.book.players)
    while …:
        trades.follow(game.play(seat, choice))
    trades.between()

Only events are read, and of these only what is public.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

from arena.rules.choices import CardAt
from arena.rules.events import Event


@dataclass(slots=True)
class Handed:
    """Cards that one seat handed to another at one time, and the coins they have brought it."""

    giver: int
    receiver: int
    cards: bytes
    coins: float = 0.0

    def __reduce__(self) -> tuple[type["Handed"], tuple[Any, ...]]:
        return Handed, (self.giver, self.receiver, self.cards, self.coins)


class Traded(NamedTuple):
    """A trade: what the active seat gave, and what it got; one of these is empty in a gift."""

    turn: int
    gave: Handed
    got: Handed


class Between(NamedTuple):
    """Everything that one seat handed to another in a game.

    trades   trades between the two, including gifts of either
    gifts    gifts of the giver
    cards    cards that went from giver to receiver
    coins    what these brought the receiver
    """

    giver: int
    receiver: int
    trades: int
    gifts: int
    cards: int
    coins: float


class _Due(NamedTuple):
    """A card that was handed over and is set aside."""

    card: int
    handed: Handed
    stored: bool  # it comes from a store


class TradeLog:
    """A log of the trades of one game, followed from its first turn on."""

    def __init__(self, players: int) -> None:
        self.turn = 1
        self.trades: list[Traded] = []
        """All trades, in the order in which they were made."""
        self.left: list[Handed] = []
        """In a duel, the cards that one seat left and the other planted."""
        self._players = players
        self._due: list[list[_Due]] = [[] for _ in range(players)]
        # By seat and field, from the bottom: who handed over the card, if anybody did.
        self._fields: dict[tuple[int, int], list[Handed | None]] = defaultdict(list)

    # Compiled, a copy is made by the constructor, which wants its argument.
    def __reduce__(self) -> tuple[type["TradeLog"], tuple[int], tuple[Any, ...]]:
        held = self.turn, self.trades, self.left, self._due, self._fields
        return TradeLog, (self._players,), held

    def __setstate__(self, held: tuple[Any, ...]) -> None:
        self.turn, self.trades, self.left, self._due, self._fields = held

    def follow(self, events: Iterable[Event]) -> None:
        """Note what happened; pass all events of a game in their order, and none twice."""
        for event in events:
            note = _NOTES.get(event["event"])
            if note is not None:
                note(self, event)

    def between(self) -> list[Between]:
        """Sum up what was handed over for each pair, by giver, then by receiver."""
        sums = {pair: [0, 0, 0, 0.0] for pair in permutations(range(self._players), 2)}
        for trade in self.trades:
            for handed, back in ((trade.gave, trade.got), (trade.got, trade.gave)):
                total = sums[handed.giver, handed.receiver]
                total[0] += 1
                total[1] += not back.cards
        for handed in self.handed():
            total = sums[handed.giver, handed.receiver]
            total[2] += len(handed.cards)
            total[3] += handed.coins
        return [
            Between(*pair, int(trades), int(gifts), int(cards), coins)
            for pair, (trades, gifts, cards, coins) in sums.items()
        ]

    def handed(self) -> Iterator[Handed]:
        """Yield everything handed over: the sides of trades, then offers left and planted."""
        for trade in self.trades:
            yield from (trade.gave, trade.got)
        yield from self.left

    # --- events -----------------------------------------------------------------------------------

    def _begin_turn(self, event: Event) -> None:
        self.turn = event["turn"]

    def _trade(self, event: Event) -> None:
        active, other = event["seat"], event["with"]
        gave = self._hand_over(active, event["gave"], other)
        got = self._hand_over(other, event["got"], active)
        self.trades.append(Traded(self.turn, gave, got))

    def _hand_over(self, giver: int, cards: tuple[CardAt, ...], receiver: int) -> Handed:
        handed = Handed(giver, receiver, bytes([card.kind for card in cards]))
        # Until trading ends, everything set aside was handed over, so the places are those of _due.
        for place in sorted([card.place for card in cards if card.source == "set_aside"])[::-1]:
            del self._due[giver][place]
        self._due[receiver] += [_Due(card.kind, handed, card.source == "store") for card in cards]
        return handed

    def _plant(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        handed = None
        if event["from"] == "set_aside":
            # Of two like cards, the one from a store counts as planted first: it must be (HB8).
            handed = self._take(seat, card, True) or self._take(seat, card, False)
        elif event["from"] == "on_offer":
            handed = Handed(1 - seat, seat, bytes((card,)))
            self.left.append(handed)
        self._fields[seat, event["field"]].append(handed)

    def _put_elsewhere(self, event: Event) -> None:
        if event["from"] == "set_aside":
            self._take(event["seat"], event["card"], False)

    def _take(self, seat: int, card: int, stored: bool) -> Handed | None:
        """Return who handed over the first such card that is due, from a store or not.

        None if the card was the seat's already: kept cards lie behind received ones.
        """
        due = self._due[seat]
        for at, (kind, handed, from_store) in enumerate(due):
            if kind == card and from_store is stored:
                del due[at]
                return handed
        return None

    def _steal(self, event: Event) -> None:
        field = self._fields[event["with"], event["field"]]
        if field:
            field.pop()

    def _join(self, event: Event) -> None:
        self._fields[event["seat"], event["field"]] += [None] * len(event["cards"])

    def _harvest(self, event: Event) -> None:
        field = self._fields.pop((event["seat"], event["field"]), ())
        coins = event["coins"]
        if coins:
            share = len(coins) / len(event["cards"])
            for handed in field:
                if handed is not None:
                    handed.coins += share


# The handlers by event; other events move no card that was handed over.
_NOTES: dict[str, Callable[[TradeLog, Event], None]] = {
    "turn": TradeLog._begin_turn,
    "traded": TradeLog._trade,
    "planted": TradeLog._plant,
    "stored": TradeLog._put_elsewhere,
    "kept": TradeLog._put_elsewhere,
    "stole": TradeLog._steal,
    "hand_joined": TradeLog._join,
    "harvested": TradeLog._harvest,
}
