"""Magpies: what one is worth in the hand, when to play it, and which beans to take with it."""

from __future__ import annotations

from bohnanza import Data, Decision, Json
from judgement import Fields, Judge
from position import Position

from skills.skill import Outcome, Skill, put

USUAL = 0.4  # coins that a magpie of the hand brings when it is played


class Magpies(Skill):
    rule = "magpie"
    urgency = 2  # one that must be played steals more before a harvest than after

    def __init__(self, game: Data, judge: Judge) -> None:
        super().__init__(game, judge)
        self.envy = 1 / (self.players - 1)  # what another player's loss is worth to me

    def look(self, view: Json) -> None:
        self.judge.unplanted[self.facts["kind"]] = USUAL

    def act(self, decision: Decision, at: Position) -> int | None:
        self.at = at
        if decision["ask"] == "steal":
            return self.steal(decision)
        if decision["ask"] == "plant" and decision.find(do="pass") is None:
            return decision.find(do="play_magpie")  # it must go: better before a harvest than after
        return decision.find(do="keep_magpie")  # in the hand it takes nothing's place

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        if choice["do"] != "play_magpie":
            return None  # as the second card of step 1 it might as well wait
        return before._replace(coins=self.spoils(), hand=before.hand[1:], going_on=False)

    def steal(self, decision: Decision) -> int | None:
        """The index of the best theft, or of stopping."""
        best, index = 0.0, decision.find(do="pass")
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "steal":
                gain = self.gain(self.at.mine, choice["seat"], choice["field"], choice["into"])
                if gain > best:
                    best, index = gain, number
        return index

    def spoils(self) -> float:
        """The worth of a magpie that is played now."""
        fields, seats, total = self.at.mine, set(range(self.players)) - {self.seat}, 0.0
        for _ in range(self.facts["steals_from"]):
            gains = [
                (self.gain(fields, seat, number, into), seat, into)
                for seat in seats
                for number, (kind, _) in enumerate(self.at.fields[seat])
                for into, (grown, _) in enumerate(fields)
                if kind is not None and kind == grown
            ]
            gain, seat, into = max(gains, default=(0.0, 0, 0))
            if gain <= 0.0:
                break
            total += gain
            seats.remove(seat)
            fields = changed(fields, into, 1)
        return total

    def gain(self, fields: Fields, seat: int, number: int, into: int) -> float:
        """The gain in taking a bean: what it adds to my fields, and costs the other player."""
        theirs = self.at.fields[seat]
        mine = self.worth(changed(fields, into, 1)) - self.worth(fields)
        loss = self.worth(theirs) - self.worth(changed(theirs, number, -1))
        return mine + self.envy * loss

    def worth(self, fields: Fields) -> float:
        """The worth of fields alone."""
        return self.judge.worth(fields, (), (), self.at.wait)


def changed(fields: Fields, number: int, by: int) -> Fields:
    """The fields with one bean more or less in one of them."""
    kind, count = fields[number]
    count += by
    return put(fields, number, (kind if count else None, count))
