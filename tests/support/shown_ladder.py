"""A small ladder with everything that a page shows, and with names and words that want to act."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from arena.cli.games.stored_games import keep
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import Store
from tests.support.fake_tournament import after, interrupt
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of
from tests.support.random_record import random_record

HOSTILE = (
    "<img src=x onerror=\"document.title='got'\"><script>document.title='got'</script>'\"&\x1b[5m"
)
CLUMSY = "clumsy"
LONG = "a-bot-of-the-longest-name-that-there-is."  # 40 characters without a place to break them
STANDARD = TimeControl.parse("standard")
BIG = Plan((("anniversary", 3), ("classic", 3)), Size(rounds=1), STANDARD, seed=7)
CUP = Plan((("anniversary", 3),), Size(rounds=9), STANDARD, seed=8, format="knockout")
STOPPED = Plan((("anniversary", 3),), Size(rounds=9), STANDARD, seed=9)


class RecordingPlayer(FakePlayer):
    """A stand-in whose games can be replayed; one bot crashes now and then, and is rude."""

    def __init__(self) -> None:
        super().__init__(clumsy=CLUMSY)
        self._make = cache(random_record)

    def play(self, spec: GameSpec) -> FinishedGame:
        played = super().play(spec)
        record = self._make(spec.variant, spec.players, 1)
        bots = [
            entry | {"name": bot.name} for entry, bot in zip(record["bots"], spec.bots, strict=True)
        ]
        seats = tuple(
            replace(
                seat,
                stderr=f"{HOSTILE}\nthe last line" if seat.faults else "",
                forfeit="crash" if seat.faults and int(spec.id) % 4 == 0 else None,
                metrics={HOSTILE: 1.0} if seat.faults else {"depth": 3.0},
            )
            for seat in played.seats
        )
        return replace(played, record=record | {"bots": bots}, seats=seats)


def shown_ladder(folder: Path) -> Path:
    """The home folder, with a finished tournament, a cup, and one that was stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    with Store(folder / "ladder.sqlite", synchronous="NORMAL") as store:
        bots = [
            store.add_bot(name, hash=name, author=author, language=language)
            for name, author, language in (
                ("ant", "Ada", "python"),
                ("bee", HOSTILE, HOSTILE[:40]),
                (CLUMSY, "Ada", "rust"),
                (HOSTILE, "", ""),
                (LONG, "", "c++"),
            )
        ]
        for plan, stop in ((BIG, 0), (CUP, 0), (STOPPED, 5)):
            # The clumsy one is suspended by then, and a cup needs all its bots.
            number = create(store, plan, [bot for bot in bots if plan != CUP or bot.id != 3])
            then = after(stop, interrupt)
            play(
                *(store, number, spec_of, Options(), then),
                lambda _: InProcessPool(RecordingPlayer),
            )
        _keep_casual(store)
        store.add_bot("ant", hash="ant2", author="Ada", language="python")
        store.set_status(2, "suspended", HOSTILE)
    return folder


def _keep_casual(store: Store) -> None:
    """A game of `arena match`, which is called c1."""
    bots = tuple(BotSpec(name, 0, name, (), "") for name in ("a/bot", HOSTILE, CLUMSY))
    spec = GameSpec("1", "anniversary", 3, b"casual1", bots, (1, 2, 3), STANDARD)
    keep(store, RecordingPlayer().play(spec))


def play_on(home: Path) -> None:
    """Plays the stopped tournament to its end."""
    with Store(home / "ladder.sqlite", synchronous="NORMAL") as store:
        worker_pool = lambda _: InProcessPool(RecordingPlayer)  # noqa: E731
        play(store, 3, spec_of, Options(), lambda event: None, worker_pool)
