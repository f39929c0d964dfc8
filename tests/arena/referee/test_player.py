"""The dialogue with one bot, over a scripted channel: ids, mending, lateness, faults, the clock."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.codec import reader, writer
from arena.referee.clock import TimeControl
from arena.referee.player import MOST_SKIPPED, SeatedBot
from arena.referee.process import BotLost
from arena.rules import Game, compile_rulebook
from arena.rules.plain_data import plain_choice
from protocol.messages import Decide, Refused
from tests.support.one_game import Script

BOOK = compile_rulebook("anniversary", 4)
WORDS, READER = writer(BOOK), reader(BOOK)
CONTROL = TimeControl(bank_ms=1_000, increment_ms=10, limit_ms=500, start_ms=1)
Line = bytes | None | BotLost


class Scripted(Script):
    """A bot that says what it is told to; a function gets the question's id."""

    def __init__(self, *lines: Line | Callable[[int], bytes], ms: float = 1.0) -> None:
        super().__init__()
        self.lines = list(lines)
        self.each_ms = ms
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

    def end(self) -> None:
        self.ended = True


@pytest.fixture
def game() -> Game:
    return BOOK.start(b"a deal")


def seated(*lines: Line | Callable[[int], bytes], **more: Any) -> tuple[SeatedBot, Scripted]:
    channel = Scripted(*lines, ms=more.pop("ms", 1.0))
    return SeatedBot(0, channel, BOOK, CONTROL, **more), channel


def ask(player: SeatedBot, game: Game) -> Any:
    player.prepare(game, game.decisions[0])
    player.ask()
    return player.answer(game)


def first(game: Game) -> Any:
    return game.choices(0)[0]


def test_who_left_after_the_last_game_is_asked_again_but_once(game: Game) -> None:
    left, lost = BotLost("crashed", "exited with code 0"), BotLost("silent", "not ready")
    fresh = Scripted(b"1\n", left)
    player, old = seated(left, afresh=lambda: fresh)
    player.tell({"type": "game_start"})
    assert ask(player, game).choice == game.choices(0)[1]
    assert fresh.told == old.told and player.time_ms == 2.0
    assert ask(player, game).fault == "crashed"

    def unready() -> Scripted:
        raise lost

    for known in (left, BotLost("exceeded", "used more than 512 MB")):
        player, _ = seated(known, afresh=unready)
        assert ask(player, game).fault == (lost if known is left else known).fault


@pytest.mark.parametrize(
    "line",
    [
        lambda number: b"1\n",
        lambda number: b'{"choice":1}',
        lambda number: b'{"type":"choose","id":%d,"choice":1,"say":null}\n' % number,
    ],
)
def test_ways_to_answer(game: Game, line: Callable[[int], bytes]) -> None:
    player, channel = seated(line)
    answer = ask(player, game)
    assert answer.choice == game.choices(0)[1]
    assert (answer.fault, answer.refused, answer.ms) == (None, None, 1.0)
    Decide.model_validate(channel.told[0])


def test_comments_without_end_lose_the_game(game: Game) -> None:
    player, _ = seated(*[b"#\n"] * MOST_SKIPPED, b"1\n")
    assert ask(player, game).choice == game.choices(0)[1]
    player, channel = seated(*[b"\n", b"#\n"] * MOST_SKIPPED)
    answer = ask(player, game)
    assert (answer.choice, answer.fault) == (first(game), "malformed")
    assert player.forfeit == ("malformed", "wrote more than 1000 lines unasked")
    assert channel.ended
    assert len(channel.lines) == MOST_SKIPPED - 1


@pytest.mark.parametrize(
    ("bad", "fault"),
    [(b"what\n", "malformed"), (b"77\n", "illegal"), (b'{"choice":0,"id":9}\n', "malformed")],
)
def test_a_refused_answer_can_be_mended_once(game: Game, bad: bytes, fault: str) -> None:
    player, channel = seated(bad, b"1\n")
    answer = ask(player, game)
    assert answer.choice == game.choices(0)[1]
    assert (answer.fault, player.faults) == (None, {})
    assert answer.refused
    refused = Refused.model_validate(channel.told[1])
    assert (refused.id, refused.again, refused.reason) == (1, True, answer.refused)
    assert READER.read(game, 0, game.choices(0), channel.told[1]["example"])
    assert answer.ms == 2.0  # both on one clock

    player, channel = seated(bad, bad)
    answer = ask(player, game)
    assert (answer.choice, answer.fault, player.faults) == (first(game), fault, {fault: 1})
    refused = Refused.model_validate(channel.told[2])
    assert refused.again is False
    assert channel.told[2]["played"] == plain_choice(first(game))


def test_late_answers_without_ids_are_counted_off(game: Game) -> None:
    player, _ = seated(None, None, b"77\n", b"what\n", b"1\n", b"1\n")
    assert [ask(player, game).fault for _ in range(2)] == ["late", "late"]
    answer = ask(player, game)
    assert (answer.choice, answer.refused, player.owed) == (game.choices(0)[1], None, 0)
    assert ask(player, game).choice == game.choices(0)[1]


