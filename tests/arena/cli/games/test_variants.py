"""`arena variants` and `arena variants show`."""

import pytest

from arena.rules import PARTS, PRESETS, compile_rulebook
from arena.rules.cards import ORDERS
from arena.rules.expansions.high_bohn.buildings import BUILDINGS
from arena.rules.presets import preset_named
from tests.support.lawful import lawful_sets
from tests.support.printed import FOLDER, file_of
from tests.support.printed import printed as kept
from tests.support.printed import text as printed

PRINTED = [(variant, players) for variant, sizes in kept().items() for players in sizes]
BOOKS = [(variant, players) for variant, sizes in lawful_sets().items() for players in sizes]


def test_the_games_are_listed(arena) -> None:
    text = arena("variants")
    for named in (*PRESETS, *PARTS):
        assert named.name in text
    catalogue = arena.json("variants")
    players = {game["name"]: game["players"] for game in catalogue["games"]}
    assert players["classic"] == [3, 4, 5]
    assert players["rio_grande"] == [3, 4, 5, 6, 7]
    goes_with = {part["name"]: part["games"] for part in catalogue["parts"]}
    assert goes_with["magpie"] == ["anniversary", "rio_grande_duel", "anniversary_duel"]
    assert all(part["title"] for part in catalogue["parts"])


@pytest.mark.parametrize(("variant", "players"), PRINTED)
def test_a_rulebook_is_printed_as_its_golden_file_says(variant: str, players: int) -> None:
    assert printed(variant, players) == file_of(variant, players).read_text("utf-8"), "poe print"


def test_no_other_print_is_kept() -> None:
    assert set(FOLDER.glob("*.txt")) == {file_of(*each) for each in PRINTED}, "poe print"


@pytest.mark.parametrize(("variant", "players"), BOOKS)
def test_a_printed_rulebook_speaks_only_of_what_is_there(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    tables, rules = book.tables, {rule.name for rule in book.rules}
    head, _, text = printed(variant, players).partition("\n  rules of ")
    text = " ".join(text.replace("There is no trading", "").replace("There are no", "").split())
    steps = {step.name for step in tables.turn}
    duel = "duel" in rules
    for words, there in {
        "any time": bool(tables.windows),
        "windows": bool(tables.windows),
        "trad": not duel,
        "offer": not duel or variant.startswith("rio_grande_duel"),
        "opponent": duel,
        "up to two other players": "magpie" in tables.deck and not duel,
        "shuffled at once": tables.last > 1,
        "reshuffled": tables.last > 1 and "end" in rules,
        f"buy a third field for {tables.price} coins": tables.price is not None,
        "costs you one coin": "mine_2" in rules and tables.price is not None,
        "opens your third field": tables.deck.get("field") == 3,
        "magpie": "magpie" in tables.deck,
        "bean coin": "bean_coin" in rules,
        "order cards": "without_orders" in rules,
        "order stack": "orders" in rules,
        "order a/b": "orders" in rules,
        "saloon": "saloon_2" in rules,
        "distillery": "cognac" in tables.deck,
        "everyone draws one card": "draw_round" in steps,
        f"the active player draws {tables.draw} cards": "draw" in rules,
        "Cards in hand are worth nothing": "hand_harvest" not in rules,
        "cannot be traded on": not duel and "open_retrade" not in rules,
        "may trade on": "open_retrade" in rules,
        "may not grow one kind": "kind_once" in rules,
        "until a whole round of turns": "end_if_idle" in steps,
        "share the win": "anniversary" not in variant,
    }.items():
        assert (words in text) is there, words
    assert ("none sold" in head) is (tables.price is None)
    assert ("negotiation none" in head) is duel


@pytest.mark.parametrize(("variant", "players"), BOOKS)
def test_an_expansion_names_the_beans_that_it_brings(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    game = preset_named(variant.partition("+")[0]).tables(players)
    text = " ".join(rule.says(book.tables) for rule in book.rules if rule.part).lower()
    assert [name for name in book.tables.deck if name not in {*game.deck} | {*text.split()}] == []


def test_orders_and_buildings_are_listed_in_print() -> None:
    plus = " ".join(printed("plus", 4).split())
    assert " ".join(f"{left}/{right}" for left, right in ORDERS) in plus
    assert "The printed list is not public" in plus
    town = printed("high_bohn+cognac", 4).splitlines()
    for name, building in BUILDINGS.items():
        (row,) = [line for line in town if line.startswith(f"    {name} ")]
        assert row.split()[1] == str(building.price)
        assert row.endswith("–") == (building.price == 1)
    assert "distillery_1" not in printed("high_bohn", 4)


def test_show_prints_the_rulebook_or_its_json(arena) -> None:
    assert "one kind in two fields: yes" in arena("variants", "show", "anniversary")
    high_bohn = arena("variants", "show", "high_bohn")
    assert "one kind in two fields: no" in high_bohn
    # The steps that players know of, none of the engine's own.
    assert "before plant · bank 2 · bank 4 · plant" in high_bohn
    assert "if run" not in high_bohn.replace("_", " ")
    assert arena.json("variants", "show", "classic", "--players", "5")["players"] == 5
    assert arena.json("variants", "show", "rio_grande_duel")["players"] == 2
    assert arena.json("variants", "show", "classic+cheap_third_field")["players"] == 5
    assert arena.json("variants", "show", "plus")["players"] == 4
