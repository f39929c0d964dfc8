"""Random games of every lawful set of expansions keep every property.

Plays random games of every lawful set of expansions and options, spread over its table sizes, with
every check at every decision, but secrets, the dearest, at a tenth of them (`--secrets 1`: at all).
It prints a line a set: games, what a game cost, and what its rules can bring but no game brought.
At each table size two games more are played by stubborn players, who choose the first or the last
thing listed whatever it is.

Ctrl-C stops it; `--seed` plays other games. A broken property is printed with the command that
plays its game alone; the status is then 1.

Promise: protocol/SPEC.md, what is listed can be done, and nothing hidden is told.
"""

import argparse
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from typing import Any, NamedTuple

from arena.codec import writer
from arena.rules import Choice, Decision, Event, compile_rulebook
from tests.support.happened import happened, possible
from tests.support.lawful import lawful_sets
from tests.support.properties import play_stubbornly, play_with_every_check

TAKES = "3 h"

GAMES_IN_A_BLOCK = 20
SECONDS_A_GAME = 120  # of processor time; a game that takes more hangs
ENOUGH = 100  # games, to say what never came


class Block(NamedTuple):
    """Some games of one rulebook: what a worker plays as a whole."""

    variant: str
    players: int
    seeds: tuple[int, ...]
    secrets: float  # the share of decisions at which secrets are looked for


class Played(NamedTuple):
    """What came of a block. `broken`: the seed and the traceback of each game that failed."""

    block: Block
    seconds: float
    decisions: int
    happened: dict[str, int]
    broken: list[tuple[int, str]]


def blocks_of(
    variant: str, sizes: Sequence[int], games: int, seed: int, secrets: float = 1.0
) -> Iterator[Block]:
    """The games of a set from `seed` on, the table sizes in turns."""
    for first in range(seed, seed + games, GAMES_IN_A_BLOCK * len(sizes)):
        until = min(first + GAMES_IN_A_BLOCK * len(sizes), seed + games)
        for at, players in enumerate(sizes):
            if seeds := tuple(range(first + at, until, len(sizes))):
                yield Block(variant, players, seeds, secrets)


def play(block: Block) -> Played:
    """Play a block; a game that breaks a property does not keep the others from being played."""
    book = compile_rulebook(block.variant, block.players)
    seen: Counter[str] = Counter()

    def witness(decision: Decision, choice: Choice, events: list[Event]) -> None:
        seen.update(happened(decision, choice, events))

    started = time.process_time()
    broken: list[tuple[int, str]] = []
    signal.signal(signal.SIGVTALRM, _hangs)
    for seed in block.seeds:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_A_GAME)
        try:
            play_with_every_check(book, seed, witness, block.secrets)
            if seed < block.players:  # once at each table size, whatever it is
                play_stubbornly(book, seed, 0)
                play_stubbornly(book, seed, -1)
        except Exception:  # whatever it is, the next games may break something else
            broken.append((seed, traceback.format_exc(limit=-4)))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    decisions = sum(times for name, times in seen.items() if name.startswith("ask "))
    writer.cache_clear()  # what the writers of all rulebooks keep would fill the memory
    return Played(block, time.process_time() - started, decisions, dict(seen), broken)


def _hangs(*signal_and_frame: Any) -> None:
    raise AssertionError(f"no end after {SECONDS_A_GAME} s of processor time")


def played(blocks: Sequence[Block], jobs: int) -> Iterator[Played]:
    """The blocks played, in order; in this process if there is one job."""
    if jobs == 1:
        yield from map(play, blocks)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(play, blocks)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def tell(variant: str, blocks: Sequence[Played]) -> None:
    """Print the line of a set; `never` is what no game brought of all that its rules can bring."""
    games = sum(len(done.block.seeds) for done in blocks)
    seconds = sum(done.seconds for done in blocks)
    decisions = sum(done.decisions for done in blocks)
    came = {name for done in blocks for name in done.happened}
    sizes = sorted({done.block.players for done in blocks})
    wanted = {name for at in sizes for name in possible(compile_rulebook(variant, at))}
    never = ", ".join(sorted(wanted - came)) if games >= ENOUGH else ""
    print(
        f"{variant}, {', '.join(map(str, sizes))} players: {games} games,"
        f" {seconds / games:.2f} s and {decisions // games} decisions each"
        + (f"; never: {never}" if never else ""),
        flush=True,
    )


def tell_broken(block: Block, seed: int, trace: str) -> None:
    """Print what broke, and how to play that game alone."""
    print(
        f"\nBROKEN: {block.variant}, {block.players} players, seed {seed}\n{trace}"
        f"alone: poe prove fuzz --variant {block.variant}"
        f" --players {block.players} --seed {seed} --secrets {block.secrets} --games 1\n",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and report. 0: every property held; 1: one did not; 130: stopped before the end."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--each", "--games", type=int, default=500, metavar="GAMES", help="games of each set (500)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed (0)")
    parser.add_argument(
        "--secrets", type=float, default=0.1, help="share of decisions at which secrets are checked"
    )
    parser.add_argument("--variant", help="this set alone")
    parser.add_argument("--players", type=int, help="this table size alone")
    options = parser.parse_args(arguments)
    sets = {
        variant: tuple(size for size in sizes if options.players in (None, size))
        for variant, sizes in lawful_sets().items()
        if options.variant in (None, variant)
    }
    # The first games of every set come before the second ones: a run cut short has seen them all.
    of_sets = [
        enumerate(blocks_of(variant, sizes, options.each, options.seed, options.secrets))
        for variant, sizes in sets.items()
    ]
    blocks = [b for _, b in sorted(chain(*of_sets), key=lambda numbered: numbered[0])]
    if not blocks:
        parser.error("there is no such set of expansions at a table of that size")
    left = Counter(block.variant for block in blocks)
    by_set: dict[str, list[Played]] = defaultdict(list)
    broken = 0
    for stopping in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stopping, signal.default_int_handler)
    try:
        for done in played(blocks, options.jobs):
            variant = done.block.variant
            by_set[variant].append(done)
            left[variant] -= 1
            for seed, trace in done.broken:
                tell_broken(done.block, seed, trace)
            broken += len(done.broken)
            if not left[variant]:
                tell(variant, by_set[variant])
    except KeyboardInterrupt:
        for variant, some in by_set.items():
            if left[variant]:
                tell(variant, some)
        print("stopped before the end", flush=True)
        return 130
    print(f"{len(sets)} sets: " + (f"{broken} games broke a property" if broken else "all held"))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
