"""Banks, and when they may be used (HB10)."""

from itertools import permutations

import pytest

from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.high_bohn.bank import MoveCard, OrderDrawn, PutUnder
from tests.support.scenario import asked, names, plant, play, told
from tests.support.town import buy, refused, town

PILE = "soy blue green chili"


@pytest.mark.rule("HB-bank-2", "HB10")
@pytest.mark.parametrize("under", [True, False])
def test_bank_2_looks_at_the_top_card_and_may_put_it_under_the_pile(under: bool) -> None:
    game = town(
        step="bank_2", buildings={0: "bank_2"}, hands={0: "red"}, draw_pile=PILE,
        fields={0: ["soy soy"]},
    )  # fmt: skip
    events = game.told
    assert asked(game) == [(0, "bank_2")]
    assert game.choices(0) == [PASS, PutUnder()]
    looked = told(events, "looked")[0]
    assert names(game.book.seen_by(looked, 0)["cards"]) == "soy"
    assert game.book.seen_by(looked, 1) == {"event": "looked", "seat": 0, "count": 1}
    assert names(game.view(0)["bank_seen"][0]) == "soy"
    assert game.view(1)["bank_seen"] == [1, b"", 0, 0]
    assert refused(game, 0, HARVEST[0]) == "harvest is not possible here"
    events = play(game, 0, PutUnder() if under else PASS)
    assert events == [{"event": "put_back", "seat": 0, "under": under}]
    assert names(game.draw_pile[::-1]) == ("blue green chili soy" if under else PILE)
    assert game.view(0)["bank_seen"] == [b"", 0, 0, 0]
    assert asked(game) == [(0, "plant")]  # once


@pytest.mark.rule("HB-bank-2", "HB10")
def test_bank_2_sees_nothing_on_an_empty_pile() -> None:
    game = town(
        step="bank_2", buildings={0: "bank_2"}, hands={0: "red"}, draw_pile="", discard="blue"
    )
    assert asked(game) == [(0, "plant")]
    assert not told(game.told, "looked")


@pytest.mark.rule("HB-bank-2")
def test_the_last_card_of_the_pile_stays_where_it_is() -> None:
    game = town(
        step="bank_2", buildings={0: "bank_2"}, hands={0: "red"}, draw_pile="soy", discard="red"
    )
    play(game, 0, PutUnder())
    assert (names(game.draw_pile), game.run_outs) == ("soy", 0)


@pytest.mark.rule("HB-bank-4", "HB10")
@pytest.mark.parametrize(
    ("hand", "to", "then"),
    [
        (2, 0, "green red blue soy"), (0, 3, "blue green soy red"), (0, 1, "blue red green soy"),
        (3, 1, "red soy blue green"),
    ],
)  # fmt: skip
def test_bank_4_moves_one_card_of_the_hand(hand: int, to: int, then: str) -> None:
    game = town(
        step="bank_4", buildings={0: "bank_4"}, hands={0: "red blue green soy"}, draw_pile="",
        fields={0: ["soy soy"]},
    )  # fmt: skip
    assert asked(game) == [(0, "bank_4")]
    assert refused(game, 0, HARVEST[0]) == "harvest is not possible here"
    assert game.choices(0) == [
        PASS, *(MoveCard(old, new) for old, new in permutations(range(4), 2))
    ]  # fmt: skip
    for place in (-1, 4):
        assert refused(game, 0, MoveCard(0, place))
        assert refused(game, 0, MoveCard(place, 0))
    events = play(game, 0, MoveCard(hand, to))
    assert events == [{"event": "moved_card", "seat": 0, "hand": hand, "to": to}]
    assert names(game.hands[0]) == then
    assert asked(game) == [(0, "plant")]  # once


@pytest.mark.rule("HB-bank-4")
@pytest.mark.parametrize(("hand", "next_ask"), [("red", "plant"), ("red blue", "bank_4")])
def test_bank_4_needs_two_cards_to_move_one(hand: str, next_ask: str) -> None:
    game = town(step="bank_4", buildings={0: "bank_4"}, hands={0: hand})
    assert asked(game) == [(0, next_ask)]
    play(game, 0, game.choices(0)[0])
    assert names(game.hands[0]) == ("red blue" if next_ask == "bank_4" else "")


@pytest.mark.rule("HB10", "HB-bank-2", "HB-bank-4")
@pytest.mark.parametrize("bank", ["bank_2", "bank_4"])
def test_banks_come_after_the_window_and_before_step_1_of_the_own_turn_only(bank: str) -> None:
    game = town(
        step="before_plant", active=1, buildings={0: bank}, hands={0: "red soy", 1: "red soy"},
        fields={0: ["soy soy"]}, wants={0: {"before_plant"}, 1: {"before_plant"}},
    )  # fmt: skip
    assert asked(game) == [(0, "window")]
    play(game, 0, PASS)
    assert asked(game) == [(1, "plant")]  # another's turn
    game = town(
        step="before_plant", buildings={0: bank}, hands={0: "red soy"},
        fields={0: ["soy soy"]}, wants={0: {"before_plant"}},
    )  # fmt: skip
    play(game, 0, PASS)
    assert asked(game) == [(0, bank)]


