"""From the rules to the protocol: questions, views, events, and what expansions tell."""

import random
from typing import Any

import orjson
import pytest

from arena.codec import Writer, writer
from arena.rules import compile_rulebook
from arena.rules.cards import KIND
from arena.rules.choices import DECLINE, Accepting, Answer, Take, Trade
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from protocol.messages import WINDOWS
from protocol.view import View
from tests.support.lawful import tables_with
from tests.support.random_play import random_choice, rich_start
from tests.support.scenario import cards, play, position, terms
from tests.support.translating import ANSWER, question, seen, trading
from tests.support.units import all_books

# --- questions and views ------------------------------------------------------------------------


def test_a_question_of_step_1() -> None:
    game = position(
        "classic", 4, hands={0: "soy blue", 2: "red"}, fields={0: ["soy soy soy"], 1: ["", "red"]},
        coins={0: "red green", 3: "soy"}, discard="blue red", draw_pile="chili stink", run_outs=1,
        set_aside={2: "soy red"},
    )  # fmt: skip
    empty = {"kind": None, "count": 0, "coins": 0}
    assert question(game) == {
        "ask": "plant",
        "stack": [["turn", 3], ["plant", 0]],
        "card": "soy",
        "choices": [
            {"do": "plant", "card": "soy", "field": 0},
            {"do": "harvest", "field": 0},
        ],
        "view": {
            "seat": 0, "turn": 1, "active": 0, "step": "plant", "round": 0, "rounds": 5,
            "hand": ["soy", "blue"], "hands": [2, 0, 1, 0],
            "fields": [
                [{"kind": "soy", "count": 3, "coins": 1}, empty],
                [empty, {"kind": "red", "count": 1, "coins": 0}],
                [empty, empty],
                [empty, empty],
            ],
            "coins": [["red", "green"], [], [], ["soy"]],
            "set_aside": [[], [], ["soy", "red"], []], "turned_over": [], "draw_pile": 2,
            "discard": ["blue", "red"], "run_outs": 1, "offers": [], "accepts": [],
            "silent": [False] * 4, "third_field": [False] * 4,
        },
    }  # fmt: skip


def test_a_view_has_the_keys_of_the_protocol_in_its_order_and_every_piece_of_state() -> None:
    """They are written one by one: a piece or a key that is added must not be forgotten there."""
    for book in all_books():
        shown = list(writer(book).view(book.start(b"keys"), 0))
        core = [key for key in shown if key not in {piece.name for piece in book.own_pieces}]
        assert shown[: len(core)] == core
        assert core == list(View.model_fields)[: len(core)]
        assert (
            {piece.name for piece in book.pieces} - {"over"} <= set(shown) <= set(View.model_fields)
        )


@pytest.mark.rule("T2", "T5")
def test_a_question_of_a_negotiation() -> None:
    """Step and round are those of the turn, also while others answer."""
    game = trading()
    play(
        game, 0,
        Trade(offers=(terms("turned_over 0 soy, hand 1 chili", "red"), terms(None, "red", to=2))),
    )  # fmt: skip
    asks = question(game)
    assert (asks["ask"], asks["offers"]) == ("answer", [1])
    assert asks["choices"] == [ANSWER, {**ANSWER, "accept": [1]}]
    assert (asks["view"]["step"], asks["view"]["round"]) == ("trade", 1)
    offer = {
        "id": 1, "seat": 0, "to": "all",
        "give": [{"kind": "soy", "turned_over": 0}, {"kind": "chili"}], "want": ["red"],
    }  # fmt: skip
    other = {"id": 2, "seat": 0, "to": 2, "give": "open", "want": ["red"]}
    assert asks["view"]["offers"] == [offer, other]
    assert question(game, 1)["offers"] == [1, 2]
    play(game, 1, Answer((Accepting(1, cards("hand 0 red")),)))
    play(game, 2, Answer(offers=(terms("hand 0 red", "soy"),)))
    play(game, 3, DECLINE)
    asks = question(game)
    assert asks["ask"] == "trade"
    assert (asks["view"]["step"], asks["view"]["round"]) == ("trade", 2)
    assert asks["view"]["offers"] == [
        {**offer, "give": [{"kind": "soy", "turned_over": 0}, {"kind": "chili", "hand": 1}]},
        {"id": 4, "seat": 2, "to": 0, "give": [{"kind": "red"}], "want": ["soy"]},
    ]
    assert asks["view"]["accepts"] == [{"id": 3, "seat": 1, "offer": 1, "give": [{"kind": "red"}]}]
    assert asks["choices"] == [
        {"do": "pass"}, {"do": "trade", "take": [4]}, {"do": "trade", "take": [3]},
    ]  # fmt: skip


def test_the_places_of_own_cards_are_shown_to_their_owner() -> None:
    game = trading(wants={1: {"bids"}})
    play(game, 1, Answer(offers=(terms("hand 2 red", "soy"),)))
    own = orjson.loads(orjson.dumps(writer(game.book).view(game, 1)))["offers"][0]
    assert own["give"] == [{"kind": "red", "hand": 2}]


