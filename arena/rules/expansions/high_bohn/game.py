"""The game High Bohn, on the rules of rio_grande, and its expansion Cognac (HB)."""

from arena.rules.basic_game import TURN, basic_tables
from arena.rules.cards import deck_of
from arena.rules.expansions.high_bohn.bank import BANKS, LOOK_AT_TOP, MOVE_ONE
from arena.rules.expansions.high_bohn.distillery import DISTILLERIES
from arena.rules.expansions.high_bohn.farm import FARM_2, HarvestAllAsking
from arena.rules.expansions.high_bohn.fields import EXTRA_FIELDS, KIND_ONCE
from arena.rules.expansions.high_bohn.powers import POWERS
from arena.rules.expansions.high_bohn.shop import SHOPPING, LastPurchases
from arena.rules.expansions.high_bohn.stew import STEW
from arena.rules.expansions.high_bohn.store import STORES
from arena.rules.free_choices.third_field import THIRD_FIELD
from arena.rules.game import Tables
from arena.rules.rule import Rule
from arena.rules.shared_rules import BASICS, ENDING, TIES_BY_HAND
from arena.rules.steps.sequence import EndIfEmpty, with_steps

# The banks come between the window before a turn and step 1 (HB10).
_TURN = with_steps(TURN, EndIfEmpty, LOOK_AT_TOP, MOVE_ONE)


def high_bohn_tables(players: int) -> Tables:
    """Return the base deck with the fields of rio_grande.

    With five players the fourth run-out ends the game, else the third.
    """
    tables = basic_tables(players).change(
        turn=_TURN,
        ending=(HarvestAllAsking(), LastPurchases()),
        last=4 if players == 5 else 3,
    )
    return tables.change(fields=3) if players == 3 else tables.change(price=3)


def high_bohn_rules(players: int) -> tuple[Rule, ...]:
    """Return the rules in force; three players have their third field from the start."""
    return (
        *BASICS,
        ENDING,
        KIND_ONCE,
        *((THIRD_FIELD,) if players > 3 else ()),
        SHOPPING,
        *BANKS,
        *EXTRA_FIELDS,
        FARM_2,
        STEW,
        *STORES,
        *POWERS,
        TIES_BY_HAND,
    )


COGNAC = Rule(
    name="cognac",
    cites="HB cognac",
    text="22 cognac beans and the four distilleries, bought with them, join the game.",
    part="expansion",
    title="Cognac beans and the four distilleries",
    needs=("high_bohn",),
    brings=DISTILLERIES,
    edit=lambda tables: tables.change(deck=tables.deck | deck_of(["cognac"])),
)
