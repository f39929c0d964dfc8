"""What buildings change: the scales of every seat, protection, and where a card may go."""

from skills.high_bohn import HighBohnJudge
from skills.skill import Skill, put


class Powers(Skill):
    """Beanometers, protection and the third field, of every seat by its buildings."""

    rule = "buildings"
    judges = HighBohnJudge

    def __init__(self, game, judge):
        super().__init__(game, judge)
        self.more = self.book["more"]
        self.bean = {each["name"]: each["bean"] for each in self.facts["buildings"]}
        judge.tailors.append(self.fit)

    def fit(self, judge, view, scale):
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


class Stew(Skill):
    """Bean stew: cards of all kinds find a place in it."""

    rule = "stew"
    judges = HighBohnJudge

    def outcome(self, choice, before):
        if choice["do"] != "plant_stew" or self.judge.stew is None:
            return None
        at, card = choice["field"], choice["card"]
        kind, count = before.fields[at]
        kinds = (*kind, card) if type(kind) is tuple else (kind, card)
        return before.planted(card, at, (tuple(sorted(kinds)), count + 1))


class Store(Skill):
    """The store takes what has no place, and its beans are for trading at any time."""

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


class Farm(Skill):
    """Farm 2: soy in other fields, and which of their coins are soy."""

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
        """What a harvest earns if so many of its coins are soy."""
        kind, count = fields[choice["field"]]
        scale, soy = self.judge.plain[kind], choice["soy"]
        coins = scale[min(count, len(scale) - 1)]
        return coins + self.beyond(kind, coins - soy) + self.beyond(self.facts["adds"], soy)

    def beyond(self, bean, coins):
        """What so many coins of a bean are worth beyond themselves."""
        added = self.judge.added.get(bean, (0.0,))
        return added[min(coins, len(added) - 1)]
