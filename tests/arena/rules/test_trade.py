"""What may be traded, and with whom (B6)."""

import pytest

from arena.rules.choices import DECLINE, PASS, Accepting, Answer, Take, Trade
from tests.support.lawful import tables_with
from tests.support.scenario import asked, cards, names, pile, plant, play, terms, told
from tests.support.talk import answer, decline, offer, take, trading, why


@pytest.mark.rule("B6", "T1")
@pytest.mark.parametrize(("variant", "players"), tables_with("trade", players=4))
def test_steve_trades_a_soy_and_a_blue_for_annas_red(variant: str, players: int) -> None:
    """Rio Grande, examples 2 to 4: nobody gives a red for a soy; with a blue from hand, Anna does.

    The garden turned over is kept, and planted with the red received.
    """
    game = trading(
        "garden soy",
        variant,
        players,
        hands={0: "chili blue stink", 1: "stink", 2: "red chili red"},
    )
    offer(game, terms("turned_over 1 soy", "red"))
    decline(game)
    offer(game, terms("turned_over 1 soy, hand 1 blue", "red"))
    answer(game, 1)
    answer(game, 2, Accepting(2, cards("hand 0 red")))
    answer(game, 3)
    events = take(game, 3)
    assert told(events, "traded") == [
        {
            "event": "traded", "seat": 0, "with": 2, "taken": 3,
            "gave": cards("turned_over 1 soy, hand 1 blue"), "got": cards("hand 0 red"),
        }
    ]  # fmt: skip
    assert names(game.hands[0]) == "chili stink"
    assert names(game.hands[2]) == "chili red"
    assert names(game.set_aside[2]) == "soy blue"
    assert names(game.set_aside[0]) == "red"
    play(game, 0, PASS)
    assert names(game.set_aside[0]) == "red garden"
    play(game, 0, plant("red", 0))
    play(game, 0, plant("garden", 1))
    assert asked(game) == [(2, "set_aside")]


@pytest.mark.rule("B6")
def test_received_cards_are_never_traded_on() -> None:
    game = trading(hands={1: "red", 2: "green"}, wants={1: {"bids"}})
    answer(game, 1, offers=(terms("hand 0 red", "soy"),))
    take(game, 1)
    assert names(game.set_aside[0]) == "red"
    assert (
        why(game, 0, Trade(offers=(terms("hand 0 red", "green"),))) == "there is no card at hand 0"
    )
    assert (
        why(game, 0, Trade(offers=(terms("set_aside 0 red", "green"),)))
        == "you cannot give cards from set_aside"
    )
    # Nor does a wish for it find it with another player.
    offer(game, terms("turned_over 0 blue", "soy"))
    assert why(game, 1, Answer((Accepting(2),))) == "you do not have what offer 2 wants"


@pytest.mark.rule("B6")
def test_cards_in_fields_are_never_traded() -> None:
    game = trading(fields={0: ["red"], 1: ["green"]})
    assert (
        why(game, 0, Trade(offers=(terms("fields 0 red", "green"),)))
        == "you cannot give cards from fields"
    )
    offer(game, terms("turned_over 0 soy", "green"))
    assert game.choices(1) == [DECLINE]


@pytest.mark.rule("B6")
def test_only_the_active_player_gives_turned_over_cards() -> None:
    game = trading(wants={1: {"bids"}}, hands={1: "red"})
    assert (
        why(game, 1, Answer(offers=(terms("turned_over 0 soy", "red"),)))
        == "you cannot give cards from turned_over"
    )
    assert why(game, 1, Answer(offers=(terms("hand 0 red", "blue", to=2),))) == (
        "your offers go to the active player"
    )


@pytest.mark.rule("B6")
def test_trading_goes_on_with_hand_cards_when_the_turned_over_ones_are_gone() -> None:
    game = trading(hands={0: "chili", 1: "red stink"})
    offer(game, terms("turned_over 0 soy, turned_over 1 blue", "red"))
    answer(game, 1, 1)
    decline(game)
    take(game, 2)
    assert game.turned_over == b""
    assert asked(game) == [(0, "trade")]
    offer(game, terms("hand 0 chili", "stink"))
    answer(game, 1, 3)
    decline(game)
    take(game, 4)
    assert names(game.set_aside[0]) == "red stink"
    assert game.hands[0] == b""


@pytest.mark.rule("B6")
def test_a_gift_of_the_active_player_needs_consent() -> None:
    game = trading()
    gift = terms("turned_over 0 soy", "", to=2)
    offer(game, gift)
    assert game.choices(2) == [DECLINE, Answer((Accepting(1),))]
    play(game, 2, DECLINE)
    assert (game.offers, names(game.turned_over)) == ((), "soy blue")
    offer(game, gift)
    answer(game, 2, 2)
    take(game, 3)
    assert names(game.set_aside[2]) == "soy"
    assert names(game.turned_over) == "blue"


@pytest.mark.rule("B6")
def test_a_gift_to_the_active_player_needs_consent() -> None:
    game = trading(hands={3: "red"}, wants={3: {"bids"}})
    answer(game, 3, offers=(terms("hand 0 red"),))
    assert game.choices(0) == [PASS, Trade((Take(1),))]
    take(game, 1, end=True)
    assert names(game.set_aside[0]) == "red soy blue"
    assert game.hands[3] == b""
    assert (asked(game), game.offers, game.round) == ([(0, "set_aside")], (), 0)


def test_what_is_no_trade_at_all() -> None:
    game = trading()
    assert why(game, 0, DECLINE) == "answer is not possible in trading"
    assert why(game, 0, plant("soy", 0)) == "plant is not possible in trading"
    assert pile("soy") in game.turned_over
