"""Buying buildings: what a coin of each kind may become, which building to take, and when.

A price is no loss: it counts at the end like the coins. What counts is the step towards the bonus
for many buildings, the power, and that a type can be bought only once and may be sold out.
"""

from functools import lru_cache

from skills.high_bohn import HighBohnJudge
from skills.skill import Skill

# What a power earns: coins at once, and coins for each round left.
POWERS = {
    "bank_2": (0.0, 0.05),
    "bank_3": (0.0, 0.06),
    "bank_4": (0.0, 0.1),
    "farm_2": (0.0, 0.15),
    "farm_3": (0.0, 0.05),
    "farm_4": (0.0, 0.1),
    "saloon_2": (0.0, 0.15),
    "saloon_3": (0.0, 0.3),
    "saloon_4": (0.0, 0.4),
    "mine_2": (0.5, 0.0),
    "mine_3": (0.0, 0.1),
    "mine_4": (0.0, 0.4),
    "tipi_2": (0.5, 0.0),
    "tipi_3": (0.8, 0.0),
    "tipi_4": (1.0, 0.0),
    "store_2": (0.0, 0.1),
    "store_3": (0.0, 0.15),
    "store_4": (0.0, 0.2),
    "blacksmith_2": (0.0, 0.15),
    "blacksmith_3": (0.0, 0.15),
    "blacksmith_4": (0.0, 0.03),
    "jail_2": (0.0, 0.1),
    "jail_3": (0.0, 0.2),
    "jail_4": (0.0, 0.35),
    "distillery_2": (0.3, 0.0),
    "distillery_3": (0.0, 0.05),
    "distillery_4": (0.0, 0.25),
}
PACE = 0.06  # chance per round that one more type comes within reach
FINE = 10  # scales are kept to a tenth of a coin


class Buildings(Skill):
    rule = "buildings"
    judges = HighBohnJudge

    weight = 1.0
    slack = 0.1

    def __init__(self, game, judge):
        super().__init__(game, judge)
        self.sold = self.facts["sold_of_a_type"]
        self.bonus = tuple(self.facts["bonus"])
        self.building = {each["name"]: each for each in self.facts["buildings"]}
        self.types = {}  # type → (bean, names by price from 1)
        for each in self.facts["buildings"]:
            self.types.setdefault(each["type"], (each["bean"], []))[1].append(each["name"])
        self.type_of = {bean: kind for kind, (bean, _) in self.types.items()}
        judge.tailors.append(self.fit)

    # --- what coins are worth -------------------------------------------------------------------

    def fit(self, judge, view, scale):
        """Let the scales of a judge's seat count what their coins would buy."""
        rounds = self.rounds(view)
        seat = judge.seat
        owned = {self.building[name]["type"] for name in view["buildings"][seat]}
        coins, shop = view["coins"][seat], set(view["shop"])
        step = self.step(view, seat, rounds)
        for kind, (bean, names) in self.types.items():
            if kind in owned or bean not in scale:
                continue
            worth = [0.0]
            for name in names:
                worth.append(
                    max(worth[-1], step + self.power(name, rounds)) if name in shop else worth[-1]
                )
            has = coins.count(bean)
            now = worth[min(has, 4)]
            scale[bean] = tuple(
                [
                    round(FINE * (n + self.weight * (worth[min(has + n, 4)] - now))) / FINE
                    for n in scale[bean]
                ]
            )

    def rounds(self, view):
        return round(self.judge.count_turns(view) / self.players)

    def step(self, view, seat, rounds):
        """Coins that a further type adds to the bonus, as far as can be told."""
        coins, shop = view["coins"][seat], view["shop"]
        owned = {self.building[name]["type"] for name in view["buildings"][seat]}
        near = owned | {
            each["type"]
            for each in map(self.building.__getitem__, shop)
            if coins.count(each["bean"]) >= each["price"]
        }
        return marginal(self.bonus, len(near), len(self.types) - len(near), rounds)

    def power(self, name, rounds):
        flat, rate = POWERS.get(name, (0.0, 0.0))
        return flat + rate * rounds if rounds > 0 else 0.0

    # --- buying ---------------------------------------------------------------------------------

    def act(self, decision, at):
        if decision["ask"] == "last_purchases":
            return self.last_purchase(decision)
        if decision["ask"] in ("plant", "trade", "set_aside", "window"):
            return self.purchase(decision, at)
        return None

    def purchase(self, decision, at):
        """The index of a building to buy now, or None."""
        view, best, index = decision["view"], 0.0, None
        rounds = self.rounds(view)
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "buy_building":
                name = choice["building"]
                worth = self.power(name, rounds) - self.waiting(view, at, name, rounds)
                if worth > best:
                    best, index = worth, number
        return index

    def waiting(self, view, at, name, rounds):
        """What it would be worth to wait for a higher building of the type."""
        building = self.building[name]
        bean, names = self.types[building["type"]]
        has = view["coins"][self.seat].count(bean)
        growing = sum(self.judge.promise[kind][count] for kind, count in at.mine if kind == bean)
        best = 0.0
        for price, other in enumerate(names, 1):
            if price <= has or other not in view["shop"]:
                continue
            lacks = price - has
            chance = min(0.7, 0.7 * growing / lacks) + 0.02 * rounds / lacks
            best = max(best, chance * self.power(other, rounds - 2))
        return best

    def last_purchase(self, decision):
        """Buy what adds most to the score: the bonus, less what a tipi would no longer count."""
        view, seat = decision["view"], self.seat
        under = len(view["under_buildings"][seat])
        total = len(view["coins"][seat]) + under
        owned = view["buildings"][seat]
        share = self.share(owned)
        options = {}
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "buy_building":
                each = self.building[choice["building"]]
                options.setdefault(each["type"], []).append((each["price"], number))
        tipis = [None, *options.pop("tipi", [])]
        cheapest = sorted(min(prices) for prices in options.values())
        best, index = self.score(total, share, len(owned)), 0
        for tipi in tipis:
            coins, count, divides = total, len(owned), share
            if tipi is not None:
                coins, count = coins - tipi[0], count + 1
                divides = self.share([decision["choices"][tipi[1]]["building"]]) or share
                worth = tipi[0] + self.score(coins, divides, count)
                if worth > best:
                    best, index = worth, tipi[1]
            paid = total - coins
            for price, _ in cheapest:
                coins, count, paid = coins - price, count + 1, paid + price
                worth = paid + self.score(coins, divides, count)
                if worth > best:
                    best, index = worth, tipi[1] if tipi else cheapest[0][1]
        return index

    def share(self, names):
        more = self.book["more"]
        return next(
            (more[n]["one_more_for"] for n in names if "one_more_for" in more.get(n, ())), None
        )

    def score(self, coins, share, count):
        more = coins // share if share else 0
        return coins + more + self.bonus[min(count, len(self.bonus) - 1)]


@lru_cache(maxsize=10_000)
def marginal(bonus, has, left, rounds):
    """What one more type adds to the bonus, when some of those `left` are still to come."""
    if left <= 0:
        return 0.0
    come = min(0.7, PACE * rounds)
    chances = [1.0]
    for _ in range(left - 1):
        chances = [
            (chances[n] if n < len(chances) else 0.0) * (1 - come)
            + (chances[n - 1] * come if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    top = len(bonus) - 1
    return sum(
        chance * (bonus[min(top, has + 1 + n)] - bonus[min(top, has + n)])
        for n, chance in enumerate(chances)
    )
