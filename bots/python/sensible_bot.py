"""Plants where it fits, harvests the cheapest loss, trades for what its fields grow.

Everything rests on one number: the promise of a field, its coins with the way to the next coin
counted in part. A card is worth what it adds to the promise; a card that grows nowhere is worth
less than nothing, because room for it costs a harvest.
"""

from __future__ import annotations

from bohnanza import Bot, Choice, Data, Deal, Decision, Json, answer, offer, trade

THIRD_FIELD_UNTIL = 0.35  # of the deck: later it no longer pays for itself
FRESH_START = 0.2  # what a card is worth in an empty field
WORTH_A_TRADE = 0.05  # smaller gains help the other side more
MOST_OFFERS = 3
# Choices of expansions that are nearly always right; the second row is for cards never planted.
WELCOME = {
    *("fill_order", "claim_coin", "buy_building", "steal"),
    *("lay_order", "play_magpie", "keep_magpie"),
}


class SensibleBot(Bot):
    """A bot without secrets: its answer depends on what it sees and has offered in this turn."""

    name = "py-sensible"

    def on_game_start(self, game: Data) -> None:
        kinds = game.rulebook["kinds"]
        self.deck = sum(kind["count"] for kind in kinds)
        self.promises = {kind["name"]: promises(kind["earns"]) for kind in kinds}
        self.turn, self.tried = 0, set[tuple[str, str]]()

    # --- planting -----------------------------------------------------------------------------

    def choose(self, decision: Decision) -> Choice:
        for choice in decision.choices:
            if choice["do"] in WELCOME:
                return choice
        if decision.ask in ("use_offer", "keep_or_leave"):
            return self.pick(decision)
        return self.spare(decision) or super().choose(decision)

    def pick(self, decision: Decision) -> Choice:
        """In a duel: plant what grows already, else what fills an empty field; refuse the rest."""
        plants, mine = listed(decision, "plant"), decision.my_fields
        if plants:
            return max(plants, key=lambda plant: mine[plant["field"]]["count"])
        return decision.find(do="discard") or 0

    def spare(self, decision: Decision) -> Choice:
        """In a duel, if nothing can be planted: a hand card that grows nowhere may go."""
        discards = listed(decision, "discard_from_hand")
        if not discards or listed(decision, "plant"):
            return None
        burdens = (discard for discard in discards if not decision.grows(discard["card"]))
        passes = listed(decision, "pass")
        return next(burdens, passes[0] if passes else None)

    def plant(self, decision: Decision) -> Choice:
        return self.settle(decision, [decision["card"]])

    def set_aside(self, decision: Decision) -> Choice:
        return self.settle(decision, decision.view["set_aside"][self.seat])

    def settle(self, decision: Decision, due: list[str]) -> Choice:
        """Plant what fits, else in the open, else make room as cheaply as can be."""
        hand, mine = decision.view["hand"], decision.my_fields
        plants, harvests = listed(decision, "plant"), listed(decision, "harvest")
        if ripe := self.ripe(decision):
            return ripe
        for choice in plants:
            if mine[choice["field"]]["kind"] == choice["card"]:
                return choice
        # A second card that may wait does so, unless more of its kind are in the hand.
        if listed(decision, "pass") and hand.count(decision.get("card")) < 2:
            return listed(decision, "pass")[0]
        if plants:
            return max(plants, key=lambda each: due.count(each["card"]) + hand.count(each["card"]))
        if third_field := self.third_field(decision):
            return third_field
        if harvests:
            return min(harvests, key=lambda each: self.loss(mine[each["field"]], hand))
        return 0

    def ripe(self, decision: Decision) -> Choice:
        """Return the harvest of a field that can earn no more: it is in the way."""
        for harvest in listed(decision, "harvest"):
            kind, count = (decision.my_fields[harvest["field"]][key] for key in ("kind", "count"))
            if self.promise(kind, count + 1) <= self.promise(kind, count):
                return harvest
        return None

    def third_field(self, decision: Decision) -> Choice:
        view = decision.view
        early = view["run_outs"] == 0 and view["draw_pile"] > THIRD_FIELD_UNTIL * self.deck
        buys = listed(decision, "buy_field")
        return buys[0] if early and buys else None

    # --- trading ------------------------------------------------------------------------------

    def trade(self, decision: Decision) -> Choice:
        if urgent := self.ripe(decision) or self.third_field(decision):
            return urgent
        view = decision.view
        taken = self.agreeable(decision)
        offers = self.proposals(decision, taken) if view["round"] <= view["rounds"] else []
        return trade([deal.id for deal in taken], offers, end=not taken and not offers)

    def answer(self, decision: Decision) -> Choice:
        accepted = self.agreeable(decision)
        return answer([deal.id for deal in accepted], self.counters(decision.view, accepted))

    def bid(self, decision: Decision) -> Choice:
        return answer(offers=self.counters(decision.view, []))

    def agreeable(self, decision: Decision) -> list[Deal]:
        """Return the deals to make: accepts, whose cards are fixed, then bids; the best first."""
        view, trading = decision.view, decision.ask == "trade"
        accepts = {accept["id"] for accept in view["accepts"]}
        closed = [deal for deal in decision.deals if None not in (deal.get, deal.give)]
        value = {d.id: self.gain(d.get, view) - self.cost(d.give, view) for d in closed}
        ranked = sorted(
            (deal for deal in closed if value[deal.id] >= WORTH_A_TRADE),
            key=lambda deal: (deal.id not in accepts, -value[deal.id], deal.id),
        )
        own = [card["kind"] for card in decision.own_cards if "store" not in card]
        chosen: list[Deal] = []
        for deal in ranked:
            # Several offers may promise the same card: of those that look alike only one is safe.
            clash = any(
                deal.seat == other.seat or same(deal.give, other.give)
                if trading
                else same(deal.get, other.get)
                for other in chosen
            )
            if not clash and all(own.count(kind) >= deal.give.count(kind) for kind in deal.give):
                own = without(own, deal.give)
                chosen.append(deal)
        return chosen

    def proposals(self, decision: Decision, taken: list[Deal]) -> list[Json]:
        """Offer what grows nowhere for what grows here, once each; what nobody buys is a gift."""
        view = decision.view
        if view["turn"] != self.turn:
            self.turn, self.tried = view["turn"], set()
        spent = {kind for deal in taken for kind in deal.give}
        grown = [field["kind"] for field in decision.my_fields if field["count"]]
        wanted = [kind for kind in grown if self.gain([kind], view) > 0]
        here, hand = (
            [kind for kind in dict.fromkeys(cards) if kind not in spent and self.burden(kind, view)]
            for cards in (view["turned_over"], view["hand"])
        )
        ideas = [(kind, want) for kind in here for want in wanted]
        ideas += [(kind, "") for kind in here]
        ideas += [(kind, want) for kind in hand for want in wanted]
        new = [idea for idea in dict.fromkeys(ideas) if idea not in self.tried][:MOST_OFFERS]
        self.tried.update(new)
        return [offer([give], [want] if want else []) for give, want in new]

    def counters(self, view: Data, accepted: list[Deal]) -> list[Json]:
        """Ask for a turned-over card that grows here, for one that grows there or is of no use."""
        theirs = [field["kind"] for field in view["fields"][view["active"]]]
        hand, left = view["hand"], view["turned_over"]
        for deal in accepted:
            hand, left = without(hand, deal.give), without(left, deal.get)
        burdens = [kind for kind in hand if self.burden(kind, view)]
        pay = next((kind for kind in burdens if kind in theirs), burdens[0] if burdens else None)
        wants = (kind for kind in left if self.gain([kind], view) >= WORTH_A_TRADE)
        want = next(wants, None)
        if pay is None or want is None:
            return []
        stands = any(
            made["seat"] == self.seat
            and first_kind(made["give"]) == pay
            and first_kind(made["want"]) == want
            for made in view["offers"]
        )
        return [] if stands else [offer([pay], [want])]

    # --- judging ------------------------------------------------------------------------------

    def promise(self, kind: str, count: int) -> float:
        scale = self.promises.get(kind, [0.0])
        return scale[min(count, len(scale) - 1)]

    def loss(self, field: Json, hand: list[str]) -> float:
        """What harvesting a field now gives up, the more the more of its kind are in the hand."""
        kind = field["kind"]
        return self.promise(kind, field["count"]) - int(field["coins"]) + 0.3 * hand.count(kind)

    def gain(self, cards: list[str], view: Data) -> float:
        """What receiving these cards adds to its fields; below 0 if they cost a harvest."""
        mine = [dict(field) for field in view["fields"][self.seat]]
        total = 0.0
        for kind in cards:
            growing = [field for field in mine if field["kind"] == kind]
            field = next(iter(growing + [field for field in mine if not field["count"]]), None)
            if field is None:
                total -= max(0.1, min(self.loss(each, view["hand"]) for each in mine))
                continue
            count = field["count"]
            more = self.promise(kind, count + 1) - self.promise(kind, count)
            total += more if count else FRESH_START
            field["kind"], field["count"] = kind, count + 1
        return total

    def burden(self, kind: str, view: Data) -> bool:
        """Return True if a bean has no place here; what is no bean (an order) cannot be traded."""
        return kind in self.promises and self.gain([kind], view) <= 0

    def cost(self, cards: list[str], view: Data) -> float:
        """What giving these cards away loses: what they would add here; a burden is a relief."""
        here = view["turned_over"] if view["active"] == self.seat else []
        grown = [field["kind"] for field in view["fields"][self.seat]]
        total = 0.0
        for kind in cards:
            worth = self.gain([kind], view)
            if kind in grown:
                total += worth
            elif kind in here:
                total += min(0, worth)
            else:
                total += 0.1 if view["hand"].count(kind) > 1 else -0.1
        return total


def promises(earns: list[int]) -> list[float]:
    """Return the coins of 0, 1, 2, … cards with the way to the next coin counted in part."""
    smooth, low = [0.0], 0
    for high in range(1, len(earns)):
        more = earns[high] - earns[low]
        if more:
            smooth += [earns[low] + more * n / (high - low) for n in range(1, high - low + 1)]
            low = high
    return smooth


def listed(decision: Decision, do: str) -> list[Json]:
    return [choice for choice in decision.choices if choice["do"] == do]


def same(some: list[str], others: list[str]) -> bool:
    return some != [] and some == others


def without(cards: list[str], gone: list[str]) -> list[str]:
    left = list(cards)
    for kind in gone:
        if kind in left:
            left.remove(kind)
    return left


def first_kind(side: list[Json | str] | str) -> str | None:
    """Return the kind of an offer's first card; None if there is none, or the side is open."""
    if not isinstance(side, list) or not side:
        return None
    return side[0]["kind"] if isinstance(side[0], dict) else side[0]


if __name__ == "__main__":
    SensibleBot().run()
