"""`arena bench PLAYER`, `bench verify`, `bench table`: the numbers that are compared."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import typer

from arena.cli.exit_codes import NO
from arena.cli.help import CommandGroup, explains
from arena.cli.home import opened
from arena.cli.options.arguments import (
    ONLY_SHOWN,
    Csv,
    HomeOption,
    JsonOption,
    argument,
    bots_argument,
    option,
)
from arena.cli.options.groups import command_line, words_of
from arena.cli.options.parsing import parse_tournament
from arena.cli.options.tournament_options import BenchOptions
from arena.cli.output.console import counting, note, print_json, prose, say
from arena.cli.output.tables import in_columns, show
from arena.errors import ArenaError, UsageError
from arena.text import harmless
from arena.text.bench import BENCH, leaderboard, negotiations
from ladder.database.store import Bot
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.output.data_files import print_csv
    from arena.cli.output.output_files import refuse_to_lose, require_writable
    from arena.cli.tournaments.begin import entered, tell_expected
    from arena.cli.tournaments.outcome import say_what_was_paid
    from arena.cli.tournaments.run import played, require_whole, resuming
    from arena.home import make_folder
    from arena.registry.resolver import Resolver
    from arena.tournament.bench_scheduler import suite_of
    from arena.tournament.benchmark import FILE, from_ladder, read, verified, write
    from arena.tournament.plan import Plan
    from arena.tournament.run_events import RunOutcome
    from arena.web.benchmark import page


class BenchGroup(CommandGroup):
    """`bench PLAYER`, and the commands below it, of which a player of that name needs a version."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the first word for a command, if it is one, else for the player."""
        below = args[:1] != [] and args[0] in self.commands
        ctx.allow_interspersed_args = not below
        rest: list[str] = super().parse_args(ctx, ["", *args] if below else args)
        return rest


commands = typer.Typer(cls=BenchGroup)


