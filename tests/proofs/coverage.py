"""Every rule of every variant comes up between the bundled bots, and how often.

Plays games of each variant between the bundled Python bots and prints how often each kind of
question, choice, event and thing bought came, and each rule had an effect. What never
came is listed last, with status 1: nobody has seen such a rule at work.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import lru_cache, partial
from multiprocessing import Pool
from random import Random
from typing import Any, SupportsIndex

import tests.support.pure  # isort: skip  # noqa: F401  (it subclasses the rulebook)

from arena.rules import (
    Choice,
    Event,
    Game,
    Result,
    Rulebook,
    catalogue,
    compile_rulebook,
    table_sizes,
)
from arena.rules.compile import COMMON_STEPS
from arena.rules.hooks import Waiver
from arena.rules.rule import Rule
from arena.rules.rulebook import assemble
from tests.support.happened import possible
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

TAKES = "30 min"

BOTS = (TraderBot, TraderBot, RandomBot, GreedyBot)


class Watched(Rulebook):
    """A rulebook whose rules' effects are counted; see `watched`."""

    __slots__ = ("effects", "playing")
    effects: Counter[str]
    playing: list[bool]  # whether something happens just now, not only is looked at

    def start(self, seed: bytes | SupportsIndex, wants: Sequence[Iterable[str]] = ()) -> Game:
        game = super().start(seed, wants)
        game.__class__ = WatchedGame
        return game


class WatchedGame(Game):
    """A game that says when something happens in it."""

    __slots__ = ()
    book: Watched

    def play(self, seat: int, choice: Choice) -> list[Event]:
        self.book.playing[0] = True
        events = super().play(seat, choice)
        self.book.playing[0] = False
        return events

    @property
    def result(self) -> Result:
        self.book.playing[0] = True
        result = super().result
        self.book.playing[0] = False
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

    refusals = {
        one: one._replace(
            reason=counting(f"rule {rule.name}: refuses", one.reason, lambda why, *_: bool(why))
        )
        for rule in book.rules
        for one in rule.refuse
    }

    def counted_rule(rule: Rule) -> Rule:
        name = f"rule {rule.name}"
        return replace(
            rule,
            refuse=tuple(refusals[one] for one in rule.refuse),
            waive=tuple(
                Waiver(
                    refusals[one.refusal],
                    counting(f"{name}: lifts", one.applies, lambda lifts, *_: lifts),
                )
                for one in rule.waive
            ),
            folds=tuple(
                one._replace(
                    change=counting(
                        f"{name}: changes {one.value.name}",
                        one.change,
                        lambda new, old, *_: playing[0] and new != old,
                    )
                )
                for one in rule.folds
            ),
            after=tuple(
                one._replace(
                    reaction=reacting(f"{name}: reacts to {one.moment.name}", one.reaction)
                )
                for one in rule.after
            ),
            ties=rule.ties
            and counting(
                f"{name}: breaks ties", rule.ties, lambda left, _, tied: len(left) < len(tied)
            ),
        )

    rules = tuple(map(counted_rule, book.rules))
    made = assemble(book.variant, book.tables, book.negotiation, rules, COMMON_STEPS)
    seeing = Watched(**{field.name: getattr(made, field.name) for field in fields(Rulebook)})
    object.__setattr__(seeing, "effects", effects)
    object.__setattr__(seeing, "playing", playing)
    return seeing


def effects(book: Rulebook) -> Iterator[str]:
    """The effects that its rules may have, as `watched` calls them."""
    for rule in book.rules:
        name = f"rule {rule.name}"
        yield from (f"{name}: refuses" for _ in rule.refuse)
        yield from (f"{name}: lifts" for _ in rule.waive)
        yield from (f"{name}: changes {fold.value.name}" for fold in rule.folds)
        yield from (f"{name}: reacts to {after.moment.name}" for after in rule.after)
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
                book = compile_rulebook(variant, players)
                wanted |= {*possible(book), *effects(book)}
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
