"""The conformance test: a bot answers every kind of question, in the few games that have them all.

The test plays all seats until a question or a choice comes up that the bot has not seen in this
variant. The bot answers it, and the test plays on. Whole games played by the bot itself would take
long and show little: a bot never buys the building whose question it does not know.

The test does not play to win. Its seats help each other, so that there are coins to spend, and try
whatever an expansion adds.
"""

import random
from collections.abc import Collection, Hashable
from functools import cache, lru_cache
from typing import Any, cast

from arena.codec import reader
from arena.registry.trial_games import BotFailed, Conversation, SeatZero
from arena.rules import Decision, Game, Rulebook, catalogue, compile_rulebook, table_sizes
from arena.rules.cards import NAMES
from arena.rules.choices import Answer, Choice, do_of
from protocol import Json

FRUITFUL = {
    "anniversary+bean_coin": (19,),
    "high_bohn+cognac": (277, 7, 12, 24),
    "plus": (1,),
}
"""Deals in which rare questions come up; played first, they save nine games in ten.

`python -m tests.support.fruitful` finds new ones.
"""
MOST_DEALS = 200
"""The most deals of one game, in case something never comes up; two seconds usually suffice."""

ON_WISH = frozenset({"bid", "window"})  # asked only of bots that want them
_USUAL = frozenset({"pass", "plant", "harvest", "discard", "discard_from_hand"})
EAGER = 0.3
"""How often the test takes a new choice: rarely enough to save up coins for others."""


def questions_of(book: Rulebook) -> frozenset[str]:
    """Return the questions that may come up in a game; sealed ones need a trading phase."""
    trades = any(step.name == "trade" for step in book.tables.turn)
    return frozenset(s.ask for s in book.steps if s.ask and (trades or not s.sealed))


def choices_of(book: Rulebook) -> frozenset[str]:
    """Return the `do` of every choice that a game's steps and rules offer, negotiation aside."""
    records = (record for step in book.steps for record in step.records)
    return frozenset(map(do_of, records)) | set(book.free_by_do) | set(book.places_by_do)


def vocabulary(book: Rulebook) -> frozenset[str]:
    """Return the words that may come up in a game: `ask` of questions and `do` of choices."""
    return (questions_of(book) | choices_of(book)) - ON_WISH


@cache
def games() -> tuple[tuple[str, int], ...]:
    """Return the games to visit as (variant, players): a few that bring up everything.

    A choice counts again for each question that lists it, since it looks different there.
    """
    # Greedy set cover: each game added has the most of what is still missing.
    words = {}
    for variant in catalogue():
        for players in table_sizes(variant):
            book = compile_rulebook(variant, players)
            listed = {(step.ask, do_of(each)) for step in book.steps for each in step.records}
            words[variant, players] = vocabulary(book) | listed
    missing: set[Any] = set().union(*words.values())
    chosen = []
    while missing:
        best = max(words, key=lambda game: len(words[game] & missing))
        chosen.append(best)
        missing -= words[best]
    return tuple(chosen)


def run_conformance(bot: Conversation) -> str:
    """Ask the bot everything, and say how many questions it took. Raises BotFailed."""
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
    bot: Conversation, variant: str, players: int, deal: int, words: frozenset[str], seen: set[str]
) -> int:
    """Play one game, put to the bot what it has not `seen`, and return the number of questions."""
    game = SeatZero(bot, variant, players, b"%d" % deal)
    chance = random.Random(f"{variant} {deal}")  # every bot is asked in the same games
    while decision := game.next():
        listed = game.listed(decision)
        here = {decision.ask, *(choice.do for choice in listed)}
        if decision.seat != 0 or here <= seen:
            choice = _own_choice(game.game, decision, listed, words - _USUAL, chance)
            game.play(decision, choice)
            continue
        seen |= here
        try:
            game.put(decision)
        except BotFailed as failure:
            raise BotFailed(f"{variant} with {players} players. {failure}") from None
    game.finish()
    return game.number


def _own_choice(
    game: Game,
    decision: Decision,
    listed: list[Choice],
    new: Collection[str],
    chance: random.Random,
) -> Choice:
    """Return the test's choice for the seat that decides. `new`: the `do` of choices to try."""
    seat, ask, _ = decision
    idle = _without_power(game.book)
    # What has no rule of its own, such as some buildings, brings up nothing new.
    novel = [
        choice
        for choice in listed
        if choice.do in new and idle.isdisjoint(cast(tuple[Hashable, ...], choice))
    ]
    if novel and chance.random() < EAGER:
        return chance.choice(novel)
    if ask == "trade":
        taking = next((choice for choice in listed if getattr(choice, "take", ())), None)
        if taking is not None:
            return taking
        offers = _offers(game, seat)
        if offers and game.round <= 2:
            trade = {"do": "trade", "offers": offers}
            return reader(game.book).read(game, seat, listed, trade)
    if ask == "answer":
        wise = (c for c in listed if isinstance(c, Answer) and _harmless(game, seat, c))
        return max(wise, key=lambda answer: len(answer.accept))
    return listed[0]


@lru_cache(maxsize=64)
def _without_power(book: Rulebook) -> frozenset[str]:
    """Return what rules list, such as buildings, that has no rule of its own."""
    rules = {rule.name for rule in book.rules}
    listings = [rule.listing(book.tables) for rule in book.rules if rule.listing]
    return frozenset(row[0] for listing in listings for row in listing.rows) - rules


def _grown(game: Game, seat: int) -> set[int]:
    return {cards[0] for cards in game.fields[seat] if cards}


def _offers(game: Game, seat: int) -> list[Json]:
    """Offer cards that grow only on other seats' fields, and ask for those that grow only here."""
    own, others = _grown(game, seat), [other for other in range(game.book.players) if other != seat]
    offers: list[Json] = []
    for at, kind in enumerate(game.turned_over):
        to = next((other for other in others if kind in _grown(game, other)), None)
        if to is not None and kind not in own:
            offers.append({"to": to, "give": [{"turned_over": at}], "want": []})
    for kind in sorted(own):
        if any(kind in game.hands[o] and kind not in _grown(game, o) for o in others):
            offers.append({"to": "all", "give": [], "want": [NAMES[kind]]})
    return offers[: game.book.negotiation.offers]


def _harmless(game: Game, seat: int, answer: Answer) -> bool:
    """Return True if the answer gives away no bean that grows on the seat's own fields."""
    asked_for = {offer.id: offer.want or b"" for offer in game.offers}
    own = _grown(game, seat)
    return not any(own.intersection(asked_for[each.offer]) for each in answer.accept)
