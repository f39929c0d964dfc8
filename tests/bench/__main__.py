"""The bars on speed, measured: each a ratio of rounds in turn, with minimum, median and maximum.

    python -m tests.bench                        all bars, for this tree
    python -m tests.bench decision process       some of them
    python -m tests.bench --against ../before    beside another checkout
    python -m tests.bench --fastchess ~/fastchess --open-spiel ~/spiel/bin/python
    python -m tests.bench --keep "questions encoded once for all seats"

Bars:
  decision      four of the smallest bots through the referee, confined: beside a move of fastchess,
                and beside the tree before (`poe costs` has every variant)
  process       random games in process: beside OpenSpiel's hearts
  environment   random steps with observation and mask: beside OpenSpiel's hearts with both
  bots          a decision of the bundled trader
  tournament    the README's tournament with fewer rounds: games a second, fixed cost; two workers
                against one, and against what bare loops gain from a second core; our share of a
                decision. About a quarter of an hour for a compiled tree and an earlier one.

A tree is a checkout. If this one was compiled in place, it is measured compiled and pure, and its
bars follow from that. Only a quiet machine tells; status 1 if a bar is missed. `--keep` adds the
figures to tests/bench/FIGURES.md, which promises them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

from tests.bench import bar_bots, bar_decision, bar_environment, bar_process, bar_tournament
from tests.bench.peers import Missing
from tests.bench.rounds import Row, conditions, line, markdown
from tests.bench.run import Run
from tests.bench.trees import Fails, Tree

BARS = {
    "decision": bar_decision,
    "process": bar_process,
    "environment": bar_environment,
    "bots": bar_bots,
    "tournament": bar_tournament,
}
HERE = Path(__file__).resolve().parents[2]
FIGURES = Path(__file__).with_name("FIGURES.md")


def main(argv: list[str] | None = None) -> int:
    """Measures; 0 if every bar holds."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("bars", nargs="*", metavar="BAR", help=f"{', '.join(BARS)}; default: all")
    add("--against", type=tree, help="the checkout before, to compare with")
    add("--fastchess", type=Path, help="the program; default: as installed")
    add("--open-spiel", type=Path, metavar="PYTHON", help="a Python that has pyspiel")
    add("--rounds", type=int, default=5, help="of each measurement")
    add("--core", type=int, default=0, help="to which all keeps but tournaments")
    add("--amount", type=float, default=1.0, help="of games in a round; less to try it out")
    add("--keep", metavar="TEXT", help=f"what changed: adds the figures to {FIGURES.name}")
    given = parser.parse_args(argv)
    unknown = set(given.bars) - BARS.keys()
    if unknown:
        parser.error(f"There is no bar {min(unknown)!r}. There are: {', '.join(BARS)}.")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the bots may be somebody else
        run = Run(
            Tree(HERE).ways,
            given.against,
            Path(folder),
            given.rounds,
            given.core,
            given.amount,
            given.fastchess,
            given.open_spiel,
        )
        around = conditions(run.rounds, run.core)
        print(around)
        rows: list[Row] = []
        for name in given.bars or BARS:
            print(f"{name:60}{'minimum':>9}{'median':>9}{'maximum':>9}")
            try:
                for row in BARS[name].rows(run):
                    print(line(row), flush=True)
                    rows.append(row)
            except Missing as missing:
                run.skip(str(missing))
            except Fails as failure:
                print(failure, file=sys.stderr)
                return 2
    if given.keep:
        keep(given.keep, rows, "; ".join([around, *run.said]))
    missed = [row.name.strip() for row in rows if not row.holds]
    held = sum(bool(row.bar) and row.holds for row in rows)
    print(f"{held} bars hold" + (f"; missed: {'; '.join(missed)}" if missed else ""))
    return 1 if missed else 0


def tree(text: str) -> Tree:
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
