"""The bean coin where it meets other steps: step 3, the end, an empty hand, a magpie (C2–C5)."""

import pytest

from arena.rules.choices import HARVEST, PASS
from arena.rules.expansions.bean_coin import ClaimCoin, Resist
from arena.rules.expansions.magpie import KeepMagpie, PlayMagpie, Steal
from tests.support.scenario import asked, fields_of, names, plant, play, position

COIN = "anniversary+bean_coin"
CLAIM, RESIST = ClaimCoin(), Resist()
FIVE = ["red red red red red", "soy soy"]


@pytest.mark.rule("C3", "B7")
def test_the_card_shown_comes_before_what_was_set_aside() -> None:
    game = position(
        COIN, 4, step="set_aside", active=1, set_aside={1: "red soy", 2: "stink"},
        fields={1: FIVE}, hands={3: "red", 0: "green"},
    )  # fmt: skip
    play(game, 1, CLAIM)
    play(game, 3, RESIST)
    assert asked(game) == [(1, "plant_coin_card")]
    assert game.check(1, plant("soy", 1)) == "that card is not due"
    play(game, 1, plant("red", 0))
    assert asked(game) == [(1, "set_aside")]
    assert names(game.set_aside[1]) == "red soy"
    play(game, 1, plant("red", 0))
    play(game, 1, plant("soy", 1))
    assert asked(game) == [(2, "set_aside")]
    assert game.check(2, CLAIM) == "you may claim the coin on your own turn only (C2)"


@pytest.mark.rule("C3", "C4")
@pytest.mark.parametrize(("shown", "holder", "drawn"), [("blue", 3, 2), ("stink", 0, 4)])
def test_a_harvest_forced_by_the_claim_may_leave_fields_worth_nothing(
    shown: str, holder: int, drawn: int
) -> None:
    """A claim that fails may cost the third card of step 4; the new holder always draws four."""
    game = position(
        COIN, 4, step="turn_over", hands={3: shown}, fields={0: FIVE},
        draw_pile="chili green soy soy soy soy soy",
    )  # fmt: skip
    play(game, 0, CLAIM)
    play(game, 3, RESIST)
    play(game, 0, HARVEST[0])
    play(game, 0, HARVEST[1])
    play(game, 0, plant(shown, 0))
    assert game.extra["coin_holder"] == holder
    play(game, 0, PASS)
    play(game, 0, plant("chili", 1))
    play(game, 0, HARVEST[1])
    play(game, 0, plant("green", 1))
    assert names(game.hands[0]).split() == ["soy"] * drawn


@pytest.mark.rule("C2", "C5", "B12")
def test_a_claim_in_the_very_last_step_3_wins_the_tie() -> None:
    """The last run-out came in step 2; nothing is drawn any more, but the coin still changes."""
    game = position(
        COIN, 4, step="turn_over", draw_pile="red", run_outs=2, fields={0: FIVE},
        coins={3: "blue " * 5},
    )  # fmt: skip
    play(game, 0, PASS)
    assert asked(game) == [(0, "set_aside")]
    play(game, 0, CLAIM)  # the holder has no cards
    play(game, 0, plant("red", 0))
    assert game.over
    assert game.result == ((5, 0, 0, 5), (1, 3, 3, 1), (0,))


@pytest.mark.rule("C3", "M2", "M3")
def test_a_magpie_shown_before_step_1_is_played_in_it_as_the_only_card() -> None:
    """Claimed with an empty hand in the window; the magpie becomes the first card."""
    game = position(
        f"{COIN}+magpie", 4, step="before_plant", wants={0: {"before_plant"}},
        hands={3: "magpie"}, fields={0: FIVE, 1: ["soy"], 2: ["red red"]},
    )  # fmt: skip
    play(game, 0, CLAIM)
    play(game, 3, RESIST)
    assert asked(game) == [(0, "plant_coin_card")]
    play(game, 0, KeepMagpie())
    assert (asked(game), names(game.hands[0])) == ([(0, "window")], "magpie")
    assert game.extra["coin_holder"] == 0
    play(game, 0, PASS)
    assert [choice for choice in game.choices(0) if choice.do != "harvest"] == [PlayMagpie()]
    play(game, 0, PlayMagpie())
    play(game, 0, Steal(1, 0, 1))
    play(game, 0, Steal(2, 0, 0))
    assert fields_of(game, 0) == ["red red red red red red", "soy soy soy"]
    assert asked(game) == [(0, "trade")]


@pytest.mark.rule("C2", "M2")
def test_a_stolen_bean_may_make_the_claim_possible() -> None:
    game = position(
        f"{COIN}+magpie", 5, hands={0: "magpie green"},
        fields={0: ["red red red red red", "soy"], 2: ["soy"]},
    )  # fmt: skip
    assert CLAIM not in game.choices(0)
    play(game, 0, PlayMagpie())
    assert CLAIM not in game.choices(0)  # no one acts between magpie and theft
    play(game, 0, Steal(2, 0, 1))
    assert CLAIM in game.choices(0)


@pytest.mark.rule("C2", "M2")
def test_a_theft_from_the_claimant_comes_too_late_or_too_early() -> None:
    """The coin once passed stays; the fields are looked at when it is claimed."""
    game = position(
        f"{COIN}+magpie", 4, step="before_draw", hands={1: "magpie"}, wants={0: {"before_draw"}},
        fields={0: FIVE, 1: ["soy", "red"]}, draw_pile="blue " * 9,
    )  # fmt: skip
    play(game, 0, CLAIM)
    play(game, 0, PASS)
    assert asked(game) == [(1, "plant")]
    play(game, 1, PlayMagpie())
    play(game, 1, Steal(0, 1, 0))
    assert fields_of(game, 0) == ["red red red red red", "soy"]
    assert game.extra["coin_holder"] == 0
