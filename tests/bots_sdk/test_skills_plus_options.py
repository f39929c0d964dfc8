"""The trader in the options of Plus: cards just received may be traded on."""

from arena.rules import compile_rulebook
from tests.bots_sdk.asking import Asked
from tests.bots_sdk.in_process import play

from trader import TraderBot  # isort: skip  (found by in_process)


def test_cards_just_received_are_traded_on_where_that_is_allowed() -> None:
    for variant in ("plus", "plus+open_retrade"):
        asked = Asked(TraderBot(), variant, 4)
        asked.fields(("soy", 2), ("blue", 4))
        asked.view.update(hand=["blue", "soy"], phase="trade", round=1)
        asked.view["set_aside"][0] = ["green"]
        made = asked.choose("trade", [{"do": "end"}])
        given = [card for one in made["offers"] for card in one["give"]]
        assert any("set_aside" in card for card in given) == (variant != "plus")


def test_whole_games_without_a_refusal() -> None:
    book = compile_rulebook("plus+hand_harvest+open_retrade", 4)
    played = play(book, [TraderBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    assert played.happened["event hand_sold"] > 0
