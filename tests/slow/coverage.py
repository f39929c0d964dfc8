"""What happens in play: `python -m tests.slow.coverage [--games 300] [--variant high_bohn+cognac]`.

Plays games of each variant between the bundled Python bots and prints how often each kind of
question, choice and event came, and each building was bought. What never came is listed last,
with status 1: nobody has seen such a rule at work.
"""

import argparse
from collections import Counter
from collections.abc import Iterator

from arena.rules import Rulebook, catalogue, compile_rulebook, table_sizes
from tests.bots_sdk.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

BOTS = (TraderBot, RandomBot, TraderBot, GreedyBot, RandomBot, TraderBot, RandomBot)


def possible(book: Rulebook) -> Iterator[str]:
    """Everything that its steps and rules bring: asks, choices and events of their own."""
    trades = any(step.name == "trade" for step in book.tables.turn)
    for step in book.steps:
        if step.ask and (trades or not step.sealed):
            yield f"ask {step.ask}"
        for record in step.records:
            yield f"choice {record._field_defaults['do']}"  # type: ignore[attr-defined]
    for free in book.free:
        yield f"choice {free.do}"
    for place in book.places:
        yield f"choice {place.do}"
    for rule in book.rules:
        for kind in rule.events:
            yield f"event {kind.name}"


def happened(book: Rulebook, games: int) -> Counter[str]:
    """How often each of these came in so many games."""
    found: Counter[str] = Counter()
    bots = [BOTS[seat % len(BOTS)]() for seat in range(book.players)]
    for number in range(games):
        turned = bots[number % len(bots) :] + bots[: number % len(bots)]
        seeds = [number * 7 + seat for seat in range(book.players)]
        found += play(book, turned, b"coverage %d" % number, seeds).happened
    return found


def main() -> int:
    """Print the table of each variant."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=300, help="games of each variant")
    arguments.add_argument("--variant", default="", help="one variant instead of all")
    options = arguments.parse_args()
    missing = 0
    for variant in [options.variant] if options.variant else catalogue():
        sizes = table_sizes(variant)
        found: Counter[str] = Counter()
        wanted: set[str] = set()
        for players in sizes:
            book = compile_rulebook(variant, players)
            wanted |= set(possible(book))
            found += happened(book, -(-options.games // len(sizes)))
        print(f"\n{variant}, {', '.join(map(str, sizes))} players")
        for name, times in sorted(found.items()):
            print(f"  {name:<40} {times:>8}")
        for name in sorted(wanted - found.keys()):
            print(f"  {name:<40}    never")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
