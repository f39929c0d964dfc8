"""Offers: what makes one legal, which cards pay for it, and what becomes of it (T1, T2).

What an offer can say, its parts, is `Terms` in `choices.py` and `StandingOffer` in `state.py`; what
can be taken, in `steps/trade.py`. On the pipe: the models in `protocol/offers.py`, written and read
back in `plain_data.py`, read from bots in `arena/codec/reading.py`; in words, `terms` in
`arena/text/cards.py`. Offers are made by people (`arena/play/draft.py` and `typed_input.py`,
`trade.js` of the page), in environments (`arena/env/table.py`), in rollouts (`likely.py`,
`sensible.py`) and by bots. Another pile to give cards from is a `Source`, as for `open_retrade` in
`expansions/plus/options.py`.
"""

from collections.abc import Iterable
from typing import Final

from arena.rules.cards import NAMES, ONE, named, without
from arena.rules.choices import ALL, OPEN, CardAt, Terms
from arena.rules.game import Game, Source
from arena.rules.hooks import TO_GIVE, TRADED
from arena.rules.rule import Rule
from arena.rules.state import StandingAccept, StandingOffer

# More cards than any hand holds: a bound on the kinds an offer may want.
MOST_WANTED: Final = 24

Cards = tuple[CardAt, ...]


TRADING = Rule(
    name="trading",
    cites="B6 T1 T2",
    text="The active player trades with one other player at a time, giving turned-over cards and"
    " cards from anywhere in the hand for cards from anywhere in the other's hand. A gift needs the"
    " receiver's consent. Received cards are set aside. Negotiation goes in rounds: the active"
    " player takes standing replies, posts offers or ends it; everyone addressed then answers once,"
    " sealed. Those who asked for it open with bids. Nothing changes hands until the active player"
    " takes it.",
    # Turned-over cards first: the rules pick from there before they pick from a hand.
    sources=(
        Source(
            "turned_over",
            active_only=True,
            read=lambda game, seat: game.turned_over,
            write=lambda game, seat, pile: game.put("turned_over", pile),
        ),
        Source(
            "hand",
            active_only=False,
            read=lambda game, seat: game.hands[seat],
            write=lambda game, seat, pile: game.put("hands", pile, seat),
        ),
    ),
)


def find(game: Game, seat: int, kinds: Iterable[int], used: Iterable[CardAt] = ()) -> Cards | None:
    """Return the seat's cards of the given kinds: turned over first, then nearest the hand's back.

    Cards in `used` and cards that may not be given are left out. None if `seat` lacks any of them.
    """
    taken = {(card.source, card.place) for card in used}
    cards: list[CardAt] = []
    for kind in kinds:
        card = _find_one(game, seat, kind, taken)
        if card is None:
            return None
        taken.add((card.source, card.place))
        cards.append(card)
    return tuple(cards)


def _find_one(game: Game, seat: int, kind: int, taken: set[tuple[str, int]]) -> CardAt | None:
    for source in game.book.sources.values():
        if source.active_only and seat != game.active:
            continue
        pile = source.read(game, seat)
        at = pile.rfind(kind)
        while at >= 0:
            if (source.name, at) not in taken:
                # What is refused is the kind, so no other copy may be given either.
                refused = game.refuses(TO_GIVE, seat, kind)
                return CardAt(source.name, at, kind) if refused is None else None
            at = pile.rfind(kind, 0, at)
    return None


def may_give(game: Game, seat: int) -> bytes:
    """Return the cards of all piles that a seat may trade from now, turned over first (B6)."""
    piles = [
        source.read(game, seat)
        for source in game.book.sources.values()
        if seat == game.active or not source.active_only
    ]
    return b"".join(piles)


def refuse_cards(game: Game, seat: int, cards: Cards) -> str | None:
    """Explain why `seat` may not give exactly these cards, or return None (T2)."""
    seen: set[tuple[str, int]] = set()
    for card in cards:
        name, place, kind = card
        source = game.book.sources.get(name)
        if source is None or (source.active_only and seat != game.active):
            return f"you cannot give cards from {name}"
        pile = source.read(game, seat)
        if not 0 <= place < len(pile):
            return f"there is no card at {name} {place}"
        if pile[place] != kind:
            return f"the card at {name} {place} is {NAMES[pile[place]]}, not {named(kind)}"
        if (name, place) in seen:
            return f"the card at {name} {place} is given twice"
        seen.add((name, place))
        why = game.refuses(TO_GIVE, seat, kind)
        if why is not None:
            return why
    return None


