"""What happens in play: `python -m tests.proofs.coverage [--games 300] [--variant plus]`.

Plays games of each variant between the bundled Python bots and prints how often each kind of
question, choice and event came, each building was bought, and each rule had an effect. What never
came is listed last, with status 1: nobody has seen such a rule at work.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing import Pool
from random import Random
from typing import Any
from unittest.mock import patch

from arena.rules import Game, Rulebook, catalogue, compile_rulebook, table_sizes
from arena.rules.compile import COMMON_STEPS
from arena.rules.hooks import Refusal
from arena.rules.rule import Rule
from arena.rules.rulebook import assemble
from arena.shelf.tour import asks, sorts_of_choice
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

BOTS = (TraderBot, TraderBot, RandomBot, GreedyBot)


class Watch:
    """A rulebook whose rules count their effects in `effects`; see `watched`."""

    def __init__(self) -> None:
        self.effects: Counter[str] = Counter()
        self.playing = False  # whether something happens just now, not only is looked at
        self.book: Rulebook

    @contextmanager
    def over(self) -> Iterator[None]:
        """Games played in here count."""
        play, result = Game.play, Game.result.fget
        assert result is not None

        def while_playing(verb: Callable[..., Any]) -> Callable[..., Any]:
            def played(*given: Any) -> Any:
                self.playing = True
                value = verb(*given)
                self.playing = False
                return value

            return played

        with (
            patch.object(Game, "play", while_playing(play)),
            patch.object(Game, "result", property(while_playing(result))),
        ):
            yield


def watched(book: Rulebook) -> Watch:
    """The same rulebook, which counts in `effects`, by the rule's name:

    refuses, lifts   a choice was kept from the list, or got into it
    changes          a value was changed where it mattered (coins of a harvest, a price, …)
    reacts           something followed from what happened
    breaks ties      it told who of those tied is the winner
    """
    watch = Watch()
    effects = watch.effects

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

    refusals: dict[Refusal, Refusal] = {}  # the counted one of each, which is then waived

    def counted_refusal(name: str, one: Refusal) -> Refusal:
        reason = counting(f"{name}: refuses", one.reason, lambda why, *_: bool(why))
        return refusals.setdefault(one, one._replace(reason=reason))

    for rule in book.rules:
        for one in rule.refuse:
            counted_refusal(f"rule {rule.name}", one)

    def counted_rule(rule: Rule) -> Rule:
        name = f"rule {rule.name}"
        return replace(
            rule,
            refuse=tuple(map(refusals.__getitem__, rule.refuse)),
            waive=tuple(
                refusals[one.refusal].waive(
                    counting(f"{name}: lifts", one.applies, lambda lifts, *_: lifts)
                )
                for one in rule.waive
            ),
            folds=tuple(
                one._replace(
                    change=counting(
                        f"{name}: changes {one.value.name}",
                        one.change,
                        lambda new, old, *_: watch.playing and new != old,
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
    watch.book = assemble(book.variant, book.tables, book.negotiation, rules, COMMON_STEPS)
    return watch


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
        yield from (f"{name}: changes {fold.value.name}" for fold in rule.folds)
        yield from (f"{name}: reacts to {after.moment.name}" for after in rule.after)
        if rule.ties is not None:
            yield f"{name}: breaks ties"


@lru_cache(maxsize=1)
def _watched(variant: str, players: int) -> Watch:
    return watched(compile_rulebook(variant, players))


def happened(variant: str, players: int, number: int) -> Counter[str]:
    """How often each of these came in game `number`."""
    watch = _watched(variant, players)
    watch.effects.clear()
    chance = Random(number)
    bots = [chance.choice(BOTS)() for _ in range(players)]
    seeds = [number * 7 + seat for seat in range(players)]
    with watch.over():
        played = play(watch.book, bots, b"coverage %d" % number, seeds)
    return played.happened + watch.effects


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
