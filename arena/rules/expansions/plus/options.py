"""Two options of Plus: hands are sold at the end, and cards received can be traded on (P7)."""

from functools import cache

from arena.rules.cards import ONE
from arena.rules.events import EventKind
from arena.rules.free_choices.harvest import worth
from arena.rules.game import Game, Source, Step
from arena.rules.hooks import HARVEST_COINS
from arena.rules.rule import Rule
from arena.rules.shared_rules import TIES_SHARED
from arena.rules.state import replaced
from arena.rules.steps.planting import kinds_of


class SellHands(Step):
    """The end: each kind of a hand is sold in the split that earns most (P7).

    Cards may join the field of their kind, and the others fill any number of new fields.
    """

    name = "sell_hands"

    def resume(self, game: Game) -> None:
        """Sell all hands, and leave."""
        game.leave()
        for seat in game.clockwise():
            for kind in kinds_of(game.hands[seat]):
                if kind in game.book.kinds:
                    self._sell(game, seat, kind)

    def _sell(self, game: Game, seat: int, kind: int) -> None:
        count = game.hands[seat].count(kind)
        fields = game.fields[seat]
        grown = [at for at, field in enumerate(fields) if field[:1] == ONE[kind]]
        planted = sum(len(fields[at]) for at in grown)  # in one field at most (B3)
        earns = _earns(game, seat, kind)
        joined, sold = best_split(earns, count, planted)
        game.hands[seat] = game.hands[seat].replace(ONE[kind], b"")
        if joined:
            cards, at = ONE[kind] * joined, grown[0]
            game.fields[seat] = replaced(fields, at, fields[at] + cards)
            game.tell({"event": "hand_joined", "seat": seat, "field": at, "cards": cards})
        for number in sold:
            cards, coins = ONE[kind] * number, ONE[kind] * _coins(earns, number)
            game.coins[seat] += coins
            game.discard += cards[len(coins) :]
            game.tell({"event": "hand_sold", "seat": seat, "cards": cards, "coins": coins})


def best_split(earns: tuple[int, ...], count: int, planted: int) -> tuple[int, tuple[int, ...]]:
    """Split `count` cards between the field of their kind and new fields, to earn the most.

    Of equal splits it is the one with the fewest new fields, then with the most cards joined.

    Args:
        earns: The coins for n cards.
        count: The cards to sell.
        planted: The cards in that field; 0 if there is none.

    Returns:
        The cards that join the field, and the sizes of the new fields.
    """
    splits = [
        (_coins(earns, planted + joined) + coins, -len(sold), joined, sold)
        for joined in range(count + 1 if planted else 1)
        for coins, sold in [_best_fields(earns, count - joined)]
    ]
    _, _, joined, sold = max(splits)
    return joined, sold


@cache
def _best_fields(earns: tuple[int, ...], count: int) -> tuple[int, tuple[int, ...]]:
    """Return the most coins that `count` cards can earn in new fields, and the fields' sizes."""
    if not count:
        return 0, ()
    splits = []
    for first in range(1, count + 1):
        coins, others = _best_fields(earns, count - first)
        splits.append((_coins(earns, first) + coins, -len(others), first, others))
    coins, _, first, others = max(splits)
    return coins, (first, *others)


def _coins(earns: tuple[int, ...], cards: int) -> int:
    return earns[min(cards, len(earns) - 1)]


def _earns(game: Game, seat: int, kind: int) -> tuple[int, ...]:
    """Return the coins of 0, 1, … cards of a kind in a new field of the seat."""
    earns = game.book.earns[kind]
    if not game.changes(HARVEST_COINS):
        return earns
    # Rules see only fields that are there, so the new one is tried in a copy.
    trial, fields = game.copy(), game.fields[seat]
    coins = []
    for cards in range(len(earns)):
        trial.fields[seat] = (*fields, ONE[kind] * cards)
        coins.append(worth(trial, seat, len(fields)))
    return tuple(coins)


HAND_HARVEST = Rule(
    name="hand_harvest",
    cites="P7",
    text="At the end the beans in hand are sold as well, the active player's first: each kind is"
    " split in the way that earns most between the field that grows it and any number of new"
    " fields. Then all fields are harvested, even those with a single bean. Most coins win.",
    part="option",
    title="The beans left in hand are sold at the end",
    needs=("plus",),
    removes=("score", "ties"),
    brings=(TIES_SHARED,),
    events=(EventKind("hand_joined"), EventKind("hand_sold")),
    edit=lambda tables: tables.change(ending=(SellHands(), *tables.ending)),
)
OPEN_RETRADE = Rule(
    name="open_retrade",
    cites="P7",
    text="The active player may trade on cards received this turn; the others may not. Cards"
    " planted in a field cannot be traded.",
    part="option",
    title="The active player may trade on cards just received",
    needs=("plus",),
    removes=("received",),
    sources=(
        Source(
            "set_aside",
            active_only=True,
            read=lambda game, seat: game.set_aside[seat],
            write=lambda game, seat, pile: game.put("set_aside", pile, seat),
        ),
    ),
)
