"""Hidden cards: where they lie, how they may lie otherwise, and what a step shows of them.

`secrets` and `secret_steps` find what is hidden by the audiences of pieces and the secrets of
events. What cannot be found so, an expansion says in its file in `tests/support/expansions`, in
the words of this file.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from arena.rules import Event, Game


class Place(NamedTuple):
    """Where a hidden card lies: in a pile of a seat, or (seat None) in one on the table."""

    pile: str
    seat: int | None
    at: int


class Secret(NamedTuple):
    """A hidden piece that holds no cards itself but shows some to its seat.

    shows(game, seat)  the places of the cards that the seat sees
    follow(game)       set it anew after hidden cards have been exchanged
    """

    shows: Callable[[Game, int], set[Place]]
    follow: Callable[[Game], None]


class Walk:
    """What a step shows to one seat of the hidden piles on the table, event by event.

    `shown` grows with each event. `names` are those of all events of the step, `open_hands` the
    seats whose hands it shows to all.
    """

    def __init__(self, game: Game, seat: int, events: list[Event], open_hands: set[int]) -> None:
        self.game = game
        self.seat = seat
        self.names = {event["event"] for event in events}
        self.open_hands = open_hands
        self.shown: set[Place] = set()
        self.reshuffled = False  # what is drawn now is fixed by the seed
        self._taken: dict[str, int] = {}

    def look(self, pile: str, count: int, seat: int | None) -> None:
        """The top cards are shown to a seat, or (None) to all."""
        if seat in (None, self.seat) and not (self.reshuffled and pile == "draw_pile"):
            top = len(self.game.piece(pile)) - self._taken.get(pile, 0)
            self.shown |= {Place(pile, None, at) for at in range(max(0, top - count), top)}

    def take(self, pile: str, count: int) -> None:
        """The top cards leave the pile."""
        self._taken[pile] = self._taken.get(pile, 0) + count

    def draw(self, pile: str, event: Event) -> None:
        """Its seat takes `cards` of the event from the top to the hand."""
        seat, count = event["seat"], len(event["cards"])
        self.look(pile, count, None if seat in self.open_hands else seat)
        self.take(pile, count)


# By the name of an event: what it shows of the hidden piles and takes from them.
Walks = dict[str, Callable[[Walk, Event], None]]
# By the name of an event: the places in the hand of its seat whose cards it shows to all.
HandShown = dict[str, Callable[[Game, Event], Iterable[int]]]


def whole_hand(game: Game, event: Event) -> Iterable[int]:
    """All of the hand comes to light, or the rules pick from all of it what does."""
    return range(len(game.hands[event["seat"]]))


def read(game: Game, pile: str, seat: int | None) -> bytes:
    """A pile of cards."""
    value: Any = game.piece(pile)
    cards: bytes = value if seat is None else value[seat]
    return cards


def write(game: Game, pile: str, seat: int | None, cards: bytes) -> None:
    """Put other cards in place of a pile."""
    value: Any = cards
    if seat is not None:
        entries = game.piece(pile)
        value = type(entries)((*entries[:seat], cards, *entries[seat + 1 :]))
    if pile in game.extra:
        game.extra[pile] = value
    else:
        setattr(game, pile, value)


def exchange(game: Game, places: Iterable[Place], rng: random.Random) -> None:
    """Let the cards at these places change places: those of the deck, and others among themselves.

    Orders have another back than beans, so everybody sees where one lies.
    """
    deck = frozenset(game.book.kinds)
    piles: dict[tuple[str, int | None], bytearray] = {}
    backs: dict[bool, list[tuple[bytearray, int]]] = {True: [], False: []}
    for name, seat, at in places:
        pile = piles.get((name, seat))
        if pile is None:
            pile = piles[name, seat] = bytearray(read(game, name, seat))
        backs[pile[at] in deck].append((pile, at))
    for spots in backs.values():
        cards = shuffled([pile[at] for pile, at in spots], rng)
        for (pile, at), card in zip(spots, cards, strict=True):
            pile[at] = card
    for (name, seat), pile in piles.items():
        write(game, name, seat, bytes(pile))


def shuffled(cards: Sequence[int], rng: random.Random) -> list[int]:
    """As `rng.sample`, in a quarter of the time: sorted by random numbers of two bytes."""
    if not cards:
        return []
    number = memoryview(rng.randbytes(2 * len(cards))).cast("H")
    return [cards[at] for at in sorted(range(len(cards)), key=number.__getitem__)]
