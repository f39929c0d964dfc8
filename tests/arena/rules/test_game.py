"""A game as its players use it: seeds, plain choices, and games that travel between processes."""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any, get_args

import pytest

from arena.rules import Game, Negotiation, compile_rulebook
from arena.rules.cards import KIND
from arena.rules.choices import PASS, Answer, CardAt, Harvest, Plant, Take, Terms, Trade
from arena.rules.rulebook import assemble
from arena.rules.state import WISHES
from protocol.messages import Wish
from tests.support.scenario import play, position
from tests.support.talk import trading


class Whole:
    """A whole number that is no int, as those of NumPy are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Odd(int):
    """An int of another type."""


# --- seeds ---------------------------------------------------------------------------------------


def test_a_seed_is_a_whole_number_of_any_type_or_bytes() -> None:
    book = compile_rulebook("classic", 3)
    game = book.start(7)
    for same in (Whole(7), Odd(7), b"7"):
        assert book.start(same) == game
    assert book.start(8) != game


@pytest.mark.parametrize("seed", [7.0, "7", None, [7], bytearray(b"7")])
def test_any_other_seed_is_refused(seed: Any) -> None:
    with pytest.raises(TypeError, match="A seed is a whole number or bytes, not "):
        compile_rulebook("classic", 3).start(seed)


# --- plain choices -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [
        Plant(Odd(KIND["soy"]), 0),
        Plant(KIND["soy"], Odd(0)),
        Plant(KIND["soy"], Whole(0)),  # type: ignore[arg-type]
        Plant(KIND["soy"], 0.0),  # type: ignore[arg-type]
        Harvest([0]),  # type: ignore[arg-type]
    ],
)
def test_a_choice_of_anything_but_plain_values_is_refused(choice: Any) -> None:
    game = position(hands={0: "soy red"}, fields={0: ["soy soy"]})
    assert game.check(0, Plant(KIND["soy"], 0)) is None
    assert str(game.check(0, choice)).startswith("a choice is made of plain values, not of ")


def test_an_offer_of_anything_but_plain_values_is_refused() -> None:
    game = trading("soy blue", hands={1: "red"})
    soy, red = CardAt("turned_over", 0, KIND["soy"]), bytes([KIND["red"]])
    assert game.check(0, Trade(offers=(Terms((soy,), red, 1),))) is None
    for choice in (
        Trade(offers=(Terms((soy._replace(place=Odd(0)),), red, 1),)),
        Trade(offers=(Terms((soy,), red, Odd(1)),)),
        Trade(offers=(Terms((soy,), bytearray(red), 1),)),  # type: ignore[arg-type]
        Trade(take=(Take(Odd(1)),)),
        Trade(take=[]),  # type: ignore[arg-type]
        Answer(withdraw=(Odd(1),)),
    ):
        assert "plain values" in str(game.check(0, choice))


# --- games that travel ---------------------------------------------------------------------------

PLAYED_ON = """
import pickle, sys
game = pickle.load(sys.stdin.buffer)
while game.decisions:
    seat = game.decisions[0].seat
    game.play(seat, game.choices(seat)[-1])
sys.stdout.buffer.write(pickle.dumps(game))
"""


def test_a_game_pickled_here_is_played_to_its_end_elsewhere() -> None:
    game = compile_rulebook("plus+open_retrade+hand_harvest", 3).start(5)
    for _ in range(20):
        seat = game.decisions[0].seat
        play(game, seat, game.choices(seat)[-1])
    run = [sys.executable, "-c", PLAYED_ON]
    there = pickle.loads(
        subprocess.run(run, input=pickle.dumps(game), capture_output=True, check=True).stdout
    )
    while game.decisions:
        seat = game.decisions[0].seat
        game.play(seat, game.choices(seat)[-1])
    assert there.over
    assert there == game
    assert there.result == game.result
    assert there.book is game.book


def test_a_copy_shares_the_rulebook_with_its_limits_of_the_negotiation() -> None:
    game = compile_rulebook("classic", 3, Negotiation(rounds=2)).start(5)
    assert copy.deepcopy(game).book is pickle.loads(pickle.dumps(game)).book is game.book


def test_a_game_of_a_rulebook_that_is_not_of_the_catalogue_is_refused() -> None:
    book = compile_rulebook("classic", 3)
    other = assemble(book.variant, book.tables, book.negotiation, book.rules, book.steps)
    game: Game = other.start(5)
    with pytest.raises(pickle.PicklingError, match="classic is not a rulebook of the catalogue"):
        pickle.dumps(game)


# --- what is not meant ---------------------------------------------------------------------------


def test_a_seat_that_is_not_asked_neither_chooses_nor_plays() -> None:
    game = compile_rulebook("classic", 3).start(5)
    before = game.key()
    assert game.asked == (0,)
    for verb in (
        lambda: game.choices(2),
        lambda: game.likely_offers(2),
        lambda: game.play(2, Plant(game.hands[2][0], 0)),
    ):
        with pytest.raises(ValueError, match=r"^Seat 2 is not asked; seat 0 is\.$"):
            verb()
    assert game.key() == before


def test_of_sealed_answers_those_still_to_come_are_named() -> None:
    game = trading("soy blue", hands={1: "red"})
    play(game, 0, Trade(offers=(Terms((), bytes([KIND["red"]])),)))
    asked = " and ".join(map(str, game.asked))
    with pytest.raises(ValueError, match=f"^Seat 0 is not asked; seats {asked} are"):
        game.choices(0)


def test_after_the_end_nobody_is_asked() -> None:
    game = compile_rulebook("anniversary_duel", 2).start(5)
    while game.decisions:
        play(game, game.asked[0], game.choices(game.asked[0])[0])
    for verb in (lambda: game.choices(1), lambda: game.play(1, PASS)):
        with pytest.raises(ValueError, match=r"^Seat 1 is not asked: the game is over\.$"):
            verb()


def test_there_are_no_other_seats() -> None:
    game = compile_rulebook("classic", 3).start(5)
    for seat in (-1, 3):
        for verb in (
            lambda seat=seat: game.view(seat),
            lambda seat=seat: game.choices(seat),
            lambda seat=seat: game.wish(seat, ()),
            lambda seat=seat: game.redealt(seat, Random(1)),
        ):
            with pytest.raises(ValueError, match=f"^There is no seat {seat}; the last one is 2"):
                verb()


def test_wishes_are_spelled_as_the_protocol_spells_them() -> None:
    assert set(get_args(Wish)) - {"windows"} == WISHES
    book = compile_rulebook("classic", 3)
    game = book.start(5, [WISHES] * 3)
    with pytest.raises(ValueError, match="no wish called 'befor_plant'; choose from before_draw, "):
        game.wish(0, ["befor_plant"])
    with pytest.raises(ValueError, match=r"^Wishes are a list, such as \['bids'\]\."):
        game.wish(0, "bids")
    with pytest.raises(ValueError, match="no wish called 'bid'"):
        book.start(5, [["bids"], ["bid"], []])
    for wants in ([["bids"]], [()] * 4):
        with pytest.raises(ValueError, match=f"There are 3 seats and wishes for {len(wants)}"):
            book.start(5, wants)
    assert game.wants == (WISHES,) * 3
