"""Random games of every lawful set of expansions keep every property.

Plays random games of every lawful set of expansions and options, spread over its table sizes, with
every check at every decision, but secrets, the dearest, at a tenth of them (`--secrets 1`: at all).
It prints a line a set: games, what a game cost, and what its rules
can bring but no game brought. At each table size two games more are played by stubborn players, who
choose the first or the last thing listed whatever it is.

Ctrl-C stops it. With `--journal FILE` it goes on from there the next time and plays nothing twice.
A broken property is printed with the command that plays its game alone; the status is then 1.
"""

import argparse
import json
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from arena.codec import writer
from arena.rules import Choice, Decision, Event, compile_rulebook
from tests.support.happened import happened, possible
from tests.support.lawful import lawful_sets
from tests.support.properties import play_stubbornly, play_with_every_check

TAKES = "3 h"

GAMES_IN_A_BLOCK = 20
SECONDS_A_GAME = 120  # of processor time; a game that takes more hangs
TELL_EVERY = 30.0  # seconds
ENOUGH = 100  # games, to say what never came


class Block(NamedTuple):
    """Some games of one rulebook: what a worker plays, and the journal keeps, as a whole."""

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


class Journal:
    """Blocks that have been played, a line of JSON each; without a file it forgets them."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.known: dict[Block, Played] = {}
        if file is not None and file.exists():
            for line in file.read_text().splitlines():
                (variant, players, seeds, secrets), *rest = json.loads(line)
                done = Played(Block(variant, players, tuple(seeds), secrets), *rest)
                self.known[done.block] = done

    def add(self, done: Played) -> None:
        """Note a block, unless something broke: that is to be played again."""
        if self.file is not None and not done.broken:
            with self.file.open("a") as file:
                file.write(json.dumps(done) + "\n")


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


class Report:
    """Collects what was played and prints it: a line a set, progress in between."""

    def __init__(self, sets: dict[str, tuple[int, ...]], blocks: Sequence[Block]) -> None:
        self.sets = sets
        self.left = Counter(block.variant for block in blocks)
        self.games = sum(len(block.seeds) for block in blocks)
        self.by_set: dict[str, list[Played]] = defaultdict(list)
        self.done = self.fresh = self.broken = 0
        self.started = self.told = time.monotonic()

    def add(self, done: Played, fresh: bool) -> None:
        """Count a block, fresh or from the journal."""
        block = done.block
        self.by_set[block.variant].append(done)
        self.done += len(block.seeds)
        self.fresh += len(block.seeds) * fresh
        self.left[block.variant] -= 1
        for seed, trace in done.broken:
            self.broken += 1
            print(
                f"\nBROKEN: {block.variant}, {block.players} players, seed {seed}\n{trace}"
                f"alone: poe prove fuzz --variant {block.variant}"
                f" --players {block.players} --seed {seed} --secrets {block.secrets} --games 1\n",
                flush=True,
            )
        if not self.left[block.variant]:
            self._set(block.variant)
        if fresh and time.monotonic() - self.told > TELL_EVERY:
            self.told = time.monotonic()
            to_go = (self.told - self.started) / self.fresh * (self.games - self.done)
            print(
                f"{self.done} of {self.games} games ({100 * self.done // self.games} %),"
                f" {to_go / 60:.0f} min to go",
                file=sys.stderr,
                flush=True,
            )

    def unfinished(self) -> None:
        """The lines of the sets of which some games were played, and not all."""
        for variant in self.sets:
            if self.left[variant] and self.by_set[variant]:
                self._set(variant)

    def _set(self, variant: str) -> None:
        """The line of a set; `never` is what no game brought of all that its rules can bring."""
        blocks = self.by_set[variant]
        games = sum(len(done.block.seeds) for done in blocks)
        seconds = sum(done.seconds for done in blocks)
        decisions = sum(done.decisions for done in blocks)
        came = {name for done in blocks for name in done.happened}
        sizes = sorted({done.block.players for done in blocks})
        books = [compile_rulebook(variant, at) for at in sizes]
        wanted = {name for book in books for name in possible(book)}
        never = ", ".join(sorted(wanted - came)) if games >= ENOUGH else ""
        print(
            f"{variant}, {', '.join(map(str, sizes))} players: {games} games,"
            f" {seconds / games:.2f} s and {decisions // games} decisions each"
            + (f"; never: {never}" if never else ""),
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
    parser.add_argument("--journal", type=Path, help="a file that remembers what has been played")
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
    journal, report = Journal(options.journal), Report(sets, blocks)
    for block in blocks:
        if block in journal.known:
            report.add(journal.known[block], fresh=False)
    for stopping in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stopping, signal.default_int_handler)
    try:
        for done in played([b for b in blocks if b not in journal.known], options.jobs):
            journal.add(done)
            report.add(done, fresh=True)
    except KeyboardInterrupt:
        report.unfinished()
        print(f"stopped after {report.done} of {report.games} games", flush=True)
        return 130
    what = f"{report.done} games of {len(sets)} sets"
    print(f"{what}: {report.broken} broke a property" if report.broken else f"{what}: all held")
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
