"""The two duels: games for two players, each with its own turn (D1–D4, E0–E4)."""

from arena.rules.basic_game import (
    END_IF_RUN_OUT,
    WINDOW_BEFORE_DRAW,
    WINDOW_BEFORE_PLANT,
    WINDOW_BEFORE_TRADE,
)
from arena.rules.events import EventKind
from arena.rules.expansions.duel.steps import (
    DISCARD_OFFER,
    OFFER_PIECE,
    DiscardOffer,
    KeepOrLeave,
    MatchDiscard,
    PlantAndSpare,
    SpareCard,
    UseOffer,
)
from arena.rules.free_choices.harvest import HARVESTING, PROTECTION, HarvestAll
from arena.rules.game import Step
from arena.rules.rule import Rule
from arena.rules.shared_rules import (
    DRAWING,
    HAND,
    NOTHING_LEFT,
    ONE_KIND,
    PLANTING,
    RESHUFFLING,
    SCORING,
    WINDOWS,
)
from arena.rules.steps.draw import Draw, TurnOver
from arena.rules.steps.planting import PlantFromHand
from arena.rules.steps.sequence import EndIfEmpty

OLD_TURN: tuple[Step, ...] = (
    WINDOW_BEFORE_PLANT,
    EndIfEmpty(),
    UseOffer(whole_kinds=False),
    PlantFromHand(),
    SpareCard(),
    WINDOW_BEFORE_TRADE,
    TurnOver(),
    MatchDiscard(),
    KeepOrLeave(whole_kinds=False),
    END_IF_RUN_OUT,
    WINDOW_BEFORE_DRAW,
    Draw(),
    END_IF_RUN_OUT,
)
# No windows: nobody may act in the other's turn (E4).
NEW_TURN: tuple[Step, ...] = (
    UseOffer(whole_kinds=True),
    PlantAndSpare(),
    TurnOver(),
    END_IF_RUN_OUT,  # at once, before anything is matched (E4)
    MatchDiscard(),
    KeepOrLeave(whole_kinds=True),
    Draw(),
    END_IF_RUN_OUT,
)
DUEL_ENDING: tuple[Step, ...] = (DiscardOffer(), HarvestAll())

_EVENTS = (EventKind("matched"), EventKind("left"))
_COMMON = (HAND, ONE_KIND, PLANTING, DRAWING, HARVESTING, PROTECTION, SCORING)

OLD_DUEL = Rule(
    "duel",
    "D1 D2 D3 D4 B12",
    "There is no trading. Before step 1, plant or discard each card of your opponent's offer. After"
    " step 1 you may discard one card from anywhere in your hand. Step 2: turn over three cards;"
    " while the top card of the discard pile is of a kind turned over, take it as well. Step 3:"
    " plant any of these cards; the rest are your offer to the opponent. If the last run-out, the"
    " third, comes in step 2, the game ends after step 3, and the offer is discarded; if it comes"
    f" in step 4, the game ends at once.{NOTHING_LEFT}",
    data=lambda tables: {"whole_kinds": False},
    pieces=(OFFER_PIECE,),
    events=_EVENTS,
    places=(DISCARD_OFFER,),
)
NEW_DUEL = Rule(
    "duel",
    "E0 E1 E2 E3 E4",
    "There is no trading, and nobody acts out of turn. Before step 1, for each kind that your"
    " opponent left, plant all of it in one field or discard all of it. At any point of step 1 you"
    " may discard one card from anywhere in your hand. Step 2: turn over three cards; while the top"
    " card of the discard pile is of a kind turned over, take it as well. Step 3: for each kind"
    " turned over, plant all of it in one field or leave all of it to your opponent. The game ends"
    " at once when the draw pile runs out for the first time; cards on the table are discarded.",
    data=lambda tables: {"whole_kinds": True},
    pieces=(OFFER_PIECE,),
    events=_EVENTS,
    places=(DISCARD_OFFER,),
)

OLD_DUEL_RULES: tuple[Rule, ...] = (*_COMMON, RESHUFFLING, WINDOWS, OLD_DUEL)
NEW_DUEL_RULES: tuple[Rule, ...] = (*_COMMON, NEW_DUEL)
