"""A person's seat, without screens: the questions of every game, drafts, refusals, hints."""

import random
from typing import Any

import orjson
import pytest

from arena.codec import writer
from arena.play import table_text
from arena.play.answers import Option, options
from arena.play.draft import Draft, Part, Unfit
from arena.play.seat import WISHES, Seat
from arena.registry.conformance import ON_WISH, run_conformance
from arena.rules import Game, compile_rulebook
from arena.text.speaker import Speaker
from arena.text.words import words
from tests.support.at_the_table import TableGame
from tests.support.fruitful import Obliging


def seat_for(game: Game, wishes: tuple[str, ...] = ("bids",)) -> Seat:
    return Seat([f"player {seat}" for seat in range(game.book.players)], wishes)


class Visitor(Obliging):
    """On the tour of all games in place of a bot: a seat, which answers with one of its options."""

    def __init__(self) -> None:
        self.seat = Seat(())
        self.asked: set[str] = set()
        self._chance = random.Random(1)

    def tell(self, *messages: Any) -> None:
        """A game begins, or is over."""
        if messages[0]["type"] == "game_start":
            names = [f"player {seat} (bot)" for seat in range(messages[0]["players"])]
            self.seat = Seat(names, WISHES)
        self.seat.hear(plain(messages[0]))

    def ask(self, line: bytes, *_: Any) -> bytes:
        """Everything on the screen can be made, and what is chosen from it is an answer.

        Who trades is called by name.
        """
        seat, asked = self.seat, orjson.loads(line)
        if skips := seat.hear(asked):
            return orjson.dumps(skips)
        assert table_text.heading(seat) and table_text.players(seat) and table_text.hand(seat)
        assert seat.task()
        if asked["ask"] in ("answer", "bid"):
            assert f"player {seat.view['active']}" in seat.task()
        table_text.table(seat), table_text.offers(seat)
        assert len(table_text.kinds(seat)) == 1 + len(seat.rules["kinds"])
        self.asked.add(asked["ask"])
        option = self._chance.choice([each for each in seat.options() if not each.composes])
        if option.part is None:
            assert option.choice is not None
            return orjson.dumps(seat.answer(option.choice))
        seat.add(option.part)
        assert seat.draft is not None
        return orjson.dumps(seat.answer(seat.draft.choice()))


def plain(message: Any) -> Any:
    return orjson.loads(orjson.dumps(message))


def test_every_question_of_every_game_can_be_answered() -> None:
    visitor = Visitor()
    assert "questions in" in run_conformance(visitor)  # type: ignore[arg-type]  # not a process
    named_like_a_choice = {"harvest_farm"}  # which the tour has seen already
    assert set(words().questions) - visitor.asked <= ON_WISH | named_like_a_choice


def test_a_game_ends_with_its_result_in_the_journal() -> None:
    table = TableGame(compile_rulebook("anniversary_duel", 2).start(b""), 1)
    seat = seat_for(table.game)
    message: Any = table.begin()
    while message is not None:
        answer = seat.hear(message)
        message = table.next(answer or (seat.answer(0) if seat.asked else {}))
    assert table.refused == []
    assert seat.result is not None and not seat.asked and seat.options() == []
    assert seat.journal[-3].text == "The game is over."
    assert " wins: " in "".join(entry.text for entry in seat.journal[-2:])


@pytest.fixture
def table() -> TableGame:
    """Of three; the person begins, and has soy and blue in hand."""
    game = compile_rulebook("anniversary", 3).start(b"a deal")
    return TableGame(game, 0)


@pytest.fixture
def seat(table: TableGame) -> Seat:
    """Theirs, which has answered with the first option until it is asked to trade."""
    seat, message = seat_for(table.game), table.begin()
    while True:
        answer = seat.hear(message)
        if seat.question and seat.question["ask"] == "trade":
            return seat
        following = table.next(answer or (seat.answer(0) if seat.asked else {}))
        assert following is not None
        message = following


def test_a_draft_is_put_together_taken_back_and_sent(seat: Seat, table: TableGame) -> None:
    mine = seat.to_give()[0]["kind"]
    texts = [each.text for each in seat.options()]
    assert Option("end trading", choice=0) in seat.options()
    after = texts[texts.index("end trading") + 1 :]
    assert after and all(text.startswith("harvest") for text in after)  # it keeps its place
    seat.typed(f"{mine} for ?")
    seat.typed(f"gift {mine} to 3")
    assert seat.draft is not None
    assert [offer.get("to") for offer in seat.draft.offers()] == [None, 2]
    assert seat.draft.undo() == Part("offer", {"give": [mine], "want": [], "to": 2})
    sent = seat.options()[0]
    assert sent.text.startswith("Send: offer") and sent.choice == {
        "do": "trade",
        "offers": [{"give": [mine], "want": "open"}],
    }
    seat.hear(table.next(seat.answer(sent.choice)) or {})
    assert table.refused == []


