"""What holds in every game, at every decision; used by the tests and by the long fuzz run."""

import pickle
import random
from collections import Counter
from typing import Any

import orjson

from arena.rules import Choice, Decision, Event, Rulebook, State, View
from arena.rules.cards import FIRST_ORDER, NAMES
from arena.rules.choices import DECLINE, CardAt
from arena.view import event_json, translator
from tests.rules.fold import fold
from tests.rules.random_play import (
    MOST_DECISIONS,
    candidates,
    random_choice,
    random_wishes,
    rich_start,
)


def cards_in_play(book: Rulebook, state: State) -> Counter[int]:
    """All cards wherever they lie, by kind, found through the table of pieces alone."""
    found: Counter[int] = Counter()

    def gather(value: Any) -> None:
        if isinstance(value, bytes):
            found.update(value)
        else:
            for part in value:
                gather(part)

    for piece in book.pieces:
        if piece.cards:
            gather(state.piece(piece.name))
    return found


def assert_conserved(book: Rulebook, state: State) -> None:
    """No card is lost or made: every bean of the deck, and every order, lies somewhere."""
    expected = dict(book.tables.deck)
    if any(rule.name == "orders" for rule in book.rules):
        expected.update(dict.fromkeys(NAMES[FIRST_ORDER:], 1))
    assert {NAMES[kind]: n for kind, n in cards_in_play(book, state).items()} == expected


def play_quickly(book: Rulebook, seed: int) -> State:
    """A random game with cards counted at each end of turn; it must end."""
    rng = random.Random(seed)
    state = rich_start(book, b"fuzz %d" % seed, rng)
    random_wishes(book, state, rng)
    for _ in range(MOST_DECISIONS):
        decisions = book.to_decide(state)
        if not decisions:
            assert state.over
            assert_conserved(book, state)
            return state
        decision = rng.choice(decisions)
        choice = random_choice(book, state, decision, rng)
        turn = state.turn
        book.apply(state, decision.seat, choice)
        if state.turn != turn:
            assert_conserved(book, state)
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def play_with_every_check(book: Rulebook, seed: int) -> State:
    """A random game in which everything is held to be true at every decision."""
    rng = random.Random(seed)
    state = rich_start(book, b"check %d" % seed, rng)
    begun = state.copy()
    random_wishes(book, state, rng)
    wants = state.wants
    folded = [book.view(state, seat) for seat in range(book.players)]
    played: list[tuple[int, Choice]] = []
    while decisions := book.to_decide(state):
        assert_conserved(book, state)
        for decision in decisions:
            _assert_choices(book, state, decision)
            assert_secrets(book, state, decision, rng)
        decision = rng.choice(decisions)
        choice = random_choice(book, state, decision, rng)
        twin = _twin(state, rng)
        events = book.apply(state, decision.seat, choice)
        assert book.apply(twin, decision.seat, choice) == events
        assert twin == state
        assert hash(twin) == hash(state)
        played.append((decision.seat, choice))
        _fold_events(book, state, folded, events)
        assert len(played) < MOST_DECISIONS
    _assert_replay(book, begun, wants, played, state)
    return state


def _twin(state: State, rng: random.Random) -> State:
    if rng.random() < 0.5:
        return state.copy()
    twin: State = pickle.loads(pickle.dumps(state))
    return twin


def _fold_events(book: Rulebook, state: State, folded: list[View], events: list[Event]) -> None:
    for seat, view in enumerate(folded):
        for event in events:
            fold(view, book.seen_by(event, seat))
        assert view == book.view(state, seat)


def _assert_choices(book: Rulebook, state: State, decision: Decision) -> None:
    """Every listed choice is legal, changes the game, and can be said in the protocol."""
    seat = decision.seat
    listed = book.choices(state, seat)
    assert listed
    assert len(set(listed)) == len(listed)
    translate = translator(book)
    for choice in listed:
        assert book.check(state, seat, choice) is None, choice
        said = orjson.loads(orjson.dumps(translate.choice(choice)))
        assert translate.read(state, seat, listed, said) == choice


def _assert_replay(
    book: Rulebook,
    begun: State,
    wants: tuple[frozenset[str], ...],
    played: list[tuple[int, Choice]],
    end: State,
) -> None:
    state = begun.copy()
    for seat, wanted in enumerate(wants):
        book.wish(state, seat, wanted)
    for seat, choice in played:
        book.apply(state, seat, choice)
    assert state == end


# --- secrets (T5) -------------------------------------------------------------------------------


# A drawn card, the place of a traded one, a sealed answer, or at last a hand lawfully comes to
# light in these.
REVEALING = (
    "turned_over", "drew", "run_out", "traded", "lapsed", "answered", "coin_resisted", "looked",
    "hand_joined", "hand_sold",
)  # fmt: skip


