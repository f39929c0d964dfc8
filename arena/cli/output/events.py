"""Events of a tournament in words: its start, anything unusual, its progress.

They are shown while it runs: on a terminal a bar, the time to go and the standings; in a pipe, a
line now and then.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from arena.cli.output.console import is_terminal, note, now_and_then, redrawn, say, terminal_width
from arena.cli.output.diagnostics import ending, last_words
from arena.cli.output.tables import fit
from arena.text import harmless
from arena.text.phrases import counted
from arena.text.standings import live_standings
from arena.tournament.run_events import Event, GameFinished, Notice, Report, RunBegan
from arena.tournament.size import duration

if TYPE_CHECKING:
    from ladder.queries.standings import LiveRow

MOST_LAST_WORDS = 3


def opening(event: RunBegan) -> str:
    """Return the first lines of a run."""
    games = event.size if event.games is None else counted(event.games, "game")
    goes_on = f", {event.played} games already played" if event.played else ""
    deals = (
        f"Seed {event.seed}: reproducible. From the seed that it is given, a bot can find out "
        "every card:\nlet bots of strangers play without --seed."
        if event.seed is not None
        else f"Its deals are secret. The SHA-256 of the secret:\n{event.secret_hash}"
    )
    workers = counted(event.workers, "worker") if event.workers else "on a cluster"
    return f"Tournament {event.tournament_id}: {games}{goes_on}, {workers}\n{deals}"


def remark(event: Event) -> str | None:
    """Return a remark on an unusual event, else None."""
    match event:
        case GameFinished() if any(event.faults) or event.forfeits:
            return "\n".join([finished(event), *_last_words(event)])
        case Notice():
            return event.text
    return None


def finished(event: GameFinished) -> str:
    """Return the line of a finished game: `Finished game 4 (…): A 14  B 11  C 9  {B: 2 late}`."""
    lost = dict.fromkeys(event.forfeits, "forfeits")
    shown = ending([*map(harmless, event.bots)], event.coins, event.faults, lost)
    return f"Finished game {event.game_id} ({event.variant}): {shown}"


def _last_words(event: GameFinished) -> Iterator[str]:
    """Yield the last lines on stderr of those who forfeited."""
    for seat, log in enumerate(event.logs):
        for line in last_words(log, MOST_LAST_WORDS):
            yield f"  {harmless(event.bots[seat], 40)} {line}"


def how_far(event: GameFinished) -> str:
    """Return the progress in words: `34 of 252 games (13%), 18 s to go`."""
    if event.games is None:
        text = counted(event.done, "game")
    else:
        text = f"{event.done} of {event.games} games ({100 * event.done // event.games}%)"
    if event.widest is not None:
        text += f", every Elo within ± {event.widest:.0f}"
    return text if event.eta_s is None else f"{text}, {duration(event.eta_s)} to go"


HowFar = Callable[[GameFinished], str]


def without_end() -> HowFar:
    """Return a function that writes the progress of a run without an end: `9 games, 5 a second`."""
    first: list[tuple[int, float]] = []

    def words(event: GameFinished) -> str:
        games, now = how_far(event), time.monotonic()
        if not first:
            first.append((event.done, now))
            return games
        done, start = first[0]  # games of earlier runs are among those done
        return f"{games}, {(event.done - done) / max(now - start, 1e-3):.1f} a second"

    return words


Standings = Callable[[], list["LiveRow"]]
SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_LOOKS = 0.5
MOST_ROWS = 15


@contextmanager
def watching(standings: Standings, quiet: bool, how_far: HowFar = how_far) -> Iterator[Report]:
    """Show events during the block. how_far: writes the progress in words."""
    if quiet:
        yield lambda event: None
    elif is_terminal():
        shown = _Shown(standings, how_far)
        with redrawn(shown.draw):
            yield shown
    else:
        yield _Lines(how_far)


def _tell(event: Event, unusual: Callable[[str], None]) -> None:
    if isinstance(event, RunBegan):
        say(opening(event))
    if remarked := remark(event):
        unusual(remarked)


class _Lines:
    """Progress in pipes and logs: a line now and then."""

    def __init__(self, how_far: HowFar) -> None:
        self._show: Callable[[GameFinished], None] = lambda event: say(how_far(event))
        self._now_and_then = now_and_then(SECONDS_BETWEEN_LINES, self._show)

    def __call__(self, event: Event) -> None:
        _tell(event, note)
        if isinstance(event, GameFinished):
            # The last game always gets a line, or a log would seem to end too early.
            (self._show if event.done == event.games else self._now_and_then)(event)


class _Shown:
    """Progress on a terminal: redrawn in place, gone at the end."""

    def __init__(self, standings: Standings, how_far: HowFar) -> None:
        self._standings = standings
        self._how_far = how_far
        self._progress = ""
        self._rows: list[LiveRow] = []
        self._looked = 0.0
        self._latest: GameFinished | None = None

    def __call__(self, event: Event) -> None:
        _tell(event, partial(say, style="yellow"))
        if isinstance(event, GameFinished):
            self._latest = event
            now = time.monotonic()
            if now - self._looked > SECONDS_BETWEEN_LOOKS:
                # Looked up here, in the thread that owns the database, not where it is drawn.
                self._rows, self._looked = self._standings()[:MOST_ROWS], now
                self._progress = self._how_far(event)

    def draw(self) -> Any:
        """Return what the terminal shows now."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        event = self._latest
        if event is None:
            return "Starting the workers …"
        lines, _ = fit(live_standings(self._rows), terminal_width())
        bar = [] if event.games is None else [ProgressBar(event.games, event.done, width=30)]
        table = map(Text, lines) if self._rows else ()
        return Group(*bar, Text(self._progress), *table)
