"""The game Plus, on the rules of rio_grande, and its options (P1, P2)."""

from arena.rules.basic_game import TURN, rio_grande_tables
from arena.rules.cards import deck_of
from arena.rules.expansions.field_beans import OPENING
from arena.rules.expansions.plus.options import HAND_HARVEST, OPEN_RETRADE
from arena.rules.expansions.plus.orders import ORDER_CARDS, ORDER_LIST, RETURN_ORDER
from arena.rules.free_choices.third_field import THIRD_FIELD
from arena.rules.game import Tables
from arena.rules.rule import Rule
from arena.rules.shared_rules import BASICS, ENDING, OWN_KIND_ONCE, TIES_BY_HAND
from arena.rules.steps.planting import PlantSetAside
from arena.rules.steps.sequence import with_steps

_TURN = with_steps(TURN, PlantSetAside, RETURN_ORDER)


def plus_tables(players: int) -> Tables:
    """Return the tables of rio_grande with a last chance to fill an order.

    With four or five players there are field beans; further fields cost a coin more.
    """
    tables = rio_grande_tables(players).change(turn=_TURN)
    if players == 3:
        return tables
    if players <= 5:
        return tables.change(deck=tables.deck | deck_of(["field"]), price=4)
    return tables.change(price=3)


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
