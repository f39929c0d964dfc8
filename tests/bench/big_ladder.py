"""A ladder as large as they get, made up: `python -m tests.bench.big_ladder FOLDER`

Writes FOLDER/ladder.sqlite with 1,000 bots and 1,000,000 games: 20 tournaments over 200 days, in
two variants with 3, 4 and 5 players. Nobody has played these games: places and coins are drawn by
the strengths of the bots, and the records are empty. All else is as the ladder would have written
it, game by game; `tests/ladder/queries/test_big_ladder.py` compares.
"""

import argparse
import resource
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from arena.referee.clock import TimeControl
from arena.tournament.deals import deal_seed, new_secret
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import Store
from ladder.maintenance.refit import refit
from ladder.statistics.elo import SCALE, START, weight
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

Array = NDArray[np.generic]


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
        pools = [_Pool(players, bots) for _, players in GAMES]
        strength = chance.normal(0, SPREAD, bots)
        for number in range(TOURNAMENTS):
            _Tournament(store, number, games // TOURNAMENTS, bots).play(pools, strength, chance)
            done = f"{number + 1} of {TOURNAMENTS} tournaments"
            print(f"{done}, {monotonic() - began:.0f} s", flush=True)
        for bot in chance.permutation(bots)[: int(RETIRED * bots)].tolist():
            store.set_status(bot + 1, "retired", "enough")
        refit(store, TOURNAMENTS)
    return path


def enter(store: Store, bots: int) -> None:
    """Enters bots of some authors, every fifth of them as the next version of the one before."""
    with store.transaction() as conn:
        for bot in range(bots):
            version = 2 if bot % 5 == 4 else 1
            conn.execute(
                "INSERT INTO bots (name, version, author, language, hash, added_at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [
                    f"bot{bot - version + 1:03}",
                    version,
                    f"Author {bot * 7 % AUTHORS}",
                    LANGUAGES[bot % len(LANGUAGES)],
                    sha256(str(bot).encode()).hexdigest(),
                    _time(0),
                ],
            )


class _Pool:
    """The live Elo and the running sums of a pool, by bot."""

    SUMS = ("games", "blocks", "place_score", "win_share", "coins", "block_coins", "block_coins_sq")
    SUMS += ("faults", "faulty_games", "forfeits", "decisions", "time_ms")

    def __init__(self, players: int, bots: int) -> None:
        self.players = players
        self.matches = 0
        self.elo = np.full(bots, START)
        self.info = np.zeros(bots)
        self.sums = {name: np.zeros(bots) for name in self.SUMS}
        self.max_ms = np.zeros(bots)

    def add(self, circles: Array, tables: "_Tables") -> None:
        """Adds matches in which no bot sits twice."""
        one_of_each = {
            "games": np.full(circles.shape, self.players),
            "blocks": np.full(circles.shape, self.players),
            "block_coins": tables.coins.sum(1),
            "block_coins_sq": (tables.coins**2).sum(1),
            "faults": tables.faults.sum(1),
            "faulty_games": tables.faults.sum(1),
            "forfeits": tables.forfeits.sum(1),
        }
        for name, sums in self.sums.items():
            each = one_of_each.get(name)
            sums[circles] += getattr(tables, name).sum(1) if each is None else each
        self.max_ms[circles] = np.maximum(self.max_ms[circles], tables.max_ms.max(1))
        self.matches += len(circles)
        for rotation in range(self.players):
            self._rate(circles, tables.scores[:, rotation], tables.rated[:, rotation])

    def _rate(self, circles: Array, scores: Array, rated: Array) -> None:
        """One game of each match, as `ladder.statistics.elo.rate_game` has it."""
        elo, info = self.elo[circles], self.info[circles]
        chance = 1 / (1 + 10 ** ((elo[:, None, :] - elo[:, :, None]) / 400))
        surprise = (rated * (scores - chance)).sum(2)
        share = weight(self.players)
        self.elo[circles] = elo + SCALE / (1 + info) * share * surprise
        self.info[circles] = info + share * (rated * chance * (1 - chance)).sum(2)


