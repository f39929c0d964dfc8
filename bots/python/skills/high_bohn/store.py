"""The store takes what has no place, and its beans are for trading at any time."""

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill


class Store(Skill):
    rule = "store"
    judges = HighBohnJudge

    def __init__(self, game, judge):
        super().__init__(game, judge)
        judge.tailors.append(self.fit)

    def fit(self, judge, view, scale):
        holds = self.facts["holds"]
        judge.room = max([holds.get(name, 0) for name in view["buildings"][judge.seat]] or [0])

    def outcome(self, choice, before):
        if choice["do"] != "store" or not self.judge.room:
            return None
        shelf = len(before.fields) - 1
        kind, count = before.fields[shelf]
        return before.planted(choice["card"], shelf, (kind, count + 1))
