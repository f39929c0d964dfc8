"""The judge of High Bohn: every seat has its scales, and fields of other sorts.

A field is (kind, count) as ever. Of another sort are, by their kind: `green only`, a field that
takes one bean only; a tuple of kinds, a stew of these cards; and `SHELF`, last of all, which is the
store with the cards that lie on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from bohnanza import Data, Json
from judgement import (
    MOST_CARDS,
    STEPS_A_ROUND,
    USUAL_SHARE,
    Field,
    Fields,
    Habits,
    Judge,
    Kinds,
    Scale,
    stretched,
)

Scales = dict[str, Scale]
"""The beanometers of a seat, by kind."""
Way = tuple[float, float, int, Any, int]
"""A way to plant a card: its value, the coins at once, the field, and what then grows there."""
ONLY = " only"
SHELF = "shelf"
# Coins for each free place of the store: a burden that comes can be laid there.
ROOM = (0.0, 0.4, 0.6, 0.7)
NO_WAY: Way = -1e9, 0.0, 0, None, 0
CHANGE = itemgetter(0)


class HighBohnJudge(Judge):
    """Judges one seat; `of` has a judge like it for each of the others."""

    def __init__(self, game: Data, habits: Habits, seat: int | None = None) -> None:
        super().__init__(game, habits)
        self.game = game
        if seat is not None:
            self.seat = seat
        self.printed = self.scale
        more = self.book["more"]
        self.restricted = {
            name: facts["field_for"] for name, facts in more.items() if "field_for" in facts
        }
        # What skills change, each a function of a judge, a view and the scales of its seat by kind.
        self.tailors: list[Callable[[HighBohnJudge, Json, Scales], None]] = []
        # Without what buildings to be bought add: scales, and the value of the first, second, …
        # coin of a bean beyond itself.
        self.plain: Scales = self.scale
        self.added: dict[str, Scale] = {}
        self.others: dict[int, HighBohnJudge] = {}
        self.view: Json = {}
        self.turn = 0
        # The powers of the seat that is judged.
        self.stew: Scale | None = None
        self.room = 0  # places of the store
        # Farm 2: what may join fields of which kinds.
        self.guest: str | None = None
        self.hosts: Sequence[str] = ()
        self.unprotected = False
        self.lone: Kinds = ()  # kinds of which a single card may be harvested
        self.powerful = False  # whether it has fields of another sort, or plants unlike others

    def of(self, seat: int) -> HighBohnJudge:
        if seat == self.seat:
            return self
        other = self.others.get(seat)
        if other is None:
            other = self.others[seat] = HighBohnJudge(self.game, self.habits, seat)
            other.tailors = self.tailors
        if other.turn != self.turn:  # within a turn hardly anything changes
            other.look(self.view, self.unseen)
        return other

    def look(self, view: Json, unseen: Counter[str]) -> None:
        self.view, self.turn = view, view["turn"]
        scale = dict(self.printed)
        for tailor in self.tailors:
            tailor(self, view, scale)
        self.scale = scale
        self.earns = {kind: stretched(earned) for kind, earned in scale.items()}
        self.seen = None  # scales and powers may have changed
        super().look(view, unseen)
        self.rounds = round(2 * self.turns_left / self.players) / 2
        self.promise = Odd(self.promise, self.promise_of)
        self.earns = Odd(self.earns, self.earns_of)
        self.powerful = bool(
            self.stew or self.room or self.guest or self.unprotected or self.lone
        ) or any(view["special_fields"][self.seat])

    # --- fields of other sorts ------------------------------------------------------------------

    def fields(self, view: Json, seat: int) -> Fields:
        fields = list(super().fields(view, seat))
        for at, building in view["special_fields"][seat]:
            fields[at] = self.restricted[building] + ONLY, fields[at][1]
        for at in view["stews"][seat]:
            cards = view["fields"][seat][at].get("cards") or [fields[at][0]]
            fields[at] = tuple(sorted(cards)), len(cards)
        if self.room and seat == self.seat:
            fields.append((SHELF, len(view["store"][seat])))
        return tuple(fields)

    def emptied(self, kind: Any) -> Field:
        return (kind, 0) if type(kind) is str and kind.endswith(ONLY) else (None, 0)

    def sold(self, fields: Fields, cards: int) -> Fields:
        """The fields after this many cards from the store have been handed over."""
        if not cards or fields[-1][0] != SHELF:
            return fields
        return (*fields[:-1], (SHELF, fields[-1][1] - cards))

    def promise_of(self, kind: Any) -> list[float]:
        """The promises of a field of another sort."""
        if type(kind) is tuple:
            return self.stew_promise(kind)
        if kind == SHELF:
            return [ROOM[max(0, self.room - n)] for n in range(MOST_CARDS)]
        return self.promise[kind[: -len(ONLY)]]

    def earns_of(self, kind: Any) -> list[float]:
        """The coins of a field of another sort."""
        if type(kind) is tuple:
            return stretched(self.stew or (0,))
        if kind == SHELF:
            return [0.0] * MOST_CARDS
        return self.earns[kind[: -len(ONLY)]]

    def stew_promise(self, kinds: Kinds) -> list[float]:
        """The promises of a stew of these kinds, to which every other kind may come."""
        scale = self.stew or (0,)
        if len(kinds) >= len(scale) - 1:
            return stretched(scale)
        habits, unseen = self.habits, self.unseen
        coming = sum(unseen[kind] ** habits.rarity for kind in self.printed if kind not in kinds)
        every = sum(unseen[kind] for kind in self.printed) ** habits.rarity
        share = coming * USUAL_SHARE ** (1 - habits.rarity) / max(1.0, every)
        rate = round(5 * self.a_turn * self.players * habits.access * share) / 5
        return stew_promises(scale, len(kinds), rate, self.rounds, habits.rent, habits.crowding)

    # --- planting -------------------------------------------------------------------------------

    def _place(
        self, kinds: list[Any], counts: list[int], card: str, hand: Kinds, after: int, still: float
    ) -> float:
        promised = self.beans.get(card)
        if not self.powerful or promised is None:
            return super()._place(kinds, counts, card, hand, after, still)
        grown = card in kinds
        if grown:
            at = kinds.index(card)
            count = counts[at]
            if self.joins[card][count]:
                counts[at] = count + 1
                return 0.0
        ways = self._ways(kinds, counts, card, hand[after:], grown)
        change, coins, at, kind, count = max(ways, key=CHANGE, default=NO_WAY)
        if still < 1.0 and change < 0.0:
            return still * change
        kinds[at], counts[at] = kind, count
        return coins

    def _ways(
        self, kinds: list[Any], counts: list[int], card: str, coming: Kinds, grown: bool
    ) -> list[Way]:
        """The ways to plant the card: what each changes, its coins at once, and what then grows.

        `grown`: it grows already, so it takes no other field for itself. `coming` is the hand
        behind it.
        """
        promise, promised = self.promise, self.beans[card]
        ways = []
        most = 0  # cards of a field
        for kind, count in zip(kinds, counts):  # noqa: B905, same length
            if kind != SHELF and count > most:
                most = count
        for at, kind in enumerate(kinds):
            if kind is None:
                if not grown:
                    ways.append((promised[1] - self.empty, 0.0, at, card, 1))
                continue
            count = counts[at]
            joined = self._joined(kind, count, card)
            for more in joined:
                change = promise[more][count + 1] - promise[kind][count]
                ways.append((change, 0.0, at, more, count + 1))
            if kind == SHELF:
                continue
            if type(kind) is str and kind.endswith(ONLY):
                if kind == card + ONLY and not joined:
                    earned = self.earns[card][count]
                    change = earned + promised[1] - promised[count]
                    ways.append((change, earned, at, kind, 1))
            elif (kind == card or not grown) and (
                count != 1 or most <= 1 or self.unprotected or kind in self.lone
            ):
                earned = self.earns[kind][count]
                change = earned + promised[1] - promise[kind][count + coming.count(kind)]
                ways.append((change, earned, at, card, 1))
        return ways

    def _joined(self, kind: Any, count: int, card: str) -> tuple[Any, ...]:
        """The fields that one may become with the card: the store, a stew, its own, a host's."""
        if type(kind) is tuple:
            return () if card in kind else (tuple(sorted((*kind, card))),)
        if kind == SHELF:
            return (SHELF,) if count < self.room else ()
        if kind.endswith(ONLY):
            if kind != card + ONLY:
                return ()
            promised = self.beans[card]
            better = promised[count + 1] >= self.earns[card][count] + promised[1]
            return (kind,) if count < 2 or better else ()
        hosted = (kind,) if card == self.guest and kind in self.hosts else ()
        if count == 1 and self.stew and kind != card:
            return (*hosted, (kind, card) if kind < card else (card, kind))
        return hosted

    def _welcome(self, kinds: list[Any], counts: list[int], card: str) -> bool:
        promised = self.beans.get(card)
        if not self.powerful or promised is None:
            return super()._welcome(kinds, counts, card)
        promise = self.promise
        for at, kind in enumerate(kinds):
            count = counts[at]
            if kind == card or kind == card + ONLY:
                if promised[count + 1] > promised[count]:
                    return True
            elif type(kind) is tuple:
                if card not in kind:
                    more = tuple(sorted((*kind, card)))
                    if promise[more][count + 1] > promise[kind][count]:
                        return True
            elif (
                card == self.guest
                and kind in self.hosts
                and promise[kind][count + 1] > promise[kind][count]
            ):
                return True
        return None in kinds and card not in kinds and promised[1] >= 0.8 * self.empty


