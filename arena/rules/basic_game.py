"""The turn and the tables that most editions start from (B)."""

from arena.rules.cards import BASE, RIO_GRANDE_COCOA, deck_of
from arena.rules.free_choices.harvest import HarvestAll
from arena.rules.game import Step, Tables
from arena.rules.steps.draw import Draw, TurnOver
from arena.rules.steps.planting import PlantFromHand, PlantSetAside
from arena.rules.steps.sequence import EndIfEmpty, EndIfRunOut, with_steps
from arena.rules.steps.trade import Negotiate
from arena.rules.steps.window import Window

END_IF_RUN_OUT = EndIfRunOut()
WINDOW_BEFORE_PLANT = Window("before_plant")
WINDOW_BEFORE_TRADE = Window("before_trade")
WINDOW_BEFORE_DRAW = Window("before_draw")

TURN: tuple[Step, ...] = (
    WINDOW_BEFORE_PLANT,
    EndIfEmpty(),  # after the window, in which a harvest may leave something to draw (B12)
    PlantFromHand(),
    WINDOW_BEFORE_TRADE,
    TurnOver(),
    Negotiate(),
    PlantSetAside(),
    END_IF_RUN_OUT,  # only here: steps 2 and 3 are finished after a last run-out (B12)
    WINDOW_BEFORE_DRAW,
    Draw(),
    END_IF_RUN_OUT,
)
# The 1997 game can also stop in the middle of step 2 (B12).
TURN_ENDING_AT_ONCE = with_steps(TURN, TurnOver, END_IF_RUN_OUT)

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


def large_deck(names: tuple[str, ...], players: int) -> dict[str, int]:
    """Return the printed cards of the names without what so many players leave out (N1)."""
    left_out = {3: ("cocoa",), 4: ("coffee",), 5: ("coffee",)}.get(players, ("cocoa", "garden"))
    return deck_of([name for name in names if name not in left_out])


def rio_grande_tables(players: int) -> Tables:
    """Return the tables of rio_grande, with which Plus begins as well."""
    tables = basic_tables(players).change(
        deck=large_deck(WHOLE_DECK, players),
        meters={"cocoa": RIO_GRANDE_COCOA},
    )
    if players == 3:
        return tables.change(fields=3, last=2)
    if players <= 5:
        return tables.change(price=3)
    return tables.change(price=2, draw=4, deal=(3, 4, 5, *(6,) * (players - 3)))
