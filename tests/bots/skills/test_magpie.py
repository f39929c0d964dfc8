"""The trader, and greedy, with magpies: they are kept, played and steal what is worth most."""

from typing import Any

import pytest

from arena.rules import catalogue, compile_rulebook, table_sizes
from tests.support.asked_bot import Asked
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from trader import TraderBot  # isort: skip

PASS = {"do": "pass"}
PLAY = {"do": "play_magpie", "card": "magpie"}
KEEP = {"do": "keep_magpie", "card": "magpie"}
VARIANT = "anniversary+magpie"
WITH_MAGPIES = [variant for variant in catalogue() if "magpie" in variant.split("+")]
DUELS = [variant for variant in WITH_MAGPIES if table_sizes(variant) == (2,)]
both = pytest.mark.parametrize("bot", [TraderBot, GreedyBot])


def field(kind: str | None, count: int, coins: int = 0) -> dict[str, Any]:
    return {"kind": kind, "count": count, "coins": coins}


def steal(seat: int, number: int, into: int) -> dict[str, Any]:
    return {"do": "steal", "seat": seat, "field": number, "into": into}


@both
def test_it_plays_a_magpie_that_must_go_rather_than_harvest(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("blue", 4), ("red", 5))
    asked.view["hand"] = ["magpie", "soy", "chili"]
    choices = [PLAY, {"do": "harvest", "field": 1}, {"do": "harvest", "field": 0}]
    assert asked.choose("plant", choices, card="magpie") == PLAY


def test_as_the_second_card_a_magpie_waits_until_there_is_something_to_take() -> None:
    asked = Asked(TraderBot(), VARIANT, 4)
    asked.fields(("blue", 5), ("garden", 2))
    asked.view["hand"] = ["magpie", "soy", "chili"]
    choices = [PASS, PLAY, {"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}]
    assert asked.choose("plant", choices, card="magpie") == PASS
    asked.view["fields"][1] = [field("garden", 2, 2), field("chili", 1)]
    asked.view["fields"][2] = [field("blue", 6, 2), field("soy", 2, 1)]
    assert asked.choose("plant", choices, card="magpie") == PLAY


@both
def test_a_magpie_that_is_set_aside_goes_to_the_hand(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("blue", 4), ("red", 3))
    asked.view["set_aside"][0] = ["magpie", "soy"]
    choices = [KEEP, {"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}]
    assert asked.choose("set_aside", choices) == KEEP


@pytest.mark.parametrize("variant", DUELS)
@both
def test_in_a_duel_it_does_not_leave_a_magpie_on_the_table(bot: type, variant: str) -> None:
    asked = Asked(bot(), variant, 2)
    asked.fields(("blue", 4), ("red", 3), (None, 0))
    asked.view["on_offer"] = ["magpie"]
    assert asked.choose("use_offer", [{"do": "discard", "card": "magpie"}, KEEP]) == KEEP
    asked.view.update(on_offer=[], turned_over=["magpie", "soy"])
    plant = {"do": "plant", "card": "soy", "field": 2}
    assert asked.choose("keep_or_leave", [PASS, plant, KEEP]) == KEEP


@both
def test_it_steals_the_bean_that_makes_a_coin(bot: type) -> None:
    asked = Asked(bot(), VARIANT, 4)
    asked.fields(("blue", 7), ("garden", 1))
    asked.view["fields"][1] = [field("blue", 2), field(None, 0)]
    asked.view["fields"][2] = [field("garden", 2, 2), field(None, 0)]
    choices = [PASS, steal(1, 0, 0), steal(2, 0, 1)]
    assert asked.choose("steal", choices) == steal(2, 0, 1)


def test_of_two_equal_beans_it_takes_that_which_hurts_most() -> None:
    asked = Asked(TraderBot(), VARIANT, 4)
    asked.fields(("blue", 3), ("soy", 1))
    asked.view["fields"][1] = [field("blue", 3), field(None, 0)]
    asked.view["fields"][2] = [field("blue", 10, 4), field(None, 0)]
    choices = [PASS, steal(1, 0, 0), steal(2, 0, 0)]
    assert asked.choose("steal", choices) == steal(2, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("variant", WITH_MAGPIES)
def test_traders_steal(variant: str) -> None:
    players = table_sizes(variant)[0]
    book = compile_rulebook(variant, players)
    stolen = 0
    for number in range(4):
        bots = [TraderBot() for _ in range(players)]
        stolen += play(book, bots, b"%d" % number, [1, 2, 3, 4][:players]).happened["event stole"]
    assert stolen > 4
