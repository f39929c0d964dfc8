"""Hidden cards dealt anew: nothing that the seat sees changes, and nothing else is left of them."""

import random
from collections import Counter
from random import Random

import orjson
import pytest

from arena.codec import writer
from arena.rules import Game, compile_rulebook, plain_event, read_event
from arena.rules.chance import shuffled
from arena.rules.choices import Answer, Trade
from arena.rules.known_cards import Shown
from tests.arena.rules.test_imagine import assert_imagined
from tests.support.conservation import all_cards
from tests.support.lawful import each_once
from tests.support.random_play import random_choice, random_wishes, rich_start
from tests.support.scenario import pile, play, position, terms
from tests.support.secrets import with_other_secrets


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("variant", "players"), each_once())
def test_nothing_hidden_decides_what_is_dealt(variant: str, players: int) -> None:
    """Whatever is hidden from a seat, the same chance deals the same game, shuffles included.

    It does so from what the seat is told over the pipe, too.
    """
    book = compile_rulebook(variant, players)
    rng = Random(variant)
    game = rich_start(book, b"redealt", rng)
    random_wishes(game, rng)
    asked: Counter[str] = Counter()
    changed = 0
    while game.decisions:
        decision = rng.choice(game.decisions)
        if asked[decision.ask] < 2 or rng.random() < 0.01:  # each kind of question
            asked[decision.ask] += 1
            for seat in {decision.seat, rng.randrange(players)}:
                dealt = _dealt(game, seat, rng, to_its_end=asked[decision.ask] == 1)
                changed += dealt.hands != game.hands
        for event in game.play(decision.seat, random_choice(game, decision, rng, eager=True)):
            cut = book.seen_by(event, rng.randrange(players))
            assert read_event(orjson.loads(orjson.dumps(plain_event(cut)))) == cut
    assert changed > 5
    assert len(asked) > 2


def _dealt(game: Game, seat: int, rng: random.Random, to_its_end: bool) -> Game:
    """The game dealt anew; it is looked at from all sides, and perhaps played."""
    before, lots = game.key(), rng.random()
    dealt = game.redealt(seat, Random(lots))
    assert game.key() == before
    assert dealt.view(seat) == game.view(seat)
    assert sorted(all_cards(dealt)) == sorted(all_cards(game))
    assert _order_places(dealt) == _order_places(game)
    assert (seat in dealt.asked) == (seat in game.asked)
    if seat in game.asked:
        assert dealt.choices(seat) == game.choices(seat)
        decision = next(each for each in dealt.decisions if each.seat == seat)
        words = writer(game.book)
        assert words.question(dealt, decision).text == words.question(game, decision).text
    other = with_other_secrets(game, seat, rng, orders=False)
    assert other.redealt(seat, Random(lots)).key() == dealt.key()
    playing = dealt.copy()
    if seat in game.asked:
        playing = assert_imagined(game, seat, lots, dealt)
    theirs = Random(lots)
    while to_its_end and playing.decisions:  # what is dealt can be played
        question = theirs.choice(playing.decisions)
        playing.play(question.seat, random_choice(playing, question, theirs))
    return dealt


def _order_places(game: Game) -> list[list[bool]]:
    return [[card in game.book.kinds for card in hand] for hand in game.hands]


def test_shuffles_to_come_are_others() -> None:
    game = compile_rulebook("anniversary", 4).start(7)
    dealt = [game.redealt(1, Random(lots)) for lots in range(20)]
    piles = [shuffled(game.draw_pile, each.seed, each.shuffles) for each in (game, *dealt)]
    assert len(set(piles)) == len(piles)


def test_every_place_may_hold_every_card() -> None:
    game = position(hands={0: "red", 1: "soy green", 2: "blue"}, draw_pile="chili")
    dealt = [game.redealt(0, Random(lots)) for lots in range(200)]
    for at in range(2):
        assert {each.hands[1][at] for each in dealt} == set(pile("soy green blue chili"))
    assert {each.draw_pile[0] for each in dealt} == set(pile("soy green blue chili"))


def test_cards_that_were_shown_stay_in_the_hand_until_they_leave() -> None:
    game = position(
        step="trade", hands={0: "red", 1: "soy green blue", 2: "green chili"}, turned_over="red red"
    )
    shown = Shown(game)

    def done(seat: int, choice: Answer | Trade) -> None:
        shown.follow(play(game, seat, choice))

    done(0, Trade(offers=(terms("turned_over 0 red", None),)))
    done(1, Answer(offers=(terms("hand 0 soy", "red", 0),)))
    done(2, Answer())
    assert shown.hands == (b"", pile("soy"), b"")
    for number in range(20):  # it stands
        other = game.redealt(0, Random(number))
        (offer,) = other.offers
        assert offer.give is not None and other.hands[1][offer.give[0].place] == pile("soy")[0]
    done(0, Trade(end=True))
    dealt = [game.redealt(0, Random(number), shown) for number in range(40)]
    assert all(pile("soy")[0] in other.hands[1] for other in dealt)  # it has lapsed, but is known
    assert len({other.hands[1].index(pile("soy")) for other in dealt}) > 1  # anywhere in it
    assert not all(pile("soy")[0] in game.redealt(0, Random(n)).hands[1] for n in range(40))
    assert all(other.hands[0] == game.hands[0] for other in dealt)
    shown.follow([{"event": "planted", "seat": 1, "card": pile("soy")[0], "from": "hand"}])
    assert shown.hands == (b"", b"", b"")


def test_what_was_followed_elsewhere_is_refused() -> None:
    game = position(hands={0: "red", 1: "soy"}, draw_pile="green blue")
    shown = Shown(game)
    other = position(hands={0: "red", 1: "soy soy"}, draw_pile="green blue")
    with pytest.raises(ValueError, match="These are not the hands that were followed"):
        other.redealt(0, Random(1), shown)


def test_sealed_answers_of_others_are_taken_back() -> None:
    game = position(step="trade", hands={0: "red", 1: "soy", 2: "green"}, turned_over="red red")
    play(game, 0, Trade(offers=(terms("turned_over 0 red", "soy"),)))
    play(game, 1, Answer())
    assert game.asked == (2,)
    other = game.redealt(2, Random(1))
    assert other.asked == (1, 2) and other.answers == (None, None, None)
    mine = game.redealt(1, Random(1))  # one's own stays
    assert mine.asked == (2,) and mine.answers == (None, Answer(), None)
