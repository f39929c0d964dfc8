"""What the library offers can be copied and pickled, compiled as well as from the source."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import arena.rules
from arena.rules import (
    PARTS,
    PRESETS,
    Choice,
    Game,
    Negotiation,
    Sensible,
    Shown,
    VariantError,
    compile_rulebook,
)
from arena.rules.trades import TradeLog

BOOK = compile_rulebook("anniversary", 4)


def pickled(thing: Any) -> Any:
    """It as it arrives in another process."""
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])


def followed(decisions: int, *followers: Any) -> tuple[Game, Sensible]:
    """A game played so far, and its player; the followers have been told all."""
    game, player = BOOK.start(7), Sensible(BOOK)
    for _ in range(decisions):
        seat = game.asked[0]
        events = game.play(seat, player.choose(game, seat))
        for each in followers:
            each.follow(events)
    return game, player


GAME = followed(40)[0]
EXAMPLES = [
    *(BOOK, GAME, GAME.result, GAME.decisions[0], Negotiation(1, 2, 3), VariantError("no")),
    *(PRESETS[0], BOOK.rules[0], Sensible(BOOK), Shown(GAME), GAME.choices(GAME.asked[0])[0]),
]


def test_there_is_an_example_of_every_public_class() -> None:
    public = [vars(arena.rules)[name] for name in arena.rules.__all__]
    classes = {each for each in public if isinstance(each, type) and each.__module__ != "builtins"}
    assert {type(each) for each in EXAMPLES} >= classes - {Choice}


@WAYS
@pytest.mark.parametrize("thing", EXAMPLES, ids=lambda each: type(each).__name__)
def test_it_can_be_copied(thing: Any, way: Callable[[Any], Any]) -> None:
    if way is pickled and thing in (PRESETS[0], BOOK.rules[0]):
        return  # they hold functions; games are pickled by the name of their rulebook
    copied = way(thing)
    assert type(copied) is type(thing)
    if type(thing).__eq__ is not object.__eq__:
        assert copied == thing
    assert str(copied) == str(thing) or "object at" in str(thing)


def test_what_never_changes_is_its_own_copy() -> None:
    for thing in (BOOK, BOOK.tables, *BOOK.rules, *PARTS):
        assert copy.copy(thing) is copy.deepcopy(thing) is thing


@WAYS
def test_a_copied_player_goes_on_alike_and_by_itself(way: Callable[[Any], Any]) -> None:
    for decisions in range(0, 90, 9):  # in the middle of trades, too: it knows what it has offered
        game, player = followed(decisions)
        twin, copied = game.copy(), way(player)
        copied.play_on(twin)
        player.play_on(game)
        assert twin.told == game.told and twin == game


@WAYS
def test_a_copied_follower_goes_on_alike_and_by_itself(way: Callable[[Any], Any]) -> None:
    shown = Shown(BOOK.start(7))
    game, player = followed(60, shown)
    known, copied, twin = shown.hands, way(shown), game.copy()
    assert any(known)
    while twin.asked:
        copied.follow(twin.play(twin.asked[0], player.choose(twin, twin.asked[0])))
    assert shown.hands == known != copied.hands


@pytest.mark.parametrize("way", [copy.deepcopy, pickled])
def test_copied_dealings_go_on_alike_and_by_themselves(way: Callable[[Any], Any]) -> None:
    dealings = TradeLog(4)
    game, player = followed(60, dealings)
    before, copied = dealings.between(), way(dealings)
    rest = []
    while game.asked:
        rest.append(game.play(game.asked[0], player.choose(game, game.asked[0])))
    for events in rest:
        copied.follow(events)
    assert dealings.between() == before != copied.between()
    for events in rest:
        dealings.follow(events)
    assert dealings.between() == copied.between() and dealings.trades == copied.trades


def test_a_game_copied_in_company_stays_the_same_game() -> None:
    game = BOOK.start(1)
    one, other = copy.deepcopy([game, game])
    assert one is other is not game
    one.play(one.asked[0], one.choices(one.asked[0])[0])
    assert one != game
    assert one.redealt(0, Random(1)).book is game.book
