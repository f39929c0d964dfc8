"""Redeal what a seat cannot see: turn a game into another one that the seat could be in.

Of hidden cards this reads only how many lie where, which of them have another back than the deck's,
and what standing offers say of a hand. So nothing played from here on depends on what the seat
could not know.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.rules.cards import NAMES
from arena.rules.choices import CardAt
from arena.rules.state import EVERYONE, OWNER, Piece, StandingAccept, StandingOffer, State

SEED_BYTES: Final = 16


class _Pile(NamedTuple):
    """A hidden pile; `owner` is None for one on the table."""

    piece: Piece
    owner: int | None
    cards: bytes


def redeal(
    state: State,
    pieces: Sequence[Piece],
    deck: frozenset[int],
    seat: int,
    chance: Random,
    shown: Sequence[bytes] = (),
) -> None:
    """Redeal all cards that `seat` cannot see, and fix the shuffles to come by another seed.

    The other seats have no wishes afterwards.

    Args:
        state: The game to change.
        pieces: The pieces of the rulebook.
        deck: The kinds of its deck.
        seat: The seat whose knowledge is kept.
        chance: The source of the new deal.
        shown: By seat, kinds known to be in hand, besides those of standing offers. Their places in
            the hand are dealt as well.

    Raises:
        ValueError: A hand cannot hold the cards that `shown` claims.
    """
    piles = _hidden_piles(state, pieces, seat)
    # Sorted, so that the deal depends on which cards are unseen, and not on where they really are.
    unseen = sorted([card for pile in piles for card in pile.cards])
    top, known = _seen_on_top(state, pieces, seat), _known_hands(state, seat, shown)
    beans = _without_known([card for card in unseen if card in deck], top, known)
    others = [card for card in unseen if card not in deck]
    chance.shuffle(beans)
    chance.shuffle(others)
    for piece, owner, cards in piles:
        # A card of another back keeps its place: it is seen to lie there.
        free = [place for place, card in enumerate(cards) if card in deck]
        new = [others.pop() if card not in deck else card for card in cards]
        if piece.name == "draw_pile" and top:
            del free[-len(top) :]
            new[-len(top) :] = top
        held = known[owner] if piece.name == "hands" and owner is not None else []
        missing = len(free) - len(held)
        if missing < 0:
            raise ValueError(f"seat {owner} has {len(free)} cards in hand, not {len(held)}")
        dealt = held + beans[:missing]
        del beans[:missing]
        if held:  # known cards may be anywhere in the hand
            chance.shuffle(dealt)
        for place, card in zip(free, dealt, strict=True):
            new[place] = card
        state.put(piece.name, bytes(new), owner)
    _look_again(state, pieces, seat)
    used: set[tuple[int, int]] = set()  # seats and places in their hands
    state.offers = tuple([o._replace(give=_placed(state, o, seat, used)) for o in state.offers])
    state.accepts = tuple(
        [a._replace(give=_placed(state, a, seat, used) or ()) for a in state.accepts]
    )
    state.seed, state.shuffles = chance.randbytes(SEED_BYTES), 1  # 0 was the deal
    state.wants = tuple(
        [wants if owner == seat else frozenset() for owner, wants in enumerate(state.wants)]
    )


def _without_known(beans: list[int], top: bytes, known: list[list[int]]) -> list[int]:
    """Return the beans but for those seen on top of the draw pile or known to be in a hand."""
    left = beans[:]
    for card in top:
        left.remove(card)
    for holder, hand in enumerate(known):
        for card in hand:
            if card not in left:
                raise ValueError(f"seat {holder} cannot hold that much {NAMES[card]}")
            left.remove(card)
    return left


def _hidden_piles(state: State, pieces: Sequence[Piece], seat: int) -> list[_Pile]:
    """List the piles that the audiences of the pieces hide from the seat."""
    piles: list[_Pile] = []
    for piece in pieces:
        if piece.audience == EVERYONE or not piece.cards:
            continue
        value = state.piece(piece.name)
        if not piece.per_seat:
            piles.append(_Pile(piece, None, value))
            continue
        for owner, cards in enumerate(value):
            if owner != seat or piece.audience != OWNER:
                piles.append(_Pile(piece, owner, cards))
    return piles


def _looks(pieces: Sequence[Piece]) -> list[str]:
    """List the pieces that show their seat cards of another pile: the top of the draw pile."""
    return [
        piece.name
        for piece in pieces
        if piece.audience == OWNER and piece.per_seat and not piece.cards
    ]


def _seen_on_top(state: State, pieces: Sequence[Piece], seat: int) -> bytes:
    """Return the cards that the seat sees on top of the draw pile, the topmost last."""
    return b"".join([state.piece(name)[seat] for name in _looks(pieces)])


def _look_again(state: State, pieces: Sequence[Piece], seat: int) -> None:
    """Show the other seats that are looking what is on top of the draw pile now."""
    for name in _looks(pieces):
        for owner, seen in enumerate(state.piece(name)):
            if seen and owner != seat:
                state.put(name, state.draw_pile[-len(seen) :], owner)


def _known_hands(state: State, seat: int, shown: Sequence[bytes]) -> list[list[int]]:
    """Return the kinds known to be in each seat's hand.

    Two offers may name the same card, so offers do not add up.
    """
    known = [Counter(shown[owner] if shown else b"") for owner in range(len(state.hands))]
    standing: list[StandingOffer | StandingAccept] = [*state.offers, *state.accepts]
    for made in standing:
        if made.give:
            known[made.seat] |= Counter([card.kind for card in made.give if card.source == "hand"])
    known[seat].clear()  # the seat sees its own hand
    return [sorted(kinds.elements()) for kinds in known]


def _placed(
    state: State, made: StandingOffer | StandingAccept, seat: int, used: set[tuple[int, int]]
) -> tuple[CardAt, ...] | None:
    """Return the cards of what stands with their places in the redealt hand; `seat` keeps its own.

    Like the rules, it picks the copies nearest the back. It avoids cards in `used` while there are
    others, and adds its own to `used`.
    """
    owner = made.seat
    if owner == seat or not made.give:
        return made.give
    placed: list[CardAt] = []
    for source, place, kind in made.give:
        if source == "hand":
            copies = [
                ((owner, at) not in used, at)
                for at, card in enumerate(state.hands[owner])
                if card == kind and CardAt(source, at, kind) not in placed
            ]
            place = max(copies)[1]
        placed.append(CardAt(source, place, kind))
    used.update([(owner, card.place) for card in placed if card.source == "hand"])
    return tuple(placed)
