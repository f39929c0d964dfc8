"""Harvesting (B9) and the protection of single beans (B10)."""

import pytest

from arena.rules.choices import BUY_FIELD, HARVEST, Harvest
from tests.support.scenario import fields_of, names, plant, play, position

GAMES = [("classic", 4), ("rio_grande", 5), ("anniversary", 4)]
each_game = pytest.mark.parametrize(("variant", "players"), GAMES)


@pytest.mark.rule("B9")
@each_game
@pytest.mark.parametrize(
    ("cards", "coins"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 4), (9, 4)]
)
def test_stink_beans(variant: str, players: int, cards: int, coins: int) -> None:
    """Every rulebook's example of the beanometer."""
    field = " ".join(["stink"] * cards)
    book, state, _ = position(variant, players, hands={0: "blue"}, fields={0: [field]})
    events = play(book, state, 0, HARVEST[0])
    assert state.coins[0] == state.fields[0][0] + events[0]["coins"]
    assert names(state.coins[0]).split() == ["stink"] * coins
    assert names(state.discard).split() == ["stink"] * (cards - coins)
    assert fields_of(state, 0) == ["", ""]


@pytest.mark.rule("B9")
@pytest.mark.parametrize("field", [-1, 2])
def test_only_own_fields_are_harvested(field: int) -> None:
    book, state, _ = position("classic", 4, hands={0: "blue"}, fields={0: ["soy", "red red"]})
    assert book.check(state, 0, Harvest(field)) == "you have fields 0 to 1"


@pytest.mark.rule("B9")
@each_game
def test_three_chilis_are_one_coin_and_two_are_none(variant: str, players: int) -> None:
    """Mark's harvests (Rio Grande, examples 5 and 6), Keno's (25th, example 5)."""
    book, state, _ = position(
        variant, players, hands={0: "blue"}, fields={0: ["chili chili chili"]}, discard="red"
    )
    play(book, state, 0, HARVEST[0])
    assert names(state.coins[0]) == "chili"
    assert names(state.discard) == "red chili chili"
    book, state, _ = position(variant, players, hands={0: "blue"}, fields={0: ["chili chili"]})
    play(book, state, 0, HARVEST[0])
    assert names(state.coins[0]) == ""
    assert names(state.discard) == "chili chili"


@pytest.mark.rule("B9")
def test_three_green_beans_are_one_coin() -> None:
    """The 1997 book's example of a sale."""
    book, state, _ = position("classic", 3, hands={0: "blue"}, fields={0: ["green green green"]})
    play(book, state, 0, HARVEST[0])
    assert (names(state.coins[0]), names(state.discard)) == ("green", "green green")


@pytest.mark.rule("B9")
def test_a_whole_field_that_may_be_all_coins() -> None:
    book, state, _ = position(
        "rio_grande", 4, hands={0: "blue"}, fields={0: ["cocoa cocoa", "garden garden garden"]}
    )
    play(book, state, 0, HARVEST[0])
    play(book, state, 0, HARVEST[1])
    assert names(state.coins[0]) == "cocoa cocoa garden garden garden"
    assert state.discard == b""


@pytest.mark.rule("B9")
def test_coins_are_a_stack_with_the_last_on_top() -> None:
    book, state, _ = position(
        hands={0: "blue"}, fields={0: ["red red", "soy soy"]}, coins={0: "green"}
    )
    events = play(book, state, 0, HARVEST[1])
    events += play(book, state, 0, HARVEST[0])
    assert names(state.coins[0]) == "green soy red"
    assert [(e["event"], e["field"], names(e["cards"]), names(e["coins"])) for e in events] == [
        ("harvested", 1, "soy soy", "soy"),
        ("harvested", 0, "red red", "red"),
    ]
    assert all(names(book.view(state, seat)["coins"][0]) == "green soy red" for seat in range(3))


@pytest.mark.rule("B10")
@each_game
def test_a_single_bean_is_protected_while_another_field_has_more(
    variant: str, players: int
) -> None:
    book, state, _ = position(
        variant, players, hands={0: "green"}, fields={0: ["soy", "blue blue"]}
    )
    assert (
        book.check(state, 0, HARVEST[0])
        == "a field with one card is protected while another of yours has more (B10)"
    )
    assert book.choices(state, 0) == [HARVEST[1]]


@pytest.mark.rule("B10")
@each_game
def test_all_single_beans_leave_the_choice(variant: str, players: int) -> None:
    book, state, _ = position(variant, players, hands={0: "green"}, fields={0: ["soy", "blue"]})
    assert book.choices(state, 0) == [HARVEST[0], HARVEST[1]]
    play(book, state, 0, HARVEST[1])
    assert fields_of(state, 0) == ["soy", ""]
    assert names(state.discard) == "blue"
    assert state.coins[0] == b""


@pytest.mark.rule("B10")
@pytest.mark.parametrize("variant", ["classic+beginner_fields", "rio_grande", "anniversary"])
def test_empty_fields_do_not_matter(variant: str) -> None:
    book, state, _ = position(variant, 3, hands={0: "green"}, fields={0: ["soy", "", "blue"]})
    assert book.check(state, 0, HARVEST[0]) is None
    assert book.check(state, 0, HARVEST[2]) is None
    book, state, _ = position(variant, 3, hands={0: "green"}, fields={0: ["", "soy", ""]})
    assert book.check(state, 0, HARVEST[1]) is None


@pytest.mark.rule("B10")
def test_one_field_with_more_protects_all_single_ones() -> None:
    book, state, _ = position(hands={0: "red"}, fields={0: ["soy", "blue blue", "green"]})
    assert [book.check(state, 0, HARVEST[at]) is None for at in range(3)] == [False, True, False]
    play(book, state, 0, HARVEST[1])
    assert [book.check(state, 0, HARVEST[at]) is None for at in (0, 2)] == [True, True]


@pytest.mark.rule("B10")
def test_other_players_fields_protect_nothing() -> None:
    book, state, _ = position(hands={0: "red"}, fields={0: ["soy"], 1: ["blue blue"]})
    assert book.check(state, 0, HARVEST[0]) is None


@pytest.mark.rule("B10")
def test_a_bought_field_counts_like_the_others() -> None:
    book, state, _ = position(
        "classic", 4, hands={0: "red green"}, fields={0: ["soy", "blue"]}, coins={0: "red red red"}
    )
    play(book, state, 0, BUY_FIELD)
    play(book, state, 0, plant("red", 2))
    assert book.check(state, 0, HARVEST[2]) is None  # all have one
