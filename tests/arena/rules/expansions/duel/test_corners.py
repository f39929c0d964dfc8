"""Corners of the duels: an empty pile, an empty hand, magpies that become the only card."""

import pytest

from arena.rules.cards import KIND
from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.duel.steps import Discard, DiscardFromHand
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie, Steal
from tests.support.scenario import asked, fields_of, names, pile, plant, play, position, told

OLD, NEW = "rio_grande_duel", "anniversary_duel"
each_duel = pytest.mark.parametrize("variant", [OLD, NEW])
PLAY, KEEP = PlayMagpie(), KeepMagpie()
PILE = "blue green stink chili wax"


@pytest.mark.rule("D3", "D4")
def test_a_pile_shuffled_late_that_runs_out_last_leaves_nothing_to_match() -> None:
    game = position(
        OLD, 2, step="turn_over", draw_pile="", discard="soy", run_outs=2, fields={1: ["soy soy"]}
    )
    assert told(game.told, "run_out") == [{"event": "run_out", "run_outs": 3, "shuffled": 0}]
    assert not told(game.told, "matched")
    play(game, 0, PASS)
    assert game.over
    assert names(game.discard) == "soy soy"  # the offer, then one of the harvest
    assert game.result.scores == (0, 1)


@pytest.mark.rule("D3", "B14", "B3")
def test_a_field_bought_in_step_3_takes_a_card_turned_over() -> None:
    game = position(
        OLD, 2, step="turn_over", draw_pile=f"red soy {PILE}", fields={0: ["wax wax", "chili"]},
        coins={0: "blue green soy"},
    )  # fmt: skip
    assert plant("red", 2) not in game.choices(0)
    play(game, 0, game.choices(0)[-1])
    assert names(game.discard) == "soy green blue"  # matched no more
    play(game, 0, plant("red", 2))
    play(game, 0, PASS)
    assert fields_of(game, 0) == ["wax wax", "chili", "red"]
    assert names(game.extra["on_offer"]) == "soy blue"


@pytest.mark.rule("E0", "E1", "M2", "M3")
@pytest.mark.parametrize("spared", [False, True])
def test_a_magpie_taken_from_the_offer_is_the_only_card_of_step_1(spared: bool) -> None:
    """With an empty hand it becomes the first card: played, or the spare card that steals not."""
    game = position(
        f"{NEW}+magpie", 2, step="use_offer", extra={"on_offer": pile("magpie")},
        fields={0: ["soy"], 1: ["soy soy"]}, draw_pile=PILE,
    )  # fmt: skip
    play(game, 0, KEEP)
    assert (asked(game), names(game.hands[0])) == ([(0, "plant")], "magpie")
    assert game.check(0, PASS) == "the first card of the hand must be planted (B4)"
    if spared:
        play(game, 0, DiscardFromHand(KIND["magpie"], 0))
    else:
        play(game, 0, PLAY)
        play(game, 0, Steal(1, 0, 0))
    assert asked(game) == [(0, "keep_or_leave")]
    assert fields_of(game, 0)[0] == ("soy" if spared else "soy soy")
    assert names(game.discard) == "magpie"


@pytest.mark.rule("D1", "D2", "M2", "M3")
def test_in_the_old_duel_it_must_be_played_and_nothing_can_be_spared() -> None:
    game = position(
        f"{OLD}+magpie", 2, step="use_offer", extra={"on_offer": pile("magpie soy")},
        fields={0: ["wax"], 1: ["red red"]}, draw_pile=PILE,
    )  # fmt: skip
    play(game, 0, Discard(KIND["soy"]))
    play(game, 0, KEEP)
    assert game.check(0, DiscardFromHand(KIND["magpie"], 0)) is not None
    play(game, 0, PLAY)
    assert asked(game) == [(0, "keep_or_leave")]  # no bean to steal, no card to spare
    assert names(game.discard) == "soy magpie"


@pytest.mark.rule("M2", "B10")
@each_duel
def test_the_theft_may_leave_its_victim_single_beans_that_can_be_harvested(variant: str) -> None:
    """The last bean of a field goes, and one that was protected is free."""
    game = position(
        f"{variant}+magpie", 2, hands={0: "magpie red", 1: "stink"},
        fields={0: ["soy soy"], 1: ["soy soy", "blue"]}, draw_pile="chili chili green wax wax wax",
    )  # fmt: skip
    play(game, 0, PLAY)
    play(game, 0, Steal(1, 0, 0))
    while game.active == 0:
        play(game, 0, PASS if PASS in game.choices(0) else plant("red", 1))
    while asked(game) == [(1, "use_offer")]:
        kind = game.extra["on_offer"][0]
        play(game, 1, Discard(kind))
    assert fields_of(game, 1)[:2] == ["soy", "blue"]
    play(game, 1, HARVEST[1])
    assert fields_of(game, 1)[:2] == ["soy", ""]


@pytest.mark.rule("E4", "M3", "B12")
def test_magpies_turned_over_at_the_end_of_the_new_duel_are_discarded() -> None:
    game = position(
        f"{NEW}+magpie", 2, step="turn_over", draw_pile="magpie soy", discard="magpie",
        hands={0: "magpie"}, fields={0: ["soy"], 1: ["soy"]},
    )  # fmt: skip
    assert game.over
    assert not told(game.told, "matched", "kept", "stole")
    assert names(game.hands[0]) == "magpie"
    assert names(game.discard) == "magpie magpie soy soy soy"


@pytest.mark.rule("E2", "E3")
def test_matched_cards_join_their_kind_and_go_with_it() -> None:
    game = position(
        NEW, 2, step="turn_over", draw_pile="soy blue red chili stink green",
        discard="red soy soy", fields={0: ["", "blue"]},
    )  # fmt: skip
    assert names(game.turned_over) == "soy blue red soy soy red"
    play(game, 0, plant("soy", 0))
    assert fields_of(game, 0)[0] == "soy soy soy"
    play(game, 0, HARVEST[0])
    assert names(game.turned_over) == "blue red red"  # what is discarded now matches no more
    play(game, 0, PASS)
    assert names(game.extra["on_offer"]) == "blue red red"
