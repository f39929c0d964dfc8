"""`arena submit`, `check`, `bots`, `retire`, `reinstate`, `disown`."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import typer

from arena.commands.checking import checking
from arena.commands.conditions import Conditions
from arena.commands.console import note, print_json, say
from arena.commands.failures import NO
from arena.commands.home import NoHome, opened, reading
from arena.commands.tables import print_table
from arena.referee.bot import BotSpec
from arena.shelf.bundled import bundled_manifests
from arena.shelf.check import Step
from arena.shelf.check import check as run_check
from arena.shelf.granting import granted, held_to
from arena.shelf.key import key_in, usual_file
from arena.shelf.manifest import read_manifest
from arena.shelf.naming import BUNDLED, existing
from arena.shelf.owners import disown as set_free
from arena.shelf.submission import TAKEN_ALONE, misses_files
from arena.shelf.submission import submit as take_in
from arena.text import harmless
from arena.text.phrases import listed
from ladder.store import Bot
from protocol import Json


def submit(
    home: Path | None,
    word: str,
    name: str,
    author: str,
    command: str,
    tc: str,
    key_file: Path | None,
    conditions: Conditions,
    json: bool,
) -> None:
    """Submit a bot and say which version it became."""
    path = existing(word)
    time, level = conditions.clock(tc), conditions.confinement([harmless(path.name)])
    key = key_in(key_file or usual_file())
    if key.new:
        note(f"Your key was made: {key.file}. Keep it: new versions of your bots need it.")
    with opened(home) as (folder, store, _), checking(quiet=json) as report:

        def examine(spec: BotSpec) -> Iterator[Step]:
            _tell_of_limits(spec, conditions)
            return run_check(granted(spec, conditions.cap), time, report.doing, level)

        told = report.done, examine, name, author, command, key.owner, report.building
        done = take_in(folder, store, path, *told, level=level)
    if json:
        print_json(
            _as_data(done.bot) | {"new": done.new, "check": [asdict(step) for step in report.steps]}
        )
    elif not done.new:
        kept = "its kept copy is whole again" if done.mended else "nothing was changed"
        say(f"{done.bot.label} is already exactly this; {kept}.")
        if done.bot.status != "active":
            say(f"It is {_status(done.bot)}. Let it play again: arena reinstate {done.bot.name}")
    else:
        say(f"Welcome, {done.bot.label}.")
        if done.twin:
            say(f"({done.twin.label} has the same files.)")
        if asked := _asks(done.bot):
            say(f"It asks for {listed(asked)}.")


def _tell_of_limits(spec: BotSpec, conditions: Conditions) -> None:
    if less := held_to(spec.needs, conditions.cap):
        note(f"{spec.name} {less}")


def check(
    home: Path | None, word: str, command: str, tc: str, conditions: Conditions, json: bool
) -> None:
    """Check a bot; exit code 1 if a step fails."""
    time, level = conditions.clock(tc), conditions.confinement()
    with opened(home) as (_, _, roster), checking(quiet=json) as report:
        spec = roster.find_spec(word, command, idle=True, building=report.building)
        _tell_of_limits(spec, conditions)
        for step in run_check(granted(spec, conditions.cap), time, report.doing, level):
            report.done(step)
    passed = all(step.passed for step in report.steps)
    if json:
        steps = [asdict(step) for step in report.steps]
        print_json({"bot": spec.name, "passed": passed, "check": steps})
    elif passed:
        say(f"{spec.name} passes.", wrap=True)
    elif misses_files(report.steps[-1]) and Path(word).is_file():
        say(TAKEN_ALONE, wrap=True)
    if not passed:
        raise typer.Exit(NO)


def show(home: Path | None, everything: bool, json: bool) -> None:
    """List the bots of the ladder, and the bundled ones that have not played yet."""
    try:
        with reading(home) as store:
            bots = [bot for bot in store.bots() if everything or bot.status != "retired"]
    except NoHome:
        bots = []
    known = {bot.name for bot in bots}
    waiting = [
        read_manifest(file) for name, file in bundled_manifests().items() if name not in known
    ]
    if json:
        fresh = [
            {"name": each.name, "author": each.author, "language": each.language, "bundled": True}
            for each in waiting
        ]
        print_json([_as_data(bot) for bot in bots] + fresh)
        return
    rows = [
        (
            bot.label,
            harmless(bot.language),
            harmless(bot.author),
            _status(bot),
            bot.added_at[:10],
        )
        for bot in bots
    ]
    rows += [
        (each.name, each.language, harmless(each.author), "bundled, not yet played", "")
        for each in waiting
    ]
    print_table(("bot", "language", "author", "status", "since"), rows, left=range(5))


def set_status(
    home: Path | None, word: str, status: Literal["active", "retired"], json: bool
) -> None:
    """Retire or reinstate a bot."""
    with opened(home) as (_, store, roster):
        bot = store.set_status(roster.find(word, idle=True).id, status)
    if json:
        print_json(_as_data(bot))
    else:
        say(f"{bot.label} is {bot.status}.")


def disown(home: Path | None, word: str, json: bool) -> None:
    """Set a bot free for the author who submits its next version."""
    with opened(home) as (_, store, roster):
        bot = roster.find(word, idle=True)
        freed = set_free(store, bot)
        if json:
            print_json([_as_data(store.bot(each.id)) for each in freed])
        elif freed:
            labels = listed([each.label for each in freed])
            say(f"Set free: {labels}. The author of the next version will own it.")
        else:
            say(f"{bot.name} has no owner; the author of the next version will own it.")


def _asks(bot: Bot) -> list[str]:
    """What a bot is given that not every bot is."""
    network = ["the network"] if bot.manifest.get("network") else []
    return [*network, *(f"${name}" for name in bot.manifest.get("pass_env", ()))]


def _status(bot: Bot) -> str:
    bundled = "bundled, " if bot.manifest.get(BUNDLED) else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    return f"{bundled}{bot.status}{reason}"


def _as_data(bot: Bot) -> Json:
    return {
        "name": bot.name,
        "version": bot.version,
        "author": bot.author,
        "language": bot.language,
        "status": bot.status,
        "reason": bot.reason,
        "hash": bot.hash,
        "owner": bot.owner,
        "added_at": bot.added_at,
        "bundled": bool(bot.manifest.get(BUNDLED)),
    }
