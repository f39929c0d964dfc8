"""Bean stew: cards of all kinds find a place in it."""

from __future__ import annotations

from bohnanza import Json

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Outcome, Skill


class Stew(Skill):
    rule = "stew"
    judges = HighBohnJudge
    judge: HighBohnJudge

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        if choice["do"] != "plant_stew" or self.judge.stew is None:
            return None
        at, card = choice["field"], choice["card"]
        kind, count = before.fields[at]
        kinds = (*kind, card) if type(kind) is tuple else (kind, card)
        return before.planted(card, at, (tuple(sorted(kinds)), count + 1))
