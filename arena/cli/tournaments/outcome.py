"""The outcome of a tournament, or of a test of two bots, printed after each run.

A test is printed as fastchess would: its LLR line, its verdict, all numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import isfinite

from arena.cli.ladder.standings import MOST_ROWS
from arena.cli.models import foreseen, say_what_was_paid, worth
from arena.cli.output.console import picked, print_json, prose, say
from arena.cli.output.diagnostics import show_faults
from arena.cli.output.events import how_far
from arena.cli.output.tables import show
from arena.llm.settings import LanguageModel
from arena.replay.stored_game import explained
from arena.text.phrases import counted, refused_answers
from arena.text.sprt_summary import estimates, llr_line, remarks, results, units, verdict_line
from arena.text.standings import OPPONENTS_DIFFER, standings, unconfined
from arena.text.table import Remark
from arena.tournament.formats import opponents_differ
from arena.tournament.overview import bracket, published_secret
from arena.tournament.plan import Plan
from arena.tournament.run_events import GameFinished, RunOutcome
from arena.tournament.schedulers import kind_of
from ladder.database import trades
from ladder.database.store import Store
from ladder.queries.bot_profile import more_games
from ladder.queries.games import levels
from ladder.queries.lost_games import faulty_games
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import Selected, Standing, overall
from ladder.queries.usage import Use, uses
from ladder.ratings.official import suspected
from ladder.statistics.sprt_estimates import Estimates, superiority
from ladder.tournaments.sprt_progress import Contest
from ladder.tournaments.tournaments import Tournament
from ladder.tournaments.tournaments import tournament as stored_tournament
from protocol import Json


def tell(store: Store, outcome: RunOutcome, test: Contest | None, resume: str, json: bool) -> None:
    """Print the outcome of a run and the state of the tournament.

    JSON:
        Run = {
            **RunOutcome, "interrupted": bool, "secret": str | null,
            "seed": int | null,  # given: a bot could find out every card
            "standings?": [Standing], "sprt?": SprtState, "bracket?": SwissTable | KnockoutStages,
        }
    """
    number = outcome.tournament_id
    stored = stored_tournament(store, number)
    secret = published_secret(stored)
    more: Json = {"interrupted": outcome.interrupted, "secret": secret, "seed": stored.seed}
    if test is not None:
        test.read_on()
    rows = overall(store, tournament_id=number) if test is None else []
    decided = bracket(store, stored)
    if json:
        more |= {"standings": [asdict(row) for row in rows]} if test is None else in_json(test)
        more |= {} if decided is None else {"bracket": decided.data}
        print_json(asdict(outcome) | more)
    else:
        _say_what_was_played(outcome)
        if decided is not None:
            show(decided.table)
            say()
        played, used = levels(store, tournament_id=number), uses(store, tournament_id=number)
        if test is None:
            _conclude(store, outcome, rows, played, used)
        else:
            conclude(test, *(store.bot(bot).label for bot in test.bots))
            for remark in unconfined(played):
                prose(f"\n{remark}")
        say_what_was_paid(outcome.paid, _taken_in_all(store, outcome.played, used))
        if outcome.interrupted:
            told_left = outcome.left and not outcome.open_ended
            left = f" {counted(outcome.left, 'game is', 'games are')} left."
            left = left if told_left else _more(stored, rows)
            prose(f"\n{outcome.halted or 'Interrupted.'}{left} Continue with: {resume}")
        if secret and stored.seed is None:
            say(f"\nThe deals were drawn from this secret:\n{secret}")
            say(f"Check them: arena verify --tournament {number}")
        submitted = any(not store.bot(bot).bundled for bot in stored.settings["bots"])
        if stored.rated and stored.seed is not None and submitted:
            prose(
                f"\nThese ratings are worth as much as the submitted bots are trusted: with --seed "
                f"{stored.seed}, a bot can find out every card. Rate bots of strangers without it."
            )


def _say_what_was_played(outcome: RunOutcome) -> None:
    number = outcome.tournament_id
    if outcome.played:
        say(f"\nTournament {number}: {counted(outcome.played, 'game')} in {outcome.seconds:.0f} s.")
    elif not outcome.left:
        say(f"Tournament {number} is finished; nothing is left to play.")
    if outcome.given_up:
        were = counted(outcome.given_up, "game was", "games were")
        say(f"{were} given up after the arena failed three times.")
    say()


def _taken_in_all(store: Store, played: int, used: dict[int, Use]) -> dict[str, dict[str, float]]:
    """Return what a tournament's games took by player; {} if this run played all of them."""
    if max((use.games for use in used.values()), default=0) <= played:
        return {}
    return {
        store.bot(bot).name: {"tokens": use.games * use.tokens, "cost": use.games * use.cost}
        for bot, use in used.items()
    }


