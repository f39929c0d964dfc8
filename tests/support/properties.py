"""What holds in every game, at every decision; used by the tests and by the long fuzz run."""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import orjson

from arena.rules import Choice, Decision, Event, Rulebook, State, View
from arena.rules.cards import FIRST_ORDER, NAMES
from arena.rules.expansions.high_bohn.buildings import BUILDINGS, OWNED, SHOP
from arena.view import Translator, translator
from tests.support.fold import fold
from tests.support.random_play import (
    MOST_DECISIONS,
    random_choice,
    random_wishes,
    rich_start,
)
from tests.support.secret_steps import assert_hidden_in_step
from tests.support.secrets import assert_hidden_from_others, assert_hidden_now

Witness = Callable[[Decision, Choice, list[Event]], None]

# --- conservation ---------------------------------------------------------------------------------


def all_cards(book: Rulebook, state: State) -> bytes:
    """All cards wherever they lie, found through the table of pieces alone."""
    found: list[bytes] = []
    for piece in book.pieces:
        if piece.cards:
            value = state.piece(piece.name)
            for part in (value,) if isinstance(value, bytes) else value:
                if isinstance(part, bytes):
                    found.append(part)
                else:
                    found += part  # fields: piles by seat
    return b"".join(found)


@lru_cache(maxsize=64)
def _all_expected(book: Rulebook) -> bytes:
    expected = dict(book.tables.deck)
    if any(rule.name == "orders" for rule in book.rules):
        expected.update(dict.fromkeys(NAMES[FIRST_ORDER:], 1))
    return bytes(kind for kind, name in enumerate(NAMES) for _ in range(expected.get(name, 0)))


def assert_conserved(book: Rulebook, state: State) -> None:
    """No card is lost or made: every bean of the deck, and every order, lies somewhere.

    A coin is a card, so coins are counted by kind with all else. Buildings are there once.
    """
    cards = bytes(sorted(all_cards(book, state)))
    if cards != _all_expected(book):
        found, expected = Counter(cards), Counter(_all_expected(book))
        lost = {NAMES[kind]: count for kind, count in (expected - found).items()}
        made = {NAMES[kind]: count for kind, count in (found - expected).items()}
        raise AssertionError(f"cards lost: {lost}, made: {made}")
    if OWNED in state.extra:
        _assert_buildings(state)
    if "from_store" in state.extra:
        for foreign, due in zip(state.extra["from_store"], state.set_aside, strict=True):
            assert not Counter(foreign) - Counter(due), "more from a store than is set aside"


def _assert_buildings(state: State) -> None:
    owned = [name for names in state.extra[OWNED] for name in names]
    there = [*owned, *state.extra[SHOP]]
    assert len(set(there)) == len(there), f"a building twice: {there}"
    for names in state.extra[OWNED]:
        types = [BUILDINGS[name].type for name in names]
        assert len(set(types)) == len(types), f"two of a type (HB2): {names}"


# --- games ----------------------------------------------------------------------------------------


def play_quickly(book: Rulebook, seed: int) -> State:
    """A random game with cards counted at each end of turn; it must end."""

    def choose(state: State, rng: random.Random) -> tuple[int, Choice]:
        decision = rng.choice(book.to_decide(state))
        return decision.seat, random_choice(book, state, decision, rng)

    return _play_to_the_end(book, b"fuzz %d" % seed, seed, choose)


def play_stubbornly(book: Rulebook, seed: int, at: int) -> State:
    """A game of players that always choose the listed choice `at` (0: the safest, -1: the last).

    It must end too, and its cards are counted as in a quick game.
    """

    def choose(state: State, rng: random.Random) -> tuple[int, Choice]:
        seat = book.to_decide(state)[0].seat
        return seat, book.choices(state, seat)[at]

    return _play_to_the_end(book, b"stubborn %d" % seed, seed, choose)


