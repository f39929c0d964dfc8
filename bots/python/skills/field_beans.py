"""Field beans: harvesting exactly two opens the third field, which is worth more the sooner."""

from __future__ import annotations

from bohnanza import Data, Decision, Json
from judgement import Judge
from position import Position

from skills.skill import Skill


class FieldBeans(Skill):
    rule = "field_bean_harvest"
    urgency = 1  # before an order is filled, which can wait

    A_ROUND = 0.6  # coins that a third field earns in each round left
    AT_ONCE = 1.0  # coins for which it is opened without waiting for anything

    def __init__(self, game: Data, judge: Judge) -> None:
        super().__init__(game, judge)
        self.kind, self.number = self.facts["kind"], self.facts["opens_third_field"]
        self.earns = judge.scale[self.kind]

    def look(self, view: Json) -> None:
        """Count the third field as coins of the beanometer, as long as it is not open."""
        self.opens = 0.0
        if not view["third_field"][self.seat]:
            rounds = self.judge.count_turns(view) / self.players
            self.opens = round(2 * self.A_ROUND * rounds) / 2
        scale = list(self.earns)
        scale[self.number] += self.opens
        self.judge.rescale(self.kind, tuple(scale))

    def act(self, decision: Decision, at: Position) -> int | None:
        """Open the third field as soon as the two are there."""
        if self.opens < self.AT_ONCE or (self.kind, self.number) not in at.mine:
            return None
        return decision.find(do="harvest", field=at.mine.index((self.kind, self.number)))