def test_a_bot_that_is_late_as_its_bank_is_used_up_is_told_so(game: Game) -> None:
    """Each of its answers may have been well below the limit of a decision."""
    player, channel = seated(b"1\n", None, ms=CONTROL.bank_ms)
    assert [ask(player, game).fault for _ in range(2)] == [None, "late"]
    assert channel.told[-1]["reason"] == "no answer in time, as its bank is used up"


def test_an_answer_that_was_taken_for_a_late_one_is_named(game: Game) -> None:
    player, channel = seated(None, b"1\n", None)
    assert [ask(player, game).fault for _ in range(2)] == ["late", "late"]
    reasons = [Refused.model_validate(told).reason for told in channel.told if "reason" in told]
    assert reasons[0] == "no answer in time"
    assert reasons[1].startswith("no answer in time (an answer without an id")


def test_late_answers_that_came_before_the_question_are_counted_off(game: Game) -> None:
    player, channel = seated(None, b"1\n")
    ask(player, game)
    channel.skipped = 1
    assert ask(player, game).choice == game.choices(0)[1]


def test_late_answers_with_ids_are_known_by_them(game: Game) -> None:
    late = b'{"id":1,"choice":77}\n'
    player, _ = seated(None, late, lambda n: b'{"id":2,"choice":1}\n', b"1\n")
    ask(player, game)
    assert ask(player, game).choice == game.choices(0)[1]
    assert ask(player, game).choice == game.choices(0)[1]


def test_a_late_answer_that_never_comes_is_not_waited_for(game: Game) -> None:
    player, _ = seated(None, b'{"id":2,"choice":1}\n', b"1\n")
    ask(player, game)
    ask(player, game)
    assert player.owed == 0
    assert ask(player, game).choice == game.choices(0)[1]


def test_answering_under_an_old_id_is_explained(game: Game) -> None:
    player, channel = seated(b'{"id":1,"choice":0}', b'{"id":1,"choice":0}', None)
    ask(player, game)
    assert ask(player, game).fault == "late"
    assert channel.told[-1]["reason"] == "no answer in time (it answered question 1, this is 2)"


def test_a_lost_process_forfeits_and_is_asked_no_more(game: Game) -> None:
    player, channel = seated(BotLost("crashed", "exited with code 3"))
    answer = ask(player, game)
    assert (answer.choice, answer.fault) == (first(game), "crashed")
    assert player.forfeit == ("crashed", "exited with code 3")
    assert channel.ended
    said = len(channel.told)
    assert ask(player, game).fault == "forfeit"
    player.tell({"type": "game_over"})
    assert len(channel.told) == said
    assert (player.faults, player.decisions) == ({"crashed": 1}, 2)


def test_the_fourth_fault_forfeits(game: Game) -> None:
    player, channel = seated(*[None] * 4)
    for number in range(4):
        assert (player.forfeit, channel.ended) == (None, False)
        assert ask(player, game).fault == "late", number
    assert player.forfeit and player.forfeit.fault == "late"
    assert player.forfeit.reason == "4 faults in 4 questions, the last one: no answer in time"
    assert channel.ended


def test_two_per_cent_are_free(game: Game) -> None:
    good = [b"1\n"] * 249
    player, _ = seated(*good, *[b"x\n"] * 2 * 6)
    for _ in good:
        ask(player, game)
    for number in range(1, 7):  # five of 254 are within 2%, the sixth of 255 is not
        ask(player, game)
        assert (player.forfeit is not None) == (number == 6)


def test_the_clock(game: Game) -> None:
    player, channel = seated(*[b"1\n"] * 4, ms=400.0)
    for _ in range(4):
        ask(player, game)
    banks = [told["clock"]["bank_ms"] for told in channel.told]
    assert banks == [1_010, 620, 230, 0]  # +10 -400 each time; told as nothing when in debt
    assert channel.limits == [500, 500, 230, 0]
    assert {told["clock"]["limit_ms"] for told in channel.told} == {500}
    assert (player.time_ms, player.max_ms) == (1_600.0, 400.0)


def test_text_for_bots_that_read(game: Game) -> None:
    player, channel = seated(b"0\n", text=True)
    ask(player, game)
    assert "0: " in channel.told[0]["text"]


def test_a_patient_player_may_mend_again_and_again(game: Game) -> None:
    lines: list[Any] = [b"nonsense\n", b'{"choice": 77}\n', b"-1\n", b"0\n"]
    player, script = seated(*lines, patient=True)
    player.prepare(game, game.decisions[0])
    player.ask()
    answer = player.answer(game)
    assert answer.fault is None and answer.refused and answer.choice == game.choices(0)[0]
    assert [each["again"] for each in script.told if each["type"] == "refused"] == [True] * 3
    assert player.faults == {} and player.forfeit is None
