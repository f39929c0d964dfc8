"""What a bot does otherwise than the adviser: found, counted, and named if it costs something."""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from arena.env import bundled
from arena.replay.analysis.habits import (
    EXTRA,
    MISSED,
    NOT_AGAIN,
    NOT_OFFERED,
    OFFERED,
    OTHERWISE,
    Habit,
    OwnGame,
    disagreements,
    habits,
    habits_table,
)
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from arena.rules import Choice, Game, Sensible, compile_rulebook
from arena.rules.choices import Answer, Harvest
from protocol.record import encode
from tests.support.random_record import random_record
from tests.support.staged import Staged

Spoil = Callable[[Game, Choice], Choice]
GAMES = 8


def decline(game: Game, choice: Choice) -> Choice:
    """Accept nothing that the active player offers."""
    return choice._replace(accept=()) if isinstance(choice, Answer) else choice


def early(game: Game, choice: Choice) -> Choice:
    """Harvest a field of three or more beans whenever one may, ripe or not."""
    for each in game.choices(0):
        if isinstance(each, Harvest) and len(game.fields[0][each.field]) > 2:
            return each
    return choice


def played(spoil: Spoil | None) -> list[OwnGame]:
    """Games of seat 0, where all others play as the simple player, and it all but for a habit."""
    games = []
    for seed in range(GAMES):
        game = compile_rulebook("anniversary", 3).start(bytes([seed]))
        first, player, plays = game.copy(), Sensible(game.book), []
        while game.asked:
            seat = game.asked[0]
            choice = player.choose(game, seat)
            if spoil and seat == 0:
                choice = spoil(game, choice)
            plays.append((seat, choice))
            game.play(seat, choice)
        staged = Staged(first, plays)
        staged.record = bytes([seed])
        games.append(OwnGame(7 + seed, 0, staged))
    return games


@cache
def found(spoil: Spoil | None) -> list[Habit]:
    with TemporaryDirectory() as folder:
        games = played(spoil)
        assert habits(games, Path(folder), workers=0) is None, "nothing is kept yet"
        first = habits(games, Path(folder), workers=1)
        assert first is not None
        assert habits(games, Path(folder), workers=0) == first, "what is kept says the same"
        return first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (decline, MISSED["gifts"]),
        (early, OTHERWISE["harvest", "*"]),
    ],
)
def test_a_costly_habit_is_named(spoil: Spoil, what: str) -> None:
    told = found(spoil)
    first = next(each for each in told if each.what == what.format("trader3"))
    assert first.coins > first.interval > 0
    costs = [each.coins for each in told]
    assert costs == sorted(costs, reverse=True)
    without = sum(each.coins for each in found(None) if each.what == first.what)
    assert first.coins > 2 * without, "without the habit"


@pytest.mark.slow
def test_a_habit_comes_with_a_game_and_a_moment_to_look_at() -> None:
    told = found(decline)
    remarks = [str(each) for each in habits_table(told, "mybot").above]
    for habit, said in zip(told, remarks, strict=True):
        assert habit.game in range(7, 7 + GAMES) and habit.seat == 0
        own = next(each for each in played(decline) if each.number == habit.game)
        assert (habit.what, habit.question) in [
            (each.what, each.position.question) for each in disagreements(own)
        ]
        assert said.startswith(f"It {habit.what}: {habit.times:.1f} times a game, which cost ")
        assert said.endswith(f"See it: arena replay {habit.game} --seat 1 --at {habit.question}")


def test_too_few_games_say_so() -> None:
    assert habits([], Path("nowhere")) is None
    assert "It takes 8 games" in str(habits_table(None, "mybot").empty)


def test_where_nothing_is_sure_the_likeliest_is_named_and_stronger_company() -> None:
    habit = Habit("kept its fields", 1.0, 0.5, 0.9, 7, 1, 3, "pass", "harvest")
    first, second = map(str, habits_table([habit], "mybot").above)
    assert "In this company, nothing" in first and "arena tournament mybot trader " in first
    assert second.startswith("It kept its fields: 1.0 times a game, which may have cost 0.5 ± 0.9")
    (only,) = map(str, habits_table([], "mybot").above)
    assert only == first


