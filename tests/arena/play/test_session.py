"""A game between processes with a person in it: played, left, killed; nothing stays behind."""

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.play.seat import Seat
from arena.play.session import GameLost, SeatConnection, Session, called, names
from arena.referee.bot import BotSpec
from arena.referee.clock import CLASSES
from arena.referee.game_types import FinishedGame
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from arena.sandbox.level import Level
from tests.support.small_bots import write_bot

DUEL = "anniversary_duel"


@pytest.fixture
def bot(tmp_path: Path) -> BotSpec:
    program = write_bot(tmp_path, "good")
    return BotSpec("good", 1, "0", ("python3", program), str(tmp_path))


def session(bot: BotSpec, seed: int = 1) -> Session:
    return Session(["Ada"], [bot], DUEL, CLASSES["bullet"], Level.C, first_seat=0, seed=seed)


async def hearing(at: Session) -> AsyncIterator[Any]:
    """What is told, message by message; those that need no person are answered."""
    async for message in at.people[0].connection.messages():
        reply = at.people[0].seat.hear(message)
        if reply is not None:
            at.people[0].connection.send(reply)
        yield message


async def follow(at: Session, answer: Callable[[Seat], Any], heard: list[Any]) -> FinishedGame:
    """Answer until the game is over; its outcome. What was told goes to `heard`."""
    async for message in hearing(at):
        heard.append(message)
        if at.people[0].seat.asked:
            at.people[0].connection.send(at.people[0].seat.answer(answer(at.people[0].seat)))
    return await asyncio.to_thread(at.hosted.outcome)


def gone(at: Session) -> bool:
    """Whether nothing is left of a game: no process, no folder."""
    return not at.hosted.process.is_alive() and not Path(at.spec.bots[0].cwd).exists()


@pytest.mark.slow
def test_a_person_plays_without_a_clock_and_is_told_what_her_seat_may_know(bot: BotSpec) -> None:
    heard: list[Any] = []
    slow = [1.2]  # longer than a bot of this class may take: it would be late

    def answer(seat: Seat) -> Any:
        if slow:
            time.sleep(slow.pop())
            return {"do": "plant", "card": "nonsense", "field": 0}  # refused, and mended
        return 0 if len(heard) % 9 else {"do": "harvest", "field": 77}

    async def play() -> tuple[Session, FinishedGame]:
        async with session(bot) as at:
            return at, await follow(at, answer, heard)

    at, played = asyncio.run(play())
    assert gone(at)
    assert played.seats[0].faults == {} and played.seats[0].forfeit is None
    assert played.seats[0].max_ms > CLASSES["bullet"].limit_ms
    assert [bot["name"] for bot in played.record["bots"]] == ["Ada", "good"]
    replay = Replay(orjson.dumps(played.record))
    assert replay.check() is None
    told = [line.message for line in transcript(replay, 0) if line.to_bot]
    assert bare(heard) == bare(told)
    assert [each["type"] for each in heard].count("refused") > 2


def bare(messages: list[Any]) -> list[Any]:
    """What was told, clocks and refusals aside."""
    return [
        {key: value for key, value in each.items() if key != "clock"}
        for each in messages
        if each["type"] in ("game_start", "decide", "game_over")
    ]


def test_a_long_name_of_the_folder_for_temporary_files_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))

    async def meet() -> None:
        with closing(SeatConnection("Ada")) as connection:
            await connection.open()
            assert connection.folder.stat().st_mode & 0o777 == 0o700

    asyncio.run(meet())


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_a_game_that_is_left_or_killed_is_lost_and_leaves_nothing(
    bot: BotSpec, killed: bool
) -> None:
    async def play() -> Session:
        async with session(bot) as at:
            async for _ in hearing(at):
                if at.people[0].seat.asked:
                    if not killed:
                        break
                    os.kill(at.hosted.process.pid, signal.SIGKILL)
            assert at.people[0].seat.result is None
        with pytest.raises(GameLost, match=None if killed else "before it was over"):
            at.hosted.outcome()
        return at

    assert gone(asyncio.run(play()))


def test_a_variant_that_cannot_be_played_is_told(bot: BotSpec) -> None:
    async def play() -> None:
        wrong = Session(["Ada"], [bot] * 5, DUEL, CLASSES["bullet"], Level.C)
        async with wrong as at:
            await asyncio.to_thread(at.hosted.outcome)

    with pytest.raises(GameLost, match="could not be played"):
        asyncio.run(play())


def test_the_same_seed_gives_the_same_seat_and_cards(bot: BotSpec) -> None:
    first, second, other = (
        Session(["Ada"], [bot] * 4, "classic", CLASSES["bullet"], Level.C, seed=seed)
        for seed in (1, 1, 5)
    )
    for each in (first, second, other):
        each.close()
    assert first.spec.seed == second.spec.seed != other.spec.seed
    assert first.people[0].seat.who.names == second.people[0].seat.who.names


def test_names_that_are_alike_come_with_their_seats() -> None:
    assert names(["greedy", "Ada", "Greedy", "trader"], 1) == [
        "greedy 1",
        "Ada",
        "Greedy 3",
        "trader",
    ]
    assert names(["ada", "ada"], 1) == ["ada 1", "ada"]


def test_bots_that_are_alike_are_called_as_people_are() -> None:
    def bot(name: str, model: str = "") -> BotSpec:
        return BotSpec(name, 1, "", (), "", model=model)

    three = called([bot("trader"), bot("greedy"), bot("trader"), bot("trader")], ["Emma"])
    assert [each.name for each in three] == [
        "Otto (trader)", "greedy", "Ida (trader)", "Karl (trader)",
    ]  # fmt: skip
    models = called([bot("llm", "small")] * 2, [])
    assert [each.name for each in models] == ["llm", "llm"], "the gateway knows them by it"
