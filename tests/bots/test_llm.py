"""The bundled bot `llm`, its model played by the test: what it makes of every sort of answer."""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.codec import reader, writer
from arena.rules import compile_rulebook
from arena.text.asking import beanometers
from tests.support import scripted_game
from tests.support.bot_pipes import Conversation
from tests.support.lawful import lawful_sets
from tests.support.random_play import ALL_WANTS, random_choice, rich_start

BOT = Path(__file__).parents[2] / "bots" / "python" / "llm.py"
sys.path.append(str(BOT.parent))
import llm  # noqa: E402

LISTED = [{"do": "pass"}, {"do": "trade", "take": [5]}]


class Talk(Conversation):
    """A process of the bot that has been asked a question."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-S", BOT.name], BOT.parent)
        assert self.ask(scripted_game.HELLO)["text"] is True
        self.tell(scripted_game.game_start())
        self.question = scripted_game.decide(7, "trade", LISTED, scripted_game.view())
        self.tell(self.question | {"text": "0: pass\n1: take #5"})

    def model(self, text: str, stop: str = "stop", number: int = 7) -> dict[str, Any]:
        """Let the model say something; the bot's next line."""
        said = {"type": "model", "id": number, "text": text, "stop": stop}
        answer: dict[str, Any] = self.ask(said | {"tokens_in": 1, "cached": 0, "tokens_out": 1})
        return answer


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as made:
        yield made


def test_the_last_object_or_number_wins_and_nothing_is_guessed() -> None:
    for text, choice in (
        ("1", 1),
        ("I take it.\n1", 1),
        ("I take it.\n**Choice: 1**", 1),
        ('{"choice": 1}', 1),
        ('{"choice": "1"}', 1),
        ('First {"choice": 0}, no: {"choice": 1}', 1),
        ('```json\n{"choice": 1, "say": "fine"}\n```', 1),
        ('{"do": "trade", "end": true}', {"do": "trade", "end": True}),
        ('{"choice": {"do": "trade", "take": [5]}}', {"do": "trade", "take": [5]}),
        ("I think choice 1 is best, as there are 3 of them.", None),
        ("Number 1 or number 0?", None),
        ('{"choice": true}', None),
        ('{"choice": null}', None),
        ('{"choice": 1.5}', None),
        ('{"choice": 1', None),
        ("[1]x", None),
    ):
        assert llm.read(text, LISTED)[0] == choice, text


def test_a_model_is_asked_and_its_answer_played(talk: Talk) -> None:
    asked = talk.hear()
    assert asked["type"] == "ask_model" and asked["id"] == 7
    assert [each["role"] for each in asked["messages"]] == ["system", "user"]
    text = '{"choice": 1, "say": "a red for a soy?"}'
    played = {"type": "choose", "id": 7, "choice": 1, "say": "a red for a soy?", "note": text}
    assert talk.model(text) == played | {"usage": {"rethinks": 0, "fallbacks": 0}}


def test_it_thinks_again_once_for_each_reason_then_plays_the_safest_and_counts_it(
    talk: Talk,
) -> None:
    first = talk.hear()
    remarks = [
        ("", "stop", "was empty"),
        ("let me think", "length", "was cut short"),
        ("prose", "stop", "did not end with"),
        ('{"choice": 9}', "stop", "there is no choice 9"),
    ]
    for text, stop, remark in remarks:
        asked = talk.model(text, stop)
        assert asked["messages"][0] == first["messages"][0], "the prefix stays the same"
        assert remark in asked["messages"][1]["content"]
    answer = talk.model("prose again")
    assert answer["choice"] == 0
    assert answer["usage"] == {"rethinks": 4, "fallbacks": 1}


@pytest.mark.parametrize("corrected", [True, False])
def test_after_a_refusal_an_offer_may_be_made_again_corrected_or_is_given_up(
    talk: Talk, corrected: bool
) -> None:
    talk.hear()
    offer = {"do": "trade", "offers": [{"to": "all", "give": ["soy"], "want": ["red"]}]}
    assert talk.model(json.dumps({"choice": offer}))["choice"] == offer
    talk.tell({"type": "refused", "id": 7, "reason": "you have no soy", "again": True})
    asked = talk.hear()["messages"][1]["content"]
    assert "That is not possible: you have no soy. Correct it" in asked
    asked = talk.model(json.dumps({"choice": offer}))["messages"][1]["content"]
    assert "you do not have enough soy" in asked, "what would be a fault is not sent"
    if corrected:
        offer["offers"][0]["give"] = ["garden"]
    answer = talk.model(json.dumps({"choice": offer}))
    assert answer["choice"] == (offer if corrected else 0)
    assert answer["usage"] == {"rethinks": 2, "fallbacks": int(not corrected)}


