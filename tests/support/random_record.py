"""Games played at random, by the rules alone: no process starts, and their records replay."""

import random
from typing import Any

import orjson

from arena.referee.bot import BotSpec
from arena.referee.clock import CLASSES
from arena.referee.game_types import FinishedGame, GameSpec, SeatPlayed
from arena.rules import RULES_VERSION, compile_rulebook, plain_choice
from arena.rules.trades import TradeLog
from protocol import Json


class RandomPlayer:
    """The same spec has the same game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        """Play one game as the referee would store it."""
        return played(spec, random.Random(spec.seed + repr(spec.bot_seeds).encode()))

    def close(self) -> None:
        """Nothing to end."""


def random_record(variant: str = "anniversary", players: int = 3, seed: int = 1) -> dict[str, Any]:
    """The record of a game of the variant for so many players."""
    bots = tuple(BotSpec(f"bot{seat}", 1, "0", (), "") for seat in range(players))
    deal, seeds = bytes([seed]) * 8, tuple(range(players))
    spec = GameSpec("1", variant, players, deal, bots, seeds, CLASSES["standard"])
    plain: dict[str, Any] = orjson.loads(orjson.dumps(played(spec, random.Random(seed)).record))
    return plain


def played(spec: GameSpec, chance: random.Random) -> FinishedGame:
    """A game in which whoever is asked first chooses anything listed."""
    book = compile_rulebook(spec.variant, spec.players)
    game, decisions = book.start(spec.seed), list[Json]()
    log, asked = TradeLog(spec.players), [0] * spec.players
    while game.decisions:
        seat = game.decisions[0].seat
        choice = chance.choice(game.choices(seat))
        decisions.append({"seat": seat, "choice": plain_choice(choice), "ms": 0.1})
        log.follow(game.play(seat, choice))
        asked[seat] += 1
    result = game.result
    record: Json = {
        "format": 1,
        "variant": book.variant,
        "players": spec.players,
        "rules": RULES_VERSION,
        "seed": spec.seed.hex(),
        "talk": spec.talk,
        "clock": spec.time.plain(),
        "bots": [
            {"name": bot.name, "version": bot.version, "hash": bot.hash, "seed": seed, "wants": []}
            for bot, seed in zip(spec.bots, spec.bot_seeds, strict=True)
        ],
        "decisions": decisions,
        "forfeits": [],
        "result": result._asdict(),
    }
    return FinishedGame(
        spec,
        record,
        tuple(result.scores),
        tuple(result.places),
        tuple(result.winners),
        tuple(SeatPlayed(decisions=each) for each in asked),
        trades=tuple(log.between()),
        level="A",
    )
