"""`arena bench PLAYER`: how good is it beside the reference field, and how does it negotiate?"""

from dataclasses import replace
from pathlib import Path

from arena.commands.games.replay import refuse_to_lose
from arena.commands.home import opened
from arena.commands.ladder.standings import show_standings
from arena.commands.tournaments.ready import with_reference
from arena.commands.tournaments.run import played
from arena.commands.tournaments.tournament import begun
from arena.errors import ArenaError
from arena.home import Home
from arena.options.groups import command_line, words_of
from arena.options.parsing import parse_tournament
from arena.options.tournament import BenchOptions
from arena.printing.console import print_json, say
from arena.printing.tables import print_table
from arena.registry.resolver import Resolver
from arena.text import harmless
from arena.tournament.plan import Plan
from arena.web.benchmark import MEANS, Benchmark, benchmark, page
from ladder.database.store import Bot, Store
from ladder.queries.pools import Wanted, pools
from ladder.queries.usage import uses
from ladder.tournaments.tournaments import tournament


def bench(home: Path | None, word: str, wanted: BenchOptions, json: bool) -> None:
    """Play against the reference field until the rating is sure enough, and say what came of it."""
    if wanted.html is not None:
        refuse_to_lose(wanted.html)
    with opened(home) as (folder, store, resolver):
        resolver.models = wanted.terms.asking.named
        bot = resolver.find(word)
        if wanted.tournament:
            number = parse_tournament(wanted.tournament)
        else:
            number = _play(folder, resolver, bot, wanted, json)
        plan = Plan.of(tournament(store, number).settings)
        again = BenchOptions.of(plan)
        again = replace(again, terms=replace(again.terms, asking=wanted.terms.asking))
        repeat = command_line(["arena", "bench", word, *words_of(again)])
        found = benchmark(store, number, bot, repeat)
        if found is None:
            raise ArenaError(f"{bot.label} has played no rated game in tournament {number}.")
        if wanted.html is not None:
            wanted.html.write_bytes(page(store, found))
        if json:
            print_json(found.data)
        else:
            _show(store, found, number)
            if wanted.html is not None:
                say(f"\n{harmless(wanted.html)}: open it in a browser.")


def _play(folder: Home, resolver: Resolver, bot: Bot, wanted: BenchOptions, json: bool) -> int:
    """Play the tournament; its number."""
    plan, bots = wanted.meant.plan(), with_reference(resolver, [bot])
    with begun(folder, resolver, plan, bots, wanted.meant, json) as (number, options, run):
        resume = f"arena resume {number}"
        outcome, _ = played(resolver.store, resolver, number, options, json, run, resume)
    if outcome.interrupted:
        why = outcome.halted or "Interrupted."
        again = command_line(["arena", "bench", bot.label, "--tournament", str(number)])
        raise ArenaError(f"{why} Go on with: {resume}; then see it: {again}")
    return number


def _show(store: Store, found: Benchmark, number: int) -> None:
    """The standings, and what the bots did in the negotiations."""
    covered = pools(store, Wanted(tournament_id=number))
    say()
    show_standings(found.rows, covered, used=uses(store, tournament_id=number))
    games, played = found.data["games"], found.data["played"]
    if games != played:
        say(f"\nThis is by all {games} games in these pools; costs and what follows, by {played}.")
    say("\nMeans of a game:\n")
    rows = [
        (name, *(f"{found.means.get(row.bot_id, {}).get(key, 0.0):.1f}" for row in found.rows))
        for key, name in MEANS.items()
    ]
    print_table(("", *(row.label for row in found.rows)), rows, left=(0,))
    say(f"\nTo repeat it: {found.data['repeat']}", wrap=True)