@pytest.mark.parametrize(
    ("ask", "written", "meant"),
    [
        ("trade", '{"offers": [{"give": ["red"], "want": ["soy"]}]}', ["red"]),
        ("trade", '{"choice": {"offers": [{"give": ["red"], "want": ["soy"]}]}}', ["red"]),
        ("trade", '{"choice": {"give": "red", "want": "soy"}, "say": "soy?"}', ["red"]),
        ("trade", '{"choice": {"do": "offer", "give": "red", "want": "soy"}}', ["red"]),
        ("trade", '{"do": "answer", "offers": {"give": ["red"], "want": ["soy"]}}', ["red"]),
        ("trade", '{"do": "trade", "offers": [{"give": {"red": 2}, "want": "soy"}]}', ["red"] * 2),
        ("trade", '{"give": [], "want": ["soy"]}', []),
        ("answer", '{"offers": [{"give": ["red"], "want": ["soy"]}]}', ["red"]),
        ("answer", '{"do": "trade", "offers": [{"give": ["red"], "want": ["soy"]}]}', ["red"]),
        ("bid", '{"choice": {"do": "counter", "give": ["red"], "want": ["soy"]}}', ["red"]),
    ],
)
def test_an_offer_is_understood_however_it_is_put(ask: str, written: str, meant: list[str]) -> None:
    choice, _ = llm.read(written, LISTED, ask)
    offer = {"to": "all", "give": meant, "want": ["soy"]}
    do = "trade" if ask == "trade" else "answer"
    read = {key: value for key, value in llm.usual(choice, KINDS).items() if key != "say"}
    assert read == {"do": do, "offers": [offer]}


@pytest.mark.parametrize(
    ("ask", "written", "choice"),
    [
        ("trade", '{"choice": {"do": "answer", "accept": [5]}}', {"do": "trade", "take": [5]}),
        ("trade", '{"accept": "#5"}', {"do": "trade", "take": [5]}),
        ("trade", '{"take": 5, "end": true}', {"do": "trade", "take": [5], "end": True}),
        ("answer", '{"choice": {"do": "trade", "take": [3]}}', {"do": "answer", "accept": [3]}),
        ("answer", '{"do": "accept", "accept": [3]}', {"do": "answer", "accept": [3]}),
        ("trade", '{"do": "harvest", "field": 0}', {"do": "harvest", "field": 0}),
        ("plant", '{"choice": "1: plant soy"}', 1),
        ("plant", '{"choice": "#1"}', 1),
        ("plant", '{"offers": [{"give": ["red"]}]}', None),
    ],
)
def test_a_choice_is_understood_by_what_is_asked(ask: str, written: str, choice: Any) -> None:
    read, _ = llm.read(written, LISTED, ask)
    assert (llm.usual(read, KINDS) if isinstance(read, dict) else read) == choice


@pytest.mark.parametrize("any_card", ["any", "Anything", "open", ["any"], ["open"], "any bean"])
def test_any_card_is_asked_for(any_card: Any) -> None:
    offer = {"give": ["red"], "want": any_card}
    assert llm.usual({"do": "trade", "offers": [offer]}, KINDS)["offers"][0]["want"] == "open"


KINDS = ["black_eyed", "red", "soy", "field"]


def test_an_offer_is_read_as_the_accounts_write_it() -> None:
    for written, read in (
        ({"give": ["black-eyed"], "want": ["Red"]}, {"give": ["black_eyed"], "want": ["red"]}),
        ({"give": "2 red", "want": ["Soy beans"]}, {"give": ["red", "red"], "want": ["soy"]}),
        (
            {"give": ["2x red"], "want": "black eyed, soy"},
            {"give": ["red", "red"], "want": ["black_eyed", "soy"]},
        ),
        ({"give": ["field bean"]}, {"give": ["field"], "want": []}),
        ({"want": ["soy"]}, {"give": [], "want": ["soy"]}),
        ({"give": ["soy"], "want": None, "to": "seat 1"}, {"give": ["soy"], "want": [], "to": 1}),
        ({"give": ["soy"], "want": "nothing", "to": None}, {"give": ["soy"], "want": []}),
        ({"give": "Open", "want": ["soy"], "to": "everybody"}, {"give": "open", "want": ["soy"]}),
        (
            {"give": [{"hand": 2, "kind": "Red"}], "want": ["pinto"]},
            {"give": [{"hand": 2, "kind": "red"}], "want": ["pinto"]},
        ),
    ):
        offers = [{"to": "all", **read}]
        for choice in ({"do": "trade", "offers": [written]}, {"do": "trade", **written}):
            assert llm.usual(choice, KINDS) == {"do": "trade", "offers": offers}


def test_ids_and_cards_are_read_as_the_accounts_write_them() -> None:
    def read(**choice: Any) -> Any:
        return llm.usual(choice, KINDS)

    assert read(do="trade", take="#5") == {"do": "trade", "take": [5]}
    assert read(do="trade", take=["5", 6], offers=[], end=False) == {"do": "trade", "take": [5, 6]}
    replies = read(do="answer", accept=[{"offer": "#3", "give": "Red"}], withdraw=["#4"])
    assert replies["accept"] == [{"offer": 3, "give": ["red"]}] and replies["withdraw"] == [4]
    assert read(do="plant", card="Black-Eyed", field=0)["card"] == "black_eyed"