@pytest.mark.parametrize(
    ("chosen", "better", "advice"),
    [
        ("pass", "take soy for red", "Chosen: pass. Better: take soy for red."),
        ("take soy", "take soy; offer wax for red", "Better: also offer wax for red."),
        ("give soy; offer wax", "offer wax", "Better: don't give soy."),
        ("offer a; offer b", "offer b; offer c", "Chosen: offer a. Better: offer c."),
        ("offer a; offer b", "offer b; offer a", None),
    ],
)
def test_advice_is_what_differs(chosen: str, better: str, advice: str | None) -> None:
    habit = Habit("kept its fields", 1.0, 0.5, 0.9, 7, 1, 3, chosen, better)
    assert habit.advice == (advice or f"Chosen: {chosen}. Better: {better}.")


# --- every sentence, counted once more from the lines between the arena and the bot ---------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_every_sentence_is_what_a_recount_of_the_lines_finds(seed: int) -> None:
    players = 3 + seed % 3
    record = random_record("anniversary" if seed % 2 else "classic", players, seed)
    replay = Replay(encode(record))
    seat = seed % players
    told = Counter(each.what for each in disagreements(OwnGame(1, seat, replay)))
    assert told == recount(replay, seat)
    assert sum(told.values()) > 20


def recount(replay: Replay, seat: int) -> Counter[str]:
    """Put the questions to the adviser as `arena debug` would, and compare the answers' JSON."""
    trader = import_module(f"{bundled.__name__}.trader3").Trader3Bot()
    trader.receive({"type": "hello", "protocol": 1, "arena": "test"})
    counted = set[tuple[object, ...]]()
    made = set[tuple[int, str]]()
    asked: dict[str, Any] = {}
    best: Any = None
    for line in transcript(replay, seat):
        message = line.message
        if line.to_bot:
            reply = trader.receive(message)
            if message["type"] == "decide":
                asked, best = message, json.loads(reply)["choice"]
            continue
        own, other = (
            asked["choices"][each] if isinstance(each, int) else each
            for each in (message["choice"], best)
        )
        words = {"trade", "answer"} | ({"pass"} if asked["ask"] == "trade" else set())
        turn = asked["view"]["turn"]
        before = {sort for at, sort in made if at == turn}
        counted |= set(_counted(own, other, asked["view"], seat, words, before))
        made |= {(turn, _asks(each)) for each in own.get("offers", [])}
    return Counter(str(what).format("trader3") for what, *_ in counted)


def _counted(own: Any, other: Any, view: Any, seat: int, words: set[str], before: set[str]) -> Any:
    moved = {own["do"], other["do"]} - words
    if moved:
        if own != other:
            tries = product((own["do"], "*"), (other["do"], "*"))
            known = [OTHERWISE[each] for each in tries if each in OTHERWISE]
            what = (
                known[0]
                if known
                else f"chose {own['do']} where {{}} would have chosen {other['do']}"
            )
            yield what, "game" if other["do"] == "buy_field" else view["turn"]
        return
    turns = {True: "in its own turn", False: "in others' turns"}[view["active"] == seat]
    mine, best = _deals(own), _deals(other)
    for texts, deals in ((MISSED, best - mine), (EXTRA, mine - best)):
        for deal in deals:
            yield texts[_sort(deal, view, seat)], deal
    for sort in NOT_OFFERED:
        did, would = (sort in [_asks(x) for x in of.get("offers", [])] for of in (own, other))
        if did != would:
            missing = NOT_AGAIN if sort in before else NOT_OFFERED
            text = (OFFERED if did else missing)[sort].replace("{where}", turns)
            yield text, view["turn"]


def _deals(choice: Any) -> set[int]:
    each = choice.get("accept", []) + choice.get("take", [])
    return {x if isinstance(x, int) else x.get("offer", x.get("id")) for x in each}


def _asks(offer: Any) -> str:
    give, want = offer["give"], offer["want"]
    if not isinstance(give, list) or not isinstance(want, list):
        return "exchanges"
    if not give or not want:
        return "gifts" if want else "requests"
    return "for more" if len(want) > len(give) else "exchanges"


def _sort(deal: int, view: Any, seat: int) -> str:
    accepted = {each["id"]: each["offer"] for each in view["accepts"]}
    (offer,) = (each for each in view["offers"] if each["id"] == accepted.get(deal, deal))
    give, want = offer["give"], offer["want"]
    if not isinstance(give, list) or not isinstance(want, list) or (give and want):
        return "exchanges"
    received = want if offer["seat"] == seat else give
    return "gifts" if received else "requests"