def _more(stored: Tournament, rows: list[Standing]) -> str:
    """Say how many games it takes until the ratings are as precise as they should be."""
    plan = Plan.of(stored.settings)
    # In some formats only the first bots are waited for; `leads` is 0 where all are.
    goal, leads = plan.size.interval, kind_of(plan).leads(plan)
    awaited = [*stored.settings["bots"]][: leads or None]
    more = [
        more_games(row, goal) or 0
        for row in rows
        if goal is not None and row.bot_id in awaited and row.waited_for
    ]
    return f" About {max(more):,} more games for ± {goal:g}." if any(more) else ""


def _conclude(
    store: Store,
    outcome: RunOutcome,
    rows: list[Standing],
    played: dict[str, int],
    used: dict[int, Use],
) -> None:
    if not rows and outcome.left:
        say("No match has been played to its end yet, so nothing is rated.")
        return
    number = outcome.tournament_id
    covered = pools(store, Wanted(tournament_id=number))
    ids = [pool.id for pool in covered]
    traded, signs = trades.a_game(store, ids), suspected(store, ids)
    found = Selected(covered, rows, traded=traded, signs=signs)
    below = [OPPONENTS_DIFFER] if rows and opponents_differ(store, number) else []
    if (games := sum(pool.games for pool in covered)) > sum(played.values()):
        told = f"Elo and means are of all {games:,} games in these pools, with other tournaments'."
        below.append(Remark(told, "This one's alone", f"arena ladder --tournament {number}"))
        played = levels(store, pool_ids=ids)  # as the table has them all
    show(standings(found, most=MOST_ROWS, used=used, levels=played, below=below))
    for row in rows:
        if row.faults or row.forfeits:
            say(
                f"{row.label}: {row.faults} faults in {row.faulty_games} of its games in these "
                f"pools, {row.forfeits} forfeited"
            )
            show_faults(explained(store, faulty_games(store, row.bot_id, 1, number)))
        if row.refused:
            say(f"{row.label}: {refused_answers(row.refused_a_game)}: arena why {row.label}")


def paying(
    store: Store, number: int, models: Mapping[str, LanguageModel], at_once: int
) -> Callable[[GameFinished], str]:
    """Return a function that writes a tournament's progress, and what its models take in all."""

    def words(event: GameFinished) -> str:
        cost = ""
        if models and event.to_come is not None:
            games = worth(event.done, event.to_come, at_once)
            cost, _ = foreseen(store, number, models, games)
        return f"{how_far(event)}{cost and f', about {cost} in all'}"

    return words


def following(test: Contest) -> Callable[[GameFinished], str]:
    """Return a function that writes a test's progress in words after each game."""

    def how_far(event: GameFinished) -> str:
        test.read_on()
        return f"{units(test)}, {llr_line(test)}"

    return how_far


def in_json(test: Contest) -> Json:
    """Return the state of a test for --json; numbers that don't exist are null.

    JSON:
        SprtState = {
            "verdict": str, "llr": float, "units": int, "differing": int, "games": int,
            "points": float, "draws": int, "ptnml": [int], "leads": {str: int}, "los": float,
            "bounds": {**Bounds, "lower": float, "upper": float},
            "as_played": SprtEstimates | null, "corrected_for_stopping": SprtEstimates | null,
            "conduct": [FaultCounts],
        }
    """
    tally, bounds = test.tally, test.bounds
    return {
        "sprt": {
            **picked(test, "verdict", "llr"),
            "bounds": asdict(bounds) | picked(bounds, "lower", "upper"),
            **picked(tally, "units", "differing"),
            "games": 2 * tally.units,
            "points": tally.points / 2,
            **picked(tally, "draws", "ptnml"),
            "leads": {lead: tally.leads[lead] for lead in sorted(tally.leads)},
            "los": superiority(tally),
            **{
                how.replace(" ", "_"): None if found is None else _numbers(found)
                for how, found in estimates(test).items()
            },
            "conduct": [asdict(bot) for bot in test.conduct()],
        }
    }


def _numbers(found: Estimates) -> dict[str, dict[str, float | None]]:
    """Return estimates for --json; numbers that don't exist are null.

    JSON:
        SprtEstimates = {  # "elo" and "nelo"
            str: {"value": float | null, "low": float | null, "high": float | null},
        }
    """
    return {
        name: {key: number if isfinite(number) else None for key, number in each.items()}
        for name, each in asdict(found).items()
    }


def conclude(test: Contest, a: str, b: str) -> None:
    """Print the verdict and all numbers. a, b: labels."""
    say(verdict_line(test), style="bold")
    for sentence in remarks(test):
        say(sentence)
    say()
    for line in results(test, a, b):
        say(line)
