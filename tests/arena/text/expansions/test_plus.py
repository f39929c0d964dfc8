"""Words for Bohnanza Plus."""

from arena.text.asking import question
from arena.text.cards import beans, queue
from arena.text.words import words
from tests.support.example import decide
from tests.support.expansions import EXAMPLES
from tests.support.said import WHO, ordered, told


def test_orders_are_called_by_their_numbers() -> None:
    assert beans(["order_3_2", "soy"]) == "order 3/2, soy"
    assert queue(["soy", "order_3_2"]) == "soy order-3/2"


def test_an_order_is_drawn_laid_filled_and_returned() -> None:
    assert told("drew_order", cards=["order_2_1"]) == "ann draws order-2/1"
    assert told("drew_order", count=1) == "ann draws an order"
    assert ordered("lay_order", card="order_2_1") == "lay order 2/1"
    assert told("laid_order", card="order_2_1", first=True) == "ann lays order 2/1"
    assert ordered("fill_order", field=0) == "fill your order with fields 1 and 2"
    filled = told("filled_order", card="order_2_1", field=1)
    assert filled == "ann fills order 2/1 with fields 2 and 3"
    assert told("returned_order", card="order_2_1") == "ann returns order 2/1 unfilled"
    assert "give the order back" in question(decide(EXAMPLES["return_order"]))


def test_a_laid_order_lies_before_its_seat() -> None:
    assert words().before({"laid_order": [[], ["order_0_3"]]}, 1, WHO) == ["order 0/3 laid"]
    assert words().before({"laid_order": [[], ["order_0_3"]]}, 0, WHO) == []


def test_hands_are_sold_at_the_end() -> None:
    joined = told("hand_joined", cards=["red", "red"], field=1)
    assert joined == "ann adds 2 red from the hand to field 2"
    sold = told("hand_sold", 1, cards=["red", "red"], coins=["red"])
    assert sold == "bob sells 2 red from the hand for 1 coin"
