"""`arena watch`: check a bot at each save, play a few games, and compare it with the one before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic

import typer

from arena.cli.bots.submit import check
from arena.cli.games.match import match
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Common, argument
from arena.cli.options.bots import MatchOptions
from arena.cli.options.confinement import Here
from arena.cli.output.console import note, print_json, prose, say
from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.registry.permissions import granted
from arena.text.phrases import counted

if not ONLY_SHOWN:
    import numpy as np

    from arena.referee.game_types import FinishedGame
    from arena.referee.seating import Seating
    from arena.registry.files import files_of, is_clutter
    from arena.registry.lookup import as_path, existing_path
    from arena.registry.manifest import manifest_at
    from arena.registry.resolver import Resolver
    from arena.text.ratings import signed
    from arena.tournament.match import play_match
    from ladder.database.errors import UnknownBot
    from ladder.queries.compare import margin

OPPONENT = "greedy"
OTHERS = (OPPONENT, "trader")
"""Those whom a bot and its version before meet."""
MOST_S = 60.0
LEAST_DEALS = 12
SURE, SURE_EARLY = 0.98, 0.9995
"""How sure each end of an interval is after the minute, and before it, at any of many looks: where
nothing changed, one verdict of twenty at most is clear all the same, over 15 to 120 deals."""
SECONDS_BETWEEN_LOOKS = 0.5


def watch(
    bot: str = argument("BOT", "The path of a script or a folder."),
    *,
    conditions: Here,
    common: Common,
) -> None:
    """Check a bot again at each save: it also plays its version on the ladder, and greedy.

    Then the version before it, from the last save that passed or from the ladder, plays the same
    deals for a minute, or until it is clear which earns more coins.

    Ctrl-C ends it; the first games are kept like those of `arena match`.

    Examples:
        arena watch .

    JSON:
        # At each save as `arena check`; if the bot passes, as `arena match`; then, if it has a
        # version before, the two by game, and the interval of the difference:
        {"bot": str, "passed": bool, "check": [CheckStep]} | [MatchGame] | {
            "games": int, "coins": [float], "refused": [float], "interval": [float], "clear": bool,
        }
    """
    path = existing_path(bot)
    word = as_path(path)
    before: BotSpec | None = None
    # Until the end, as it keeps copies of what was saved.
    with opened(common.home) as (_, store, resolver):
        for _ in _saves(path):
            with suppress(typer.Exit):  # the author fixes what a check has found, and saves again
                try:
                    check(word, conditions=conditions, common=common)
                    table = [word, OPPONENT]
                    # A bot that was never submitted has no version on the ladder to meet.
                    with suppress(UnknownBot):
                        entered = store.find_bot(manifest_at(path)[1].name)
                        table.insert(1, entered.label)
                        before = before or granted(resolver.spec_of(entered), conditions.cap)
                    match(table, options=MatchOptions(), common=common)
                    now = granted(resolver.find_spec(word), conditions.cap)
                    if before is not None and before.hash != now.hash:
                        _compare(before, now, resolver, conditions, common.json)
                    before = now
                except ArenaError as problem:
                    note(str(problem))
            if not common.json:
                say("\nWaiting for the next save; Ctrl-C ends.", style="dim")


def _compare(
    before: BotSpec, now: BotSpec, resolver: Resolver, conditions: Here, json: bool
) -> None:
    """Play the same deals with both versions, and print how they differ."""
    others = [granted(resolver.find_spec(name), conditions.cap) for name in OTHERS]
    level, time, until = conditions.confinement(), conditions.clock(None), monotonic() + MOST_S
    found = list[list[tuple[int, int]]]()
    with closing(Seating(ask_all=conditions.allow_network, level=level)) as seating:
        play = partial(map, seating.play)
        for seed in count(1):
            both = (
                play_match(MatchOptions.variant, [bot, *others], 1, time, play, seed=seed)
                for bot in (before, now)
            )
            for games in zip(*both, strict=True):
                found.append([_of(before, games[0]), _of(now, games[1])])
            gained = np.diff(np.array(found)[:, :, 0])[:, 0]
            over = monotonic() > until
            limit = margin(gained, SURE if over else SURE_EARLY)
            clear = bool(len(found) >= LEAST_DEALS and abs(gained.mean()) > limit)
            if clear or over:
                break
    (was, refused_was), (earns, refused) = np.mean(found, axis=0)
    more, half = float(gained.mean()), margin(gained, SURE)
    low, high = more - half, more + half
    if json:
        sums = {"coins": [was, earns], "refused": [refused_was, refused], "interval": [low, high]}
        return print_json({"games": len(found), **sums, "clear": clear})
    verdict = ""
    if not gained.any():
        verdict = " Every deal ended as before."
    elif not clear:
        verdict = " Too few deals to tell: submit both, then arena sprt NEW OLD."
    prose(
        f"\nOver {counted(len(found), 'deal')} it earns {earns:.1f} coins a game, before it was "
        f"{was:.1f}: {signed(more)}, between {signed(low)} and {signed(high)}.{verdict} "
        f"{refused:.1f} answers a game were refused or cut, {refused_was:.1f} before."
    )


def _of(bot: BotSpec, game: FinishedGame) -> tuple[int, int]:
    """Return a bot's coins and refused answers in a game."""
    seat = game.spec.bots.index(bot)
    return game.scores[seat], game.seats[seat].refused


def _saves(path: Path) -> Iterator[None]:
    """Yield at once, and then whenever a file of the bot has been saved."""
    before = None
    while True:
        now = _times(path)
        if now != before:
            yield
        else:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        before = now


def _times(path: Path) -> dict[Path, int]:
    """Return when each of a bot's files changed; of all in its folder if its files are unknown."""
    files = [path]
    if path.is_dir():
        files = [each for each in path.iterdir() if each.is_file() and not is_clutter(each.name)]
    with suppress(ArenaError):
        folder, manifest = manifest_at(path)
        named = files_of(folder, manifest.files).values() if folder.is_dir() else ()
        files += [folder.joinpath(*parts) for parts in named]
    times = {}
    for file in files:
        with suppress(OSError):  # saved by removing it first
            times[file] = file.stat().st_mtime_ns
    return times