class Odd(dict[Any, list[float]]):
    """A table by kind that makes the entries of fields of other sorts when they are asked for."""

    def __init__(self, known: dict[Any, list[float]], make: Callable[[Any], list[float]]) -> None:
        super().__init__(known)
        self.make = make

    def __missing__(self, kind: Any) -> list[float]:
        if type(kind) is str and kind != SHELF and not kind.endswith(ONLY):
            raise KeyError(kind)
        entry = self[kind] = self.make(kind)
        return entry


@lru_cache(maxsize=10_000)
def stew_promises(
    scale: Scale, cards: int, rate: float, rounds: float, rent: float, crowding: float
) -> list[float]:
    """Coins to be expected from a stew of 0, 1, 2, … cards, as `promises` has them for a kind.

    `rate` is the number of cards a round that a stew of `cards` cards lacks.
    """
    top = len(scale) - 1
    arrive = [
        min(0.9, rate * (top - n) / (top - cards) / STEPS_A_ROUND) if n < top else 0.0
        for n in range(top + 1)
    ]
    lost, cost = crowding / STEPS_A_ROUND, rent / STEPS_A_ROUND
    promised = now = [float(coins) for coins in scale]
    for _ in range(round(rounds * STEPS_A_ROUND)):
        promised = [
            max(
                now[n],
                (1 - lost) * (arrive[n] * promised[min(n + 1, top)] + (1 - arrive[n]) * promised[n])
                + lost * now[n]
                - cost,
            )
            for n in range(top + 1)
        ]
    return promised + [promised[top]] * (MOST_CARDS - top)
