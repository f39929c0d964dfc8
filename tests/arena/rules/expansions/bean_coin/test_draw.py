"""What the bean coin is good for: cards in step 4 and a tie for the win (C4, C5)."""

import pytest

from arena.rules import catalogue
from tests.support.lawful import tables_with
from tests.support.scenario import names, position, told

COIN = "anniversary+bean_coin"
each_variant = pytest.mark.parametrize(
    "variant", [variant for variant, _ in tables_with("bean_coin", among=catalogue())]
)
PILE = "blue chili stink green soy"


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("active", "fields", "drawn"),
    [
        (3, ["red red", "soy"], 4),  # the holder
        (3, ["red", "soy"], 4),  # the holder always, with fields worth nothing too
        (3, [], 4),
        (0, ["red red", "soy"], 3),
        (0, ["blue blue blue", "soy soy"], 3),
        (0, ["blue blue blue", "soy"], 2),
        (0, ["garden", "chili chili"], 2),
        (0, [], 2),
    ],
)
@each_variant
def test_four_three_or_two_cards(variant: str, active: int, fields: list[str], drawn: int) -> None:
    game = position(
        variant, 4, step="draw", active=active, hands={active: "red"}, fields={active: fields},
        draw_pile=PILE,
    )  # fmt: skip
    assert names(game.hands[active]).split() == ["red", *PILE.split()[:drawn]]
    assert [len(event["cards"]) for event in told(game.told, "drew")] == [drawn]


@pytest.mark.rule("C4")
def test_three_fields_count_together_with_three_players() -> None:
    game = position(COIN, 3, step="draw", fields={0: ["blue", "red", "soy soy"]}, draw_pile=PILE)
    assert len(game.hands[0]) == 3


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    ("holder", "coins", "winners"),
    [
        (1, {0: "soy", 1: "soy", 3: "soy"}, (1,)),  # the holder, not who sits farthest
        (0, {0: "soy", 3: "soy"}, (0,)),
        (2, {0: "soy", 1: "soy", 3: "soy"}, (3,)),  # not among the tied: the usual tie-break
        (2, {1: "soy"}, (1,)),  # it scores nothing
        (2, {1: "soy soy", 2: "soy"}, (1,)),
    ],
)
@each_variant
def test_the_holder_wins_a_tie(
    variant: str, holder: int, coins: dict[int, str], winners: tuple[int, ...]
) -> None:
    game = position(
        variant, 4, step="draw", draw_pile="soy", run_outs=2, coins=coins,
        extra={"coin_holder": holder},
    )  # fmt: skip
    assert game.over
    result = game.result
    assert result.winners == winners
    assert result.scores == tuple(len(coins.get(seat, "").split()) for seat in range(4))
    assert result.places[winners[0]] == 1
