"""The bars on speed, measured in rounds, with minimum, median and maximum.

    python -m tests.bench                        all bars, for this tree
    python -m tests.bench decision random_games  some of them
    python -m tests.bench --against ../before    beside another checkout
    python -m tests.bench --keep "questions encoded once for all seats"

Each bar is a program of programs/, which says what it measures; ladder_queries and many_workers run
only if they are named, and a round of tournament takes a minute or two.

A tree is a checkout. If this one was compiled in place, it is measured compiled and pure, and its
bars follow from that. Only a quiet machine tells; status 1 if a bar is missed. `--keep` adds the
figures to tests/bench/FIGURES.md, which promises them.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import date
from functools import partial
from pathlib import Path

from tests.bench.rounds import Row, conditions, in_turn, line, markdown, pinned, ratios
from tests.bench.trees import PROGRAMS, Fails, Tree

BARS = ("decision", "random_games", "environment", "trading", "worker", "tournament")
"""Those that are measured if none is named; each is a program of `programs/`."""
UNPINNED = ("tournament", "many_workers")
KNOWN = (*BARS, "ladder_queries", "many_workers")
HERE = PROGRAMS.parents[2]
FIGURES = Path(__file__).with_name("FIGURES.md")


def main(argv: list[str] | None = None) -> int:
    """Measures; 0 if every bar holds."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bars", nargs="*", metavar="BAR", help=f"{', '.join(KNOWN)}")
    add("--against", type=checkout, help="the checkout before, to compare with")
    add("--rounds", type=int, default=5, help="of each measurement")
    add("--core", type=int, default=0, help="to which all keeps but tournaments")
    add("--amount", type=float, default=1.0, help="of games in a round; less to try it out")
    add("--keep", metavar="TEXT", help=f"what changed: adds the figures to {FIGURES.name}")
    given = parser.parse_args(argv)
    if unknown := set(given.bars) - set(KNOWN):
        parser.error(f"There is no bar {min(unknown)!r}. There are: {', '.join(KNOWN)}.")
    around = conditions(given.rounds)
    print(around)
    rows: list[Row] = []
    for bar in given.bars or BARS:
        print(f"{bar:60}{'minimum':>9}{'median':>9}{'maximum':>9}")
        try:
            with nullcontext() if bar in UNPINNED else pinned(given.core):
                found = list(measured(bar, given))
        except Fails as failure:
            print(failure, file=sys.stderr)
            return 2
        print(*map(line, found), sep="\n", flush=True)
        rows += found
    if given.keep:
        keep(given.keep, rows, around)
    missed = [row.name.strip() for row in rows if row.verdict.startswith("misses")]
    held = sum(row.verdict == "holds" for row in rows)
    print(f"{held} bars hold" + (f"; missed: {'; '.join(missed)}" if missed else ""))
    return 1 if missed else 0


def measured(bar: str, given: argparse.Namespace) -> Iterator[Row]:
    """A row for each figure of each tree, and for what it is to the tree before. Raises Fails."""
    trees = [*Tree(HERE).ways, *([given.against] if given.against else [])]
    measures = {tree.name: partial(tree.measure, bar, given.amount) for tree in trees}
    found = in_turn(given.rounds, measures)
    for tree in trees:
        judged = tree is not given.against
        for at, (name, _, unit, wanted) in enumerate(found[tree.name][0]):
            values = [figures[at][1] for figures in found[tree.name]]
            yield Row(f"{name}, {tree.name}", unit, values, wanted if judged else "")
            if judged and given.against:
                before = [figures[at][1] for figures in found[given.against.name]]
                yield Row(f"  to {given.against.name}", "×", ratios(values, before))


def checkout(text: str) -> Tree:
    """A checkout by its path."""
    path = Path(text).resolve()
    if not (path / "arena" / "rules").is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no checkout of the arena: it has no rules.")
    return Tree(path)


def keep(what: str, rows: list[Row], around: str, file: Path = FIGURES) -> None:
    """Adds a section to the page of figures, below those that are there."""
    section = f"\n## {date.today().isoformat()}: {what}\n\n{around}.\n\n{markdown(rows)}\n"
    file.write_text(file.read_text("utf-8") + section, "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
