"""Buying buildings: what a coin of each kind may become, which building to take, and when.

A price is not lost: at the end it counts as coins do. What counts is the step towards the bonus
for many buildings, the power, and that a type can be bought only once and may be sold out.
"""

from __future__ import annotations

from random import Random

from bohnanza import Data, Decision, Json
from position import Position

from skills.high_bohn.building_values import PACE, numbers, power, raised, step
from skills.high_bohn.judge import ONLY, HighBohnJudge, Scales
from skills.skill import Skill

FINE = 4  # scales are kept to a quarter of a coin
MOST = 4  # the highest price
HOPE = 0.4  # for each coin that a building still lacks, what is left of its value
BONUS = 1.0  # what a type that is lost costs
GROWTH = ((0, 0.95), (2, 0.7), (4, 0.4))  # cards still to come to a field, and how likely they do
TRICKLE = 0.02  # coins a round of a bean that is not grown
SOON = 2  # rounds for which it is decided whether to wait
TASTE = 0.2  # coins a round by which a trader may overrate a power, or all would want the same
READY = 0.3  # chance that another who has a coin of the bean buys meanwhile


class Buying(Skill):
    rule = "buildings"
    judges = HighBohnJudge
    judge: HighBohnJudge

    def __init__(self, game: Data, judge: HighBohnJudge) -> None:
        super().__init__(game, judge)
        self.sold = self.facts["sold_of_a_type"]
        self.bonus = tuple(self.facts["bonus"])
        self.building = {each["name"]: each for each in self.facts["buildings"]}
        # By type: its bean, and names by price from 1.
        self.types: dict[str, tuple[str, list[str]]] = {}
        for each in self.facts["buildings"]:
            self.types.setdefault(each["type"], (each["bean"], []))[1].append(each["name"])
        random = Random(game["seed"])
        self.taste = {
            name: TASTE * random.random() ** 2 for name in self.building if power(name, 1)
        }
        judge.tailors.append(self.fit)

    def owned(self, view: Json, seat: int) -> set[str]:
        """The types that a seat has."""
        return {self.building[name]["type"] for name in view["buildings"][seat]}

    def power(self, name: str, rounds: float) -> float:
        """The expected earnings of a building's power."""
        return power(name, rounds) + max(0, rounds) * self.taste.get(name, 0.0)

    def rounds(self, view: Json) -> int:
        return round(self.judge.count_turns(view) / self.players)

    # --- what coins are worth -------------------------------------------------------------------

    def fit(self, judge: HighBohnJudge, view: Json, scale: Scales) -> None:
        """Let the scales of a judge's seat count what their coins may buy."""
        rounds, shop = self.rounds(view), set(view["shop"])
        coins, owned = view["coins"][judge.seat], self.owned(view, judge.seat)
        near = owned | {
            self.building[name]["type"]
            for name in shop
            if coins.count(self.building[name]["bean"]) >= self.building[name]["price"]
        }
        further = step(self.bonus, len(near), len(self.types) - len(near), rounds)
        judge.plain, judge.added = dict(scale), {}
        for kind, (bean, names) in self.types.items():
            if kind in owned or bean not in scale:
                continue
            worth = [0.0] * (MOST + 1)  # by number of coins
            for price, name in enumerate(names, 1):
                if name in shop:
                    full = further + self.power(name, rounds)
                    for number in range(MOST + 1):
                        part = full * HOPE ** max(0, price - number)
                        worth[number] = max(worth[number], part)
            has = min(MOST, coins.count(bean))
            added = tuple([round(FINE * (later - worth[has])) / FINE for later in worth[has:]])
            scale[bean] = raised(scale[bean], added)
            judge.added[bean] = added

    # --- buying ---------------------------------------------------------------------------------

    def act(self, decision: Decision, at: Position) -> int | None:
        """The index of a building to buy now, or None."""
        if decision["ask"] not in ("plant", "trade", "set_aside", "window"):
            return None
        view, best, index = decision["view"], 0.0, None
        rounds = self.rounds(view)
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "buy_building":
                name = choice["building"]
                worth = BONUS + self.power(name, rounds) - self.waiting(view, at, name, rounds)
                if worth > best:
                    best, index = worth, number
        return index

    def waiting(self, view: Json, at: Position, name: str, rounds: float) -> float:
        """The worth of waiting, for a higher building of the type or for nothing."""
        building = self.building[name]
        bean, names = self.types[building["type"]]
        has = view["coins"][self.seat].count(bean)
        grown = [count for kind, count in at.mine if kind in (bean, bean + ONLY)]
        best = later = self.power(name, rounds - 1)
        for price, other in enumerate(names, 1):
            if price <= has or other not in view["shop"]:
                continue
            chance = self.chance(bean, grown, price - has, rounds)
            best = max(best, later + chance * (self.power(other, rounds - 2) - later))
        return (1 - self.lost(view, building["type"], has, rounds)) * (BONUS + best)

    def chance(self, bean: str, grown: list[int], lacks: int, rounds: float) -> float:
        """Chance that the coins that a price still lacks will be harvested in time."""
        scale = self.judge.plain[bean]
        for more, likely in GROWTH:
            for count in grown:
                if scale[min(count + more, len(scale) - 1)] >= lacks:
                    return likely
        return min(0.3, TRICKLE * rounds / lacks)

    def lost(self, view: Json, kind: str, has: int, rounds: float) -> float:
        """Chance that others soon leave nothing of a type that I could buy with `has` coins."""
        bean, names = self.types[kind]
        owners = [kind in self.owned(view, seat) for seat in range(self.players)]
        left = sum(name in view["shop"] for name in names[:has])
        left = min(left, self.sold - sum(owners))
        buy = numbers(
            PACE * min(SOON, rounds) + READY * (bean in view["coins"][seat])
            for seat, owner in enumerate(owners)
            if not owner and seat != self.seat
        )
        return sum(buy[left:])
