"""The trader's judgement: the worth of fields, hands and trades in coins.

Two ideas carry it. The *promise* of a field is the coins to be expected from it: a small decision
process over the rounds that are left, in which cards of its kind arrive as often as the unseen
cards make it likely. The *worth* of a position plays its known cards out: what is due now, then
the hand in its order, each card where it costs least. Any event, a trade, a gift, a
harvest, a third field, is judged by the worth before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from bohnanza import Json

Field = tuple[Any, int]
"""(kind or None, count); the kind is a bean, or what a judge of an expansion makes of the field."""
Fields = tuple[Field, ...]
Kinds = tuple[str, ...]
Scale = tuple[float, ...]
"""Coins for 0, 1, 2, … cards."""


class Habits(NamedTuple):
    """The numbers of a trader's character, found by playing."""

    access: float = 0.6  # share of a kind's new cards that reach its only grower
    rarity: float = 0.8  # below 1: rare kinds come more often than their share, few want them
    rivalry: float = 0.7  # how much each further grower cuts that share
    rent: float = 0.1  # coins a round that a field must earn to be worth holding
    crowding: float = 1.5  # chance per round that a field must go early
    empty: float = 0.9  # an empty field, as a part of the promise of a card to come
    patience: float = 0.93  # chance that a burden in the hand outlives another player's turn
    stubborn: float = 0.65  # … and a negotiation of mine
    reshuffle: float = 0.3  # weight of discards among the cards to come
    envy: float = 0.25  # coins that somebody else's gain costs me
    least: float = 0.04  # a smaller gain is not worth a trade
    third: float = 1.7  # rounds that must be left for each coin of a third field's price
    scatter: float = 0.25  # coins of uncertainty about what others think a trade is worth
    eager: float = 0.0  # coins that make up for a card kept, if it grows where it may be planted


STEPS_A_ROUND = 4
USUAL_SHARE = 0.1  # of one kind among the cards to come
MOST_CARDS = 36  # in one field


@lru_cache(maxsize=50_000)
def promises(
    earns: Scale, rate: float, rounds: float, rent: float, crowding: float
) -> tuple[list[float], list[bool]]:
    """Coins to be expected from a field of 0, 1, 2, … cards of a kind, and if it takes one more.

    `earns` is its beanometer, `rate` the cards of the kind a round, `rounds` those left to play.
    It takes no more where to harvest it and to begin anew with the card promises more.
    """
    steps = round(rounds * STEPS_A_ROUND)
    found = step_by_step(earns, rate, rent, crowding)
    while len(found) <= steps:
        found.append(a_step_longer(found[-1], earns, rate, rent, crowding))
    promised = found[steps] + [found[steps][-1]] * (MOST_CARDS - len(earns) + 1)
    joins = [promised[n + 1] >= coins + promised[1] for n, coins in enumerate(earns)]
    joins += [joins[-1]] * (MOST_CARDS - len(earns))
    joins[1] = True  # a single card may not be harvested
    return promised, joins


@lru_cache(maxsize=10_000)
def stretched(scale: Scale) -> list[float]:
    """Coins for 0, 1, 2, … cards."""
    return [scale[min(n, len(scale) - 1)] for n in range(MOST_CARDS + 1)]


@lru_cache(maxsize=50_000)
def step_by_step(earns: Scale, rate: float, rent: float, crowding: float) -> list[list[float]]:
    """The results of `promises` for 0, 1, 2, … steps: the rounds left only ever become fewer."""
    return [[float(coins) for coins in earns]]


def a_step_longer(
    promised: list[float], earns: Scale, rate: float, rent: float, crowding: float
) -> list[float]:
    """The promise of a field with one step more to play than in `promised`."""
    arrive = min(0.9, rate / STEPS_A_ROUND)
    lost = crowding / STEPS_A_ROUND
    cost = rent / STEPS_A_ROUND
    stay, miss = 1 - lost, 1 - arrive
    more = [*promised[1:], promised[-1]]
    longer = []
    for coins, with_it, without in zip(earns, more, promised):  # noqa: B905, same length
        kept = stay * (arrive * with_it + miss * without) + lost * coins - cost
        longer.append(kept if kept > coins else coins)
    return longer


