"""How a test of two bots stands, as fastchess would say it: LLR line, verdict, all numbers."""

from collections.abc import Callable
from dataclasses import asdict
from math import inf, isfinite
from typing import Any

from arena.commands.console import say
from arena.text import harmless
from arena.tournament.progress import GameFinished
from ladder.contest import Contest
from ladder.sprt import Verdict
from ladder.sprt_estimates import Estimate, Estimates, corrected, plain, superiority


def following(test: Contest) -> Callable[[GameFinished], str]:
    """The progress of a test in words, whenever a game has ended."""

    def how_far(event: GameFinished) -> str:
        test.read_on()
        return f"{_units(test)}, {llr_line(test)}"

    return how_far


def llr_line(test: Contest) -> str:
    """`LLR: 1.20 (40.8%) (-2.94, 2.94) [0.00, 20.00]`."""
    bounds, llr = test.bounds, test.llr
    share = llr / bounds.upper if llr >= 0 else -llr / bounds.lower
    return f"LLR: {llr:.2f} ({share:.1%}) ({bounds.lower:.2f}, {bounds.upper:.2f}) {_bounds(test)}"


def verdict_line(test: Contest) -> str:
    """`SPRT ([0.00, 20.00]) completed - H1 was accepted`, or how else it stands."""
    match test.verdict:
        case None:
            how = "has not ended yet"
        case Verdict.IDENTICAL:
            how = "completed - identical play"
        case Verdict.INCONCLUSIVE:
            how = f"ended after {_units(test)} - inconclusive"
        case accepted:
            how = f"completed - {accepted} was accepted"
    return f"SPRT ({_bounds(test)}) {how}"


def conclude(test: Contest, a: str, b: str) -> None:
    """Prints the verdict and all numbers. a, b: labels."""
    a, b, tally = harmless(a), harmless(b), test.tally
    say(verdict_line(test), style="bold")
    if test.verdict is Verdict.IDENTICAL:
        say(f"In {_units(test)}, each seat made the same of both games, whoever sat there.")
    if test.verdict is Verdict.INCONCLUSIVE and tally.forfeited == tally.units:
        say("Both forfeited in all of them, which says nothing of how they play. Mend them first.")
    say()
    say(f"Results of {a} against {b}, seats exchanged on the same deal:")
    for how, found in _estimates(test).items():
        if found is not None:
            say(f"Elo: {_plus_minus(found.elo)}, nElo: {_plus_minus(found.nelo)} ({how})")
    if tally.mean in (inf, -inf):
        say("Elo: beyond measure, as every unit had the same lead")
    if tally.units:
        games = 2 * tally.units
        wins = (tally.points - tally.draws) // 2
        points = tally.points / 2
        say(f"LOS: {superiority(tally):.2%}, {_units(test)}, {tally.differing} with a difference")
        say(
            f"Games: {games}, Wins: {wins}, Losses: {games - wins - tally.draws}, "
            f"Draws: {tally.draws}, Points: {points:.1f} ({points / games:.2%})"
        )
        say(f"Ptnml(0-2): {tally.ptnml}")
    say(llr_line(test))
    for bot in test.conduct():
        if bot.faults or bot.forfeits:
            say(
                f"{harmless(bot.label)}: {bot.faults} faults in {bot.games} games, "
                f"{bot.forfeits} forfeited, which count as lost to all others"
            )


def in_json(test: Contest) -> dict[str, Any]:
    """The same for --json; what is not a number is null."""
    tally, bounds = test.tally, test.bounds
    return {
        "sprt": {
            "verdict": test.verdict,
            "llr": test.llr,
            "bounds": asdict(bounds) | {"lower": bounds.lower, "upper": bounds.upper},
            "units": tally.units,
            "differing": tally.differing,
            "games": 2 * tally.units,
            "points": tally.points / 2,
            "draws": tally.draws,
            "ptnml": tally.ptnml,
            "leads": {lead: tally.leads[lead] for lead in sorted(tally.leads)},
            "los": superiority(tally),
            **{
                how.replace(" ", "_"): None if found is None else _numbers(found)
                for how, found in _estimates(test).items()
            },
            "conduct": [asdict(bot) for bot in test.conduct()],
        }
    }


def _estimates(test: Contest) -> dict[str, Estimates | None]:
    """The plain one, and after a verdict the corrected one, each with what it is called."""
    found = {"as played": plain(test.tally)}
    if test.verdict is not None:
        found["corrected for stopping"] = corrected(test.tally, test.bounds)
    return found


def _numbers(found: Estimates) -> dict[str, dict[str, float | None]]:
    return {
        name: {key: number if isfinite(number) else None for key, number in each.items()}
        for name, each in asdict(found).items()
    }


def _plus_minus(number: Estimate) -> str:
    """`46.6 +/- 39.8`; `inf +/- nan` would be no help, so it says what it can."""
    if not isfinite(number.value):
        return "beyond measure"
    if not isfinite(number.high - number.low):
        return f"{number.value:.1f}"
    return f"{number.value:.1f} +/- {(number.high - number.low) / 2:.1f}"


def _bounds(test: Contest) -> str:
    return f"[{test.bounds.elo0:.2f}, {test.bounds.elo1:.2f}]"


def _units(test: Contest) -> str:
    return "1 unit" if test.tally.units == 1 else f"{test.tally.units} units"
