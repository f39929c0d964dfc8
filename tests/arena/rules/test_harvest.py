"""Harvesting (B9) and the protection of single beans (B10)."""

import pytest

from arena.rules.choices import HARVEST
from arena.rules.free_choices.harvest import worth
from arena.rules.state import replaced
from tests.support.lawful import each_once, tables_with
from tests.support.scenario import book_of, fields_of, names, pile, play, position

GAMES = tables_with("plant", "trade", players=4)
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)


@pytest.mark.rule("B9")
@each_game
@pytest.mark.parametrize(
    ("cards", "coins"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 4), (9, 4)]
)
def test_stink_beans(variant: str, players: int, cards: int, coins: int) -> None:
    """Every rulebook's example of the beanometer."""
    field = " ".join(["stink"] * cards)
    game = position(variant, players, hands={0: "blue"}, fields={0: [field]})
    events = play(game, 0, HARVEST[0])
    assert game.coins[0] == game.fields[0][0] + events[0]["coins"]
    assert names(game.coins[0]).split() == ["stink"] * coins
    assert names(game.discard).split() == ["stink"] * (cards - coins)
    assert fields_of(game, 0) == ["", ""]


@pytest.mark.rule("B9")
def test_a_harvest_earns_no_more_coins_than_it_has_cards() -> None:
    """Each coin is a card of the harvest, whatever expansions do to `HARVEST_COINS`."""
    for variant, players in each_once():
        game = position(variant, players)
        for kind, copies in book_of(game).tables.deck.items():
            for count in range(1, copies + 1):
                game.fields[0] = replaced(game.fields[0], 0, pile([kind] * count))
                assert 0 <= worth(game, 0, 0) <= count, f"{variant}: {count} {kind} earn too much"


@pytest.mark.rule("B9")
def test_coins_are_a_stack_with_the_last_on_top() -> None:
    game = position(hands={0: "blue"}, fields={0: ["red red", "soy soy"]}, coins={0: "green"})
    events = play(game, 0, HARVEST[1])
    events += play(game, 0, HARVEST[0])
    assert names(game.coins[0]) == "green soy red"
    assert [(e["event"], e["field"], names(e["cards"]), names(e["coins"])) for e in events] == [
        ("harvested", 1, "soy soy", "soy"),
        ("harvested", 0, "red red", "red"),
    ]
    assert all(names(game.view(seat)["coins"][0]) == "green soy red" for seat in range(3))


@pytest.mark.rule("B10")
@each_game
def test_a_single_bean_is_protected_while_another_field_has_more(
    variant: str, players: int
) -> None:
    game = position(variant, players, hands={0: "green"}, fields={0: ["soy", "blue blue"]})
    assert (
        game.check(0, HARVEST[0])
        == "a field with one card is protected while another of yours has more (B10)"
    )
    assert game.choices(0) == [HARVEST[1]]


@pytest.mark.rule("B10")
@each_game
def test_all_single_beans_leave_the_choice(variant: str, players: int) -> None:
    game = position(variant, players, hands={0: "green"}, fields={0: ["soy", "blue"]})
    assert game.choices(0) == [HARVEST[0], HARVEST[1]]
    play(game, 0, HARVEST[1])
    assert fields_of(game, 0) == ["soy", ""]
    assert names(game.discard) == "blue"
    assert game.coins[0] == b""


@pytest.mark.rule("B10")
def test_empty_fields_do_not_matter() -> None:
    game = position(hands={0: "green"}, fields={0: ["soy", "", "blue"]})
    assert game.check(0, HARVEST[0]) is None
    assert game.check(0, HARVEST[2]) is None
    game = position(hands={0: "green"}, fields={0: ["", "soy", ""]})
    assert game.check(0, HARVEST[1]) is None


@pytest.mark.rule("B10")
def test_one_field_with_more_protects_all_single_ones() -> None:
    game = position(hands={0: "red"}, fields={0: ["soy", "blue blue", "green"]})
    assert [game.check(0, HARVEST[at]) is None for at in range(3)] == [False, True, False]
    play(game, 0, HARVEST[1])
    assert [game.check(0, HARVEST[at]) is None for at in (0, 2)] == [True, True]
