"""The holder of the bean coin resists: a random card of the hand decides (C3)."""

from itertools import count

import pytest

from arena.rules.chance import pick
from arena.rules.choices import HARVEST, PASS, Answer
from arena.rules.expansions.bean_coin import ClaimCoin, Resist
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie
from tests.support.scenario import (
    asked,
    cards,
    fields_of,
    names,
    pile,
    plant,
    play,
    position,
    terms,
    told,
)
from tests.support.talk import answer, offer

COIN = "anniversary+bean_coin"
CLAIM, RESIST = ClaimCoin(), Resist()
FIVE = ["red red red red red", "soy soy"]


def drawing(place: int, held: int, turn: int = 1) -> bytes:
    """A seed with which the card at `place` of a hand of `held` is drawn in that turn."""
    return next(seed for n in count() if pick(held, seed := b"%d" % n, "coin", turn) == place)


@pytest.mark.rule("C3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_blue_saves_the_coin_and_the_claim_may_not_be_repeated(players: int) -> None:
    fields = ["red red red red red", "soy soy soy soy", ""] if players == 3 else FIVE
    holder = players - 1
    game = position(COIN, players, hands={0: "red soy", holder: "blue"}, fields={0: fields})
    play(game, 0, CLAIM)
    assert asked(game) == [(holder, "resist")]
    assert game.choices(holder) == [PASS, RESIST]
    events = play(game, holder, RESIST)
    assert [event["event"] for event in events] == ["coin_resisted", "coin_kept"]
    assert game.extra["coin_holder"] == holder
    assert game.hands[holder] == b""
    assert asked(game) == [(0, "plant_coin_card")]  # the claimant plants it all the same
    if players == 3:
        play(game, 0, plant("blue", 2))
        assert fields_of(game, 0)[2] == "blue"
    else:
        play(game, 0, HARVEST[1])
        play(game, 0, plant("blue", 1))
        assert fields_of(game, 0)[1] == "blue"
    assert asked(game) == [(0, "plant")]
    why = game.check(0, CLAIM)
    assert why == "your claim has failed this turn: wait for your next (C3)"
    assert CLAIM not in game.choices(0)


@pytest.mark.rule("C3")
def test_the_claim_may_be_repeated_in_the_next_own_turn() -> None:
    game = position(
        COIN, 4, step="plant", hands={0: "red"}, fields={0: FIVE},
        extra={"coin_claim_failed": 1},
    )  # fmt: skip
    assert game.check(0, CLAIM) == "your claim has failed this turn: wait for your next (C3)"
    game.turn = 5
    assert CLAIM in game.choices(0)


@pytest.mark.rule("C3")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_another_card_loses_it_from_anywhere_in_the_hand(place: int) -> None:
    hand = ["soy", "stink", "red"]
    game = position(
        COIN, 4, hands={0: "chili", 3: " ".join(hand)}, fields={0: FIVE}, seed=drawing(place, 3)
    )
    play(game, 0, CLAIM)
    events = play(game, 3, RESIST)
    shown = hand.pop(place)
    assert events == [
        {"event": "coin_resisted", "seat": 3, "hand": place, "card": pile(shown)[0]},
        {"event": "coin_passed", "seat": 0},
    ]
    assert all(game.book.seen_by(event, 1) == event for event in events)  # it is shown to all
    assert names(game.hands[3]).split() == hand
    assert game.extra["coin_holder"] == 0
    assert asked(game) == [(0, "plant_coin_card")]
    assert names(game.view(2)["coin_card"]) == shown


@pytest.mark.rule("C3")
def test_unresisted_the_coin_passes_and_no_card_moves() -> None:
    game = position(COIN, 4, hands={0: "chili", 3: "blue red"}, fields={0: FIVE})
    play(game, 0, CLAIM)
    events = play(game, 3, PASS)
    assert events == [{"event": "coin_passed", "seat": 0}]
    assert game.extra["coin_holder"] == 0
    assert (names(game.hands[3]), names(game.hands[0])) == ("blue red", "chili")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("C3")
def test_nobody_else_is_asked_and_nothing_else_is_possible_while_the_holder_thinks() -> None:
    game = position(COIN, 4, hands={0: "red", 3: "soy"}, fields={0: FIVE, 3: ["soy soy"]})
    play(game, 0, CLAIM)
    assert asked(game) == [(3, "resist")]
    assert game.check(3, HARVEST[0]) == "harvest is not possible here"
    assert game.check(0, RESIST) == "it is not your decision"


@pytest.mark.rule("C3", "M3")
def test_a_magpie_goes_behind_the_claimants_hand_and_the_coin_passes() -> None:
    game = position(
        f"{COIN}+magpie", 4, hands={0: "red", 3: "magpie"}, fields={0: FIVE, 1: ["red"]}
    )
    play(game, 0, CLAIM)
    events = play(game, 3, RESIST)
    assert told(events, "coin_passed") == [{"event": "coin_passed", "seat": 0}]
    assert game.check(0, PlayMagpie()) == "only a magpie that is due in step 1 is played (M2)"
    play(game, 0, KeepMagpie())
    assert names(game.hands[0]) == "red magpie"
    assert (names(game.hands[3]), game.extra["coin_card"]) == ("", b"")
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("C3", "T1")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_standing_offers_of_the_holder_are_brought_up_to_date(place: int) -> None:
    """What gives the card shown lapses; the others keep their cards, which move up."""
    game = position(
        COIN, 4, step="turn_over", hands={0: "chili", 3: "soy stink red"}, fields={0: FIVE},
        draw_pile="blue green red", wants={3: {"bids"}, 1: {"bids"}}, seed=drawing(place, 3),
    )  # fmt: skip
    play(game, 1, Answer())
    bids = (terms("hand 1 stink", "blue"), terms("hand 2 red", "green"))
    play(game, 3, Answer(offers=bids))
    offer(game, terms("turned_over 0 blue", "soy", to=3), terms("hand 0 chili", "", to=1))
    answer(game, 1, 4)
    answer(game, 3, 3)  # with the soy at place 0
    ids = {"stink": 1, "red": 2, "soy": 6}
    assert {a.id for a in game.accepts} == {5, 6}
    play(game, 0, CLAIM)
    events = play(game, 3, RESIST)
    shown = ("soy", "stink", "red")[place]
    lapsed = [i for event in told(events, "lapsed") for i in event["ids"]]
    # The offer that was only answered by the soy goes with it.
    assert sorted(lapsed) == ([3, 6] if shown == "soy" else [ids[shown]])
    left = {o.id: o.give for o in game.offers if o.seat == 3}
    left |= {a.id: a.give for a in game.accepts if a.seat == 3}
    hand = names(game.hands[3]).split()
    assert left == {
        number: cards(f"hand {hand.index(kind)} {kind}")
        for kind, number in ids.items()
        if kind != shown
    }
    assert 4 in [o.id for o in game.offers]  # another's acceptance stands
    assert 5 in [a.id for a in game.accepts]


@pytest.mark.rule("C3")
def test_a_seed_draws_the_same_card_again_and_every_place_comes_up() -> None:
    places = {pick(3, b"%d" % n, "coin", turn) for n in range(20) for turn in (1, 2)}
    assert places == {0, 1, 2}


@pytest.mark.rule("C3", "B7")
def test_the_card_shown_comes_before_what_was_set_aside() -> None:
    game = position(
        COIN, 4, step="set_aside", active=1, set_aside={1: "red soy", 2: "stink"},
        fields={1: FIVE}, hands={3: "red", 0: "green"},
    )  # fmt: skip
    play(game, 1, CLAIM)
    play(game, 3, RESIST)
    assert asked(game) == [(1, "plant_coin_card")]
    assert game.check(1, plant("soy", 1)) == "that card is not due"
    play(game, 1, plant("red", 0))
    assert asked(game) == [(1, "set_aside")]
    assert names(game.set_aside[1]) == "red soy"
    play(game, 1, plant("red", 0))
    play(game, 1, plant("soy", 1))
    assert asked(game) == [(2, "set_aside")]
    assert game.check(2, CLAIM) == "you may claim the coin on your own turn only (C2)"