def test_the_questions_of_bids_and_windows() -> None:
    game = trading(wants={1: {"bids"}})
    asks = question(game)
    assert (asks["ask"], asks["choices"], asks["view"]["step"]) == ("bid", [ANSWER], "trade")
    game = position(
        "classic", 4, step="before_draw", fields={2: ["soy"]}, wants={2: {"before_draw"}}
    )
    asks = question(game)
    assert (asks["ask"], asks["window"], asks["view"]["step"]) == (
        "window", "before_draw", "before_draw",
    )  # fmt: skip
    assert asks["choices"] == [{"do": "pass"}, {"do": "harvest", "field": 0}]


@pytest.mark.rule("T4")
def test_every_window_of_a_game_can_be_asked_for() -> None:
    assert {window for book in all_books() for window in book.tables.windows} == set(WINDOWS)


@pytest.mark.rule("T1", "T3")
def test_the_rulebook_of_game_start() -> None:
    told = orjson.loads(orjson.dumps(writer(compile_rulebook("rio_grande", 6)).rulebook()))
    assert told["variant"] == "rio_grande"
    assert told["players"] == 6
    assert (told["fields"], told["third_field_price"]) == (2, 2)
    assert told["deal"] == [3, 4, 5, 6, 6, 6]
    assert (told["turn_over"], told["draw"], told["last_run_out"]) == (2, 4, 3)
    assert told["same_kind_twice"] is False
    assert told["steps"] == ["plant", "trade", "set_aside", "draw"]
    assert told["windows"] == ["before_plant", "before_trade", "before_draw"]
    assert told["negotiation"] == {"rounds": 5, "offers": 3, "replies": 2, "say": 280}
    assert told["ties"].startswith("Of the players tied for most coins, the one with the most bean")
    earns = {kind["name"]: (kind["count"], kind["earns"]) for kind in told["kinds"]}
    assert earns["stink"] == (16, [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4])
    assert "garden" not in earns
    assert {"name", "cites", "text"} == set(told["rules"][0])
    anniversary = writer(compile_rulebook("anniversary", 4)).rulebook()
    assert anniversary["same_kind_twice"] is True
    assert anniversary["third_field_price"] is None