def _play_to_the_end(
    book: Rulebook,
    deal: bytes,
    seed: int,
    choose: Callable[[State, random.Random], tuple[int, Choice]],
) -> State:
    rng = random.Random(seed)
    state = rich_start(book, deal, rng)
    random_wishes(book, state, rng)
    for _ in range(MOST_DECISIONS):
        if not book.to_decide(state):
            assert state.over
            assert_conserved(book, state)
            return state
        turn = state.turn
        book.apply(state, *choose(state, rng))
        if state.turn != turn:
            assert_conserved(book, state)
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def play_with_every_check(
    book: Rulebook, seed: int, witness: Witness | None = None, secrets: float = 1.0
) -> State:
    """A random game in which everything is held to be true at every decision.

    Secrets are checked for every seat that is asked and for one more, chosen at random: what it
    sees, and what it is told of the step. That takes longer than all else together: `secrets` is
    the share of the decisions at which it is done. Every second game or so is one of eager players.
    `witness` is told of every decision.
    """
    rng = random.Random(seed)  # for the play alone: other checks do not make it another game
    dice = random.Random(f"checks of {seed}")
    eager = rng.random() < 0.5
    state = rich_start(book, b"check %d" % seed, rng)
    begun = state.copy()
    random_wishes(book, state, rng)
    wants = state.wants
    folded = [book.view(state, seat) for seat in range(book.players)]
    played: list[tuple[int, Choice, list[Event]]] = []
    been: set[int] = set()
    now = state.key()
    while decisions := book.to_decide(state):
        mark = hash(now)
        assert mark not in been, "the same state again: such a game need never end"
        been.add(mark)
        assert_conserved(book, state)
        looking = dice.random() < secrets
        for decision in decisions:
            _assert_choices(book, state, decision, dice)
            if looking:
                assert_hidden_now(book, state, decision, dice)
        if looking:
            assert_hidden_from_others(book, state, dice)
        if dice.random() < 0.05:
            _assert_encoded_anew(book, state, dice.randrange(book.players))
        decision = rng.choice(decisions)
        seat = decision.seat
        choice = random_choice(book, state, decision, rng, eager)
        twin = _twin(state, dice)
        events = book.apply(twin, seat, _said(book, state, seat, choice))
        assert state.key() == now, "looking, or playing on with a copy, changed the state"
        if looking:
            assert_hidden_in_step(book, state, seat, choice, twin, events, dice)
        assert book.apply(state, seat, choice) == events
        now = state.key()
        assert twin.key() == now
        played.append((seat, choice, events))
        _fold_events(book, state, folded, events, dice)
        if witness is not None:
            witness(decision, choice, events)
        assert len(played) < MOST_DECISIONS
    assert state.over
    assert_conserved(book, state)
    assert twin == state
    assert hash(twin) == hash(state)
    _assert_replay(book, begun, wants, played, state)
    return state


def _assert_encoded_anew(book: Rulebook, state: State, seat: int) -> None:
    """What the translator keeps encoded is what it would say afresh."""
    kept, fresh = translator(book).view(state, seat), Translator(book).view(state, seat)
    assert orjson.dumps(kept) == orjson.dumps(fresh)


def _said(book: Rulebook, state: State, seat: int, choice: Choice) -> Choice:
    """The choice as it comes back when a bot says it in the protocol: the same."""
    if choice.do not in ("trade", "answer"):
        return _said_anywhere(book, choice)
    return _said_now(book, state, seat, choice)


def _said_now(book: Rulebook, state: State, seat: int, choice: Choice) -> Choice:
    said = orjson.loads(orjson.dumps(translator(book).choice(choice)))
    heard = translator(book).read(state, seat, [choice], said)
    assert heard == choice
    return heard


@lru_cache(maxsize=10_000)
def _said_anywhere(book: Rulebook, choice: Choice) -> Choice:
    """What such a choice is called depends on no state: once is enough."""
    return _said_now(book, book.start(b""), 0, choice)


def _twin(state: State, rng: random.Random) -> State:
    if rng.random() < 0.9:
        return state.copy()
    twin: State = pickle.loads(pickle.dumps(state))
    return twin


def _fold_events(
    book: Rulebook, state: State, folded: list[View], events: list[Event], rng: random.Random
) -> None:
    """Keep the views up to date from events alone; of these one is compared, at turns all.

    What a seat was not told stays wrong in its view until it is compared.
    """
    for seat, view in enumerate(folded):
        for event in events:
            fold(view, book.seen_by(event, seat))
    if state.over or any(event["event"] == "turn" for event in events):
        compared = range(book.players)
    else:
        compared = range(seat := rng.randrange(book.players), seat + 1)
    for seat in compared:
        assert folded[seat] == book.view(state, seat)


def _assert_choices(book: Rulebook, state: State, decision: Decision, rng: random.Random) -> None:
    """Every listed choice is legal and another, and can be said in the protocol.

    One is said at each decision, and so will be the one that is played.
    """
    seat = decision.seat
    listed = book.choices(state, seat)
    assert listed
    assert len(set(listed)) == len(listed)
    for choice in listed:
        assert book.check(state, seat, choice) is None, choice
    _said(book, state, seat, rng.choice(listed))


def _assert_replay(
    book: Rulebook,
    begun: State,
    wants: tuple[frozenset[str], ...],
    played: list[tuple[int, Choice, list[Event]]],
    end: State,
) -> None:
    """The same choices from the same start bring the same events and the same end."""
    state = begun.copy()
    for seat, wanted in enumerate(wants):
        book.wish(state, seat, wanted)
    for seat, choice, events in played:
        assert book.apply(state, seat, choice) == events
    assert state == end
