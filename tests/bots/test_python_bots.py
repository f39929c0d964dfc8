"""The Python bots play whole games of every sort without a refusal or a bug, as they did."""

from collections import Counter
from typing import Any

import orjson
import pytest

from arena.registry.conformance import questions_of
from arena.rules import compile_rulebook, table_sizes
from tests.support.answers import digest, overheard, written
from tests.support.in_process import Played, play
from tests.support.lawful import fullest
from tests.support.scripted_game import game_start

from bohnanza import Choice, Deal, Decision  # isort: skip  (found by in_process)
from greedy import GreedyBot  # isort: skip
from position import Position  # isort: skip
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip
from trader2 import Trader2Bot  # isort: skip
from trader3 import Parts, Trader3Bot  # isort: skip
from trader4 import Trader4Bot  # isort: skip

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
    trading = "trade" in questions_of(compile_rulebook(variant, players))
    assert (played.trades > 0) == trading


def test_a_game_follows_from_the_deal_and_the_seeds() -> None:
    def result(bot_seed: int) -> tuple[object, ...]:
        played = a_game("anniversary", 4, b"deal", bot_seed)
        return played.result, played.turns, played.decisions, played.happened

    assert result(1) == result(1) != result(2)


@pytest.mark.parametrize("variant", [each for each in fullest() if 4 in table_sizes(each)])
def test_random_bots_offer_and_accept_and_are_never_refused(variant: str) -> None:
    bots = [RandomBot() for _ in range(4)]
    heard = [overheard(bot) for bot in bots]
    for seed in range(4):
        play(compile_rulebook(variant, 4), bots, b"%d" % seed, [seed] * 4)
    replies = [orjson.loads(reply) for said in heard for _, reply in said if reply]
    made = [reply["choice"] for reply in replies if isinstance(reply.get("choice"), dict)]
    assert any(choice.get("offers") for choice in made)
    assert any(choice.get("accept") for choice in made)


def test_four_traders_trade_every_turn_and_four_greedys_never() -> None:
    book = compile_rulebook("anniversary", 4)
    traders = play(book, [TraderBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    greedys = play(book, [GreedyBot() for _ in range(4)], b"deal", [1, 2, 3, 4])
    assert traders.trades > traders.turns / 2
    assert greedys.trades == 0
    assert sum(traders.result.scores) > sum(greedys.result.scores)


PARTS = {"taking": "take", "proposing": "offer", "answering": "accept", "bidding": "bid"}
"""The parts of a negotiation, and what is done in each."""


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_a_negotiation_has_a_measure_of_its_own(part: str) -> None:
    """A trader3 for which a gain is never large enough in one part does only the others' work."""
    done: Counter[str] = Counter()

    class Picky(Trader3Bot):
        def at_table(self, players: int) -> Parts:
            usual = super().at_table(players)
            return usual._replace(**{part: getattr(usual, part)._replace(least=99.0)})

        def trade(self, decision: Decision) -> Choice:
            choice = super().trade(decision)
            if isinstance(choice, dict) and choice["do"] == "trade":  # no field is bought
                done.update(take=len(choice["take"]), offer=len(choice["offers"]))
            return choice

        def answer(self, decision: Decision) -> Choice:
            choice = super().answer(decision)
            done.update(accept=len(choice["accept"]), bid=len(choice["offers"]))
            return choice

    play(compile_rulebook("classic", 4), [Picky() for _ in range(4)], b"deal", [0] * 4)
    assert not done.pop(PARTS[part], 0)
    assert all(done[what] for what in ("offer", "bid") if what in done)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), [("rio_grande", 6), ("anniversary_duel", 2)])
def test_those_above_trader2_play_like_it_at_large_tables_and_in_duels(
    variant: str, players: int
) -> None:
    def result(kind: type) -> object:
        bots = [kind() for _ in range(players)]
        return play(compile_rulebook(variant, players), bots, b"deal", [0] * players).result

    assert result(Trader4Bot) == result(Trader3Bot) == result(Trader2Bot)