def refuse_terms(game: Game, seat: int, terms: Terms) -> str | None:
    """Explain why `seat` may not make this offer, or return None."""
    give, want, to = terms
    if seat != game.active:
        if to not in (ALL, game.active):
            return "your offers go to the active player"
    elif to != ALL and (to == seat or not 0 <= to < game.book.players):
        return f"there is no other seat {to}"
    if give is OPEN and want is OPEN:
        return "one side of an offer must be named"
    if not give and not want and give is not OPEN and want is not OPEN:
        return "an offer needs something to give or to want"
    if want is not OPEN:
        if len(want) > MOST_WANTED:
            return f"an offer may ask for at most {MOST_WANTED} cards"
        for kind in want:
            if kind not in game.book.kinds:
                return f"there is no {named(kind)} in this game"
    return None if give is OPEN else refuse_cards(game, seat, give)


def refuse_pay(game: Game, seat: int, want: bytes, give: Cards) -> str | None:
    """Explain why these cards of the seat do not pay for `want`, or return None."""
    if bytes(sorted(card.kind for card in give)) != bytes(sorted(want)):
        return "the cards you give must be exactly the kinds wanted"
    return refuse_cards(game, seat, give)


def exchange(game: Game, reply: StandingOffer | StandingAccept, gave: Cards) -> None:
    """Carry out a trade: the active player gives `gave` for what `reply` gives (B6).

    All these cards are set aside. Standing offers and accepts are updated.
    """
    game.offers = tuple([offer for offer in game.offers if offer.id != reply.id])
    game.accepts = tuple([accept for accept in game.accepts if accept.id != reply.id])
    # `or ()` is for the type checker: only replies with both sides named can be taken.
    active, other, got = game.active, reply.seat, reply.give or ()
    for giver, cards, receiver in ((active, gave, other), (other, got, active)):
        if cards:
            _remove(game, giver, cards)
            game.set_aside[receiver] += b"".join([ONE[card.kind] for card in cards])
    game.tell(
        {
            "event": "traded",
            "seat": active,
            "with": other,
            "taken": reply.id,
            "gave": gave,
            "got": got,
        }
    )
    cards_left(game, {active: gave, other: got})
    game.react(TRADED, active, other, gave, got)


def _remove(game: Game, seat: int, cards: Cards) -> None:
    # From the back, so that the places of those still to go stay right.
    for card in sorted(cards, key=lambda card: -card.place):
        source = game.book.sources[card.source]
        pile = source.read(game, seat)
        source.write(game, seat, without(pile, card.place))


def cards_left(game: Game, gone: dict[int, Cards]) -> None:
    """Update standing offers and accepts after cards (by seat) have left.

    The places of their other cards move up; what needs a card that is gone lapses (T1).
    """
    lapsed: list[int] = []
    offers: list[StandingOffer] = []
    for offer in game.offers:
        give = shifted(offer.give, gone.get(offer.seat, ())) if offer.give else offer.give
        if give is None and offer.give is not None:
            lapsed.append(offer.id)
        else:
            offers.append(offer._replace(give=give))
    accepts: list[StandingAccept] = []
    for accept in game.accepts:
        paying = shifted(accept.give, gone.get(accept.seat, ()))
        if paying is None or accept.offer in lapsed:
            lapsed.append(accept.id)
        else:
            accepts.append(accept._replace(give=paying))
    game.offers, game.accepts = tuple(offers), tuple(accepts)
    if lapsed:
        game.tell({"event": "lapsed", "ids": tuple(lapsed)})
    drop_unaccepted(game)


def drop_unaccepted(game: Game) -> None:
    """Drop offers of the active player that nobody accepted.

    They are answered only once, so they live on only in their accepts.
    """
    accepted = {accept.offer for accept in game.accepts}
    dropped = tuple([o.id for o in game.offers if o.seat == game.active and o.id not in accepted])
    if dropped:
        game.offers = tuple([offer for offer in game.offers if offer.id not in dropped])
        game.tell({"event": "lapsed", "ids": dropped})


def shifted(cards: Cards, gone: Cards) -> Cards | None:
    """Return `cards` with their places after `gone` have left the same seat.

    None if one of `cards` is among those gone.
    """
    if not gone:
        return cards
    places = [(card.source, card.place) for card in gone]
    moved: list[CardAt] = []
    for source, place, kind in cards:
        if (source, place) in places:
            return None
        before = sum(name == source and at < place for name, at in places)
        moved.append(CardAt(source, place - before, kind))
    return tuple(moved)
