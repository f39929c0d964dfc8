"""The two duels: decks, fields, turns and what is sold (D, E)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import BUY_FIELD, Answer, Trade
from protocol.messages import WINDOWS
from tests.support.lawful import tables_with
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

OLD, NEW = "rio_grande_duel", "anniversary_duel"


def test_there_are_two_duels() -> None:
    assert tables_with("duel") == [(OLD, 2), (NEW, 2)], "let these tests play the new one too"


@pytest.mark.rule("D1", "E0")
@pytest.mark.parametrize("variant", [OLD, NEW])
def test_the_first_turn_begins_with_planting(variant: str) -> None:
    book = compile_rulebook(variant, 2)
    game = book.start(b"first")
    assert game.extra["on_offer"] == b""
    assert asked(game) == [(0, "plant")]
    assert [len(hand) for hand in game.hands] == [5, 5]


@pytest.mark.rule("D1", "D2", "D3", "D4", "T4")
def test_the_steps_of_the_old_duel() -> None:
    steps = [step.name for step in compile_rulebook(OLD, 2).tables.turn if step.listed]
    assert steps == [
        "before_plant", "use_offer", "plant", "spare_card", "before_trade", "keep_or_leave",
        "before_draw", "draw",
    ]  # fmt: skip


@pytest.mark.rule("E0", "E1", "E2", "E3", "E4")
def test_the_steps_of_the_new_duel_have_no_windows() -> None:
    steps = [step.name for step in compile_rulebook(NEW, 2).tables.turn if step.listed]
    assert steps == ["use_offer", "plant", "keep_or_leave", "draw"]


@pytest.mark.rule("D3", "E3", "B6")
@pytest.mark.parametrize("variant", [OLD, NEW])
def test_there_is_no_trading(variant: str) -> None:
    game = position(
        variant, 2, step="turn_over", draw_pile="soy blue red green", hands={1: "soy"},
        wants={0: {"bids"}, 1: {"bids"}},
    )  # fmt: skip
    assert asked(game) == [(0, "keep_or_leave")]
    assert told(game.told, "turned_over")
    for choice in (Trade(end=True), Answer()):
        assert game.check(0, choice) == f"{choice.do} is not possible here"


@pytest.mark.rule("E4")
@pytest.mark.parametrize("step", ["use_offer", "plant", "turn_over", "draw"])
def test_in_the_new_duel_nobody_harvests_in_the_others_turn(step: str) -> None:
    """Not for all the windows in the world."""
    game = position(
        NEW, 2, step=step, hands={0: "soy"}, fields={1: ["red red"]},
        extra={"on_offer": pile("blue") if step == "use_offer" else b""},
        wants={1: {"before_plant", "before_trade", "before_draw", "bids"}},
    )  # fmt: skip
    turn = game.turn
    while game.turn == turn and game.active == 0:
        assert [seat for seat, _ in asked(game)] == [0]
        game.play(0, game.choices(0)[0])
    assert fields_of(game, 1)[0] == "red red"


@pytest.mark.rule("D4", "B9", "T4")
@pytest.mark.parametrize("window", WINDOWS)
def test_in_the_old_duel_there_are_windows(window: str) -> None:
    game = position(
        OLD, 2, step=window, fields={1: ["red red"]}, coins={1: "wax soy blue"}, wants={1: {window}}
    )
    assert asked(game) == [(1, "window")]
    play(game, 1, game.choices(1)[1])
    assert names(game.coins[1]) == "wax soy blue red"
    play(game, 1, BUY_FIELD)
    assert fields_of(game, 1) == ["", "", ""]
    assert names(game.coins[1]) == "wax"


@pytest.mark.rule("D2", "B3", "B14")
def test_in_the_old_duel_a_kind_grows_once_and_a_third_field_is_sold() -> None:
    game = position(OLD, 2, hands={0: "soy"}, fields={0: ["soy", ""]}, coins={0: "wax soy blue"})
    why = "that kind grows in another field of yours already (B3)"
    assert game.check(0, plant("soy", 1)) == why
    play(game, 0, BUY_FIELD)
    assert (names(game.discard), game.coins[0]) == ("blue soy wax", b"")


@pytest.mark.rule("E1", "B3")
def test_in_the_new_duel_a_kind_may_grow_twice_and_no_field_is_sold() -> None:
    game = position(NEW, 2, hands={0: "soy"}, fields={0: ["soy", ""]}, coins={0: "soy soy soy soy"})
    assert BUY_FIELD not in game.choices(0)
    play(game, 0, plant("soy", 1))
    assert fields_of(game, 0) == ["soy", "soy", ""]


@pytest.mark.rule("D4", "B13")
@pytest.mark.parametrize(
    ("hands", "winners"), [({}, (0,)), ({1: "soy"}, (0, 1)), ({1: "soy red"}, (1,))]
)
def test_ties_of_the_old_duel(hands: dict[int, str], winners: tuple[int, ...]) -> None:
    """The most beans in hand, the last one drawn included; then the win is shared."""
    game = position(
        OLD, 2, step="draw", draw_pile="blue", run_outs=2, hands=hands, coins={0: "red", 1: "red"}
    )
    assert game.over
    assert game.result == ((1, 1), (1, 1), winners)


@pytest.mark.rule("E4", "B13")
def test_ties_of_the_new_duel_go_to_who_did_not_start() -> None:
    game = position(
        NEW, 2, step="draw", draw_pile="soy", coins={0: "red", 1: "red"}, hands={0: "soy soy"}
    )
    assert game.over
    assert game.result == ((1, 1), (1, 1), (1,))