def with_other_secrets(book: Rulebook, state: State, seat: int, rng: random.Random) -> State:
    """A state that `seat` cannot tell from `state`: all that is hidden from it is shuffled.

    Cards standing in open offers keep their kinds (those are known) but move within the hand.
    """
    other = state.copy()
    other.seed = bytes(rng.randrange(256) for _ in range(8))
    offered: dict[int, set[int]] = {at: set() for at in range(book.players)}
    for item in (*state.offers, *state.accepts):
        offered[item.seat] |= {card.place for card in item.give or () if card.source == "hand"}
    if "order_stack" in state.extra:
        _shuffle_orders(other, seat, rng)
    free = {
        at: [p for p, card in enumerate(hand) if p not in offered[at] and card < FIRST_ORDER]
        for at, hand in enumerate(state.hands)
        if at != seat
    }
    known = b""
    if "bank_seen" in state.extra:  # who has looked knows the top of the draw pile
        known = state.extra["bank_seen"][seat]
    hidden = bytearray(state.draw_pile[: len(state.draw_pile) - len(known)])
    for at, places in free.items():
        hidden += bytes(state.hands[at][place] for place in places)
    shuffled = bytes(rng.sample(hidden, len(hidden)))
    in_pile = len(state.draw_pile) - len(known)
    other.draw_pile, rest = shuffled[:in_pile] + known, shuffled[in_pile:]
    moves: dict[int, list[int]] = {}
    for at, places in free.items():
        hand = bytearray(other.hands[at])
        for place, card in zip(places, rest[: len(places)], strict=True):
            hand[place] = card
        rest = rest[len(places) :]
        moves[at] = rng.sample(range(len(hand)), len(hand))  # new place of each old place
        moved = bytearray(len(hand))
        for old, new in enumerate(moves[at]):
            moved[new] = hand[old]
        other.hands[at] = bytes(moved)

    def move(owner: int, cards: tuple[CardAt, ...] | None) -> tuple[CardAt, ...] | None:
        if cards is None or owner == seat:
            return cards
        return tuple(
            card._replace(place=moves[owner][card.place]) if card.source == "hand" else card
            for card in cards
        )

    other.offers = tuple(o._replace(give=move(o.seat, o.give)) for o in state.offers)
    other.accepts = tuple(a._replace(give=move(a.seat, a.give) or ()) for a in state.accepts)
    other.answers = tuple(
        answer if at == seat or answer is None else DECLINE
        for at, answer in enumerate(state.answers)
    )
    other.wants = tuple(
        wants if at == seat else frozenset() for at, wants in enumerate(state.wants)
    )
    return other


def _shuffle_orders(state: State, seat: int, rng: random.Random) -> None:
    """Exchange the orders of the other hands and of the stack among themselves."""
    places = [
        (at, place)
        for at, hand in enumerate(state.hands)
        for place, card in enumerate(hand)
        if at != seat and card >= FIRST_ORDER
    ]
    hidden = [state.hands[at][place] for at, place in places] + list(state.extra["order_stack"])
    rng.shuffle(hidden)
    for at, place in places:
        hand = state.hands[at]
        state.hands[at] = hand[:place] + bytes([hidden.pop()]) + hand[place + 1 :]
    state.extra["order_stack"] = bytes(hidden)


def assert_secrets(book: Rulebook, state: State, decision: Decision, rng: random.Random) -> None:
    """For two states that differ only in what the seat cannot know: the same bytes (T5)."""
    seat = decision.seat
    other = with_other_secrets(book, state, seat, rng)
    assert decision in book.to_decide(other)
    translate = translator(book)
    question = orjson.dumps(translate.question(state, decision).json)
    assert question == orjson.dumps(translate.question(other, decision).json)
    tried = candidates(book, state, decision, rng)
    for _ in range(3):
        choice = next(tried)
        why = book.check(state, seat, choice)
        assert why == book.check(other, seat, choice), choice
        if why is None and decision.ask in ("plant", "set_aside", "trade", "window"):
            _assert_same_events(book, state.copy(), other.copy(), seat, choice)


def _assert_same_events(
    book: Rulebook, state: State, other: State, seat: int, choice: Choice
) -> None:
    """Carried out in both, the seat sees the same until something hidden is lawfully shown."""
    pairs = zip(book.apply(state, seat, choice), book.apply(other, seat, choice), strict=False)
    for one, two in pairs:
        if one["event"] in REVEALING:
            return
        mine, yours = book.seen_by(one, seat), book.seen_by(two, seat)
        assert orjson.dumps(event_json(mine)) == orjson.dumps(event_json(yours))
