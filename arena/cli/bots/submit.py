"""`arena submit`, `arena check`: check a bot, and enter it on the ladder."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, Cmd, Common, Tc, argument, bots_argument
from arena.cli.options.bots import SubmitOptions
from arena.cli.options.confinement import Here, tell_of_limits
from arena.cli.output.console import note, print_json, prose, say
from arena.home import begin
from arena.registry.permissions import on_trial
from arena.text import harmless
from arena.text.phrases import counted, listed
from arena.text.ratings import with_interval
from ladder.database.store import Bot, Store
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.bots.bot_list import bot_data, bot_status, elo_of
    from arena.cli.bots.check_progress import checking
    from arena.registry.check import check as run_check
    from arena.registry.lookup import existing_path
    from arena.registry.owners import default_key_file, owner_by, read_or_create_key
    from arena.registry.submission import TAKEN_ALONE, misses_files, pending_bot
    from ladder.queries.bot_profile import bot_page


def submit(
    path: str = argument("PATH", "A script, an executable, or a folder with a bot.toml."),
    *,
    options: SubmitOptions,
    common: Common,
) -> None:
    """Submit a bot: copy it, build it, check it, and enter it on the ladder.

    Submitting the same name again makes the next version.
    A bot's name and its author's belong to the key that they were first submitted with.

    Examples:
        arena submit .
        arena submit target/release/mybot --name crusher --author Ada
        arena submit my-folder/
        arena submit thinker.py --tc slow
        arena submit bot.jar --cmd "java -Xmx200m -jar bot.jar"
        arena submit inbox/ada.py --author Ada --key-file keys/ada

    JSON:
        # As in "bot.py differs"; "" for a first version.
        {
            **ListedBot, "new": bool, "changes": str, "check": [CheckStep],
            "before": {  # the version before; null for a first one
                "bot": str, "games": int,
                "elo": float | null, "interval": float | null, "bound": int | null,
            } | null,
        }
    """
    source, conditions = existing_path(path), options.conditions
    time, level = conditions.clock(options.tc), conditions.confinement([harmless(source.name)])
    cap = conditions.cap
    key_file = options.key_file or default_key_file()
    with opened(common.home) as (folder, store, _), checking(quiet=common.json) as report:
        about = options.name, options.author, options.cmd, owner_by(key_file), report.building
        with pending_bot(folder, store, source, *about, level) as bot:
            key = read_or_create_key(key_file)  # only for a bot that has its name to itself
            if key.new:
                note(f"Your key was made: {key.file}. Keep it: new versions of your bots need it.")
            if not bot.known:
                tell_of_limits(bot.spec.name, bot.spec.needs, cap)
            bot.check(cap, time, report.done, report.doing, level)
            done = bot.enter(key.owner)
        before = _before(store, done.bot) if done.new and done.bot.version > 1 else None
    if common.json:
        steps = [asdict(step) for step in report.steps]
        more = {"new": done.new, "changes": done.changes, "check": steps, "before": before}
        print_json(bot_data(done.bot) | more)
    elif not done.new:
        kept = "its kept copy has been restored" if done.mended else "nothing was changed"
        say(f"{done.bot.label} is already exactly this; {kept}.")
        if done.bot.status != "active":
            say(f"It is {bot_status(done.bot)}. Let it play again: arena reinstate {done.bot.name}")
    else:
        say(f"Welcome, {done.bot.label}.")
        if done.changes:
            say(f"Changed since the last version: {harmless(done.changes)}.")
        if before:
            say(f"{before['bot']} {_rated(**before)}.")
            say(f"Is this one better? arena sprt {done.bot.label} {before['bot']}")
        if done.twin:
            say(f"({done.twin.label} has the same files.)")
        if asked := _asks(done.bot):
            say(f"It asks for {listed(asked)}.")


def _before(store: Store, bot: Bot) -> Json:
    """Return the Elo of a bot's previous version, and how many games it has played."""
    older = store.find_player(f"{bot.name}:{bot.version - 1}")
    row = bot_page(store, older).overall
    return {"bot": older.label, "games": row.games if row else 0} | elo_of(row)


def _rated(games: int, elo: float | None, interval: float, bound: int, **_: Any) -> str:
    if not games:
        return "has not been rated"
    rating = "an Elo not known yet" if elo is None else f"Elo {with_interval(elo, interval, bound)}"
    return f"has {rating} after {counted(games, 'game')}"


def check(
    bot: str = bots_argument("BOT", "A bot's name, or a path."),
    cmd: Cmd = "",
    tc: Tc = None,
    *,
    conditions: Here,
    common: Common,
) -> None:
    """Check a bot without submitting it: every kind of question, and a game against itself.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path:
    a script, an executable, a .toml or a folder with a bot.toml.
    A known name comes first; ./mine is always a path.

    Examples:
        arena check .
        arena check ./my-folder
        arena check greedy --json
        arena check Bean.kt --cmd "java -jar bean.jar"

    JSON:
        {"bot": str, "passed": bool, "check": [CheckStep]}
    """
    time, level = conditions.clock(tc), conditions.confinement()
    with opened(common.home) as (folder, _, resolver), checking(quiet=common.json) as report:
        spec = resolver.find_spec(bot, cmd, idle=True, building=report.building)
        tell_of_limits(spec.name, spec.needs, conditions.cap)
        for step in run_check(on_trial(spec, conditions.cap), time, report.doing, level):
            report.done(step)
    passed = all(step.passed for step in report.steps)
    if common.json:
        steps = [asdict(step) for step in report.steps]
        print_json({"bot": spec.name, "passed": passed, "check": steps})
    elif passed:
        prose(f"{spec.name} passes.")
    elif misses_files(report.steps[-1]) and Path(bot).is_file():
        prose(TAKEN_ALONE)
    elif len(asked := report.steps[-1].asked) > 1:  # beyond hello: in a game
        begin(folder.failed_check)
        folder.failed_check.write_text("\n".join([*asked, ""]), "utf-8")
        prose(
            f"The game so far is in {folder.failed_check}. Copy it over questions.txt for the test "
            "that `arena new` writes, also in a debugger; or put its questions to any program: "
            f"sed -n 's/^> //p' {shlex.quote(str(folder.failed_check))} | COMMAND"
        )
    if not passed:
        raise typer.Exit(NO)


def _asks(bot: Bot) -> list[str]:
    """Name a bot's special permissions."""
    network = ["the network"] if bot.manifest.get("network") else []
    if bot.manifest.get("model"):
        network.append(f"a language model: name one of yours, as in {bot.name}@small")
    return [*network, *(f"${name}" for name in bot.manifest.get("pass_env", ()))]
