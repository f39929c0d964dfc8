"""A position as one decision shows it: what I have, and what a trade would change.

My cards are named by (pile, place), as ("hand", 0) or ("turned_over", 1); places are those of the
view, even if some have been handed over since. Trades that are agreed on are noted with `exchange`,
and what follows is judged on top of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from bohnanza import Json
from judgement import Fields, Judge, Kinds

Mine = tuple[str, int]
"""A card of mine: its pile and its place there."""
Cards = frozenset[Mine]
Idea = tuple[float, Kinds, tuple[Mine, ...], Kinds]
"""A trade: what it adds to my worth, kinds given, cards given, kinds wanted."""

NEVER = 99  # turns to wait: the steps 1 of others are not played out
SPARE = 5  # cards that are offered, at most
WELCOME = 0.05  # coins that make a kind worth asking for


class Position:
    """The position of `view`. `shown`: by seat, cards known to be in that hand.

    What it has found out it keeps: `renew` begins another decision at the same table.
    """

    def __init__(self, judge: Judge, view: Json, shown: list[Counter[str]]) -> None:
        self.judge, self.shown = judge, shown
        self.seat: int = view["seat"]
        self.active: int = view["active"]
        self.hand: Kinds = tuple(view["hand"])
        self.turned_over: Kinds = tuple(view["turned_over"]) if self.active == self.seat else ()
        self.piles: dict[str, Sequence[str]] = {
            "turned_over": self.turned_over,
            "hand": self.hand,
        }
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
        self.received: Kinds = tuple(view["set_aside"][self.seat])
        # By seat: what another has to plant, what its fields grow, and its worth.
        self.theirs: dict[int, tuple[list[str], dict[Any, int], float]] = {}
        # By seat, kinds got and given: what a trade adds to another's worth.
        self.gained: dict[tuple[int, Kinds, Kinds], float] = {}
        self.before_trades: tuple[
            dict[tuple[Kinds, Cards], float],
            dict[Cards, tuple[Kinds, Kinds, Fields]],
            dict[tuple[Kinds, ...], list[Idea]],
        ] = {}, {}, {}
        self.renew(view)

    def renew(self, view: Json) -> None:
        """Forget trades noted: a view of the same table, in which only words were exchanged."""
        self.view = view
        self.got: Kinds = self.received
        self.used: Cards = frozenset()
        # Found out as things stand: my worth by kinds received and cards handed over, what I am
        # left with by cards handed over, and what would be good to trade.
        self.worths, self.left, self.plans = self.before_trades
        # By seat and kinds: that another's hand holds them.
        self.chances: dict[tuple[int, Kinds], float] = {}

    # --- my cards -------------------------------------------------------------------------------

    def kind(self, card: Mine) -> str:
        """The kind of a card of mine."""
        pile, at = card
        return self.piles[pile][at]

    def named(self, cards: Iterable[Mine]) -> list[Json]:
        """My cards as a choice names them."""
        return [{pile: at, "kind": self.piles[pile][at]} for pile, at in cards]

    def free(self) -> list[Mine]:
        """My cards that are not handed over yet."""
        return [card for card in self.cards if card not in self.used]

    def pick(self, wanted: Iterable[str]) -> list[Mine] | None:
        """My copies of the kinds wanted that I would miss least, or None."""
        picked: list[Mine] = []
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

    def worth(self, got: Kinds = (), used: Cards = frozenset()) -> float:
        """My worth with cards received, and with my cards `used` handed over."""
        key = got, used
        worth = self.worths.get(key)
        if worth is None:
            due, hand, mine = self.leave(used)
            if got:
                due = tuple(sorted([*due, *got]))
            worth = self.worths[key] = self.judge.worth(mine, due, hand, self.wait)
        return worth

    def leave(self, used: Cards) -> tuple[Kinds, Kinds, Fields]:
        """My cards to plant, my hand and my fields, with the cards `used` handed over."""
        left = self.left.get(used)
        if left is not None:
            return left
        hand, due, mine = list(self.hand), [*self.got, *self.turned_over], self.mine
        for pile, at in sorted(used, reverse=True):  # of a pile the last first
            if pile == "hand":
                del hand[at]
            elif pile == "turned_over":
                del due[len(self.got) + at]
        if self.piles.get("store"):
            mine = self.judge.sold(mine, sum(pile == "store" for pile, _ in used))
        left = self.left[used] = tuple(sorted(due)), tuple(hand), mine
        return left

    def now(self) -> float:
        """My worth as things stand."""
        return self.worth((), self.used)

    def gain(self, get: Iterable[str], give: Iterable[Mine]) -> float:
        """My gain in receiving kinds and giving cards."""
        return self.worth(tuple(get), self.used.union(give)) - self.now()

    def exchange(self, get: Iterable[str], give: Iterable[Mine]) -> None:
        """Count a trade as done."""
        self.got += tuple(get)
        self.used = self.used.union(give)
        self.worths, self.left, self.plans = {}, {}, {}

    def their_gain(self, seat: int, get: Iterable[str], give: Iterable[str]) -> float:
        """Another's gain in a trade of kinds, as far as the table shows it."""
        key = seat, tuple(get), tuple(give)
        gain = self.gained.get(key)
        if gain is None:
            gain = self.gained[key] = self._their_gain(*key)
        return gain

    def _their_gain(self, seat: int, get: Kinds, give: Kinds) -> float:
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

    def holding(self, seat: int, want: Kinds) -> float:
        """Chance that another seat has the kinds wanted in its hand."""
        chance = self.chances.get((seat, want))
        if chance is None:
            known = self.shown[seat]
            cards = max(0, self.view["hands"][seat] - sum(known.values()))
            chance = 1.0
            for kind in set(want):
                chance *= self.judge.holds(cards, kind, want.count(kind) - known.get(kind, 0))
            self.chances[seat, want] = chance
        return chance

    # --- what to trade --------------------------------------------------------------------------

    def spare(self, most: int) -> list[Mine]:
        """My cards, one of each kind, those first that I would miss least."""
        best: dict[str, tuple[float, Mine]] = {}
        for card in self.free():
            relief = self.worth((), self.used | {card})
            kind = self.kind(card)
            if kind not in best or relief > best[kind][0]:
                best[kind] = (relief, card)
        return [card for _, card in sorted(best.values(), reverse=True)[:most]]

    def welcome(self, kinds: Iterable[str], most: int) -> list[str]:
        """Return the kinds that are welcome, the most welcome first."""
        now = self.now()
        gains = [(self.worth((kind,), self.used) - now, kind) for kind in kinds]
        return [kind for gain, kind in sorted(gains, reverse=True)[:most] if gain > WELCOME]

    def exchanges(self, wants: tuple[Kinds, ...]) -> list[Idea]:
        """Trades of cards that I can spare for some lots of kinds, requests and gifts that pay.

        Each is (what it adds to my worth, kinds given, cards given, kinds wanted).
        """
        plans = self.plans.get(wants)
        if plans is None:
            plans = self.plans[wants] = list(self._exchanges(wants))
        return plans

    def _exchanges(self, wants: tuple[Kinds, ...]) -> Iterator[Idea]:
        judge, wait = self.judge, self.wait
        worth, now, least = judge.worth, self.now(), judge.habits.least
        spare = self.spare(SPARE)
        gives = [(card,) for card in spare] + list(combinations(spare[:3], 2))
        lots = [(give, wants) for give in [*gives, ()]] + [(give, ((),)) for give in gives]
        for give, gets in lots:
            given = tuple(sorted([self.kind(card) for card in give]))
            others = set(given).isdisjoint
            due, hand, mine = self.leave(self.used.union(give))
            for want in gets:
                if others(want):
                    gain = worth(mine, tuple(sorted([*due, *want])), hand, wait) - now
                    if gain > least:
                        yield gain, given, give, want
