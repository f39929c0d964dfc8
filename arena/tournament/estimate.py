"""How many games a tournament will take, and how long: measured, or else guessed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from arena.tournament.plan import Plan
from arena.tournament.schedule import Schedule
from arena.tournament.size import duration
from ladder.elo import SCALE, weight
from ladder.pace import information, milliseconds
from ladder.store import Store
from ladder.tournaments import Pool

GUESSED_MS = 150.0
"""A game between the bundled bots, on an ordinary machine."""
GUESSED_SPREAD = 0.15
"""E(1 - E) of a usual pair of bots: 0.25 between equals, less the more unequal they are."""
LEAST_GAMES = 20
"""With fewer, the information that a game gives about a bot is guessed."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is to be expected of a tournament."""

    games: int
    seconds: float
    measured: int
    """The pools whose games have been measured, …"""
    pools: int
    """… of all its pools."""

    @property
    def basis(self) -> str:
        """What it is based on, in words."""
        if self.measured == 0:
            guess = f"a guess of {GUESSED_MS:.0f} ms a game"
            return f"{guess}, as none between these bots has been measured"
        if self.measured < self.pools:
            return f"measured in {self.measured} of {self.pools} pools, and guessed for the others"
        return "from games measured here"

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"about {games} in {duration(max(1, self.seconds))} ({self.basis})"


def estimate(
    store: Store,
    plan: Plan,
    schedule: Schedule,
    bots: Sequence[int],
    fillers: Sequence[int],
    workers: int,
) -> Estimate:
    """What is to be expected of a plan before it begins. bots, fillers: ids."""
    games = schedule.games
    known = {
        pool: mean
        for pool in games
        if (mean := milliseconds(store, pool, [*bots, *fillers])) is not None
    }
    other = sum(known.values()) / len(known) if known else GUESSED_MS
    in_round = sum(games.values())
    seconds_of_round = sum(n * known.get(pool, other) for pool, n in games.items()) / 1000 / workers
    size = plan.size
    if size.rounds is not None:
        rounds: float = size.rounds
    elif size.games is not None:
        rounds = size.games / in_round
    elif size.seconds is not None:
        rounds = size.seconds / seconds_of_round
    else:
        assert size.interval is not None
        rounds = _rounds_until(store, games, bots, size.interval)
    return Estimate(round(rounds * in_round), rounds * seconds_of_round, len(known), len(games))


def _rounds_until(
    store: Store, games: dict[Pool, int], bots: Sequence[int], interval: float
) -> int:
    """The rounds until the official rating is this sure for every bot; at least one."""
    # From interval = 1.96 · c · (1 - 1/B) / √I, by all pools together: B bots are measured by their
    # mean, of which each is a part.
    number = max(len(bots), *(pool.players for pool in games))
    needed = (1.96 * SCALE * (1 - 1 / number) / interval) ** 2
    known = dict.fromkeys(bots, 0.0)
    in_round = dict.fromkeys(bots, 0.0)
    for pool, games_in_round in games.items():
        usual = weight(pool.players) * (pool.players - 1) * GUESSED_SPREAD
        measured = information(store, pool, bots)
        share = games_in_round * pool.players / max(len(bots), pool.players)  # of a bot
        for bot in bots:
            info, played = measured.get(bot, (0.0, 0))
            known[bot] += info
            in_round[bot] += share * (info / played if played >= LEAST_GAMES and info else usual)
    return ceil(max(1.0, *((needed - known[bot]) / in_round[bot] for bot in bots)))
