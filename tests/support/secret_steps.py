"""What a seat is told of a step shows nothing of what stays hidden from it (T5).

What stays hidden in this very step is made different: unseen cards of the draw pile and of hands,
orders, sealed answers, the seed. All that the seat is told of the step must stay the same bytes to
the end, and so must its view afterwards.
"""

import random
from typing import NamedTuple

import orjson

from arena.rules import Choice, Decision, Event, Game
from arena.rules.cards import FIRST_ORDER
from arena.rules.choices import DECLINE, PASS
from arena.translation import Writer, event_json, writer
from tests.support.random_play import candidates
from tests.support.secrets import assert_same_view, shuffled

# Events in which cards of the hand of their seat come to light.
HAND_SHOWN = ("coin_resisted", "hand_joined", "hand_sold")
# Events that show cards to everyone that were hidden before.
SHOWN = (*HAND_SHOWN, "turned_over")
# Events that show cards of a pile to their seat alone.
SHOW_OWNER = ("drew", "drew_order", "looked")
# Choices that show the front card of the hand, where that card is the one due.
FRONT_SHOWN = ("plant", "plant_stew", "store", "play_magpie")


class _Place(NamedTuple):
    """Where a hidden card lies: in the hand of a seat, or (seat None) in the draw pile."""

    seat: int | None
    at: int


def assert_hidden_in_step(
    game: Game,
    actor: int,
    choice: Choice,
    after: Game,
    events: list[Event],
    rng: random.Random,
) -> None:
    """One seat, any, is told of the step the same whatever of it stays hidden from that seat.

    `choice` of `actor` led from `game` to `after` with `events`. Of chance, only what it shows is
    held: with another seed the comparison ends where a card of a fresh shuffle comes to light.
    """
    seat = rng.randrange(game.book.players)
    words = writer(game.book)
    told = _told(words, events, seat)
    assert told == [orjson.dumps(event_json(game.book.seen_by(event, seat))) for event in events]
    held = len(events)
    other = game.copy()
    reseeded = rng.random() < 0.5
    if reseeded:
        other.seed = rng.randbytes(8)
    other_choice = choice
    varied = {at for at in range(game.book.players) if at != seat and game.answers[at] is None}
    varied -= {event["seat"] for event in events if event["event"] in HAND_SHOWN}
    if actor != seat:
        if rng.random() < 0.5 or _picks_from_store(game, actor, choice):
            varied.discard(actor)
        other_choice = _choice_alike(game, actor, choice, rng)
    _vary_cards(game, other, seat, varied, events, _named(choice, actor), rng)
    _vary_orders(game, other, seat, varied, events, rng)
    if any(game.extra.get("bank_seen", ())):
        other.extra["bank_seen"] = tuple(
            other.draw_pile[-1:] if look else look for look in game.extra["bank_seen"]
        )
    if other.check(actor, other_choice) is not None:
        return  # the actor, with another hand, could not have done it
    others = other.play(actor, other_choice)
    if "fill_order" in game.book.free_by_do:
        # Whether somebody with an order is asked in a window is of no matter to the others.
        after, events = _past_windows(after, events, seat)
        other, others = _past_windows(other, others, seat)
        told = _told(words, events, seat)
    end = _first_shown(events, held, seat, reseeded, actor in varied)
    if end is None:
        assert told == _told(words, others, seat)
        assert_same_view(after, other, seat, rng)
        assert _asked(after, seat) == _asked(other, seat)
    else:
        assert told[:end] == _told(words, others[:end], seat)


def _past_windows(game: Game, events: list[Event], seat: int) -> tuple[Game, list[Event]]:
    """The game and all events so far when everybody but `seat` has passed in the windows."""
    game, events = game.copy(), events[:]
    while (asked := game.decisions) and asked[0].ask == "window" and asked[0].seat != seat:
        events += game.play(asked[0].seat, PASS)
    return game, events


def _asked(game: Game, seat: int) -> list[Decision]:
    return [decision for decision in game.decisions if decision.seat == seat]


def _told(words: Writer, events: list[Event], seat: int) -> list[bytes]:
    return [orjson.dumps(event) for event in words.events(events)[seat]]


def _choice_alike(game: Game, actor: int, choice: Choice, rng: random.Random) -> Choice:
    """Another choice that the other seats may not tell from this one, if there is one."""
    if choice.do == "answer" and len(game.asked) > 1:  # sealed, and others still to answer
        decision = next(d for d in game.decisions if d.seat == actor)
        said = next(candidates(game, decision, rng))
        return said if game.check(actor, said) is None else DECLINE
    if choice.do == "order_drawn":
        return rng.choice([c for c in game.choices(actor) if c.do == choice.do])
    return choice


def _picks_from_store(game: Game, actor: int, choice: Choice) -> bool:
    """Whether the rules pick what pays for an acceptance, and may show that it is no hand card.

    They take a card of the store, in open view, only where the hand has none of the kind.
    """
    if "store" not in game.extra or not game.extra["store"][actor]:
        return False
    return any(accepting.give is None for accepting in getattr(choice, "accept", ()))


