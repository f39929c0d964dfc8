"""`arena tournament`, `resume`: playing, with progress for whoever watches."""

from dataclasses import asdict, replace
from pathlib import Path

import typer

from arena.commands.console import note, print_json, say
from arena.commands.failures import INTERRUPTED, NO
from arena.commands.home import opened
from arena.commands.look import show_standings
from arena.commands.watch import watching
from arena.commands.wishes import Wishes, parse_number
from arena.errors import ArenaError
from arena.home import Home
from arena.shelf.roster import Roster
from arena.tournament.driver import Options
from arena.tournament.progress import Outcome
from arena.tournament.run import Plan, create, play
from arena.tournament.schedule import matches
from ladder.standings import PoolInfo, Row, overall, pools
from ladder.store import Bot, Store
from ladder.tournaments import tournaments

# Who fills the seats when bots are fewer than seats: those that run wherever we do.
HOUSE = ("greedy", "random", "trader")
USUAL_GAMES = 250


def tournament(home: Path | None, words: list[str], wishes: Wishes, json: bool) -> None:
    """Write the schedule, play it, print the standings."""
    plan = Plan(
        games=tuple(wishes.games()),
        rounds=wishes.rounds or 1,
        time=wishes.time(),
        kind=wishes.check_kind(),
        talk=wishes.talk,
        seed=wishes.seed,
    )
    with opened(home) as (folder, store, roster):
        bots = [roster.find(word) for word in words] if words else roster.everyone()
        if wishes.rounds is None:
            plan = replace(plan, rounds=_usual_rounds(plan, len(bots)))
        twice = [bot.label for at, bot in enumerate(bots) if bot in bots[:at]]
        if twice:
            raise ArenaError(f"{twice[0]} is named twice.")
        house = _house(roster)
        number = create(store, plan, bots, house)
        _tell_of_fillers(plan, bots, house)
        _play(folder, store, roster, number, wishes.concurrency, json)


def _usual_rounds(plan: Plan, bots: int) -> int:
    """As many rounds as make about USUAL_GAMES games, at least one."""
    games = sum(matches(plan.kind, bots, [pool], rounds=1) * pool.players for pool in plan.pools)
    return max(1, round(USUAL_GAMES / max(1, games)))


def _tell_of_fillers(plan: Plan, bots: list[Bot], house: list[Bot]) -> None:
    large = sorted({pool.players for pool in plan.pools if pool.players > len(bots)})
    if large:
        sizes = " and ".join(map(str, large))
        names = " and ".join(bot.name for bot in house)
        note(f"Tables of {sizes} are filled up with {names}.")


def _house(roster: Roster) -> list[Bot]:
    """The bots that fill tables when others are too few."""
    return roster.bundled(only=HOUSE)


def resume(home: Path | None, word: str | None, concurrency: int | None, json: bool) -> None:
    """Go on with a tournament; says so when nothing is left to play."""
    with opened(home) as (folder, store, roster):
        unfinished = [each.id for each in tournaments(store) if each.finished_at is None]
        if word is None and not unfinished:
            raise ArenaError("No tournament is unfinished. Start one: arena tournament")
        number = unfinished[0] if word is None else parse_number(word, "tournament")
        _play(folder, store, roster, number, concurrency, json)


def _play(
    home: Home, store: Store, roster: Roster, number: int, concurrency: int | None, json: bool
) -> None:
    options = Options(concurrency=concurrency or 0, folder=home.path / "ray")

    def standings() -> list[Row]:
        return overall(store, tournament_id=number)

    with watching(standings, quiet=json) as report:
        outcome = play(store, number, roster.spec_of, options, report)
    rows = standings()
    if json:
        print_json(asdict(outcome) | {"standings": [asdict(row) for row in rows]})
    else:
        _conclude(outcome, rows, pools(store, tournament_id=number))
    if outcome.interrupted:
        raise typer.Exit(INTERRUPTED)
    if outcome.given_up:
        raise typer.Exit(NO)


def _conclude(outcome: Outcome, rows: list[Row], covered: list[PoolInfo]) -> None:
    number = outcome.tournament_id
    if outcome.played:
        say(f"\nTournament {number}: {outcome.played} games in {outcome.seconds:.0f} s.")
    elif not outcome.left:
        say(f"Tournament {number} is finished; nothing is left to play.")
    if outcome.given_up:
        say(f"{outcome.given_up} games were given up: the arena failed at them three times.")
    if outcome.log_dir:
        say(f"A worker was lost; its logs are in {outcome.log_dir}.")
    say()
    show_standings(rows, covered)
    for row in rows:
        if row.faults or row.forfeits:
            say(
                f"{row.label}: {row.faults} faults in {row.faulty_games} of all its games here, "
                f"{row.forfeits} forfeited"
            )
    if outcome.left:
        say(f"\nInterrupted: {outcome.left} games are left. Go on with: {outcome.resume}")
