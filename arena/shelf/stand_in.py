"""A player that makes rare things happen: it helps the others along, and tries what is new.

It does not play to win. Beans go where they grow, so that there are coins to spend, and what an
expansion adds is done when it can be, so that rare questions come up.
"""

import random
from collections.abc import Collection, Hashable
from functools import lru_cache
from typing import cast

from arena.rules import Decision, Game, Rulebook
from arena.rules.cards import NAMES
from arena.rules.choices import Answer, Choice
from arena.translation import reader
from protocol import Json

EAGER = 0.3
"""How often something new is done where it can be: rather seldom, so that coins can gather."""


def stand_in(
    game: Game,
    decision: Decision,
    listed: list[Choice],
    new: Collection[str],
    chance: random.Random,
) -> Choice:
    """A choice of the seat that decides. `new`: the choices (`do`) to be tried."""
    seat, ask, _ = decision
    idle = _without_power(game.book)
    novel = [choice for choice in listed if choice.do in new and idle.isdisjoint(_parts(choice))]
    if novel and chance.random() < EAGER:
        return chance.choice(novel)
    if ask == "trade":
        taking = next((choice for choice in listed if getattr(choice, "take", ())), None)
        if taking is not None:
            return taking
        offers = _offers(game, seat)
        if offers and game.round <= 2:
            trade = {"do": "trade", "offers": offers}
            return reader(game.book).read(game, seat, listed, trade)
    if ask == "answer":
        wise = (c for c in listed if isinstance(c, Answer) and _harmless(game, seat, c))
        return max(wise, key=lambda answer: len(answer.accept))
    return listed[0]


@lru_cache(maxsize=64)
def _without_power(book: Rulebook) -> frozenset[str]:
    """What rules list and no rule is called: it can do nothing, and keeps out what can."""
    rules = {rule.name for rule in book.rules}
    listings = [rule.listing(book.tables) for rule in book.rules if rule.listing]
    return frozenset(row[0] for listing in listings for row in listing.rows) - rules


def _parts(choice: Choice) -> tuple[Hashable, ...]:
    return cast(tuple[Hashable, ...], choice)


def _grown(game: Game, seat: int) -> set[int]:
    return {cards[0] for cards in game.fields[seat] if cards}


def _offers(game: Game, seat: int) -> list[Json]:
    """Gifts of what grows elsewhere, and wishes for what grows here and nowhere else."""
    own, others = _grown(game, seat), [other for other in range(game.book.players) if other != seat]
    offers: list[Json] = []
    for at, kind in enumerate(game.turned_over):
        to = next((other for other in others if kind in _grown(game, other)), None)
        if to is not None and kind not in own:
            offers.append({"to": to, "give": [{"turned_over": at}], "want": []})
    for kind in sorted(own):
        if any(kind in game.hands[o] and kind not in _grown(game, o) for o in others):
            offers.append({"to": "all", "give": [], "want": [NAMES[kind]]})
    return offers[: game.book.negotiation.offers]


def _harmless(game: Game, seat: int, answer: Answer) -> bool:
    """Whether nothing is given away that grows here."""
    wanted = {offer.id: offer.want or b"" for offer in game.offers}
    own = _grown(game, seat)
    return not any(own.intersection(wanted[each.offer]) for each in answer.accept)
