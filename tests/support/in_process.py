"""Games between Python bots in one process: every message encoded and read, but no pipes.

Quick enough for thousands of games; the referee with its processes is tested elsewhere.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from arena.codec import lines, reader, writer
from arena.rules import Result, Rulebook
from protocol.messages import WINDOWS
from tests.support.happened import happened

sys.path.append(str(Path(__file__).parents[2] / "bots" / "python"))

CLOCK = {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000}


@dataclass
class Played:
    """A finished game; decisions by seat."""

    result: Result
    turns: int
    trades: int
    decisions: list[int]
    happened: Counter[str] = field(default_factory=Counter)
    """How often each ask, choice and event came ("ask plant", "choice harvest", …)."""


def play(book: Rulebook, bots: Sequence[Any], seed: bytes, bot_seeds: Sequence[int]) -> Played:
    """Play one game. A refusal raises, and so does a bug in a bot.

    `bots` by seat are instances of the SDK's Bot, one each, which may play again afterwards.
    """
    game, table = book.start(seed), writer(book)
    seats = range(book.players)
    for seat, bot in enumerate(bots):
        bot._guarded = _unguarded
        ready = orjson.loads(bot.receive({"type": "hello", "protocol": 1, "arena": "test"}))
        game.wish(seat, _wants(ready["wants"]))
        start = lines.game_start(book, seat, CLOCK, bot_seeds[seat], talk=True)
        bot.receive(orjson.loads(orjson.dumps(start)))
    untold: list[list[str]] = [[] for _ in seats]
    played = Played(Result((), (), ()), 0, 0, [0] * book.players)
    number = 0
    while decisions := game.decisions:
        for decision in decisions:
            seat, number = decision.seat, number + 1
            question = table.question(game, decision)
            line = lines.decide(number, question, untold[seat], CLOCK["bank_ms"], CLOCK["limit_ms"])
            untold[seat] = []
            reply = bots[seat].receive(orjson.loads(line))
            played.decisions[seat] += 1
            chosen = orjson.loads(reply)
            if "wants" in chosen:
                game.wish(seat, _wants(chosen["wants"]))
            if "say" in chosen:
                said = orjson.dumps({"event": "said", "seat": seat, "text": chosen["say"]}).decode()
                for told in untold:
                    told.append(said)
            choice = reader(game.book).read(game, seat, question.choices, chosen["choice"])
            events = game.play(seat, choice)
            played.happened.update(happened(decision, choice, events))
            for told, news in zip(untold, table.events(events), strict=True):
                told += news
    played.result, played.turns = game.result, game.turn
    played.trades = played.happened["event traded"]
    return played


def _unguarded(handler: Any, about: Any) -> Any:
    """In place of the SDK's guard, which turns a bug into an answer 0: here it is to be seen."""
    return handler(about)


def _wants(names: Sequence[str]) -> frozenset[str]:
    return frozenset(names) | {*WINDOWS} if "windows" in names else frozenset(names)
