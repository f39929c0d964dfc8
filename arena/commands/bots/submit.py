"""`arena submit`, `arena check`: a bot is checked, and entered on the ladder."""

from dataclasses import asdict
from pathlib import Path

import typer

from arena.commands.bots.check_progress import checking
from arena.commands.bots.listing import bot_data, bot_status
from arena.commands.exit_codes import NO
from arena.commands.home import opened
from arena.options.bots import SubmitOptions
from arena.options.confinement import Conditions
from arena.printing.console import note, print_json, say
from arena.referee.bot import BotSpec
from arena.registry.check import check as run_check
from arena.registry.lookup import existing_path
from arena.registry.owners import default_key_file, read_or_create_key
from arena.registry.permissions import on_trial, reduced_limits
from arena.registry.submission import TAKEN_ALONE, misses_files, pending_bot
from arena.sandbox.needs import Needs
from arena.text import harmless
from arena.text.phrases import listed
from ladder.database.store import Bot


def submit(
    home: Path | None,
    word: str,
    wanted: SubmitOptions,
    json: bool,
) -> None:
    """Submit a bot and say which version it became."""
    path, conditions = existing_path(word), wanted.conditions
    time, level = conditions.clock(wanted.tc), conditions.confinement([harmless(path.name)])
    cap = conditions.cap
    key = read_or_create_key(wanted.key_file or default_key_file())
    if key.new:
        note(f"Your key was made: {key.file}. Keep it: new versions of your bots need it.")
    with opened(home) as (folder, store, _), checking(quiet=json) as report:
        about = wanted.name, wanted.author, wanted.cmd, key.owner, report.building
        with pending_bot(folder, store, path, *about, level) as bot:
            if not bot.known:
                spec = bot.spec
                _tell_of_limits(spec, cap)
                for step in run_check(on_trial(spec, cap), time, report.doing, level):
                    report.done(step)
                    bot.require(step)
            done = bot.enter()
    if json:
        print_json(
            bot_data(done.bot) | {"new": done.new, "check": [asdict(step) for step in report.steps]}
        )
    elif not done.new:
        kept = "its kept copy is whole again" if done.mended else "nothing was changed"
        say(f"{done.bot.label} is already exactly this; {kept}.")
        if done.bot.status != "active":
            say(f"It is {bot_status(done.bot)}. Let it play again: arena reinstate {done.bot.name}")
    else:
        say(f"Welcome, {done.bot.label}.")
        if done.twin:
            say(f"({done.twin.label} has the same files.)")
        if asked := _asks(done.bot):
            say(f"It asks for {listed(asked)}.")


def _tell_of_limits(spec: BotSpec, cap: Needs) -> None:
    if less := reduced_limits(spec.needs, cap):
        note(f"{spec.name} {less}")


def check(
    home: Path | None, word: str, command: str, tc: str | None, conditions: Conditions, json: bool
) -> None:
    """Check a bot; exit code 1 if a step fails."""
    time, level = conditions.clock(tc), conditions.confinement()
    with opened(home) as (_, _, resolver), checking(quiet=json) as report:
        spec = resolver.find_spec(word, command, idle=True, building=report.building)
        _tell_of_limits(spec, conditions.cap)
        for step in run_check(on_trial(spec, conditions.cap), time, report.doing, level):
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


def _asks(bot: Bot) -> list[str]:
    """Name what a bot is granted that not every bot is."""
    network = ["the network"] if bot.manifest.get("network") else []
    if bot.manifest.get("model"):
        network.append(f"a language model: name one of yours, as in {bot.name}@small")
    return [*network, *(f"${name}" for name in bot.manifest.get("pass_env", ()))]
