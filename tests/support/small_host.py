"""Seats visitors beside bots of a few lines, so that games are over soon."""

from pathlib import Path
from typing import Any

from arena.cli.games.stored_games import keep
from arena.errors import ArenaError
from arena.play.session import Session
from arena.referee.bot import BotSpec
from arena.referee.clock import CLASSES
from arena.referee.game_types import FinishedGame
from arena.sandbox.level import Level
from arena.web.room import NamedBot, SeatedGame
from ladder.database import casual_games
from ladder.database.store import Store
from tests.support.small_bots import GOOD, write_bot

DUEL = "anniversary_duel"
GAMES = (DUEL, "anniversary", "high_bohn+cognac", "plus")


class Advising:
    """Advises what is safest."""

    closed = False

    def advise(self, start: object, question: object, events: object) -> int:
        return 0

    def close(self) -> None:
        self.closed = True


class SmallHost:
    """`sessions`: all that there were."""

    def __init__(self, home: Path) -> None:
        self.sessions: list[Session] = []
        self.advisers: list[Advising] = []
        self.at_once = 4
        self.tables = 0
        self._home = home
        self.bot = self.small("good", GOOD)

    def small(self, kind: str, code: str) -> BotSpec:
        """A bot of a few lines, called good whatever it does."""
        program = write_bot(self._home, kind, code)
        return BotSpec("good", 1, kind, ("python3", program), str(self._home))

    def explain(self, error: Exception) -> str:
        return str(error) if isinstance(error, ArenaError) else repr(error)

    def bots(self) -> list[NamedBot]:
        return [NamedBot("good", "Always does what is safest", "fair")]

    def others(self, wishes: dict[str, Any]) -> list[str]:
        if wishes["variant"] not in GAMES:
            raise ArenaError("That is not played here.")
        return ["good"] * ((wishes["players"] or 2) - wishes["people"])

    def seat(self, wishes: dict[str, Any], people: list[str]) -> SeatedGame:
        advisers = [Advising() for _ in people]
        self.advisers += advisers
        self.sessions.append(
            Session(
                people,
                [self.bot] * len(self.others(wishes)),
                wishes["variant"],
                CLASSES["bullet"],
                Level.C,
                first_seat=wishes["seat"], seed=wishes["seed"],
                followed=True,
            )
        )  # fmt: skip
        return SeatedGame(self.sessions[-1], [*advisers], "good")

    def keep(self, played: FinishedGame) -> str:
        with Store(self._home / "ladder.sqlite") as store:
            return casual_games.name(keep(store, played))

    def left_over(self) -> list[str]:
        """What is left of the games: processes, folders, advisers."""
        games = [each.hosted.process for each in self.sessions]
        return [
            *(f"game {each.pid}" for each in games if each.is_alive()),
            *(bot.cwd for each in self.sessions for bot in each.spec.bots
              if bot.person and Path(bot.cwd).exists()),
            *("an adviser" for each in self.advisers if not each.closed),
        ]  # fmt: skip
