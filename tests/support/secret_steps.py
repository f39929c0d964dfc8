"""What a seat is told of a step shows nothing of what stays hidden from it (T5).

What stays hidden in this very step is made different: unseen cards of the draw pile and of hands,
orders, sealed answers, the seed. All that the seat is told of the step must stay the same bytes to
the end, and so must its view afterwards.
"""

import random
from functools import lru_cache
from typing import Any

import orjson

from arena.codec import Writer, writer
from arena.rules import Choice, Decision, Event, Game, Rulebook, plain_event
from arena.rules.choices import DECLINE, PASS
from arena.rules.events import KINDS
from tests.support import expansions
from tests.support.expansions import BY_CHANCE, HAND_CHOICES, HAND_SHOWN, file_for
from tests.support.hidden import Place, Walk, Walks, exchange, whole_hand
from tests.support.random_play import candidates
from tests.support.scenario import book_of
from tests.support.secrets import assert_same_view, follow, hidden_places


def _turned_over(walk: Walk, event: Event) -> None:
    walk.look("draw_pile", len(event["cards"]), None)
    walk.take("draw_pile", len(event["cards"]))


WALKS: Walks = {
    "drew": lambda walk, event: walk.draw("draw_pile", event),
    "turned_over": _turned_over,
    **expansions.WALKS,
}
# Events that show cards to everyone that were hidden before.
SHOWN = {"turned_over", *HAND_SHOWN}
OR_SAY_SO = "if it may be known: say so in tests/support/expansions/"


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
    assert told == [orjson.dumps(plain_event(game.book.seen_by(event, seat))) for event in events]
    count = len(events)
    other = game.copy()
    reseeded = rng.random() < 0.5
    if reseeded:
        other.seed = rng.randbytes(8)
    fixed = {at for at, answer in enumerate(game.answers) if answer is not None}
    other_choice = choice
    if actor != seat:
        if rng.random() < 0.5 or _picks_from_open_pile(game, actor, choice):
            fixed.add(actor)
        other_choice = _choice_alike(game, actor, choice, events, rng)
    held = _named(game, choice, actor) | _shown(game, seat, events)
    places = (p for p in hidden_places(game, seat) if p.seat not in fixed and p not in held)
    exchange(other, places, rng)
    follow(other)
    if other.check(actor, other_choice) is not None:
        return  # the actor, with another hand, could not have done it
    others = other.play(actor, other_choice)
    if not HAND_CHOICES.isdisjoint(game.book.free_by_do):
        # Whether somebody with such a choice is asked in a window is of no matter to the others.
        after, events = _past_windows(after, events, seat)
        other, others = _past_windows(other, others, seat)
        told = _told(words, events, seat)
    end = _first_shown(book_of(game), events, count, seat, reseeded, actor not in {seat, *fixed})
    if end is None:
        assert told == _told(words, others, seat), OR_SAY_SO
        assert_same_view(after, other, seat, rng)
        assert _asked(after, seat) == _asked(other, seat)
        if seat in after.asked:
            assert after.stack == other.stack
    else:
        assert told[:end] == _told(words, others[:end], seat), OR_SAY_SO


