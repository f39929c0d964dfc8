"""The rules of Bohnanza and its editions, written with the standard library only."""

from arena.rules.choices import Choice
from arena.rules.compile import PLAYER_COUNTS, catalogue, compile_rulebook, full_name, table_sizes
from arena.rules.events import Event
from arena.rules.game import Game, Negotiation, Result, View
from arena.rules.known_cards import Shown
from arena.rules.plain_data import plain_choice, plain_event, read_choice, read_event
from arena.rules.presets import PARTS, PRESETS, Preset
from arena.rules.rule import Rule, VariantError
from arena.rules.rulebook import RULES_VERSION, Rulebook
from arena.rules.saved_game import plain_game, read_game
from arena.rules.sensible import Sensible
from arena.rules.state import Decision

__all__ = [
    "PARTS",
    "PLAYER_COUNTS",
    "PRESETS",
    "RULES_VERSION",
    "Choice",
    "Decision",
    "Event",
    "Game",
    "Negotiation",
    "Preset",
    "Result",
    "Rule",
    "Rulebook",
    "Sensible",
    "Shown",
    "VariantError",
    "View",
    "catalogue",
    "compile_rulebook",
    "full_name",
    "plain_choice",
    "plain_event",
    "plain_game",
    "read_choice",
    "read_event",
    "read_game",
    "table_sizes",
]
