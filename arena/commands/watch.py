"""Showing a tournament while it runs: a bar, the time to go and the standings on a terminal,
a line now and then in a pipe."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arena.commands.console import console, is_terminal, note, say
from arena.text import harmless
from arena.tournament.progress import (
    Began,
    BotSuspended,
    Event,
    GameFinished,
    GameVoid,
    Report,
    Stopping,
    WorkerLost,
)
from ladder.standings import Row

if TYPE_CHECKING:
    from rich.live import Live

Standings = Callable[[], list[Row]]
SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_LOOKS = 0.5
MOST_ROWS = 15


@contextmanager
def watching(standings: Standings, quiet: bool) -> Iterator[Report]:
    """What to report events to while it lasts."""
    if quiet:
        yield lambda event: None
    elif is_terminal():
        with _Live(standings) as live:
            yield live
    else:
        yield _Lines()


def opening(event: Began) -> str:
    """What is said when a run begins."""
    goes_on = f", {event.played} of them already played" if event.played else ""
    deals = (
        f"seed {event.seed}: reproducible, and its deals can be guessed"
        if event.seed is not None
        else f"deals by the secret with SHA-256 {event.secret_hash}"
    )
    workers = "1 worker" if event.workers == 1 else f"{event.workers} workers"
    return f"Tournament {event.tournament_id}: {event.games} games{goes_on}, {workers}\n({deals})"


def remark(event: Event) -> str | None:
    """What is said of an event that is out of the ordinary, else None."""
    match event:
        case GameFinished() if any(event.faults) or event.forfeits:
            return finished(event)
        case GameVoid():
            what = "is given up" if event.given_up else "is played again"
            why = event.reason.strip().splitlines() or [""]  # of a traceback the last line
            return f"Game {event.game_id} {what}: {harmless(why[-1], 200)}"
        case WorkerLost():
            return f"Worker {event.worker} was lost with {event.games} games; they go to another."
        case BotSuspended():
            return f"{event.bot} is suspended: {harmless(event.reason)}"
        case Stopping():
            return (
                f"Stopping: {event.running} games are played to their end "
                "(Ctrl-C again drops them)."
            )
    return None


def finished(event: GameFinished) -> str:
    """The line of a finished game: `Finished game 4 (…): A:14 B:11 C:9 {B: 2 late}`."""
    coins = " ".join(f"{bot}:{n}" for bot, n in zip(event.bots, event.coins, strict=True))
    faults = "".join(
        f" {{{bot}: {', '.join(f'{times} {kind}' for kind, times in kinds.items())}"
        f"{', forfeits' if seat in event.forfeits else ''}}}"
        for seat, (bot, kinds) in enumerate(zip(event.bots, event.faults, strict=True))
        if kinds or seat in event.forfeits
    )
    return f"Finished game {event.game_id} ({event.variant}): {coins}{faults}"


def duration(seconds: float) -> str:
    """A time to wait in words: "45 s", "3 min", "2 h 5 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


class _Lines:
    """For pipes and logs."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, event: Event) -> None:
        if isinstance(event, Began):
            say(opening(event))
        unusual = remark(event)
        if unusual:
            note(unusual)
        if isinstance(event, GameFinished):
            now = time.monotonic()
            if now - self._last >= SECONDS_BETWEEN_LINES or event.done == event.games:
                self._last = now
                share = 100 * event.done // max(1, event.games)
                say(
                    f"{event.done} of {event.games} games ({share} %), "
                    f"{duration(event.eta_s)} to go"
                )


class _Live:
    """For a terminal: redrawn in place, gone at the end."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings
        self._rows: list[Row] = []
        self._looked = 0.0
        self._latest: GameFinished | None = None
        self._live: Live | None = None

    def __enter__(self) -> "_Live":
        from rich.live import Live

        self._live = Live(
            console=console(), get_renderable=self._draw, refresh_per_second=4, transient=True
        )
        self._live.start()
        return self

    def __exit__(self, *details: object) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, event: Event) -> None:
        if isinstance(event, Began):
            say(opening(event))
        unusual = remark(event)
        if unusual:
            say(unusual, style="yellow")
        if isinstance(event, GameFinished):
            self._latest = event
            now = time.monotonic()
            if now - self._looked > SECONDS_BETWEEN_LOOKS:
                # Looked up here, in the thread that owns the database, not where it is drawn.
                self._rows, self._looked = self._standings()[:MOST_ROWS], now

    def _draw(self) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        event = self._latest
        if event is None:
            return "Starting the workers …"
        bar = Table.grid(padding=(0, 1))
        bar.add_row(
            ProgressBar(event.games, event.done, width=30),
            f"{event.done}/{event.games} games, {duration(event.eta_s)} to go",
        )
        table = Table(box=None, pad_edge=False)
        for name in ("#", "bot", "Elo", "±", "games", "coins", "faults"):
            table.add_column(name, justify="left" if name == "bot" else "right")
        for row in self._rows:
            table.add_row(
                str(row.rank),
                row.label,
                f"{row.elo:.0f}",
                f"{row.interval:.0f}",
                str(row.games),
                f"{row.coins:.1f}",
                str(row.faults or ""),
            )
        return Group(bar, table)
