"""Changes by buildings: the scales of every seat, protection, and the price of a third field."""

from __future__ import annotations

from bohnanza import Data, Json

from skills.high_bohn.judge import HighBohnJudge, Scales
from skills.skill import Skill


class Powers(Skill):
    rule = "buildings"
    urgency = 1  # before the others judge by these scales
    judges = HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        self.more = self.book["more"]
        self.bean = {each["name"]: each["bean"] for each in self.facts["buildings"]}
        judge.tailors.append(self.fit)

    def fit(self, judge: HighBohnJudge, view: Json, scale: Scales) -> None:
        """Fit a judge to the buildings of its seat."""
        owned = view["buildings"][judge.seat]
        judge.stew = None
        judge.unprotected = "blacksmith_4" in owned
        judge.lone = ("garden",) if "mine_3" in owned else ()
        judge.third_field_price = self.book["third_field_price"]
        bonus = None  # of farm 4
        for name in owned:
            facts = self.more.get(name)
            if not facts:
                continue
            if "worth" in facts:
                bonus = facts
            elif "earns" in facts:
                earns = tuple(facts["earns"])
                if name.startswith("saloon"):
                    judge.stew = earns
                else:
                    scale[self.bean[name]] = earns
            elif "third_field_price" in facts and judge.third_field_price is not None:
                judge.third_field_price = facts["third_field_price"]
        if bonus:
            worth, earns = bonus["worth"], bonus["earns"]
            for kind in scale:
                scale[kind] = tuple([earns if n == worth else n for n in scale[kind]])
            if judge.stew:
                judge.stew = tuple([earns if n == worth else n for n in judge.stew])
        if "jail_4" in owned:
            scale["blue"] = tuple([n + 1 if n else 0 for n in scale["blue"]])
        # Another's distillery 3 takes a coin of each stew.
        paid = any("distillery_3" in other for other in view["buildings"])
        if judge.stew and paid and "distillery_3" not in owned:
            judge.stew = tuple([n - 1 if n else 0 for n in judge.stew])
