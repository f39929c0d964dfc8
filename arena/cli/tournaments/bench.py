"""`arena bench PLAYERS`, `bench verify`, `bench table`: the numbers that are compared."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import typer

from arena.cli.exit_codes import NO
from arena.cli.help import CommandGroup, explains
from arena.cli.home import opened
from arena.cli.options.arguments import (
    ONLY_SHOWN,
    Common,
    Csv,
    JsonOption,
    argument,
    bots_argument,
    option,
)
from arena.cli.options.groups import words_of
from arena.cli.options.parsing import only_one, parse_tournament, parts
from arena.cli.options.tournament_options import BenchOptions
from arena.cli.output.console import counting, note, print_json, prose, say
from arena.cli.output.tables import in_columns, show
from arena.errors import ArenaError, UsageError
from arena.text import harmless
from arena.text.bench import BENCH, leaderboard, negotiations
from arena.text.phrases import listed
from ladder.database.store import Bot
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.models import say_what_was_paid
    from arena.cli.output.data_files import print_csv
    from arena.cli.output.output_files import require_page, require_writable
    from arena.cli.tournaments.begin import readied, require_different, tell_expected
    from arena.cli.tournaments.run import Run, played, require_whole, resuming
    from arena.home import make_folder
    from arena.registry.resolver import Resolver, model_of
    from arena.replay.replay import Replay
    from arena.tournament.bench_scheduler import suite_of
    from arena.tournament.benchmark import FILE, GAME, from_ladder, prices_of, read, verified, write
    from arena.tournament.lifecycle import create
    from arena.tournament.plan import Plan
    from arena.tournament.run_events import RunOutcome
    from arena.web.benchmark import page
    from arena.web.replay.page import replay_page
    from ladder.tournaments.tournaments import tournament


class BenchGroup(CommandGroup):
    """`bench PLAYERS`, and the commands below, of which a player of that name needs a version."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the first word for a command, if it is one, else for a player."""
        below = args[:1] != [] and args[0] in self.commands
        self.params[0].nargs = 1 if below else -1
        ctx.allow_interspersed_args = not below
        rest: list[str] = super().parse_args(ctx, ["", *args] if below else args)
        return rest


commands = typer.Typer(cls=BenchGroup)


@explains(BENCH.values())
def bench(
    bots: list[str] = bots_argument("PLAYERS", "Bots; with a model, as llm@large."),
    *,
    options: BenchOptions,
    common: Common,
) -> None:
    """Measure players by a suite: numbers that compare across machines and years.

    Each meets fixed tables of bundled bots of known strength, in every seat, on deals of its own.
    How strong a program is depends on how many of the others trade, so there are two numbers.

    {columns}

    standard-1 plays 120 games of two rulebooks; quick-1, for programs, 240 of one in two minutes.

    Examples:
        arena bench mybot --suite quick-1
        arena bench mybot --out mybench
        arena bench llm@small llm@large --models models.toml --budget 10 --html leaderboard.html
        arena bench verify mybench/bench.json
        arena bench table */bench.json --html leaderboard.html

    JSON:
        [BenchmarkData]
    """
    asking = options.terms.asking
    if options.html is not None:
        require_page(options.html)
    with opened(common.home, asking) as (folder, store, resolver):
        players = [resolver.find(bot) for bot in bots]
        require_different(players)
        numbers = [*map(parse_tournament, parts(options.tournament))]
        folders = options.folders([player.label for player in players])
        for each, number in zip_longest(folders, numbers[: len(folders)]):
            if each is not None:
                # What the same tournament has written may be written again.
                known = None if number is None else tournament(store, number).secret_hash
                _require_free(each / FILE, known)
                make_folder(each)
                require_writable(each, "Name another folder.")
        outcome = None
        if len(numbers) < len(players):
            outcome = _play(resolver, players, numbers, options, common.json)
        found, written = [], dict[str, Path]()
        for player, number, out in zip(players, numbers, folders, strict=False):
            prices = prices_of(resolver.models.get(model_of(player)))
            held = from_ladder(store, folder, number, player, prices)
            if held is None:
                continue
            found.append(held[0])
            if out is not None:
                written[player.label] = out
                name = f"1 of {player.label} by {options.suite}"
                (out / GAME).write_bytes(replay_page(Replay(held[1][0]), name))
                if held[0]["secret"] is not None:
                    write(*held, out)
        labels = [player.label for player in players]
        if found:
            again = BenchOptions.of(Plan.of(found[0]["settings"]))
            again = replace(again, terms=replace(again.terms, asking=asking))
            _show(
                found, written, shlex.join(["arena", "bench", *bots, *words_of(again)]), common.json
            )
            if options.html is not None:
                _write_page(found, written, options.html)
        if outcome is not None and not common.json:
            say_what_was_paid(outcome.paid)
        if outcome is not None and outcome.interrupted:
            shown = replace(options, tournament=",".join(map(str, numbers)))
            see = shlex.join(["arena", "bench", *labels, *words_of(shown)])
            resume = resuming(outcome.tournament_id, asking, options.terms.conditions)
            note(f"{outcome.halted or 'Interrupted.'} Continue with: {resume}; then see it: {see}")
            require_whole(outcome)
        if len(found) < len(players):
            raise ArenaError(f"{listed(labels)} have not all played a rated game.")


