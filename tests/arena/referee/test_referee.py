"""A game between scripted bots: what is sent to whom and when, what goes into the record."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import orjson
import pytest

from arena.codec.lines import OBJECTIVE
from arena.codec.writing import Writer
from arena.referee.clock import TimeControl
from arena.referee.process import BotLost
from arena.rules import Decision, Game
from protocol.messages import Decide, GameOver, GameStart
from protocol.record import Record, encode
from tests.support.one_game import SECRETS, Script, play_scripts, replayed

SEATS = 4
Think = Callable[[dict[str, Any]], Any]


class Scripted(Script):
    """Answers each question with what `think` makes of it."""

    def __init__(self, think: Think) -> None:
        super().__init__()
        self.think = think

    def collect(self) -> bytes | None:
        assert self.told[-1]["type"] == "decide", self.told[-1]
        answer = self.think(self.told[-1])
        if isinstance(answer, dict) and "do" in answer:
            answer = {"choice": answer}
        return orjson.dumps(answer)

    def end(self) -> None:
        self.think = lambda question: pytest.fail("asked after the end")

    def asked(self, ask: str) -> list[dict[str, Any]]:
        return [each for each in self.told if each.get("ask") == ask]


def safest(question: dict[str, Any]) -> Any:
    return 0


def offers_much(question: dict[str, Any]) -> Any:
    """On its turn it takes what it can, or else offers its last card; off turn it names a price."""
    view = question["view"]
    card = [{"hand": len(view["hand"]) - 1}]
    if question["ask"] == "trade" and view["round"] <= view["rounds"] and view["hand"]:
        taking = [n for n, choice in enumerate(question["choices"]) if "take" in choice]
        want = ["red" if view["round"] % 2 else "soy"]
        return taking[0] if taking else {"do": "trade", "offers": [{"give": card, "want": want}]}
    if question["ask"] == "answer" and view["hand"]:
        return {"do": "answer", "offers": [{"give": card, "want": ["red"]}]}
    return 0


def play(
    *thinks: Think, wants: frozenset[str] = frozenset(), talk: bool = True
) -> tuple[list[Scripted], dict[str, Any], Any]:
    """The bots of a game in seats 0, 1, …, its record and result; other seats play safe."""
    bots = [Scripted(think) for think in (*thinks, *[safest] * (SEATS - len(thinks)))]
    time = TimeControl.parse("standard")
    _, record, result = play_scripts(bots, [wants] * SEATS, time, talk)
    return bots, record, result


def test_every_line_is_of_the_protocol_and_the_record_plays_to_the_same_end() -> None:
    bots, record, result = play(*[offers_much] * SEATS, wants=frozenset({"bids", "before_draw"}))
    for bot in bots:
        start, *questions, over = bot.told
        GameStart.model_validate(start)
        GameOver.model_validate(over)
        for question in questions:
            Decide.model_validate(question)
        assert [question["id"] for question in questions] == [*range(1, len(questions) + 1)]
    kept = Record.model_validate_json(encode(record))
    assert kept.result.scores == list(result.scores)
    assert kept.bots[0].wants == ["before_draw", "bids"]
    replayed(record)
    assert any(entry["choice"]["do"] == "trade" for entry in record["decisions"])


def test_game_start_tells_no_more_than_it_should() -> None:
    bots, _, _ = play()
    for seat, bot in enumerate(bots):
        start = bot.told[0]
        assert (start["seat"], start["seed"], start["players"]) == (seat, 70 + seat, SEATS)
        assert start["objective"] == OBJECTIVE
        assert start["rulebook"]["variant"] == start["variant"] == "anniversary"
        text = orjson.dumps(start).decode()
        assert not any(secret in text for secret in SECRETS)


def test_wishes_bring_questions_and_can_change() -> None:
    plain, _, _ = play()
    assert not plain[0].asked("window")
    wanting, _, _ = play(wants=frozenset({"before_draw"}))
    assert {each["window"] for each in wanting[0].asked("window")} == {"before_draw"}

    def changes(question: dict[str, Any]) -> Any:
        if question["ask"] == "window":
            return {"choice": 0, "wants": []}
        return {"choice": 0, "wants": ["windows"]} if question["id"] == 1 else 0

    bots, record, _ = play(changes)
    assert len(bots[0].asked("window")) == 1
    assert record["decisions"][0]["wants"] == ["before_draw", "before_plant", "before_trade"]
    replayed(record)


def test_sealed_answers_are_unseen_until_all_have_answered() -> None:
    def answers_loudly(question: dict[str, Any]) -> Any:
        if question["ask"] == "answer":
            return {"choice": offers_much(question), "say": f"from {question['view']['seat']}"}
        return offers_much(question)

    bots, _, _ = play(*[answers_loudly] * SEATS)
    # The first negotiation is that of seat 0; 1, 2 and 3 are asked one after the other.
    first = [bots[seat].asked("answer")[0] for seat in (1, 2, 3)]
    for question in first:
        assert [offer["seat"] for offer in question["view"]["offers"]] == [0]
        assert not [e for e in question["events"] if e["event"] in ("answered", "said")]
    after = bots[0].asked("trade")[1]
    assert {offer["seat"] for offer in after["view"]["offers"]} >= {1, 2, 3}
    told = [event for event in after["events"] if event["event"] in ("answered", "said")]
    assert [e["text"] for e in told if e["event"] == "said"] == ["from 1", "from 2", "from 3"]
    assert [e["seat"] for e in told if e["event"] == "answered"] == [1, 2, 3]


@pytest.mark.pure
def test_a_sealed_question_is_written_for_all_seats_before_it_is_put_to_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened: list[str] = []
    write = Writer.question

    def writes(writer: Writer, game: Game, decision: Decision) -> Any:
        happened.append(f"{decision.ask} written")
        return write(writer, game, decision)

    def answers(question: dict[str, Any]) -> Any:
        happened.append(f"{question['ask']} answered")
        return offers_much(question)

    monkeypatch.setattr(Writer, "question", writes)
    play(*[answers] * SEATS)
    rounds = [[*times] for what, times in groupby(happened) if what.startswith("answer ")]
    assert {len(each) for each in rounds} == {SEATS - 1}


def test_talk_reaches_everybody_or_nobody() -> None:
    def says(question: dict[str, Any]) -> Any:
        return {"choice": 0, "say": "hello\x07" if question["id"] == 1 else " "}

    bots, record, _ = play(says)
    for bot in bots:
        heard = [e for told in bot.told for e in told.get("events", ()) if e["event"] == "said"]
        assert heard == [{"event": "said", "seat": 0, "text": "hello"}]
    assert [entry["say"] for entry in record["decisions"] if "say" in entry] == ["hello"]
    bots, record, _ = play(says, talk=False)
    assert not any("say" in entry for entry in record["decisions"])
    assert b'"said"' not in orjson.dumps([bot.told for bot in bots])


def test_others_play_on_when_a_seat_is_lost() -> None:
    def falls_over(question: dict[str, Any]) -> Any:
        if question["id"] == 3:
            raise BotLost("crashed", "exited with code 1")
        return 0

    bots, record, result = play(safest, falls_over)
    (forfeit,) = record["forfeits"]
    told = {"seat": 1, "fault": "crashed", "reason": "exited with code 1"}
    assert forfeit == told | {"decision": forfeit["decision"]}
    own = [entry for entry in record["decisions"] if entry["seat"] == 1]
    assert [entry.get("fault") for entry in own[:4]] == [None, None, "crashed", "forfeit"]
    assert record["decisions"].index(own[2]) == forfeit["decision"]
    assert bots[1].told[-1]["type"] == "decide"  # nothing more is said to it
    for seat in (0, 2, 3):
        over = bots[seat].told[-1]
        assert over["forfeits"] == [1]
        assert over["scores"] == list(result.scores)
    # All choices being index 0 anyway, the game is the one that would have been.
    assert result == play()[2]


@pytest.mark.rule("T4")
def test_a_bot_that_never_counters_is_spared_questions_and_nothing_else() -> None:
    """The same events and result, no decision in the record where nobody was asked."""

    def offers_or_accepts(question: dict[str, Any]) -> Any:
        if question["ask"] == "answer":
            return len(question["choices"]) - 1
        return offers_much(question)

    never = frozenset({"no_counter"})
    usual, spared = (play(*[offers_or_accepts] * SEATS, wants=w) for w in (frozenset[str](), never))
    told = [
        [[e for each in bot.told for e in each.get("events", ())] for bot in bots]
        for bots, _, _ in (usual, spared)
    ]
    assert told[0] == told[1]
    assert usual[2] == spared[2]
    answers = [question for bot in usual[0] for question in bot.asked("answer")]
    useless = [question for question in answers if len(question["choices"]) == 1]
    assert 0 < len(useless) < len(answers)
    assert len(usual[1]["decisions"]) - len(spared[1]["decisions"]) == len(useless)
    assert not any(len(each["choices"]) == 1 for bot in spared[0] for each in bot.asked("answer"))
    replayed(spared[1])
