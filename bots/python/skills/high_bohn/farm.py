"""Farm 2: soy in other fields, and which of their coins are soy."""

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill, put


class Farm(Skill):
    rule = "farm_2"
    judges = HighBohnJudge

    def __init__(self, game, judge):
        super().__init__(game, judge)
        judge.tailors.append(self.fit)

    def fit(self, judge, view, scale):
        owner = "farm_2" in view["buildings"][judge.seat]
        judge.guest = self.facts["adds"] if owner else None
        judge.hosts = self.facts["to"] if owner else ()

    def act(self, decision, at):
        """The harvests of the end: only what the coins may buy counts."""
        if decision["ask"] != "harvest_farm":
            return None
        choices = decision["choices"]
        return max(range(len(choices)), key=lambda index: self.coins(at.mine, choices[index]))

    def outcome(self, choice, before):
        if choice["do"] != "harvest_farm":
            return None
        at = choice["field"]
        fields = put(before.fields, at, (None, 0))
        return before._replace(coins=self.coins(before.fields, choice), fields=fields)

    def coins(self, fields, choice):
        """What a harvest earns with the number of soy coins that the choice names."""
        kind, count = fields[choice["field"]]
        scale, soy = self.judge.plain[kind], choice["soy"]
        coins = scale[min(count, len(scale) - 1)]
        return coins + self.beyond(kind, coins - soy) + self.beyond(self.facts["adds"], soy)

    def beyond(self, bean, coins):
        """What a number of coins of a bean is worth beyond the coins themselves."""
        added = self.judge.added.get(bean, (0.0,))
        return added[min(coins, len(added) - 1)]
