"""A game: copied, compared, hashed, pickled, and what is read of it."""

import pickle
from typing import Any

import pytest

from arena.rules import Game
from arena.rules.events import seen_alike, seen_by
from arena.rules.state import ATTRIBUTES, StandingAccept, StandingOffer
from tests.support.scenario import cards, position


def full(variant: str = "anniversary+bean_coin") -> Game:
    """A game in which no piece is empty and no two are alike."""
    game = position(
        variant, 3, hands={0: "red blue", 1: "soy"}, fields={0: ["chili"]}, coins={1: "stink"},
        set_aside={2: "green"}, turned_over="garden", discard="blue blue", run_outs=1,
    )  # fmt: skip
    game.offers = (StandingOffer(3, 0, -1, cards("hand 0 red"), b""),)
    game.accepts = (StandingAccept(4, 1, 3, ()),)
    game.round, game.next_id, game.shuffles, game.turn = 2, 5, 6, 7
    return game


def changed(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, dict):
        return {name: changed(part) for name, part in value.items()}
    if isinstance(value, bool):
        return not value
    return value + (1 if isinstance(value, int) else type(value)((9,)))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_copy_has_every_piece_and_differs_when_one_does(name: str) -> None:
    game = full()
    assert game != game.key()  # a state equals states only
    for copy in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert getattr(copy, name) == getattr(game, name)
        assert copy == game
        assert hash(copy) == hash(game)
        setattr(copy, name, changed(getattr(copy, name)))
        assert copy != game
        assert hash(copy) != hash(game)


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    """Pieces by seat are lists of the view's own."""
    game = position(
        "plus", 4, hands={0: "red red"}, fields={0: ["red"]}, coins={1: "soy"}, set_aside={2: "wax"}
    )
    view, again = game.view(0), game.view(0)
    by_seat = [piece.name for piece in game.book.pieces if piece.per_seat]
    assert {"hands", "fields", "coins", "set_aside", "silent", "laid_order"} <= set(by_seat)
    assert all(type(view[name]) is list for name in by_seat)
    assert [game.view(seat)["seat"] for seat in range(4)] == [0, 1, 2, 3]
    for pieces in (game.hands, game.fields, game.coins, game.set_aside):
        pieces.clear()
    assert view == again


@pytest.mark.rule("T2", "T5")
def test_which_events_every_seat_sees_alike() -> None:
    """Nothing but what hides cards is told differently, and that always says so."""
    secrets = {"drew": ("cards",)}
    offer = StandingOffer(3, 0, -1, cards("hand 0 red"), b"")
    told = [
        ({"event": "turn", "seat": 0}, True),
        ({"event": "drew", "seat": 0, "cards": b"\1"}, False),
        ({"event": "offered", "seat": 0, "offers": (offer,)}, False),
        ({"event": "answered", "seat": 0, "offers": (offer,), "accepts": ()}, False),
    ]
    for event, alike in told:
        assert seen_alike(event, secrets) is alike
        assert (seen_by(event, 0, secrets) == seen_by(event, 1, secrets)) is alike
