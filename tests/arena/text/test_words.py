"""All that a lawful game may ask, list or tell has words, in the file of its unit; none is idle."""

import ast
import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import arena.rules
import arena.text
from arena.codec import writer
from arena.rules import compile_rulebook
from arena.rules.cards import NAMES
from arena.rules.events import KINDS
from arena.text.asking import question
from arena.text.words import TABLES, Words, found, together, words
from protocol import choices as core_choices
from protocol.expansions import models
from tests.support.lawful import each_once
from tests.support.random_play import ALL_WANTS, random_choice, rich_start
from tests.support.said import WHO
from tests.support.units import Needed, all_books, asks, choices, unit_of, units_by_rule

# What a seat sees that no account of its question tells, or not always, by its key in the view.
UNTOLD = {
    "step": "the question itself says where in the turn it is asked",
    "round": "told in a negotiation; elsewhere there is none",
    "rounds": "told beside the round",
    "coins[][]": "only how many there are counts, but where buildings cost beans",
    "under_buildings[][]": "they cannot be spent: only how many there are counts",
    "third_field[]": "the fields are shown",
    "offers[].give[].hand": "a card is told by its kind",
    "offers[].give[].turned_over": "a card is told by its kind",
    "offers[].give[].store": "a card is told by its kind",
    "offers[].give[].set_aside": "a card is told by its kind",
    "accepts[].give[].kind": "it is what the offer wants",
    "bank_seen[]": "who looks at a card is asked alone: others see that nobody does",
    "coin_claim_failed": "a claim that is not possible is not listed",
    "order_laid_first": "passing is not listed then",
}
LOOKED_AT = 4
"""Questions of a game at which everything is tried, of each sort."""


def events() -> Needed:
    needed: Needed = defaultdict(set, {kind.name: {""} for kind in KINDS})
    needed["said"].add("")  # by a bot, which is no matter of the rules
    for rule in {rule.name: rule for book in all_books() for rule in book.rules}.values():
        for kind in rule.events:
            needed[kind.name] |= units_by_rule()[rule.name]
    return needed


def places() -> Needed:
    """Piles that cards are traded from, or planted from by a step or a call of `plant`."""
    needed: Needed = defaultdict(set)
    for book in all_books():
        for name, source in book.sources.items():
            needed[name].add(unit_of(source.read))
        for step in book.steps:
            if origin := getattr(step, "origin", ""):
                needed[origin].add("" if origin == "turned_over" else unit_of(step))
    folder = Path(arena.rules.__file__).parent
    for file in folder.glob("expansions/**/*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "plant":
                for each in call.args:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        needed[each.value].add(file.relative_to(folder).with_suffix("").parts[1])
    return needed


def file_of(unit: str) -> str:
    return f"arena/text/expansions/{unit}.py" if unit else "arena/text/basic_game.py"


def module_of(unit: str) -> str:
    return file_of(unit).removesuffix(".py").replace("/", ".")


@pytest.mark.parametrize(
    ("needed", "tables"),
    [
        (asks, ("questions",)),
        (choices, ("choices",)),
        (events, ("deeds", "news")),
        (places, ("places",)),
    ],
)
def test_every_word_of_the_catalogue_is_said_where_it_belongs(needed: Any, tables: Any) -> None:
    said: dict[str, str] = {}
    for module, each in found().items():
        for table in tables:
            said |= dict.fromkeys(getattr(each, table), module)
    used = needed()
    for word, units in used.items():
        files = " or ".join(map(file_of, sorted(units)))
        assert word in said, f"there are no words for {word!r}: add them to {tables[0]} in {files}"
        assert said[word] in map(module_of, units), f"{word!r} belongs in {files}"
    idle = {word: module for word, module in said.items() if word not in used}
    assert not idle, f"nothing in the catalogue is called so: {idle}"


@pytest.mark.parametrize("name", ["asking", "cards", "phrases", "speaker"])
def test_the_frame_knows_no_word_of_an_expansion(name: str) -> None:
    tree = ast.parse(Path(arena.text.__file__).with_name(f"{name}.py").read_text("utf-8"))
    written = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)}
    # A key of the core's choices may be spelled as an expansion's card is: `field`.
    written -= {key for model in models(core_choices) for key in model.model_fields}
    pieces = {piece.name for book in all_books() for piece in book.own_pieces}
    for module, said in found().items():
        if module != "arena.text.basic_game":
            words = {word for table in TABLES for word in getattr(said, table)}
            assert not written & (words | pieces), f"take it to {module}"


