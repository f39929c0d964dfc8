"""The game Plus, on the rules of rio_grande, and its options (P1, P2)."""

from arena.rules.basic_game import TURN, WHOLE_DECK, basic_tables
from arena.rules.basics import BASICS, ENDING, OWN_KIND_ONCE, TIES_BY_HAND
from arena.rules.cards import RIO_GRANDE_COCOA, deck_of
from arena.rules.expansions.field_beans import OPENING
from arena.rules.expansions.plus.options import HAND_HARVEST, OPEN_RETRADE
from arena.rules.expansions.plus.orders import ORDER_CARDS, ORDER_LIST, RETURN_ORDER
from arena.rules.free_choices.third_field import THIRD_FIELD
from arena.rules.game import Tables
from arena.rules.rule import Rule
from arena.rules.steps.planting import PlantSetAside

_TURN = tuple(
    part
    for step in TURN
    for part in ((step, RETURN_ORDER) if isinstance(step, PlantSetAside) else (step,))
)


def plus_tables(players: int) -> Tables:
    """Return deck, deal and price by number of players.

    The turn has a last chance to fill an order.
    """
    tables = basic_tables(players).change(turn=_TURN, meters={"cocoa": RIO_GRANDE_COCOA})
    if players == 3:
        deck = deck_of([name for name in WHOLE_DECK if name != "cocoa"])
        return tables.change(deck=deck, fields=3, last=2)
    if players <= 5:
        deck = deck_of([*(name for name in WHOLE_DECK if name != "coffee"), "field"])
        return tables.change(deck=deck, price=4)
    deck = deck_of([name for name in WHOLE_DECK if name not in ("garden", "cocoa")])
    return tables.change(deck=deck, price=3, draw=4, deal=(3, 4, 5, *(6,) * (players - 3)))


def plus_rules(players: int) -> tuple[Rule, ...]:
    """Return the rules in force; field beans are in the deck only with four or five players."""
    return (
        *BASICS,
        ENDING,
        OWN_KIND_ONCE,
        *((THIRD_FIELD,) if players > 3 else ()),
        *((OPENING,) if players in (4, 5) else ()),
        ORDER_CARDS,
        ORDER_LIST,
        TIES_BY_HAND,
    )


def _without_bean(
    option: str, name: str, clashes: tuple[str, ...] = (), removes: tuple[str, ...] = ()
) -> Rule:
    def edit(tables: Tables) -> Tables:
        return tables.change(deck={kind: n for kind, n in tables.deck.items() if kind != name})

    return Rule(
        name=option,
        cites="P1",
        text=f"There are no {name} beans.",
        part="option",
        title=f"No {name} beans",
        players=(4, 5),
        needs=("plus",),
        clashes=clashes,
        removes=removes,
        edit=edit,
    )


WITHOUT_ORDERS = Rule(
    name="without_orders",
    cites="P7",
    text="There are no order cards.",
    part="option",
    title="No order cards",
    needs=("plus",),
    removes=("orders", "order_list"),
    edit=lambda tables: tables.change(turn=TURN),
)

PLUS_OPTIONS: tuple[Rule, ...] = (
    _without_bean("without_cocoa", "cocoa"),
    _without_bean("without_field_beans", "field", ("without_cocoa",), ("field_bean_harvest",)),
    WITHOUT_ORDERS,
    HAND_HARVEST,
    OPEN_RETRADE,
)
