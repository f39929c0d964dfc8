"""What everybody knows of hidden cards: which may be in the draw pile, and which lie in hands.

    shown = Shown(game)
    while …:
        shown.follow(game.play(seat, choice), game)
    game.redealt(seat, chance, shown)

A reshuffle turns a discard pile that all have seen into the draw pile. So each hidden card belongs
to a shuffle, and for each shuffle it is known which of its cards are still hidden, and which places
of the hands were filled from it, as hands are queues. Of events and games, only what every seat may
see is read.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from arena.rules.cards import is_order
from arena.rules.choices import CardAt
from arena.rules.events import Event
from arena.rules.state import NOBODY, StandingAccept, StandingOffer, State

# A card of a hand: its number among the cards that have joined that hand, its shuffle, and its kind
# if everybody knows it.
Slot = tuple[int, int, int]
UNKNOWN: Final = -1
# The shuffle of a card that is in none: it joined the hand openly, or has another back.
OPENLY: Final = -1
# A kind that the hand has, and a number: one of the cards that joined the hand before it.
Claim = tuple[int, int]


class Shown:
    """The public knowledge of the hidden cards of one game, followed from any point on."""

    _slots: list[list[Slot]]
    _joined: int
    _claims: list[list[Claim]]
    _past: list[list[int]]  # by shuffle, what of it is hidden still
    _last: list[int] | None  # of the last shuffle; None: not looked at yet
    _stack: list[int] | None  # cards of another back that lie face down, bottom first
    _coins: list[bytes]  # to see which of these cards are paid

    def __init__(self, game: State | None, known: tuple[Any, ...] = ()) -> None:
        """Follow a game; what is hidden now counts as one shuffle.

        `known` is what a copied follower knows, in place of a game.
        """
        if game is None:
            self._slots, self._joined, self._claims, self._past = known[:4]
            self._last, self._stack, self._coins = known[4:]
            return
        whole: Any = game  # a `Game`, which cannot be imported here: it imports this module
        deck = frozenset(whole.book.kinds)
        self._slots = [
            [(at, 0 if card in deck else OPENLY, UNKNOWN) for at, card in enumerate(hand)]
            for hand in game.hands
        ]
        self._joined = max(map(len, game.hands))
        self._claims = [[] for _ in game.hands]
        self._past, self._last, self._stack = [], None, None
        for piece in whole.book.own_pieces:
            if piece.audience == NOBODY and piece.cards:
                self._stack = [UNKNOWN] * len(game.piece(piece.name))
        self._coins = game.coins[:]
        self.look(game)

    def copy(self) -> "Shown":
        """Return an independent follower that knows the same."""
        return _shown(*self._known())

    # Classes that mypyc compiled are pickled only if they say how: they have no `__dict__`.
    def __reduce__(self) -> tuple[Any, ...]:
        return _shown, self._known()

    def __copy__(self) -> "Shown":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Shown":
        return self.copy()

    def _known(self) -> tuple[Any, ...]:
        return (
            [slots[:] for slots in self._slots],
            self._joined,
            [claims[:] for claims in self._claims],
            [cards[:] for cards in self._past],
            None if self._last is None else self._last[:],
            None if self._stack is None else self._stack[:],
            self._coins[:],
        )

    # -- for readers -----------------------------------------------------------------------------

    @property
    def hands(self) -> tuple[bytes, ...]:
        """The kinds that each seat is known to have in its hand."""
        return tuple([bytes(sorted([kind for _, kind in claims])) for claims in self._claims])

    @property
    def places(self) -> tuple[tuple[int | None, ...], ...]:
        """By seat, the kind at each place of the hand, front first; None where it is not known."""
        return tuple(
            [tuple([None if k == UNKNOWN else k for _, _, k in slots]) for slots in self._slots]
        )

    @property
    def shuffles(self) -> tuple[tuple[int | None, ...], ...]:
        """By seat, the shuffle that each place of the hand was filled from; None if it is known."""
        return tuple(
            [tuple([None if s == OPENLY else s for _, s, _ in slots]) for slots in self._slots]
        )

    @property
    def unseen(self) -> tuple[bytes, ...]:
        """By shuffle, the cards still hidden; of the last one, the draw pile is a part."""
        return tuple([bytes(cards) for cards in (*self._past, self._last or [])])

    def may_hold(self, game: State, seat: int, owners: Iterable[int]) -> bytes:
        """Return the kinds that may be in the hands of these seats, as far as `seat` can tell.

        Raises:
            ValueError: It is not the game that was followed.
        """
        left = self.unseen_by(game, seat)
        kinds: set[int] = set()
        for owner in owners:
            for _, shuffle, kind in self._slots[owner]:
                if kind != UNKNOWN:
                    kinds.add(kind)
                elif shuffle != OPENLY:
                    kinds.update(left[shuffle])
        return bytes(sorted(kinds))

    def unseen_by(self, game: State, seat: int) -> list[bytes]:
        """Return by shuffle the cards hidden from a seat, which sees its own hand.

        Raises:
            ValueError: It is not the game that was followed.
        """
        self.look(game)
        return [bytes(cards) for cards in self._hidden_from(seat, game.hands[seat])]

    def _hidden_from(self, seat: int, hand: bytes) -> list[list[int]]:
        left = [cards[:] for cards in (*self._past, self._last or [])]
        for card, (_, shuffle, _) in zip(hand, self._slots[seat], strict=True):
            if shuffle != OPENLY:
                left[shuffle].remove(card)
        return left

    # -- following -------------------------------------------------------------------------------

    def follow(self, events: Iterable[Event], game: State | None = None) -> None:
        """Note what happened, in order.

        Args:
            events: The events, whole or as any one seat is shown them.
            game: The game after them. Without it, what a reshuffle has left is noted when `redealt`
                or `imagine` is next called; with another reshuffle before that, both count as one.
        """
        for event in events:
            self._follow(event)
        if game is not None:
            self.look(game)

    def look(self, game: State) -> None:
        """Note which cards lie hidden since the last shuffle, and which offers stand.

        Raises:
            ValueError: It is not the game that was followed.
        """
        if list(map(len, self._slots)) != list(map(len, game.hands)):
            raise ValueError("These are not the hands that were followed: `follow` all events.")
        standing: list[StandingOffer | StandingAccept] = [*game.offers, *game.accepts]
        for made in standing:
            self._note(made)  # again: if two named one kind, the first may have been taken
        if self._last is not None:
            return
        whole: Any = game
        deck = frozenset(whole.book.kinds)
        # What all hands and the pile hold together, everybody can tell: the rest is in the open.
        hidden = sorted([card for card in b"".join((*game.hands, game.draw_pile)) if card in deck])
        for _, shuffle, kind in [slot for slots in self._slots for slot in slots]:
            if shuffle == OPENLY and kind in deck:
                hidden.remove(kind)
        for cards in self._past:
            for card in cards:
                hidden.remove(card)
        self._last = hidden

    def _follow(self, event: Event) -> None:
        name = event["event"]
        seat: int = event.get("seat", 0)
        # Which events take cards out of a hand is told by their keys, so those of expansions need
        # no entry here. One that only moves a card within the hand names no card.
        cards: Sequence[int] = (event["card"],) if "card" in event else event.get("cards", b"")
        if name == "traded":
            self._leave(seat, event["gave"])
            self._leave(event["with"], event["got"])
        elif name in ("turned_over", "drew"):
            if name == "turned_over":
                self._reveal(len(self._past), cards)
            else:
                for _ in range(len(cards) or event.get("count", 0)):
                    self._join(seat, len(self._past), UNKNOWN)
        elif name == "shuffled" or (name == "run_out" and event["shuffled"]):
            if self._last is not None:  # else two shuffles count as one
                self._past.append(self._last)
                self._last = None
        elif name == "kept":
            for card in cards:
                self._join(seat, OPENLY, card)
                self._claims[seat].append((self._joined, card))
        elif event.get("from") == "hand" or ("hand" in event and cards) or name == "laid_order":
            place: int = event.get("hand", 0)
            self._leave(seat, tuple([CardAt("hand", place, card) for card in cards]))
        elif name == "moved_card":
            slots = self._slots[seat]
            slots.insert(event["to"], slots.pop(event["hand"]))
        elif name == "ordered_drawn":
            self._mix(self._slots[seat], event.get("count") or len(event["order"]))
        elif name in ("hand_joined", "hand_sold"):  # the end: all beans of all hands are sold
            self._slots[seat] = [slot for slot in self._slots[seat] if slot[1] == OPENLY]
            self._claims[seat] = []
            self._merge(0)
            self._last = None
        if self._stack is not None:
            self._follow_orders(event, seat, cards)
        for made in (*event.get("offers", ()), *event.get("accepts", ())):
            self._note(made)

    def _follow_orders(self, event: Event, seat: int, cards: Sequence[int]) -> None:
        """Follow cards of another back, which go under their stack: returned, or paid as coins."""
        assert self._stack is not None
        name, pile = event["event"], self._coins[seat]
        if name == "drew_order":
            self._join(seat, OPENLY, self._stack.pop())
        elif name == "returned_order":
            self._stack[:0] = cards
        elif name == "filled_order":
            self._coins[seat] = pile + bytes(cards)
        elif name == "harvested":
            self._coins[seat] = pile + event["coins"]
        elif name == "bought_field":
            kept = len(pile) - event["price"]
            self._coins[seat] = pile[:kept]
            self._stack[:0] = [card for card in pile[kept:] if is_order(card)]  # the last lowest

    def _join(self, seat: int, shuffle: int, kind: int) -> None:
        self._slots[seat].append((self._joined, shuffle, kind))
        self._joined += 1

    def _leave(self, seat: int, cards: tuple[CardAt, ...]) -> None:
        claims = self._claims[seat]
        # From the back, so that the places of those still to go stay right.
        for source, place, kind in sorted(cards, key=lambda card: -card.place):
            if source == "hand":
                number, shuffle, _ = self._slots[seat].pop(place)
                if shuffle != OPENLY:
                    self._reveal(shuffle, (kind,))
                _fulfil(claims, number, kind)

    def _reveal(self, shuffle: int, cards: Sequence[int]) -> None:
        known = self._past[shuffle] if shuffle < len(self._past) else self._last
        if known is not None:
            for card in cards:
                known.remove(card)

    def _note(self, made: StandingOffer | StandingAccept) -> None:
        """Note which cards of a hand an offer or acceptance names; two may name the same card."""
        claims, kinds = self._claims[made.seat], _of_hand(made.give or ())
        for kind in dict.fromkeys(kinds):
            known = sum([claimed == kind for _, claimed in claims])
            claims += [(self._joined, kind)] * (kinds.count(kind) - known)

    def _mix(self, slots: list[Slot], count: int) -> None:
        """Note that the last cards have been reordered in secret: their shuffles become one."""
        shuffles = {shuffle for _, shuffle, _ in slots[len(slots) - count :]}
        if len(shuffles) > 1:
            self._merge(min(shuffles))

    def _merge(self, first: int) -> None:
        """Let the shuffles from this one on count as one."""
        if self._last is not None:
            self._last = sorted(sum(self._past[first:], self._last))
        del self._past[first:]
        for hand in self._slots:
            hand[:] = [(number, min(shuffle, first), kind) for number, shuffle, kind in hand]

    # -- dealing ---------------------------------------------------------------------------------

    def deal(
        self, hands: Sequence[bytes], seat: int, top: bytes, chance: Random
    ) -> tuple[list[list[int]], list[int], list[int]]:
        """Deal what `seat` does not see as it may lie.

        A card that was shown may be any in the hand that was there then, the others are any left.

        Args:
            hands: The hands of the game, of which only that of `seat` is read.
            seat: The seat whose knowledge is kept.
            top: What it sees on top of the draw pile.
            chance: The source of the deal.

        Returns:
            The hands, the draw pile below `top`, and what is known of the stack of another back.
            Cards of another back are UNKNOWN, unless everybody knows them.

        Raises:
            ValueError: The hands cannot be as they were shown.
        """
        left = self._hidden_from(seat, hands[seat])
        for card in top:
            left[-1].remove(card)
        new = [[kind for _, _, kind in slots] for slots in self._slots]
        new[seat] = list(hands[seat])
        claims: list[tuple[int, int, int]] = []
        for owner, slots in enumerate(self._slots):
            if owner != seat and self._claims[owner]:
                still = self._claims[owner][:]
                for number, _, kind in slots:
                    if kind != UNKNOWN:
                        _fulfil(still, number, kind)
                claims += [(owner, before, kind) for before, kind in still]
        if not self._place(claims, new, left, chance):
            raise ValueError("No hands can be as they were shown.")
        left = [shuffled(cards, chance) for cards in left]
        for owner, slots in enumerate(self._slots):
            hand = new[owner]
            for place, (_, shuffle, _) in enumerate(slots):
                if shuffle != OPENLY and hand[place] == UNKNOWN:
                    hand[place] = left[shuffle].pop()
        return new, left[-1], self._stack or []

    def _place(
        self,
        claims: list[tuple[int, int, int]],
        new: list[list[int]],
        left: list[list[int]],
        chance: Random,
    ) -> bool:
        """Put the cards that hands are known to have at places where they may be, by chance.

        Returns False if there are not enough such places or cards.
        """
        if not claims:
            return True
        owner, before, kind = claims[0]
        hand = new[owner]
        places: dict[int, list[int]] = {}
        for place, (number, shuffle, _) in enumerate(self._slots[owner]):
            if shuffle != OPENLY and number < before and hand[place] == UNKNOWN:
                places.setdefault(shuffle, []).append(place)
        while places:
            shuffles = list(places)
            weights = [len(places[s]) * left[s].count(kind) / len(left[s]) for s in shuffles]
            if not any(weights):
                break
            shuffle = chance.choices(shuffles, weights)[0] if len(shuffles) > 1 else shuffles[0]
            place = chance.choice(places.pop(shuffle))
            hand[place] = kind
            left[shuffle].remove(kind)
            if self._place(claims[1:], new, left, chance):
                return True
            hand[place] = UNKNOWN  # another card that is known to be there finds no place then
            left[shuffle].append(kind)
        return False


def _shown(*known: Any) -> Shown:
    """Rebuild a follower from what it knows."""
    return Shown(None, known)


def _fulfil(claims: list[Claim], number: int, kind: int) -> None:
    """Drop the first claim that a card of this kind and number fulfils, if there is one."""
    for at, (before, claimed) in enumerate(claims):
        if claimed == kind and number < before:
            del claims[at]
            return


def _of_hand(cards: Iterable[CardAt]) -> list[int]:
    return [card.kind for card in cards if card.source == "hand"]


def shuffled(cards: Sequence[int], chance: Random) -> list[int]:
    """Return the cards in any order, in a quarter of the time of `chance.shuffle`."""
    if len(cards) < 2:
        return list(cards)
    keys = memoryview(chance.randbytes(8 * len(cards))).cast("Q")
    return [card for _, card in sorted(zip(keys, cards, strict=True))]
