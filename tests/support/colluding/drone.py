"""A trader that trades with nobody, but gives its queen every card that grows in her fields."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

from bohnanza import answer, in_hand, offer, trade, turned_over
from queen import WORDS, QueenBot


class DroneBot(QueenBot):
    name = "drone"
    word = WORDS["drone"]
    heard = (WORDS["queen"],)

    def for_her(self, decision: Any) -> Any:
        """Cards of mine that grow in her fields, as an offer names them."""
        if self.friend is None:
            return []
        view = decision.view
        hers = {field["kind"] for field in view.fields[self.friend]}
        cards = [in_hand(at, kind) for at, kind in enumerate(view.hand) if kind in hers]
        if view.active == self.seat:
            turned = enumerate(view.turned_over)
            cards += [turned_over(at, kind) for at, kind in turned if kind in hers]
        return cards

    def trade(self, decision: Any) -> Any:
        own = Counter(decision.view.hand + decision.view.turned_over)
        accepted = [
            deal.id
            for deal in decision.deals
            if deal.seat == self.friend and deal.get == [] and own >= Counter(deal.give)
        ]
        if accepted:
            return trade(accepted[:1], end=False)
        cards = self.for_her(decision)
        if cards and decision.view.round == 1:
            return trade(offers=[offer(cards, [], self.friend)])
        return 0

    def answer(self, decision: Any) -> Any:
        return self.gift(decision) or 0

    def bid(self, decision: Any) -> Any:
        return self.gift(decision) or 0

    def gift(self, decision: Any) -> Any:
        cards = self.for_her(decision) if decision.view.active == self.friend else []
        return answer(offers=[offer(cards, [])]) if cards else None


if __name__ == "__main__":
    DroneBot().run()
