"""What a seat cannot see, dealt anew: judging a decision must not know more than its seat did.

The cards that are hidden from the seat change places among themselves, and all shuffles to come are
others. What it has been shown of a hand stays there, and so does every card that a standing offer
names. Answers that others have sealed are taken back: they are given anew.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from arena.rules import Event, Game
from arena.rules.state import EVERYONE, OWNER, Accept, Offer, replaced
from arena.rules.steps.trade import SealedAnswers

SEED_BYTES = 16


class Shown:
    """What the seats have shown of their hands in offers, as long as it can still be there."""

    def __init__(self, players: int) -> None:
        self._hands: list[Counter[int]] = [Counter() for _ in range(players)]

    def follow(self, before: Sequence[bytes], game: Game, events: Iterable[Event]) -> None:
        """Take note of what happened. `before`: the hands until then. Cards leave hands openly."""
        for seat, known in enumerate(self._hands):
            hand = game.hands[seat]
            for kind in [kind for kind in known if known[kind]]:
                left = before[seat].count(kind) - hand.count(kind)
                if left > 0:
                    known[kind] = max(0, known[kind] - left)
        for event in events:
            made: Offer | Accept
            for made in (*event.get("offers", ()), *event.get("accepts", ())):
                cards = Counter(c.kind for c in made.give or () if c.source == "hand")
                self._hands[made.seat] |= cards

    def kept(self, game: Game, seat: int) -> set[int]:
        """The places of a hand whose cards are known; of several of a kind, those at the back."""
        hand = game.hands[seat]
        standing: tuple[Offer | Accept, ...] = (*game.offers, *game.accepts)
        places = {
            card.place
            for made in standing
            if made.seat == seat
            for card in made.give or ()
            if card.source == "hand"
        }
        for kind, number in self._hands[seat].items():
            known = sum(hand[place] == kind for place in places)
            for place in range(len(hand) - 1, -1, -1):
                if known >= number:
                    break
                if hand[place] == kind and place not in places:
                    places.add(place)
                    known += 1
        return places

    def copy(self) -> "Shown":
        """An independent copy."""
        new = Shown(len(self._hands))
        new._hands = [known.copy() for known in self._hands]
        return new


def redealt(game: Game, seat: int, shown: Shown, rng: Random) -> Game:
    """A game at the same point that `seat` cannot tell from this one, which stays as it is."""
    new = game.copy()
    piles = _hidden(new, seat, shown)
    deck = set(game.book.kinds)
    # Beans change places with beans, other cards (orders) with others: nobody mistakes the two.
    for beans in (True, False):
        slots = [
            (pile, place)
            for pile in piles
            for place in pile.free
            if (pile.cards[place] in deck) is beans
        ]
        cards = [pile.cards[place] for pile, place in slots]
        rng.shuffle(cards)
        for (pile, place), card in zip(slots, cards, strict=True):
            pile.cards[place] = card
    for pile in piles:
        pile.write(new)
    new.seed = rng.randbytes(SEED_BYTES)
    if isinstance(new.step, SealedAnswers):
        new.answers = (None,) * new.book.players
        new.asked = new.step.ask_seats(new)
    return new


class _Pile:
    """Cards that are hidden from a seat, in a piece of the game; `free`: places that may change."""

    def __init__(self, piece: str, owner: int | None, cards: bytes, kept: set[int]) -> None:
        self.piece, self.owner = piece, owner
        self.cards = bytearray(cards)
        self.free = [place for place in range(len(cards)) if place not in kept]

    def write(self, game: Game) -> None:
        cards = bytes(self.cards)
        if self.owner is None:
            value: object = cards
        else:
            value = replaced(tuple(game.piece(self.piece)), self.owner, cards)
        if self.piece in game.extra:
            game.extra[self.piece] = value
        elif self.owner is None:
            setattr(game, self.piece, value)
        else:
            getattr(game, self.piece)[self.owner] = cards


def _hidden(game: Game, seat: int, shown: Shown) -> list[_Pile]:
    """All that is hidden from the seat, as the audiences of pieces say."""
    piles = []
    seen = 0  # cards on top of the draw pile that the seat looks at
    for piece in game.book.pieces:
        if piece.audience == OWNER and not piece.cards and piece.per_seat:
            seen += len(game.piece(piece.name)[seat])
    for piece in game.book.pieces:
        if piece.audience == EVERYONE or not piece.cards:
            continue
        value = game.piece(piece.name)
        if not piece.per_seat:
            top = range(len(value) - seen, len(value)) if piece.name == "draw_pile" else ()
            piles.append(_Pile(piece.name, None, value, set(top)))
            continue
        for owner in range(game.book.players):
            if owner != seat or piece.audience != OWNER:
                kept = shown.kept(game, owner) if piece.name == "hands" else set()
                piles.append(_Pile(piece.name, owner, value[owner], kept))
    return piles
