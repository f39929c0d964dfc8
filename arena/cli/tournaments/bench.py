"""`arena bench PLAYER`: how good is it beside the reference field, and how does it negotiate?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption, bots_argument
from arena.cli.options.groups import command_line, words_of
from arena.cli.options.parsing import parse_tournament
from arena.cli.options.tournament_options import BenchOptions
from arena.cli.output.console import note, print_json, prose, say
from arena.cli.output.tables import show
from arena.errors import ArenaError
from arena.text import harmless
from ladder.database.store import Bot, Store
from ladder.tournaments.tournaments import tournament

if not ONLY_SHOWN:
    from arena.cli.output.output_files import refuse_to_lose
    from arena.cli.tournaments.begin import begun
    from arena.cli.tournaments.ready import with_reference
    from arena.cli.tournaments.run import played, require_whole
    from arena.registry.resolver import Resolver
    from arena.tournament.plan import Plan
    from arena.tournament.run_events import RunOutcome
    from arena.web.benchmark import Benchmark, benchmark, page, tables


def bench(
    bot: str = bots_argument("PLAYER", "A bot, or with a model llm@large."),
    *,
    options: BenchOptions,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Measure one player against the reference field: its rating, its trades, its talk, its cost.

    It plays a gauntlet against random, greedy and trader, as bundled, with greedy rated 1500. The
    table, JSON or page that comes of it has the settings and hashes needed to repeat it.

    Examples:
        arena bench llm@large --models models.toml --budget 10
        arena bench llm@large --models models.toml --html bench.html
        arena bench mybot --games 200 --json
        arena bench llm@large --tournament 7 --html bench.html

    JSON:
        BenchmarkData
    """
    if options.html is not None:
        refuse_to_lose(options.html)
    with opened(home) as (_, store, resolver):
        resolver.models = options.terms.asking.named
        player = resolver.find(bot)
        if options.tournament:
            number, outcome = parse_tournament(options.tournament), None
        else:
            outcome = _play(resolver, player, options, json)
            number = outcome.tournament_id
        plan = Plan.of(tournament(store, number).settings)
        again = BenchOptions.of(plan)
        again = replace(again, terms=replace(again.terms, asking=options.terms.asking))
        repeat = command_line(["arena", "bench", bot, *words_of(again)])
        found = benchmark(store, number, player, repeat)
        if found is not None:
            _show(store, found, options.html, json)
        if outcome is not None and outcome.interrupted:
            see = command_line(["arena", "bench", player.label, "--tournament", str(number)])
            why = outcome.halted or "Interrupted."
            note(f"{why} Continue with: {outcome.resume}; then see it: {see}")
            require_whole(outcome)
        if found is None:
            raise ArenaError(f"{player.label} has played no rated game in tournament {number}.")


def _play(resolver: Resolver, bot: Bot, wanted: BenchOptions, json: bool) -> RunOutcome:
    """Play the tournament, to its end or the next Ctrl-C."""
    plan, bots = wanted.meant.plan(), with_reference(resolver, [bot])
    with begun(resolver, plan, bots, wanted.meant, json) as (number, options, run):
        outcome, _ = played(resolver, number, options, json, run, f"arena resume {number}")
    return outcome


def _show(store: Store, found: Benchmark, html: Path | None, json: bool) -> None:
    """Show the benchmark, and write its page if one is wanted."""
    if html is not None:
        html.write_bytes(page(store, found))
    if json:
        print_json(found.data)
        return
    _show_tables(store, found)
    if html is not None:
        say(f"\n{harmless(html)}: open it in a browser.")


def _show_tables(store: Store, found: Benchmark) -> None:
    """Show the standings, and what the bots did in the negotiations."""
    say()
    for table in tables(store, found):
        show(table, section=True)
    prose(f"\nTo repeat it: {found.data['repeat']}")