def test_trader4_never_ends_a_negotiation_early() -> None:
    """It is asked in every round of its turns, whoever the others are."""
    bots = [Trader4Bot(), Trader3Bot(), GreedyBot(), RandomBot()]
    said = overheard(bots[0])
    play(compile_rulebook("anniversary", 4), bots, b"deal", [0] * 4)
    asked = [message for message, _ in said if message.get("ask") == "trade"]
    rounds: dict[int, set[int]] = {}
    for message in asked:
        rounds.setdefault(message["view"]["turn"], set()).add(message["view"]["round"])
    assert rounds
    assert all({1, 2, 3, 4, 5} <= each for each in rounds.values())


def test_trader4_takes_at_the_last_word_and_answers_yes_to_less_from_round_to_round() -> None:
    asked: dict[str, dict[int, float]] = {"trade": {}, "answer": {}}

    class Noting(Trader4Bot):
        def agreeable(self, at: Position, deals: list[Deal], fixed: Any) -> Any:
            part = "trade" if at.seat == at.active else "answer"
            assert asked[part].setdefault(at.view["round"], self.habits.least) == self.habits.least
            return super().agreeable(at, deals, fixed)

    bots = [Noting() for _ in range(2)] + [Trader3Bot() for _ in range(2)]
    play(compile_rulebook("anniversary", 4), bots, b"deal", [0] * 4)
    assert min(asked["trade"]) == 6  # after the five rounds, and again after what was taken
    assert {*asked["trade"].values()} == {0.0}
    least = [asked["answer"][number] for number in range(1, 6)]
    assert least == sorted({*least}, reverse=True)


@pytest.mark.parametrize(
    ("replies", "taken"),
    [
        ({1: (1, ["red"]), 2: (2, ["red"])}, [1, 2]),  # a pair, of which neither alone gains
        ({1: (1, ["red"]), 2: (1, ["red"])}, []),  # perhaps one card, promised twice
        ({1: (1, ["blue"]), 2: (2, ["soy"]), 3: (3, ["chili"])}, [2, 3]),  # not the best, for two
        ({1: (1, ["blue"]), 2: (2, ["soy"])}, [1]),
        ({1: (1, ["garden"])}, []),
    ],
)
def test_trader4_takes_the_replies_that_go_best_together(
    replies: dict[int, tuple[int, list[str]]], taken: list[int]
) -> None:
    """By id the seats and what they give; blue is paid for with two cards, others with one."""
    pays = {"blue": {0, 1}, "soy": {0}, "chili": {1}, "red": set(), "garden": {0}}
    coins = {"blue": 3.0, "soy": 2.0, "chili": 2.0, "red": -1.0, "garden": 0.0}

    class Table:
        seat = active = 0
        used: frozenset[int] = frozenset()

        def now(self) -> float:
            return 10.0

        def worth(self, got: tuple[str, ...], used: frozenset[int]) -> float:
            return 10.0 + (1.0 if got == ("red", "red") else sum(coins[kind] for kind in got))

        def their_gain(self, seat: int, get: list[str], give: list[str]) -> float:
            return 0.0

        def exchange(self, get: list[str], give: list[int]) -> None:
            self.used = self.used.union(give)

    bot, table = Trader4Bot(), Table()
    bot.receive({"type": "hello"})
    bot.receive(game_start())
    bot.habits = bot.habits._replace(least=0.01)
    deals = [Deal(number, seat, get, []) for number, (seat, get) in replies.items()]
    fixed = {deal.id: [*pays[deal.get[0]]] for deal in deals}
    agreed = bot.agreeable(table, deals, lambda deal: fixed[deal.id])  # type: ignore[arg-type]
    assert sorted(deal.id for deal, _ in agreed) == taken
    assert table.used == frozenset().union(*(fixed[number] for number in taken))


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


A_FEW = [
    *(("trader", variant, table_sizes(variant)[0]) for variant in fullest()),
    ("trader", "anniversary", 3),
    ("trader3", "classic", 4),
    ("trader4", "classic", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), A_FEW)
def test_the_answers_are_those_written_down(name: str, variant: str, players: int) -> None:
    """Where they are meant to change: `poe answers --write`."""
    assert digest(name, variant, players) == written()[name][f"{variant}-{players}"]
