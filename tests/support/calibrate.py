"""Plays the reference field in every pool, and writes how strong its bots are: the calibration.

    poe calibrate --hours 4

The bots are asked in this process, as by the referee but without pipes and clocks. Games go on
where the file ends, whose sums are all that is known of them: so it may be interrupted at any time
(Ctrl-C), and the same seed gives the same file. When a bot or the rules have changed, it begins
the next file, and the older ones stay. At each table every seat is drawn from the field, so that
each bot meets the others in all proportions. If greedy has changed, it first plays the one before,
from a checkout of that version, so that the scale stays where it was:

    poe calibrate --hours 4 --before ../arena-1.0
"""

import argparse
import math
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from heapq import heapify, heapreplace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from zlib import crc32

import numpy as np

from arena.cli.options.tournament_options import USUAL_VARIANTS
from arena.home import open_home
from arena.registry.bundled import prepare
from arena.rules import RULES_VERSION, Result, catalogue, compile_rulebook, full_name
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from arena.tournament.plan import limits_of
from ladder.ratings.calibration import FIELD, ORIGIN, Calibration, PoolResults
from ladder.ratings.scope import NORMAL
from ladder.statistics.elo import SCALE, rated_pairs
from tests.support.in_process import play
from tests.support.lawful import tables

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

KINDS = {"random": RandomBot, "greedy": GreedyBot, "trader": TraderBot}
FILES = Path(__file__).parents[2] / "ladder" / "ratings" / "calibrations"
GAMES = 100_000
SAVE_EVERY_S = 20.0
USUAL, LISTED, OTHER = 100, 8, 1
"""How often a pool is played: of the games that tournaments play if nothing else is said; of those
that `arena variants` lists; with options."""

OLDER = "older"
"""What ORIGIN of the version before is called."""
Pool = tuple[str, int]
Link = tuple[float, float]


def hashes() -> dict[str, str]:
    """The content hash of each bot of the field, as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        home = open_home(Path(folder))
        return {name: prepare(home, name).spec.hash for name in FIELD}


def pools() -> dict[Pool, int]:
    """Every lawful variant at every size of table, and how often it is played."""
    listed, usual = {*catalogue()}, USUAL_VARIANTS.split(",")
    return {
        (full_name(variant), players): USUAL
        if variant in usual
        else LISTED
        if variant in listed
        else OTHER
        for variant, players in tables()
    }


def game(pool: Pool, number: int, secret: bytes) -> tuple[list[int], Result]:
    """Play a pool's game of that number: who sat where, as places in FIELD, and the result."""
    match = match_of(pool, number)
    seats = table(pool[1], Draws(secret, "table", match))
    seeds = bot_seeds(secret, match, [FIELD[seat] for seat in seats])
    bots = [KINDS[FIELD[seat]]() for seat in seats]
    return seats, play(compile_rulebook(*pool), bots, deal_seed(secret, match), seeds).result


def match_of(pool: Pool, number: int) -> int:
    """The number by which the deal of a game is drawn."""
    return (crc32(f"{pool[0]} {pool[1]}".encode()) << 32) + number


def table(players: int, draws: Draws) -> list[int]:
    """Who sits where: anybody anywhere, but not all the same."""
    while True:
        seats = [draws.below(len(FIELD)) for _ in range(players)]
        if len(set(seats)) > 1:
            return seats


def order(played: dict[Pool, PoolResults]) -> Iterator[tuple[Pool, int]]:
    """The games to come, for ever: the pool whose share is smallest is next."""
    share = pools()
    waiting = [
        (played[pool].games / often, at, pool, played[pool].games)
        for at, (pool, often) in enumerate(share.items())
    ]
    heapify(waiting)
    while True:
        _, at, pool, number = waiting[0]
        yield pool, number
        heapreplace(waiting, ((number + 1) / share[pool], at, pool, number + 1))


def begun(bots: dict[str, str], folder: Path = FILES) -> tuple[Path, Calibration]:
    """The file of these bots under these rules, and what it or the one before it has."""
    last = max(int(each.stem) for each in folder.glob("*.json"))
    path = folder / f"{last}.json"
    found = Calibration.read(path.read_text("utf-8"))
    if dict(found.bots) == bots and found.rules_version == RULES_VERSION:
        return path, found
    print("The bots or the rules have changed: a new calibration begins.")
    return folder / f"{last + 1}.json", replace(found, pools={})


