"""The option that sells the beans left in hand at the end: pairs are worth keeping by then."""

from collections import Counter

from skills.skill import Skill


class HandHarvest(Skill):
    rule = "hand_harvest"

    A_TURN = 1.6  # cards that leave the hand in each own turn still to come

    def __init__(self, game, judge):
        super().__init__(game, judge)
        judge.prospects.append(self.sold)

    def sold(self, fields, due, hand, wait, going_on):
        """Coins for what of the hand will be there at the end, kind by kind."""
        judge = self.judge
        if wait > self.players:
            return 0.0
        turns = max(0.0, (judge.turns_left - wait) / self.players)
        left = hand[round(self.A_TURN * turns) :]
        if not left:
            return 0.0
        grown, coins = dict(fields), 0.0
        for kind, count in Counter(left).items():
            if kind in judge.earns:
                earns, planted = judge.earns[kind], grown.get(kind, 0)
                coins += max(earns[count], earns[planted + count] - earns[planted])
        return coins
