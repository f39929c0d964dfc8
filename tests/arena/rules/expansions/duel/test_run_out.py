"""Run-outs of the duels, in each step that draws, and the end of the game (D3, D4, E4)."""

import pytest

from arena.rules.choices import PASS
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

OLD, NEW = "rio_grande_duel", "anniversary_duel"


@pytest.mark.rule("D3", "B11")
def test_a_run_out_that_is_not_the_last_shuffles_before_matching() -> None:
    book, state, events = position(
        OLD, 2, step="turn_over", draw_pile="soy blue", discard="stink soy soy soy"
    )
    assert [event["event"] for event in events][:3] == ["turned_over", "run_out", "turned_over"]
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 4}]
    assert not told(events, "matched")
    assert len(state.turned_over) == 3
    assert len(state.draw_pile) == 3
    assert state.discard == b""
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("D3", "B11")
def test_with_exactly_the_last_card_nothing_matches_either() -> None:
    _, state, events = position(
        OLD, 2, step="turn_over", draw_pile="soy blue red", discard="red", run_outs=1
    )
    assert names(state.turned_over) == "soy blue red"
    assert not told(events, "matched")
    assert (names(state.draw_pile), state.discard) == ("red", b"")


@pytest.mark.rule("D3", "B11")
def test_with_no_discard_pile_fewer_are_turned_over() -> None:
    book, state, events = position(OLD, 2, step="turn_over", draw_pile="soy blue")
    assert names(state.turned_over) == "soy blue"
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 1, "shuffled": 0}]
    assert asked(book, state) == [(0, "keep_or_leave")]


@pytest.mark.rule("D3", "B5")
def test_with_nothing_to_turn_over_the_turn_goes_on() -> None:
    book, state, _ = position(OLD, 2, step="turn_over", draw_pile="", hands={1: "red"})
    assert asked(book, state) == [(1, "plant")]


@pytest.mark.rule("D3", "D4", "B12")
def test_at_the_last_run_out_the_discard_pile_stays_and_is_matched() -> None:
    book, state, events = position(
        OLD, 2, step="turn_over", draw_pile="soy blue", discard="stink soy blue", run_outs=2,
        fields={1: ["chili chili chili"]}, wants={0: {"before_draw"}, 1: {"before_draw"}},
    )  # fmt: skip
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": 3, "shuffled": 0}]
    assert names(told(events, "matched")[0]["cards"]) == "blue soy"
    assert names(state.turned_over) == "soy blue blue soy"
    assert names(state.discard) == "stink"
    assert asked(book, state) == [(0, "keep_or_leave")]  # D3 is finished
    play(book, state, 0, plant("soy", 0))
    play(book, state, 0, plant("soy", 0))
    events = play(book, state, 0, PASS)
    assert state.over
    assert [event["event"] for event in events] == [
        "left", "discarded", "harvested", "harvested", "game_over",
    ]  # fmt: skip
    assert told(events, "discarded") == [
        {"event": "discarded", "seat": 0, "cards": pile("blue blue"), "from": "on_offer"}
    ]
    assert names(state.discard) == "stink blue blue soy chili chili"
    assert book.result(state).scores == (1, 1)


@pytest.mark.rule("D4", "B12")
def test_the_last_run_out_in_step_4_discards_the_open_offer() -> None:
    _, state, events = position(
        OLD, 2, step="draw", draw_pile="soy", discard="red", run_outs=2,
        extra={"on_offer": pile("blue blue")},
    )  # fmt: skip
    assert state.over
    assert [event["event"] for event in events] == ["drew", "run_out", "discarded", "game_over"]
    assert (names(state.hands[0]), names(state.discard)) == ("soy", "red blue blue")
    assert state.extra["on_offer"] == b""


@pytest.mark.rule("D4", "B11")
@pytest.mark.parametrize(("discard", "drawn"), [("red red", "soy red"), ("", "soy")])
def test_another_run_out_in_step_4(discard: str, drawn: str) -> None:
    book, state, _ = position(
        OLD, 2, step="draw", draw_pile="soy", discard=discard, run_outs=1,
        extra={"on_offer": pile("blue")},
    )  # fmt: skip
    assert names(state.hands[0]) == drawn
    assert (state.over, state.run_outs) == (False, 2)
    assert asked(book, state) == [(1, "use_offer")]  # the offer stays on the table


@pytest.mark.rule("D4", "B12")
def test_the_old_duel_ends_before_a_turn_with_nothing_left() -> None:
    _, state, _ = position(OLD, 2, step="before_plant", draw_pile="", fields={0: ["red red"]})
    assert state.over


@pytest.mark.rule("E4", "B12")
@pytest.mark.parametrize("pile_now", ["soy blue", "soy blue red"])
def test_the_new_duel_ends_at_once_when_the_pile_runs_out_in_step_2(pile_now: str) -> None:
    """Nothing is matched, planted or left any more; the cards on the table are discarded."""
    book, state, events = position(
        NEW, 2, step="turn_over", active=1, draw_pile=pile_now, discard="stink soy",
        fields={0: ["red red"], 1: ["soy", "blue blue blue blue"]}, hands={0: "red"},
    )  # fmt: skip
    assert state.over
    assert not asked(book, state)
    assert [event["event"] for event in events] == [
        "turned_over", "run_out", "discarded", *["harvested"] * 3, "game_over",
    ]  # fmt: skip
    assert told(events, "discarded")[0]["cards"] == pile(pile_now)
    assert [event["seat"] for event in told(events, "harvested")] == [1, 1, 0]
    assert names(state.discard) == f"stink soy {pile_now} soy blue blue blue red"
    assert book.result(state).scores == (1, 1)


@pytest.mark.rule("E4", "B12")
@pytest.mark.parametrize("pile_now", ["soy", "soy blue"])
def test_the_new_duel_ends_at_once_in_step_4(pile_now: str) -> None:
    _, state, events = position(
        NEW, 2, step="draw", draw_pile=pile_now, discard="stink soy",
        fields={1: ["green", "red red"]}, extra={"on_offer": pile("blue")},
    )  # fmt: skip
    assert state.over
    assert [event["event"] for event in events] == [
        "drew", "run_out", "discarded", "harvested", "harvested", "game_over",
    ]  # fmt: skip
    assert names(state.hands[0]) == pile_now
    assert fields_of(state, 1) == ["", "", ""]
    assert names(state.discard) == "stink soy blue green red"


@pytest.mark.rule("E4")
def test_one_card_more_and_it_goes_on() -> None:
    book, state, _ = position(NEW, 2, step="turn_over", draw_pile="soy blue red green stink chili")
    play(book, state, 0, PASS)
    assert not state.over
    assert names(state.draw_pile) == "chili"
