"""The dialogue with one bot, over a scripted channel: ids, mending, lateness, faults, the clock."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from arena.referee.clock import TimeControl
from arena.referee.player import Player, spoken
from arena.referee.process import BotLost
from arena.rules import State, compile_rulebook
from arena.rules.choices import Harvest, Plant
from arena.view import translator
from protocol.messages import Decide, Refused

BOOK = compile_rulebook("anniversary", 4)
WORDS = translator(BOOK)
CONTROL = TimeControl(bank_ms=1_000, increment_ms=10, limit_ms=500, start_ms=1)
Line = bytes | None | BotLost


class Script:
    """A bot that says what it is told to; a function gets the question's id."""

    def __init__(self, *lines: Line | Callable[[int], bytes], ms: float = 1.0) -> None:
        self.lines = list(lines)
        self.each_ms = ms
        self.ms = 0.0
        self.skipped = 0
        self.told: list[dict[str, Any]] = []
        self.limits: list[float] = []
        self.ended = False

    def post(self, line: bytes, limit_ms: float) -> None:
        self.tell(line)
        self.limits.append(limit_ms)
        self.ms = 0.0

    def collect(self) -> bytes | None:
        line = self.lines.pop(0)
        self.ms += self.each_ms
        if isinstance(line, BotLost):
            raise line
        return line(self.told[-1]["id"]) if callable(line) else line

    def tell(self, line: bytes) -> None:
        assert line.endswith(b"\n")
        self.told.append(orjson.loads(line))

    def end(self) -> None:
        self.ended = True


@pytest.fixture
def state() -> State:
    return BOOK.start(b"a deal")


def seated(*lines: Line | Callable[[int], bytes], **more: Any) -> tuple[Player, Script]:
    channel = Script(*lines, ms=more.pop("ms", 1.0))
    return Player(0, channel, WORDS, CONTROL, **more), channel


def ask(player: Player, state: State) -> Any:
    player.ask(state, BOOK.to_decide(state)[0])
    return player.answer(state)


def first(state: State) -> Any:
    return BOOK.choices(state, 0)[0]


@pytest.mark.parametrize(
    "line",
    [
        lambda number: b"1\n",
        lambda number: b'{"choice":1}',
        lambda number: b'{"type":"choose","id":%d,"choice":1,"say":null}\n' % number,
    ],
)
def test_ways_to_answer(state: State, line: Callable[[int], bytes]) -> None:
    player, channel = seated(line)
    answer = ask(player, state)
    assert answer.choice == BOOK.choices(state, 0)[1]
    assert (answer.fault, answer.refused, answer.ms) == (None, None, 1.0)
    Decide.model_validate(channel.told[0])


def test_comments_are_skipped(state: State) -> None:
    player, _ = seated(b"# well\n", b"\n", b"1\n")
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]


@pytest.mark.parametrize(
    ("bad", "fault"),
    [(b"what\n", "malformed"), (b"77\n", "illegal"), (b'{"choice":0,"id":9}\n', "malformed")],
)
def test_a_refused_answer_can_be_mended_once(state: State, bad: bytes, fault: str) -> None:
    player, channel = seated(bad, b"1\n")
    answer = ask(player, state)
    assert answer.choice == BOOK.choices(state, 0)[1]
    assert (answer.fault, player.faults) == (None, {})
    assert answer.refused
    refused = Refused.model_validate(channel.told[1])
    assert (refused.id, refused.again, refused.reason) == (1, True, answer.refused)
    assert WORDS.read(state, 0, BOOK.choices(state, 0), channel.told[1]["example"])
    assert answer.ms == 2.0  # both on one clock

    player, channel = seated(bad, bad)
    answer = ask(player, state)
    assert (answer.choice, answer.fault, player.faults) == (first(state), fault, {fault: 1})
    refused = Refused.model_validate(channel.told[2])
    assert refused.again is False
    assert channel.told[2]["played"] == WORDS.choice(first(state))


def test_refused_and_then_late(state: State) -> None:
    player, _ = seated(b"what\n", None)
    answer = ask(player, state)
    assert (answer.fault, player.faults, player.owed) == ("late", {"late": 1}, 1)


def test_late_answers_without_ids_are_counted_off(state: State) -> None:
    player, _ = seated(None, None, b"77\n", b"78\n", b"1\n", b"1\n")
    assert [ask(player, state).fault for _ in range(2)] == ["late", "late"]
    answer = ask(player, state)
    assert (answer.choice, answer.refused, player.owed) == (BOOK.choices(state, 0)[1], None, 0)
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]


def test_late_lines_that_are_no_answer_are_counted_off_too(state: State) -> None:
    player, _ = seated(None, b"what\n", b"1\n")
    ask(player, state)
    assert ask(player, state).refused is None


