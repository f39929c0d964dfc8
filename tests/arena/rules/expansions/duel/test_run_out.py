"""Run-outs of the duels, in each step that draws, and the end of the game (D3, D4, E4)."""

import pytest

from arena.rules.choices import PASS
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

OLD, NEW = "rio_grande_duel", "anniversary_duel"


@pytest.mark.rule("D3", "B11")
def test_a_run_out_that_is_not_the_last_shuffles_before_matching() -> None:
    game = position(OLD, 2, step="turn_over", draw_pile="soy blue", discard="stink soy soy soy")
    assert [event["event"] for event in game.told][:3] == ["turned_over", "run_out", "turned_over"]
    assert told(game.told, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 4}]
    assert not told(game.told, "matched")
    assert len(game.turned_over) == 3
    assert len(game.draw_pile) == 3
    assert game.discard == b""
    assert asked(game) == [(0, "keep_or_leave")]


@pytest.mark.rule("D3", "D4", "B12")
def test_at_the_last_run_out_the_discard_pile_stays_and_is_matched() -> None:
    game = position(
        OLD, 2, step="turn_over", draw_pile="soy blue", discard="stink soy blue", run_outs=2,
        fields={1: ["chili chili chili"]}, wants={0: {"before_draw"}, 1: {"before_draw"}},
    )  # fmt: skip
    events = game.told
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 3, "shuffled": 0}]
    assert names(told(events, "matched")[0]["cards"]) == "blue soy"
    assert names(game.turned_over) == "soy blue blue soy"
    assert names(game.discard) == "stink"
    assert asked(game) == [(0, "keep_or_leave")]  # D3 is finished
    play(game, 0, plant("soy", 0))
    play(game, 0, plant("soy", 0))
    events = play(game, 0, PASS)
    assert game.over
    assert [event["event"] for event in events] == [
        "left", "discarded", "harvested", "harvested", "game_over",
    ]  # fmt: skip
    assert told(events, "discarded") == [
        {"event": "discarded", "seat": 0, "cards": pile("blue blue"), "from": "on_offer"}
    ]
    assert names(game.discard) == "stink blue blue soy chili chili"
    assert game.result.scores == (1, 1)


@pytest.mark.rule("D4", "B12")
def test_the_last_run_out_in_step_4_discards_the_open_offer() -> None:
    game = position(
        OLD, 2, step="draw", draw_pile="soy", discard="red", run_outs=2,
        extra={"on_offer": pile("blue blue")},
    )  # fmt: skip
    assert game.over
    assert [event["event"] for event in game.told] == ["drew", "run_out", "discarded", "game_over"]
    assert (names(game.hands[0]), names(game.discard)) == ("soy", "red blue blue")
    assert game.extra["on_offer"] == b""


@pytest.mark.rule("D4", "B11")
@pytest.mark.parametrize(("discard", "drawn"), [("red red", "soy red"), ("", "soy")])
def test_another_run_out_in_step_4(discard: str, drawn: str) -> None:
    game = position(
        OLD, 2, step="draw", draw_pile="soy", discard=discard, run_outs=1,
        extra={"on_offer": pile("blue")},
    )  # fmt: skip
    assert names(game.hands[0]) == drawn
    assert (game.over, game.run_outs) == (False, 2)
    assert asked(game) == [(1, "use_offer")]  # the offer stays on the table


@pytest.mark.rule("D4", "B12")
def test_the_old_duel_ends_before_a_turn_with_nothing_left() -> None:
    game = position(OLD, 2, step="before_plant", draw_pile="", fields={0: ["red red"]})
    assert game.over


@pytest.mark.rule("E4", "B12")
@pytest.mark.parametrize("pile_now", ["soy blue", "soy blue red"])
def test_the_new_duel_ends_at_once_when_the_pile_runs_out_in_step_2(pile_now: str) -> None:
    """Nothing is matched, planted or left any more; the cards on the table are discarded."""
    game = position(
        NEW, 2, step="turn_over", active=1, draw_pile=pile_now, discard="stink soy",
        fields={0: ["red red"], 1: ["soy", "blue blue blue blue"]}, hands={0: "red"},
    )  # fmt: skip
    assert game.over
    assert not asked(game)
    assert [event["event"] for event in game.told] == [
        "turned_over", "run_out", "discarded", *["harvested"] * 3, "game_over",
    ]  # fmt: skip
    assert told(game.told, "discarded")[0]["cards"] == pile(pile_now)
    assert [event["seat"] for event in told(game.told, "harvested")] == [1, 1, 0]
    assert names(game.discard) == f"stink soy {pile_now} soy blue blue blue red"
    assert game.result.scores == (1, 1)


@pytest.mark.rule("E4", "B12")
@pytest.mark.parametrize("pile_now", ["soy", "soy blue"])
def test_the_new_duel_ends_at_once_in_step_4(pile_now: str) -> None:
    game = position(
        NEW, 2, step="draw", draw_pile=pile_now, discard="stink soy",
        fields={1: ["green", "red red"]}, extra={"on_offer": pile("blue")},
    )  # fmt: skip
    assert game.over
    assert [event["event"] for event in game.told] == [
        "drew", "run_out", "discarded", "harvested", "harvested", "game_over",
    ]  # fmt: skip
    assert names(game.hands[0]) == pile_now
    assert fields_of(game, 1) == ["", "", ""]
    assert names(game.discard) == "stink soy blue green red"
