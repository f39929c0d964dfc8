"""The general store (HB8)."""

import pytest

from arena.rules import Game
from arena.rules.choices import HARVEST, PASS, Accepting, Answer, Take, Trade
from tests.support.scenario import asked, cards, fields_of, names, pile, plant, play, terms, told
from tests.support.talk import take
from tests.support.town import bid, keep, refused, stew, stored, town

SHELVES = [("store_2", 1), ("store_3", 2), ("store_4", 3)]
stores = pytest.mark.parametrize(("store", "shelves"), SHELVES)


@pytest.mark.rule("HB8", "HB-store-2", "HB-store-3", "HB-store-4")
@stores
def test_so_many_beans_of_step_3_may_be_stored(store: str, shelves: int) -> None:
    game = town(step="set_aside", buildings={0: store}, set_aside={0: "soy red blue green"})
    for kind in ["red", "soy", "green"][:shelves]:
        events = play(game, 0, keep(kind))
        assert told(events, "stored")[0]["from"] == "set_aside"
    assert stored(game, 0) == " ".join(["red", "soy", "green"][:shelves])
    assert refused(game, 0, keep("blue")) == f"your store is full: it holds {shelves} (HB8)"
    assert game.view(2)["store"][0] == game.extra["store"][0]
    assert len(game.set_aside[0]) == 4 - shelves


@pytest.mark.rule("HB8", "HB-store-2", "HB-store-3", "HB-store-4", "B4")
@stores
def test_a_bean_of_step_1_the_first_included(store: str, shelves: int) -> None:
    """It counts as planting it: a second may follow, no third."""
    game = town(buildings={0: store}, hands={0: "soy red blue"})
    assert PASS not in game.choices(0)
    assert refused(game, 0, keep("red")) == "that card is not due"
    events = play(game, 0, keep("soy"))
    assert told(events, "stored")[0]["from"] == "hand"
    assert asked(game) == [(0, "plant")]
    assert PASS in game.choices(0)
    play(game, 0, keep("red") if shelves > 1 else plant("red", 0))
    assert asked(game) == [(0, "trade")]
    assert stored(game, 0) == ("soy red" if shelves > 1 else "soy")
    assert names(game.hands[0]) == "blue"


@pytest.mark.rule("HB8")
@pytest.mark.parametrize("owned", ["store_1", "bank_4", ""])
def test_without_a_store_that_stores(owned: str) -> None:
    game = town(buildings={0: owned, 1: "store_4"}, hands={0: "soy"})
    assert refused(game, 0, keep("soy")) == "you have no store that holds a bean"


@pytest.mark.rule("HB8")
def test_stored_beans_are_never_planted_nor_put_back() -> None:
    game = town(
        step="set_aside", buildings={0: "store_3 saloon_3"}, store={0: "soy"},
        set_aside={0: "red"}, fields={0: ["blue", ""]},
    )  # fmt: skip
    assert refused(game, 0, plant("soy", 1)) == "that card is not due"
    assert refused(game, 0, stew("soy", 0)) == "that card is not due"
    play(game, 0, plant("red", 1))
    assert stored(game, 0) == "soy"
    assert (0, "set_aside") not in asked(game)  # nothing is due


# --- trading them -------------------------------------------------------------------------------


def market(**pieces: object) -> Game:
    """Seat 0 is active with a full store, seat 1 has one, too; both have a hand."""
    owned = {0: "store_3", 1: "store_2"}
    return town(
        step="turn_over", buildings=owned, store={0: "soy red", 1: "green"},
        hands={0: "stink", 1: "blue", 2: "chili"}, draw_pile="garden black_eyed stink stink stink",
        **pieces,
    )  # fmt: skip


@pytest.mark.rule("HB8", "B6")
def test_both_sides_may_trade_from_their_stores_and_the_receiver_must_plant() -> None:
    game = market()
    play(game, 0, Trade(offers=(terms("store 0 soy", "green", to=1),)))
    play(game, 1, Answer(accept=(Accepting(1),)))
    events = take(game, 2)
    traded = told(events, "traded")[0]
    assert (traded["gave"], traded["got"]) == (cards("store 0 soy"), cards("store 0 green"))
    assert (stored(game, 0), stored(game, 1)) == ("red", "")
    assert (names(game.set_aside[0]), names(game.set_aside[1])) == ("green", "soy")
    play(game, 0, PASS)
    must = "a card from another player's store must be planted (HB8)"
    assert refused(game, 0, keep("green")) == must
    play(game, 0, keep("garden"))  # turned over: the freed place is used again
    assert stored(game, 0) == "red garden"
    play(game, 0, plant("green", 0))
    play(game, 0, plant("black_eyed", 1))
    assert asked(game) == [(1, "set_aside")]
    assert refused(game, 1, keep("soy")) == must
    play(game, 1, plant("soy", 0))
    assert fields_of(game, 1)[0] == "soy"
    assert game.extra["from_store"] == (b"",) * 4


