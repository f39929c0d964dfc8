"""`arena season`: list, open, freeze, thaw, close and show seasons, and play the final of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from arena.cli.help import CommandGroup
from arena.cli.home import opened, reading, require_hidden
from arena.cli.options.arguments import MOST_ROUNDS, ONLY_SHOWN, Common, option
from arena.cli.options.confinement import Resumed
from arena.cli.output.console import answer, note, picked, print_json, say
from arena.cli.output.tables import show, show_facts
from arena.text import harmless
from arena.text.phrases import counted
from arena.text.standings import season_standings
from arena.tournament.deals import new_secret
from arena.tournament.lock import exclusive_run
from ladder.database.store import Bot, Store
from ladder.tournaments import seasons
from ladder.tournaments.seasons import LEAST_GAMES, Season
from ladder.tournaments.tournaments import tournament
from protocol import Json

if not ONLY_SHOWN:
    from arena.cli.league.league_status import the_league
    from arena.cli.tournaments.ready import resumed_options
    from arena.cli.tournaments.run import Run, play_on
    from arena.registry.bundled import FILLERS
    from arena.registry.resolver import Resolver, submitted_labels
    from arena.tournament import season_final as finals
    from arena.tournament.plan import Plan
    from arena.tournament.tables import seasons_table
    from arena.tournament.worker_process import raise_limits

commands = typer.Typer(cls=CommandGroup)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A season's name.")]


def season(common: Common) -> None:
    """List the league's seasons, or run one from its opening to its end.

    Examples:
        arena season
        arena season open spring
        arena season freeze
        arena season final --top 8
        arena season close
        arena season show spring --json

    JSON:
        [SeasonData]
    """
    with reading(common.home) as store:
        found = seasons.seasons(store)
        if common.json:
            print_json([_data(store, each) for each in found])
        else:
            show(seasons_table(store, found))


@commands.command("open")
def season_open(name: Name, common: Common) -> None:
    """Open a season: the league's games count for it from now on.

    Examples:
        arena season open spring

    JSON:
        SeasonData
    """
    with opened(common.home, new=False) as (_, store, _):
        found = seasons.open_season(store, name, the_league(store).id)
        told = f"Season {harmless(name)} is open. The league's games count for it from now on."
        answer(common.json, _data(store, found), told)


@commands.command("freeze")
def season_freeze(common: Common) -> None:
    """Freeze the season: no more bots may join, and the secret of the final is drawn.

    The league plays on with the bots it has; those submitted meanwhile join after the season. The
    SHA-256 of the secret is announced now, the secret itself once the final is over.

    Examples:
        arena season freeze

    JSON:
        SeasonData
    """
    with opened(common.home, new=False) as (_, store, _):
        # Drawn only now, so that nobody could choose the field by the deals of the final.
        found = seasons.freeze(store, new_secret())
        games = Plan.of(tournament(store, found.league_id).settings).games
        top = max(4, *(players for _, players in games))  # who can fill a table of each game
        answer(
            common.json,
            _data(store, found),
            f"Season {harmless(found.name)} is frozen. Its final is for "
            f"{described(finals.candidates(store, found))}.\n"
            "Its deals follow from a secret whose SHA-256 is\n"
            f"{found.secret_hash}\nPlay it: arena season final\n"
            f"By its best alone: arena season final --top {top}. These are the first of the league "
            f"as it stands now, of the bots with {LEAST_GAMES} games in the season.",
        )
        if found.frozen_match == found.since_match and not common.json:
            note(
                "The league has not played in this season, so its final can be played by all, but "
                "not by its best. Or let the league play first: arena season thaw, arena league run"
            )


@commands.command("thaw")
def season_thaw(common: Common) -> None:
    """Open the frozen season again, as long as its final has not begun.

    Bots come and go as before. The next freeze draws another secret.

    Examples:
        arena season thaw

    JSON:
        SeasonData
    """
    with opened(common.home, new=False) as (_, store, _):
        found = seasons.thaw(store)
        told = (
            f"Season {harmless(found.name)} is open again. The SHA-256 that was announced no "
            "longer counts: freezing it again draws another secret."
        )
        answer(common.json, _data(store, found), told)


@dataclass(frozen=True)
class FinalOptions:
    """The options of `arena season final`."""

    top: int | None = option(
        "Only this many: the best of the league at the freeze.", min=2, show_default="all"
    )
    rounds: int | None = option(
        "Length in rounds, in which everybody meets everybody.",
        min=1,
        max=MOST_ROUNDS,
        show_default="about 250 games in all",
    )
    reference: bool = option(
        "Let reference bots take the seats for which there are too few finalists. Without "
        "it, games with more players than finalists are not played.",
        default=False,
    )


@commands.command("final")
def season_final(*, options: FinalOptions, conditions: Resumed, common: Common) -> None:
    """Play the final of the frozen season, or continue it. Ctrl-C stops it.

    Each bot plays with its newest version at the freeze. The standings of the season are the
    official ratings of the finalists, from the games of the final alone.

    Examples:
        arena season final
        arena season final --top 8

    JSON:
        Run
    """
    with opened(common.home, new=False) as (folder, store, resolver):
        found = seasons.current(store, "frozen", "final")
        require_hidden(folder)
        raise_limits()
        with exclusive_run(store) as held:
            if found.final_id is None:
                _begin(resolver, found, options, common.json)
            elif not common.json and options != FinalOptions():
                note("The final has begun, and goes on with the options that it began with.")
            found = seasons.season(store, found.name)
            assert found.final_id is not None
            chosen = tournament(store, found.final_id)
            names = submitted_labels([store.bot(bot) for bot in chosen.settings["bots"]])
            resumed = resumed_options(store, chosen, conditions, names)
            outcome = play_on(
                Run(resolver, chosen.id, resumed, held, common.json, "arena season final")
            )
        if not common.json and outcome.left == 0:
            say(f"\nThe final of season {harmless(found.name)} is over. Its standings:\n")
            show(season_standings(seasons.standings(store, found)))
            say("\nKeep them for good: arena season close")


def _begin(resolver: Resolver, found: Season, options: FinalOptions, json: bool) -> None:
    """Begin the final of a frozen season, unless an interrupted run had written it already."""
    store = resolver.store
    number = finals.written(store, found)
    if number is None:
        bots = finals.finalists(store, found, options.top, options.reference, note)
        resolver.require_ready(bots)
        fillers = resolver.bundled(only=FILLERS) if options.reference else []
        number = finals.write(store, found, options.rounds, bots, fillers, note)
        if not json:
            say(f"Season {harmless(found.name)}: the final, of {described(bots)}")
    seasons.begin_final(store, found.id, number)


@commands.command("close")
def season_close(common: Common) -> None:
    """Close the season: its standings are kept for good, and its secret is shown.

    Examples:
        arena season close

    JSON:
        SeasonData
    """
    with opened(common.home, new=False) as (_, store, _):
        _show(store, seasons.close(store), common.json)


@commands.command("show")
def season_show(name: Name, common: Common) -> None:
    """Show the standings of a season: of its final, or of the league in the season so far.

    Examples:
        arena season show spring

    JSON:
        SeasonData
    """
    with reading(common.home) as store:
        _show(store, seasons.season(store, name), common.json)


def _show(store: Store, found: Season, json: bool) -> None:
    """Show a season: what has become of it so far, and its standings."""
    if json:
        print_json(_data(store, found))
        return
    say(f"Season {harmless(found.name)}: {found.state}", style="bold")
    opened_at = f"{found.opened_at[:10]}, at match {found.since_match} of the league"
    frozen = found.frozen_at and f"{found.frozen_at[:10]}, at match {found.frozen_match}"
    final = found.final_id and f"tournament {found.final_id}"
    told = {"opened": opened_at, "frozen": frozen, "SHA-256": found.secret_hash, "final": final}
    show_facts(told | {"secret": _published(store, found)}, copied=("SHA-256", "secret"))
    say()
    show(season_standings(seasons.standings(store, found)))


def _published(store: Store, found: Season) -> str | None:
    """Return the secret of a final that is over, in hexadecimal digits."""
    if found.final_id is None or tournament(store, found.final_id).finished_at is None:
        return None
    assert found.secret is not None
    return found.secret.hex()


def _data(store: Store, found: Season) -> Json:
    """Return a season as --json prints it.

    JSON:
        SeasonData = {
            "name": str, "state": str, "league": int, "since_match": int,
            "frozen_match": int | null, "until_match": int | null, "matches": int,
            "secret_hash": str | null, "secret": str | null, "final": int | null,
            "opened_at": str, "frozen_at": str | null, "closed_at": str | null,
            # Once the final is over, or the season; several if they are placed alike.
            "winners": [str],
            # The id of the calibration that sets the scale of Elo, if any, and the rules.
            "calibration": str | null, "rules": str | null,
            "standings": [{
                "rank": int, "bot": str, "author": str, "games": int, **Official,
            }],
        }
    """
    placed = seasons.standings(store, found)
    secret = _published(store, found)
    return picked(found, "name", "state") | {
        "league": found.league_id,
        **picked(found, "since_match", "frozen_match", "until_match"),
        "matches": seasons.matches_of(store, found),
        "secret_hash": found.secret_hash,
        "secret": secret,
        "final": found.final_id,
        "calibration": placed[0].calibration or None if placed else None,
        "rules": placed[0].rules if placed else None,
        **picked(found, "opened_at", "frozen_at", "closed_at"),
        "winners": seasons.winners(store, found),
        "standings": [
            {"rank": each.rank, "bot": each.bot.label, "author": each.bot.author}
            | {"games": each.games, **each.official._asdict()}
            for each in placed
        ],
    }


def described(bots: list[Bot]) -> str:
    """Count bots in words: `2 bots`, `5 bots, 3 of them bundled`."""
    bundled = sum(bot.bundled for bot in bots)
    many = counted(len(bots), "bot")
    return f"{many}, {bundled} of them bundled" if bundled else many
