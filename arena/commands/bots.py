"""`arena submit`, `check`, `bots`, `retire`, `reinstate`."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import typer

from arena.commands.console import console, print_json, print_table, say
from arena.commands.failures import NO
from arena.commands.house import NoHome, opened, reading
from arena.referee.clock import TimeControl
from arena.shelf.bundled import bundled_manifests
from arena.shelf.check import Step
from arena.shelf.check import check as run_check
from arena.shelf.manifest import read_manifest
from arena.shelf.roster import BUNDLED, looks_like_path
from arena.shelf.submission import TAKEN_ALONE
from arena.shelf.submission import submit as take_in
from arena.text import harmless
from ladder.store import Bot


class _Report:
    """Prints the steps of a check as they finish, or gathers them for JSON."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.steps: list[Step] = []

    def __call__(self, step: Step) -> None:
        self.steps.append(step)
        if not self.quiet:
            show_step(step)


def show_step(step: Step) -> None:
    """One line for a step; for a failed one the reason and what the bot wrote."""
    verdict = "Passed" if step.passed else "Failed"
    console().print(f"Step {step.number}: {step.title} … ", end="")
    console().print(verdict, style="green" if step.passed else "bold red", end="")
    say(f" ({harmless(step.detail)})" if step.detail else "")
    if step.output and not step.passed:
        say("        The bot wrote on its standard error:")
        for each in step.output.rstrip().splitlines():
            say(f"        | {harmless(each)}")


def submit(
    home: Path | None, path: Path, name: str, author: str, command: str, tc: str, json: bool
) -> None:
    """Take in a bot and say which version it became."""
    time = TimeControl.parse(tc)
    report = _Report(quiet=json)
    with opened(home) as (folder, store, _):
        done = take_in(folder, store, path, report, time, name, author, command)
    if json:
        print_json(
            _as_data(done.bot) | {"new": done.new, "check": [asdict(step) for step in report.steps]}
        )
    elif not done.new:
        say(f"{done.bot.label} is exactly this already; nothing was changed.")
    else:
        say(f"Welcome, {done.bot.label}.")
        if done.twin:
            say(f"({done.twin.label} consists of the same files.)")


def check(home: Path | None, word: str, command: str, tc: str, json: bool) -> None:
    """Check a bot; exit code 1 if a step fails."""
    time = TimeControl.parse(tc)
    report = _Report(quiet=json)
    with opened(home) as (_, _, roster):
        if command or looks_like_path(word):
            spec = roster.spec_at(Path(word), command)
        else:
            spec = roster.find_spec(word)
        for step in run_check(spec, time):
            report(step)
    passed = all(step.passed for step in report.steps)
    if json:
        steps = [asdict(step) for step in report.steps]
        print_json({"bot": spec.name, "passed": passed, "check": steps})
    elif passed:
        say(f"{spec.name} passes.")
    elif not report.steps[0].passed and Path(word).is_file():
        say(TAKEN_ALONE)
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
            bot.hash,
        )
        for bot in bots
    ]
    rows += [
        (each.name, each.language, harmless(each.author), "bundled, not yet played", "", "")
        for each in waiting
    ]
    print_table(("bot", "language", "author", "status", "since", "content"), rows, left=range(6))


def set_status(
    home: Path | None, name: str, status: Literal["active", "retired"], json: bool
) -> None:
    """Retire or reinstate the newest version of a bot."""
    with opened(home) as (_, store, _):
        bot = store.set_status(store.find_bot(name).id, status)
    if json:
        print_json(_as_data(bot))
    else:
        say(f"{bot.label} is {bot.status}.")


def _status(bot: Bot) -> str:
    bundled = "bundled, " if bot.manifest.get(BUNDLED) else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    return f"{bundled}{bot.status}{reason}"


def _as_data(bot: Bot) -> dict[str, Any]:
    return {
        "name": bot.name,
        "version": bot.version,
        "author": bot.author,
        "language": bot.language,
        "status": bot.status,
        "reason": bot.reason,
        "hash": bot.hash,
        "added_at": bot.added_at,
        "bundled": bool(bot.manifest.get(BUNDLED)),
    }