@lru_cache(maxsize=256)
def _secrets(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """The secret parts of events, as they are declared; of each it is known what it shows."""
    kinds = [*KINDS, *(kind for rule in book.rules for kind in rule.events)]
    for kind in kinds:
        assert not kind.secret or kind.name in WALKS, (
            f"say in WALKS of {file_for(book, kind)} what the secret event {kind.name} shows"
        )
    return {kind.name: kind.secret for kind in kinds if kind.secret}


def _past_windows(game: Game, events: list[Event], seat: int) -> tuple[Game, list[Event]]:
    """The game and all events so far when everybody but `seat` has passed in the windows."""
    game, events = game.copy(), events[:]
    while (asked := game.decisions) and asked[0].ask == "window" and asked[0].seat != seat:
        events += game.play(asked[0].seat, PASS)
    return game, events


def _asked(game: Game, seat: int) -> list[Decision]:
    return [decision for decision in game.decisions if decision.seat == seat]


def _told(words: Writer, events: list[Event], seat: int) -> list[bytes]:
    return [event.encode() for event in words.events(events)[seat]]


def _choice_alike(
    game: Game, actor: int, choice: Choice, events: list[Event], rng: random.Random
) -> Choice:
    """Another choice that the other seats may not tell from this one, if there is one."""
    if choice.do == "answer" and len(game.asked) > 1:  # sealed, and others still to answer
        decision = next(d for d in game.decisions if d.seat == actor)
        said = next(candidates(game, decision, rng))
        return said if game.check(actor, said) is None else DECLINE
    secrets = _secrets(game.book)
    secret = {part for event in events for part in secrets.get(event["event"], ())}
    if hidden := secret & _parts(choice).keys():  # parts of the choice that events keep secret
        shown = {name: part for name, part in _parts(choice).items() if name not in hidden}
        return rng.choice([c for c in game.choices(actor) if shown.items() <= _parts(c).items()])
    return choice


def _parts(choice: Choice) -> dict[str, Any]:
    parts: dict[str, Any] = choice._asdict()  # type: ignore[attr-defined]
    return parts


def _picks_from_open_pile(game: Game, actor: int, choice: Choice) -> bool:
    """Whether the rules pick what pays for an acceptance, and may show that it is no hand card.

    They take a card that lies in open view only where the hand has none of the kind.
    """
    if all(accepting.give is not None for accepting in getattr(choice, "accept", ())):
        return False
    sources = game.book.sources.values()
    return any(s.read(game, actor) for s in sources if s.name != "hand" and not s.active_only)


def _named(game: Game, choice: Choice, actor: int) -> set[Place]:
    """Places in hands that the choice or a standing offer names, or shows."""
    named = [
        (actor, part.give or ())
        for name in ("take", "offers", "accept")
        for part in getattr(choice, name, ())
    ]
    named += [(offer.seat, offer.give or ()) for offer in game.offers]
    named += [(accept.seat, accept.give or ()) for accept in game.accepts]
    places = {
        Place("hands", seat, card.place)
        for seat, give in named
        for card in give
        if card.source == "hand"
    }
    if choice.do == "plant" or choice.do in game.book.places_by_do:
        places.add(Place("hands", actor, 0))  # it shows the front card, if that is the one due
    if isinstance(place := getattr(choice, "hand", None), int):
        places.add(Place("hands", actor, place))
    return places


def _shown(game: Game, seat: int, events: list[Event]) -> set[Place]:
    """Places whose cards the events show to `seat`."""
    shown = {
        Place("hands", event["seat"], at)
        for event in events
        if event["event"] in HAND_SHOWN
        for at in HAND_SHOWN[event["event"]](game, event)
    }
    whole = {e["seat"] for e in events if HAND_SHOWN.get(e["event"]) is whole_hand}
    walk = Walk(game, seat, events, whole)
    for event in events:
        if event["event"] in ("run_out", "shuffled"):
            walk.reshuffled = True
        if event["event"] in WALKS:
            WALKS[event["event"]](walk, event)
    return shown | walk.shown


def _first_shown(
    book: Rulebook, events: list[Event], count: int, seat: int, reseeded: bool, other_actor: bool
) -> int | None:
    """The number of the first event that may lawfully differ; None if none may.

    What the first `count` events show of the draw pile is the same in both games.
    """
    fresh = False
    for at, event in enumerate(events):
        name = event["event"]
        if name in ("run_out", "shuffled"):
            fresh = True
        elif name in BY_CHANCE and reseeded:
            return at
        elif name in SHOWN or (name in _secrets(book) and event["seat"] == seat):
            if at >= count or (reseeded and fresh):
                return at
        elif name == "traded" and other_actor:
            # It shows which copies were given; the rules pick them from the actor's other hand.
            return at
    return None