def test_late_answers_that_came_before_the_question_are_counted_off(state: State) -> None:
    player, channel = seated(None, b"1\n")
    ask(player, state)
    channel.skipped = 1
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]


def test_late_answers_with_ids_are_known_by_them(state: State) -> None:
    late = b'{"id":1,"choice":77}\n'
    player, _ = seated(None, late, lambda n: b'{"id":2,"choice":1}\n', b"1\n")
    ask(player, state)
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]


def test_a_late_answer_that_never_comes_is_not_waited_for(state: State) -> None:
    player, _ = seated(None, b'{"id":2,"choice":1}\n', b"1\n")
    ask(player, state)
    ask(player, state)
    assert player.owed == 0
    assert ask(player, state).choice == BOOK.choices(state, 0)[1]


def test_answering_under_an_old_id_is_explained(state: State) -> None:
    player, channel = seated(b'{"id":1,"choice":0}', b'{"id":1,"choice":0}', None)
    ask(player, state)
    assert ask(player, state).fault == "late"
    assert channel.told[-1]["reason"] == "no answer in time (it answered question 1, this is 2)"


def test_a_lost_process_forfeits_and_is_asked_no_more(state: State) -> None:
    player, channel = seated(BotLost("crashed", "exited with code 3"))
    answer = ask(player, state)
    assert (answer.choice, answer.fault) == (first(state), "crashed")
    assert player.forfeit == ("crashed", "exited with code 3")
    assert channel.ended
    said = len(channel.told)
    assert ask(player, state).fault == "forfeit"
    player.tell({"type": "game_over"})
    assert len(channel.told) == said
    assert (player.faults, player.decisions) == ({"crashed": 1}, 2)


def test_the_fourth_fault_forfeits(state: State) -> None:
    player, channel = seated(*[None] * 4)
    for number in range(4):
        assert (player.forfeit, channel.ended) == (None, False)
        assert ask(player, state).fault == "late", number
    assert player.forfeit and player.forfeit.fault == "late"
    assert player.forfeit.reason == "4 faults in 4 questions, the last one: no answer in time"
    assert channel.ended


def test_two_per_cent_are_free(state: State) -> None:
    good = [b"1\n"] * 249
    player, _ = seated(*good, *[b"x\n"] * 2 * 6)
    for _ in good:
        ask(player, state)
    for number in range(1, 7):  # five of 254 are within 2 %, the sixth of 255 is not
        ask(player, state)
        assert (player.forfeit is not None) == (number == 6)


def test_the_clock(state: State) -> None:
    player, channel = seated(*[b"1\n"] * 4, ms=400.0)
    for _ in range(4):
        ask(player, state)
    banks = [told["clock"]["bank_ms"] for told in channel.told]
    assert banks == [1_000, 610, 220, 10]  # -400 +10 each time; never below nothing
    assert channel.limits == [500, 500, 220, 10]
    assert {told["clock"]["limit_ms"] for told in channel.told} == {500}
    assert (player.time_ms, player.max_ms) == (1_600.0, 400.0)


def test_wishes_and_talk_come_with_the_answer(state: State) -> None:
    player, _ = seated(b'{"choice":0,"say":"hi","wants":["windows"]}')
    answer = ask(player, state)
    assert answer.say == "hi"
    assert answer.wants == {"before_plant", "before_trade", "before_draw"}


def test_events_are_told_once(state: State) -> None:
    player, channel = seated(b"0\n", b"0\n")
    player.told.append(orjson.Fragment(b'{"event":"turn","turn":1,"seat":0}'))
    ask(player, state)
    ask(player, state)
    assert [told["events"] for told in channel.told] == [
        [{"event": "turn", "turn": 1, "seat": 0}],
        [],
    ]


def test_text_for_bots_that_read(state: State) -> None:
    player, channel = seated(b"0\n", text=True)
    ask(player, state)
    assert "0: " in channel.told[0]["text"]


def test_choice_objects_are_judged_by_the_rules(state: State) -> None:
    card, field = first(state).card, first(state).field
    player, _ = seated(orjson.dumps({"choice": WORDS.choice(Plant(card, 1 - field))}))
    assert ask(player, state).choice == Plant(card, 1 - field)
    player, channel = seated(orjson.dumps({"choice": WORDS.choice(Harvest(0))}), b"0\n")
    assert ask(player, state).refused == channel.told[1]["reason"]


@pytest.mark.parametrize(
    ("said", "passed_on"),
    [
        ("two reds?", "two reds?"),
        (" a\nb\x1b[2J\u2028c ", "a b [2J c"),
        ("\x00\n", ""),
        ("豆 👩‍🌾", "豆 👩‍🌾"),
    ],
)
def test_spoken(said: str, passed_on: str) -> None:
    assert spoken(said) == passed_on
