"""Games and choices as plain data, there and back; a game printed."""

import json
import pickle
from random import Random

import numpy as np
import pytest

from arena.rules import (
    Sensible,
    Shown,
    compile_rulebook,
    plain_choice,
    plain_game,
    read_choice,
    read_game,
)
from arena.rules.choices import Pass
from tests.support.lawful import each_once
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.scenario import position


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_games_and_choices_come_back_as_they_went(variant: str, players: int) -> None:
    rng = Random(variant)
    game = rich_start(compile_rulebook(variant, players), b"saved", rng)
    random_wishes(game, rng)
    while game.decisions:
        decision = rng.choice(game.decisions)
        if rng.random() < 0.03:
            plain = json.loads(json.dumps(plain_game(game)))
            twin = read_game(plain)
            assert json.loads(json.dumps(plain_game(twin))) == plain
            assert twin == game and twin.key() == game.key()
            assert str(game).count("seat") >= players
            assert repr(game).startswith(f"<Game of {variant}")
        choice = random_choice(game, decision, rng, eager=True)
        plain = json.loads(json.dumps(plain_choice(choice)))
        assert json.loads(json.dumps(plain_choice(read_choice(game.book, plain)))) == plain
        game.play(decision.seat, choice)
    assert "over" in repr(game)


@pytest.mark.parametrize("broken", [{}, {"do": "fly"}, {"do": "plant", "card": 3}, {"do": "plant"}])
def test_what_is_no_choice_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"There is no choice|is not a choice"):
        read_choice(compile_rulebook("classic", 4), broken)
    with pytest.raises(ValueError, match="This is not a game of `plain_game`"):
        read_game(broken)


def test_a_game_is_printed_as_a_table() -> None:
    game = position(
        step="trade", hands={0: "blue", 1: "red"}, fields={0: ["soy soy"], 1: ["red"]},
        coins={0: "green"}, turned_over="chili green", draw_pile="red red", discard="blue",
    )  # fmt: skip
    assert str(game).splitlines() == [
        "anniversary, 3 players, turn 1, seat 0 asked: trade",
        "> seat 0:  1 coins; 2 soy | empty | empty; hand blue",
        "  seat 1:  0 coins; 1 red | empty | empty; hand red",
        "  seat 2:  0 coins; empty | empty | empty; hand empty",
        "draw pile 2, discard pile 1, blue on top",
        "turned over: chili, green",
    ]
    assert game._repr_html_() == f"<pre>{str(game).replace('>', '&gt;')}</pre>"


def test_numbers_of_numpy_are_numbers() -> None:
    book = compile_rulebook("classic", np.int64(4))
    assert type(book.players) is int
    game, seat = book.start(np.int64(7)), np.int64(0)
    assert game == book.start(7)
    game.wish(seat, ["bids"])
    assert game.view(seat)["seat"] == 0 and type(game.view(seat)["seat"]) is int
    listed = game.choices(seat)
    assert game.check(seat, listed[np.int64(0)]) is None
    assert game.redealt(seat, Random(1), Shown(game)).hands[0] == game.hands[0]
    assert game.likely_offers(seat) == []
    game.copy().play_unchecked(seat, listed[0])
    game.play(seat, listed[0])
    assert pickle.loads(pickle.dumps(game)) == game


def test_what_is_of_another_type_is_refused_in_a_sentence() -> None:
    book = compile_rulebook("classic", 4)
    game = book.start(7)
    for wrong in ("0", 2.7, None):
        with pytest.raises(TypeError, match="A seat is a whole number, not"):
            game.choices(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"chance is a random\.Random"):
        game.redealt(0, np.random.default_rng(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Each seat has a list of wishes of its own"):
        book.start(1, "bids")
    with pytest.raises(ValueError, match="plays anniversary for 4, not classic for 4"):
        Sensible(compile_rulebook("anniversary", 4)).choose(game, 0)
    with pytest.raises(ValueError, match="is refused"):
        game.play(0, Pass())
