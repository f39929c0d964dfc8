"""A table where a hostile bot plays with three honest ones, at a given level of confinement."""

import json
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import which

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.referee.seating import Seating
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from tests.hostile.cases import Case
from tests.hostile.town import BOTS, Town, processes

SEAT = 0
"""The hostile bot's: the process that the seating has not used for the longest is ended first."""
HONEST = 3
PATIENT = TimeControl(bank_ms=60_000, increment_ms=0, limit_ms=10_000, start_ms=10_000)
WAYS = {".py": ("python3", "-S"), ".sh": ("/bin/sh",), ".pl": (which("perl") or "perl",), "": ()}


@dataclass(frozen=True)
class Outcome:
    """What came of a game with a hostile bot."""

    played: FinishedGame
    deeds: dict[str, str]
    """What it says of each of its deeds: managed, or refused and why."""
    seconds: float
    damage: set[str]
    visits: set[str]
    left: set[str]

    @property
    def fate(self) -> str:
        """How the game ended for the hostile bot: as the table of cases puts it."""
        if self.played.void is not None:
            return f"void: {self.played.void}"
        culprit = self.played.seats[SEAT]
        if culprit.forfeit:
            return f"{culprit.forfeit}: {culprit.reason}"
        return " ".join(f"{number} {kind}" for kind, number in culprit.faults.items())


def unharmed(played: FinishedGame) -> bool:
    """Whether the honest bots played on without a fault, and have a result."""
    if played.void is not None:
        return False
    honest = [seat for number, seat in enumerate(played.seats) if number != SEAT]
    return len(played.scores) == HONEST + 1 and all(
        seat.decisions > 0 and seat.forfeit is None and not seat.faults for seat in honest
    )


class Table:
    """Plays one game after the other with the same honest bots."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._mark = f"honest{secrets.token_hex(6)}"
        command = ("python3", "-I", "-S", "honest.py", self._mark)
        self._honest = BotSpec("honest", 1, self._mark, command, str(BOTS))
        self._numbers = count()
        self._open()

    def _open(self) -> None:
        # One process less than there are seats is kept: after each game the hostile bot must go.
        self._seating = Seating(kept=HONEST, level=self.level)
        self._play((self._honest,) * HONEST, PATIENT)

    def close(self) -> None:
        """End the honest bots, too."""
        self._seating.close()

    def play(self, case: Case) -> Outcome:
        """One game, and a look at what is left of the town a second later at most."""
        program, _, mode = case.name.partition(" ")
        with Town(program) as town, _caller() as port:
            opponents = processes(self._mark)
            targets = town.targets | {"opponents": opponents, "own_port": port}
            targets["groups"] = [os.getpgid(pid) for pid in opponents]
            way = WAYS[Path(program).suffix]
            command = (*way, f"./{program}", mode, json.dumps(targets))
            hostile = BotSpec(
                "hostile", 1, town.mark, command, str(town.bot), Needs(network=case.network)
            )
            time_control = TimeControl(60_000, 0, case.limit_ms, 10_000)
            start = time.monotonic()
            played = self._play((hostile, *(self._honest,) * HONEST), time_control)
            seconds = time.monotonic() - start
            if not unharmed(played):
                self.close()
                self._open()
            said = played.seats[SEAT].stderr if played.seats else ""
            return Outcome(
                played=played,
                deeds=dict(re.findall(r"^EVIL (.*?): (.*)$", said, re.M)),
                seconds=seconds,
                left=town.left_behind_after(1),
                damage=town.damage(),
                visits=town.visits(),
            )

    def _play(self, bots: tuple[BotSpec, ...], time_control: TimeControl) -> FinishedGame:
        number = next(self._numbers)
        return self._seating.play(
            GameSpec(
                id=str(number),
                variant="anniversary",
                players=len(bots),
                seed=b"deal %d" % number,
                bots=bots,
                bot_seeds=tuple(range(len(bots))),
                time=time_control,
            )
        )


@contextmanager
def _caller() -> Iterator[int]:
    """A port that is free, and somebody who calls there over and over."""
    with socket.create_server(("127.0.0.1", 0)) as chosen:
        port: int = chosen.getsockname()[1]
    over = threading.Event()

    def call() -> None:
        while not over.wait(0.02):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()

    caller = threading.Thread(target=call)
    caller.start()
    try:
        yield port
    finally:
        over.set()
        caller.join()