def linked(before: Path, games: int, secret: bytes) -> tuple[float, float]:
    """How far ORIGIN is above that of another checkout, with the 95% interval, in Elo points."""
    spec = spec_from_file_location(OLDER, before / "bots" / "python" / f"{ORIGIN}.py")
    assert spec is not None and spec.loader is not None
    older = module_from_spec(spec)
    spec.loader.exec_module(older)
    kinds = KINDS | {OLDER: older.GreedyBot}
    usual = [pool for pool, often in pools().items() if often == USUAL]
    scores, met = np.zeros((2, games))
    for number, pool in zip(range(games), cycle(usual), strict=False):
        match = match_of(pool, number)
        draws = Draws(secret, OLDER, match)
        others = [FIELD[draws.below(len(FIELD))] for _ in range(pool[1] - 2)]
        names = draws.shuffled([ORIGIN, OLDER, *others])
        seeds, bots = bot_seeds(secret, match, names), [kinds[name]() for name in names]
        result = play(compile_rulebook(*pool), bots, deal_seed(secret, match), seeds).result
        for one, other, score in rated_pairs(range(pool[1]), result.places):
            if {names[one], names[other]} == {ORIGIN, OLDER}:
                scores[number] += score if names[one] == ORIGIN else 1 - score
                met[number] += 1
    share = (scores.sum() + 0.5) / (met.sum() + 1)
    error = np.sqrt(((scores - share * met) ** 2).sum()) / met.sum() / share / (1 - share)
    return float(SCALE * np.log(share / (1 - share))), float(NORMAL * SCALE * error)


def save(path: Path, bots: dict[str, str], played: dict[Pool, PoolResults], link: Link) -> None:
    """Write the file, whole or not at all."""
    some = {pool: each for pool, each in played.items() if each.games}
    limits = limits_of(compile_rulebook("classic", 3), talk=True)
    draft = path.with_suffix(".draft")
    draft.write_text(Calibration(RULES_VERSION, limits, bots, some, link).text, "utf-8")
    draft.replace(path)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others


def _play(task: tuple[Pool, int, bytes]) -> tuple[Pool, list[int], tuple[int, ...]]:
    seats, result = game(*task)
    return task[0], seats, tuple(result.places)


def main() -> None:
    """Plays on."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help="stop when there are so many")
    parser.add_argument("--hours", type=float, help="stop after so long")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--before", type=Path, help="a checkout of the version before")
    parser.add_argument("--link", type=int, default=2_000, help="the games against its greedy")
    given = parser.parse_args()
    bots = hashes()
    path, found = begun(bots)
    secret, began = new_secret(given.seed), monotonic()
    played = {pool: found.pools.get(pool, PoolResults()) for pool in pools()}
    link = found.link
    if found.bots[ORIGIN] != bots[ORIGIN]:
        if given.before is None:
            parser.error(f"{ORIGIN} has changed: name a checkout of the version before by --before")
        above, half = linked(given.before, given.link, secret)
        link = link[0] + above, math.hypot(link[1], half)
    total = before = sum(each.games for each in played.values())
    saved = began
    tasks = ((pool, number, secret) for pool, number in order(played))
    some = (next(tasks) for _ in range(given.games - total))
    with (
        get_context("fork").Pool(given.workers, _begin) as worker_pool,
        suppress(KeyboardInterrupt),
    ):
        for pool, seats, places in worker_pool.imap(_play, some):
            played[pool].add(seats, places)
            total += 1
            now = monotonic()
            if now - saved >= SAVE_EVERY_S:
                save(path, bots, played, link)
                saved = now
                left = (given.games - total) * (now - began) / (total - before) / 3600
                print(f"{total} of {given.games} games, {left:.1f} h left", flush=True)
            if given.hours and now - began >= 3600 * given.hours:
                break
    save(path, bots, played, link)
    print(f"{total} games are in {path}.")


if __name__ == "__main__":
    main()
