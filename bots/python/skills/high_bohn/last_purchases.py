"""The last purchases, after the harvests of the end: all that adds to the score."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from bohnanza import Data, Decision
from position import Position

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill


class LastPurchases(Skill):
    """A price counts like the coins: only the bonus and the coins that a tipi counts matter."""

    rule = "buildings"
    judges = HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        self.bonus: tuple[int, ...] = tuple(self.facts["bonus"])
        self.building = {each["name"]: each for each in self.facts["buildings"]}
        # Of buildings that count the same, another one is bought in each game.
        names = list(self.building)
        Random(game["seed"]).shuffle(names)
        self.taste = {name: number for number, name in enumerate(names)}

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] != "last_purchases":
            return None
        view = decision["view"]
        owned = view["buildings"][self.seat]
        counted = len(view["coins"][self.seat]) + len(view["under_buildings"][self.seat])
        types: dict[str, list[tuple[int, int]]] = {}
        for index, choice in enumerate(decision["choices"]):
            if choice["do"] == "buy_building":
                each = self.building[choice["building"]]
                types.setdefault(each["type"], []).append((each["price"], index))
        tipis = types.pop("tipi", [])
        cheapest = sorted(min(prices) for prices in types.values())
        share = self.share(owned)
        # Price so far, share of the tipi, buildings, the first.
        plans: list[tuple[int, int | None, int, int | None]] = [(0, share, 0, None)]
        plans += [
            (price, self.share([decision["choices"][index]["building"]]), 1, index)
            for price, index in tipis
        ]
        best, first = self.score(counted, share, len(owned)), 0
        for paid, divisor, bought, begun in plans:
            for number in range(len(cheapest) + 1):
                price = paid + sum(price for price, _ in cheapest[:number])
                worth = price + self.score(counted - price, divisor, len(owned) + bought + number)
                if worth > best:
                    best = worth
                    if begun is not None:
                        first = begun
                    else:
                        first = cheapest[0][1] if divisor else self.any(decision, types)
        return first

    def any(self, decision: Decision, types: dict[str, list[tuple[int, int]]]) -> int:
        """A building by taste."""
        return min(
            (index for prices in types.values() for _, index in prices),
            key=lambda index: self.taste[decision["choices"][index]["building"]],
        )

    def share(self, names: Iterable[str]) -> int | None:
        """Return the coins for which a tipi among these counts one more; None without one."""
        more = self.book["more"]
        shares = (more.get(name, {}).get("one_more_for") for name in names)
        return next((share for share in shares if share), None)

    def score(self, coins: int, share: int | None, buildings: int) -> int:
        more = coins // share if share else 0
        return coins + more + self.bonus[min(buildings, len(self.bonus) - 1)]
