"""The bean coin: claim it as soon as the fields allow, and defend it where that pays.

One more card in step 4 is worth little: the deck holds no more cards for that, and what one player
draws everybody trades. So it does not pay to grow fields, or to keep them, for the coin's sake.
"""

from __future__ import annotations

from bohnanza import Decision
from judgement import Kinds
from position import Position

from skills.skill import Skill

CARD = 0.1  # coins that one more card in step 4 is worth


class BeanCoin(Skill):
    rule = "bean_coin"
    urgency = 3  # a claim costs nothing; a harvest or a magpie may lose the chance
    # The fields may become rich enough with the last card planted: then claim before step 4.
    wants = ("before_draw",)

    def act(self, decision: Decision, at: Position) -> int | None:
        if decision["ask"] == "resist":
            return decision.find(do="resist") if self.resists(at) else 0
        return decision.find(do="claim_coin")

    def due(self, decision: Decision, at: Position) -> Kinds | None:
        if decision["ask"] == "plant_coin_card":
            return tuple(decision["view"]["coin_card"]) + at.got + at.turned_over
        return None

    def resists(self, at: Position) -> bool:
        """True if to let the claimant draw: a card is lost, and only one kind saves the coin."""
        hand = at.hand
        coin = CARD * self.judge.turns_left / self.players
        gains = coin * hand.count(self.facts["kept_by"])
        for place, kind in enumerate(hand):
            theirs = at.their_gain(at.active, (kind,), ())
            gains += at.gain((), (("hand", place),)) - self.judge.habits.envy * theirs
        return gains > 0
