"""`arena bench PLAYER`: how good is it beside the reference field, and how does it negotiate?"""

from pathlib import Path

from arena.commands.games.replay import refuse_to_lose
from arena.commands.home import opened
from arena.commands.ladder.standings import show_standings
from arena.commands.models import foreseen, gateway
from arena.commands.tournaments.progress import watching
from arena.commands.tournaments.ready import made_ready
from arena.errors import ArenaError
from arena.home import Home
from arena.options.bench import BenchOptions
from arena.options.groups import command_line, words_of
from arena.options.parsing import parse_number
from arena.pages.benchmark import MEANS, Benchmark, benchmark, page
from arena.printing.console import forget_unread, print_json, say
from arena.printing.tables import print_table
from arena.referee.bot import BotSpec
from arena.shelf.granting import granted
from arena.shelf.roster import Roster
from arena.text import harmless
from arena.tournament.driver import workers
from arena.tournament.lock import alone
from arena.tournament.run import create, expect, play
from ladder.calibration import FIELD, ORIGIN
from ladder.pools import Wanted, pools
from ladder.standings import live
from ladder.store import Bot, Store
from ladder.usage import uses


def bench(home: Path | None, word: str, wanted: BenchOptions, json: bool) -> None:
    """Play against the reference field until the rating is sure enough, and say what came of it."""
    if wanted.html is not None:
        refuse_to_lose(wanted.html)
    with opened(home) as (folder, store, roster):
        roster.models = wanted.asking.named
        bot = roster.find(word)
        field = [each for each in roster.bundled(only=FIELD) if each != bot]
        anchor = next((each.id for each in field if each.name == ORIGIN), None)
        number = parse_number(wanted.tournament, "tournament") if wanted.tournament else None
        if number is None:
            number = _play(folder, store, roster, [bot, *field], wanted, json)
        repeat = command_line(["arena", "bench", word, *words_of(wanted)])
        found = benchmark(store, number, bot, anchor, repeat)
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


def _play(
    folder: Home, store: Store, roster: Roster, bots: list[Bot], wanted: BenchOptions, json: bool
) -> int:
    """Play the tournament; its number."""
    plan = wanted.meant.plan()
    options = made_ready(folder, roster, plan, bots, [], wanted.conditions)

    def spec_of(bot: Bot) -> BotSpec:
        return granted(roster.spec_of(bot), plan.cap)

    asking = gateway(folder, bots, wanted.asking, plan, options, json)
    with alone(store) as run, asking as options:
        number = create(store, plan, bots, [], run)
        if not json:
            expected = expect(store, number, workers(options))
            say(f"Expecting {expected}.", wrap=True)
            if cost := foreseen(store, bots, roster.models, plan, expected.games):
                say(cost, wrap=True)
        with watching(lambda: live(store, number), quiet=json) as report:
            outcome = play(
                *(store, number, spec_of, options, report), run=run, on_hangup=forget_unread
            )
    if outcome.interrupted:
        why = outcome.halted or "Interrupted."
        again = f"arena bench {bots[0].name} --tournament {number}"
        raise ArenaError(f"{why} Go on with: arena resume {number}; then see it: {again}")
    return number


def _show(store: Store, found: Benchmark, number: int) -> None:
    """The standings, and what the bots did in the negotiations."""
    covered = pools(store, Wanted(tournament_id=number))
    say()
    show_standings(found.rows, covered, used=uses(store, tournament_id=number))
    say("\nMeans of a game:\n")
    rows = [
        (name, *(f"{found.means.get(row.bot_id, {}).get(key, 0.0):.1f}" for row in found.rows))
        for key, name in MEANS.items()
    ]
    print_table(("", *(row.label for row in found.rows)), rows, left=(0,))
    say(f"\nTo repeat it: {found.data['repeat']}", wrap=True)
