"""`Shown`: what everybody knows is true, all of it is known, and every deal agrees with it."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from arena.rules import Event, Game, Shown, compile_rulebook
from arena.rules.choices import HIDDEN, PASS, CardAt, Plant, Trade
from arena.rules.state import StandingOffer
from tests.support.lawful import each_once
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.scenario import pile, play, position


def beans(game: Game, cards: bytes) -> list[int]:
    return [card for card in cards if card in game.book.kinds]


def agrees(shown: Shown, game: Game) -> None:
    """What is known is true of the game."""
    unseen = [Counter(cards) for cards in shown.unseen]
    hidden = [Counter[int]() for _ in unseen]
    hidden[-1].update(beans(game, game.draw_pile))
    for hand, kinds, places, shuffles in zip(
        game.hands, shown.hands, shown.places, shown.shuffles, strict=True
    ):
        assert len(hand) == len(places) == len(shuffles)
        assert not Counter(kinds) - Counter(hand)
        for card, known, shuffle in zip(hand, places, shuffles, strict=True):
            assert known in (None, card)
            if shuffle is not None:
                hidden[shuffle][card] += 1
    assert hidden == unseen


def played(variant: str, players: int, limit: int = 100_000) -> Iterator[tuple[Game, list[Event]]]:
    """A rich random game, decision by decision."""
    book = compile_rulebook(variant, players)
    rng = Random(variant)
    game = rich_start(book, b"shown", rng)
    random_wishes(game, rng)
    yield game, []
    while game.decisions and limit:
        decision = rng.choice(game.decisions)
        limit -= 1
        yield game, game.play(decision.seat, random_choice(game, decision, rng, eager=True))


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_it_is_true_of_every_game_and_of_every_deal(variant: str, players: int) -> None:
    """From whole events and from those that a seat is shown, from the start and from later on."""
    rng = Random(variant)
    followers: list[tuple[Shown, int | None]] = []
    late = rng.randrange(100)
    shuffles = 0
    for number, (game, events) in enumerate(played(variant, players)):
        seen = range(players)
        for shown, seat in followers:
            cut = events if seat is None else [game.book.seen_by(each, seat) for each in events]
            shown.follow(cut, game)
            agrees(shown, game)
        if number in (0, late):
            followers += [(Shown(game), None), (Shown(game), rng.choice(seen))]
        shuffles += sum(each["event"] in ("run_out", "shuffled") for each in events)
        for shown, seat in followers[:2]:
            if rng.random() < 0.05 or (shuffles and rng.random() < 0.05):
                dealt = game.redealt(rng.choice(seen) if seat is None else seat, rng, shown)
                agrees(shown, dealt)
                # Whoever looks at it knows the same of the deal as of the game.
                assert shown.unseen == followers[0][0].unseen
    assert shuffles


def shows(seat: int, kinds: str) -> list[Event]:
    """An offer of cards in hand, as the others are told of it."""
    give = tuple([CardAt("hand", HIDDEN, kind) for kind in pile(kinds)])
    return [{"event": "offered", "seat": seat, "offers": (StandingOffer(1, seat, 0, give, b""),)}]


def late() -> tuple[Game, Shown]:
    """A position right after a reshuffle, in which seat 0 has drawn three of the new pile."""
    game = position(
        hands={0: "red red green soy", 1: "soy green", 2: "blue"},
        draw_pile="chili chili",
        discard="soy blue green stink stink",
    )
    shown = Shown(game)
    shown.follow(shows(1, "soy"))
    red, chili = pile("red chili")
    steps = (Plant(red, 0), PASS, Trade(end=True), Plant(chili, 1), Plant(chili, 1))
    for choice in steps:
        shown.follow(play(game, 0, choice), game)
    assert game.active == 1 and len(game.hands[0]) == 6 and len(game.draw_pile) == 2
    return game, shown


def test_deals_are_those_that_can_be_counted_out() -> None:
    """Each way in which the cards may lie, as often as all others, is dealt, and no other way."""
    game, shown = late()
    shown.follow(shows(0, "green"), game)
    before, after = (sorted(cards) for cards in shown.unseen)
    before.remove(pile("blue")[0])  # seat 2's own
    soy, green = pile("soy green")
    lawful: Counter[tuple[bytes, ...]] = Counter()
    old = Counter(permutations(before))
    new = Counter(permutations(after))
    for earlier, many in old.items():
        for later, times in new.items():
            first, second, rest = (*earlier[:3], *later[:3]), earlier[3:], later[3:]
            # Each card that may be the one shown is another way.
            ways = many * times * second.count(soy) * first.count(green)
            if ways:
                lawful[bytes(first), bytes(second), bytes(rest)] += ways
    rng, deals = Random(1), 20_000
    dealt: Counter[tuple[bytes, ...]] = Counter()
    for _ in range(deals):
        world = game.redealt(2, rng, shown)
        dealt[world.hands[0], world.hands[1], world.draw_pile] += 1
    assert dealt.keys() <= lawful.keys()
    for at in range(3):  # the distribution of each hand and of the pile
        ours, theirs = Counter[bytes](), Counter[bytes]()
        for key, many in dealt.items():
            ours[key[at]] += many
        for key, many in lawful.items():
            theirs[key[at]] += many
        away = sum(abs(ours[k] / deals - theirs[k] / lawful.total()) for k in theirs) / 2
        # What chance alone does to so many deals, and a little.
        noise = sum((share / lawful.total() / deals) ** 0.5 for share in theirs.values()) / 2
        assert away < noise + 0.01, (at, away, noise)


def test_after_a_reshuffle_the_pile_is_what_was_discarded() -> None:
    game = position(hands={0: "red", 1: "soy"}, draw_pile="chili chili", discard="blue blue green")
    shown = Shown(game)
    red = pile("red")[0]
    assert len({game.redealt(1, Random(lots), shown).draw_pile for lots in range(20)}) > 1
    shown.follow(play(game, 0, Plant(red, 0)), game)
    assert game.run_outs == 1
    piles = {bytes(sorted(game.redealt(1, Random(n), shown).draw_pile)) for n in range(20)}
    assert piles == {bytes(sorted(pile("blue blue green")))}


def test_a_card_that_joins_a_hand_openly_is_known_at_its_place() -> None:
    game = position(hands={0: "red", 1: "soy green"})
    magpie = 7
    shown = Shown(game)
    shown.follow([{"event": "kept", "seat": 1, "card": magpie, "from": "set_aside"}])
    assert shown.places[1] == (None, None, magpie) and shown.hands[1] == bytes([magpie])
    shown.follow([{"event": "planted", "seat": 1, "card": pile("soy")[0], "from": "hand"}])
    assert shown.places[1] == (None, magpie)
    shown.follow([{"event": "moved_card", "seat": 1, "hand": 1, "to": 0}])
    assert shown.places[1] == (magpie, None) and shown.shuffles[1] == (None, 0)


def test_two_reshuffles_that_nobody_looked_between_count_as_one() -> None:
    shown = late()[1]
    assert len(shown.unseen) == 2
    for _ in range(2):
        shown.follow([{"event": "shuffled", "count": 3}])
    assert len(shown.unseen) == 3


def test_orders_that_went_under_their_stack_lie_there_in_every_deal() -> None:
    rng, checked = Random(1), 0
    shown, under = None, b""
    for game, events in played("plus", 4):
        shown = shown or Shown(game)
        shown.follow(events, game)
        for event in events:
            if event["event"] == "returned_order":
                under = bytes([event["card"]]) + under
            elif event["event"] == "bought_field":
                under = b""  # orders may have been paid, too
        stack = game.extra["order_stack"]
        assert not under or stack[: len(under)] == under[: len(stack)]
        if under and rng.random() < 0.1:
            checked += 1
            dealt = game.redealt(rng.randrange(4), rng, shown).extra["order_stack"]
            assert dealt[: len(under)] == stack[: len(under)]
    assert checked > 5
