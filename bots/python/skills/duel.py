"""The duels: what to take from the table and from the hand, what to leave to the opponent.

Without trades a turn is small enough to be searched: every way to plant or refuse what is due,
with the harvests that make room. What a turn leaves is judged by the promises of the fields and by
playing out the hand, which here can be rid of one card a turn.
"""

from skills.skill import Skill


class Duel(Skill):
    rule = "duel"
    access = 0.8  # share of a kind's new cards that reach its only grower
    rarity = 1.0
    rivalry = 0.3
    crowding = 0.5
    rent = 0.05
    room = 1.2  # an empty field, as a part of the promise of a card to come
    envy = 0.5  # coins that a gain of the opponent costs
    fading = 0.85  # what a card of the hand counts for each own turn that it has to wait
    third = 1.2

    def __init__(self, game, judge):
        super().__init__(game, judge)
        self.by_kind = self.facts["whole_kinds"]
        self.step, self.held = None, 0
        judge.habits = judge.habits._replace(
            access=self.access,
            rarity=self.rarity,
            rivalry=self.rivalry,
            crowding=self.crowding,
            rent=self.rent,
            empty=self.room,
        )

    def look(self, view):
        step = view["turn"], view["step"]
        if step != self.step:
            self.step, self.held = step, len(view["hand"])

    def act(self, decision, at):
        ask, view = decision["ask"], decision["view"]
        if ask == "window":
            return None
        buy = decision.find(do="buy_field")
        if buy is not None and self.buys():
            return buy
        self.at, self.known = at, {}
        self.theirs = at.fields[1 - self.seat]
        self.pile = view["draw_pile"]
        if self.book["last_run_out"] - view["run_outs"] > 1:
            self.pile += 1000
        if ask == "use_offer":
            self.wait, self.soon = 0, max(1, self.pile)
            move = self.table(at.mine, groups(view["on_offer"]), ("discard",))[1]
        elif ask == "keep_or_leave":
            self.wait, self.soon = 1, self.pile - 7
            move = self.table(at.mine, groups(view["turned_over"]), ("pass",))[1]
        elif ask == "spare_card":
            self.wait, self.soon = 1, self.pile - 10
            move = self.spare(at.mine, at.hand)[1]
        elif ask == "plant":
            self.wait, self.soon = 1, self.pile - 10
            choices = decision["choices"]
            kind = decision["card"]
            if kind not in self.judge.promise or kind in self.judge.unplanted:
                return None
            spared = not self.by_kind or all(
                choice["do"] != "discard_from_hand" for choice in choices
            )
            done = self.held - len(at.hand) - (spared and self.by_kind)
            move = self.plant(at.mine, at.hand, done, spared)[1]
        else:
            return None
        if move is None:
            move = {"do": "pass"}
        return decision.find(**move)

    def buys(self):
        rounds = self.judge.turns_left / self.judge.players
        return rounds >= self.third * self.book["third_field_price"]

    # --- what is on the table ---------------------------------------------------------------

    def table(self, fields, due, refuse):
        """The best worth to be had with the kinds due, a tuple of (kind, number), and how."""
        if not due:
            return self.value(fields, self.at.hand), None
        (kind, number), rest = due[0], due[1:]
        best, move = self.table(fields, rest, refuse)
        if refuse[0] == "discard":
            first = {"do": "discard", "card": kind}
        else:
            best -= self.envy * self.pleases(kind, number)
            first = move
        for coins, changed, steps in self.ways(fields, kind, number):
            worth = coins + self.table(changed, rest, refuse)[0]
            if worth > best + 1e-9:
                best, first = worth, steps[0]
        return best, first

    def ways(self, fields, kind, number):
        """The ways to plant some cards of a kind: (coins, fields afterwards, steps)."""
        grown = [at for at, (name, _) in enumerate(fields) if name == kind]
        protected = max(count for _, count in fields) > 1
        found = []
        if grown:
            for at in grown:
                count = fields[at][1]
                plant = {"do": "plant", "card": kind, "field": at}
                changed = put(fields, at, kind, count + number)
                found.append((0.0, changed, (plant,)))
                if count > 1 or not protected:
                    harvest = {"do": "harvest", "field": at}
                    changed = put(fields, at, kind, number)
                    found.append((self.judge.earns[kind][count], changed, (harvest, plant)))
            return found
        for at, (name, _) in enumerate(fields):
            if name is None:
                plant = {"do": "plant", "card": kind, "field": at}
                return [(0.0, put(fields, at, kind, number), (plant,))]
        for at, (name, count) in enumerate(fields):
            if count > 1 or not protected:
                harvest = {"do": "harvest", "field": at}
                plant = {"do": "plant", "card": kind, "field": at}
                changed = put(fields, at, kind, number)
                found.append((self.judge.earns[name][count], changed, (harvest, plant)))
        return found

    def pleases(self, kind, number):
        """What cards left to the opponent add to the worth of its fields."""
        promise, earns = self.judge.promise, self.judge.earns
        if kind not in promise:
            return 0.0
        fields = self.theirs
        fresh = promise[kind][number]
        gain = 0.0
        for name, count in fields:
            if name == kind:
                return promise[kind][count + number] - promise[kind][count]
            if name is None:
                gain = max(gain, fresh - self.judge.empty)
            else:
                gain = max(gain, earns[name][count] + fresh - promise[name][count])
        return gain

    # --- the hand ---------------------------------------------------------------------------

    def plant(self, fields, hand, done, spared):
        """The best worth of step 1 from here, and the first move to it; None is to pass."""
        best, first = float("-inf"), None
        if done or not hand:
            if spared:
                best = self.value(fields, hand)
            else:
                best, first = self.spare(fields, hand)
        if not hand or done > 1:
            return best, first
        kind = hand[0]
        if kind not in self.judge.promise or kind in self.judge.unplanted:
            return max(best, self.value(fields, hand[1:])), first
        if not spared:
            worth = self.plant(fields, hand[1:], done, True)[0]
            if worth > best + 1e-9:
                best, first = worth, {"do": "discard_from_hand", "hand": 0}
        for coins, changed, steps in self.ways(fields, kind, 1):
            worth = coins + self.plant(changed, hand[1:], done + 1, spared)[0]
            if worth > best + 1e-9:
                best, first = worth, steps[0]
        return best, first

    def spare(self, fields, hand):
        """The best worth after discarding one card of the hand or none, and the move to it."""
        best, move = self.value(fields, hand), None
        tried = set()
        for place, kind in enumerate(hand):
            if kind in tried:
                continue
            tried.add(kind)
            worth = self.value(fields, hand[:place] + hand[place + 1 :])
            if worth > best + 1e-9:
                best, move = worth, {"do": "discard_from_hand", "hand": place}
        return best, move

    # --- judging ----------------------------------------------------------------------------

    def value(self, fields, hand):
        """Coins to be expected from fields, and a hand of which a step 1 comes next."""
        key = fields, hand
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._value(fields, hand)
        return known

    def _value(self, fields, hand):
        promise, empty = self.judge.promise, self.judge.empty
        kinds = [kind for kind, _ in fields]
        counts = [count for _, count in fields]
        total = 0.0
        for kind, count in fields:
            total += empty if kind is None else promise[kind][count]
        for extra in self.judge.extras:
            total += extra(kinds, counts)
        at, last, weight = 0, len(hand), self.fading**self.wait
        pile = self.soon
        gone = set()
        while at < last and pile > 0:
            planted, spared = 0, False
            while at < last and planted < 2:
                if at in gone:
                    at += 1
                    continue
                card = hand[at]
                if card not in promise or card in self.judge.unplanted:
                    total += weight * self.judge.unplanted.get(card, 0.0)
                    at += 1
                    planted += 1
                    continue
                change, where, fresh = self.fit(kinds, counts, card, hand[at + 1 :])
                if change <= 0.0:
                    if planted:
                        break
                    if self.by_kind and not spared:
                        spared = True
                        at += 1
                        continue
                total += weight * change
                if fresh:
                    kinds[where], counts[where] = card, 1
                else:
                    counts[where] += 1
                planted += 1
                at += 1
            if not spared:
                for later in range(at, last):
                    card = hand[later]
                    if later not in gone and card not in kinds and None not in kinds:
                        gone.add(later)
                        break
            weight *= self.fading
            pile -= 10
        return total

    def fit(self, kinds, counts, card, coming):
        """What planting a card adds, its field, and whether it starts anew there."""
        promise, earns = self.judge.promise, self.judge.earns
        promised = promise[card]
        if card in kinds:
            at = kinds.index(card)
            count = counts[at]
            more = promised[count + 1] - promised[count]
            if count > 1:
                anew = earns[card][count] + promised[1] - promised[count]
                if anew > more:
                    return anew, at, True
            return more, at, False
        if None in kinds:
            return promised[1] - self.judge.empty, kinds.index(None), True
        most = max(counts)
        best, where = -1e9, 0
        for at, kind in enumerate(kinds):
            count = counts[at]
            if count == 1 and most > 1:
                continue
            change = earns[kind][count] - promise[kind][count]
            if change > best:
                best, where = change, at
        return best + promised[1], where, True


def groups(cards):
    """The cards by kind: ((kind, number), …) in order of appearance."""
    return tuple([(kind, cards.count(kind)) for kind in dict.fromkeys(cards)])


def put(fields, at, kind, count):
    return (*fields[:at], (kind, count), *fields[at + 1 :])
