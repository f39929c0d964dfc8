"""Redeal what a seat cannot see: turn a game into another one that the seat could be in.

Of hidden cards this reads only which there are, how many lie where, which of them have another back
than the deck's, and what everybody knows of them (`Shown`). So nothing played from here on depends
on what the seat could not know.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from arena.rules.choices import CardAt
from arena.rules.known_cards import UNKNOWN, Shown, shuffled
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
    shown: Shown,
) -> None:
    """Redeal all cards that `seat` cannot see, and fix the shuffles to come by another seed.

    The other seats have no wishes afterwards.

    Args:
        state: The game to change.
        pieces: The pieces of the rulebook.
        deck: The kinds of its deck.
        seat: The seat whose knowledge is kept.
        chance: The source of the new deal.
        shown: What everybody knows of the hidden cards.

    Raises:
        ValueError: The hands cannot be as they were shown.
    """
    piles = _hidden_piles(state, pieces, seat)
    top = _seen_on_top(state, pieces, seat)
    hands, below, stack = shown.deal(state.hands, seat, top, chance)
    new: list[list[int]] = []
    for piece, owner, cards in piles:
        if owner is not None:
            new.append(hands[owner])
        else:
            new.append([*below, *top] if piece.name == "draw_pile" else stack[:])
            if len(new[-1]) != len(cards):
                raise ValueError(f"{piece.name} has {len(cards)} cards, not {len(new[-1])}.")
    # Sorted, so that the deal depends on which cards are unseen, and not on where they really are.
    # A card of another back keeps its place: it is seen to lie there.
    others = sorted([card for pile in piles for card in pile.cards if card not in deck])
    if others:
        for card in [card for row in new for card in row]:
            if card != UNKNOWN and card not in deck:
                others.remove(card)
        others = shuffled(others, chance)
        new = [[others.pop() if card == UNKNOWN else card for card in row] for row in new]
    for (piece, owner, _), row in zip(piles, new, strict=True):
        state.put(piece.name, bytes(row), owner)
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
