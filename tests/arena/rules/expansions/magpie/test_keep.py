"""Magpies turned over, traded or given: they go to the back of the hand (M1, M3)."""

import pytest

from arena.rules.choices import PASS
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie
from tests.support.scenario import asked, fields_of, names, plant, play, position, terms, told
from tests.support.talk import answer, offer, take, trading

KEEP = KeepMagpie()
GAMES = [("anniversary+magpie", 4), ("anniversary+new_beans+magpie", 6),
         ("anniversary+field_beans+magpie", 4), ("anniversary+bean_coin+magpie", 5)]  # fmt: skip
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)


@pytest.mark.rule("M3")
@each_game
def test_turned_over_and_kept(variant: str, players: int) -> None:
    book, state = trading("magpie soy", variant, players, hands={0: "red"})
    play(book, state, 0, PASS)
    assert asked(book, state) == [(0, "set_aside")]
    assert book.check(state, 0, PlayMagpie()) == "only a magpie of the hand is played, in step 1"
    assert book.check(state, 0, plant("magpie", 0)) == "magpies are never planted (M1)"
    events = play(book, state, 0, KEEP)
    assert told(events, "kept")[0]["seat"] == 0
    assert names(state.hands[0]) == "red magpie"
    play(book, state, 0, plant("soy", 0))
    assert fields_of(state, 0)[0] == "soy"
    assert names(state.hands[0]).startswith("red magpie green")  # before the draw of step 4
    assert "magpie" not in names(state.discard)


@pytest.mark.rule("M1", "M3", "B6")
@each_game
def test_traded_away_it_goes_to_the_hand_of_its_receiver(variant: str, players: int) -> None:
    book, state = trading("blue blue", variant, players, hands={0: "magpie red", 2: "stink soy"})
    offer(book, state, terms("hand 0 magpie", "stink", to=2))
    answer(book, state, 2, 1)
    take(book, state, 2, end=True)
    assert names(state.set_aside[2]) == "magpie"
    for _ in range(3):  # two blue and the stink
        play(book, state, 0, book.choices(state, 0)[0])
    assert asked(book, state) == [(2, "set_aside")]
    assert book.choices(state, 2) == [KEEP]
    play(book, state, 2, KEEP)
    assert names(state.hands[2]).startswith("soy magpie")


@pytest.mark.rule("M1", "M3")
def test_a_gift_from_the_turned_over_cards_and_one_wanted_from_a_hand() -> None:
    book, state = trading(
        "magpie magpie", "anniversary+magpie", 3, hands={1: "soy magpie", 2: "red"}
    )
    offer(
        book,
        state,
        terms("turned_over 0 magpie", "", to=2),
        terms("turned_over 1 magpie", "magpie"),
    )
    answer(book, state, 1, 2)
    answer(book, state, 2, 1)
    take(book, state, 3, 4, end=True)
    assert [names(state.set_aside[seat]) for seat in range(3)] == ["magpie"] * 3
    for seat in range(3):
        play(book, state, seat, KEEP)
    assert names(state.hands[1]) == "soy magpie"
    assert names(state.hands[2]) == "red magpie"
    assert names(state.hands[0]).split()[0] == "magpie"


@pytest.mark.rule("M3")
def test_beans_and_magpies_come_in_any_order() -> None:
    book, state = trading("soy magpie", "anniversary+magpie", 3, fields={0: ["soy", "red", "blue"]})
    play(book, state, 0, PASS)
    assert {choice.do for choice in book.choices(state, 0)} == {"plant", "keep_magpie", "harvest"}
    play(book, state, 0, plant("soy", 0))
    assert book.choices(state, 0)[0] == KEEP
    play(book, state, 0, KEEP)
    assert names(state.hands[0]).split()[0] == "magpie"


@pytest.mark.rule("M1", "M3")
def test_drawn_in_step_4_it_is_a_card_like_any_other() -> None:
    _, state, _ = position(
        "anniversary+magpie", 3, step="draw", hands={0: "soy"}, draw_pile="magpie red magpie blue"
    )
    assert names(state.hands[0]) == "soy magpie red magpie"


@pytest.mark.rule("M3")
def test_it_is_not_kept_in_step_1() -> None:
    book, state, _ = position("anniversary+magpie", 3, hands={0: "magpie"})
    why = "only a magpie received or turned over is taken into the hand"
    assert book.check(state, 0, KEEP) == why


@pytest.mark.rule("M3")
def test_only_magpies_are_kept() -> None:
    book, state, _ = position("anniversary+magpie", 3, step="set_aside", set_aside={0: "soy"})
    soy = KeepMagpie(plant("soy", 0).card)
    why = "only a magpie received or turned over is taken into the hand"
    assert book.check(state, 0, soy) == why
