"""A position as one decision shows it: what I have, and what a trade would change.

My cards are named by (pile, place), as ("hand", 0) or ("turned_over", 1); places are those of the
view, even if some have been handed over since. Trades that are agreed on are noted with `exchange`,
and what follows is judged on top of them.
"""

NEVER = 99  # turns to wait: the steps 1 of others are not played out
WELCOME = 0.05  # coins that make a kind worth asking for


class Position:
    """The position of `view`. `shown`: by seat, cards known to be in that hand."""

    def __init__(self, judge, view, shown):
        self.judge, self.view, self.shown = judge, view, shown
        self.seat, self.active = view["seat"], view["active"]
        self.hand = tuple(view["hand"])
        self.turned_over = tuple(view["turned_over"]) if self.active == self.seat else ()
        self.piles = {"turned_over": self.turned_over, "hand": self.hand}
        if "store" in view:
            self.piles["store"] = view["store"][self.seat]
        beans = judge.promise  # other cards that a hand may hold are not for trading
        self.cards = [
            (pile, at)
            for pile, cards in self.piles.items()
            for at, kind in enumerate(cards)
            if kind in beans
        ]
        self.fields = [judge.fields(view, seat) for seat in range(judge.players)]
        self.mine = self.fields[self.seat]
        # Turns until my next step 1.
        self.wait = (self.seat - self.active) % judge.players or judge.players
        self.got = tuple(view["set_aside"][self.seat])
        self.used = frozenset()
        self.theirs = {}  # by seat: what another has to plant, and its worth
        self.chances = {}  # by seat and kinds: that another's hand holds them
        self.mine_now = None  # my worth as things stand

    # --- my cards -------------------------------------------------------------------------------

    def kind(self, card):
        """The kind of a card of mine."""
        pile, at = card
        return self.piles[pile][at]

    def named(self, cards):
        """My cards as a choice names them."""
        return [{pile: at, "kind": self.piles[pile][at]} for pile, at in cards]

    def free(self):
        """My cards that are not handed over yet."""
        return [card for card in self.cards if card not in self.used]

    def pick(self, wanted):
        """My copies of the kinds wanted that I would miss least, or None."""
        picked = []
        for kind in wanted:
            copies = [c for c in self.free() if self.kind(c) == kind and c not in picked]
            if not copies:
                return None
            if len(copies) > 1:
                gone = self.used.union(picked)
                copies.sort(key=lambda card: -self.worth((), gone | {card}))
            picked.append(copies[0])
        return picked

    # --- what a trade changes -------------------------------------------------------------------

    def worth(self, got=(), used=frozenset()):
        """My worth with cards received, and with my cards `used` handed over."""
        due, hand, mine = self.leave(used)
        if got:
            due = tuple(sorted([*due, *got]))
        return self.judge.worth(mine, due, hand, self.wait)

    def leave(self, used):
        """What I have to plant, my hand and my fields with my cards `used` handed over."""
        hand, over, mine = self.hand, self.turned_over, self.mine
        if used:
            hand = tuple([card for at, card in enumerate(hand) if ("hand", at) not in used])
            over = tuple([card for at, card in enumerate(over) if ("turned_over", at) not in used])
            if self.piles.get("store"):
                mine = self.judge.sold(mine, sum(pile == "store" for pile, _ in used))
        return tuple(sorted(self.got + over)), hand, mine

    def now(self):
        """My worth as things stand."""
        if self.mine_now is None:
            self.mine_now = self.worth((), self.used)
        return self.mine_now

    def gain(self, get, give):
        """What receiving kinds and giving cards adds to my worth."""
        return self.gains((get,), give)[0]

    def gains(self, gets, give):
        """What each of some lots of kinds received for my cards would add to my worth."""
        worth, wait, now = self.judge.worth, self.wait, self.now()
        due, hand, mine = self.leave(self.used.union(give))
        return [worth(mine, tuple(sorted([*due, *get])), hand, wait) - now for get in gets]

    def exchange(self, get, give):
        """Count a trade as done."""
        self.got += tuple(get)
        self.used = self.used.union(give)
        self.mine_now = None

    def their_gain(self, seat, get, give):
        """What a trade of kinds adds to another's worth, as far as the table shows it."""
        judge, fields = self.judge.of(seat), self.fields[seat]
        promise = judge.promise
        if seat not in self.theirs:
            before = self.view["set_aside"][seat]
            if seat == self.active:
                before = before + self.view["turned_over"]
            now = judge.worth(fields, tuple(sorted(before)), (), NEVER)
            self.theirs[seat] = before, dict(fields), now
        before, growing, now = self.theirs[seat]
        after = [*before, *get]
        price = 0.0
        for kind in give:
            if kind in after and kind not in get:
                after.remove(kind)
            elif kind in growing:  # from the hand: it would most likely have been planted
                count = growing[kind]
                price += 0.8 * (promise[kind][count + 1] - promise[kind][count])
            elif kind in judge.unplanted:
                price += judge.unplanted[kind]
            else:
                price -= 0.1
        return judge.worth(fields, tuple(sorted(after)), (), NEVER) - now - price

    def holding(self, seat, want):
        """Chance that another seat has the kinds wanted in its hand."""
        chance = self.chances.get((seat, want))
        if chance is None:
            known = self.shown[seat]
            cards = max(0, self.view["hands"][seat] - sum(known.values()))
            chance = 1.0
            for kind in set(want):
                chance *= self.judge.holds(cards, kind, want.count(kind) - known[kind])
            self.chances[seat, want] = chance
        return chance

    # --- what to trade --------------------------------------------------------------------------

    def spare(self, most):
        """My cards, one of each kind, those first that I would miss least."""
        best = {}
        for card in self.free():
            relief = self.worth((), self.used | {card})
            kind = self.kind(card)
            if kind not in best or relief > best[kind][0]:
                best[kind] = (relief, card)
        return [card for _, card in sorted(best.values(), reverse=True)[:most]]

    def welcome(self, kinds, most):
        """Those of the kinds that would be welcome, the most welcome first."""
        now = self.now()
        gains = [(self.worth((kind,), self.used) - now, kind) for kind in kinds]
        return [kind for gain, kind in sorted(gains, reverse=True)[:most] if gain > WELCOME]
