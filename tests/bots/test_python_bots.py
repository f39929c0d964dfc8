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


def test_trader4_is_content_with_less_from_round_to_round() -> None:
    asked: dict[str, dict[int, float]] = {"trade": {}, "answer": {}}

    class Noting(Trader4Bot):
        def agreeable(self, at: Position, deals: list[Deal], fixed: Any) -> Any:
            part = "trade" if at.seat == at.active else "answer"
            assert asked[part].setdefault(at.view["round"], self.habits.least) == self.habits.least
            return super().agreeable(at, deals, fixed)

    bots = [Noting() for _ in range(2)] + [Trader3Bot() for _ in range(2)]
    play(compile_rulebook("anniversary", 4), bots, b"deal", [0] * 4)
    for part, rounds in (("trade", 6), ("answer", 5)):
        least = [asked[part][number] for number in range(1, rounds + 1)]
        assert least == sorted({*least}, reverse=True)


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
