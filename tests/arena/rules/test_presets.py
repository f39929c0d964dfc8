"""The numbers of every game for every count of players, and the deal."""

from typing import NamedTuple

import pytest

from arena.rules import PRESETS, compile_rulebook
from arena.rules.cards import NAMES
from tests.support.lawful import tables_with
from tests.support.scenario import asked
from tests.support.units import unit_of


class Row(NamedTuple):
    """A line of the reference's table of rulebooks."""

    variant: str
    players: int
    without: str  # kinds of COPIES that are out
    cards: int
    fields: int
    price: int | None
    deal: tuple[int, ...]
    draw: int
    last: int


EXTRA = "coffee wax brandy cocoa field"
NEW = "brandy field"
TABLE = [
    Row("classic", 3, EXTRA, 104, 2, 3, (5, 5, 5), 3, 3),
    Row("classic", 4, EXTRA, 104, 2, 3, (5, 5, 5, 5), 3, 3),
    Row("classic", 5, EXTRA, 104, 2, 3, (5, 5, 5, 5, 5), 3, 3),
    Row("classic+beginner_fields", 3, EXTRA, 104, 3, None, (5, 5, 5), 3, 3),
    Row("classic+cheap_third_field", 5, EXTRA, 104, 2, 2, (5, 5, 5, 5, 5), 3, 3),
    Row("rio_grande", 3, f"cocoa {NEW}", 150, 3, None, (5, 5, 5), 3, 2),
    Row("rio_grande", 4, f"coffee {NEW}", 130, 2, 3, (5, 5, 5, 5), 3, 3),
    Row("rio_grande", 5, f"coffee {NEW}", 130, 2, 3, (5, 5, 5, 5, 5), 3, 3),
    Row("rio_grande", 6, f"cocoa garden {NEW}", 144, 2, 2, (3, 4, 5, 6, 6, 6), 4, 3),
    Row("rio_grande", 7, f"cocoa garden {NEW}", 144, 2, 2, (3, 4, 5, 6, 6, 6, 6), 4, 3),
    Row("anniversary", 3, EXTRA, 104, 3, None, (5, 5, 5), 3, 3),
    Row("anniversary", 4, EXTRA, 104, 2, None, (5, 5, 5, 5), 3, 3),
    Row("anniversary", 5, EXTRA, 104, 2, None, (5, 5, 5, 5, 5), 3, 3),
    Row("high_bohn", 3, EXTRA, 104, 3, None, (5, 5, 5), 3, 3),
    Row("high_bohn", 4, EXTRA, 104, 2, 3, (5, 5, 5, 5), 3, 3),
    Row("high_bohn", 5, EXTRA, 104, 2, 3, (5, 5, 5, 5, 5), 3, 4),
    Row("plus", 3, f"cocoa {NEW}", 150, 3, None, (5, 5, 5), 3, 2),
    Row("plus", 4, "coffee brandy", 133, 2, 4, (5, 5, 5, 5), 3, 3),
    Row("plus", 5, "coffee brandy", 133, 2, 4, (5, 5, 5, 5, 5), 3, 3),
    Row("plus", 6, f"cocoa garden {NEW}", 144, 2, 3, (3, 4, 5, 6, 6, 6), 4, 3),
    Row("plus", 7, f"cocoa garden {NEW}", 144, 2, 3, (3, 4, 5, 6, 6, 6, 6), 4, 3),
    Row("rio_grande_duel", 2, NEW, 154, 2, 3, (5, 5), 2, 3),
    Row("anniversary_duel", 2, "garden wax cocoa field", 144, 3, None, (5, 5), 2, 1),
]
COPIES = {
    "coffee": 24, "wax": 22, "blue": 20, "chili": 18, "stink": 16, "green": 14,
    "soy": 12, "black_eyed": 10, "red": 8, "garden": 6, "cocoa": 4, "brandy": 22, "field": 3,
}  # fmt: skip
TRADING = [row for row in TABLE if tables_with("trade", players=row.players, among=[row.variant])]
every_game, every_trading_game = (
    pytest.mark.parametrize("row", rows, ids=lambda row: f"{row.variant}-{row.players}")
    for rows in (TABLE, TRADING)
)


def test_the_table_has_every_game_and_its_options_at_every_table() -> None:
    kept = {(row.variant, row.players) for row in TABLE}
    tables = {(preset.name, players) for preset in PRESETS for players in preset.players}
    assert tables - kept == set(), "write down what the book says of it"


@pytest.mark.rule("B2", "B3", "B8", "B12", "B14")
@every_game
def test_the_table(row: Row) -> None:
    tables = compile_rulebook(row.variant, row.players).tables
    assert tables.fields == row.fields
    assert tables.price == row.price
    assert tables.deal == row.deal
    assert tables.turn_over == (2 if row.players > 2 else 3)
    assert tables.draw == row.draw
    assert tables.last == row.last
    gone = row.without.split()
    assert tables.deck == {n: c for n, c in COPIES.items() if n not in gone}
    assert sum(tables.deck.values()) == row.cards


@pytest.mark.rule("B2")
@every_game
def test_the_deal(row: Row) -> None:
    book = compile_rulebook(row.variant, row.players)
    game = book.start(b"a deal")
    hands = [bytes(card for card in hand if card in book.kinds) for hand in game.hands]
    assert tuple(map(len, hands)) == row.deal
    assert len(game.draw_pile) == row.cards - sum(row.deal)
    dealt = b"".join(hands) + game.draw_pile
    assert {NAMES[k]: dealt.count(k) for k in set(dealt)} == book.tables.deck
    assert game.fields == [(b"",) * row.fields] * row.players
    assert game.coins == [b""] * row.players
    assert (game.discard, game.turned_over, game.run_outs) == (b"", b"", 0)
    assert [seat for seat, _ in asked(game)] == [0]  # the starting player


@pytest.mark.rule("B4", "B5", "B7", "B8", "T1", "T4")
@every_trading_game
def test_the_steps_of_a_turn_and_how_much_may_be_said_in_it(row: Row) -> None:
    """Those of an expansion come in between."""
    book = compile_rulebook(row.variant, row.players)
    assert book.negotiation == (5, 3, 2)  # rounds, offers a round, replies an answer
    own = [step.name for step in book.tables.turn if not unit_of(step)]
    steps = [name for name in own if not name.startswith("end")]
    assert steps == [
        "before_plant", "plant", "before_trade", "turn_over", "trade", "set_aside",
        "before_draw", "draw",
    ]  # fmt: skip
