"""Plants where it fits, harvests where least is lost, and takes what helps its fields.

It never starts a trade. Everything rests on one number, the promise of a field: the coins it
earns now, with the way to the next coin counted in part.
"""

from __future__ import annotations

from bohnanza import Bot, Choice, Data, Deal, Decision, Json, answer, trade

FRESH = 0.15  # what a card in an empty field is worth beyond its promise
CROWDED = 0.1  # what a card without room costs at least
LEAST = 0.05  # smaller gains are not worth a trade
# What expansions allow, done as soon as it is possible.
ALWAYS = ("fill_order", "lay_order", "claim_coin", "play_magpie", "keep_magpie")


class GreedyBot(Bot):
    name = "greedy"
    wants = ("no_counter",)

    def on_game_start(self, game: Data) -> None:
        self.promise: dict[str, list[float]] = {
            kind["name"]: promises(kind["earns"]) for kind in game.rulebook.kinds
        }

    # --- planting -----------------------------------------------------------------------------

    def choose(self, decision: Decision) -> Choice:
        for do in ALWAYS:
            if decision.find(do=do) is not None:
                return decision.find(do=do)
        buildings = [choice for choice in decision.choices if choice["do"] == "buy_building"]
        if buildings:
            return buildings[-1]  # the dearest of its type: the price counts at the end
        if decision.ask in ("use_offer", "keep_or_leave"):
            return self.pick(decision)
        if decision.ask == "steal":
            return self.steal(decision)
        if decision.ask == "plant_coin_card":
            return self.settle(decision, decision.view.coin_card)
        if decision.ask == "resist":
            return decision.find(do="resist") if "blue" in decision.view.hand else 0
        burden = self.burden(decision)
        return super().choose(decision) if burden is None else burden

    def pick(self, decision: Decision) -> Choice:
        """Pick in a duel: plant what grows already, else fill an empty field; refuse the rest."""
        fields = decision.my_fields
        plants = [choice for choice in decision.choices if choice["do"] == "plant"]
        if plants:
            return max(plants, key=lambda choice: fields[choice["field"]]["count"])
        refuse = decision.find(do="discard")
        return 0 if refuse is None else refuse

    def burden(self, decision: Decision) -> Choice:
        """Give up a hand card that grows nowhere, in a duel where nothing can be planted."""
        if decision.find(do="discard_from_hand") is None or decision.find(do="plant") is not None:
            return None
        for choice in decision.choices:
            if choice["do"] == "discard_from_hand" and not decision.grows(choice["card"]):
                return choice
        return decision.find(do="pass")

    def steal(self, decision: Decision) -> int | None:
        """Take with a magpie the bean that adds most to one of its fields, if any does."""
        fields, best, index = copies(decision.my_fields), 0.0, decision.find(do="pass")
        for number, choice in enumerate(decision.choices):
            if choice["do"] == "steal":
                gain = self.add([fields[choice["into"]]["kind"]], copies(fields))
                if gain > best:
                    best, index = gain, number
        return index

    def plant(self, decision: Decision) -> Choice:
        return self.settle(decision, [decision.card])

    def set_aside(self, decision: Decision) -> Choice:
        return self.settle(decision, decision.view.set_aside[self.seat])

    def settle(self, decision: Decision, due: list[str]) -> Choice:
        """Plant what fits, else in an empty field, else harvest where least is lost."""
        fields, hand = decision.my_fields, decision.view.hand
        plants = [choice for choice in decision.choices if choice["do"] == "plant"]
        harvests = [choice for choice in decision.choices if choice["do"] == "harvest"]
        for choice in harvests:
            if self.full(fields[choice["field"]]):
                return choice
        for choice in plants:
            if fields[choice["field"]]["kind"] == choice["card"]:
                return choice
        wait = decision.find(do="pass")
        if wait is not None and hand.count(due[0]) < 2:
            return wait  # a second card that may wait keeps the field free for something better
        if plants:
            return max(plants, key=lambda choice: (hand + due).count(choice["card"]))
        early = decision.view.run_outs == 0 and decision.view.draw_pile > 40
        if early and decision.find(do="buy_field") is not None:
            return decision.find(do="buy_field")
        if harvests:
            return min(harvests, key=lambda choice: self.loss(fields[choice["field"]], hand))
        return 0

    # --- trading ------------------------------------------------------------------------------

    def trade(self, decision: Decision) -> Choice:
        """Take what others offer on their own, the best first; then stop."""
        own = decision.view.turned_over + decision.view.hand
        taken = self.good_deals(decision, own)
        return trade([deal.id for deal in taken], end=True) if taken else 0

    def answer(self, decision: Decision) -> Choice:
        return answer([deal.id for deal in self.good_deals(decision, decision.view.hand)])

    def good_deals(self, decision: Decision, own: list[str]) -> list[Deal]:
        """Deals to agree to: no card promised twice, and only one that fills a field anew."""
        fields = copies(decision.my_fields)
        own, good = list(own), []
        worth = {deal.id: self.gain(deal, fields) for deal in decision.deals if complete(deal)}
        deals = [deal for deal in decision.deals if deal.id in worth]
        for deal in sorted(deals, key=lambda deal: -worth[deal.id]):
            payable = all(own.count(kind) >= deal.give.count(kind) for kind in deal.give)
            if payable and self.gain(deal, fields) > LEAST:
                for kind in deal.give:
                    own.remove(kind)
                self.add(deal.get, fields)
                good.append(deal)
        return good

    # --- judging ------------------------------------------------------------------------------

    def full(self, field: Json) -> bool:
        """True if more cards would earn nothing more."""
        count: int = field["count"]
        return count >= len(self.promise[field["kind"]]) - 1

    def loss(self, field: Json, hand: list[str]) -> float:
        """The loss in harvesting now: more if the hand holds more of the kind."""
        kind: str = field["kind"]
        count: int = field["count"]
        promised = self.promise[kind]
        lost = promised[min(count, len(promised) - 1)] - self.earns(kind, count)
        return lost + 0.3 * hand.count(kind)

    def gain(self, deal: Deal, fields: list[Json]) -> float:
        """The gain of a deal: what it adds to the fields, less what the cards given would have."""
        growing = [field["kind"] for field in fields]
        paid = [kind for kind in deal.give if kind in growing]
        return self.add(deal.get, copies(fields)) - self.add(paid, copies(fields))

    def add(self, cards: list[str], fields: list[Json]) -> float:
        """Put cards into `fields`, and tell what that adds; a card without room costs a harvest."""
        worth = 0.0
        for kind in cards:
            promised = self.promise[kind]
            field = next((f for f in fields if f["kind"] == kind), None)
            if field is None:
                field = next((f for f in fields if not f["count"]), None)
                if field is None:
                    worth -= max(CROWDED, min(self.loss(f, []) for f in fields))
                    continue
                field["kind"] = kind
                worth += FRESH
            at = min(field["count"], len(promised) - 2)
            worth += promised[at + 1] - promised[at]
            field["count"] += 1
        return worth


def copies(fields: list[Json]) -> list[Json]:
    return [dict(field) for field in fields]


def complete(deal: Deal) -> bool:
    """True if neither side is open."""
    return deal.get is not None and deal.give is not None


def promises(earns: list[int]) -> list[float]:
    """Coins for 0, 1, 2, … cards, with the way to the next coin counted in part."""
    smooth, low = [0.0], 0
    for n in range(1, len(earns)):
        if earns[n] > earns[low]:
            step = (earns[n] - earns[low]) / (n - low)
            smooth += [earns[low] + step * done for done in range(1, n - low + 1)]
            low = n
    return smooth


if __name__ == "__main__":
    GreedyBot().run()
