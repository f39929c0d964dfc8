"""How a game ends (B12) and what counts then (B13)."""

import pytest

from arena.rules import PRESETS, compile_rulebook
from arena.rules.choices import PASS, Answer, Take, Trade
from tests.support.lawful import lawful_sets, tables_with
from tests.support.scenario import asked, names, pile, plant, play, position, terms, told


def with_last(*names: str) -> list[tuple[str, int, int]]:
    """Of each game with trades the tables at which these rules hold, and the last run-out."""
    tables = [
        table
        for preset in PRESETS
        for players in preset.players
        for table in tables_with("trade", *names, players=players, among=[preset.name])
    ]
    return [(*table, compile_rulebook(*table).tables.last) for table in tables]


GAMES = tables_with("trade", players=4)
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)
# Those that end without a question; in the others coins still buy something.
each_plain_ending = pytest.mark.parametrize(
    ("variant", "players"),
    [table for table in GAMES if not any(s.ask for s in compile_rulebook(*table).tables.ending)],
)


@pytest.mark.rule("B12")
@pytest.mark.parametrize(("variant", "players", "last"), with_last("end"))
@pytest.mark.parametrize("pile_now", ["green soy", "green"])
def test_in_step_2_steps_2_and_3_are_finished_even_with_one_card(
    variant: str, players: int, last: int, pile_now: str
) -> None:
    game = position(
        variant, players, step="turn_over", active=1, hands={2: "blue", 1: "stink"},
        draw_pile=pile_now, discard="red red red", run_outs=last - 1, wants={2: {"bids"}},
    )  # fmt: skip
    events = game.told
    assert told(events, "run_out") == [{"event": "run_out", "run_outs": last, "shuffled": 0}]
    assert names(game.turned_over) == pile_now
    play(game, 2, Answer(offers=(terms("hand 0 blue", "stink"),)))
    play(game, 1, Trade(take=(Take(1),)))
    play(game, 1, PASS)
    for kind in pile_now.split():
        at = game.fields[1].index(b"")
        play(game, 1, plant(kind, at))
    assert asked(game) == [(1, "set_aside")]
    play(game, 1, game.choices(1)[0])
    if asked(game) == [(1, "set_aside")]:  # two fields only: one was harvested first
        play(game, 1, game.choices(1)[0])
    assert asked(game) == [(2, "set_aside")]
    events = play(game, 2, plant("stink", 0))
    assert game.over
    assert not told(events, "drew")
    assert game.turn == 1


@pytest.mark.rule("B12")
@pytest.mark.parametrize(
    ("variant", "players"), tables_with("end_at_once", "trade", among=lawful_sets())
)
@pytest.mark.parametrize("pile_now", ["green soy", "green"])
def test_classic_ends_at_once_in_step_2_too(variant: str, players: int, pile_now: str) -> None:
    game = position(
        variant, players, step="turn_over", active=1, hands={1: "soy"}, fields={1: ["soy soy"]},
        draw_pile=pile_now, discard="red", run_outs=2, wants={2: {"bids"}},
    )  # fmt: skip
    assert game.over
    assert told(game.told, "discarded") == [
        {"event": "discarded", "seat": 1, "cards": pile(pile_now), "from": "turned_over"}
    ]
    assert names(game.discard) == f"red {pile_now} soy"
    assert names(game.coins[1]) == "soy"
    assert game.turned_over == b""


@pytest.mark.rule("B12")
@pytest.mark.parametrize(("variant", "players", "last"), with_last("draw"))
def test_in_step_4_the_game_ends_at_once(variant: str, players: int, last: int) -> None:
    game = position(
        variant, players, step="draw", active=1, hands={2: "blue"}, draw_pile="green soy",
        discard="red red red", run_outs=last - 1, fields={2: ["red"]},
        wants={2: {"before_plant", "before_draw"}},
    )  # fmt: skip
    assert game.over
    assert not asked(game)
    assert names(game.hands[1]) == "green soy"
    assert [event["event"] for event in game.told] == ["drew", "run_out", "harvested", "game_over"]
    assert game.run_outs == last


@pytest.mark.rule("B12")
@each_plain_ending
def test_the_game_ends_before_a_turn_with_nothing_left_to_draw_or_play(
    variant: str, players: int
) -> None:
    game = position(
        variant, players, step="before_plant", active=3, draw_pile="",
        fields={3: ["red red", "blue"]}, coins={1: "soy"},
    )  # fmt: skip
    assert game.over
    assert game.result.scores == (0, 1, 0, 1)
    assert game.turn == 1


@pytest.mark.rule("B12")
@pytest.mark.parametrize("left", [{"draw_pile": "soy"}, {"discard": "soy"}, {"hands": {2: "soy"}}])
def test_it_goes_on_while_anything_is_left(left: dict[str, object]) -> None:
    game = position(
        "anniversary",
        4,
        step="before_plant",
        **{"draw_pile": "", **left},  # type: ignore[arg-type]
    )
    assert not game.over
    assert asked(game) == [(0, "trade")]


@pytest.mark.rule("B12", "T4")
def test_a_harvest_in_the_window_before_the_turn_keeps_the_game_going() -> None:
    """Whether anything is left is looked at after that window."""
    game = position(
        "anniversary", 4, step="before_plant", draw_pile="", fields={2: ["blue blue"]},
        wants={2: {"before_plant"}},
    )  # fmt: skip
    assert asked(game) == [(2, "window")]
    play(game, 2, game.choices(2)[1])
    assert not game.over
    assert names(game.discard + game.turned_over + game.draw_pile) == "blue blue"


@pytest.mark.rule("B13")
@each_plain_ending
def test_all_fields_are_harvested_single_beans_too_active_player_first(
    variant: str, players: int
) -> None:
    game = position(
        variant, players, step="draw", active=2, draw_pile="soy", run_outs=2,
        fields={0: ["blue", "soy soy"], 2: ["red red", "garden"], 3: ["green", ""]},
    )  # fmt: skip
    assert [(e["seat"], e["field"]) for e in told(game.told, "harvested")] == [
        (2, 0), (2, 1), (3, 0), (0, 0), (0, 1),
    ]  # fmt: skip
    assert all(not any(fields) for fields in game.fields)
    assert names(game.discard) == "red garden green blue soy"
    assert game.result.scores == (1, 0, 1, 0)
    assert game.told[-1]["event"] == "game_over"
    assert game.told[-1]["scores"] == (1, 0, 1, 0)
