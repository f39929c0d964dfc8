"""A player that plays random choices by the rules: its records replay, and no process starts."""

import random

from arena.referee.game import FinishedGame, GameSpec, SeatPlayed
from arena.rules import RULES_VERSION, compile_rulebook, plain_choice
from arena.rules.trades import TradeLog
from protocol import Json


class RandomPlayer:
    """The same spec has the same game."""

    def play(self, spec: GameSpec) -> FinishedGame:
        """Play one game as the referee would store it."""
        chance = random.Random(spec.seed + repr(spec.bot_seeds).encode())
        book = compile_rulebook(spec.variant, spec.players)
        game, decisions = book.start(spec.seed), list[Json]()
        dealings, asked = TradeLog(spec.players), [0] * spec.players
        while game.decisions:
            seat = game.decisions[0].seat
            choice = chance.choice(game.choices(seat))
            decisions.append({"seat": seat, "choice": plain_choice(choice), "ms": 0.1})
            dealings.follow(game.play(seat, choice))
            asked[seat] += 1
        result = game.result
        bots = zip(spec.bots, spec.bot_seeds, strict=True)
        record: Json = {
            "variant": book.variant,
            "players": spec.players,
            "rules": RULES_VERSION,
            "seed": spec.seed.hex(),
            "talk": spec.talk,
            "clock": spec.time.plain(),
            "bots": [
                {"name": bot.name, "version": bot.version, "hash": bot.hash, "seed": seed}
                | {"wants": []}
                for bot, seed in bots
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
            trades=tuple(dealings.between()),
            level="A",
        )

    def close(self) -> None:
        """Nothing to end."""
