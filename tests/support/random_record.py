"""Records of games played at random, as the referee would write them."""

import random
from typing import Any

import orjson

from arena.rules import RULES_VERSION, compile_rulebook, plain_choice


def random_record(variant: str = "anniversary", players: int = 3, seed: int = 1) -> dict[str, Any]:
    """The record of a game of the variant for so many players."""
    chance = random.Random(seed)
    book = compile_rulebook(variant, players)
    deal = bytes([seed]) * 8
    game, decisions = book.start(deal), []
    while asked := game.decisions:
        seat = asked[0].seat
        choice = chance.choice(game.choices(seat))
        entry = {"seat": seat, "choice": plain_choice(choice), "ms": 0.1}
        decisions.append(entry)
        game.play(seat, choice)
    record = {
        "format": 1,
        "variant": variant,
        "players": players,
        "rules": RULES_VERSION,
        "seed": deal.hex(),
        "talk": True,
        "clock": {"bank_ms": 10000, "increment_ms": 100, "limit_ms": 2000},
        "bots": [
            {"name": f"bot{seat}", "version": 1, "hash": "0", "seed": seat, "wants": []}
            for seat in range(players)
        ],
        "decisions": decisions,
        "result": game.result._asdict(),
    }
    plain: dict[str, Any] = orjson.loads(orjson.dumps(record))
    return plain