@explains(BENCH.values())
def bench(
    bot: str = bots_argument("PLAYER", "A bot, or with a model llm@large."),
    *,
    options: BenchOptions,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Measure one player by a suite: the numbers that compare with other machines and years.

    It meets fixed tables of bundled bots of known strength, in every seat, on deals of its own. How
    strong a program is depends on how many of the others trade, so there are two numbers.

    {columns}

    standard-1 plays 120 games of two rulebooks; quick-1, for programs, 240 of one in two minutes.

    Examples:
        arena bench mybot --suite quick-1
        arena bench mybot --out mybench
        arena bench llm@large --models models.toml --budget 10 --out large
        arena bench verify large/bench.json
        arena bench table */bench.json --html leaderboard.html

    JSON:
        BenchmarkData
    """
    if options.out is not None:
        if (options.out / FILE).exists():
            raise UsageError(f"{options.out / FILE} already exists. Name another folder.")
        make_folder(options.out)
        require_writable(options.out, "Name another folder.")
    with opened(home) as (folder, store, resolver):
        resolver.models = options.terms.asking.named
        player = resolver.find(bot)
        if options.tournament:
            number, outcome = parse_tournament(options.tournament), None
        else:
            outcome = _play(resolver, player, options, json)
            number = outcome.tournament_id
        found = from_ladder(store, folder, number, player)
        if found is not None:
            again = BenchOptions.of(Plan.of(found[0]["settings"]))
            again = replace(again, terms=replace(again.terms, asking=options.terms.asking))
            repeat = command_line(["arena", "bench", bot, *words_of(again)])
            _show(*found, repeat, options, json)
        if outcome is not None and not json:
            say_what_was_paid(outcome)
        if outcome is not None and outcome.interrupted:
            shown = BenchOptions(tournament=str(number), out=options.out)
            see = command_line(["arena", "bench", player.label, *words_of(shown)])
            why = outcome.halted or "Interrupted."
            resume = resuming(number, options.terms.asking, options.terms.conditions)
            note(f"{why} Continue with: {resume}; then see it: {see}")
            require_whole(outcome)
        if found is None:
            raise ArenaError(f"{player.label} has played no rated game in tournament {number}.")


def _show(
    found: Json, records: list[bytes], repeat: str, options: BenchOptions, json: bool
) -> None:
    """Show the benchmark, and write its files once the secret is no longer one."""
    if json:
        print_json(found)
    else:
        say()
        show(leaderboard([found]))
        show(negotiations([found]), section=True)
        prose(f"\nTo repeat it: {repeat}")
    if options.out is not None and found["secret"] is not None:
        file = str(write(found, records, options.out))
        note(f"It can be checked anywhere: {command_line(['arena', 'bench', 'verify', file])}")


def _play(resolver: Resolver, player: Bot, wanted: BenchOptions, json: bool) -> RunOutcome:
    """Play the suite, to its end or the next Ctrl-C. Raise ArenaError if it cannot be played."""
    plan = wanted.plan()
    suite = suite_of(plan)
    others = resolver.bundled(only=[*suite.bots])
    rules = {(pool.negotiation, pool.rules_version) for pool in plan.pools}
    if {bot.name: bot.hash for bot in others} != suite.bots or rules != {
        (suite.negotiation, suite.rules_version)
    }:
        raise ArenaError(
            f"{suite.name} was made for other rules or other versions of {', '.join(suite.bots)} "
            "than this arena has. Choose a newer suite, or play it with an older arena."
        )
    with entered(resolver, plan, [player], others, wanted.terms) as (number, options, run):
        if not json:
            tell_expected(resolver, number, options)
        resume = resuming(number, wanted.terms.asking, wanted.terms.conditions)
        outcome, _ = played(resolver, number, options, json, run, resume)
    return outcome


@commands.command("verify")
def bench_verify(
    file: Path = argument("FILE", "The bench.json, with its records beside it."),
    json: JsonOption = False,
) -> None:
    """Check a benchmark offline: replay its records, draw its deals, find its numbers again.

    It needs neither the ladder nor the bots, and no network. What it cannot show is that the player
    was what it is said to be: its hashes are there for whoever has it.

    Examples:
        arena bench verify mybench/bench.json

    JSON:
        {**Verified}
    """
    found = read(file)
    with counting(found["scheduled"], json) as count:
        result = verified(file, count)
    if json:
        print_json(asdict(result))
    else:
        for why in result.wrong:
            say(harmless(why), style="red")
        say(
            f"{result.right} of {found['scheduled']} games are right, and follow from the secret"
            f"{'' if result.wrong else '; so do the numbers'}."
        )
    if result.wrong:
        raise typer.Exit(NO)


@commands.command("table")
def bench_table(
    files: list[Path] = argument("FILES", "The bench.json of each player."),
    html: Path | None = option("Write it as a page, too.", metavar="FILE"),
    csv: Csv = False,
    json: JsonOption = False,
) -> None:
    """Make a leaderboard of benchmarks by one suite; for models, with cost against strength.

    Whether the files are honest, `arena bench verify` says of each.

    Examples:
        arena bench table */bench.json
        arena bench table */bench.json --html leaderboard.html

    JSON:
        [BenchmarkData]
    """
    if html is not None:
        refuse_to_lose(html)
    found = [read(file) for file in files]
    if len(suites := {(each["suite"], each["suite_hash"]) for each in found}) > 1:
        names = ", ".join(sorted({name for name, _ in suites}))
        raise UsageError(
            f"Benchmarks by several suites do not compare ({names}). Choose one suite."
        )
    table = leaderboard(found)
    if html is not None:
        html.write_bytes(page(found))
    if json:
        print_json(found)
    elif csv:
        print_csv(*in_columns(table)[:2])
    else:
        show(table)
        if html is not None:
            say(f"\n{harmless(html)}: open it in a browser.")