@pytest.mark.rule("HB8", "B6")
def test_the_other_player_offers_from_the_store_in_a_bid() -> None:
    game = market(wants={1: {"bids"}})
    bid(game, 1, terms("store 0 green", "stink"))
    play(game, 0, Trade(take=(Take(1, cards("hand 0 stink")),)))
    assert stored(game, 1) == ""
    assert names(game.set_aside[1]) == "stink"
    play(game, 0, PASS)
    assert refused(game, 0, keep("green"))  # its store is full as well
    for kind, at in (("green", 0), ("garden", 1)):
        play(game, 0, plant(kind, at))
    assert refused(game, 0, keep("black_eyed")) == "your store is full: it holds 2 (HB8)"
    play(game, 0, HARVEST[0])
    play(game, 0, plant("black_eyed", 0))
    play(game, 1, keep("stink"))  # from a hand: may be stored
    assert stored(game, 1) == "stink"


def two_greens(stored: str, bid_for: str) -> Game:
    """Seat 0, with an empty store, has received two green beans from seat 1."""
    game = market(wants={1: {"bids"}})
    game.extra["store"] = (b"", pile(stored), b"", b"")
    game.hands[1] = pile("green")
    bid(game, 1, terms(bid_for))
    take(game, 1, end=True)
    return game


@pytest.mark.rule("HB8")
def test_of_two_of_a_kind_only_the_one_from_a_store_must_be_planted() -> None:
    game = two_greens("green", "store 0 green, hand 0 green")
    assert names(game.set_aside[0]) == "green green garden black_eyed"
    play(game, 0, keep("green"))
    assert refused(game, 0, keep("green")).startswith("a card from another")
    assert keep("garden") in game.choices(0)
    play(game, 0, plant("green", 0))
    play(game, 0, keep("garden"))
    assert stored(game, 0) == "green garden"


@pytest.mark.rule("HB8")
def test_the_one_that_must_be_planted_is_planted_first() -> None:
    game = two_greens("green", "store 0 green, hand 0 green")
    play(game, 0, plant("green", 0))
    play(game, 0, keep("green"))
    assert stored(game, 0) == "green"


@pytest.mark.rule("HB8")
def test_two_of_a_kind_from_a_store_must_both_be_planted() -> None:
    game = two_greens("green green", "store 0 green, store 1 green")
    play(game, 0, plant("green", 0))
    assert refused(game, 0, keep("green")).startswith("a card from another")
    play(game, 0, plant("green", 0))
    assert fields_of(game, 0)[0] == "green green"


@pytest.mark.rule("HB8", "T2")
def test_only_the_owner_trades_them_and_only_what_is_there() -> None:
    game = market()
    for wrong in ("store 0 green", "store 2 red", "store 1 soy"):
        why = refused(game, 0, Trade(offers=(terms(wrong, "green"),)))
        assert "at store" in why
    assert "given twice" in refused(
        game, 0, Trade(offers=(terms("store 0 soy, store 0 soy", "green"),))
    )
    play(game, 0, Trade(offers=(terms("store 1 red", "green"),)))
    assert asked(game) == [(1, "answer"), (2, "answer"), (3, "answer")]
    assert refused(game, 2, Answer(accept=(Accepting(1),))).startswith("you do not have")


@pytest.mark.rule("HB8", "T1")
def test_offers_of_stored_beans_move_up_with_them() -> None:
    game = market()
    offers = (terms("store 0 soy", "green", to=1), terms("store 1 red", "chili", to=2))
    play(game, 0, Trade(offers=offers))
    play(game, 1, Answer(accept=(Accepting(1),)))
    play(game, 2, Answer(accept=(Accepting(2),)))
    events = take(game, 3, 4)
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("store 0 soy"),
        cards("store 0 red"),
    ]
    assert stored(game, 0) == ""
    assert (names(game.set_aside[1]), names(game.set_aside[2])) == ("soy", "red")
