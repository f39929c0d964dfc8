"""Offers: what makes one lawful, which cards pay for it, and what becomes of it (T1, T2)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.rules.cards import NAMES, ONE, without
from arena.rules.choices import ALL, OPEN, CardAt, Terms
from arena.rules.events import Event
from arena.rules.rule import Rule, Source
from arena.rules.state import Accept, Offer, State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# More cards than any hand holds: a bound on the kinds an offer may want.
MOST_WANTED = 24

Cards = tuple[CardAt, ...]


def _read_hand(state: State, seat: int) -> bytes:
    return state.hands[seat]


def _write_hand(state: State, seat: int, pile: bytes) -> None:
    state.hands[seat] = pile


def _read_turned_over(state: State, seat: int) -> bytes:
    return state.turned_over


def _write_turned_over(state: State, seat: int, pile: bytes) -> None:
    state.turned_over = pile


TRADING = Rule(
    name="trading",
    cites="B6 T1 T2",
    text="The active player trades hand and turned-over cards with one other seat at a time, who"
    " trades hand cards. Received cards are set aside. A gift needs the receiver's consent."
    " Negotiation goes in rounds: the active player takes standing replies, posts offers or ends;"
    " everyone addressed answers once, sealed. Nothing is exchanged until the active player"
    " takes it.",
    # Turned-over cards first: the rules pick from there before they pick from a hand.
    sources=(
        Source("turned_over", True, _read_turned_over, _write_turned_over),
        Source("hand", False, _read_hand, _write_hand),
    ),
)


def find(
    book: "Rulebook", state: State, seat: int, kinds: Iterable[int], used: Iterable[CardAt] = ()
) -> Cards | None:
    """Own cards of the given kinds: turned over first, then the hand copies nearest the back.

    Leaves out `used` and what may not be given. None if `seat` has not got them.
    """
    taken = {(card.source, card.place) for card in used}
    found: list[CardAt] = []
    for kind in kinds:
        card = _find_one(book, state, seat, kind, taken)
        if card is None:
            return None
        taken.add((card.source, card.place))
        found.append(card)
    return tuple(found)


def _find_one(
    book: "Rulebook", state: State, seat: int, kind: int, taken: set[tuple[str, int]]
) -> CardAt | None:
    if book.refuses("give", state, seat, kind) is not None:
        return None
    for source in book.sources.values():
        if source.active_only and seat != state.active:
            continue
        pile = source.read(state, seat)
        at = pile.rfind(kind)
        while at >= 0:
            if (source.name, at) not in taken:
                return CardAt(source.name, at, kind)
            at = pile.rfind(kind, 0, at)
    return None


def refuse_cards(book: "Rulebook", state: State, seat: int, cards: Cards) -> str | None:
    """Why `seat` may not give exactly these cards, or None (T2: offers are honest)."""
    seen: set[tuple[str, int]] = set()
    for card in cards:
        name, place, kind = card
        source = book.sources.get(name)
        if source is None or (source.active_only and seat != state.active):
            return f"you cannot give cards from {name}"
        pile = source.read(state, seat)
        if not 0 <= place < len(pile):
            return f"there is no card at {name} {place}"
        if pile[place] != kind:
            return f"the card at {name} {place} is {NAMES[pile[place]]}, not {NAMES[kind]}"
        if (name, place) in seen:
            return f"the card at {name} {place} is given twice"
        seen.add((name, place))
        why = book.refuses("give", state, seat, kind)
        if why is not None:
            return why
    return None


def refuse_terms(book: "Rulebook", state: State, seat: int, terms: Terms) -> str | None:
    """Why `seat` may not make this offer, or None."""
    give, want, to = terms
    if seat != state.active:
        if to not in (ALL, state.active):
            return "your offers go to the active player"
    elif to != ALL and (to == seat or not 0 <= to < book.players):
        return f"there is no other seat {to}"
    if give is OPEN and want is OPEN:
        return "one side of an offer must be named"
    if not give and not want and give is not OPEN and want is not OPEN:
        return "an offer needs something to give or to want"
    if want is not OPEN:
        if len(want) > MOST_WANTED:
            return f"an offer wants {MOST_WANTED} cards at most"
        for kind in want:
            if kind not in book.kinds:
                return f"there is no {NAMES[kind]} in this game"
    return None if give is OPEN else refuse_cards(book, state, seat, give)


def refuse_pay(book: "Rulebook", state: State, seat: int, want: bytes, give: Cards) -> str | None:
    """Why these own cards do not pay what is wanted, or None."""
    if bytes(sorted(card.kind for card in give)) != bytes(sorted(want)):
        return "the cards given must be of exactly the kinds wanted"
    return refuse_cards(book, state, seat, give)


def exchange(
    book: "Rulebook",
    state: State,
    reply: Offer | Accept,
    gave: Cards,
    events: list[Event],
) -> None:
    """Trade: the active player gives `gave` for what `reply` gives; all is set aside (B6).

    Standing offers and accepts are brought up to date.
    """
    state.offers = tuple([offer for offer in state.offers if offer.id != reply.id])
    state.accepts = tuple([accept for accept in state.accepts if accept.id != reply.id])
    active, other, got = state.active, reply.seat, reply.give or ()
    for giver, cards, receiver in ((active, gave, other), (other, got, active)):
        if cards:
            _remove(book, state, giver, cards)
            state.set_aside[receiver] += b"".join([ONE[card.kind] for card in cards])
    events.append(
        {
            "event": "traded",
            "seat": active,
            "with": other,
            "taken": reply.id,
            "gave": gave,
            "got": got,
        }
    )
    cards_left(state, {active: gave, other: got}, events)
    book.react("trade", state, active, events, other, gave, got)


def _remove(book: "Rulebook", state: State, seat: int, cards: Cards) -> None:
    for card in sorted(cards, key=lambda card: -card.place):
        source = book.sources[card.source]
        pile = source.read(state, seat)
        source.write(state, seat, without(pile, card.place))


def cards_left(state: State, gone: dict[int, Cards], events: list[Event]) -> None:
    """Bring standing offers and accepts up to date after cards (by seat) have left.

    Their other cards move up; what needs a card that has gone lapses (T1).
    """
    lapsed: list[int] = []
    offers: list[Offer] = []
    for offer in state.offers:
        give = shifted(offer.give, gone.get(offer.seat, ())) if offer.give else offer.give
        if give is None and offer.give is not None:
            lapsed.append(offer.id)
        else:
            offers.append(offer._replace(give=give))
    accepts: list[Accept] = []
    for accept in state.accepts:
        paying = shifted(accept.give, gone.get(accept.seat, ()))
        if paying is None or accept.offer in lapsed:
            lapsed.append(accept.id)
        else:
            accepts.append(accept._replace(give=paying))
    state.offers, state.accepts = tuple(offers), tuple(accepts)
    if lapsed:
        events.append({"event": "lapsed", "ids": tuple(lapsed)})
    drop_unaccepted(state, events)


def drop_unaccepted(state: State, events: list[Event]) -> None:
    """Offers of the active player are answered once: they only live on in their accepts."""
    accepted = {accept.offer for accept in state.accepts}
    dropped = tuple([o.id for o in state.offers if o.seat == state.active and o.id not in accepted])
    if dropped:
        state.offers = tuple([offer for offer in state.offers if offer.id not in dropped])
        events.append({"event": "lapsed", "ids": dropped})


def shifted(cards: Cards, gone: Cards) -> Cards | None:
    """`cards` with their places after `gone` have left the same seat; None if one of them left."""
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
