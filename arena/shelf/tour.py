"""The questions of all games put to a bot: short visits to games that know them all.

Each game is played by stand-ins until something comes up that the bot has not been asked in this
variant: a question, or a choice among others. That is put to the bot, its answer is played, and
the stand-ins go on. To play whole games with the bot alone would take long and show little: most
bots never buy the building whose question they do not know.
"""

import random

from arena.rules import Rulebook, compile_rulebook
from arena.shelf.conversation import Conversation, Fails, SeatZero
from arena.shelf.stand_in import stand_in

GAMES = (
    ("rio_grande_duel", 2),
    ("anniversary_duel", 2),
    ("anniversary+bean_coin+magpie", 4),
    ("high_bohn+cognac", 3),
    ("plus", 4),
)
FRUITFUL = {
    "anniversary+bean_coin+magpie": (16,),
    "high_bohn+cognac": (196, 46, 24),
}
"""Deals in which much comes up that is rare, played before all others: they save nine games in ten.
`python -m tests.support.fruitful` finds them anew."""
MOST_DEALS = 200
"""Of one game, if something never comes up. All has come up long before, within two seconds."""

ON_WISH = frozenset({"bid", "window"})
_USUAL = frozenset({"pass", "plant", "harvest", "discard", "discard_from_hand"})


def vocabulary(book: Rulebook) -> frozenset[str]:
    """What may be asked of every seat in a game, and what may be chosen: `ask` and `do`."""
    asks = {step.ask for step in book.steps if step.ask}
    records = {
        record._field_defaults["do"]  # type: ignore[attr-defined]
        for step in book.steps
        for record in step.records
    }
    if not any(step.name == "trade" for step in book.tables.turn):
        asks.discard("answer")  # which every rulebook has, for those that trade
    return frozenset(asks | records | set(book.free_by_do) | set(book.places_by_do)) - ON_WISH


def tour(bot: Conversation) -> str:
    """Visit all games; how many questions it took. Raises Fails."""
    asked = sum(_visit(bot, variant, players) for variant, players in GAMES)
    return f"{asked} questions in {len(GAMES)} games"


def _visit(bot: Conversation, variant: str, players: int) -> int:
    words = vocabulary(compile_rulebook(variant, players))
    seen: set[str] = set()
    asked = 0
    for deal in (*FRUITFUL.get(variant, ()), *range(MOST_DEALS)):
        if words <= seen:
            break
        asked += play_deal(bot, variant, players, deal, words, seen)
    return asked


def play_deal(
    bot: Conversation,
    variant: str,
    players: int,
    deal: int,
    words: frozenset[str],
    seen: set[str],
) -> int:
    """Play one game, and put to the bot what it has not `seen`; how many questions that were."""
    game = SeatZero(bot, variant, players, b"%d" % deal)
    chance = random.Random(f"{variant} {deal}")
    while decision := game.next():
        listed = game.listed(decision)
        here = {decision.ask, *(choice.do for choice in listed)}
        if decision.seat != 0 or here <= seen:
            choice = stand_in(game.book, game.state, decision, listed, words - _USUAL, chance)
            game.play(decision, choice)
            continue
        seen |= here
        try:
            game.put(decision)
        except Fails as failure:
            raise Fails(f"{variant} with {players} players. {failure}") from None
    game.finish()
    return game.number
