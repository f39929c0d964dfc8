"""The rules that the games share: their printed text and, where they decide something, hooks."""

from arena.rules.cards import ONE, is_order
from arena.rules.free_choices.harvest import HARVESTING, PROTECTION
from arena.rules.game import Game, Tables
from arena.rules.hooks import TO_PLANT
from arena.rules.offers import TRADING
from arena.rules.rule import Rule


def _other_kind(game: Game, seat: int, card: int, field: int) -> str | None:
    cards = game.fields[seat][field]
    if cards and cards[0] != card:
        return "that field grows another kind (B3)"
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
    "Your hand is a queue: new cards join at the back, cards are played from the front, and you may"
    " not rearrange it.",
)
ONE_KIND = Rule(
    "one_kind",
    "B3",
    "A field grows one kind of bean, any number of cards.",
    refuse=(OTHER_KIND,),
)
OWN_KIND_ONCE = Rule(
    "kind_once",
    "B3",
    "You may not grow one kind in two of your fields.",
    refuse=(TO_PLANT.refuse("grows_elsewhere", _grows_elsewhere),),
)
PLANTING = Rule(
    "plant",
    "B4",
    "Step 1: the active player must plant the first card of the hand and may plant the second, but"
    " never a third. If there is no room for a card that must be planted, room must be made first."
    " With an empty hand the step is skipped.",
)
TURNING_OVER = Rule(
    "turn_over",
    "B5",
    "Step 2: turn over two cards, which belong to the active player; then trade.",
)
RECEIVED = Rule(
    "received",
    "B6",
    "Cards received this turn cannot be traded on, and cards planted in a field cannot be traded.",
)
SETTING_ASIDE = Rule(
    "set_aside",
    "B7",
    "Step 3: everyone plants all the cards they received, the active player also the turned-over"
    " cards that are left, in any order; the active player first, then clockwise.",
)
DRAWING = Rule(
    "draw",
    "B8",
    lambda tables: (
        f"Step 4: the active player draws {tables.draw} cards, one at a time, to the back of the"
        " hand."
    ),
)
RESHUFFLING = Rule(
    "run_out",
    "B11",
    "When the last card of the draw pile is drawn, the pile has run out. Until the last run-out the"
    " discard pile is then shuffled at once into a new draw pile; if there is none, drawing stops,"
    " and a later draw first shuffles what has been discarded since.",
)


def last_run_out(tables: Tables) -> str:
    """Say which run-out ends the game, as the beginning of a sentence."""
    return f"The {('first', 'second', 'third', 'fourth')[tables.last - 1]} run-out is the last"


NOTHING_LEFT = (
    " The game also ends before a turn if the draw pile and the discard pile are empty and nobody"
    " has a bean in hand."
)

ENDING = Rule(
    "end",
    "B12",
    lambda tables: (
        f"{last_run_out(tables)}: nothing is reshuffled. If it comes in step 2, the game ends after"
        f" step 3; if it comes in step 4, it ends at once.{NOTHING_LEFT}"
    ),
)
ENDING_AT_ONCE = Rule(
    "end_at_once",
    "B12",
    lambda tables: (
        f"{last_run_out(tables)}: the game ends at once, in step 2 as in step 4, and turned-over"
        f" cards are discarded.{NOTHING_LEFT}"
    ),
)
SCORING = Rule(
    "score",
    "B13",
    "At the end all fields are harvested, even those with a single bean, the active player's first."
    " Cards in hand are worth nothing. Most coins win.",
)
WINDOWS = Rule(
    "windows",
    "T4",
    "What may be done at any time is a free choice: you may make it when you decide something on"
    " your own turn or plant a card, and out of turn in windows, if you ask for them: at the start"
    " of each turn, before cards are turned over and before cards are drawn.",
)
TALK = Rule("talk", "T3", "Any answer may carry a short public text; nothing said is binding.")

BASICS: tuple[Rule, ...] = (
    HAND,
    ONE_KIND,
    PLANTING,
    TURNING_OVER,
    TRADING,
    RECEIVED,
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
    """Return the tied players with the most bean cards in hand; those still tied share."""
    # [R] Orders don't count. In the basic book, "the player with the most cards in his hand" wins,
    # but it knew only beans. Plus "ends, as in the basic game" and says nothing of its orders; if
    # they counted, filling one from the hand would cost its player the tie.
    held = {seat: sum(not is_order(card) for card in game.hands[seat]) for seat in tied}
    return [seat for seat in tied if held[seat] == max(held.values())]


def ties_by_seat(game: Game, tied: list[int]) -> list[int]:
    """Return the tied player farthest clockwise from the starting player, seat 0."""
    return [max(tied)]


TIES_SHARED = Rule("ties", "classic", "Players tied for most coins share the win.")
TIES_BY_HAND = Rule(
    "ties",
    "rio_grande",
    "Of the players tied for most coins, the one with the most bean cards in hand wins; those still"
    " tied share the win.",
    ties=ties_by_hand,
)
TIES_BY_SEAT = Rule(
    "ties",
    "anniversary",
    "Of the players tied for most coins, the one farthest clockwise from the starting player wins.",
    ties=ties_by_seat,
)
