"""The rules that every basic game shares, as they are printed and, where they decide, as hooks."""

from arena.rules.cards import ONE, is_order
from arena.rules.free.harvest import HARVESTING, PROTECTION
from arena.rules.game import Game
from arena.rules.hooks import TO_PLANT
from arena.rules.offers import TRADING
from arena.rules.rule import Rule


def _other_kind(game: Game, seat: int, card: int, field: int) -> str | None:
    cards = game.fields[seat][field]
    if cards and cards[0] != card:
        return "that field grows another kind"
    return None


def _grows_elsewhere(game: Game, seat: int, card: int, field: int) -> str | None:
    fields = game.fields[seat]
    if not fields[field] and any(cards[:1] == ONE[card] for cards in fields):
        return "that kind grows in another field of yours already (B3)"
    return None


OTHER_KIND = TO_PLANT.refuse("other_kind", _other_kind)

HAND = Rule(
    "hand",
    "B1",
    "The hand is a queue: new cards go behind the last, the first is played first; the order never"
    " changes, but cards may leave from anywhere in a trade.",
)
ONE_KIND = Rule(
    "one_kind",
    "B3",
    "One kind of bean a field, any number of cards.",
    refuse=(OTHER_KIND,),
)
OWN_KIND_ONCE = Rule(
    "kind_once",
    "B3",
    "A player may not grow one kind in two fields at once.",
    refuse=(TO_PLANT.refuse("grows_elsewhere", _grows_elsewhere),),
)
PLANTING = Rule(
    "plant",
    "B4",
    "Step 1: plant the first card of the hand, then plant the next or pass. A card without a place"
    " forces a harvest first. With an empty hand the step is skipped.",
)
TURNING_OVER = Rule(
    "turn_over",
    "B5",
    "Step 2: turn over two cards, which belong to the active player; then trade.",
)
SETTING_ASIDE = Rule(
    "set_aside",
    "B7",
    "Step 3: everyone plants all cards received, the active player also the turned-over cards"
    " kept, in an order each chooses; the active player first, then clockwise.",
)
DRAWING = Rule("draw", "B8", "Step 4: draw cards one at a time to the back of the hand.")
RESHUFFLING = Rule(
    "run_out",
    "B11",
    "When the last card is drawn the pile has run out: the discard pile is shuffled at once into a"
    " new draw pile. With no discard pile drawing stops; a later draw shuffles first.",
)
ENDING = Rule(
    "end",
    "B12",
    "At the last run-out nothing is reshuffled: in step 2, finish steps 2 and 3; in step 4, end at"
    " once. The game also ends before a turn when nothing is left to draw and no hand holds a"
    " card.",
)
ENDING_AT_ONCE = Rule(
    "end_at_once",
    "B12",
    "At the last run-out the game ends at once, in step 2 as in step 4; turned-over cards are"
    " discarded. It also ends before a turn when nothing is left to draw and no hand holds a card.",
)
SCORING = Rule(
    "score",
    "B13",
    "At the end all fields are harvested, the active player first; single beans too. Cards in hand"
    " are worth nothing; most coins win.",
)
WINDOWS = Rule(
    "windows",
    "T4",
    "Free choices (harvests, purchases and what else a game allows at any time) are open in every"
    " own decision of the own turn and of step 3, and for everyone who asked for it in a window"
    " before steps 1, 2 and 4.",
)
TALK = Rule(
    "talk",
    "T3",
    "Any answer may carry a short public text; nothing said binds.",
)

BASICS: tuple[Rule, ...] = (
    HAND,
    ONE_KIND,
    PLANTING,
    TURNING_OVER,
    TRADING,
    SETTING_ASIDE,
    DRAWING,
    HARVESTING,
    PROTECTION,
    RESHUFFLING,
    SCORING,
    WINDOWS,
    TALK,
)


def ties_by_hand(game: Game, tied: list[int]) -> list[int]:
    """The tied players with the most bean cards in hand; those still tied share."""
    held = {seat: sum(not is_order(card) for card in game.hands[seat]) for seat in tied}
    return [seat for seat in tied if held[seat] == max(held.values())]


def ties_by_seat(game: Game, tied: list[int]) -> list[int]:
    """The tied player farthest clockwise from the starting player, seat 0."""
    return [max(tied)]


TIES_SHARED = Rule("ties", "classic", "Equal coins share the win.")
TIES_BY_HAND = Rule(
    "ties",
    "rio_grande",
    "Of equal coins, the most bean cards in hand win; then the win is shared.",
    ties=ties_by_hand,
)
TIES_BY_SEAT = Rule(
    "ties",
    "anniversary",
    "Of equal coins, the player farthest clockwise from the starting player wins.",
    ties=ties_by_seat,
)
