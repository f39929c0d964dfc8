"""The turn and the tables that most editions start from (B)."""

from arena.rules.cards import BASE, deck_of
from arena.rules.free_choices.harvest import HarvestAll
from arena.rules.game import Step, Tables
from arena.rules.steps.draw import Draw, TurnOver
from arena.rules.steps.planting import PlantFromHand, PlantSetAside
from arena.rules.steps.sequence import EndIfEmpty, EndIfRunOut
from arena.rules.steps.trade import Negotiate
from arena.rules.steps.window import Window

END_IF_RUN_OUT = EndIfRunOut()
PLANT = PlantFromHand()
WINDOW_BEFORE_PLANT = Window("before_plant")
WINDOW_BEFORE_TRADE = Window("before_trade")
WINDOW_BEFORE_DRAW = Window("before_draw")

TURN: tuple[Step, ...] = (
    WINDOW_BEFORE_PLANT,
    EndIfEmpty(),
    PLANT,
    WINDOW_BEFORE_TRADE,
    TurnOver(),
    Negotiate(),
    PlantSetAside(),
    END_IF_RUN_OUT,
    WINDOW_BEFORE_DRAW,
    Draw(),
    END_IF_RUN_OUT,
)
# The 1997 game can also stop in the middle of step 2 (B12).
TURN_ENDING_AT_ONCE = tuple(
    part
    for step in TURN
    for part in ((step, END_IF_RUN_OUT) if isinstance(step, TurnOver) else (step,))
)

WHOLE_DECK = (*BASE, "coffee", "wax", "cocoa")


def basic_tables(players: int) -> Tables:
    """Return the base game: 104 cards, two fields and five cards for each player."""
    return Tables(
        players=players,
        deck=deck_of(BASE),
        deal=(5,) * players,
        fields=2,
        price=None,
        turn_over=2,
        draw=3,
        last=3,
        turn=TURN,
        ending=(HarvestAll(),),
    )
