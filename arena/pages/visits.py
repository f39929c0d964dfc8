"""Games of visitors: each goes on while the visitor's page is there, and a little longer.

A page gets a token for its game, with which it finds it again after a reload or a lost connection.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Protocol

from arena.errors import ArenaError
from arena.play.conduct import Conduct
from arena.play.hints import Adviser
from arena.play.sitting import Sitting
from arena.referee.game import Played
from protocol import Json

MOST_GAMES = 4
"""At once: each has the processes of its bots."""
GRACE_S = 60.0
"""How long a game waits for a page that is gone."""


class NoVisit(ArenaError):
    """There is no such game, or there can be no more of them; the text says why."""


class Host(Protocol):
    """A host: seats bots around a visitor, and keeps her game afterwards."""

    explain: Callable[[Exception], str]
    """A sentence for an error that nobody expected."""

    def bots(self) -> list[tuple[str, str]]:
        """List the bots that a visitor can name, each with a line about it."""
        ...

    def seat(self, wishes: Json) -> tuple[Sitting, Adviser, str]:
        """A game as she wishes, who gives hints in it, and that bot's name. Raises ArenaError."""
        ...

    def keep(self, played: Played) -> str:
        """Keep a game that is over; the number by which it can be replayed."""
        ...


@dataclass(eq=False)
class Visit:
    """One visitor's game. `look` is called whenever there is something new to be seen."""

    token: str
    sitting: Sitting
    adviser: Adviser
    conduct: Conduct
    host: Host
    gone: str = ""
    """Why no more messages will come; empty while they do."""
    number: str = ""
    """By which the game can be replayed, once it is kept."""
    look: Callable[[], None] | None = None
    """Tells the page that is open of news; None while none is open."""
    leaving: asyncio.TimerHandle | None = None
    game: "asyncio.Task[None] | None" = None

    def changed(self) -> None:
        """Tell the page that there is news."""
        if self.look is not None:
            self.look()

    async def play(self) -> None:
        """The whole game; ends all of it, also when it is cancelled."""
        try:
            async with self.sitting:
                async for message in self.sitting.line.messages():
                    self.conduct.hear(message)
                    self.changed()
                played = await asyncio.to_thread(self.sitting.hosted.outcome)
            self.number = await asyncio.to_thread(self.host.keep, played)
            self.gone = "The game is over."
        except ArenaError as error:
            self.gone = str(error)
        except Exception as error:
            self.gone = self.host.explain(error)
        finally:
            await asyncio.to_thread(self.adviser.close)
        self.changed()


class Visits:
    """All games of visitors, by token."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._visits: dict[str, Visit] = {}
        self._opening = 0
        self._games: set[asyncio.Task[None]] = set()  # those that are ending among them
        self.explain = host.explain

    @property
    def games(self) -> int:
        """The number of games being played."""
        return sum(not each.gone for each in self._visits.values()) + self._opening

    async def begin(self, wishes: Json) -> Visit:
        """A new game. Raises NoVisit, and what the host raises."""
        if self.games >= MOST_GAMES:
            raise NoVisit(
                f"{MOST_GAMES} games are being played here, the most at once. "
                "Wait until one is over."
            )
        self._opening += 1
        try:
            sitting, adviser, by = await asyncio.to_thread(self.host.seat, wishes)
        finally:
            self._opening -= 1
        conduct = Conduct(sitting.seat, sitting.line.send, adviser, by)
        visit = Visit(token_urlsafe(24), sitting, adviser, conduct, self.host)
        self._visits[visit.token] = visit
        visit.game = asyncio.create_task(visit.play())
        self._games.add(visit.game)
        visit.game.add_done_callback(self._games.discard)
        visit.game.add_done_callback(lambda _: sitting.close())  # also if it never began
        return visit

    def find(self, token: str) -> Visit:
        """The game of a page that was here. Raises NoVisit."""
        visit = self._visits.get(token)
        if visit is None:
            raise NoVisit("That game has ended: its page was away for too long. Begin another.")
        return visit

    def come(self, visit: Visit, look: Callable[[], None]) -> None:
        """A page of this game is there; the one before, if it still is, sees nothing new."""
        if visit.leaving is not None:
            visit.leaving.cancel()
            visit.leaving = None
        visit.look = look

    def go(self, visit: Visit, look: Callable[[], None]) -> None:
        """Note that a page is gone: unless another has come, the game ends after a while."""
        if visit.look is look and visit.token in self._visits:
            visit.look = None
            loop = asyncio.get_running_loop()
            visit.leaving = loop.call_later(GRACE_S, self.leave, visit)

    def leave(self, visit: Visit) -> None:
        """End a game at once; of one that is not over nothing is kept."""
        self._visits.pop(visit.token, None)
        if visit.leaving is not None:
            visit.leaving.cancel()
        if visit.game is not None:
            visit.game.cancel()

    async def close(self) -> None:
        """End all games, and wait until nothing is left of them."""
        games = list(self._games)
        for visit in list(self._visits.values()):
            self.leave(visit)
        for game in games:
            with suppress(asyncio.CancelledError):
                await game