class _Tables:
    """What happens at the tables of some matches: arrays by match, rotation and place in it.

    A column is a place in the circle, not a seat: it has the same bot in all rotations.
    """

    def __init__(self, strength: Array, chance: np.random.Generator) -> None:
        matches, players = strength.shape
        size = (matches, players, players)
        showing = strength[:, None, :] + chance.gumbel(size=size)
        self.coins = np.maximum(0, np.rint(12 + 3 * showing)).astype(int)
        self.faults = (chance.random(size) < FAULTY).astype(int)
        self.forfeits = self.faults * (chance.random(size) < FORFEITING / FAULTY)
        self.decisions = chance.integers(30, 60, size)
        self.time_ms = np.round(self.decisions * chance.gamma(2, 0.4, size), 3)
        self.max_ms = self.time_ms / 5
        coins, forfeits = self.coins, self.forfeits
        first, second = coins[..., :, None], coins[..., None, :]
        out, other_out = forfeits[..., :, None], forfeits[..., None, :]
        self.place = 1 + (second > first).sum(3)
        level = np.where(out & other_out, 0.5, (first > second) + (first == second) / 2)
        self.scores = np.where(out != other_out, other_out, level)
        itself = np.eye(players, dtype=bool)
        somebody_out = forfeits.any(2)[..., None, None]
        self.rated = ~itself & ~(somebody_out & (out == other_out))
        self.place_score = np.where(itself, 0, self.scores).sum(3) / (players - 1)
        self.final_place = 1 + ((self.scores == 0) & ~itself).sum(3)
        first_of_all = (self.final_place == 1) & (forfeits == 0)
        self.win_share = first_of_all / np.maximum(1, first_of_all.sum(2, keepdims=True))
        # The tie-break of these games: of equal coins the first in the circle.
        self.won = np.zeros(size, int)
        np.put_along_axis(self.won, coins.argmax(2)[..., None], 1, 2)
        left = self.won & (forfeits == 0)
        self.final_winner = np.where(left.any(2, keepdims=True), left, first_of_all)