@pytest.mark.parametrize(
    ("variant", "players"), [("anniversary", 4), ("high_bohn", 3), ("plus+open_retrade", 4)]
)
def test_what_it_does_not_doubt_is_never_refused(variant: str, players: int) -> None:
    chance = random.Random(variant)
    book = compile_rulebook(variant, players)
    told, sure = writer(book).rulebook(), 0
    game = rich_start(book, b"sure", chance)
    for seat in range(players):
        game.wish(seat, ALL_WANTS)
    while game.decisions and sure < 100:
        decision = game.decisions[0]
        question = writer(book).question(game, decision)
        asked, view = question.json, question.json["view"]
        for _ in range(4):
            cards = [*view["hand"], *view["turned_over"], "open", "soy", "order_2_1"]
            sides = [chance.sample(cards, chance.randrange(3)) for _ in range(8)]
            offers = [
                {"give": give, "want": want, "to": chance.choice(["all", 0, 1, players])}
                for give, want in zip(sides[::2], sides[1::2], strict=True)
            ][: chance.randrange(1, 5)]
            choice = chance.choice([{"do": "trade"}, {"do": "answer"}, *asked["choices"]])
            choice = llm.usual(
                {**choice, "offers": offers}, [kind["name"] for kind in told["kinds"]]
            )
            if not llm.doubt(choice, asked, told):
                reader(book).read(game, decision.seat, question.choices, choice)
                sure += 1
        game.play(decision.seat, random_choice(game, decision, chance))
    assert sure


def start(variant: str, players: int) -> Any:
    book = writer(compile_rulebook(variant, players)).rulebook()
    return {"seat": 1, "players": players, "variant": variant, "rulebook": book}


def test_buildings_are_told_with_price_and_power() -> None:
    told = llm.rules(start("high_bohn+cognac", 4))
    assert "\n- mine 2: price 2 garden. The third field costs you one coin.\n" in told
    assert "\n- bank 1: price 1 black-eyed. No power.\n" in told
    assert "\n- distillery 4: price 4 cognac. Cognac beans earn" in told


@pytest.mark.parametrize("variant", ["rio_grande_duel", "anniversary_duel"])
def test_a_duel_is_told_without_trading(variant: str) -> None:
    told = llm.rules(start(variant, 2))
    assert [line for line in told.splitlines() if re.search("trad|offers|gift", line)] == [
        line for line in told.splitlines() if line.startswith("- duel: There is no trading")
    ]


def test_how_cards_are_traded_is_told_with_its_limits() -> None:
    told = llm.rules(start("anniversary", 4))
    for words in ("up to 5 rounds", "up to 3 offers", "up to 2 offers", "After round 5 nothing"):
        assert words in told
    assert 'A gift has "want": []' in told and "choice 0 ends trading" in told


@pytest.mark.parametrize("variant", lawful_sets())
def test_every_rule_is_told_and_the_beanometers_once(variant: str) -> None:
    begun = start(variant, lawful_sets()[variant][0])
    game = llm.Game(begun)
    for rule in begun["rulebook"]["rules"]:
        assert llm.CANNOT.sub("", rule["text"]) in game.rules
    assert not re.search("windows?\\b[^:]|bids|out of turn[^.]", game.rules), "it asks for none"
    assert not re.search(r"[{]\w+[}]|\[where", game.rules)
    scales = beanometers(begun["rulebook"]["kinds"])
    game.asked, game.rethinks = {"text": f"Turn 1.\n{scales}\n0: pass"}, 0
    assert game.prompt() == "Turn 1.\n0: pass"


@pytest.mark.parametrize("first", ["refused", "decide"])
def test_a_question_that_comes_instead_of_the_models_answer_is_answered(
    talk: Talk, first: str
) -> None:
    talk.hear()
    if first == "refused":  # the time was up before the model was asked
        talk.tell({"type": "refused", "id": 7, "reason": "no answer in time", "again": False})
    talk.tell(talk.question | {"id": 8})
    asked = talk.hear()
    assert (asked["type"], asked["id"]) == ("ask_model", 8)
    late = {"type": "model", "id": 7, "text": '{"choice": 0}', "stop": "stop"}
    talk.tell(late | {"tokens_in": 1, "cached": 0, "tokens_out": 1})
    answer = talk.model("1", number=8)
    assert (answer["type"], answer["id"], answer["choice"]) == ("choose", 8, 1)


def test_a_game_that_ends_instead_of_the_models_answer_is_over(talk: Talk) -> None:
    talk.hear()
    talk.tell({"type": "game_over", "scores": [3, 1], "places": [1, 2], "winners": [0]})
    talk.tell(scripted_game.game_start())
    talk.tell(talk.question | {"id": 1})
    assert talk.hear()["id"] == 1
    talk.tell({"type": "bye"})
    assert talk.process.wait(60) == 0