def test_what_one_offered_and_what_one_accepted_can_be_withdrawn() -> None:
    """T2: both stand from round to round."""
    view = {
        "seat": 0,
        "offers": [
            {"id": 2, "seat": 1, "to": 0, "give": [{"kind": "red"}], "want": ["soy"]},
            {"id": 4, "seat": 0, "to": 1, "give": [{"kind": "soy"}], "want": ["blue"]},
        ],
        "accepts": [{"id": 3, "seat": 0, "offer": 2}, {"id": 5, "seat": 2, "offer": 2}],
    }
    question = {"ask": "answer", "choices": [{"do": "answer"}], "offers": [], "view": view}
    draft = Draft(question, {"replies": 2}, [])
    texts = [
        "withdraw #4 (soy for blue)", "withdraw #3, your yes to #2 player 1: to you, red for soy",
    ]  # fmt: skip

    def withdrawals() -> list[str]:
        listed = options(question, draft, Speaker(["you", "player 1", "player 2"]), 3)
        return [each.text for each in listed if each.text.startswith("withdraw")]

    assert withdrawals() == texts
    draft.add(Part("withdraw", 3))
    assert withdrawals() == texts[:1]


@pytest.mark.parametrize(("silent", "able"), [(False, False), (True, False), (True, True)])
def test_who_skips_a_trade_is_asked_only_about_what_they_can_accept(
    silent: bool, able: bool
) -> None:
    """T2: an offer that names a silent seat is put to it."""
    game = compile_rulebook("anniversary", 3).start(1)
    seat, table = seat_for(game), TableGame(game)
    seat.hear(table.next(seat.hear(table.begin()) or {}) or {})
    choices = [{"do": "answer"}, {"do": "answer", "accept": [4]}][: 1 + able]
    view = {"seat": 0, "active": 2, "hand": [], "silent": [silent, False, False]}
    decide = {"type": "decide", "id": 7, "ask": "answer", "events": [], "offers": [4]}
    answer = seat.hear(decide | {"choices": choices, "view": view})
    if silent and not able:
        assert answer == {"type": "choose", "id": 7, "choice": 0} and seat.asked is None
    else:
        assert answer is None
        assert ("you skipped this trade, but player 2 offers you" in seat.task()) == silent


def test_what_one_does_not_have_is_not_offered_nor_what_came_with_it(seat: Seat) -> None:
    mine = seat.to_give()[0]["kind"]
    for text in ("7 garden for red", f"{mine} for red; 9 garden for red"):
        with pytest.raises(Unfit, match=r"You have .* to give\. You could give"):
            seat.typed(text)
        assert not seat.draft


def test_a_refused_answer_may_be_mended_with_what_was_said(seat: Seat, table: TableGame) -> None:
    seat.saying = "a good offer"
    seat.wish(())
    answer = seat.answer({"do": "trade", "take": [77]})
    assert answer["say"] == "a good offer" and answer["wants"] == []
    assert not seat.asked and seat.options() == []
    refused = table.next(answer)
    assert refused is not None
    seat.hear(refused)
    assert seat.asked and "77" in seat.refusal and seat.journal[-1].sort == "arena"
    again = seat.answer(0)
    assert again["say"] == "a good offer" and again["wants"] == []
    assert table.next(again) is not None


def test_an_option_says_what_it_brings_and_what_it_costs() -> None:
    fields = [
        {"kind": "blue", "count": 5, "coins": 2},
        {"kind": "soy", "count": 1, "coins": 0},
    ]
    harvests = [{"do": "harvest", "field": at} for at in range(2)]
    seat = Seat(["Ada", "Ben", "Eve", "Kim"])
    seat.book = compile_rulebook("high_bohn", 4)
    seat.rules = plain(writer(seat.book).rulebook())
    view = {"seat": 0, "fields": [fields]}
    for owned, price in (([], "3 coins"), (["jail_4", "mine_2"], "1 coin")):
        seat.view = view | {"buildings": [owned]}
        choices = [*harvests, {"do": "buy_field"}]
        seat.question = {"ask": "plant", "view": seat.view, "choices": choices}
        assert [each.text for each in seat.options()] == [
            "harvest field 1: 5 blue for 2 coins",
            "harvest field 2: 1 soy for nothing",
            f"buy the third field for {price}",
        ]


def test_unseen_cards_are_those_in_the_draw_pile_and_in_other_hands(
    seat: Seat, table: TableGame
) -> None:
    game = table.game
    left = [int(line.split()[1]) for line in table_text.kinds(seat)[1:]]
    assert sum(left) == len(game.draw_pile) + sum(map(len, game.hands[1:]))


def test_a_bots_advice_comes_first_and_goes_with_the_question(seat: Seat, table: TableGame) -> None:
    offer = {"id": 9, "seat": 1, "give": [{"kind": "red"}], "want": ["soy"]}
    seat.view["offers"] = [offer]
    seat.advised("trader", {"do": "trade", "take": [9]})
    assert seat.hint is not None and seat.options()[0] is seat.hint
    hint = seat.hint.text
    assert hint == "trade soy for player 1's red, as the bot trader would", "no numbers"
    seat.typed(f"{seat.to_give()[0]['kind']} for ?")
    assert seat.hint is None, "it does not know of this offer"
    seat.advised("trader", 0)
    assert seat.options()[0] == Option("end trading, as the bot trader would", choice=0)
    answer = seat.answer(0)
    assert "wants" not in answer, "wishes are told once"
    seat.hear(table.next(answer) or {})
    assert seat.hint is None
