"""A friend that also tells the other its hand, in code: a letter for each card."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

from bohnanza import Data, Decision
from friend import FriendBot

SIGH = "hm "


class WhispererBot(FriendBot):
    name = "whisperer"

    def on_game_start(self, game: Data) -> None:
        super().on_game_start(game)
        self.kinds = [kind["name"] for kind in game["rulebook"]["kinds"]]
        self.told: Any = None

    def hear(self, seat: int, text: str) -> None:
        super().hear(seat, text)
        if text.startswith(SIGH):
            super().hear(seat, self.word)  # it may have heard that word before it could say it
            told = text.removeprefix(SIGH)
            self.shown[seat] = Counter(self.kinds[ord(letter) - ord("a")] for letter in told)

    def asked_for(self) -> Iterable[str]:
        return [] if self.friend is None else self.shown[self.friend].elements()

    def choose(self, decision: Decision) -> Any:
        hand = decision["view"]["hand"]
        if self.friend is not None and hand != self.told:
            self.told = list(hand)
            self.say(SIGH + "".join(chr(ord("a") + self.kinds.index(kind)) for kind in hand))
        return super().choose(decision)


if __name__ == "__main__":
    WhispererBot().run()