def _named(choice: Choice, actor: int) -> set[_Place]:
    """Places of the actor's hand that the choice names or shows: they keep their cards."""
    shown = {_Place(actor, 0)} if choice.do in FRONT_SHOWN else set()
    parts = [*getattr(choice, "take", ()), *getattr(choice, "offers", ())]
    parts += getattr(choice, "accept", ())
    for part in parts:
        shown |= {_Place(actor, card.place) for card in part.give or () if card.source == "hand"}
    if isinstance(place := getattr(choice, "hand", None), int):
        shown.add(_Place(actor, place))
    return shown


def _vary_cards(
    game: Game,
    other: Game,
    seat: int,
    varied: set[int],
    events: list[Event],
    held: set[_Place],
    rng: random.Random,
) -> None:
    """Let the hands of `varied` and the unseen cards of the draw pile exchange cards."""
    for item in (*game.offers, *game.accepts):
        held |= {_Place(item.seat, card.place) for card in item.give or () if card.source == "hand"}
    places = [
        _Place(at, place)
        for at in varied
        for place, card in enumerate(game.hands[at])
        if card < FIRST_ORDER and _Place(at, place) not in held
    ]
    hands = {at: bytearray(game.hands[at]) for at in varied}
    pile = bytearray(game.draw_pile)
    places += [_Place(None, at) for at in _unseen(game, seat, events)]
    cards = [pile[at] if owner is None else hands[owner][at] for owner, at in places]
    for (owner, at), card in zip(places, shuffled(cards, rng), strict=True):
        (pile if owner is None else hands[owner])[at] = card
    other.draw_pile = bytes(pile)
    for at, hand in hands.items():
        other.hands[at] = bytes(hand)


def _unseen(game: Game, seat: int, events: list[Event]) -> list[int]:
    """Places in the draw pile whose cards the events do not show to `seat`."""
    names = {event["event"] for event in events}
    last_hands = not names.isdisjoint(("hand_joined", "hand_sold"))  # what is drawn is sold
    shown: set[int] = set()
    top = len(game.draw_pile) - 1
    if game.extra.get("bank_seen") and game.extra["bank_seen"][seat]:
        shown.add(top)
    for event in events:
        name = event["event"]
        if name in ("run_out", "shuffled"):
            break  # what comes now is fixed by the seed
        if name == "put_back" and event["under"]:
            if "run_out" in names:
                shown.add(top)  # it is the lowest now, and still drawn in this step
            top -= 1
        elif name == "looked" and event["seat"] == seat:
            shown.add(top)
        elif name in ("drew", "turned_over"):
            count = len(event["cards"])
            if name == "turned_over" or event["seat"] == seat or last_hands:
                shown |= set(range(top - count + 1, top + 1))
            top -= count
    return [at for at in range(len(game.draw_pile)) if at not in shown]


def _vary_orders(
    game: Game,
    other: Game,
    seat: int,
    varied: set[int],
    events: list[Event],
    rng: random.Random,
) -> None:
    """Let the hands of `varied` and the order stack exchange their orders."""
    if "order_stack" not in game.extra:
        return
    drawn = [event["seat"] for event in events if event["event"] == "drew_order"]
    stack = bytearray(game.extra["order_stack"])
    own = {len(stack) - 1 - at for at, drawer in enumerate(drawn) if drawer == seat}
    shown = {e["seat"] for e in events if e["event"] in ("filled_order", "laid_order")}
    places = [_Place(None, at) for at in range(len(stack)) if at not in own]
    places += [
        _Place(at, place)
        for at in varied - shown
        for place, card in enumerate(other.hands[at])
        if card >= FIRST_ORDER
    ]
    hands = {at: bytearray(other.hands[at]) for at in varied}
    orders = [stack[at] if owner is None else hands[owner][at] for owner, at in places]
    for (owner, at), card in zip(places, shuffled(orders, rng), strict=True):
        (stack if owner is None else hands[owner])[at] = card
    other.extra["order_stack"] = bytes(stack)
    for at, hand in hands.items():
        other.hands[at] = bytes(hand)


def _first_shown(
    events: list[Event], held: int, seat: int, reseeded: bool, other_actor: bool
) -> int | None:
    """The number of the first event that may lawfully differ; None if none may.

    What the first `held` events show of the draw pile is the same in both games.
    """
    fresh = False
    for at, event in enumerate(events):
        name = event["event"]
        if name in ("run_out", "shuffled"):
            fresh = True
        elif name == "coin_resisted" and reseeded:
            return at
        elif name in SHOWN or (name in SHOW_OWNER and event["seat"] == seat):
            if at >= held or (reseeded and fresh):
                return at
        elif name == "traded" and other_actor:
            # It shows which copies were given; the rules pick them from the actor's other hand.
            return at
    return None
