"""What happens in play: `python -m tests.proofs.coverage [--games 300] [--variant plus]`.

Plays games of each variant between the bundled Python bots and prints how often each kind of
question, choice and event came, each building was bought, and each rule had an effect. What never
came is listed last, with status 1: nobody has seen such a rule at work.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import lru_cache, partial
from multiprocessing import Pool
from random import Random
from typing import Any

from arena.rules import Game, Result, Rulebook, catalogue, compile_rulebook, table_sizes
from arena.rules.compile import COMMON_STEPS
from arena.rules.rule import Rule
from arena.rules.rulebook import assemble
from arena.shelf.tour import asks, sorts_of_choice
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

BOTS = (TraderBot, TraderBot, RandomBot, GreedyBot)


class Watched(Rulebook):
    """A rulebook whose rules' effects are counted; see `watched`."""

    __slots__ = ("effects", "playing")
    effects: Counter[str]
    playing: list[bool]  # whether something happens just now, not only is looked at

    def apply(self, game: Game, seat: int, choice: Any) -> Any:
        self.playing[0] = True
        events = super().apply(game, seat, choice)
        self.playing[0] = False
        return events

    def result(self, game: Game) -> Result:
        self.playing[0] = True
        result = super().result(game)
        self.playing[0] = False
        return result


def watched(book: Rulebook) -> Watched:
    """The same rulebook, which counts in `effects`, by the rule's name:

    refuses, lifts   a choice was kept from the list, or got into it
    changes          a value was changed where it mattered (coins of a harvest, a price, …)
    reacts           something followed from what happened
    breaks ties      it told who of those tied is the winner
    """
    effects: Counter[str] = Counter()
    playing = [False]

    def counting(name: str, hook: Callable[..., Any], had: Callable[..., bool]) -> Any:
        def counted(*given: Any) -> Any:
            value = hook(*given)
            if had(value, *given):
                effects[name] += 1
            return value

        return counted

    def reacting(name: str, then: Callable[..., None]) -> Any:
        def counted(game: Game, *given: Any) -> None:
            before = game.copy()
            then(game, *given)
            effects[name] += game != before

        return counted

    def counted_rule(rule: Rule) -> Rule:
        name = f"rule {rule.name}"
        return replace(
            rule,
            refuse=tuple(
                one._replace(
                    reason=counting(f"{name}: refuses", one.reason, lambda why, *_: bool(why))
                )
                for one in rule.refuse
            ),
            waive=tuple(
                one._replace(
                    applies=counting(f"{name}: lifts", one.applies, lambda lifts, *_: lifts)
                )
                for one in rule.waive
            ),
            folds=tuple(
                one._replace(
                    change=counting(
                        f"{name}: changes {one.value}",
                        one.change,
                        lambda new, old, *_: playing[0] and new != old,
                    )
                )
                for one in rule.folds
            ),
            after=tuple(
                one._replace(then=reacting(f"{name}: reacts to {one.what}", one.then))
                for one in rule.after
            ),
            ties=rule.ties
            and counting(
                f"{name}: breaks ties", rule.ties, lambda left, _, __, tied: len(left) < len(tied)
            ),
        )

    rules = tuple(map(counted_rule, book.rules))
    made = assemble(book.variant, book.tables, book.negotiation, rules, COMMON_STEPS)
    seeing = Watched(**{field.name: getattr(made, field.name) for field in fields(Rulebook)})
    object.__setattr__(seeing, "effects", effects)
    object.__setattr__(seeing, "playing", playing)
    return seeing


def possible(book: Rulebook) -> Iterator[str]:
    """Everything that its steps and rules bring: asks, choices, events and effects of their own."""
    yield from (f"ask {ask}" for ask in asks(book))
    yield from (f"choice {do}" for do in sorts_of_choice(book))
    for rule in book.rules:
        for kind in rule.events:
            yield f"event {kind.name}"
            if kind.name == "bought_building":
                shop = rule.data(book.tables) if rule.data else {}
                yield from (f"building {building['name']}" for building in shop["buildings"])
        name = f"rule {rule.name}"
        yield from (f"{name}: refuses" for _ in rule.refuse)
        yield from (f"{name}: lifts" for _ in rule.waive)
        yield from (f"{name}: changes {fold.value}" for fold in rule.folds)
        yield from (f"{name}: reacts to {after.what}" for after in rule.after)
        if rule.ties is not None:
            yield f"{name}: breaks ties"


@lru_cache(maxsize=1)
def _watched(variant: str, players: int) -> Watched:
    return watched(compile_rulebook(variant, players))


def happened(variant: str, players: int, number: int) -> Counter[str]:
    """How often each of these came in game `number`."""
    book = _watched(variant, players)
    book.effects.clear()
    chance = Random(number)
    bots = [chance.choice(BOTS)() for _ in range(players)]
    seeds = [number * 7 + seat for seat in range(players)]
    return play(book, bots, b"coverage %d" % number, seeds).happened + book.effects


def main() -> int:
    """Print the table of each variant."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=300, help="games of each variant")
    arguments.add_argument("--variant", default="", help="one variant instead of all")
    arguments.add_argument("--jobs", type=int, default=2, help="processes")
    options = arguments.parse_args()
    missing = 0
    with Pool(options.jobs) as pool:
        for variant in [options.variant] if options.variant else catalogue():
            sizes = table_sizes(variant)
            found: Counter[str] = Counter()
            wanted: set[str] = set()
            for players in sizes:
                wanted |= set(possible(compile_rulebook(variant, players)))
                games = range(-(-options.games // len(sizes)))
                for counts in pool.imap_unordered(partial(happened, variant, players), games):
                    found += counts
            print(f"\n{variant}, {', '.join(map(str, sizes))} players")
            for name, times in sorted(found.items()):
                print(f"  {name:<48} {times:>8}")
            for name in sorted(wanted - found.keys()):
                print(f"  {name:<48}    never", flush=True)
                missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
