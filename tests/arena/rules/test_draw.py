"""Turning over (B5), drawing (B8), run-outs and reshuffles (B11), the last run-out (B12)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.chance import shuffled
from arena.rules.choices import PASS
from arena.rules.events import Event
from tests.support.lawful import tables_with
from tests.support.scenario import asked, names, pile, position, told

CARDS = ("turned_over", "drew", "run_out", "shuffled")


def account(events: list[Event]) -> list[tuple[object, ...]]:
    """What was drawn and shuffled, as short tuples."""
    return [
        tuple(names(v) if isinstance(v, bytes) else v for k, v in event.items() if k != "seat")
        for event in told(events, *CARDS)
    ]


@pytest.mark.rule("B5")
@pytest.mark.parametrize(("variant", "players"), tables_with("turn_over", "trade"))
def test_two_cards_are_turned_over_and_belong_to_the_active_player(
    variant: str, players: int
) -> None:
    game = position(variant, players, step="turn_over", active=1, draw_pile="soy blue red green")
    assert told(game.told, "turned_over") == [
        {"event": "turned_over", "seat": 1, "cards": pile("soy blue")}
    ]
    assert names(game.turned_over) == "soy blue"
    assert asked(game) == [(1, "trade")]


@pytest.mark.rule("B1", "B8")
def test_drawn_cards_go_behind_the_last_in_the_order_drawn() -> None:
    game = position(step="draw", hands={0: "red red", 1: "soy"}, draw_pile="green soy blue chili")
    assert names(game.hands[0]) == "red red green soy blue"
    assert names(game.draw_pile) == "chili"
    assert account(game.told) == [("drew", "green soy blue")]


@pytest.mark.rule("B11")
def test_turned_over_cards_are_not_shuffled_in() -> None:
    game = position(step="turn_over", draw_pile="green soy", discard="red")
    assert names(game.turned_over) == "green soy"
    assert names(game.draw_pile) == "red"


@pytest.mark.rule("B5", "B11")
def test_with_nothing_to_turn_over_step_2_goes_on_with_none() -> None:
    game = position(step="turn_over", hands={0: "soy"}, draw_pile="")
    assert account(game.told) == []
    assert game.run_outs == 0
    assert asked(game) == [(0, "trade")]
    game.play(0, PASS)
    assert game.active == 1


@pytest.mark.rule("B11")
def test_a_shuffle_depends_on_the_cards_the_seed_and_its_number_alone() -> None:
    cards = pile("soy blue red soy green chili stink garden garden blue")
    once = shuffled(cards, b"seed", 1)
    assert sorted(once) == sorted(cards)
    assert shuffled(cards[::-1], b"seed", 1) == once
    assert shuffled(cards, b"seed", 2) != once
    assert shuffled(cards, b"other", 1) != once


@pytest.mark.rule("B2", "B11")
def test_a_shuffle_prefers_no_kind() -> None:
    """Over many seeds a red card of two kinds, one of them twice as many, lies on top a third."""
    cards = pile("soy soy red")
    on_top = sum(shuffled(cards, b"%d" % seed, 0)[-1] == KIND["red"] for seed in range(3000))
    assert 900 < on_top < 1100