class _Tournament:
    """One tournament: its ledger, and a result for each of its games."""

    def __init__(self, store: Store, number: int, games: int, bots: int) -> None:
        self._store, self._number, self._games, self._bots = store, number, games, bots
        self._plan = Plan(GAMES, Size(games=games), TimeControl.parse("standard"), seed=number)

    def play(self, pools: Sequence[_Pool], strength: Array, chance: np.random.Generator) -> None:
        secret = new_secret(self._number)
        ids = list(range(1, self._bots + 1))
        rounds = list(self._rounds(chance))
        written = write_ledger(
            self._store,
            self._drafts(rounds, secret),
            settings=self._plan.settings | {"bots": ids, "fillers": []},
            secret=secret,
            seed=self._number,
            entrants=ids,
        )
        with self._store.transaction() as conn:
            first_match, matches = conn.execute(
                "SELECT min(id), count(*) FROM matches WHERE tournament_id = ?", [written]
            ).fetchone()
            (first_game,) = conn.execute(
                "SELECT id FROM games WHERE match_id = ? AND rotation = 0", [first_match]
            ).fetchone()
            match_id, game_id = first_match, first_game
            for _, pool_number, circles in rounds:
                pool = pools[pool_number]
                tables = _Tables(strength[circles], chance)
                self._write(conn, pool_number + 1, pool, circles, tables, match_id, game_id)
                match_id += len(circles)
                game_id += circles.size
            self._end(conn, written, matches, first_game, game_id)
            for number, pool in enumerate(pools, start=1):
                _write_ratings(conn, number, pool)
            conn.execute(
                "UPDATE bots SET (judged_games, faulty_games) = (SELECT sum(games), "
                "sum(faulty_games) FROM ratings WHERE bot_id = bots.id)"
            )

    def _rounds(self, chance: np.random.Generator) -> Iterator[tuple[int, int, Array]]:
        """Round, pool, circles of bots from 0; within one of them no bot sits twice."""
        left, number = self._games, 0
        while True:
            number += 1
            for pool, (_, players) in enumerate(GAMES):
                tables = min(self._bots // players, -(-left // players))
                if tables <= 0:
                    return
                seated = chance.permutation(self._bots)[: tables * players]
                yield number, pool, seated.reshape(tables, players)
                left -= tables * players

    def _drafts(
        self, rounds: Sequence[tuple[int, int, Array]], secret: bytes
    ) -> Iterator[NewMatch]:
        pools, number = self._plan.pools, 0
        for turn, pool, circles in rounds:
            for circle in (1 + circles).tolist():
                yield NewMatch(turn, pools[pool], deal_seed(secret, number), tuple(circle))
                number += 1

    def _write(
        self,
        conn: sqlite3.Connection,
        pool_id: int,
        pool: _Pool,
        circles: Array,
        tables: _Tables,
        match_id: int,
        game_id: int,
    ) -> None:
        """Stores the games of matches of one pool, and rates them."""
        matches, players = circles.shape
        ids = (1 + circles).tolist()
        decisions = tables.decisions.sum(2).ravel().tolist()
        conn.executemany(
            "INSERT INTO results (game_id, decisions, time_ms, played_at, level) "
            "VALUES (?, ?, 400.0, '', 'A')",
            enumerate(decisions, start=game_id),
        )
        conn.executemany(
            "INSERT INTO records (game_id, record) VALUES (?, ?)",
            ((number, NO_RECORD) for number in range(game_id, game_id + circles.size)),
        )
        seat_columns = ("coins", "place", "place_score", "win_share", "won", "forfeits", "faults")
        seat_columns += ("decisions", "time_ms", "max_ms", "final_place", "final_winner")
        rotations = np.arange(players)
        # seats[r, s]: who of the circle sits in seat s in rotation r.
        seats = (rotations[:, None] + rotations[None, :]) % players
        by_seat = [
            np.take_along_axis(getattr(tables, name), seats[None], 2).ravel().tolist()
            for name in seat_columns
        ]
        bots = np.take_along_axis(
            np.broadcast_to(1 + circles[:, None, :], tables.coins.shape), seats[None], 2
        )
        games = np.repeat(np.arange(game_id, game_id + circles.size), players)
        kinds = ['{"late": 1}' if faults else "{}" for faults in by_seat[6]]
        conn.executemany(
            "INSERT INTO seats (game_id, seat, bot_id, coins, place, place_score, win_share, "
            "won, forfeited, faults, decisions, time_ms, max_ms, final_place, final_winner, "
            "fault_kinds) "
            f"VALUES (?, ?, ?{', ?' * len(seat_columns)}, ?)",
            zip(
                games.tolist(),
                np.tile(rotations, circles.size).tolist(),
                bots.ravel().tolist(),
                *by_seat,
                kinds,
                strict=True,
            ),
        )
        pairs = list(combinations(range(players), 2))
        scores = np.zeros((matches, players, len(pairs)), "u1, u1, u1, <i2")
        for column, (one, other) in enumerate(pairs):
            rated, score = tables.rated[:, :, one, other], tables.scores[:, :, one, other]
            ahead = tables.coins[:, :, one] - tables.coins[:, :, other]
            for number, counted in enumerate((2 * score, 1, score == 0.5, ahead)):
                scores[f"f{number}"][:, :, column] = counted * rated
        packed = (1 + circles).astype("<u4")
        conn.executemany(
            "INSERT INTO pair_scores (pool_id, match_id, deal, bots, scores) "
            "VALUES (?, ?, ?, ?, ?)",
            (
                (pool_id, match_id + number, deal, packed[number].tobytes(), of_deal.tobytes())
                for number in range(matches)
                for deal, of_deal in enumerate(scores[number])
            ),
        )
        pool.add(circles, tables)
        for column in range(players):
            who = circles[:, column]
            conn.executemany(
                "INSERT INTO rating_history (bot_id, pool_id, blocks, match_id, elo, info) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                zip(
                    [circle[column] for circle in ids],
                    [pool_id] * matches,
                    pool.sums["blocks"][who].astype(int).tolist(),
                    range(match_id, match_id + matches),
                    pool.elo[who].tolist(),
                    pool.info[who].tolist(),
                    strict=True,
                ),
            )

    def _end(
        self, conn: sqlite3.Connection, tournament_id: int, matches: int, first: int, end: int
    ) -> None:
        """All is rated; the games were played within a day."""
        conn.execute("UPDATE matches SET status = 'rated' WHERE tournament_id = ?", [tournament_id])
        conn.execute(
            "INSERT INTO played SELECT m.tournament_id, m.pool_id, 'A', 0, sum(p.players) "
            "FROM matches AS m JOIN pools AS p ON p.id = m.pool_id "
            "WHERE m.tournament_id = ? GROUP BY 2",
            [tournament_id],
        )
        day = _time(self._number)
        conn.execute(
            "UPDATE tournaments SET rated_until = ?, created_at = ?, finished_at = ? WHERE id = ?",
            [matches, day, day[:10] + "T23:59:59Z", tournament_id],
        )
        conn.execute(
            "UPDATE results SET played_at = strftime('%Y-%m-%dT%H:%M:%SZ', ?, "
            "(86399 * (game_id - ?) / ?) || ' seconds') WHERE game_id BETWEEN ? AND ?",
            [day, first, end - first, first, end - 1],
        )


def _write_ratings(conn: sqlite3.Connection, pool_id: int, pool: _Pool) -> None:
    whole = ("games", "blocks", "faults", "faulty_games", "forfeits", "decisions")
    played = np.flatnonzero(pool.sums["games"])
    columns = {"bot_id": 1 + played, "elo": pool.elo[played], "info": pool.info[played]}
    columns |= {name: sums[played] for name, sums in pool.sums.items()}
    columns["max_ms"] = pool.max_ms[played]
    for name in whole:
        columns[name] = columns[name].astype(int)
    conn.executemany(
        f"INSERT OR REPLACE INTO ratings (pool_id, {', '.join(columns)}) "
        f"VALUES ({pool_id}{', ?' * len(columns)})",
        zip(*(column.tolist() for column in columns.values()), strict=True),
    )
    conn.execute("UPDATE pools SET matches = ? WHERE id = ?", [pool.matches, pool_id])


def _time(number: int) -> str:
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
