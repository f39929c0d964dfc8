"""What a seat was told over the pipe becomes the game that the rules would have dealt anew."""

from random import Random
from typing import Any

import orjson
import pytest

from arena.codec import lines, writer
from arena.registry.conformance import FRUITFUL, games, play_deal, vocabulary
from arena.rules import Game, Rulebook, Shown, compile_rulebook
from arena.rules.cards import KIND
from arena.rules.choices import HIDDEN, CardAt
from arena.rules.state import StandingOffer
from protocol import Json
from tests.support.conservation import all_cards
from tests.support.fruitful import Obliging
from tests.support.scenario import book_of


def told(game: Game, seat: int) -> Json:
    """The question to the seat as its bot reads it."""
    decision = next(each for each in game.decisions if each.seat == seat)
    question = writer(game.book).question(game, decision)
    message: Json = orjson.loads(lines.decide(1, question, [], 1_000, 1_000))
    return message


def assert_imagined(game: Game, seat: int, lots: float, dealt: Game) -> Game:
    """What the seat is told becomes the game dealt anew by the same lots; return it."""
    book, message = book_of(game), told(game, seat)
    imagined = book.imagine(message["view"], message, Random(lots))
    assert imagined.wants == (frozenset(),) * book.players
    imagined.wish(seat, game.wants[seat])
    imagined.next_id = dealt.next_id  # of offers that have lapsed no view tells
    assert told(imagined, seat) == message
    assert imagined.view(seat) == game.view(seat)
    assert imagined.choices(seat) == game.choices(seat)
    assert imagined.asked == dealt.asked
    assert sorted(all_cards(imagined)) == sorted(all_cards(dealt))
    orders, theirs = (
        [[card for card in hand if card not in book.kinds] for hand in each.hands]
        for each in (dealt, imagined)
    )
    orders[seat] = theirs[seat] = []
    if not any(orders):  # where in a hand an order lies no view tells; all else is the same
        assert imagined.key() == dealt.key()
    assert [len(held) for held in theirs] == [len(held) for held in orders]
    return imagined


def test_a_view_of_another_game_is_refused() -> None:
    book = compile_rulebook("anniversary", 3)
    message = told(book.start(1), 0)
    for variant, players in (("anniversary", 4), ("classic", 3), ("anniversary_duel", 2)):
        with pytest.raises(ValueError, match=f"This is not a view and question of {variant} with "):
            compile_rulebook(variant, players).imagine(message["view"], message, Random(1))
    with pytest.raises(ValueError, match="'stack' is missing"):
        book.imagine(message["view"], {"ask": "plant"}, Random(1))


def test_what_was_shown_is_in_the_hands_imagined() -> None:
    book = compile_rulebook("anniversary", 3)
    game, red = book.start(1), bytes([KIND["red"]])
    message, shown = told(game, 0), Shown(game)
    shown.follow([{"event": "offered", "offers": (StandingOffer(1, 1, 0, _of_hand(3), b""),)}])
    imagined = [book.imagine(message["view"], message, Random(lots), shown) for lots in range(30)]
    assert all(each.hands[1].count(red) >= 3 for each in imagined)
    assert not all(red in each.hands[2] for each in imagined)


def _of_hand(reds: int) -> tuple[CardAt, ...]:
    return (CardAt("hand", HIDDEN, KIND["red"]),) * reds


class Imagining(Obliging):
    """In place of a bot's process: of each question it imagines a game that asks it."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def ask(self, line: bytes, *_: Any) -> bytes:
        message: Json = orjson.loads(line)
        imagined = self.book.imagine(message["view"], message, Random(1))
        same = told(imagined, 0)
        assert {**message, "id": 1, "events": [], "clock": same["clock"]} == same
        return b"0"


@pytest.mark.parametrize(("variant", "players"), games())
def test_every_kind_of_question_can_be_imagined(variant: str, players: int) -> None:
    """Rare ones, too, which the tour of the check brings up."""
    book = compile_rulebook(variant, players)
    words, seen = vocabulary(book), set[str]()
    for deal in (*FRUITFUL.get(variant, ()), *range(50)):
        play_deal(Imagining(book), variant, players, deal, words, seen)  # type: ignore[arg-type]
        if words <= seen:
            return
    assert words <= seen
