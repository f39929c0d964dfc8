"""The outcome of a tournament, or of a test of two bots, told after each run."""

from dataclasses import asdict

from arena.commands.ladder.standings import show_standings, tell_of_levels
from arena.commands.tournaments.bracket import show_bracket
from arena.commands.tournaments.sprt_report import conclude, in_json
from arena.printing.console import print_json, say
from arena.printing.faults import show_faults
from arena.retelling.refusals import explained
from arena.text.phrases import counted
from arena.tournament.bracket import bracket
from arena.tournament.overview import shown_secret
from arena.tournament.progress import Outcome
from ladder.contest import Contest
from ladder.games import levels
from ladder.pools import Wanted, pools
from ladder.setbacks import faulty_games
from ladder.standings import Row, overall
from ladder.store import Store
from ladder.tournaments import tournament as stored_tournament


def tell(store: Store, outcome: Outcome, test: Contest | None, resume: str, json: bool) -> None:
    """Tell what a run has brought, and how the tournament stands."""
    number = outcome.tournament_id
    stored = stored_tournament(store, number)
    secret = shown_secret(stored)
    told = asdict(outcome) | {"interrupted": outcome.interrupted, "secret": secret}
    if test is not None:
        test.read_on()
    rows = overall(store, tournament_id=number) if test is None else []
    decided = bracket(store, stored)
    if json:
        more = {"standings": [asdict(row) for row in rows]} if test is None else in_json(test)
        print_json(told | more | ({} if decided is None else {"bracket": decided}))
    else:
        _say_what_was_played(outcome)
        if decided is not None:
            show_bracket(decided)
            say()
        if test is None:
            _conclude(store, number, rows)
        else:
            conclude(test, *(store.bot(bot).label for bot in test.bots))
        tell_of_levels(levels(store, tournament_id=number))
        _say_how_to_resume(outcome, resume)
        if secret and stored.seed is None:
            say(f"\nThe deals were drawn from this secret:\n{secret}")
            say(f"Draw them again: arena verify --tournament {number}")


def _say_what_was_played(outcome: Outcome) -> None:
    number = outcome.tournament_id
    if outcome.played:
        say(f"\nTournament {number}: {counted(outcome.played, 'game')} in {outcome.seconds:.0f} s.")
    elif not outcome.left:
        say(f"Tournament {number} is finished; nothing is left to play.")
    if outcome.given_up:
        were = counted(outcome.given_up, "game was", "games were")
        say(f"{were} given up after the arena failed three times.")
    say()


def _say_how_to_resume(outcome: Outcome, resume: str) -> None:
    if outcome.interrupted:
        told = outcome.left and not outcome.open_ended
        left = f" with {counted(outcome.left, 'game')} left" if told else ""
        say(f"\nInterrupted{left}. Continue with: {resume}")


def _conclude(store: Store, number: int, rows: list[Row]) -> None:
    show_standings(rows, pools(store, Wanted(tournament_id=number)))
    for row in rows:
        if row.faults or row.forfeits:
            say(
                f"{row.label}: {row.faults} faults in {row.faulty_games} of its games in these "
                f"pools, {row.forfeits} forfeited"
            )
            show_faults(explained(store, faulty_games(store, row.bot_id, 1, number)))
