"""The bean coin: claim it as soon as the fields allow, and defend it where that pays."""

from skills.skill import Skill

COIN = 0.5  # coins that keeping the bean coin is worth to its holder


class BeanCoin(Skill):
    rule = "bean_coin"
    # The fields may become rich enough with the last card planted: then claim before step 4.
    wants = ("before_draw",)

    def act(self, decision, at):
        if decision["ask"] == "resist":
            return decision.find(do="resist") if self.resists(at) else 0
        return decision.find(do="claim_coin")

    def due(self, decision, at):
        if decision["ask"] == "plant_coin_card":
            return tuple(decision["view"]["coin_card"]) + at.got + at.turned_over
        return None

    def resists(self, at):
        """Whether to let the claimant draw: a card is lost, and only a blue one saves the coin."""
        hand = at.hand
        gains = COIN * hand.count(self.facts["kept_by"])
        for place, kind in enumerate(hand):
            theirs = at.their_gain(at.active, (kind,), ())
            gains += at.gain((), (("hand", place),)) - self.judge.habits.envy * theirs
        return gains > 0
