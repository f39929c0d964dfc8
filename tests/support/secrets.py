"""What is hidden from a seat shows in nothing that the seat learns (T5).

All that a seat cannot know is made different: its view, its question and what it is refused must
stay the same bytes. What it is told of a step is another question, see `secret_steps`.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from arena.codec import writer
from arena.rules import Decision, Game, Rulebook
from arena.rules.choices import DECLINE, Answer, CardAt
from arena.rules.state import EVERYONE, NOBODY, Piece, StandingAccept, StandingOffer
from tests.support.expansions import SECRETS, file_for
from tests.support.hidden import Place, exchange, read, shuffled, write
from tests.support.random_play import ALL_WANTS, candidates
from tests.support.sayings import outcome, saying

SAYINGS = 2  # tried at each decision, beside as many candidates of the random player


@lru_cache(maxsize=256)
def _hidden_piles(book: Rulebook) -> tuple[Piece, ...]:
    """The hidden pieces that are piles of cards. What others are about, their expansions say."""
    hidden = [piece for piece in book.pieces if piece.audience != EVERYONE]
    for piece in hidden:
        assert piece.cards or piece.name in SECRETS, (
            f"say in SECRETS of {file_for(book, piece)} what the hidden piece {piece.name} shows"
        )
    return tuple(piece for piece in hidden if piece.cards)


def hidden_places(game: Game, seat: int) -> Iterator[Place]:
    """Where the cards lie that `seat` cannot see."""
    own = [piece.name for piece in game.book.own_pieces if piece.name in SECRETS]
    seen = set().union(*(SECRETS[name].shows(game, seat) for name in own))
    for name, owner in _piles(game, seat):
        for at in range(len(read(game, name, owner))):
            place = Place(name, owner, at)
            if place not in seen:
                yield place


def _piles(game: Game, seat: int) -> Iterator[tuple[str, int | None]]:
    """The piles that `seat` cannot see, and whose they are."""
    for piece in _hidden_piles(game.book):
        owners = range(game.book.players) if piece.per_seat else (None,)
        for owner in owners:
            if owner != seat or piece.audience == NOBODY:
                yield piece.name, owner


def follow(game: Game) -> None:
    """Set anew what depends on hidden cards, after these were exchanged."""
    for piece in game.book.own_pieces:
        if piece.name in SECRETS:
            SECRETS[piece.name].follow(game)


def with_other_secrets(game: Game, seat: int, rng: random.Random, orders: bool = True) -> Game:
    """A game that `seat` cannot tell from `game`: all that is hidden from it is made different.

    The hands of the others and the piles exchange cards and their order, beans with beans and
    orders with orders; which copies stand in offers, who has answered what unseen, what the
    others asked for, the seed: all anew. Of cards in standing offers the kinds are known. Where in
    a hand an order lies, everybody could have followed; it stays there unless `orders`.
    """
    other = game.copy()
    other.seed = rng.randbytes(8)
    offered = {place for at in range(game.book.players) for place in _offered(game, at)}
    exchange(other, (place for place in hidden_places(game, seat) if place not in offered), rng)
    for name, owner in _piles(game, seat):
        if owner is not None:
            cards = read(other, name, owner)
            places = [at for at, card in enumerate(cards) if orders or card in game.book.kinds]
            mixed = bytearray(cards)
            for place, at in zip(places, shuffled(places, rng), strict=True):
                mixed[place] = cards[at]
            write(other, name, owner, bytes(mixed))
    follow(other)

    def anew(item: StandingOffer | StandingAccept) -> tuple[CardAt, ...] | None:
        if item.seat == seat or not item.give:
            return item.give
        return _other_copies(other.hands[item.seat], item.give, rng)

    other.offers = tuple(offer._replace(give=anew(offer)) for offer in game.offers)
    other.accepts = tuple(accept._replace(give=anew(accept) or ()) for accept in game.accepts)
    other.wants = tuple(
        wants if at == seat else frozenset(w for w in sorted(ALL_WANTS) if rng.random() < 0.5)
        for at, wants in enumerate(game.wants)
    )
    if any(game.answers):
        _answer_anew(other, seat, rng)
    return other


def _offered(game: Game, seat: int) -> Iterator[Place]:
    """Hand cards that a seat must have for each standing offer, taken singly: any copies."""
    needed: Counter[int] = Counter()
    standing: list[StandingOffer | StandingAccept] = [*game.offers, *game.accepts]
    for item in standing:
        if item.seat == seat:
            needed |= Counter(card.kind for card in item.give or () if card.source == "hand")
    for at, kind in enumerate(game.hands[seat]):
        if needed[kind] > 0:
            needed[kind] -= 1
            yield Place("hands", seat, at)


def _other_copies(hand: bytes, give: Iterable[CardAt], rng: random.Random) -> tuple[CardAt, ...]:
    """The same kinds, but any copies of them; two offers may need the same one."""
    free = rng.sample(range(len(hand)), len(hand))
    found = []
    for card in give:
        if card.source == "hand":
            place = next(place for place in free if hand[place] == card.kind)
            free.remove(place)
            card = card._replace(place=place)
        found.append(card)
    return tuple(found)


def _answer_anew(game: Game, seat: int, rng: random.Random) -> None:
    """Sealed answers of the others: something else, or not yet given."""
    answers = list(game.answers)
    asked = set(game.asked)
    for at, answer in enumerate(answers):
        if at != seat and answer is not None:
            answers[at] = rng.choice((None, DECLINE, Answer(silent=True)))
            if answers[at] is None:
                asked.add(at)
    game.answers = tuple(answers)
    clockwise = [(game.active + step) % game.book.players for step in range(game.book.players)]
    game.asked = tuple(at for at in clockwise if at in asked)


def assert_hidden_now(game: Game, decision: Decision, rng: random.Random) -> None:
    """The asked seat's question, and every refusal, are the same whatever is hidden from it."""
    seat = decision.seat
    other = with_other_secrets(game, seat, rng)
    assert decision in other.decisions
    words = writer(game.book)
    question = words.question(game, decision)
    listed = question.choices
    assert question.text == words.question(other, decision).text
    tried = candidates(game, decision, rng)
    for _ in range(SAYINGS):
        choice = next(tried)
        assert game.check(seat, choice) == other.check(seat, choice), choice
        said = saying(game, decision, rng)
        heard = outcome(words, game, seat, listed, said)
        assert heard == outcome(words, other, seat, listed, said), said


def assert_hidden_from_others(game: Game, rng: random.Random) -> None:
    """The view of one seat that is not asked is the same whatever is hidden from it."""
    waiting = [seat for seat in range(game.book.players) if seat not in game.asked]
    if waiting:
        seat = rng.choice(waiting)
        assert_same_view(game, with_other_secrets(game, seat, rng), seat, rng)


def assert_same_view(game: Game, other: Game, seat: int, rng: random.Random) -> None:
    """The seat's view, and in one case of four its translation too, which takes long."""
    assert game.view(seat) == other.view(seat)
    if rng.random() < 0.25:
        text = writer(game.book).view_text
        assert text(game, seat) == text(other, seat)
