"""What holds in every game, at every decision; used by the tests and by the long fuzz run."""

import io
import pickle
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson

from arena.codec import Writer, reader, writer
from arena.rules import Choice, Decision, Event, Game, Rulebook, View, plain_choice, plain_event
from arena.rules.cards import NAMES
from tests.support.conservation import assert_conserved
from tests.support.expansions import HOLDS
from tests.support.fold import fold
from tests.support.random_play import (
    MOST_DECISIONS,
    random_choice,
    random_wishes,
    rich_start,
)
from tests.support.scenario import book_of
from tests.support.secret_steps import assert_hidden_in_step
from tests.support.secrets import assert_hidden_from_others, assert_hidden_now

Witness = Callable[[Decision, Choice, list[Event]], None]


def assert_lawful(game: Game) -> None:
    """No card is lost or made, and what expansions add is as it should be."""
    assert_conserved(game)
    for check in HOLDS:
        check(game)


def play_quickly(book: Rulebook, seed: int) -> Game:
    """A random game with cards counted at each end of turn; it must end."""

    def choose(game: Game, rng: random.Random) -> tuple[int, Choice]:
        decision = rng.choice(game.decisions)
        return decision.seat, random_choice(game, decision, rng)

    return _play_to_the_end(book, b"fuzz %d" % seed, seed, choose)


def play_stubbornly(book: Rulebook, seed: int, at: int) -> Game:
    """A game of players that always choose the listed choice `at` (0: the safest, -1: the last).

    It must end too, and its cards are counted as in a quick game.
    """

    def choose(game: Game, rng: random.Random) -> tuple[int, Choice]:
        seat = game.decisions[0].seat
        return seat, game.choices(seat)[at]

    return _play_to_the_end(book, b"stubborn %d" % seed, seed, choose)


def _play_to_the_end(
    book: Rulebook,
    deal: bytes,
    seed: int,
    choose: Callable[[Game, random.Random], tuple[int, Choice]],
) -> Game:
    rng = random.Random(seed)
    game = rich_start(book, deal, rng)
    random_wishes(game, rng)
    for _ in range(MOST_DECISIONS):
        if not game.decisions:
            assert game.over
            assert_lawful(game)
            return game
        turn = game.turn
        game.play(*choose(game, rng))
        if game.turn != turn:
            assert_lawful(game)
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def play_with_every_check(
    book: Rulebook, seed: int, witness: Witness | None = None, secrets: float = 1.0
) -> Game:
    """A random game in which everything is held to be true at every decision.

    Secrets are checked for every seat that is asked and for one more, chosen at random: what it
    sees, and what it is told of the step. That takes longer than all else together: `secrets` is
    the share of the decisions at which it is done. Every second game or so is one of eager players.
    `witness` is told of every decision.
    """
    rng = random.Random(seed)  # for the play alone: other checks do not make it another game
    dice = random.Random(f"checks of {seed}")
    eager = rng.random() < 0.5
    game = rich_start(book, b"check %d" % seed, rng)
    begun = game.copy()
    random_wishes(game, rng)
    wants = game.wants
    folded = [game.view(seat) for seat in range(book.players)]
    played: list[tuple[int, Choice, list[Event]]] = []
    been: set[int] = set()
    now = game.key()
    while decisions := game.decisions:
        mark = hash(now)
        assert mark not in been, "the same game again: such a game need never end"
        been.add(mark)
        assert_lawful(game)
        looking = dice.random() < secrets
        for decision in decisions:
            _assert_choices(game, decision, dice)
            if looking:
                assert_hidden_now(game, decision, dice)
        if looking:
            assert_hidden_from_others(game, dice)
        if dice.random() < 0.05:
            looker = dice.randrange(book.players)
            _assert_encoded_anew(game, looker)
            _assert_cut(game, looker)
        decision = rng.choice(decisions)
        seat = decision.seat
        choice = random_choice(game, decision, rng, eager)
        twin = _twin(game, dice)
        events = twin.play(seat, _said(game, seat, choice))
        assert game.key() == now, "looking, or playing on with a copy, changed the game"
        if looking:
            assert_hidden_in_step(game, seat, choice, twin, events, dice)
        assert game.play(seat, choice) == events
        now = game.key()
        assert twin.key() == now
        played.append((seat, choice, events))
        _fold_events(game, folded, events, dice)
        if witness is not None:
            witness(decision, choice, events)
        assert len(played) < MOST_DECISIONS
    assert game.over
    assert_lawful(game)
    assert twin == game
    assert hash(twin) == hash(game)
    _assert_replay(book, begun, wants, played, game)
    return game


