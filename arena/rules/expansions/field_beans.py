"""Field beans: two of them open the third field (F1, F2)."""

from arena.rules.cards import KIND
from arena.rules.events import EventKind
from arena.rules.expansions.new_beans import EVERYONE_DRAWS, everyone_draws
from arena.rules.free_choices.third_field import HAS_THIRD, HAVE_THIRD, open_third_field
from arena.rules.game import Game, Tables
from arena.rules.hooks import HARVESTED
from arena.rules.rule import Rule

TWO_FIELD_BEANS = bytes((KIND["field"],)) * 2


def _open_field(game: Game, seat: int, field: int, cards: bytes, coins: bytes) -> None:
    if cards == TWO_FIELD_BEANS and not game.extra[HAS_THIRD][seat]:
        open_third_field(game, seat)
        game.tell({"event": "opened_field", "seat": seat})


OPENING = Rule(
    name="field_bean_harvest",
    cites="F2",
    text="Harvesting exactly two field beans opens your third field; if you have it already, they"
    " earn nothing. Three field beans earn three coins, and open no field; one earns nothing.",
    data=lambda tables: {"kind": "field", "opens_third_field": len(TWO_FIELD_BEANS)},
    pieces=(HAVE_THIRD,),
    events=(EventKind("opened_field"),),
    after=(HARVESTED.then(_open_field),),
)


def _edit(tables: Tables) -> Tables:
    return everyone_draws(tables).change(deck={**tables.deck, "brandy": 22, "field": 3})


FIELD_BEANS = Rule(
    name="field_beans",
    cites="F1 N2",
    text=f"Three field beans and the brandy beans join the deck. {EVERYONE_DRAWS}",
    part="expansion",
    title="Two field beans open the third field; everyone draws one card a turn",
    players=(4, 5),
    clashes=("new_beans",),
    removes=("draw",),
    brings=(OPENING,),
    edit=_edit,
)
