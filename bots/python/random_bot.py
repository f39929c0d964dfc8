"""Picks any listed choice, and now and then makes up an honest offer. The weakest opponent."""

from __future__ import annotations

from bohnanza import (
    OPEN,
    Bot,
    Choice,
    Deal,
    Decision,
    Json,
    accepting,
    answer,
    offer,
    trade,
)

OFTEN = 0.3  # how often it composes a trade itself instead of picking from the list
WISHES = ("bids", "before_plant", "before_trade", "before_draw")


class RandomBot(Bot):
    name = "random"

    def choose(self, decision: Decision) -> Choice:
        chance = self.random.random()
        if chance < 0.02:
            self.wants = [wish for wish in WISHES if self.random.random() < 0.2]
        if chance < OFTEN:
            if decision.ask == "trade" and decision.view.round <= decision.view.rounds:
                return trade(offers=self.offers(decision, "offers"))
            if decision.ask in ("answer", "bid"):
                agreed = [self.accept(decision, deal) for deal in decision.deals]
                accept = [one for one in agreed if one and self.random.random() < 0.5]
                return answer(accept, self.offers(decision, "replies"))
        order = decision.find(do="fill_order")  # a coin for nothing
        return self.random.randrange(len(decision.choices)) if order is None else order

    def offers(self, decision: Decision, limit: str) -> list[Json]:
        """Offers up to the number the rules allow, each of exact cards of mine for any kinds."""
        most = self.game.rulebook["negotiation"][limit]
        return [self.offer(decision) for _ in range(self.random.randint(1, most))]

    def offer(self, decision: Decision) -> Json:
        kinds = [kind["name"] for kind in self.game.rulebook.kinds]
        own = [card for card in decision.own_cards if card["kind"] in kinds]  # no orders
        give = self.random.sample(own, min(len(own), self.random.randrange(3)))
        want = [self.random.choice(kinds) for _ in range(self.random.randrange(3))]
        if give and self.random.random() < 0.1:
            return offer(give, OPEN)
        to = None
        if decision.ask == "trade" and self.random.random() < 0.3:
            to = (self.seat + self.random.randint(1, self.game.players - 1)) % self.game.players
        return offer(give, want or ([] if give else [self.random.choice(kinds)]), to)

    def accept(self, decision: Decision, deal: Deal) -> Json | None:
        """Accept a deal with random copies of the cards wanted, if they are there."""
        if deal.get is None or deal.give is None:
            return None
        own = decision.own_cards
        self.random.shuffle(own)
        cards = []
        for kind in deal.give:
            card = next((card for card in own if card["kind"] == kind), None)
            if card is None:
                return None
            own.remove(card)
            cards.append(card)
        return accepting(deal.id, cards)


if __name__ == "__main__":
    RandomBot().run()
