"""A trader that plays for two: a coin of its friend's is worth most of one of its own.

It knows the friend by a word that both say as the game begins. To the friend it makes the offers
that are best for both together, agrees to the friend's offers before it looks at any others, and
gives what brings the friend more than it costs. With all others it trades as the trader does.
"""

import sys
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path += map(
    str,
    (
        Path(__file__).parent,
        *(folder / "bots" / "python" for folder in Path(__file__).parents),
    ),
)

from bohnanza import Deal, Json, offer
from position import Mine, Position
from trader import TraderBot

LOVE = 0.9
"""What a coin of the friend's is worth."""
LEAST = 0.1
"""A smaller gain for both is not worth a trade."""


class FriendBot(TraderBot):
    name = "friend"
    word = "may the best bean win"
    loving = TraderBot.habits._replace(envy=-LOVE)

    def on_game_start(self, game: Any) -> None:
        super().on_game_start(game)
        self.friend: int | None = None
        self.say(self.word)

    def on_event(self, event: Json) -> None:
        super().on_event(event)
        if event["event"] == "said" and event["seat"] != self.seat:
            self.hear(event["seat"], event["text"])

    def hear(self, seat: int, text: str) -> None:
        if text == self.word:
            self.friend = seat

    def agreeable(
        self, at: Position, deals: list[Deal], fixed: Callable[[Deal], list[Mine] | None]
    ) -> list[tuple[Deal, list[Mine]]]:
        usual, self.habits = self.habits, self.loving
        agreed = super().agreeable(at, [deal for deal in deals if deal.seat == self.friend], fixed)
        self.habits = usual
        others = [deal for deal in deals if deal.seat != self.friend]
        return agreed + super().agreeable(at, others, fixed)

    def proposals(self, at: Position) -> list[Json]:
        ours = self.for_both(at, self.asked_for())[: self.limits["offers"]]
        return (ours + super().proposals(at))[: self.limits["offers"]]

    def asked_for(self) -> Iterable[str]:
        """Kinds to ask the friend for, if they are welcome."""
        return self.judge.scale

    def bids(self, at: Position) -> list[Json]:
        if at.active != self.friend:
            return super().bids(at)
        theirs = [*at.view["turned_over"], *self.shown[at.active].elements()]
        return self.for_both(at, theirs)[: self.limits["replies"]]

    def for_both(self, at: Position, kinds: Iterable[str]) -> list[Json]:
        """The offers to the friend that please the two together most, the best first."""
        if self.friend is None:
            return []
        wanted = at.welcome(set(kinds), 4)
        wants = ((), *((kind,) for kind in wanted), *combinations(wanted[:3], 2))
        usual = self.judge.habits
        self.judge.habits = usual._replace(least=-2.0)  # what costs me something may please both
        at.plans.pop(wants, None)
        ideas = at.exchanges(wants)
        self.judge.habits = usual
        weighed = []
        for mine, given, give, want in ideas:
            theirs = at.their_gain(self.friend, given, want)
            chance = at.holding(self.friend, want) if at.active != self.friend else 1.0
            worth = (mine + LOVE * theirs) * chance
            if give and theirs > 0 and worth > LEAST and (given, want) not in self.tried:
                weighed.append((worth, given, give, want))
        weighed.sort(reverse=True)
        self.tried.update((given, want) for _, given, _, want in weighed[:3])
        to = self.friend if at.active == self.seat else None
        return [offer(at.named(give), want, to) for _, _, give, want in weighed[:3]]


if __name__ == "__main__":
    FriendBot().run()
