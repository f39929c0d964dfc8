"""Three new kinds of beans, for up to seven players (N1–N3)."""

from arena.rules.basic_game import large_deck
from arena.rules.cards import BASE
from arena.rules.game import Game, Step, Tables
from arena.rules.rule import Rule
from arena.rules.steps.draw import Draw, draw_to_hand


class DrawRound(Step):
    """Step 4: everyone draws one card, the active player first, then clockwise (N2)."""

    name = "draw_round"

    def resume(self, game: Game) -> None:
        """Let everyone draw, unless the last run-out comes first."""
        game.leave()
        for seat in game.clockwise():
            if not game.ended:
                draw_to_hand(game, seat, 1)


ADDED = ("cocoa", "brandy", "coffee")
DRAW_ROUND = DrawRound()
EVERYONE_DRAWS = (
    "Step 4: everyone draws one card to the back of the hand, the active player first, then"
    " clockwise."
)


def everyone_draws(tables: Tables) -> Tables:
    """Change the tables so that everyone draws one card in step 4 (N2)."""
    turn = tuple(DRAW_ROUND if isinstance(step, Draw) else step for step in tables.turn)
    return tables.change(turn=turn, draw=1)


def _edit(tables: Tables) -> Tables:
    deck = large_deck((*BASE, *ADDED), tables.players)
    return everyone_draws(tables).change(deck=deck, last=2 if tables.players == 3 else 3)


def _text(tables: Tables) -> str:
    added = " and ".join(name for name in ADDED if name in tables.deck)
    garden = "" if "garden" in tables.deck else ", and the garden beans leave it"
    return f"{added.capitalize()} beans join the deck{garden}. {EVERYONE_DRAWS}"


NEW_BEANS = Rule(
    name="new_beans",
    cites="N1 N2 N3",
    text=_text,
    part="expansion",
    title="Cocoa, brandy and coffee beans; everyone draws one card a turn",
    players=(3, 4, 5, 6, 7),
    removes=("draw",),
    edit=_edit,
)
