"""A player that picks anything legal, offers and answers included, for property tests."""

import random
from collections.abc import Iterator
from functools import lru_cache

from arena.rules import Choice, Decision, Game, Rulebook
from arena.rules.cards import BEANS
from arena.rules.choices import ALL, OPEN, Accepting, Answer, CardAt, Take, Terms, Trade
from protocol.messages import WINDOWS
from tests.support.expansions import RICH, units_of

ALL_WANTS = frozenset({"bids", *WINDOWS})
MOST_DECISIONS = 20_000


def random_cards(game: Game, seat: int, rng: random.Random) -> tuple[CardAt, ...]:
    """None to two own cards that the seat may trade, or that are set aside: seldom lawful."""
    piles = {"set_aside": game.set_aside[seat]}
    for source in game.book.sources.values():
        if seat == game.active or not source.active_only:
            piles[source.name] = source.read(game, seat)
    own = [CardAt(name, at, kind) for name, pile in piles.items() for at, kind in enumerate(pile)]
    return tuple(rng.sample(own, min(len(own), rng.choice((0, 1, 1, 2)))))


def random_terms(game: Game, seat: int, rng: random.Random) -> Terms:
    """An offer of any sort; not always a lawful one."""
    give: tuple[CardAt, ...] | None = random_cards(game, seat, rng)
    want: bytes | None = bytes(rng.choices(game.book.kinds, k=rng.choice((0, 1, 1, 2))))
    if rng.random() < 0.1:
        want = OPEN
    elif rng.random() < 0.05:
        give = OPEN
    others = [other for other in range(game.book.players) if other != seat]
    address = rng.choice(others) if seat == game.active and rng.random() < 0.4 else ALL
    return Terms(give, want, address)


def candidates(
    game: Game, decision: Decision, rng: random.Random, eager: bool = False
) -> Iterator[Choice]:
    """Endless choices to try: listed ones, and negotiation of every sort, legal or not.

    An `eager` player is one that does what is seldom possible, see `_eagerly`.
    """
    seat, ask, _ = decision
    listed = game.choices(seat)
    while True:
        if ask == "trade" and rng.random() < 0.7:
            ids = [each.id for each in game.offers] + [each.id for each in game.accepts]
            takes = rng.sample(ids, min(len(ids), rng.choice((0, 1, 1, 2))))
            offers = [random_terms(game, seat, rng) for _ in range(rng.choice((0, 1, 2)))]
            yield Trade(tuple(map(Take, takes)), tuple(offers), rng.random() < 0.1)
        elif ask in ("answer", "bid") and rng.random() < 0.6:
            ids = [offer.id for offer in game.offers]
            accept = [Accepting(i) for i in ids if rng.random() < 0.3]
            own = [offer.id for offer in game.offers if offer.seat == seat]
            own += [accept.id for accept in game.accepts if accept.seat == seat]
            yield Answer(
                tuple(accept),
                tuple(random_terms(game, seat, rng) for _ in range(rng.choice((0, 1, 2)))),
                tuple(i for i in own if rng.random() < 0.2),
                rng.random() < 0.02,
            )
        elif eager:
            yield _eagerly(listed, rng)
        else:
            choice = rng.choice(listed)
            if choice.do.startswith("harvest") and rng.random() < 0.8:
                choice = rng.choice(listed)  # fields must grow for most rules to matter
            yield choice


def _eagerly(listed: list[Choice], rng: random.Random) -> Choice:
    """Any sort of choice as likely as another, but harvests seldom: fields must grow."""
    sorts = sorted({choice.do for choice in listed})
    growing = [sort for sort in sorts if not sort.startswith("harvest")]
    sort = rng.choice(growing if growing and rng.random() < 0.95 else sorts)
    return rng.choice([choice for choice in listed if choice.do == sort])


def random_choice(
    game: Game, decision: Decision, rng: random.Random, eager: bool = False
) -> Choice:
    """The first legal one of the candidates."""
    for choice in candidates(game, decision, rng, eager):
        if game.check(decision.seat, choice) is None:
            return choice
    raise AssertionError("index 0 is always legal")


@lru_cache(maxsize=256)
def _riches(book: Rulebook) -> tuple[int, ...]:
    """How many coins a seat may have in a rich start: some have none, and buy no field at once."""
    said = [RICH[unit] for unit in sorted(units_of(book)) if unit in RICH]
    return said[0] if said else (0, 4, 9, 9)


def rich_start(book: Rulebook, seed: bytes, rng: random.Random) -> Game:
    """A game in full swing: cards of the draw pile are moved to coin piles and into fields.

    Random players hardly earn anything, and would never see what coins are good for. Some seats
    have many coins of one kind: some things are bought with coins alike.
    """
    game = book.start(seed)
    for seat in range(book.players):
        pile = list(game.draw_pile)
        rng.shuffle(pile)
        if rng.random() < 0.4:
            kind = rng.choice(pile)
            pile.sort(key=lambda card: card != kind)
            pile[5:] = rng.sample(pile[5:], len(pile) - 5)
        rich = rng.choice(_riches(book))
        coins, pile = pile[:rich], pile[rich:]
        game.coins[seat] += bytes(coins)
        fields = list(game.fields[seat])
        kinds = rng.sample([kind for kind in book.kinds if BEANS[kind].meter], len(fields))
        for at, kind in enumerate(kinds):
            grown = min(pile.count(kind), rng.choice((0, 1, 2, 4, 6, 8)))
            for _ in range(grown):
                pile.remove(kind)
            fields[at] += bytes([kind]) * grown
        game.fields[seat] = tuple(fields)
        game.draw_pile = bytes(pile)
    return game


def random_wishes(game: Game, rng: random.Random) -> None:
    """Every seat wants anything from nothing to everything."""
    for seat in range(game.book.players):
        wants = frozenset(want for want in sorted(ALL_WANTS) if rng.random() < 0.5)
        game.wish(seat, wants)