@pytest.mark.rule("B1", "B9")
@pytest.mark.parametrize(("variant", "players"), tables_with("trade", players=4))
def test_every_rule_of_the_basic_game_is_told(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    cited = {cite for rule in writer(book).rulebook()["rules"] for cite in rule["cites"].split()}
    told = {f"B{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)}
    assert told | {"T1", "T2", "T3", "T4"} <= cited
    assert ("B14" in cited) == (book.tables.price is not None)


# --- events -------------------------------------------------------------------------------------


@pytest.mark.rule("T5", "D4", "E4")
@pytest.mark.parametrize(
    ("variant", "players", "active", "drawn"),
    [
        ("classic", 3, 0, ["red", "blue", "soy"]),
        ("rio_grande_duel", 2, 1, ["red", "blue"]),
        ("anniversary_duel", 2, 0, ["red", "blue"]),
    ],
)
def test_drawn_cards_are_named_to_their_owner_and_counted_for_others(
    variant: str, players: int, active: int, drawn: list[str]
) -> None:
    game = position(
        variant, players, step="draw", active=active, draw_pile="red blue soy chili wax wax"
    )
    for seat in range(players):
        told = {"cards": drawn} if seat == active else {"count": len(drawn)}
        assert seen(game.book, game.told, seat)[0] == {"event": "drew", "seat": active, **told}


@pytest.mark.rule("T2", "T5")
def test_events_of_a_negotiation() -> None:
    game = trading()
    posted = play(game, 0, Trade(offers=(terms("turned_over 0 soy, hand 1 chili", "red"),)))
    offer: dict[str, Any] = {"id": 1, "seat": 0, "to": "all", "want": ["red"]}
    exact = [{"kind": "soy", "turned_over": 0}, {"kind": "chili", "hand": 1}]
    hidden = [{"kind": "soy", "turned_over": 0}, {"kind": "chili"}]
    for seat, give in ((0, exact), (1, hidden), (3, hidden)):
        assert seen(game.book, posted, seat) == [
            {"event": "offered", "seat": 0, "offers": [{**offer, "give": give}]}
        ]
    play(game, 1, Answer((Accepting(1, cards("hand 0 red")),)))
    play(game, 2, DECLINE)
    answered = play(game, 3, DECLINE)
    blank = {"event": "answered", "accepts": [], "offers": [], "withdrawn": [], "silent": False}
    for seat, card in ((1, {"kind": "red", "hand": 0}), (0, {"kind": "red"})):
        accept = {"id": 2, "seat": 1, "offer": 1, "give": [card]}
        assert seen(game.book, answered, seat)[:3] == [
            {**blank, "seat": 1, "accepts": [accept]}, {**blank, "seat": 2}, {**blank, "seat": 3},
        ]  # fmt: skip
    (traded, _) = seen(game.book, play(game, 0, Trade((Take(2),))), 3)[:2]
    assert (traded["gave"], traded["got"]) == (exact, [{"kind": "red", "hand": 0}])


# --- what expansions tell of themselves ---------------------------------------------------------


def more(variant: str, players: int) -> dict[str, Any]:
    told = writer(compile_rulebook(variant, players)).rulebook()
    data: dict[str, Any] = orjson.loads(orjson.dumps(told))["more"]
    return data


@pytest.mark.rule("C2", "F2", "M2", "D1", "E0")
def test_the_data_of_small_expansions() -> None:
    claimed_at = {3: 6, 4: 5, 5: 5}
    for players, coins in claimed_at.items():
        assert more("anniversary+bean_coin", players)["bean_coin"]["claim_at"] == coins
    field_bean = {"kind": "field", "opens_third_field": 2}
    assert more("anniversary+field_beans", 4) == {"field_bean_harvest": field_bean}
    magpie = {"kind": "magpie", "steals_from": 2}
    assert more("rio_grande_duel+magpie", 2) == {"duel": {"whole_kinds": False}, "magpie": magpie}
    assert more("anniversary_duel", 2) == {"duel": {"whole_kinds": True}}


@pytest.mark.rule("HB1", "HB4", "HB5")
@pytest.mark.parametrize(("players", "sold"), [(3, 2), (4, 3), (5, 4)])
def test_the_shop(players: int, sold: int) -> None:
    shop = more("high_bohn", players)["buildings"]
    assert shop["sold_of_a_type"] == sold
    assert shop["bonus"] == [0, 0, 0, 0, 1, 2, 3, 5, 8, 8]
    assert {"name": "jail_3", "type": "jail", "bean": "blue", "price": 3} in shop["buildings"]
    with_cognac = more("high_bohn+cognac", players)["buildings"]["buildings"]
    assert [each["name"] for each in with_cognac] == [*BUILDINGS]
    assert [each for each in with_cognac if each["bean"] != "cognac"] == shop["buildings"]


def test_every_power_of_the_shop_is_told_in_words() -> None:
    told = writer(compile_rulebook("high_bohn+cognac", 4)).rulebook()
    names = {rule["name"] for rule in told["rules"]}
    for building in told["more"]["buildings"]["buildings"]:
        assert (building["name"] in names) == (building["price"] > 1), building["name"]


def test_the_powers_in_numbers() -> None:
    powers = more("high_bohn+cognac", 4)
    known = {
        "farm_2": {"adds": "soy", "to": ["blue", "chili", "stink", "green", "cognac"]},
        "farm_3": {"plants": 3},
        "farm_4": {"worth": 4, "earns": 5},
        "saloon_2": {"field_for": "green"},
        "saloon_3": {"earns": [0, 0, 0, 1, 1, 1, 2, 3, 4]},
        "saloon_4": {"earns": [0, 0, 0, 1, 1, 2, 3, 4, 5]},
        "mine_2": {"third_field_price": 1},
        "mine_3": {"earns": [0, 1, 2, 3]},
        "mine_4": {"field_for": "any"},
        "tipi_2": {"one_more_for": 8},
        "tipi_3": {"one_more_for": 6},
        "tipi_4": {"one_more_for": 5},
        "store": {"holds": {"store_2": 1, "store_3": 2, "store_4": 3}},
        "blacksmith_2": {"field_for": "chili"},
        "blacksmith_3": {"earns": [0, 0, 0, 1, 1, 2, 3, 4]},
        "jail_2": {"earns": [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]},
        "jail_3": {"earns": [0, 0, 0, 0, 2, 2, 3, 3, 4, 4, 5]},
        "distillery_4": {"earns": [0, 0, 0, 1, 1, 2, 2, 3, 4]},
    }
    assert {name: powers[name] for name in known} == known


@pytest.mark.rule("P4", "P8")
def test_the_orders() -> None:
    orders = more("plus", 3)["orders"]["orders"]
    assert len(orders) == 39
    assert orders["order_3_2"] == [3, 2]
    assert set(orders) <= set(KIND)


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("variant", "players"), [("high_bohn+cognac", 4), ("plus", 5)])
def test_what_is_kept_encoded_is_what_would_be_encoded_anew(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    rng = random.Random(5)
    keeping, game = writer(book), rich_start(book, b"kept", rng)
    for number in range(1500):
        asked = game.decisions
        if not asked:
            game = rich_start(book, b"kept %d" % number, rng)
            continue
        decision = rng.choice(asked)
        seen = keeping.view_text(game, decision.seat)
        assert seen == Writer(book).view_text(game, decision.seat)
        game.play(decision.seat, random_choice(game, decision, rng))


@pytest.mark.rule("HB-jail-3", "HB-farm-4")
def test_equal_fields_are_shown_with_what_each_owner_would_earn() -> None:
    fields = ["blue blue blue blue", "soy soy soy soy soy soy soy", ""]
    game = position(
        "high_bohn",
        fields={0: fields, 1: fields, 2: fields},
        extra={"buildings": ((), ("jail_3", "farm_4"), ())},
    )
    coins = [[field["coins"] for field in row] for row in writer(game.book).view(game, 0)["fields"]]
    assert coins == [[1, 4, 0], [2, 5, 0], [1, 4, 0]]
