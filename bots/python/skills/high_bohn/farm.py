"""Farm 2: soy in other fields, and which of their coins are soy."""

from __future__ import annotations

from bohnanza import Data, Decision, Json
from judgement import Fields
from position import Position

from skills.high_bohn.judge import HighBohnJudge, Scales
from skills.skill import Outcome, Skill, put


class Farm(Skill):
    rule = "farm_2"
    judges = HighBohnJudge
    judge: HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        judge.tailors.append(self.fit)

    def fit(self, judge: HighBohnJudge, view: Json, scale: Scales) -> None:
        owner = "farm_2" in view["buildings"][judge.seat]
        judge.guest = self.facts["adds"] if owner else None
        judge.hosts = self.facts["to"] if owner else ()

    def act(self, decision: Decision, at: Position) -> int | None:
        """The harvests of the end: only what the coins may buy counts."""
        if decision["ask"] != "harvest_farm":
            return None
        choices = decision["choices"]
        return max(range(len(choices)), key=lambda index: self.coins(at.mine, choices[index]))

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        if choice["do"] != "harvest_farm":
            return None
        at = choice["field"]
        fields = put(before.fields, at, (None, 0))
        return before._replace(coins=self.coins(before.fields, choice), fields=fields)

    def coins(self, fields: Fields, choice: Json) -> float:
        """The coins of a harvest with the number of soy coins that the choice names."""
        kind, count = fields[choice["field"]]
        scale, soy = self.judge.plain[kind], choice["soy"]
        coins = scale[min(count, len(scale) - 1)]
        return coins + self.beyond(kind, coins - soy) + self.beyond(self.facts["adds"], soy)

    def beyond(self, bean: str, coins: int) -> float:
        """The worth of a number of coins of a bean beyond the coins themselves."""
        added = self.judge.added.get(bean, (0.0,))
        return added[min(coins, len(added) - 1)]
