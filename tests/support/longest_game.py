"""The longest games: everybody wants every question, and trades until the rules end it."""

import random
from collections.abc import Iterator

from arena.rules import Choice, Decision, Game, Rulebook
from arena.rules.choices import ALL, DECLINE, PASS, Answer, Terms, Trade
from tests.support.random_play import ALL_WANTS, random_terms


def longest_game(book: Rulebook) -> Iterator[tuple[int, Choice]]:
    """Yield the decisions of a game, with their seats."""
    chance = random.Random(1)
    game = book.start(b"1234", [ALL_WANTS] * book.players)
    while game.decisions:
        decision = game.decisions[0]
        choice = _longest(game, decision, chance)
        yield decision.seat, choice
        game.play_unchecked(decision.seat, choice)


def _longest(game: Game, decision: Decision, chance: random.Random) -> Choice:
    seat, ask, _ = decision
    limits = game.book.negotiation
    if ask == "trade" and game.round <= limits.rounds:
        offers = _offers(game, seat, chance, limits.offers)
        return Trade(offers=offers) if offers else PASS
    if ask in ("answer", "bid"):
        offers = _offers(game, seat, chance, limits.replies)
        return Answer(offers=offers) if offers else DECLINE
    listed = game.choices(seat)
    return chance.choice([each for each in listed if each != PASS] or listed)


def _offers(game: Game, seat: int, chance: random.Random, most: int) -> tuple[Terms, ...]:
    offers: list[Terms] = []
    for _ in range(10 * most):
        terms = random_terms(game, seat, chance)._replace(to=ALL)
        made = (*offers, terms)
        choice = Trade(offers=made) if seat == game.active else Answer(offers=made)
        if game.check(seat, choice) is None:
            offers.append(terms)
            if len(offers) == most:
                break
    return tuple(offers)