@pytest.mark.rule("HB10", "HB-bank-2", "HB-bank-4")
@pytest.mark.parametrize("price", [2, 4])
def test_a_bank_bought_in_the_window_is_used_at_once_a_later_one_waits(price: int) -> None:
    coins = {0: "black_eyed black_eyed black_eyed black_eyed"}
    pieces = {"hands": {0: "red soy"}, "coins": coins, "step": "before_plant"}
    game = town(wants={0: {"before_plant"}}, **pieces)
    buy(game, 0, f"bank_{price}")
    if asked(game) == [(0, "window")]:
        play(game, 0, PASS)
    assert asked(game) == [(0, f"bank_{price}")]
    game = town(**pieces)
    assert asked(game) == [(0, "plant")]
    buy(game, 0, f"bank_{price}")
    assert asked(game) == [(0, "plant")]
    play(game, 0, plant("red", 0))
    assert asked(game) == [(0, "plant")]


@pytest.mark.rule("HB-bank-3")
@pytest.mark.parametrize(
    ("order", "hand"),
    [(None, "red soy blue green"), ((1, 0, 2), "red blue soy green"),
     ((1, 2, 0), "red blue green soy"), ((2, 1, 0), "red green blue soy")],
)  # fmt: skip
def test_bank_3_orders_the_cards_drawn_in_step_4(order: tuple[int, ...] | None, hand: str) -> None:
    game = town(
        step="draw", buildings={0: "bank_3"}, hands={0: "red", 1: "soy"}, draw_pile=PILE,
        fields={0: ["soy soy"]},
    )  # fmt: skip
    events = game.told
    assert refused(game, 0, HARVEST[0]) == "harvest is not possible here"
    assert names(told(events, "drew")[0]["cards"]) == "soy blue green"
    assert asked(game) == [(0, "bank_3")]
    orders = [OrderDrawn(order) for order in list(permutations(range(3)))[1:]]
    assert game.choices(0) == [PASS, *orders]
    for wrong in ((0, 0, 1), (0, 1), (1, 2, 3), (0, 1, 2, 3)):
        assert refused(game, 0, OrderDrawn(wrong))
    events = play(game, 0, PASS if order is None else OrderDrawn(order))
    assert names(game.hands[0]) == hand
    assert asked(game) == [(1, "plant")]
    if order is not None:  # the others see that, not how
        assert events[0] == {"event": "ordered_drawn", "seat": 0, "order": order}
        assert game.book.seen_by(events[0], 1) == {"event": "ordered_drawn", "seat": 0, "count": 3}


@pytest.mark.rule("HB-bank-3", "B11")
def test_bank_3_orders_what_was_drawn_before_and_after_a_run_out_together() -> None:
    game = town(
        step="draw", buildings={0: "bank_3"}, hands={0: "red", 1: "soy"}, draw_pile="soy",
        discard="blue blue blue blue",
    )  # fmt: skip
    assert [e["event"] for e in game.told] == ["drew", "run_out", "drew"]
    play(game, 0, OrderDrawn((1, 2, 0)))
    assert names(game.hands[0]) == "red blue blue soy"


@pytest.mark.rule("HB-bank-3", "B11")
@pytest.mark.parametrize(
    ("drawn", "question"), [("soy blue", (0, "bank_3")), ("soy", (1, "plant"))]
)
def test_bank_3_orders_however_many_there_are(drawn: str, question: tuple[int, str]) -> None:
    """Without a discard pile drawing stops; a single card has no order."""
    game = town(step="draw", buildings={0: "bank_3"}, hands={1: "soy"}, draw_pile=drawn, run_outs=1)
    assert asked(game) == [question]
    if question[0] == 0:
        assert game.choices(0) == [PASS, OrderDrawn((1, 0))]
        play(game, 0, OrderDrawn((1, 0)))
        assert names(game.hands[0]) == "blue soy"


@pytest.mark.rule("HB-bank-3", "B12")
def test_bank_3_is_not_asked_when_the_draw_ends_the_game() -> None:
    game = town(step="draw", buildings={0: "bank_3"}, draw_pile="soy blue", run_outs=2)
    assert game.over


@pytest.mark.rule("HB-bank-3")
def test_bank_3_of_another_player_is_not_asked() -> None:
    game = town(
        step="draw", buildings={1: "bank_3"}, hands={1: "soy"}, draw_pile="soy blue green chili"
    )
    assert asked(game) == [(1, "plant")]