def _require_free(file: Path, secret_hash: str | None) -> None:
    """Raise ArenaError for a file of another benchmark than that with this secret."""
    if file.exists() and read(file)["secret_hash"] != secret_hash:
        raise UsageError(f"{file} already exists. Name another folder.")


def _show(found: list[Json], written: Mapping[str, Path], repeat: str, json: bool) -> None:
    """Show benchmarks, and say how to check those that are written, by the folder of each."""
    if json:
        print_json(found)
    else:
        say()
        show(leaderboard(found))
        show(negotiations(found), section=True)
        prose(f"\nTo repeat it: {repeat}")
    for file in (folder / FILE for folder in written.values()):
        if file.exists():
            note(f"It can be checked anywhere: arena bench verify {shlex.quote(str(file))}")


def _write_page(found: list[Json], folders: Mapping[str, Path], html: Path) -> None:
    """Write the page of some benchmarks, with links into their folders, by player."""
    html.write_bytes(page(found, folders, html))
    note(f"{harmless(html)}: open it in a browser.")


def _play(
    resolver: Resolver, players: list[Bot], numbers: list[int], wanted: BenchOptions, json: bool
) -> RunOutcome:
    """Play the suite with one player after the other, to the end or the next Ctrl-C.

    numbers: the tournaments of the first players, to which those of the others are added. Raises
    ArenaError if the suite cannot be played.
    """
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
    to_play = players[len(numbers) :]
    with readied(resolver, plan, to_play, others, wanted.terms) as (options, lock):
        for player in to_play:
            # Deals cannot count twice on a ladder, so each player has a seed of its own.
            own = plan if plan.seed is None else replace(plan, seed=plan.seed + len(numbers))
            numbers.append(create(resolver.store, own, [player], others))
            resume = resuming(numbers[-1], wanted.terms.asking, wanted.terms.conditions)
            run = Run(resolver, numbers[-1], options, lock, json, resume)
            tell_expected(run)
            outcome, _ = played(run)
            if outcome.interrupted:
                break
    return outcome


@commands.command("verify")
def bench_verify(
    file: Path = argument("FILE", "The bench.json, with its records beside it."),
    json: JsonOption = False,
) -> None:
    """Check a benchmark offline: replay its records, draw its deals, recompute its numbers.

    It needs neither the ladder nor the bots, and no network. What it cannot show is that the player
    was what it is said to be: anyone who has it can compare the hashes.

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

    To check that a file is honest: `arena bench verify`.

    Examples:
        arena bench table */bench.json
        arena bench table */bench.json --html leaderboard.html

    JSON:
        [BenchmarkData]
    """
    only_one(["--csv"] * csv + ["--json"] * json)
    if html is not None:
        require_page(html)
    found = [read(file) for file in files]
    if len(suites := {(each["suite"], each["suite_hash"]) for each in found}) > 1:
        names = ", ".join(sorted({name for name, _ in suites}))
        raise UsageError(
            f"Benchmarks by several suites do not compare ({names}). Choose one suite."
        )
    table = leaderboard(found)
    if html is not None:
        folders = (file.parent for file in files)
        _write_page(
            found, dict(zip((each["player"] for each in found), folders, strict=True)), html
        )
    if json:
        print_json(found)
    elif csv:
        columns, rows = in_columns(table)
        print_csv([column.name for column in columns], rows)
    else:
        show(table)
