"""Bean stew: cards of all kinds find a place in it."""

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill


class Stew(Skill):
    rule = "stew"
    judges = HighBohnJudge

    def outcome(self, choice, before):
        if choice["do"] != "plant_stew" or self.judge.stew is None:
            return None
        at, card = choice["field"], choice["card"]
        kind, count = before.fields[at]
        kinds = (*kind, card) if type(kind) is tuple else (kind, card)
        return before.planted(card, at, (tuple(sorted(kinds)), count + 1))
