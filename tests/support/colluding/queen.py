"""A trader that tells its drone who it is, and takes whatever the drone gives it."""

import sys
from pathlib import Path
from typing import Any

sys.path += map(
    str,
    (
        Path(__file__).parent,
        *(folder / "bots" / "python" for folder in Path(__file__).parents),
    ),
)

from bohnanza import answer
from trader import TraderBot

WORDS = {"queen": "lovely weather", "drone": "and how do you do"}


class QueenBot(TraderBot):
    name = "queen"
    word = WORDS["queen"]

    def on_game_start(self, game: Any) -> None:
        super().on_game_start(game)
        self.friend = None
        self.say(self.word)

    def on_event(self, event: dict[str, Any]) -> None:
        super().on_event(event)
        if event["event"] == "said" and event["seat"] != self.seat and event["text"] in self.heard:
            self.friend = event["seat"]

    heard = (WORDS["drone"],)

    def answer(self, decision: Any) -> Any:
        gifts = [
            deal.id
            for deal in decision.deals
            if deal.seat == self.friend and deal.get and deal.give == []
        ]
        return answer(gifts) if gifts else super().answer(decision)


if __name__ == "__main__":
    QueenBot().run()
