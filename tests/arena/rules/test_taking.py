"""Taking replies (T1): several at once, which copies pay, and what then lapses."""

import pytest

from arena.rules.choices import DECLINE, PASS, Accepting, Answer, Take, Trade
from arena.rules.offers import cards_left
from tests.support.scenario import asked, cards, names, pile, play, terms, told
from tests.support.talk import accept_ids, answer, decline, offer, offer_ids, take, trading, why


@pytest.mark.rule("T1")
def test_an_accept_is_taken_as_it_was_offered() -> None:
    """The cards were named in the offer, so there is nothing to name in the take."""
    game = trading(hands={0: "soy soy", 1: "red"})
    offer(game, terms("hand 0 soy", "red"))
    answer(game, 1, 1)
    decline(game)
    assert (
        why(game, 0, Trade((Take(2, cards("hand 1 soy")),)))
        == "an accept is taken as it was offered: leave out its give"
    )
    assert (
        why(game, 0, Trade((Take(1),))) == "nothing that can be taken has the id 1"
    )  # the seat's own offer


@pytest.mark.rule("T1")
def test_several_takes_are_carried_out_in_order() -> None:
    """Places are those of the view before the answer, also when earlier cards have left."""
    game = trading(
        "green green", hands={0: "soy chili soy stink", 1: "red blue", 2: "garden"},
        wants={1: {"bids"}, 2: {"bids"}},
    )  # fmt: skip
    answer(game, 1, offers=(terms("hand 0 red", "soy"), terms("hand 1 blue", "stink")))
    answer(game, 2, offers=(terms("hand 0 garden", "soy"),))
    events = take(
        game, Take(1, cards("hand 0 soy")), 2, Take(3, cards("hand 2 soy")),
        offers=(terms("hand 1 chili", "red"),),
    )  # fmt: skip
    assert [(e["with"], e["taken"]) for e in told(events, "traded")] == [(1, 1), (1, 2), (2, 3)]
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("hand 0 soy"), cards("hand 2 stink"), cards("hand 1 soy"),
    ]  # fmt: skip
    assert told(events, "traded")[1]["got"] == cards("hand 0 blue")
    assert names(game.hands[0]) == "chili"
    assert names(game.set_aside[0]) == "red blue garden"
    assert game.offers[-1].give == cards("hand 0 chili")


@pytest.mark.rule("T1")
def test_a_take_that_needs_a_copy_spent_by_an_earlier_one_is_refused() -> None:
    game = trading(
        "green green", hands={0: "soy", 1: "red", 2: "garden"}, wants={1: {"bids"}, 2: {"bids"}}
    )
    answer(game, 1, offers=(terms("hand 0 red", "soy"),))
    answer(game, 2, offers=(terms("hand 0 garden", "soy"),))
    assert why(game, 0, Trade((Take(1), Take(2)))) == "you do not have what offer 2 wants"
    assert why(game, 0, Trade((Take(1), Take(1)))) == ("nothing that can be taken has the id 1")
    named = Trade((Take(1, cards("hand 0 soy")), Take(2, cards("hand 0 soy"))))
    assert why(game, 0, named) == "2 needs a card that an earlier take trades away"
    gift = Trade((Take(1, cards("hand 0 soy")),), (terms("hand 0 soy"),))
    assert why(game, 0, gift) == "an offer gives a card that is traded away by a take"
    assert why(game, 0, Trade((Take(9),))) == "nothing that can be taken has the id 9"


@pytest.mark.rule("T1")
def test_copies_picked_leave_those_of_accepts_taken_too() -> None:
    """The soy nearest the back stands in the accepted offer; the bid is paid with the other."""
    game = trading(
        "green green", hands={0: "soy red soy", 1: "red", 2: "garden"}, wants={2: {"bids"}}
    )
    answer(game, 2, offers=(terms("hand 0 garden", "soy"),))
    offer(game, terms("hand 2 soy", "red"))
    answer(game, 1, 2)
    decline(game)
    events = take(game, 1, 3)
    assert [e["gave"] for e in told(events, "traded")] == [
        cards("hand 0 soy"), cards("hand 1 soy"),
    ]  # fmt: skip


@pytest.mark.rule("T1")
def test_accepts_in_one_answer_are_paid_with_a_copy_each() -> None:
    game = trading("green green", hands={0: "red red red", 1: "soy soy soy soy"})
    offer(game, *(terms(f"hand {place} red", "soy") for place in range(3)))
    answer(game, 1, 1, 2, 3)
    decline(game)
    assert [accept.give for accept in game.accepts] == [
        cards("hand 3 soy"), cards("hand 2 soy"), cards("hand 1 soy"),
    ]  # fmt: skip
    take(game, 4, 5, 6)
    assert (names(game.hands[1]), names(game.set_aside[0])) == ("soy", "soy soy soy")


