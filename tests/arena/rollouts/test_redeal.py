"""Hidden cards dealt anew: nothing that the seat sees changes, all that it cannot see may."""

from collections import Counter
from random import Random

import pytest

from arena.rollouts.redeal import Shown, redealt
from arena.rules import Game, compile_rulebook, table_sizes
from arena.rules.choices import Answer, Trade
from arena.translation import writer
from tests.support.conservation import all_cards
from tests.support.lawful import fullest
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.scenario import pile, play, position, terms


@pytest.mark.parametrize("variant", fullest())
def test_the_seat_cannot_tell_the_games_apart(variant: str) -> None:
    book = compile_rulebook(variant, table_sizes(variant)[-1])
    rng = Random(variant)
    game = rich_start(book, b"redealt", rng)
    random_wishes(game, rng)
    shown, changed = Shown(book.players), 0
    for number in range(400):
        if not game.decisions:
            break
        decision = rng.choice(game.decisions)
        seat = decision.seat
        if number % 8 == 0:
            before = game.key()
            other = redealt(game, seat, shown, rng)
            assert game.key() == before
            assert other.view(seat) == game.view(seat)
            assert Counter(all_cards(other)) == Counter(all_cards(game))
            assert other.choices(seat) == game.choices(seat)
            assert _order_places(other) == _order_places(game)
            assert seat in other.asked and other.seed != game.seed
            changed += other.hands != game.hands or other.draw_pile != game.draw_pile
        hands = game.hands[:]
        shown.follow(hands, game, game.play(seat, random_choice(game, decision, rng)))
    assert changed > 10


def _order_places(game: Game) -> list[list[bool]]:
    return [[card in game.book.kinds for card in hand] for hand in game.hands]


def test_the_same_lots_deal_the_same_cards() -> None:
    game = compile_rulebook("anniversary", 4).start(7)
    shown = Shown(4)
    one, other = (redealt(game, 1, shown, Random("lots")) for _ in range(2))
    assert one.key() == other.key() != redealt(game, 1, shown, Random("others")).key()


def test_cards_that_were_shown_stay_until_they_leave() -> None:
    game = position(
        step="trade", hands={0: "red", 1: "soy wax blue", 2: "wax chili"}, turned_over="red red"
    )
    shown = Shown(3)

    def done(seat: int, choice: Answer | Trade) -> None:
        hands = game.hands[:]
        shown.follow(hands, game, play(game, seat, choice))

    done(0, Trade(offers=(terms("turned_over 0 red", None),)))
    done(1, Answer(offers=(terms("hand 0 soy", "red", 0),)))
    done(2, Answer())
    assert shown.kept(game, 1) == {0} and shown.kept(game, 2) == set()
    done(0, Trade(end=True))
    assert shown.kept(game, 1) == {0}  # the offer has lapsed, the card is known
    for number in range(20):
        other = redealt(game, 0, shown, Random(number))
        assert other.hands[1][0] == pile("soy")[0] and other.hands[0] == game.hands[0]
    game.hands[1] = game.hands[1][1:]
    shown.follow([b"", pile("soy wax blue"), pile("wax chili")], game, [])
    assert shown.kept(game, 1) == set()


def test_sealed_answers_of_others_are_taken_back() -> None:
    game = position(step="trade", hands={0: "red", 1: "soy", 2: "wax"}, turned_over="red red")
    play(game, 0, Trade(offers=(terms("turned_over 0 red", "soy"),)))
    play(game, 1, Answer())
    assert game.asked == (2,)
    other = redealt(game, 2, Shown(3), Random(1))
    assert other.asked == (1, 2) and other.answers == (None, None, None)
    assert writer(game.book).view(other, 2)["hand"] == writer(game.book).view(game, 2)["hand"]
