"""Showing a tournament while it runs: a bar, the time to go and the standings on a terminal,
a line now and then in a pipe."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arena.commands.ladder.standings import SPARE
from arena.printing.console import console, is_terminal, note, say, terminal_width
from arena.printing.events import HowFar, how_far, opening, remark
from arena.printing.tables import fit
from arena.text import harmless
from arena.text.ratings import UNRANKED
from arena.tournament.progress import (
    Began,
    Event,
    GameFinished,
    Report,
)
from ladder.standings import LiveRow

if TYPE_CHECKING:
    from rich.live import Live

Standings = Callable[[], list[LiveRow]]
SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_LOOKS = 0.5
MOST_ROWS = 15
MOST_LAST_WORDS = 3
COLUMNS = ("#", "bot", "live", "games", "coins", "faults")


@contextmanager
def watching(standings: Standings, quiet: bool, how_far: HowFar = how_far) -> Iterator[Report]:
    """Show events while the block lasts. how_far: the progress in words."""
    if quiet:
        yield lambda event: None
    elif is_terminal():
        with _Live(standings, how_far) as live:
            yield live
    else:
        yield _Lines(how_far)


class _Lines:
    """Progress in pipes and logs: a line now and then."""

    def __init__(self, how_far: HowFar) -> None:
        self._how_far = how_far
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
                say(self._how_far(event))


class _Live:
    """Progress on a terminal: redrawn in place, gone at the end."""

    def __init__(self, standings: Standings, how_far: HowFar) -> None:
        self._standings = standings
        self._how_far = how_far
        self._progress = ""
        self._rows: list[LiveRow] = []
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
                self._progress = self._how_far(event)

    def _draw(self) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        event = self._latest
        if event is None:
            return "Starting the workers …"
        lines, _ = fit(
            COLUMNS,
            [
                (
                    UNRANKED if row.rank is None else row.rank,
                    harmless(row.label),
                    f"{row.live:.0f}",
                    row.games,
                    f"{row.coins:.1f}",
                    row.faults or "",
                )
                for row in self._rows
            ],
            left=(1,),
            width=terminal_width(),
            spare=[name for name in SPARE if name in COLUMNS],
        )
        bar = [] if event.games is None else [ProgressBar(event.games, event.done, width=30)]
        table = map(Text, lines) if self._rows else ()
        return Group(*bar, Text(self._progress), *table)