def _assert_encoded_anew(game: Game, seat: int) -> None:
    """What the writer keeps encoded is what it would write afresh."""
    assert writer(game.book).view_text(game, seat) == Writer(book_of(game)).view_text(game, seat)


def _assert_cut(game: Game, seat: int) -> None:
    """The writer names the core's pieces by itself: it shows of them what `Game.view` shows."""
    shown, cut = writer(game.book).view(game, seat), game.view(seat)
    own = {piece.name for piece in game.book.own_pieces}
    hands, fields = cut.pop("hands"), cut.pop("fields")
    assert shown.pop("hand") == [NAMES[card] for card in hands[seat]]
    assert shown.pop("hands") == [len(hand) if isinstance(hand, bytes) else hand for hand in hands]
    assert [[field["count"] for field in row] for row in shown.pop("fields")] == [
        [len(pile) for pile in row] for row in fields
    ]
    standing = {"offers": cut.pop("offers"), "accepts": cut.pop("accepts")}
    assert plain_event(standing) == {key: shown.pop(key) for key in standing}
    assert {key: _as_shown(cut[key]) for key in cut.keys() - own - {"over"}} == {
        key: shown[key] for key in shown.keys() - own - {"step", "rounds"}
    }


def _as_shown(value: Any) -> Any:
    if isinstance(value, bytes):
        return [NAMES[card] for card in value]
    return [_as_shown(each) for each in value] if isinstance(value, list | tuple) else value


def _said(game: Game, seat: int, choice: Choice) -> Choice:
    """The choice as it comes back when a bot says it in the protocol: the same."""
    if choice.do not in ("trade", "answer"):
        return _said_anywhere(game.book, choice)  # type: ignore[arg-type]  # a tuple
    return _said_now(game, seat, choice)


def _said_now(game: Game, seat: int, choice: Choice) -> Choice:
    said = orjson.loads(orjson.dumps(plain_choice(choice)))
    heard = reader(game.book).read(game, seat, [choice], said)
    assert heard == choice
    return heard


@lru_cache(maxsize=10_000)
def _said_anywhere(book: Rulebook, choice: Choice) -> Choice:
    """What such a choice is called depends on no game: once is enough."""
    return _said_now(book.start(b""), 0, choice)


def _twin(game: Game, rng: random.Random) -> Game:
    return game.copy() if rng.random() < 0.9 else _pickled(game)


def _pickled(game: Game) -> Game:
    """The game as pickled and read again. The rulebook is left out: a broken one has no name."""
    file = io.BytesIO()
    writing = pickle.Pickler(file)
    writing.persistent_id = lambda part: "book" if part is game.book else None  # type: ignore[method-assign]
    writing.dump(game)
    file.seek(0)
    reading = pickle.Unpickler(file)
    reading.persistent_load = lambda name: game.book  # type: ignore[method-assign]
    twin: Game = reading.load()
    return twin


def _fold_events(game: Game, folded: list[View], events: list[Event], rng: random.Random) -> None:
    """Keep the views up to date from events alone; of these one is compared, at turns all.

    What a seat was not told stays wrong in its view until it is compared.
    """
    for seat, view in enumerate(folded):
        for event in events:
            fold(view, game.book.seen_by(event, seat))
    if game.over or any(event["event"] == "turn" for event in events):
        compared = range(game.book.players)
    else:
        compared = range(seat := rng.randrange(game.book.players), seat + 1)
    for seat in compared:
        assert folded[seat] == game.view(seat)


def _assert_choices(game: Game, decision: Decision, rng: random.Random) -> None:
    """Every listed choice is legal and another, and can be said in the protocol.

    One is said at each decision, and so will be the one that is played.
    """
    seat = decision.seat
    listed = game.choices(seat)
    assert listed
    assert len(set(listed)) == len(listed)
    for choice in listed:
        assert game.check(seat, choice) is None, choice
    _said(game, seat, rng.choice(listed))


def _assert_replay(
    book: Rulebook,
    begun: Game,
    wants: tuple[frozenset[str], ...],
    played: list[tuple[int, Choice, list[Event]]],
    end: Game,
) -> None:
    """The same choices from the same start bring the same events and the same end."""
    game = begun.copy()
    for seat, wanted in enumerate(wants):
        game.wish(seat, wanted)
    for seat, choice, events in played:
        assert game.play(seat, choice) == events
    assert game == end
