"""A person at the keys of a table in the terminal: chooses at random, now and then offers."""

import asyncio
from itertools import count
from random import Random

from textual.pilot import Pilot

from arena.play.seat import Seat
from arena.play.terminal.app import TableScreen
from arena.play.terminal.screens import Compose

MOST_QUESTIONS = 3_000
MOST_TRIES = 8
"""After so many without an answer, what was put together is taken back bit by bit."""
PATIENCE_S = 60.0


async def play_to_the_end(
    table: TableScreen, pilot: "Pilot[bool]", seed: int = 0
) -> dict[str, int]:
    """Plays a game with keys alone; how often each question was answered."""
    random, seat = Random(seed), table.seat
    asked: dict[str, int] = {}
    while await is_asked(seat):
        assert seat.question is not None
        ask = seat.question["ask"]
        asked[ask] = asked.get(ask, 0) + 1
        assert sum(asked.values()) < MOST_QUESTIONS
        await answer(table, pilot, random)
    await pilot.press("enter")
    return asked


async def answer(table: TableScreen, pilot: "Pilot[bool]", random: Random) -> None:
    """Until the question is answered: go down the list a little, and Enter."""
    seat = table.seat
    question = seat.question
    for tries in count():
        if not seat.asked or seat.question is not question:
            break
        await pilot.pause()
        if tries > MOST_TRIES:
            await pilot.press("f6")
        options = seat.options()
        at = random.choice([0, 0, 1, 2, len(options) - 1]) % len(options)
        await pilot.press(*["down"] * at if at < 4 else ["up"], "enter")
        if isinstance(table.screen, Compose):
            await pilot.press(*random.choice(OFFERS))
            if isinstance(table.screen, Compose):
                await pilot.press("escape")


OFFERS = (
    ("space", "tab", "right", "enter"),
    ("space", "tab", "o", "enter"),
    ("tab", "down", "right", "right", "enter"),
    ("space", "enter"),
    ("escape",),
)


async def is_asked(seat: Seat) -> bool:
    """Waits for the next question; False when the game is over."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE_S
    while not seat.asked:
        if seat.result is not None:
            return False
        assert loop.time() < until, "no question comes"
        await asyncio.sleep(0.005)
    return True
