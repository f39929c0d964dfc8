"""The events of a tournament in words: how it begins, what is unusual, how far it is."""

import time
from collections.abc import Callable, Iterator

from arena.printing.faults import last_words
from arena.text import harmless
from arena.text.phrases import counted
from arena.tournament.progress import (
    Began,
    BotCame,
    BotLeft,
    BotPlaced,
    BotStaysAway,
    BotSuspended,
    BotWaits,
    CrewWaits,
    Event,
    GameFinished,
    GameVoid,
    Halted,
    NodeCame,
    NodeGone,
    NodeUnfit,
    Stopping,
    TimeUp,
    WorkerLost,
)
from arena.tournament.size import duration

MOST_LAST_WORDS = 3


def opening(event: Began) -> str:
    """The first lines of a run."""
    games = event.size if event.games is None else counted(event.games, "game")
    goes_on = f", {event.played} games already played" if event.played else ""
    deals = (
        f"Seed {event.seed}: reproducible, and its deals can be guessed."
        if event.seed is not None
        else f"Its deals are secret. The SHA-256 of the secret:\n{event.secret_hash}"
    )
    workers = counted(event.workers, "worker") if event.workers else "on a cluster"
    return f"Tournament {event.tournament_id}: {games}{goes_on}, {workers}\n{deals}"


def remark(event: Event) -> str | None:
    """A remark on an event that is out of the ordinary, else None."""
    match event:
        case GameFinished() if any(event.faults) or event.forfeits:
            return "\n".join([finished(event), *_last_words(event)])
        case GameVoid():
            what = "is given up" if event.given_up else "is played again"
            return f"Game {event.game_id} {what}: {harmless(event.reason, 200)}."
        case WorkerLost():
            games = counted(event.games, "game")
            return (
                f"Worker {event.worker} was lost with {games}, which another plays: "
                f"{harmless(event.reason, 200)}."
            )
        case NodeCame():
            workers = counted(event.workers, "worker")
            return f"Node {harmless(event.node, 60)} plays: {workers}, level {event.level}."
        case NodeUnfit():
            return f"Node {harmless(event.node, 60)} is left out. {harmless(event.reason, 600)}"
        case NodeGone():
            why = harmless(event.reason, 200)
            return f"Node {harmless(event.node, 60)} is gone: {why}. What it had is played again."
        case BotStaysAway():
            node = harmless(event.node, 60)
            return f"{event.bot} does not play on node {node}: {harmless(event.reason, 300)}"
        case CrewWaits():
            return f"Waiting. {harmless(event.reason, 600)}"
        case BotSuspended():
            return f"{event.bot} is suspended: {harmless(event.reason)}"
        case BotCame():
            return f"{event.bot} comes in."
        case BotLeft():
            return f"{event.bot} does not play: {harmless(event.reason, 300)}"
        case BotWaits():
            most = counted(event.places, "bot")
            return f"{event.bot} waits: its author has {most} in the league, the most that one may."
        case BotPlaced():
            return f"{event.bot} is placed, after {counted(event.games, 'game')}."
        case Stopping():
            return f"Finishing {_running(event)}. Press Ctrl-C again to drop them."
        case Halted():
            return f"{event.reason} Finishing {_running(event)}, as far as they can be."
        case TimeUp():
            return f"The time is up. Finishing {_running(event)}, and the rest of their matches."
    return None


def _running(event: Stopping | TimeUp | Halted) -> str:
    return counted(event.running, "running game")


def finished(event: GameFinished) -> str:
    """The line of a finished game: `Finished game 4 (…): A:14 B:11 C:9 {B: 2 late}`."""
    bots = [*map(harmless, event.bots)]
    coins = " ".join(f"{bot}:{n}" for bot, n in zip(bots, event.coins, strict=True))
    faults = "".join(
        f" {{{bot}: {', '.join(f'{times} {kind}' for kind, times in kinds.items())}"
        f"{', forfeits' if seat in event.forfeits else ''}}}"
        for seat, (bot, kinds) in enumerate(zip(bots, event.faults, strict=True))
        if kinds or seat in event.forfeits
    )
    return f"Finished game {event.game_id} ({event.variant}): {coins}{faults}"


def _last_words(event: GameFinished) -> Iterator[str]:
    """The last lines on stderr of those who forfeited."""
    for seat, log in enumerate(event.logs):
        for line in last_words(log, MOST_LAST_WORDS):
            yield f"  {harmless(event.bots[seat], 40)} {line}"


def how_far(event: GameFinished) -> str:
    """The progress in words: `34 of 252 games (13 %), 18 s to go`."""
    if event.games is None:
        text = counted(event.done, "game")
    else:
        text = f"{event.done} of {event.games} games ({100 * event.done // event.games} %)"
    if event.widest is not None:
        text += f", every Elo within ± {event.widest:.0f}"
    return text if event.eta_s is None else f"{text}, {duration(event.eta_s)} to go"


HowFar = Callable[[GameFinished], str]


class WithoutEnd:
    """The progress of what has no end, in words: `340 games, 5.2 a second`."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None

    def __call__(self, event: GameFinished) -> str:
        games, now = how_far(event), time.monotonic()
        if self._first is None:
            self._first = event.done, now
            return games
        done, start = self._first
        return f"{games}, {(event.done - done) / max(now - start, 1e-3):.1f} a second"