class Judge:
    """Judges positions in one game. `look` at a view first; then ask.

    A position is: `fields`, a tuple of (kind or None, count); `due`, kinds to be planted before
    anything else, in any order; `hand`, a tuple of kinds, the first is played first.
    """

    def __init__(self, game: Json, habits: Habits) -> None:
        self.habits = habits
        self.seat: int = game["seat"]
        self.players: int = game["players"]
        self.book: Json = game["rulebook"]
        book = self.book
        # A kind that is never planted has no beanometer: it earns nothing.
        self.scale: dict[Any, Scale] = {}
        self.earns: dict[Any, list[float]] = {}
        for kind in book["kinds"]:
            self.rescale(kind["name"], tuple(kind["earns"]) or (0,))
        everyone = self.players if "draw_round" in book["steps"] else 1
        self.a_turn: int = book["turn_over"] + book["draw"] * everyone
        # What skills may set: the value of cards that are never planted, by kind; and what a
        # final state of my fields adds, as functions of kinds and counts; and what a
        # position adds before it is played out, as functions of all that `worth` is given.
        self.unplanted: dict[str, float] = {}
        self.extras: list[Callable[[list[Any], list[int]], float]] = []
        self.prospects: list[Callable[[Fields, Kinds, Kinds, int, bool], float]] = []
        self.seen: Any = None  # all that the promises follow from
        self.third_field_price: int | None = book["third_field_price"]

    def rescale(self, kind: str, scale: Scale) -> None:
        """Let a kind have this beanometer from now on."""
        self.seen = None
        while len(scale) > 1 and scale[-1] == scale[-2]:
            scale = scale[:-1]  # no more cards earn more: shorter ones are quicker
        self.scale[kind] = scale
        self.earns[kind] = stretched(scale)

    def of(self, seat: int) -> Judge:
        """The judge of positions of a seat: another where its scales differ from mine."""
        return self

    def fields(self, view: Json, seat: int) -> Fields:
        """The fields of a seat, as a position has them."""
        return tuple([(field["kind"], field["count"]) for field in view["fields"][seat]])

    def emptied(self, kind: Any) -> Field:
        """The field that a harvest leaves."""
        return None, 0

    def sold(self, fields: Fields, cards: int) -> Fields:
        """The fields after this many cards from the store have been handed over."""
        return fields

    # --- what may come --------------------------------------------------------------------------

    def look(self, view: Json, unseen: Counter[str]) -> None:
        """Take in a view and the number of unseen cards by kind; what was known is forgotten."""
        self.known: dict[tuple[Fields, Kinds, Kinds, int, bool], float] = {}
        discard = view["discard"]
        growers = [
            kind for fields in view["fields"] for kind in {field["kind"] for field in fields}
        ]
        seen = view["draw_pile"], view["run_outs"], discard, growers, list(unseen.values())
        if seen == self.seen:
            return
        self.seen = seen
        habits, players = self.habits, self.players
        self.unseen = unseen
        self.turns_left = self.count_turns(view)
        rounds = round(2 * self.turns_left / players) / 2
        again = habits.reshuffle if view["run_outs"] + 1 < self.book["last_run_out"] else 0.0
        hidden = sum(unseen.values())
        total = max(1.0, hidden + again * len(discard))
        self.hidden = max(1, hidden)
        rarity, rivalry = habits.rarity, habits.rivalry
        rent, crowding = habits.rent, habits.crowding
        usual, tenths = USUAL_SHARE ** (1 - rarity), 10 * (self.a_turn * players * habits.access)
        promise: dict[Any, list[float]] = {}
        joins: dict[Any, list[bool]] = {}
        self.promise, self.joins = promise, joins
        gone = Counter(discard).get
        start = 0.0
        for kind, scale in self.scale.items():
            share = (unseen[kind] + again * gone(kind, 0)) / total
            rate = tenths * (share**rarity * usual)
            others = growers.count(kind) - 1
            if others > 0:
                rate /= 1 + rivalry * others
            table, joins[kind] = promises(scale, round(rate) / 10, rounds, rent, crowding)
            promise[kind] = table
            start += share * table[1]
        self.empty = habits.empty * start
        self.beans = self.promise
        if self.unplanted:
            beans = self.promise.items()
            self.beans = {kind: table for kind, table in beans if kind not in self.unplanted}
        self.fade = habits.patience**players * habits.stubborn

    def count_turns(self, view: Json) -> float:
        """About how many turns are left, this one included."""
        pile: float = view["draw_pile"]
        discard, to_draw = len(view["discard"]), pile
        for _ in range(self.book["last_run_out"] - view["run_outs"] - 1):
            pile = discard + 0.6 * pile
            discard = 0
            to_draw += pile
        return to_draw / self.a_turn

    # --- positions ------------------------------------------------------------------------------

    def worth(
        self, fields: Fields, due: Kinds, hand: Kinds, wait: int, going_on: bool = False
    ) -> float:
        """Coins to be expected from a position.

        `wait` is the number of turns until the owner's next step 1; `going_on` says that the
        owner is in it now and may plant a second card.
        """
        key = fields, due, hand, wait, going_on
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._worth(*key)
        return known

    def _worth(self, fields: Fields, due: Kinds, hand: Kinds, wait: int, going_on: bool) -> float:
        # Most cards join a field of their kind: that is done here, as _place has it, for a call
        # takes longer.
        place, joins = self._place, self.joins
        kinds = [kind for kind, _ in fields]
        counts = [count for _, count in fields]
        coins = 0.0
        if due:
            rest = []
            for card in due:
                if card in kinds:
                    where = kinds.index(card)
                    count = counts[where]
                    if joins[card][count]:
                        counts[where] = count + 1
                    else:
                        coins += place(kinds, counts, card, hand, 0, 1.0)
                else:
                    rest.append(card)
            for card in rest:
                coins += place(kinds, counts, card, hand, 0, 1.0)
        at, last, turn, still = 0, len(hand), wait, 1.0
        if going_on:
            turn, still = self.players, self.fade
            if last and self._welcome(kinds, counts, hand[0]):
                coins += place(kinds, counts, hand[0], hand, 1, 1.0)
                at = 1
        elif last:
            still = self.habits.patience**wait
        while at < last and turn < self.turns_left:
            card = hand[at]
            at += 1
            if card in kinds:
                where = kinds.index(card)
                count = counts[where]
                if joins[card][count]:
                    counts[where] = count + 1
                else:
                    coins += place(kinds, counts, card, hand, at, still)
            else:
                coins += place(kinds, counts, card, hand, at, still)
            if at < last:
                card = hand[at]
                if self._welcome(kinds, counts, card):
                    at += 1
                    coins += place(kinds, counts, card, hand, at, still)
            turn += self.players
            still *= self.fade
        promise = self.promise
        for kind, count in zip(kinds, counts):  # noqa: B905, same length
            coins += promise[kind][count] if kind is not None else self.empty
        for extra in self.extras:
            coins += extra(kinds, counts)
        for prospect in self.prospects:
            coins += prospect(fields, due, hand, wait, going_on)
        return coins

    def _place(
        self, kinds: list[Any], counts: list[int], card: str, hand: Kinds, after: int, still: float
    ) -> float:
        """Plant a card that must be planted if it is `still` there; what that earns at once.

        What comes `after` it in the hand is known to come.
        """
        promised = self.beans.get(card)
        if promised is None:
            return self.unplanted.get(card, 0.0)
        if card in kinds:
            at = kinds.index(card)
            count = counts[at]
            if self.joins[card][count]:
                counts[at] = count + 1
                return 0.0
            counts[at] = 1
            return self.earns[card][count]
        if None in kinds:
            at = kinds.index(None)
            kinds[at], counts[at] = card, 1
            return 0.0
        most, coming = max(counts), hand[after:]
        best, where = -1e9, 0
        for at, kind in enumerate(kinds):
            count = counts[at]
            if count == 1 and most > 1:
                continue
            more = coming.count(kind)
            change = self.earns[kind][count] - self.promise[kind][count + more]
            if change > best:
                best, where = change, at
        kind, count = kinds[where], counts[where]
        earned = self.earns[kind][count]
        change = earned + promised[1] - self.promise[kind][count]
        if still < 1.0 and change < 0.0:
            return still * change  # most likely it finds a taker: the fields stay as they are
        kinds[where], counts[where] = card, 1
        return earned

    def _welcome(self, kinds: list[Any], counts: list[int], card: str) -> bool:
        """True if the second card of step 1 is better planted than kept."""
        promised = self.beans.get(card)
        if promised is None:
            return self.unplanted.get(card, 0.0) > 0.0
        if card in kinds:
            count = counts[kinds.index(card)]
            return promised[count + 1] > promised[count]
        if None in kinds:
            return promised[1] >= 0.8 * self.empty
        return False

    def holds(self, cards: int, kind: str, number: int) -> float:
        """Chance that `cards` unseen cards hold at least `number` (two at most) of a kind."""
        if number <= 0:
            return 1.0
        share = self.unseen[kind] / self.hidden
        none = (1 - share) ** cards
        one = cards * share * (1 - share) ** max(0, cards - 1)
        return 1 - none if number == 1 else 1 - none - one
