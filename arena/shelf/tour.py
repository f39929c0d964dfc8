"""The questions of all games put to a bot: short visits to the few games that have them all.

Each game is played by stand-ins until something comes up that the bot has not been asked in this
variant: a question, or a choice among others. That is put to the bot, its answer is played, and
the stand-ins continue. Playing whole games with the bot alone would take long and show little: most
bots never buy the building whose question they do not know.
"""

import random
from functools import cache
from typing import Any

from arena.rules import Rulebook, catalogue, compile_rulebook, table_sizes
from arena.shelf.conversation import Conversation, Fails, SeatZero
from arena.shelf.stand_in import stand_in

FRUITFUL = {
    "anniversary+bean_coin": (19,),
    "high_bohn+cognac": (277, 7, 12, 24),
    "plus": (1,),
}
"""Deals in which much comes up that is rare, played before all others: they save nine games in ten.
`python -m tests.support.fruitful` finds new ones."""
MOST_DEALS = 200
"""Of one game, if something never comes up. All has come up long before, within two seconds."""

ON_WISH = frozenset({"bid", "window"})
_USUAL = frozenset({"pass", "plant", "harvest", "discard", "discard_from_hand"})


def asks(book: Rulebook) -> frozenset[str]:
    """The questions that may come up in a game; sealed ones are of those who trade."""
    trades = any(step.name == "trade" for step in book.tables.turn)
    return frozenset(s.ask for s in book.steps if s.ask and (trades or not s.sealed))


def sorts_of_choice(book: Rulebook) -> frozenset[str]:
    """What a game's steps and rules let a seat choose (`do`), negotiation aside."""
    records = (record for step in book.steps for record in step.records)
    return frozenset(map(_do, records)) | set(book.free_by_do) | set(book.places_by_do)


def _do(record: Any) -> str:
    return str(record._field_defaults["do"])


def vocabulary(book: Rulebook) -> frozenset[str]:
    """What may be asked of every seat in a game, and what may be chosen: `ask` and `do`."""
    return (asks(book) | sorts_of_choice(book)) - ON_WISH


@cache
def games() -> tuple[tuple[str, int], ...]:
    """The games to visit, (variant, players): few that together bring up all there is.

    A choice counts once more for each question to which a step lists it: it looks different there.
    """
    words = {}
    for variant in catalogue():
        for players in table_sizes(variant):
            book = compile_rulebook(variant, players)
            listed = {(step.ask, _do(each)) for step in book.steps for each in step.records}
            words[variant, players] = vocabulary(book) | listed
    missing: set[Any] = set().union(*words.values())
    chosen = []
    while missing:
        best = max(words, key=lambda game: len(words[game] & missing))
        chosen.append(best)
        missing -= words[best]
    return tuple(chosen)


def tour(bot: Conversation) -> str:
    """Visit all games; how many questions it took. Raises Fails."""
    asked = sum(_visit(bot, variant, players) for variant, players in games())
    return f"{asked} questions in {len(games())} games"


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
            choice = stand_in(game.game, decision, listed, words - _USUAL, chance)
            game.play(decision, choice)
            continue
        seen |= here
        try:
            game.put(decision)
        except Fails as failure:
            raise Fails(f"{variant} with {players} players. {failure}") from None
    game.finish()
    return game.number
