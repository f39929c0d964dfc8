"""Banks: the top card of the pile, the order of the hand."""

from __future__ import annotations

from bohnanza import Decision
from position import Position

from skills.high_bohn.judge import HighBohnJudge
from skills.skill import Skill


class TopCard(Skill):
    """Bank 2: a card that is worse than what may come instead goes under the pile."""

    rule = "bank_2"
    judges = HighBohnJudge

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] != "bank_2":
            return None
        (seen,) = decision["view"]["bank_seen"][self.seat]
        judge = self.judge

        def worth(kind: str) -> float:
            return judge.worth(at.mine, (kind,), at.hand, 0)

        left = {kind: number for kind, number in judge.unseen.items() if number > 0}
        usual = sum(number * worth(kind) for kind, number in left.items())
        if worth(seen) * sum(left.values()) >= usual:
            return 0
        return decision.find(do="put_under")


class Drawn(Skill):
    """Bank 3: the best order of the cards just drawn."""

    rule = "bank_3"
    judges = HighBohnJudge

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] != "bank_3":
            return None

        def worth(index: int) -> float:
            hand = at.hand
            if index:
                order = decision["choices"][index]["order"]
                kept = len(hand) - len(order)
                hand = hand[:kept] + tuple([hand[kept + place] for place in order])
            return self.judge.worth(at.mine, (), hand, at.wait)

        return max(range(len(decision["choices"])), key=worth)


class Moved(Skill):
    """Bank 4: the card of the hand that is best moved."""

    rule = "bank_4"
    judges = HighBohnJudge

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] != "bank_4":
            return None

        def worth(index: int) -> float:
            cards = list(at.hand)
            if index:
                choice = decision["choices"][index]
                cards.insert(choice["to"], cards.pop(choice["hand"]))
            hand = tuple(cards)
            # Step 1 is next: its first card must be planted.
            return self.judge.worth(at.mine, hand[:1], hand[1:], at.wait, True)

        return max(range(len(decision["choices"])), key=worth)
