"""Ties: equal coins share the place in every edition; each book has its own winner."""

import pytest

from arena.rules import compile_rulebook
from tests.support.lawful import tables_with
from tests.support.scenario import position

THREE = "soy soy soy"
TABLES = tables_with("trade", players=4)
# By the book that a game takes its winner from.
BOOKS = {
    book: [
        table
        for table in TABLES
        if (book, "ties") in {(rule.cites, rule.name) for rule in compile_rulebook(*table).rules}
    ]
    for book in ("classic", "rio_grande", "anniversary")
}


@pytest.mark.rule("B13")
def test_every_game_takes_its_winner_from_one_of_these_books() -> None:
    assert sorted(TABLES) == sorted(table for tables in BOOKS.values() for table in tables)


@pytest.mark.rule("B13")
@pytest.mark.parametrize(("variant", "players"), BOOKS["classic"])
def test_classic_shares_the_win(variant: str, players: int) -> None:
    game = position(
        variant, players, step="draw", draw_pile="soy", run_outs=2,
        coins={0: THREE, 1: "soy", 3: THREE}, hands={3: "red red"},
    )  # fmt: skip
    assert game.result == ((3, 1, 0, 3), (1, 3, 4, 1), (0, 3))


@pytest.mark.rule("B13")
@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ({0: "red", 2: "red red red"}, (2,)),
        ({0: "red red", 2: "red", 1: "blue blue blue"}, (0,)),  # hands of the others: no matter
        ({0: "red red", 2: "blue soy"}, (0, 2)),  # then shared
        ({}, (0, 2)),
    ],
)
@pytest.mark.parametrize(("variant", "players"), BOOKS["rio_grande"])
def test_rio_grande_looks_at_the_cards_in_hand(
    variant: str, players: int, hands: dict[int, str], winners: tuple[int, ...]
) -> None:
    game = position(
        variant, players, step="draw", active=3, draw_pile="soy", run_outs=2,
        coins={0: THREE, 1: "soy", 2: THREE}, hands=hands,
    )  # fmt: skip
    assert game.result == ((3, 1, 3, 0), (1, 3, 1, 4), winners)


@pytest.mark.rule("B13")
@pytest.mark.parametrize(
    ("coins", "winners"),
    [
        ({0: THREE, 1: THREE}, (1,)),
        ({0: THREE, 1: THREE, 3: THREE}, (3,)),
        ({1: THREE, 2: THREE, 3: "soy"}, (2,)),
        ({}, (3,)),
        ({0: THREE}, (0,)),
    ],
)
@pytest.mark.parametrize("active", [0, 2])
@pytest.mark.parametrize(("variant", "players"), BOOKS["anniversary"])
def test_the_anniversary_prefers_who_sits_farthest_from_the_starting_player(
    variant: str, players: int, coins: dict[int, str], winners: tuple[int, ...], active: int
) -> None:
    """Seat 0 starts, no matter who has the last turn."""
    game = position(
        variant, players, step="draw", active=active, draw_pile="soy", run_outs=2, coins=coins
    )
    assert game.result.winners == winners
