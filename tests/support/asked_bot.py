"""A Python bot asked single questions: those of a real game's first turn, with the view changed."""

from typing import Any

import orjson

from arena.codec import writer
from arena.rules import compile_rulebook
from tests.support.in_process import CLOCK


class Asked:
    """A bot in seat 0 of a game that has just begun."""

    def __init__(self, bot: Any, variant: str, players: int) -> None:
        book = compile_rulebook(variant, players)
        game, table = book.start(b"deal"), writer(book)
        self.view = table.question(game, game.decisions[0]).json["view"]
        self.bot = bot
        bot.receive({"type": "hello", "protocol": 1, "arena": "test"})
        start = {
            "type": "game_start",
            "seat": 0,
            "players": players,
            "variant": variant,
            "rulebook": table.rulebook(),
            "clock": CLOCK,
            "seed": 1,
            "talk": True,
            "objective": "",
        }
        bot.receive(orjson.loads(orjson.dumps(start)))

    def fields(self, *fields: tuple[str | None, int]) -> None:
        """Let these be the bot's own fields."""
        scales = {kind["name"]: kind["earns"] for kind in self.bot.game["rulebook"]["kinds"]}
        self.view["fields"][0] = [
            {
                "kind": kind,
                "count": count,
                "coins": scales[kind][min(count, len(scales[kind]) - 1)] if kind else 0,
            }
            for kind, count in fields
        ]

    def choose(self, ask: str, choices: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """The choice that the bot makes."""
        question = {"ask": ask, "choices": choices, "view": self.view, "events": [], **more}
        message = {"type": "decide", "id": 1, "clock": CLOCK, **question}
        reply = orjson.loads(self.bot.receive(orjson.loads(orjson.dumps(message))))
        chosen = reply["choice"]
        return choices[chosen] if isinstance(chosen, int) else chosen