@pytest.mark.rule("T1", "T5")
def test_a_reply_whose_hidden_card_has_gone_is_passed_over_not_refused() -> None:
    """Whether two replies rely on one copy is hidden: no refusal may depend on it."""
    for place, traded in ((1, [(1, 3)]), (0, [(1, 3), (1, 4)])):
        game = trading(hands={1: "red red"})
        offer(game, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "red"))
        answer(
            game, 1, Accepting(1, cards("hand 1 red")),
            Accepting(2, cards(f"hand {place} red")),
        )  # fmt: skip
        decline(game)
        both = Trade((Take(3), Take(4)))
        assert game.check(0, both) is None
        events = play(game, 0, both)
        assert [(e["with"], e["taken"]) for e in told(events, "traded")] == traded


@pytest.mark.rule("T1")
def test_standing_replies_lapse_when_their_cards_have_gone() -> None:
    game = trading(hands={1: "red green", 2: "red"})
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 1, offers=(terms("hand 0 red", "blue"), terms("hand 1 green", "blue")))
    answer(game, 2, 1)
    answer(game, 3)
    assert (offer_ids(game), accept_ids(game)) == ([1, 3, 4], [2, 5])
    events = take(game, 2)
    # The soy is gone, and with it the other accept; the red, and with it the first bid.
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (1, 3, 5)}]
    assert (offer_ids(game), accept_ids(game)) == ([4], [])
    assert game.offers[0].give == cards("hand 0 green")  # moved up


@pytest.mark.rule("T1")
def test_own_offers_live_on_in_their_accepts_only() -> None:
    game = trading(hands={1: "red", 2: "green"})
    offer(game, terms("turned_over 0 soy", "red"), terms("turned_over 1 blue", "green"))
    answer(game, 1, 1)
    answer(game, 2)
    events = answer(game, 3)
    assert told(events, "lapsed") == [{"event": "lapsed", "ids": (2,)}]
    assert offer_ids(game) == [1]
    # Next round the accept still stands, and the seat is not asked about the offer again.
    offer(game, terms("turned_over 1 blue", "green", to=2))
    assert asked(game) == [(2, "answer")]
    play(game, 2, DECLINE)
    assert game.choices(0) == [PASS, Trade((Take(3),))]
    take(game, 3)
    assert names(game.set_aside[1]) == "soy"


@pytest.mark.rule("T1")
def test_a_later_answer_withdraws_what_stands() -> None:
    game = trading(hands={1: "red green", 2: "red"}, wants={1: {"bids"}})
    answer(game, 1, offers=(terms("hand 1 green", "blue"),))
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 2)
    answer(game, 2, 2)
    answer(game, 3)
    assert (offer_ids(game), accept_ids(game)) == ([1, 2], [3, 4])
    offer(game, terms("turned_over 1 blue", "garden"))
    theirs = "you have nothing standing with the id"
    assert why(game, 1, Answer(withdraw=(4,))) == f"{theirs} 4"
    assert why(game, 1, Answer(withdraw=(2,))) == f"{theirs} 2"
    assert why(game, 1, Answer(withdraw=(7,))) == f"{theirs} 7"
    answer(game, 1, withdraw=(1, 3))
    answer(game, 2)
    events = answer(game, 3)
    assert told(events, "answered")[0]["withdrawn"] == (1, 3)
    assert (offer_ids(game), accept_ids(game)) == ([2], [4])


@pytest.mark.rule("T1")
def test_an_offer_lapses_with_its_only_accept_however_the_card_leaves() -> None:
    """A card may leave a hand in step 2 otherwise than by trade; the offer is not put again."""
    game = trading(hands={1: "red green"})
    offer(game, terms("turned_over 0 soy", "red"))
    answer(game, 1, 1, offers=(terms("hand 1 green", "blue"),))
    decline(game)
    game.hands[1] = pile("green")
    game.told = []
    cards_left(game, {1: cards("hand 0 red")})
    assert [event["ids"] for event in told(game.told, "lapsed")] == [(2,), (1,)]
    assert [o.give for o in game.offers] == [cards("hand 0 green")]
    offer(game, terms("turned_over 1 blue", "stink", to=1))
    assert game.check(1, Answer((Accepting(1),))) == "no offer 1 was put to you"
