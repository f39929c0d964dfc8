"""Lives by trading: looks for exchanges, gifts and requests from which both sides gain.

What anything is worth comes from judgement.py. As the active player it opens with what would
please it most and comes down round by round; what nobody pays for it gives away. To the active
player's offers it says yes if its own gain outweighs the other's, else it names a price.
"""

from collections import Counter
from itertools import combinations
from math import exp

from bohnanza import Bot, accepting, answer, in_hand, offer, paying, trade, turned_over
from judgement import Habits, Judge

SCATTER = 0.25  # coins of uncertainty about what others think a trade is worth
GREED = (0.4, 0.55, 0.7, 0.85, 1.0)  # how much the chance of a yes counts, round by round


class TraderBot(Bot):
    name = "trader"
    wants = ("bids",)
    habits = Habits()

    def on_game_start(self, game):
        self.judge = Judge(game, self.habits)
        self.turn = 0
        self.shown = [Counter() for _ in range(game["players"])]

    def on_event(self, event):
        """Remember the cards that others have shown in their hands, as long as they are there."""
        name = event["event"]
        if name in ("offered", "answered"):
            for made in event["offers"] + event.get("accepts", []):
                if made["give"] != "open":
                    cards = [card["kind"] for card in made["give"] if "turned_over" not in card]
                    self.shown[made["seat"]] |= Counter(cards)
        elif name == "traded":
            self.forget(event["seat"], [c["kind"] for c in event["gave"] if "hand" in c])
            self.forget(event["with"], kinds(event["got"]))
        elif name == "planted" and event["from"] == "hand":
            self.forget(event["seat"], [event["card"]])

    def forget(self, seat, cards):
        self.shown[seat] -= Counter(cards)

    # --- looking ------------------------------------------------------------------------------

    def look(self, decision):
        """Take in the view: the own position, and what the judge makes of the deck."""
        view = self.view = decision["view"]
        judge = self.judge
        judge.look(view, self.unseen(view))
        self.hand = tuple(view["hand"])
        self.active = view["active"]
        mine = self.active == self.seat
        self.over = tuple(view["turned_over"]) if mine else ()
        self.fields = [
            tuple([(field["kind"], field["count"]) for field in fields])
            for fields in view["fields"]
        ]
        self.wait = (self.seat - self.active) % judge.players or judge.players
        self.used = frozenset()
        self.got = tuple(view["set_aside"][self.seat])
        if view["turn"] != self.turn:
            self.turn, self.tried = view["turn"], set()

    def worth(self, got=(), used=frozenset()):
        """The worth of the own position with cards received, and own cards `used` handed over."""
        hand, over = self.hand, self.over
        if used:
            hand = tuple([card for at, card in enumerate(hand) if ("hand", at) not in used])
            over = tuple([card for at, card in enumerate(over) if ("over", at) not in used])
        due = tuple(sorted(self.got + tuple(got) + over))
        return self.judge.worth(self.fields[self.seat], due, hand, self.wait)

    def gain(self, get, give):
        """What a trade adds to the own worth; `give` are own cards as (pile, place)."""
        return self.worth(get, self.used.union(give)) - self.worth((), self.used)

    def their_gain(self, seat, get, give):
        """What a trade adds to another's worth, as far as the table shows it."""
        judge, fields = self.judge, self.fields[seat]
        before = self.view["set_aside"][seat]
        if seat == self.active:
            before = before + self.view["turned_over"]
        after = before + list(get)
        price = 0.0
        grown = dict(fields)
        for kind in give:
            if kind in after and kind not in get:
                after.remove(kind)
            elif kind in grown:
                promised = judge.promise[kind]
                price += 0.8 * (promised[grown[kind] + 1] - promised[grown[kind]])
            else:
                price -= 0.1
        without = judge.worth(fields, tuple(sorted(before)), (), 99)
        return judge.worth(fields, tuple(sorted(after)), (), 99) - without - price

    # --- planting -----------------------------------------------------------------------------

    def plant(self, decision):
        self.look(decision)
        return self.best(decision, second=decision.find(do="pass") is not None)

    def set_aside(self, decision):
        self.look(decision)
        return self.best(decision)

    def window(self, decision):
        return 0

    def best(self, decision, second=None):
        """The index of the choice that leaves the best position. `second` is None in step 3."""
        judge, mine = self.judge, self.fields[self.seat]
        due, hand = self.got, self.hand
        step_1 = second is not None
        if step_1 and not second:
            due, hand = hand[:1], hand[1:]
        best, where = -1e9, 0
        for index, choice in enumerate(decision["choices"]):
            do = choice["do"]
            coins, fields, left, rest = 0.0, mine, due, hand
            going_on = step_1
            if do == "plant":
                at, card = choice["field"], choice["card"]
                fields = (*mine[:at], (card, mine[at][1] + 1), *mine[at + 1 :])
                if second:
                    rest, going_on = hand[1:], False
                else:
                    gone = due.index(card)
                    left = due[:gone] + due[gone + 1 :]
            elif do == "harvest":
                at = choice["field"]
                coins = judge.earns[mine[at][0]][mine[at][1]]
                fields = (*mine[:at], (None, 0), *mine[at + 1 :])
            elif do == "pass":
                going_on = False
            elif do == "buy_field":
                if self.buys():
                    return index
                continue
            else:
                continue
            value = coins + judge.worth(fields, tuple(sorted(left)), rest, self.wait, going_on)
            if value > best + 1e-9:
                best, where = value, index
        return where

    def buys(self):
        """Whether a third field will still pay."""
        rounds = self.judge.turns_left / self.judge.players
        return rounds >= self.habits.third * self.judge.book["third_field_price"]

    # --- the own negotiation ------------------------------------------------------------------

    def trade(self, decision):
        self.look(decision)
        buying = decision.find(do="buy_field")
        if buying is not None and self.buys():
            return buying
        takes = self.takes()
        offers = self.proposals() if self.view["round"] <= self.view["rounds"] else []
        if not offers:
            return trade(takes, end=True)
        return trade(takes, offers)

    def takes(self):
        """Standing replies to take now, the best first."""
        replies, takes = self.replies(), []
        while replies:
            best, choice = self.habits.least, None
            for reply in replies:
                _, seat, get, want, give = reply
                cards = give if give is not None else self.pick(want)
                if cards is None or self.used.intersection(cards):
                    continue
                mine = self.gain(get, cards)
                paid = [self.card(card) for card in cards]
                theirs = self.their_gain(seat, paid, get)
                net = mine - self.habits.envy * max(0.0, theirs)
                if net > best:
                    best, choice = net, (reply, cards)
            if choice is None:
                break
            reply, cards = choice
            replies.remove(reply)
            self.used = self.used.union(cards)
            self.got = self.got + tuple(reply[2])
            takes.append(reply[0] if reply[4] is not None else paying(reply[0], self.named(cards)))
        return takes

    def replies(self):
        """What can be taken: (id, seat, kinds I get, kinds wanted, own cards offered)."""
        view = self.view
        offers = {made["id"]: made for made in view["offers"]}
        found = []
        for made in view["accepts"]:
            give = [place(card) for card in offers[made["offer"]]["give"]]
            found.append((made["id"], made["seat"], kinds(made["give"]), None, give))
        for made in view["offers"]:
            if made["seat"] != self.seat and "open" not in (made["give"], made["want"]):
                found.append((made["id"], made["seat"], kinds(made["give"]), made["want"], None))
        return found

    def card(self, at):
        pile, index = at
        return self.hand[index] if pile == "hand" else self.over[index]

    def named(self, cards):
        return [
            in_hand(at, self.hand[at]) if pile == "hand" else turned_over(at, self.over[at])
            for pile, at in cards
        ]

    def pick(self, wanted):
        """The own copies of the kinds wanted that are missed least, or None."""
        cards = []
        for kind in wanted:
            copies = [
                at
                for at in self.own()
                if self.card(at) == kind and at not in self.used and at not in cards
            ]
            if not copies:
                return None
            if len(copies) > 1:
                taken = self.used.union(cards)
                copies.sort(key=lambda at: -self.worth((), taken | {at}))
            cards.append(copies[0])
        return cards

    def own(self):
        return [("over", at) for at in range(len(self.over))] + [
            ("hand", at) for at in range(len(self.hand))
        ]

    def spare(self, most):
        """Own cards by kind, those first that are missed least: (relief, card)."""
        best = {}
        base = self.worth((), self.used)
        for at in self.own():
            if at in self.used:
                continue
            relief = self.worth((), self.used | {at}) - base
            kind = self.card(at)
            if kind not in best or relief > best[kind][0]:
                best[kind] = (relief, at)
        return sorted(best.values(), reverse=True)[:most]

    def welcome(self, kinds_, most):
        """Kinds that would be welcome, the most welcome first: (gain, kind)."""
        base = self.worth((), self.used)
        gains = [(self.worth((kind,), self.used) - base, kind) for kind in kinds_]
        return sorted([gain for gain in gains if gain[0] > 0.05], reverse=True)[:most]

    def proposals(self):
        """The offers to post in this round."""
        view, habits = self.view, self.habits
        spare = self.spare(5)
        wanted = self.welcome(self.judge.scale, 4)
        gives = [(at,) for _, at in spare] + [
            (a, b) for (_, a), (_, b) in combinations(spare[:3], 2)
        ]
        wants = [(kind,) for _, kind in wanted]
        wants += [(kind, kind) for _, kind in wanted[:2]]
        wants += list(combinations([kind for _, kind in wanted[:3]], 2))
        ideas = [(give, want) for give in gives for want in wants if len(give) + len(want) < 4]
        ideas += [(give, ()) for give in gives] + [((), want) for want in wants]
        greed = GREED[min(view["round"], len(GREED)) - 1]
        scored = []
        for give, want in ideas:
            given = [self.card(at) for at in give]
            key = (tuple(sorted(given)), want)
            if key in self.tried or set(given) & set(want):
                continue
            mine = self.gain(want, give)
            if mine <= habits.least:
                continue
            nobody, likely, seats = 1.0, 0.0, []
            net = 0.0
            for seat in range(self.judge.players):
                if seat == self.seat:
                    continue
                chance = self.holding(seat, want)
                theirs = self.their_gain(seat, given, want)
                chance *= self.yes(theirs, mine)
                net += chance * (mine - habits.envy * max(0.0, theirs))
                likely += chance
                nobody *= 1 - chance
                if chance > 0.05:
                    seats.append(seat)
            if not seats or net / likely <= habits.least:
                continue
            scored.append(((1 - nobody) ** greed * net / likely, key, give, want, seats))
        scored.sort(key=lambda idea: (-idea[0], idea[1]))
        offers = []
        times = Counter()
        while scored and len(offers) < self.game["rulebook"]["negotiation"]["offers"]:
            best = max(scored, key=lambda idea: idea[0] * 0.6 ** times[idea[2]])
            scored.remove(best)
            score, key, give, want, seats = best
            if score < habits.least:
                break
            times[give] += 1
            self.tried.add(key)
            offers.append(offer(self.named(give), want, seats[0] if len(seats) == 1 else None))
        return offers

    def holding(self, seat, want):
        """Chance that a seat has the cards wanted in its hand."""
        known = self.shown[seat]
        cards = max(0, self.view["hands"][seat] - sum(known.values()))
        chance = 1.0
        for kind in set(want):
            chance *= self.judge.holds(cards, kind, want.count(kind) - known[kind])
        return chance

    def yes(self, theirs, mine):
        """Chance that somebody agrees to a trade."""
        habits = self.habits
        net = theirs - habits.envy * max(0.0, mine) - habits.least
        return 1 / (1 + exp(-max(-30.0, net / SCATTER)))

    # --- the negotiations of others -----------------------------------------------------------

    def answer(self, decision):
        self.look(decision)
        habits = self.habits
        regrets = self.regrets()
        accepts = []
        offers = {made["id"]: made for made in self.view["offers"]}
        open_ = [offers[number] for number in decision["offers"]]
        open_ = [made for made in open_ if "open" not in (made["give"], made["want"])]
        while open_:
            best, choice = habits.least, None
            for made in open_:
                cards = self.pick(made["want"])
                if cards is None:
                    continue
                get = kinds(made["give"])
                mine = self.gain(get, cards)
                theirs = self.their_gain(self.active, made["want"], get)
                net = mine - habits.envy * max(0.0, theirs)
                if net > best:
                    best, choice = net, (made, cards, get)
            if choice is None:
                break
            made, cards, get = choice
            open_.remove(made)
            self.used = self.used.union(cards)
            self.got = self.got + tuple(get)
            accepts.append(accepting(made["id"], self.named(cards)) if cards else made["id"])
        return answer(accepts, self.bids(), regrets)

    def bid(self, decision):
        self.look(decision)
        return answer(offers=self.bids())

    def regrets(self):
        """Own standing replies, to be withdrawn, that would do harm by now."""
        view = self.view
        offers = {made["id"]: made for made in view["offers"]}
        standing = [
            (made["id"], kinds(offers[made["offer"]]["give"]), made["give"])
            for made in view["accepts"]
            if made["seat"] == self.seat
        ]
        for made in view["offers"]:
            if made["seat"] == self.seat:
                standing.append((made["id"], made["want"], made["give"]))
        return [
            number
            for number, get, give in standing
            if self.gain(get, [place(card) for card in give]) < 0
        ]

    def bids(self):
        """Offers to the active player: for cards that lie open, or to be rid of a burden."""
        habits, active = self.habits, self.active
        theirs_open = Counter(self.view["turned_over"]) + self.shown[active]
        standing = [made for made in self.view["offers"] if made["seat"] == self.seat]
        for made in standing:
            self.tried.add((tuple(sorted(kinds(made["give"]))), tuple(made["want"])))
        spare = self.spare(5)
        wanted = self.welcome(theirs_open, 3)
        wants = [(kind,) for _, kind in wanted] + [
            (kind, kind) for _, kind in wanted if theirs_open[kind] > 1
        ]
        if len(wanted) > 1:
            wants += [tuple(sorted(kind for _, kind in wanted[:2]))]
        gives = [(at,) for _, at in spare]
        gives += [(a, b) for (_, a), (_, b) in combinations(spare[:3], 2)]
        ideas = [(give, want) for give in gives for want in wants]
        ideas += [((), want) for want in wants] + [(give, ()) for give in gives]
        scored = []
        for give, want in ideas:
            given = [self.card(at) for at in give]
            key = (tuple(sorted(given)), want)
            if key in self.tried or set(given) & set(want):
                continue
            mine = self.gain(want, give)
            if mine <= habits.least:
                continue
            theirs = self.their_gain(active, given, want)
            net = mine - habits.envy * max(0.0, theirs)
            if net <= habits.least:
                continue
            scored.append((net * self.yes(theirs, mine), key, give, want))
        scored.sort(key=lambda idea: (-idea[0], idea[1]))
        offers = []
        for score, key, give, want in scored[: self.game["rulebook"]["negotiation"]["replies"]]:
            if score > habits.least:
                self.tried.add(key)
                offers.append(offer(self.named(give), want))
        return offers


def place(card):
    """Where an own card lies, as (pile, place)."""
    return ("hand", card["hand"]) if "hand" in card else ("over", card["turned_over"])


def kinds(cards):
    return [card["kind"] for card in cards]


if __name__ == "__main__":
    TraderBot().run()