def test_passing_is_told_of_questions_that_there_are() -> None:
    for module, said in found().items():
        for ask in said.passing:
            assert ask in said.questions, f"{module} does not ask {ask!r}"


def test_printed_names_are_those_of_cards() -> None:
    beginnings = {name.split("_")[0] for name in NAMES}
    for module, said in found().items():
        assert set(said.cards) <= beginnings, f"{module} names cards that there are none of"


def test_an_event_is_a_deed_or_news() -> None:
    assert not words().deeds.keys() & words().news.keys()


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_all_that_the_view_shows_is_told(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    chance = random.Random(variant)
    game = rich_start(book, b"told", chance)
    for seat in range(book.players):
        game.wish(seat, ALL_WANTS)
    looked_at: dict[str, int] = {}
    while game.decisions:
        decision = chance.choice(game.decisions)
        looked_at[decision.ask] = looked_at.get(decision.ask, 0) + 1
        if looked_at[decision.ask] <= LOOKED_AT:
            decide = writer(book).question(game, decision).json
            untold = set(_untold(decide, chance)) - UNTOLD.keys()
            assert not untold, (
                "put it into words in `before` or `on_the_table` of arena/text/expansions/,"
                f" or give a reason in UNTOLD above: {question(decide)}"
            )
        game.play(decision.seat, random_choice(game, decision, chance, eager=True))


def _untold(decide: Any, chance: random.Random) -> Iterator[str]:
    """The keys of the view of which one value, picked at random, makes no difference to the text.

    "fields[][].kind" is the kind of some field of some seat.
    """
    told = question(decide)
    places: dict[str, list[list[Any]]] = {}
    for name, place in _values(decide["view"], "", []):
        places.setdefault(name, []).append(place)
    for name, alike in places.items():
        changed = copy.deepcopy(decide)
        *way, last = chance.choice(alike)
        part = changed["view"]
        for key in way:
            part = part[key]
        part[last] = _another(part[last])
        if question(changed) == told:
            yield name


def _values(data: Any, name: str, place: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Every number, name and truth in a view, with where it is."""
    if isinstance(data, list):
        for at, each in enumerate(data):
            yield from _values(each, f"{name}[]", [*place, at])
    elif isinstance(data, dict):
        follow = ("kind", "count") if "cards" in data else ()  # from the cards
        follow = ("kind", "coins") if data.get("count") == 0 else follow  # of an empty field
        for key, each in data.items():
            if key not in follow:
                yield from _values(each, f"{name}.{key}".lstrip("."), [*place, key])
    else:
        yield name, place


def _another(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value else 1
    return f"{value}x"


def test_a_word_claimed_twice_is_refused() -> None:
    one, other = Words(questions={"steal": "?"}), Words(questions={"steal": "!"})
    with pytest.raises(ImportError, match="a and b both have 'steal' in their questions"):
        together({"a": one, "b": other})


def test_every_table_is_put_together() -> None:
    one = Words(**{table: {"a": "A"} for table in TABLES}, before=lambda *_: ["one"])
    other = Words(**{table: {"b": "B"} for table in TABLES}, before=lambda *_: ["other"])
    both = together({"one": one, "other": other})
    assert all(getattr(both, table) == {"a": "A", "b": "B"} for table in TABLES)
    assert both.before({}, 0, WHO) == ["one", "other"]
    assert both.coin_pile({}, 0) == []
