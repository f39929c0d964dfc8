"""`arena ladder`: the standings, and all official ratings made anew."""

from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.filters import Filters
from arena.commands.home import existing, opened, reading
from arena.commands.options import OptionError, only_one
from arena.commands.reference import anchor as anchored
from arena.commands.standings import (
    MOST_ROWS,
    Sort,
    print_standings_csv,
    show_standings,
    tell_of_levels,
)
from arena.text.phrases import counted
from ladder.games import levels
from ladder.standings import selected

SAME = 1e-9  # Elo points


def ladder(
    home: Path | None,
    filters: Filters,
    anchor: str | None,
    sort: Sort,
    all_: bool,
    csv: bool,
    json: bool,
) -> None:
    """The standings."""
    only_one(["--csv"] * csv + ["--json"] * json)
    chosen = filters.read()
    with reading(home) as store:
        fixed = anchored(store, anchor)
        chosen.check(store)
        found = selected(store, **chosen.games, anchor=fixed)
        played = levels(store, chosen.tournament_id, [pool.id for pool in found.pools])
    listed = sort(row for row in found.rows if chosen.keeps(row.author, row.language, row.status))
    if csv:
        print_standings_csv(listed)
    elif json:
        print_json(
            {
                "pools": [asdict(pool) for pool in found.pools],
                "standings": [asdict(row) for row in listed],
                "levels": played,
            }
        )
    else:
        most = None if all_ else MOST_ROWS
        asked = chosen.of, chosen.alone, chosen.bots
        show_standings(found.rows, found.pools, *asked, listed, sort, most)
        tell_of_levels(played)


def refitted(home: Path | None, variant: str, players: str, anchor: str | None, json: bool) -> None:
    """Makes all official ratings anew from the games alone, and says by how much they differ."""
    if variant or players or anchor:
        raise OptionError(
            "All ratings are made anew at once. Leave out --variant, --players and --anchor."
        )
    from arena.commands.dealings import fill  # which replays games
    from arena.tournament.lock import alone
    from ladder.refit import recompute

    existing(home)
    with opened(home) as (_, store, _), alone(store):
        done = recompute(store)
        filled = fill(store)
    if json:
        print_json(asdict(done) | {"dealings": asdict(filled)})
        return
    matches = counted(done.matches, "match", "matches")
    say(f"The official ratings were made anew from the games of {matches}.")
    if done.compared:
        verb = "are the same as" if done.difference <= SAME else "differ from"
        say(f"They {verb} those kept before; the largest difference is {done.difference:.2g} Elo.")
    if filled.found:
        found = counted(filled.found, "game")
        say(f"What was traded has been found out for {found} stored without it.")
    if filled.lost:
        say(
            f"What was traded in {counted(filled.lost, 'game')} stays unknown: the records are "
            "damaged, or of other rules. See: arena verify --all"
        )
