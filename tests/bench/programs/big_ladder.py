"""A ladder as large as they get, made up: `poe big_ladder FOLDER`

Writes FOLDER/ladder.sqlite with 1,000 bots and 1,000,000 games: 20 tournaments over 200 days, in
two variants with 3, 4 and 5 players. Nobody has played these games: places and coins are drawn by
the strengths of the bots, and the records are empty. The ledger stores and rates them.
"""

import argparse
import resource
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from arena.referee.clock import TimeControl
from arena.tournament.deals import deal_seed, new_secret
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Store
from ladder.maintenance.refit import refit
from ladder.statistics.elo import SCALE
from ladder.tournaments.ledger import Ledger, Scheduled
from ladder.tournaments.tournaments import NewMatch, write_ledger

GAMES = tuple((variant, players) for variant in ("anniversary", "classic") for players in (3, 4, 5))
TOURNAMENTS = 20
DAYS_BETWEEN = 10
LAST_DAY = datetime(2026, 6, 30, tzinfo=UTC)
SPREAD = 200 / SCALE
"""Standard deviation of the bots' strengths, in log-odds."""
LANGUAGES = ("python", "c++", "javascript", "java", "rust", "go")
AUTHORS = 100
RETIRED = 0.05
FAULTY, FORFEITING = 0.01, 0.001
"""The share of seats with a fault, and of those that forfeit."""
NO_RECORD = zlib.compress(b"{}")
AT_ONCE = 5_000
"""Games that are stored in one transaction."""


def build(folder: Path, bots: int, games: int, seed: int = 1) -> Path:
    """The path of a new ladder with so many bots and about so many games."""
    path = folder / "ladder.sqlite"
    folder.mkdir(parents=True, exist_ok=True)
    if path.exists():
        raise SystemExit(f"{path} is there already. Remove it, or name another folder.")
    chance = np.random.default_rng(seed)
    began = monotonic()
    with Store(path, synchronous="NORMAL") as store:
        store.conn.execute("PRAGMA cache_size = -300000")
        enter(store, bots)
        strength = chance.normal(0, SPREAD, bots)
        for number in range(TOURNAMENTS):
            play(store, number, games // TOURNAMENTS, strength, chance)
            done = f"{number + 1} of {TOURNAMENTS} tournaments"
            print(f"{done}, {monotonic() - began:.0f} s", flush=True)
        for bot in chance.permutation(bots)[: int(RETIRED * bots)].tolist():
            store.set_status(bot + 1, "retired", "enough")
        refit(store, TOURNAMENTS)
    return path


def enter(store: Store, bots: int) -> None:
    """Enters bots of some authors, every fifth of them as the next version of the one before."""
    with store.transaction():
        for bot in range(bots):
            version = 2 if bot % 5 == 4 else 1
            store.db["bots"].insert(
                {
                    "name": f"bot{bot - version + 1:03}",
                    "version": version,
                    "author": f"Author {bot * 7 % AUTHORS}",
                    "language": LANGUAGES[bot % len(LANGUAGES)],
                    "hash": sha256(str(bot).encode()).hexdigest(),
                    "added_at": day(0),
                }
            )


def play(
    store: Store,
    number: int,
    games: int,
    strength: NDArray[np.float64],
    chance: np.random.Generator,
) -> None:
    """One tournament: its ledger, and a result for each of its games, all of one day."""
    secret, bots = new_secret(number), len(strength)
    plan = Plan(GAMES, Size(games=games), TimeControl.parse("standard"), seed=number)
    drafts = (
        NewMatch(turn, plan.pools[pool], deal_seed(secret, match), circle)
        for match, (turn, pool, circle) in enumerate(circles(bots, games, chance))
    )
    ids = list(range(1, bots + 1))
    settings = plan.settings | {"bots": ids, "fillers": []}
    written = write_ledger(store, drafts, settings, secret)
    ledger = Ledger(store, written)
    while left := ledger.unplayed(limit=AT_ONCE):
        ledger.save(*[result(game, strength, chance) for game in left])
    with store.transaction() as conn:
        conn.execute(
            "UPDATE results SET played_at = ? WHERE game_id IN "
            "(SELECT game_id FROM ledger WHERE tournament_id = ?)",
            [day(number), written],
        )
        conn.execute(
            "UPDATE tournaments SET created_at = ?1, finished_at = ?1 WHERE id = ?2",
            [day(number), written],
        )


def circles(
    bots: int, games: int, chance: np.random.Generator
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Round, pool and bots of the matches; in a round of a pool no bot plays twice."""
    left, turn = games, 0
    while True:
        turn += 1
        for pool, (_, players) in enumerate(GAMES):
            tables = min(bots // players, -(-left // players))
            if tables <= 0:
                return
            seated = 1 + chance.permutation(bots)[: tables * players]
            for circle in seated.reshape(tables, players).tolist():
                yield turn, pool, tuple(circle)
            left -= tables * players


def result(
    game: Scheduled, strength: NDArray[np.float64], chance: np.random.Generator
) -> GameResult:
    """What comes of a game, by strength and luck; of equal coins the first seat wins."""
    players = len(game.bots)
    showing = strength[np.array(game.bots) - 1] + chance.gumbel(size=players)
    coins = np.maximum(0, np.rint(12 + 3 * showing)).astype(int).tolist()
    seats = []
    for mine, luck in zip(coins, chance.random(players).tolist(), strict=True):
        ms = 40 * luck
        faults = {"late": 1} if luck < FAULTY else {}
        place = 1 + sum(other > mine for other in coins)
        seats.append(SeatResult(mine, place, luck < FORFEITING, faults, 40, ms, ms / 5))
    return GameResult(game.game_id, (coins.index(max(coins)),), tuple(seats), NO_RECORD, 400.0, "A")


def day(number: int) -> str:
    """When a tournament was played."""
    day = LAST_DAY - timedelta(days=DAYS_BETWEEN * (TOURNAMENTS - 1 - number))
    return day.strftime("%Y-%m-%dT%H:%M:%SZ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bots", type=int, default=1_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    given = parser.parse_args()
    path = build(given.folder, given.bots, given.games)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(f"{path}: {path.stat().st_size / 1e6:.0f} MB, {seconds:.0f} s of processor time")


if __name__ == "__main__":
    main()
