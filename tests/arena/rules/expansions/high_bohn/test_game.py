"""The frame of High Bohn: deck, fields, third field, run-outs and ties by count of players (HB)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.cards import KIND
from arena.rules.choices import BUY_FIELD, PASS
from tests.support.scenario import asked, fields_of, plant, play, told
from tests.support.town import town


@pytest.mark.rule("HB1", "B2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_cognac_joins_the_deck_that_is_dealt_five_each(players: int) -> None:
    book = compile_rulebook("high_bohn+cognac", players)
    deck = compile_rulebook("high_bohn", players).tables.deck | {"cognac": 22}
    game = book.start(b"deal")
    assert [len(hand) for hand in game.hands] == [5] * players
    cards = b"".join(game.hands) + game.draw_pile
    assert {name: cards.count(KIND[name]) for name in deck} == deck == book.tables.deck
    assert len(cards) == sum(deck.values())


@pytest.mark.rule("HB-mine-2", "B14")
def test_three_players_have_three_fields_and_buy_none() -> None:
    game = town(3, buildings={0: "mine_2"}, hands={0: "red"}, coins={0: "blue soy red green"})
    assert fields_of(game, 0) == ["", "", ""]
    assert BUY_FIELD not in game.choices(0)
    assert game.check(0, BUY_FIELD) == "buy_field is not possible here"


@pytest.mark.rule("HB8", "B12")
def test_stored_beans_do_not_keep_the_game_going() -> None:
    game = town(
        buildings={0: "store_4", 1: "bank_4"}, store={0: "soy red"}, step="set_aside", active=0,
        set_aside={0: "blue"}, draw_pile="", wants={1: {"before_plant"}}, hands={},
        fields={1: ["red red"]},
    )  # fmt: skip
    play(game, 0, plant("blue", 0))
    assert asked(game) == [(1, "window")]
    play(game, 1, PASS)
    assert asked(game) == [(1, "last_purchases")]
    events = play(game, 1, PASS)
    assert told(events, "game_over")[0]["scores"] == (4, 5, 0, 0)  # 4 store; 4 bank and a coin


@pytest.mark.rule("HB5", "B13")
@pytest.mark.parametrize(
    ("hands", "winners"), [({0: "red", 2: "red red"}, (2,)), ({0: "soy", 2: "red"}, (0, 2))]
)
def test_ties_go_to_the_most_cards_in_hand(hands: dict[int, str], winners: tuple[int, ...]) -> None:
    """Seat 0 has a coin and a building, seat 2 two coins; stored cards are in no hand."""
    game = town(
        buildings={0: "bank_1"}, store={0: "soy soy"}, coins={0: "soy", 2: "red red"}, hands=hands
    )
    assert game.result == ((2, 0, 2, 0), (1, 3, 1, 3), winners)
