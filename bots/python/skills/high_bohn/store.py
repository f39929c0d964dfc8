"""The store takes what has no place, and its beans are for trading at any time."""

from __future__ import annotations

from bohnanza import Data, Json

from skills.high_bohn.judge import HighBohnJudge, Scales
from skills.skill import Outcome, Skill


class Store(Skill):
    rule = "store"
    judges = HighBohnJudge
    judge: HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        judge.tailors.append(self.fit)

    def fit(self, judge: HighBohnJudge, view: Json, scale: Scales) -> None:
        holds = self.facts["holds"]
        judge.room = max([holds.get(name, 0) for name in view["buildings"][judge.seat]] or [0])

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        if choice["do"] != "store" or not self.judge.room:
            return None
        shelf = len(before.fields) - 1
        kind, count = before.fields[shelf]
        return before.planted(choice["card"], shelf, (kind, count + 1))
