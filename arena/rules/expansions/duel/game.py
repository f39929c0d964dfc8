"""The two duels: games for two with turns of their own (D1–D4, E0–E4)."""

from arena.rules.basics import (
    DRAWING,
    HAND,
    ONE_KIND,
    PLANTING,
    RESHUFFLING,
    SCORING,
    WINDOWS,
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
from arena.rules.free.harvest import HARVESTING, PROTECTION, HarvestAll
from arena.rules.rule import Rule
from arena.rules.steps.draw import Draw, TurnOver
from arena.rules.steps.planting import PlantFromHand
from arena.rules.steps.sequence import EndIfEmpty, EndIfRunOut
from arena.rules.steps.step import Step
from arena.rules.steps.window import Window

_END_IF_RUN_OUT = EndIfRunOut()

OLD_TURN: tuple[Step, ...] = (
    Window("before_plant"),
    EndIfEmpty(),
    UseOffer(whole_kinds=False),
    PlantFromHand(),
    SpareCard(),
    Window("before_trade"),
    TurnOver(),
    MatchDiscard(),
    KeepOrLeave(whole_kinds=False),
    _END_IF_RUN_OUT,
    Window("before_draw"),
    Draw(),
    _END_IF_RUN_OUT,
)
# No windows: nobody may act in the other's turn (E4).
NEW_TURN: tuple[Step, ...] = (
    EndIfEmpty(),
    UseOffer(whole_kinds=True),
    PlantAndSpare(),
    TurnOver(),
    _END_IF_RUN_OUT,
    MatchDiscard(),
    KeepOrLeave(whole_kinds=True),
    Draw(),
    _END_IF_RUN_OUT,
)
DUEL_ENDING: tuple[Step, ...] = (DiscardOffer(), HarvestAll())

_EVENTS = (
    EventKind("matched", "seat took cards from the top of the discard pile to those turned over"),
    EventKind("left", "seat left the cards still turned over as the offer to the opponent"),
)
_COMMON = (HAND, ONE_KIND, PLANTING, DRAWING, HARVESTING, PROTECTION, RESHUFFLING, SCORING)

OLD_DUEL = Rule(
    "duel",
    "D1 D2 D3 D4",
    "No trading. Each card of the opponent's offer is planted or discarded; after planting, one"
    " hand card may be discarded. Turn over three, and take the top of the discard pile while it"
    " matches; plant any of them, the rest is the offer. Draw two. At the last run-out the turn"
    " goes on to that offer; in step 4 the game ends at once.",
    data=lambda tables: {"whole_kinds": False},
    pieces=(OFFER_PIECE,),
    events=_EVENTS,
    places=(DISCARD_OFFER,),
)
NEW_DUEL = Rule(
    "duel",
    "E0 E1 E2 E3 E4",
    "No trading. For each kind on offer: plant all of it in one field or discard all of it. In step"
    " 1 one hand card may be discarded at any point. Turn over three, and take the top of the"
    " discard pile while it matches. For each kind turned over: plant all of it in one field or"
    " leave all of it. Draw two. Harvest in the own turn only. The game ends as soon as the pile"
    " runs out.",
    data=lambda tables: {"whole_kinds": True},
    pieces=(OFFER_PIECE,),
    events=_EVENTS,
    places=(DISCARD_OFFER,),
)

OLD_DUEL_RULES: tuple[Rule, ...] = (*_COMMON, WINDOWS, OLD_DUEL)
NEW_DUEL_RULES: tuple[Rule, ...] = (*_COMMON, NEW_DUEL)
