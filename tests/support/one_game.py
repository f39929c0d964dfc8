"""A game between scripts: the same deal each time, for players that are no processes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.referee.player import SeatedBot
from arena.referee.referee import Referee
from arena.replay.replay import Replay
from arena.rules import compile_rulebook

SECRETS = ("secret-id", b"a deal".hex(), "scripted")
"""What no bot may be told of a game."""


def one_game(bot: BotSpec, seats: int, time: TimeControl) -> GameSpec:
    """Anniversary, with the same bot in each seat."""
    return GameSpec(
        id="",
        variant="anniversary",
        players=seats,
        seed=b"a deal",
        bots=(bot,) * seats,
        bot_seeds=(0,) * seats,
        time=time,
    )


class Script:
    """A bot that answers 0 to each question, and keeps what it was sent."""

    ms = 1.0
    skipped = 0

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def post(self, line: bytes, limit_ms: float) -> None:
        self.tell(line)

    def collect(self) -> bytes | None:
        return b"0\n"

    def tell(self, line: bytes) -> None:
        self.told.append(orjson.loads(line))

    def end(self) -> None:
        """It needs none."""


def play_scripts(
    bots: Sequence[Script],
    wants: Sequence[frozenset[str]],
    time: TimeControl,
    talk: bool = True,
    **more: Any,
) -> tuple[list[SeatedBot], dict[str, Any], Any]:
    """Their game: the players afterwards, the record and the result."""
    book = compile_rulebook("anniversary", len(bots))
    players = [SeatedBot(seat, bot, book, time, **more) for seat, bot in enumerate(bots)]
    spec = one_game(BotSpec("scripted", 1, "hash", ("none",), "/"), len(bots), time)
    seeds = tuple(range(70, 70 + len(bots)))
    referee = Referee(replace(spec, id="secret-id", bot_seeds=seeds, talk=talk), book, players)
    record, result = referee.play(wants)
    referee.tell_result()
    return players, record, result


def replayed(record: dict[str, Any]) -> Replay:
    """The record, which must play to the same end."""
    stored = Replay(orjson.dumps({"format": 1, **record}))
    assert stored.check() is None
    return stored
