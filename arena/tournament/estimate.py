"""Estimates of how long a tournament takes, before it begins and while it is played."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil

from arena.compiled import state
from arena.llm.budget import REQUESTS_A_GAME
from arena.rules import Sensible, compile_rulebook
from arena.text.phrases import counted
from arena.tournament.bench_scheduler import NAME as BENCH
from arena.tournament.bench_scheduler import suite_of
from arena.tournament.formats import format_named
from arena.tournament.plan import Plan
from arena.tournament.round_scheduler import width
from arena.tournament.schedule import Schedule
from arena.tournament.size import Size, duration
from ladder.database.store import Store
from ladder.queries.standings import overall
from ladder.queries.usage import uses, with_models
from ladder.ratings.scope import NORMAL
from ladder.statistics.elo import SCALE, weight
from ladder.tournaments.tournaments import Pool, tournament

TIMES_IN_PROCESS = {"pure": 16, "compiled": 43}
"""The length of a game between bundled bots by that of one without processes or confinement, as
measured in tournaments of two to eight of them."""
SECONDS_TO_MEASURE = 0.1
GUESSED_REQUEST_S = 2.0
"""The length of a request to a language model, as long as no game shows it."""
GUESSED_SPREAD = 0.17
"""E(1 - E) of a usual pair of bots: 0.25 between equals, less the more unequal they are."""
MATCHES_LOOKED_AT = 50
"""The newest matches that are measured, since machines and bots change."""
SECONDS_BETWEEN_LOOKS = 2.0
"""How often the ± is looked up in a tournament that ends by it."""
LEAST_GAMES = 20
"""The games of a bot below which the information that one gives is guessed, not measured."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a tournament's games and time."""

    games: int
    seconds: float
    measured: int
    """The number of pools whose games have been measured."""
    pools: int
    """The number of its pools."""
    waits: bool = False
    """True if most of it is a guess at how long language models take."""

    @property
    def basis(self) -> str:
        """The basis of the estimate in words."""
        if self.measured == 0:
            return "by this machine's speed, as no game between these bots has been measured"
        if self.measured < self.pools:
            return f"measured in {self.measured} of {self.pools} pools, and guessed for the others"
        return "from games measured here"

    def __str__(self) -> str:
        games = counted(self.games, "game")
        if self.waits:
            return f"about {games}; the first will show how long they take"
        return f"about {games} in {duration(max(1, self.seconds))} ({self.basis})"


def estimate(store: Store, tournament_id: int, workers: int) -> Estimate:
    """Estimate the games and the time of a tournament that has not begun."""
    stored = tournament(store, tournament_id)
    plan = Plan.of(stored.settings)
    bots, fillers = stored.settings["bots"], stored.settings["fillers"]
    if plan.format == BENCH:
        sizes = suite_of(plan).sizes
        games = {pool: sizes[pool.variant, pool.players] for pool in plan.pools}
    else:
        schedule = Schedule.of(plan, stored.settings, stored.secret)
        games = schedule.usual_games if plan.size.decided else schedule.games
    lengths, measured = _lengths(store, games, [*bots, *fillers])
    waited, waits = _waiting(store, bots)
    in_round, milliseconds_of_round = sum(games.values()), 0.0
    for pool, number in games.items():
        # Games may have been measured without language models: the longer time counts.
        waiting = waited * min(1.0, pool.players / len(bots))
        milliseconds_of_round += number * max(waiting, lengths[pool])
    seconds_of_round = milliseconds_of_round / 1000 / workers
    if plan.size.interval is None:
        rounds = _rounds(plan.size, in_round, seconds_of_round)
    else:
        # A suite never gets here, as its size is fixed; so there is a schedule.
        leads = format_named(plan.format).leads
        rounds = _rounds_until(
            store, tournament_id, schedule, bots, fillers, plan.size.interval, leads
        )
    seconds = rounds * seconds_of_round
    return Estimate(round(rounds * in_round), seconds, measured, len(games), waits)


