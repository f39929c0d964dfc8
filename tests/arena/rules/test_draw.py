"""Turning over (B5), drawing (B8), run-outs and reshuffles (B11), the last run-out (B12)."""

import pytest

from arena.rules.cards import KIND
from arena.rules.chance import shuffled
from arena.rules.steps.draw import draw
from tests.support.lawful import tables_with
from tests.support.scenario import asked, names, pile, position, told


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
    assert [event["event"] for event in game.told] == ["drew", "turn"]


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


@pytest.mark.rule("B11")
def test_each_reshuffle_is_a_new_one() -> None:
    """The deal is shuffle 0; the same cards come in another order at every run-out."""
    discard = pile("soy blue red green chili stink garden black_eyed soy blue red green")
    game = position(hands={0: "soy"})
    orders = set()
    for _ in range(3):
        game.draw_pile, game.discard, game.run_outs = pile("soy"), discard, 0
        draw(game, 1, {"event": "drew", "seat": 0})
        orders.add(game.draw_pile)
    assert len(orders) == 3
