"""What is hidden from a seat shows in nothing that the seat learns (T5).

All that a seat cannot know is made different: its view, its question and what it is refused must
stay the same bytes. What it is told of a step is another question, see `secret_steps`.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import orjson

from arena.rules import Decision, Game
from arena.rules.cards import FIRST_ORDER
from arena.rules.choices import DECLINE, Answer, CardAt
from arena.rules.state import EVERYONE, Accept, Offer
from arena.translation import writer
from tests.support.random_play import ALL_WANTS, candidates
from tests.support.sayings import outcome, saying

# Everything hidden that is varied here. A new piece or event with a secret must be added, with its
# variation; until then every check fails.
HIDDEN_PIECES = {"hands", "draw_pile", "order_stack", "bank_seen"}
HIDDEN_PARTS = {"drew": "cards", "drew_order": "cards", "looked": "cards", "ordered_drawn": "order"}

SAYINGS = 2  # tried at each decision, beside as many candidates of the random player


def with_other_secrets(game: Game, seat: int, rng: random.Random) -> Game:
    """A game that `seat` cannot tell from `game`: all that is hidden from it is made different.

    The hands of the others and the draw pile exchange cards and their order, as do the others'
    orders and the stack; which copies stand in offers, who has answered what unseen, what the
    others asked for, the seed: all anew. Of cards in standing offers the kinds are known.
    """
    assert {p.name for p in game.book.pieces if p.audience != EVERYONE} <= HIDDEN_PIECES
    assert game.book.secrets.keys() <= HIDDEN_PARTS.keys()
    other = game.copy()
    other.seed = rng.randbytes(8)
    others = [at for at in range(game.book.players) if at != seat]
    seen = game.extra.get("bank_seen", (b"",) * game.book.players)
    kept = len(game.draw_pile) - len(seen[seat])
    pool = list(game.draw_pile[:kept])
    orders = [*game.extra.get("order_stack", b"")]
    known: dict[int, list[int]] = {}
    for at in others:
        known[at] = _offered(game, at)
        beans = [card for card in game.hands[at] if card < FIRST_ORDER]
        orders += [card for card in game.hands[at] if card >= FIRST_ORDER]
        for card in known[at]:
            beans.remove(card)
        pool += beans
    pool = shuffled(pool, rng)
    orders = shuffled(orders, rng)
    for at in others:
        hand = known[at]
        for card in game.hands[at]:
            if card >= FIRST_ORDER:
                hand.append(orders.pop())
        missing = len(game.hands[at]) - len(hand)
        hand += pool[len(pool) - missing :]
        del pool[len(pool) - missing :]
        other.hands[at] = bytes(shuffled(hand, rng))
    other.draw_pile = bytes(pool) + game.draw_pile[kept:]
    if "order_stack" in game.extra:
        other.extra["order_stack"] = bytes(orders)
    if any(seen):
        other.extra["bank_seen"] = tuple(
            other.draw_pile[-1:] if look and at != seat else look for at, look in enumerate(seen)
        )

    def anew(item: Offer | Accept) -> tuple[CardAt, ...] | None:
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


def shuffled(cards: Sequence[int], rng: random.Random) -> list[int]:
    """As `rng.sample`, in a quarter of the time: sorted by random numbers of two bytes."""
    number = memoryview(rng.randbytes(2 * len(cards))).cast("H")
    return [cards[at] for at in sorted(range(len(cards)), key=number.__getitem__)]


def _offered(game: Game, seat: int) -> list[int]:
    """The hand cards that a seat must have for each of its standing offers, taken singly."""
    needed: Counter[int] = Counter()
    for item in (*game.offers, *game.accepts):
        if item.seat == seat:
            needed |= Counter(card.kind for card in item.give or () if card.source == "hand")
    return [*needed.elements()]


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
    assert orjson.dumps(question.json) == orjson.dumps(words.question(other, decision).json)
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
        view = writer(game.book).view
        assert orjson.dumps(view(game, seat)) == orjson.dumps(view(other, seat))
