"""The wish not to be asked where one could only decline or make a counter-offer (T4)."""

import random

import pytest

from arena.rules import Event, Game, compile_rulebook
from arena.rules.choices import DECLINE, Accepting, Answer
from arena.rules.steps.trade import NO_COUNTER
from tests.support.random_play import random_choice
from tests.support.scenario import asked, cards, play, terms, told
from tests.support.talk import answer, decline, offer, trading

NEVER = {NO_COUNTER}


@pytest.mark.rule("T4")
def test_asked_is_only_who_can_accept_or_did_not_wish_so() -> None:
    game = trading(hands={1: "red", 2: "soy", 3: "soy"}, wants={1: NEVER, 2: NEVER})
    offer(game, terms("turned_over 0 soy", "red"))
    assert asked(game) == [(1, "answer"), (3, "answer")]
    assert game.check(2, DECLINE) == "it is not your decision"
    answer(game, 1, Accepting(1, cards("hand 0 red")))
    events = answer(game, 3)
    answers = told(events, "answered")
    assert [event["seat"] for event in answers] == [1, 2, 3]
    assert answers[1] | {"seat": 3} == answers[2]


@pytest.mark.rule("T4")
def test_bids_are_another_wish() -> None:
    game = trading(wants={1: {*NEVER, "bids"}, 2: NEVER})
    assert asked(game) == [(1, "bid")]
    decline(game)
    game.wish(1, ())
    offer(game, terms("turned_over 0 soy", "red"))
    assert [seat for seat, _ in asked(game)] == [1, 3]


@pytest.mark.rule("T4", "T5")
@pytest.mark.parametrize(
    ("variant", "players"), [("anniversary", 4), ("high_bohn+cognac", 3), ("plus", 5)]
)
def test_the_game_goes_as_if_it_had_been_asked_and_had_declined(variant: str, players: int) -> None:
    """And all are told the same: nothing shows who was asked."""
    book, rng, unasked = compile_rulebook(variant, players), random.Random(1), 0
    wants = [NEVER if seat % 2 else set[str]() for seat in range(players)]
    silent, plain = book.start(7, wants), book.start(7)
    news: tuple[list[Event], list[Event]] = ([], [])
    while plain.decisions:
        decision = plain.decisions[0]
        seat = decision.seat
        choice = random_choice(plain, decision, rng)
        if decision.ask == "answer" and wants[seat] and plain.choices(seat) == [DECLINE]:
            unasked += 1
            assert seat not in silent.asked
            news[1].extend(play(plain, seat, DECLINE))
            continue
        if decision.ask == "answer" and seat % 2 and isinstance(choice, Answer):
            choice = choice._replace(offers=())
        news[0].extend(play(silent, seat, choice))
        news[1].extend(play(plain, seat, choice))
    assert unasked > 10
    assert news[0] == news[1]
    assert _forgetting(silent) == plain


def _forgetting(game: Game) -> Game:
    for seat in range(game.book.players):
        game.wish(seat, ())
    return game
