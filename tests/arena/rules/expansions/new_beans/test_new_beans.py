"""Three new beans: decks, everybody draws one, the end (N1–N3); the field beans' turn (F1)."""

import pytest

from arena.rules import compile_rulebook
from arena.rules.choices import BUY_FIELD, HARVEST
from tests.support.scenario import asked, names, play, position, told

NEW = "anniversary+new_beans"
FIELD = "anniversary+field_beans"
BASE = {
    "blue": 20, "chili": 18, "stink": 16, "green": 14, "soy": 12, "black_eyed": 10, "red": 8,
    "garden": 6,
}  # fmt: skip
ADDED = {"brandy": 22, "coffee": 24, "cocoa": 4}


@pytest.mark.rule("N1")
@pytest.mark.parametrize(
    ("players", "without", "cards"),
    [
        (3, {"cocoa"}, 150),
        (4, {"coffee"}, 130),
        (5, {"coffee"}, 130),
        (6, {"cocoa", "garden"}, 144),
        (7, {"cocoa", "garden"}, 144),
    ],
)
def test_the_deck(players: int, without: set[str], cards: int) -> None:
    deck = compile_rulebook(NEW, players).tables.deck
    assert deck == {kind: n for kind, n in (BASE | ADDED).items() if kind not in without}
    assert sum(deck.values()) == cards


@pytest.mark.rule("N1", "N3")
@pytest.mark.parametrize(
    ("players", "fields", "last"), [(3, 3, 2), (4, 2, 3), (5, 2, 3), (6, 2, 3), (7, 2, 3)]
)
def test_fields_deal_and_last_run_out(players: int, fields: int, last: int) -> None:
    book = compile_rulebook(NEW, players)
    game = book.start(b"deal")
    assert [len(hand) for hand in game.hands] == [5] * players
    assert game.fields == [(b"",) * fields] * players
    assert (book.tables.last, book.tables.price) == (last, None)
    assert BUY_FIELD not in game.choices(0)


@pytest.mark.rule("F1")
@pytest.mark.parametrize("players", [4, 5])
def test_field_beans_join_the_base_deck_with_the_brandy(players: int) -> None:
    book = compile_rulebook(FIELD, players)
    assert book.tables.deck == BASE | {"brandy": 22, "field": 3}
    assert book.tables.last == 3
    assert book.start(b"deal").fields == [(b"", b"")] * players


@pytest.mark.rule("N1")
@pytest.mark.parametrize(
    ("players", "kind", "coins"),
    [
        (4, "cocoa", [0, 0, 1, 3, 4]),  # the German print: two pay one, three pay three
        (4, "brandy", [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4]),
        (3, "coffee", [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4]),
    ],
)
def test_what_the_new_beans_earn(players: int, kind: str, coins: list[int]) -> None:
    for count, earned in enumerate(coins):
        if count:
            field = " ".join([kind] * count)
            game = position(NEW, players, hands={0: "blue"}, fields={0: [field]})
            play(game, 0, HARVEST[0])
            assert names(game.coins[0]).split() == [kind] * earned


@pytest.mark.rule("N2", "F1")
@pytest.mark.parametrize(
    ("variant", "players", "active", "order"),
    [
        (NEW, 3, 1, [1, 2, 0]),
        (NEW, 7, 5, [5, 6, 0, 1, 2, 3, 4]),
        (FIELD, 4, 2, [2, 3, 0, 1]),
        (FIELD, 5, 0, [0, 1, 2, 3, 4]),
        ("anniversary+new_beans+magpie", 4, 3, [3, 0, 1, 2]),
    ],
)
def test_everybody_draws_one_the_active_player_first(
    variant: str, players: int, active: int, order: list[int]
) -> None:
    pile_now = ["blue", "chili", "stink", "green", "soy", "black_eyed", "red", "blue"]
    game = position(
        variant, players, step="draw_round", active=active, draw_pile=" ".join(pile_now),
        hands=dict.fromkeys(range(players), "brandy"),
    )  # fmt: skip
    assert [(e["seat"], names(e["cards"])) for e in told(game.told, "drew")] == list(
        zip(order, pile_now[:players], strict=True)
    )
    for seat, drawn in zip(order, pile_now, strict=False):
        assert names(game.hands[seat]) == f"brandy {drawn}"
    assert game.active == (active + 1) % players


@pytest.mark.rule("N2", "N3", "F1")
@pytest.mark.parametrize(
    ("variant", "players", "last"), [(NEW, 3, 2), (NEW, 4, 3), (NEW, 6, 3), (FIELD, 4, 3)]
)
def test_at_the_last_run_out_the_later_players_draw_nothing(
    variant: str, players: int, last: int
) -> None:
    game = position(
        variant, players, step="draw_round", active=1, draw_pile="blue chili",
        discard="red red red", run_outs=last - 1,
    )  # fmt: skip
    assert [(e["seat"], names(e["cards"])) for e in told(game.told, "drew")] == [
        (1, "blue"), (2, "chili"),
    ]  # fmt: skip
    assert game.over
    assert names(game.discard) == "red red red"
    assert [names(hand) for hand in game.hands][:3] == ["", "blue", "chili"]


@pytest.mark.rule("N2", "N3", "B12")
def test_a_last_run_out_in_step_2_finishes_steps_2_and_3() -> None:
    game = position(NEW, 3, step="turn_over", draw_pile="coffee", discard="red", run_outs=1)
    assert asked(game) == [(0, "trade")]
    play(game, 0, game.choices(0)[0])
    events = play(game, 0, game.choices(0)[0])
    assert game.over
    assert not told(events, "drew")


@pytest.mark.rule("N1", "B3")
def test_a_kind_may_grow_in_two_fields() -> None:
    game = position(NEW, 6, hands={0: "brandy"}, fields={0: ["brandy brandy", ""]})
    assert game.check(0, game.choices(0)[1]) is None
    play(game, 0, game.choices(0)[1])
    assert [names(field) for field in game.fields[0]] == ["brandy brandy", "brandy"]
