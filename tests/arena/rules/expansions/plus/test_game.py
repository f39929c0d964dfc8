"""Plus: decks, deal, fields, draws and the end, by players and options (P1, P2, P8)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.cards import FIRST_ORDER, NAMES, ORDERS
from tests.support.scenario import plant, position

COPIES = {
    "coffee": 24, "wax": 22, "blue": 20, "chili": 18, "stink": 16, "green": 14, "soy": 12,
    "black_eyed": 10, "red": 8, "garden": 6, "cocoa": 4, "field": 3,
}  # fmt: skip


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("variant", "players", "without", "cards"),
    [
        ("plus", 3, {"cocoa", "field"}, 150),  # the others are in `test_presets`
        ("plus+without_cocoa", 4, {"coffee", "cocoa"}, 129),
        ("plus+without_cocoa", 5, {"coffee", "cocoa"}, 129),
        ("plus+without_field_beans", 4, {"coffee", "field"}, 130),
        ("plus+without_field_beans", 5, {"coffee", "field"}, 130),
        ("plus+hand_harvest+open_retrade", 4, {"coffee"}, 133),
    ],
)
def test_the_deck(variant: str, players: int, without: set[str], cards: int) -> None:
    book = compile_rulebook(variant, players)
    assert book.tables.deck == {kind: n for kind, n in COPIES.items() if kind not in without}
    assert sum(book.tables.deck.values()) == cards
    field_beans = any("F2" in rule.cites for rule in book.rules)
    assert field_beans is ("field" not in without)


@pytest.mark.rule("P2", "B3", "B13")
def test_the_rest_is_as_in_rio_grande() -> None:
    """One field a kind, ties by the beans in hand: an order there is none."""
    game = position("plus", 4, hands={0: "soy"}, fields={0: ["soy", ""]})
    assert game.check(0, plant("soy", 1)) is not None
    game = position(
        "plus", 4, step="draw", active=3, draw_pile="soy", run_outs=2,
        hands={0: "red order_3_4", 1: "red red"}, coins={0: "soy", 1: "soy"},
    )  # fmt: skip
    assert game.result.winners == (1,)


@pytest.mark.rule("P8")
def test_the_39_orders() -> None:
    assert len(ORDERS) == len(set(ORDERS)) == 39
    assert set(ORDERS) == {(a, b) for a in range(9) for b in range(9) if 3 <= a + b <= 8}
    assert {(3, 4), (4, 0)} < set(ORDERS)  # both that the book shows
    assert NAMES[FIRST_ORDER:] == tuple(f"order_{a}_{b}" for a, b in ORDERS)


@pytest.mark.rule("P3")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_each_player_draws_one_behind_the_hand(players: int) -> None:
    book = compile_rulebook("plus", players)
    game = book.start(b"orders")
    for hand, dealt in zip(game.hands, book.tables.deal, strict=True):
        assert len(hand) == dealt + 1
        assert [card >= FIRST_ORDER for card in hand] == [False] * dealt + [True]
    drawn = [hand[-1] for hand in game.hands]
    assert sorted([*drawn, *game.extra["order_stack"]]) == list(
        range(FIRST_ORDER, FIRST_ORDER + 39)
    )


@pytest.mark.rule("P3")
def test_the_orders_are_shuffled() -> None:
    book = compile_rulebook("plus", 4)
    assert len({book.start(b"%d" % seed).hands[0][-1] for seed in range(10)}) > 1


@pytest.mark.rule("P3", "T5")
def test_what_others_see_of_it() -> None:
    book = compile_rulebook("plus", 4)
    game = book.start(b"orders")
    view = game.view(1)
    assert view["hands"][0] == 6
    assert view["order_stack"] == 35
