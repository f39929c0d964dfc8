"""Likely offers: those that gain something for the seat and for someone who can accept.

A card is worth what it adds to the promise of a field: the field's coins, with progress towards the
next coin counted in part. Of other seats only the fields count, and what everybody knows that they
cannot have, so nothing hidden matters.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.rules.choices import ALL, Terms
from arena.rules.game import Book, Game
from arena.rules.known_cards import Shown
from arena.rules.offers import find, may_give

MOST: Final = 12  # offers listed
FRESH_START: Final = 0.2  # what a card is worth in an empty field
NO_ROOM: Final = -0.3  # and where it would cost a harvest
SPARE: Final = -0.1  # the cost of giving a hand card that grows nowhere, if it is the only one
OF_SEVERAL: Final = 0.1  # or if there are more of its kind


def likely_offers(game: Game, seat: int, shown: Shown | None = None) -> list[Terms]:
    """Return legal one-for-one offers and gifts, the best for both sides first.

    Each gains something for `seat` and for another seat that could be addressed, and can be met.
    """
    active = game.active
    fields = game.fields[seat]
    partners = [other for other in range(game.book.players) if other != seat]
    if seat != active:
        partners = [active]
    theirs = _may_have(game, seat, partners, shown)
    wants = [b"", *[cards[:1] for cards in fields if cards and cards[0] in theirs]]
    if seat != active:  # it may also ask for what lies open
        wants += [bytes((kind,)) for kind in game.turned_over]
    ranked: list[tuple[float, int, Terms]] = []
    for kind in dict.fromkeys(may_give(game, seat)):
        their_gain = max([gain(game, other, kind) for other in partners])
        give = find(game, seat, (kind,)) if their_gain > 0 else None
        if give is None:
            continue
        cost = _cost(game, seat, kind)
        for want in dict.fromkeys(wants):
            own_gain = (gain(game, seat, want[0]) if want else 0.0) - cost
            if own_gain > 0 and kind not in want:
                # The number keeps equals in their order, and terms, which have none, apart.
                ranked.append((-own_gain - their_gain, len(ranked), Terms(give, want, ALL)))
    ranked.sort()
    return [terms for _, _, terms in ranked[:MOST]]


def _may_have(game: Game, seat: int, partners: Sequence[int], shown: Shown | None) -> set[int]:
    """Return the kinds that the partners may give, as far as `seat` can tell."""
    piles = [
        source.read(game, other)
        for other in partners
        for source in game.book.sources.values()
        if source.name != "hand" and (other == game.active or not source.active_only)
    ]
    if shown is not None:
        piles.append(shown.may_hold(game, seat, partners))
    else:  # whatever is hidden from the seat may be in a hand
        piles += [game.draw_pile, *game.hands[:seat], *game.hands[seat + 1 :]]
    return {kind for kind in b"".join(piles) if kind in game.book.kinds}


def gain(game: Game, seat: int, kind: int) -> float:
    """Estimate the coins that a card adds to a seat's fields; below 0 if there is no room."""
    scale = promises(game.book).get(kind, (0.0,))
    if not scale[-1]:
        return 0.0  # a kind that is never planted, or never earns
    room = False
    for cards in game.fields[seat]:
        if not cards:
            room = True
        elif cards[0] == kind:
            now, most = len(cards), len(scale) - 1
            return scale[min(now + 1, most)] - scale[min(now, most)]
    return FRESH_START if room else NO_ROOM


def _cost(game: Game, seat: int, kind: int) -> float:
    """Estimate the coins that giving a card away costs; below 0 if it is a relief."""
    if any(cards[:1] == bytes((kind,)) for cards in game.fields[seat]):
        return gain(game, seat, kind)
    if seat == game.active and kind in game.turned_over:
        return min(0.0, gain(game, seat, kind))  # it must be planted
    return OF_SEVERAL if game.hands[seat].count(kind) > 1 else SPARE


@lru_cache(maxsize=64)
def promises(book: Book) -> dict[int, tuple[float, ...]]:
    """Return the smoothed coins of 0, 1, 2, … cards, by kind; see `smooth`."""
    return {kind: smooth(book.earns[kind]) for kind in book.kinds}


def smooth(earns: Sequence[int]) -> tuple[float, ...]:
    """Interpolate the coins of 0, 1, 2, … cards between one coin and the next."""
    coins, low = [0.0], 0
    for count in range(1, len(earns)):
        if earns[count] > earns[low]:
            step = (earns[count] - earns[low]) / (count - low)
            coins += [earns[low] + step * done for done in range(1, count - low + 1)]
            low = count
    return tuple(coins)