def _lengths(
    store: Store, pools: Iterable[Pool], bots: Sequence[int]
) -> tuple[dict[Pool, float], int]:
    """Return the milliseconds of a game in each pool, and how many of them were measured."""
    means = {pool: milliseconds(store, pool, bots) for pool in pools}
    known = [mean for mean in means.values() if mean is not None]
    other = sum(known) / len(known) if known else _expected(list(means))
    return {pool: other if mean is None else mean for pool, mean in means.items()}, len(known)


def _expected(pools: Sequence[Pool]) -> float:
    """Return the expected milliseconds of a game of bundled bots, by playing for a moment."""
    start, games = time.thread_time(), 0
    while games < len(pools) and time.thread_time() - start < SECONDS_TO_MEASURE:
        book = compile_rulebook(pools[games].variant, pools[games].players)
        Sensible(book).play_on(book.start(b"measured"))
        games += 1
    times = TIMES_IN_PROCESS["compiled" if state().compiled else "pure"]
    return 1000 * (time.thread_time() - start) / games * times


def _waiting(store: Store, bots: Sequence[int]) -> tuple[float, bool]:
    """Return how long these bots wait for models, in milliseconds, and whether it is a guess."""
    asking = set(with_models(store)).intersection(bots)
    measured = uses(store) if asking else {}
    seconds = sum(
        measured[bot].seconds if bot in measured else REQUESTS_A_GAME * GUESSED_REQUEST_S
        for bot in asking
    )
    return 1000 * seconds, bool(asking - measured.keys())


def _rounds(size: Size, games: int, seconds: float) -> float:
    """Return the rounds of a tournament of this size, given the games and seconds of one."""
    if size.rounds is not None:
        return size.rounds
    if size.games is not None:
        return size.games / games
    if size.seconds is not None:
        return size.seconds / seconds
    return 1  # one pass through all stages, until it is decided


def _rounds_until(
    store: Store,
    tournament_id: int,
    schedule: Schedule,
    bots: Sequence[int],
    fillers: Sequence[int],
    interval: float,
    leads: int,
) -> int:
    """Estimate the rounds, at least one, until the official ratings are this precise.

    Those of all bots, or of those that lead and play in every game.
    """
    rows = overall(store, tournament_id, with_retired=True)
    known = {row.bot_id: row for row in rows if row.games >= LEAST_GAMES}
    these = bots[:leads] if leads else bots
    waited_for = [bot for bot in these if bot not in known or known[bot].waited_for]
    sure = {bot: _information(known[bot].interval) if bot in known else 0.0 for bot in waited_for}
    model = dict.fromkeys(waited_for, 0.0)  # what live Elo counts, as if opponents were known
    in_round = dict.fromkeys(waited_for, 0.0)
    for pool, games in schedule.games.items():
        # A game compares a bot with each other seat; each pair tells E(1 - E), by its weight.
        usual = weight(pool.players) * (pool.players - 1) * GUESSED_SPREAD
        measured = information(store, pool, waited_for)
        share = games * (1 if leads else min(1.0, pool.players / len(bots)))  # games of one bot
        for bot in waited_for:
            info, played = measured.get(bot, (0.0, 0))
            model[bot] += info
            in_round[bot] += share * (info / played if played >= LEAST_GAMES and info else usual)
    worth = _worth(sure, model, len({*bots, *fillers}))
    missing = ((_information(interval) - sure[bot]) / (in_round[bot] * worth) for bot in waited_for)
    return max(1, ceil(max(missing, default=0.0)))


def _worth(sure: Mapping[int, float], model: Mapping[int, float], size: int) -> float:
    """Relate the information behind the official ± (`sure`) to what live Elo counts (`model`)."""
    known = [bot for bot in sure if sure[bot] and model[bot]]
    if not known:
        # As among equals that are all equally uncertain: more than with known opponents, since a
        # bot is measured by the mean, which moves with it.
        return (size / (size - 1)) ** 2
    # Over all bots, since the ratio of a single one varies much.
    return len(known) / sum(model[bot] / sure[bot] for bot in known)


def _information(interval: float) -> float:
    """Return the information behind a rating of this precision: ± is NORMAL · c / √information."""
    return (NORMAL * SCALE / interval) ** 2


