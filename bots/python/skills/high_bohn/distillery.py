"""Distillery 2: which type to take from the others, and the last chance to buy of one."""

from __future__ import annotations

from bohnanza import Data, Decision
from position import Position

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill


class SellOut(Skill):
    """The buyer of distillery 2 names a type; the others may harvest and buy one of it."""

    rule = "distillery_2"
    judges = HighBohnJudge
    judge: HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        buildings = self.book["more"]["buildings"]["buildings"]
        self.building = {each["name"]: each for each in buildings}
        self.bean = {each["type"]: each["bean"] for each in buildings}

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] == "distillery_2":
            return self.name(decision)
        if decision["ask"] == "last_chance":
            return self.last_chance(decision, at)
        return None

    def name(self, decision: Decision) -> int:
        """The type that the others lack most, and cannot buy at once, but that I need not."""
        view = decision["view"]

        def lacks(seat: int, kind: str) -> bool:
            return all(self.building[name]["type"] != kind for name in view["buildings"][seat])

        def gain(index: int) -> int:
            kind = decision["choices"][index].get("type")
            bean = self.bean[kind]
            others = sum(
                lacks(seat, kind) and bean not in view["coins"][seat]
                for seat in range(self.players)
                if seat != self.seat
            )
            return others - self.players * lacks(self.seat, kind)

        return max(range(len(decision["choices"])), key=gain)

    def last_chance(self, decision: Decision, at: Position) -> int:
        """Buy the highest; without the coins, harvest for it where little is lost."""
        buys = [
            (self.building[choice["building"]]["price"], index)
            for index, choice in enumerate(decision["choices"])
            if choice["do"] == "buy_building"
        ]
        if buys:
            return max(buys)[1]
        named = [event["type"] for event in decision["events"] if event["event"] == "named_type"]
        bean = self.bean.get(named[-1]) if named else None
        judge = self.judge
        for index, choice in enumerate(decision["choices"]):
            if choice["do"] in ("harvest", "harvest_farm"):
                kind, count = at.mine[choice["field"]]
                if kind != bean or type(kind) is tuple:
                    continue
                coins = judge.earns[kind][count]
                scale = judge.plain[kind]
                added = coins - scale[min(count, len(scale) - 1)]
                if added > 0 and added > judge.promise[kind][count] - coins:
                    return index
        return 0
