"""A small ladder: four bots, and results for its games that depend on nothing but their number."""

import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Bot, Store
from ladder.tournaments.ledger import Ledger, Scheduled
from ladder.tournaments.tournaments import NewMatch, Pool, write_ledger

POOL = Pool("anniversary", 3, "standard", "5/3/2/280", "1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "ladder.sqlite") as opened:
        yield opened


@pytest.fixture
def bots(store: Store) -> list[Bot]:
    return four_bots(store)


def four_bots(store: Store) -> list[Bot]:
    return [store.add_bot(name, hash=name) for name in ("ant", "bee", "cat", "dog")]


def written(
    store: Store,
    circles: Sequence[Sequence[Bot]],
    secret: bytes = b"s",
    pool: Pool = POOL,
    **more: object,
) -> Ledger:
    """A ledger of matches given as circles of bots, open for playing."""
    drafts = [
        NewMatch(1, pool, secret + number.to_bytes(2, "big"), tuple(bot.id for bot in circle))
        for number, circle in enumerate(circles)
    ]
    entrants = sorted({bot.id for circle in circles for bot in circle})
    number = write_ledger(store, drafts, {"bots": entrants}, secret)
    return Ledger(store, number, **more)  # type: ignore[arg-type]


WriteLedger = Callable[..., Ledger]


@pytest.fixture(params=[False, True], ids=["a_deal_a_game", "a_deal_a_match"])
def one_deal(request: pytest.FixtureRequest) -> bool:
    """Whether all games of a match are on one deal, as in ladders before version 7."""
    return bool(request.param)


@pytest.fixture
def write(store: Store, request: pytest.FixtureRequest) -> WriteLedger:
    """As `written`; for a test that uses `one_deal`, each match is on one deal if that says so."""
    older = "one_deal" in request.fixturenames and request.getfixturevalue("one_deal")

    def write(circles: Sequence[Sequence[Bot]], *more: Any, **options: Any) -> Ledger:
        ledger = written(store, circles, *more, **options)
        if older:
            with store.transaction() as conn:
                conn.execute("UPDATE games SET deal = 0")
        return ledger

    return write


def outcome(game: Scheduled, faulty: Sequence[int] = (), forfeit: Sequence[int] = ()) -> GameResult:
    """A result in which the bot of the lowest id wins; bots by id may fault or forfeit."""
    order = sorted(game.bots)
    return GameResult(
        game_id=game.game_id,
        winners=(game.bots.index(order[0]),),
        seats=tuple(
            SeatResult(
                coins=10 + game.rotation - 2 * order.index(bot),
                place=order.index(bot) + 1,
                forfeited=bot in forfeit,
                faults={"late": 1} if bot in (*faulty, *forfeit) else {},
                decisions=10,
                time_ms=5.0,
                max_ms=2.0,
                refused=order.index(bot),
            )
            for bot in game.bots
        ),
        record=zlib.compress(b'{"game": %d}' % game.game_id),
        time_ms=30.0,
    )


def play_all(ledger: Ledger) -> Ledger:
    """Plays a ledger to its end, each game to its `outcome`; returns it."""
    for game in ledger.unplayed(limit=10_000):
        ledger.save(outcome(game))
    return ledger


def by_chance(game: Scheduled, chance: random.Random, strength: dict[int, float]) -> GameResult:
    """Coins by strength and luck; now and then a fault or a forfeit; the bots report numbers."""
    coins = [max(0, round(chance.gauss(strength[bot], 4))) for bot in game.bots]
    seats = [
        SeatResult(
            coins=each,
            place=1 + sum(other > each for other in coins),
            forfeited=(game.game_id + 5 * seat) % 29 == 0,
            faults={"late": 1} if (game.game_id + 5 * seat) % 31 == 0 else {},
            decisions=10,
            time_ms=chance.random(),
            max_ms=chance.random(),
            metrics={"luck": chance.random(), **({"rare": 2.0} if chance.random() < 0.1 else {})},
        )
        for seat, each in enumerate(coins)
    ]
    return GameResult(game.game_id, (coins.index(max(coins)),), tuple(seats), b"")
