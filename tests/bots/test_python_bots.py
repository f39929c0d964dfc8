"""The Python bots play whole games of every sort without a refusal or a bug."""

import orjson
import pytest

from arena.rules import compile_rulebook, table_sizes
from arena.shelf.tour import asks
from tests.support.answers import overheard
from tests.support.asked_bot import Asked
from tests.support.in_process import Played, play
from tests.support.lawful import fullest

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip
from trader2 import Trader2Bot  # isort: skip

TABLES = [
    (variant, players)
    for variant in fullest()
    for players in sorted({min(table_sizes(variant)), max(table_sizes(variant))})
]


def a_game(variant: str, players: int, seed: bytes, bot_seed: int = 0) -> Played:
    """Traders, greedy and random bots by turns; raises on any refusal."""
    bots = [(TraderBot, GreedyBot, RandomBot)[seat % 3]() for seat in range(players)]
    return play(compile_rulebook(variant, players), bots, seed, [bot_seed] * players)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_whole_games_without_a_refusal(variant: str, players: int) -> None:
    played = a_game(variant, players, b"deal")
    assert all(played.decisions)
    trading = "trade" in asks(compile_rulebook(variant, players))
    assert (played.trades > 0) == trading


def test_a_game_follows_from_the_deal_and_the_seeds() -> None:
    def result(bot_seed: int) -> tuple[object, ...]:
        played = a_game("anniversary", 4, b"deal", bot_seed)
        return played.result, played.turns, played.decisions, played.happened

    assert result(1) == result(1) != result(2)


def test_four_traders_trade_every_turn_and_four_greedys_never() -> None:
    book = compile_rulebook("anniversary", 4)
    traders = play(book, [TraderBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    greedys = play(book, [GreedyBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    assert traders.trades > traders.turns / 2
    assert greedys.trades == 0
    assert sum(traders.result.scores) > sum(greedys.result.scores)


@pytest.mark.slow
def test_the_trader_buys_the_third_field() -> None:
    book = compile_rulebook("rio_grande", 4)
    played = play(book, [TraderBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    assert played.happened["event bought_field"] > 0


@pytest.mark.slow
def test_trader2_plants_the_second_card_where_it_grows() -> None:
    def passed_on(kind: type) -> int:
        game = play(
            compile_rulebook("anniversary", 4), [kind() for _ in range(4)], b"deal", [0] * 4
        )
        return game.happened["choice pass"]

    assert passed_on(Trader2Bot) < passed_on(TraderBot)


@pytest.mark.parametrize("bot", [TraderBot, Trader2Bot])
def test_it_does_not_harvest_for_no_coins_with_another_field_empty(bot: type) -> None:
    asked = Asked(bot(), "classic", 3)
    asked.view["hand"] = ["blue", "blue", "chili"]
    asked.view["set_aside"][0] = ["chili"]
    plant = {"do": "plant", "card": "chili", "field": 0}
    asked.fields((None, 0), ("red", 1))
    assert asked.choose("set_aside", [plant, {"do": "harvest", "field": 1}]) == plant


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["rio_grande", "plus"])
def test_no_harvest_of_a_whole_game_is_in_vain(variant: str) -> None:
    """Where no order asks for it, it brings coins or the only place for a card."""
    bots = [kind() for kind in (TraderBot, Trader2Bot, TraderBot)]
    heard = [overheard(bot) for bot in bots]
    play(compile_rulebook(variant, 3), bots, b"scan0", range(3))
    harvests = 0
    for said in heard:
        for message, reply in said:
            chosen = orjson.loads(reply)["choice"] if message["type"] == "decide" else None
            if type(chosen) is int and message["choices"][chosen]["do"] == "harvest":
                harvests += 1
                fields = message["view"]["fields"][message["view"]["seat"]]
                coins = fields[message["choices"][chosen]["field"]]["coins"]
                empty = any(field["kind"] is None for field in fields)
                assert coins or not empty or message["ask"] in ("window", "return_order")
    assert harvests > 20


@pytest.mark.parametrize("bot", [GreedyBot, TraderBot, Trader2Bot])
def test_a_question_of_another_version_is_answered_with_0(bot: type) -> None:
    playing = bot()
    play(
        compile_rulebook("anniversary", 4),
        [playing] + [RandomBot() for _ in range(3)],
        b"",
        [0] * 4,
    )
    question = {"type": "decide", "id": 5, "ask": "fill_order", "choices": [{"do": "pass"}]}
    news = [{"event": "a later one"}]
    assert playing.receive({**question, "view": {}, "events": news}) == (
        '{"type":"choose","id":5,"choice":0}'
    )