class Pace:
    """The pace of a run, and how long it will still take."""

    def __init__(self, store: Store, tournament_id: int, plan: Plan, before: float) -> None:
        """Begin a run, after earlier ones have played for `before` seconds."""
        self._store = store
        self._tournament_id = tournament_id
        self._plan = plan
        self._size = plan.size
        self._before = before
        self.widest: float | None = None
        """The widest ± a moment ago, if the tournament ends by that."""

    def start(self, workers: int) -> None:
        """Start the clock, as the first games are handed out to so many workers."""
        self._workers = workers
        self._start = self._looked = time.monotonic()
        if self._size.interval is not None:
            self.widest = width(self._store, self._tournament_id, self._plan)
            self._looks = [(0, self.widest)]

    def time_up(self) -> bool:
        """Return True if the time of the tournament is over."""
        return self._size.seconds is not None and self._left() <= 0

    def games_to_go(self, played: int, done: int, games: int | None) -> float | None:
        """Estimate the games to go after `played` in this run, `done` of `games` in all."""
        if self._size.interval is not None:
            return self._games_until(self._size.interval, played)
        return None if games is None else max(0, games - done)

    def to_go(self, played: int, games: float | None) -> float | None:
        """Estimate the seconds to go for so many games, after `played` in this run."""
        if self._size.seconds is not None:
            return max(0.0, self._left())
        # Those that run beside the first ones are nearly done as well, but don't count yet.
        if games is None or played < self._workers:
            return None
        return games * (time.monotonic() - self._start) / played

    def _left(self) -> float:
        assert self._size.seconds is not None
        return self._size.seconds - self._before - (time.monotonic() - self._start)

    def _games_until(self, goal: float, played: int) -> float | None:
        """Estimate the games still needed if information grows as in this run's second half."""
        now = time.monotonic()
        if now - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = now
            self.widest = width(self._store, self._tournament_id, self._plan)
            self._looks.append((played, self.widest))
        played_now, widest = self._looks[-1]
        # The last look in the first half of this run.
        played_then, before = next(
            look for look in reversed(self._looks) if look[0] <= played_now / 2
        )
        if not 0 < widest < before:
            return None
        # Information goes with ±⁻².
        current, then, last = (each**-2 for each in (widest, before, goal))
        missing = (played_now - played_then) * (last - current) / (current - then)
        return max(0.0, missing - (played - played_now))


def milliseconds(store: Store, pool: Pool, bots: Sequence[int]) -> float | None:
    """Return the mean length of a pool's games between these bots alone; None without any."""
    (row,) = store.rows(
        """SELECT avg(time_ms) AS mean FROM results WHERE game_id IN (
               SELECT g.id FROM games AS g JOIN (
                   SELECT m.id FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
                   WHERE p.variant = :variant AND p.players = :players AND m.status = 'rated'
                       AND NOT EXISTS (SELECT 1 FROM pairings AS who WHERE who.match_id = m.id
                           AND who.bot_id NOT IN (SELECT value FROM json_each(:bots)))
                   ORDER BY m.id DESC LIMIT :most
               ) AS latest ON latest.id = g.match_id)""",
        asdict(pool) | {"bots": list(bots), "most": MATCHES_LOOKED_AT},
    )
    return None if row["mean"] is None else float(row["mean"])


def information(store: Store, pool: Pool, bots: Sequence[int]) -> dict[int, tuple[float, int]]:
    """Return the information behind the Elo of each bot in the pool, and the games it took."""
    rows = store.rows(
        """SELECT r.bot_id, r.info, r.games FROM ratings AS r JOIN pools AS p ON p.id = r.pool_id
           WHERE p.variant = :variant AND p.players = :players AND p.time_class = :time_class
               AND p.negotiation = :negotiation AND p.rules_version = :rules_version
               AND r.bot_id IN (SELECT value FROM json_each(:bots))""",
        asdict(pool) | {"bots": list(bots)},
    )
    return {row["bot_id"]: (row["info"], row["games"]) for row in rows}
